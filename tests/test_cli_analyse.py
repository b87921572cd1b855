"""`fiftyk analyse`: recorded hands, what their moves cost."""

from pathlib import Path

import pytest
from cli_helpers import run

import fiftyk as fk

ENDING = "classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Two hands to their ends, with a mistake and without, and one that goes on."""
    records = []
    for line in (["6s", "2c", "-", "-", "-", "3c", "-", "4c"], ["6s6h", "-", "-", "-", "3s"], []):
        hand = fk.Hand.from_position(fk.Position.parse(ENDING))
        for move in line:
            hand.apply(move)
        records.append(fk.Record.of(hand, seats=["Ann", "Bo", "Chen", "Ding"]))
    path = str(tmp_path / "hands.pbn")
    fk.write_records(records, path)
    return path


def test_as_a_table(file: str) -> None:
    ran = run("analyse", file)
    assert (ran.status, ran.err) == (0, "")
    first, second, third = ran.out.split("\nhand ")
    assert first.startswith("hand 1: classic4: what the moves cost in margin (")
    rows = [line.split() for line in first.splitlines()]
    assert ["1", "1", "single:6s", "160", "40", "120", "pair:6s6h"] in rows
    assert ["2", "2", "single:2c", "-40", "-40"] in rows
    assert ["1", "Bo", "1", "1", "120", "1.", "single:6s"] in rows
    assert "120" not in second
    assert ["1", "Bo", "0", "0", "0"] in [line.split() for line in third.splitlines()]


def test_as_json(file: str) -> None:
    told = run("analyse", file, "--json").objects
    assert [each["record"] for each in told] == [1, 2, 3]
    assert [each["status"] for each in told] == ["proved"] * 3
    first = told[0]["moves"][0]
    assert first == {
        "number": 1, "trick": 1, "seat": 1, "play": "single:6s", "forced": False,
        "before": {"value": 160}, "after": {"value": 40}, "cost": {"value": 120},
        "best": "pair:6s6h",
    }  # fmt: skip
    assert told[0]["seats"][1] == {
        "seat": 1, "moves": 1, "mistakes": 1, "cost": 120, "costliest": 1,
    }  # fmt: skip
    assert (told[0]["proved_from"], told[2]["proved_from"]) == (1, None)
    (only,) = run("analyse", file, "--json", "--hand", "2", "--objective", "win").objects
    assert (only["record"], only["objective"]) == (2, "win")
    assert {move["cost"]["value"] for move in only["moves"]} == {0}


def test_within_limits(tmp_path: Path) -> None:
    hand = fk.Hand.deal(fk.rules("flush1"), 5)
    fk.bots.finish(hand, [fk.bots.bot("random", 1)] * 4)
    path = str(tmp_path / "hands.jsonl")
    fk.write_records([hand], path)
    ran = run("analyse", path, "--nodes", "50")
    assert ran.status == 3
    assert f"of {len(hand.moves)} (" in ran.out
    (told,) = run("analyse", path, "--nodes", "50", "--json").objects
    assert told["status"] == "bounded"
    cost = told["moves"][0]["cost"]
    assert cost["value"] is None
    assert 0 <= cost["lower"] < cost["upper"]
    proved = [move["number"] for move in told["moves"] if move["cost"]["value"] is not None]
    assert set(range(told["proved_from"], len(hand.moves) + 1)) <= set(proved)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_as_a_page(file: str, lang: str, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    out = tmp_path / "hands.html"
    ran = run("--lang", lang, "analyse", file, "--html", str(out))
    assert ran.status == 0
    page = out.read_text("utf-8")
    assert page.count("<article>") == 3
    assert page.count('class="mistake"') == 2  # in the plot and in the play
    assert ("costs 120" if lang == "en" else "损失 120") in page
    assert run("analyse", file, "--hand", "1", "--html", "-").out.startswith("<!DOCTYPE html>")


def test_in_chinese(file: str) -> None:
    ran = run("--lang", "zh", "analyse", file, "--hand", "1")
    assert (
        ran.out.startswith("第 1 局：classic4：各手的损失（分差）")
        or "各手的损失（分差）" in ran.out
    )
    assert "损失最大" in ran.out


def test_what_is_wrong(file: str, tmp_path: Path) -> None:
    called = tmp_path / "called.pbn"
    fk.write_records(
        [
            fk.Hand.deal(fk.rules("laizi"), 1),
            fk.Hand.from_position(fk.Position.parse("classic3 3c/4c/5c 0")),
        ],
        str(called),
    )
    ran = run("analyse", str(called))
    assert ran.status == 1
    assert ran.err == "hand 1: the play has not begun: there is nothing to analyse\n"
    assert ran.out.startswith("hand 2: classic3")
    first, second = run("analyse", str(called), "--json", "--objective", "margin").objects
    assert (first["record"], first["error"]["type"]) == (1, "FiftykError")
    assert second["error"]["type"] == "ObjectiveError"
    assert run("analyse", file, "--hand", "9").err == "Error: there is no hand 9\n"
    assert run("analyse", file, "--json", "--html", "-").status == 2
    assert run("analyse", str(tmp_path / "none")).status == 2
