"""Mixed work for a while, and what memory the process has meanwhile.

python tests/soak/memory.py --minutes N [--picture FILE.svg] [--only NAME...] plays hands, keeps and
reads records, solves endings with tables made and dropped and with a `Solver` that is kept, counts,
draws at random, fills arrays, asks the engine and the bots, judges puzzles, analyses, draws
pictures, makes errors, over all rule sets and in threads. It tells how the memory of the process
went, every few minutes and at the end: resident, in blocks of Python and in blocks of malloc, and
the slope of straight lines through the second half. `--only` is for finding the part that grows.
"""

import argparse
import ctypes
import gc
import io
import json
import random
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import hand_helpers
import strategies

import fiftyk as fk
from fiftyk import bots, bulk
from fiftyk.engine import Service

PAGE = resource.getpagesize()


class Sample(NamedTuple):
    """The memory of this process at a time."""

    seconds: float
    resident: float
    """What the system has given to it, in MB."""
    malloc: float
    """What the C library has given out of that and not got back, in MB."""
    blocks: int
    """How many blocks Python has given to objects."""


class Mallinfo2(ctypes.Structure):
    """What glibc says about its heap."""

    _fields_ = [(f"field{number}", ctypes.c_size_t) for number in range(10)]

    @property
    def used(self) -> float:
        """Bytes in use: those mapped one by one (hblkhd) and those of the arenas (uordblks)."""
        return float(self.field4 + self.field7)


mallinfo2 = getattr(ctypes.CDLL(None), "mallinfo2", None)
if mallinfo2:
    mallinfo2.restype = Mallinfo2


def sample(seconds: float) -> Sample:
    gc.collect()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    used = mallinfo2().used if mallinfo2 else 0.0
    return Sample(seconds, resident / 1e6, used / 1e6, sys.getallocatedblocks())


def hands(rng: random.Random) -> None:
    rules = rng.choice(hand_helpers.RULES)
    hand = hand_helpers.played(fk.Hand.deal(rules, rng.getrandbits(64)), rng)
    stream = io.StringIO()
    form = rng.choice(["text", "json"])
    fk.write_records([fk.Record.of(hand)] * 3, stream, form=form)  # type: ignore[arg-type]
    cut = stream.getvalue()[: rng.randrange(len(stream.getvalue()))]
    errors: list[fk.RecordError] = []
    list(fk.read_records(io.StringIO(cut), on_error=errors.append))
    while hand.decisions:
        hand.undo()


def match(rng: random.Random) -> None:
    match = fk.Match(fk.rules("classic4"), rng.getrandbits(64), target=50)
    while not match.is_over:
        hand = match.deal()
        bots.finish(hand, [bots.bot("greedy")] * 4)
        match.add(hand)


def drawn(rng: random.Random, most: int) -> fk.Position:
    game = rng.choice(strategies.ALL)
    return strategies.to_position(game, strategies.random_state(game.rs, rng, most))


# Drawn beforehand, for what draws them remembers what it has seen.
ENDINGS = {most: [drawn(random.Random(seed), most) for seed in range(200)] for most in (2, 4, 5)}


def ending(rng: random.Random, most: int = 4) -> fk.Position:
    return rng.choice(ENDINGS[most]).copy()


def solving(rng: random.Random) -> None:
    pos = ending(rng)
    fk.solve(
        pos, "first", nodes=20_000, memory_mb=rng.choice([1, 8, 64]), threads=rng.choice([1, 2]),
        all_moves=rng.random() < 0.3,
    )  # fmt: skip
    list(fk.solve_many([ending(rng, 2) for _ in range(4)], objective="first", memory_mb=1))


def counting(rng: random.Random) -> None:
    pos = ending(rng, 5)
    fk.perft(pos, 3, table_mb=rng.choice([0, 4]), threads=rng.choice([1, 2]))
    fk.playouts(pos, 200, threads=rng.choice([1, 2]))


def arrays(rng: random.Random) -> None:
    rules = rng.choice(hand_helpers.RULES)
    rows = bulk.pack_hands(
        rules, [rules.deal(rng.getrandbits(64)).hands[0][:30] for _ in range(50)]
    )
    bulk.count_moves(rules, rows)
    bulk.features(rules, rows)


def mistakes(rng: random.Random) -> None:
    pos = ending(rng)
    text = str(pos)
    for _ in range(20):
        at = rng.randrange(len(text))
        with suppress(fk.FiftykError):
            fk.Position.parse(text[:at] + rng.choice("0xW/-:!") + text[at + 1 :])
    for move in pos.legal_moves():
        pos.push(move)
        pos.pop()


KEPT = fk.Solver(memory_mb=16)


def kept(rng: random.Random) -> None:
    """A solver that is kept for the whole run, its table long full."""
    pos = ending(rng, 5)
    with suppress(fk.FiftykError):  # Another thread may be at it.
        KEPT.solve(pos, "first", nodes=20_000)
    with fk.Solver(memory_mb=rng.choice([1, 32])) as solver:
        solver.solve(ending(rng), "first", nodes=5_000, all_moves=True)


def engine(rng: random.Random) -> None:
    line = str(ending(rng))
    requests = [
        {"cmd": "version"}, {"cmd": "legal", "position": line, "faces": True},
        {"cmd": "solve", "position": line, "objective": "first", "nodes": 5_000, "memory_mb": 2},
        {"cmd": "perft", "position": line, "depth": 2}, {"cmd": "solve", "position": line[:-9]},
        {"cmd": "choose", "position": line, "bot": rng.choice(["greedy", "random"])},
        {"cmd": "none"}, {"cmd": rng.choice(["quit", "stop"])},
    ]  # fmt: skip
    asked = (json.dumps({"id": number, **asked}) for number, asked in enumerate(requests))
    Service(lambda message: None, threads=2).run(iter(["\n".join(asked).encode()]))


def thinking(rng: random.Random) -> None:
    hand = fk.Hand.from_position(ending(rng, 5))
    players = [
        bots.DeterminizedBot(rng.getrandbits(32), playouts=20),
        bots.bot("random", rng.getrandbits(32)),
        bots.bot("greedy"),
        bots.bot("greedy"),
    ]
    bots.finish(hand, players[: hand.rules.seats])


def puzzle(rng: random.Random) -> None:
    puzzle = rng.choice(EASY)
    (twin,) = fk.puzzles.from_toml(fk.puzzles.to_toml([puzzle]))
    fk.puzzles.judge(twin, rng.choice(twin.position.legal_moves()))


EASY = [p for p in fk.puzzles.library() if sum(len(hand) for hand in p.position.hands) < 50]


def analysing(rng: random.Random) -> None:
    hand = hand_helpers.played(fk.Hand.from_position(ending(rng)), rng)
    fk.analyse(hand, nodes=2_000, memory_mb=4)
    pos = ending(rng)
    fk.draw.page(fk.solve(pos, "first", nodes=500, memory_mb=1))
    fk.explain(pos, pos.legal_moves()[0])


WORK: dict[str, Callable[[random.Random], None]] = {
    work.__name__: work
    for work in (
        hands, match, solving, counting, arrays, mistakes, kept, engine, thinking, puzzle,
        analysing,
    )
}  # fmt: skip


def threads(rng: random.Random) -> None:
    works = [(rng.choice(list(WORK.values())), random.Random(rng.random())) for _ in range(6)]
    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(work, own) for work, own in works]:
            done.result()


ALL = {**WORK, "threads": threads}


def slope(samples: list[Sample], what: Callable[[Sample], float]) -> float:
    """What is added in an hour, by least squares."""
    times, sizes = [s.seconds for s in samples], [what(s) for s in samples]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((t - middle) ** 2 for t in times)
    both = zip(times, sizes, strict=True)
    return 3600 * sum((t - middle) * (s - mean) for t, s in both) / spread


def picture(samples: list[Sample]) -> str:
    """The resident memory as a line, with the highest at the top and no memory at the bottom."""
    end, most = samples[-1].seconds, max(s.resident for s in samples)
    points = " ".join(
        f"{600 * s.seconds / end:.1f},{150 - 140 * s.resident / most:.1f}" for s in samples
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 175" font-family="sans-serif">'
        '<rect width="600" height="175" fill="white"/>'
        f'<polyline points="{points}" fill="none" stroke="#06c"/>'
        f'<text x="4" y="170" font-size="11">{end / 60:.0f} minutes, at most {most:.0f} MB</text>'
        "</svg>\n"
    )


def told(done: Sample, rounds: int) -> str:
    return (
        f"{done.seconds / 60:5.1f} min {rounds:7} rounds {done.resident:7.1f} MB resident"
        f" {done.malloc:7.2f} MB of malloc {done.blocks} blocks"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("[")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--only", nargs="+", choices=ALL, default=list(ALL))
    options = parser.parse_args()
    rng = random.Random(1)
    works = [ALL[name] for name in options.only]
    for work in works * 20:
        work(rng)
    begun, rounds = time.monotonic(), 0
    samples = [sample(0)]
    print(told(samples[0], 0), flush=True)
    while (now := time.monotonic() - begun) < 60 * options.minutes:
        rng.choice(works)(rng)
        rounds += 1
        if now > samples[-1].seconds + 60 * options.minutes / 300:
            samples.append(sample(now))
            if len(samples) % 15 == 0:
                print(told(samples[-1], rounds), flush=True)
    late = samples[len(samples) // 2 :]
    print(f"{told(samples[-1], rounds)}; at most {max(s.resident for s in samples):.1f} MB")
    print(
        f"an hour of the second half adds {slope(late, lambda s: s.resident):+.2f} MB resident,"
        f" {slope(late, lambda s: s.malloc):+.2f} MB of malloc,"
        f" {slope(late, lambda s: s.blocks):+.0f} blocks"
    )
    if options.picture:
        options.picture.write_text(picture(samples), encoding="utf-8")


if __name__ == "__main__":
    main()
