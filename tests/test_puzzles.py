"""Puzzles: the library is sound, themes are what they say, the judge and the finder agree."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import fiftyk as fk
from fiftyk import puzzles
from fiftyk.lang import speaking
from fiftyk.lang.zh import texts
from fiftyk.puzzles import THEMES, Puzzle, Study

ROOT = Path(__file__).parents[1]
LIBRARY = puzzles.library()


def study(line: str, objective: str | None = None) -> Study:
    found = Study.of(fk.Position.parse(line), objective)
    assert found is not None
    return found


# ---- the library


@pytest.mark.parametrize("puzzle", LIBRARY, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_of_the_library(puzzle: Puzzle) -> None:
    assert puzzles.verify(puzzle) == []
    found = study(puzzle.text, puzzle.objective)
    assert set(puzzle.themes) == set(puzzles.themes_of(found)), "all themes are named"
    assert found.surprising, "the greedy bot finds it"
    points = puzzle.objective in ("margin", "score")
    assert found.gap >= (20 if points else 1)
    assert 3 <= len(found.moves) <= 25
    assert sum(len(hand.split()) for hand in found.position.hands) <= 20
    for text in (puzzle.title, puzzle.title_zh, puzzle.comment, puzzle.comment_zh):
        assert text.strip() == text != ""
    assert str(puzzle.position) == puzzle.text


def test_the_library_has_what_it_promises() -> None:
    names = [puzzle.rules.name for puzzle in LIBRARY]
    assert len(LIBRARY) >= 40
    assert list(Counter(names)) == list(fk.rule_sets())
    assert min(Counter(names).values()) >= 5
    ids = [puzzle.id for puzzle in LIBRARY]
    numbers = [names[:place].count(name) + 1 for place, name in enumerate(names)]
    assert ids == [f"{n}-{number:02}" for n, number in zip(names, numbers, strict=True)]
    assert len({puzzle.title for puzzle in LIBRARY}) == len(LIBRARY)
    assert len({puzzle.title_zh for puzzle in LIBRARY}) == len(LIBRARY)
    assert {theme for puzzle in LIBRARY for theme in puzzle.themes} == set(THEMES)
    # The chief themes are of many kinds.
    assert len({puzzle.themes[0] for puzzle in LIBRARY}) >= 18


@pytest.mark.parametrize("file", ["README.md", "README.zh-CN.md", "CHANGELOG.md"])
def test_documents_tell_how_many_there_are(file: str) -> None:
    if not (ROOT / file).is_file():
        pytest.skip(f"{file} is not here")
    assert f" {len(LIBRARY)} " in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", fk.rule_sets())
def test_the_examples_are_the_library(name: str) -> None:
    """Write them with: fiftyk puzzle --rules NAME --positions > examples/endgames/NAME.txt"""
    text = (ROOT / "examples" / "endgames" / f"{name}.txt").read_text(encoding="utf-8")
    assert text == puzzles.to_positions(puzzles.choose(LIBRARY, name))


def test_a_title_is_told_in_the_language_that_is_spoken() -> None:
    puzzle = replace(LIBRARY[0], title="A", title_zh="甲", comment="B", comment_zh="")
    assert (puzzle.told("title"), puzzle.told("comment")) == ("A", "B")
    with speaking("zh"):
        assert (puzzle.told("title"), puzzle.told("comment")) == ("甲", "B")


# ---- themes


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_theme_has_its_words(theme: puzzles.Theme) -> None:
    assert theme.title in texts()
    assert theme.meaning in texts()
    assert theme.meaning.endswith(".")


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_in_some_puzzles_and_not_in_others(name: str) -> None:
    found = [THEMES[name].found(study(p.text, p.objective)) for p in LIBRARY]
    assert any(found)
    assert not all(found)


@pytest.mark.parametrize(
    ("line", "key", "themes"),
    [
        # A 510K is led as a single king while another one is kept: nothing is split.
        (
            "classic4 5dTcKhKd/Td/5c/4s5sThKc 0",
            "single:Kd",
            {"throw_in", "give_points", "split_pair", "highest"},
        ),
        # The bomb would do, and take the points.
        ("classic4 -/7d/6s6h6c6d/3sTsThTcTd 3 2:single:8h 0 0,0,0,0 0", "bomb:TsThTcTd",
         {"quiet_bomb"}),
        ("classic4 Kc/5s5c7dTcKh/3h/Jd 1 0:single:8d", "-", {"duck", "send_out"}),
        # Four of five fours make the bomb: no bomb was split.
        (
            "laizi Js/4s4s4h4h4c/4cWWWW/5h5c5c5d5d 1 0:single:5h 5 40,90,30,10 - 14c>2",
            "bomb:4s4h4h4c",
            {"stay_in", "sacrifice", "send_out"},
        ),
        ("wuhan 3cQcW/7sW/Ad/Tc 0 - 0 50,45,25,70 - 38h>2!", "pair:3cW",
         {"send_out", "lead_to_partner"}),
    ],
)  # fmt: skip
def test_themes_of_a_position(line: str, key: str, themes: set[str]) -> None:
    found = study(line)
    assert (str(found.key), set(puzzles.themes_of(found)) - {"block"}) == (key, themes)


def test_a_position_with_two_best_moves_is_no_study() -> None:
    assert Study.of(fk.Position.parse("classic4 3s4h/7s/7h/7c 0")) is None
    assert Study.of(fk.Position.parse("classic4 3s/7s/7h/7c 0")) is None
    assert Study.of(fk.Position.parse("classic4 -/4/-/5 - - 0 60,0,35,0 0,2")) is None
    assert Study.of(fk.rules("classic4").deal(1), nodes=100) is None


# ---- the judge


def test_the_key_is_right_and_all_else_is_refuted() -> None:
    for puzzle in LIBRARY[::5]:
        position = puzzle.position
        for move in position.legal_moves(faces=True):
            verdict = puzzles.judge(puzzle, move)
            assert verdict.right == (verdict.loss == 0)
            assert verdict.value + verdict.loss == puzzle.value
            assert verdict.line[0] == verdict.answer == move
            walk = puzzle.position
            for step in verdict.line:
                walk.push(step)
            assert walk.is_over or puzzle.objective == "first"
        assert puzzles.judge(puzzle, puzzle.key).right


def test_another_card_of_the_class_is_right_too() -> None:
    puzzle = Puzzle(id="x", text="classic4 5cTsTdKc/9s/5d/Jd 0", objective="margin", value=40,
                    key="single:Td", line=())  # fmt: skip
    assert puzzles.judge(puzzle, "Ts").right
    assert not puzzles.judge(puzzle, "pair:TsTd").right


def test_an_illegal_answer_is_an_error() -> None:
    puzzle = LIBRARY[0]
    with pytest.raises(fk.FiftykError):
        puzzles.judge(puzzle, "3s3h3c3d")
    with pytest.raises(fk.CardError):
        puzzles.judge(puzzle, "nonsense")


def test_what_is_wrong_with_a_puzzle_is_told() -> None:
    puzzle = LIBRARY[0]
    other = next(m for m in map(str, puzzle.position.legal_moves()) if m != puzzle.key)
    for change, sentence in [
        ({"value": puzzle.value + 5}, "the value is"),
        ({"key": other}, "the best move is"),
        ({"themes": ()}, "no theme is named"),
        ({"themes": ("spend_joker",)}, "it has no spend_joker"),
        ({"line": ()}, "the line does not begin with the key"),
        ({"line": puzzle.line[:-1]}, "the line ends before the hand"),
        ({"line": (puzzle.key, "single:3s")}, "the line: "),
        ({"line": (other,)}, f"the line: after {other} the value is"),
        ({"text": "classic4 3s4h/7s/7h/7c 0"}, "no move alone is best"),
    ]:
        faults = puzzles.verify(replace(puzzle, **change))
        assert any(fault.startswith(sentence) for fault in faults), (change, faults)


# ---- files


def test_puzzles_are_written_and_read() -> None:
    assert tuple(puzzles.from_toml(puzzles.to_toml(LIBRARY))) == LIBRARY
    odd = replace(LIBRARY[0], title='"\\ \x7f\n\t\u2028é', comment="", title_zh="")
    assert puzzles.from_toml(puzzles.to_toml([odd])) == [odd]
    bare = replace(odd, id="", title="", title_zh="", key="", line=(), comment="", comment_zh="")
    assert puzzles.from_toml(puzzles.to_toml([bare])) == [bare]


GOOD = puzzles.to_toml([LIBRARY[0]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[puzzle", "no TOML"),
        ("", "tables"),
        ("puzzle = 3", "tables"),
        ("puzzle = [3]", "puzzle 1: no table"),
        (f"x = 3\n{GOOD}", "tables"),
        (f"{GOOD}\n{GOOD}", "there are two puzzles"),
        (f"{GOOD}author = 'me'", "there is no 'author'"),
        (GOOD.replace("value", "valeu"), "there is no 'valeu'"),
        (GOOD.replace("objective = ", "comment_zh = 3 #", 1), "TOML"),
        ("[[puzzle]]\n", "is missing"),
        (GOOD.replace(f"value = {LIBRARY[0].value}", "value = true"), "whole number"),
        (GOOD.replace('objective = "', 'objective = "x'), "the objectives are"),
        (GOOD.replace('themes = ["', 'themes = ["x'), "there is no theme"),
        (GOOD.replace('position = "', 'position = "x'), "there is no rule set"),
        (GOOD.replace('id = "', 'id = 3 # "'), "id must be a text"),
        ("a = " + "[" * 5000, "no TOML"),
    ],
)
def test_a_file_that_holds_no_puzzles(text: str, message: str) -> None:
    with pytest.raises(puzzles.PuzzleError, match=message):
        puzzles.from_toml(text)


def test_a_choice_of_puzzles() -> None:
    found = puzzles.choose(LIBRARY, "laizi")
    assert {puzzle.rules.name for puzzle in found} == {"laizi"}
    theme = found[0].themes[0]
    assert found[0] in puzzles.choose(LIBRARY, "laizi", [theme])
    with pytest.raises(puzzles.PuzzleError, match="no theme 'x'"):
        puzzles.choose(LIBRARY, themes=["x"])
    with pytest.raises(fk.RulesError):
        puzzles.choose(LIBRARY, "whist")


# ---- the finder


@pytest.mark.parametrize("name", fk.rule_sets())
def test_what_is_found_is_sound(name: str) -> None:
    for puzzle in puzzles.compose(fk.rules(name), seed=3, tries=60, count=3):
        assert puzzles.verify(puzzle) == []
        assert study(puzzle.text, puzzle.objective).surprising
        assert puzzle.id.startswith(f"{name}-3-")


def test_a_seed_finds_the_same_with_any_executor() -> None:
    rules = fk.rules("wuhan")
    alone = list(puzzles.compose(rules, seed=5, tries=120))
    assert len(alone) > 2
    assert len({puzzle.text for puzzle in alone}) == len(alone)
    with ThreadPoolExecutor(3) as threads:
        assert list(puzzles.compose(rules, seed=5, tries=120, executor=threads)) == alone
        assert list(puzzles.compose(rules, seed=5, count=2, executor=threads)) == alone[:2]
    assert list(puzzles.compose(rules, seed=6, tries=120)) != alone


@pytest.mark.parametrize("objective", ["win", "first"])
def test_a_theme_and_an_objective_are_looked_for(objective: str) -> None:
    found = puzzles.compose(
        fk.rules("classic4"), themes=["block", "throw_in"], objective=objective, seed=1, count=2,
    )  # fmt: skip
    for puzzle in found:
        assert puzzle.objective == objective
        assert puzzle.themes[0] in ("block", "throw_in")
        assert puzzles.verify(puzzle) == []


def test_no_card_of_a_found_puzzle_can_be_left_out() -> None:
    (puzzle,) = puzzles.compose(fk.rules("classic4"), themes=["duck"], seed=2, count=1)
    data = puzzle.position.to_dict()
    for seat, hand in enumerate(data["hands"]):
        cards = hand.split()
        for place in range(len(cards) if len(cards) > 1 else 0):
            hands = list(data["hands"])
            hands[seat] = " ".join(cards[:place] + cards[place + 1 :])
            less = Study.of(fk.Position.from_dict({**data, "hands": hands}))
            assert (
                less is None
                or str(less.key) != puzzle.key
                or less.gap < 20
                or len(less.moves) < 3
                or len(less.solution.line) < 5
                or not less.surprising
                or not THEMES["duck"].found(less)
            )


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"themes": ["x"]}, puzzles.PuzzleError),
        ({"objective": "x"}, fk.ObjectiveError),
        ({"objective": "score"}, fk.ObjectiveError),
        ({"seed": -1}, fk.RulesError),
        ({"seed": "1"}, TypeError),
        ({"count": 0}, puzzles.PuzzleError),
        ({"tries": 0}, puzzles.PuzzleError),
        ({"cards": 9}, puzzles.PuzzleError),
        ({"gap": 0}, puzzles.PuzzleError),
    ],
)
def test_what_cannot_be_looked_for(asked: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        puzzles.compose(fk.rules("classic4"), **asked)
    with pytest.raises(TypeError):
        puzzles.compose("classic4")
