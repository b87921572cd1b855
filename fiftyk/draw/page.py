"""Pages of HTML that need nothing beside them: no network, no script; all is escaped.

A line of moves is a group of radio buttons, each with the table after its move: the arrow keys go
through it, and so does a finger. The templates of Jinja2 are in `templates/`: `base.jinja` is the
frame of every page, `parts.jinja` has what pages are made of, the others are a kind of page each.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import FiftykError
from ..lang import language, number, speaking, tr
from ..lang.words import answer_words, meaning_words, work_words
from ..solution import Solution
from .scene import choices_of, scene_of, steps_of

if TYPE_CHECKING:
    from jinja2 import Environment


def page(
    solutions: Solution | Iterable[Solution], lang: str | None = None, title: str | None = None
) -> str:
    """Write solutions as one page of HTML.

    For each it has the table with hands and points, every move with its value, and the best line
    step by step. `lang` is `"en"` or `"zh"`, by default the language that is spoken
    (`fiftyk.lang`); `title` is the title of the page. Raises `FiftykError` where there is no
    solution, and `TypeError` for what is none.
    """
    listed = [solutions] if isinstance(solutions, Solution) else list(solutions)
    if not listed:
        raise FiftykError("a page needs a solution")
    with speaking(lang):
        parts = [_solution(solution) for solution in listed]
        default = parts[0]["answer"] if len(parts) == 1 else number(len(parts), "endgame")
        return render("solutions.jinja", title=title or default, solutions=parts)


def render(template: str, **values: Any) -> str:
    """Fill in a template in the language that is spoken."""
    return _environment().get_template(template).render(lang=language(), **values)


def _solution(solution: Solution) -> dict[str, Any]:
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
