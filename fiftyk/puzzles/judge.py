"""What an answer to a puzzle is worth, and whether a puzzle is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .._core import Move
from ..errors import FiftykError
from ..solution import Solution
from ..solve import solve
from .puzzle import Puzzle
from .study import Study
from .themes import THEMES


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth."""

    right: bool
    """Whether it is the key, or of its class."""
    answer: Move
    """The move that was judged, as it is made."""
    value: int
    """What the seat on turn still gets after the answer, against best play."""
    loss: int
    """By how much that is less than the value of the puzzle."""
    line: tuple[Move, ...]
    """How the hand goes on with best play: the answer, then, if it is wrong, its refutation."""
    solution: Solution
    """The position after the answer, solved for the seat that gave it."""


def judge(puzzle: Puzzle, answer: Move | str) -> Verdict:
    """Judge an answer: any legal move, or its text.

    Raises `IllegalMoveError` and `CardError` as `Position.push` does.
    """
    position = puzzle.position
    seat = position.turn
    position.push(answer)
    made = position.pop()
    position.push(made)
    after = solve(position, puzzle.objective, seat)
    loss = puzzle.value - after.lower
    # The key alone is best: what is as good is of its class.
    return Verdict(loss <= 0, made, after.lower, loss, (made, *after.line), after)


def verify(puzzle: Puzzle) -> list[str]:
    """Return all that is wrong with a puzzle, as sentences; nothing where it is sound.

    Looked at are the value, that the key alone is best, that each theme is there by its
    definition, and that the line is legal, best play throughout, and ends with the value.
    """
    return list(_faults(puzzle))


def _faults(puzzle: Puzzle) -> Iterator[str]:
    study = Study.of(puzzle.position, puzzle.objective)
    if study is None:
        yield "no move alone is best"
        return
    if study.solution.lower != puzzle.value:
        yield f"the value is {study.solution.lower}, not {puzzle.value}"
    if str(study.key) != puzzle.key:
        yield f"the best move is {study.key}, not {puzzle.key}"
    if not puzzle.themes:
        yield "no theme is named"
    for theme in puzzle.themes:
        if not THEMES[theme].found(study):
            yield f"it has no {theme}"
    if puzzle.line[:1] != (puzzle.key,):
        yield "the line does not begin with the key"
    yield from _faults_of_line(puzzle, study)


def _faults_of_line(puzzle: Puzzle, study: Study) -> Iterator[str]:
    walk = puzzle.position
    for move in puzzle.line:
        try:
            walk.push(move)
        except FiftykError as err:
            yield f"the line: {err}"
            return
        after = solve(walk, puzzle.objective, study.seat)
        if after.value != study.solution.value:
            yield f"the line: after {move} the value is {after.value}"
    if not (walk.is_over or (puzzle.objective == "first" and walk.out)):
        yield "the line ends before the hand"
