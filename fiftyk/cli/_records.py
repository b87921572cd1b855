"""Records of hands as the input of a command."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import click

import fiftyk as fk

from ._output import complete_file, report, told


class Records:
    """The records of files, `-` for standard input, one after the other; bad ones are reported.

    `failed` tells afterwards whether there were any.
    """

    def __init__(
        self, files: Sequence[str], as_json: bool = False, only: int | None = None
    ) -> None:
        """Take the names of files, and which hand of each is wanted alone.

        Raises `click.UsageError` for a file that cannot be opened.
        """
        self.files = files
        self.as_json = as_json
        self.only = only
        self.failed = False
        # Of one file the name need not be told.
        self._named = len(files) > 1
        self._where: dict[str, Any] = {}
        for file in files:
            _check(file)

    def __iter__(self) -> Iterator[tuple[dict[str, Any], fk.Record]]:
        """Give each record with where it is: its number in its file, and the file's name.

        Raises `click.ClickException` where there is no hand of the number that is wanted.
        """
        found = self.only is None
        for file in self.files:
            self._where = {"file": file} if self._named else {}
            source: str | IO[bytes] = sys.stdin.buffer if file == "-" else file
            for number, record in enumerate(fk.read_records(source, on_error=self._fail), 1):
                if self.only in (None, number):
                    found = True
                    yield {**self._where, "record": number}, record
        if not found:
            raise click.ClickException(f"there is no hand {self.only}")

    def _fail(self, err: fk.RecordError) -> None:
        self.fail(err, {**self._where, "line": err.line}, told(err))

    def fail(self, err: Exception, where: dict[str, Any], said: str) -> None:
        """Report that something is wrong with a record."""
        self.failed = True
        report(err, self.as_json, where, said)


def _check(file: str) -> None:
    if file == "-":
        if sys.stdin is None:
            raise click.UsageError("there is no standard input")
        return
    try:
        Path(file).open("rb").close()
    except (OSError, ValueError) as err:
        what = err.strerror if isinstance(err, OSError) else err
        raise click.UsageError(f"{file[:200]}: {what}") from None


hand_option = click.option(
    "--hand", "only", type=click.IntRange(min=1), metavar="N", help="Show the N-th hand alone."
)

records_argument = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file
)
