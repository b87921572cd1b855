"""perft, the solver and playouts; each benchmark checks its answer."""

import corpus
import pytest
from corpus import PERFT_DEPTHS

import fiftyk as fk

each_rule_set = pytest.mark.parametrize("name", fk.rule_sets())


@each_rule_set
@pytest.mark.parametrize("bulk", [True, False], ids=["bulk", "each"])
def bench_perft(benchmark, answer, rate, name, bulk):
    position = corpus.positions(name, "deals")[0]
    leaves = benchmark(fk.perft, position, PERFT_DEPTHS[name], bulk=bulk)
    answer(leaves)
    rate(leaves, "sequences")


@each_rule_set
@pytest.mark.parametrize("how", [{"threads": 2}, {"table_mb": 16}], ids=["threads", "table"])
def bench_perft_with(benchmark, answer, rate, name, how):
    position = corpus.positions(name, "deals")[0]
    leaves = benchmark(fk.perft, position, PERFT_DEPTHS[name], **how)
    answer(leaves)
    rate(leaves, "sequences")


@each_rule_set
def bench_perft_of_faces(benchmark, answer, rate, name):
    position = corpus.positions(name, "deals")[0]
    leaves = benchmark(fk.perft, position, PERFT_DEPTHS[name] - 1, faces=True)
    answer(leaves)
    rate(leaves, "sequences")


@each_rule_set
def bench_perft_of_middles(benchmark, answer, rate, name):
    position = corpus.positions(name, "middles")[0]
    leaves = benchmark(fk.perft, position, PERFT_DEPTHS[name] + 3)
    answer(leaves)
    rate(leaves, "sequences")


@each_rule_set
def bench_solve(benchmark, answer, rate, name):
    endings = corpus.positions(name, "endings")
    solutions = benchmark(lambda: [fk.solve(ending, memory_mb=16) for ending in endings])
    assert all(solution.exact for solution in solutions)
    # The values alone: the nodes are in the signature of `fiftyk bench`.
    answer([solution.value for solution in solutions])
    rate(sum(solution.nodes for solution in solutions), "nodes")


@each_rule_set
def bench_playouts(benchmark, answer, rate, name):
    position = corpus.positions(name, "deals")[0]
    found = benchmark(fk.playouts, position, 1000, seed=1)
    answer([int(found.lengths.sum()), *found.payoffs.sum(axis=0).tolist()])
    rate(len(found), "playouts")
    rate(int(found.lengths.sum()), "moves")
