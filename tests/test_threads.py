"""Several threads, tables and ways of counting: the same answers as one thread without them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import product
from unittest.mock import Mock

import pytest

import fiftyk as fk
from fiftyk import _solver

DEPTHS = {
    "classic4": 7,
    "classic3": 5,
    "honghe": 7,
    "flush1": 5,
    "flush2": 3,
    "laizi": 3,
    "wuhan": 3,
}
# The first endings of the corpus, with the objectives that each rule set has.
OBJECTIVES = {
    "classic3": ("score", "payoff", "win", "first"),
    "laizi": ("payoff", "first"),
    "wuhan": ("payoff", "win"),
}
ENDINGS = {
    "classic4": "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0",
    "classic3": "classic3 3s5hTd8c/4s4hKs9d/6c6d7sJhTc 0",
    "honghe": "honghe 3d5s9cKh/4d8hTcQs/5d6c7hAs/6sJdKd2h 1",
    "flush1": "flush1 3s4s5s6s7sTd/8hThKh2c/5dJcQcAd/9c9dKs3h 0",
    "flush2": "flush2 3s3s4s5s6s7s/8hThKh5h/5d5cJcAd/9c9d9hKs 0",
    "laizi": "laizi 5s8cKdW/Th9c2sAd/4d5cJdKd/6h6cTsW 0 - 0 40,30,40,40 - 0Ad>1",
    "wuhan": "wuhan 5s8cKdW/Th9c2sAd/4d5cJdKd/6h6cTsW 0 - 0 40,30,40,40 - 0Ad>1",
}


@pytest.mark.parametrize("name", fk.rule_sets())
def test_perft_is_the_same_however_it_is_counted(name: str) -> None:
    position = fk.rules(name).deal(seed=5)
    depth = DEPTHS[name]
    for faces in (False, True):
        deep = depth - faces
        wanted = fk.perft(position, deep, faces, bulk=name == "flush2")
        for bulk, threads, table in product((True, False), (1, 3), (0, 0.01, 4)):
            if bulk or name != "flush2":
                found = fk.perft(position, deep, faces, bulk=bulk, threads=threads, table_mb=table)
                assert found == wanted, (faces, bulk, threads, table)


def test_perft_of_few_moves_in_many_threads() -> None:
    position = fk.Position.parse("classic4 3h/5s/6c/7d 0")
    for depth in range(8):
        assert fk.perft(position, depth, threads=4) == fk.perft(position, depth)


def test_divide_is_the_same_however_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    position = fk.rules("classic4").deal(seed=5)
    wanted = fk.divide(position, 6)
    assert list(wanted) == list(position.legal_moves())
    for bulk, threads, table in product((True, False), (1, 3), (0, 1)):
        found = fk.divide(position, 6, bulk=bulk, threads=threads, table_mb=table)
        assert list(found.items()) == list(wanted.items())
    # Thousands of counts, each shorter than the time between two reports.
    told: list[int] = []
    position = fk.rules("flush2").deal(seed=5)
    counts = fk.divide(position, 3, progress=told.append)
    assert sum(counts.values()) == fk.perft(position, 3)
    assert told == sorted(told)
    monkeypatch.setattr(sys.modules["fiftyk.perft"], "_REPORT_EVERY", 0)
    with pytest.raises(RuntimeError, match="enough"):
        fk.divide(position, 3, threads=2, progress=Mock(side_effect=RuntimeError("enough")))


def test_perft_reports_whole_subtrees_in_order() -> None:
    seen: list[int] = []
    position = fk.rules("classic4").deal(seed=1)
    count = fk.perft(position, 9, threads=2, progress=seen.append)
    assert seen == sorted(seen)
    assert count == fk.perft(position, 9)


@pytest.mark.parametrize("name", fk.rule_sets())
def test_threads_prove_the_same_values(name: str) -> None:
    position = fk.Position.parse(ENDINGS[name])
    for objective in OBJECTIVES.get(name, ("margin", "payoff", "win", "first")):
        one = fk.solve(position, objective, 0, all_moves=True)
        for threads in (2, 4):
            more = fk.solve(position, objective, 0, all_moves=True, threads=threads)
            assert (more.value, more.moves, more.best) == (one.value, one.moves, one.best)
            assert_line_keeps_value(position, more)


def assert_line_keeps_value(position: fk.Position, solution: fk.Solution) -> None:
    walk = position.copy()
    for move in solution.line:
        value = fk.solve(walk, solution.objective, solution.seat).value
        assert value == solution.value
        walk.push(move)
    assert fk.solve(walk, solution.objective, solution.seat).value == solution.value


def test_threads_share_a_table_of_any_size() -> None:
    position = fk.Position.parse(ENDINGS["classic4"])
    for memory in (0, 0.001, 0.1, 1):
        assert fk.solve(position, "win", 0, memory_mb=memory, threads=3).value == 1


# Its table grows three times beyond what one thread moves alone.
LARGE = "classic4 4h5s6cTsQdAd/5c8cThTdJhAs/4s7h8h9sQsAh/4c5d7c9dQhAc 0"


def test_all_threads_help_when_the_table_grows() -> None:
    position = fk.Position.parse(LARGE)
    assert fk.solve(position, threads=3).value == fk.solve(position).value


@pytest.mark.parametrize("trouble", [RuntimeError("no more threads"), KeyboardInterrupt()])
def test_a_table_that_begins_to_grow_is_left_whole(
    trouble: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Troubled(threading.Thread):
        def __init__(self, target: Callable[..., None], args: tuple[int, ...] = ()) -> None:
            super().__init__(target=target, args=args)
            self.moves = target.__name__ == "_move"

        def start(self) -> None:
            if self.moves:
                raise trouble
            super().start()

    position = fk.Position.parse(LARGE)
    one = fk.solve(position)
    solver = fk.Solver(threads=3)
    with monkeypatch.context() as patch:
        patch.setattr(_solver, "Thread", Troubled)
        if isinstance(trouble, RuntimeError):
            assert solver.solve(position).value == one.value
        else:
            with pytest.raises(KeyboardInterrupt):
                solver.solve(position)
    assert solver.solve(position).value == one.value


def test_limits_hold_for_all_threads_together() -> None:
    position = fk.rules("classic4").deal(seed=3)
    solution = fk.solve(position, nodes=20_000, threads=3)
    assert not solution.exact
    assert solution.lower < solution.upper
    assert solution.nodes <= 22_000
    start = time.monotonic()
    solution = fk.solve(position, seconds=0.3, threads=2)
    assert not solution.exact
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "call",
    [
        "fk.perft(p, 40, threads=2)",
        "fk.perft(p, 40)",
        "fk.solve(p, threads=2)",
        "fk.solve(p)",
        "list(fk.solve_many([p, p]))",
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a process there")
def test_an_interrupt_ends_the_work(call: str) -> None:
    program = (
        "import fiftyk as fk\n"
        "p = fk.rules('classic4').deal(seed=3)\n"
        "print('ready', flush=True)\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('stopped', str(p)[:8])\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=20)
    finally:
        run.kill()
    assert out == "stopped classic4\n"
    assert run.returncode == 0


def test_wrong_numbers_of_threads() -> None:
    position = fk.Position.parse("classic4 3h/5s/6c/7d 0")
    for threads in (0, -1):
        with pytest.raises(fk.FiftykError):
            fk.perft(position, 1, threads=threads)
        with pytest.raises(fk.FiftykError):
            fk.solve(position, threads=threads)
    with pytest.raises(fk.FiftykError):
        fk.solve(position, threads=257)
    for wrong in ("2", 1.5, None):
        with pytest.raises(TypeError):
            fk.perft(position, 1, threads=wrong)
        with pytest.raises(TypeError):
            fk.solve(position, threads=wrong)
    with pytest.raises(fk.FiftykError):
        fk.perft(position, 1, table_mb=-1)
    with pytest.raises(MemoryError):
        fk.perft(position, 4, table_mb=2**60)


def test_solve_many_tells_what_is_no_position() -> None:
    position = fk.Position.parse("classic4 3h/5s/6c/7d 0")
    solutions = fk.solve_many([position, "x"])
    assert next(solutions).exact
    with pytest.raises(TypeError):
        next(solutions)


@pytest.mark.parametrize("threads", [1, 3])
def test_memory_is_for_lists_and_table_together(threads: int) -> None:
    position = fk.rules("flush2").deal(seed=1)
    for limit in (24, 64, 200):
        solution = fk.solve(position, nodes=1, memory_mb=limit, threads=threads)
        assert solution.memory_mb <= limit + 0.1
        assert solution.cut
