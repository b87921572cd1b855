"""`fiftyk replay`: recorded hands trick by trick."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import fiftyk as fk
from fiftyk.lang import listed, tr
from fiftyk.lang.words import opening_words, role_words, turn_words
from fiftyk.solution import steps

from ._cards import hand_text
from ._output import FAILED, examples, json_flag, tables, write, write_json
from ._records import Records, hand_option, records_argument
from ._screen import result_picture

if TYPE_CHECKING:
    from rich.console import RenderableType

_SEATS = [("seat", "left"), ("role", "left"), ("hand", "left")]
_NAME = ("name", "left")
_TRICKS = [
    ("trick", "right"),
    ("seats and their moves", "left"),
    ("points", "right"),
    ("taken by", "right"),
]


@click.command(
    epilog=examples("fiftyk replay hands.pbn", "fiftyk replay hands.jsonl --hand 3 --lang zh")
)
@records_argument
@hand_option
@json_flag("Write one JSON object for each hand.")
def replay(files: tuple[str, ...], only: int | None, as_json: bool) -> int:
    """Show the hands of a FILE of records: the deal, the call, every trick, and the result.

    Records are text in the manner of PBN or JSON Lines; - is standard input. What cannot be read is
    reported, and the rest shown.
    """
    records = Records(files, as_json, only)
    for where, record in records:
        if as_json:
            write_json({**where, **_data(record)})
        else:
            write(_show(where, record))
    return FAILED if records.failed else 0


class _Trick(NamedTuple):
    """A trick, and who took what in it; nobody as long as it goes on."""

    seat: int
    moves: list[tuple[int, fk.Move]]
    points: int | None
    taker: int | None


def _tricks(hand: fk.Hand) -> Iterator[_Trick]:
    if hand.start is None:
        return
    before = sum(hand.start.captured)
    last = hand.start.last
    line = steps(hand.start, (move for _, move in hand.moves))
    for _, trick in groupby(line, key=attrgetter("trick")):
        moves = []
        for step in trick:
            moves.append((step.seat, step.move))
            captured, goes_on = sum(step.after.captured), step.after.last is not None
        plays = [seat for seat, move in moves if not move.is_pass]
        taker = plays[-1] if plays else last and last.seat
        if goes_on:
            yield _Trick(moves[0][0], moves, None, None)
        else:
            yield _Trick(moves[0][0], moves, captured - before, taker)
        before = captured


def _opening(hand: fk.Hand) -> list[tuple[int, fk.Decision]]:
    return list(hand.decisions[: len(hand.decisions) - len(hand.moves)])


def _data(record: fk.Record) -> dict[str, Any]:
    hand, result = record.replay(), record.result
    return {
        "rules": str(hand.rules),
        "seats": list(record.seats),
        "tags": record.tags,
        "dealt": list(hand.dealt),
        "lead": hand.lead,
        "opening": [[seat, str(decision)] for seat, decision in _opening(hand)],
        "tricks": [
            {
                "seat": trick.seat,
                "moves": [[seat, str(move)] for seat, move in trick.moves],
                "points": trick.points,
                "taken_by": trick.taker,
            }
            for trick in _tricks(hand)
        ],
        "comments": record.comments,
        "position": hand.position and hand.position.to_dict(),
        "result": result
        and {
            "outcome": result.outcome,
            "doubled": result.doubled,
            "scores": result.scores,
            "payoff": result.payoff,
            "places": result.places,
            "winners": result.winners,
        },
    }


def _show(where: dict[str, Any], record: fk.Record) -> Iterator[RenderableType]:
    hand, start = record.replay(), record.replay().start
    place = tr("hand {number}", number=where["record"])
    yield f"{where['file']}: {place}" if "file" in where else place
    for name, value in {"": str(hand.rules), **record.tags}.items():
        yield f"{name}: {value}" if name else value
    rows: list[list[RenderableType]] = [
        [
            *record.seats[seat : seat + 1],
            str(seat),
            "" if start is None else role_words(start, seat),
            hand_text(cards.split()),
        ]
        for seat, cards in enumerate(hand.dealt)
    ]
    yield from tables([_NAME, *_SEATS] if record.seats else _SEATS, rows)
    said = [opening_words(seat, decision) for seat, decision in _opening(hand)]
    if said:
        yield listed(said)
    yield from _play(record, hand)
    if hand.result is not None:
        yield from result_picture(hand)
    elif hand.position is not None:
        yield turn_words(hand.position)
    else:
        yield tr("seat {seat} has to decide before the play", seat=hand.turn)
    yield ""


def _play(record: fk.Record, hand: fk.Hand) -> Iterator[RenderableType]:
    """Show the tricks, with a column of comments where there are any."""
    comments: dict[int, list[str]] = {}
    for number, text in record.comments:
        comments.setdefault(number, []).append(text)
    yield from comments.pop(0, [])
    columns = [*_TRICKS, ("comment", "left")] if comments else _TRICKS
    rows: list[list[RenderableType]] = []
    number = 0
    for place, trick in enumerate(_tricks(hand), 1):
        moves = "  ".join(f"{seat} {move}" for seat, move in trick.moves)
        points, taker = ("" if n is None else str(n) for n in (trick.points, trick.taker))
        said = [
            text
            for after in range(number + 1, number + len(trick.moves) + 1)
            for text in comments.get(after, [])
        ]
        number += len(trick.moves)
        rows.append([str(place), moves, points, taker, *([listed(said)] if comments else [])])
    if rows:
        yield from tables(columns, rows)
