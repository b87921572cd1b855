"""A hand with hidden cards: dealt by chance, then played by the seats."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from ...cards import read_face, write_cards, write_face
from ...dealing import pack
from ...errors import FiftykError, IllegalMoveError
from ...hand import Hand
from ...observe import Numbers, history, history_room, room
from ...rules import RuleSet, seat_of
from ...view import Decision
from ..common import chosen, most_actions, rewards, ruleset_of
from .game import HandState, Listed, no_parameters, parameters_of, plain, type_of
from .resample import another_deal


def _type(tensor: bool) -> pyspiel.GameType:
    return type_of(
        "python_fiftyk",
        "Fiftyk (Wushi K, 510K)",
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        max_num_players=4,
        min_num_players=3,
        provides_information_state_tensor=tensor,
        provides_factored_observation_string=True,
        parameters={
            "rules": "classic4",
            "reward": "payoff",
            # 0: as many as common.MOST_ACTIONS says.
            "max_actions": 0,
            # Learners take the tensor of the information state wherever there is one, and it is
            # ten times as large as that of the observation.
            "information_state_tensor": False,
        },
    )


HIDDEN: Final = _type(tensor=False)

_CODES: Final = 80
"""Chance deals face codes, which are below this (`fiftyk.cards`)."""

_TRIES: Final = 1000
"""Deals to draw before one must agree with what was seen; the first nearly always does."""

_OPENING: Final = 5
"""The most decisions before the play: a call, and four answers about an open solo."""


class HiddenGame(pyspiel.Game):
    """A hand from the deal to the settlement; the players are the seats.

    Parameters: `rules`, a rule set as text; `reward`, one of `common.rewards`; `max_actions`, the
    number of distinct actions, 0 for the usual one; `information_state_tensor`, whether there is
    one. Raises `FiftykError` for what there is not.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = parameters_of(HIDDEN, params)
        self.rules: RuleSet = ruleset_of(plain(params["rules"]))
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
        self.tensor = bool(params["information_state_tensor"])
        super().__init__(_type(self.tensor), info, params)

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
        return HiddenObserver(self, iig_obs_type, params)


class HiddenState(HandState):
    """A hand with hidden cards: dealt card by card round the table, then played.

    Chance deals face codes; in laizi and wuhan it then draws the caller. A laizi caller with
    nothing to call has all dealt again (reading R-14).
    """

    def __init__(self, game: HiddenGame) -> None:
        super().__init__(game)
        self._limit = game.max_actions
        self._listed = Listed()
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
    """What a seat sees, as text and as numbers: the observation, or all that it has ever seen.

    With perfect recall the numbers are the observation and the history (`fiftyk.observe`).
    """

    def __init__(
        self,
        game: HiddenGame,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, Any] | None,
    ) -> None:
        no_parameters(params)
        self._type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = self._type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._numbers: dict[str, Numbers] = {}
        if self._type.public_info and single and (game.tensor or not self._type.perfect_recall):
            self._numbers["observation"] = room(game.rules)
            if self._type.perfect_recall:
                self._numbers["history"] = history_room(game.rules)
        sizes = [numbers.size for numbers in self._numbers.values()]
        self.tensor = np.zeros(sum(sizes), np.float32) if sizes else None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self.tensor is not None:
            parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
            for (name, numbers), part in zip(self._numbers.items(), parts, strict=True):
                self.dict[name] = part.reshape(numbers.shape)

    def set_from(self, state: HiddenState, player: int) -> None:
        """Put what a player sees into `tensor`; zeros while cards are dealt."""
        if self.tensor is None:
            return
        if state._hand is None:
            self.tensor.fill(0)
            return
        state._hand.observe(player, self._numbers["observation"])
        if "history" in self._numbers:
            history(state._hand.view(player), self._numbers["history"])
        for name, numbers in self._numbers.items():
            self.dict[name][:] = numbers

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
