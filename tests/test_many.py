"""Many positions side by side: every one once, in order or as they come, through any executor."""

import gc
import itertools
import os
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)

import pytest
import strategies
from solver_helpers import deal_of, random_states
from strategies import GAMES, to_position

import fiftyk as fk


def positions(count: int = 5) -> list[fk.Position]:
    rng = random.Random("many")
    return [to_position(g, state) for g in GAMES for state in random_states(g, rng, count)]


class Once(Executor):
    """Runs what it is given at once, and notes how many positions came in each task."""

    def __init__(self) -> None:
        self.tasks: list[list[fk.Position]] = []

    def submit(self, fn, /, *args, **kwargs):
        self.tasks.append(args[0])
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("chunk", [1, 3, 100])
def test_in_order_through_any_executor(chunk: int) -> None:
    asked = positions()
    alone = [fk.solve(pos, "first", 0, True) for pos in asked]
    wanted = [(s.value, s.moves, s.line) for s in alone]
    with ThreadPoolExecutor(3) as pool:
        for executor in (None, pool, Once()):
            found = fk.solve_many(iter(asked), executor, "first", 0, True, chunk=chunk)
            assert [(s.value, s.moves, s.line) for s in found] == wanted
            places = dict(fk.solve_unordered(iter(asked), executor, "first", 0, True, chunk=chunk))
            assert [places[i].value for i in range(len(asked))] == [s.value for s in alone]
            yes = fk.solve_many(asked, executor, "first", 0, at_least=1, chunk=chunk)
            assert [s.answer for s in yes] == [s.value == 1 for s in alone]


def test_other_processes() -> None:
    asked = positions(2)
    with ProcessPoolExecutor(1) as pool:
        found = list(fk.solve_many(asked, pool, chunk=8))
    assert [s.value for s in found] == [fk.solve(pos).value for pos in asked]
    assert [str(s.position) for s in found] == list(map(str, asked))


def test_hard_ones_first_and_each_once() -> None:
    g = strategies.game("classic4")
    easy, middle, hard = (deal_of(g, cards, 1) for cards in (1, 2, 3))
    executor = Once()
    asked = [easy, middle, easy, hard, middle]
    found = list(fk.solve_many(asked, executor))
    assert [str(s.position) for s in found] == list(map(str, asked))
    assert [str(pos) for task in executor.tasks for pos in task] == [
        str(hard), str(middle), str(easy),
    ]  # fmt: skip
    assert found[0] is found[2]


def test_what_was_solved_lately_is_known() -> None:
    """Far more of the same than are read ahead."""
    executor = Once()
    ends = positions(1)
    values = [
        s.value for s in fk.solve_many(itertools.islice(itertools.cycle(ends), 3000), executor)
    ]
    assert (
        values
        == [fk.solve(pos).value for pos in ends] * (3000 // len(ends))
        + values[3000 - 3000 % len(ends) :]
    )
    assert sum(map(len, executor.tasks)) == len({str(pos) for pos in ends})


def test_no_more_is_read_than_is_needed() -> None:
    read = 0

    def source() -> Iterator[fk.Position]:
        nonlocal read
        for pos in itertools.cycle(deal_of(strategies.game("classic4"), 1, i) for i in range(500)):
            read += 1
            yield pos

    for many in (fk.solve_many, fk.solve_unordered):
        read = 0
        solutions = many(source(), Once())
        for _ in range(5):
            next(solutions)
        assert read < 1000


def test_a_position_that_is_pushed_meanwhile() -> None:
    pos = deal_of(strategies.game("classic4"), 2, 1)
    before = str(pos)
    solutions = fk.solve_many((pos for _ in range(3)), Once())
    next(solutions)
    pos.push(pos.legal_moves()[0])
    assert [str(s.position) for s in solutions] == [before] * 2


def test_what_is_wrong_comes_in_its_place() -> None:
    good = deal_of(strategies.game("classic4"), 2, 1)
    for executor in (None, Once()):
        solutions = fk.solve_many([good, "x", good], executor, chunk=2)
        assert next(solutions).exact
        with pytest.raises(TypeError):
            next(solutions)
        with pytest.raises(TypeError):
            list(fk.solve_unordered([good, "x", good], executor))
    wrong = fk.solve_many([good, good], objective="score")
    with pytest.raises(fk.ObjectiveError):
        next(wrong)
    for chunk in (0, -1):
        with pytest.raises(fk.FiftykError):
            fk.solve_many([good], chunk=chunk)
    with pytest.raises(TypeError):
        fk.solve_many([good], chunk="2")
    assert list(fk.solve_many([])) == list(fk.solve_unordered([])) == []


def test_what_is_given_up_ends_soon() -> None:
    """Searches that would take minutes end when nobody wants their results any more."""
    deals = [strategies.game("flush2").fk.deal(seed) for seed in range(4)]
    small = deal_of(strategies.game("classic4"), 1, 1)
    before = threading.active_count()
    solutions = fk.solve_unordered([*deals, small], seconds=120, memory_mb=8)
    with pytest.raises(KeyboardInterrupt), strategies.ctrl_c(0.5):
        list(solutions)
    assert threading.active_count() <= before + 1


def test_what_is_collected_waits_for_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The garbage collection may come while a thread begins, which no thread can end without."""
    deals = [strategies.game("classic4").fk.deal(seed) for seed in range(4)]
    before = threading.active_count()

    def left() -> None:
        solutions = fk.solve_many(deals, nodes=100, memory_mb=4)
        next(solutions)
        cycle: list[object] = [solutions]
        cycle.append(cycle)

    unraisable: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", unraisable.append)
    with strategies.waiting_for_no_thread():
        left()
        gc.collect()
    assert unraisable == []
    until = time.monotonic() + 60
    while threading.active_count() > before:
        assert time.monotonic() < until
        time.sleep(0.01)


class Breaks(Once):
    """Takes two tasks and breaks."""

    def submit(self, fn, /, *args, **kwargs):
        if len(self.tasks) == 2:
            raise BrokenExecutor("broken")
        return super().submit(fn, *args, **kwargs)


def test_what_was_solved_before_the_executor_broke_is_yielded() -> None:
    asked = positions()
    solutions = fk.solve_unordered(asked, Breaks(), chunk=3)
    found = dict(itertools.islice(solutions, 6))
    assert all(found[place].value == fk.solve(asked[place]).value for place in found)
    with pytest.raises(BrokenExecutor, match="broken"):
        next(solutions)


def test_a_process_that_is_killed_is_told() -> None:
    asked = positions()
    with ProcessPoolExecutor(1) as pool:
        process = pool.submit(os.getpid).result()
        solutions = fk.solve_many(itertools.cycle(asked), pool)
        found = [next(solutions) for _ in range(3)]
        os.kill(process, strategies.KILL)
        with pytest.raises(BrokenExecutor):
            found += solutions
    assert [str(s.position) for s in found[:3]] == list(map(str, asked[:3]))


def test_limits_are_for_each() -> None:
    deals = [strategies.game("classic4").fk.deal(seed) for seed in range(4)]
    for solution in fk.solve_many(deals, nodes=500, memory_mb=4):
        assert solution.status == "bounded"
        assert solution.nodes <= 502
