"""A position, and a line of moves from it, as they are shown to people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

import fiftyk as fk
from fiftyk.lang import listed, tr
from fiftyk.lang.words import facts_words, kind_words, role_words, turn_words
from fiftyk.solution import steps

from ._cards import hand_text
from ._output import tables

if TYPE_CHECKING:
    from rich.console import RenderableType

_COLUMNS = [
    ("", "left"),
    ("seat", "left"),
    ("role", "left"),
    ("cards left", "right"),
    ("captured", "right"),
    ("hand", "left"),
]


def picture(pos: fk.Position) -> Iterator[RenderableType]:
    """Show whose turn it is, all hands by seat, and the points and roles."""
    yield f"{pos.rules}: {turn_words(pos)}"
    yield from tables(_COLUMNS, [_row(pos, seat) for seat in range(pos.rules.seats)])
    yield listed(facts_words(pos))


def _row(pos: fk.Position, seat: int) -> list[RenderableType]:
    hand = pos.hands[seat]
    cards = hand.split()
    state = tr("out") if not cards else str(len(cards))
    mark = ">" if seat == pos.turn else ""
    return [
        mark,
        str(seat),
        role_words(pos, seat),
        state,
        str(pos.captured[seat]),
        hand_text(cards),
    ]


def line_table(pos: fk.Position, line: Sequence[fk.Move]) -> Iterator[RenderableType]:
    """Show a line of moves trick by trick."""
    rows = [[str(place), trick] for place, trick in enumerate(_tricks(pos, line), 1)]
    yield from tables([("trick", "right"), ("seats and their moves", "left")], rows)


def _tricks(pos: fk.Position, line: Sequence[fk.Move]) -> Iterator[str]:
    """Part a line of moves into tricks, each move with its seat before it."""
    for _, trick in groupby(steps(pos, line), key=attrgetter("trick")):
        yield "  ".join(f"{step.seat} {step.move}" for step in trick)


def by_kind(moves: Iterable[fk.Move]) -> dict[str, list[fk.Move]]:
    """Part moves by their kinds."""
    kinds: dict[str, list[fk.Move]] = {}
    for move in moves:
        kinds.setdefault(move.kind, []).append(move)
    return kinds


def kind_table(
    rules: fk.RuleSet, kinds: Mapping[str, list[fk.Move]], most: int
) -> Iterator[RenderableType]:
    """Show the moves of each kind, as many as `most`."""
    columns = [("combination", "left"), ("", "right"), ("play", "left")]
    yield from tables(columns, [_kind_row(rules, *item, most) for item in kinds.items()])


def _kind_row(
    rules: fk.RuleSet, kind: str, moves: list[fk.Move], most: int
) -> list[RenderableType]:
    plays = "  ".join(move.cards.replace(" ", "") or "-" for move in moves[:most])
    return [kind_words(rules, kind), str(len(moves)), plays + (" …" if len(moves) > most else "")]
