"""Reads the positions that a command is given: arguments, files, or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import click

import fiftyk as fk

# A full flush2 deal takes 220 bytes; whatever is longer than this is no position.
_LONGEST_LINE = 1 << 20


class InputError(fk.FiftykError):
    """A line that is not even text, or not JSON where it looks like that."""


class Line(NamedTuple):
    """A line of input, with the position on it or what is wrong with it."""

    file: str | None
    """The file, `-` for standard input, where there are several arguments; else `None`."""
    number: int
    """From 1 in each file; of several positions as arguments, which argument."""
    read: fk.Position | fk.FiftykError


def positions(arguments: Sequence[str]) -> Iterator[Line]:
    """Read positions, one a line, as they come in; what is wrong with a line is handed on too.

    Raises `click.UsageError`, before anything is read, for an argument that cannot be one.
    """
    sources = [(argument, _is_file(argument)) for argument in arguments]
    several = len(sources) > 1
    for place, (argument, is_file) in enumerate(sources, 1):
        for number, read in _read(_lines(argument, is_file)):
            named = several and (is_file or argument == "-")
            yield Line(
                argument if named else None, place if several and not named else number, read
            )


def _read(
    lines: Iterator[tuple[int, str | InputError]],
) -> Iterator[tuple[int, fk.Position | fk.FiftykError]]:
    for number, raw in lines:
        text = raw.rstrip("\r\n") if isinstance(raw, str) else ""
        if isinstance(raw, InputError):
            yield number, raw
        elif text.strip() and not text.lstrip().startswith("#"):
            try:
                yield number, _position(text)
            except fk.FiftykError as err:
                yield number, err


def _position(text: str) -> fk.Position:
    if not text.lstrip().startswith("{"):
        return fk.Position.parse(text)
    try:
        data: Any = json.loads(text)
    except json.JSONDecodeError as err:
        raise InputError(f"no JSON: {err.msg} (column {err.colno})") from None
    except ValueError:
        raise InputError("no position: a number of too many digits") from None
    except RecursionError:
        raise InputError("no position: JSON nested too deeply") from None
    # Lines of questions and answers hold their position beside other things.
    inner = data.get("position")
    return fk.Position.from_dict(inner if isinstance(inner, dict) else data)


def _is_file(argument: str) -> bool:
    """Tell whether an argument is a file; one that is no position either is a mistake."""
    if argument == "-":
        if sys.stdin is None:
            raise click.UsageError("there is no standard input")
        return False
    path = Path(argument)
    if argument and _exists(path):
        try:
            path.open("rb").close()
        except OSError as err:
            raise click.UsageError(f"{path}: {err.strerror}") from None
        return True
    if len(argument.split()) < 2 and not argument.lstrip().startswith("{"):
        raise click.UsageError(
            f"{argument[:200]!r} is no file, and no position, which has rules and hands"
        )
    return False


def _lines(argument: str, is_file: bool) -> Iterator[tuple[int, str | InputError]]:
    if argument == "-":
        yield from _decoded(sys.stdin.buffer)
    elif is_file:
        with open(argument, "rb") as stream:
            yield from _decoded(stream)
    else:
        yield from enumerate(argument.split("\n"), 1)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a text too long for a name, or one with a NUL
        return False


def _decoded(stream: IO[bytes]) -> Iterator[tuple[int, str | InputError]]:
    number = 0
    while raw := stream.readline(_LONGEST_LINE):
        number += 1
        if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
            while (rest := stream.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield number, InputError(f"no position: longer than {_LONGEST_LINE:,} bytes")
            continue
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        try:
            yield number, raw.decode("utf-8")
        except UnicodeDecodeError as err:
            byte = f"byte 0x{raw[err.start]:02x} at {err.start + 1}"
            yield number, InputError(f"no text: {byte} is not UTF-8")
