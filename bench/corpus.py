"""The positions that are measured: how many of each family of `fiftyk.corpus`, made once a run.

Everything follows from seeds, so the corpus needs no files and is the same everywhere. The
families, and how each is made, are in `fiftyk/corpus.py`; `fiftyk bench` uses the same. What the
benchmarks come to is in `answers.txt`; `conftest.py` says how it is made.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

import fiftyk as fk
from fiftyk import bulk, corpus

SIZES = {
    "deals": 200,
    "clumpy": 100,
    "middles": 100,
    "follows": 200,
    "endings": 10,
    "jokers": 50,
    "airplanes": 50,
    "bombs": 50,
}
# Tens of thousands of moves each.
SMALLER = {("flush2", "deals"): 50, ("flush2", "airplanes"): 10}

GENERATED = [
    (name, family)
    for name in fk.rule_sets()
    for family in corpus.families(fk.rules(name))
    if family != "endings"
]
"""Rule sets and families of which moves are generated."""

PERFT_DEPTHS = {
    "classic4": 9,
    "classic3": 7,
    "honghe": 9,
    "flush1": 8,
    "flush2": 3,
    "laizi": 5,
    "wuhan": 5,
}


@cache
def positions(name: str, family: str) -> list[fk.Position]:
    """Return the positions of a family that are measured."""
    size = SMALLER.get((name, family), SIZES[family])
    return corpus.positions(fk.rules(name), family, size)


@cache
def hands(name: str, rows: int) -> npt.NDArray[np.void]:
    """Return the hands of the seats on lead in full and clumpy deals, over and over, as `HAND`."""
    leads = positions(name, "deals") + positions(name, "clumpy")
    texts = [position.hands[position.turn] for position in leads]
    return np.resize(bulk.pack_hands(fk.rules(name), texts), rows)


@cache
def turns(name: str, rows: int) -> npt.NDArray[np.void]:
    """Return positions of many kinds, over and over, as `POSITION`."""
    families = ("clumpy", "middles", "follows", "endings")
    several = [position for family in families for position in positions(name, family)]
    return np.resize(bulk.pack_positions(several), rows)


@cache
def plays(name: str) -> list[fk.Move]:
    """Return plays of many kinds: up to 20 of each of some positions on lead."""
    found = []
    for position in positions(name, "deals")[:10] + positions(name, "clumpy")[:10]:
        moves = position.legal_moves()
        found += moves[:: max(1, len(moves) // 20)]
    return found
