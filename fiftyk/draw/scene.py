"""What a picture of a position or a solution shows, before it is set as SVG or HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .._core import Move, Position
from ..lang import listed, number, tr
from ..lang.words import ending_words, facts_words, kind_words, role_words, turn_words, value_words
from ..settlement import settle
from ..solution import Solution, steps

SIGNS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


@dataclass(frozen=True)
class Card:
    """A card as it is drawn."""

    rank: str
    """As printed: `10` for T, `W` for a joker."""
    sign: str
    """The sign of the suit; a star for a joker; empty for a card without a suit."""
    red: bool
    starts: bool
    """Whether it is the first of its rank in the hand."""


@dataclass(frozen=True)
class Seat:
    """A seat at the table."""

    number: int
    name: str
    role: str
    cards: tuple[Card, ...]
    holds: str
    """How many cards it holds, or that it is out."""
    captured: str
    """The points that it captured."""
    points: str
    """The points in its hand."""
    on_turn: bool


@dataclass(frozen=True)
class Scene:
    """A position as people look at it."""

    title: str
    seats: tuple[Seat, ...]
    last: str
    """Whose the last play is, and its kind; empty on lead."""
    last_cards: tuple[Card, ...]
    facts: str
    """Points on the table, seats out, the multiplier; how the hand came out when it is over."""


@dataclass(frozen=True)
class Step:
    """A move of a line, and the table after it."""

    number: int
    trick: int
    seat: int
    name: str
    move: str
    kind: str
    cards: tuple[Card, ...]
    """Empty for a pass."""
    after: Scene


@dataclass(frozen=True)
class Choice:
    """A move that could be made, with its value."""

    move: str
    kind: str
    cards: tuple[Card, ...]
    value: str
    loss: float | None
    """By how much it is worse than the best for the seat on turn; `None` where that is unknown."""
    loss_words: str
    best: bool


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of a hand or a play, `text` as the core writes them."""
    tokens = text.split()
    return tuple(
        Card(
            rank="10" if token[0] == "T" else token[0],
            sign="★" if token[0] in "WLB" else SIGNS.get(token[1:], ""),
            red=token[1:] in ("h", "d"),
            starts=token[0] != before[:1],
        )
        for token, before in zip(tokens, ["", *tokens], strict=False)
    )


def scene_of(position: Position) -> Scene:
    """Return how a position looks."""
    last = position.last
    return Scene(
        title=f"{position.rules}: {turn_words(position)}",
        seats=tuple(_seat(position, seat) for seat in range(position.rules.seats)),
        last=last_words(position),
        last_cards=cards_of(last.move.cards) if last else (),
        facts=listed(_facts(position)),
    )


def last_words(position: Position) -> str:
    """Say whose the play to beat is, and what."""
    if position.last is None:
        return ""
    kind = kind_words(position.rules, position.last.move.kind)
    return tr("seat {seat}: {kind}", seat=position.last.seat, kind=kind)


def _seat(position: Position, seat: int) -> Seat:
    hand = position.hands[seat]
    cards = hand.split()
    points = sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)
    return Seat(
        number=seat,
        name=tr("seat {seat}", seat=seat),
        role=role_words(position, seat),
        cards=cards_of(hand),
        holds=number(len(cards), "card") if cards else tr("out"),
        captured=number(position.captured[seat], "point"),
        points=number(points, "point"),
        on_turn=seat == position.turn,
    )


def _facts(position: Position) -> Iterator[str]:
    yield from facts_words(position)
    if position.is_over:
        yield ending_words(settle(position))


def steps_of(position: Position, line: Iterable[Move]) -> list[Step]:
    """Follow a line of moves from a position; the tricks are counted from 1."""
    return [
        Step(
            number=place,
            trick=step.trick,
            seat=step.seat,
            name=tr("seat {seat}", seat=step.seat),
            move=str(step.move),
            kind=kind_words(position.rules, step.move.kind),
            cards=() if step.move.is_pass else cards_of(step.move.cards),
            after=scene_of(step.after),
        )
        for place, step in enumerate(steps(position, line), 1)
    ]


def choices_of(solution: Solution, position: Position) -> list[Choice]:
    """Return the moves of a solution, those that lose least first where all is known."""
    return [
        Choice(
            move=str(move),
            kind=kind_words(position.rules, move.kind),
            cards=() if move.is_pass else cards_of(move.cards),
            value=value_words(value),
            loss=loss,
            loss_words="" if not loss else f"−{value_words(loss)}",
            best=move in solution.best,
        )
        for move, value, loss in solution.by_loss()
    ]
