"""`fiftyk compose`: searches for puzzles."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

import click

import fiftyk as fk
from fiftyk import puzzles
from fiftyk.lang import listed, tr
from fiftyk.lang.words import number

from ._files import file_option, write_file
from ._output import LIMIT_RAN_OUT, examples, json_flag, ticking, write_json
from ._rules import rules_argument
from ._seeds import seed_option
from .puzzle import theme_option


@click.command(
    epilog=examples(
        "fiftyk compose classic4 --seed 1 --count 3",
        "fiftyk compose wuhan --theme duck --theme held_bomb --seed 1 --output found.toml",
        "fiftyk puzzle --from found.toml",
    )
)
@rules_argument
@theme_option("Look for this theme; may be given several times, for any of them.")
@click.option(
    "--objective",
    type=click.Choice(fk.OBJECTIVES),
    metavar="OBJECTIVE",
    help="What is counted; by default score in classic3, payoff in laizi and wuhan, else margin.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, metavar="N", help="How many to find."
)
@seed_option("The seed of the search; without it one is drawn and told on standard error.")
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    default=10_000,
    metavar="N",
    help="Give up after so many random endings, 10000 where nothing else is said.",
)
@click.option(
    "--cards",
    type=click.IntRange(1, 8),
    default=5,
    metavar="N",
    help="The most cards a seat begins with, 5 where nothing else is said.",
)
@click.option(
    "--gap",
    type=click.IntRange(min=1),
    metavar="N",
    help="How much worse every other move is; by default 20 points, and elsewhere 1.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    help="How many processes search together; they find the same.",
)
@file_option("--output", "Write the puzzles into this file; - for standard output, as without it.")
@json_flag("Write a JSON object for each puzzle.")
def compose(
    rules: fk.RuleSet,
    themes: tuple[str, ...],
    objective: str | None,
    count: int,
    seed: int | None,
    tries: int,
    cards: int,
    gap: int | None,
    processes: int,
    output: str | None,
    as_json: bool,
) -> int:
    """Search for puzzles under RULES: small endings in which one move alone is best.

    They are written in the format of the library, which fiftyk puzzle --from reads. The same seed
    finds the same puzzles. Where the tries run out before all are found the exit status is 3.
    """
    if as_json and output is not None:
        raise click.UsageError("only one of --json and --output")
    if seed is None:
        seed = secrets.randbelow(1 << 32)
        if not as_json:
            click.echo(tr("seed {seed}", seed=seed), err=True)
    found: list[puzzles.Puzzle] = []

    def progress(tried: int) -> None:
        tick(listed([number(tried, "try", "tries"), number(len(found), "puzzle")]))

    to_file = output not in (None, "-")

    def save() -> None:
        if output is not None and to_file:
            write_file(output, puzzles.to_toml(found))

    with _executor(processes) as executor, ticking(tr("search")) as tick:
        try:
            search = puzzles.compose(
                rules,
                themes=themes,
                objective=objective,
                seed=seed,
                count=count,
                tries=tries,
                cards=cards,
                gap=gap,
                executor=executor,
                progress=progress if tick.shown else None,
            )
        except fk.FiftykError as err:
            raise click.UsageError(str(err)) from None
        try:
            for puzzle in search:
                tick.clear()
                if as_json:
                    write_json(puzzles.to_dict(puzzle))
                elif not to_file:
                    # One by one, as they are found.
                    click.echo(("\n" if found else "") + puzzles.to_toml([puzzle]), nl=False)
                found.append(puzzle)
        except BaseException:
            # Ctrl-C, or a process that was killed: what hours have found is kept.
            if found:
                save()
            raise
    save()
    return 0 if len(found) == count else LIMIT_RAN_OUT


@contextmanager
def _executor(processes: int) -> Iterator[Executor | None]:
    """Give a pool of processes; with one, the search stays in this one."""
    if processes == 1:
        yield None
        return
    pool = ProcessPoolExecutor(processes)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
