"""The program as a whole: what all commands share, and how any of them ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import click

from fiftyk.lang import LANGUAGES, from_locale, speaking, tr

from ._help import Context, complain, summary

PLATFORM = sys.platform
"""What Python calls the system."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def _set_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Tell click, and `_output.write`, whether to colour; `None` leaves it to the terminal."""
    if value is not None:
        ctx.color = {"always": True, "never": False}.get(value)


def _shared_options() -> list[click.Option]:
    """Return the options that stand before a command and after it."""
    return [
        click.Option(
            ["--lang"],
            type=click.Choice([*LANGUAGES, "auto"]),
            expose_value=False,
            help="The language of texts and tables; auto, the default, goes by the locale.",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            callback=_set_color,
            expose_value=False,
            help="When to use colours; auto, the default: on a terminal, unless NO_COLOR is set.",
        ),
    ]


class Program(click.Group):
    """The group of all commands, which turns whatever ends them into an exit status."""

    context_class = Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += _shared_options()

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with the options that all have, and help in the reader's language."""
        cmd.context_class = Context
        cmd.params += _shared_options()
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(self.commands[name])) for name in self.commands])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which they were added."""
        return list(self.commands)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit; without `standalone_mode` return what it returns."""
        with speaking(_chosen_language(sys.argv[1:] if args is None else args)):
            run = partial(super().main, args, prog_name, complete_var, False, **extra)
            if not standalone_mode:
                return run()
            _prepare_streams()
            sys.exit(_status(run))

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


def _status(run: Callable[[], Any]) -> Any:
    """Run a command and return the exit status, whatever happens."""
    try:
        return run()
    except click.ClickException as err:
        complain(err)
        return err.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenExecutor:
        said = tr("a process that took part has crashed, or was killed from outside")
        click.echo(f"fiftyk: {said}", err=True)
    except OSError as err:
        _give_up_stdout()
        click.echo(f"fiftyk: {err.strerror or err}", err=True)
    except Exception as err:
        said = tr("internal error, {message}", message=f"{type(err).__name__}: {err}")
        click.echo(f"fiftyk: {said}", err=True)
    return 1


def _chosen_language(args: Sequence[str]) -> str:
    """Find what --lang says before anything else is read, so that every complaint obeys it."""
    words = list(args)
    words = words[: words.index("--")] if "--" in words else words
    chosen = [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    chosen += [value for word, value in pairwise(words) if word == "--lang"]
    if chosen and chosen[-1] in LANGUAGES:
        return chosen[-1]
    return from_locale(_environment())


def _environment() -> dict[str, str]:
    """Return the environment; Windows sets no LANG, but knows the language of its user."""
    return {"LANG": _user_language(), **os.environ} if PLATFORM == "win32" else dict(os.environ)


def _user_language() -> str:
    import ctypes
    import locale

    code = getattr(ctypes, "windll").kernel32.GetUserDefaultUILanguage()  # noqa: B009
    return locale.windows_locale.get(code, "")


def _prepare_streams() -> None:
    """Let standard output and error take any text: what cannot be shown is better escaped."""
    # A Windows program that does not write to a console would else write in an old code page.
    encoding = "utf-8" if PLATFORM == "win32" else None
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _give_up_stdout() -> None:
    """Let standard output lead nowhere: Python flushes it at its end, which must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
