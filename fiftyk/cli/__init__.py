"""The command line: `fiftyk COMMAND`, a program that never ends in a traceback."""

from __future__ import annotations

import click

import fiftyk as fk

from ._man import manual
from ._output import examples
from ._program import Program
from .analyse import analyse
from .arena import arena
from .beats import beats
from .bench import bench
from .compose import compose
from .convert import convert
from .deal import deal
from .engine import engine
from .identify import identify
from .moves import moves
from .perft import perft
from .play import play
from .puzzle import puzzle
from .replay import replay
from .show import show
from .solve import solve

_STATUS = """
\b
Exit status:
  0  all good
  1  some line failed
  2  the command was not understood
  3  a limit ran out before the proof
"""


def _write_manual(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(manual(ctx, main), nl=False)
        ctx.exit()


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_STATUS + "\n" + examples('fiftyk solve "classic4 4c/6s6h/3c2c/3s 1"'),
)
@click.version_option(fk.__version__, prog_name="fiftyk")
@click.option(
    "--man",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_write_manual,
    help="Write the manual page and exit; read it with: fiftyk --man | man -l -",
)
def main() -> None:
    """Show moves, count them and solve positions of the card game 五十K (510K).

    A POSITION is one line of text in quotes, or a file of such lines or of JSON dicts, or - for
    standard input; blank lines and lines that start with # are skipped. Several may be given.
    """


for command in (
    show,
    moves,
    solve,
    analyse,
    perft,
    deal,
    identify,
    beats,
    play,
    replay,
    convert,
    puzzle,
    compose,
    arena,
    engine,
    bench,
):
    main.add_command(command)
