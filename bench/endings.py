"""How long endgames take: the table of docs/solver.md and of the README.

python bench/endings.py [--endings N] [--nodes LIMIT]

Ending s of n cards are n cards of each hand of deal s, drawn by Python's generator with the seed s;
seat 0 leads, and nobody has captured anything. Times are processor times of the one thread.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator

import fiftyk as fk

ROWS = {
    ("classic4", "margin"): (4, 5, 6, 7),
    ("classic4", "win"): (6, 7),
    ("classic4", "first"): (7, 8, 9),
    ("classic3", "score"): (6, 7, 8),
    ("flush2", "margin"): (4, 5, 6),
}


def ending(rules: fk.RuleSet, cards: int, number: int) -> fk.Position:
    """Return one ending."""
    generator = random.Random(number)
    dealt = rules.deal(number).hands
    return fk.Position(rules, [" ".join(generator.sample(h.split(), cards)) for h in dealt])


def row(name: str, objective: str, cards: int, endings: int, nodes: int) -> str:
    """Solve some endings, and return what they took as a row of the table."""
    solutions, times = [], []
    for number in range(endings):
        position = ending(fk.rules(name), cards, number)
        begun = time.process_time()
        solutions.append(fk.solve(position, objective, nodes=nodes))
        times.append(time.process_time() - begun)
    counts = [solution.nodes for solution in solutions]
    solved = sum(solution.exact for solution in solutions)
    most = f"{max(counts):,}" if solved == endings else "limit"
    middle = f"{statistics.median(counts):,.0f} | {most} | {1000 * statistics.median(times):,.1f}"
    return (
        f"| {name} | {objective} | {cards} | {solved} of {endings} "
        f"| {middle} ms | {1000 * max(times):,.0f} ms |"
    )


def table(endings: int, nodes: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| rules | objective | cards a seat | solved | median nodes | most | median time | most |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (name, objective), sizes in ROWS.items():
        for cards in sizes:
            yield row(name, objective, cards, endings, nodes)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--endings", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    options = parser.parse_args()
    for line in table(options.endings, options.nodes):
        print(line, flush=True)


if __name__ == "__main__":
    main()
