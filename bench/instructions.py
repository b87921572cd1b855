"""Instructions per call of the hot functions, counted under callgrind and compared with a file.

    python bench/instructions.py            print the counts beside those of the file
    python bench/instructions.py --check    the same, and fail where one is more than 2 % above
    python bench/instructions.py --update   write bench/instructions.txt afresh

A count of instructions is the same in every run, whatever else the machine does, which a time is
not; only where a call allocates memory may it be off by a tenth of a percent. It is of the portable
build, so that it does not depend on what the processor has, and depends on the compiler and on
Cython: with others than the file was made with, `--check` prints and passes. It also passes, and
says so, where valgrind is missing or an extension has no symbols.

callgrind collects inside the compiled functions that Python calls, and what is counted is one C
function with all that it calls, or all of the call. The work is done once in one process and twice
in another, and the difference is what counts: what only a first call costs is not in it.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

import fiftyk as fk
from fiftyk import _core, bulk, corpus, observe

FILE = Path(__file__).with_name("instructions.txt")
MOST_ABOVE = 0.02

# Inside these, and what they call, instructions are collected: what Python calls, by module, class
# and name. None may call another, as entering a second one would switch the collection off.
COLLECTED = (
    ("_core", "Position", "legal_moves"),
    ("_core", "Position", "count_moves"),
    ("_core", "Table", "identify"),
    ("_core", "Table", "beats"),
    ("_perft", "", "perft"),
    ("_solver", "Solver", "close_in"),
    ("_bulk", "Turns", "count"),
    ("_bulk", "Turns", "list_moves"),
    ("_bulk", "Turns", "features"),
    ("_bulk", "", "compare"),
    ("_observe", "", "write"),
    ("_playouts", "Player", "run"),
)
WHOLE_CALL = "-"

# Hashes, threads of numerical libraries and the build could each change the counts.
FIXED = {
    "FIFTYK_BUILD": "portable",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}
GENERATE = "__pyx_f_6fiftyk_9_generate_generate"
COUNT = "__pyx_f_6fiftyk_6_count_count_plays"
READINGS = "__pyx_f_6fiftyk_7_combos_readings"
BEATS = "__pyx_f_6fiftyk_7_combos_beats"
# The star is for what callgrind adds where a function calls itself.
WALK = "__pyx_f_6fiftyk_6_perft_walk*"

EACH = 8
"""Positions of a family."""
ROWS = 64
"""Rows of an array."""
PLAYOUTS = 8
NODES = 1000
"""How many nodes of an ending are searched, however many it has."""
PERFT_DEPTHS = {"classic3": 5, "flush2": 2, "laizi": 4, "wuhan": 4}


class Job(NamedTuple):
    """One line of the file."""

    name: str
    function: str
    """The C function that is counted, or `WHOLE_CALL`."""
    calls: float
    """What the instructions are divided by."""
    work: Callable[[], object]


def jobs() -> Iterator[Job]:
    """Yield all that is counted."""
    for name in fk.rule_sets():
        rules = fk.rules(name)
        leads = corpus.positions(rules, "deals", EACH)
        leads += corpus.positions(rules, "clumpy", EACH)
        follows = corpus.positions(rules, "follows", 2 * EACH)
        for family, positions in (("leads", leads), ("follows", follows)):
            calls = len(positions)
            yield Job(f"{name} list {family}", GENERATE, calls, partial(list_all, positions))
            yield Job(f"{name} count {family}", COUNT, calls, partial(count_all, positions))
        depth = PERFT_DEPTHS.get(name, 6)
        for in_bulk in (False, True):
            job = f"{name} perft {'in bulk' if in_bulk else 'one by one'}, 1000 sequences"
            work = partial(fk.perft, leads[0], depth, bulk=in_bulk)
            yield Job(job, WALK, work() / 1000, work)
        endings = corpus.positions(rules, "endings", 3)
        nodes = solve_all(endings)
        yield Job(f"{name} solver node", WHOLE_CALL, nodes, partial(solve_all, endings))
        yield Job(f"{name} playout", WHOLE_CALL, PLAYOUTS, partial(fk.playouts, leads[0], PLAYOUTS))
    yield from bulk_jobs()
    leads = corpus.positions(fk.rules("classic4"), "deals", EACH)
    # Many, as now and then an allocation takes longer.
    leads *= 16
    calls = len(leads)
    yield Job("call of Position.legal_moves", WHOLE_CALL, calls, partial(list_all, leads))
    yield Job("call of Position.count_moves", WHOLE_CALL, calls, partial(count_all, leads))
    for name in ("classic4", "laizi"):
        hand = fk.Hand.deal(fk.rules(name), 1)
        for _ in range(60):
            hand.apply(hand.legal[-1] if hand.phase == "play" else hand.legal[0])
        yield Job(f"{name} observation", WHOLE_CALL, calls, partial(observe_all, hand, calls))
    for name in ("classic4", "flush2", "laizi"):
        rules = fk.rules(name)
        position = corpus.position(rules, "deals", 0)
        moves = position.legal_moves()[:: max(1, position.count_moves() // 16)]
        texts = [move.cards for move in moves]
        identify, compare = partial(identify_all, rules, texts), partial(compare_all, rules, moves)
        yield Job(f"{name} identify", READINGS, len(moves), identify)
        yield Job(f"{name} compare", BEATS, len(moves) ** 2, compare)


def observe_all(hand: fk.Hand, calls: int) -> None:
    numbers = observe.room(hand.rules)
    for _ in range(calls):
        hand.observe(0, numbers)


def bulk_jobs() -> Iterator[Job]:
    """Yield what is counted of the functions on arrays: of a row, with the checks of what it is."""
    for name in ("classic4", "laizi"):
        rules = fk.rules(name)
        positions = corpus.positions(rules, "deals", EACH) + corpus.positions(
            rules, "follows", EACH
        )
        rows = np.resize(bulk.pack_positions(positions), ROWS)
        hands = np.resize(bulk.pack_positions(positions[:EACH])["hands"][:, 0], ROWS)
        plays = bulk.legal_moves(rules, hands[:EACH])[1]
        pairs = len(plays)
        yield Job(f"{name} bulk count", WHOLE_CALL, ROWS, partial(bulk.count_moves, rules, hands))
        yield Job(f"{name} bulk list", WHOLE_CALL, ROWS, partial(bulk.legal_moves, rules, hands))
        work = partial(bulk.legal_moves, rules, rows)
        yield Job(f"{name} bulk list of positions", WHOLE_CALL, ROWS, work)
        work = partial(bulk.features, rules, rows)
        yield Job(f"{name} bulk features of positions", WHOLE_CALL, ROWS, work)
        work = partial(bulk.beats, rules, plays, plays[::-1].copy())
        yield Job(f"{name} bulk compare", WHOLE_CALL, pairs, work)


def list_all(positions: list[fk.Position]) -> None:
    for position in positions:
        position.legal_moves()


def count_all(positions: list[fk.Position]) -> None:
    for position in positions:
        position.count_moves()


def solve_all(endings: list[fk.Position]) -> int:
    return sum(fk.solve(ending, memory_mb=1, nodes=NODES).nodes for ending in endings)


def identify_all(rules: fk.RuleSet, texts: list[str]) -> None:
    for text in texts:
        rules.identify(text)


def compare_all(rules: fk.RuleSet, moves: list[fk.Move]) -> None:
    for play in moves:
        for over in moves:
            rules.beats(play, over)


# Under callgrind


def run_jobs() -> None:
    """Do every job once in a process of its own, and twice in another; print which they were."""
    gc.disable()
    for job in jobs():
        children = [str(child(job.work, times)) for times in (1, 2)]
        print(*children, job.calls, job.function, job.name, sep="\t", flush=True)


def child(work: Callable[[], object], times: int) -> int:
    """Fork a process that does the work so many times, wait for it and return its number."""
    process = os.fork()
    if process == 0:
        for _ in range(times):
            work()
        os._exit(0)
    _, status = os.waitpid(process, 0)
    if status:
        sys.exit(f"a job ended with status {status}")
    return process


def measure() -> dict[str, float]:
    """Run the jobs under callgrind and return the instructions of each, for one call."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "-q"]
        command += [f"--toggle-collect={symbol(*name)}" for name in COLLECTED]
        command += [
            f"--callgrind-out-file={folder}/%p",
            sys.executable,
            *flags(),
            __file__,
            "--run",
        ]
        # Little is kept of the environment, as its very size may move what lies in memory.
        kept = {"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV"} & os.environ.keys()
        env = {name: os.environ[name] for name in sorted(kept)} | FIXED
        ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if ran.returncode:
            sys.exit(f"valgrind failed:\n{ran.stderr}")
        for line in ran.stdout.splitlines():
            once, twice, calls, function, name = line.split("\t")
            first, both = (cost(Path(folder, file).read_text(), function) for file in (once, twice))
            if both == first:
                sys.exit(f"{name}: nothing was counted; does {function} still exist?")
            counts[name] = rounded((both - first) / float(calls))
    return counts


def rounded(count: float) -> float:
    """Round to four digits or more, so that rounding cannot look like a change."""
    return round(count, 1) if count < 1000 else round(count)


def flags() -> list[str]:
    """Return what Python is to be started with to find the same package."""
    return ["-P"] if sys.flags.safe_path else []


def cost(profile: str, function: str) -> int:
    """Return the instructions of a function with what it called, or of all that was collected."""
    if function == WHOLE_CALL:
        return int(re.search(r"^(?:summary|totals): (\d+)", profile, re.MULTILINE)[1])
    names: dict[str, str] = {}
    caller = callee = ""
    total = 0
    lines = iter(profile.splitlines())
    for line in lines:
        key, equals, value = line.partition("=")
        if not equals:
            continue
        if key in ("fn", "cfn"):
            # A name is written out once, and then stands for itself by its number.
            number, _, name = value.partition(" ")
            name = names.setdefault(number, name)
            if key == "fn":
                caller = name
            else:
                callee = name
        elif key == "calls":
            spent = int(next(lines).split()[1])
            if fnmatchcase(callee, function) and not fnmatchcase(caller, function):
                total += spent
    return total


# The file


def compiler() -> str:
    """Return the compiler of the extension, from the comment that it left there."""
    found = re.search(rb"GCC: \([^)]*\) ([\d.]+)|clang version ([\d.]+)", library().read_bytes())
    if not found:
        return "unknown compiler"
    gcc, clang = found.groups()
    return f"gcc {gcc.decode()}" if gcc else f"clang {clang.decode()}"


def library(module: str = "_core") -> Path:
    """Return a module of the portable build."""
    suffix = Path(_core.__file__).name.removeprefix("_core")
    return Path(fk.__file__).with_name(module + suffix)


def symbol(module: str, owner: str, name: str) -> str:
    """Return the C function that Python calls, as Cython has named it.

    In full, as patterns of callgrind that are alike up to their first star go wrong.
    """
    parts = ["fiftyk", module, owner] if owner else ["fiftyk", module]
    prefix = "_".join(f"{len(part)}{part}" for part in parts)
    found = re.search(rf"__pyx_pw_{prefix}_\d+{name}\b".encode(), library(module).read_bytes())
    if not found:
        sys.exit(f"{library(module).name} has no {'.'.join(filter(None, (owner, name)))}")
    return found[0].decode()


def header() -> str:
    """Return what the counts depend on."""
    python = ".".join(platform.python_version_tuple()[:2])
    cython = fk.build_info()["cython"]
    return f"{compiler()}, Cython {cython}, Python {python}, {platform.machine()}"


def read() -> tuple[str, dict[str, float]]:
    """Return the header and the counts of the file."""
    if not FILE.exists():
        return "", {}
    head, *lines = FILE.read_text().splitlines()
    rows = [line.rsplit(maxsplit=1) for line in lines]
    return head.removeprefix("# "), {name: float(count) for name, count in rows}


def write(counts: dict[str, float]) -> None:
    width = max(map(len, counts))
    lines = [f"# {header()}", *(f"{name:{width}} {count:>9}" for name, count in counts.items())]
    FILE.write_text("\n".join(lines) + "\n")


def report(counts: dict[str, float], written: dict[str, float]) -> list[str]:
    """Print the counts with what has changed, and return those that are too high."""
    changes = {name: counts[name] / written[name] - 1 for name in counts if name in written}
    for name, count in counts.items():
        print(f"{name:45} {count:>9} {written.get(name, '-'):>9} {changes.get(name, 0):>+8.1%}")
    for name in written.keys() - counts.keys():
        print(f"{name}: in the file, and no longer counted")
    below = [name for name, change in changes.items() if change < -MOST_ABOVE]
    if below or written.keys() != counts.keys():
        print(f"{len(below)} counts are below the file's: run with --update to keep the gain")
    return [name for name, change in changes.items() if change > MOST_ABOVE]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="fail where a count is too high")
    what.add_argument("--update", action="store_true", help="write the file")
    what.add_argument("--run", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        run_jobs()
        return 0
    if not shutil.which("valgrind"):
        print("no valgrind here: no instructions counted")
        return 0
    if b".symtab" not in library().read_bytes():
        print(f"{library().name} has no symbols: no instructions counted")
        return 0
    counts = measure()
    if args.update:
        write(counts)
        return 0
    made_with, written = read()
    above = report(counts, written)
    if made_with != header():
        print(f"this is {header()}\nthe file is of {made_with or 'nothing'}: nothing is checked")
        return 0
    if above:
        limit = f"more than {MOST_ABOVE:.0%} above {FILE.name}"
        print(f"{len(above)} counts are {limit}: {'; '.join(above)}")
        print("find out why; if it must be so, say why in the commit, and run with --update")
    return int(args.check and bool(above))


if __name__ == "__main__":
    sys.exit(main())
