"""A record as a reader found it, and the hand that follows when it is played again.

Both readers, of text and of JSON, make a `Draft`: values with their places, not yet compared with
one another. `records_of` plays the hand of it, checks what the record states, and says of whatever
is wrong where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from .._core import Position
from ..errors import CardError, FiftykError, RecordError, shown
from ..hand import Hand
from ..rules import RuleSet, rules
from ..view import NO_SOLO
from .contents import UNFINISHED, result_fields, result_text
from .record import Record

# In a line so long nobody looks for a column, and blanks before each of its values would add up.
_FAR: Final = 1000

# What goes with a deal alone: a position in the middle of the play knows no more of it.
_OF_A_DEAL: Final = ("Lead", "Redeals", "Solo")


class Place(NamedTuple):
    """Where something stands: text has columns, JSON has fields."""

    line: int
    column: int | None = None
    field: str | None = None

    def error(self, message: str) -> RecordError:
        """Return an error at this place."""
        return RecordError(message, *self)

    def right(self, columns: int) -> Place:
        """Return the place so many columns to the right."""
        return self if self.column is None else self._replace(column=self.column + columns)


class Item(NamedTuple):
    """A value and where it stands."""

    value: Any
    place: Place


@dataclass
class Draft:
    """What a reader found."""

    start: Place
    """Where the record begins."""
    end: Place
    """Where it ends."""
    tags: dict[str, Item] = field(default_factory=dict)
    """The tags of `NAMES` that are there: `Deal` a list of items, one for each hand; `Seats` and
    `Solo` lists of texts; `Lead` and `Redeals` whole numbers; `Result` a mapping, or `None` for a
    hand that is not over; the rest texts."""
    others: dict[str, str] = field(default_factory=dict)
    """The tags that are nobody's business."""
    plays: list[Item] = field(default_factory=list)
    """The moves as text."""
    seats: dict[int, Item] = field(default_factory=dict)
    """By how many plays come before: the seat that is said to make the next."""
    comments: list[tuple[int, str]] = field(default_factory=list)
    """Comments, each with how many plays come before."""
    unfinished: bool = False
    """Whether the record says that the hand is not over."""
    gaps: set[int] = field(default_factory=set)
    """By how many plays come before: the empty lines within the play."""


@contextmanager
def at(place: Place, before: str = "", text: str = "") -> Iterator[None]:
    """Place the errors of the body of a `with`, with words before their message.

    `text` is what stands at the place, where cards may be only the end of it.
    """
    try:
        yield
    except RecordError:
        raise
    except CardError as err:
        kind = len(text) - len(err.text) if text.endswith(err.text) else 0
        message = str(err).partition(": ")[2]
        raise place.right(kind + err.column - 1).error(before + message) from err
    except FiftykError as err:
        raise place.error(before + str(err)) from err


def records_of(draft: Draft) -> Iterator[Record | RecordError]:
    """Give the record of a draft, or what is wrong with it.

    What comes after the end of the hand and an empty line is not of this record, and wrong in
    itself.
    """
    try:
        hand = _begin(draft)
        _open(hand, draft)
        rest = _play(hand, draft)
        _check_end(hand, draft)
        seats = draft.tags["Seats"].value if "Seats" in draft.tags else ()
        yield Record._of(hand, seats, draft.comments, draft.others)
        if rest:
            yield rest.error("the play is over, and no record begins here")
    except RecordError as err:
        yield err
    except FiftykError as err:
        yield draft.start.error(str(err))


def _play(hand: Hand, draft: Draft) -> Place | None:
    """Make the moves; return where those begin that are not of this hand."""
    for number, (text, place) in enumerate(draft.plays):
        if hand.turn is None and number in draft.gaps:
            draft.comments = [comment for comment in draft.comments if comment[0] <= number]
            return place
        _check_seat(hand, draft, number)
        turn = hand.turn
        with at(place, "" if turn is None else f"seat {turn}: ", text):
            hand.apply(text)
    _check_seat(hand, draft, len(draft.plays))
    return None


def _begin(draft: Draft) -> Hand:
    tags = draft.tags
    named = None
    if "Rules" in tags:
        with at(tags["Rules"].place):
            named = rules(tags["Rules"].value)
    if "Position" in tags:
        return _go_on(draft, named)
    if named is None:
        raise draft.start.error("the tag Rules is missing, or Position")
    if "Deal" not in tags:
        raise draft.start.error("the tag Deal is missing, or Position")
    hands = []
    for text, place in tags["Deal"].value:
        with at(place):
            hands.append(named.read_cards("" if text.strip() == "-" else text))
    with at(tags["Lead" if "Lead" in tags and named.sides == "called" else "Deal"].place):
        lead = tags["Lead"].value if "Lead" in tags else None
        hand = Hand(named, hands, lead=lead)
    if "Redeals" in tags:
        hand.redeals = tags["Redeals"].value
    return hand


def _go_on(draft: Draft, named: RuleSet | None) -> Hand:
    """Begin in the middle of the play."""
    text, place = draft.tags["Position"]
    for name in ("Deal", *_OF_A_DEAL):
        if name in draft.tags:
            raise draft.tags[name].place.error(f"a record with a Position has no {name}")
    # With blanks before it, its columns are those of the line.
    blanks = (place.column or 1) - 1 if (place.column or 0) < _FAR else 0
    try:
        position = Position.parse(" " * blanks + text)
    except FiftykError as err:
        raise place.right((err.column or 1) - 1 - blanks).error(str(err)) from err
    if named is not None and named != position.rules:
        raise place.error(f"a position of {position.rules} in a record of {named}")
    call = draft.tags.get("Call")
    with at(call.place if call else place):
        return Hand.from_position(position, face=call and call.value)


def _open(hand: Hand, draft: Draft) -> None:
    """Make the decisions before the play."""
    call, solo = (draft.tags.get(name) for name in ("Call", "Solo"))
    if hand.lead is None:
        return
    answers = list(solo.value) if solo else []
    # Where the play goes on without a word about it, nobody announced an open solo.
    silent = bool(draft.plays) and solo is None
    called = False
    while hand.phase in ("call", "solo"):
        before = f"seat {hand.turn}: "
        if hand.phase == "call":
            if call is None:
                break
            with at(call.place, before):
                hand.apply(call.value)
            called = True
        elif answers and solo:
            with at(solo.place, before):
                hand.apply(answers.pop(0))
        elif silent:
            hand.apply(NO_SOLO)
        else:
            break
    if draft.plays and hand.phase in ("call", "solo"):
        missing = "Call" if hand.phase == "call" else "an answer in Solo"
        raise draft.plays[0].place.error(f"the play begins too early: {missing} is missing")
    if call and not called:
        raise call.place.error("there is no call here")
    if answers and solo:
        raise solo.place.error("more answers about an open solo than seats that are asked")


def _check_seat(hand: Hand, draft: Draft, number: int) -> None:
    said = draft.seats.get(number)
    if said is None or said.value == hand.turn:
        return
    if hand.turn is None:
        raise said.place.error(f"the hand is over: it is no turn of seat {said.value}")
    raise said.place.error(f"it is the turn of seat {hand.turn}, not of seat {said.value}")


def _check_end(hand: Hand, draft: Draft) -> None:
    stated = draft.tags.get("Result")
    result = hand.result
    if result is None:
        if stated is not None and stated.value is not None:
            raise draft.end.error("the play ends before the hand is over, whose Result is stated")
        if not draft.unfinished:
            raise draft.end.error("the play ends before the hand is over, and does not say so")
    elif stated is not None:
        if stated.value is None:
            raise stated.place.error(f"the hand is over: its Result is not {UNFINISHED}")
        true = result_fields(result)
        for name, value in stated.value.items():
            if name not in true:
                known = ", ".join(true)
                raise stated.place.error(f"{shown(name)} is no part of a Result here: {known}")
            if value != true[name]:
                right, wrong = (result_text({name: each}) for each in (true[name], value))
                raise stated.place.error(f"the Result is {right}, not {shown(wrong)}")
    names = draft.tags.get("Seats")
    if names is not None and len(names.value) != hand.rules.seats:
        count = len(names.value)
        raise names.place.error(f"{count} names; {hand.rules} has {hand.rules.seats} seats")
