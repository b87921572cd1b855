"""`fiftyk perft`: how many sequences of moves there are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

import fiftyk as fk
from fiftyk.lang import tr
from fiftyk.lang.words import number
from fiftyk.perft import MAX_DEPTH

from ._output import (
    Answer,
    answer_positions,
    examples,
    json_option,
    move_object,
    position_argument,
    tables,
    ticking,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command(
    # So that -1 is a depth out of range, and no option.
    context_settings={"ignore_unknown_options": True},
    epilog=examples('fiftyk perft "classic4 3h4s5sKd/6c6d/7h9c/2sAh 0" 5 --divide'),
)
@position_argument
@click.argument("depth", type=click.IntRange(0, MAX_DEPTH))
@click.option("--divide", is_flag=True, help="Tell the counts of all first moves apart.")
@click.option("--faces", is_flag=True, help="Tell apart plays that differ in dead suits only.")
@click.option(
    "--bulk/--no-bulk",
    default=True,
    help="Count the moves of the last ply, or make each of them.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="How many threads share it.",
)
@click.option(
    "--table",
    type=click.FloatRange(min=0),
    default=0,
    metavar="MB",
    help="Keep counts of positions in a table of so many MB a thread.",
)
@json_option
def perft(
    positions: tuple[str, ...],
    depth: int,
    divide: bool,
    faces: bool,
    bulk: bool,
    threads: int,
    table: float,
    as_json: bool,
) -> int:
    """Count the sequences of exactly DEPTH moves from a POSITION.

    Plays and passes are moves; a sequence that ends the hand earlier does not count.
    """
    if divide and depth == 0:
        raise click.UsageError("--divide needs a depth of 1 or more")

    def work(pos: fk.Position, line: int) -> Answer:
        start = time.perf_counter()
        parts: dict[fk.Move, int] = {}
        with ticking(tr("line {line}", line=line)) as tick:

            def progress(sequences: int) -> None:
                tick(number(sequences, "sequence"))

            how: dict[str, Any] = {"bulk": bulk, "threads": threads, "table_mb": table}
            how["progress"] = progress if tick.shown else None
            if divide:
                parts = fk.divide(pos, depth, faces, **how)
                count = sum(parts.values())
            else:
                count = fk.perft(pos, depth, faces, **how)
        seconds = time.perf_counter() - start
        data: dict[str, Any] = {"depth": depth, "faces": faces, "count": count, "seconds": seconds}
        if divide:
            data["divide"] = [{**move_object(m), "count": part} for m, part in parts.items()]
        return Answer(data, lambda: _show(parts, count, depth, seconds))

    return answer_positions(positions, as_json, work)


def _show(
    parts: dict[fk.Move, int], count: int, depth: int, seconds: float
) -> Iterator[RenderableType]:
    if parts:
        rows = [[str(move), f"{part:,}"] for move, part in parts.items()]
        yield from tables([("first move", "left"), ("sequences", "right")], rows)
    yield tr(
        "{sequences} of {moves} ({seconds} s)",
        sequences=number(count, "sequence"),
        moves=number(depth, "move"),
        seconds=f"{seconds:.2f}",
    )
