"""What the two games have in common: their types and parameters, and a hand that is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pyspiel

from ...errors import FiftykError
from ...hand import Hand
from ...view import Decision, Legal
from ..common import chosen, legal_of


def type_of(
    short_name: str, long_name: str, *, parameters: dict[str, Any], **fields: Any
) -> pyspiel.GameType:
    """Return the type of a game: what it says of itself, and what both say."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        provides_information_state_string=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
        **fields,
    )


def escaped(text: str) -> str:
    """Return a rule set or a position as it may stand in the string of a game.

    There `,` parts parameters and `=` their values: `;` stands for the one, and between brackets
    `:` for the other. A game takes its parameters either way.

    >>> escaped("flush1[straight_flush=beats_straights]")
    'flush1[straight_flush:beats_straights]'
    """
    return text.replace(",", ";").replace("=", ":")


def plain(text: str) -> str:
    """Undo `escaped`."""
    text = re.sub(r"\[.*?\]", lambda options: options[0].replace(":", "="), text)
    return text.replace(";", ",")


def parameters_of(game_type: pyspiel.GameType, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return all parameters, as they may stand in the string of the game."""
    found = game_type.parameter_specification | dict(given or {})
    return {key: escaped(v) if isinstance(v, str) else v for key, v in found.items()}


def no_parameters(params: Mapping[str, Any] | None) -> None:
    """Raise `FiftykError` where an observer is asked for with parameters: it has none."""
    if params:
        raise FiftykError(f"there are no parameters of observations, and {params} was given")


class Listed:
    """The legal decisions of a state, once they are listed; a copy begins without."""

    legal: Legal | None = None

    def __deepcopy__(self, memo: object) -> Listed:
        return Listed()

    def __reduce__(self) -> tuple[type[Listed], tuple[()]]:
        return Listed, ()


class HandState(pyspiel.State):
    """A hand in play; actions are indices."""

    _hand: Hand | None
    _limit: int
    _listed: Listed

    def _play(self) -> Hand:
        assert self._hand is not None
        return self._hand

    def _legal(self) -> Legal:
        if self._listed.legal is None:
            self._listed.legal = legal_of(self._play(), self._limit)
        return self._listed.legal

    def _make(self, decision: Decision) -> None:
        self._play().apply(decision)
        self._listed.legal = None

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._legal())))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(chosen(self._legal(), action))

    def is_terminal(self) -> bool:
        """Tell whether the hand is over."""
        return self._hand is not None and self._hand.turn is None

    def __str__(self) -> str:
        hand = self._play()
        made = " ".join(f"{seat}:{decision}" for seat, decision in hand.decisions)
        return f"{'/'.join(hand.hands)} {hand.phase} {hand.turn} {made}".rstrip()
