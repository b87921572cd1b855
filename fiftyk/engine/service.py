"""Reads requests from a stream, works on them in threads, and writes the answers as they come."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from . import messages as m
from .answers import Job, Refused, answer, id_of, read

LONGEST_LINE: Final = 1 << 20
"""The bytes of a line beyond which it is no request; a full deal takes some hundred."""

_ROOM: Final = 1 << 28
"""The bytes of unanswered requests beyond which nothing more is read until some are answered,"""

_OVERHEAD: Final = 1 << 10
"""each with so many for what is kept of it beside its line."""

_WORK: Final = (m.Solve, m.Perft, m.Choose)
"""What may take long; everything else has a thread of its own and need not wait for it."""

_log = logging.getLogger(__name__)


class Line(NamedTuple):
    """A line of input without its end; of one that is too long, the beginning."""

    number: int
    text: bytes
    whole: bool


def lines(chunks: Iterator[bytes]) -> Iterator[Line]:
    """Put a stream together to lines, and leave out empty ones."""
    number = 0
    rest = bytearray()
    cut = False
    for chunk in chunks:
        *ended, last = chunk.split(b"\n")
        for part in ended:
            number += 1
            rest += part
            if rest.strip():
                yield Line(
                    number, bytes(rest[:LONGEST_LINE]), len(rest) <= LONGEST_LINE and not cut
                )
            rest.clear()
            cut = False
        rest += last
        if len(rest) > LONGEST_LINE:
            # Kept for its id; what comes before its end is dropped.
            del rest[LONGEST_LINE:]
            cut = True
    if rest.strip():
        yield Line(number + 1, bytes(rest), not cut)


class Service:
    """An engine at work.

    `write` is given each line to write, in one thread at a time; what it raises ends the service,
    and `run` raises it. `threads` is how many requests are worked on at once.
    """

    def __init__(self, write: Callable[[bytes], object], threads: int = 1) -> None:
        self._write_line = write
        self._writing = Lock()
        # Guards all below, and is notified when any of it changes.
        self._changed = Condition()
        # Tells `run`, which a Ctrl-C may throw out of any line: a lock would be left as it is then.
        self._news: SimpleQueue[None] = SimpleQueue()
        # What takes long and is not answered yet, in order; nothing else can be stopped.
        self._jobs: dict[Job, None] = {}
        self._size = 0
        self._ended = False
        self._closing = False
        self._bye: m.Bye | None = None
        self._failure: BaseException | None = None
        self._workers = ThreadPoolExecutor(threads, "work")
        self._quick = ThreadPoolExecutor(1, "quick")

    def run(self, chunks: Iterator[bytes], gone: Callable[[], bool] = lambda: False) -> None:
        """Answer all requests of a stream, and return when the last answer is written.

        At the end of input what was asked is answered first; after `quit` nothing more is read,
        and what is under way is stopped. `gone` tells whether nobody will read the answers any
        more, and is asked while the last ones are waited for. Raises what `write` raises.
        """
        try:
            # From here on something may be under way, which is stopped whatever happens.
            for executor in (self._workers, self._quick):
                # At least one thread of each, or none of this.
                executor.submit(int)
            Thread(target=self._take_all, args=(chunks,), daemon=True).start()
            while not self._done():
                with suppress(Empty):
                    self._news.get(timeout=0.5 if self._ended else None)
                if self._ended and self._failure is None and gone():
                    self._fail(BrokenPipeError())
        finally:
            with self._changed:
                self._closing = True
                self.stop()
            for executor in (self._workers, self._quick):
                executor.shutdown(cancel_futures=self._failure is not None)
        if self._failure is not None:
            raise self._failure
        if self._bye is not None:
            self._write(self._bye)

    def _tell(self) -> None:
        """Wake whoever waits for a change; called by who holds the lock."""
        self._changed.notify_all()
        self._news.put(None)

    def _done(self) -> bool:
        idle = self._ended and self._size == 0
        return idle or self._failure is not None or self._bye is not None

    def stop(self, target: m.Id | None = None) -> list[m.Id]:
        """Let what takes long end, all of it or the requests of an id; return their ids."""
        with self._changed:
            chosen = [job for job in self._jobs if target is None or job.request.id == target]
            for job in chosen:
                job.stopped = True
        return [job.request.id for job in chosen]

    # -- in the thread that reads

    def _take_all(self, chunks: Iterator[bytes]) -> None:
        try:
            for line in lines(chunks):
                self._take(line)
                if self._failure is not None or self._bye is not None:
                    return
        except BaseException as err:
            self._fail(err)
        finally:
            with self._changed:
                self._ended = True
                self._tell()

    def _take(self, line: Line) -> None:
        try:
            if not line.whole:
                raise Refused("too_long", f"a line of more than {LONGEST_LINE} bytes")
            request, ignored = read(line.text)
        except Refused as refused:
            found = id_of(line.text)
            number = line.number if found is None else UNSET
            self._say(m.Failure(id=found, error=refused.problem, line=number), line)
            return
        if isinstance(request, m.Quit):
            with self._changed:
                self._bye = m.Bye(id=request.id, ignored=ignored or UNSET)
                self._tell()
        elif isinstance(request, m.Stop):
            stopped = self.stop(request.target)
            self._say(m.Stopped(id=request.id, stopped=stopped, ignored=ignored or UNSET), line)
        else:
            job = Job(request, ignored, self._write)
            if isinstance(request, _WORK):
                with self._changed:
                    self._jobs[job] = None
                    job.stopped = self._closing
                self._queue(self._workers, line, partial(self._work, job))
            else:
                self._queue(self._quick, line, partial(self._work, job))

    def _say(self, message: msgspec.Struct, line: Line) -> None:
        self._queue(self._quick, line, partial(self._write, message))

    def _queue(self, executor: ThreadPoolExecutor, line: Line, work: Callable[[], None]) -> None:
        """Leave something to a thread, once there is room for it."""
        size = len(line.text) + _OVERHEAD
        with self._changed:
            self._changed.wait_for(lambda: self._size < _ROOM or self._failure is not None)
            self._size += size
        # Where no thread more can be begun, those that there are do the work.
        with suppress(RuntimeError):
            executor.submit(self._do, size, work)

    # -- in the threads that work

    def _do(self, size: int, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as err:
            self._fail(err)
        with self._changed:
            self._size -= size
            self._tell()

    def _work(self, job: Job) -> None:
        began = time.monotonic()
        try:
            self._write(answer(job))
        finally:
            with self._changed:
                self._jobs.pop(job, None)
        name, ms = type(job.request).__name__.lower(), 1000 * (time.monotonic() - began)
        _log.info("%s %s: %.1f ms", name, job.request.id, ms)

    def _write(self, message: msgspec.Struct) -> None:
        line = msgspec.json.encode(message) + b"\n"
        with self._writing:
            if self._failure is None:
                try:
                    self._write_line(line)
                except BaseException as err:
                    self._fail(err)

    def _fail(self, err: BaseException) -> None:
        with self._changed:
            self._failure = self._failure or err
            self._tell()
