"""The command line: `fiftyk COMMAND`, a program that never ends in a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

import fiftyk as fk

from ._output import examples
from .beats import beats
from .bench import bench
from .deal import deal
from .identify import identify
from .moves import moves
from .perft import perft
from .show import show
from .solve import solve

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


class Program(click.Group):
    """The group of all commands, which turns whatever ends them into an exit status."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit; without `standalone_mode` return what it returns."""
        run = super().main
        if not standalone_mode:
            return run(args, prog_name, complete_var, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            # What a terminal cannot show is better escaped than an error.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            status = run(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as err:
            err.show()
            status = err.exit_code
        except (click.Abort, KeyboardInterrupt):
            status = INTERRUPTED
        except OSError as err:
            _give_up_stdout()
            click.echo(f"fiftyk: {err.strerror or err}", err=True)
            status = 1
        except Exception as err:
            click.echo(f"fiftyk: internal error, {type(err).__name__}: {err}", err=True)
            status = 1
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; that a reader such as `head` has gone is no error."""
        try:
            status = super().invoke(ctx)
            if sys.stdout:
                sys.stdout.flush()
        except BrokenPipeError:
            _give_up_stdout()
            return 0
        return status


def _give_up_stdout() -> None:
    """Let standard output lead nowhere: Python flushes it at its end, which must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_STATUS = """
\b
Exit status:
  0  all good
  1  some line failed
  2  the command was not understood
  3  a limit ran out before the proof
"""


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_STATUS + "\n" + examples('fiftyk solve "classic4 4c/6s6h/3c2c/3s 1"'),
)
@click.version_option(fk.__version__, prog_name="fiftyk")
def main() -> None:
    """Show moves, count them and solve positions of the card game 五十K (510K).

    A POSITION is one line of text in quotes, or a file of such lines or of JSON dicts, or - for
    standard input; blank lines and lines that start with # are skipped.
    """


for command in (moves, identify, beats, perft, solve, deal, show, bench):
    main.add_command(command)
