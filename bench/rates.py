"""Rates of generation seen from C, and of perft, beside those of a C++ study of the same rules.

    python bench/rates.py            print the tables of docs/benchmarks.md
    python bench/rates.py --write    put them in place

Needs Cython and a C compiler, for the loops in C (leads.pyx). Rates are by processor time of the
thread, the best of some rounds, so that they say what the work costs and not what else ran.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import leads
from report import conditions, figure, put, table

import fiftyk as fk

DEALS = {"flush2": 10}
"""Deals whose hands lead, where they are not `MOST_DEALS`."""
MOST_DEALS = 250
PERFT_DEALS = 3
PERFT_DEPTHS = {
    "classic4": 10,
    "classic3": 8,
    "honghe": 10,
    "flush1": 9,
    "flush2": 3,
    "laizi": 6,
    "wuhan": 6,
}

# Millions a second, of the study: moves and hands listed, hands and moves counted; sequences of
# perft with the last ply counted, and with every leaf made.
STUDY_LEADS = {
    "classic4": (277, 12.5, 19.5, 430),
    "classic3": (218, 4.3, 14.5, 732),
    "honghe": (287, 13.0, 21.9, 483),
    "flush1": (232, 6.2, 16.6, 621),
    "flush2": (68, 0.034, 2.16, 4300),
    "wuhan": (97, 0.71, 1.46, 201),
}
STUDY_PERFT = {
    "classic4": (48, 60),
    "classic3": (55, 69),
    "flush1": (54, 69),
    "flush2": (1850, 149),
    "wuhan": (59, 43),
}


def seconds(work: Callable[[], object], args: argparse.Namespace, clock=time.thread_time) -> float:
    """Return the processor time of the best round."""
    best = float("inf")
    for _ in range(args.rounds):
        start = clock()
        work()
        best = min(best, clock() - start)
    return best


def beside(ours: float, theirs: float | None) -> str:
    """Return a rate of the study, and ours as a multiple of it."""
    return f"{theirs:,} ({ours / theirs:.1f})" if theirs else ""


def leads_table(args: argparse.Namespace) -> str:
    rows = []
    for name in fk.rule_sets():
        work, hands = leads.of_deals(name, DEALS.get(name, MOST_DEALS))
        moves = work.list_all()
        times = max(1, round(args.moves * 1e6 / moves))
        listed = times / seconds(lambda w=work, t=times: w.list_all(t), args) / 1e6
        counted = times / seconds(lambda w=work, t=times: w.count_all(t), args) / 1e6
        rates = [moves * listed, hands * listed, hands * counted, moves * counted]
        row = [name, figure(moves / hands)]
        for rate, theirs in zip(rates, STUDY_LEADS.get(name, (None,) * 4), strict=True):
            row += [figure(rate), beside(rate, theirs)]
        rows.append(row)
    heads = ["rule set", "classes a hand"]
    for what in ("moves listed", "hands listed", "hands counted", "moves counted"):
        heads += [what, "study"]
    return f"**Leads of full deals, from C, millions a second**\n\n{table(heads, rows)}"


def perft_table(args: argparse.Namespace) -> str:
    rows = []
    for name in fk.rule_sets():
        depth = PERFT_DEPTHS[name]
        positions = [fk.rules(name).deal(seed) for seed in range(PERFT_DEALS)]
        found = []

        def count(positions=positions, depth=depth, **how) -> int:
            return sum([fk.perft(position, depth, **how) for position in positions])

        leaves = count()
        for how, clock in (
            ({}, time.thread_time),
            ({"bulk": False}, time.thread_time),
            # Of both threads together: with a processor each they take half of it.
            ({"threads": 2}, time.process_time),
        ):
            found.append(leaves / seconds(lambda h=how: count(**h), args, clock) / 1e6)
        counted, made, shared = found
        theirs = STUDY_PERFT.get(name, (None, None))
        best = max(theirs) if name in STUDY_PERFT else None
        rows.append(
            [
                name,
                str(depth),
                f"{leaves:,}",
                figure(counted),
                beside(counted, theirs[0]),
                figure(made),
                beside(made, theirs[1]),
                f"{2 * shared / counted:.2f}",
                f"{max(counted, made) / best:.1f}" if best else "",
            ]
        )
    heads = ["rule set", "depth", "sequences", "last ply counted", "study", "every leaf made"]
    heads += ["study", "two threads : one", "the faster : the study's faster"]
    return f"**perft of {PERFT_DEALS} full deals, millions a second**\n\n{table(heads, rows)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    parser.add_argument("--moves", type=float, default=20, help="millions of moves in a round")
    parser.add_argument("--write", action="store_true", help="put the tables into the document")
    args = parser.parse_args()
    text = "\n".join([conditions(), leads_table(args), perft_table(args)])
    print(text)
    if args.write:
        put("rates", "bench/rates.py", text)


if __name__ == "__main__":
    main()
