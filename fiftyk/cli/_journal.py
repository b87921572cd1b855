"""A file of answers that a run adds to, and that a later run takes up where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

import fiftyk as fk
from fiftyk.lang import tr

_BEGINNINGS = (b'{"line": ', b'{"file": ')


class Journal:
    """Answers as JSON, one a line, added as they come.

    What is there already is known, but for a line that was cut off in the middle, which is dropped.
    Raises `click.UsageError` for a file that cannot be used, or that holds something else, which is
    then left as it is.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            Path(path).touch()
            text = Path(path).read_bytes()
        except OSError as err:
            raise click.UsageError(f"{path}: {err.strerror}") from None
        *whole, rest = text.split(b"\n")
        self._known = dict(self._read(number, line) for number, line in enumerate(whole, 1))
        if not any(rest.startswith(each[: len(rest)]) for each in _BEGINNINGS):
            raise self._wrong(len(whole) + 1)
        # Unbuffered: a line is written at once.
        self._file = Path(path).open("r+b", buffering=0)  # noqa: SIM115  closed by close()
        self._file.truncate(len(text) - len(rest))
        self._file.seek(0, 2)

    def _read(self, number: int, line: bytes) -> tuple[tuple[str | None, int], dict[str, Any]]:
        try:
            data = json.loads(line)
            return (data.get("file"), int(data["line"])), data
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self._wrong(number) from None

    def _wrong(self, number: int) -> click.UsageError:
        said = tr(
            "{path}, line {number}: no answer of an earlier run", path=self.path, number=number
        )
        return click.UsageError(said)

    def has(self, file: str | None, number: int) -> bool:
        """Tell whether there is an answer for a line."""
        return (file, number) in self._known

    def known(self, file: str | None, number: int, position: fk.Position) -> dict[str, Any] | None:
        """Return the answer for a line. Raises `FiftykError` where it is for another position."""
        data = self._known.get((file, number))
        if data is not None and data.get("position") != str(position):
            raise fk.FiftykError(f"{self.path} has the answer for another position here")
        return data

    def add(self, data: dict[str, Any]) -> None:
        """Add an answer."""
        self._file.write(json.dumps(data).encode() + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()
