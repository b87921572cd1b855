"""Mixed work for a while, and what memory the process has meanwhile.

python tests/soak/memory.py SECONDS [FILE.svg] plays hands, keeps and reads records, solves endings,
counts, draws at random, fills arrays, makes and drops tables and errors, over all rule sets and in
threads, and tells how the memory of the process went: at the beginning (after a round of
everything), at the end, the highest, and the slope of a straight line through the second half.
"""

import io
import random
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import hand_helpers
import strategies

import fiftyk as fk
from fiftyk import bots, bulk

PAGE = resource.getpagesize()


def memory() -> float:
    """The resident memory of this process, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


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


WORK: list[Callable[[random.Random], None]] = [
    hands, match, solving, counting, arrays, mistakes,
]  # fmt: skip


def threads(rng: random.Random) -> None:
    with ThreadPoolExecutor(3) as pool:
        for work in [rng.choice(WORK) for _ in range(6)]:
            pool.submit(work, random.Random(rng.random())).result()


def slope(samples: list[tuple[float, float]]) -> float:
    """MB per hour, by least squares."""
    times, sizes = zip(*samples, strict=True)
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((t - middle) ** 2 for t in times)
    return 3600 * sum((t - middle) * (s - mean) for t, s in samples) / spread


def picture(samples: list[tuple[float, float]]) -> str:
    """The samples as a line, with the highest at the top and no memory at the bottom."""
    end, most = samples[-1][0], max(size for _, size in samples)
    points = " ".join(f"{600 * t / end:.1f},{150 - 140 * size / most:.1f}" for t, size in samples)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 175" font-family="sans-serif">'
        '<rect width="600" height="175" fill="white"/>'
        f'<polyline points="{points}" fill="none" stroke="#06c"/>'
        f'<text x="4" y="170" font-size="11">{end / 60:.0f} minutes, at most {most:.0f} MB</text>'
        "</svg>\n"
    )


def main() -> None:
    seconds = float(sys.argv[1])
    rng = random.Random(1)
    works = [*WORK, threads]
    for work in works * 20:
        work(rng)
    begun, rounds = time.monotonic(), 0
    samples = [(0.0, memory())]
    while (now := time.monotonic() - begun) < seconds:
        rng.choice(works)(rng)
        rounds += 1
        if now > samples[-1][0] + seconds / 200:
            samples.append((now, memory()))
    sizes = [size for _, size in samples]
    print(f"{rounds} rounds in {seconds:.0f} s: {sizes[0]:.1f} MB at the beginning,")
    print(f"{sizes[-1]:.1f} MB at the end, {max(sizes):.1f} MB at most,", end=" ")
    print(f"{slope(samples[len(samples) // 2 :]):+.1f} MB an hour in the second half")
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(picture(samples), encoding="utf-8")


if __name__ == "__main__":
    main()
