"""The options that limit a search, and the line that tells how far it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

import fiftyk as fk
from fiftyk.lang.words import between_words, number

from ._output import Ticker

F = TypeVar("F", bound=Callable[..., Any])


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not (math.isfinite(value) and value > 0):
        raise click.BadParameter("a number of seconds above 0 is expected")
    return value


def limit_options(command: F) -> F:
    """Add the options for nodes, seconds, threads and memory."""
    for option in (
        click.option("--memory", type=click.IntRange(min=1), metavar="MB",
                     help="Use no more memory."),
        click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="N",
                     help="How many search together."),
        click.option("--seconds", type=float, callback=_seconds, metavar="S",
                     help="Stop after this time."),
        click.option("--nodes", type=click.IntRange(min=1), metavar="N",
                     help="Stop after so many nodes."),
    ):  # fmt: skip
        command = option(command)
    return command


objective_option = click.option(
    "--objective",
    type=click.Choice(fk.OBJECTIVES),
    help="What is counted; by default score in classic3, payoff in laizi and wuhan, else margin.",
)

OBJECTIVES_EPILOG = """
\b
Objectives:
  margin  the final score of the seat's side less the other side's
  score   the seat's own final score (classic3)
  payoff  what the seat or its side is paid
  win     1 won, 0 level, -1 lost
  first   1 if the seat's side has the first seat out, else -1
"""


def progress_on(tick: Ticker) -> Callable[[fk.Progress], None] | None:
    """Return what tells the progress of a search; `None` where nobody sees it."""

    def progress(now: fk.Progress) -> None:
        bounds = ""
        if now.lower is not None and now.upper is not None:
            bounds = f", {between_words(now.lower, now.upper)}"
        tick(f"{number(now.nodes, 'node')}, {now.seconds:.1f} s{bounds}")

    return progress if tick.shown else None
