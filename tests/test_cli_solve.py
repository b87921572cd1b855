"""`fiftyk solve`: questions beside the value."""

import pytest
from cli_helpers import FULL, POSITION, run

import fiftyk as fk

ENDING = "classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55"


@pytest.mark.parametrize(
    ("wanted", "said"), [(100, "is 100 or more"), (161, "is less than 161"), (-500, "or more")]
)
def test_at_least(wanted: int, said: str) -> None:
    shown = run("solve", ENDING, "--at-least", str(wanted))
    assert shown.status == 0
    assert said in shown.out.splitlines()[0]
    (answer,) = run("solve", ENDING, "--at-least", str(wanted), "--json").objects
    assert (answer["at_least"], answer["answer"], answer["status"]) == (
        wanted, wanted < 161, "proved",
    )  # fmt: skip
    assert (answer["moves"], answer["choice"]) == ([], "pair:6s6h")
    assert answer["best"] == (["pair:6s6h"] if wanted < 161 else [])
    (every,) = run("solve", ENDING, "--at-least", str(wanted), "--json", "--all").objects
    assert [move["play"] for move in every["moves"]] == ["single:6h", "pair:6s6h"]


def test_at_least_within_limits() -> None:
    ran = run("solve", FULL, "--at-least", "0", "--nodes", "10")
    assert ran.status == 3
    assert "not proved to be 0 or more" in ran.out
    (answer,) = run("solve", FULL, "--at-least", "0", "--nodes", "10", "--json").objects
    assert (answer["answer"], answer["status"]) == (None, "bounded")
    assert answer["choice"] in map(str, fk.Position.parse(FULL).legal_moves())


def test_explain() -> None:
    shown = run("solve", ENDING, "--explain", "6s")
    assert shown.status == 0
    assert "costs seat 1 120: margin 160 before, 40 after" in shown.out
    assert "best: pair:6s6h\nrefutation:" in shown.out
    assert "1 single:6s  2 single:2c" in shown.out
    (told,) = run("solve", ENDING, "--explain", "6s", "--json").objects
    assert (told["before"], told["after"], told["cost"]) == (
        {"value": 160}, {"value": 40}, {"value": 120},
    )  # fmt: skip
    assert (told["seat"], told["move"]["play"], told["best"]) == (1, "single:6s", "pair:6s6h")
    assert told["best_line"][:2] == ["single:2c", "-"]
    best = run("solve", ENDING, "--explain", "pair:6s6h", "--objective", "win")
    assert "costs nothing: win for seat 1 stays 1" in best.out
    assert "best line:" in best.out


def test_explain_in_chinese() -> None:
    ran = run("--lang", "zh", "solve", ENDING, "--explain", "6s")
    assert "使1号座损失 120" in ran.out
    ran = run("--lang", "zh", "solve", ENDING, "--at-least", "100")
    assert "1号座的分差不小于 100" in ran.out


def test_explain_within_limits() -> None:
    ran = run("solve", FULL, "--explain", str(fk.Position.parse(FULL).legal_moves()[0]),
              "--nodes", "10", "--json")  # fmt: skip
    assert ran.status == 3
    (told,) = ran.objects
    assert told["cost"]["value"] is told["best"] is None
    assert told["cost"]["lower"] <= told["cost"]["upper"]


def test_what_cannot_be_explained() -> None:
    for move, said in (("9s", "not in hand"), ("cow", "expected"), ("-", "must lead")):
        ran = run("solve", ENDING, "--explain", move)
        assert ran.status == 1
        assert ran.err.startswith("line 1: ")
        assert said in ran.err
    for more in (["--at-least", "1"], ["--seat", "1"], ["--best"], ["--svg", "-"], ["--html", "-"]):
        ran = run("solve", POSITION, "--explain", "6s", *more)
        assert ran.status == 2
        assert "--explain does not go with" in ran.err
