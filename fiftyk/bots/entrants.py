"""Who takes part in an arena: bots by name, objects, classes and programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from ..errors import FiftykError
from . import bot, bot_names
from .base import Bot
from .outside import Program, ProgramBot, load, made

Given = str | Bot | Callable[..., Bot] | Sequence[str]
"""A bot as an arena takes it: see `Entrant.read`."""

_PATH: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of an arena, in a form that other processes can take: made anew for each hand."""

    name: str
    kind: str
    """`named`, `path` (of a class in a module), `program`, `factory` or `object`."""
    what: Any

    @classmethod
    def read(cls, given: Given) -> Entrant:
        """Return the entrant that something stands for.

        Text is a name of `bot_names()`, options in brackets after it if need be; `module:Class`;
        or else a command that speaks the engine protocol. A list of text is a command in its parts.
        An object with `choose` plays as it is, all hands; of a class or a function a bot is made
        for each hand, with a seed if it takes an argument.

        Raises `FiftykError` for what cannot be found, and `TypeError`.
        """
        if isinstance(given, str):
            if given.partition("[")[0] in bot_names():
                bot(given)
                return cls(given, "named", given)
            if _PATH.fullmatch(given):
                load(given)
                return cls(given, "path", given)
            return cls._program(given)
        if isinstance(given, Sequence):
            if not given or not all(isinstance(part, str) for part in given):
                raise TypeError("a command is a list of str")
            return cls._program(given)
        if isinstance(given, type) or not hasattr(given, "choose"):
            if not callable(given):
                raise TypeError(f"a {type(given).__name__} is no bot: it has no choose()")
            return cls(getattr(given, "__name__", type(given).__name__), "factory", given)
        return cls(type(given).__name__, "object", given)

    @classmethod
    def _program(cls, command: str | Sequence[str]) -> Entrant:
        try:
            program = Program(command)
        except FiftykError as err:
            known = ", ".join(bot_names())
            raise FiftykError(f"{err}; the bots are {known}") from None
        return cls(" ".join(program.command), "program", tuple(program.command))


def read_all(given: Sequence[Given]) -> tuple[Entrant, ...]:
    """Return entrants with names of their own: of several alike the later ones are numbered."""
    found: list[Entrant] = []
    for one in given:
        entrant = Entrant.read(one)
        names = {other.name for other in found}
        number = 2
        name = entrant.name
        while name in names:
            name = f"{entrant.name} #{number}"
            number += 1
        found.append(Entrant(name, entrant.kind, entrant.what))
    return tuple(found)


@dataclass
class Bench:
    """Where the bots of entrants sit while hands are played; programs run until it is closed."""

    seconds: float | None
    """The time that a program has for a decision."""
    _programs: dict[str, Program] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)

    def bot(self, entrant: Entrant, seed: int) -> Bot:
        """Return a bot for a hand."""
        what: Any = entrant.what
        match entrant.kind:
            case "named":
                return bot(what, seed)
            case "path":
                return made(load(what), seed)
            case "factory":
                return made(what, seed)
            case "program":
                if entrant.name not in self._programs:
                    program = self._stack.enter_context(Program(what, self.seconds))
                    self._programs[entrant.name] = program
                return ProgramBot(self._programs[entrant.name], seed)
            case _:
                return what  # type: ignore[no-any-return]

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
