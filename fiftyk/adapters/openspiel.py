"""fiftyk as games of OpenSpiel; importing this module registers them.

- `python_fiftyk(rules=…)`: a hand with hidden cards, dealt by chance, one card at a time.
- `python_fiftyk_open(pos=…)`: the play from a position on, all hands seen, for two players: the
  side that is asked about, and the others. It is what `fk.solve` solves.

docs/adapters.md says more.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"{error}: pip install 'fiftyk[openspiel]'", name=error.name) from error

from .._core import Position
from ..cards import read_face, write_cards, write_face
from ..dealing import pack
from ..errors import FiftykError, IllegalMoveError
from ..hand import Hand
from ..notation import parse
from ..observe import room
from ..rules import RuleSet, seat_of
from ..view import Decision, Legal
from .common import chosen, legal_of, most_actions, rewards, ruleset_of
from .objectives import Objective
from .resample import another_deal

_HIDDEN: Final = pyspiel.GameType(
    short_name="python_fiftyk",
    long_name="Fiftyk (Wushi K, 510K)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    # max_actions: 0 is as many as common.MOST_ACTIONS says.
    parameter_specification={"rules": "classic4", "reward": "payoff", "max_actions": 0},
)

_OPEN: Final = pyspiel.GameType(
    short_name="python_fiftyk_open",
    long_name="Fiftyk (Wushi K, 510K), all hands seen",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    # objective: "" is what fk.solve asks by default; seat: -1 is the seat on turn.
    parameter_specification={
        "pos": "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0;0;25;0",
        "objective": "",
        "seat": -1,
        "max_actions": 0,
    },
)

_CODES: Final = 80
"""Chance deals face codes, which are below this (`fiftyk.cards`)."""

_TRIES: Final = 1000
"""Deals to draw before one must agree with what was seen; the first nearly always does."""

_OPENING: Final = 5
"""The most decisions before the play: a call, and four answers about an open solo."""


def escaped(text: str) -> str:
    """Return a rule set or a position as it may stand in the string of a game.

    There `,` parts parameters and `=` their values: `;` stands for the one, and between brackets
    `:` for the other. A game takes its parameters either way.

    >>> escaped("flush1[straight_flush=beats_straights]")
    'flush1[straight_flush:beats_straights]'
    """
    return text.replace(",", ";").replace("=", ":")


def _plain(text: str) -> str:
    """Undo `escaped`."""
    text = re.sub(r"\[.*?\]", lambda options: options[0].replace(":", "="), text)
    return text.replace(";", ",")


def _parameters(game_type: pyspiel.GameType, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return all parameters, as they may stand in the string of the game."""
    found = game_type.parameter_specification | dict(given or {})
    return {key: escaped(v) if isinstance(v, str) else v for key, v in found.items()}


class HiddenGame(pyspiel.Game):
    """A hand from the deal to the settlement; the players are the seats.

    Parameters: `rules`, a rule set as text; `reward`, one of `common.rewards`; `max_actions`, the
    number of distinct actions, 0 for the usual one. Raises `FiftykError` for what there is not.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = _parameters(_HIDDEN, params)
        self.rules: RuleSet = ruleset_of(_plain(params["rules"]))
        self.rewards = rewards(self.rules, params["reward"])
        self.max_actions = most_actions(self.rules, params["max_actions"] or None)
        self.copies = dict(sorted(Counter(pack(self.rules)).items()))
        self.cards = sum(self.rules.hand_sizes)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.max_actions,
            max_chance_outcomes=_CODES,
            num_players=self.rules.seats,
            min_utility=-self.rewards.most,
            max_utility=self.rewards.most,
            # Each play may be followed by passes of all other seats.
            max_game_length=_OPENING + self.cards * self.rules.seats,
        )
        super().__init__(_HIDDEN, info, params)

    def new_initial_state(self) -> HiddenState:
        """Return the state before the deal."""
        return HiddenState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes there are: one a card, and in laizi and wuhan the caller."""
        return self.cards + 1

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> HiddenObserver:
        """Return what observes a state."""
        return HiddenObserver(self.rules, iig_obs_type, params)


class _Listed:
    """The legal decisions of a state, once they are listed; a copy begins without."""

    legal: Legal | None = None

    def __deepcopy__(self, memo: object) -> _Listed:
        return _Listed()

    def __reduce__(self) -> tuple[type[_Listed], tuple[()]]:
        return _Listed, ()


class _State(pyspiel.State):
    """What the two games have in common: a hand in play, actions as indices."""

    _hand: Hand | None
    _limit: int
    _listed: _Listed

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


class HiddenState(_State):
    """A hand with hidden cards: dealt card by card round the table, then played.

    Chance deals face codes; in laizi and wuhan it then draws the caller. A laizi caller with
    nothing to call has all dealt again (reading R-14).
    """

    def __init__(self, game: HiddenGame) -> None:
        super().__init__(game)
        self._limit = game.max_actions
        self._listed = _Listed()
        # Bytes are cheap to copy, and a state is copied often.
        self._dealt = b""
        self._hand = None
        self._forced: Decision | None = None

    @property
    def hand(self) -> Hand | None:
        """The hand, a copy; `None` while it is dealt."""
        return self._hand and self._hand.copy()

    def current_player(self) -> int:
        """Return the seat on turn, or chance while cards are dealt."""
        if self._hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self._hand.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, or who may be the caller."""
        game = self.get_game()
        cards = game.cards - len(self._dealt)
        if not cards:
            seats: int = game.rules.seats
            return [(seat, 1 / seats) for seat in range(seats)]
        gone = self._dealt.count
        left = [(code, copies - gone(code)) for code, copies in game.copies.items()]
        return [(code, n / cards) for code, n in left if n]

    def _apply_action(self, action: int) -> None:
        if self._hand is None:
            self._deal(action)
        else:
            self._make(self._forced or chosen(self._legal(), action))

    def _deal(self, outcome: int) -> None:
        game = self.get_game()
        rules = game.rules
        if len(self._dealt) < game.cards:
            copies = game.copies.get(outcome)
            if copies is None or self._dealt.count(outcome) >= copies:
                raise FiftykError(f"chance cannot deal {outcome}: no such face code is left")
            self._dealt += bytes([outcome])
            if len(self._dealt) < game.cards or not rules.first_lead:
                return
            lead = self._dealt.index(read_face(rules.first_lead)) % rules.seats
        else:
            lead = seat_of(rules, outcome)
            if not any(map(rules.may_call, self._dealt[lead :: rules.seats])):
                self._dealt = b""
                return
        hands = [list(self._dealt[seat :: rules.seats]) for seat in range(rules.seats)]
        self._hand = Hand(rules, hands, lead=lead)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return super()._action_to_string(player, action)
        if len(self._dealt) == self.get_game().cards:
            return f"caller {action}"
        return write_face(action)

    def returns(self) -> list[float]:
        """Return each seat's reward; 0 until the hand is over."""
        game = self.get_game()
        result = self._hand and self._hand.result
        if not result:
            return [0.0] * game.rules.seats
        return [float(reward) for reward in game.rewards.of(result)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> HiddenState:
        """Return a state that a player cannot tell from this one, with other hidden cards.

        All plays are those that were seen; the actions in its history lead to plays of the same
        classes, in which other suits may have been put down. The sampler gives numbers from 0 to 1.
        """
        if self._hand is None:
            raise FiftykError("nothing can be drawn again while cards are dealt")
        view = self._hand.view(player_id)
        random = Random(probability_sampler())
        for _ in range(_TRIES):
            dealt = another_deal(view, random)
            state: HiddenState = self.get_game().new_initial_state()
            if state._follow(self._hand, dealt) and state._play().view(player_id) == view:
                return state
        raise FiftykError("no deal was found that agrees with what was seen")

    def _follow(self, hand: Hand, dealt: list[list[int]]) -> bool:
        """Deal these hands and make the decisions of a hand; tell whether that could be done."""
        rules = hand.rules
        first = read_face(rules.first_lead) if rules.first_lead else None
        for seat, cards in enumerate(dealt):
            # Of two equal cards that give the lead, the first is where it was.
            cards.sort(key=lambda code: (code != first) == (seat == hand.lead))
        for place in range(len(dealt[0])):
            for cards in dealt:
                if place < len(cards):
                    self.apply_action(cards[place])
        if not rules.first_lead:
            self.apply_action(hand.lead)
        try:
            for seat, decision in hand.decisions:
                if self._play().turn != seat:
                    return False
                self._forced = decision
                self.apply_action(self._legal().index(decision))
                self._forced = None
        except (IllegalMoveError, ValueError):
            return False
        return True

    def __str__(self) -> str:
        if self._hand is not None:
            return super().__str__()
        return f"dealt: {' '.join(map(write_face, self._dealt))}".rstrip()


class HiddenObserver:
    """What a seat sees: as text of all kinds, and as numbers the observation (`fiftyk.observe`)."""

    def __init__(
        self,
        rules: RuleSet,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, Any] | None,
    ) -> None:
        if params:
            raise FiftykError(f"there are no parameters of observations, and {params} was given")
        self._type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = self._type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._type.public_info and single and not self._type.perfect_recall:
            self._numbers = room(rules)
            self.tensor = np.zeros(len(self._numbers), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: HiddenState, player: int) -> None:
        """Put what a player sees into `tensor`; zeros while cards are dealt."""
        if self.tensor is None:
            return
        if state._hand is None:
            self.tensor.fill(0)
            return
        state._hand.observe(player, self._numbers)
        self.tensor[:] = self._numbers

    def string_from(self, state: HiddenState, player: int) -> str:
        """Return what a player sees as text: with perfect recall all that it has ever seen."""
        hand = state._hand
        if hand is None:
            seats = state.get_game().rules.seats
            cards = [write_cards(state._dealt[seat::seats]) for seat in range(seats)]
        else:
            cards = list(hand.dealt if self._type.perfect_recall else hand.hands)
        said: dict[str, Any] = {}
        if self._type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            said |= {"seat": player, "hand": cards[player]}
        elif self._type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            said["hands"] = cards
        if self._type.public_info and hand is None:
            said["dealt"] = len(state._dealt)
        elif self._type.public_info and hand is not None and self._type.perfect_recall:
            said["lead"] = hand.lead
            said["decisions"] = " ".join(f"{seat}:{made}" for seat, made in hand.decisions)
        elif self._type.public_info and hand is not None:
            said |= _public(hand, player if "seat" in said else None)
        return json.dumps(said)


_PUBLIC: Final = (
    "phase", "turn", "lead", "counts", "caller", "face", "known", "open", "answers", "last",
    "table", "captured", "out", "multiplier",
)  # fmt: skip


def _public(hand: Hand, seat: int | None) -> dict[str, Any]:
    """Return what all may know of a hand, and of the sides what one seat knows."""
    data = hand.view(seat or 0).to_dict()
    facts = {key: data[key] for key in _PUBLIC}
    if seat is not None or data["known"]:
        facts |= {"partner": data["partner"], "soloist": data["soloist"]}
    return facts


class OpenGame(pyspiel.Game):
    """The play from a position on, all hands seen; player 0 is the side that is asked about.

    Parameters: `pos`, a position on one line; `objective` and `seat`, as `fk.solve` has them, ""
    and -1 for what it takes by default; `max_actions`. Utilities are the value for that side and
    its negative. Raises `FiftykError` for what there is not.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = _parameters(_OPEN, params)
        self.position: Position = parse(_plain(params["pos"]))
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
        super().__init__(_OPEN, info, params)

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


class OpenState(_State):
    """A position of the play, with the moves that led to it."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__(game)
        self._limit = game.max_actions
        self._listed = _Listed()
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
        if params:
            raise FiftykError(f"there are no parameters of observations, and {params} was given")
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


pyspiel.register_game(_HIDDEN, HiddenGame)
pyspiel.register_game(_OPEN, OpenGame)
