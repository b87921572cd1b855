"""An arena: bots play the same deals in each other's places (docs/arena.md)."""

from __future__ import annotations

import operator
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final, Literal, NamedTuple

from .._core import Call
from ..dealing import SplitMix64, generator_of
from ..errors import FiftykError, shown
from ..hand import Hand
from ..many import left_when_given_up, workers_of
from ..rules import RuleSet
from .base import Bot
from .entrants import Bench, Entrant, Given, read_all
from .outside import BotTimeout
from .standings import Standings

DEFAULT_SECONDS: Final = 60.0
"""The time that a bot has for a decision, unless it is said otherwise."""

_MOST_DEALS: Final = 10**9
_CHUNK: Final = 8
_AHEAD: Final = 16
"""Chunks that are sent ahead of the earliest that is not done, for each worker."""

Reason = Literal["illegal", "crash", "time"]


class Forfeit(NamedTuple):
    """Why a hand ended before its end: who gave it away, by what, and what was said of it."""

    seat: int
    reason: Reason
    message: str


@dataclass(frozen=True, slots=True)
class Game:
    """A hand that was played in an arena."""

    deal: int
    """The number of the deal, from 0."""
    seats: tuple[int, ...]
    """Which entrant sat at each seat, by index."""
    payoff: tuple[float, ...]
    """Each seat's payoff (`RULES.md` section 7); of a forfeited hand as `forfeited` has it."""
    margin: tuple[float, ...] | None
    """Each seat's side's score less the other's; in classic3 the seat's score less the mean of the
    other two; `None` in one against three, and in forfeited hands of laizi and wuhan."""
    winners: tuple[int, ...]
    """The seats that won."""
    forfeit: Forfeit | None = None
    hand: Hand | None = None
    """The hand itself, where it is to be kept."""


class Work(NamedTuple):
    """Deals to play, with all that a worker needs to play them."""

    entrants: tuple[Entrant, ...]
    rules: RuleSet
    seconds: float
    keep: bool
    deals: tuple[tuple[int, int], ...]
    """Numbers and seeds."""


def arena(
    bots: Sequence[Given],
    rules: RuleSet,
    deals: int = 100,
    *,
    seed: int = 0,
    seconds: float = DEFAULT_SECONDS,
    jobs: int = 1,
    executor: Executor | None = None,
    each: Callable[[Game], object] | None = None,
) -> Standings:
    """Let two or more bots play duplicate deals against one another, and return how they stand.

    `bots` are names, objects, classes, commands: see `Entrant.read`. Each deal is played by every
    two of them in all the `lineups`. What is dealt, and the seeds of bots that draw, follow from
    `seed` alone, so that the same bots come out the same with any number of `jobs`, processes that
    play at once, or on any `executor`, to which deals go some at a time.

    A bot that decides what is not legal, raises an exception, ends, or takes more than `seconds`
    for a decision forfeits the hand (`forfeited`), and the arena goes on. `each` is called with
    every `Game`, in order.

    Raises `FiftykError` for fewer than two bots, a bot that is not found and numbers that cannot
    be, `RulesError` for a seed that cannot be, `TypeError`, and `BrokenProcessPool` where one of
    the `jobs` is killed, or a bot takes it down.

    >>> import fiftyk as fk
    >>> found = fk.arena(["greedy", "random"], fk.rules("classic4"), deals=20, seed=1)
    >>> found.pairs[0].better, found.pairs[0].worse
    (20, 0)
    """
    entrants = read_all(bots)
    found = []
    for game in games(
        entrants, rules, deals, seed=seed, seconds=seconds, jobs=jobs, executor=executor
    ):
        found.append(game)
        if each is not None:
            each(game)
    return Standings(rules, tuple(entrant.name for entrant in entrants), tuple(found))


def games(
    entrants: tuple[Entrant, ...],
    rules: RuleSet,
    deals: int,
    *,
    seed: int = 0,
    seconds: float = DEFAULT_SECONDS,
    jobs: int = 1,
    executor: Executor | None = None,
    keep: bool = False,
) -> Iterator[Game]:
    """Play as `arena` does and yield the games in order; with `keep` they have their hands."""
    if not isinstance(rules, RuleSet):
        raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
    if len(entrants) < 2:
        raise FiftykError("an arena needs two bots at least")
    deals, jobs = operator.index(deals), operator.index(jobs)
    if not 1 <= deals <= _MOST_DEALS:
        raise FiftykError(f"{shown(deals)} deals cannot be played")
    if jobs < 1:
        raise FiftykError(f"jobs cannot be {shown(jobs)}: at least 1")
    if not seconds > 0:
        raise FiftykError(f"seconds cannot be {shown(seconds)}: above 0")
    generator_of(seed)
    work = (
        Work(entrants, rules, float(seconds), keep, numbers)
        for numbers in _chunks(seed, deals, max(1, min(_CHUNK, deals // (4 * jobs))))
    )
    for played in _played(work, jobs, executor):
        yield from played


def lineups(rules: RuleSet, one: int, other: int) -> list[tuple[int, ...]]:
    """Return who sits where when two entrants play a deal, so that each plays each seat as often.

    With fixed sides one has seats 0 and 2, the other 1 and 3, and the other way round: the deal is
    played twice. Where a call makes the sides, each has any two seats: it is played six times, and
    in two of them, whatever is called, the sides are one against the other. Of three seats each has
    one, the other two: six times again.
    """
    if rules.sides == "fixed":
        patterns = ["0101", "1010"]
    elif rules.sides == "called":
        patterns = ["0101", "1010", "0011", "1100", "0110", "1001"]
    else:
        patterns = ["011", "101", "110", "100", "010", "001"]
    return [tuple((one, other)[int(place)] for place in pattern) for pattern in patterns]


def hands_of(entrants: int, rules: RuleSet) -> int:
    """Return how many hands are played of a deal."""
    return len(lineups(rules, 0, 1)) * entrants * (entrants - 1) // 2


def forfeited(rules: RuleSet, seat: int) -> tuple[float, ...]:
    """Return what a hand pays that a seat has forfeited, whatever was played before.

    With fixed sides each seat of its side pays as many points as the packs have, and each of the
    other receives as many. In classic3 it pays 100, and each other receives 50. In laizi and wuhan
    it pays 8 stakes to each of the other three, as for an open solo that is lost.
    """
    points = 100.0 * rules.packs
    if rules.sides == "fixed":
        return tuple(-points if (s - seat) % 2 == 0 else points for s in range(rules.seats))
    loss = points if rules.sides == "none" else 24.0
    others = rules.seats - 1
    return tuple(-loss if s == seat else loss / others for s in range(rules.seats))


# ---- playing -----------------------------------------------------------------------------------


def _chunks(seed: int, deals: int, size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    generator = SplitMix64(seed)
    for first in range(0, deals, size):
        numbers = range(first, min(first + size, deals))
        yield tuple((number, generator.next()) for number in numbers)


def _played(work: Iterable[Work], jobs: int, executor: Executor | None) -> Iterator[list[Game]]:
    """Yield what was played, chunk by chunk, in order."""
    if executor is None and jobs == 1:
        yield from map(play, work)
        return
    if executor is None:
        with left_when_given_up(ProcessPoolExecutor(jobs)) as own:
            yield from _played(work, jobs, own)
        return
    # However many deals there are, no more are sent ahead than keep everybody busy.
    ahead = _AHEAD * max(jobs, workers_of(executor))
    futures: deque[Future[list[Game]]] = deque()
    try:
        for one in work:
            futures.append(executor.submit(play, one))
            if len(futures) == ahead:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
    finally:
        for future in futures:
            future.cancel()


def play(work: Work) -> list[Game]:
    """Play some deals, each by every two entrants in all lineups."""
    games = []
    with Bench(work.seconds) as bench:
        for number, seed in work.deals:
            for one, other in combinations(range(len(work.entrants)), 2):
                for seats in lineups(work.rules, one, other):
                    games.append(_game(work, bench, number, seed, seats))
    return games


def _game(work: Work, bench: Bench, number: int, seed: int, seats: tuple[int, ...]) -> Game:
    hand = Hand.deal(work.rules, seed)
    # At a seat every bot draws from the same seed: a deal depends on nothing but itself.
    generator = SplitMix64(~seed)
    makers = [partial(bench.bot, work.entrants[index], generator.next()) for index in seats]
    forfeit = _finish(hand, makers, work.seconds)
    kept = hand if work.keep else None
    if forfeit is None:
        result = hand.result
        assert result is not None
        payoff = tuple(map(float, result.payoff))
        return Game(number, seats, payoff, _margins(hand), result.winners, None, kept)
    payoff = forfeited(work.rules, forfeit.seat)
    return Game(
        number,
        seats,
        payoff,
        None if work.rules.sides == "called" else payoff,
        tuple(seat for seat, paid in enumerate(payoff) if paid > 0),
        forfeit,
        kept,
    )


def _finish(hand: Hand, makers: Sequence[Callable[[], Bot]], seconds: float) -> Forfeit | None:
    """Play a hand to its end, or until a bot forfeits it."""
    players: dict[int, Bot] = {}
    while hand.turn is not None:
        seat = hand.turn
        view = hand.view(seat)
        began = time.monotonic()
        try:
            if seat not in players:
                players[seat] = makers[seat]()
                began = time.monotonic()
            decision = players[seat].choose(view)
        except BotTimeout as err:
            return Forfeit(seat, "time", str(err))
        except Exception as err:
            return Forfeit(seat, "crash", f"{type(err).__name__}: {err}")
        took = time.monotonic() - began
        if took > seconds:
            return Forfeit(seat, "time", f"{took:.3f} s, and {seconds} are allowed")
        try:
            hand.apply(decision)
        except (FiftykError, TypeError) as err:
            return Forfeit(seat, "illegal", str(err))
    return None


def _margins(hand: Hand) -> tuple[float, ...] | None:
    """Return each seat's margin in a hand that is over."""
    result, position = hand.result, hand.position
    assert result is not None
    assert position is not None
    scores = result.scores
    if hand.rules.sides == "none":
        return tuple((3 * score - sum(scores)) / 2 for score in scores)
    if result.sides is None:
        return None
    ahead = result.sides[0] - result.sides[1]
    call = position.call
    first = (call.caller, call.partner) if isinstance(call, Call) else (0, 2)
    return tuple(float(ahead if seat in first else -ahead) for seat in range(hand.rules.seats))
