"""The numbers of combinations at the end of READINGS.md, counted by the enumerator and by identify.

They count rank shapes, so no card here has a suit, and leave 510Ks out.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import oracle_combos as combos
import pytest
from strategies import BY_NAME

import fiftyk as fk
from fiftyk._core import Table

RANKS = combos.RANKS
UP_TO_13 = {
    "single": 13,
    "pair": 13,
    "triple": 13,
    "bomb": 13,
    "triple_one": 156,
    "triple_two": 156,
    "straight": 36,
    "pair_chain": 45,
    "airplane": 30,
    "airplane_one": 1805,
    "airplane_two": 605,
}


class Loose(NamedTuple):
    """Rules of a core table alone, for hands larger than any that is dealt."""

    table: Table


def loose(**changed: int) -> Loose:
    classic = {
        "seats": 4,
        "packs": 2,  # so that a hand may hold 52 cards and the others something too
        "hand_limit": 52,
        "wild": 0,
        "high_jokers": False,
        "kickers": 1,
        "straights": 1,
        "flushes": False,
        "two_low_straight": True,
        "flush_beats_straights": False,
        "natural_bomb_higher": False,
        "called": False,
        "lead_to_partner": True,
        "bomb_stakes": False,
        "level_wins": False,
    }
    return Loose(Table(**{**classic, **changed}))


def shapes(rules: Loose, hand: str) -> list[fk.Move]:
    other = next(rank for rank in RANKS if hand.count(rank) <= 4)
    pos = fk.Position(rules, [hand, other, other, other])
    moves = [m for m in pos.legal_moves() if m.kind != "fiftyk"]
    assert len(set(moves)) == len(moves)
    return moves


def test_classic_shapes() -> None:
    moves = shapes(loose(), RANKS * 4)
    short = [m for m in moves if len(m.codes) <= 13]
    assert Counter(m.kind for m in short) == UP_TO_13
    assert len(short) == 2885
    assert sum(len(m.codes) <= 18 for m in moves) == 5249


@pytest.mark.parametrize("rules", ["classic4", "classic3", "honghe"])
def test_classic_shapes_have_one_reading(rules: str) -> None:
    identify = BY_NAME[rules].fk.identify
    for move in shapes(loose(), RANKS * 4):
        if len(move.codes) <= 18:
            assert [(m.kind, m.n, m.rank) for m in identify(move.cards)] == [
                (move.kind, move.n, move.rank)
            ]


def flush_candidates() -> Iterator[str]:
    """Shapes that might be combinations of flush1, up to 13 cards; some of them twice."""
    for rank in RANKS:
        yield from (rank * size for size in (1, 2, 3, 4))
    for size in range(5, 14):
        yield from (combos.PLACES[i : i + size] for i in range(len(combos.PLACES) - size + 1))
    for n in range(2, 7):
        yield from ("".join(r * 2 for r in window) for window in combos.windows(n))
    for n in range(1, 5):
        for window in combos.windows(n):
            others = [r for r in RANKS if r not in window]
            for kickers in (0, n, 2 * n):
                if 3 * n + kickers <= 13 and window[0] in RANKS:
                    for some in combinations_with_replacement(others, kickers):
                        yield window * 3 + "".join(some)


def test_flush_shapes() -> None:
    identify = BY_NAME["flush1"].fk.identify
    distinct = {"".join(sorted(shape)) for shape in flush_candidates()}
    distinct = {s for s in distinct if max(Counter(s).values()) <= 4}
    readings = {shape: [m.kind for m in identify(shape)] for shape in distinct}
    found = {shape: kinds for shape, kinds in readings.items() if kinds}
    assert len(found) == 15169
    double = [shape for shape, kinds in found.items() if len(kinds) > 1]
    assert len(double) == 9
    for shape in double:
        assert set(found[shape]) == {"airplane", "airplane_one"}
        assert set(Counter(shape).values()) == {3}
        assert len(shape) == 12


def test_wild_shapes() -> None:
    """As natural cards and jokers, up to the 27 cards of a hand."""
    rules = loose(wild=4, kickers=0, straights=0)
    hands = [RANKS * 3 + "WWWW", *(rank * 8 + "WWWW" for rank in RANKS)]
    moves = {move for hand in hands for move in shapes(rules, hand) if len(move.codes) <= 27}
    assert len(moves) == 15930
    for name in ("laizi", "wuhan"):
        identify = BY_NAME[name].fk.identify
        for move in moves:
            assert [(m.kind, m.n, m.rank) for m in identify(move.cards)] == [
                (move.kind, move.n, move.rank)
            ]
