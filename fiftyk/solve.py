"""Exact double-dummy analysis of a position (`RULES.md` section 12)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, TypeVar

from ._core import Move, Position, Solo
from ._solver import OBJECTIVES, Solver
from .errors import FiftykError, ObjectiveError, shown
from .rules import seat_of
from .solution import Bounds, Progress, Solution

__all__ = ["Bounds", "Progress", "Solution", "default_objective", "solve"]

N = TypeVar("N", int, float)

_FOREVER: Final = 10**9
"""Seconds beyond which a limit is none."""

DEFAULT_MEMORY_MB: Final = 256
"""The size of the table where no limit is given; only what is used of it is taken."""


def default_objective(position: Position) -> str:
    """Return what `solve` asks: payoff in laizi and wuhan, score in classic3, elsewhere margin."""
    if position.call is not None:
        return "payoff"
    return "score" if position.rules.seats == 3 else "margin"


def solve(
    position: Position,
    objective: str | None = None,
    seat: int | None = None,
    all_moves: bool = False,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
    threads: int = 1,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the value of a position under best play of all seats, all hands being seen.

    `objective` is one of `OBJECTIVES` (`RULES.md` section 12), by default what `default_objective`
    says; `seat` is whose side is asked about, by default the seat on turn (0 when the hand is
    over). With `all_moves` the value after every legal class is found too.

    Limits: `nodes` searched, `seconds` of wall time, and `memory_mb` for the whole search, in units
    of 2**20 bytes, lists of moves included. `threads` search together, over one table; the value is
    the same for any number of them. A limit that runs out is a result, not an error: `exact` is
    false, and `lower` and `upper` still hold. `progress` is called some twenty times a second;
    where it returns `True` the search ends as at a limit. The GIL is released, and Ctrl-C works.

    Raises `ObjectiveError` for an objective that the rules or the position do not have,
    `FiftykError` for a seat or a limit that cannot be, `TypeError`, and `MemoryError` where the
    table cannot be had.

    >>> import fiftyk as fk
    >>> end = fk.Position.parse("classic4 5s/Ts/2s/Ks 0")
    >>> fk.solve(end, "margin").value, [str(move) for move in fk.solve(end, "margin").line]
    (65, ['single:5s', 'single:Ts', 'single:2s'])
    """
    if not isinstance(position, Position):
        raise TypeError(f"a Position is solved, not a {type(position).__name__}")
    if position.rules is None:
        raise TypeError("a Position that was never set up is solved by nothing")
    position = position.copy()  # other threads may go on with the given one
    objective = default_objective(position) if objective is None else objective
    seat = seat_of(position.rules, (position.turn or 0) if seat is None else seat)
    _check(position, objective)
    solver = Solver(
        position,
        objective,
        seat,
        memory=_memory(memory_mb),
        threads=_threads(threads),
        nodes=None if nodes is None else min(operator.index(_limit("nodes", nodes)), 2**64 - 1),
        seconds=None if seconds is None else float(min(_limit("seconds", seconds), _FOREVER)),
        progress=None if progress is None else lambda report: progress(Progress(*report)),
    )
    lower, upper = solver.static_bounds()
    moves: dict[Move, int | Bounds] = {}
    if all_moves and not position.is_over:
        lower, upper, moves = _all_moves(position, solver, seat)
    elif lower < upper:
        lower, upper = solver.close_in()
    exact = lower == upper
    line = _line(position, solver, lower) if exact else ()
    best = tuple(m for m, value in moves.items() if value == lower)
    proved = exact and not any(isinstance(value, Bounds) for value in moves.values())
    return Solution(
        objective,
        seat,
        lower,
        upper,
        line=line,
        moves=moves,
        best=best if proved else (),
        nodes=solver.nodes,
        seconds=solver.seconds,
        memory_mb=solver.memory / 2**20,
        cut=solver.stopped,
        position=position.copy(),
    )


def _check(position: Position, objective: str) -> None:
    """Refuse what `RULES.md` section 12 has no value for."""
    if not isinstance(objective, str):
        raise TypeError(f"an objective is a str, not a {type(objective).__name__}")
    if objective not in OBJECTIVES:
        raise ObjectiveError(objective, f"the objectives are {', '.join(OBJECTIVES)}")
    three = position.rules.seats == 3
    if objective == "score" and not three:
        raise ObjectiveError(objective, "only classic3 scores a seat by itself; ask for margin")
    if objective == "margin" and three:
        raise ObjectiveError(objective, "classic3 has no sides; ask for score")
    if position.call is None or isinstance(position.call, Solo):
        if objective == "margin" and position.call is not None:
            raise ObjectiveError(objective, "one against three has no scores; ask for payoff")
        return
    if objective in ("payoff", "win"):
        points = sum(position.captured) + position.table + position.hand_points
        if points != 200:
            raise ObjectiveError(
                objective,
                f"stakes go by all 200 points; {200 - points} are missing: add them to `captured`",
            )


def _limit(name: str, value: N) -> N:
    if not value >= 0:
        raise FiftykError(f"{name} cannot be {shown(value)}")
    return value


def _threads(threads: int) -> int:
    threads = operator.index(threads)
    if not 1 <= threads <= 256:
        raise FiftykError(f"{shown(threads)} threads: from 1 to 256 can search together")
    return threads


def _memory(memory_mb: float | None) -> int:
    """Return the bytes for the table."""
    bytes_ = 2**20 * (DEFAULT_MEMORY_MB if memory_mb is None else _limit("memory_mb", memory_mb))
    if bytes_ >= 2**63:
        raise MemoryError(f"a table of {shown(memory_mb)} MB")
    return int(bytes_)


def side_of(position: Position, seat: int) -> frozenset[int]:
    """Return the seats of a seat's side, itself among them, as they are with all hands seen."""
    rules, call = position.rules, position.call
    seats = frozenset(range(rules.seats))
    if isinstance(call, Solo):
        alone = frozenset({call.soloist})
        return alone if seat == call.soloist else seats - alone
    if call is not None:
        pair = frozenset({call.caller, call.partner})
        return pair if seat in pair else seats - pair
    return frozenset({seat}) if rules.sides == "none" else frozenset({seat, (seat + 2) % 4})


def _all_moves(
    position: Position, solver: Solver, seat: int
) -> tuple[int, int, dict[Move, int | Bounds]]:
    """Return bounds of the position and the value after each of its moves."""
    found: dict[Move, Bounds] = {}
    guess: int | None = None
    for move in position.legal_moves():
        solver.push(move)
        bounds = solver.static_bounds() if solver.stopped else solver.close_in(guess)
        solver.pop()
        found[move] = Bounds(*bounds)
        if bounds[0] == bounds[1]:
            guess = bounds[0]
    pick = max if position.turn in side_of(position, seat) else min
    lower = pick(bounds.lower for bounds in found.values())
    upper = pick(bounds.upper for bounds in found.values())
    return lower, upper, {m: b.lower if b.lower == b.upper else b for m, b in found.items()}


def _line(position: Position, solver: Solver, value: int) -> tuple[Move, ...]:
    """Return a line of best play, each of whose moves is proved to keep the value.

    Empty where a limit runs out before the end of it.
    """
    walk = position.copy()
    line: list[Move] = []
    while not walk.is_over and not (solver.objective == "first" and walk.out):
        chosen = solver.choose(value)
        if chosen is None:
            return ()
        move = walk.legal_moves()[chosen]
        solver.push(move)
        walk.push(move)
        line.append(move)
    return tuple(line)
