"""Pictures: positions and solutions as SVG, and as pages of HTML.

`Position` and `Solution` show themselves in notebooks; `svg` gives the same picture as text, in a
language of your choice, and `page` writes a whole page about solutions::

    import fiftyk as fk
    Path("ending.svg").write_text(fk.draw.svg(position, lang="zh"), encoding="utf-8")
"""

from __future__ import annotations

from collections.abc import Iterable

from .._core import Position, set_drawing
from ..lang import speaking
from ..solution import Solution
from .page import page
from .svg import image

__all__ = ["page", "svg"]


def svg(
    things: Position | Solution | Iterable[Position | Solution], lang: str | None = None
) -> str:
    """Draw a position or a solution, or several one below the other, as an SVG image.

    The image needs nothing beside it; it is 720 pixels wide and scales. `lang` is `"en"` or `"zh"`,
    by default the language that is spoken (`fiftyk.lang`), at first English. Raises `TypeError` for
    what cannot be drawn, and `ValueError` for another language.

    >>> import fiftyk as fk
    >>> svg(fk.rules("classic4").deal(7)).splitlines()[1][:30]
    '<title>classic4 3c4s4c4d7d8d9s'
    """
    with speaking(lang):
        return image([things] if isinstance(things, Position | Solution) else things)


set_drawing(svg)
