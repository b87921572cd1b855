"""The functions of `fiftyk.bulk` on arrays; each benchmark checks its answer."""

import corpus
import numpy as np
import pytest

import fiftyk as fk
from fiftyk import bulk

each_rule_set = pytest.mark.parametrize("name", fk.rule_sets())
ROWS = 20_000


def rows(name):
    """Return how many hands are listed: fewer where a hand has thousands of moves."""
    return 500 if name == "flush2" else ROWS


@each_rule_set
def bench_bulk_count(benchmark, answer, rate, name):
    hands = corpus.hands(name, ROWS)
    total = int(benchmark(bulk.count_moves, fk.rules(name), hands).sum())
    answer(total)
    rate(ROWS, "hands")
    rate(total, "classes")


@each_rule_set
def bench_bulk_list(benchmark, answer, rate, name):
    hands = corpus.hands(name, rows(name))
    offsets, moves = benchmark(bulk.legal_moves, fk.rules(name), hands)
    assert len(moves) == offsets[-1]
    answer(checksum(moves))
    rate(len(hands), "hands")
    rate(len(moves), "classes")


@each_rule_set
def bench_bulk_list_positions(benchmark, answer, rate, name):
    positions = corpus.turns(name, rows(name))
    offsets, moves = benchmark(bulk.legal_moves, fk.rules(name), positions)
    assert len(moves) == offsets[-1]
    answer(checksum(moves))
    rate(len(positions), "positions")
    rate(len(moves), "classes")


@each_rule_set
def bench_bulk_beats(benchmark, answer, rate, name):
    plays = np.resize(bulk.moves_to_array(corpus.plays(name)), ROWS)
    overs = np.roll(plays, 7)
    wins = int(benchmark(bulk.beats, fk.rules(name), plays, overs).sum())
    answer(wins)
    rate(ROWS, "pairs")


@each_rule_set
def bench_bulk_features(benchmark, answer, rate, name):
    positions = corpus.turns(name, ROWS)
    planes = benchmark(bulk.features, fk.rules(name), positions)
    answer(int(planes.sum()))
    rate(ROWS, "positions")


def checksum(moves):
    """Return the number of moves, and a number that tells the list from others and other orders."""
    words = moves.view(np.uint64)
    places = np.arange(1, len(words) + 1, dtype=np.uint64)
    return f"{len(moves)} {int((words * places).sum(dtype=np.uint64)):016x}"
