"""A position with one best move, and what there is to be seen in it.

Detectors of themes ask a `Study`; what takes moves to find out is found out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .._core import Call, LastPlay, Move, Position
from ..bots import bot
from ..cards import NO_SUIT, RANKS, WILD, read_face
from ..hand import Hand
from ..solution import Bounds, Solution, steps
from ..solve import side_of, solve

FIFTYKS: Final = frozenset({"fiftyk", "pure_fiftyk"})
BOMBS: Final = FIFTYKS | {"bomb"}
CHAINS: Final = frozenset(
    {"straight", "straight_flush", "pair_chain", "airplane", "airplane_one", "airplane_two"}
)
KICKED: Final = frozenset({"triple_one", "triple_two", "airplane_one", "airplane_two"})

_POINTS: Final = {RANKS.index("5"): 5, RANKS.index("T"): 10, RANKS.index("K"): 10}


def rank_of(code: int) -> int:
    """Return the rank code of a face code, an index of `cards.RANKS`."""
    return code // 4 if code < NO_SUIT else code - NO_SUIT


def points_of(codes: Iterable[int]) -> int:
    """Count the points of cards (`RULES.md` section 1)."""
    return sum(_POINTS.get(rank_of(code), 0) for code in codes)


def ranks_of(move: Move) -> Counter[int]:
    """Count the cards of a move by rank."""
    return Counter(map(rank_of, move.codes))


def like(move: Move, other: Move) -> bool:
    """Tell whether two plays are of one kind with as many cards, so that one may be compared."""
    return (move.kind, move.n) == (other.kind, other.n)


def height(move: Move) -> int:
    """Return how high a play is among those that are `like` it."""
    return RANKS.index(move.rank) if move.rank in RANKS else 0


@dataclass(frozen=True)
class Study:
    """A position whose seat on turn has exactly one best move, the key."""

    position: Position
    """The position that is looked at."""
    solution: Solution
    """With all moves, exact, for the seat on turn."""
    key: Move
    """The one best move."""
    gap: int
    """By how much the best of the other moves is worse."""

    @classmethod
    def of(
        cls, position: Position, objective: str | None = None, *, nodes: int | None = None
    ) -> Study | None:
        """Solve a position; `None` where a limit runs out, or no one move alone is best."""
        if position.is_over or position.count_moves() < 2:
            return None
        solution = solve(position, objective, all_moves=True, nodes=nodes)
        if len(solution.best) != 1:
            return None
        (key,) = solution.best
        # Where a value is not proved `best` is empty.
        others = [v for m, v in solution.moves.items() if m != key and not isinstance(v, Bounds)]
        return cls(position, solution, key, solution.lower - max(others))

    @cached_property
    def seat(self) -> int:
        """The seat on turn."""
        assert self.position.turn is not None
        return self.position.turn

    @cached_property
    def side(self) -> frozenset[int]:
        """The seats of its side, itself among them."""
        return side_of(self.position, self.seat)

    @cached_property
    def partners(self) -> frozenset[int]:
        """The others of its side."""
        return self.side - {self.seat}

    @cached_property
    def enemies(self) -> tuple[int, ...]:
        """The seats of the other side that hold cards, in turn order."""
        seats = self.position.rules.seats
        order = ((self.seat + step) % seats for step in range(1, seats))
        return tuple(s for s in order if s not in self.side and self.position.hands[s])

    @cached_property
    def last(self) -> LastPlay | None:
        """The play to beat."""
        return self.position.last

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, one a class."""
        return tuple(self.solution.moves)

    @cached_property
    def others(self) -> tuple[Move, ...]:
        """The legal plays beside the key, without the pass."""
        return tuple(move for move in self.moves if move != self.key and not move.is_pass)

    @cached_property
    def codes(self) -> list[int]:
        """The face codes of the hand on turn."""
        return self.position.rules.read_cards(self.position.hands[self.seat])

    @cached_property
    def rest(self) -> Counter[int]:
        """What is left of it after the key."""
        return Counter(self.codes) - Counter(self.key.codes)

    def holds(self, kinds: Iterable[str]) -> bool:
        """Tell whether the hand on turn holds a combination of some kinds."""
        return not self._kinds(self.codes).isdisjoint(kinds)

    def keeps(self, kinds: Iterable[str]) -> bool:
        """Tell whether it still holds one when the key has been played."""
        return not self._kinds(list(self.rest.elements())).isdisjoint(kinds)

    def _kinds(self, codes: list[int]) -> set[str]:
        """Return the kinds that the seat on turn could lead from some cards."""
        if not codes:
            return set()
        pos = self.position
        hands = [codes if s == self.seat else pos.hands[s] for s in range(pos.rules.seats)]
        # What was called may not be among the cards, so that the partner must be known.
        call = pos.call._replace(known=True) if isinstance(pos.call, Call) else pos.call
        return set(
            Position(pos.rules, hands, self.seat, out=pos.out, call=call).legal_moves().counts()
        )

    def wins_trick(self, move: Move) -> bool:
        """Tell whether no enemy can beat a play, bombs and all."""
        if move.is_pass:
            return False
        pos = self.position.copy()
        pos.push(move)
        while not pos.is_over and pos.last is not None:
            if pos.turn in self.enemies and pos.count_moves() > 1:
                return False
            pos.push("-")
        return True

    @cached_property
    def trick(self) -> tuple[tuple[int, Move], ...]:
        """The rest of this trick as the best line has it: seats and their moves, the key first."""
        line = steps(self.position, self.solution.line)
        return tuple((step.seat, step.move) for step in line if step.trick == 1)

    @cached_property
    def taker(self) -> int | None:
        """The seat that captures the trick, in the best line; `None` where the line ends first."""
        plays = [seat for seat, move in self.trick if not move.is_pass]
        whole = len(self.trick) < len(self.solution.line) or self.solution.objective != "first"
        if not whole:
            return None
        return plays[-1] if plays else self.last.seat if self.last else None

    @cached_property
    def enemy_leads_trick(self) -> bool:
        """Whether the play to beat is an enemy's."""
        return self.last is not None and self.last.seat not in self.side

    @cached_property
    def called(self) -> int | None:
        """The called face, where the seat on turn is the partner whom nobody knows yet."""
        call = self.position.call
        if isinstance(call, Call) and call.partner == self.seat and not call.known:
            return read_face(call.face)
        return None

    def jokers(self, move: Move) -> int:
        """Count the wild jokers of a move."""
        return move.codes.count(WILD) if self.position.rules.wild else 0

    @cached_property
    def greedy(self) -> str:
        """What the greedy bot plays here, who sees no other hand."""
        view = Hand.from_position(self.position).view(self.seat)
        return str(bot("greedy").choose(view))

    @cached_property
    def surprising(self) -> bool:
        """Whether the greedy bot plays something else than the key."""
        return self.greedy != str(self.key)
