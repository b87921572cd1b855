"""A bot that plays on, in its mind, against hands that the others may hold."""

from __future__ import annotations

import math
import operator
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final

from .._core import Move, MoveList, Position, Solo
from .._worlds import Worlds, shortlist
from ..cards import read_face
from ..dealing import generator_of
from ..errors import FiftykError, shown
from ..view import NO_SOLO, SOLO, Decision, View
from .base import legal_of
from .endings import Known, best_moves

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DEFAULT_PLAYOUTS: Final = 1000
"""The hands that are played on for a decision, unless it is said otherwise."""

_MOST_MOVES: Final = 20
"""So many moves are judged, beside the pass;"""

_MOST_MOVES_FOR_STAKES: Final = 8
"""in laizi and wuhan so many: it takes more worlds to tell them apart there."""

_NODES: Final = 100
"""Nodes that the solver may search for each playout that it saves,"""

_NODES_A_SECOND: Final = 1_000_000
"""or for a second."""

_SOLO_MARGIN: Final = 300
"""The points, six stakes, that an open solo must be worth more than a hand without: playouts
flatter it, for the three that are against it do not play together as well as they could."""

_BLOCK: Final = 4


class DeterminizedBot:
    """Judges decisions in worlds: deals of the unseen cards that agree with all it has seen.

    A world has hands of the right sizes, with the called card where it can be and, in the rule sets
    whose first lead says so, the 3 of hearts with who led; seats that passed hold cards to answer
    with the more seldom. In each world each decision is made, and the hand is played to its end by
    a simple player, in C; decisions that do badly are dropped half by half. With few cards in all
    hands worlds are solved exactly instead; where a single world is left, that is the last word.

    It plays for the margin of its side, in classic3 for its own score, in laizi and wuhan for its
    stakes and beside them for the margin; in solved worlds for what `default_objective` says.
    """

    def __init__(
        self, seed: int = 0, *, playouts: int | None = None, seconds: float | None = None
    ) -> None:
        """Take a seed of 64 bits, and how much to think.

        `playouts` is the number of hands that are played on for a decision, 1000 unless one of the
        two is given: the same view and seed then give the same decision, on every machine.
        `seconds` limits the time of a decision instead, roughly.

        Raises `RulesError` for a seed that cannot be, `FiftykError` for another number that cannot
        be or where both are given, and `TypeError`.
        """
        generator_of(seed)
        self.seed = seed
        if playouts is not None and seconds is not None:
            raise FiftykError("either playouts or seconds are given")
        if playouts is not None and operator.index(playouts) < 1:
            raise FiftykError(f"playouts cannot be {shown(playouts)}: at least 1")
        if seconds is not None and not 0 < seconds < math.inf:
            raise FiftykError(f"seconds cannot be {shown(seconds)}: above 0, and finite")
        self.seconds = None if seconds is None else float(seconds)
        self.playouts = DEFAULT_PLAYOUTS if playouts is None else playouts

    def choose(self, view: View) -> Decision:
        """Return a decision for the seat of the view."""
        legal = legal_of(view)
        if len(legal) == 1:
            return legal[0]
        if not isinstance(legal, MoveList):
            return self._open(view)
        return self._play(view, legal)

    # -- the play --

    def _play(self, view: View, legal: MoveList) -> Move:
        known = known_of(view)
        position = view.some_position()
        worlds = Worlds(
            position,
            view.seat,
            view.unseen_codes,
            self._seed_of(view),
            face=known.face,
            caller=known.caller,
            held=known.held,
            moves=view.moves,
        )
        if self.seconds is None:
            nodes = _NODES * self.playouts
        else:
            nodes = int(_NODES_A_SECOND * self.seconds)
        # Of several that are best, the one that does best against a simple player.
        left = best_moves(view, legal, worlds, known, nodes)
        most = _MOST_MOVES_FOR_STAKES if view.rules.sides == "called" else _MOST_MOVES
        left = left or shortlist(position, legal, most)
        best = self._best(
            left, lambda which, first, stop, sums: worlds.judge(legal, which, first, stop, sums)
        )
        return legal[best]

    def _best(self, choices: list[int], judge: Judge) -> int:
        """Return the best of some choices: the worse half is dropped until one is left.

        All that are left have been judged in the same worlds, so that their sums compare.
        """
        import numpy as np

        totals = dict.fromkeys(choices, 0)
        rounds = max(1, (len(choices) - 1).bit_length())
        began = time.perf_counter()
        world = 0
        for round_ in range(1, rounds + 1):
            if len(choices) == 1:
                break
            worlds = max(1, self.playouts // (rounds * len(choices)))
            sums = np.zeros(len(choices), np.int64)
            if self.seconds is None:
                for first, stop in _blocks(world, world + worlds):
                    judge(choices, first, stop, sums)
                world += worlds
            else:
                due = began + self.seconds * round_ / rounds
                while True:
                    judge(choices, world, world + _BLOCK, sums)
                    world += _BLOCK
                    if time.perf_counter() >= due:
                        break
            for choice, value in zip(choices, sums.tolist(), strict=True):
                totals[choice] += value
            choices = sorted(choices, key=lambda choice: -totals[choice])
            choices = choices[: (len(choices) + 1) // 2]
        return choices[0]

    def _seed_of(self, view: View) -> int:
        """Return a seed for a decision, the same for the same view."""
        text = f"{self.seed} {view.phase} {len(view.moves)} {view.answers} {view.hand_codes}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())

    # -- before the play --

    def _open(self, view: View) -> Decision:
        """Return what to call, or whether to announce an open solo."""
        assert view.caller is not None
        table = Position(view.rules, _hands(view), turn=view.caller, call=Solo(view.caller))
        worlds = Worlds(
            table,
            view.seat,
            view.unseen_codes,
            self._seed_of(view),
            face=-1 if view.face is None else read_face(view.face),
            caller=view.caller,
        )
        if view.phase == "call":
            # A card without a twin, or alone by one with a twin: which of them matters little.
            held = Counter(view.hand_codes)
            faces = [read_face(str(face)) for face in view.legal]
            single = [face for face in faces if held[face] == 1]
            double = [face for face in faces if held[face] > 1]
            found = [*single[:1], *double[:1]]
            openings = [("call", face) for face in found]
            texts: list[str] = [str(view.legal[faces.index(face)]) for face in found]
        else:
            face = view.face
            openings = [("any", 0) if face is None else ("call", read_face(face))]
            openings += [("solo", view.seat)]
            texts = [NO_SOLO, SOLO]
        if len(openings) == 1:
            return texts[0]
        sums = self._sums(worlds, openings)
        margin = _SOLO_MARGIN * sums[2]
        return texts[int(sums[1] > sums[0] + margin)]

    def _sums(self, worlds: Worlds, openings: list[tuple[str, int]]) -> tuple[int, int, int]:
        """Return what two openings are worth together in so many worlds."""
        import numpy as np

        sums = np.zeros(2, np.int64)
        if self.seconds is None:
            done = max(1, self.playouts // 2)
            for first, stop in _blocks(0, done):
                worlds.judge_openings(openings, first, stop, sums)
        else:
            done = 0
            due = time.perf_counter() + self.seconds
            while done == 0 or time.perf_counter() < due:
                worlds.judge_openings(openings, done, done + _BLOCK, sums)
                done += _BLOCK
        return int(sums[0]), int(sums[1]), done


if TYPE_CHECKING:
    Judge = Callable[[list[int], int, int, npt.NDArray[np.int64]], None]


def _blocks(first: int, stop: int) -> Iterator[tuple[int, int]]:
    """Part a range of worlds: between two blocks a Ctrl-C is heard."""
    return ((at, min(at + _BLOCK, stop)) for at in range(first, stop, _BLOCK))


# ---- what a view tells of hidden hands ---------------------------------------------------------


def known_of(view: View) -> Known:
    """Return what a seat knows of hidden cards.

    Whoever leads the first trick holds the card that gives the lead (`RULES.md` section 8), unless
    the first seat out of the hand before leads.
    """
    rules, face, caller, held = view.rules, -1, -1, None
    if view.face is not None and view.partner is None and view.soloist is None:
        assert view.caller is not None
        face, caller = read_face(view.face), view.caller
    if rules.first_lead and not rules.winner_starts and view.lead not in (None, view.seat):
        assert view.lead is not None
        held = read_face(rules.first_lead), view.lead
    return Known(face, caller, held)


def _hands(view: View) -> list[list[int]]:
    """Return hands of the right sizes, of which nothing else is true."""
    unseen = iter(view.unseen_codes)
    return [
        list(view.hand_codes) if seat == view.seat else list(islice(unseen, count))
        for seat, count in enumerate(view.counts)
    ]
