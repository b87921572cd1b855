"""Files that a command writes beside what it shows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from fiftyk.files import replacing

F = TypeVar("F", bound=Callable[..., Any])


def file_option(name: str, help_: str, *, dash: bool = True) -> Callable[[F], F]:
    """Make an option that names a file to write; with `dash`, `-` is standard output.

    Whether the file can be written is found out before the work begins.
    """
    return click.option(name, type=_kind(dash), callback=_check, metavar="FILE", help=help_)


def file_argument(name: str, metavar: str) -> Callable[[F], F]:
    """Make an argument that names a file to write; `-` is standard output."""
    return click.argument(name, type=_kind(True), callback=_check, metavar=metavar)


def _kind(dash: bool) -> click.Path:
    return click.Path(dir_okay=False, writable=True, allow_dash=dash)


def _check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and value != "-" and not Path(value).absolute().parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(Path(value).parent)!r}")
    return value


def utf8_stdout() -> TextIO:
    """Return standard output, so that it writes UTF-8 and lines as they are."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    return sys.stdout


def write_file(file: str, text: str) -> None:
    """Write a text in UTF-8, to standard output, or to a file, whole or not at all."""
    if file == "-":
        utf8_stdout()
        click.echo(text, nl=False)
    else:
        with replacing(file) as stream:
            stream.write(text.encode())
