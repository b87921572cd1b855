"""`fiftyk puzzle` and `fiftyk compose`: asked at the terminal, by options, and by programs."""

import json
import tomllib
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_helpers import Ran, run

from fiftyk import puzzles

LIBRARY = puzzles.library()
FIRST = LIBRARY[0]
WRONG = next(m for m in map(str, FIRST.position.legal_moves()) if m != FIRST.key)


def asked(*args: str, typed: str) -> Ran:
    return run("puzzle", *args, stdin=typed.encode())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_puzzle_is_asked_until_it_is_right(lang: str) -> None:
    typed = f"\n?\nh\nt\nnonsense\n3s3h3c3d\n{WRONG}\n{FIRST.key}\nq\n"
    ran = asked("1", "--lang", lang, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    wrong, right = ("Wrong: ", "Right: ") if lang == "en" else ("错：", "对：")
    assert ran.out.count(wrong) == ran.out.count(right) == 1
    assert ran.out.index(wrong) < ran.out.index(right)
    assert (FIRST.title if lang == "en" else FIRST.title_zh) in ran.out
    assert (FIRST.comment if lang == "en" else FIRST.comment_zh) in ran.out


@pytest.mark.parametrize("typed", ["", "q\n", "退出\n", "\ufffd\n"])
def test_one_may_leave(typed: str) -> None:
    ran = asked("1", typed=typed)
    assert (ran.status, ran.err) == (0, "")
    assert FIRST.title not in ran.out


@pytest.mark.parametrize("typed", ["s\n", "答案\n"])
def test_one_may_give_up(typed: str) -> None:
    ran = asked("1", typed=typed)
    assert FIRST.title in ran.out
    assert FIRST.comment in ran.out


def test_an_answer_as_an_option() -> None:
    right = run("puzzle", "1", "--answer", FIRST.key)
    assert (right.status, right.err) == (0, "")
    assert right.out.startswith("Right: ")
    wrong = run("puzzle", FIRST.id, f"--answer={WRONG}")
    assert (wrong.status, wrong.err) == (1, "")
    assert "refutation" in wrong.out
    assert FIRST.title not in wrong.out
    for answer in ("3s3h3c3d", "nonsense", "", "-"):
        illegal = run("puzzle", "1", "--answer", answer)
        assert (illegal.status, illegal.out) == (2, "")
        assert illegal.err.count("\n") == 1
        (data,) = run("puzzle", "1", "--answer", answer, "--json").objects
        assert data["error"]["message"]


def test_answers_for_programs() -> None:
    for answer, right in ((FIRST.key, True), (WRONG, False)):
        ran = run("puzzle", "1", f"--answer={answer}", "--json")
        (data,) = ran.objects
        assert ran.status == (0 if right else 1)
        assert data["right"] is right
        assert data["answer"]["play"] == answer == data["line"][0]
        assert data["value"] + data["loss"] == FIRST.value
    (task,) = run("puzzle", "1", "--json").objects
    assert task["position"] == FIRST.text
    assert FIRST.key in task["legal"]
    assert not {"key", "line", "title", "themes"} & set(task)
    (solved,) = run("puzzle", "1", "--json", "--solution").objects
    assert (solved["key"], solved["title_zh"]) == (FIRST.key, FIRST.title_zh)
    assert solved["solution"]["best"] == [FIRST.key]


def test_puzzles_are_shown_with_their_solution() -> None:
    for number, puzzle in list(enumerate(LIBRARY, 1))[::5]:
        for lang, title in (("en", puzzle.title), ("zh", puzzle.title_zh)):
            ran = run("puzzle", str(number), "--solution", "--lang", lang)
            assert (ran.status, ran.err) == (0, "")
            assert title in ran.out


def test_a_seed_draws_the_same_puzzle() -> None:
    drawn = [run("puzzle", "--seed", str(seed), "--json").objects[0]["id"] for seed in range(8)]
    again = [run("puzzle", "--seed", str(seed), "--json").objects[0]["id"] for seed in range(8)]
    assert drawn == again
    assert len(set(drawn)) > 4
    assert run("puzzle", "--json").objects[0]["id"] in {puzzle.id for puzzle in LIBRARY}


def test_puzzles_of_a_rule_set_and_a_theme() -> None:
    ran = run("puzzle", "--list", "--rules", "wuhan", "--json")
    assert {task["rules"].partition("[")[0] for task in ran.objects} == {"wuhan"}
    assert [task["number"] for task in ran.objects] == list(range(1, len(ran.objects) + 1))
    theme = FIRST.themes[0]
    ids = [task["id"] for task in run("puzzle", "--theme", theme, "--list", "--json").objects]
    assert ids == [puzzle.id for puzzle in puzzles.choose(LIBRARY, themes=[theme])]
    (second,) = run("puzzle", "2", "--rules", "wuhan", "--json").objects
    assert second["id"] == ran.objects[1]["id"]


def test_a_number_stands_for_the_same_puzzle_in_the_list_and_above_the_table() -> None:
    listed = run("puzzle", "--list", "--rules", "wuhan").out
    shown = asked("2", "--rules", "wuhan", typed="q\n").out
    assert "wuhan-02" in listed
    assert shown.startswith("puzzle 2, wuhan-02")


def test_the_list_and_the_positions() -> None:
    listed = run("puzzle", "--list")
    assert len(listed.out.splitlines()) == len(LIBRARY) + 4
    positions = run("puzzle", "--positions", "--rules", "classic4")
    solved = run("solve", "-", "--json", stdin=positions.out.encode())
    assert solved.status == 0
    assert len(solved.objects) == len(puzzles.choose(LIBRARY, "classic4"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_themes(lang: str) -> None:
    listed = run("puzzle", "--themes", "--lang", lang)
    assert (listed.status, listed.err) == (0, "")
    for name, theme in puzzles.THEMES.items():
        assert name in listed.out
        assert (theme.meaning in listed.out) == (lang == "en")
    assert [each["theme"] for each in run("puzzle", "--themes", "--json").objects] == list(
        puzzles.THEMES
    )


def test_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.svg"
    assert run("puzzle", "1", "--answer", FIRST.key, "--svg", str(file)).status == 0
    image = file.read_text(encoding="utf-8")
    ElementTree.fromstring(image)
    asked_picture = run("puzzle", "1", "--svg", "-")
    assert asked_picture.out == image
    solved_picture = run("puzzle", "1", "--solution", "--svg", "-")
    ElementTree.fromstring(solved_picture.out)
    assert 'class="bar best"' in solved_picture.out
    assert 'class="bar best"' not in image


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("0",), "they go from 1"),
        (("9" * 5000,), "they go from 1"),
        (("nothing",), "there is no puzzle 'nothing'"),
        (("--rules", "whist"), "whist"),
        (("--theme", "x"), "'x'"),
        (("--rules", "classic4", "--theme", "spend_joker"), "there is no such puzzle"),
        (("--list", "--solution"), "only one of"),
        (("1", "--list"), "of all puzzles"),
        (("1", "--svg", "-", "--json"), "only one of"),
        (("--from", "/nothing/there"), "/nothing/there"),
        (("--seed", "-1"), "-1"),
    ],
)
def test_what_cannot_be_asked(args: tuple[str, ...], message: str) -> None:
    ran = run("puzzle", *args)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff", "not UTF-8"), (b"x", "no TOML"), (b"puzzle = []", "no such puzzle")],
)
def test_a_file_without_puzzles(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "puzzles.toml"
    file.write_bytes(content)
    ran = run("puzzle", "--from", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_puzzles_are_composed_and_asked(tmp_path: Path) -> None:
    file = tmp_path / "found.toml"
    search = ("compose", "classic4", "--seed", "1", "--count", "2")
    written = run(*search)
    assert (written.status, written.err) == (0, "")
    assert len(tomllib.loads(written.out)["puzzle"]) == 2
    assert run(*search, "--output", str(file)).out == ""
    assert file.read_text(encoding="utf-8") == written.out
    assert run(*search, "--processes", "2").out == written.out
    found = puzzles.from_toml(written.out)
    assert [data["id"] for data in run(*search, "--json").objects] == [each.id for each in found]
    assert run("puzzle", "--from", str(file), "2", "--answer", found[1].key).status == 0


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), 130), (BrokenExecutor("lost"), 1)]
)
def test_what_a_search_has_found_is_kept(
    error: BaseException, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object, **__: object) -> Iterator[puzzles.Puzzle]:
        yield from found
        raise error

    file = tmp_path / "found.toml"
    file.write_text("before")
    monkeypatch.setattr(puzzles, "compose", search)
    found: tuple[puzzles.Puzzle, ...] = ()
    assert run("compose", "classic4", "--output", str(file)).status == status
    assert file.read_text() == "before"
    found = LIBRARY[:2]
    ran = run("compose", "classic4", "--seed", "1", "--count", "9", "--output", str(file))
    assert (ran.status, ran.out) == (status, "")
    assert puzzles.from_toml(file.read_text(encoding="utf-8")) == list(LIBRARY[:2])


def test_a_search_that_finds_too_little() -> None:
    ran = run("compose", "laizi", "--theme", "keep_call", "--seed", "1", "--tries", "2", "--json")
    assert (ran.status, ran.out, ran.err) == (3, "", "")
    drawn = run("compose", "laizi", "--tries", "1", "--gap", "1000")
    assert drawn.status == 3
    assert drawn.err.startswith("seed ")


@pytest.mark.parametrize(
    "args",
    [
        ("classic4", "--objective", "score"),
        ("classic4", "--objective", "x"),
        ("classic4", "--theme", "x"),
        ("classic4", "--cards", "9"),
        ("whist",),
        ("classic4", "--json", "--output", "-"),
    ],
)
def test_a_search_that_cannot_be(args: tuple[str, ...]) -> None:
    ran = run("compose", *args, "--seed", "1", "--tries", "1")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err


def test_json_is_plain_in_every_language() -> None:
    (data,) = run("puzzle", "1", "--json", "--lang", "zh").objects
    assert json.dumps(data).isascii()
