"""Moves through the public API, one call a position; each benchmark checks its answer.

python -m pytest bench                         times and rates
python -m pytest bench --benchmark-disable     the answers only
"""

import corpus
import pytest
from corpus import GENERATED

import fiftyk as fk

each_rule_set = pytest.mark.parametrize("name", fk.rule_sets())
each_family = pytest.mark.parametrize(("name", "family"), GENERATED)


def count_all(positions, faces=False):
    return sum([position.count_moves(faces=faces) for position in positions])


def list_all(positions, faces=False):
    return sum([len(position.legal_moves(faces=faces)) for position in positions])


def list_arrays(positions):
    return sum([len(position.legal_moves().array()) for position in positions])


def list_objects(positions):
    return sum([len(list(position.legal_moves())) for position in positions])


@each_family
def bench_count(benchmark, answer, rate, name, family):
    total = benchmark(count_all, corpus.positions(name, family))
    answer(total)
    rate(total, "classes")


@each_family
def bench_list(benchmark, answer, rate, name, family):
    total = benchmark(list_all, corpus.positions(name, family))
    answer(total)
    rate(total, "classes")


@each_rule_set
def bench_list_as_array(benchmark, answer, rate, name):
    total = benchmark(list_arrays, corpus.positions(name, "follows"))
    answer(total)
    rate(total, "classes")


@each_rule_set
def bench_list_as_objects(benchmark, answer, rate, name):
    total = benchmark(list_objects, corpus.positions(name, "follows"))
    answer(total)
    rate(total, "classes")


@each_rule_set
def bench_count_faces(benchmark, answer, rate, name):
    total = benchmark(count_all, corpus.positions(name, "deals"), faces=True)
    answer(total)
    rate(total, "plays")


@each_rule_set
def bench_list_faces(benchmark, answer, rate, name):
    positions = corpus.positions(name, "deals")[: 5 if name == "flush2" else None]
    total = benchmark(list_all, positions, faces=True)
    answer(total)
    rate(total, "plays")


@each_rule_set
def bench_identify(benchmark, answer, rate, name):
    identify = fk.rules(name).identify
    texts = [play.cards for play in corpus.plays(name)]
    readings = benchmark(lambda: sum([len(identify(text)) for text in texts]))
    answer(readings)
    rate(len(texts), "plays")


@each_rule_set
def bench_beats(benchmark, answer, rate, name):
    beats = fk.rules(name).beats
    plays = corpus.plays(name)[::3]
    pairs = [(play, over) for play in plays for over in plays]
    wins = benchmark(lambda: sum([beats(play, over) for play, over in pairs]))
    answer(wins)
    rate(len(pairs), "pairs")


@each_rule_set
def bench_push_and_pop(benchmark, answer, rate, name):
    position = corpus.positions(name, "deals")[0].copy()
    moves = list(position.legal_moves()[:100])

    def work():
        for move in moves:
            position.push(move)
            position.pop()

    benchmark(work)
    answer(len(moves))
    rate(len(moves), "moves")
