"""`fiftyk arena`: bots play the same deals in each other's places."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

import fiftyk as fk
from fiftyk.bots.arena import DEFAULT_SECONDS, Forfeit, Game, games, hands_of
from fiftyk.bots.entrants import Entrant, read_all
from fiftyk.bots.standings import Estimate, Standings
from fiftyk.lang import number, tr

from ._cluster import connected, scheduler_option
from ._files import file_option
from ._output import examples, json_flag, tables, told, write, write_json
from ._rules import rules_option
from ._seeds import seed_option

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command(
    epilog=examples(
        "fiftyk arena greedy random --rules laizi --deals 20 --seed 7",
        'fiftyk arena greedy "determinized[playouts=50]" --rules classic4 --deals 2 -j 2',
        "fiftyk arena greedy fiftyk.bots:RandomBot --rules wuhan --deals 5 --save hands.pbn",
    )
)
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@rules_option
@click.option(
    "--deals",
    type=click.IntRange(min=1, max=10**9),
    default=100,
    metavar="N",
    help="How many deals; each is played several times, with the bots in other places.",
)
@seed_option("What is dealt and drawn follows from it; 0 where none is given.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, metavar="N",
    help="How many processes play at once.",
)  # fmt: skip
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=DEFAULT_SECONDS,
    metavar="T",
    help="The time for a decision; who takes longer forfeits the hand.",
)
@scheduler_option
@file_option("--save", "Write every hand to this file, as a record.", dash=False)
@json_flag("Write one JSON object.")
def arena(
    bots: tuple[str, ...],
    rules: fk.RuleSet,
    deals: int,
    seed: int | None,
    jobs: int,
    seconds: float,
    scheduler: str | None,
    save: str | None,
    as_json: bool,
) -> int:
    """Let BOTs play duplicate deals against one another: every two the same deals, both ways.

    A BOT is a name such as greedy or determinized[playouts=200], a module:Class of yours, or a
    command that speaks the engine protocol. Payoffs, margins and wins are means for a seat, with
    their 95% intervals; ratings are in Elo points about the mean of the bots.

    A bot that plays what is not legal, crashes or takes too long forfeits the hand: that is told
    on standard error, and the arena goes on. The same seed gives the same result, whatever -j.
    """
    seed = seed or 0
    # A module of the user's lies where the command is run.
    sys.path.insert(0, os.getcwd())
    try:
        entrants = read_all(bots)
    except fk.FiftykError as err:
        raise click.BadParameter(told(err), param_hint="BOT") from None
    if len(entrants) < 2:
        raise click.UsageError("an arena needs two bots at least")
    keep = save is not None
    names = tuple(entrant.name for entrant in entrants)
    found: list[Game] = []
    with contextlib.ExitStack() as stack:
        cluster = None if scheduler is None else stack.enter_context(connected(scheduler))
        played = games(
            entrants, rules, deals, seed=seed, seconds=seconds, keep=keep,
            jobs=jobs if cluster is None else max(1, cluster.workers), executor=cluster,
        )  # fmt: skip
        watched = _watched(played, deals * hands_of(len(entrants), rules), entrants)
        if save is None:
            found += watched
        else:
            fk.write_records(_records(watched, names, seed, found), save)
    standings = Standings(rules, names, tuple(found))
    if as_json:
        write_json(_data(standings, deals, seed))
    else:
        write(_show(standings, deals, seed))
    return 0


def _watched(played: Iterable[Game], total: int, entrants: Sequence[Entrant]) -> Iterator[Game]:
    """Yield games, with a bar on a terminal, and tell of hands that are forfeited."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    # Without a thread of its own, which must not be there when other processes are begun.
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), auto_refresh=False, transient=True,
        disable=not (sys.stderr and sys.stderr.isatty()),
    ) as bar:  # fmt: skip
        task = bar.add_task("", total=total)
        for game in played:
            bar.update(task, advance=1, refresh=True)
            if game.forfeit is not None:
                click.echo(_told(game, game.forfeit, entrants), err=True)
            yield game


def _records(
    watched: Iterable[Game], names: Sequence[str], seed: int, found: list[Game]
) -> Iterator[fk.Record]:
    """Yield the records of games, and keep the games without their hands."""
    for game in watched:
        assert game.hand is not None
        forfeit = game.forfeit
        comments = [] if forfeit is None else [(len(game.hand.moves), _forfeit(forfeit))]
        yield fk.Record.of(
            game.hand,
            seats=[names[seat] for seat in game.seats],
            comments=comments,
            Event="arena",
            Seed=str(seed),
            Board=str(game.deal),
        )
        found.append(replace(game, hand=None))


def _forfeit(forfeit: Forfeit) -> str:
    """Return a comment of one line; what a bot has said may have any characters."""
    said = f"seat {forfeit.seat} forfeits, {forfeit.reason}: {forfeit.message}"
    return "".join(sign if sign.isprintable() else "?" for sign in said)


def _told(game: Game, forfeit: Forfeit, entrants: Sequence[Entrant]) -> str:
    reasons = {"illegal": "illegal decision", "crash": "crash", "time": "too slow"}
    return tr(
        "deal {deal}: {name} at seat {seat} forfeits, {reason}: {message}",
        deal=game.deal,
        name=entrants[game.seats[forfeit.seat]].name,
        seat=forfeit.seat,
        reason=tr(reasons[forfeit.reason]),
        message=forfeit.message,
    )


def _data(standings: Standings, deals: int, seed: int) -> dict[str, Any]:
    rows = zip(standings.rows, standings.ratings, strict=True)
    return {
        "rules": str(standings.rules),
        "deals": deals,
        "seed": seed,
        "hands": len(standings.games),
        "bots": [
            _plain(row) | {"rating": {k: v for k, v in _plain(rating).items() if k != "name"}}
            for row, rating in rows
        ],
        "pairs": [_plain(pair) for pair in standings.pairs],
        "forfeits": [
            {"deal": game.deal, "seats": list(game.seats), **game.forfeit._asdict()}
            for game in standings.games
            if game.forfeit is not None
        ],
    }


def _plain(value: Any) -> Any:
    """Return what JSON knows of a value; there is no nan in JSON."""
    if hasattr(value, "_asdict"):
        return {key: _plain(each) for key, each in value._asdict().items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def _show(standings: Standings, deals: int, seed: int) -> Iterator[RenderableType]:
    yield tr(
        "{rules}: {deals}, {hands}, seed {seed}",
        rules=standings.rules,
        deals=number(deals, "deal"),
        hands=number(len(standings.games), "hand"),
        seed=seed,
    )
    columns = [
        ("bot", "left"),
        ("hands", "right"),
        ("payoff", "right"),
        ("margin", "right"),
        ("wins", "right"),
        ("rating", "right"),
        ("forfeited", "right"),
    ]
    rows: list[list[RenderableType]] = [
        [
            row.name,
            f"{row.hands:,}",
            _interval(row.payoff),
            _interval(row.margin),
            _interval(row.wins, 100, "%"),
            _interval(Estimate(*rating[1:]), digits=0),
            f"{row.forfeits:,}",
        ]
        for row, rating in zip(standings.rows, standings.ratings, strict=True)
    ]
    yield from tables(columns, rows)
    columns = [
        ("bot", "left"),
        ("against", "left"),
        ("difference of payoffs", "right"),
        ("better", "right"),
        ("equal", "right"),
        ("worse", "right"),
    ]
    rows = [
        [
            pair.one,
            pair.other,
            _interval(pair.payoff),
            f"{pair.better:,}",
            f"{pair.equal:,}",
            f"{pair.worse:,}",
        ]
        for pair in standings.pairs
    ]
    yield from tables(columns, rows)


def _interval(estimate: Estimate, times: int = 1, unit: str = "", digits: int = 2) -> str:
    """Write an estimate with the half of its interval."""
    if math.isnan(estimate.mean):
        return ""
    digits = 1 if unit else digits
    mean = f"{times * estimate.mean:.{digits}f}{unit}"
    if math.isnan(estimate.lower):
        return mean
    return f"{mean} ± {times * (estimate.upper - estimate.lower) / 2:.{digits}f}"
