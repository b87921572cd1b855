"""Answers that come from a cluster, asked for ahead of the lines that they answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, TypeVar

import click

import fiftyk as fk
from fiftyk.cluster import Cluster
from fiftyk.lang import retell
from fiftyk.many import in_order, spread, text_of, work_of

R = TypeVar("R")
T = TypeVar("T")

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the cluster of a Dask scheduler, such as tcp://10.0.0.1:8786.",
)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Give the cluster of an address; one that cannot be had is a mistake in the command.

    One that is lost while it works ends the command with a message.
    """
    try:
        cluster = Cluster(address)
    except (fk.FiftykError, ImportError) as error:
        raise click.UsageError(retell(str(error))) from None
    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    with cluster:
        try:
            yield cluster
        except (CancelledError, CommClosedError, KilledWorker) as error:
            raise click.ClickException(retell(_gave_up(error))) from None


def ahead(
    cluster: Cluster,
    one: Callable[[Any], R],
    items: Iterable[T],
    question: Callable[[T], Any],
) -> Iterator[tuple[T, Callable[[], R]]]:
    """Work on what items ask; give each item, in order, with what returns its result.

    Where the question is `None` nothing is asked, and there must be no wish for a result.
    """
    taken: deque[tuple[T, bool]] = deque()

    def sent() -> Iterator[Any]:
        for item in items:
            asked = question(item)
            taken.append((item, asked is not None))
            if asked is not None:
                yield asked

    def rest() -> Iterator[tuple[T, Callable[[], R]]]:
        # Up to the next that is worked on.
        while taken and not taken[0][1]:
            yield taken.popleft()[0], _nothing

    found = spread(one, sent(), cluster, 1, same=text_of, hardness=work_of)
    for give in in_order((place, _giving(result)) for place, result in found):
        yield from rest()
        yield taken.popleft()[0], give
    yield from rest()


def _nothing() -> Any:
    raise AssertionError("nothing was asked about this line")


def _giving(result: R | Exception) -> Callable[[], R]:
    def give() -> R:
        if not isinstance(result, Exception):
            return result
        if isinstance(result, fk.FiftykError | MemoryError):
            raise result
        raise fk.FiftykError(_gave_up(result)) from result

    return give


def _gave_up(error: Exception) -> str:
    return f"the cluster gave it up: {str(error) or type(error).__name__}"
