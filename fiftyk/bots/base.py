"""What a bot is, and hands that bots finish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..errors import FiftykError
from ..hand import Hand
from ..settlement import Result
from ..view import Decision, Legal, View


class Bot(Protocol):
    """A player: anything that chooses a decision by what a seat may know."""

    def choose(self, view: View) -> Decision:
        """Return a decision for the seat of the view, whose turn it is: one of `view.legal`.

        A play that is no member of the list but of one of its classes is legal too. The bots of
        this package raise `FiftykError` where it is not the turn of the seat.
        """
        ...


def legal_of(view: View) -> Legal:
    """Return what there is to choose from. Raises `FiftykError` where there is nothing."""
    if not view.legal:
        raise FiftykError(f"it is not the turn of seat {view.seat}")
    return view.legal


def finish(hand: Hand, bots: Sequence[Bot]) -> Result:
    """Let bots, one for each seat, play a hand to its end, and return how it came out.

    Raises `FiftykError` where there are not as many bots as seats, and `IllegalMoveError` where a
    bot chooses what is not legal.
    """
    if len(bots) != hand.rules.seats:
        raise FiftykError(f"{len(bots)} bots for {hand.rules.seats} seats")
    while hand.turn is not None:
        hand.apply(bots[hand.turn].choose(hand.view(hand.turn)))
    assert hand.result is not None
    return hand.result
