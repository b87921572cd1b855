"""`fiftyk bench`: a fixed piece of work, for its node counts and its speed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import geometric_mean
from typing import TYPE_CHECKING, Final

import click

import fiftyk as fk
from fiftyk import corpus
from fiftyk.lang import tr

from ._output import Ticker, examples, tables, ticking, write, write_json

if TYPE_CHECKING:
    from rich.console import RenderableType

# How deep positions are counted: hands half played, airplane-heavy deals, other deals.
_DEPTHS: Final = {
    "classic4": (13, 10, 11),
    "classic3": (11, 7, 8),
    "honghe": (13, 10, 11),
    "flush1": (12, 8, 9),
    "flush2": (9, 2, 4),
    "laizi": (12, 6, 6),
    "wuhan": (12, 6, 6),
}
_EACH_FAMILY: Final = 2
_ENDINGS: Final = 12
# What the solver searches depends on the size of its table.
_TABLE_MB: Final = 16


@dataclass(frozen=True)
class Work:
    """What the work of a rule set came to, in counts and in seconds of processor time."""

    rules: str
    perft: int
    perft_seconds: float
    solver: int
    solver_seconds: float


@click.command(
    epilog=examples("fiftyk bench --signature"),
)
@click.option(
    "--signature", "only_signature", is_flag=True, help="Write the counts alone, without times."
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def bench(only_signature: bool, as_json: bool) -> int:
    """Count and solve a fixed corpus: what it comes to, and how fast.

    For every rule set, sequences of moves are counted (perft) from full deals, clumpy deals, hands
    half played, and deals rich in jokers, airplanes and bombs, and small endings are solved. All
    positions are made from seeds. One processor is used, for some seconds.

    The SIGNATURE, sequences counted and nodes searched, is the functional fingerprint of the
    program: it is the same on every machine and in every run. A change that is meant to make the
    program faster, and nothing else, leaves it as it is. Other sequences: the rules, the deals or
    the legal moves have changed. Other nodes: so has the search, or the order of the moves. The
    tests compare what --signature writes with tests/signature.txt.

    Rates are by processor time; the last row is the geometric mean over the rule sets.
    """
    if only_signature and as_json:
        raise click.UsageError("--signature and --json do not go together")
    with ticking("bench") as tick:
        done = [_measure(fk.rules(name), tick) for name in fk.rule_sets()]
    total = Work(
        "total",
        sum(work.perft for work in done),
        sum(work.perft_seconds for work in done),
        sum(work.solver for work in done),
        sum(work.solver_seconds for work in done),
    )
    if only_signature:
        for work in [*done, total]:
            click.echo(f"{work.rules} {work.perft} {work.solver}")
    elif as_json:
        write_json(
            {
                "signature": _signature(total),
                "build": fk.build_info(),
                "total": _data(total) | _means(done),
                "rules": {work.rules: _data(work) for work in done},
            }
        )
    else:
        write(_show(done, total))
    return 0


def _measure(rules: fk.RuleSet, tick: Ticker) -> Work:
    tick(str(rules))
    middles, airplanes, deals = _DEPTHS[rules.name]
    depths = {"middles": middles, "airplanes": airplanes}
    counted = [
        (position, depths.get(family, deals))
        for family in corpus.families(rules)
        if family not in ("follows", "endings")
        for position in corpus.positions(rules, family, _EACH_FAMILY)
    ]
    start = time.process_time()
    leaves = sum(fk.perft(position, depth) for position, depth in counted)
    perft_seconds = time.process_time() - start
    tick(f"{rules}, endings")
    endings = corpus.positions(rules, "endings", _ENDINGS)
    start = time.process_time()
    nodes = sum(fk.solve(ending, memory_mb=_TABLE_MB).nodes for ending in endings)
    solver_seconds = time.process_time() - start
    return Work(str(rules), leaves, perft_seconds, nodes, solver_seconds)


def _signature(total: Work) -> str:
    return f"{total.perft}-{total.solver}"


def _data(work: Work) -> dict[str, float]:
    return {
        "perft": work.perft,
        "perft_seconds": work.perft_seconds,
        "perft_per_second": _rate(work.perft, work.perft_seconds),
        "solver": work.solver,
        "solver_seconds": work.solver_seconds,
        "solver_per_second": _rate(work.solver, work.solver_seconds),
    }


def _rate(count: int, seconds: float) -> float:
    # The clock of processor time may stand still for work that is short.
    return count / max(seconds, 1e-6)


def _means(done: Iterable[Work]) -> dict[str, float]:
    """Return the geometric means of the rates: flush2 counts so fast that no other would do."""
    rows = [_data(work) for work in done]
    names = ("perft_per_second", "solver_per_second")
    return {name: geometric_mean(row[name] for row in rows) for name in names}


def _show(done: list[Work], total: Work) -> Iterator[RenderableType]:
    shown = ("perft", "perft_per_second", "solver", "solver_per_second")
    lines: list[tuple[str, dict[str, float]]] = [(work.rules, _data(work)) for work in done]
    lines += [(tr("total"), {"perft": total.perft, "solver": total.solver})]
    lines += [(tr("geometric mean"), _means(done))]
    rows = [
        [label, *(f"{data[name]:,.0f}" if name in data else "" for name in shown)]
        for label, data in lines
    ]
    columns = [
        ("rules", "left"),
        ("sequences", "right"),
        ("a second", "right"),
        ("solver nodes", "right"),
        ("a second", "right"),
    ]
    yield from tables(columns, rows)
    yield tr("signature {signature}", signature=_signature(total))
