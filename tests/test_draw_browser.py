"""Pages and images in a real browser: Chromium, headless, driven by Playwright.

Skipped where there is no Playwright (`pip install --group browser`) or no Chromium
(`apt-get install chromium`).
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fiftyk as fk

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

ENDING = "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


def analysed(name: str) -> fk.Analysis:
    """A hand with mistakes, played by bots."""
    hand = fk.Hand.deal(fk.rules(name), 7)
    fk.bots.finish(hand, [fk.bots.bot("random", 3)] * 4)
    return fk.analyse(hand, nodes=2000)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages and images of an ending that is solved, and of the largest hands there are."""
    folder = tmp_path_factory.mktemp("pages")
    solution = fk.solve(fk.Position.parse(ENDING), all_moves=True)
    cut = [
        fk.solve(fk.rules(rules).deal(5), all_moves=True, nodes=1000)
        for rules in ("wuhan", "flush2")
    ]
    hands = [analysed(name) for name in ("classic4", "laizi")]
    for lang in ("en", "zh"):
        (folder / f"hands-{lang}.html").write_text(fk.draw.page(hands, lang=lang), "utf-8")
        for name, solutions in (("solved", [solution]), ("cut", cut)):
            (folder / f"{name}-{lang}.html").write_text(fk.draw.page(solutions, lang=lang), "utf-8")
            (folder / f"{name}-{lang}.svg").write_text(fk.draw.svg(solutions, lang=lang), "utf-8")
    return folder


@pytest.fixture
def visit(browser: Any, files: Path) -> Iterator[Any]:
    """Open a file; in the end nothing else may have been asked for, and nothing complained of."""
    contexts: list[Any] = []
    asked: list[str] = []
    complaints: list[str] = []

    def open_(name: str, width: int = 900, scheme: str = "light", **more: Any) -> Any:
        size = {"width": width, "height": 800}
        contexts.append(browser.new_context(viewport=size, color_scheme=scheme, **more))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((files / name).as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert len(asked) == len(contexts)
    assert complaints == []


def shown(page: Any) -> list[str]:
    """The captions of the tables that can be seen."""
    return [each.inner_text() for each in page.locator("table.seats caption:visible").all()]


def captions() -> list[str]:
    """What the caption says at each step of the best line."""
    pos = fk.Position.parse(ENDING)
    said = [fk.draw.scene.scene_of(pos).title]
    for move in fk.solve(pos).line:
        pos.push(move)
        said.append(fk.draw.scene.scene_of(pos).title)
    return said


def test_the_line_by_keyboard(visit: Any) -> None:
    page = visit("solved-en.html")
    expected = captions()
    assert len(expected) > 10
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "line1-0"
    assert shown(page) == expected[:1]
    for caption in expected[1:]:
        page.keyboard.press("ArrowRight")
        assert shown(page) == [caption]
    page.keyboard.press("ArrowLeft")
    assert shown(page) == [expected[-2]]
    # Who goes by keyboard sees where the focus is.
    outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle"
    assert page.evaluate(outline) == "solid"


def test_the_line_by_finger_on_a_phone(visit: Any) -> None:
    page = visit("solved-en.html", width=360, has_touch=True, is_mobile=True)
    expected = captions()
    for caption in expected[1:4]:
        page.locator(".turning label:visible", has_text="next").tap()
        assert shown(page) == [caption]
    page.locator(".turning label:visible", has_text="back").tap()
    assert shown(page) == [expected[2]]
    page.locator(".step > label").nth(5).tap()
    assert shown(page) == [expected[5]]
    # What a finger has to hit is large enough.
    for target in page.locator(".step > label, .turning label:visible").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 32


@pytest.mark.parametrize("width", [320, 390, 900])
@pytest.mark.parametrize("name", ["solved-en", "solved-zh", "cut-en", "cut-zh", "hands-zh"])
def test_no_page_is_wider_than_the_screen(visit: Any, name: str, width: int) -> None:
    page = visit(f"{name}.html", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


CONTRAST = """
selector => {
  const rgb = color => color.match(/[0-9.]+/g).map(Number);
  const light = color => {
    const [r, g, b] = rgb(color).map(c => c / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (rgb(color)[3] !== 0) return color;
    }
  };
  return Math.min(...[...document.querySelectorAll(selector)]
    .filter(e => e.checkVisibility()).map(e => {
      const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    }));
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_by_day_and_by_night(visit: Any, scheme: str) -> None:
    page = visit("solved-en.html", scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) > 384) == (scheme == "light")
    for selector in ("h1", "caption", "small", ".card", ".card.red", ".pass", ".facts", ".meaning",
                     ".turning label", ".best td", "footer", "legend", "summary"):  # fmt: skip
        assert 4.5 <= page.evaluate(CONTRAST, selector) <= 21, selector


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_moves_cost_can_be_read(visit: Any, scheme: str) -> None:
    page = visit("hands-en.html", scheme=scheme, width=360)
    page.locator(".plot label.mistake").first.click()
    for selector in ("figcaption", ".scale", ".note", ".values td"):
        assert 4.5 <= page.evaluate(CONTRAST, selector) <= 21, selector


def test_the_plot_of_a_hand(visit: Any) -> None:
    """Each move has a bar; one that is clicked, or come to by keyboard, shows its move."""
    told = analysed("classic4")
    page = visit("hands-en.html")
    plot = page.locator(".plot").first
    assert plot.locator("label").count() == len(told.moves)
    mistakes = [judged for judged in told.moves if isinstance(judged.cost, int) and judged.cost]
    assert plot.locator("label.mistake").count() == len(mistakes) > 0
    unproved = [judged for judged in told.moves if not judged.proved]
    assert plot.locator("label.open").count() == len(unproved) > 0
    heights = [each.bounding_box()["height"] for each in plot.locator("label.mistake span").all()]
    most = max(judged.cost for judged in mistakes)
    for judged, height in zip(mistakes, heights, strict=True):
        assert height == pytest.approx(max(heights) * judged.cost / most, abs=2.5)
    plot.locator("label.mistake").first.click()
    first = mistakes[0]
    made = page.locator(".made:visible")
    assert made.first.inner_text().startswith(f"{first.number}. seat {first.seat}:")
    assert f"costs {first.cost}" in made.nth(1).inner_text()
    page.locator(f"#hand1-{first.number}").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".made:visible").first.inner_text().startswith(f"{first.number + 1}. ")


OUTSIDE = """
() => [...document.querySelectorAll("text")]
  .filter(text => { const box = text.getBBox(); return box.x < 0 || box.x + box.width > 720; })
  .map(text => text.textContent)
"""


@pytest.mark.parametrize("name", ["solved-en", "solved-zh", "cut-en", "cut-zh"])
def test_no_text_of_an_image_runs_out_of_it(visit: Any, name: str) -> None:
    page = visit(f"{name}.svg")
    assert page.evaluate(OUTSIDE) == []


def test_an_image_is_dark_where_that_is_preferred(visit: Any) -> None:
    fill = "getComputedStyle(document.querySelector('.ground')).fill"
    assert visit("solved-en.svg").evaluate(fill) != visit("solved-en.svg", scheme="dark").evaluate(
        fill
    )


def test_pages_work_without_scripts(visit: Any) -> None:
    page = visit("solved-zh.html", java_script_enabled=False)
    page.locator(".step > label").nth(3).click()
    assert page.locator("table.seats:visible").count() == 1
