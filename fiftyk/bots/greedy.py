"""A bot that gets rid of low cards in large plays and keeps its bombs for points."""

from __future__ import annotations

from collections import Counter
from typing import Final

from .._core import Move
from ..cards import RANKS, rank_of
from ..view import NO_SOLO, SOLO, Decision, View
from .base import legal_of

_BOMBS: Final = frozenset({"fiftyk", "pure_fiftyk", "bomb"})

_WORTH_A_BOMB: Final = 15
"""The points on the table for which a bomb is played."""

_ALARM: Final = 4
"""With so few cards left a seat may soon be out: now bombs are played whatever they win."""

_SOLO_BOMBS: Final = 5
"""Who holds so many bombs plays alone."""


class GreedyBot:
    """Plays by simple rules, the same decision for the same view; a sparring partner for others.

    On lead it plays what sheds many cards of low rank without splitting sets of a rank. It beats a
    play with the lowest that does, leaves plays of its partner alone, and plays a bomb only for
    points or when somebody is about to go out. It calls its lowest card without a twin.
    """

    def choose(self, view: View) -> Decision:
        """Return a decision for the seat of the view."""
        legal = legal_of(view)
        if view.phase == "solo":
            return SOLO if _bombs(view) >= _SOLO_BOMBS else NO_SOLO
        if view.phase == "call":
            held = Counter(view.hand.split())
            faces = [str(face) for face in legal]
            return next((face for face in faces if held[face] == 1), faces[0])
        moves = [move for move in legal if isinstance(move, Move) and not move.is_pass]
        ranks = Counter(map(rank_of, view.hand_codes))
        for move in moves:
            if len(move.codes) == len(view.hand_codes):
                return move
        if view.last is None:
            return min(moves, key=lambda move: _cost_of_lead(move, ranks))
        if moves and not view.allied(view.last.seat):
            best = min(moves, key=lambda move: _cost(move, ranks))
            if best.kind not in _BOMBS or _bombs_away(view):
                return best
        return view.legal[0]


def _bombs_away(view: View) -> bool:
    """Tell whether the time for bombs has come."""
    return view.table >= _WORTH_A_BOMB or min(filter(None, view.counts)) <= _ALARM


def _bombs(view: View) -> int:
    """Count the sets of four or more of a rank, and two jokers for one."""
    ranks = Counter(map(rank_of, view.hand_codes))
    jokers = ranks.pop(0, 0) if view.rules.wild else 0
    return sum(count >= 4 for count in ranks.values()) + jokers // 2


def _height(move: Move) -> int:
    """Return how high a play is among those of its kind."""
    return 0 if move.kind in ("fiftyk", "pure_fiftyk") else RANKS.index(move.rank)


def _cost(move: Move, ranks: Counter[int]) -> tuple[bool, int, int, int]:
    """Return what a play that beats another costs: a bomb, split sets, jokers, height."""
    used = Counter(map(rank_of, move.codes))
    split = sum(ranks[rank] - count for rank, count in used.items() if rank)
    size = len(move.codes) if move.kind in _BOMBS else 0
    return move.kind in _BOMBS, size, split + 4 * used[0], _height(move)


def _cost_of_lead(move: Move, ranks: Counter[int]) -> tuple[bool, int, int]:
    bomb, size, split, height = _cost(move, ranks)
    return bomb, size, 3 * split + height - 2 * len(move.codes)
