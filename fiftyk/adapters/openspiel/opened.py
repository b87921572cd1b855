"""The play from a position on, all hands seen, for two players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from ..._core import Position
from ...errors import FiftykError
from ...hand import Hand
from ...notation import parse
from ...observe import room
from ...rules import RuleSet
from ..common import chosen, most_actions
from .game import HandState, Listed, no_parameters, parameters_of, plain, type_of
from .objectives import Objective

OPEN: Final = type_of(
    "python_fiftyk_open",
    "Fiftyk (Wushi K, 510K), all hands seen",
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_tensor=False,
    provides_factored_observation_string=False,
    # objective: "" is what fk.solve asks by default; seat: -1 is the seat on turn.
    parameters={
        "pos": "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0;0;25;0",
        "objective": "",
        "seat": -1,
        "max_actions": 0,
    },
)


class OpenGame(pyspiel.Game):
    """The play from a position on, all hands seen; player 0 is the side that is asked about.

    Parameters: `pos`, a position on one line; `objective` and `seat`, as `fk.solve` has them, ""
    and -1 for what it takes by default; `max_actions`. Utilities are the value for that side and
    its negative. Raises `FiftykError` for what there is not.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = parameters_of(OPEN, params)
        self.position: Position = parse(plain(params["pos"]))
        if self.position.is_over:
            raise FiftykError("the hand is over: there is nothing to play")
        seat = params["seat"]
        self.objective = Objective.of(
            self.position, params["objective"] or None, None if seat == -1 else seat
        )
        self.rules: RuleSet = self.position.rules
        self.max_actions = most_actions(self.rules, params["max_actions"] or None)
        cards = sum(len(hand.split()) for hand in self.position.hands)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.max_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-self.objective.most,
            max_utility=self.objective.most,
            utility_sum=0.0,
            max_game_length=(cards + 1) * self.rules.seats,
        )
        super().__init__(OPEN, info, params)

    def new_initial_state(self) -> OpenState:
        """Return the position that the game begins with."""
        return OpenState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> OpenObserver:
        """Return what observes a state."""
        return OpenObserver(self.rules, iig_obs_type, params)


class OpenState(HandState):
    """A position of the play, with the moves that led to it."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__(game)
        self._limit = game.max_actions
        self._listed = Listed()
        self._hand = Hand.from_position(game.position)

    @property
    def position(self) -> Position:
        """The position, a copy."""
        position = self._play().position
        assert position is not None
        return position

    def current_player(self) -> int:
        """Return 0 for the side that is asked about, 1 for the others."""
        turn = self._play().turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.get_game().objective.allied(turn) else 1

    def _apply_action(self, action: int) -> None:
        self._make(chosen(self._legal(), action))

    def returns(self) -> list[float]:
        """Return the value for the side that is asked about, and its negative."""
        result = self._play().result
        if not result:
            return [0.0, 0.0]
        value = float(self.get_game().objective.value(result))
        return [value, -value]

    def __str__(self) -> str:
        return str(self._play().position)


class OpenObserver:
    """All of a position: as text, and as numbers the observations of all seats in a row."""

    def __init__(
        self,
        rules: RuleSet,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, Any] | None,
    ) -> None:
        no_parameters(params)
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._recall = recall
        self._numbers = [room(rules) for _ in range(rules.seats)]
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not recall:
            self.tensor = np.zeros(sum(map(len, self._numbers)), np.float32)
            self.dict = {"observation": self.tensor.reshape(rules.seats, -1)}

    def set_from(self, state: OpenState, player: int) -> None:
        """Put what all seats see into `tensor`."""
        if self.tensor is not None:
            for seat, numbers in enumerate(self._numbers):
                state._play().observe(seat, numbers)
            np.concatenate(self._numbers, out=self.tensor, casting="unsafe")

    def string_from(self, state: OpenState, player: int) -> str:
        """Return the position; with perfect recall also the moves that led to it."""
        if not self._recall:
            return str(state)
        made = " ".join(str(move) for _, move in state._play().moves)
        return f"{state} after {made}" if made else str(state)
