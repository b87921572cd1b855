"""Every seat for itself: classic3 as max^n."""

from __future__ import annotations

from collections.abc import Callable

from ._core import Move, Position
from ._selfish import SelfishSolver, rather
from .solution import Bounds, Progress, Solution


def answer(
    position: Position,
    seat: int,
    all_moves: bool,
    *,
    memory: int,
    nodes: int | None,
    seconds: float | None,
    progress: Callable[[Progress], object] | None,
) -> Solution:
    """Find the scores of all seats where each plays for its own (see `_selfish.pyx`)."""
    solver = SelfishSolver(
        position,
        memory=memory,
        nodes=nodes,
        seconds=seconds,
        progress=None if progress is None else lambda report: progress(Progress(*report)),
    )
    bounds = Bounds(*solver.static_bounds(seat))
    moves: dict[Move, int | Bounds] = {}
    best: tuple[Move, ...] = ()
    scores = None
    line: tuple[Move, ...] = ()
    if position.is_over or not all_moves:
        scores = solver.scores()
    else:
        found = []
        for place, move in enumerate(position.legal_moves()):
            solver.push(place)
            each = None if solver.stopped else solver.scores()
            moves[move] = Bounds(*solver.static_bounds(seat)) if each is None else each[seat]
            solver.pop()
            found.append((move, each))
        known = [(move, each) for move, each in found if each is not None]
        if len(known) == len(found):
            scores = known[_choice(position, [each for _, each in known])][1]
            best = tuple(move for move, each in known if each == scores)
    if scores is not None:
        bounds = Bounds(scores[seat], scores[seat])
        line = _line(position, solver)
    choice: Move | None = next(iter(line or best or tuple(position.legal_moves())), None)
    return Solution(
        "score",
        seat,
        *bounds,
        line=line,
        moves=moves,
        best=best,
        nodes=solver.nodes,
        seconds=solver.seconds,
        memory_mb=solver.memory / 2**20,
        cut=solver.stopped,
        position=position.copy(),
        status="proved" if scores else "stopped" if solver.told_to_stop else "bounded",
        choice=choice,
        model="selfish",
        scores=scores,
    )


def _choice(position: Position, found: list[tuple[int, int, int]]) -> int:
    """Return which of the vectors the seat on turn takes: the first of those it likes best."""
    turn, best = position.turn or 0, 0
    for place, each in enumerate(found):
        if rather(turn, each, found[best]):
            best = place
    return best


def _line(position: Position, solver: SelfishSolver) -> tuple[Move, ...]:
    """Return how the hand goes on if each seat plays for itself; empty where a limit runs out."""
    walk = position.copy()
    line: list[Move] = []
    while not walk.is_over:
        found = []
        moves = walk.legal_moves()
        for place in range(len(moves) if len(moves) > 1 else 0):
            solver.push(place)
            each = solver.scores()
            solver.pop()
            if each is None:
                return ()
            found.append(each)
        chosen = _choice(walk, found) if found else 0
        solver.push(chosen)
        line.append(moves[chosen])
        walk.push(moves[chosen])
    return tuple(line)
