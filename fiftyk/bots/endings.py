"""Endings: all worlds that a view allows, where they are few, and moves judged by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import factorial, prod
from typing import Final, NamedTuple

from .._core import Call, MoveList, Position, Solo
from .._solver import Solver
from .._worlds import Worlds, dead_suits
from ..cards import rank_of
from ..errors import PositionError
from ..solve import default_objective
from ..view import View

Hands = list[list[int]]

_CERTAIN_CARDS: Final = 20
"""With so many cards in all hands or fewer, and a single world,"""

_CERTAIN_NODES: Final = 20_000_000
"""so many nodes may be searched in any case; of thousands of such endings none took a million."""

_SOLVED_CARDS: Final = 12
"""Nothing is solved with more cards than these where several worlds are possible,"""

_MOST_WORLDS: Final = 24
"""or more worlds than these."""

_TABLE: Final = 1 << 22
"""Bytes for the solver's table."""

_RARELY_ALONE: Final = 8
"""A hidden solo is called so much more seldom than chance would have it, as _worlds.pyx has it."""


class Known(NamedTuple):
    """What a seat knows of hidden cards beside their number."""

    face: int
    """The called face whose holder it does not know, or -1."""
    caller: int
    """Who called it, or -1."""
    held: tuple[int, int] | None
    """A card that another seat holds: face code and seat."""


def best_moves(view: View, legal: MoveList, worlds: Worlds, known: Known, nodes: int) -> list[int]:
    """Return the moves that are best over all worlds that a view allows, by index.

    Each world counts by the deals that make it and by what the passes tell; where there is one
    alone, these moves are best. Empty where the worlds are too many or too large, or `nodes`, for
    all of them together, did not suffice.
    """
    cards = sum(view.counts)
    if cards > _SOLVED_CARDS and are_several(view, known):
        return []
    found = worlds_of(view, known, _MOST_WORLDS if cards <= _SOLVED_CARDS else 1)
    if not found:
        return []
    if len(found) == 1 and cards <= _CERTAIN_CARDS:
        nodes = max(nodes, _CERTAIN_NODES)
    sums = [0] * len(legal)
    for position, deals in found.values():
        weight = deals
        if len(found) > 1:
            weight *= worlds.likelihood(position) * _RARELY_ALONE
            if known.face >= 0 and isinstance(position.call, Solo):
                weight //= _RARELY_ALONE
        solver = Solver(position, _objective(position), view.seat, memory=_TABLE, nodes=nodes)
        for index, value in enumerate(_values(legal, solver)):
            sums[index] += weight * value
        nodes = max(nodes - solver.nodes, 0)
        if solver.stopped:
            return []
    best = max(sums)
    return [index for index, value in enumerate(sums) if value == best]


def are_several(view: View, known: Known) -> bool:
    """Tell whether more than one world is possible, as far as a glance shows it.

    Cards of two ranks, neither of them the called face or a card whose place is known, lie with two
    seats, since even the seat with the second most cards holds others than these. Two such cards of
    different ranks and seats may then be exchanged.
    """
    fixed = [known.face] if known.held is None else [known.face, known.held[0]]
    free = [code for code in view.unseen_codes if code not in fixed]
    room = sorted(count for seat, count in enumerate(view.counts) if seat != view.seat)
    return len(set(map(rank_of, free))) > 1 and room[-2] > len(view.unseen_codes) - len(free)


def _objective(position: Position) -> str:
    """Return what is asked; stakes go by all points, which an ending may not have noted."""
    points = sum(position.captured) + position.table + position.hand_points
    if isinstance(position.call, Call) and points != 200:
        return "margin"
    return default_objective(position)


def _values(legal: MoveList, solver: Solver) -> Iterator[int]:
    """Yield the value after each move; fewer, and the last of no worth, once nodes run out."""
    guess = None
    for move in legal:
        solver.push(move)
        guess, _ = solver.close_in(guess)
        solver.pop()
        yield guess
        if solver.stopped:
            return


def worlds_of(view: View, known: Known, most: int) -> dict[bytes, tuple[Position, int]] | None:
    """Return the worlds that a view allows, `None` if they are more than `most`.

    By their keys: worlds that no rule can tell apart are one. Each with the number of deals that
    make it.
    """
    deals = list(islice(_deals(view, known), 4 * most + 1))
    if len(deals) > 4 * most:
        return None
    found: dict[bytes, tuple[Position, int]] = {}
    for hands, ways in deals:
        try:
            position = view.position(hands)
        except PositionError:
            # With the sides that these hands make the hand would be over.
            continue
        before = found.get(position.key, (position, 0))[1]
        found[position.key] = position, before + ways
        if len(found) > most:
            return None
    return found


def _deals(view: View, known: Known) -> Iterator[tuple[Hands, int]]:
    """Yield hands, alike but for suits that cannot matter, and how many deals they stand for."""
    groups: dict[int, list[int]] = {}
    for code, group in zip(
        view.unseen_codes, dead_suits(view.rules.table, view.unseen_codes, known.face), strict=True
    ):
        groups.setdefault(group, []).append(code)
    hands: Hands = [[] for _ in view.counts]
    hands[view.seat] = list(view.hand_codes)
    room = list(view.counts)
    room[view.seat] = 0
    if known.held is not None and known.held[0] in view.unseen_codes and room[known.held[1]]:
        code, seat = known.held
        group = next(group for group, codes in groups.items() if code in codes)
        groups[group].remove(code)
        hands[seat].append(code)
        room[seat] -= 1
    copies = len(groups.get(known.face, ()))
    for dealt, deals in _deal_on(list(groups.values()), hands, room):
        # A caller who has played neither copy of the called face holds one.
        if copies < 2 or known.face in dealt[known.caller] or not view.counts[known.caller]:
            yield dealt, deals


def _deal_on(
    groups: Sequence[list[int]], hands: Hands, room: list[int]
) -> Iterator[tuple[Hands, int]]:
    """Deal groups of like cards, one after the other, in all ways that leave no seat short."""
    if not groups:
        yield [hand.copy() for hand in hands], 1
        return
    group, *rest = groups
    choices = [range(min(free, len(group)) + 1) for free in room]
    for shares in product(*choices):
        if sum(shares) != len(group):
            continue
        left = iter(group)
        dealt = [
            [*hand, *(next(left) for _ in range(n))] for hand, n in zip(hands, shares, strict=True)
        ]
        still = [free - n for free, n in zip(room, shares, strict=True)]
        ways = factorial(len(group)) // prod(map(factorial, shares))
        for whole, deals in _deal_on(rest, dealt, still):
            yield whole, ways * deals
