"""perft and divide: how many sequences of moves a position has (`RULES.md` section 11)."""

from __future__ import annotations

import operator
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from . import _perft
from ._core import Move, Position
from .blocks import MOST_THREADS, Stopped, in_blocks, thread_count
from .errors import FiftykError, shown

MAX_DEPTH: Final = 432
"""No hand is longer: at most 108 plays, each followed by at most three passes."""

_TASKS_A_THREAD: Final = 8
_REPORT_EVERY: Final = 0.04  # seconds


def perft(
    position: Position,
    depth: int,
    faces: bool = False,
    *,
    bulk: bool = True,
    threads: int = 1,
    table_mb: float = 0,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Count the sequences of exactly `depth` moves from a position (`RULES.md` section 11).

    A sequence that ends the hand earlier does not count. One play of each class is followed, or
    every play with `faces=True`. With `bulk` the moves of the last ply are counted in closed form;
    without it each is made. `threads` share the work, of which more than 256 are not begun. With
    `table_mb` each thread keeps counts of positions in a table of that size (in units of 2**20
    bytes), by 128-bit signatures. `progress` is called some twenty times a second with the number
    of sequences counted so far, in whole subtrees. The GIL is released; Ctrl-C works.

    Raises `FiftykError` for a depth below 0 or above `MAX_DEPTH`, for no threads and for a table
    below 0, `TypeError` for what is no number, and `MemoryError` where a position may have more
    moves than the memory holds, or the table cannot be had.

    >>> import fiftyk as fk
    >>> fk.perft(fk.Position.parse("classic4 3h4s/5s/6c/7d 0"), 2)
    4
    """
    depth = _checked(position, depth)
    return _counts([position], depth, faces, bulk, threads, table_mb, progress)[0]


def divide(
    position: Position,
    depth: int,
    faces: bool = False,
    *,
    bulk: bool = True,
    threads: int = 1,
    table_mb: float = 0,
    progress: Callable[[int], object] | None = None,
) -> dict[Move, int]:
    """Return `perft(depth - 1)` after each legal move; their sum is `perft(depth)`.

    The arguments are those of `perft`, and the moves are in the order of `legal_moves`: one a class
    (`RULES.md` section 11), or every play. Raises as `perft` does, and `FiftykError`
    for depth 0, which no move divides.
    """
    depth = _checked(position, depth)
    if depth == 0:
        raise FiftykError("depth 0 has no moves to divide by")
    children = dict(_children(position.copy(), faces))
    below = list(children.values())
    counts = _counts(below, depth - 1, faces, bulk, threads, table_mb, progress)
    return dict(zip(children, counts, strict=True))


def _checked(position: Position, depth: int) -> int:
    """Check what is counted from, and how deep."""
    if not isinstance(position, Position):
        raise TypeError(f"a Position is counted from, not a {type(position).__name__}")
    depth = operator.index(depth)
    if not 0 <= depth <= MAX_DEPTH:
        raise FiftykError(f"depth {shown(depth)}: a hand has 0 to {MAX_DEPTH} moves")
    return depth


def _counts(
    roots: list[Position],
    depth: int,
    faces: bool,
    bulk: bool,
    threads: int,
    table_mb: float,
    progress: Callable[[int], object] | None,
) -> list[int]:
    """Count from each of some positions; the threads share all of the work."""
    threads = thread_count(threads)
    if not table_mb >= 0:
        raise FiftykError(f"a table of {shown(table_mb)} MB")
    if table_mb * 2**20 >= 2**63:
        raise MemoryError(f"a table of {shown(table_mb)} MB")
    size = int(table_mb * 2**20)
    if threads == 1 and progress is None:
        table = _perft.PerftTable(size)
        return [_perft.perft(root, depth, faces, bulk, table, None) for root in roots]
    counts = [0] * len(roots)
    stop = threading.Event()
    told = time.monotonic()
    worker = threading.local()
    lock = threading.Lock()

    def report(_: object = None) -> None:
        nonlocal told
        if stop.is_set():
            raise Stopped
        with lock:
            if progress is not None and time.monotonic() - told >= _REPORT_EVERY:
                told = time.monotonic()
                progress(sum(counts))

    def count(first: int, _: int) -> None:
        # A count that takes less time than lies between two reports makes none.
        report()
        if not hasattr(worker, "table"):
            worker.table = _perft.PerftTable(size)
        root, below, left = tasks[first]
        leaves = _perft.perft(below, left, faces, bulk, worker.table, report)
        with lock:
            counts[root] += leaves

    tasks = _split(roots, depth, faces, _TASKS_A_THREAD * min(threads, MOST_THREADS))
    in_blocks(count, len(tasks), 1, threads, stop)
    return counts


def _children(position: Position, faces: bool) -> Iterator[tuple[Move, Position]]:
    """Yield each legal move and the position after it."""
    for move in position.legal_moves(faces):
        child = position.copy()
        child.push(move)
        yield move, child


def _split(
    roots: list[Position], depth: int, faces: bool, least: int
) -> list[tuple[int, Position, int]]:
    """Split counts into at least so many counts of positions below, where there are as many.

    Of each it says for which of the roots it is, and how deep.
    """
    # Copies, as other threads may go on with the given ones.
    tasks = [(root, position.copy(), depth) for root, position in enumerate(roots)]
    while len(tasks) < least and tasks and tasks[0][2] > 3:
        tasks = [(root, child, d - 1) for root, p, d in tasks for _, child in _children(p, faces)]
    return tasks
