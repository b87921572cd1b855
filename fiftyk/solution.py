"""What the solver answers: values, bounds, and lines of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ._core import Move, Position, drawn


class Bounds(NamedTuple):
    """What is known of a value: it lies from `lower` to `upper`, ends included."""

    lower: int
    upper: int


class Progress(NamedTuple):
    """How far a search is: nodes, seconds, and bounds of what it works on, `None` while unknown."""

    nodes: int
    seconds: float
    lower: int | None
    upper: int | None


Status = Literal["proved", "bounded", "stopped"]
"""How a search ended: with what was asked for proved; with bounds, when a limit ran out; or with
bounds, because `progress` told it to stop."""


Model = Literal["minimax", "selfish"]
"""How the seats play that are not of the side asked about: joined against it, or, in classic3, each
for its own score."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found; values are from the view of `seat`, whoever is on turn."""

    objective: str
    """What was asked: one of `OBJECTIVES`."""
    seat: int
    """Whose side (in classic3: which seat) it was asked about."""
    lower: int
    """The value is at least this,"""
    upper: int
    """and at most this; equal where a proof was found."""
    line: tuple[Move, ...] = ()
    """A line of best play of all seats to the end of the hand (for `first`: until a seat is out)
    that realises the value; of equal moves the one that the search tries first: low cards in their
    longest form, groups of a rank left whole, then 510Ks and bombs, the pass last; with 18 cards
    and more, and sides of two, what a net finds cheapest to show (docs/solver.md); for `first`
    and `win`, after more than 100,000 nodes, one that is proved already before all others. Empty
    unless exact, and where a limit ran out before the line was proved. Where `at_least` was asked,
    a line at whose end the answer holds: each move of the side that it favours keeps it."""
    moves: dict[Move, int | Bounds] = field(default_factory=dict)
    """The value after each legal class, in the order of `legal_moves`, where `all_moves` was asked;
    `Bounds` where a limit ran out before the proof."""
    best: tuple[Move, ...] = ()
    """The moves whose value is the position's, where `all_moves` was asked and all is proved. Where
    `at_least` was asked, those that decide it for the seat on turn; without `all_moves` one of
    them."""
    nodes: int = 0
    """The positions searched."""
    seconds: float = 0.0
    """The wall time that the search took, in seconds."""
    memory_mb: float = 0.0
    """The memory that the search had for its table and its lists, in units of 2**20 bytes."""
    cut: bool = False
    """Whether a limit ran out, be it before the value was proved or after that."""
    position: Position | None = field(default=None, repr=False)
    """What was solved, a copy; for pictures and reports."""
    at_least: int | None = None
    """Where a yes/no question was asked: whether the value is so much or more; see `answer`."""
    status: Status = "proved"
    """Whether what was asked is proved, or what ended the search before: see `Status`."""
    choice: Move | None = None
    """A move to make: proved best where the line is, else the one of which most is proved so far.
    `None` where nothing is left to decide."""
    model: Model = "minimax"
    """How the seats play: see `Model`."""
    scores: tuple[int, ...] | None = None
    """With the model `"selfish"` the final scores of all seats, where they are proved."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, `None` unless exact."""
        return self.lower if self.exact else None

    @property
    def answer(self) -> bool | None:
        """Whether the value is `at_least` or more; `None` unless that was asked and is proved."""
        if self.at_least is None or self.lower < self.at_least <= self.upper:
            return None
        return self.lower >= self.at_least

    @property
    def best_known(self) -> tuple[Move, ...]:
        """The best moves, or the one that the line begins with where no others are known."""
        return self.best or (self.line[:1] if self.at_least is None else ())

    def by_loss(self) -> list[tuple[Move, int | Bounds, int | None]]:
        """Return the moves with their values and what each loses for the seat on turn.

        Those that lose least come first. Where not all is proved every loss is `None`, and the
        moves are in the order of `legal_moves`.
        """
        best = self.value
        losses: list[tuple[Move, int | Bounds, int | None]] = []
        for move, value in self.moves.items():
            if best is None or isinstance(value, Bounds):
                return [(each, known, None) for each, known in self.moves.items()]
            losses.append((move, value, abs(value - best)))
        return sorted(losses, key=lambda item: item[2] or 0)

    def _repr_svg_(self) -> str | None:
        """Return a picture of the solution as SVG, for notebooks."""
        return drawn(self)


class Step(NamedTuple):
    """A move of a line."""

    trick: int
    """From 1."""
    seat: int
    move: Move
    after: Position
    """The position after it: one object for all steps, which goes on with them."""


def steps(position: Position, line: Iterable[Move]) -> Iterator[Step]:
    """Follow a line of legal moves from a position, which is not changed."""
    walk = position.copy()
    trick = 0
    for move in line:
        if walk.last is None or not trick:
            trick += 1
        seat = walk.turn
        assert seat is not None, "a line ends with the hand"
        walk.push(move)
        yield Step(trick, seat, move, walk)
