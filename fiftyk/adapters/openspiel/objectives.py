"""What an objective of `fk.solve` comes to at the end of a hand (`RULES.md` section 12)."""

from __future__ import annotations

from dataclasses import dataclass

from ..._core import Position
from ...settlement import Result
from ...solve import ask, side_of


@dataclass(frozen=True)
class Objective:
    """A question about a side, or in classic3 a seat: what the hand is worth for it."""

    name: str
    """One of `fk.OBJECTIVES`."""
    seat: int
    side: frozenset[int]
    """The seats of its side."""
    fixed: bool
    """Whether sides are fixed."""
    most: float
    """No value is larger, and none is smaller than the negative of this."""

    @classmethod
    def of(cls, position: Position, name: str | None, seat: int | None) -> Objective:
        """Return the question that `fk.solve` would be asked; raises as that does."""
        _, name, seat = ask(position, name, seat)
        points = 100 * position.rules.packs
        most = {"margin": points + 60, "score": points + 40, "payoff": 4 * points + 240}
        if position.rules.sides == "called":
            most["payoff"] = 24 * 2**36
        fixed = position.rules.sides == "fixed"
        return cls(name, seat, side_of(position, seat), fixed, float(most.get(name, 1)))

    def allied(self, seat: int) -> bool:
        """Tell whether a seat is of the side."""
        return seat in self.side

    def value(self, result: Result) -> float:
        """Return what a hand that came out so is worth."""
        if self.name == "first":
            return 1 if self.allied(result.out[0]) else -1
        if self.name == "win":
            return 0 if not result.winners else 1 if self.seat in result.winners else -1
        numbers = result.payoff if self.name == "payoff" else result.scores
        # Stakes, and what a seat of classic3 has, are its own; elsewhere sides are compared.
        if self.name != "margin" and not self.fixed:
            return numbers[self.seat]
        return sum(n if self.allied(seat) else -n for seat, n in enumerate(numbers))
