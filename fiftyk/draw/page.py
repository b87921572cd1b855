"""Pages of HTML that need nothing beside them: no network, no script; all is escaped.

A line of moves is a group of radio buttons, each with the table after its move: the arrow keys go
through it, and so does a finger. The templates of Jinja2 are in `templates/`: `base.jinja` is the
frame of every page, `parts.jinja` has what pages are made of, the others are a kind of page each.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .._core import Position
from ..analyse import Analysis, JudgedMove
from ..errors import FiftykError
from ..lang import language, number, speaking, tr
from ..lang.words import (
    analysis_words,
    answer_words,
    kind_words,
    meaning_words,
    role_words,
    value_words,
    work_words,
)
from ..solution import Bounds, Solution
from .scene import cards_of, choices_of, scene_of, steps_of

if TYPE_CHECKING:
    from jinja2 import Environment


def page(
    things: Solution | Analysis | Iterable[Solution | Analysis],
    lang: str | None = None,
    title: str | None = None,
) -> str:
    """Write solutions, or analyses of hands, as one page of HTML.

    For a solution it has the table with hands and points, every move with its value, and the best
    line step by step; for an analysis a plot of what each move cost, a summary of each seat, and
    the play step by step. `lang` is `"en"` or `"zh"`, by default the language that is spoken
    (`fiftyk.lang`); `title` is the title of the page. Raises `FiftykError` where there is nothing
    to write, and `TypeError` for what is neither, or for both together.
    """
    listed = [things] if isinstance(things, Solution | Analysis) else list(things)
    if not listed:
        raise FiftykError("a page needs a solution")
    with speaking(lang):
        if isinstance(listed[0], Analysis):
            hands = [_analysis(told) for told in listed]
            default = hands[0]["answer"] if len(hands) == 1 else number(len(hands), "hand")
            return render("analyses.jinja", title=title or default, analyses=hands)
        parts = [_solution(solution) for solution in listed]
        default = parts[0]["answer"] if len(parts) == 1 else number(len(parts), "endgame")
        return render("solutions.jinja", title=title or default, solutions=parts)


def render(template: str, **values: Any) -> str:
    """Fill in a template in the language that is spoken."""
    return _environment().get_template(template).render(lang=language(), **values)


def _solution(solution: Solution | Analysis) -> dict[str, Any]:
    if not isinstance(solution, Solution) or solution.position is None:
        raise TypeError("a page is written of Solutions with their positions")
    position = solution.position
    choices = choices_of(solution, position)
    return {
        "answer": answer_words(solution, position.rules),
        "meaning": meaning_words(solution.objective),
        "work": work_words(solution),
        "position": str(position),
        "scene": scene_of(position),
        "choices": choices,
        "most": max((choice.loss or 0 for choice in choices), default=0) or 1,
        "steps": steps_of(position, solution.line),
    }


def _analysis(told: Solution | Analysis) -> dict[str, Any]:
    if not isinstance(told, Analysis):
        raise TypeError("a page is written of solutions or of analyses, not of both")
    start = told.start
    most = max((_most(judged) for judged in told.moves), default=0)
    proved = [judged.cost for judged in told.moves if isinstance(judged.cost, int)]
    return {
        "answer": analysis_words(told),
        "meaning": meaning_words(told.objective),
        "work": work_words(told),
        "position": str(start),
        "scene": scene_of(start),
        "steps": steps_of(start, [judged.move for judged in told.moves]),
        "notes": [_note(start, judged, most or 1) for judged in told.moves],
        "most": value_words(most),
        "plotted": tr(
            "{count} of {moves} moves cost something",
            count=sum(cost > 0 for cost in proved),
            moves=len(told.moves),
        ),
        "seats": [
            {
                "name": tr("seat {seat}", seat=summary.seat),
                "role": role_words(start, summary.seat),
                "moves": summary.moves,
                "mistakes": summary.mistakes,
                "cost": value_words(summary.cost),
            }
            for summary in told.seats
        ],
    }


def _most(judged: JudgedMove) -> int:
    """Return how high a move reaches in the plot: only what is proved sets the scale."""
    return judged.cost if isinstance(judged.cost, int) else 0


def _note(start: Position, judged: JudgedMove, most: int) -> dict[str, Any]:
    """Return what is said of a move, and how it is plotted."""
    move = f"{judged.number}. {tr('seat {seat}', seat=judged.seat)} {judged.move}"
    cost = value_words(judged.cost)
    note: dict[str, Any] = {"number": judged.number, "best": (), "best_kind": "", "words": ""}
    if isinstance(judged.cost, Bounds):
        note |= {"kind": "open", "height": 1, "words": tr("not proved, it costs {cost}", cost=cost)}
    elif judged.cost:
        note |= {"kind": "mistake", "height": judged.cost / most}
        note["words"] = tr("costs {cost}", cost=cost)
        if judged.best is not None:
            note["best"] = () if judged.best.is_pass else cards_of(judged.best.cards)
            note["best_kind"] = kind_words(start.rules, judged.best.kind)
    else:
        note |= {"kind": "good", "height": 0}
    note["title"] = f"{move}: {note['words']}" if note["words"] else move
    return note


@functools.cache
def _environment() -> Environment:
    # Imported when a page is written: it takes longer than all the rest of drawing.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("fiftyk.draw"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["tr"] = tr
    return environment
