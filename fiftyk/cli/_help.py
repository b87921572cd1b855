"""Help texts and complaints in the language of the reader, wrapped by the width of characters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click
from click.exceptions import NoArgsIsHelpError

from fiftyk.lang import retell, tr

# A gap, or what stays together on a line: a word or one wide character, with its punctuation.
_WIDE = "\u2e80-\ufaff\uff00-\uffef"
_PIECE = re.compile(rf"\s+|[（《“]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。、；：！？）》”…]*")


class HelpFormatter(click.HelpFormatter):
    """Writes help as click does, but translated, and with columns that fit wide characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, tr("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        self.write(" " * self.current_indent + tr("{heading}:", heading=tr(heading)) + "\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs, wrapped or as they are."""
        self.write("\n\n".join(map(self._paragraph, paragraphs(text))) + "\n")

    def _paragraph(self, paragraph: Paragraph) -> str:
        indent = " " * self.current_indent
        if not paragraph.kept:
            return "\n".join(wrap(tr(paragraph.lines[0]), self.width, indent))
        blanks = [line[: len(line) - len(line.lstrip())] for line in paragraph.lines]
        lines = [tr(line.strip()) for line in paragraph.lines]
        return "\n".join(indent + b + line for b, line in zip(blanks, lines, strict=True))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write terms with their meaning, in two columns."""
        rows = list(rows)
        widest = max((len(term) for term, _ in rows), default=0)
        column = self.current_indent + min(widest, col_max) + col_spacing
        for term, meaning in rows:
            # What click adds to the help of an option, such as a range, comes after two blanks.
            help_, gap, extra = meaning.partition("  [")
            lines = wrap(tr(help_) + gap + extra, self.width, " " * column)
            head = " " * self.current_indent + term
            if lines and len(head) <= column - col_spacing:
                lines[0] = head.ljust(column) + lines[0].lstrip()
            else:
                lines.insert(0, head)
            self.write("\n".join(lines) + "\n")


class Context(click.Context):
    """A context whose help is written by our formatter."""

    formatter_class = HelpFormatter


class Paragraph(NamedTuple):
    """A part of a help text: one long line, or lines that are kept as they are."""

    lines: list[str]
    kept: bool


def paragraphs(text: str) -> Iterator[Paragraph]:
    """Part a help text as click does: at empty lines; what begins with backspace is kept."""
    for block in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        lines = block.strip("\n").split("\n")
        if lines[0].strip() == "\b":
            yield Paragraph(lines[1:], True)
        else:
            yield Paragraph([" ".join(block.split())], False)


def summary(command: click.Command) -> str:
    """Return the first sentence of a command's help."""
    first = next(paragraphs(command.help or "")).lines[0]
    return re.split(r"\.\s|。", tr(first))[0].rstrip(".")


def complain(err: click.ClickException) -> None:
    """Say on standard error what was wrong with a command."""
    if isinstance(err, NoArgsIsHelpError):
        click.echo(err.format_message(), err=True)
        return
    if isinstance(err, click.UsageError) and err.ctx is not None:
        click.echo(err.ctx.get_usage(), err=True)
        help_ = tr("Try '{command} --help' for help.", command=err.ctx.command_path)
        click.echo(f"{help_}\n", err=True)
    click.echo(tr("Error: {message}", message=retell(err.format_message())), err=True)


def wrap(text: str, width: int, indent: str) -> list[str]:
    """Break a text into lines no wider than `width` columns, each with an indent."""
    from rich.cells import cell_len

    lines: list[str] = []
    line = indent
    for piece in _PIECE.findall(text):
        if line.strip() and cell_len(line + piece) > width:
            lines.append(line.rstrip())
            line = indent
        if piece.strip() or line.strip():
            line += piece if piece.strip() else " "
    return [*lines, line.rstrip()] if line.strip() else lines
