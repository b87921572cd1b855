"""`fiftyk puzzle`: sets an endgame and judges the answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import fiftyk as fk
from fiftyk import puzzles
from fiftyk.dealing import generator_of
from fiftyk.lang import listed, tr
from fiftyk.lang.words import meaning_words, objective_words, value_words

from ._entry import HELP, QUIT, read_decision
from ._files import file_option, write_file
from ._output import (
    FAILED,
    error_object,
    examples,
    json_flag,
    move_object,
    tables,
    told,
    write,
    write_json,
)
from ._picture import by_kind, kind_table, line_table, picture
from ._rules import complete_rules
from ._screen import read_line
from ._seeds import SEEDS, seed_option
from .solve import solution_object, value_table

if TYPE_CHECKING:
    from rich.console import RenderableType

# The exit status where an answer is not legal, or no move.
_NO_ANSWER = 2
_PLAYS_OF_A_KIND = 100
_SOLUTION = {"s", "solution", "答案"}
_THEME = {"t", "theme", "提示"}


def theme_option(help_: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --theme, which may be given several times, with a help of its own."""
    return click.option(
        "--theme",
        "themes",
        type=click.Choice(list(puzzles.THEMES)),
        multiple=True,
        metavar="THEME",
        help=help_,
    )


def _read_file(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> Sequence[puzzles.Puzzle]:
    """Read the puzzles of a file, by default of the library."""
    if value is None:
        return puzzles.library()
    try:
        return puzzles.from_toml(Path(value).read_text(encoding="utf-8-sig"))
    except OSError as err:
        raise click.UsageError(f"{value}: {err.strerror}") from None
    except UnicodeDecodeError as err:
        raise click.UsageError(f"{value}: byte {err.start + 1} is not UTF-8") from None
    except fk.FiftykError as err:
        raise click.UsageError(f"{value}: {err}") from None


def _complete_id(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Name the puzzles of the library that begin with a word."""
    return [each.id for each in puzzles.library() if each.id.startswith(word)]


@click.command(
    epilog=examples(
        "fiftyk puzzle",
        "fiftyk puzzle --rules classic3 --theme duck",
        "fiftyk puzzle 3 --solution",
        "fiftyk puzzle classic4-08 --answer Kd",
        "fiftyk puzzle --list",
    )
)
@click.argument("wanted", metavar="[NUMBER|ID]", required=False, shell_complete=_complete_id)
@click.option(
    "--rules",
    shell_complete=complete_rules,
    metavar="RULES",
    help="Only puzzles of this rule set.",
)
@theme_option(
    "Only puzzles with this theme, of those that --themes lists; may be given several times."
)
@seed_option("Which puzzle is drawn where none is named.")
@click.option(
    "--from",
    "pool",
    type=click.Path(exists=True, dir_okay=False),
    callback=_read_file,
    metavar="FILE",
    help="Puzzles of a file, such as compose writes, instead of those that come along.",
)
@click.option("--answer", metavar="MOVE", help="Judge this move and ask nothing.")
@click.option("--solution", "solved", is_flag=True, help="Show the solution and ask nothing.")
@click.option(
    "--list", "as_list", is_flag=True, help="List the puzzles, each with its chief theme."
)
@click.option(
    "--themes", "as_themes", is_flag=True, help="List the themes, with what their names mean."
)
@click.option(
    "--positions", is_flag=True, help="Write the puzzles as positions for the other commands."
)
@file_option("--svg", "Also draw the puzzle, as an SVG image; - for standard output.")
@json_flag("Write a JSON object for each puzzle or answer.")
def puzzle(
    wanted: str | None,
    rules: str | None,
    themes: tuple[str, ...],
    seed: int | None,
    pool: Sequence[puzzles.Puzzle],
    answer: str | None,
    solved: bool,
    as_list: bool,
    as_themes: bool,
    positions: bool,
    svg: str | None,
    as_json: bool,
) -> int:
    """Set an endgame in which one move is best, and judge the answer.

    A puzzle is named by its number in the list or by its id; otherwise one is drawn. You see all
    hands and type your move, such as 8c or pair:44, or - to pass; ? shows what is legal, t the
    theme, s the solution, q leaves. A wrong answer is refuted, and you may try again.

    With --answer the exit status is 0 if the answer is right, 1 if it is wrong, 2 if it is not
    legal.
    """
    if sum((answer is not None, solved, as_list, as_themes, positions)) > 1:
        raise click.UsageError("only one of --answer, --solution, --list, --themes and --positions")
    if svg == "-" and as_json:
        raise click.UsageError("only one of --svg and --json can have standard output")
    if as_themes:
        _write_themes(as_json)
        return 0
    try:
        found = puzzles.choose(pool, rules, themes)
    except fk.FiftykError as err:
        raise click.UsageError(str(err)) from None
    if as_list or positions:
        if wanted is not None or svg is not None:
            raise click.UsageError("--list and --positions are of all puzzles")
        _write_all(found, positions, as_json)
        return 0
    chosen = _chosen(found, wanted, seed)
    number = found.index(chosen) + 1
    if svg:
        solution = _solve(chosen) if solved else None
        write_file(svg, fk.draw.svg(solution or chosen.position))
        if svg == "-":
            return 0
    if answer is not None:
        return _judge(chosen, answer, as_json)
    if as_json:
        write_json(_solved_object(chosen) if solved else _task_object(chosen))
    elif solved:
        write(_show_task(chosen, number))
        write(_show_solution(chosen))
    else:
        write(_show_task(chosen, number))
        _ask(chosen)
    return 0


def _chosen(
    found: Sequence[puzzles.Puzzle], wanted: str | None, seed: int | None
) -> puzzles.Puzzle:
    if not found:
        raise click.UsageError("there is no such puzzle; fiftyk puzzle --list shows all")
    if wanted is None:
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        return found[generator_of(seed).below(len(found))]
    if wanted.isascii() and wanted.isdecimal():
        if not 1 <= int(wanted[:9]) <= len(found):
            raise click.UsageError(
                f"there is no puzzle {wanted[:9]}: they go from 1 to {len(found)}"
            )
        return found[int(wanted[:9]) - 1]
    for each in found:
        if each.id == wanted:
            return each
    raise click.UsageError(f"there is no puzzle {wanted[:60]!r}; fiftyk puzzle --list shows all")


# ---- lists


def _write_themes(as_json: bool) -> None:
    if as_json:
        for theme in puzzles.THEMES.values():
            write_json({"theme": theme.name, "title": theme.title, "meaning": theme.meaning})
        return
    columns = [("theme", "left"), ("title", "left"), ("meaning", "left")]
    rows = [[each.name, tr(each.title), tr(each.meaning)] for each in puzzles.THEMES.values()]
    write(tables(columns, rows))


def _write_all(found: Sequence[puzzles.Puzzle], positions: bool, as_json: bool) -> None:
    if as_json:
        for number, each in enumerate(found, 1):
            write_json({"number": number, **_task_object(each), "themes": list(each.themes)})
    elif positions:
        click.echo(puzzles.to_positions(found), nl=False)
    else:
        columns = [
            ("n", "right"), ("puzzle", "left"), ("objective", "left"), ("cards left", "right"),
            ("theme", "left"),
        ]  # fmt: skip
        rows = [
            [
                str(number),
                each.id,
                objective_words(each.objective),
                str(sum(len(hand.split()) for hand in each.position.hands)),
                tr(puzzles.THEMES[each.themes[0]].title) if each.themes else "",
            ]
            for number, each in enumerate(found, 1)
        ]
        write(tables(columns, rows))


# ---- one puzzle


def _task_object(each: puzzles.Puzzle) -> dict[str, Any]:
    pos = each.position
    return {
        "id": each.id,
        "rules": str(pos.rules),
        "position": each.text,
        "objective": each.objective,
        "seat": pos.turn,
        "value": each.value,
        "legal": [str(move) for move in pos.legal_moves()],
    }


def _solved_object(each: puzzles.Puzzle) -> dict[str, Any]:
    return {**puzzles.to_dict(each), "solution": solution_object(_solve(each))}


def _solve(each: puzzles.Puzzle) -> fk.Solution:
    return fk.solve(each.position, each.objective, all_moves=True)


def _show_task(each: puzzles.Puzzle, number: int) -> Iterator[RenderableType]:
    pos = each.position
    yield tr("puzzle {number}, {id}", number=number, id=each.id)
    yield from picture(pos)
    value = value_words(each.value)
    yield tr("Which one move of seat {seat} is worth {value}?", seat=pos.turn, value=value)
    yield tr("{objective}: {meaning}", objective=objective_words(each.objective),
             meaning=meaning_words(each.objective))  # fmt: skip


def _show_solution(each: puzzles.Puzzle) -> Iterator[RenderableType]:
    themes = listed(tr(puzzles.THEMES[theme].title) for theme in each.themes)
    yield f"{each.told('title')} ({themes})".lstrip()
    yield from value_table(each.position, _solve(each))
    yield tr("best line:")
    pos = each.position
    yield from line_table(pos, [pos.rules.move(move) for move in each.line])
    if comment := each.told("comment"):
        yield comment


def _ask(each: puzzles.Puzzle) -> None:
    """Ask for a move until it is right or the player has enough."""
    click.echo(tr("your move: ? shows what is legal, t the theme, s the solution, q leaves"))
    while True:
        try:
            line = read_line("> ").strip()
        except EOFError:
            click.echo()
            return
        word = line.lower()
        if word in QUIT:
            return
        if word in _SOLUTION:
            write(_show_solution(each))
            return
        if word in _THEME:
            for name in each.themes:
                theme = puzzles.THEMES[name]
                click.echo(
                    tr("{title}: {meaning}", title=tr(theme.title), meaning=tr(theme.meaning))
                )
        elif word in HELP or word in ("?", "？"):
            kinds = by_kind(each.position.legal_moves())
            write(kind_table(each.position.rules, kinds, _PLAYS_OF_A_KIND))
        elif line:
            try:
                verdict = _verdict(each, line)
            except fk.FiftykError as err:
                click.echo(told(err))
                continue
            write(_show_verdict(each, verdict))
            if verdict.right:
                write(_show_solution(each))
                return


def _verdict(each: puzzles.Puzzle, text: str) -> puzzles.Verdict:
    pos = each.position
    assert pos.turn is not None
    view = fk.Hand.from_position(pos).view(pos.turn)
    return puzzles.judge(each, read_decision(view, text))


def _judge(each: puzzles.Puzzle, answer: str, as_json: bool) -> int:
    """Judge an answer, or tell why it is none, and return the exit status."""
    try:
        verdict = _verdict(each, answer)
    except fk.FiftykError as err:
        if as_json:
            write_json({"id": each.id, "position": each.text, "error": error_object(err)})
        else:
            click.echo(told(err), err=True)
        return _NO_ANSWER
    if as_json:
        write_json(
            {
                "id": each.id,
                "position": each.text,
                "right": verdict.right,
                "answer": move_object(verdict.answer),
                "value": verdict.value,
                "loss": verdict.loss,
                "line": [str(move) for move in verdict.line],
                "themes": list(each.themes),
            }
        )
    else:
        write(_show_verdict(each, verdict))
        if verdict.right:
            write(_show_solution(each))
    return 0 if verdict.right else FAILED


def _show_verdict(each: puzzles.Puzzle, verdict: puzzles.Verdict) -> Iterator[RenderableType]:
    if verdict.right:
        yield tr("Right: {move} is the move.", move=verdict.answer)
        return
    yield tr(
        "Wrong: after {move} it is {value}, {loss} less. The refutation:",
        move=verdict.answer,
        value=value_words(verdict.value),
        loss=value_words(verdict.loss),
    )
    yield from line_table(each.position, verdict.line)
