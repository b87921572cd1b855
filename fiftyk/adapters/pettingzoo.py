"""fiftyk as an environment of PettingZoo: a hand from the deal to the settlement.

Importing this module registers `fiftyk/classic4_v0` and so on, one for each rule set:

    import fiftyk.adapters.pettingzoo
    import pettingzoo

    env = pettingzoo.make("aec", "fiftyk/laizi_v0", reward="win")

docs/adapters.md says more.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, register
except ImportError as error:
    raise ImportError(f"{error}: pip install 'fiftyk[pettingzoo]'", name=error.name) from error

from .._core import Position
from ..dealing import SplitMix64, generator_of
from ..errors import FiftykError, shown
from ..hand import Hand
from ..observe import observation_limits, room
from ..rules import RuleSet, rule_sets
from ..view import Legal, View
from .common import chosen, legal_of, most_actions, rewards, ruleset_of

Observation = dict[str, npt.NDArray[Any]]

VERSION: Final = 0
"""Of the environments; another number where the same actions no longer give the same results."""

_MODES: Final = ("ansi", "human")
_AFTER_RESET: Final = {
    "agents",
    "agent_selection",
    "num_agents",
    "rewards",
    "terminations",
    "truncations",
    "infos",
}


class raw_env(AECEnv[str, Observation, int]):
    """A hand of a rule set; the agents `player_0` … are its seats.

    - An observation is a dict: `observation`, `uint8[F]`, the numbers of `fiftyk.observe` for the
      agent's view, and `action_mask`, `int8[max_actions]`, with ones for the legal actions of the
      agent on turn. When the hand is over action 0 alone has a one: it stands for the `None` that
      PettingZoo asks of agents that are done.
    - An action is an index into `legal_moves()`, in the play, into the faces that may be called,
      or 0 not to announce an open solo and 1 to announce it.
    - The info of the agent on turn says how many `moves` are legal, which is faster than to add up
      the mask; that of the others is empty.
    - Rewards are 0 until the hand is over; `reward` chooses what they are then (`common.rewards`).

    An action that is not legal, or none where one is due, raises an error and changes nothing.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        rules: RuleSet | str = "classic4",
        *,
        reward: str = "payoff",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; `reset` deals the first hand.

        `max_actions` is 1024 for the games with one pack, 8192 for laizi and wuhan and 262,144 for
        flush2 unless it is given; a position that has more legal moves raises `FiftykError`, with
        `reset` or `step`. Raises `RulesError` and `FiftykError` for what there is not.
        """
        super().__init__()
        self.rules = ruleset_of(rules)
        self.max_actions = most_actions(self.rules, max_actions)
        self.reward = reward
        self._rewards = rewards(self.rules, reward)
        if render_mode is not None and render_mode not in _MODES:
            modes = ", ".join(_MODES)
            raise FiftykError(f"there is no render mode {shown(render_mode)}; there are {modes}")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"fiftyk/{self.rules}_v{VERSION}",
            "render_modes": list(_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        limits = observation_limits(self.rules)
        self.action_spaces = {
            agent: spaces.Discrete(self.max_actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(limits), limits, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self.max_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds: SplitMix64 | None = None
        self._hand: Hand | None = None
        self._legal: Legal = ()

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} is there after reset(), which comes first", name=name)
        raise AttributeError(f"{type(self).__name__} has no attribute {name}", name=name)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    @property
    def hand(self) -> Hand:
        """The hand, a copy. Raises `FiftykError` before the first `reset`."""
        return self._now().copy()

    def view(self, agent: str) -> View:
        """Return what an agent may know, as the bots of fiftyk are given it."""
        return self._now().view(self._seat(agent))

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a hand.

        With a seed the hand is that of `fk.Hand.deal(rules, seed)`, and the deals after it are the
        same every time; without one the deals go on, at first by chance. `options` may have a
        `hand`, an `fk.Hand` of these rules, or a `position`, an `fk.Position` or its text, to
        begin with; other options are left alone.

        Raises `RulesError` for a seed below 0 or of more than 64 bits, `FiftykError` for a hand of
        other rules or one that is over, or with more legal moves than there are actions, and
        `TypeError`; the environment is then as it was.
        """
        seeds = self._seeds
        if seed is not None:
            seeds = generator_of(seed)
        elif seeds is None:
            seeds = generator_of(secrets.randbits(64))
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping, not {type(options).__name__}")
        hand = self._given(options or {})
        if hand is None:
            hand = Hand.deal(self.rules, seeds.next() if seed is None else seed)
        if hand.turn is None:
            raise FiftykError("a hand that is over cannot be begun with")
        self._legal = legal_of(hand, self.max_actions)
        self._seeds, self._hand = seeds, hand
        self._skip_agent_selection = None
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[hand.turn]
        self.infos[self.agent_selection] = {"moves": len(self._legal)}
        self._show()

    def step(self, action: int | None) -> None:
        """Take the action of the agent on turn; agents that are done take `None`.

        Raises `FiftykError` before the first `reset`, after the last agent is gone, and for what is
        no legal action, and `TypeError` for what is no whole number; nothing changes then.
        """
        hand = self._now()
        if not self.agents:
            raise FiftykError("the hand is over and all agents are gone: reset() deals the next")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise FiftykError(f"{agent} is done: its action can only be None, not {action}")
            self._was_dead_step(None)
            return
        hand.apply(chosen(self._legal, action))
        turn = hand.turn
        if turn is None:
            self._legal = ()
            self.infos[agent] = {}
            result = hand.result
            assert result is not None
            for other, reward in zip(self.agents, self._rewards.of(result), strict=True):
                self.rewards[other] = float(reward)
                self.terminations[other] = True
            self._cumulative_rewards[agent] = 0.0
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            try:
                self._legal = legal_of(hand, self.max_actions)
            except FiftykError:
                hand.undo()
                raise
            self.infos[agent] = {}
            self.agent_selection = self.agents[turn]
            self.infos[self.agent_selection] = {"moves": len(self._legal)}
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees. Raises `FiftykError` before the first `reset`."""
        hand = self._now()
        seat = self._seat(agent)
        numbers = room(self.rules)
        hand.observe(seat, numbers)
        mask = np.zeros(self.max_actions, np.int8)
        turn = hand.turn
        if turn is None:
            mask[0] = 1
        elif turn == seat:
            mask[: len(self._legal)] = 1
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """Return the hand as text in the mode `ansi`, print it in the mode `human`.

        All hands are shown: a picture is for those who look on.
        """
        if self.render_mode is None:
            return None
        text = table_text(self._now())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _now(self) -> Hand:
        if self._hand is None:
            raise FiftykError("reset() comes first: there is no hand yet")
        return self._hand

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            known = ", ".join(self.possible_agents)
            raise FiftykError(f"there is no agent {shown(agent)}; there are {known}") from None

    def _given(self, options: Mapping[str, Any]) -> Hand | None:
        """Return the hand that the options ask for."""
        hand, position = options.get("hand"), options.get("position")
        if position is not None:
            if isinstance(position, str):
                position = Position.parse(position)
            hand = Hand.from_position(position)
        if hand is None:
            return None
        if not isinstance(hand, Hand):
            raise TypeError(f"the option hand must be a Hand, not {type(hand).__name__}")
        if hand.rules != self.rules:
            raise FiftykError(f"a hand of {hand.rules} in an environment of {self.rules}")
        return hand.copy()


def env(**kwargs: Any) -> raw_env:
    """Return an environment; it checks actions and order itself and needs no wrappers."""
    return raw_env(**kwargs)


def table_text(hand: Hand) -> str:
    """Return a hand as some lines of text, for those who look on."""
    lines = [f"{hand.rules}: {hand.phase}"]
    position = hand.position
    for seat, cards in enumerate(hand.hands):
        mark = ">" if seat == hand.turn else " "
        captured = f" ({position.captured[seat]})" if position else ""
        lines.append(f"{mark} {seat}{captured}: {cards or 'out'}")
    if hand.face:
        lines.append(f"called: {hand.face} by {hand.caller}")
    if position and position.last:
        lines.append(f"to beat: {position.last.move} by {position.last.seat}")
    if hand.result:
        lines.append("payoff: " + " ".join(f"{amount:g}" for amount in hand.result.payoff))
    return "\n".join(lines)


for _name in rule_sets():
    register("aec", f"fiftyk/{_name}_v{VERSION}", f"{__name__}:env", kwargs={"rules": _name})
