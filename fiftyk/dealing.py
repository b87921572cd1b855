"""Deals that are the same on every platform and in every version (`RULES.md` section 8).

The generator is SplitMix64 with the seed as its state. A number below `n` is the remainder by `n`
of the first output that is below the largest multiple of `n` up to 2**64, so that all numbers are
equally likely. The pack, in the order in which cards are written with equal faces side by side, is
shuffled by Fisher and Yates from its end, and dealt one card at a time round the table from seat 0.
In laizi and wuhan the caller is drawn next, and then the call among the different faces that the
caller may call.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final, TypedDict

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

    A laizi caller with no card that may be called has all dealt again, with the generator going on
    (`RULES.md` section 8, reading R-14). A caller with both cards of the called face plays a hidden
    solo.

    Raises `TypeError` for a seed that is no int, and `RulesError` for one that is negative or has
    more than 64 bits.
    """
    seed = operator.index(seed)
    if not 0 <= seed <= _MASK:
        raise RulesError("a seed is a number from 0 to 2**64 - 1")
    generator = SplitMix64(seed)
    while True:
        cards = pack(rules)
        generator.shuffle(cards)
        hands = [cards[seat :: rules.seats] for seat in range(rules.seats)]
        if rules.first_lead:
            return {"hands": hands, "turn": _holder(rules, cards), "call": None}
        caller = generator.below(rules.seats)
        call = draw_call(rules, hands, caller, generator)
        if call:
            return {"hands": hands, "turn": caller, "call": call}


def draw_call(
    rules: RuleSet, hands: list[list[int]], caller: int, generator: SplitMix64
) -> Call | Solo | None:
    """Draw what a caller calls; `None` where the caller holds nothing that may be called."""
    callable_faces = [code for code in FACES if code in hands[caller] and rules.may_call(code)]
    if not callable_faces:
        return None
    face = callable_faces[generator.below(len(callable_faces))]
    for seat, hand in enumerate(hands):
        if seat != caller and face in hand:
            return Call(caller, write_face(face), seat, False)
    return Solo(caller, False)


def _holder(rules: RuleSet, cards: list[int]) -> int:
    """Return the seat that was dealt the first of the cards that give the first lead."""
    return cards.index(read_face(rules.first_lead)) % rules.seats
