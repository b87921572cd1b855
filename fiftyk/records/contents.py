"""What is written of a hand, in text and in JSON alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from .._core import Move, Solo
from ..rules import RuleSet
from ..settlement import Result
from ..solution import steps
from ..view import NO_SOLO, SOLO

if TYPE_CHECKING:
    from ..hand import Hand
    from .record import Record

NAMES: Final = (
    "Rules", "Seats", "Position", "Deal", "Lead", "Redeals", "Call", "Solo", "Result",
)  # fmt: skip
"""The tags that a record understands, in the order in which they are written."""

WHOLE: Final = 1 << 31
"""Whole numbers are below this: seats, and how often all was dealt again."""

UNFINISHED: Final = "*"
"""What ends the play of a hand that is not over, and stands for its result."""


def contents(record: Record, hand: Hand) -> dict[str, Any]:
    """Return the tags of `NAMES` that a record has, as JSON has them, in their order."""
    opening = hand.decisions[: len(hand.decisions) - len(hand.moves)]
    answers = [str(decision) for _, decision in opening if decision in (SOLO, NO_SOLO)]
    dealt = hand.lead is not None
    # A position tells the call, but not what the caller of a hidden solo called.
    called = hand.face if dealt or isinstance(hand.call, Solo) else None
    result = hand.result
    found = {
        "Rules": str(hand.rules),
        "Seats": list(record.seats),
        "Position": None if dealt else str(hand.start),
        "Deal": [compact(cards) or "-" for cards in hand.dealt] if dealt else None,
        "Lead": hand.lead,
        "Redeals": hand.redeals or None,
        "Call": called,
        "Solo": answers,
    }
    kept = {name: value for name, value in found.items() if value not in (None, [])}
    return {**kept, "Result": None if result is None else result_fields(result)}


def tricks(hand: Hand) -> Iterator[tuple[int, list[str]]]:
    """Give the play trick by trick: the seat whose move is the first, and the moves as text."""
    if hand.start is not None:
        line = steps(hand.start, (move for _, move in hand.moves))
        for _, trick in groupby(line, key=attrgetter("trick")):
            moves = [(step.seat, _move_text(hand.rules, step.move)) for step in trick]
            yield moves[0][0], [text for _, text in moves]


def _move_text(rules: RuleSet, move: Move) -> str:
    """Write a move, with its kind only where its cards have another reading."""
    if not move.is_pass and len(rules.table.identify(move.codes)) == 1:
        return compact(move.cards)
    return str(move)


def compact(cards: str) -> str:
    """Write cards without the blanks between them."""
    return cards.replace(" ", "")


def result_fields(result: Result) -> dict[str, Any]:
    """Return what a record states of a result."""
    fields: dict[str, Any] = {}
    if result.outcome is not None:
        fields["outcome"] = result.outcome
    fields["scores"] = list(result.scores)
    fields["payoff"] = [trimmed(pay) for pay in result.payoff]
    if result.places is not None:
        fields["places"] = list(result.places)
    return fields


def result_text(fields: Mapping[str, Any]) -> str:
    """Write what a record states of a result on one line."""
    return " ".join(
        f"{name} {','.join(str(trimmed(n)) for n in value) if isinstance(value, list) else value}"
        for name, value in fields.items()
    )


def trimmed(number: float) -> float:
    """Return a whole number without its `.0`."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
