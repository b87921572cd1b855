"""Many positions solved side by side."""

from __future__ import annotations

import heapq
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from itertools import islice
from os import cpu_count
from typing import Any, Final, Generic, TypeVar

from ._core import Position
from .errors import FiftykError, shown
from .solution import Progress, Solution
from .solve import solve

T = TypeVar("T")
R = TypeVar("R")
E = TypeVar("E", bound=Executor)

_AHEAD: Final = 32
"""How many positions are read before their solutions are wanted, for each processor: enough to
begin with hard ones, and few beside what a search takes."""

_REMEMBERED: Final = 10_000
"""How many solutions are kept for positions that come again."""


def solve_many(
    positions: Iterable[Position],
    executor: Executor | None = None,
    objective: str | None = None,
    seat: int | None = None,
    all_moves: bool = False,
    *,
    at_least: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
    chunk: int = 1,
) -> Iterator[Solution]:
    """Solve many positions at once and yield their solutions in order.

    The question and the limits are as for `solve`, for each position by itself. Works through any
    `concurrent.futures.Executor`, by default a thread for each processor, each with a table of
    `memory_mb`; `fiftyk.cluster` has one for many machines. An executor gets `chunk` positions at
    a time, more than 1 where sending costs more than solving; one that says how many `workers` it
    has is kept as busy as that. Of the positions that are read, a few dozen ahead of what was
    yielded, those with the most cards are begun first; a position that comes again is not solved
    again, and has the same `Solution`.

    Raises as `solve` does, when it comes to the position, `FiftykError` for a `chunk` below 1, and
    what the executor says of a position that it lost, such as `BrokenProcessPool` after a process
    was killed.

    >>> import fiftyk as fk
    >>> ends = [fk.Position.parse(f"classic4 5s/Ts/2s/Ks {turn}") for turn in range(4)]
    >>> [solution.value for solution in fk.solve_many(ends, seat=0)]
    [65, 25, 85, 25]
    """
    found = _solving(
        positions,
        executor,
        chunk,
        objective=objective,
        seat=seat,
        all_moves=all_moves,
        at_least=at_least,
        nodes=nodes,
        seconds=seconds,
        memory_mb=memory_mb,
    )
    return in_order(found)


def solve_unordered(
    positions: Iterable[Position],
    executor: Executor | None = None,
    objective: str | None = None,
    seat: int | None = None,
    all_moves: bool = False,
    *,
    at_least: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
    chunk: int = 1,
) -> Iterator[tuple[int, Solution]]:
    """Solve many positions as `solve_many` does, and yield each solution as soon as it is there.

    Yields pairs: the place of a position among all, from 0, and its solution.
    Raises what `solve_many` raises, in place of the solution that is next.
    """
    found = _solving(
        positions,
        executor,
        chunk,
        objective=objective,
        seat=seat,
        all_moves=all_moves,
        at_least=at_least,
        nodes=nodes,
        seconds=seconds,
        memory_mb=memory_mb,
    )
    return ((place, returned(result)) for place, result in found)


def _solving(
    positions: Iterable[Position], executor: Executor | None, chunk: int, **asked: Any
) -> Iterator[tuple[int, Solution | Exception]]:
    """Solve positions side by side, each with the question and the limits `asked`."""
    one = partial(solve, **asked)
    # Copies: the caller may go on playing with a position that has been taken.
    taken = (p.copy() if isinstance(p, Position) else p for p in positions)
    return spread(one, taken, executor, chunk, same=text_of, hardness=work_of)


def spread(
    one: Callable[..., R],
    items: Iterable[T],
    executor: Executor | None,
    chunk: int,
    *,
    same: Callable[[T], Hashable],
    hardness: Callable[[T], int],
) -> Iterator[tuple[int, R | Exception]]:
    """Work on items through an executor; yield the place and the result of each when it is there.

    What `one` raises is a result too. `same` says what items are alike in, which are worked on
    once. Without an executor there are threads, and `one` is called with `progress` as well, so
    that it can be stopped.
    """
    if operator.index(chunk) < 1:
        raise FiftykError(f"chunk cannot be {shown(chunk)}")
    if executor is not None:
        return _Spreading(executor, partial(_each, one), chunk, same, hardness).run(items)
    return _in_threads(one, items, chunk, same, hardness)


def workers_of(executor: Executor) -> int:
    """Return how many workers there are to keep busy, where the executor says it."""
    return max(cpu_count() or 1, getattr(executor, "workers", 0))


def in_order(found: Iterator[tuple[int, R | Exception]]) -> Iterator[R]:
    """Yield results in the order of their places, or raise what they are."""
    early: dict[int, R | Exception] = {}
    wanted = 0
    for place, result in found:
        early[place] = result
        while wanted in early:
            yield returned(early.pop(wanted))
            wanted += 1


def returned(result: R | Exception) -> R:
    """Return a result, or raise what it is."""
    if isinstance(result, Exception):
        raise result
    return result


def _in_threads(
    one: Callable[..., R],
    items: Iterable[T],
    chunk: int,
    same: Callable[[T], Hashable],
    hardness: Callable[[T], int],
) -> Iterator[tuple[int, R | Exception]]:
    stopped = False

    def look(_: Progress) -> None:
        if stopped:
            raise KeyboardInterrupt

    work = partial(_each, partial(one, progress=look))
    with left_when_given_up(_Threads(cpu_count())) as threads:
        try:
            yield from _Spreading(threads, work, chunk, same, hardness).run(items)
        finally:
            # What is under way ends at its next report.
            stopped = True


@contextmanager
def left_when_given_up(pool: E) -> Iterator[E]:
    """Shut a generator's executor down at its end, which a generator that is closed does not await.

    Nobody wants more then. It may be the garbage collection that closes it, at any moment of any
    thread: one that waited here under a lock that threads need to begin or end would wait for ever.
    """
    waits = True
    try:
        yield pool
    except GeneratorExit:
        waits = False
        raise
    finally:
        pool.shutdown(wait=waits, cancel_futures=True)


class _Threads(ThreadPoolExecutor):
    """Threads for which there may be no room, which is no error of the caller's."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        try:
            return super().submit(fn, *args, **kwargs)
        except RuntimeError as error:
            raise MemoryError(str(error)) from None


def _each(one: Callable[[T], R], items: list[T]) -> list[R | Exception]:
    """Work on a chunk of items."""
    results: list[R | Exception] = []
    for item in items:
        try:
            results.append(one(item))
        except Exception as error:
            results.append(error)
    return results


class _Spreading(Generic[T, R]):
    """Items on their way through an executor."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[list[T]], list[R | Exception]],
        chunk: int,
        same: Callable[[T], Hashable],
        hardness: Callable[[T], int],
    ) -> None:
        self._executor = executor
        self._work = work
        self._chunk = chunk
        self._same = same
        self._hardness = hardness
        # Read and not begun: less hardness, the place, what it is alike in, the item. The hardest
        # is the first.
        self._waiting: list[tuple[int, int, Hashable, T]] = []
        # What items are alike in, of each that is read and not done: the places it stands for.
        self._alike: dict[Hashable, list[int]] = {}
        self._under_way: dict[Future[list[R | Exception]], list[Hashable]] = {}
        # The results of late, for items that come again.
        self._known: dict[Hashable, R | Exception] = {}

    def run(self, items: Iterable[T]) -> Iterator[tuple[int, R | Exception]]:
        """Yield the place and the result of each item."""
        source = enumerate(items)
        pending: set[int] = set()
        place = earliest = -1
        try:
            while True:
                # No further ahead of the earliest than this, for a caller who wants them in order.
                room = earliest + _AHEAD * workers_of(self._executor) * self._chunk - place
                read = place + room
                for place, item in islice(source, room):
                    pending.add(place)
                    result = self._take(place, item)
                    if result is not None:
                        pending.discard(place)
                        yield place, result
                self._begin()
                if not self._under_way and place < read:
                    return
                for done, result in self._finished():
                    pending.discard(done)
                    yield done, result
                earliest = min(pending, default=place)
        finally:
            for future in self._under_way:
                future.cancel()

    def _take(self, place: int, item: T) -> R | Exception | None:
        """Put an item in its place, or return its result if that is known."""
        key = self._same(item)
        if key in self._known:
            return self._known[key]
        if key in self._alike:
            self._alike[key].append(place)
        else:
            self._alike[key] = [place]
            heapq.heappush(self._waiting, (-self._hardness(item), place, key, item))
        return None

    def _begin(self) -> None:
        """Keep the workers busy, with the next chunk for each at hand."""
        while self._waiting and len(self._under_way) < 2 * workers_of(self._executor):
            count = min(self._chunk, len(self._waiting))
            hardest = [heapq.heappop(self._waiting) for _ in range(count)]
            future = self._submit([item for *_, item in hardest])
            self._under_way[future] = [key for _, _, key, _ in hardest]

    def _submit(self, items: list[T]) -> Future[list[R | Exception]]:
        """Send a chunk; where the executor has broken that is its result, after those before it."""
        try:
            return self._executor.submit(self._work, items)
        except BrokenExecutor as error:
            lost: Future[list[R | Exception]] = Future()
            lost.set_exception(error)
            return lost

    def _finished(self) -> Iterator[tuple[int, R | Exception]]:
        """Wait until something is done, and yield it for all places that it stands for."""
        done: set[Future[list[R | Exception]]] = set()
        while self._under_way and not done:
            # With a timeout: where a wait cannot be interrupted, Ctrl-C is heard between two.
            done = wait(self._under_way, timeout=0.1, return_when=FIRST_COMPLETED).done
        # As they were sent: what is lost is told after what was done before.
        for future in [sent for sent in self._under_way if sent in done]:
            keys = self._under_way.pop(future)
            results: list[R | Exception]
            try:
                results = future.result()
            except Exception as error:
                # The executor lost the chunk: whoever wants one of its results is told.
                results = [error] * len(keys)
            for key, result in zip(keys, results, strict=True):
                self._known[key] = result
                if len(self._known) > _REMEMBERED:
                    del self._known[next(iter(self._known))]
                for place in self._alike.pop(key):
                    yield place, result


def text_of(position: Position) -> Hashable:
    """Return what equal positions have in common; what is no position is like nothing else."""
    return str(position) if isinstance(position, Position) else object()


def work_of(position: Position) -> int:
    """Return the length of the hands as text, by which the work grows."""
    return sum(map(len, position.hands)) if isinstance(position, Position) else 0
