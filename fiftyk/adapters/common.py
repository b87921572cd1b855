"""What the adapters have in common: actions as indices, and rewards."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, NamedTuple

from ..errors import FiftykError, shown
from ..hand import Hand
from ..rules import RuleSet, rules
from ..settlement import Result
from ..view import Decision, Legal

MOST_ACTIONS: Final = {"flush2": 1 << 18, "laizi": 1 << 13, "wuhan": 1 << 13}
"""How many actions there are unless another number is given; in the games with one pack 1024.

Of 50,000 shuffled full hands on lead none had more than half of that."""


class Rewards(NamedTuple):
    """What the seats get at the end of a hand."""

    of: Callable[[Result], tuple[float, ...]]
    """Each seat's reward."""
    most: float
    """No reward is larger, and none is smaller than the negative of this."""


def _payoff(result: Result) -> tuple[float, ...]:
    return result.payoff


def _score(result: Result) -> tuple[float, ...]:
    return result.scores


def _margin(result: Result) -> tuple[float, ...]:
    even, odd = result.scores[0] + result.scores[2], result.scores[1] + result.scores[3]
    return even - odd, odd - even, even - odd, odd - even


def _win(result: Result) -> tuple[float, ...]:
    seats = range(len(result.scores))
    return tuple(0 if not result.winners else 2 * (s in result.winners) - 1 for s in seats)


def rewards(ruleset: RuleSet, name: str = "payoff") -> Rewards:
    """Return the rewards of a name.

    `"payoff"`: each seat's payoff (`RULES.md` section 7), in points, or in stakes in laizi and
    wuhan; `"win"`: 1 for a winner, -1 for a loser, 0 for all at 100 each in wuhan; where sides are
    fixed also `"margin"`: the score of the seat's side less the other side's; except in laizi and
    wuhan `"score"`: the seat's own. Raises `FiftykError` for another name.
    """
    points = 100 * ruleset.packs
    # Bonuses and what is left in hands included, of one seat and of a side; doubled.
    most = {"win": 1.0, "payoff": 2.0 * (points + 40)}
    # By name in the module, so that they can be pickled.
    table: dict[str, Callable[[Result], tuple[float, ...]]] = {"payoff": _payoff, "win": _win}
    if ruleset.sides == "called":
        # Three times 8 stakes; no bomb multiplies by more than 2 ** (1 / 3) for each of its cards,
        # of which there are 108: a pure 510K by 2 for 3 cards, a bomb of nine by 8 come up to that.
        most["payoff"] = 24.0 * 2**36
    else:
        table["score"] = _score
        most["score"] = points + 40
        if ruleset.sides == "fixed":
            table["margin"] = _margin
            most["margin"] = points + 60
    if not isinstance(name, str) or name not in table:
        known = ", ".join(table)
        raise FiftykError(f"{ruleset} has no reward {shown(name)}; it has {known}")
    return Rewards(table[name], most[name])


def ruleset_of(given: RuleSet | str) -> RuleSet:
    """Return a rule set that is given by itself or by its name."""
    return given if isinstance(given, RuleSet) else rules(given)


def most_actions(ruleset: RuleSet, given: int | None) -> int:
    """Return how many actions there are; raises `FiftykError` for a number below 1."""
    if given is None:
        return MOST_ACTIONS.get(ruleset.name, 1024)
    given = operator.index(given)
    if given < 1:
        raise FiftykError(f"max_actions must be 1 or more, not {given}")
    return given


def legal_of(hand: Hand, limit: int) -> Legal:
    """Return the legal decisions, whose indices are the actions.

    Raises `FiftykError` where there are more than `limit`.
    """
    legal = hand.legal
    if len(legal) > limit:
        raise FiftykError(
            f"seat {hand.turn} has {len(legal)} legal moves and there are {limit} actions: "
            f"max_actions must be larger"
        )
    return legal


def chosen(legal: Legal, action: object) -> Decision:
    """Return the decision that an action stands for.

    Raises `TypeError` for what is no whole number, `FiftykError` for what is no index.
    """
    if isinstance(action, bool):
        raise TypeError("an action is a whole number, not bool")
    try:
        index = operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        kind = type(action).__name__
        raise TypeError(f"an action is a whole number, not {kind}") from None
    if not 0 <= index < len(legal):
        raise FiftykError(f"action {shown(index)} is not legal: there are {len(legal)} moves")
    return legal[index]
