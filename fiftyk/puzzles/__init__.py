"""Puzzles: endgames with one best move; a library of them, a judge of answers, and a finder.

puzzle = fk.puzzles.library()[0]
verdict = fk.puzzles.judge(puzzle, "single:8c")
verdict.right, verdict.loss, verdict.line
for puzzle in fk.puzzles.compose(fk.rules("classic4"), themes=["duck"], count=3): ...
"""

from __future__ import annotations

from .compose import compose
from .judge import Verdict, judge, verify
from .puzzle import Puzzle, PuzzleError, choose, from_toml, library, to_dict, to_positions, to_toml
from .study import Study
from .themes import THEMES, Theme, themes_of

__all__ = [
    "THEMES",
    "Puzzle",
    "PuzzleError",
    "Study",
    "Theme",
    "Verdict",
    "choose",
    "compose",
    "from_toml",
    "judge",
    "library",
    "themes_of",
    "to_dict",
    "to_positions",
    "to_toml",
    "verify",
]
