"""The command line: its commands, what each writes, and what it does not understand."""

import json
import random
import re
from pathlib import Path

import pytest
from cli_helpers import FULL, OVER, POSITION, SOLVED, run
from hand_helpers import played

import fiftyk as fk
from fiftyk.cli import main

COMMANDS = sorted(main.commands)


# ---- the program


def test_the_commands() -> None:
    names = (
        "analyse arena beats bench compose convert deal engine identify moves perft play puzzle "
        "replay show solve"
    )
    assert names.split() == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_examples_that_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("endings.jsonl").write_text(json.dumps(fk.Position.parse(SOLVED).to_dict()))
    # Short, for one of the examples searches each of them for up to ten seconds.
    hands = [
        played(fk.Hand.from_position(fk.Position.parse(SOLVED)), random.Random(seed))
        for seed in range(3)
    ]
    for name in ("hands.pbn", "hands.jsonl"):
        fk.write_records(hands, name)
    shown = run(command, "--help")
    assert shown.status == 0
    examples = re.findall(r"^ +fiftyk (.*)$", shown.out, re.MULTILINE)
    assert examples
    for example in examples:
        first, _, second = example.partition(" | fiftyk ")
        words = re.findall(r'"[^"]*"|\S+', first)
        ran = run(*[word.strip('"') for word in words])
        assert (ran.status, ran.err) == (0, "")
        if second:
            assert run(*second.split(), stdin=ran.out.encode()).status == 0


def test_help_version_and_no_command() -> None:
    assert "Exit status" in run("--help").out
    assert run("-h").out == run("--help").out
    assert fk.__version__ in run("--version").out
    assert run().status in (0, 2)  # as the version of click has it


@pytest.mark.parametrize(
    "args",
    [
        ("nosuch",),
        ("moves",),
        ("moves", POSITION, "more"),
        ("moves", POSITION, "--nosuch"),
        ("moves", POSITION, "--kind", "pear"),
        ("moves", "no-such-file"),
        ("moves", ""),
        ("moves", "/"),
        ("moves", "classic4"),
        ("identify", "classic4"),
        ("identify", "nosuch", "3s"),
        ("identify", "classic4[x=y]", "3s"),
        ("beats", "classic4", "3s"),
        ("beats", "nosuch", "3s", "4s"),
        ("perft", POSITION),
        ("perft", POSITION, "x"),
        ("perft", POSITION, "-1"),
        ("perft", POSITION, "0", "--divide"),
        ("solve", POSITION, "--objective", "nosuch"),
        ("solve", POSITION, "--nodes", "0"),
        ("solve", POSITION, "--seconds", "0"),
        ("solve", POSITION, "--seconds", "nan"),
        ("solve", POSITION, "--seconds", "inf"),
        ("solve", POSITION, "--memory", "0"),
        ("solve", POSITION, "--seat", "x"),
        ("deal", "nosuch"),
        ("deal", "classic4", "--seed", "-1"),
        ("deal", "classic4", "--seed", str(2**64)),
        ("deal", "classic4", "--seed", str(2**64 - 1), "--count", "2"),
        ("deal", "classic4", "--count", "0"),
    ],
)
def test_a_command_that_is_not_understood(args: tuple[str, ...]) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert "Error" in ran.err


# ---- commands


def test_moves() -> None:
    shown = run("moves", POSITION)
    assert (shown.status, shown.err) == (0, "")
    assert "seat 0 leads, 4 moves" in shown.out
    assert re.search(r"1 +single:3h +single +1 +3\n", shown.out)
    (data,) = run("moves", POSITION, "--json").objects
    legal = fk.Position.parse(POSITION).legal_moves()
    assert data["position"] == str(fk.Position.parse(POSITION))
    assert [move["play"] for move in data["moves"]] == [str(move) for move in legal]
    assert (data["total"], data["counts"]) == (4, {"single": 4})
    assert data["moves"][3] == {
        "play": "single:Kd", "kind": "single", "n": 1, "rank": "K", "cards": "Kd",
    }  # fmt: skip


def test_moves_of_a_kind_and_by_faces() -> None:
    pos = fk.Position.parse(FULL)
    (pairs,) = run("moves", FULL, "--json", "--kind", "pair").objects
    assert pairs["counts"] == {"pair": pos.legal_moves().counts()["pair"]}
    (faces,) = run("moves", FULL, "--json", "--faces").objects
    assert faces["total"] == pos.count_moves(faces=True) > pos.count_moves()
    assert (
        "1 move\n" in run("moves", POSITION.replace(" 0", " 3 2:single:2h"), "--kind", "pass").out
    )
    assert "0 moves\n" in run("moves", POSITION, "--kind", "bomb").out


def test_moves_of_a_hand_that_is_over() -> None:
    assert "the hand is over, 0 moves" in run("moves", OVER).out
    assert run("moves", OVER, "--json").objects[0]["moves"] == []


def test_thousands_of_moves_are_written_line_by_line() -> None:
    pos = fk.rules("flush2").deal(0)
    shown = run("moves", str(pos))
    rows = re.findall(r"^ +(\d+) +\w+:\w+ .*$", shown.out, re.MULTILINE)
    assert rows == [str(number) for number in range(1, pos.count_moves() + 1)]
    assert len(rows) > 1000


def test_identify() -> None:
    ran = run("identify", "flush1", "555666", "777888")
    assert ran.status == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "airplane:555666777888",
        "airplane_one:555666777888",
    ]
    assert "loose kickers" in ran.out
    assert "triple" in run("identify", "wuhan", "红桃5", "黑桃5", "王").out
    none = run("identify", "classic4", "3", "4")
    assert (none.status, none.out) == (0, "no combination\n")
    (data,) = run("identify", "classic4", "3s", "3h", "--json").objects
    assert (data["line"], data["cards"]) == (1, "3s 3h")
    assert [reading["kind"] for reading in data["readings"]] == ["pair"]
    assert run("identify", "classic4", "33333").status == 1


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        (("classic4", "4s4h", "3s3h"), True),
        (("classic4", "3s3h", "4s4h"), False),
        (("classic4", "pair:4s4h", "3s"), False),
        (("classic4", "5TK", "straight:34567"), True),
        (("flush1", "airplane:555666777888", "airplane:333444555666"), True),
        (("flush1[straight_flush=beats_straights]", "3s4s5s6s7s", "TJQKA"), True),
        (("classic4", "-", "3s"), False),
    ],
)
def test_beats(args: tuple[str, ...], answer: bool) -> None:
    ran = run("beats", *args)
    assert (ran.status, ran.out, ran.err) == (0, "yes\n" if answer else "no\n", "")
    (data,) = run("beats", *args, "--json").objects
    assert data["beats"] is answer


def test_beats_of_what_is_no_play() -> None:
    ran = run("beats", "flush1", "555666777888", "3")
    assert (ran.status, ran.out) == (1, "")
    assert "airplane, airplane_one" in ran.err


def test_perft() -> None:
    pos = fk.Position.parse(FULL)
    shown = run("perft", FULL, "3")
    assert shown.err == ""  # no terminal, no progress
    assert shown.out.startswith(f"{fk.perft(pos, 3):,} sequences of 3 moves")
    (data,) = run("perft", FULL, "2", "--faces", "--divide", "--json").objects
    assert data["count"] == fk.perft(pos, 2, faces=True)
    parts = {part["play"]: part["count"] for part in data["divide"]}
    assert parts == {str(move): n for move, n in fk.divide(pos, 2, faces=True).items()}
    divided = run("perft", POSITION, "2", "--divide").out
    assert re.search(r"^ single:3h +\d+$", divided, re.MULTILINE)
    assert run("perft", POSITION, "0").out.startswith("1 sequence of 0 moves")
    for switch in ("--bulk", "--no-bulk"):
        (data,) = run("perft", FULL, "3", switch, "--json").objects
        assert data["count"] == fk.perft(pos, 3, bulk=switch == "--bulk")


def test_a_depth_beyond_every_hand_is_refused() -> None:
    assert run("perft", POSITION, "432").out.startswith("0 sequences of 432 moves")
    ran = run("perft", POSITION, "433")
    assert (ran.status, ran.out) == (2, "")
    assert "432" in ran.err


def test_deal() -> None:
    ran = run("deal", "laizi", "--seed", "7", "--count", "3")
    assert ran.out.splitlines() == [str(fk.rules("laizi").deal(seed)) for seed in (7, 8, 9)]
    objects = run("deal", "laizi", "--seed", "7", "--count", "3", "--json").objects
    assert [(o["line"], o["seed"]) for o in objects] == [(1, 7), (2, 8), (3, 9)]
    assert [o["position"] for o in objects] == ran.out.splitlines()


def test_a_seed_that_is_drawn_is_told() -> None:
    ran = run("deal", "flush1")
    seed = re.fullmatch(r"seed (\d+)\n", ran.err)
    assert seed
    assert run("deal", "flush1", "--seed", seed[1]).out == ran.out
    (data,) = run("deal", "flush1", "--json").objects
    assert data["position"] == str(fk.rules("flush1").deal(data["seed"]))


def test_show() -> None:
    line = "laizi 3h4sW/6c6dAd/7h9c/2sAh 1 0:single:Ah 40 0,0,10,0 - 0Ad>1 x4"
    shown = run("show", line).out
    for words in (
        "laizi: seat 1 is on turn after the single Ah of seat 0",
        "caller of Ad",
        "hidden partner",
        "6c 6d  Ad",
        "40 points on the table",
        "multiplier 4",
        "1 move (1 with all suits told apart)",
    ):
        assert words in shown
    (data,) = run("show", line, "--json").objects
    dicts = fk.Position.parse(line).to_dict()
    assert {key: data[key] for key in dicts} == dicts
    assert (data["over"], data["moves"], data["faces"]) == (False, 1, 1)
    assert "partner, known" in run("show", line.replace(">1", ">1!")).out
    assert "hidden solo" in run("show", line.replace("0Ad>1", "solo0")).out
    assert "open solo" in run("show", line.replace("0Ad>1", "solo0!")).out
    assert "for itself" in run("show", "classic3 3/4/5").out


def test_show_a_hand_that_is_over() -> None:
    pos = fk.Position.parse(OVER)
    (data,) = run("show", OVER, "--json").objects
    assert data["over"] is True
    assert tuple(data["scores"]) == pos.scores
    assert tuple(data["payoff"]) == pos.payoff
    shown = run("show", OVER).out
    assert "the hand is over" in shown
    assert "out: seat 0, seat 2" in shown
    assert re.search(r"scores: 80, -20, 35, -25", shown)
    assert "won: seat 0, seat 2" in shown
    swept = "wuhan 3s/-/-/4s - - 0 0,100,90,10 1,2 1Ad>2!"
    assert "won: seat 1, seat 2, sweep\n" in run("show", swept).out
    assert run("show", swept, "--json").objects[0]["outcome"] == "sweep"


def test_solve() -> None:
    shown = run("solve", SOLVED, "--seat", "2")
    assert (shown.status, shown.err) == (0, "")
    assert "margin for seat 2 is -160" in shown.out
    # The best move for seat 1, which is against seat 2, stands first.
    best_first = r"\* +-160 +pair:6s6h +pair\n +-40 +single:6[sh] +single\n"
    assert re.search(best_first, shown.out)
    assert "best line" in shown.out
    (data,) = run("solve", SOLVED, "--seat", "2", "--json").objects
    assert (data["objective"], data["seat"], data["value"]) == ("margin", 2, -160)
    assert (data["exact"], data["lower"], data["upper"]) == (True, -160, -160)
    assert {move["kind"]: move["value"] for move in data["moves"]} == {"pair": -160, "single": -40}
    pos = fk.Position.parse(SOLVED)
    for move in data["best_line"]:
        pos.push(move)
    assert pos.is_over


def test_solve_only_the_best() -> None:
    (data,) = run("solve", SOLVED, "--best", "--json").objects
    assert data["moves"] == []
    assert data["value"] == 160
    assert f"best: {data['best'][0]}" in run("solve", SOLVED, "--best").out


def test_solve_for_what_the_rules_have_not() -> None:
    ran = run("solve", SOLVED, "--objective", "score", "--json")
    assert ran.status == 1
    assert ran.objects[0]["error"]["type"] == "ObjectiveError"
    assert run("solve", SOLVED, "--seat", "7").status == 1
    assert run("solve", SOLVED, "--seat", "-1").status in (1, 2)


def test_a_limit_that_runs_out() -> None:
    ran = run("solve", FULL, "--nodes", "1000", "--json")
    assert ran.status == 3
    (data,) = ran.objects
    assert (data["exact"], data["value"]) == (False, None)
    assert data["lower"] < data["upper"]
    assert all({"lower", "upper"} <= set(move) for move in data["moves"] if move["value"] is None)
    shown = run("solve", FULL, "--nodes", "1000")
    assert shown.status == 3
    assert "a limit ran out" in shown.out
    # A line that failed weighs more.
    both = run("solve", f"{FULL}\nnosuch x", "--nodes", "1000", "--json")
    assert both.status == 1
    assert len(both.objects) == 2
