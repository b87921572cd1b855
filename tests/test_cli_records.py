"""`fiftyk replay`, `fiftyk convert` and `fiftyk play --save`."""

import os
import random
import re
from pathlib import Path

import pytest
from cli_helpers import process, run
from hand_helpers import RULES, after, ending, played

import fiftyk as fk

HANDS = [played(fk.Hand.deal(rules, 3), random.Random(2)) for rules in RULES]
MIDST = after(ending("classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0 - 0 0,30,20,35"), "3h 6c - - - 6d")
BEFORE = fk.Hand.deal(fk.rules("wuhan"), 1)
RECORDS = [
    fk.Record.of(HANDS[0], seats=list("abcd"), comments=[(0, "hm"), (4, "good")], Event="E"),
    *map(fk.Record.of, [*HANDS[1:], MIDST, BEFORE]),
]
BAD = '[Rules "classic9"]\n\n*\n'


@pytest.fixture(params=["hands.pbn", "hands.jsonl"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    fk.write_records(RECORDS, path)
    return path


def test_hands_are_shown_trick_by_trick(file: Path) -> None:
    ran = run("replay", str(file))
    assert (ran.status, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert [line for line in lines if re.fullmatch(r"hand \d+", line)] == [
        f"hand {n}" for n in range(1, len(RECORDS) + 1)
    ]
    assert {"Event: E", "hm", "seat 2 has to decide before the play"} <= set(lines)
    assert sum(line.startswith("trick seats and their moves points") for line in lines) == 9
    assert lines.count("trick seats and their moves points taken by comment") == 1
    first = HANDS[0]
    (row,) = (line for line in lines if line.endswith(" good"))
    assert row.startswith(f"1 {first.moves[0][0]} {first.moves[0][1]} ")
    assert "name seat role hand" in lines
    assert "1 0 single:3h 1 single:6c 2 - 3 - 0 - 0 1" in lines
    assert "2 1 single:6d" in lines
    assert "seat 2 is on turn after the single 6d of seat 1" in lines


def test_one_hand_of_many(file: Path) -> None:
    ran = run("replay", str(file), "--hand", "9")
    assert ran.out.startswith("hand 9\n")
    assert "\nhand " not in ran.out
    ran = run("replay", str(file), "--hand", "99", "--lang", "zh")
    assert (ran.status, ran.out, ran.err) == (1, "", "错误：没有第 99 局\n")


def test_hands_as_json(file: Path) -> None:
    found = run("replay", str(file), "--json").objects
    assert [data["record"] for data in found] == list(range(1, len(RECORDS) + 1))
    for data, record in zip(found, RECORDS, strict=True):
        hand = record.replay()
        assert data["rules"] == str(record.rules)
        assert data["dealt"] == list(hand.dealt)
        moves = [tuple(move) for trick in data["tricks"] for move in trick["moves"]]
        assert moves == [(seat, str(move)) for seat, move in hand.moves]
        opening = [tuple(each) for each in data["opening"]]
        assert opening + moves == [(seat, str(each)) for seat, each in hand.decisions]
        points = sum(trick["points"] or 0 for trick in data["tricks"])
        if hand.position and hand.start:
            assert points == sum(hand.position.captured) - sum(hand.start.captured)
            assert fk.Position.from_dict(data["position"]) == hand.position
            for trick in data["tricks"]:
                assert (trick["taken_by"] is None) == (trick["points"] is None)
        if record.result is not None:
            assert data["result"]["payoff"] == list(record.result.payoff)
        else:
            assert data["result"] is None


def test_who_takes_a_trick() -> None:
    for record in RECORDS[:8]:
        text = record.json().encode()
        (data,) = run("replay", "-", "--json", stdin=text).objects
        captured = [0] * record.rules.seats
        for trick in data["tricks"]:
            captured[trick["taken_by"]] += trick["points"]
        assert record.result is not None
        assert tuple(captured) == record.result.captured


def test_a_trick_that_began_before_the_record() -> None:
    hand = after(ending("classic4 3h4s/6c6d/7h9c/Ah2s 2 1:single:Td 10"), "- - - 6c")
    (data,) = run("replay", "-", "--json", stdin=fk.Record.of(hand).text().encode()).objects
    assert [(t["seat"], t["points"], t["taken_by"]) for t in data["tricks"]] == [
        (2, 10, 1),
        (1, None, None),
    ]


def test_chinese(file: Path) -> None:
    ran = run("replay", str(file), "--lang", "zh")
    assert (ran.status, ran.err) == (0, "")
    assert {"第 1 局", "出牌之前轮到2号座决定"} <= set(ran.out.splitlines())
    names = r"[a-z_]+[:\d\[]\S*|classic\d|flush\d|laizi|wuhan|honghe|Event|good|hm"
    assert re.findall(r"[A-Za-z]{3,}", re.sub(names, "", ran.out)) == []


def test_bad_records_are_told_and_the_rest_is_shown(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two.json"
    one.write_text(f"{RECORDS[0]}\n{BAD}\n{RECORDS[1]}", encoding="utf-8")
    two.write_text('{"rules": 3}\n', encoding="utf-8")
    ran = run("replay", str(one))
    assert ran.status == 1
    assert ran.out.count("taken by") == 2
    assert re.fullmatch(r"line \d+, column 9: there is no rule set 'classic9'.*\n", ran.err)
    ran = run("replay", str(one), str(two), "--json")
    assert ran.status == 1
    kinds = [(data["file"], "error" in data) for data in ran.objects]
    assert kinds == [(str(one), False), (str(one), True), (str(one), False), (str(two), True)]
    error = ran.objects[1]["error"]
    assert (error["type"], error["column"]) == ("RecordError", 9)
    assert error["message"].startswith(f"line {error['line']}, column 9: ")
    assert "第 " in run("replay", str(one), "--lang", "zh").err
    assert f"{two}: line 1, rules: " in run("replay", str(one), str(two)).err


# ---- converting


def test_there_and_back(file: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "out.pbn", tmp_path / "back.jsonl"
    assert run("convert", str(file), str(out)) == (0, "", "")
    assert run("convert", str(out), str(back)) == (0, "", "")
    assert list(fk.read_records(out)) == list(fk.read_records(back)) == RECORDS
    for path in (out, back):
        form = ["--to", "json"] if path == back else []
        ran = run("convert", "-", "-", *form, stdin=file.read_bytes())
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.encode() == path.read_bytes()
    before = file.read_bytes()
    assert run("convert", str(file), str(file)).status == 0
    assert file.read_bytes() == before


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_text(f"{BAD}\n{RECORDS[1]}", encoding="utf-8")
    ran = run("convert", str(source), str(source))
    assert ran.status == 1
    assert "line 1, column 9" in ran.err
    assert source.read_text(encoding="utf-8") == RECORDS[1].text()


@pytest.mark.parametrize(
    "args",
    [
        ("replay",),
        ("replay", "/no/such"),
        ("replay", "a\0b"),
        ("convert", "/no/such", "-"),
        ("convert", "-", "/no/such/out"),
        ("convert", "-"),
        ("convert", "-", "-", "--to", "xml"),
        ("play", "classic4", "--save", "/no/such/file"),
    ],
)
def test_wrong_commands(args: tuple[str, ...]) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk() -> None:
    source = RECORDS[0].text().encode()
    for target in ("/dev/full", "-"):
        with (
            open("/dev/full", "wb") as full,
            process("convert", "-", target, stdin=-1, stdout=full) as child,
        ):
            _, err = child.communicate(source)
        assert child.returncode == 1
        assert err.decode() == "fiftyk: No space left on device\n"


# ---- saving


def test_a_game_is_saved(tmp_path: Path) -> None:
    save = tmp_path / "game"
    args = ("play", "wuhan", "--seed", "3", "--seat", "1", "--bot", "random", "--save", str(save))
    assert run(*args, stdin=b"q\n").status == 0
    assert run(*args, "--json", stdin=b"n\n" * 3).status == 0
    first, second = fk.read_records(save)
    for record in (first, second):
        assert record.seats == ("random", "player", "random", "random")
        assert record.tags == {"Seed": "3", "Hand": "1"}
        hand = record.replay()
        assert (hand.dealt, hand.lead) == (
            fk.Hand.deal(fk.rules("wuhan"), 3).dealt,
            fk.Hand.deal(fk.rules("wuhan"), 3).lead,
        )
    assert len(second.replay().decisions) > len(first.replay().decisions)


def test_a_match_is_saved_hand_by_hand(tmp_path: Path) -> None:
    """Every hint is followed: the first legal decision."""
    save = tmp_path / "match.jsonl"
    lines = 400 * b"-\nn\n"
    args = ("play", "classic4", "--seed", "5", "--match", "--target", "30", "--save", str(save))
    run(*args, "--bot", "random", "--bot", "greedy", "--bot", "random", stdin=lines)
    records = list(fk.read_records(save))
    assert [record.tags["Hand"] for record in records] == [
        str(n) for n in range(1, len(records) + 1)
    ]
    assert {record.seats for record in records} == {("player", "random", "greedy", "random")}
    assert os.listdir(tmp_path) == ["match.jsonl"]
