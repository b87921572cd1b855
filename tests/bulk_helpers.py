"""Hands and positions of the tests of the bulk API."""

import random

import numpy as np
import pytest
import strategies
from strategies import COMBINATIONS, GAMES, Game, to_position

import fiftyk as fk
from fiftyk import bulk, dealing

RNG = np.random.default_rng
CLASSIC4 = fk.rules("classic4")
WUHAN = fk.rules("wuhan")


def played(rules: fk.RuleSet, seed: int, steps: int) -> fk.Position:
    """A deal some random moves on; at times the hand is over by then."""
    rng = random.Random(seed)
    pos = rules.deal(seed=seed)
    for _ in range(steps):
        if pos.is_over:
            break
        moves = pos.legal_moves()
        pos.push(moves[rng.randrange(len(moves))])
    return pos


def positions(g: Game, seed: int = 0) -> list[fk.Position]:
    """Leads and answers, full hands and endings, suits left out at times, some hands over."""
    rng = random.Random(seed)
    states = [strategies.random_state(g.rs, rng, 7) for _ in range(15)]
    states += strategies.aimed_states(g.rs, rng, 15)
    small = [to_position(g, state) for state in states]
    return small + [played(g.fk, seed + i, 12 * i) for i in range(12)]


def random_hands(rules: fk.RuleSet, n: int, seed: int = 0) -> bulk.Rows:
    """Hands of a full deal, one of each."""
    deck = np.array(dealing.pack(rules), np.uint8)
    cards = RNG(seed).permuted(np.tile(deck, (n, 1)), axis=1)
    return bulk.pack_cards(rules, np.ascontiguousarray(cards[:, : rules.hand_sizes[0]]))


def turn_hands(rules: fk.RuleSet, some: list[fk.Position]) -> bulk.Rows:
    return bulk.pack_hands(rules, [pos.hands[pos.turn or 0] for pos in some])


each_game = pytest.mark.parametrize("g", COMBINATIONS, ids=str)
each_rule_set = pytest.mark.parametrize("g", GAMES, ids=str)
