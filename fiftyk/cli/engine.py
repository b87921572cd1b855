"""`fiftyk engine`: answers requests of other programs, one JSON object a line."""

from __future__ import annotations

import io
import json
import logging
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import IO

import click

from fiftyk.lang import speak

from ._output import examples

_CHUNK = 1 << 16


@click.command(
    epilog=examples(
        "fiftyk engine -j 4",
        "fiftyk engine --schema",
    )
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    help="How many requests are worked on at once.",
)
@click.option("--schema", "only_schema", is_flag=True, help="Write the JSON Schema and exit.")
@click.option("--verbose", is_flag=True, help="Log every request on standard error.")
def engine(jobs: int, only_schema: bool, verbose: bool) -> int:
    """Answer requests of other programs: one JSON object a line in, one a line out.

    Requests have an id and a cmd: version, legal, identify, beats, apply, solve, perft, choose,
    stop, quit. Answers have the id, and come when they are ready. The end of input ends the engine
    once all is answered.
    """
    # A good part of a second, which other commands need not spend.
    from fiftyk.engine import Service, schema

    if only_schema:
        click.echo(json.dumps(schema(), indent=2))
        return 0
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("there is no standard input, or no standard output")
    speak("en")
    out = sys.stdout.buffer

    def write(line: bytes) -> None:
        out.write(line)
        out.flush()

    service = Service(write, jobs)
    # Whatever a bot may print, nothing but answers goes to standard output.
    with redirect_stdout(sys.stderr), _logging(logging.INFO if verbose else logging.WARNING):
        service.run(_chunks(sys.stdin.buffer), lambda: _gone(out))
    return 0


@contextmanager
def _logging(level: int) -> Iterator[None]:
    """Let the engine log on standard error."""
    logger = logging.getLogger("fiftyk.engine")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("fiftyk engine: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """Read what there is, as soon as there is anything."""
    try:
        number = stream.fileno()
    except io.UnsupportedOperation:
        yield stream.read()
        return
    # Not by the stream: a thread that waits in there would hold its lock when the program ends.
    while chunk := os.read(number, _CHUNK):
        yield chunk


def _gone(stream: IO[bytes]) -> bool:
    """Tell whether whoever read from a stream has gone, where the system can tell."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)
    except io.UnsupportedOperation:
        return False
    return any(event & select.POLLERR for _, event in poll.poll(0))
