"""What a move costs, and the line of play that proves it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from ._core import Move, Position
from .solution import Bounds, Progress, Solution
from .solve import Solver


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a move does to the value; values are from the view of `seat`, which makes it."""

    objective: str
    """What is counted: one of `OBJECTIVES`."""
    seat: int
    """Whose move it is."""
    move: Move
    """The move that is explained."""
    before: int | Bounds
    """The value of the position; here and below `Bounds` where a limit ran out before the proof."""
    after: int | Bounds
    """The value after the move, never more than `before`."""
    cost: int | Bounds
    """What the move loses, 0 or more."""
    best: Move | None
    """A move that keeps the value, this one if it costs nothing; `None` where none is proved."""
    line: tuple[Move, ...]
    """Best play of all seats after the move: where it costs something, its refutation. Empty where
    the hand is over then, or the line is not proved."""
    nodes: int
    """The positions searched."""
    seconds: float
    """Wall time of the search."""
    position: Position
    """The position before the move, a copy."""


def explain(
    position: Position,
    move: Move | str,
    objective: str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
    threads: int = 1,
    progress: Callable[[Progress], object] | None = None,
    solver: Solver | None = None,
) -> Explanation:
    """Tell what a move of the seat on turn costs its side, and how the others make it pay.

    `move` is a legal move, or its text as `Position.push` takes it. Objective, limits, threads and
    `progress` are as for `solve`; the limits are for all that is searched. With a `solver` its
    table and its threads are used, and `memory_mb` and `threads` say nothing.

    Raises what `solve` and `Position.push` raise.

    >>> import fiftyk as fk
    >>> end = fk.Position.parse("classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55")
    >>> told = fk.explain(end, "6s")
    >>> told.before, told.after, told.cost, str(told.best), [str(move) for move in told.line]
    (160, 40, 120, 'pair:6s6h', ['single:2c', '-', '-', '-', 'single:3c', '-', 'single:4c'])
    """
    if not isinstance(position, Position):
        raise TypeError(f"a move is made in a Position, not in a {type(position).__name__}")
    start, position = position.copy(), position.copy()
    position.push(move)
    made = position.pop()
    position.push(made)
    one = Solver(memory_mb=memory_mb, threads=threads) if solver is None else nullcontext(solver)
    with one as used:
        after = used.solve(
            position, objective, start.turn, nodes=nodes, seconds=seconds, progress=progress
        )
        before = used.solve(
            start,
            objective,
            nodes=None if nodes is None else max(nodes - after.nodes, 0),
            seconds=None if seconds is None else max(seconds - after.seconds, 0),
            progress=progress,
            guess=after.value,
        )
    cost = loss(before, after)
    return Explanation(
        objective=before.objective,
        seat=before.seat,
        move=made,
        before=known(before),
        after=known(after),
        cost=cost,
        best=made if cost == 0 else before.line[0] if before.line else None,
        line=after.line,
        nodes=before.nodes + after.nodes,
        seconds=before.seconds + after.seconds,
        position=start,
    )


def known(solution: Solution) -> int | Bounds:
    """Return the value of a solution, or the bounds of it."""
    return solution.lower if solution.exact else Bounds(solution.lower, solution.upper)


def loss(before: Solution, after: Solution) -> int | Bounds:
    """Return what is lost from one position to the next, of which the first is worth no less."""
    least, most = max(before.lower - after.upper, 0), before.upper - after.lower
    return least if least == most else Bounds(least, most)
