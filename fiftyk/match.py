"""A match: hands in a row, of which only scores add up (`RULES.md` section 9, reading R-15)."""

from __future__ import annotations

import operator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from .cards import read_face
from .dealing import generator_of
from .errors import FiftykError, shown
from .hand import Hand
from .rules import RuleSet
from .settlement import Result

TARGET: Final = 500
"""The total that ends a match of the point games."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match came out (`RULES.md` section 9), all numbers exact."""

    totals: tuple[int, ...]
    """What each seat's hands add up to: scores, in laizi and wuhan stakes."""
    sides: tuple[int, int] | None
    """The totals of seats 0 and 2 and of seats 1 and 3 where sides are fixed, else `None`."""
    payoff: tuple[Fraction, ...]
    """What each seat is paid for the match, the winner's bonus in it."""
    places: tuple[int, ...] | None
    """Each seat's place, 1 to 3, in classic3; else `None`."""
    winners: tuple[int, ...]
    """The seats that won, ascending: a side, or one seat."""
    doubled: bool
    """Whether payoffs are doubled since the losers captured nothing in any hand."""
    hands: int
    """How many hands were played."""


class Match:
    """Hands in a row under one rule set (`RULES.md` section 9), with the right leader and caller.

    In the point games (classic4, classic3, honghe, flush1, flush2) scores add up, without doubling,
    until a side, or a seat in classic3, has `target` points or more after a hand. Then the totals
    are settled as a hand is, and the winner receives 10% of its own payoff on top.

    laizi and wuhan know no such match, for sides change from hand to hand: here each seat's stakes
    add up, there is no bonus, and the match goes on as long as one likes, or with a `target` until
    a seat has won so many stakes.

    >>> import fiftyk as fk
    >>> match = fk.Match(fk.rules("classic4"), seed=1)
    >>> while not match.is_over:
    ...     hand = match.deal()
    ...     _ = fk.bots.finish(hand, [fk.bots.bot("greedy")] * 4)
    ...     match.add(hand)
    >>> max(match.result.sides) >= 500
    True
    """

    rules: RuleSet
    """The rules that are played."""
    target: int | None
    """The total that ends the match."""
    results: tuple[Result, ...]
    """How the hands so far came out."""

    def __init__(self, rules: RuleSet, seed: int = 0, *, target: int | None = None) -> None:
        """Begin a match whose hands come from a seed of 64 bits.

        Hand number i, from 0, is dealt with output number i of the library's generator (see
        `fiftyk.dealing`) as its seed. Without a `target` it is 500, and in laizi and wuhan none.

        Raises `RulesError` for a seed out of range, `FiftykError` for a target below 1, and
        `TypeError`.
        """
        if not isinstance(rules, RuleSet):
            raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
        if target is not None:
            target = operator.index(target)
            if target < 1:
                raise FiftykError(f"a match cannot be played to {shown(target)}")
        elif rules.sides != "called":
            target = TARGET
        self.rules = rules
        self.target = target
        self.results = ()
        self._seeds = generator_of(seed)
        self._next_seed = self._seeds.next()

    @property
    def first_out(self) -> int | None:
        """The seat that was out first in the latest hand; `None` before the first."""
        return self.results[-1].out[0] if self.results else None

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat's hands so far add up to: scores, in laizi and wuhan stakes."""
        # Stakes are whole, though `payoff` may have halves elsewhere.
        hands = [
            tuple(map(int, result.payoff)) if self.rules.sides == "called" else result.scores
            for result in self.results
        ]
        return tuple(sum(hand[seat] for hand in hands) for seat in range(self.rules.seats))

    @property
    def sides(self) -> tuple[int, int] | None:
        """The totals of seats 0 and 2 and of seats 1 and 3, where sides are fixed; else `None`."""
        if self.rules.sides != "fixed":
            return None
        totals = self.totals
        return totals[0] + totals[2], totals[1] + totals[3]

    @property
    def is_over(self) -> bool:
        """Whether the target has been reached."""
        return self.target is not None and max(self.sides or self.totals) >= self.target

    def deal(self) -> Hand:
        """Deal the next hand, with the right leader and caller; the same until it is added.

        Raises `FiftykError` when the match is over.
        """
        self._check_not_over()
        return Hand.deal(self.rules, self._next_seed, first_out=self.first_out)

    def add(self, hand: Hand) -> None:
        """Add a hand that was played to its end: one that `deal` gave, or another.

        Raises `FiftykError` for a hand of other rules, one that is not over or did not begin with
        its deal, one that a wrong seat led, and when the match is over; `TypeError`.
        """
        if not isinstance(hand, Hand):
            raise TypeError(f"a match has hands, not a {type(hand).__name__}")
        self._check_not_over()
        if hand.rules != self.rules:
            raise FiftykError(f"a hand of {hand.rules} in a match of {self.rules}")
        if hand.lead is None:
            raise FiftykError("a match takes hands that began with their deal")
        leaders = self._leaders(hand)
        if hand.lead not in leaders:
            right = " or ".join(map(str, leaders))
            raise FiftykError(f"seat {hand.lead} led the hand, and the lead was with seat {right}")
        result = hand.result
        if result is None:
            raise FiftykError("the hand goes on: it is added when it is over")
        self.results = (*self.results, result)
        self._next_seed = self._seeds.next()

    def _check_not_over(self) -> None:
        if self.is_over:
            raise FiftykError("the match is over")

    def _leaders(self, hand: Hand) -> list[int]:
        """Return the seats that may lead; which 3s of flush2 was the first a hand does not say."""
        if self.first_out is not None and self.rules.winner_starts:
            return [self.first_out]
        seats = list(range(self.rules.seats))
        if not self.rules.first_lead:
            return seats
        card = read_face(self.rules.first_lead)
        return [s for s in seats if card in self.rules.read_cards(hand.dealt[s])] or seats

    def copy(self) -> Match:
        """Return an independent match with the same hands behind and before it."""
        twin = Match.__new__(Match)
        vars(twin).update(vars(self))
        twin._seeds = copy(self._seeds)
        return twin

    __copy__ = copy

    @property
    def result(self) -> MatchResult | None:
        """How the match came out; `None` while it goes on."""
        if not self.is_over:
            return None
        if self.rules.sides == "called":
            winner = self._ranking()[0]
            payoff = tuple(map(Fraction, self.totals))
            return MatchResult(self.totals, None, payoff, None, (winner,), False, len(self.results))
        return self._settle_sides() if self.rules.sides == "fixed" else self._settle_seats()

    def _settle_sides(self) -> MatchResult:
        sides = self.sides
        assert sides is not None
        last_first = self.results[-1].out[0] % 2
        winner = last_first if sides[0] == sides[1] else int(sides[1] > sides[0])
        loser = 1 - winner
        doubled = not any(
            result.captured[loser] or result.captured[loser + 2] or result.out[0] % 2 == loser
            for result in self.results
        )
        shares = [Fraction(side * (1 + doubled), 2) for side in sides]
        shares[winner] *= Fraction(11, 10)
        payoff = tuple(shares[seat % 2] for seat in range(4))
        winners = (winner, winner + 2)
        return MatchResult(self.totals, sides, payoff, None, winners, doubled, len(self.results))

    def _settle_seats(self) -> MatchResult:
        ranking = self._ranking()
        winner, *losers = ranking
        doubled = not any(result.captured[seat] for result in self.results for seat in losers)
        payoff = [Fraction(total * (1 + doubled)) for total in self.totals]
        payoff[winner] *= Fraction(11, 10)
        places = tuple(ranking.index(seat) + 1 for seat in range(self.rules.seats))
        return MatchResult(
            self.totals, None, tuple(payoff), places, (winner,), doubled, len(self.results)
        )

    def _ranking(self) -> list[int]:
        """Return the seats by total; equals as they were out in the last hand, who was not last."""
        out, totals = self.results[-1].out, self.totals
        order = [*out, *(seat for seat in range(self.rules.seats) if seat not in out)]
        return sorted(order, key=lambda seat: -totals[seat])
