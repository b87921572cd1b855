"""Puzzles as values and as files of TOML; the library that comes with the package."""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from importlib import resources
from typing import Any, Final

from .._core import Position
from .._solver import OBJECTIVES
from ..errors import FiftykError, excerpt, shown
from ..lang import language
from ..rules import RuleSet, rule_sets
from .themes import THEMES

_TEXTS: Final = (
    "id",
    "title",
    "title_zh",
    "position",
    "objective",
    "key",
    "line",
    "comment",
    "comment_zh",
)
_MAY_MISS: Final = frozenset({"title", "title_zh", "comment", "comment_zh"})


class PuzzleError(FiftykError):
    """A puzzle that cannot be, or a file that holds none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """An endgame in which the seat on turn has one best move, and what is instructive about it.

    Moves are text, as `str` writes a `Move`.
    """

    id: str
    """A name that no other puzzle has, such as `classic4-03`."""
    text: str
    """The position on one line; the seat on turn is asked."""
    objective: str
    """One of `OBJECTIVES`."""
    value: int
    """The value of the objective for the seat on turn (`RULES.md` section 12)."""
    key: str
    """The one best move."""
    line: tuple[str, ...]
    """A line of best play from the key to the end (for `first`: until a seat is out)."""
    themes: tuple[str, ...] = ()
    """What is instructive about the key: names of `THEMES`, the chief one first."""
    title: str = ""
    """The idea in a few words, in English."""
    title_zh: str = ""
    """The same in Chinese."""
    comment: str = ""
    """What there is to say once it is solved, in English."""
    comment_zh: str = ""
    """The same in Chinese."""

    @property
    def position(self) -> Position:
        """A new position to play with."""
        return Position.parse(self.text)

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.position.rules

    def told(self, what: str) -> str:
        """Return the `title` or the `comment` in the language that is spoken (`fiftyk.lang`).

        English where there is no Chinese.
        """
        chinese = getattr(self, f"{what}_zh") if language() == "zh" else ""
        return str(chinese or getattr(self, what))


def from_toml(text: str) -> list[Puzzle]:
    """Read the puzzles of a text in the format of the library (`docs/puzzles.md`).

    Whether the solutions are right is for `verify` to say. Raises `PuzzleError` for what is no
    TOML or no puzzle, saying which, and `FiftykError` for a position that cannot be.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as err:
        raise PuzzleError(f"no TOML: {err}") from None
    tables = data.pop("puzzle", None)
    if data or not isinstance(tables, list):
        raise PuzzleError("a file of puzzles consists of tables [[puzzle]] alone")
    puzzles = [_puzzle(number, table) for number, table in enumerate(tables, 1)]
    ids = [puzzle.id for puzzle in puzzles]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise PuzzleError(f"there are two puzzles {shown(id_)}")
    return puzzles


def _puzzle(number: int, table: Any) -> Puzzle:
    def fail(what: str) -> PuzzleError:
        return PuzzleError(f"puzzle {number}: {what}")

    if not isinstance(table, dict):
        raise fail("no table")
    known = {*_TEXTS, "themes", "value"}
    for name in table:
        if name not in known:
            raise fail(f"there is no {shown(name)}; a puzzle has {', '.join(sorted(known))}")
    for name in known - _MAY_MISS:
        if name not in table:
            raise fail(f"{name} is missing")
    for name in _TEXTS:
        if not isinstance(table.get(name, ""), str):
            raise fail(f"{name} must be a text")
    if type(table["value"]) is not int:
        raise fail("value must be a whole number")
    themes = table["themes"]
    if not isinstance(themes, list) or not all(isinstance(theme, str) for theme in themes):
        raise fail("themes must be a list of texts")
    for theme in themes:
        if theme not in THEMES:
            raise fail(f"there is no theme {excerpt(theme, 1)}")
    if table["objective"] not in OBJECTIVES:
        raise fail(f"the objectives are {', '.join(OBJECTIVES)}")
    try:
        position = Position.parse(table["position"])
    except FiftykError as err:
        raise fail(str(err)) from None
    if position.turn is None:
        raise fail("nobody is on turn")
    values = {name: table.get(name, "") for name in _TEXTS if name != "position"}
    values |= {"text": str(position), "line": tuple(table["line"].split())}
    return Puzzle(themes=tuple(themes), value=table["value"], **values)


def to_toml(puzzles: Iterable[Puzzle]) -> str:
    """Write puzzles in the format of the library; `from_toml` reads them."""
    return "\n".join(map(_table, puzzles))


def _table(puzzle: Puzzle) -> str:
    values: dict[str, Any] = {
        "id": puzzle.id,
        "title": puzzle.title,
        "title_zh": puzzle.title_zh,
        "position": puzzle.text,
        "objective": puzzle.objective,
        "themes": list(puzzle.themes),
        "value": puzzle.value,
        "key": puzzle.key,
        "line": " ".join(puzzle.line),
        "comment": puzzle.comment,
        "comment_zh": puzzle.comment_zh,
    }
    # TOML's basic strings are JSON's, but for DEL, which TOML wants escaped.
    written = {
        name: json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        for name, value in values.items()
        if value != "" or name not in _MAY_MISS
    }
    return "[[puzzle]]\n" + "".join(f"{name} = {text}\n" for name, text in written.items())


def to_positions(puzzles: Iterable[Puzzle]) -> str:
    """Write puzzles as positions, one a line, each below comments with its solution.

    In the manner of the files in `examples/`; `fiftyk solve` reads them.
    """
    return "\n".join(map(_position_lines, puzzles))


def _position_lines(puzzle: Puzzle) -> str:
    lines = [
        f"# {puzzle.id}: {puzzle.title} {puzzle.title_zh}".rstrip(),
        f"# {puzzle.objective}, {', '.join(puzzle.themes)}",
        f"# value {puzzle.value}, best {puzzle.key}",
        puzzle.text,
    ]
    return "\n".join(lines) + "\n"


@functools.cache
def library() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the package, in the order of the rule sets.

    Their files are in `fiftyk/puzzles/library`, one for each rule set.

    >>> len(library()) >= 40
    True
    """
    folder = resources.files(__package__) / "library"
    texts = ((folder / f"{name}.toml").read_text(encoding="utf-8") for name in rule_sets())
    return tuple(puzzle for text in texts for puzzle in from_toml(text))


def choose(
    puzzles: Sequence[Puzzle], rules: str | None = None, themes: Iterable[str] = ()
) -> list[Puzzle]:
    """Return the puzzles of a rule set, by its name without options, that have all of some themes.

    Raises `PuzzleError` for a theme that does not exist, and `RulesError` for such a rule set.
    """
    wanted = frozenset(themes)
    for theme in wanted:
        if theme not in THEMES:
            raise PuzzleError(f"there is no theme {shown(theme)}")
    name = None if rules is None else RuleSet(rules).name
    return [
        puzzle
        for puzzle in puzzles
        if wanted <= frozenset(puzzle.themes) and name in (None, puzzle.rules.name)
    ]


def to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON has it, with the names of the file format."""
    data = {field.name: getattr(puzzle, field.name) for field in fields(puzzle)}
    data["position"] = data.pop("text")
    return data | {"line": list(puzzle.line), "themes": list(puzzle.themes)}
