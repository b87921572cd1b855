"""Pictures: SVG and HTML by their structure, in both languages, and the options that write them."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_helpers import OVER, POSITION, SOLVED, run

import fiftyk as fk
from fiftyk.draw import page, svg
from fiftyk.draw.page import render
from fiftyk.draw.scene import cards_of, choices_of, scene_of, steps_of

SVG = "{http://www.w3.org/2000/svg}"
ENDINGS = [
    "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0",
    "classic3 3d4sJcQsKsKd/Js2h/6s7s8hQhAd2s 0 - 0 10,70,0",
    "laizi 6s8h8cJdQsKsAs/5d7hJsKcKdAh2s/5c9dJsQcAs2h/6h6c6d6d7s7c 3 - 0 115,0,40,5 - 1Jh>3! x64",
]


def solved(line: str, **limits: int) -> fk.Solution:
    return fk.solve(fk.Position.parse(line), all_moves=True, **limits)


def texts(image: str) -> list[str]:
    """What an image says; it must be well-formed, and nothing in it may lead elsewhere."""
    root = ElementTree.fromstring(image)
    assert root.tag == f"{SVG}svg"
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert names <= {"svg", "title", "style", "rect", "line", "text", "tspan"}
    assert "http" not in image.replace('xmlns="http://www.w3.org/2000/svg"', "")
    height = float(root.attrib["height"])
    for element in root.iter(f"{SVG}rect"):
        assert float(element.get("y", 0)) + float(element.attrib["height"]) <= height
        assert float(element.get("x", 0)) + float(element.attrib["width"]) <= 720
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


# ---- scenes


def test_cards_as_they_are_drawn() -> None:
    cards = cards_of("5s Th Td K W L B")
    assert [card.rank + card.sign for card in cards] == ["5♠", "10♥", "10♦", "K", "W★", "L★", "B★"]
    assert [card.red for card in cards] == [False, True, True, False, False, False, False]
    assert [card.starts for card in cards] == [True, True, False, True, True, True, True]


def test_a_scene() -> None:
    pos = fk.Position.parse("laizi 3h5sKd/6c6dAd/7h9c/2sAh 1 0:single:Ah 40 0,0,10,0 - 0Ad>1 x4")
    scene = scene_of(pos)
    assert [seat.on_turn for seat in scene.seats] == [False, True, False, False]
    assert (scene.seats[0].holds, scene.seats[0].points) == ("3 cards", "15 points")
    assert scene.seats[2].captured == "10 points"
    assert (scene.last, scene.facts) == (
        "seat 0: single", "40 points on the table, multiplier 4",
    )  # fmt: skip
    assert "won: seat 0, seat 2" in scene_of(fk.Position.parse(OVER)).facts


@pytest.mark.parametrize("line", ENDINGS)
def test_steps_follow_the_line_to_its_end(line: str) -> None:
    solution = solved(line)
    pos = fk.Position.parse(line)
    steps = steps_of(pos, solution.line)
    assert [step.move for step in steps] == [str(move) for move in solution.line]
    for step in steps:
        assert step.seat == pos.turn
        # A trick begins where there is nothing to beat.
        assert (pos.last is None) == (step.number == 1 or steps[step.number - 2].trick < step.trick)
        pos.push(step.move)
        assert step.after == scene_of(pos)
    assert pos.is_over


def test_choices_are_told_from_the_best_to_the_worst() -> None:
    solution = solved(ENDINGS[0])
    assert solution.position is not None
    choices = choices_of(solution, solution.position)
    assert [(c.value, c.loss, c.best) for c in choices] == [
        ("160", 0, True), ("100", 60, False), ("60", 100, False), ("30", 130, False),
        ("10", 150, False),
    ]  # fmt: skip
    # For the seats of the other side it is the lowest value that is best.
    other = fk.solve(fk.Position.parse(SOLVED), seat=2, all_moves=True)
    assert other.position is not None
    assert [c.loss for c in choices_of(other, other.position)] == [0, 120]


def test_choices_of_a_solution_that_was_cut() -> None:
    cut = fk.solve(fk.rules("classic4").deal(1), all_moves=True, nodes=1000)
    assert cut.position is not None
    choices = choices_of(cut, cut.position)
    assert [c.move for c in choices] == [str(move) for move in cut.moves]
    assert {c.loss for c in choices} == {None}
    assert any(" to " in c.value for c in choices)


# ---- SVG


@pytest.mark.parametrize("rules", fk.rule_sets())
def test_a_deal_of_every_rule_set(rules: str) -> None:
    pos = fk.rules(rules).deal(5)
    said = texts(svg(pos))
    ranks = sum(text in {*"23456789JQKAW", "10"} for text in said)
    assert ranks == sum(len(hand.split()) for hand in pos.hands)
    assert any(text.startswith("▶ seat") for text in said)
    assert "轮到" in "".join(texts(svg(pos, lang="zh")))


def test_notebooks_show_positions_and_solutions() -> None:
    pos = fk.Position.parse(SOLVED)
    assert pos._repr_svg_() == svg(pos)
    solution = fk.solve(pos, all_moves=True)
    assert solution._repr_svg_() == svg(solution)
    said = texts(svg(solution))
    assert said[0] == "classic4: margin for seat 1 is 160"
    assert "6♠ 6♥" in said
    assert "best line:" in said


def test_solutions_of_every_sort_are_drawn() -> None:
    for line in ENDINGS:
        assert texts(svg(solved(line)))
    assert texts(svg(fk.solve(fk.Position.parse(SOLVED))))
    cut = fk.solve(fk.rules("flush2").deal(1), all_moves=True, nodes=100)
    assert any("more moves" in text for text in texts(svg(cut)))
    assert "The hand is over".lower() in " ".join(texts(svg(solved(OVER))))
    both = texts(svg([fk.Position.parse(POSITION), solved(SOLVED)]))
    assert sum("▶" in text for text in both) == 2


@pytest.mark.parametrize("thing", [None, "classic4", 3, [None], [POSITION]])
def test_what_cannot_be_drawn(thing: object) -> None:
    with pytest.raises(TypeError):
        svg(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        page(thing)  # type: ignore[arg-type]


def test_a_solution_remembers_the_position_as_it_was() -> None:
    pos = fk.Position.parse(SOLVED)
    solution = fk.solve(pos)
    pos.push(solution.line[0])
    assert solution.position == fk.Position.parse(SOLVED)
    with pytest.raises(ValueError, match="languages"):
        svg(pos, lang="fr")
    with pytest.raises(TypeError):
        svg(fk.Solution("margin", 0, 0, 0))


# ---- pages

VOID = {"meta", "input"}


class Page(HTMLParser):
    """Reads a page and insists that its tags are balanced."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_a_page_of_solutions() -> None:
    solutions = [solved(line) for line in ENDINGS]
    text = page(solutions)
    shown = Page(text)
    assert shown.all("html") == [{"lang": "en"}]
    assert "3 endgames" in shown.text
    radios = shown.all("input")
    assert len(radios) == sum(len(solution.line) + 1 for solution in solutions)
    assert len({radio["name"] for radio in radios}) == 3
    ids = [radio["id"] for radio in radios]
    assert len(set(ids)) == len(ids)
    assert {label["for"] for label in shown.all("label")} == set(ids)
    # One table for each position, and one of values for each solution.
    assert len(shown.all("table")) == len(radios) + 3
    words = " ".join(shown.text.split())
    for solution in solutions:
        assert str(solution.position) in words
    # Nothing is fetched and nothing runs.
    assert {name for name, _ in shown.elements} & {"script", "link", "img", "a", "iframe"} == set()
    assert re.findall(r"https?:|url\(|@import|\bon\w+=", text) == []
    assert "default-src 'none'" in text


def test_a_page_in_chinese() -> None:
    shown = Page(page(solved(SOLVED), lang="zh"))
    assert shown.all("html") == [{"lang": "zh"}]
    english = re.sub(r"fiftyk|classic4|[\w/,]*\d[\w/,]*", "", shown.text)
    assert re.findall("[a-z]{2,}", english) == []


def test_a_page_of_what_is_not_proved_and_of_what_is_over() -> None:
    cut = fk.solve(fk.rules("classic4").deal(1), all_moves=True, nodes=1000)
    shown = Page(page(cut))
    assert "a limit ran out" in shown.text
    assert shown.all("input") == []
    assert " to " in shown.text
    assert "won: seat 0, seat 2" in Page(page(solved(OVER))).text
    with pytest.raises(fk.FiftykError):
        page([])


def test_all_text_is_escaped() -> None:
    evil = "<script>alert('x')</script>&"
    assert "<script" not in page(solved(SOLVED), title=evil)
    assert evil in Page(page(solved(SOLVED), title=evil)).text
    fields = dict.fromkeys(("answer", "meaning", "work", "position"), evil)
    empty = {"scene": scene_of(fk.Position.parse(OVER)), "choices": [], "steps": [], "most": 1}
    text = render("solutions.jinja", title="t", solutions=[{**fields, **empty}])
    assert "<script" not in text
    assert Page(text).text.count(evil) == 4


# ---- the command


def test_show_writes_an_image(tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    ran = run("show", POSITION, "--svg", str(file))
    assert (ran.status, ran.err) == (0, "")
    assert "seat 0 leads" in ran.out
    assert file.read_text(encoding="utf-8") == svg(fk.Position.parse(POSITION))
    piped = run("show", POSITION, SOLVED, "--svg", "-", encoding="latin-1", decode="utf-8")
    assert piped.out == svg([fk.Position.parse(POSITION), fk.Position.parse(SOLVED)])
    assert "轮到" in run("--lang=zh", "show", POSITION, "--svg", "-").out


def test_solve_writes_a_page_and_an_image(tmp_path: Path) -> None:
    html, image = tmp_path / "e.html", tmp_path / "e.svg"
    ran = run("solve", SOLVED, "nosuch x", ENDINGS[0], "--html", str(html), "--svg", str(image))
    assert ran.status == 1
    assert "margin for seat 1 is 160" in ran.out
    assert "2 endgames" in Page(html.read_text(encoding="utf-8")).text
    assert texts(image.read_text(encoding="utf-8"))
    piped = run("solve", SOLVED, "--html", "-")
    assert piped.out.startswith("<!DOCTYPE html>")
    assert "本方最后得分" in run("solve", SOLVED, "--html", "-", "--lang", "zh").out


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    for args in (
        ("show", POSITION, "--svg", str(tmp_path / "no" / "p.svg")),
        ("show", POSITION, "--svg", str(tmp_path)),
        ("show", POSITION, "--svg", "-", "--json"),
        ("solve", SOLVED, "--html", "-", "--json"),
        ("solve", SOLVED, "--html", "-", "--svg", "-"),
    ):
        ran = run(*args)
        assert (ran.status, ran.out) == (2, "")
    ran = run("solve", "nosuch x", "--html", str(tmp_path / "none.html"))
    assert ran.status == 1
    assert list(tmp_path.iterdir()) == []
