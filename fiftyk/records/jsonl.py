"""Records as JSON Lines, the twin of the text: an object a line, with the same contents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..errors import FiftykError, RecordError, shown
from .contents import NAMES, WHOLE, contents, tricks
from .draft import Draft, Item, Place, records_of
from .record import Record

_KEYS: Final = {name.lower(): name for name in NAMES}
_WHOLE: Final = "a whole number"
_TEXTS: Final = "a list of texts"
_NUMBERS: Final = "an object of texts and lists of numbers, or null"


def write_record(record: Record) -> str:
    """Write a record on one line; the same text for the same record, always."""
    hand = record.replay()
    data: dict[str, Any] = {key.lower(): value for key, value in contents(record, hand).items()}
    if record.tags:
        data["tags"] = record.tags
    data["tricks"] = [{"seat": seat, "moves": moves} for seat, moves in tricks(hand)]
    if record.comments:
        data["comments"] = record.comments
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_json(lines: Iterable[tuple[int, str | RecordError]]) -> Iterator[Record | RecordError]:
    """Read records from numbered lines, as they come; of a bad record comes its error."""
    for number, line in lines:
        if isinstance(line, RecordError):
            yield line
        elif line.strip("\ufeff \t\r\n"):
            try:
                yield from records_of(_draft(_loaded(line, number), Place(number)))
            except RecordError as err:
                yield err


def _loaded(line: str, number: int) -> dict[str, Any]:
    bom = line.startswith("\ufeff")
    try:
        data = json.loads(line[bom:], object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as err:
        raise RecordError(f"no JSON: {err.msg}", number, err.colno + bom) from None
    except FiftykError as err:
        raise RecordError(str(err), number) from None
    except ValueError:
        raise RecordError("a number of too many digits", number) from None
    except RecursionError:
        raise RecordError("JSON nested too deeply", number) from None
    if not isinstance(data, dict):
        raise RecordError(f"expected an object, found {shown(data)}", number)
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, of which no key is given twice."""
    data = dict(pairs)
    if len(data) != len(pairs):
        raise FiftykError("a key is given twice")
    return data


def _no_number(name: str) -> Any:
    raise FiftykError(f"{name} is no number of JSON")


def _draft(data: dict[str, Any], start: Place) -> Draft:
    draft = Draft(start=start, end=start)
    for key, value in data.items():
        place = start._replace(field=key)
        if key in _KEYS:
            draft.tags[_KEYS[key]] = Item(_tag(key, value, place), place)
        elif key == "tags":
            _check(
                _is_object(value, lambda tag: isinstance(tag, str)),
                value,
                place,
                "an object of texts",
            )
            draft.others = value
        elif key == "tricks":
            _take_tricks(draft, value, start)
        elif key == "comments":
            right = isinstance(value, list) and all(map(_is_comment, value))
            _check(right, value, place, "a list of pairs of a whole number and a text")
            draft.comments = [(number, text) for number, text in value]
        else:
            known = ", ".join([*_KEYS, "tags", "tricks", "comments"])
            raise start.error(f"no key of a record: {shown(key)} (known: {known})")
    draft.unfinished = data.get("result", "") is None
    draft.end = start._replace(field="tricks")
    return draft


def _tag(key: str, value: Any, place: Place) -> Any:
    """Return the value of a key of `NAMES`, of the type that a draft has."""
    if key == "deal":
        _check(_is_list(value, str), value, place, _TEXTS)
        return [
            Item(hand, place._replace(field=f"deal[{seat}]")) for seat, hand in enumerate(value)
        ]
    if key in ("seats", "solo"):
        _check(_is_list(value, str), value, place, _TEXTS)
    elif key in ("lead", "redeals"):
        _check(type(value) is int and 0 <= value < WHOLE, value, place, _WHOLE)
    elif key == "result":
        right = value is None or _is_object(
            value, lambda each: isinstance(each, str) or _is_list(each, int, float)
        )
        _check(right, value, place, _NUMBERS)
    else:
        _check(isinstance(value, str), value, place, "a text")
    return value


def _take_tricks(draft: Draft, value: Any, start: Place) -> None:
    _check(isinstance(value, list), value, start._replace(field="tricks"), "a list of tricks")
    for number, trick in enumerate(value):
        place = start._replace(field=f"tricks[{number}]")
        right = (
            isinstance(trick, dict)
            and trick.keys() in ({"seat", "moves"}, {"moves"})
            and type(trick.get("seat", 0)) is int
            and _is_list(trick["moves"], str)
        )
        _check(right, trick, place, "a trick with its seat and moves")
        if "seat" in trick:
            draft.seats[len(draft.plays)] = Item(trick["seat"], place)
        for move, text in enumerate(trick["moves"]):
            where = start._replace(field=f"tricks[{number}].moves[{move}]")
            draft.plays.append(Item(text, where))


def _check(right: bool, value: Any, place: Place, expected: str) -> None:
    if not right:
        raise place.error(f"expected {expected}, found {shown(value)}")


def _is_list(value: Any, *kinds: type) -> bool:
    return isinstance(value, list) and all(type(each) in kinds for each in value)


def _is_object(value: Any, right: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(right, value.values()))


def _is_comment(value: Any) -> bool:
    return isinstance(value, list) and list(map(type, value)) == [int, str]
