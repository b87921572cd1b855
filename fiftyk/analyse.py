"""What each move of a hand cost: the hand is solved from its end backwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Final

from ._core import Move, Position, Solo
from .errors import FiftykError
from .hand import Hand
from .many import in_order, spread
from .records import Record
from .solution import Bounds, Progress, Solution, Status, steps
from .solve import Solver, default_objective, side_of

NODES: Final = 200_000
"""The positions searched for one position of a hand, unless another limit is given."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a hand and what it did; values are from the view of the seat that made it."""

    number: int
    """From 1, passes counted."""
    trick: int
    """The trick that it belongs to, from 1."""
    seat: int
    """The seat that made it."""
    move: Move
    """The move that was made."""
    forced: bool
    """Whether it was the only legal move, up to suits that do not matter."""
    before: int | Bounds
    """The value of the position; here and below `Bounds` where it is not proved."""
    after: int | Bounds
    """The value after the move."""
    cost: int | Bounds
    """What the move lost, 0 or more."""
    best: Move | None
    """A move that loses nothing, this one if it does not; `None` where none is proved."""

    @property
    def proved(self) -> bool:
        """Whether the cost is proved."""
        return not isinstance(self.cost, Bounds)


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a seat played, as far as that is proved."""

    seat: int
    """Whose summary it is."""
    moves: int
    """How many of its moves are judged with a proof, forced ones left out,"""
    mistakes: int
    """how many of these cost something,"""
    cost: int
    """and what all of them cost."""
    costliest: JudgedMove | None
    """The first of its costliest moves; `None` where none costs anything."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the moves of a hand cost."""

    objective: str
    """What is counted: one of `OBJECTIVES`."""
    start: Position
    """The position before the first move, a copy."""
    moves: tuple[JudgedMove, ...]
    """All moves of the play, in order."""
    seats: tuple[SeatSummary, ...]
    """A summary for each seat."""
    nodes: int
    """The positions searched."""
    seconds: float
    """Wall time of the search."""
    status: Status
    """`"proved"` where the cost of every move is; else why not."""

    @property
    def proved_from(self) -> int | None:
        """The number of the first move from which on all is proved; `None` where nothing is."""
        first = None
        for judged in reversed(self.moves):
            if not judged.proved:
                break
            first = judged.number
        return first


def analyse(
    hand: Hand | Record | Position,
    moves: Iterable[Move | str] | None = None,
    objective: str | None = None,
    *,
    nodes: int | None = NODES,
    seconds: float | None = None,
    memory_mb: float | None = None,
    threads: int = 1,
    progress: Callable[[Progress], object] | None = None,
    solver: Solver | None = None,
) -> Analysis:
    """Tell for every move of a hand what it cost the side of the seat that made it.

    `hand` is a `Hand` or a `Record`, or a position with the `moves` from there. The hand is solved
    from its end backwards, with one table, each position within `nodes` and `seconds`: without a
    limit this takes as long as its first position. At the first position that is not proved the
    search ends; moves before that have the bounds that are known without it. In classic3 every seat
    is judged by what it was sure of. Objective, `memory_mb`, `threads` and `progress` are as for
    `solve`; where `progress` returns `True` the search ends too. With a `solver` its table and its
    threads are used.

    Raises `FiftykError` for a hand whose play has not begun, and what `solve` and `Position.push`
    raise.

    >>> import fiftyk as fk
    >>> end = fk.Position.parse("classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55")
    >>> told = fk.analyse(end, ["6s", "2c", "-", "-", "-", "3c", "-", "4c"])
    >>> [(judged.seat, judged.cost) for judged in told.moves][:3]
    [(1, 120), (2, 0), (3, 0)]
    >>> told.seats[1].mistakes, str(told.moves[0].best)
    (1, 'pair:6s6h')
    """
    start, line = _play(hand, moves)
    judge = _Judge(start, line, default_objective(start) if objective is None else objective)
    one = Solver(memory_mb=memory_mb, threads=threads) if solver is None else nullcontext(solver)
    with one as used:
        return judge.judge(
            partial(used.solve, objective=judge.objective, seconds=seconds, progress=progress),
            nodes,
        )


def analyse_many(
    hands: Iterable[Hand | Record],
    executor: Executor | None = None,
    objective: str | None = None,
    *,
    nodes: int | None = NODES,
    seconds: float | None = None,
    memory_mb: float | None = None,
    chunk: int = 1,
) -> Iterator[Analysis]:
    """Analyse many hands at once and yield what is found, in order.

    Arguments are as for `analyse`, for each hand by itself; `executor` and `chunk` as for
    `solve_many`. Raises as `analyse` does, when it comes to the hand.
    """
    one = partial(
        analyse, objective=objective, nodes=nodes, seconds=seconds, memory_mb=memory_mb
    )  # fmt: skip
    taken = (hand.copy() if isinstance(hand, Hand) else hand for hand in hands)
    found = spread(one, taken, executor, chunk, same=lambda _: object(), hardness=lambda _: 0)
    return in_order(found)


def _play(
    hand: Hand | Record | Position, moves: Iterable[Move | str] | None
) -> tuple[Position, list[Move]]:
    """Return where a play begins, and its moves."""
    if isinstance(hand, Record):
        hand = hand.replay()
    if isinstance(hand, Hand):
        if moves is not None:
            raise TypeError("a hand has its own moves")
        start = hand.start
        if start is None:
            raise FiftykError("the play has not begun: there is nothing to analyse")
        return start, [move for _, move in hand.moves]
    if not isinstance(hand, Position):
        raise TypeError(f"a Hand, a Record or a Position is analysed, not a {type(hand).__name__}")
    walk = hand.copy()
    made = []
    for move in moves or ():
        walk.push(move)
        # Text is read: what was made is known afterwards.
        made.append(walk.pop())
        walk.push(made[-1])
    return hand.copy(), made


class _Judge:
    """Goes through a hand from its end."""

    def __init__(self, start: Position, line: list[Move], objective: str) -> None:
        self.start = start
        self.line = list(steps(start, line))
        self.objective = objective
        self.positions = [start]
        for move in line:
            self.positions.append(self.positions[-1].copy())
            self.positions[-1].push(move)
        self.nodes = 0
        self.seconds = 0.0
        self.status: Status = "proved"
        # The bounds of positions, by place and the seat from whose view they are,
        self._known: dict[tuple[int, int], Bounds] = {}
        # and the latest value that is proved of each view: its neighbour's is not far from it.
        self._latest: dict[int, int] = {}

    def judge(self, solve: Callable[..., Solution], nodes: int | None) -> Analysis:
        self._solve = solve
        self._nodes = nodes
        # Also checks the question, where there are no moves.
        self._bounds(len(self.line), self._view(self.start.turn or 0)[0])
        judged = [self._judge(place) for place in reversed(range(len(self.line)))][::-1]
        return Analysis(
            objective=self.objective,
            start=self.start,
            moves=tuple(judged),
            seats=tuple(_summary(seat, judged) for seat in range(self.start.rules.seats)),
            nodes=self.nodes,
            seconds=self.seconds,
            status="proved" if all(each.proved for each in judged) else self.status,
        )

    def _judge(self, place: int) -> JudgedMove:
        step = self.line[place]
        view, factor = self._view(step.seat)
        after = _times(self._bounds(place + 1, view), factor)
        position = self.positions[place]
        forced = position.count_moves() == 1
        if forced:
            before = after
            self._known[place, view] = self._known[place + 1, view]
        else:
            before = _times(self._bounds(place, view), factor)
            # With this move the seat was sure of so much.
            before = Bounds(max(before.lower, after.lower), before.upper)
        cost = Bounds(max(before.lower - after.upper, 0), before.upper - after.lower)
        if forced:
            cost = Bounds(0, 0)
        return JudgedMove(
            number=place + 1,
            trick=step.trick,
            seat=step.seat,
            move=step.move,
            forced=forced,
            before=_closed(before),
            after=_closed(after),
            cost=_closed(cost),
            best=step.move if cost.upper == 0 else self._best(place, view, before),
        )

    def _bounds(self, place: int, view: int) -> Bounds:
        """Return bounds of a position; searches unless the search has come to its end."""
        if (place, view) not in self._known:
            limit = self._nodes if self.status == "proved" else 0
            found = self._solve(
                self.positions[place],
                seat=view,
                nodes=limit,
                guess=self._latest.get(view),
                line=False,
            )
            self._count(found)
            self._known[place, view] = Bounds(found.lower, found.upper)
            if found.exact:
                self._latest[view] = found.lower
            elif self.status == "proved":
                self.status = found.status
        return self._known[place, view]

    def _best(self, place: int, view: int, value: Bounds) -> Move | None:
        """Return a best move where the value is proved."""
        if value.lower < value.upper:
            return None
        found = self._solve(
            self.positions[place],
            seat=view,
            nodes=self._nodes,
            guess=self._known[place, view].lower,
        )
        self._count(found)
        return found.line[0] if found.line else None

    def _count(self, found: Solution) -> None:
        self.nodes += found.nodes
        self.seconds += found.seconds

    def _view(self, seat: int) -> tuple[int, int]:
        """Return the seat that is asked about, and what its value is to be multiplied by.

        The same for all seats where one side's gain is the other's loss, so that the table knows as
        much as it can.
        """
        call = self.start.call
        if self.start.rules.sides == "none":
            return seat, 1
        if isinstance(call, Solo):
            # Of a defender; the soloist is paid by three.
            view = 0 if call.soloist else 1
            return view, (-3 if self.objective == "payoff" else -1) if seat == call.soloist else 1
        return 0, 1 if seat in side_of(self.start, 0) else -1


def _times(bounds: Bounds, factor: int) -> Bounds:
    low, high = bounds.lower * factor, bounds.upper * factor
    return Bounds(min(low, high), max(low, high))


def _closed(bounds: Bounds) -> int | Bounds:
    """Return the value that bounds leave, or the bounds."""
    return bounds.lower if bounds.lower == bounds.upper else bounds


def _summary(seat: int, judged: Iterable[JudgedMove]) -> SeatSummary:
    moves = 0
    costs = []
    for each in judged:
        if each.seat == seat and not each.forced and not isinstance(each.cost, Bounds):
            moves += 1
            if each.cost:
                costs.append((each.cost, each))
    return SeatSummary(
        seat=seat,
        moves=moves,
        mistakes=len(costs),
        cost=sum(cost for cost, _ in costs),
        costliest=max(costs, key=lambda item: item[0])[1] if costs else None,
    )
