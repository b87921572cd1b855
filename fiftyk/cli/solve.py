"""`fiftyk solve`: the exact value of a position."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

import fiftyk as fk
from fiftyk.lang import listed, tr
from fiftyk.lang.words import (
    answer_words,
    explanation_words,
    kind_words,
    value_words,
    work_words,
)

from ._cluster import ahead, connected, scheduler_option
from ._files import file_option, write_file
from ._input import Line
from ._input import positions as lines_of
from ._journal import Journal
from ._limits import OBJECTIVES_EPILOG, limit_options, objective_option, progress_on
from ._output import (
    LIMIT_RAN_OUT,
    Answer,
    answer_lines,
    answer_positions,
    examples,
    json_option,
    move_object,
    position_argument,
    tables,
    ticking,
)
from ._picture import line_table

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command(
    epilog=OBJECTIVES_EPILOG
    + "\n"
    + examples(
        'fiftyk solve "classic4 4c/6s6h/3c2c/3s 1"',
        'fiftyk solve "classic4 4c/6s6h/3c2c/3s 1" --html ending.html',
        'fiftyk solve "classic4 4c/6s6h/3c2c/3s 1" --at-least 50',
        'fiftyk solve "classic4 4c/6s6h/3c2c/3s 1" --explain 6s',
        "fiftyk solve endings.jsonl --objective win --seconds 10 --json",
        "fiftyk solve endings.jsonl --resume answers.jsonl",
    )
)
@position_argument
@objective_option
@click.option("--seat", type=int, metavar="N", help="Whose value it is; by default on turn.")
@click.option("--all/--best", "all_moves", default=None, help="Values of all moves, or only best.")
@click.option(
    "--at-least", type=int, metavar="N", help="Ask only whether the value is N or more: faster."
)
@click.option(
    "--model",
    type=click.Choice(["minimax", "selfish"]),
    default="minimax",
    help="How the others play: joined, or (classic3) each for its own score.",
)
@click.option("--explain", metavar="MOVE", help="Tell what a move costs, and how it is refuted.")
@limit_options
@file_option("--html", "Also write the solutions as one page of HTML; - for standard output.")
@file_option("--svg", "Also draw the solutions, as one SVG image; - for standard output.")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Add the answers as JSON to a file, but for those that it has from an earlier run.",
)
@scheduler_option
@json_option
def solve(
    positions: tuple[str, ...],
    objective: str | None,
    seat: int | None,
    all_moves: bool | None,
    at_least: int | None,
    model: Literal["minimax", "selfish"],
    explain: str | None,
    nodes: int | None,
    seconds: float | None,
    threads: int,
    memory: int | None,
    html: str | None,
    svg: str | None,
    resume: str | None,
    scheduler: str | None,
    as_json: bool,
) -> int:
    """Solve a POSITION: its exact value with all hands seen, the value of every move, a best line.

    With --at-least one question is asked, with --explain what a move costs.

    Where a limit runs out the value lies between the bounds told, and the exit status is 3.
    """
    only_file = "-" in (html, svg)
    if [html, svg, "-" if as_json else None].count("-") > 1:
        raise click.UsageError("only one of --html, --svg and --json can have standard output")
    if explain is not None:
        for name, given in {
            "--model": None if model == "minimax" else model,
            "--at-least": at_least,
            "--seat": seat,
            "--all": all_moves,
            "--html": html,
            "--svg": svg,
            "--resume": resume,
            "--scheduler": scheduler,
        }.items():
            if given is not None:
                raise click.UsageError(f"--explain does not go with {name}")
    if resume is not None and (html or svg or as_json):
        raise click.UsageError("--resume does not go with --html, --svg or --json")
    solutions: list[fk.Solution] = []
    question: dict[str, Any] = {
        "objective": objective,
        "seat": seat,
        "all_moves": at_least is None if all_moves is None else all_moves,
        "at_least": at_least,
        "model": model,
    }
    limits: dict[str, Any] = {
        "nodes": nodes,
        "seconds": seconds,
        "memory_mb": memory,
        "threads": threads,
    }

    def answer(pos: fk.Position, solution: fk.Solution) -> Answer:
        solutions.append(solution)
        show = list if only_file else partial(_show, pos, solution)
        return Answer(solution_object(solution), show, LIMIT_RAN_OUT if solution.cut else 0)

    def work(pos: fk.Position, line: int) -> Answer:
        with ticking(tr("line {line}", line=line)) as tick:
            looking = progress_on(tick)
            if explain is not None:
                told = fk.explain(pos, explain, objective, **limits, progress=looking)
                status = LIMIT_RAN_OUT if isinstance(told.cost, fk.Bounds) else 0
                return Answer(_told(told), partial(_show_explanation, told), status)
            solution = fk.solve(pos, **question, **limits, progress=looking)
        return answer(pos, solution)

    with contextlib.ExitStack() as stack:
        journal = None if resume is None else stack.enter_context(closing(Journal(resume)))
        if scheduler is None:
            status = answer_positions(positions, as_json, work, journal)
        else:
            found = ahead(
                stack.enter_context(connected(scheduler)),
                partial(fk.solve, **question, **limits),
                lines_of(positions),
                partial(_asked, journal),
            )
            answered = ((line, partial(_given, give, answer)) for line, give in found)
            status = answer_lines(answered, as_json, journal)
    if html and solutions:
        write_file(html, fk.draw.page(solutions))
    if svg and solutions:
        write_file(svg, fk.draw.svg(solutions))
    return status


def _asked(journal: Journal | None, line: Line) -> fk.Position | None:
    """Return the position of a line that has no answer yet."""
    if not isinstance(line.read, fk.Position):
        return None
    known = journal is not None and journal.has(line.file, line.number)
    return None if known else line.read


def _given(
    give: Callable[[], fk.Solution],
    answer: Callable[[fk.Position, fk.Solution], Answer],
    pos: fk.Position,
    line: int,
) -> Answer:
    """Answer for a position that was solved elsewhere."""
    return answer(pos, give())


def solution_object(solution: fk.Solution) -> dict[str, Any]:
    """Return a solution as JSON has it."""
    return {
        "objective": solution.objective,
        "seat": solution.seat,
        "value": solution.value,
        "exact": solution.exact,
        "lower": solution.lower,
        "upper": solution.upper,
        "status": solution.status,
        **({} if solution.model == "minimax" else {"scores": solution.scores}),
        **_question(solution),
        "choice": None if solution.choice is None else str(solution.choice),
        "best": [str(move) for move in solution.best_known],
        "best_line": [str(move) for move in solution.line],
        "moves": [
            {**move_object(move), **bounds_object(value)} for move, value in solution.moves.items()
        ],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _question(solution: fk.Solution) -> dict[str, Any]:
    if solution.at_least is None:
        return {}
    return {"at_least": solution.at_least, "answer": solution.answer}


def _told(told: fk.Explanation) -> dict[str, Any]:
    return {
        "objective": told.objective,
        "seat": told.seat,
        "move": move_object(told.move),
        "before": bounds_object(told.before),
        "after": bounds_object(told.after),
        "cost": bounds_object(told.cost),
        "best": None if told.best is None else str(told.best),
        "best_line": [str(move) for move in told.line],
        "nodes": told.nodes,
        "seconds": told.seconds,
    }


def bounds_object(value: float | fk.Bounds) -> dict[str, Any]:
    """Return a value, or the bounds of one, as JSON has it."""
    if isinstance(value, fk.Bounds):
        return {"value": None, "lower": value.lower, "upper": value.upper}
    return {"value": value}


def _show(pos: fk.Position, solution: fk.Solution) -> Iterator[RenderableType]:
    yield f"{answer_words(solution, pos.rules)} ({work_words(solution)})"
    if solution.moves:
        yield from value_table(pos, solution)
    elif solution.best_known:
        yield tr("best: {moves}", moves=listed(solution.best_known))
    if solution.line:
        yield tr("best line:") if solution.at_least is None else tr("a line that proves it:")
        yield from line_table(pos, solution.line)


def _show_explanation(told: fk.Explanation) -> Iterator[RenderableType]:
    yield f"{explanation_words(told)} ({work_words(told)})"
    if told.best is not None and told.cost != 0:
        yield tr("best: {moves}", moves=told.best)
    if told.line:
        yield tr("refutation:") if told.cost != 0 else tr("best line:")
        yield from line_table(told.position, (told.move, *told.line))


def value_table(pos: fk.Position, solution: fk.Solution) -> Iterator[RenderableType]:
    """Show all moves with their values, the best first and marked."""
    rows = [
        [
            "*" if move in solution.best_known else "",
            value_words(value),
            str(move),
            kind_words(pos.rules, move.kind),
        ]
        for move, value, _ in solution.by_loss()
    ]
    columns = [("", "left"), ("value", "right"), ("move", "left"), ("combination", "left")]
    yield from tables(columns, rows)
