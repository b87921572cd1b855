"""The environment of PettingZoo: its own conformance tests, and what bot authors run into."""

import copy
import pickle
import random
import re
import subprocess
import sys
import threading
import warnings

import hand_helpers
import numpy as np
import pytest

import fiftyk as fk
from fiftyk import observe

pytest.importorskip("pettingzoo")

import pettingzoo
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from fiftyk.adapters import pettingzoo as adapter

NAMES = fk.rule_sets()
each_name = pytest.mark.parametrize("name", NAMES)
# What api_test says of every environment but those on a list of its own.
ALWAYS = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
]


def play(env, rng, most=10_000):
    """So many steps at random, or to the end; every observation of an agent on turn."""
    seen = []
    for agent in env.agent_iter(most):
        observation, _, done, _, info = env.last()
        if done:
            env.step(None)
            continue
        seen.append((agent, observation))
        env.step(rng.randrange(info["moves"]))
    return seen


# ---- PettingZoo's own tests --------------------------------------------------------------------


@each_name
def test_the_tests_of_pettingzoo(name, capsys):
    def make(**kwargs):
        return pettingzoo.make("aec", f"fiftyk/{name}_v0", **kwargs)

    cycles = 30 if name == "flush2" else 150
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in ALWAYS:
            warnings.filterwarnings("ignore", message)
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=cycles)
        render_test(make)
        wrapped = wrappers.OrderEnforcingWrapper(
            wrappers.AssertOutOfBoundsWrapper(
                wrappers.TerminateIllegalWrapper(make(reward="win"), illegal_reward=-1)
            )
        )
        api_test(wrapped, num_cycles=cycles)
    assert "Passed" in capsys.readouterr().out


def test_all_rule_sets_are_registered():
    for name in NAMES:
        assert pettingzoo.spec("aec", f"fiftyk/{name}_v0").kwargs == {"rules": name}
        assert str(pettingzoo.make("aec", f"fiftyk/{name}")) == f"fiftyk/{name}_v0"
    env = pettingzoo.make(
        "aec", "fiftyk/classic4_v0", rules="flush1[straight_flush=beats_straights]"
    )
    assert str(env) == "fiftyk/flush1[straight_flush=beats_straights]_v0"


# ---- what it plays -----------------------------------------------------------------------------


@each_name
def test_hands_are_those_of_the_library(name):
    rules, rng = fk.rules(name), random.Random(name)
    env = adapter.env(rules=rules)
    phases = set()
    for seed in range(4):
        env.reset(seed=seed)
        hand = fk.Hand.deal(rules, seed)
        for agent in env.agent_iter():
            observation, reward, done, cut, info = env.last()
            assert not cut
            if done:
                seat = env.possible_agents.index(agent)
                assert reward == hand.result.payoff[seat]
                assert observation["action_mask"].nonzero()[0].tolist() == [0]
                env.step(None)
                continue
            assert (agent, reward) == (f"player_{hand.turn}", 0)
            phases.add(hand.phase)
            view = hand.view(hand.turn)
            assert (observation["observation"] == observe.observation(view)).all()
            assert observation["action_mask"].sum() == info["moves"] == len(view.legal)
            assert [other for other in env.agents if env.infos[other]] == [agent]
            assert observation["action_mask"][: len(view.legal)].all()
            other = (hand.turn + 1) % rules.seats
            assert not env.observe(f"player_{other}")["action_mask"].any()
            assert env.view(agent) == view
            action = 0 if hand.phase == "solo" else rng.randrange(len(view.legal))
            env.step(action)
            hand.apply(view.legal[action])
            assert env.hand == hand
        assert env.agents == []
    assert phases == {"call", "solo", "play"} if rules.sides == "called" else {"play"}


@pytest.mark.parametrize(
    ("name", "reward"),
    [(name, reward) for name in NAMES for reward in ("payoff", "win", "score", "margin")],
)
def test_rewards(name, reward):
    rules = fk.rules(name)
    known = {"payoff", "win"}
    known |= {"score"} if rules.sides != "called" else set()
    known |= {"margin"} if rules.sides == "fixed" else set()
    if reward not in known:
        with pytest.raises(fk.FiftykError, match=f"no reward '{reward}'"):
            adapter.env(rules=name, reward=reward)
        return
    env, rng = adapter.env(rules=name, reward=reward), random.Random(1)
    for seed in range(10):
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            _, amount, done, _, info = env.last(observe=False)
            total[env.agent_selection] += amount
            env.step(None if done else rng.randrange(info["moves"]))
        result = env.hand.result
        for seat, agent in enumerate(env.possible_agents):
            got = total[agent]
            if reward == "win":
                assert got == (0 if not result.winners else 1 if seat in result.winners else -1)
            elif reward == "margin":
                mine = result.scores[seat] + result.scores[(seat + 2) % 4]
                assert got == 2 * mine - sum(result.scores)
            else:
                assert got == (result.payoff if reward == "payoff" else result.scores)[seat]
            assert abs(got) <= env._rewards.most


def test_a_position_to_begin_with():
    line = "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0"
    env = adapter.env(reward="margin")
    env.reset(options={"position": line})
    assert env.agent_selection == "player_2"
    best = fk.solve(fk.Position.parse(line)).line
    for move in best:
        env.step(env.hand.legal.index(move))
    assert env.rewards == {"player_0": 160, "player_1": -160, "player_2": 160, "player_3": -160}
    hand = hand_helpers.played(fk.Hand.deal(fk.rules("classic4"), 3), random.Random(1), most=9)
    env.reset(options={"hand": hand})
    assert env.hand == hand
    hand.undo()
    assert env.hand != hand


def test_deals_without_a_seed():
    one, other = adapter.env(), adapter.env()
    one.reset(seed=5)
    first = one.hand
    assert first == fk.Hand.deal(fk.rules("classic4"), 5)
    one.reset()
    other.reset(seed=5)
    other.reset()
    assert first != one.hand == other.hand
    other = adapter.env()
    other.reset()
    assert other.hand != one.hand
    with pytest.raises(fk.RulesError, match="seed"):
        other.reset(seed=-1)
    with pytest.raises(TypeError):
        other.reset(seed="7")


def test_rendering(capsys):
    env = adapter.env(rules="wuhan", render_mode="ansi")
    env.reset(seed=1)
    for action in (0, 0, 0, 0, 0, 3):
        env.step(action)
    text = env.render()
    assert text.count("\n") == 6
    assert text.startswith("wuhan: play\n")
    assert "called: 3h by 2" in text
    assert "to beat: " in text
    assert capsys.readouterr().out == ""
    env.render_mode = "human"
    assert env.render() is None
    assert capsys.readouterr().out == text + "\n"
    play(env, random.Random(1))
    assert "payoff: " in capsys.readouterr().out
    env.close()


# ---- what bot authors do -----------------------------------------------------------------------


def test_before_the_first_reset():
    env = adapter.env()
    for call in (
        env.render,
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.hand,
    ):
        if call == env.render:
            continue
        with pytest.raises(fk.FiftykError, match="reset"):
            call()
    for name in ("agents", "agent_selection", "num_agents", "rewards"):
        with pytest.raises(AttributeError, match=rf"{name} is there after reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="no attribute steps"):
        env.steps  # noqa: B018
    with pytest.raises(AttributeError, match="reset"):
        env.last()


def test_actions_that_are_none():
    env = adapter.env()
    env.reset(seed=1)
    before, legal = env.hand, len(env.hand.legal)
    for action in (-1, legal, 1023, 1024, 2**70, np.int64(legal)):
        with pytest.raises(fk.FiftykError, match=f"not legal: there are {legal} moves"):
            env.step(action)
    for action in (None, "0", 0.0, True, [0], np.array([0, 1]), np.float64(1)):
        with pytest.raises(TypeError, match="whole number"):
            env.step(action)
    assert env.hand == before
    assert env.agent_selection == f"player_{before.turn}"
    env.step(np.int32(0))
    assert env.hand != before
    for agent in ("player_4", "", None, 0, ["player_0"]):
        with pytest.raises(fk.FiftykError, match="no agent"):
            env.observe(agent)


def test_steps_of_agents_that_are_done_or_gone():
    env, rng = adapter.env(rules="classic3"), random.Random(1)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        env.step(rng.randrange(len(env.hand.legal)))
    over = env.hand
    for action in (0, 5, "x"):
        with pytest.raises(fk.FiftykError, match="can only be None"):
            env.step(action)
    assert len(env.agents) == 3
    for left in (2, 1, 0):
        env.step(None)
        assert len(env.agents) == left
    for action in (None, 0):
        with pytest.raises(fk.FiftykError, match="all agents are gone"):
            env.step(action)
    assert env.hand == over
    env.reset(seed=2)
    assert len(env.agents) == 3
    assert env.hand.turn is not None


def test_more_moves_than_actions():
    env = adapter.env(rules="flush2", max_actions=8)
    with pytest.raises(fk.FiftykError, match=r"\d+ legal moves and there are 8 actions"):
        env.reset(seed=1)
    with pytest.raises(fk.FiftykError, match="reset"):
        env.step(0)
    env = adapter.env(max_actions=2)
    env.reset(options={"position": "classic4 3s4s/5s6s7s8s/8h9h/9s9c 0"})
    before, agent = env.hand, env.agent_selection
    with pytest.raises(fk.FiftykError, match="5 legal moves and there are 2 actions"):
        env.step(0)
    assert (env.hand, env.agent_selection) == (before, agent)
    assert not any(env.terminations.values())


def test_a_reset_in_the_middle_and_one_that_fails():
    env = adapter.env(rules="laizi")
    env.reset(seed=1)
    for _ in range(9):
        env.step(0)
    middle, agent = env.hand, env.agent_selection
    for options, error in [
        ({"position": "classic4 3s/4s/5s/6s 0"}, "a hand of classic4 in an environment of laizi"),
        ({"position": "laizi 3s/-/4s/5s - - 0 0,0,0,0 1 solo1"}, "over"),
        ({"position": "laizi 3s/4"}, "hands"),
    ]:
        with pytest.raises(fk.FiftykError, match=error):
            env.reset(options=options)
    for options in ("position", ["position"]):
        with pytest.raises(TypeError, match="options must be a mapping"):
            env.reset(options=options)
    with pytest.raises(TypeError, match="must be a Hand"):
        env.reset(options={"hand": "3s"})
    assert (env.hand, env.agent_selection) == (middle, agent)
    env.step(0)
    env.reset(seed=1)
    assert env.hand == fk.Hand.deal(fk.rules("laizi"), 1)


@each_name
def test_copies_and_pickles_go_their_own_ways(name):
    env = adapter.env(rules=name)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.reset(seed=3)
    env.reset(seed=3)
    play(env, random.Random(1), most=15)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = []
    for one in [env, *twins]:
        seen = play(one, random.Random(2))
        ends.append((one.hand, [observation["observation"].tolist() for _, observation in seen]))
        one.reset()
        ends[-1] = (*ends[-1], one.hand)
    assert ends[0] == ends[1] == ends[2]


def test_an_observation_that_is_kept_does_not_change():
    env = adapter.env()
    env.reset(seed=1)
    kept = env.observe("player_0")
    before = {key: value.copy() for key, value in kept.items()}
    play(env, random.Random(1))
    assert all((kept[key] == before[key]).all() for key in kept)
    kept["observation"][:] = 9
    env.reset(seed=1)
    assert (env.observe("player_0")["observation"] == before["observation"]).all()


def test_two_environments_in_threads():
    ends = {}

    def run(key, name, seed):
        env = adapter.env(rules=name)
        env.reset(seed=seed)
        for _ in range(5):
            play(env, random.Random(seed))
            ends.setdefault(key, []).append(env.hand.result)
            env.reset()

    for key in (0, 1):
        threads = [
            threading.Thread(target=run, args=((key, name), name, 4))
            for name in ("laizi", "flush1")
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for name in ("laizi", "flush1"):
        assert ends[0, name] == ends[1, name]


def test_what_there_is_not():
    with pytest.raises(fk.RulesError, match="classic5"):
        adapter.env(rules="classic5")
    with pytest.raises(fk.FiftykError, match="'svg'; there are ansi, human"):
        adapter.env(render_mode="svg")
    with pytest.raises(fk.FiftykError, match="1 or more"):
        adapter.env(max_actions=0)
    with pytest.raises(fk.FiftykError, match="has no reward"):
        adapter.env(reward=["win"])


def test_a_missing_package_is_named():
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import fiftyk.adapters\n"
        "try: import fiftyk.adapters.pettingzoo\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search(r"pip install 'fiftyk\[pettingzoo\]'", run.stdout)
