"""Bots from elsewhere: programs that speak the engine protocol, and classes by their names."""

from __future__ import annotations

import importlib
import inspect
import json
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import TIMEOUT_MAX, Thread
from typing import IO, Any, Final, Self

from ..errors import FiftykError, shown
from ..view import Decision, View
from .base import Bot

_PATIENCE: Final = 5.0
"""Seconds that a program has to end by itself once its input has ended."""

_LONGEST_LINE: Final = 1 << 20
"""The bytes of a line beyond which it is no answer,"""

_MOST_UNREAD: Final = 1000
"""and the lines that nobody has asked for beyond which nothing more is read."""


class BotError(FiftykError):
    """A program that plays has said something else than a decision, or nothing any more."""


class BotTimeout(BotError):
    """A program that plays has not answered in time."""


class Program:
    """A program that answers `choose` requests (docs/engine.md); started when it is first asked.

    After an error it is started anew.
    """

    def __init__(self, command: str | Sequence[str], seconds: float | None = None) -> None:
        """Take a command, in one string as a shell has it or in its parts; run without a shell.

        `seconds` is the time that it has for an answer. Raises `FiftykError` where there is no
        such program.
        """
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command or shutil.which(self.command[0]) is None:
            raise FiftykError(f"there is no program {shown(' '.join(self.command))}")
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._asked = 0

    def ask(self, view: View, seed: int) -> str:
        """Return what it decides.

        Raises `BotTimeout`, and `BotError` where it ends or does not answer as it should.
        """
        if self._process is None:
            self._start()
        self._asked += 1
        request = {"id": self._asked, "cmd": "choose", "view": view.to_dict(), "seed": seed}
        self._requests.put(json.dumps(request).encode() + b"\n")
        try:
            return self._read()
        except BotError:
            self._kill()
            raise

    def _start(self) -> None:
        process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._process = process
        self._requests, self._lines = SimpleQueue(), SimpleQueue()
        assert process.stdin is not None
        assert process.stdout is not None
        # Threads, for a program may leave a long request unread; select knows no pipes on Windows.
        feed = partial(_feed, process.stdin, self._requests)
        pump = partial(_pump, process.stdout, self._lines)
        for work in (feed, pump):
            Thread(target=work, daemon=True).start()

    def _read(self) -> str:
        try:
            limit = TIMEOUT_MAX if self.seconds is None else min(self.seconds, TIMEOUT_MAX)
            line = self._lines.get(timeout=limit)
        except Empty:
            raise BotTimeout(f"no answer within {self.seconds} s") from None
        if not line:
            raise BotError("the program has ended")
        try:
            answer: Any = json.loads(line)
        except (ValueError, RecursionError):
            raise BotError(f"no JSON: {shown(line.decode(errors='replace'))}") from None
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise BotError(f"no answer to request {self._asked}: {shown(answer)}")
        if not isinstance(answer.get("decision"), str):
            raise BotError(f"no decision: {shown(answer.get('error', answer))}")
        return str(answer["decision"])

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._requests.put(b"")
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End the program: its input ends, and soon afterwards, if need be, it is killed."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _feed(stream: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Write requests until an empty one comes, or until nobody reads them any more."""
    with suppress(OSError), stream:
        while request := requests.get():
            stream.write(request)
            stream.flush()


def _pump(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Hand lines on, and at the end an empty one; of one that is too long the beginning."""
    with stream:
        while line := stream.readline(_LONGEST_LINE):
            if line.strip():
                lines.put(line)
            # Whoever writes without end does not fill the memory.
            if len(line) == _LONGEST_LINE or lines.qsize() > _MOST_UNREAD:
                break
    lines.put(b"")


class ProgramBot:
    """A bot that asks a program; several may share one."""

    def __init__(self, program: Program, seed: int = 0) -> None:
        """Take a program, and the seed that goes with each request."""
        self._program = program
        self._seed = seed

    def choose(self, view: View) -> Decision:
        """Return what the program decides, as text."""
        return self._program.ask(view, self._seed)


def load(name: str) -> Callable[..., Bot]:
    """Return what makes bots, by its name, `module:Class`; a function does, too.

    Raises `FiftykError` where there is no such thing.
    """
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as err:
        raise FiftykError(f"there is no bot {shown(name)}: {err}") from None
    if not callable(found):
        raise FiftykError(f"{shown(name)} makes no bots: it cannot be called")
    return found  # type: ignore[no-any-return]


def made(factory: Callable[..., Bot], seed: int) -> Bot:
    """Make a bot, with a seed if the factory takes one."""
    try:
        inspect.signature(factory).bind(seed)
    except (TypeError, ValueError):
        return factory()
    return factory(seed)
