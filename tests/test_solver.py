"""The solver against plain minimax, on endings of all kinds, and against itself."""

import itertools
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import oracle
import pytest
import strategies
from oracle import State
from oracle_combos import ORDER
from solver_helpers import along, deal_of, end_of, mine, objectives, questions, random_states
from strategies import ALL, GAMES, Game, to_play, to_position, to_state

import fiftyk as fk
from fiftyk import _order, _outlook
from fiftyk._solver import PARTS, Solver

# What plain minimax may visit before an ending is left out as too large for it.
VISITS = 2500


def truth(g: Game, state: State, objective: str, seat: int) -> dict[tuple, object] | None:
    """The value of every class, by plain minimax; None where that is too much work."""
    value = oracle.minimax(g.rs, objective, seat, remember=True, limit=VISITS)
    try:
        return {
            oracle.class_at(g.rs, state, move): value(oracle.after(g.rs, state, move))
            for move in oracle.legal(g.rs, state)
        }
    except OverflowError:
        return None


def check(g: Game, state: State, objective: str, seat: int, **limits: float) -> bool:
    """Solve a position and compare with the truth; False where minimax had to give up."""
    wanted = truth(g, state, objective, seat)
    if wanted is None:
        return False
    pos = to_position(g, state)
    seen = str(pos)
    solution = fk.solve(pos, objective=objective, seat=seat, all_moves=True, **limits)
    asked = f"{seen} {objective} for {seat}"
    assert str(pos) == seen
    got = {oracle.class_at(g.rs, state, to_play(m)): v for m, v in solution.moves.items()}
    assert got == wanted, asked
    value = (max if mine(g, state, seat) else min)(wanted.values())
    assert (solution.exact, solution.value) == (True, value), asked
    assert solution.lower == solution.upper == value
    assert list(solution.moves) == list(pos.legal_moves())
    assert solution.best == tuple(m for m, v in solution.moves.items() if v == value)
    check_line(g, pos, solution)
    short = fk.solve(pos, objective=objective, seat=seat, **limits)
    assert (short.value, short.line, short.moves) == (value, solution.line, {}), asked
    return True


def check_line(g: Game, pos: fk.Position, solution: fk.Solution) -> None:
    """The line is legal, goes to the end, and is worth the value."""
    end = end_of(g, pos, solution.line, solution.objective)
    assert oracle.outcome(g.rs, end, solution.objective, solution.seat) == solution.value


def check_many(g: Game, states: Iterator[State], rng: random.Random, least: int) -> None:
    done = sum(check(g, *question) for question in questions(g, states, rng))
    assert done >= least


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_random_endings(g: Game) -> None:
    rng = random.Random(f"random {g}")
    check_many(g, random_states(g, rng, 120), rng, 90)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_endings_aimed_at_every_kind(g: Game) -> None:
    rng = random.Random(f"aimed {g}")
    check_many(g, strategies.aimed_states(g.rs, rng, 150), rng, 85)


@pytest.mark.parametrize("g", [g for g in ALL if g not in GAMES], ids=str)
def test_endings_of_house_rules(g: Game) -> None:
    rng = random.Random(f"house {g}")
    check_many(g, random_states(g, rng, 20), rng, 10)
    check_many(g, strategies.aimed_states(g.rs, rng, 40), rng, 15)


@pytest.mark.slow
@pytest.mark.parametrize("g", ALL, ids=str)
def test_thousands_of_endings(g: Game) -> None:
    rng = random.Random(f"thousands {g}")
    check_many(g, random_states(g, rng, 1000), rng, 700)
    check_many(g, strategies.aimed_states(g.rs, rng, 2000), rng, 1200)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_classes_lose_nothing(g: Game) -> None:
    """Minimax over every play, without remembering, has the value that classes have."""
    rng = random.Random(f"faces {g}")
    for state, objective, seat in questions(g, random_states(g, rng, 25, 2), rng):
        value = oracle.minimax(g.rs, objective, seat, faces=True, limit=VISITS)
        try:
            wanted = value(state)
        except OverflowError:
            continue
        assert fk.solve(to_position(g, state), objective=objective, seat=seat).value == wanted


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_positions_without_all_points(g: Game) -> None:
    """An ending whose captures nobody noted."""
    rng = random.Random(f"bare {g}")
    done = 0
    for state, _, seat in questions(g, random_states(g, rng, 30), rng):
        bare = state._replace(captured=(0,) * g.rs.seats)
        for objective in objectives(g, bare):
            done += check(g, bare, objective, seat)
        held = sum(map(oracle.points, bare.hands)) + bare.table
        if isinstance(bare.call, oracle.Call) and held != 200:
            for objective in ("payoff", "win"):
                with pytest.raises(fk.ObjectiveError, match=str(200 - held)):
                    fk.solve(to_position(g, bare), objective=objective, seat=seat)
    assert done > 20


def test_large_multipliers() -> None:
    laizi = strategies.game("laizi")
    rng = random.Random("multipliers")
    done = 0
    for state in strategies.aimed_states(laizi.rs, rng, 16):
        if sum(map(len, state.hands)) > 12:
            continue
        for multiplier in (2**20, 2**30 + 1, 2**32):
            for objective in ("payoff", "win", "first"):
                done += check(laizi, state._replace(multiplier=multiplier), objective, 1)
    assert done > 20


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_any_table_size_gives_the_same_value(g: Game) -> None:
    rng = random.Random(f"tables {g}")
    for state, objective, seat in questions(g, random_states(g, rng, 12, 4), rng):
        pos = to_position(g, state)
        known = fk.solve(pos, objective=objective, seat=seat, all_moves=True)
        for megabytes in (0, 1e-4, 1e-3, 0.01, 0.1, 1):
            limits = {"memory_mb": megabytes, "seconds": 20}
            small = fk.solve(pos, objective=objective, seat=seat, all_moves=True, **limits)
            assert (small.value, small.moves) == (known.value, known.moves)
            assert small.line == known.line


@pytest.mark.parametrize("name", ["flush1", "flush2", "classic4", "wuhan"])
def test_a_table_changes_nothing_in_larger_endings(name: str) -> None:
    """Endings in which hands come out alike with different plays on the table."""
    g = strategies.BY_NAME[name]
    rng = random.Random(f"ladder {name}")
    done = 0
    for i in range(80):
        kind = ("pair_chain", "straight")[i % 2 and name != "wuhan"]
        state = strategies.ladder_state(g.rs, rng, kind)
        if state is None:
            continue
        pos = to_position(g, state)
        objective = ("margin", "payoff")[isinstance(state.call, oracle.Solo) or i % 3 == 0]
        known = fk.solve(pos, objective=objective, seat=0, all_moves=True)
        cold = fk.solve(
            pos, objective=objective, seat=0, all_moves=True, memory_mb=0, nodes=200_000
        )
        assert known.exact
        assert cold.lower <= known.value <= cold.upper
        for move, value in cold.moves.items():
            if not isinstance(value, fk.Bounds):
                done += 1
                assert known.moves[move] == value, f"{pos} {objective} {move}"
    assert done > 200


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("flush2 4c5d6c7d8c9dKd/4h5h5h6h7s7h7c7c7d8h/-/3c 0 - 0 115,0,60,0 2", 210),
        ("flush2 4c5d6c7d8c9dJdAd2c/4h5s5h6s6h7s7h7h7c7c8h/-/3c 0 - 0 40,50,60,35 2", 50),
    ],
)
def test_a_straight_flush_beats_the_straight_of_its_own_place_alone(text: str, wanted: int) -> None:
    """4 and then 56789, or 9 and then 45678, leave equal hands, but 45678h beats one of them."""
    pos = fk.Position.parse(text)
    values = fk.solve(pos, objective="margin", seat=0, all_moves=True).moves
    assert values[pos.rules.move("9d")] == wanted
    pos.push("9d")
    assert fk.solve(pos, objective="margin", seat=0).value == wanted


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_values_do_not_depend_on_what_saves_work(g: Game) -> None:
    """Every part of the search left out by itself, and all of them, in endings of 4 cards."""
    rng = random.Random(f"parts {g}")
    states = itertools.chain(
        random_states(g, rng, 16, 4),
        (s for s in strategies.aimed_states(g.rs, rng, 60) if sum(map(len, s.hands)) <= 14),
    )
    work = dict.fromkeys(PARTS, 0)
    for state, objective, seat in questions(g, states, rng):
        pos = to_position(g, state)
        known = Solver(pos, objective, seat, memory=1 << 22)
        bounds = known.close_in()
        for without in (*((part,) for part in PARTS), PARTS):
            bare = Solver(pos, objective, seat, memory=1 << 22, nodes=300_000, without=without)
            lower, upper = bare.close_in()
            assert lower <= bounds[0] == bounds[1] <= upper, f"{pos} {objective} {seat} {without}"
            work[without[0]] += bare.nodes - known.nodes
    # Each is there to save nodes; the order looks ahead in larger endings alone.
    assert all(work[part] > 0 for part in PARTS[:4])


@pytest.mark.parametrize("name", ["classic4", "classic3", "honghe", "flush1", "flush2"])
def test_certain_ends_are_certain(name: str) -> None:
    """Runs with straights and with plays that bring the lead back need longer hands.

    On lead, and with a play to beat.
    """
    g = strategies.BY_NAME[name]
    rng = random.Random(f"ends {name}")
    saved = 0
    for i in range(200):
        low = rng.randrange(1, 7)
        # Ranks close together, so that straights and pairs are many, and the highest.
        deck = [rank + suit for rank in ORDER[low : low + 7] + "2" for suit in "shcd"]
        rng.shuffle(deck)
        hands = [" ".join(deck[7 * s : 7 * s + rng.randint(2, 7)]) for s in range(g.rs.seats)]
        pos = fk.Position(g.fk, hands, i % g.rs.seats)
        for _ in range(rng.randrange(4)):
            pos.push(rng.choice(pos.legal_moves()))
            if pos.out:
                pos.pop()
        objective = "first" if i % 2 or g.rs.seats == 3 else "margin"
        values = []
        for without in ((), ("ends",)):
            solver = Solver(pos, objective, 0, memory=1 << 24, nodes=200_000, without=without)
            values.append(solver.close_in())
            saved += solver.nodes * (1 if without else -1)
        (lower, upper), (low_bound, high_bound) = values
        assert max(lower, low_bound) <= min(upper, high_bound), f"{pos} {objective}"
    assert saved > 0


@pytest.mark.parametrize("name", ["laizi", "wuhan"])
def test_jokers_alone_are_not_taken_for_a_play_that_nobody_beats(name: str) -> None:
    """One table for positions that differ in the play to beat alone, jokers or the highest rank.

    Somebody has a 510K, or else all would have to pass on the latter.
    """
    g = strategies.BY_NAME[name]
    rng = random.Random(f"jokers alone {name}")
    differ = 0
    for i in range(300):
        deck = [rank + suit for rank in ORDER[1:14] for suit in "shcd"]
        rng.shuffle(deck)
        hands = [deck[5 * s : 5 * s + rng.randint(1, 3)] for s in range(4)]
        hands[rng.randrange(1, 4)] += ["5s", "Th", "Kc"]
        kind, cards = rng.choice([("single", 1), ("pair", 2)])
        objective = ("first", "payoff")[i % 2]
        solver, values = fk.Solver(), []
        for rank in rng.sample("2W", 2):
            last = (0, kind, f"{rank} " * cards)
            pos = fk.Position(g.fk, [" ".join(h) for h in hands], 1, last, call=fk.Solo(0, False))
            values.append(fk.solve(pos, objective, 0).value)
            assert solver.solve(pos, objective, 0).value == values[-1], f"{pos} {objective}"
        differ += values[0] != values[1]
    assert differ > 0


@pytest.mark.parametrize("name", ["classic4", "classic3", "honghe", "flush1", "flush2"])
def test_plain_positions_have_the_values_that_others_have(name: str) -> None:
    """Hands of unequal size and of few ranks, which make many pairs, on lead and in a trick."""
    g = strategies.BY_NAME[name]
    rng = random.Random(f"plain {name}")
    saved = 0
    for i in range(150):
        low = rng.randrange(1, 9)
        deck = [rank + suit for rank in ORDER[low : low + 6] for suit in "shcd" * g.rs.packs]
        rng.shuffle(deck)
        hands = [" ".join(deck[5 * s : 5 * s + rng.randint(1, 5)]) for s in range(g.rs.seats)]
        pos = fk.Position(g.fk, hands, i % g.rs.seats)
        for _ in range(rng.randrange(4)):
            if not pos.is_over:
                pos.push(rng.choice(pos.legal_moves()))
        if pos.is_over:
            continue
        objective = "score" if g.rs.seats == 3 else rng.choice(["margin", "win"])
        seat = rng.randrange(g.rs.seats)
        other = Solver(pos, objective, seat, memory=1 << 22, without=("plain",))
        value = other.close_in()
        solver = Solver(pos, objective, seat, memory=1 << 22)
        assert solver.close_in() == value, f"{pos} {objective} {seat}"
        saved += other.nodes - solver.nodes
        assert Solver(pos, objective, seat, memory=0, threads=1 + i % 2).close_in() == value
        for part in ("ends", "near", "narrow"):
            solver = Solver(pos, objective, seat, memory=1 << 20, without=(part,))
            assert solver.close_in() == value, f"{pos} {objective} {seat} {part}"
    # Of cards that it makes no difference to play one is tried.
    assert saved > 0


@pytest.mark.parametrize(
    ("name", "objective", "cards"),
    [
        *((name, "win", (3, 5)) for name in ("classic4", "flush1", "classic3", "wuhan")),
        *((name, "first", (3, 6)) for name in ("classic4", "honghe", "flush1", "flush2")),
        *((name, "first", (3, 5)) for name in ("classic3", "wuhan", "laizi")),
    ],
)
def test_another_way_by_turns_changes_no_value(
    name: str, objective: str, cards: tuple[int, int]
) -> None:
    """Another order of moves for `win`, a proof search for `first`: also in a tiny table."""
    g = strategies.BY_NAME[name]
    rng = random.Random(f"turns {name}")
    turned = 0
    for i in range(40):
        pos = deal_of(g, rng.randint(*cards), i)
        whole = Solver(pos, objective, 0, memory=1 << 22, turn=1 << 40)
        value = whole.close_in()
        memory, turn = rng.choice([0, 1 << 22]), rng.choice([1, 20, 300])
        parts = Solver(pos, objective, 0, memory=memory, turn=turn)
        assert parts.close_in() == value
        turned += parts.nodes != whole.nodes
        few = Solver(pos, objective, 0, memory=1 << 22, turn=7, nodes=50)
        lower, upper = few.close_in()
        assert lower <= value[0] <= upper
        assert few.nodes <= 51
    assert turned > 10


@pytest.mark.parametrize(
    ("name", "objective", "cards"),
    [
        ("classic4", "margin", 5),
        ("classic4", "win", 6),
        ("classic4", "first", 7),
        ("classic3", "score", 7),
        ("honghe", "payoff", 5),
        ("flush1", "win", 5),
        ("flush2", "margin", 5),
        ("laizi", "payoff", 5),
        ("wuhan", "win", 5),
    ],
)
def test_few_moves_first_change_no_value(name: str, objective: str, cards: int) -> None:
    """Nor what is kept: also in a tiny table, with threads, within limits, along a line."""
    g = strategies.BY_NAME[name]
    rng = random.Random(f"few {name} {objective}")
    narrowed = 0
    for i in range(8):
        pos = deal_of(g, cards, i)
        for _ in range(rng.randrange(3)):
            pos.push(rng.choice(pos.legal_moves()))
        if objective == "first" and pos.out:
            continue
        seat = rng.randrange(g.rs.seats)
        plain = Solver(pos, objective, seat, memory=1 << 24, without=("narrow",))
        value = plain.close_in()
        solver = Solver(pos, objective, seat, memory=1 << 24, threads=1 + i % 2)
        assert solver.close_in() == value
        narrowed += solver.nodes != plain.nodes
        tiny = Solver(pos, objective, seat, memory=0)
        assert tiny.close_in() == value
        for nodes in (3, 50, 1000):
            few = Solver(pos, objective, seat, memory=1 << 20, nodes=nodes)
            lower, upper = few.close_in()
            assert lower <= value[0] <= upper
            assert few.nodes <= nodes + 1
        for _, move in along(solver, pos, value[0]):
            plain.push(move)
            assert plain.close_in() == solver.close_in() == value
    assert narrowed > 1


def test_what_is_told_of_a_value_that_is_guessed_is_proved() -> None:
    for i in range(4):
        told = []
        pos = deal_of(strategies.BY_NAME["classic4"], 7, i)
        solver = Solver(pos, "margin", 0, memory=1 << 26, nodes=4_000_000, progress=told.append)
        lowest, highest = solver.close_in()
        assert told or solver.nodes < 2_000_000
        for _, _, lower, upper in told:
            assert lower <= lowest <= highest <= upper


@pytest.mark.parametrize(("objective", "cards"), [("win", 6), ("first", 8)])
def test_threads_search_in_another_way_by_turns_too(objective: str, cards: int) -> None:
    g = strategies.BY_NAME["classic4"]
    long = 0
    for i in range(6):
        pos = deal_of(g, cards, i)
        one = Solver(pos, objective, 0, memory=1 << 24)
        value = one.close_in()
        for turn in (2, 3000):
            parts = Solver(pos, objective, 0, memory=1 << 24, threads=2, turn=turn)
            assert parts.close_in() == value
        few = Solver(pos, objective, 0, memory=1 << 24, threads=2, turn=1000, nodes=15_000)
        lower, upper = few.close_in()
        assert lower <= value[0] <= upper
        assert few.nodes <= 15_002
        long += one.nodes > 15_000
    assert long > 2


@pytest.mark.parametrize("name", ["classic4", "flush1", "classic3"])
def test_a_proof_search_leaves_a_line_that_is_proved(name: str) -> None:
    """Every move of a line keeps the value, found by proof search from the beginning."""
    g = strategies.BY_NAME[name]
    proofs = 0
    for i in range(30):
        pos = deal_of(g, 5, 1000 + i)
        solver = Solver(pos, "first", 0, memory=1 << 24, turn=1)
        value, _ = solver.close_in()
        for walk, _ in along(solver, pos, value):
            left = Solver(walk, "first", 0, memory=1 << 22, turn=1 << 40)
            assert left.close_in() == (value, value), f"{pos} {walk}"
        proofs += solver.nodes > 100
    assert proofs > 5


@pytest.mark.parametrize("number", [1, 3])
def test_a_line_of_a_long_search_for_who_wins_is_proved_by_it(number: int) -> None:
    pos = deal_of(strategies.BY_NAME["classic4"], 7, number)
    solver = Solver(pos, "win", 0, memory=1 << 26)
    value, _ = solver.close_in()
    searched = solver.nodes
    assert searched > 100_000
    for walk, _ in along(solver, pos, value):
        assert fk.solve(walk, "win", 0).value == value
    assert solver.nodes < searched + searched // 10


@pytest.mark.parametrize(
    ("objective", "turn", "nodes"),
    [("first", 1, 83_545), ("first", 1 << 40, 72_882), ("win", 1 << 40, 897_789)],
)
def test_the_searches_do_the_work_that_is_written_down(
    objective: str, turn: int, nodes: int
) -> None:
    """The signature of `fiftyk bench` has the default objectives alone: this one is for two others.

    Counts are the same on every machine. Whoever changes them says why.
    """
    g = strategies.BY_NAME["classic4"]
    done = 0
    for i in range(30):
        solver = Solver(deal_of(g, 6, i), objective, 0, memory=1 << 22, turn=turn)
        solver.close_in()
        done += solver.nodes
    assert done == nodes


def test_what_the_odds_are_made_of() -> None:
    """Counts of each hand from the lead on, whose turn it is, and the play to beat."""
    pos = fk.Position.parse("classic4 5s5hTdKc2s/3s3h3cAd/4s5d6s7h8s/2h 0")
    pos.push("pair:5s 5h")
    x = _outlook.inputs(pos, 0, 1)
    hands = [x[19 * i : 19 * i + 19] for i in range(4)]
    # Cards; single cards, pairs, threes, fours; threes with something to go along; a 510K.
    assert [hand[:6] for hand in hands] == [
        [3, 3, 0, 0, 0, 0], [4, 1, 0, 1, 0, 1], [5, 5, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0],
    ]  # fmt: skip
    # A straight saves four plays.
    assert [hand[6] for hand in hands] == [0, 0, 4, 0]
    assert [hand[7] for hand in hands] == [0, 0, 0, 0]
    # Single cards below the highest rank of the other side, its second, ...; as high as that.
    assert hands[0][8:12] == [2, 2, 0, 0]
    assert hands[0][17:] == [0, 1]
    assert x[76:80] == [0, 1, 0, 0]
    # A pair of the third rank is to beat, which nobody can.
    assert x[80:] == [0, 1, 0, 3, 0, 0, 0]
    with pytest.raises(ValueError, match="seats 4 and 0 of 4"):
        _outlook.inputs(pos, 4, 0)
    with pytest.raises(ValueError, match="not two against two"):
        _outlook.inputs(fk.rules("classic3").deal(0), 0, 0)


def test_what_the_nets_see_of_a_position_and_of_moves() -> None:
    pos = fk.Position.parse("classic4 4s4h5dTsKc/4d6h6sAd/5s6d7s7h8s/7dJh2h 3 - 0 0,35,0,0")
    pos.push("single:7d")
    pos.push("single:Kc")
    pos.push(fk.PASS)
    x, y = _order.inputs(pos, 0, 13)
    # The hands as for the odds, from the seat on turn on: both opponents are second and fourth.
    assert x[:6] == [5, 3, 1, 0, 0, 0]
    assert [x[19 * i] for i in range(4)] == [5, 2, 4, 4]
    # Points in the hands and on the table, by five; nobody is out; the mate has the play to beat.
    assert x[87:] == [1, 0, 3, 0, 2, 0, 0, 1, 0, 2, 0]
    # Nothing but the pass.
    assert [str(move) for move in pos.legal_moves()] == ["-"]
    assert y == [[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 4]]
    x, y = _order.inputs(fk.Position.parse("classic4 4s4h5dTsKc/4d/3s/2h 0"), 1, -999)
    assert x[91:] == [0, 0, 0, 0, 0, -30, 1]
    moves = fk.Position.parse("classic4 4s4h5dTsKc/4d/3s/2h 0").legal_moves()
    of_move = {str(move): inputs[1:] for move, inputs in zip(moves, y, strict=True)}
    # Rank, cards, groups broken and taken whole, points, a bomb, the pass, all of the hand; single,
    # pair, triple; who has higher; cards and ranks left.
    assert of_move["single:4h"] == [2, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 4, 4]
    assert of_move["pair:4s4h"] == [2, 2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 3]
    assert of_move["fiftyk:5dTsKc"] == [0, 3, 0, 3, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1]
    with pytest.raises(ValueError, match="seat 4 of 4"):
        _order.inputs(pos, 4, 0)
    with pytest.raises(ValueError, match="not two against two"):
        _order.inputs(fk.rules("classic3").deal(0), 0, 0)


def test_the_order_of_moves_has_each_of_them_once() -> None:
    rng = random.Random(8)
    for name, objective in (
        ("classic4", "margin"),
        ("flush2", "win"),
        ("honghe", "first"),
        ("classic3", "score"),
    ):
        pos = deal_of(strategies.BY_NAME[name], 7, 3)
        solver = Solver(pos, objective, 0, memory=1 << 22)
        plain = Solver(pos, objective, 0, memory=1 << 22, without=("nets",))
        differs = False
        while not pos.is_over:
            moves = pos.legal_moves()
            settled = objective == "first" and bool(pos.out)
            order = solver.order(5)
            assert sorted(order) == list(range(0 if settled else len(moves)))
            differs |= order != plain.order(5)
            move = rng.choice(moves)
            for game in (pos, solver, plain):
                game.push(move)
        assert solver.order(5) == []
        # There are no nets for classic3.
        assert differs is (name != "classic3")


def warm_against_cold(pos: fk.Position, lines: list[list[fk.Move]], objective: str) -> int:
    """One table for all these lines of play from a position gives what a new one for each does."""
    warm = Solver(pos, objective, 0, memory=1 << 24)
    compared = 0
    for line in lines:
        end = pos.copy()
        for move in line:
            warm.push(move)
            end.push(move)
        if not end.is_over and not (objective == "first" and end.out):
            cold = fk.solve(end, objective=objective, seat=0)
            assert warm.close_in() == (cold.value, cold.value), f"{pos} {objective} {line}"
            compared += 1
        for _ in line:
            warm.pop()
    return compared


def twin_lines(g: Game, pos: fk.Position, kind: str) -> list[list[fk.Move]]:
    """Lines of a part of a chain and then the rest, from either end: equal hands after them."""
    hand = {m.cards: m for m in pos.legal_moves(faces=True)}
    chains = [m for m in hand.values() if m.kind in (kind, "straight_flush")]
    lines = []
    for a, b in itertools.permutations(chains, 2):
        less, more = set(a.cards.split()), set(b.cards.split())
        group = g.fk.identify(" ".join(more - less)) if a.n == b.n else []
        if len(group) == 1 and group[0].kind in ("single", "pair"):
            walk = pos.copy()
            line = [group[0]]
            walk.push(group[0])
            while walk.last:
                walk.push(fk.PASS)
                line.append(fk.PASS)
            if walk.turn == pos.turn and a in walk.legal_moves():
                lines.append([*line, a])
    return lines


@pytest.mark.parametrize("name", ["flush1", "flush2", "classic4", "wuhan"])
def test_a_warm_table_keeps_plays_on_the_table_apart(name: str) -> None:
    g = strategies.BY_NAME[name]
    rng = random.Random(f"twins {name}")
    compared = 0
    # Of a hundred such endings about one has twins of different value with a choice to make.
    for i in range(800 if g.rs.family == "flush" else 200):
        kind = "straight" if i % 3 and g.rs.family != "wild" else "pair_chain"
        state = strategies.ladder_state(g.rs, rng, kind)
        if state is None:
            continue
        pos = to_position(g, state)
        objective = "payoff" if isinstance(state.call, oracle.Solo) else "margin"
        lines = twin_lines(g, pos, kind)[:10]
        for order in (lines, lines[::-1]):
            compared += warm_against_cold(pos, order, objective)
    assert compared > 150


def squeezed(hands: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Hands without suits, ranks numbered among those that somebody holds."""
    held = sorted({card[0] for hand in hands for card in hand.split()}, key=ORDER.index)
    return tuple(tuple(held.index(card[0]) for card in hand.split()) for hand in hands)


def alike(pos: fk.Position, rng: random.Random, walks: int) -> list[list[fk.Move]]:
    """Lines to positions that look alike but for suits, ranks left out, captures, stakes and so on.

    A solver that remembers positions may leave such things out of its key only where they cannot
    matter.
    """
    met: dict[tuple, dict[str, list[fk.Move]]] = {}
    for _ in range(walks):
        walk, line = pos.copy(), []
        while not walk.is_over:
            last = walk.last and (walk.last.seat, walk.last.move.kind, walk.last.move.n)
            held, told = walk.hands, str(walk)
            for hands in (held, squeezed(held)):
                met.setdefault((hands, walk.turn, last), {})[told] = line.copy()
            line.append(rng.choice(walk.legal_moves(faces=True)))
            walk.push(line[-1])
    groups = [list(found.values()) for found in met.values() if len(found) > 1]
    chosen = rng.sample(groups, min(9, len(groups)))
    return [line for group in chosen for line in rng.sample(group, min(4, len(group)))]


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_a_warm_table_answers_as_a_cold_one(g: Game) -> None:
    rng = random.Random(f"warm {g}")
    compared = 0
    states = itertools.chain.from_iterable(
        zip(
            random_states(g, rng, 50, 4),
            random_states(g, rng, 50, 5),
            strategies.aimed_states(g.rs, rng, 50),
            strict=True,
        )
    )
    for i, state in enumerate(states):
        if i % 2:  # so that a side may have captured nothing
            state = state._replace(captured=(0,) * g.rs.seats)
        pos = to_position(g, state)
        if pos.count_moves(faces=True) > 200:
            continue
        lines = alike(pos, rng, 60)
        asked = objectives(g, state)
        for order in (lines, lines[::-1]):
            compared += warm_against_cold(pos, order, asked[i // 2 % len(asked)])
    assert compared > 2000


def shape_of(move: fk.Move) -> str:
    return "".join(card[0] for card in move.cards.split())


@pytest.mark.parametrize("name", ["laizi", "wuhan"])
def test_a_warm_table_keeps_natural_bombs_apart(name: str) -> None:
    """A joker and then 3333, or a 3 and then 333W, leave equal hands, and one beats the other."""
    g = strategies.game(name, natural_bomb="higher")
    rng = random.Random(f"natural {name}")
    compared = 0
    for _ in range(150):
        pile = strategies.Pile(g.rs, rng)
        own, other = rng.sample(strategies.combos.RANKS, 2)
        hands = [
            [*pile.take(own, 4), *pile.take("W", 2)],
            [*pile.take(own, 4), *pile.take(other, 4), *pile.take("W", rng.randint(0, 2))],
            pile.take_any(rng.randint(0, 1)),
            pile.take_any(rng.randint(0, 1)),
        ]
        for hand in hands[:2]:
            hand += pile.take_any(rng.randint(1, 2))
        state = strategies.completed(g.rs, rng, hands, 0)
        if state is None:
            continue
        pos = to_position(g, state)
        lines = []
        for plays in ((own, own * 3 + "W"), ("W", own * 4)):
            walk, line = pos.copy(), []
            for shape in plays:
                line.append(next(m for m in walk.legal_moves() if shape_of(m) == shape))
                walk.push(line[-1])
                while walk.last and shape == plays[0]:
                    line.append(fk.PASS)
                    walk.push(fk.PASS)
            lines.append(line)
        objective = "payoff" if isinstance(state.call, oracle.Solo) else "margin"
        for order in (lines, lines[::-1]):
            compared += warm_against_cold(pos, order, objective)
    assert compared > 100


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_any_number_of_threads_gives_the_same_value(g: Game) -> None:
    rng = random.Random(f"threads {g}")
    for state, objective, seat in questions(g, random_states(g, rng, 6, 5), rng):
        pos = to_position(g, state)
        known = fk.solve(pos, objective=objective, seat=seat, all_moves=True)
        for threads in (2, 3):
            many = fk.solve(pos, objective=objective, seat=seat, all_moves=True, threads=threads)
            assert (many.value, many.moves) == (known.value, known.moves)
            check_line(g, pos, many)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_every_parent_is_worth_its_best_child(g: Game) -> None:
    """Too large for minimax; each position of the line and all its children are solved afresh."""
    rng = random.Random(f"plies {g}")
    for state, objective, seat in questions(g, random_states(g, rng, 6, 5), rng):
        pos = to_position(g, state)
        solution = fk.solve(pos, objective=objective, seat=seat, all_moves=True)
        assert solution.exact
        check_line(g, pos, solution)
        for move in solution.line:
            best = max if mine(g, to_state(g, pos), seat) else min
            children = {}
            for child in pos.legal_moves():
                pos.push(child)
                children[child] = fk.solve(pos, objective=objective, seat=seat).value
                pos.pop()
            assert best(children.values()) == solution.value == children[move]
            assert fk.solve(pos, objective=objective, seat=seat, all_moves=True).moves == children
            pos.push(move)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_sides_see_the_same_value(g: Game) -> None:
    rng = random.Random(f"sides {g}")
    for state in random_states(g, rng, 15, 4):
        pos = to_position(g, state)
        for objective in objectives(g, state):
            values = [fk.solve(pos, objective=objective, seat=s).value for s in range(g.rs.seats)]
            if g.rs.sides == "none":
                continue
            for a, b in itertools.combinations(range(4), 2):
                together = any({a, b} <= side for side in oracle.sides(g.rs, state))
                if objective == "payoff" and isinstance(state.call, oracle.Solo):
                    alone = state.call.soloist
                    wanted = values[b] if together else -3 * values[b]
                    if b == alone:
                        assert values[b] == -3 * values[a]
                        continue
                else:
                    wanted = values[b] if together else -values[b]
                assert values[a] == wanted


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_limits_end_in_sound_bounds(g: Game) -> None:
    for seed in range(3):
        pos = deal_of(g, 4, seed)
        known = fk.solve(pos, seat=0, all_moves=True)
        assert known.exact
        for nodes in (0, 1, 2, 10, 100, 1000):
            some = fk.solve(pos, seat=0, all_moves=True, nodes=nodes)
            assert some.lower <= known.value <= some.upper
            assert some.exact == (some.lower == some.upper)
            assert some.value == (known.value if some.exact else None)
            assert list(some.moves) == list(known.moves)
            for move, found in some.moves.items():
                low, high = (found.lower, found.upper) if isinstance(found, fk.Bounds) else (
                    found, found
                )  # fmt: skip
                assert low <= known.moves[move] <= high
            if some.line:
                check_line(g, pos, some)
            alone = fk.solve(pos, seat=0, nodes=nodes)
            assert alone.lower <= known.value <= alone.upper


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_time_runs_out_in_time(g: Game) -> None:
    pos = g.fk.deal(seed=11)
    started = time.monotonic()
    solution = fk.solve(pos, objective="first", seconds=0.1, memory_mb=8)
    assert time.monotonic() - started < 3
    assert solution.lower <= solution.upper
    assert solution.exact or (solution.value is None and solution.line == ())
    assert solution.lower in (-1, 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_that_returns_true_is_a_limit(threads: int) -> None:
    deal = strategies.game("classic4").fk.deal(seed=3)
    solution = fk.solve(deal, seconds=60, threads=threads, progress=lambda now: now.nodes > 0)
    assert (solution.cut, solution.exact) == (True, False)
    assert solution.seconds < 30
    assert solution.lower <= solution.upper


def test_progress_is_told() -> None:
    told: list[fk.Progress] = []
    fk.solve(strategies.game("classic4").fk.deal(seed=3), seconds=0.6, progress=told.append)
    assert len(told) >= 2
    nodes = [p.nodes for p in told]
    assert nodes == sorted(nodes)
    assert all(p.seconds >= 0 for p in told)
    assert all(p.lower <= p.upper for p in told if p.lower is not None)

    def stop(progress: fk.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fk.solve(strategies.game("classic4").fk.deal(seed=3), seconds=5, progress=stop)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_defaults(g: Game) -> None:
    state = strategies.random_state(g.rs, random.Random(f"defaults {g}"), 2)
    pos = to_position(g, state)
    solution = fk.solve(pos)
    wanted = {"none": "score", "fixed": "margin", "call": "payoff"}[g.rs.sides]
    assert (solution.objective, solution.seat) == (wanted, pos.turn)
    assert solution.moves == {}
    assert solution.nodes >= 0
    assert solution.seconds >= 0
    twin = pickle.loads(pickle.dumps(solution))
    assert twin == solution


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_a_hand_that_is_over(g: Game) -> None:
    rng = random.Random(f"over {g}")
    for state in random_states(g, rng, 10, 2):
        pos = to_position(g, state)
        asked = objectives(g, state)
        while not pos.is_over:
            pos.push(rng.choice(pos.legal_moves()))
        for objective in asked:
            for seat in range(g.rs.seats):
                solution = fk.solve(pos, objective=objective, seat=seat, all_moves=True)
                assert solution.exact
                assert solution.line == ()
                assert solution.moves == {}
                wanted = oracle.outcome(g.rs, to_state(g, pos), objective, seat)
                assert solution.value == wanted


def test_many_in_order_and_any_executor() -> None:
    rng = random.Random("many")
    positions = [to_position(g, s) for g in GAMES for s in random_states(g, rng, 5)]
    alone = [fk.solve(pos, objective="first", seat=0, all_moves=True) for pos in positions]
    wanted = [(s.value, s.moves, s.line) for s in alone]
    options = {"objective": "first", "seat": 0, "all_moves": True}
    many = list(fk.solve_many(iter(positions), **options))
    assert [(s.value, s.moves, s.line) for s in many] == wanted
    with ThreadPoolExecutor(3) as pool:
        many = list(fk.solve_many(positions, executor=pool, **options))
    assert [(s.value, s.moves, s.line) for s in many] == wanted
    assert list(fk.solve_many([])) == []


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_solving_twice_gives_the_same_nodes(g: Game) -> None:
    pos = deal_of(g, 3, 5)
    one, two = (fk.solve(pos, seat=0, all_moves=True) for _ in range(2))
    assert one.nodes == two.nodes
    assert one.moves == two.moves


def test_objectives_that_are_not_there() -> None:
    for g in GAMES:
        rng = random.Random(f"none {g}")
        for state in random_states(g, rng, 12, 2):
            pos = to_position(g, state)
            allowed = objectives(g, state)
            for objective in ("margin", "score", "payoff", "win", "first"):
                if objective not in allowed:
                    with pytest.raises(fk.ObjectiveError) as caught:
                        fk.solve(pos, objective=objective)
                    assert caught.value.objective == objective
    with pytest.raises(fk.ObjectiveError):
        fk.solve(pos, objective="tricks")


def test_ctrl_c_stops_a_search_at_once() -> None:
    pos = strategies.game("flush2").fk.deal(seed=1)
    before = str(pos)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), strategies.ctrl_c(0.3):
        fk.solve(pos, seconds=30)
    assert time.monotonic() - started < 3
    assert str(pos) == before


def test_others_run_during_a_search() -> None:
    """Without the GIL: this thread goes on while another searches."""
    pos = strategies.game("classic4").fk.deal(seed=2)
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(fk.solve, pos, seconds=0.5)
        turns = 0
        while not search.done():
            time.sleep(0.005)
            turns += 1
    assert search.result().nodes > 0
    assert turns > 5


MEASURE = """
import resource
import fiftyk as fk
pos = fk.rules("classic4").deal(seed=4)
fk.solve(pos, nodes=100, memory_mb=1)
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
fk.solve(pos, seconds=1.5, memory_mb=24)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory as Linux does")
def test_memory_stays_within_its_limit() -> None:
    home = str(Path(fk.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) / 1024 < 24 + 2
