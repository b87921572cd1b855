"""How a hand that is over is settled, in the words of `RULES.md` sections 6 and 7.

The core counts scores and payoffs; here they get their names: the outcome of laizi and wuhan, who
won, and whether payoffs were doubled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ._core import Position, Solo
from .errors import Fault, PositionError

Outcome = Literal[
    "shut_out_sweep", "sweep", "all_points", "majority", "level", "hidden_solo", "open_solo"
]
"""One of `OUTCOMES`."""

OUTCOMES: Final[tuple[Outcome, ...]] = (
    "shut_out_sweep", "sweep", "all_points", "majority", "level", "hidden_solo", "open_solo",
)  # fmt: skip
"""The rows of the settlement table of laizi and wuhan, in the order of `RULES.md` section 7."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand came out (`RULES.md` sections 6 and 7)."""

    scores: tuple[int, ...]
    """Each seat's score (`RULES.md` section 6)."""
    payoff: tuple[float, ...]
    """Each seat's payoff (`RULES.md` section 7), halves exact; stakes in laizi and wuhan."""
    sides: tuple[int, int] | None
    """The scores of the two sides, seats 0 and 2 first, in laizi and wuhan the caller's; or `None`
    where each seat plays for itself, and in one against three."""
    places: tuple[int, ...] | None
    """Each seat's place, 1 to 3, in classic3; else `None`."""
    captured: tuple[int, ...]
    """The points that each seat captured from the table, before anything moves at the end."""
    out: tuple[int, ...]
    """The seats that are out, in order."""
    winners: tuple[int, ...]
    """The seats that won, ascending: a side, or the first place; empty at 100 each in wuhan."""
    outcome: Outcome | None
    """The row of the settlement table, in laizi and wuhan; else `None`."""
    doubled: bool
    """Whether payoffs are doubled since the losers captured nothing; never in laizi and wuhan."""
    multiplier: int
    """The product of laizi's bombs; 1 elsewhere."""


def settle(position: Position) -> Result:
    """Settle a hand that is over (`RULES.md` sections 6 and 7).

    Where a position has fewer points than the pack, all points are those that it has. Raises
    `PositionError` while the hand goes on.

    >>> import fiftyk as fk
    >>> pos = fk.Position.parse("wuhan 3s/-/-/4s - - 0 0,100,90,10 1,2 1Ad>2!")
    >>> fk.settle(pos).outcome
    'sweep'
    """
    if not isinstance(position, Position):
        raise TypeError(f"a Position is settled, not a {type(position).__name__}")
    scores, payoff = position.scores, position.payoff
    if scores is None or payoff is None:
        raise PositionError(Fault.TURN, ["the hand goes on: it is settled when it is over"])
    winners = _winners(position, scores, payoff)
    return Result(
        scores=scores,
        payoff=payoff,
        sides=position.sides,
        places=position.places,
        captured=position.captured,
        out=position.out,
        winners=winners,
        outcome=_outcome(position) if position.rules.sides == "called" else None,
        doubled=_doubled(position, winners) if position.rules.sides != "called" else False,
        multiplier=position.multiplier,
    )


def _winners(
    position: Position, scores: tuple[int, ...], payoff: tuple[float, ...]
) -> tuple[int, ...]:
    seats = range(len(scores))
    if position.rules.sides == "called":
        return tuple(seat for seat in seats if payoff[seat] > 0)
    if position.places:
        return (position.places.index(1),)
    even, odd = scores[0] + scores[2], scores[1] + scores[3]
    winner = position.out[0] % 2 if even == odd else int(odd > even)
    return winner, winner + 2


def _doubled(position: Position, winners: tuple[int, ...]) -> bool:
    losers = [seat for seat in range(position.rules.seats) if seat not in winners]
    if any(position.captured[seat] for seat in losers):
        return False
    return position.rules.sides == "none" or position.out[0] not in losers


def _outcome(position: Position) -> Outcome:
    if isinstance(position.call, Solo):
        return "open_solo" if position.call.open else "hidden_solo"
    sides = position.sides
    assert sides is not None
    assert position.call is not None
    first_with_caller = position.out[0] in (position.call.caller, position.call.partner)
    if len(position.out) == 2:
        return "sweep" if sides[first_with_caller] else "shut_out_sweep"
    if sides[0] == sides[1]:
        return "level"
    return "majority" if all(sides) else "all_points"
