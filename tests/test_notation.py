"""Positions as text and dicts: both round trips, and what is said of those that cannot be read."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fiftyk as fk

VECTORS = Path(__file__).parent / "vectors"
LINE = "laizi 3h4sW/6c6dAd/7h9c/2sAh 1 0:single:Ah 40 0,0,10,0 - 0Ad>1 x4"


def vector_dicts() -> Iterator[dict[str, Any]]:
    for name in ("plays", "perft", "trace", "solve"):
        for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            yield data["position"]
            if "after" in data:
                yield data["after"]


POSITIONS = list(vector_dicts())
LINES = [str(fk.Position.from_dict(data)) for data in POSITIONS[::40]]
DICTS = POSITIONS[::40]


def fault_of(line: str | dict[str, Any]) -> fk.FiftykError:
    read = fk.Position.parse if isinstance(line, str) else fk.Position.from_dict
    with pytest.raises(fk.FiftykError) as caught:
        read(line)  # type: ignore[arg-type]
    err = caught.value
    again = pickle.loads(pickle.dumps(err))
    assert (str(again), again.field, again.column) == (str(err), err.field, err.column)
    return err


def test_every_vector_goes_both_ways_exactly() -> None:
    assert len(POSITIONS) > 3000
    for data in POSITIONS:
        pos = fk.Position.from_dict(data)
        assert pos.to_dict() == data
        assert json.loads(json.dumps(pos.to_dict())) == data
        line = str(pos)
        again = fk.Position.parse(line)
        assert again == pos
        assert str(again) == line
        assert again.to_dict() == data
        assert line.isascii()


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("classic4 3h4s5sKd/6c6d/7h9c/2sAh", "classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0"),
        ("  classic4\t红桃3/♠4/10/-  0 - 0 0,0,0,0 3 - x1 ", "classic4 3h/4s/T/- 0 - 0 0,0,0,0 3"),
        ("classic4 3/4/5/6 2 1:single:７ 0", "classic4 3/4/5/6 2 1:single:7"),
        ("flush1[straight_flush=beats_straights] 3/4/5/6 1",) * 2,
        (LINE.replace("2sAh", "Ah2s"),) * 2,
        (LINE.replace("0Ad>1", "0方片A>1!"), LINE.replace("2sAh", "Ah2s").replace(">1", ">1!")),
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - solo1",) * 2,
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - solo1!",) * 2,
        ("honghe[jokers=high] 小王/大王/5/6 0", "honghe[jokers=high] L/B/5/6 0"),
        ("classic4 3/-/5/- - - 0 0,0,0,0 3,1",) * 2,
    ],
)
def test_lines_as_read_and_as_written(line: str, written: str) -> None:
    assert str(fk.Position.parse(line)) == written
    assert str(fk.Position.parse(written)) == written


def test_what_the_fields_mean() -> None:
    pos = fk.Position.parse(LINE)
    assert pos.rules == fk.rules("laizi")
    assert pos.hands == ("3h 4s W", "6c 6d Ad", "7h 9c", "Ah 2s")
    assert (pos.turn, pos.last) == (1, (0, fk.rules("laizi").move("Ah")))
    assert (pos.table, pos.captured, pos.out) == (40, (0, 0, 10, 0), ())
    assert (pos.call, pos.multiplier) == (fk.Call(0, "Ad", 1, False), 4)
    assert pos.to_dict() == {
        "rules": "laizi",
        "hands": ["3h 4s W", "6c 6d Ad", "7h 9c", "Ah 2s"],
        "turn": 1,
        "last": {"seat": 0, "kind": "single", "n": 1, "cards": "Ah"},
        "table": 40,
        "captured": [0, 0, 10, 0],
        "out": [],
        "call": {"caller": 0, "face": "Ad", "partner": 1, "known": False},
        "multiplier": 4,
    }


def test_a_dict_needs_rules_and_hands_only() -> None:
    short = fk.Position.from_dict({"rules": "classic4", "hands": ["3", "4", "5", "6"]})
    assert short == fk.Position.parse("classic4 3/4/5/6")
    solo = {"rules": "wuhan", "hands": ["3", "4", "5", "6"], "call": {"soloist": 1, "open": True}}
    assert fk.Position.from_dict(solo).call == fk.Solo(1, True)
    last = {"seat": 0, "kind": "single", "cards": "3"}
    mid = {"rules": fk.rules("classic4"), "hands": ("3", "4", "5", "6"), "turn": 1, "last": last}
    assert str(fk.Position.from_dict(mid)) == "classic4 3/4/5/6 1 0:single:3"


@pytest.mark.parametrize(
    ("line", "kind", "field", "column"),
    [
        ("", fk.PositionError, "rules", 1),
        ("   ", fk.PositionError, "rules", 1),
        ("classic4", fk.PositionError, "hands", 9),
        ("nosuch 3/4/5/6", fk.RulesError, "rules", 1),
        ("  classic4[x=y] 3/4/5/6", fk.RulesError, "rules", 3),
        ("classic4 3/4/5x/6 0", fk.CardError, "hands[2]", 15),
        ("classic4 3/4/红桃5s/6 0", fk.CardError, "hands[2]", 17),
        ("classic4 3/4/5/--  0", fk.CardError, "hands[3]", 16),
        ("classic4 3/4/5/6 x", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 +1", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 １", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 1_0", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 7", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 99999999999999999999", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 999999999999999999", fk.PositionError, "turn", 18),
        ("classic4 3/4/5/6 0 3:7", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 3:single:7:8", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 x:single:7", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 3:single:7x", fk.CardError, "last", 30),
        ("classic4 3/4/5/6 0 3:pair:78", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 3:pear:77", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 3:pass:-", fk.CardError, "last", 27),
        ("classic4 3/4/5/6 0 3:pass:", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 0:single:7", fk.PositionError, "last", 20),
        ("classic4 3/4/5/6 0 - x", fk.PositionError, "table", 22),
        ("classic4 3/4/5/6 0 - 3", fk.PositionError, "table", 22),
        ("classic4 3/4/5/6 0 - 0 0,0,0", fk.PositionError, None, None),
        ("classic4 3/4/5/6 0 - 0 0,,0,0", fk.PositionError, "captured", 24),
        ("classic4 3/4/5/6 0 - 0 0,0,0,3", fk.PositionError, "captured", 24),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 9", fk.PositionError, "out", 32),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 2", fk.PositionError, "out", 32),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 - 0Ad>2", fk.PositionError, "call", 34),
        ("wuhan 3/4/5/6", fk.PositionError, "call", 14),
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - 0Ad2", fk.PositionError, "call", 31),
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - 0Ax>2", fk.CardError, "call", 33),
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - 0AdAd>2", fk.PositionError, "call", 31),
        ("wuhan 3/4/5/6 0 - 0 0,0,0,0 - solo7", fk.PositionError, "call", 31),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 - - 1", fk.PositionError, "multiplier", 36),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 - - x2", fk.PositionError, "multiplier", 36),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 - - x0", fk.PositionError, "multiplier", 36),
        ("classic4 3/4/5/6 0 - 0 0,0,0,0 - - x1 more", fk.PositionError, "line", 39),
        ("classic4 3/4/5 0", fk.PositionError, "hands", 10),
        ("classic4 3/4/5/6/7 0", fk.PositionError, "hands", 10),
        ("classic4 3s3s/4/5/6 0", fk.PositionError, "hands", 10),
        ("classic4 W/4/5/6 0", fk.PositionError, "hands", 10),
        ("classic4 -/4/5/6 0 - 0 0,0,0,0 0", fk.PositionError, "turn", 18),
    ],
)
def test_what_is_wrong_is_placed(
    line: str, kind: type[fk.FiftykError], field: str | None, column: int | None
) -> None:
    err = fault_of(line)
    assert type(err) is kind
    if field:
        assert (err.field, err.column) == (field, column)
    if isinstance(err, fk.CardError):
        assert err.text == line
        assert f"{field}, column {column}: expected" in str(err)


def test_all_that_cannot_be_read_is_told_at_once() -> None:
    err = fault_of("classic4 3/4/5/6 x 3:7 x 0,0,0,x x x x y")
    assert isinstance(err, fk.PositionError)
    assert err.faults == (
        fk.Fault.TURN | fk.Fault.LAST | fk.Fault.TABLE | fk.Fault.CAPTURED
        | fk.Fault.OUT | fk.Fault.CALL | fk.Fault.MULTIPLIER | fk.Fault.TEXT
    )  # fmt: skip
    assert len(err.details) == 8
    assert all(detail in str(err) for detail in err.details)


def test_all_that_cannot_be_is_told_at_once() -> None:
    err = fault_of("classic4 3s3s/W/5/6 7 - 3 0,0,0,500")
    assert isinstance(err, fk.PositionError)
    cards = fk.Fault.CARD_COUNT | fk.Fault.CARD_UNKNOWN
    assert cards | fk.Fault.TURN | fk.Fault.TABLE | fk.Fault.CAPTURED in err.faults
    assert len(err.details) >= 5
    assert (err.field, err.column) == ("hands", 10)


@pytest.mark.parametrize(
    ("change", "field", "fault"),
    [
        ({"rules": 4}, "rules", "TEXT"),
        ({"rules": None}, "rules", "TEXT"),
        ({"hands": None}, "hands", "TEXT"),
        ({"hands": "3/4/5/6"}, "hands", "TEXT"),
        ({"hands": {"0": "3"}}, "hands", "TEXT"),
        ({"hands": ["3", "4", "5", None]}, "hands", "TEXT"),
        ({"hands": ["3", "4", "5", ["6"]]}, "hands", "TEXT"),
        ({"turn": "0"}, "turn", "TURN"),
        ({"turn": True}, "turn", "TURN"),
        ({"turn": 1.0}, "turn", "TURN"),
        ({"turn": -1}, "turn", "TURN"),
        ({"turn": 10**400}, "turn", "TURN"),
        ({"turn": 10**17}, "turn", "TURN"),
        ({"last": "3:single:7"}, "last", "LAST"),
        ({"last": {}}, "last", "LAST"),
        ({"last": {"seat": 3, "kind": "single", "cards": "7", "x": 1}}, "last", "LAST"),
        ({"last": {"seat": "3", "kind": "single", "cards": "7"}}, "last", "LAST"),
        ({"last": {"seat": 3, "kind": 1, "cards": "7"}}, "last", "LAST"),
        ({"last": {"seat": 3, "kind": "single", "cards": 7}}, "last", "LAST"),
        ({"last": {"seat": 3, "kind": "single", "n": 2, "cards": "7"}}, "last", "LAST"),
        ({"last": {"seat": 3, "kind": "single", "n": "1", "cards": "7"}}, "last", "LAST"),
        ({"table": None}, "table", "TABLE"),
        ({"table": -5}, "table", "TABLE"),
        ({"captured": 0}, "captured", "CAPTURED"),
        ({"captured": [0, 0, 0, None]}, "captured", "CAPTURED"),
        ({"captured": [0, 0, 0, -5]}, "captured", "CAPTURED"),
        ({"out": "-"}, "out", "OUT"),
        ({"out": [[0]]}, "out", "OUT"),
        ({"call": "0Ad>2"}, "call", "CALL"),
        ({"call": {"soloist": 1}}, "call", "CALL"),
        ({"call": {"soloist": 1, "open": 1}}, "call", "CALL"),
        ({"call": {"soloist": None, "open": True}}, "call", "CALL"),
        ({"call": {"caller": 0, "face": "Ad", "partner": 1, "known": None}}, "call", "CALL"),
        ({"call": {"caller": 0, "face": "", "partner": 1, "known": False}}, "call", "CALL"),
        ({"multiplier": "x2"}, "multiplier", "MULTIPLIER"),
        ({"multiplier": 0}, "multiplier", "MULTIPLIER"),
        ({"trun": 0}, "'trun'", "TEXT"),
        ({4: 0}, "4", "TEXT"),
    ],
)
def test_dicts_that_are_none(change: dict[Any, Any], field: str, fault: str) -> None:
    good = {"rules": "classic4", "hands": ["3", "4", "5", "6"]}
    err = fault_of({**good, **change})
    assert isinstance(err, fk.PositionError)
    assert (err.field, err.column) == (field, None)
    assert fk.Fault[fault] in err.faults
    assert len(str(err)) < 400


def test_cards_of_a_dict_are_placed_in_their_own_text() -> None:
    err = fault_of({"rules": "classic4", "hands": ["3", "4", "5 x", "6"]})
    assert isinstance(err, fk.CardError)
    assert (err.text, err.field, err.column) == ("5 x", "hands[2]", 3)


@pytest.mark.parametrize("value", [None, 3, b"classic4 3/4/5/6", []])
def test_only_text_and_mappings_are_read(value: object) -> None:
    with pytest.raises(TypeError):
        fk.Position.parse(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        fk.Position.from_dict(value)  # type: ignore[arg-type]


PIECES = st.sampled_from(
    [*"0123456789/:,->!x \t", "solo", "pair", "W", "Ad", "10", "黑", "\0", "é"]
)


@given(st.sampled_from(LINES), st.data())
def test_any_line_is_a_position_or_an_error(line: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(line)))
        line = line[:at] + data.draw(PIECES) + line[at + data.draw(st.integers(0, 2)) :]
    check_line(line)


@given(st.text())
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    check_line(text)
    check_line(f"classic4 {text}")
    check_line(f"wuhan 3/4/5/6 0 {text}")


def check_line(line: str) -> None:
    try:
        pos = fk.Position.parse(line)
    except fk.FiftykError:
        fault_of(line)
    else:
        assert fk.Position.parse(str(pos)) == pos
        assert fk.Position.from_dict(pos.to_dict()) == pos


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.sampled_from(DICTS), st.data())
def test_any_dict_is_a_position_or_an_error(data: dict[str, Any], draw: st.DataObject) -> None:
    changed = json.loads(json.dumps(data))
    for _ in range(draw.draw(st.integers(1, 3))):
        field = draw.draw(st.sampled_from(list(changed)))
        value = changed[field]
        if isinstance(value, dict) and value and draw.draw(st.booleans()):
            value[draw.draw(st.sampled_from(list(value)))] = draw.draw(JSON)
        elif isinstance(value, list) and value and draw.draw(st.booleans()):
            value[draw.draw(st.integers(0, len(value) - 1))] = draw.draw(JSON)
        else:
            changed[field] = draw.draw(JSON)
    try:
        pos = fk.Position.from_dict(changed)
    except fk.FiftykError:
        fault_of(changed)
    else:
        assert fk.Position.from_dict(pos.to_dict()) == pos


def test_a_dict_that_holds_itself() -> None:
    loop: list[Any] = []
    loop.append(loop)
    err = fault_of({"rules": "classic4", "hands": loop})
    assert err.field == "hands"


def test_keys_of_positions_with_the_same_words_in_other_places_differ():
    # Suits of one hand are the counts of another: where a word stands has to tell.
    one = fk.Position.parse("wuhan 35dTdKd/4/5sThKc6/5hTcKcWWWW 1 - 0 0,0,0,0 - 0Ad>2!")
    two = fk.Position.parse("wuhan 35sTdKd/5sThKcW/4/5dTdKd6 1 - 0 0,0,0,0 - 0Ad>2!")
    assert one.key != two.key


def test_a_subclass_reads_its_own() -> None:
    class Annotated(fk.Position):
        note = ""

    pos = Annotated.parse("classic4 3h4s/5s/6c/7d 0")
    again = Annotated.from_dict(pos.to_dict())
    for found in (pos, again, pos.copy()):
        assert type(found) is Annotated
        assert found == fk.Position.parse(str(pos))
