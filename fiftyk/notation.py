"""Positions as one line of text and as dicts, both ways exactly.

A line has the fields `rules hands turn last table captured out call multiplier`, parted by blanks;
fields at the end that have their start value may be left out. A dict has the same fields by name,
as JSON writes them. Errors name the field and, in text, the column; whether the fields make sense
together is for the core to say. Importing this module teaches `Position` to read and write.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ._core import Call, Position, Solo, set_notation
from .cards import write_face
from .errors import CardError, Fault, FiftykError, PositionError, RulesError, excerpt, shown
from .rules import RuleSet, rules

FIELDS: Final = (
    "rules", "hands", "turn", "last", "table", "captured", "out", "call", "multiplier",
)  # fmt: skip

# The fault of a field that cannot be read, and what should have stood there.
_FAULTS: Final = {
    "rules": (Fault.TEXT, "the name of a rule set"),
    "hands": (Fault.TEXT, "the cards of each seat"),
    "turn": (Fault.TURN, "the seat on turn"),
    "last": (Fault.LAST, "the seat, kind and cards of a play, as in 3:pair:4s4h"),
    "table": (Fault.TABLE, "the points on the table"),
    "captured": (Fault.CAPTURED, "the captured points of each seat, as in 0,10,0,5"),
    "out": (Fault.OUT, "the seats that are out, as in 2,0"),
    "call": (Fault.CALL, "caller, face and partner, as in 0Ad>2, or a soloist, as in solo1"),
    "multiplier": (Fault.MULTIPLIER, "a multiplier, as in x8"),
}

_HAND_FAULTS: Final = (
    Fault.SEATS | Fault.CARD_COUNT | Fault.CARD_UNKNOWN | Fault.HAND_SIZE | Fault.PACK_SIZE
)

_NAMED: Final = f"the fields are {', '.join(FIELDS)}"
# So many keys that are no fields are told one by one.
_MOST_UNKNOWN: Final = 4

# More digits make no points and no multiplier, and this many always fit into the core's integers.
_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_LIMIT: Final = 10**18
_CALL: Final = re.compile(r"(?P<caller>[0-9])(?P<face>[^>]+)>(?P<partner>[0-9])(?P<known>!?)")
_SOLO: Final = re.compile(r"solo(?P<soloist>[0-9])(?P<open>!?)")
_SOLO_KEYS: Final = {"soloist", "open"}
_CALL_KEYS: Final = {"caller", "face", "partner", "known"}


def parse(text: str, made: type[Position] = Position) -> Position:
    """Read a position from one line, as a `Position` or what is derived from it.

    Raises `RulesError`, `CardError` or `PositionError`, each with `field` and `column`, and
    `TypeError` for what is no `str`.

    >>> parse("classic4 3h4s/6c/-/2sAh 1 0:single:5d 5 0,0,20,0 2").turn
    1
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is read from a str, not from {type(text).__name__}")
    return _Line(text).position(made)


def from_dict(data: Mapping[str, Any], made: type[Position] = Position) -> Position:
    """Read a position from a dict such as `to_dict` writes, or as JSON gives it.

    Only `rules` and `hands` must be there. Raises `RulesError`, `CardError` or `PositionError`,
    each with `field`, and `TypeError` for what is no mapping.
    """
    if not isinstance(data, Mapping):
        raise TypeError(f"a position is read from a mapping, not from {type(data).__name__}")
    return _Fields(data).position(made)


def to_text(pos: Position) -> str:
    """Write a position on one line; fields at the end that have their start value are left out."""
    pos = pos.copy()  # other threads may go on with the given one
    last = pos.last and f"{pos.last.seat}:{pos.last.move.kind}:{_compact(pos.last.move.cards)}"
    fields = [
        str(pos.rules),
        "/".join(_compact(hand) or "-" for hand in pos.hands),
        "-" if pos.turn is None else str(pos.turn),
        last or "-",
        str(pos.table),
        ",".join(map(str, pos.captured)),
        ",".join(map(str, pos.out)) or "-",
        _call_text(pos.call),
        f"x{pos.multiplier}",
    ]
    start = ["-", "0", ",".join(["0"] * len(pos.hands)), "-", "-", "x1"]
    while len(fields) > 3 and fields[-1] == start[len(fields) - 4]:
        fields.pop()
    return " ".join(fields)


def to_dict(pos: Position) -> dict[str, Any]:
    """Write a position as a dict of what JSON knows."""
    pos = pos.copy()  # other threads may go on with the given one
    last = None
    if pos.last:
        seat, move = pos.last
        last = {"seat": seat, "kind": move.kind, "n": move.n, "cards": move.cards}
    return {
        "rules": str(pos.rules),
        "hands": list(pos.hands),
        "turn": pos.turn,
        "last": last,
        "table": pos.table,
        "captured": list(pos.captured),
        "out": list(pos.out),
        "call": pos.call and pos.call._asdict(),
        "multiplier": pos.multiplier,
    }


def _compact(cards: str) -> str:
    return cards.replace(" ", "")


def _call_text(call: Call | Solo | None) -> str:
    if call is None:
        return "-"
    if isinstance(call, Solo):
        return f"solo{call.soloist}{'!' if call.open else ''}"
    return f"{call.caller}{call.face}>{call.partner}{'!' if call.known else ''}"


class _Unreadable(Exception):
    """A value that cannot be what its field wants."""

    def __init__(self, found: object, wanted: str = "") -> None:
        super().__init__(found, wanted)
        self.found = found
        self.wanted = wanted


class _Fields:
    """Reads the values of the fields, and collects what is wrong with them."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.faults = Fault(0)
        self.details: list[str] = []
        self.first: str | None = None

    def position(self, made: type[Position]) -> Position:
        unknown = [key for key in self.data if key not in FIELDS]
        for key in unknown[:_MOST_UNKNOWN]:
            self.add(Fault.TEXT, shown(key), f"no field of a position; {_NAMED}")
        if len(unknown) > _MOST_UNKNOWN:
            self.details.append(f"and {len(unknown) - _MOST_UNKNOWN} more that are no fields")
        for key in FIELDS[:2]:
            if key not in self.data:
                self.add(Fault.TEXT, key, f"missing, expected {_FAULTS[key][1]}")
        self.report()
        ruleset = self.rules(self.data["rules"])
        values: dict[str, Any] = {}
        for field in FIELDS[1:]:
            if field in self.data:
                with self.noting(field):
                    values[field] = getattr(self, field)(ruleset, self.data[field])
        self.report()
        try:
            pos = made(ruleset, **values)
        except PositionError as err:
            fields = [f for f in FIELDS[2:] if _FAULTS[f][0] in err.faults]
            in_hands = err.faults & _HAND_FAULTS or not fields
            raise self.placed(err, "hands" if in_hands else fields[0]) from None
        self.check_n(pos)
        return pos

    # Where in the text, if there is one.

    def column(self, field: str) -> int | None:
        return None

    def moved(self, err: CardError, field: str) -> CardError:
        return err

    def placed(self, err: FiftykError, field: str) -> FiftykError:
        err.field = field
        err.column = err.column if isinstance(err, CardError) else self.column(field)
        return err

    # What is wrong.

    def add(self, fault: Fault, field: str, sentence: str) -> None:
        column = self.column(field)
        self.faults |= fault
        self.details.append(f"{field}{f', column {column}' if column else ''}: {sentence}")
        self.first = self.first or field

    def report(self) -> None:
        if self.first:
            raise self.placed(PositionError(self.faults, self.details), self.first)

    @contextmanager
    def noting(self, field: str) -> Iterator[None]:
        """Note what is wrong with one field and go on with the next."""
        try:
            yield
        except _Unreadable as err:
            fault, wanted = _FAULTS[field]
            self.add(fault, field, f"expected {err.wanted or wanted}, found {shown(err.found)}")

    def check_n(self, pos: Position) -> None:
        """Compare the n of a last play, which its kind and cards determine."""
        n = self.data["last"].get("n") if pos.last else None
        if pos.last and n is not None and n != pos.last.move.n:
            move = pos.last.move
            self.add(Fault.LAST, "last", f"expected n {move.n} for {move}, found {shown(n)}")
        self.report()

    # The fields.

    def rules(self, value: Any) -> RuleSet:
        if isinstance(value, RuleSet):
            return value
        with self.noting("rules"):
            if not isinstance(value, str):
                raise _Unreadable(value)
            try:
                return rules(value)
            except RulesError as err:
                raise self.placed(err, "rules") from None
        self.report()
        raise AssertionError("what is noted is reported")

    def hands(self, ruleset: RuleSet, value: Any) -> list[list[int]]:
        hands = enumerate(_list(value))
        return [self.cards(ruleset, f"hands[{seat}]", hand) for seat, hand in hands]

    def turn(self, ruleset: RuleSet, value: Any) -> int | None:
        return None if value is None else _int(value)

    def last(self, ruleset: RuleSet, value: Any) -> tuple[int, str, list[int]] | None:
        if value is None:
            return None
        if not isinstance(value, Mapping) or set(value) - {"n"} != {"seat", "kind", "cards"}:
            raise _Unreadable(value, "a play with seat, kind and cards")
        if not isinstance(value["kind"], str):
            raise _Unreadable(value["kind"], "a kind")
        cards = self.cards(ruleset, "last", value["cards"])
        return _int(value["seat"]), value["kind"], cards

    def table(self, ruleset: RuleSet, value: Any) -> int:
        return _int(value)

    def captured(self, ruleset: RuleSet, value: Any) -> list[int]:
        return [_int(each) for each in _list(value)]

    def out(self, ruleset: RuleSet, value: Any) -> list[int]:
        return [_int(each) for each in _list(value)]

    def call(self, ruleset: RuleSet, value: Any) -> Call | Solo | None:
        if value is None or isinstance(value, Call | Solo):
            return value
        keys = set(value) if isinstance(value, Mapping) else set()
        if keys == _SOLO_KEYS:
            return Solo(_int(value["soloist"]), _bool(value["open"]))
        if keys != _CALL_KEYS:
            wanted = ["a call with caller, face, partner, known", "a solo with soloist, open"]
            raise _Unreadable(value, ", or ".join(wanted))
        face = self.cards(ruleset, "call", value["face"])
        if len(face) != 1:
            raise _Unreadable(value["face"], "one face")
        caller, partner = _int(value["caller"]), _int(value["partner"])
        return Call(caller, write_face(face[0]), partner, _bool(value["known"]))

    def multiplier(self, ruleset: RuleSet, value: Any) -> int:
        return _int(value)

    def cards(self, ruleset: RuleSet, field: str, value: Any) -> list[int]:
        if not isinstance(value, str):
            raise _Unreadable(value, "cards")
        try:
            return ruleset.read_cards(value)
        except CardError as err:
            raise self.placed(self.moved(err, field), field) from None


# Made once: Python remembers by its address each name that a class was asked for in vain.
_SPLITS: Final = {field: f"split_{field}" for field in FIELDS}


class _Line(_Fields):
    """Reads the fields of one line of text."""

    def __init__(self, line: str) -> None:
        super().__init__({})
        self.line = line
        words = [(match.group(), match.start() + 1) for match in re.finditer(r"\S+", line)]
        self.columns = {f: column for f, (_, column) in zip(FIELDS, words, strict=False)}
        self.card_columns: dict[str, int] = {}
        if len(words) > len(FIELDS):
            word, self.columns["line"] = words[len(FIELDS)]
            self.add(Fault.TEXT, "line", f"{excerpt(word, 1)} is a field too many")
        fields: dict[str, Any] = {}
        for field, (word, _) in zip(FIELDS, words, strict=False):
            with self.noting(field):
                split = getattr(self, _SPLITS[field], _number)
                fields[field] = split(word)
        self.data = fields

    def column(self, field: str) -> int | None:
        # A field that is missing is missing at the end.
        return self.columns.get(field) or len(self.line.rstrip()) + 1

    def moved(self, err: CardError, field: str) -> CardError:
        start = self.card_columns[field]
        return CardError(self.line, start - 1 + err.column, err.expected)

    # Text into the values that a dict has, and where its cards stand.

    def split_rules(self, word: str) -> str:
        return word

    def split_hands(self, word: str) -> list[str]:
        hands = word.split("/")
        column = self.columns["hands"]
        for seat, hand in enumerate(hands):
            self.card_columns[f"hands[{seat}]"] = column
            column += len(hand) + 1
        return ["" if hand == "-" else hand for hand in hands]

    def split_turn(self, word: str) -> int | None:
        return None if word == "-" else _number(word)

    def split_last(self, word: str) -> dict[str, Any] | None:
        if word == "-":
            return None
        parts = word.split(":")
        if len(parts) != 3:
            raise _Unreadable(word)
        seat, kind, cards = parts
        self.card_columns["last"] = self.columns["last"] + len(word) - len(cards)
        return {"seat": _number(seat), "kind": kind, "cards": cards}

    def split_captured(self, word: str) -> list[int]:
        return [_number(part) for part in word.split(",")]

    def split_out(self, word: str) -> list[int]:
        return [] if word == "-" else [_number(part) for part in word.split(",")]

    def split_call(self, word: str) -> dict[str, Any] | None:
        if word == "-":
            return None
        if match := _SOLO.fullmatch(word):
            return {"soloist": int(match["soloist"]), "open": match["open"] == "!"}
        if match := _CALL.fullmatch(word):
            self.card_columns["call"] = self.columns["call"] + match.start("face")
            caller, partner = int(match["caller"]), int(match["partner"])
            known = match["known"] == "!"
            return {"caller": caller, "face": match["face"], "partner": partner, "known": known}
        raise _Unreadable(word)

    def split_multiplier(self, word: str) -> int:
        if not word.startswith("x"):
            raise _Unreadable(word)
        return _number(word[1:])


def _number(word: str) -> int:
    # int() alone would take signs, blanks and `_` too.
    if not _NUMBER.fullmatch(word):
        raise _Unreadable(word)
    return int(word)


def _int(value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise _Unreadable(value) from None
    if isinstance(value, bool) or abs(number) >= _LIMIT:
        raise _Unreadable(value)
    return number


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Unreadable(value, "true or false")
    return value


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise _Unreadable(value)
    return value


set_notation(parse=parse, from_dict=from_dict, to_text=to_text, to_dict=to_dict)
