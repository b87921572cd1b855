"""What goes wrong, as exceptions that carry data.

Every mistake in what a caller puts in is a `FiftykError`, which is a `ValueError`; `TypeError`,
`IndexError` and `MemoryError` keep the meaning Python gives them. All errors can be pickled and
copied.
"""

from __future__ import annotations

import enum
import reprlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move

# How much of a text an error message quotes; the attribute holds all of it.
_EXCERPT = 60


class FiftykError(ValueError):
    """Something that was put in is wrong; the base of all errors of this package."""

    field: str | None = None
    """The field of a one-line position or of a dict that the error is in, such as `hands[2]`."""

    column: int | None = None
    """The column of the text where the error is, from 1."""


class CardError(FiftykError):
    """Some text is no card, or no card of these rules.

    >>> str(CardError("3s4x", 4, "a suit (s h c d), another card or the end"))
    "column 4: expected a suit (s h c d), another card or the end, found 'x' in '3s4x'"
    """

    text: str
    """The whole text that was read, as it was given."""

    column: int
    """Where in the text, from 1."""

    expected: str
    """What should have stood there."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        super().__init__(text, column, expected)
        self.text = text
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.field}, column {self.column}" if self.field else f"column {self.column}"
        found = self.text[self.column - 1 : self.column]
        what = f"found {found!r} in" if found else "found the end of"
        return f"{where}: expected {self.expected}, {what} {excerpt(self.text, self.column)}"


class RulesError(FiftykError):
    """There is no such rule set or option, or the rules cannot do what was asked."""

    known: tuple[str, ...]
    """The names or values that would have been right, where they are few enough to tell."""

    def __init__(self, message: str, known: Iterable[str] = ()) -> None:
        known = tuple(known)
        super().__init__(message, known)
        self.message = message
        self.known = known

    def __str__(self) -> str:
        return f"{self.message} (known: {', '.join(self.known)})" if self.known else self.message


class Fault(enum.IntFlag):
    """What is wrong with a position; a `PositionError` holds all faults at once."""

    SEATS = enum.auto()
    """The number of hands, or of captured points, is not the number of seats."""
    CARD_COUNT = enum.auto()
    """A card is held more often than the packs have it."""
    CARD_UNKNOWN = enum.auto()
    """A card that this rule set does not have, such as a joker in classic4."""
    HAND_SIZE = enum.auto()
    """A hand is larger than any hand that is dealt."""
    PACK_SIZE = enum.auto()
    """There are more cards than the packs have."""
    TURN = enum.auto()
    """The seat on turn does not exist, holds no cards, or plays after the end of the hand."""
    LAST = enum.auto()
    """The last play is no combination, or not one that can be answered here."""
    TABLE = enum.auto()
    """The points on the table cannot be."""
    CAPTURED = enum.auto()
    """The captured points cannot be."""
    POINTS = enum.auto()
    """There are more points than the packs have."""
    OUT = enum.auto()
    """The seats that are out do not fit the hands."""
    CALL = enum.auto()
    """The call is missing, cannot be, or is one that this rule set does not have."""
    MULTIPLIER = enum.auto()
    """The multiplier cannot be, or this rule set has none."""
    TEXT = enum.auto()
    """The text or dict itself cannot be read: a field too many, a key that is not known."""


class PositionError(FiftykError):
    """A position that cannot be, with everything that is wrong with it.

    >>> err = PositionError(Fault.TURN | Fault.OUT, ["seat 2 is out", "seat 1 holds cards"])
    >>> Fault.TURN in err.faults
    True
    >>> str(err)
    'seat 2 is out; seat 1 holds cards'
    """

    faults: Fault
    """The kinds of all faults."""

    details: tuple[str, ...]
    """A sentence for each fault."""

    def __init__(self, faults: Fault, details: Iterable[str]) -> None:
        details = tuple(details)
        super().__init__(faults, details)
        self.faults = faults
        self.details = details

    def __str__(self) -> str:
        return "; ".join(self.details) or f"faults: {self.faults!r}"


class Reason(enum.Enum):
    """Why a move cannot be made; the value is the words for it."""

    NOT_IN_HAND = "not in hand"
    NO_COMBINATION = "no combination"
    AMBIGUOUS = "more than one reading, name the kind"
    DOES_NOT_BEAT = "does not beat the last play"
    MUST_LEAD = "must lead: a pass is not allowed"
    HAND_OVER = "the hand is over"
    MAY_NOT_CALL = "may not be called by this hand"
    NOT_ASKED = "no answer to what is asked"


class IllegalMoveError(FiftykError):
    """A move that the rules do not allow here; the position is as it was.

    >>> str(IllegalMoveError("pair:4s4h", Reason.NOT_IN_HAND))
    'pair:4s4h: not in hand'
    """

    move: Move | str
    """The move, or the text that was to be one."""

    reason: Reason
    """Why not."""

    detail: str
    """More about it in words; often empty."""

    def __init__(self, move: Move | str, reason: Reason, detail: str = "") -> None:
        super().__init__(move, reason, detail)
        self.move = move
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        shown = excerpt(str(self.move), 1, quoted=not str(self.move).isprintable())
        more = f" ({self.detail})" if self.detail else ""
        return f"{shown or 'no cards'}: {self.reason.value}{more}"


class ObjectiveError(FiftykError):
    """An objective that these rules, or this position, have not (`RULES.md` section 12)."""

    objective: str
    """The objective that was asked for."""

    detail: str
    """Why it cannot be had, and what can."""

    def __init__(self, objective: str, detail: str) -> None:
        super().__init__(objective, detail)
        self.objective = objective
        self.detail = detail

    def __str__(self) -> str:
        return f"objective {excerpt(str(self.objective), 1)}: {self.detail}"


class RecordError(FiftykError):
    """A record of a hand that cannot be read, or that states what did not happen.

    >>> str(RecordError("seat 2: 4s4h: does not beat the last play", 7, 12))
    'line 7, column 12: seat 2: 4s4h: does not beat the last play'
    """

    message: str
    """What is wrong, without the place."""

    line: int
    """The line of the file or text, from 1."""

    def __init__(
        self, message: str, line: int, column: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(message, line, column, field)
        self.message = message
        self.line = line
        self.column = column
        self.field = field

    def __str__(self) -> str:
        where = [f"line {self.line}"]
        if self.column is not None:
            where.append(f"column {self.column}")
        elif self.field is not None:
            where.append(self.field)
        return f"{', '.join(where)}: {self.message}"


def excerpt(text: str, column: int, *, quoted: bool = True) -> str:
    """Cut out the part of a text around a column, short enough for a message."""
    width = _EXCERPT
    while True:
        start = max(0, min(column - 1 - width // 2, len(text) - width))
        part = text[start : start + width]
        # repr() also keeps control characters and lone surrogates off the reader's terminal. It
        # writes up to ten characters for one.
        part = repr(part) if quoted else part
        if len(part) <= 2 * _EXCERPT:
            break
        width //= 2
    before = "..." if start else ""
    after = "..." if start + width < len(text) else ""
    return f"{before}{part}{after}"


def shown(value: object) -> str:
    """Show a value that may be of any kind, size and depth."""
    if isinstance(value, str):
        return excerpt(value, 1)
    try:
        return excerpt(reprlib.repr(value), 1, quoted=False)
    except ValueError:  # an int of too many digits
        return "a number too large to show"
