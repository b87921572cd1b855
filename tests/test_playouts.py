"""Random playouts: replayed move by move, fixed numbers, exact odds of small endings."""

import _thread
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
import pytest
import strategies
from strategies import ALL, GAMES, Game, to_position

import fiftyk as fk
from fiftyk import bulk, corpus, dealing
from fiftyk._playouts import found_moves

CLASSIC4 = fk.rules("classic4")
MASK = 2**64 - 1
Weights = Mapping[str, float] | None


class Xoshiro:
    """The generator of playout i of a seed, by its definition."""

    def __init__(self, seed: int, i: int) -> None:
        first = dealing.SplitMix64(seed).next()
        words = dealing.SplitMix64(first + i)
        self.s = [words.next() for _ in range(4)]

    def next(self) -> int:
        def rotated(x: int, by: int) -> int:
            return (x << by | x >> (64 - by)) & MASK

        s = self.s
        result = (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """Lemire below 2**32: the high half of a product, less the low halves too many."""
        if n >= 2**32:
            while (bits := self.next()) < 2**64 % n:
                pass
            return bits % n
        while (product := (self.next() >> 32) * n) % 2**32 < 2**32 % n:
            pass
        return product >> 32


def replayed(
    pos: fk.Position, seed: int, i: int, weights: Weights = None
) -> tuple[fk.Position, int]:
    """Playout i as it should go: the position at its end, and how many moves were made."""
    rng = Xoshiro(seed, i)
    pos = pos.copy()
    length = 0
    while not pos.is_over:
        moves = pos.legal_moves()
        chosen = 0
        if len(moves) > 1:
            each = [1 if weights is None else weights.get(move.kind, 1) for move in moves]
            if weights is None or not any(each):
                chosen = rng.below(len(moves))
            else:
                ticket = rng.below(sum(each))
                while ticket >= each[chosen]:
                    ticket -= each[chosen]
                    chosen += 1
        pos.push(moves[chosen])
        length += 1
    return pos, length


def small_positions(g: Game, count: int) -> list[fk.Position]:
    rng = random.Random(4)
    return [to_position(g, strategies.random_state(g.rs, rng, 6)) for _ in range(count)]


def same(a: fk.Playouts, b: fk.Playouts) -> bool:
    names = ("payoffs", "scores", "first_out", "lengths")
    return all(getattr(a, name).tobytes() == getattr(b, name).tobytes() for name in names)


# What a playout is


@pytest.mark.parametrize(
    "weights",
    [
        None,
        {"pass": 3, "single": 0, "pair": 7},
        # Sums above 2**32, which are drawn in another way.
        {kind: 2**24 - 1 - place for place, kind in enumerate(fk.KINDS)},
    ],
    ids=["even", "uneven", "large"],
)
@pytest.mark.parametrize("g", ALL, ids=str)
def test_playouts_are_those_of_the_definition(g: Game, weights: Weights):
    some = [*small_positions(g, 12), g.fk.deal(seed=1)]
    for seed, pos in enumerate(some):
        found = fk.playouts(pos, 5, seed=seed, weights=weights)
        for i in range(5):
            end, length = replayed(pos, seed, i, weights)
            assert found.scores[i].tolist() == list(end.scores)
            assert found.payoffs[i].tolist() == list(end.payoff)
            assert found.first_out[i] == end.out[0]
            assert found.lengths[i] == length


def test_a_move_found_by_its_place_is_that_of_the_list():
    """So every class can be drawn, each as likely as the others: the place is a fair number."""
    for name in fk.rule_sets():
        rules = fk.rules(name)
        for family in corpus.families(rules):
            for pos in corpus.positions(rules, family, 2 if name == "flush2" else 6):
                found = bulk.moves_to_array(found_moves(pos))
                assert (found == pos.legal_moves().array()).all(), (str(pos), len(found))
    for g in ALL:
        for pos in small_positions(g, 20):
            if not pos.is_over:
                found = bulk.moves_to_array(found_moves(pos))
                assert found.tobytes() == pos.legal_moves().array().tobytes(), str(pos)


def test_playouts_are_arrays():
    found = fk.playouts(fk.rules("classic3").deal(seed=1), 7)
    assert len(found) == 7
    assert (found.payoffs.dtype, found.payoffs.shape) == (np.float64, (7, 3))
    assert (found.scores.dtype, found.scores.shape) == (np.int64, (7, 3))
    assert (found.first_out.dtype, found.first_out.shape) == (np.int8, (7,))
    assert (found.lengths.dtype, found.lengths.shape) == (np.int16, (7,))


FIXED = {
    "classic4": (16100, 17335, 48670, 1885, 93983),
    "classic3": (28505, 29985, 38130, 59084),
    "honghe": (16100, 17335, 48670, 1885, 93983),
    "flush1": (15900, 17425, 50050, 455, 92128),
    "flush2": (44010, 48635, 25250, 67065, 114044),
    "laizi": (34125, 50305, 51280, 62425, 143267),
    "wuhan": (32430, 55350, 48960, 61920, 144060),
}


@pytest.mark.parametrize("name", fk.rule_sets())
def test_a_seed_gives_the_same_everywhere(name: str):
    found = fk.playouts(fk.rules(name).deal(seed=5), 1000, seed=11)
    sums = (*found.scores.sum(axis=0).tolist(), int(found.lengths.sum(dtype=int)))
    assert sums == FIXED[name]


@pytest.mark.parametrize("name", fk.rule_sets())
@pytest.mark.parametrize("weights", [None, {"pass": 0.25}], ids=["even", "uneven"])
def test_threads_and_number_change_nothing(name: str, weights: Weights):
    pos = fk.rules(name).deal(seed=2)
    before = str(pos)
    whole = fk.playouts(pos, 700, seed=2**64 - 1, weights=weights)
    for threads in (2, 5):
        assert same(whole, fk.playouts(pos, 700, 2**64 - 1, threads, weights))
    part = fk.playouts(pos, 300, seed=2**64 - 1, weights=weights)
    assert (part.scores == whole.scores[:300]).all()
    assert not same(whole, fk.playouts(pos, 700, seed=3, weights=weights))
    assert str(pos) == before


@pytest.mark.parametrize("g", ALL, ids=str)
def test_points_add_up(g: Game):
    for pos in [*small_positions(g, 5), g.fk.deal(seed=3)]:
        points = sum(pos.captured) + pos.table + pos.hand_points
        found = fk.playouts(pos, 200)
        total = found.scores.sum(axis=1)
        if g.fk.sides == "called":
            assert (total <= points).all()
            assert (found.payoffs.sum(axis=1) == 0).all()
        else:
            # +20 for the first out; for each who is left -20 and the points held, once more.
            rest = points + 20 - total
            assert (rest >= 20).all()
            assert (rest % 10 == 0).all()
        for out in pos.out[:1]:
            assert (found.first_out == out).all()
        assert (found.lengths > 0).all()


# How likely everything is


def outcomes(pos: fk.Position, weights: Weights) -> Counter[tuple[object, ...]]:
    """How likely each way out of a position is, exactly, by trying every class."""
    found: Counter[tuple[object, ...]] = Counter()
    if pos.is_over:
        found[(*pos.scores, *pos.payoff, pos.out[0])] = Fraction(1)
        return found
    moves = list(pos.legal_moves())
    each = [Fraction(1) if weights is None else Fraction(weights.get(m.kind, 1)) for m in moves]
    if not any(each):
        each = [Fraction(1)] * len(moves)
    for move, weight in zip(moves, each, strict=True):
        if weight:
            pos.push(move)
            for outcome, likely in outcomes(pos, weights).items():
                found[outcome] += likely * weight / sum(each)
            pos.pop()
    return found


def endings(g: Game, count: int) -> Iterator[fk.Position]:
    """Positions of few cards that can come out in several ways."""
    rng = random.Random(9)
    while count:
        pos = to_position(g, strategies.random_state(g.rs, rng, 3))
        if 20 < fk.perft(pos, 8) < 200:
            count -= 1
            yield pos


@pytest.mark.parametrize("weights", [None, {"pass": 0.2, "pair": 5}, {"pass": 0}], ids=str)
@pytest.mark.parametrize("g", GAMES, ids=str)
def test_outcomes_are_as_likely_as_they_should_be(g: Game, weights: Weights):
    n = 10_000
    for pos in endings(g, 4):
        wanted = outcomes(pos, weights)
        assert sum(wanted.values()) == 1
        played = fk.playouts(pos, n, seed=1, weights=weights)
        rows = zip(
            played.scores.tolist(), played.payoffs.tolist(), played.first_out.tolist(), strict=True
        )
        found = Counter((*scores, *payoffs, first) for scores, payoffs, first in rows)
        assert set(found) <= set(wanted)
        for outcome, likely in wanted.items():
            spread = float(n * likely * (1 - likely)) ** 0.5
            assert abs(found[outcome] - n * likely) <= 5 * spread + 1, outcome
        seats = g.fk.seats
        mean = [sum(p * outcome[seats + s] for outcome, p in wanted.items()) for s in range(seats)]
        assert (abs(played.mean() - np.array(mean, float)) <= 5 * played.stderr() + 1e-9).all()


def test_choices_without_weight():
    pos = fk.Position.parse("classic4 3s4s/5s/6s/7s 0")
    # Whoever can beat does: seats 1, 2 and 3 go out in turn, and with 1 and 3 a side is out.
    assert set(fk.playouts(pos, 500, weights={"pass": 0}).lengths) == {4}
    # Nothing has a weight: as if all had the same.
    nothing = fk.playouts(pos, 500, weights=dict.fromkeys(fk.KINDS, 0))
    assert same(nothing, fk.playouts(pos, 500))


@pytest.mark.parametrize("factor", [3, 0.5, 1e300, Fraction(1, 7)])
def test_only_the_ratio_of_weights_counts(factor: float):
    pos = fk.rules("flush1").deal(seed=3)
    weights = {kind: 1 + place % 3 for place, kind in enumerate(fk.KINDS)}
    more = {kind: weight * factor for kind, weight in weights.items()}
    assert same(fk.playouts(pos, 300, weights=weights), fk.playouts(pos, 300, weights=more))


def test_tiny_weights_are_not_nothing():
    pos = fk.Position.parse("classic4 3s/4s/5s/6s 0")
    found = fk.playouts(pos, 200, weights={"pass": 1e300, "single": 1e-300})
    # All pass, and the leader plays: then, once in 2**24 times, somebody does not pass.
    assert (found.first_out == 0).all()


# Results


def test_means_and_errors():
    found = fk.playouts(CLASSIC4.deal(seed=1), 400)
    for seat in range(4):
        payoffs = found.payoffs[:, seat].tolist()
        mean = sum(payoffs) / 400
        variance = sum((payoff - mean) ** 2 for payoff in payoffs) / 399
        assert found.mean()[seat] == pytest.approx(mean)
        assert found.stderr()[seat] == pytest.approx((variance / 400) ** 0.5)
        assert found.mean_scores()[seat] == pytest.approx(found.scores[:, seat].sum() / 400)
        assert found.stderr_scores()[seat] > 0
        assert found.first_rates()[seat] == (found.first_out == seat).sum() / 400


def test_few_playouts():
    none = fk.playouts(CLASSIC4.deal(seed=1), 0)
    assert (len(none), none.payoffs.shape) == (0, (0, 4))
    for values in (none.mean(), none.stderr(), none.mean_scores(), none.first_rates()):
        assert np.isnan(values).tolist() == [True] * 4
    one = fk.playouts(CLASSIC4.deal(seed=1), 1)
    assert one.mean().tolist() == one.payoffs[0].tolist()
    assert np.isnan(one.stderr()).all()


def test_a_hand_that_is_over():
    over = fk.Position.parse("classic4 -/5s/-/4s - - 0 0,0,0,0 2,0")
    found = fk.playouts(over, 3, threads=2)
    assert found.lengths.tolist() == [0, 0, 0]
    assert found.first_out.tolist() == [2, 2, 2]
    assert found.scores.tolist() == [list(over.scores)] * 3
    assert found.payoffs.tolist() == [list(over.payoff)] * 3


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_the_playouts(threads: int):
    timer = threading.Timer(0.2, _thread.interrupt_main)
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        fk.playouts(fk.rules("flush2").deal(seed=1), 3_000_000, threads=threads)
    timer.join()
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("arguments", "error", "what"),
    [
        ({"n": -1}, fk.FiftykError, "playouts"),
        ({"n": 1.5}, TypeError, None),
        ({"n": 2**70}, MemoryError, "playouts"),
        ({"seed": -1}, fk.FiftykError, "seed"),
        ({"seed": 2**64}, fk.FiftykError, "seed"),
        ({"seed": "1"}, TypeError, None),
        ({"threads": 0}, fk.FiftykError, "threads"),
        ({"threads": None}, TypeError, None),
        ({"weights": {"passs": 1}}, fk.FiftykError, "no kind 'passs'"),
        ({"weights": {"pass": -1}}, fk.FiftykError, "weight of pass"),
        ({"weights": {"pass": float("nan")}}, fk.FiftykError, "weight of pass"),
        ({"weights": {"pass": float("inf")}}, fk.FiftykError, "weight of pass"),
        ({"weights": {"pass": "1"}}, TypeError, None),
        ({"weights": {3: 1}}, fk.FiftykError, "no kind 3"),
        ({"weights": [1] * 15}, TypeError, "mapping"),
        ({"position": "classic4"}, TypeError, "Position"),
    ],
)
def test_arguments_that_are_no_good(arguments, error, what: str | None):
    with pytest.raises(error, match=what):
        fk.playouts(**({"position": CLASSIC4.deal(seed=1), "n": 3} | arguments))
