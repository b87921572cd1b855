"""How bots stand after an arena: means with intervals, comparisons, ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from ..rules import RuleSet

if TYPE_CHECKING:
    from .arena import Game

_Z: Final = 1.959963984540054
"""The two-sided 95% point of the normal distribution."""

_ELO: Final = 400 / math.log(10)


class Estimate(NamedTuple):
    """A mean, and the ends of its 95% interval; all nan where there is nothing to go by.

    The interval is the normal one, from the spread between deals: hands of one deal are no
    independent trials. A single deal has none.
    """

    mean: float
    lower: float
    upper: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Return the estimate of some values, one a deal."""
        n = len(values)
        if n == 0:
            return cls(math.nan, math.nan, math.nan)
        mean = math.fsum(values) / n
        if n == 1:
            return cls(mean, math.nan, math.nan)
        spread = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
        half = _Z * math.sqrt(spread / n)
        return cls(mean, mean - half, mean + half)


class Row(NamedTuple):
    """One bot over all its hands."""

    name: str
    hands: int
    """How many hands it took part in."""
    payoff: Estimate
    """A seat's payoff."""
    margin: Estimate
    """A seat's margin; nan where no hand had one."""
    wins: Estimate
    """How often a seat of its won, as a part of 1."""
    forfeits: int
    """How many hands it forfeited."""


class Pair(NamedTuple):
    """Two bots compared over the deals that they played against one another."""

    one: str
    other: str
    deals: int
    payoff: Estimate
    """What a seat of the one was paid, less what a seat of the other was."""
    margin: Estimate
    """The margin of a seat of the one."""
    wins: Estimate
    """How often a seat of the one won, less how often a seat of the other did."""
    better: int
    """The deals in which seats of the one were paid more than seats of the other, on average,"""
    worse: int
    """less,"""
    equal: int
    """and the same."""


class Rating(NamedTuple):
    """A bot's strength beside that of the others, in Elo points about their mean."""

    name: str
    elo: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Standings:
    """What came of an arena."""

    rules: RuleSet
    names: tuple[str, ...]
    games: tuple[Game, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Each bot over all its hands, in the order in which they were given."""
        return tuple(map(self._row, range(len(self.names))))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two bots compared."""
        return tuple(self._pair(*pair) for pair in combinations(range(len(self.names)), 2))

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The strength of each bot, in the order in which they were given.

        The model is Bradley's and Terry's (1952): of bots with ratings a and b the first has the
        better of a deal with probability 1 / (1 + 10 ** ((b - a) / 400)); an equal deal is half of
        one for each. The ratings are the likeliest, with one equal deal more for every two bots so
        that they exist where one always won; the intervals are the normal ones of 95%.
        """
        return _ratings(self.names, self.pairs)

    def _row(self, index: int) -> Row:
        games = [game for game in self.games if index in game.seats]
        return Row(
            self.names[index],
            len(games),
            _estimate(games, lambda game: _mean(game.payoff, game.seats, index)),
            _estimate(games, lambda game: _mean(game.margin, game.seats, index)),
            _estimate(games, lambda game: _mean(_won(game), game.seats, index)),
            sum(
                game.forfeit is not None and game.seats[game.forfeit.seat] == index
                for game in games
            ),
        )

    def _pair(self, one: int, other: int) -> Pair:
        games = [game for game in self.games if one in game.seats and other in game.seats]
        payoffs = _by_deal(games, lambda game: _difference(game.payoff, game.seats, one, other))
        return Pair(
            self.names[one],
            self.names[other],
            len(payoffs),
            Estimate.of(payoffs),
            _estimate(games, lambda game: _mean(game.margin, game.seats, one)),
            _estimate(games, lambda game: _difference(_won(game), game.seats, one, other)),
            sum(value > 0 for value in payoffs),
            sum(value < 0 for value in payoffs),
            sum(value == 0 for value in payoffs),
        )


def _won(game: Game) -> list[float]:
    return [float(seat in game.winners) for seat in range(len(game.seats))]


def _mean(values: Sequence[float] | None, seats: Sequence[int], index: int) -> float | None:
    """Return the mean of the values of an entrant's seats; `None` where there are no values."""
    if values is None:
        return None
    own = [value for value, seat in zip(values, seats, strict=True) if seat == index]
    return sum(own) / len(own)


def _difference(
    values: Sequence[float] | None, seats: Sequence[int], one: int, other: int
) -> float | None:
    first, second = _mean(values, seats, one), _mean(values, seats, other)
    return None if first is None or second is None else first - second


def _by_deal(games: Iterable[Game], value: Callable[[Game], float | None]) -> list[float]:
    """Return the mean value of the games of each deal; games without one do not count."""
    deals: dict[int, list[float]] = {}
    for game in games:
        found = value(game)
        if found is not None:
            deals.setdefault(game.deal, []).append(found)
    return [sum(values) / len(values) for values in deals.values()]


def _estimate(games: Iterable[Game], value: Callable[[Game], float | None]) -> Estimate:
    return Estimate.of(_by_deal(games, value))


def _ratings(names: Sequence[str], pairs: Sequence[Pair]) -> tuple[Rating, ...]:
    """Return the likeliest ratings, by Newton's method, and their intervals."""
    import numpy as np

    n = len(names)
    won = np.zeros((n, n))
    for pair in pairs:
        one, other = names.index(pair.one), names.index(pair.other)
        won[one, other] = pair.better + pair.equal / 2 + 0.5
        won[other, one] = pair.worse + pair.equal / 2 + 0.5
    met = won + won.T
    strength = np.zeros(n)
    # Concave; from zero, steps of at most 1 lead to the one best point with the mean 0.
    for _ in range(100):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - met * chance).sum(axis=1)
        weight = met * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(information) @ slope
        strength += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-12:
            break
    half = _Z * np.sqrt(np.diag(np.linalg.pinv(information)))
    return tuple(
        Rating(name, float(s * _ELO), float((s - h) * _ELO), float((s + h) * _ELO))
        for name, s, h in zip(names, strength, half, strict=True)
    )
