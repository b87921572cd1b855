"""How strong the bots are: duplicate deals in every rule set, as rows for docs/arena.md.

    python bench/strength.py --deals 1000 -j 2 --playouts 100

Rows are written as they are done; --only RULES... plays some rule sets alone.
"""

from __future__ import annotations

import argparse
import os
import time

import fiftyk as fk
from fiftyk.bots.standings import Estimate, Standings


def row(rules: fk.RuleSet, one: str, other: str, deals: int, seed: int, jobs: int) -> str:
    """Play, and return a row of the table."""
    found = fk.arena([one, other], rules, deals, seed=seed, jobs=jobs)
    (pair,) = found.pairs
    better, worse = found.rows
    cells = [
        f"`{rules}`",
        f"`{one}`, `{other}`",
        _shown(pair.payoff),
        _shown(pair.margin),
        f"{100 * better.wins.mean:.1f}%, {100 * worse.wins.mean:.1f}%",
        f"{pair.better}, {pair.equal}, {pair.worse}",
        _side_against_side(found),
    ]
    return f"| {' | '.join(cells)} |"


def _side_against_side(found: Standings) -> str:
    """Return how often the first bot won where it was one side and the other bot the other.

    Where a call makes the sides that is a third of the hands: those that two seats of one bot won.
    """
    if found.rules.sides != "called":
        return ""
    won: dict[int, list[float]] = {}
    for game in found.games:
        bots = {game.seats[seat] for seat in game.winners}
        if len(game.winners) == 2 and len(bots) == 1:
            won.setdefault(game.deal, []).append(float(bots == {0}))
    share = Estimate.of([100 * sum(each) / len(each) for each in won.values()])
    return f"{share.mean:.1f}% ± {(share.upper - share.lower) / 2:.1f}"


def _shown(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f} ± {(estimate.upper - estimate.lower) / 2:.2f}"


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--only", nargs="*", default=fk.rule_sets(), metavar="RULES")
    args = parser.parse_args()
    for one, other in ((f"determinized[playouts={args.playouts}]", "greedy"), ("greedy", "random")):
        for name in args.only:
            print(row(fk.rules(name), one, other, args.deals, args.seed, args.jobs), flush=True)
    used = os.times()
    seconds = used.user + used.children_user
    print(f"{seconds:.0f} s of processor time, {time.strftime('%Y-%m-%d')}, {fk.build_info()}")


if __name__ == "__main__":
    main()
