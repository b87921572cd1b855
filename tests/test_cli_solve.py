"""`fiftyk solve`: questions beside the value."""

import json
import signal
import time
from pathlib import Path

import pytest
from cli_helpers import FULL, POSITION, SOLVED, process, run

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


# ---- a run that is stopped and taken up again


def positions_file(folder: Path, *lines: str) -> str:
    file = folder / "positions.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    return str(file)


def answers(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_answers_that_are_there_are_not_found_again(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    lines = [ENDING, "# a comment", POSITION, "no position at all", SOLVED]
    asked = positions_file(tmp_path, *lines)
    ran = run("solve", asked, "--resume", str(out))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("line 4: ")
    whole = out.read_bytes()
    (*wanted,) = (each for each in run("solve", asked, "--json").objects if "error" not in each)
    without_time = [{**each, "seconds": 0} for each in answers(out)]
    assert without_time == [{**each, "seconds": 0} for each in wanted]
    for kept in (0, 1, 100, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:kept])
        done = whole[:kept].count(b"\n")
        assert run("solve", asked, "--resume", str(out)).status == 1
        assert [{**each, "seconds": 0} for each in answers(out)] == without_time
        # What was whole is there as it was, to the byte.
        assert out.read_bytes().splitlines()[:done] == whole.splitlines()[:done]
    before = out.read_bytes()
    assert run("solve", asked, "--resume", str(out)).status == 1
    assert out.read_bytes() == before


def test_an_answer_within_limits_stays_one(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for _ in range(2):
        assert run("solve", FULL, "--resume", str(out), "--nodes", "5").status == 3
        assert len(answers(out)) == 1
    several = [positions_file(tmp_path, ENDING), "-"]
    out.unlink()
    for _ in range(2):
        assert run("solve", *several, "--resume", str(out), stdin=SOLVED.encode()).status == 0
        assert [each["file"] for each in answers(out)] == several


def test_files_that_are_no_answers(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for text in ("no JSON", "no JSON\n", "[]\n", "{}\n", '{"line": "x"}\n'):
        out.write_text(text)
        ran = run("solve", ENDING, "--resume", str(out))
        assert (ran.status, out.read_text()) == (2, text)
        assert "line 1: no answer of an earlier run" in ran.err
    assert run("solve", ENDING, "--resume", str(tmp_path / "no" / "out")).status == 2
    assert run("solve", ENDING, "--resume", str(tmp_path)).status == 2
    assert run("solve", ENDING, "--resume", str(out), "--json").status == 2
    out.unlink()
    assert run("solve", ENDING, "--resume", str(out)).status == 0
    ran = run("solve", POSITION, "--resume", str(out))
    assert ran.status == 1
    assert "another position" in ran.err
    assert len(answers(out)) == 1


def test_ctrl_c_leaves_whole_answers(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    asked = positions_file(tmp_path, ENDING, SOLVED, FULL, POSITION)
    program = process("solve", asked, "--resume", str(out), "--memory", "8")
    while not out.exists() or len(out.read_bytes().splitlines()) < 2:
        assert program.poll() is None
        time.sleep(0.02)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=20)
    assert program.returncode == 130
    assert [each["line"] for each in answers(out)] == [1, 2]
    assert run("solve", asked, "--resume", str(out), "--nodes", "1000").status == 3
    assert [each["line"] for each in answers(out)] == [1, 2, 3, 4]


# ---- each for itself

THREE = "classic3 5s8c9c/4dTdJc/3c7hKs 0 - 0 0,40,35"


def test_each_for_itself() -> None:
    ran = run("solve", THREE, "--model", "selfish")
    assert ran.status == 0
    assert ran.out.startswith("classic3: each seat for itself, the scores are -20, 70, 50 (")
    (told,) = run("solve", THREE, "--model", "selfish", "--seat", "1", "--json").objects
    assert (told["value"], told["scores"]) == (70, [-20, 70, 50])
    (sure,) = run("solve", THREE, "--seat", "1", "--json").objects
    assert (sure["value"], "scores" in sure) == (60, False)
    ran = run("--lang", "zh", "solve", THREE, "--model", "selfish")
    assert "各家各为自己，得分为 -20，70，50" in ran.out
    ran = run("solve", THREE, "--model", "selfish", "--nodes", "3")
    assert (ran.status, "a limit ran out" in ran.out) == (3, True)


def test_each_for_itself_where_that_cannot_be() -> None:
    assert "play for score" in run("solve", ENDING, "--model", "selfish").err
    ran = run("solve", THREE, "--model", "selfish", "--at-least", "1")
    assert (ran.status, "does not go with" in ran.err) == (1, True)
    assert run("solve", THREE, "--model", "kind").status == 2
    assert run("solve", THREE, "--model", "selfish", "--explain", "5s").status == 2
