"""Positions and solutions as SVG, which notebooks show; written by hand, without fonts or scripts.

An image lies on ground of its own, so that it can be read on any page, and has dark colours where
the reader prefers them. Everything in it is text, lines and rectangles with classes of `_STYLE`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from .._core import Position
from ..lang import language, number, tr
from ..lang.words import answer_words, work_words
from ..solution import Solution
from .scene import Card, Choice, Scene, Step, choices_of, scene_of, steps_of

WIDTH: Final = 720
"""How wide an image is, in pixels."""

_MARGIN: Final = 14
_LABELS: Final = 150
"""How much of the width the names of the seats take."""
_CARD_WIDTH: Final = 24
_CARD_HEIGHT: Final = 38
_ROW: Final = 50
_MOST_CHOICES: Final = 16
"""More moves than these are told in number only."""

_STYLE: Final = """\
.fiftyk .ground{fill:#f6f4ee}.fiftyk .turn{fill:#e7e2d2}.fiftyk text{fill:#20201c;font:13px \
system-ui,"Noto Sans","Noto Sans CJK SC",sans-serif}.fiftyk .small{font-size:11px;fill:#5f5d55}\
.fiftyk .head{font-size:15px;font-weight:600}.fiftyk .name{font-weight:600}.fiftyk .face{fill:#fff;\
stroke:#a9a598}.fiftyk .rank{font-weight:700}.fiftyk .rank.red,.fiftyk .red{fill:#c21f32}\
.fiftyk .black{fill:#20201c}.fiftyk .bar{fill:#bdb7a4}.fiftyk .bar.best{fill:#3f7d58}\
.fiftyk .rule{stroke:#d8d3c4}
@media(prefers-color-scheme:dark){.fiftyk .ground{fill:#22221f}.fiftyk .turn{fill:#35342e}\
.fiftyk text{fill:#eceae2}.fiftyk .small{fill:#aba89d}.fiftyk .face{fill:#35342e;stroke:#77746a}\
.fiftyk .rank.red,.fiftyk .red{fill:#ff8b8b}.fiftyk .black{fill:#eceae2}.fiftyk .bar{fill:#6b675b}\
.fiftyk .bar.best{fill:#6fb58a}.fiftyk .rule{stroke:#45433c}}"""


class Canvas:
    """Collects the elements of an image from top to bottom."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.y = _MARGIN
        self.elements: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        classes: str = "",
        anchor: str = "start",
        limit: int = 0,
    ) -> None:
        """Write a text with its baseline at y; one that is wider than the limit is squeezed."""
        attributes = f' class="{classes}"' if classes else ""
        attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
        if limit and text_width(text) * (1.2 if "rank" in classes else 1) > limit:
            attributes += f' textLength="{limit}" lengthAdjust="spacingAndGlyphs"'
        self.elements.append(f'<text x="{x:g}" y="{y:g}"{attributes}>{escape(text)}</text>')

    def rectangle(
        self, x: float, y: float, width: float, height: float, classes: str, radius: int = 4
    ) -> None:
        """Draw a rectangle."""
        self.elements.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"'
            f' class="{classes}"/>'
        )

    def rule(self) -> None:
        """Draw a line across, and leave some room around it."""
        self.y += 8
        line = f'x1="{_MARGIN}" x2="{self.width - _MARGIN}" y1="{self.y}" y2="{self.y}"'
        self.elements.append(f'<line {line} class="rule"/>')
        self.y += 8

    def heading(self, text: str, classes: str = "head") -> None:
        """Write a line of text."""
        self.y += 18
        self.text(_MARGIN, self.y, text, classes, limit=self.width - 2 * _MARGIN)
        self.y += 8

    def image(self, description: str) -> str:
        """Return the image, with a description for those who cannot see it."""
        height = self.y + _MARGIN
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="fiftyk" lang="{language()}"'
                f' viewBox="0 0 {self.width} {height}" width="{self.width}" height="{height}"'
                ' role="img">',
                f"<title>{escape(description)}</title>",
                f"<style>{_STYLE}</style>",
                f'<rect width="{self.width}" height="{height}" rx="8" class="ground"/>',
                *self.elements,
                "</svg>\n",
            ]
        )


def image(things: Iterable[Position | Solution]) -> str:
    """Draw positions and solutions, one below the other."""
    canvas = Canvas()
    described: list[str] = []
    for thing in things:
        if described:
            canvas.rule()
        if isinstance(thing, Position):
            _scene(canvas, scene_of(thing))
            described.append(str(thing))
        elif isinstance(thing, Solution) and thing.position is not None:
            _solution(canvas, thing, thing.position)
            described.append(f"{answer_words(thing, thing.position.rules)}\n{thing.position}")
        else:
            raise TypeError(f"a {type(thing).__name__} without a position cannot be drawn")
    return canvas.image("\n".join(described))


def text_width(text: str) -> float:
    """Estimate how many pixels a text takes at 13 pixels' size."""
    return sum(13 if unicodedata.east_asian_width(char) in "WF" else 7 for char in text)


def _scene(canvas: Canvas, scene: Scene) -> None:
    canvas.heading(scene.title)
    canvas.y += 4
    for seat in scene.seats:
        if seat.on_turn:
            canvas.rectangle(6, canvas.y - 2, canvas.width - 12, _ROW - 2, "turn")
        mark = "▶ " if seat.on_turn else ""
        canvas.text(_MARGIN, canvas.y + 15, mark + seat.name, "name", limit=_LABELS - 8)
        canvas.text(_MARGIN, canvas.y + 29, seat.role, "small", limit=_LABELS - 8)
        tally = f"{seat.holds} · {tr('captured {points}', points=seat.captured)}"
        canvas.text(_MARGIN, canvas.y + 42, tally, "small", limit=_LABELS - 8)
        _hand(canvas, _MARGIN + _LABELS, canvas.y + 4, seat.cards)
        canvas.y += _ROW
    canvas.y += 4
    if scene.last_cards:
        canvas.text(_MARGIN, canvas.y + 24, scene.last, "small", limit=_LABELS - 8)
        _hand(canvas, _MARGIN + _LABELS, canvas.y, scene.last_cards)
        canvas.y += _CARD_HEIGHT + 4
    canvas.heading(scene.facts, "small")


def _solution(canvas: Canvas, solution: Solution, position: Position) -> None:
    """Draw the position, its moves with their values, and the best line."""
    canvas.heading(answer_words(solution, position.rules))
    canvas.heading(work_words(solution), "small")
    canvas.rule()
    _scene(canvas, scene_of(position))
    if solution.moves:
        canvas.rule()
        _choices(canvas, choices_of(solution, position))
    if solution.line:
        canvas.rule()
        canvas.heading(tr("best line:"), "name")
        _line(canvas, steps_of(position, solution.line))


def _hand(canvas: Canvas, x: float, y: float, cards: Sequence[Card]) -> None:
    """Draw cards from left to right, over one another where there are many."""
    room = canvas.width - x - _MARGIN
    gaps = sum(card.starts for card in cards[1:])
    step = min(_CARD_WIDTH + 2, (room - _CARD_WIDTH - 4 * gaps) / max(len(cards) - 1, 1))
    for place, card in enumerate(cards):
        if place:
            x += step + (4 if card.starts else 0)
        canvas.rectangle(x, y, _CARD_WIDTH, _CARD_HEIGHT, "face")
        colour = "red" if card.red else "black"
        # What the next card leaves to be seen is narrower than the two characters of a ten.
        canvas.text(x + 3, y + 15, card.rank, f"rank {colour}", limit=min(17, int(step) - 4))
        canvas.text(x + 3, y + 31, card.sign, colour)


def _choices(canvas: Canvas, choices: Sequence[Choice]) -> None:
    """List moves with their values, and bars for what they lose."""
    most = max((choice.loss or 0 for choice in choices), default=0)
    bars = canvas.width - 300 - _MARGIN
    for choice in choices[:_MOST_CHOICES]:
        canvas.y += 20
        mark = "★" if choice.best else ""
        canvas.text(_MARGIN, canvas.y, mark, "name")
        canvas.text(_MARGIN + 100, canvas.y, choice.value, "name", anchor="end", limit=84)
        _play(canvas, _MARGIN + 112, canvas.y, choice.cards, choice.kind, limit=170)
        if choice.best:
            canvas.rectangle(300, canvas.y - 10, 6, 11, "bar best", radius=2)
        elif choice.loss and most:
            width = max(bars * choice.loss / most - 50, 2)
            canvas.rectangle(300, canvas.y - 10, width, 11, "bar", radius=2)
            canvas.text(306 + width, canvas.y, choice.loss_words, "small")
    if len(choices) > _MOST_CHOICES:
        rest = number(len(choices) - _MOST_CHOICES, "more move")
        canvas.heading(rest, "small")
    canvas.y += 6


def _line(canvas: Canvas, steps: Sequence[Step]) -> None:
    """Write a line of moves, a trick on each row, or on several where it is long."""
    trick = 0
    x = 0.0
    for step in steps:
        width = 22 + _play_width(step.cards, step.kind)
        if step.trick != trick or x + width > canvas.width - _MARGIN:
            canvas.y += 22
            x = _MARGIN + 30
        if step.trick != trick:
            trick = step.trick
            canvas.text(_MARGIN + 18, canvas.y, f"{trick}", "small", anchor="end")
        canvas.text(x, canvas.y, f"{step.seat}", "small")
        _play(canvas, x + 10, canvas.y, step.cards, step.kind)
        x += width
    canvas.y += 6


def _play(
    canvas: Canvas, x: float, y: float, cards: Sequence[Card], kind: str, limit: int = 0
) -> None:
    """Write a play in small: the cards with their suits, or that it is a pass."""
    if not cards:
        canvas.text(x, y, kind, "small")
        return
    parts = "".join(
        f'<tspan class="{"red" if card.red else "black"}">{card.rank}{card.sign}</tspan> '
        for card in cards
    )
    width = _play_width(cards, kind)
    squeeze = f' textLength="{limit}" lengthAdjust="spacingAndGlyphs"' if 0 < limit < width else ""
    canvas.elements.append(f'<text x="{x:g}" y="{y:g}"{squeeze}>{parts.rstrip()}</text>')


def _play_width(cards: Sequence[Card], kind: str) -> float:
    if not cards:
        return text_width(kind)
    return sum(14 + 8 * len(card.rank) for card in cards)
