"""Many positions solved side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from os import cpu_count
from typing import TypeVar

from ._core import Position
from .blocks import in_order
from .solution import Solution
from .solve import solve

T = TypeVar("T")


def solve_many(
    positions: Iterable[Position],
    executor: Executor | None = None,
    objective: str | None = None,
    seat: int | None = None,
    all_moves: bool = False,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float | None = None,
) -> Iterator[Solution]:
    """Solve many positions at once and yield their solutions in order.

    Arguments are as for `solve`, for each position by itself. Works through any
    `concurrent.futures.Executor`, by default a thread for each processor, and reads `positions`
    only a little ahead of what was yielded. Raises as `solve` does, when it comes to the position.
    """
    one = partial(
        solve,
        objective=objective,
        seat=seat,
        all_moves=all_moves,
        nodes=nodes,
        seconds=seconds,
        memory_mb=memory_mb,
    )
    # Copies: the caller may go on playing with a position that has been taken.
    taken = (p.copy() if isinstance(p, Position) else p for p in positions)
    if executor is not None:
        yield from in_order(executor, one, taken)
        return
    stopped = False

    def look(_: object) -> None:
        if stopped:
            raise KeyboardInterrupt

    with _Threads(cpu_count()) as threads:
        try:
            yield from in_order(threads, partial(one, progress=look), taken)
        finally:
            # After Ctrl-C, or when nobody wants more: what is under way ends at its next report.
            stopped = True


class _Threads(ThreadPoolExecutor):
    """Threads for which there may be no room, which is no error of the caller's."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        try:
            return super().submit(fn, *args, **kwargs)
        except RuntimeError as error:
            raise MemoryError(str(error)) from None
