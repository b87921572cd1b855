"""Exact double-dummy analysis of a position (`RULES.md` section 12)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Final, NoReturn, Self

from . import selfish
from ._core import Move, Position
from ._solver import Solver as _Solver
from ._solver import Store
from .errors import FiftykError, ObjectiveError, shown
from .question import (
    Limits,
    Question,
    ask,
    default_objective,
    limits_of,
    memory_of,
    side_of,
    threads_of,
)
from .solution import Bounds, Model, Progress, Solution

__all__ = ["Solver", "ask", "default_objective", "side_of", "solve"]

_FAR: Final = 2**60


def solve(
    position: Position,
    objective: str | None = None,
    seat: int | None = None,
    all_moves: bool = False,
    *,
    at_least: int | None = None,
    model: Model = "minimax",
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
    threads: int = 1,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the value of a position under best play of all seats, all hands being seen.

    `objective` is one of `OBJECTIVES` (`RULES.md` section 12), by default payoff in laizi and
    wuhan, score in classic3, elsewhere margin; `seat` is whose side is asked about, by default the
    seat on turn (0 when the hand is over). With `all_moves` the value after every legal class is
    found too. With `at_least` one question is asked, whether the value is so much or more, which
    takes less than the value: `Solution.answer` has the answer, and `lower` and `upper` what it
    proves of the value.

    The value is what the side is sure of against all others together. In classic3 the `model`
    `"selfish"` lets every seat play for its own score instead (max^n): of moves with the same score
    for itself a seat takes that with the smallest sum of the two others' scores, then that with the
    smallest score of the next seat. `Solution.scores` has the scores of all. It takes far more
    work, by one thread, and until all is searched `lower` and `upper` are what holds at sight.

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
    >>> fk.solve(end, "margin", at_least=70).answer
    False
    """
    question = ask(position, objective, seat)
    limits = limits_of(nodes, seconds, progress)
    memory, threads = memory_of(memory_mb), threads_of(threads)
    if model == "minimax":
        return answer(question, limits, memory, threads, all_moves, at_least)
    if model != "selfish":
        raise FiftykError(f"there is no model {shown(model)}; there are minimax and selfish")
    if question.objective != "score":
        raise ObjectiveError(question.objective, "selfish seats of classic3 play for score")
    if at_least is not None:
        raise FiftykError("at_least does not go with the model selfish")
    return selfish.answer(
        question.position, question.seat, all_moves, memory=memory, **limits._asdict()
    )


class Solver:
    """Solves positions one after the other, and remembers what it found.

    What is known of a position helps with all that can be reached from it or leads to it: the
    positions of one hand, from its end backwards, cost far less than each by itself. Values are the
    same as those of `solve`. The table is taken once, when the solver is made: three quarters of
    `memory_mb`, the rest being for lists of moves; `MemoryError` where it cannot be had. What does
    not fit drops what was cheaper to find.

    One thread at a time may use it (`threads` search together for each question); another that
    comes meanwhile gets a `FiftykError`. It cannot be pickled, and is closed at the end of a `with`
    block, or by `close`, after which its memory is free.

    >>> import fiftyk as fk
    >>> end = fk.Position.parse("classic4 5s/Ts/2s/Ks 0")
    >>> with fk.Solver(memory_mb=16) as solver:
    ...     before = solver.solve(end, seat=0).value
    ...     end.push("5s")
    ...     before, solver.solve(end, seat=0).value
    (65, 65)
    """

    def __init__(self, *, memory_mb: float | None = None, threads: int = 1) -> None:
        self._threads = threads_of(threads)
        self._memory = memory_of(memory_mb)
        self._store: Store | None = Store(self._memory * 3 // 4)
        self._at_work = Lock()

    def solve(
        self,
        position: Position,
        objective: str | None = None,
        seat: int | None = None,
        all_moves: bool = False,
        *,
        at_least: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], object] | None = None,
        guess: int | None = None,
        line: bool = True,
    ) -> Solution:
        """Solve a position; arguments, answers and errors are those of `fk.solve`.

        What is asked is always what a side is sure of: there is no other `model` here.
        `guess` is a value near which the answer is expected. A good one saves work, a bad one costs
        some; the answer is the same. Without `line` neither a line nor a `choice`
        is looked for.
        """
        question = ask(position, objective, seat)
        limits = limits_of(nodes, seconds, progress)
        with self._alone() as store:
            return answer(
                question, limits, self._memory, self._threads, all_moves, at_least, store=store,
                guess=guess, with_line=line,
            )  # fmt: skip

    def clear(self) -> None:
        """Forget all positions; the memory is kept."""
        with self._alone() as store:
            store.clear()

    def close(self) -> None:
        """Give the memory back; nothing can be solved any more. Closing twice does nothing."""
        if self._store is not None:
            with self._alone():
                self._store = None

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._store is None

    @contextmanager
    def _alone(self) -> Iterator[Store]:
        """Give the table to one thread at a time."""
        if not self._at_work.acquire(blocking=False):
            raise FiftykError("this Solver is at work: it answers one question at a time")
        try:
            if self._store is None:
                raise FiftykError("this Solver is closed")
            yield self._store
        finally:
            self._at_work.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solver cannot be pickled or copied: its table belongs to one process")

    def __repr__(self) -> str:
        return f"<Solver{' closed' if self.closed else ''}>"


def answer(
    question: Question,
    limits: Limits,
    memory: int,
    threads: int,
    all_moves: bool,
    at_least: int | None,
    *,
    store: Store | None = None,
    guess: int | None = None,
    with_line: bool = True,
) -> Solution:
    """Search, with a table of its own or with the one that is given."""
    position, objective, seat = question
    # Values are far from these ends, and so are all numbers that the search meets.
    wanted = None if at_least is None else max(-_FAR, min(operator.index(at_least), _FAR))
    told = limits.progress
    solver = _Solver(
        position,
        objective,
        seat,
        memory=memory,
        threads=threads,
        nodes=limits.nodes,
        seconds=limits.seconds,
        progress=None if told is None else lambda report: told(Progress(*report)),
        store=store,
    )
    moves: dict[Move, int | Bounds] = {}
    if all_moves and not position.is_over:
        lower, upper, moves = _all_moves(question, solver, wanted, guess)
    elif wanted is not None:
        lower, upper = solver.decide(wanted)
    else:
        lower, upper = solver.close_in(guess)
    proved = lower == upper if wanted is None else not lower < wanted <= upper
    line: tuple[Move, ...] = ()
    if proved and with_line:
        choose = partial(solver.choose, lower)
        if wanted is not None:
            choose = partial(solver.keep, wanted, lower >= wanted)
        line = _line(question, choose, solver)
    best = _best(question, moves, lower, wanted, line) if proved else ()
    choice = (line or best)[:1]
    if with_line and not choice:
        place = solver.best_so_far()
        choice = () if place is None else (position.legal_moves()[place],)
    return Solution(
        objective,
        seat,
        lower,
        upper,
        line=line,
        moves=moves,
        best=best,
        nodes=solver.nodes,
        seconds=solver.seconds,
        memory_mb=solver.memory / 2**20,
        cut=solver.stopped,
        position=position.copy(),
        at_least=at_least,
        status="proved" if proved else "stopped" if solver.told_to_stop else "bounded",
        choice=choice[0] if choice else None,
    )


def _wants_high(question: Question) -> bool:
    """Tell whether the seat on turn is of the side that is asked about."""
    return question.position.turn in side_of(question.position, question.seat)


def _all_moves(
    question: Question, solver: _Solver, at_least: int | None, guess: int | None
) -> tuple[int, int, dict[Move, int | Bounds]]:
    """Return bounds of the position and the value after each of its moves."""
    position = question.position
    found: dict[Move, Bounds] = {}
    for move in position.legal_moves():
        solver.push(move)
        if solver.stopped:
            bounds = solver.known_bounds()
        elif at_least is not None:
            bounds = solver.decide(at_least)
        else:
            bounds = solver.close_in(guess)
        solver.pop()
        found[move] = Bounds(*bounds)
        if bounds[0] == bounds[1]:
            guess = bounds[0]
    pick = max if _wants_high(question) else min
    lower = pick(bounds.lower for bounds in found.values())
    upper = pick(bounds.upper for bounds in found.values())
    return lower, upper, {m: b.lower if b.lower == b.upper else b for m, b in found.items()}


def _best(
    question: Question,
    moves: dict[Move, int | Bounds],
    value: int,
    at_least: int | None,
    line: tuple[Move, ...],
) -> tuple[Move, ...]:
    """Return the best moves, where all is proved that tells them from others."""
    if at_least is None:
        if any(isinstance(each, Bounds) for each in moves.values()):
            return ()
        return tuple(move for move, each in moves.items() if each == value)
    high = _wants_high(question)
    if (value >= at_least) != high:
        return ()  # nothing that the seat on turn does changes the answer
    if not moves:
        return line[:1]
    bounds = {m: v if isinstance(v, Bounds) else Bounds(v, v) for m, v in moves.items()}
    if any(each.lower < at_least <= each.upper for each in bounds.values()):
        return ()
    return tuple(move for move, each in bounds.items() if (each.lower >= at_least) == high)


def _line(
    question: Question, choose: Callable[[], int | None], solver: _Solver
) -> tuple[Move, ...]:
    """Return a line each of whose moves is proved to keep what is known.

    Empty where a limit runs out before the end of it.
    """
    walk = question.position.copy()
    line: list[Move] = []
    try:
        while not walk.is_over and not (solver.objective == "first" and walk.out):
            chosen = choose()
            if chosen is None:
                return ()
            move = walk.legal_moves()[chosen]
            solver.push(move)
            walk.push(move)
            line.append(move)
    finally:
        for _ in line:
            solver.pop()
    return tuple(line)
