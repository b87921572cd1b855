"""`fiftyk moves`: the legal moves of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import fiftyk as fk
from fiftyk.lang.words import kind_words, number, turn_words

from ._output import (
    Answer,
    answer_positions,
    examples,
    json_option,
    move_object,
    position_argument,
    tables,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

_COLUMNS = [
    ("#", "right"),
    ("play", "left"),
    ("combination", "left"),
    ("n", "right"),
    ("rank", "left"),
]


@click.command(epilog=examples('fiftyk moves "classic4 3h4s5sKd/6c6d/7h9c/2sAh 0"'))
@position_argument
@click.option("--faces", is_flag=True, help="Tell apart plays that differ in dead suits only.")
@click.option("--kind", type=click.Choice(fk.KINDS), metavar="KIND", help="Show this kind only.")
@json_option
def moves(positions: tuple[str, ...], faces: bool, kind: str | None, as_json: bool) -> int:
    """List the legal moves of a POSITION.

    Without --faces one play stands for all that differ only in suits that no longer matter.
    """

    def work(pos: fk.Position, line: int) -> Answer:
        legal = [move for move in pos.legal_moves(faces) if kind in (None, move.kind)]
        data = {
            "turn": pos.turn,
            "faces": faces,
            "total": len(legal),
            "counts": dict(Counter(move.kind for move in legal)),
            "moves": [move_object(move) for move in legal],
        }
        return Answer(data, lambda: _show(pos, legal))

    return answer_positions(positions, as_json, work)


def _show(pos: fk.Position, legal: list[fk.Move]) -> Iterator[RenderableType]:
    yield f"{pos.rules}: {turn_words(pos)}, {number(len(legal), 'move')}"
    rows = [
        [str(place), str(move), kind_words(pos.rules, move.kind), str(move.n), move.rank]
        for place, move in enumerate(legal, 1)
    ]
    if rows:
        yield from tables(_COLUMNS, rows)
