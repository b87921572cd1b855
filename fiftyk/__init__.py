"""Fiftyk: combinations, moves, perft and exact solving for the card game 五十K (510K)."""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import (
    _build,  # noqa: F401  chooses the build of the extension modules: must come first
    draw,
)
from ._core import (
    KINDS,
    PASS,
    Call,
    LastPlay,
    Move,
    MoveList,
    Position,
    Solo,
    build_info,
)
from ._solver import OBJECTIVES
from .analyse import Analysis, JudgedMove, SeatSummary, analyse, analyse_many
from .errors import (
    CardError,
    Fault,
    FiftykError,
    IllegalMoveError,
    ObjectiveError,
    PositionError,
    Reason,
    RecordError,
    RulesError,
)
from .explain import Explanation, explain
from .hand import Hand
from .many import solve_many, solve_unordered
from .match import Match, MatchResult
from .notation import parse as _parse  # noqa: F401  reading and writing must be registered
from .perft import divide, perft
from .playouts import Playouts, playouts
from .records import Record, read_records, write_records
from .rules import RuleSet, rule_sets, rules
from .settlement import OUTCOMES, Outcome, Result, settle
from .solution import Bounds, Progress, Solution
from .solve import Solver, solve
from .view import NO_SOLO, SOLO, Decision, Phase, View

if _TYPE_CHECKING:
    from . import bots, bulk, puzzles
    from .bots.arena import arena

__version__ = "0.1.0"

__all__ = [
    "KINDS",
    "NO_SOLO",
    "OBJECTIVES",
    "OUTCOMES",
    "PASS",
    "SOLO",
    "Analysis",
    "Bounds",
    "Call",
    "CardError",
    "Decision",
    "Explanation",
    "Fault",
    "FiftykError",
    "Hand",
    "IllegalMoveError",
    "JudgedMove",
    "LastPlay",
    "Match",
    "MatchResult",
    "Move",
    "MoveList",
    "ObjectiveError",
    "Outcome",
    "Phase",
    "Playouts",
    "Position",
    "PositionError",
    "Progress",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "RuleSet",
    "RulesError",
    "SeatSummary",
    "Solo",
    "Solution",
    "Solver",
    "View",
    "__version__",
    "analyse",
    "analyse_many",
    "arena",
    "bots",
    "build_info",
    "bulk",
    "divide",
    "draw",
    "explain",
    "perft",
    "playouts",
    "puzzles",
    "read_records",
    "rule_sets",
    "rules",
    "settle",
    "solve",
    "solve_many",
    "solve_unordered",
    "write_records",
]


def __getattr__(name: str) -> object:
    """Import what is asked for seldom; numpy, for `bulk`, takes longer than all the rest."""
    if name in ("bots", "bulk", "puzzles"):
        return _import_module(f".{name}", __name__)
    if name == "arena":
        return _import_module(".bots.arena", __name__).arena
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
