"""Files of records: read as a stream whatever their size, written whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import IO, Any, Final, Literal

from ..errors import FiftykError, RecordError, shown
from ..files import replacing
from ..hand import Hand
from .jsonl import read_json
from .record import Record
from .text import LONGEST, read_text

Form = Literal["text", "json"]
"""How records are written."""

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
Target = str | os.PathLike[str] | IO[str]

_Line = tuple[int, str | RecordError]
_SUFFIXES: Final = (".json", ".jsonl", ".ndjson")
_OBJECT: Final = re.compile(r"\ufeff?\s*\{\s*\"")


def read_records(
    source: Source, *, on_error: Callable[[RecordError], object] | None = None
) -> Iterator[Record]:
    """Read the records of a file, text or JSON Lines, one after the other.

    `source` is the name of a file, or a stream of text or of bytes in UTF-8. One record is in
    memory at a time, whatever the size of the file. Every hand is played again, and what its record
    states of it is checked.

    A record that cannot be read ends the reading with a `RecordError`, which names the line and,
    in text, the column. With `on_error` that is called with the error instead, and reading goes on
    with the next record. Raises `OSError` as `open` does, and `TypeError`.

    >>> import io, fiftyk as fk
    >>> hand = fk.Hand.deal(fk.rules("classic4"), seed=1)
    >>> text = fk.Record.of(hand).text()
    >>> [record.replay() == hand for record in fk.read_records(io.StringIO(text))]
    [True]
    """
    with _opened(source) as stream:
        for read in _read(_lines(stream)):
            if isinstance(read, Record):
                yield read
            elif on_error is None:
                raise read
            else:
                on_error(read)


def write_records(
    records: Iterable[Record | Hand],
    target: Target,
    *,
    form: Form | None = None,
    append: bool = False,
) -> int:
    """Write records to a file and return how many there were; a `Hand` is written as its record.

    `target` is the name of a file, or a stream of text. Without a `form` it is JSON Lines where the
    name ends in `.json`, `.jsonl` or `.ndjson`, else text. A file gets its name when it is written
    whole, so that nothing half-written is found under it, and until then what was there before
    stays; with `append` the records come after what is there, in its form, or are taken back.

    Raises `FiftykError` for a form that does not exist, `OSError` where the file cannot be written,
    `TypeError`, and what the iterator of the records raises.
    """
    if form not in (None, "text", "json"):
        raise FiftykError(f"a form of records is text or json, not {shown(form)}")
    if isinstance(target, str | os.PathLike):
        path = os.path.realpath(target)
        form = form or _form_of(path, append)
        with _appending(path) if append else _replacing(path) as (write, empty):
            return _write(records, lambda text: write(text.encode()), form, empty)
    if not hasattr(target, "write"):
        raise TypeError(f"records are written to a file, not to a {type(target).__name__}")
    return _write(records, target.write, form or "text", True)


def _write(
    records: Iterable[Record | Hand], write: Callable[[str], object], form: Form, empty: bool
) -> int:
    count = 0
    for count, record in enumerate(records, 1):
        record = Record.of(record) if isinstance(record, Hand) else record
        if not isinstance(record, Record):
            raise TypeError(f"a Record or a Hand is written, not a {type(record).__name__}")
        if form == "json":
            write(record.json() + "\n")
        else:
            write(("" if empty and count == 1 else "\n") + record.text())
    return count


def _form_of(path: str, append: bool) -> Form:
    """Tell in what form to write: as the file is where it goes on, else by its name."""
    if append and os.path.isfile(path) and os.path.getsize(path):
        with open(path, "rb") as stream:
            return "json" if _is_json(next(_written(_lines(stream)), (0, ""))[1]) else "text"
    return "json" if path.lower().endswith(_SUFFIXES) else "text"


# ---- reading ----


def _opened(source: Source) -> AbstractContextManager[IO[Any]]:
    if isinstance(source, str | os.PathLike):
        return open(source, "rb")
    if not hasattr(source, "readline"):
        raise TypeError(f"records are read from a file, not from a {type(source).__name__}")
    return nullcontext(source)


def _read(lines: Iterator[_Line]) -> Iterator[Record | RecordError]:
    """Read lines as what the first one is that is not empty."""
    lines = _written(lines)
    for first in lines:
        read = read_json if _is_json(first[1]) else read_text
        yield from read(chain([first], lines))


def _written(lines: Iterator[_Line]) -> Iterator[_Line]:
    """Leave out the empty lines at the beginning."""
    for line in lines:
        if isinstance(line[1], RecordError) or line[1].strip("\ufeff \t\r\n"):
            yield line
            yield from lines


def _is_json(line: str | RecordError) -> bool:
    # Comments in braces may begin a text, but seldom with a quotation mark.
    return isinstance(line, str) and _OBJECT.match(line) is not None


def _lines(stream: IO[Any]) -> Iterator[_Line]:
    """Give the lines with their numbers, as text."""
    number = 0
    while raw := stream.readline(LONGEST):
        number += 1
        end = "\n" if isinstance(raw, str) else b"\n"
        if len(raw) >= LONGEST and not raw.endswith(end):
            while (rest := stream.readline(LONGEST)) and not rest.endswith(end):
                pass
            yield number, RecordError(f"a line of more than {LONGEST:,} characters", number)
            continue
        try:
            yield number, raw if isinstance(raw, str) else raw.decode("utf-8")
        except UnicodeDecodeError as err:
            byte = f"byte 0x{raw[err.start]:02x} at {err.start + 1}"
            yield number, RecordError(f"no text: {byte} is not UTF-8", number)


# ---- writing ----

_Writer = tuple[Callable[[bytes], object], bool]


@contextmanager
def _replacing(path: str) -> Iterator[_Writer]:
    with replacing(path) as stream:
        yield stream.write, True


@contextmanager
def _appending(path: str) -> Iterator[_Writer]:
    """Give what writes at the end of a file, and whether it is empty; what fails is taken back."""
    with open(path, "ab+", buffering=0) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            yield lambda data: _write_all(stream, data), True
            return
        size = stream.seek(0, os.SEEK_END)
        try:
            if size:
                stream.seek(-1, os.SEEK_END)
                if stream.read(1) != b"\n":
                    _write_all(stream, b"\n")
            yield lambda data: _write_all(stream, data), not size
            os.fsync(stream.fileno())
        except BaseException:
            stream.truncate(size)
            raise


def _write_all(stream: IO[bytes], data: bytes) -> None:
    while data:
        data = data[stream.write(data) :]
