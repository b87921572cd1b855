"""What is asked of the solver: questions and limits, checked (`RULES.md` section 12)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from ._core import Position, Solo
from ._solver import OBJECTIVES
from .errors import FiftykError, ObjectiveError, shown
from .rules import seat_of
from .solution import Progress

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


class Question(NamedTuple):
    """What is asked of the search."""

    position: Position
    objective: str
    seat: int


class Limits(NamedTuple):
    """Where a search ends before it is done."""

    nodes: int | None
    seconds: float | None
    progress: Callable[[Progress], object] | None


def ask(position: Position, objective: str | None, seat: int | None) -> Question:
    """Check a question and fill in what was left out; the position is copied."""
    if not isinstance(position, Position):
        raise TypeError(f"a Position is solved, not a {type(position).__name__}")
    if position.rules is None:
        raise TypeError("a Position that was never set up is solved by nothing")
    position = position.copy()  # other threads may go on with the given one
    objective = default_objective(position) if objective is None else objective
    seat = seat_of(position.rules, (position.turn or 0) if seat is None else seat)
    _check(position, objective)
    return Question(position, objective, seat)


def limits_of(
    nodes: int | None, seconds: float | None, progress: Callable[[Progress], object] | None
) -> Limits:
    """Check limits."""
    return Limits(
        None if nodes is None else min(operator.index(_limit("nodes", nodes)), 2**64 - 1),
        None if seconds is None else float(min(_limit("seconds", seconds), _FOREVER)),
        progress,
    )


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


def _limit(name: str, value: N) -> N:
    if not value >= 0:
        raise FiftykError(f"{name} cannot be {shown(value)}")
    return value


def threads_of(threads: int) -> int:
    """Check a number of threads."""
    threads = operator.index(threads)
    if not 1 <= threads <= 256:
        raise FiftykError(f"{shown(threads)} threads: from 1 to 256 can search together")
    return threads


def memory_of(memory_mb: float | None) -> int:
    """Return the bytes for the table."""
    bytes_ = 2**20 * (DEFAULT_MEMORY_MB if memory_mb is None else _limit("memory_mb", memory_mb))
    if bytes_ >= 2**63:
        raise MemoryError(f"a table of {shown(memory_mb)} MB")
    return int(bytes_)


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
