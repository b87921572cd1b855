"""`fiftyk convert`: records from one form to the other."""

from __future__ import annotations

from typing import Literal

import click

import fiftyk as fk

from ._files import file_argument, utf8_stdout
from ._output import FAILED, complete_file, examples
from ._records import Records


@click.command(
    epilog=examples(
        "fiftyk convert hands.pbn hands.jsonl", "fiftyk convert hands.jsonl - --to text"
    )
)
@click.argument("source", metavar="IN", shell_complete=complete_file)
@file_argument("target", "OUT")
@click.option(
    "--to",
    "form",
    type=click.Choice(["text", "json"]),
    help="The form to write; else by the name of OUT, JSON Lines for .json and .jsonl.",
)
def convert(source: str, target: str, form: Literal["text", "json"] | None) -> int:
    """Write the records of IN to OUT, as text or as JSON Lines; - is a standard stream.

    Records that cannot be read are reported and left out. OUT takes its name when all is written,
    so it may be IN.
    """
    records = Records([source])
    found = (record for _, record in records)
    fk.write_records(found, utf8_stdout() if target == "-" else target, form=form)
    return FAILED if records.failed else 0
