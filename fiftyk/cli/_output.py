"""Writes answers: tables for people or JSON for programs, errors, and progress."""

from __future__ import annotations

import enum
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

import fiftyk as fk
from fiftyk.lang import retell, speak, tr

from ._input import Line, positions
from ._journal import Journal

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

FAILED = 1
LIMIT_RAN_OUT = 3

# Where no terminal sets a width, tables are as wide as they need to be.
_NO_TERMINAL_WIDTH = 1000
# Tables are laid out as a whole; very long ones go out in parts of this many rows.
_ROWS_AT_ONCE = 1000


def _speak_to_programs(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    """JSON is for programs: whatever words are in it are English."""
    if value:
        speak("en")
    return value


def json_flag(help_: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --json with a help of its own."""
    return click.option("--json", "as_json", is_flag=True, callback=_speak_to_programs, help=help_)


json_option = json_flag("Write one JSON object for each line of input.")


def complete_file(ctx: click.Context, param: click.Parameter, word: str) -> list[CompletionItem]:
    """Leave it to the shell to complete the names of files."""
    return [CompletionItem(word, type="file")]


position_argument = click.argument(
    "positions", metavar="POSITION...", nargs=-1, required=True, shell_complete=complete_file
)


def examples(*lines: str) -> str:
    """Return the end of a help text, with lines as they are."""
    return "\n".join(
        ["\b", "Example:" if len(lines) == 1 else "Examples:", *map("  {}".format, lines)]
    )


@dataclass
class Answer:
    """What a command has to say about one position or question."""

    data: dict[str, Any]
    show: Callable[[], Iterable[RenderableType]]
    status: int = 0


def answer_positions(
    arguments: Sequence[str],
    as_json: bool,
    work: Callable[[fk.Position, int], Answer],
    journal: Journal | None = None,
) -> int:
    """Answer for every position of the arguments and return the exit status.

    With a journal the answers go there, but for those that it has already.
    """
    return answer_lines(((line, work) for line in positions(arguments)), as_json, journal)


def answer_lines(
    lines: Iterable[tuple[Line, Callable[[fk.Position, int], Answer]]],
    as_json: bool,
    journal: Journal | None,
) -> int:
    """Do as `answer_positions`, where each line comes with what answers for its position."""
    statuses = {0}
    for (file, number, read), work in lines:
        ask = partial(_work_on, read, number, work)
        if journal is not None:
            ask = partial(_note, ask, read, journal, file, number)
        statuses.add(answer_one(number, as_json, ask, file))
    return FAILED if FAILED in statuses else max(statuses)


def _work_on(
    read: fk.Position | fk.FiftykError, number: int, work: Callable[[fk.Position, int], Answer]
) -> Answer:
    if isinstance(read, fk.FiftykError):
        raise read
    answer = work(read, number)
    answer.data = {"position": str(read), **answer.data}
    return answer


def _note(
    ask: Callable[[], Answer],
    read: fk.Position | fk.FiftykError,
    journal: Journal,
    file: str | None,
    number: int,
) -> Answer:
    """Answer into a journal, and show nothing."""
    known = None
    if isinstance(read, fk.Position):
        known = journal.known(file, number, read)
    if known is not None:
        return Answer(known, list, 0 if known.get("status") == "proved" else LIMIT_RAN_OUT)
    answer = ask()
    journal.add({**_where(file, number), **answer.data})
    return Answer(answer.data, list, answer.status)


def _where(file: str | None, number: int) -> dict[str, Any]:
    return {"line": number} if file is None else {"file": file, "line": number}


def answer_one(
    number: int, as_json: bool, ask: Callable[[], Answer], file: str | None = None
) -> int:
    """Answer one question, or report why it has no answer, and return the exit status."""
    where = _where(file, number)
    try:
        answer = ask()
    except (fk.FiftykError, MemoryError) as err:
        said = tr("line {number}: {message}", number=number, message=told(err))
        report(err, as_json, where, said)
        return FAILED
    if as_json:
        write_json({**where, **answer.data})
    else:
        write(answer.show())
    return answer.status


def report(err: Exception, as_json: bool, where: dict[str, Any], said: str) -> None:
    """Write what is wrong: as JSON where answers are, else in words on standard error."""
    if as_json:
        write_json({**where, "error": error_object(err)})
        return
    if sys.stdout:
        sys.stdout.flush()
    click.echo(f"{where['file']}: {said}" if "file" in where else said, err=True)


def write_json(data: dict[str, Any]) -> None:
    """Write one line of JSON, at once, for programs that wait for it."""
    click.echo(json.dumps(data))


def write(renderables: Iterable[RenderableType]) -> None:
    """Write what rich can show."""
    from rich.console import Console

    terminal = bool(sys.stdout) and sys.stdout.isatty()
    colored = _colored(terminal)
    console = Console(
        force_terminal=colored,
        color_system="standard" if colored else None,
        no_color=not colored,
        markup=False,
        emoji=False,
        highlight=False,
        width=None if terminal else _NO_TERMINAL_WIDTH,
    )
    for each in renderables:
        # Caught and written here, so that a reader that has gone is dealt with in one place.
        with console.capture() as caught:
            console.print(each)
        text = caught.get()
        text = "\n".join(line.rstrip() for line in text.split("\n"))
        click.echo(text, nl=False, color=colored)


def _colored(terminal: bool) -> bool:
    """Tell whether to colour: as --color says, else on a terminal that nobody wants it off."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def tables(
    columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[RenderableType]]
) -> Iterator[Table]:
    """Lay out rows under columns, each with an English heading and `left` or `right`."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    for start in range(0, max(len(rows), 1), _ROWS_AT_ONCE):
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading, side in columns:
            table.add_column(tr(heading), justify="right" if side == "right" else "left")
        for row in rows[start : start + _ROWS_AT_ONCE]:
            table.add_row(*row)
        yield table


def move_object(move: fk.Move) -> dict[str, Any]:
    """Return a move as JSON has it."""
    return {
        "play": str(move),
        "kind": move.kind,
        "n": move.n,
        "rank": move.rank,
        "cards": move.cards,
    }


def error_object(err: Exception) -> dict[str, Any]:
    """Return an error as JSON has it: its type, its message, and the data that it carries."""
    data = {name: _plain(value) for name, value in vars(err).items() if value is not None}
    return {"type": type(err).__name__, **data, "message": _message(err)}


def _message(err: Exception) -> str:
    return "not enough memory" if isinstance(err, MemoryError) else str(err)


def told(err: Exception) -> str:
    """Say what is wrong in the language of the reader."""
    # A position may have several faults, also where a record holds it.
    position = err.__cause__ if isinstance(err, fk.RecordError) else err
    if isinstance(position, fk.PositionError) and position.details:
        first, *more = position.details
        before = str(err).removesuffix(str(position))
        return tr("; ").join([retell(before + first), *map(retell, more)])
    return retell(_message(err))


def _plain(value: Any) -> Any:
    if isinstance(value, enum.Flag):
        return [flag.name for flag in value]
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, int | str) else str(value)


@dataclass
class Ticker:
    """A line on a terminal that says how far something has come; nothing without a terminal."""

    label: str
    shown: bool = field(default_factory=lambda: bool(sys.stderr) and sys.stderr.isatty())
    _width: int = 0
    _next: float = 0.0

    def __call__(self, text: str) -> None:
        """Show a text, at most ten times a second."""
        now = time.monotonic()
        if self.shown and now >= self._next:
            self._next = now + 0.1
            self._write(f"{self.label}: {text}")

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._write("")
            click.echo("\r", nl=False, err=True)
            self._width = 0

    def _write(self, text: str) -> None:
        click.echo(f"\r{text.ljust(self._width)}", nl=False, err=True)
        self._width = len(text)


@contextmanager
def ticking(label: str) -> Iterator[Ticker]:
    """Give a ticker, and clear it whatever happens."""
    ticker = Ticker(label)
    try:
        yield ticker
    finally:
        ticker.clear()
