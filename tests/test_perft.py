"""Perft suites, a text file for each rule set and one for all options; what perft promises.

A suite has blocks of lines `pos` (a position on one line), and `classes` and `faces` with the
counts for depth 1, 2, ...
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import oracle
import oracle_combos as combos
import pytest
import strategies
from strategies import BY_NAME, GAMES, HOUSES, Game, to_state

import fiftyk as fk

SUITES = Path(__file__).parent / "perft"
VECTORS = Path(__file__).parent / "vectors"

SUITE_NAMES = (*combos.NAMES, "options")

# Counts above this are left to the slow run.
QUICK = 1_000_000


class Entry(NamedTuple):
    line: int
    text: str
    counts: dict[str, list[int]]


def entries(name: str) -> Iterator[Entry]:
    """The blocks of a suite."""
    entry = None
    text = (SUITES / f"{name}.perft").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "pos":
            if entry:
                yield entry
            entry = Entry(number, rest, {})
        elif word in ("classes", "faces"):
            assert entry is not None
            entry.counts[word] = [int(n) for n in rest.split()]
        else:
            assert not line or line.startswith("#"), f"{name}.perft:{number}: {line}"
    assert entry is not None
    yield entry


def run(name: str, least: int, most: int) -> int:
    """Check the counts of a suite that lie in a range."""
    done = 0
    for entry in entries(name):
        pos = fk.Position.parse(entry.text)
        assert str(pos.rules) == name or name == "options"
        for mode, counts in entry.counts.items():
            for depth, count in enumerate(counts, 1):
                if not least <= count < most:
                    continue
                got = fk.perft(pos, depth, faces=mode == "faces")
                if got != count:
                    divided = fk.divide(pos, depth, faces=mode == "faces")
                    where = f"{name}.perft:{entry.line}: {mode} depth {depth}"
                    table = "\n".join(f"{move} {n}" for move, n in divided.items())
                    pytest.fail(f"{where}: {got}, not {count}\n{table}")
                done += 1
    return done


@pytest.mark.parametrize("name", SUITE_NAMES)
def test_suite(name: str) -> None:
    assert run(name, 0, QUICK) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", SUITE_NAMES)
def test_suite_in_depth(name: str) -> None:
    assert run(name, QUICK, 1 << 62) > 0


@pytest.mark.parametrize("name", SUITE_NAMES)
def test_suite_against_the_oracle(name: str) -> None:
    done = 0
    for entry in entries(name):
        pos = fk.Position.parse(entry.text)
        if max(len(h.split()) for h in pos.hands) > 8:
            continue
        g = BY_NAME[str(pos.rules)]
        state = to_state(g, pos)
        for mode, counts in entry.counts.items():
            for depth, count in enumerate(counts, 1):
                if count < 800:
                    assert oracle.perft(g.rs, state, depth, mode == "faces") == count, entry
                    done += 1
    assert done > 5


def test_every_rule_set_has_a_suite_and_vectors() -> None:
    assert fk.rule_sets() == combos.NAMES
    assert {path.stem for path in SUITES.glob("*.perft")} == set(SUITE_NAMES)
    houses = {str(fk.Position.parse(entry.text).rules) for entry in entries("options")}
    assert houses == {str(g) for g in HOUSES}
    for path in VECTORS.glob("*.jsonl"):
        text = path.read_text(encoding="utf-8")
        for name in fk.rule_sets():
            assert f'"rules":"{name}"' in text


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_divide_adds_up(g: Game) -> None:
    for entry in list(entries(str(g)))[-3:]:
        pos = fk.Position.parse(entry.text)
        seen = str(pos)
        for faces in (False, True):
            for depth in (1, 2, 3):
                divided = fk.divide(pos, depth, faces=faces)
                assert list(divided) == list(pos.legal_moves(faces=faces))
                assert sum(divided.values()) == fk.perft(pos, depth, faces=faces)
        assert str(pos) == seen


def test_depths() -> None:
    pos = fk.Position.parse("classic4 3h4s/5s/6c/7d 0")
    assert fk.perft(pos, 0) == fk.perft(pos, 0, faces=True) == 1
    assert fk.perft(pos, 432) == 0
    for depth in (-1, -(10**30), 433, 10**30):
        with pytest.raises(fk.FiftykError, match="depth"):
            fk.perft(pos, depth)
        with pytest.raises(fk.FiftykError, match="depth"):
            fk.divide(pos, depth)
    for depth in (1.0, "1", None):
        with pytest.raises(TypeError):
            fk.perft(pos, depth)
    with pytest.raises(fk.FiftykError):
        fk.divide(pos, 0)
    with pytest.raises(TypeError):
        fk.perft("classic4 3h4s/5s/6c/7d 0", 1)


def test_a_hand_that_is_over() -> None:
    pos = fk.Position.parse("classic4 -/4s/6s/8s 2 - 0 0,0,0,0 0")
    assert fk.perft(pos, 1) == 1
    assert fk.perft(pos, 2) == 0
    pos.push("6s")
    assert (fk.perft(pos, 0), fk.perft(pos, 1), fk.divide(pos, 1)) == (1, 0, {})


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_the_last_ply_counted_or_made(g: Game) -> None:
    pos = fk.Position.parse(list(entries(str(g)))[-1].text)
    for depth in (1, 2, 3, 4):
        for faces in (False, True):
            assert fk.perft(pos, depth, faces, bulk=False) == fk.perft(pos, depth, faces)


def test_ctrl_c_and_progress() -> None:
    pos = fk.rules("classic4").deal(seed=1)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), strategies.ctrl_c(0.3):
        fk.perft(pos, 40)
    assert time.monotonic() - started < 3
    told: list[int] = []

    def stop(count: int) -> None:
        told.append(count)
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fk.perft(pos, 40, progress=stop)
    assert told == sorted(told)


def test_others_run_during_a_count() -> None:
    """Without the GIL: this thread goes on while another counts."""
    pos = fk.rules("classic4").deal(seed=1)
    stop = threading.Event()

    def look(count: int) -> None:
        if stop.is_set():
            raise RuntimeError("enough")

    with ThreadPoolExecutor(1) as pool:
        count = pool.submit(fk.perft, pos, 40, progress=look)
        for _ in range(20):
            time.sleep(0.01)
        assert not count.done()
        stop.set()
        assert isinstance(count.exception(), RuntimeError)
