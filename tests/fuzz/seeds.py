"""What fuzzing begins with: good inputs of every target, made from seeds, the same every time."""

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hand_helpers
import strategies
from fuzz.readers import POSITIONS

import fiftyk as fk

CARDS = (
    "3s3h3c4s4h4c",
    "10s jh,Kd",
    "♠3 ♥4",
    "黑桃10、红桃3 K 王",
    "小王大王",
    "3️4",
    "As2s3s4s5s",
    "5TK",
    "WWWW",
    "555666777888",
    "３Ｓ",
)
RULES = (
    "classic4",
    "flush1[straight_flush=beats_straights]",
    " laizi[natural_bomb=higher, bomb_stakes=off] ",
    "honghe[jokers=high]",
)
MOVES = (
    "-",
    "4s4h",
    "pair:4s4h",
    "pass:-",
    "bomb:4444",
    "airplane_one:555666777888",
    "straight_flush:As2s3s4s5s",
)


def inputs(target: str) -> Iterator[bytes]:
    """The first inputs of a target."""
    rng = random.Random(f"seeds of {target}")
    lines = [str(pos) for pos in POSITIONS]
    for game in strategies.ALL:
        states = [strategies.random_state(game.rs, rng, 5) for _ in range(3)]
        lines += [str(strategies.to_position(game, state)) for state in states]
    texts = {
        "cards": CARDS,
        "line": lines,
        "structure": [json.dumps(pos.to_dict()) for pos in POSITIONS],
        "options": RULES,
        "moves": MOVES,
        "command": lines[::4],
        "records": records(rng),
        "puzzle_files": [fk.puzzles.to_toml(fk.puzzles.library()[i : i + 2]) for i in (0, 20, 44)],
    }.get(target, ())
    for text in texts:
        start = {"cards": 1, "options": 1, "moves": 1, "command": 8}.get(target, 0)
        yield rng.randbytes(start) + text.encode()
    for size in (1, 8, 32, 64, 128, 256):
        for _ in range(8):
            yield rng.randbytes(size)


def records(rng: random.Random) -> Iterator[str]:
    """Records of some hands, in both forms, and files of several."""
    hands = [fk.Hand.from_position(pos) for pos in POSITIONS]
    hands += [fk.Hand.deal(fk.rules(name), 1) for name in ("laizi", "wuhan", "classic3")]
    texts = []
    for place, hand in enumerate(hands):
        hand_helpers.played(hand, rng, 6 if place % 2 else 1000)
        comments = [(0, "before"), (1, "after } it")][: 1 + len(hand.moves)]
        record = fk.Record.of(hand, comments=comments, Event=f'"{place}"')
        texts += [record.text(), record.json() + "\n"]
    yield from texts
    yield "\n".join(texts[::2])
    yield "".join(texts[1::2])


def folder(target: str) -> Path:
    """A new folder with the first inputs of a target, a file each."""
    path = Path(tempfile.mkdtemp(prefix=f"fuzz-{target}-"))
    for number, data in enumerate(inputs(target)):
        (path / f"seed-{number:03}").write_bytes(data)
    return path


def mutated(target: str, count: int) -> Iterator[bytes]:
    """Inputs made from the first ones by chance, without a look at what they reach."""
    rng = random.Random(f"mutations of {target}")
    first = list(inputs(target))
    for _ in range(count):
        data = bytearray(rng.choice(first))
        for _ in range(rng.choice((1, 1, 2, 4, 8))):
            change(rng, data, first)
        yield bytes(data)


def change(rng: random.Random, data: bytearray, others: list[bytes]) -> None:
    """One change: bytes put in, taken out, replaced, doubled, or taken from another input."""
    at = rng.randrange(len(data) + 1)
    size = rng.choice((1, 1, 1, 2, 4, 16))
    what = rng.randrange(5)
    if what == 0:
        data[at:at] = rng.randbytes(size)
    elif what == 1:
        del data[at : at + size]
    elif what == 2:
        data[at : at + size] = rng.randbytes(len(data[at : at + size]))
    elif what == 3:
        data[at:at] = data[at : at + size] * rng.choice((1, 2, 20))
    else:
        other = rng.choice(others)
        start = rng.randrange(len(other) + 1)
        data[at : at + size] = other[start : start + 2 * size]
