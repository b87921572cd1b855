"""Long work on many rows, cut into blocks: over threads, open to Ctrl-C, the same in any case."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from .errors import FiftykError, shown

MOST_THREADS: Final = 256
"""No more threads are begun, however many are asked for."""


def thread_count(threads: int) -> int:
    """Check a number of threads; `TypeError` for what is no int, `FiftykError` below 1."""
    threads = operator.index(threads)
    if threads < 1:
        raise FiftykError(f"threads cannot be {shown(threads)}: at least 1")
    return threads


Fault = tuple[int, str, str]
"""A bad row: which, of what, and what is wrong with it."""


class Stopped(BaseException):
    """Raised by work that looks at `stop` and finds it set."""


def in_blocks(
    work: Callable[[int, int], Fault | None],
    rows: int,
    size: int,
    threads: int = 1,
    stop: threading.Event | None = None,
) -> Fault | None:
    """Call `work(first, stop)` for all rows, `size` at a time, over a number of threads.

    `work` releases the GIL and returns `None`, or the first bad row. Then no more blocks are
    begun, and the lowest bad row of all is returned, whichever thread found it: blocks are begun in
    order, so every row before it has been looked at. Signals are handled between two blocks, so a
    block should take some milliseconds at most, or look at `stop` from time to time: it is set as
    soon as no more is wanted of any block, wherever an interrupt has come.
    """
    if rows <= size:
        return work(0, rows) if rows else None
    starts = iter(range(0, rows, size))
    lock = threading.Lock()
    bad: list[Fault] = []
    stop = stop or threading.Event()

    def worker() -> None:
        while not stop.is_set():
            with lock:
                first = next(starts, None)
            if first is None:
                return
            try:
                found = work(first, min(first + size, rows))
            except BaseException:
                stop.set()
                raise
            if found is not None:
                bad.append(found)
                stop.set()

    helpers = min(threads, MOST_THREADS, -(-rows // size)) - 1
    if helpers <= 0:
        worker()
        return min(bad, default=None)
    # The calling thread works, too: only the main thread handles signals, and not while it waits.
    with ThreadPoolExecutor(helpers) as pool:
        running: list[Future[None]] = []
        try:
            # Where the machine has no room for another thread, those that there are do the work.
            with suppress(RuntimeError):
                while len(running) < helpers:
                    running.append(pool.submit(worker))
            worker()
            for helper in running:
                helper.result()
        except Stopped:
            pass  # by a helper that failed; what it says is raised below
        except BaseException:
            stop.set()
            raise
    for helper in running:
        error = helper.exception()
        if error is not None and not isinstance(error, Stopped):
            raise error
    return min(bad, default=None)
