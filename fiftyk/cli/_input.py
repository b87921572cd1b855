"""Reads the positions that a command is given: an argument, a file, or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click

import fiftyk as fk

# A full flush2 deal takes 220 bytes; whatever is longer than this is no position.
_LONGEST_LINE = 1 << 20


class InputError(fk.FiftykError):
    """A line that is not even text, or not JSON where it looks like that."""


Line = tuple[int, fk.Position | fk.FiftykError]
"""The number of a line, from 1, with the position or what is wrong with it."""


def positions(argument: str) -> Iterator[Line]:
    """Read positions, one a line, as they come in; what is wrong with a line is handed on too."""
    for number, raw in _lines(argument):
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


def _lines(argument: str) -> Iterator[tuple[int, str | InputError]]:
    if argument == "-":
        if sys.stdin is None:
            raise click.UsageError("there is no standard input")
        yield from _decoded(sys.stdin.buffer)
        return
    path = Path(argument)
    if argument and _exists(path):
        try:
            stream = path.open("rb")
        except OSError as err:
            raise click.UsageError(f"{path}: {err.strerror}") from None
        with stream:
            yield from _decoded(stream)
    elif len(argument.split()) > 1 or argument.lstrip().startswith("{"):
        yield from enumerate(argument.split("\n"), 1)
    else:
        raise click.UsageError(
            f"{argument[:200]!r} is no file, and no position, which has rules and hands"
        )


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
