"""A hand as it is kept on file: the hand itself, and what people say about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final, NoReturn

from ..errors import FiftykError, RecordError, shown
from ..hand import Hand
from ..rules import RuleSet
from ..settlement import Result
from .contents import NAMES

# What no line of text can hold: control characters, separators of lines, lone surrogates.
_UNWRITABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NAME: Final = re.compile(r"[^\W\d]\w*")


class Record:
    """A hand with the names of its players, tags and comments: an immutable value.

    The hand may be over or not, and may have begun with its deal or in the middle of the play.
    Two records are equal where their text is.

    >>> import fiftyk as fk
    >>> hand = fk.Hand.from_position(fk.Position.parse("classic4 3h4s/6c/-/Ah2s 0 - 0 0,0,0,0 2"))
    >>> hand.apply("4s")
    >>> print(fk.Record.of(hand, Event="Test"), end="")
    [Rules "classic4"]
    [Position "classic4 3h4s/6c/-/Ah2s 0 - 0 0,0,0,0 2"]
    [Result "*"]
    [Event "Test"]
    <BLANKLINE>
    0: 4s
    *
    """

    __slots__ = ("_comments", "_hand", "_seats", "_tags")

    _hand: Hand
    _seats: tuple[str, ...]
    _tags: tuple[tuple[str, str], ...]
    _comments: tuple[tuple[int, str], ...]

    def __init__(self) -> None:
        raise TypeError("a record is made by Record.of, Record.parse or read_records")

    @classmethod
    def of(
        cls,
        hand: Hand,
        /,
        *,
        seats: Sequence[str] = (),
        comments: Iterable[tuple[int, str]] = (),
        **tags: str,
    ) -> Record:
        """Make the record of a hand as it is now.

        `seats` are the names of the players, from seat 0. `comments` are pairs: how many moves of
        the play come before, and the text, in which all white space becomes single blanks. Other
        keywords are tags, kept in their order.

        Raises `FiftykError` for a number of names that is not that of the seats, a comment after
        more moves than there are, a tag that is no name or follows from the hand (`Rules`, `Deal`
        and so on), and text that does not fit on a line of a file; `TypeError`.
        """
        return cls._of(hand, seats, comments, tags)

    @classmethod
    def _of(
        cls,
        hand: Hand,
        seats: Sequence[str],
        comments: Iterable[tuple[int, str]],
        tags: Mapping[str, str],
    ) -> Record:
        """Make a record as `of` does, with tags of any name."""
        if not isinstance(hand, Hand):
            raise TypeError(f"a record is made of a Hand, not of a {type(hand).__name__}")
        if isinstance(seats, str):
            raise TypeError("seats must be a sequence of names, not one str")
        names = tuple(seats)
        if names and len(names) != hand.rules.seats:
            raise FiftykError(f"{len(names)} names; {hand.rules} has {hand.rules.seats} seats")
        known = {name.lower() for name in NAMES}
        for name in tags:
            if not _NAME.fullmatch(name):
                raise FiftykError(f"{shown(name)} is no name of a tag")
            if name.lower() in known:
                raise FiftykError(f"the tag {name} follows from the hand")
            known.add(name.lower())
        for text in (*names, *tags.values()):
            check_text(text)
        record = cls.__new__(cls)
        record._set(hand.copy(), names, tags.items(), _comments(hand, comments))
        return record

    def _set(
        self,
        hand: Hand,
        seats: Iterable[str],
        tags: Iterable[tuple[str, str]],
        comments: Iterable[tuple[int, str]],
    ) -> None:
        values = {
            "_hand": hand,
            "_seats": tuple(seats),
            "_tags": tuple(tags),
            "_comments": tuple(comments),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read one record, as text or as JSON.

        Raises `RecordError` where there is none, or more than one, and `TypeError`.
        """
        from .files import read_records

        if not isinstance(text, str):
            raise TypeError(f"a record is read from a str, not from {type(text).__name__}")
        records = list(read_records(StringIO(text)))
        if len(records) != 1:
            raise RecordError(f"one record is expected here, not {len(records)}", 1)
        return records[0]

    @property
    def rules(self) -> RuleSet:
        """The rules of the hand."""
        return self._hand.rules

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players from seat 0; empty where they are not known."""
        return self._seats

    @property
    def tags(self) -> dict[str, str]:
        """The other tags, in their order; a new dict."""
        return dict(self._tags)

    @property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """The comments: how many moves of the play come before, and the text."""
        return self._comments

    @property
    def result(self) -> Result | None:
        """How the hand came out; `None` where it is not over."""
        return self._hand.result

    def replay(self) -> Hand:
        """Return the hand with all its decisions made, to look at, go on with, or undo."""
        return self._hand.copy()

    def text(self) -> str:
        """Write the record as text, its lines ended by newlines; always the same for the same."""
        from .text import write_record

        return write_record(self)

    def json(self) -> str:
        """Write the record as JSON on one line, without the newline."""
        from .jsonl import write_record

        return write_record(self)

    __str__ = text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())

    def __repr__(self) -> str:
        return f"<Record of {self._hand!r}>"

    def __copy__(self) -> Record:
        return self

    def __deepcopy__(self, memo: object) -> Record:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Record.parse, (self.json(),)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Record does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Record does not change: {name}")


def check_text(text: str) -> None:
    """Raise `FiftykError` for text that does not fit on a line of a file, and `TypeError`."""
    if not isinstance(text, str):
        raise TypeError(f"names, tags and comments are str, not {type(text).__name__}")
    found = _UNWRITABLE.search(text)
    if found:
        raise FiftykError(f"no text of one line: it holds U+{ord(found.group()):04X}")


def _comments(hand: Hand, comments: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    moves = len(hand.moves)
    kept = []
    for number, text in comments:
        if not isinstance(number, int):
            raise TypeError(f"a comment comes after a number of moves, not {shown(number)}")
        if not 0 <= number <= moves:
            raise FiftykError(f"a comment after {shown(number)} moves; the hand has {moves}")
        if not isinstance(text, str):
            check_text(text)
        text = " ".join(text.split())
        check_text(text)
        if text:
            kept.append((number, text))
    return sorted(kept, key=lambda comment: comment[0])
