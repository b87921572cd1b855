"""Every reader of the package as a function of bytes, for fuzzers and for tests.

A function here returns if the reader kept its word for this input, whether it read something or
refused it, and raises (mostly AssertionError) if not. What is read must come out as it went in,
and what is refused must be refused with an error of the documented kind and change nothing.
"""

import copy
import io
import json
import pickle
import sys
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from unittest import mock

import numpy as np
from fuzz.source import RULES, Source

import fiftyk as fk
from fiftyk import bulk
from fiftyk.cards import read_cards, read_face, write_cards, write_face
from fiftyk.cli import main

T = TypeVar("T")

LISTED = 3000
"""Longer lists of moves are counted, not made."""

POSITIONS = [
    fk.Position.parse(line)
    for line in (
        "classic4 3h4s5sKd/6c6d/7h9c/2sAh 0",
        "classic4 5sThKd/6c6d/7h9c/2sAh 0 3:single:4s 0",
        "classic4 555666777888/9/9/9 0",
        "flush1 555666777888/9/9/9 0",
        "flush1 As2s3s4s5s6h/3h4h5h7h9h/7c/8c 1 0:straight:AhKsQsJsTs 20",
        "flush2 3s3s3h3h4s4s4h/5s5s5h5h/KsKsKhKc/AA 2 1:bomb:9999 0",
        "laizi 3sWW/4s4h4cW/5sTsKs5h/WAsAA 3 2:triple:333 0 0,0,0,0 - 0As>3 x4",
        "wuhan 5s8cKdW/Th9c2sAd/4d5cJdKd/6h6cTsW 0 - 0 40,30,40,40 - 0Ad>1",
        "honghe[jokers=high] 3dLB/4d8h/5d6c/6sJd 1",
        "classic3 3s5hTd8c/-/6c6d7sJhTc 0 - 0 0,0,0 1",
        "classic4 -/4s/-/8s - - 0 0,0,0,0 0,2",
    )
]


def check(error: fk.FiftykError) -> None:
    """An error says what is wrong, in one short printable line, and can be kept and sent."""
    said = str(error)
    assert said, "an error without words"
    assert len(said) < 2000, f"an error of {len(said)} characters"
    assert said.isprintable(), said
    assert repr(error)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(twin), str(twin), vars(twin)) == (type(error), said, vars(error))


def answer(call: Callable[[], T], *also: type[Exception]) -> T | None:
    """What a call returns, or None where it refuses with a FiftykError, or one of `also`."""
    try:
        return call()
    except fk.FiftykError as error:
        check(error)
    except also:
        pass
    return None


def cards(data: bytes) -> None:
    """Texts of cards: read_cards, read_face, identify and move."""
    source = Source(data)
    rules = source.pick(RULES)
    text = source.rest()
    answer(lambda: read_face(text))
    codes = answer(lambda: read_cards(text, "high" if rules.high else "wild"))
    if codes is not None:
        again = read_cards(write_cards(codes), "high")
        assert sorted(again) == sorted(codes)
    for move in answer(lambda: rules.identify(text)) or []:
        assert rules.move(move.kind, move.cards) == move == rules.move(str(move))
        assert write_cards(move.codes) == move.cards
        assert sorted(move.codes) == sorted(codes or [])
        assert not rules.beats(move, move)
    move = answer(lambda: rules.move(text))
    if move is not None:
        assert rules.move(str(move)) == move
    answer(lambda: rules.move(source.pick(fk.KINDS), text))


def line(data: bytes) -> None:
    """One-line positions."""
    pos = answer(lambda: fk.Position.parse(Source(data).rest()))
    if pos is not None:
        sound(pos)


def values(data: bytes) -> None:
    """Dicts of all sorts of values, as no writer would make them."""
    source = Source(data)
    pos = source.pick(POSITIONS)
    fields = pos.to_dict()
    for _ in range(1 + source.below(4)):
        key = source.pick([*fields, ""]) or source.text(12)
        inner = fields.get(key)
        if source.below(4) == 0:
            fields.pop(key, None)
        elif isinstance(inner, dict) and source.flag():
            inner[source.pick([*inner, "x"])] = source.value()
        elif isinstance(inner, list) and inner and source.flag():
            inner[source.below(len(inner))] = source.value()
        else:
            fields[key] = source.value()
    read = answer(lambda: fk.Position.from_dict(fields))
    if read is not None:
        sound(read)


def structure(data: bytes) -> None:
    """JSON of any kind as a position."""
    try:
        value = json.loads(Source(data).rest())
    except (ValueError, RecursionError):
        return
    if not isinstance(value, dict):
        return
    pos = answer(lambda: fk.Position.from_dict(value))
    if pos is not None:
        sound(pos)


def arguments(data: bytes) -> None:
    """The constructor with values of all sorts; TypeError is for values of the wrong type."""
    source = Source(data)
    pos = source.pick(POSITIONS)
    given = {
        "hands": list(pos.hands),
        "turn": pos.turn,
        "last": pos.last and (pos.last.seat, pos.last.move.kind, pos.last.move.cards),
        "table": pos.table,
        "captured": pos.captured,
        "out": pos.out,
        "call": pos.call,
        "multiplier": pos.multiplier,
    }
    for _ in range(1 + source.below(3)):
        key = source.pick([*given])
        inner = given[key]
        if isinstance(inner, tuple | list) and inner and source.flag():
            changed = list(inner)
            changed[source.below(len(inner))] = source.value()
            given[key] = type(inner)(changed) if type(inner) in (tuple, list) else inner
        else:
            given[key] = source.value()
    rules = source.value() if source.below(16) == 15 else pos.rules
    made = answer(lambda: fk.Position(rules, **given), TypeError)
    if made is not None:
        sound(made)


def options(data: bytes) -> None:
    """Names of rule sets with their options."""
    source = Source(data)
    if source.flag():
        rules = answer(lambda: fk.rules(source.rest()))
    else:
        name = source.pick((*fk.rule_sets(), source.text(12)))
        known = ("two_low_straight", "straight_flush", "natural_bomb", "jokers", "lead_after_out")
        given = {source.pick((*known, source.text(12))): source.value() for _ in range(2)}
        rules = answer(lambda: fk.rules(name, **given))
    if rules is not None:
        assert fk.rules(str(rules)) == rules
        assert fk.rules(rules.name, **rules.options) == rules
        assert pickle.loads(pickle.dumps(rules)) == rules


def moves(data: bytes) -> None:
    """Texts as moves: what is refused leaves the position as it was."""
    source = Source(data)
    pos = source.pick(POSITIONS).copy()
    text = source.rest()
    before = seen(pos)
    answer(lambda: pos.push(text))
    if seen(pos) != before:
        move = pos.pop()
        assert seen(pos) == before
        assert move in pos.legal_moves(faces=True)
        assert answer(lambda: pos.push(str(move))) is None
        assert pos.pop() == move
    assert seen(pos) == before
    with_none = answer(lambda: pos.pop(), IndexError)
    assert with_none is None


def command(data: bytes) -> None:
    """Command lines with what comes in on standard input."""
    source = Source(data)
    name = source.pick(("moves", "identify", "beats", "perft", "solve", "deal", "show"))
    flags = {
        "moves": ["--faces", "--kind", "--json"],
        "perft": ["--divide", "--faces", "--threads", "--table", "--json"],
        "solve": ["--objective", "--seat", "--all", "--best", "--memory", "--threads", "--json"],
        "deal": ["--seed", "--json"],
    }.get(name, ["--json"])
    args = [name]
    for _ in range(source.below(4)):
        args.append(source.pick([*flags, source.text(8)]))
        if source.flag():
            args.append(
                source.pick((str(source.below(4)), "-1", "nan", "bomb", "win", source.text(12)))
            )
    args += {"identify": [str(source.pick(RULES))], "beats": [str(source.pick(RULES))]}.get(
        name, []
    )
    stdin = b""
    # "-" takes what is left of the input; no argument may name a file by chance.
    if name in ("moves", "perft", "solve", "show"):
        args.append("-")
        stdin = data[source.at :]
    else:
        args += [source.text(40) for _ in range(source.below(3))]
    if name == "perft":
        args.append(str(source.below(3)))
    if name == "solve":
        args += ["--nodes", "200"]
    if any("/" in arg or "\0" in arg for arg in args):
        return
    status, written = run(args, stdin)
    assert status in (0, 1, 2, 3), (status, args)
    assert "internal error" not in written, (written, args)
    assert "Traceback" not in written, (written, args)


def records(data: bytes) -> None:
    """Files of records: good ones come out as they went in, bad ones say where they are bad."""
    lines = data.count(b"\n") + 1
    errors: list[fk.RecordError] = []
    for record in fk.read_records(io.BytesIO(data), on_error=errors.append):
        for text in (record.text(), record.json()):
            twin = fk.Record.parse(text)
            assert (twin, twin.text(), twin.json()) == (record, record.text(), record.json())
        hand = record.replay()
        assert hand == twin.replay()
        assert (hand.turn is None) == (record.result is not None)
        while hand.decisions:
            hand.undo()
        assert hand.dealt == hand.hands
    for error in errors:
        check(error)
        assert 1 <= error.line <= lines


def puzzle_files(data: bytes) -> None:
    """Files of puzzles: what is read is written and read again, and small ones are judged."""
    found = answer(lambda: fk.puzzles.from_toml(Source(data).rest()))
    for puzzle in found or []:
        assert fk.puzzles.from_toml(fk.puzzles.to_toml([puzzle])) == [puzzle]
        if sum(len(hand.split()) for hand in puzzle.position.hands) <= 12:
            answer(partial(fk.puzzles.judge, puzzle, puzzle.key))


def arrays(data: bytes) -> None:
    """Arrays of bytes as hands, moves and positions of the bulk functions."""
    source = Source(data)
    rules = source.pick(RULES)
    faces, hidden = source.flag(), source.flag()
    dtype = source.pick((bulk.HAND, bulk.POSITION))
    rows = rows_of(source, dtype, 1 + source.below(3))
    plays = rows_of(source, bulk.MOVE, len(rows))
    answer(lambda: bulk.beats(rules, plays, plays[::-1].copy()))
    answer(lambda: bulk.with_faces(rules, rows, plays))
    answer(lambda: bulk.move_fields(rules, plays), TypeError, AttributeError)
    answer(lambda: bulk.array_to_moves(rules, plays))
    answer(lambda: bulk.features(rules, rows, hidden))
    lasts = plays if dtype == bulk.HAND and source.flag() else None
    counted = answer(lambda: bulk.count_moves(rules, rows, lasts, faces))
    if counted is not None and counted.sum() < LISTED:
        offsets, found = bulk.legal_moves(rules, rows, lasts, faces)
        assert offsets[-1] == len(found) == counted.sum()
    if dtype == bulk.POSITION:
        for pos in answer(lambda: bulk.unpack_positions(rules, rows)) or []:
            sound(pos)
    else:
        answer(lambda: bulk.unpack_hands(rules, rows))


# What the readers above share


def rows_of(source: Source, dtype: np.dtype, count: int) -> np.ndarray:
    """Rows of raw bytes, or of something true with some bytes changed."""
    rows = np.zeros(count, dtype)
    raw = rows.view(np.uint8)
    if dtype == bulk.POSITION and source.flag():
        pos = source.pick(POSITIONS)
        rows[:] = bulk.pack_positions([pos])
        for _ in range(source.below(4)):
            raw[source.below(len(raw))] = source.byte()
        return rows
    given = np.frombuffer(source.data[source.at : source.at + len(raw)], np.uint8)
    source.at += len(given)
    raw[: len(given)] = given
    return rows


def run(args: list[str], stdin: bytes) -> tuple[int, str]:
    """Run the command in this process; its exit status and all that it wrote."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
        for name, given in (("stdin", stdin), ("stdout", b""), ("stderr", b""))
    }
    with mock.patch.multiple(sys, **streams):
        try:
            main(args, prog_name="fiftyk")
        except SystemExit as ended:
            status = ended.code
    written = ""
    for name in ("stdout", "stderr"):
        streams[name].flush()
        written += streams[name].buffer.getvalue().decode()
    assert isinstance(status, int)
    return status, written


def seen(pos: fk.Position) -> tuple[object, ...]:
    """All that can be seen of a position."""
    return str(pos), pos.key, pos.count_moves(), pos.is_over, pos.scores, pos.payoff


def sound(pos: fk.Position) -> None:
    """A position that was read is one that can be written, read again, played and played back."""
    before = seen(pos)
    assert fk.Position.parse(str(pos)) == pos
    data = pos.to_dict()
    assert fk.Position.from_dict(data) == pos
    assert fk.Position.from_dict(json.loads(json.dumps(data))) == pos
    assert fk.Position.parse(str(pos)).key == pos.key
    for twin in (pos.copy(), pickle.loads(pickle.dumps(pos))):
        assert twin == pos
    assert pos.is_over == (pos.turn is None) == (pos.count_moves() == 0)
    for faces in (False, True):
        number = pos.count_moves(faces)
        if number > LISTED:
            continue
        legal = pos.legal_moves(faces)
        assert len(legal) == number == sum(legal.counts().values())
        for move in legal[:: max(1, number // 4)]:
            assert move in legal
            pos.push(move)
            assert pos.pop() == move
            assert seen(pos) == before
    for hand in pos.hands:
        assert write_cards(read_cards(hand, "high")) == hand
        for card in hand.split():
            assert write_face(read_face(card)) == card
