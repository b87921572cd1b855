"""Leads seen from C, without a Python object in the loop; each benchmark checks its answer."""

import leads
import pytest

import fiftyk as fk

each_rule_set = pytest.mark.parametrize("name", fk.rule_sets())
each_level = pytest.mark.parametrize("faces", [False, True], ids=["classes", "faces"])
DEALS = {"flush2": 2, "laizi": 25, "wuhan": 25}


@pytest.fixture
def hands(name, faces):
    """All hands of some deals, and how many they are; skipped where nothing can be compiled."""
    pytest.importorskip("Cython")
    return leads.of_deals(name, DEALS.get(name, 100), faces)


@each_level
@each_rule_set
def bench_leads_listed_in_c(benchmark, answer, rate, hands, name, faces):
    work, n = hands
    moves = benchmark(work.list_all)
    answer(moves)
    rate(n, "hands")
    rate(moves, "moves")


@each_level
@each_rule_set
def bench_leads_counted_in_c(benchmark, answer, rate, hands, name, faces):
    work, n = hands
    moves = benchmark(work.count_all)
    assert moves == work.list_all()
    answer(moves)
    rate(n, "hands")
    rate(moves, "moves")
