"""Deals that are the same on every platform and in every version (`RULES.md` section 8).

The generator is SplitMix64 with the seed as its state. A number below `n` is the remainder by `n`
of the first output that is below the largest multiple of `n` up to 2**64, so that all numbers are
equally likely. The pack, in the order in which cards are written with equal faces side by side, is
shuffled by Fisher and Yates from its end, and dealt one card at a time round the table from seat 0.
In laizi and wuhan the caller is drawn next, unless the hand before says who it is, and then, for
`RuleSet.deal`, the call among the different faces that the caller may call.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from ._core import Call, Solo
from .cards import FACES, NO_SUIT, read_face, write_face
from .errors import RulesError

if TYPE_CHECKING:
    from .rules import RuleSet

_MASK: Final = (1 << 64) - 1


class Deal(TypedDict):
    """What `Position` is given besides the rules."""

    hands: list[list[int]]
    turn: int
    call: Call | Solo | None


class Dealt(NamedTuple):
    """Cards on the seats' hands, and who leads; in laizi and wuhan that is the caller."""

    hands: list[list[int]]
    lead: int
    redeals: int


class SplitMix64:
    """The generator of Steele, Lea and Flood (2014), here for its short definition."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        limit = (_MASK + 1) // n * n
        while (bits := self.next()) >= limit:
            pass
        return bits % n

    def shuffle(self, cards: list[int]) -> None:
        """Put a list in a random order, in place."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def pack(rules: RuleSet) -> list[int]:
    """Return the face codes of all cards of a rule set, in writing order."""
    jokers = {NO_SUIT: rules.wild, NO_SUIT + 14: rules.high, NO_SUIT + 15: rules.high}
    cards = []
    for code in FACES:
        copies = rules.packs if code < NO_SUIT else jokers.get(code, 0)
        cards += [code] * copies
    return cards


def deal(rules: RuleSet, seed: int) -> Deal:
    """Deal a hand: the hands, who leads, and in laizi and wuhan the call.

    A caller with both cards of the called face plays a hidden solo. Raises as `generator_of` does.
    """
    generator = generator_of(seed)
    hands, lead, _ = deal_hands(rules, generator)
    call = None if rules.first_lead else draw_call(rules, hands, lead, generator)
    return {"hands": hands, "turn": lead, "call": call}


def generator_of(seed: int) -> SplitMix64:
    """Return the generator of a seed.

    Raises `TypeError` for a seed that is no int, and `RulesError` for one that is negative or has
    more than 64 bits.
    """
    seed = operator.index(seed)
    if not 0 <= seed <= _MASK:
        raise RulesError("a seed is a number from 0 to 2**64 - 1")
    return SplitMix64(seed)


def deal_hands(rules: RuleSet, generator: SplitMix64, first_out: int | None = None) -> Dealt:
    """Shuffle and deal, and tell who leads; what is not drawn leaves the generator alone.

    `first_out` is the seat that was out first in the hand before, where there was one and
    `rules.winner_starts`: it leads, and in laizi it calls. A laizi caller with no card that may be
    called has all dealt again, with the generator going on (`RULES.md` section 8, reading R-14).
    """
    redeals = 0
    while True:
        cards = pack(rules)
        generator.shuffle(cards)
        hands = [cards[seat :: rules.seats] for seat in range(rules.seats)]
        if rules.first_lead:
            lead = _holder(rules, cards) if first_out is None else first_out
            return Dealt(hands, lead, redeals)
        caller = generator.below(rules.seats) if first_out is None else first_out
        if any(rules.may_call(code) for code in hands[caller]):
            return Dealt(hands, caller, redeals)
        redeals += 1


def draw_call(
    rules: RuleSet, hands: list[list[int]], caller: int, generator: SplitMix64
) -> Call | Solo:
    """Draw what a caller calls, who holds something that may be called."""
    callable_faces = [code for code in FACES if code in hands[caller] and rules.may_call(code)]
    return call_of(hands, caller, callable_faces[generator.below(len(callable_faces))])


def call_of(hands: Sequence[Sequence[int]], caller: int, face: int) -> Call | Solo:
    """Return the sides that a called face makes: its other holder is the partner, if there is one.

    `RULES.md` section 8: a caller who holds both cards plays a hidden solo.
    """
    for seat, hand in enumerate(hands):
        if seat != caller and face in hand:
            return Call(caller, write_face(face), seat, False)
    return Solo(caller, False)


def _holder(rules: RuleSet, cards: list[int]) -> int:
    """Return the seat that was dealt the first of the cards that give the first lead."""
    return cards.index(read_face(rules.first_lead)) % rules.seats
