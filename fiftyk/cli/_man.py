"""The manual page, made of the help texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

import fiftyk as fk
from fiftyk.lang import tr

from ._help import paragraphs


def manual(ctx: click.Context, program: click.Group) -> str:
    """Return the manual page in the language of troff's `man` macros."""
    return "\n".join(_lines(ctx, program)) + "\n"


def _lines(ctx: click.Context, program: click.Group) -> Iterator[str]:
    first, *more = paragraphs(program.help or "")
    yield f'.TH FIFTYK 1 "" "fiftyk {fk.__version__}"'
    yield ".ad l"
    yield from _section("Name")
    yield _escaped(f"fiftyk - {tr(first.lines[0])}")
    yield from _section("Synopsis")
    yield _escaped(f"fiftyk {' '.join(program.collect_usage_pieces(ctx))}")
    yield from _section("Description")
    for paragraph in more:
        yield _escaped(tr(paragraph.lines[0]))
    yield from _section("Options")
    yield from _options(ctx, program.get_params(ctx))
    yield from _section("Commands")
    shared = {option.name for option in program.params}
    for name, command in program.commands.items():
        inner = command.context_class(command, info_name=name, parent=ctx)
        usage = " ".join(["fiftyk", name, *command.collect_usage_pieces(inner)])
        yield f'.SS "{_escaped(usage)}"'
        yield from _text(command.help)
        yield from _options(inner, [own for own in command.params if own.name not in shared])
        yield from _text(command.epilog)
    yield from _section("Exit status")
    yield from _text(program.epilog)


def _section(heading: str) -> Iterator[str]:
    yield f'.SH "{_escaped(tr(heading).upper())}"'


def _text(text: str | None) -> Iterator[str]:
    for lines, kept in paragraphs(text or ""):
        yield ".PP"
        if kept:
            yield ".nf"
        for line in lines:
            indent = len(line) - len(line.lstrip())
            yield _escaped(" " * indent + tr(line.strip()))
        if kept:
            yield ".fi"


def _options(ctx: click.Context, params: Iterable[click.Parameter]) -> Iterator[str]:
    for param in params:
        record = param.get_help_record(ctx)
        if record and isinstance(param, click.Option):
            help_, gap, extra = record[1].partition("  [")
            yield ".TP"
            yield f".B {_escaped(record[0])}"
            yield _escaped(tr(help_) + gap + extra)


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{text}" if text.startswith((".", "'", " ")) else text
