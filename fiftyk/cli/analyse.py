"""`fiftyk analyse`: what each move of recorded hands cost."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import click

import fiftyk as fk
from fiftyk.analyse import NODES
from fiftyk.lang import tr
from fiftyk.lang.words import analysis_words, value_words, work_words

from ._cluster import ahead, connected, scheduler_option
from ._files import file_option, write_file
from ._limits import OBJECTIVES_EPILOG, limit_options, objective_option, progress_on
from ._output import (
    FAILED,
    LIMIT_RAN_OUT,
    examples,
    json_flag,
    tables,
    ticking,
    write,
    write_json,
)
from ._output import told as told_
from ._records import Records, hand_option, records_argument
from .solve import bounds_object

if TYPE_CHECKING:
    from rich.console import RenderableType

_Placed = tuple[dict[str, Any], fk.Record]

_MOVES = [
    ("", "right"),
    ("seat", "right"),
    ("move", "left"),
    ("before", "right"),
    ("after", "right"),
    ("cost", "right"),
    ("best", "left"),
]
_SEATS = [
    ("seat", "left"),
    ("moves judged", "right"),
    ("mistakes", "right"),
    ("cost", "right"),
    ("costliest", "left"),
]


@click.command(
    epilog=OBJECTIVES_EPILOG
    + "\n"
    + examples(
        "fiftyk analyse hands.pbn --hand 1",
        "fiftyk analyse hands.jsonl --seconds 10 --html hands.html",
    )
)
@records_argument
@hand_option
@objective_option
@limit_options
@scheduler_option
@file_option("--html", "Also write what was found as one page of HTML; - for standard output.")
@json_flag("Write one JSON object for each hand.")
def analyse(
    files: tuple[str, ...],
    only: int | None,
    objective: str | None,
    nodes: int | None,
    seconds: float | None,
    threads: int,
    memory: int | None,
    scheduler: str | None,
    html: str | None,
    as_json: bool,
) -> int:
    """Tell what each move of the hands of a FILE of records cost the side that made it.

    A hand is solved from its end backwards, each position within the limits, by default 200,000
    nodes. Moves before the first position that is not proved are left out, or have bounds in
    --json, and the exit status is 3.
    """
    if html == "-" and as_json:
        raise click.UsageError("only one of --html and --json can have standard output")
    one = partial(
        fk.analyse,
        objective=objective,
        nodes=nodes if nodes or seconds else NODES,
        seconds=seconds,
        memory_mb=memory,
        threads=threads,
    )
    found: list[fk.Analysis] = []
    records = Records(files, as_json, only)
    with contextlib.ExitStack() as stack:
        asked: Iterable[tuple[_Placed, Callable[[], fk.Analysis] | None]]
        if scheduler is None:
            asked = ((placed, None) for placed in records)
        else:
            cluster = stack.enter_context(connected(scheduler))
            asked = ahead(cluster, one, records, itemgetter(1))
        for (where, record), give in asked:
            name = tr("hand {number}", number=where["record"])
            with ticking(name) as tick:
                try:
                    told = give() if give else one(record, progress=progress_on(tick))
                except (fk.FiftykError, MemoryError) as err:
                    tick.clear()
                    records.fail(err, where, f"{name}: {told_(err)}")
                    continue
            found.append(told)
            if as_json:
                write_json({**where, **_data(told)})
            elif html != "-":
                write(_show(f"{where['file']}: {name}" if "file" in where else name, record, told))
    if html and found:
        write_file(html, fk.draw.page(found))
    if records.failed:
        return FAILED
    return LIMIT_RAN_OUT if any(told.status != "proved" for told in found) else 0


def _data(told: fk.Analysis) -> dict[str, Any]:
    return {
        "objective": told.objective,
        "position": str(told.start),
        "status": told.status,
        "proved_from": told.proved_from,
        "moves": [
            {
                "number": judged.number,
                "trick": judged.trick,
                "seat": judged.seat,
                "play": str(judged.move),
                "forced": judged.forced,
                "before": bounds_object(judged.before),
                "after": bounds_object(judged.after),
                "cost": bounds_object(judged.cost),
                "best": None if judged.best is None else str(judged.best),
            }
            for judged in told.moves
        ],
        "seats": [
            {
                "seat": summary.seat,
                "moves": summary.moves,
                "mistakes": summary.mistakes,
                "cost": summary.cost,
                "costliest": summary.costliest and summary.costliest.number,
            }
            for summary in told.seats
        ],
        "nodes": told.nodes,
        "seconds": told.seconds,
    }


def _show(name: str, record: fk.Record, told: fk.Analysis) -> Iterator[RenderableType]:
    yield f"{name}: {analysis_words(told)} ({work_words(told)})"
    first = told.proved_from
    if first is not None:
        yield from tables(_MOVES, [_row(judged) for judged in told.moves[first - 1 :]])
    yield from tables(_SEATS, [_summary(record, summary) for summary in told.seats])


def _row(judged: fk.JudgedMove) -> list[RenderableType]:
    costs = judged.cost != 0
    return [
        str(judged.number),
        str(judged.seat),
        str(judged.move),
        value_words(judged.before),
        value_words(judged.after),
        value_words(judged.cost) if costs else "",
        str(judged.best) if costs and judged.best is not None else "",
    ]


def _summary(record: fk.Record, summary: fk.SeatSummary) -> list[RenderableType]:
    names, worst = record.seats, summary.costliest
    return [
        f"{summary.seat} {names[summary.seat]}" if names else str(summary.seat),
        str(summary.moves),
        str(summary.mistakes),
        str(summary.cost),
        f"{worst.number}. {worst.move}" if worst else "",
    ]
