"""The games of OpenSpiel: its own tests, its searches against the solver, what authors do."""

import copy
import doctest
import importlib.metadata
import itertools
import lzma
import pickle
import random
import re
import subprocess
import sys
import threading
import warnings

import openspiel_helpers
import pytest

import fiftyk as fk
from fiftyk import observe

pytest.importorskip("pyspiel")

import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, minimax
from open_spiel.python.tests import games_sim_test

from fiftyk.adapters import openspiel as adapter
from fiftyk.adapters.openspiel.resample import another_deal

NAMES = fk.rule_sets()
each_name = pytest.mark.parametrize("name", NAMES)


def hidden(name="classic4", **params):
    return pyspiel.load_game("python_fiftyk", {"rules": name} | params)


def opened(pos, **params):
    return pyspiel.load_game("python_fiftyk_open", {"pos": str(pos)} | params)


def dealt(game, rng):
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def decide(state, rng):
    """An action; an open solo, which ends hands early, seldom."""
    if state.hand.phase == "solo":
        return int(rng.random() < 0.05)
    return rng.choice(state.legal_actions())


# ---- OpenSpiel's own tests ---------------------------------------------------------------------


@each_name
@pytest.mark.parametrize("kind", ["hidden", "open"])
def test_the_tests_of_openspiel(name, kind, capfd):
    ending = openspiel_helpers.ending(name, 2, 24)
    game = hidden(name) if kind == "hidden" else opened(ending)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game, True, True)
    assert "terminated with" in capfd.readouterr().out


@pytest.mark.skipif(
    importlib.metadata.version("open_spiel") != openspiel_helpers.OPENSPIEL,
    reason="other versions of OpenSpiel may write playthroughs in another way",
)
@pytest.mark.parametrize("name", openspiel_helpers.games())
def test_playthroughs(name, tmp_path):
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    file = tmp_path / f"{name}.txt"
    text = lzma.decompress(openspiel_helpers.file_of(name).read_bytes()).decode()
    assert text.startswith(f"game: {openspiel_helpers.games()[name]}\n")
    file.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original.splitlines() == again.splitlines()


@each_name
def test_shimmy_wraps_them(name, capsys):
    shimmy = pytest.importorskip("shimmy")
    from pettingzoo.test import api_test

    # It loads the game anew by its name: parameters go into the config.
    env = shimmy.OpenSpielCompatibilityV0(
        game_name="python_fiftyk", config={"rules": name}, render_mode=None
    )
    with warnings.catch_warnings():
        # Of its spaces without bounds, and of the actions that it keeps in the infos.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env, num_cycles=20 if name == "flush2" else 100)
    assert "Passed API test" in capsys.readouterr().out
    assert env.game_state.get_game().rules == fk.rules(name)


# ---- the hidden game ---------------------------------------------------------------------------


@each_name
def test_a_hand_is_one_of_the_library(name):
    rng, rules = random.Random(name), fk.rules(name)
    game = hidden(name)
    for _ in range(3):
        state = dealt(game, rng)
        cards = list(state.history()[: game.cards])
        lead = state.history()[-1] if not rules.first_lead else state.hand.lead
        hand = fk.Hand(
            rules, [cards[seat :: rules.seats] for seat in range(rules.seats)], lead=lead
        )
        if name == "flush2":
            assert lead == cards.index(7) % 4
        while not state.is_terminal():
            assert state.hand == hand
            seat = state.current_player()
            assert (seat, state.returns()) == (hand.turn, [0] * rules.seats)
            view = hand.view(seat)
            assert state.legal_actions() == list(range(len(view.legal)))
            assert state.observation_tensor(seat) == observe.observation(view).tolist()
            action = decide(state, rng)
            assert state.action_to_string(action) == str(view.legal[action])
            hand.apply(view.legal[action])
            state.apply_action(action)
        assert state.returns() == list(hand.result.payoff)


@each_name
def test_the_tensor_of_the_information_state_says_as_much_as_its_text(name):
    game = hidden(name, information_state_tensor=True)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).get_type().provides_information_state_tensor
    rng, tensors, texts = random.Random(f"tensor {name}"), {}, {}
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for _ in range(2):
        state, going = dealt(game, rng), True
        while going:
            player = rng.randrange(game.num_players())
            text = state.information_state_string(player)
            tensor = (player, *state.information_state_tensor(player))
            assert tensors.setdefault(text, tensor) == tensor
            assert texts.setdefault(tensor, text) == text
            observer.set_from(state, player)
            view = state.hand.view(player)
            assert (observer.dict["observation"] == observe.observation(view)).all()
            assert (observer.dict["history"] == observe.history(view)).all()
            going = not state.is_terminal()
            for _ in range(rng.randrange(1, 9)):
                if not state.is_terminal():
                    state.apply_action(decide(state, rng))
    assert len(texts) > 10
    assert not hidden(name).get_type().provides_information_state_tensor


@each_name
def test_what_a_player_cannot_tell_is_drawn_again(name):
    rng, game = random.Random(f"again {name}"), hidden(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn, other = 0, 0
    for _ in range(4):
        state = dealt(game, rng)
        while not state.is_terminal():
            if rng.random() < 0.08:
                player = rng.randrange(game.num_players())
                again = state.resample_from_infostate(player, sampler)
                for said in (
                    "information_state_string",
                    "observation_string",
                    "observation_tensor",
                ):
                    assert getattr(again, said)(player) == getattr(state, said)(player)
                assert again.current_player() == state.current_player()
                if again.current_player() == player:
                    assert again.legal_actions() == state.legal_actions()
                assert len(again.history()) == len(state.history())
                assert str(pickle.loads(pickle.dumps(again))) == str(again.clone()) == str(again)
                drawn += 1
                other += again.hand.hands != state.hand.hands
                while not again.is_terminal():
                    again.apply_action(decide(again, rng))
            state.apply_action(decide(state, rng))
    assert 0.7 * drawn < other > 5


def test_deals_are_drawn_evenly():
    """The called card lies where it must, and elsewhere as often as the numbers of cards say."""
    rules = fk.rules("wuhan")
    hands = ["3s3h3c3d4s", "As5s5h5c5d", "6s6h6c6d7s7h", "AsQsQhQcQdKs"]
    hand = fk.Hand(rules, hands, lead=3)
    for decision in ("-", "-", "-", "-", "As"):
        hand.apply(decision)
    rng, found = random.Random(1), [0, 0, 0, 0]
    for _ in range(4000):
        again = another_deal(hand.view(0), rng)
        assert sorted(map(len, again)) == [5, 5, 6, 6]
        assert 51 in again[3]
        holders = [seat for seat in (1, 2, 3) for _ in range(again[seat].count(51))]
        found[holders[0] if holders[0] != 3 or holders[1] == 3 else 0] += 1
    # Both with seat 3: 15 ways; one there and one with seat 1: 30, with seat 2: 36; of 17 cards.
    for seat, ways in ((1, 30), (2, 36), (3, 15)):
        assert abs(found[seat] / 4000 - ways / 81) < 0.03


def test_what_no_state_is_drawn_of():
    state = hidden().new_initial_state()
    with pytest.raises(fk.FiftykError, match="while cards are dealt"):
        state.resample_from_infostate(0, lambda: 0.5)


@pytest.mark.parametrize("name", ["classic4", "laizi"])
def test_the_searches_of_openspiel_play(name):
    rng, game = random.Random(3), hidden(name, reward="win")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=12,
        evaluator=mcts.RandomRolloutEvaluator(1, random_state=None),
        random_state=None,
    )
    state = dealt(game, rng)
    for _ in range(8):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


# ---- the open game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "objective"),
    [
        (name, objective)
        for name in NAMES
        for objective in ("", "margin", "score", "payoff", "win", "first")
    ],
)
def test_alpha_beta_agrees_with_the_solver(name, objective):
    solved = 0
    for seed in range(8):
        pos = openspiel_helpers.ending(name, seed, 7)
        # Nothing that it has seen before does it know again.
        counts = itertools.accumulate(fk.perft(pos, depth) for depth in range(1, 30))
        if any(count > 1000 for count in counts):
            continue
        seat = None if seed % 3 else seed % pos.rules.seats
        try:
            solution = fk.solve(pos, objective or None, seat)
        except fk.ObjectiveError as error:
            with pytest.raises(fk.ObjectiveError, match=re.escape(str(error))):
                opened(pos, objective=objective)
            continue
        game = opened(pos, objective=objective, seat=-1 if seat is None else seat)
        value, _ = minimax.alpha_beta_search(game, maximum_depth=200, maximizing_player_id=0)
        assert value == solution.value
        solved += 1
    assert solved > 2 or (name, objective) in NOT_THERE


NOT_THERE = {
    *((name, "score") for name in NAMES if name != "classic3"),
    ("classic3", "margin"),
}


def test_moves_lead_to_the_position():
    pos = fk.Position.parse("classic4 7s7hTd/3d7d/5s8cTs/4c5h5c 2 - 0 0,0,25,0")
    game = opened(pos)
    state, rng = game.new_initial_state(), random.Random(1)
    assert (game.num_players(), state.position) == (2, pos)
    while not state.is_terminal():
        assert str(state) == str(pos) == state.observation_string(0)
        assert state.current_player() == pos.turn % 2
        tensor = [
            number
            for seat in range(4)
            for number in observe.observation(fk.Hand.from_position(pos).view(seat)).tolist()
        ]
        assert len(state.observation_tensor(0)) == len(tensor)
        legal = pos.legal_moves()
        assert [state.action_to_string(a) for a in state.legal_actions()] == list(map(str, legal))
        action = rng.choice(state.legal_actions())
        pos.push(legal[action])
        state.apply_action(action)
    margin = pos.sides[0] - pos.sides[1]
    assert state.returns() == [margin, -margin]


# ---- what bot authors do -----------------------------------------------------------------------


def test_parameters_in_strings():
    assert doctest.testmod(adapter.game) == (0, 1)
    rules = "flush1[straight_flush=beats_straights,two_low_straight=false]"
    game = hidden(rules, reward="margin", max_actions=500)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.rules == fk.rules(rules)
    assert again.num_distinct_actions() == 500
    line = "classic4[lead_after_out=next] 7s7hTd/3d7d/5s8cTs/4c5h5c 2 0:single:3c 0 0,0,25,0"
    for pos in (line, adapter.escaped(line)):
        game = opened(pos)
        assert game.position == fk.Position.parse(line)
        assert pyspiel.load_game(str(game)).position == game.position


@pytest.mark.parametrize(
    ("game", "params", "error"),
    [
        ("python_fiftyk", {"rules": "classic5"}, "classic5"),
        ("python_fiftyk", {"reward": "points"}, "no reward 'points'"),
        ("python_fiftyk", {"max_actions": -1}, "1 or more"),
        ("python_fiftyk_open", {"pos": "classic4 3s"}, "hands"),
        ("python_fiftyk_open", {"pos": "wuhan 3s/-/-/4s - - 0 0,100,90,10 1,2 1Ad>2!"}, "over"),
        ("python_fiftyk_open", {"objective": "score"}, "score"),
        ("python_fiftyk_open", {"seat": 4}, "seat"),
    ],
)
def test_what_there_is_not(game, params, error):
    with pytest.raises(fk.FiftykError, match=error):
        pyspiel.load_game(game, params)


def test_actions_that_are_none():
    state = opened("classic4 5s/Ts/2s/Ks 0").new_initial_state()
    before = str(state)
    for action in (1, 1023, 2**40):
        with pytest.raises(fk.FiftykError, match="not legal: there are 1 moves"):
            state.apply_action(action)
        assert str(state) == before
    state = hidden(max_actions=3).new_initial_state()
    rng = random.Random(1)
    with pytest.raises(fk.FiftykError, match="legal moves and there are 3 actions"):
        dealt(hidden(max_actions=3), rng).legal_actions()
    over = opened("classic4 5s/Ts/2s/Ks 0").new_initial_state()
    while not over.is_terminal():
        over.apply_action(0)
    with pytest.raises(fk.FiftykError, match="0 moves"):
        over.apply_action(0)


def test_chance_deals_what_is_left():
    state = hidden("laizi").new_initial_state()
    for code in (0, 3, 56, 79, 1000):
        with pytest.raises(fk.FiftykError, match=f"chance cannot deal {code}"):
            state.apply_action(code)
    state.apply_action(7)
    state.apply_action(7)
    with pytest.raises(fk.FiftykError, match="chance cannot deal 7"):
        state.apply_action(7)
    assert (str(state), state.chance_outcomes()[3]) == ("dealt: 3s 3s", (8, 2 / 106))
    while len(state.history()) < 108:
        state.apply_action(state.chance_outcomes()[-1][0])
    with pytest.raises(fk.FiftykError, match="no seat 4"):
        state.apply_action(4)
    state.apply_action(3)
    assert state.hand.caller == 3


@each_name
def test_copies_go_their_own_ways(name):
    rng, game = random.Random(1), hidden(name)
    state = dealt(game, rng)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(decide(state, rng))
    before = str(state)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (str(twin), twin.history()) == (before, state.history())
        while not twin.is_terminal():
            twin.apply_action(decide(twin, rng))
        assert str(state) == before


def test_games_in_threads():
    ends = {}

    def run(key, name):
        game, rng = hidden(name), random.Random(4)
        for _ in range(3):
            state = dealt(game, rng)
            while not state.is_terminal():
                state.apply_action(decide(state, rng))
            ends.setdefault(key, []).append(str(state))

    threads = [threading.Thread(target=run, args=(key, "laizi")) for key in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends[0] == ends[1]


def test_a_missing_package_is_named():
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "try: import fiftyk.adapters.openspiel\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search(r"pip install 'fiftyk\[openspiel\]'", run.stdout)
