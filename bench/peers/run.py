"""fiftyk beside open_spiel, douzero and rlcard: the same hands, one thread, one run.

    python3 -m venv .venv-peers
    .venv-peers/bin/pip install .
    .venv-peers/bin/pip install --no-deps -r bench/peers/requirements.txt
    .venv-peers/bin/python bench/peers/run.py

prints the tables of docs/benchmarks.md, where they are explained. Before anything is measured, the
plays of all engines are compared, hand by hand, and where the definitions coincide they must be the
same. Rates are by processor time of the thread, medians of rounds in which the engines take turns,
so that what else the machine does falls on all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median

import engines
import hands
import numpy as np
from engines import Engine

import fiftyk as fk
from fiftyk import bulk
from fiftyk.cards import NO_SUIT

sys.path.append(str(Path(__file__).parents[1]))
from report import conditions, figure, put, table

DEALS, CLUMPY, GAMES = 1000, 300, 100
MILLION = 1_000_000
LOOPED = 5000
"""Of a million hands, so many go through the loop over open_spiel."""

# Categories of plays, chains of all lengths together.
ORDER = ["single", "pair", "triple", "triple+1", "triple+2", "straight", "pairs", "airplane"]
ORDER += ["airplane+1", "airplane+2", "bomb"]

PEERS = [engines.OpenSpiel(), engines.DouZero(), engines.RLCard()]
SINGLE = [
    engines.Fiftyk(),
    engines.FiftykArray(),
    engines.FiftykObjects(),
    engines.FiftykCount(),
]
BULK = [engines.FiftykBulk(), engines.FiftykBulkCount()]

Work = Callable[[], int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="of which the median counts")
    parser.add_argument("--seconds", type=float, default=0.15, help="for one engine in one round")
    parser.add_argument("--check", action="store_true", help="compare the plays, and stop")
    parser.add_argument("--write", action="store_true", help="put the tables into the document")
    args = parser.parse_args()
    deals, clumpy = hands.deals(DEALS), hands.deals(CLUMPY, hands.clumpy)
    parts = [agreement(deals + clumpy)]
    if not args.check:
        parts += [
            conditions(*[f"{engine.name} {engine.version}" for engine in PEERS]),
            moves_table("Leads, 20 cards", leads(deals), args),
            moves_table("Leads, 20 cards, clumpy", leads(clumpy), args),
            moves_table("Follows, 17 cards", follows(deals), args),
            games_table(deals[:GAMES], args),
            million_table(args),
            calls_table("Classification", classification(deals), args),
            calls_table("Comparison", comparison(deals), args),
        ]
    text = "\n".join(parts)
    print(text)
    if args.write and not args.check:
        put("peers", "bench/peers/run.py", text)


# Agreement


def agreement(deals: list[hands.Deal]) -> str:
    """Compare all plays that every engine has a notion of; raise where they should be the same."""
    totals = {engine.name: Counter() for engine in [*PEERS, SINGLE[0]]}
    answers = Counter()
    for deal in deals:
        ours = SINGLE[0].lead_plays(SINGLE[0].lead_input(deal))
        beaten = SINGLE[0].follow_plays(SINGLE[0].follow_input(deal))
        count(totals["fiftyk"], common(ours))
        answers["fiftyk"] += len(common(beaten))
        for engine in PEERS:
            theirs = engine.lead_plays(engine.lead_input(deal))
            compare(engine, deal, deal.lead, ours, theirs)
            count(totals[engine.name], common(theirs))
            theirs = engine.follow_plays(engine.follow_input(deal))
            compare(engine, deal, deal.follow, beaten, theirs)
            answers[engine.name] += len(common(theirs))
    rows = [
        [category, *(f"{counter[category]:,}" for counter in totals.values())] for category in ORDER
    ]
    rows.append(["answers", *(f"{answers[name]:,}" for name in totals)])
    title = f"**Plays of {len(deals):,} hands where the definitions coincide**\n\n"
    return title + table(["plays", *totals], rows)


def common(plays: set[hands.Counts]) -> set[hands.Counts]:
    return {play for play in plays if hands.shape(play) and not hands.two_jokers(play)}


def compare(engine, deal, hand, ours, theirs) -> None:
    """Raise unless an engine has the plays of fiftyk, as far as the definitions coincide."""
    ours, theirs = common(ours), common(theirs)
    if engine.name == "open_spiel":
        ours = {play for play in ours if not hands.starts_at_four(hand, play)}
    if ours != theirs:
        raise AssertionError(f"{engine.name} differs by {ours ^ theirs} in {deal}")


def count(counter: Counter, plays: set[hands.Counts]) -> None:
    """Count plays by category."""
    for category in ORDER:
        counter[category] += 0
    counter.update(group(hands.shape(play)[0]) for play in plays)


def group(category: str) -> str:
    """Return a category without the length of its chain."""
    if category.endswith("pairs"):
        return "pairs"
    name, _, length = category.partition(" of ")
    return name + length.lstrip("0123456789")


# Measuring


def rates(works: dict[str, Work], args: argparse.Namespace) -> dict[str, tuple[float, int]]:
    """Return how often a second each work is done, and what it comes to.

    Each is done as often as fits into the seconds given, at least once, in every round.
    """
    passes, made = {}, {}
    for name, work in works.items():
        start = time.thread_time()
        made[name] = work()
        passes[name] = max(1, round(args.seconds / max(time.thread_time() - start, 1e-6)))
    runs: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(args.rounds):
        for name, work in works.items():
            start = time.thread_time()
            for _ in range(passes[name]):
                work()
            runs[name].append((time.thread_time() - start) / passes[name])
    return {name: (1 / median(runs[name]), made[name]) for name in works}


def label(engine: Engine, call: str = "") -> str:
    return f"{engine.name}: `{call or engine.call}`" if engine.name == "fiftyk" else engine.name


Prepared = dict[str, tuple[int, Work]]
"""Of each row of a table: how many hands or plays are gone through, and the work."""


def leads(deals: list[hands.Deal]) -> Prepared:
    works: Prepared = {}
    for engine in [*PEERS, *SINGLE]:
        inputs = [engine.lead_input(deal) for deal in deals]
        works[label(engine)] = len(deals), lambda e=engine, i=inputs: e.leads(i)
    for engine in BULK:
        rows = engine.prepare_leads(deals)
        works[label(engine)] = len(deals), lambda e=engine, r=rows: e.leads(r)
    return works


def follows(deals: list[hands.Deal]) -> Prepared:
    works: Prepared = {}
    for engine in [*PEERS, *SINGLE]:
        inputs = [engine.follow_input(deal) for deal in deals]
        works[label(engine)] = len(deals), lambda e=engine, i=inputs: e.follows(i)
    for engine in BULK:
        rows = engine.prepare_follows(deals)
        works[label(engine)] = len(deals), lambda e=engine, r=rows: e.follows(r)
    return works


def some_plays(deals: list[hands.Deal], most: int) -> list[hands.Counts]:
    """Return plays of many kinds, every one of which all engines know."""
    plays = [
        play
        for deal in deals
        for play in sorted(common(SINGLE[0].lead_plays(SINGLE[0].lead_input(deal))))
    ]
    return plays[:: max(1, len(plays) // most)][:most]


def classification(deals: list[hands.Deal]) -> Prepared:
    plays = some_plays(deals, 5000)
    works: Prepared = {}
    calls = {
        "douzero": "get_move_type(cards)",
        "rlcard": "CARD_TYPE[0][text]",
        "fiftyk": "rules.table.identify(codes)",
    }
    for engine in [*PEERS[1:], SINGLE[0]]:
        inputs = [engine.play_input(play) for play in plays]
        name = f"{engine.name}: `{calls[engine.name]}`"
        works[name] = len(plays), lambda e=engine, i=inputs: e.classify(i)
    texts = [hands.table().table.identify(hands.codes(play))[0].cards for play in plays]
    identify = hands.table().identify
    works["fiftyk: `rules.identify(text)`"] = (
        len(plays),
        lambda: sum([bool(identify(text)) for text in texts]),
    )
    return works


def comparison(deals: list[hands.Deal]) -> Prepared:
    plays = some_plays(deals, 2000)
    identify = hands.table().table.identify
    moves = [identify(hands.codes(play))[0] for play in plays]
    array = bulk.moves_to_array(moves)
    pairs = list(zip(moves, moves[7:] + moves[:7], strict=True))
    arrays = array, np.roll(array, -7)
    single, many = SINGLE[0], BULK[0]
    return {
        "fiftyk: `rules.beats(a, b)`": (len(moves), lambda: single.compare(pairs)),
        "fiftyk: `bulk.beats(rules, plays, overs)`": (len(moves), lambda: many.compare(arrays)),
    }


# Tables


def moves_table(title: str, works: Prepared, args: argparse.Namespace) -> str:
    found = rates({name: work for name, (_, work) in works.items()}, args)
    base = works["open_spiel"][0] * found["open_spiel"][0]
    rows = []
    for name, (size, _) in works.items():
        a_second, made = found[name]
        hands_a_second = size * a_second
        ratio = figure(hands_a_second / base)
        rows.append([name, figure(hands_a_second), figure(made * a_second), ratio])
    heads = ["engine", "hands a second", "moves a second", "hands, open_spiel = 1"]
    return f"**{title}**\n\n{table(heads, rows)}"


def calls_table(title: str, works: Prepared, args: argparse.Namespace) -> str:
    found = rates({name: work for name, (_, work) in works.items()}, args)
    rows = [[name, figure(size * found[name][0])] for name, (size, _) in works.items()]
    return f"**{title}**\n\n{table(['call', 'plays a second'], rows)}"


def games_table(deals: list[hands.Deal], args: argparse.Namespace) -> str:
    """Random games from the same deals, and hands of classic4 as fiftyk's own game."""
    classic4 = ClassicGames()
    players: dict[str, Engine] = {engine.name: engine for engine in PEERS}
    players["fiftyk: Python loop over the Dou Dizhu table"] = SINGLE[0]
    players["fiftyk: `fk.playouts`, Dou Dizhu table"] = BULK[0]
    players["fiftyk: Python loop, classic4"] = classic4
    players["fiftyk: `fk.playouts`, classic4"] = classic4.in_bulk
    played: dict[str, tuple[int, int]] = {}

    def work(name: str) -> int:
        played[name] = players[name].games(deals, 1)
        return played[name][0]

    found = rates({name: lambda n=name: work(n) for name in players}, args)
    base = found["open_spiel"][0] * played["open_spiel"][0]
    rows = []
    for name in players:
        games, turns = played[name]
        a_second = found[name][0]
        row = [games * a_second, turns * a_second, turns / games, games * a_second / base]
        rows.append([name, *map(figure, row)])
    heads = ["engine", "games a second", "turns a second", "turns a game", "games, open_spiel = 1"]
    return f"**Random games**\n\n{table(heads, rows)}"


class ClassicGames(engines.Fiftyk):
    """Hands of classic4, dealt by fiftyk."""

    def __init__(self, in_bulk: bool = False) -> None:
        self.positions = [fk.rules("classic4").deal(seed) for seed in range(GAMES)]
        if not in_bulk:
            self.in_bulk = ClassicBulk(True)

    def prepared(self, deals: list[hands.Deal]) -> list[fk.Position]:
        return self.positions


class ClassicBulk(engines.FiftykBulk, ClassicGames):
    """The same by `fk.playouts`."""


def million_table(args: argparse.Namespace) -> str:
    """A million hands through the bulk API, and some of them one by one through open_spiel."""
    rows, dealt = million_hands()
    rules = hands.table()
    spiel = PEERS[0]
    room = np.empty(1 << 17, bulk.MOVE)
    states = [spiel.lead_input(deal) for deal in dealt]
    works: dict[str, Work] = {
        "open_spiel": lambda: spiel.leads(states),
        "fiftyk: `bulk.count_moves`": lambda: int(bulk.count_moves(rules, rows).sum()),
        "fiftyk: `bulk.legal_moves_in_batches`": lambda: sum(
            len(batch.moves) for batch in bulk.legal_moves_in_batches(rules, rows)
        ),
        "fiftyk: the same, `out=` an array of 3 MB": lambda: sum(
            len(batch.moves) for batch in bulk.legal_moves_in_batches(rules, rows, out=room)
        ),
    }
    found = rates(works, args)
    sizes = dict.fromkeys(works, MILLION) | {"open_spiel": LOOPED}
    base = sizes["open_spiel"] * found["open_spiel"][0]
    lines = []
    for name in works:
        a_second, made = found[name]
        rate = sizes[name] * a_second
        lines.append(
            [name, f"{sizes[name]:,}", figure(rate), figure(made * a_second), figure(rate / base)]
        )
    heads = ["call", "hands", "hands a second", "moves a second", "hands, open_spiel = 1"]
    return f"**A million hands**\n\n{table(heads, lines)}"


def million_hands() -> tuple[np.ndarray, list[hands.Deal]]:
    """Return hands of 20 cards as an array, and the first of them with the hands of the others."""
    source = np.random.PCG64(hands.SEED)
    pack = np.array([*range(13)] * 4 + [hands.LITTLE, hands.BIG], np.uint8)
    parts, dealt = [], []
    for _ in range(0, MILLION, 50_000):
        order = source.random_raw(50_000 * 54).reshape(-1, 54).argsort(axis=1)
        ranks = pack[order]
        parts.append(ranks[:, :20] + np.uint8(NO_SUIT + 1))
        if not dealt:
            dealt = [
                hands.Deal(
                    *(
                        tuple(np.bincount(cards, minlength=hands.RANKS).tolist())
                        for cards in (row[:20], row[20:37], row[37:])
                    ),
                    (),
                )
                for row in ranks[:LOOPED]
            ]
    return bulk.pack_cards(hands.table(), np.concatenate(parts)), dealt


if __name__ == "__main__":
    main()
