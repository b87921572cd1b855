"""A small program as a user writes it, for `mypy --strict`; test_docstrings.py runs it too."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import numpy as np
import numpy.typing as npt

import fiftyk as fk
from fiftyk import bots, bulk


class Quick:
    """A bot that sheds as many cards as it can."""

    def choose(self, view: fk.View) -> fk.Decision:
        """Return a decision for the seat of the view."""
        if view.phase != "play" or view.last is not None:
            return view.legal[0]
        moves = [move for move in view.legal if isinstance(move, fk.Move)]
        return max(moves, key=lambda move: len(move.codes))


def positions(name: str, seeds: range) -> Iterator[fk.Position]:
    """Yield deals."""
    rules = fk.rules(name)
    for seed in seeds:
        yield rules.deal(seed)


def moves_of(position: fk.Position) -> list[str]:
    """Return the legal moves as text, and leave the position as it was."""
    legal = position.legal_moves()
    assert_type(legal, fk.MoveList)
    assert_type(legal[0], fk.Move)
    assert_type(legal[1:], list[fk.Move])
    for move in legal:
        position.push(move)
        assert_type(position.pop(), fk.Move)
    return [str(move) for move in legal if move.kind in fk.KINDS]


def solved(line: str) -> int | None:
    """Return the value of an ending, or `None`."""
    solution = fk.solve(fk.Position.parse(line), all_moves=True, seconds=5.0)
    assert_type(solution.moves, dict[fk.Move, int | fk.Bounds])
    assert_type(solution.best, tuple[fk.Move, ...])
    return solution.value


def stakes(seed: int) -> tuple[float, ...]:
    """Play a hand of laizi to its end."""
    players: list[bots.Bot] = [Quick(), bots.bot("greedy"), Quick(), bots.bot("random", seed)]
    hand = fk.Hand.deal(fk.rules("laizi"), seed)
    assert_type(hand.result, fk.Result | None)
    result = bots.finish(hand, players)
    assert_type(result.outcome, fk.Outcome | None)
    return result.payoff


def winnings(seed: int) -> tuple[Fraction, ...]:
    """Play a match of classic3."""
    match = fk.Match(fk.rules("classic3"), seed)
    while not match.is_over:
        hand = match.deal()
        bots.finish(hand, [Quick() for _ in range(3)])
        match.add(hand)
    assert match.result is not None
    return match.result.payoff


def counted(hands: list[str]) -> npt.NDArray[np.uint64]:
    """Count the moves of many hands."""
    rules = fk.rules("flush1", straight_flush="beats_straights", two_low_straight=False)
    return bulk.count_moves(rules, bulk.pack_hands(rules, hands), last=rules.move("3d"))


def told(text: str) -> str:
    """Read a position, and say what is wrong with it."""
    try:
        position = fk.Position.parse(text)
    except fk.CardError as error:
        return f"{error.column}: {error.expected}"
    except fk.PositionError as error:
        return str(fk.Fault.TURN in error.faults)
    return fk.draw.svg(position, lang="zh")


def main(folder: Path) -> None:
    """Do all of it."""
    assert len(moves_of(next(positions("classic4", range(3))))) == fk.perft(
        next(positions("classic4", range(1))), 1
    )
    assert solved("classic4 5s/Ts/2s/Ks 0") == 65
    assert sum(stakes(3)) == 0
    assert len(winnings(1)) == 3
    assert counted(["3s4s5s6s7s", "2s2h"]).tolist() == [5, 2]
    assert told("classic4 3x/4s/5s/6s").startswith("11: ")
    (folder / "position.svg").write_text(told("classic4 3s/4s/5s/6s"), encoding="utf-8")
    found = fk.playouts(next(positions("wuhan", range(1))), 10, weights={"bomb": 2.0})
    assert_type(found.payoffs, npt.NDArray[np.float64])
    assert [s.exact for s in fk.solve_many([fk.Position.parse("classic4 5s/Ts/2s/Ks 0")])] == [True]
