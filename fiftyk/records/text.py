"""Records as text, in the manner of PBN (`docs/records.md` has the grammar).

The reader goes through the lines once. A record is over where a tag follows its play, or where,
after an empty line, a tag comes a second time; so a bad record costs its neighbours nothing. It
keeps one record in memory at a time, and of a bad one nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..errors import RecordError, shown
from .contents import NAMES, UNFINISHED, WHOLE, contents, result_text, tricks, trimmed
from .draft import Draft, Item, Place, at, records_of
from .record import Record, check_text

LONGEST: Final = 1 << 20
"""So many characters are no record any more, nor a line of a file."""

# Full-width forms and Chinese brackets, each by one character, so that columns stay as they are.
_PLAIN: Final = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **str.maketrans("\u3000【】〔〕—–−‐‑", " [][]-----"),
}
# By how they open, all that follows: possessive, so that no text takes more than one pass.
_STRINGS: Final = {
    opening: re.compile(rf"(?P<text>[^{end}\\]*+(?:\\.[^{end}\\]*+)*+){end}", re.DOTALL)
    for opening, end in {'"': '"', "＂": "＂", "“": "”"}.items()
}
_ESCAPE: Final = re.compile(r"\\([\\\"＂”])")
_NAME: Final = re.compile(r"\[\s*(?P<name>[^\W\d]\w*)\s*")
_TAG: Final = re.compile(r"\s*\[\s*[^\W\d]\w*\s*[\"“]")
_WORD: Final = re.compile(r"[^\s\[\]{};]+")
_SEAT: Final = re.compile(r"(?P<seat>[0-9]{1,9}):")
_BLANKS: Final = re.compile(r"\s*")
_PASSES: Final = {"-", "pass", "pass:-"}
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,9})?")
_KNOWN: Final = {name.lower(): name for name in NAMES}


# ---- writing ----


def write_record(record: Record) -> str:
    """Write a record; the same text for the same record, always."""
    hand = record.replay()
    head = [_tag(name, value) for name, value in contents(record, hand).items()]
    head += [_tag(name, value) for name, value in record.tags.items()]
    # What follows so many moves: comments, each of them a word or, with a brace in it, a line.
    after: dict[int, list[str]] = {}
    for number, text in record.comments:
        after.setdefault(number, []).append(f"; {text}\n" if "}" in text else f"{{{text}}}")
    lines = [after.pop(0, [])]
    number = 0
    for seat, moves in tricks(hand):
        lines.append([f"{seat}:"])
        for move in moves:
            number += 1
            lines[-1] += [move, *after.pop(number, [])]
    if hand.result is None:
        lines.append([UNFINISHED])
    written = (" ".join(words).replace("\n ", "\n").rstrip("\n") for words in lines if words)
    play = "".join(f"{line}\n" for line in written)
    return "\n".join(head) + "\n" + (f"\n{play}" if play else "")


def _tag(name: str, value: Any) -> str:
    texts = value if name == "Seats" else [_value_text(name, value)]
    escaped = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return f"[{name} " + " ".join(f'"{text}"' for text in escaped) + "]"


def _value_text(name: str, value: Any) -> str:
    if name == "Result":
        return UNFINISHED if value is None else result_text(value)
    if isinstance(value, list):
        return {"Deal": "/", "Solo": " "}[name].join(value)
    return str(value)


# ---- reading ----


def read_text(lines: Iterable[tuple[int, str | RecordError]]) -> Iterator[Record | RecordError]:
    """Read records from numbered lines, as they come; of a bad record comes its first error."""
    reader = _Reader()
    for number, line in lines:
        yield from reader.line(number, line)
    yield from reader.end()


class _Reader:
    """Takes one line after another, and gives a record when the next one begins."""

    draft: Draft | None
    error: RecordError | None
    """What is wrong with the record; the rest of it is passed over then."""
    whole: Draft | None
    """What there was of a bad record, if it may be whole but for what comes after an empty line."""
    names: set[str]
    """The tags that the record has, in lower case."""
    playing: bool
    """The play, or what cannot be read, has begun."""
    empty: bool
    """An empty line came since the last tag."""
    size: int
    comment: list[str] | None
    """The parts of a comment that is open."""

    def __init__(self) -> None:
        self._clear()
        self.opened = self.place = Place(1)

    def _clear(self) -> None:
        self.draft = self.error = self.whole = self.comment = None
        self.names = set()
        self.playing = self.empty = False
        self.size = 0

    def line(self, number: int, line: str | RecordError) -> Iterator[Record | RecordError]:
        """Read a line."""
        self.place = Place(number)
        try:
            if isinstance(line, RecordError):
                raise line
            line = line.removeprefix("\ufeff")
            plain = line if line.isascii() else line.translate(_PLAIN)
            if not plain.strip():
                yield from self._empty_line()
            elif not line.startswith("%"):
                yield from self._parts(number, line, plain)
        except RecordError as err:
            self._fail(err)

    def end(self) -> Iterator[Record | RecordError]:
        """Give the last record."""
        if self.comment is not None:
            self._fail(self._unclosed())
        yield from self._finished()

    def _empty_line(self) -> Iterator[Record | RecordError]:
        self.empty = True
        if self.comment is not None:
            raise self._unclosed()
        if self.draft and self.playing:
            if self.draft.unfinished:
                yield from self._finished()
            else:
                self.draft.gaps.add(len(self.draft.plays))

    def _unclosed(self) -> RecordError:
        self.comment = None
        return self.opened.error("a comment that is not closed before an empty line")

    def _parts(self, number: int, line: str, plain: str) -> Iterator[Record | RecordError]:
        """Read what stands on a line, from left to right."""
        if self.error and not _TAG.match(plain):
            self.playing = self.playing or plain.lstrip()[0] != "["
            return
        self.size += len(line)
        if self.size > LONGEST:
            raise self.place.error(f"a record of more than {LONGEST:,} characters")
        here = 0
        while True:
            if self.comment is not None:
                here = self._go_on_with_comment(line, plain, here)
            here = _skip(plain, here)
            if here == len(plain):
                return
            self.place = Place(number, here + 1)
            char = plain[here]
            if char == "[":
                try:
                    name, items, here = _read_tag(line, plain, here, number)
                except RecordError:
                    # The next record is bad, not this one.
                    if self.playing and not self.error and not plain[:here].strip():
                        yield from self._finished()
                    raise
                if self._begins(name):
                    yield from self._finished()
                if not self.error:
                    self._take_tag(name, items)
                    assert self.draft is not None
                    self.draft.end = Place(number, here + 1)
            elif self.error:
                self.playing = True
                return
            elif char == "{":
                self.comment, self.opened = [], self.place
                here += 1
            elif char == ";":
                self._take_comment(line[here + 1 :])
                return
            else:
                word = _WORD.match(plain, here)
                if word is None:
                    raise self.place.error(f"nothing is open that {char} could close")
                here = word.end()
                self._take_word(word.group())
                assert self.draft is not None
                self.draft.end = Place(number, here + 1)

    def _go_on_with_comment(self, line: str, plain: str, here: int) -> int:
        assert self.comment is not None
        close = plain.find("}", here)
        self.comment.append(line[here : close if close >= 0 else len(line)])
        if close < 0:
            return len(line)
        text, self.comment = " ".join(self.comment), None
        self.place = self.opened
        self._take_comment(text)
        return close + 1

    # What is found goes into the draft.

    def _take_comment(self, text: str) -> None:
        text = " ".join(text.split())
        with at(self.place):
            check_text(text)
        draft = self._drafted()
        if text:
            draft.comments.append((len(draft.plays), text))

    def _take_tag(self, name: str, items: list[Item]) -> None:
        draft = self._drafted()
        if not self.names:
            draft.start = self.place
        if name.lower() in self.names:
            raise self.place.error(f"the tag {name} is given twice")
        self.names.add(name.lower())
        self.empty = False
        if len(items) > 1 and name.lower() != "seats":
            raise items[1].place.error(f"the tag {name} has one value")
        for text, place in items:
            with at(place):
                check_text(text)
        known = _KNOWN.get(name.lower())
        if known is None:
            draft.others[name] = items[0].value
        else:
            value = _VALUES[known](items) if known in _VALUES else _plain(items[0].value)
            draft.tags[known] = Item(value, items[0].place)

    def _take_word(self, word: str) -> None:
        draft = self._drafted()
        self.playing = True
        if not self.names:
            raise self.place.error('a record begins with its tags, such as [Rules "classic4"]')
        if draft.unfinished:
            raise self.place.error(f"{UNFINISHED} ends the play, and more follows")
        if word == UNFINISHED:
            draft.unfinished = True
            return
        seat = _SEAT.match(word)
        if seat is not None:
            draft.seats[len(draft.plays)] = Item(int(seat["seat"]), self.place)
            word = word[seat.end() :]
            self.place = self.place.right(seat.end())
        if word.lower() in _PASSES:
            word = "-"
        elif word:
            kind, colon, cards = word.rpartition(":")
            word = kind.lower() + colon + cards
        if word:
            draft.plays.append(Item(word, self.place))

    def _drafted(self) -> Draft:
        if self.draft is None:
            self.draft = Draft(start=self.place, end=self.place)
        return self.draft

    def _begins(self, name: str) -> bool:
        """Tell whether a tag is the first of another record."""
        name = name.lower()
        if self.error is not None:
            # Nobody knows how much of it is spoilt; writers begin with the rules.
            return self.playing or self.empty or name == "rules"
        return self.playing or (self.empty and name in self.names)

    def _fail(self, err: RecordError) -> None:
        """Remember what is wrong with a record, and pass over the rest of it."""
        if self.error is None:
            self.error = err
            self.whole = self.draft if self.draft and self.draft.gaps else None
        self.draft = self.comment = None

    def _finished(self) -> Iterator[Record | RecordError]:
        """Give the record that is over, and begin another."""
        draft, error, whole = self.draft, self.error, self.whole
        self._clear()
        if whole is not None:
            yield from (read for read in records_of(whole) if isinstance(read, Record))
        if error is not None:
            yield error
        elif draft is not None and (draft.tags or draft.others):
            yield from records_of(draft)


def _skip(plain: str, here: int) -> int:
    match = _BLANKS.match(plain, here)
    assert match is not None
    return match.end()


def _read_tag(line: str, plain: str, here: int, number: int) -> tuple[str, list[Item], int]:
    """Read a tag; return its name, its values, and where it ends."""
    name = _NAME.match(plain, here)
    items: list[Item] = []
    end = name.end() if name else here
    while name and (opening := line[end : end + 1]) in _STRINGS:
        string = _STRINGS[opening].match(line, end + 1)
        if string is None:
            break
        items.append(Item(_ESCAPE.sub(r"\1", string["text"]), Place(number, end + 2)))
        end = _skip(plain, string.end())
    if name is None or not items or plain[end : end + 1] != "]":
        raise Place(number, end + 1).error('a tag is [Name "value"]')
    return name["name"], items, end + 1


# ---- values of tags ----


def _plain(text: str) -> str:
    return text.translate(_PLAIN)


def _rules(items: list[Item]) -> str:
    return _plain(items[0].value).lower()


def _deal(items: list[Item]) -> list[Item]:
    """Return the hands, each with its place."""
    text, place = items[0]
    hands = []
    for hand in _plain(text).split("/"):
        hands.append(Item(hand, place))
        place = place.right(len(hand) + 1)
    return hands


def _whole(items: list[Item]) -> int:
    text, place = items[0]
    found = re.fullmatch("[0-9]{1,10}", _plain(text).strip())
    if not found or int(found.group()) >= WHOLE:
        raise place.error(f"expected a whole number, found {shown(text)}")
    return int(found.group())


def _answers(items: list[Item]) -> list[str]:
    return _plain(items[0].value).lower().replace(",", " ").split()


def _result(items: list[Item]) -> dict[str, Any] | None:
    text, place = items[0]
    words = re.sub(r"\s*,\s*", ",", _plain(text).strip().lower()).split()
    if words == [UNFINISHED]:
        return None
    if not words or len(words) % 2:
        raise place.error(f"expected names with values, or {UNFINISHED}, found {shown(text)}")
    fields: dict[str, Any] = {}
    for name, value in zip(words[::2], words[1::2], strict=True):
        numbers = value.split(",")
        read = all(map(_NUMBER.fullmatch, numbers))
        fields[name] = [trimmed(float(number)) for number in numbers] if read else value
    return fields


_VALUES: Final = {
    "Rules": _rules,
    "Seats": lambda items: [item.value for item in items],
    "Deal": _deal,
    "Lead": _whole,
    "Redeals": _whole,
    "Solo": _answers,
    "Result": _result,
}
