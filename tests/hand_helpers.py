"""Whole hands to try: played at random, rewound, and dealt anew behind one seat's back."""

import random

import fiftyk as fk
from fiftyk.cards import read_cards

RULES = [*map(fk.rules, fk.rule_sets()), fk.rules("honghe[jokers=high]")]
CALLED = [rules for rules in RULES if rules.sides == "called"]


def decide(hand: fk.Hand, rng: random.Random, solo: float = 0.1) -> fk.Decision:
    """Some legal decision; an open solo is announced with a given likelihood."""
    if hand.phase == "solo":
        return fk.SOLO if rng.random() < solo else fk.NO_SOLO
    return rng.choice(hand.legal)


def played(hand: fk.Hand, rng: random.Random, most: int = 1000, solo: float = 0.1) -> fk.Hand:
    """The hand after so many decisions more, or at its end."""
    while hand.turn is not None and most > 0:
        hand.apply(decide(hand, rng, solo))
        most -= 1
    return hand


def replayed(hand: fk.Hand, dealt: list[list[int]]) -> list[fk.Hand] | None:
    """The hands after each of the same decisions by the same seats with other cards.

    None where these cards would have shown that they are others.
    """
    other = fk.Hand(hand.rules, dealt, lead=hand.lead)
    steps = [other.copy()]
    for seat, decision in hand.decisions:
        if other.turn != seat:
            return None
        try:
            other.apply(decision)
        except fk.IllegalMoveError:
            return None
        steps.append(other.copy())
    return steps if other.turn == hand.turn else None


def behind(hand: fk.Hand, seat: int, rng: random.Random) -> list[list[int]]:
    """A deal in which the others' cards that were not played yet lie in another way."""
    left = [read_cards(cards) for cards in hand.hands]
    dealt = [read_cards(cards) for cards in hand.dealt]
    others = [s for s in range(hand.rules.seats) if s != seat]
    pool = [code for s in others for code in left[s]]
    rng.shuffle(pool)
    for s in others:
        for code in left[s]:
            dealt[s].remove(code)
        dealt[s] += [pool.pop() for _ in left[s]]
    return dealt


def ending(line: str) -> fk.Hand:
    """A hand from a one-line position."""
    return fk.Hand.from_position(fk.Position.parse(line))


def after(hand: fk.Hand, moves: str) -> fk.Hand:
    """The hand after moves parted by blanks."""
    for move in moves.split():
        hand.apply(move)
    return hand
