"""A real Dask cluster on this machine: its answers, and a worker killed in the middle."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from operator import itemgetter

import pytest
from cli_helpers import run

import fiftyk as fk
from fiftyk.cluster import Cluster

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    ) as cluster:
        yield cluster.scheduler_address


def endings(count, cards=5):
    """Positions with so many cards a hand, some of them over again."""
    found = []
    for seed in range(count):
        deal = fk.rules("classic4").deal(seed=seed % (count - 3))
        hands = ["".join(hand.split()[-cards:]) for hand in deal.hands]
        found.append(fk.Position.parse(f"classic4 {'/'.join(hands)} {seed % 4}"))
    return found


def values(solutions):
    return [(solution.position, solution.value, solution.line) for solution in solutions]


def test_the_answers_are_those_of_this_machine(address):
    positions = endings(24)
    expected = values(fk.solve_many(positions))
    with Cluster(address) as cluster:
        assert cluster.workers == 2
        for chunk in (1, 5):
            assert values(fk.solve_many(positions, cluster, chunk=chunk)) == expected
        found = dict(fk.solve_unordered(positions, cluster))
        assert values(found[place] for place in range(24)) == expected
        assert cluster.submit(sum, (1, 2)).result() == 3
    with pytest.raises(RuntimeError):
        cluster.submit(sum, (1, 2))


def test_what_a_worker_raises_is_raised_here(address):
    over = fk.Position.parse("laizi 3s/-/4s/5s - - 0 0,0,0,0 1 solo1")
    with Cluster(address) as cluster:
        found = fk.solve_many([over, over], cluster, "margin")
        with pytest.raises(fk.ObjectiveError, match="margin"):
            list(found)


def test_the_command(address, tmp_path):
    lines = [str(position) for position in endings(12)]
    lines[4] = "classic4 3s"
    lines[5] = "# a note"
    file = tmp_path / "endings.txt"
    file.write_text("\n".join(lines) + "\n")
    here = run("solve", str(file), "--json")
    there = run("solve", str(file), "--json", "--scheduler", address)
    assert (there.status, there.err) == (here.status, here.err) == (1, "")

    def told(result):
        answers = [json.loads(line) for line in result.out.splitlines()]
        for answer in answers:
            answer.pop("seconds", None)
        return answers

    assert told(there) == told(here)
    shown = run("solve", str(file), "--scheduler", address, "--nodes", "2")
    assert shown.status == 1
    assert "line 5: " in shown.err


def test_an_arena(address):
    arguments = ["arena", "greedy", "random", "--rules", "laizi", "--deals", "6", "--json"]
    here = run(*arguments)
    there = run(*arguments, "--scheduler", address)
    assert (there.status, there.err) == (here.status, here.err) == (0, "")
    assert there.objects == here.objects


def test_hands_are_analysed(address, tmp_path):
    hands = []
    for seed in range(4):
        hand = fk.Hand.deal(fk.rules("classic3"), seed)
        fk.bots.finish(hand, [fk.bots.bot("greedy")] * 3)
        hands.append(fk.Record.of(hand))
    file = tmp_path / "hands.jsonl"
    fk.write_records(hands, str(file))
    file.write_text(file.read_text() + "{}\n")
    arguments = ["analyse", str(file), "--nodes", "2000", "--json"]
    here, there = run(*arguments), run(*arguments, "--scheduler", address)
    assert (there.status, there.err) == (here.status, here.err)

    def told(result):
        # What is wrong is told when it is read, ahead of the answers.
        answers = sorted(result.objects, key=lambda answer: "error" in answer)
        return [{**answer, "seconds": 0} for answer in answers]

    assert told(there) == told(here)
    assert len(told(here)) == 5


def test_a_run_is_taken_up_again(address, tmp_path):
    lines = [str(position) for position in endings(10)]
    file, journal = tmp_path / "endings.txt", tmp_path / "answers.jsonl"
    file.write_text("\n".join(lines) + "\n")
    arguments = ["solve", str(file), "--resume", str(journal), "--scheduler", address]
    assert run(*arguments).status == 0
    whole = journal.read_text()
    kept = whole.splitlines(keepends=True)[:6]
    # Stopped in the middle of a line.
    journal.write_text("".join(kept) + '{"line": 7, "posi')
    assert run(*arguments).status == 0
    again = journal.read_text().splitlines(keepends=True)
    assert again[:6] == kept
    assert [json.loads(line)["line"] for line in again] == list(range(1, 11))

    def told(text):
        return [{**json.loads(line), "seconds": 0} for line in text.splitlines()]

    assert told("".join(again)) == told(whole)


def test_what_goes_wrong(address, monkeypatch):
    start = time.monotonic()
    with pytest.raises(fk.FiftykError, match=r"no scheduler answers at 'tcp://127.0.0.1:9'"):
        Cluster("tcp://127.0.0.1:9", timeout=0.5)
    assert time.monotonic() - start < 30
    for wrong in ("nowhere", "", "xyz://1:2"):
        with pytest.raises(fk.FiftykError, match="no scheduler answers at"):
            Cluster(wrong, timeout=0.5)
    monkeypatch.setattr(fk, "__version__", "0.0.9")
    with pytest.raises(fk.FiftykError, match=r"has fiftyk \S+, and here is 0\.0\.9"):
        Cluster(address)
    result = run("solve", "classic4 5s/Ts/2s/Ks 0", "--scheduler", "xyz://1:2")
    assert result.status == 2
    assert "no scheduler answers at" in result.err
    result = run("solve", "classic4 5s/Ts/2s/Ks 0", "--scheduler", address, "--explain", "5s")
    assert result.status == 2


def test_a_missing_package_is_named():
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from fiftyk.cluster import Cluster\n"
        "try: Cluster('tcp://127.0.0.1:8786')\n"
        "except ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search(r"pip install 'fiftyk\[cluster\]'", ran.stdout)


def test_a_worker_that_is_killed_loses_and_doubles_nothing(address):
    positions = endings(20, cards=6)
    expected = values(fk.solve_many(positions))
    with Cluster(address) as cluster, distributed.Client(address, set_as_default=False) as client:
        killed = next(iter(client.run(os.getpid).values()))
        found = []
        for place, solution in fk.solve_unordered(positions, cluster, chunk=2):
            found.append((place, solution))
            if len(found) == 6:
                os.kill(killed, signal.SIGKILL)
        found.sort(key=itemgetter(0))
        assert [place for place, _ in found] == list(range(20))
        assert values(solution for _, solution in found) == expected
        assert killed not in client.run(os.getpid).values()
