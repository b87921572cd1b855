"""What can be asked beside a value: yes or no, what a move costs, one position after another."""

import copy
import itertools
import pickle
import random
import threading

import oracle
import pytest
import strategies
from solver_helpers import deal_of, end_of, mine, objectives, questions, random_states
from strategies import GAMES, Game, to_position, to_state

import fiftyk as fk

# ---- yes or no


def around(value: int) -> list[int]:
    return [value - 10**6, value - 5, value - 1, value, value + 1, value + 5, 10**30]


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_yes_and_no_are_what_the_value_says(g: Game) -> None:
    rng = random.Random(f"yes {g}")
    for state, objective, seat in questions(g, random_states(g, rng, 20, 4), rng):
        pos = to_position(g, state)
        if objective == "first" and pos.out:
            continue  # it is settled: no move matters
        known = fk.solve(pos, objective, seat, all_moves=True)
        for wanted in around(known.value):
            asked = fk.solve(pos, objective, seat, at_least=wanted)
            assert asked.answer == (known.value >= wanted)
            assert (asked.at_least, asked.status, asked.cut) == (wanted, "proved", False)
            assert asked.lower <= known.value <= asked.upper
            end = end_of(g, pos, asked.line, objective)
            worth = oracle.outcome(g.rs, end, objective, seat)
            assert (worth >= wanted) == asked.answer
            check_best(asked, mine(g, state, seat), known)
            every = fk.solve(pos, objective, seat, at_least=wanted, all_moves=True)
            assert (every.answer, list(every.moves)) == (asked.answer, list(known.moves))
            for move, found in every.moves.items():
                low, high = found if isinstance(found, fk.Bounds) else (found, found)
                assert low <= known.moves[move] <= high
                assert not low < wanted <= high
            decides = mine(g, state, seat) == asked.answer
            assert every.best == tuple(
                m for m, v in known.moves.items() if decides and (v >= wanted) == asked.answer
            )


def check_best(asked: fk.Solution, favoured_high: bool, known: fk.Solution) -> None:
    """One move that decides the question is named, where there is one."""
    if asked.answer != favoured_high:
        assert asked.best == asked.best_known == ()
    else:
        (best,) = asked.best_known
        assert (known.moves[best] >= asked.at_least) == asked.answer
    assert asked.choice == asked.line[0]


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_a_question_that_a_limit_ends_is_open(g: Game) -> None:
    for seed in range(3):
        pos = deal_of(g, 4, seed)
        known = fk.solve(pos, seat=0)
        for nodes in (0, 1, 10, 100):
            asked = fk.solve(pos, seat=0, at_least=known.value, nodes=nodes)
            assert asked.lower <= known.value <= asked.upper
            assert asked.answer in (True, None)
            assert asked.status == ("bounded" if asked.answer is None else "proved")
            assert asked.choice in pos.legal_moves()


def test_a_question_takes_less_than_the_value() -> None:
    asked = whole = 0
    for seed in range(12):
        pos = deal_of(strategies.game("classic4"), 5, seed)
        known = fk.solve(pos, seat=0, objective="margin")
        whole += known.nodes
        for wanted in (known.value, known.value + 5):
            asked += fk.solve(pos, seat=0, objective="margin", at_least=wanted).nodes / 2
    assert asked < 0.75 * whole


def test_questions_that_cannot_be() -> None:
    pos = deal_of(strategies.game("classic4"), 2, 1)
    for wanted in (1.5, "10", [1]):
        with pytest.raises(TypeError):
            fk.solve(pos, at_least=wanted)


# ---- how a search ends


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_a_move_is_named_whatever_happens(g: Game) -> None:
    for seed in range(3):
        pos = deal_of(g, 4, seed)
        proved = fk.solve(pos, seat=0, all_moves=True)
        assert (proved.status, proved.choice) == ("proved", proved.line[0])
        assert proved.choice in proved.best
        for nodes in (0, 30, 300):
            some = fk.solve(pos, seat=0, nodes=nodes)
            assert some.status == ("proved" if some.exact else "bounded")
            assert some.choice in pos.legal_moves()
    over = to_position(g, strategies.random_state(g.rs, random.Random(1), 1))
    while not over.is_over:
        over.push(over.legal_moves()[0])
    assert fk.solve(over, objective="first").choice is None


def test_the_move_named_is_the_best_that_is_proved() -> None:
    """Without any search: a seat that goes out now has won `first`, whatever else there is."""
    pos = fk.Position.parse("classic4 9s9h/4c6s6h7d/8h8d9c/3cTd 0 3:pair:3h3d 0 0,0,0,0")
    stopped = fk.solve(pos, objective="first", nodes=0, progress=lambda _: True)
    assert str(stopped.choice) == "pair:9s9h"


def test_told_to_stop() -> None:
    pos = strategies.game("classic4").fk.deal(seed=3)
    stopped = fk.solve(pos, seconds=60, progress=lambda now: now.nodes > 0)
    assert (stopped.status, stopped.cut) == ("stopped", True)
    assert stopped.choice in pos.legal_moves()
    assert fk.solve(pos, nodes=1000).status == "bounded"


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_limit_of_nodes_is_for_all_threads_together(threads: int) -> None:
    pos = strategies.game("classic4").fk.deal(seed=4)
    with fk.Solver(memory_mb=4, threads=threads) as solver:
        for nodes in (100, 3000, 60_000, 120_000):
            for stopped in (
                solver.solve(pos, nodes=nodes),
                fk.solve(pos, nodes=nodes, threads=threads, memory_mb=4),
            ):
                assert (stopped.status, stopped.cut) == ("bounded", True)
                assert 0.97 * nodes <= stopped.nodes <= nodes + threads + 1


# ---- a solver for positions in a row


def hands_played(g: Game, rng: random.Random, cards: int) -> list[fk.Position]:
    """The positions of a hand that was played at random, from its beginning."""
    pos = deal_of(g, cards, rng.randrange(10**6))
    seen = [pos.copy()]
    while not pos.is_over:
        pos.push(rng.choice(pos.legal_moves()))
        seen.append(pos.copy())
    return seen


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_one_table_for_all_questions_gives_the_values_of_new_ones(g: Game) -> None:
    """Every objective, every seat, positions of several hands, in one table, in any order."""
    rng = random.Random(f"solver {g}")
    asked = []
    for _ in range(4):
        seen = hands_played(g, rng, 3)
        state = to_state(g, seen[0])
        for pos, objective in itertools.product(seen, objectives(g, state)):
            asked.append((pos, objective, rng.randrange(g.rs.seats)))
    rng.shuffle(asked)
    for megabytes in (0, 16):
        with fk.Solver(memory_mb=megabytes) as solver:
            for pos, objective, seat in asked:
                warm = solver.solve(pos, objective, seat)
                assert warm.status == "proved"
                cold = fk.solve(pos, objective, seat)
                assert (warm.value, warm.line) == (cold.value, cold.line), f"{pos} {objective}"


def test_one_table_for_several_rule_sets() -> None:
    """The same cards in the same seats, in other games and with other options and points."""
    hands = "3s3h5s8c/4c6d6hTdKc/7h7d9cJs/3c8h8d2s"
    games = ["classic4", "honghe", "flush1", "flush1[two_low_straight=false]"]
    positions = [
        fk.Position.parse(f"{game} {hands} 0 - 0 {captured}")
        for game in games
        for captured in ("0,0,0,0", "0,20,0,0")
    ]
    with fk.Solver(memory_mb=8) as solver:
        for order in (positions, positions[::-1]):
            for pos, objective in itertools.product(order, ("payoff", "margin", "win")):
                warm = solver.solve(pos, objective, 0, all_moves=True)
                cold = fk.solve(pos, objective, 0, all_moves=True)
                assert (warm.value, warm.moves) == (cold.value, cold.moves), f"{pos} {objective}"


@pytest.mark.parametrize("name", ["classic4", "classic3", "flush2"])
def test_the_points_of_a_payoff_are_told_apart(name: str) -> None:
    """Doubling counts what was captured before: the same cards are worth other payoffs."""
    for seed in range(4):
        data = deal_of(strategies.game(name), 3, seed).to_dict()
        ends = []
        for captured, owner in itertools.product((0, 5, 10, 20), range(2)):
            data["captured"] = [0] * len(data["hands"])
            data["captured"][owner] = captured
            ends.append(fk.Position.from_dict(data))
        with fk.Solver(memory_mb=1) as solver:
            for pos in (*ends, *reversed(ends)):
                assert solver.solve(pos, "payoff", 0).value == fk.solve(pos, "payoff", 0).value


def test_from_the_end_backwards_costs_less() -> None:
    rng = random.Random("backwards")
    alone = together = 0
    for _ in range(6):
        seen = hands_played(strategies.game("classic4"), rng, 5)
        guess = None
        with fk.Solver(memory_mb=64) as solver:
            for pos in reversed(seen):
                warm = solver.solve(pos, "margin", 0, guess=guess)
                cold = fk.solve(pos, "margin", 0)
                assert warm.value == cold.value
                guess = warm.value
                together += warm.nodes
                alone += cold.nodes
    assert together < 0.6 * alone


def test_a_second_time_is_free_until_cleared() -> None:
    pos = deal_of(strategies.game("classic4"), 4, 8)
    with fk.Solver(memory_mb=8, threads=2) as solver:
        first = solver.solve(pos, seat=0)
        again = solver.solve(pos, seat=0)
        assert again.nodes < first.nodes / 4
        solver.clear()
        anew = solver.solve(pos, seat=0)
        assert anew.nodes > 2 * again.nodes
        assert first.value == again.value == anew.value


def test_what_limits_left_undone_is_done_later() -> None:
    pos = deal_of(strategies.game("laizi"), 4, 3)
    known = fk.solve(pos, seat=0)
    with fk.Solver(memory_mb=8) as solver:
        for _ in range(1000):
            some = solver.solve(pos, seat=0, nodes=200)
            assert some.lower <= known.value <= some.upper
            if some.exact:
                break
        assert some.value == known.value


def test_a_growing_table_is_kept() -> None:
    """More positions than the table begins with, so that it grows in one question or another."""
    pos = deal_of(strategies.game("classic4"), 6, 8)
    with fk.Solver(memory_mb=64) as solver:
        first = solver.solve(pos, "margin", 0)
        assert first.nodes > 40_000
        again = solver.solve(pos, "margin", 0)
        assert again.nodes < first.nodes / 20
        assert again.value == first.value


def test_one_thread_at_a_time() -> None:
    pos = strategies.game("classic4").fk.deal(seed=3)
    refused = []

    def from_another_thread() -> None:
        try:
            solver.solve(pos)
        except fk.FiftykError as error:
            refused.append(error)

    def meddle(_: fk.Progress) -> bool:
        for thing in (lambda: solver.solve(pos), solver.clear, solver.close):
            with pytest.raises(fk.FiftykError, match="at work"):
                thing()
        other = threading.Thread(target=from_another_thread)
        other.start()
        other.join()
        return True

    with fk.Solver(memory_mb=8) as solver:
        stopped = solver.solve(pos, progress=meddle)
        assert stopped.status == "stopped"
        assert len(refused) == 1
        # What was refused has changed nothing.
        assert solver.solve(deal_of(strategies.game("classic4"), 2, 1)).exact
        with pytest.raises(KeyboardInterrupt), strategies.ctrl_c(0.1):
            solver.solve(pos, seconds=30)
        assert solver.solve(deal_of(strategies.game("classic4"), 2, 1)).exact


def test_closing() -> None:
    pos = deal_of(strategies.game("classic4"), 2, 1)
    solver = fk.Solver(memory_mb=1)
    assert not solver.closed
    solver.close()
    solver.close()
    assert (solver.closed, repr(solver)) == (True, "<Solver closed>")
    for thing in (lambda: solver.solve(pos), solver.clear):
        with pytest.raises(fk.FiftykError, match="closed"):
            thing()
    with pytest.raises(RuntimeError, match="mine"), fk.Solver(memory_mb=1) as solver:
        raise RuntimeError("mine")
    assert solver.closed


def test_a_solver_is_not_copied() -> None:
    with fk.Solver(memory_mb=1) as solver:
        for copied in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="pickled"):
                copied(solver)


def test_memory_is_taken_at_once_or_not_at_all() -> None:
    for much in (1e30, float("inf")):
        with pytest.raises(MemoryError):
            fk.Solver(memory_mb=much)
    for wrong in (-1, float("nan")):
        with pytest.raises(fk.FiftykError):
            fk.Solver(memory_mb=wrong)
    with pytest.raises(fk.FiftykError):
        fk.Solver(threads=0)
    with fk.Solver(memory_mb=8) as solver:
        solution = solver.solve(deal_of(strategies.game("classic4"), 3, 1))
        assert solution.memory_mb <= 8


# ---- what a move costs


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_what_a_move_costs(g: Game) -> None:
    rng = random.Random(f"explain {g}")
    with fk.Solver(memory_mb=16) as solver:
        for state, objective, _ in questions(g, random_states(g, rng, 12, 3), rng):
            pos = to_position(g, state)
            if pos.is_over:
                continue
            known = fk.solve(pos, objective, all_moves=True)
            for move, value in known.moves.items():
                told = fk.explain(pos, move, objective, solver=rng.choice([None, solver]))
                assert (told.move, told.seat, told.objective) == (move, pos.turn, objective)
                assert (told.before, told.after) == (known.value, value)
                assert told.cost == known.value - value >= 0
                assert told.best in known.best
                assert (told.best == move) == (told.cost == 0)
                if not (objective == "first" and pos.out):
                    end = end_of(g, pos, (move, *told.line), objective)
                    assert oracle.outcome(g.rs, end, objective, pos.turn) == value


def test_what_a_move_costs_within_limits() -> None:
    pos = deal_of(strategies.game("classic4"), 5, 3)
    before = str(pos)
    for move in pos.legal_moves():
        known = fk.explain(pos, str(move))
        for nodes in (0, 10, 100, 1000):
            told = fk.explain(pos, move, nodes=nodes)
            for known_value, found in (
                (known.before, told.before),
                (known.after, told.after),
                (known.cost, told.cost),
            ):
                low, high = found if isinstance(found, fk.Bounds) else (found, found)
                assert low <= known_value <= high
            assert told.nodes <= nodes + 2
    assert str(pos) == before


def test_moves_that_cannot_be_explained() -> None:
    pos = fk.Position.parse("classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55")
    for wrong in ("9s", "-"):
        with pytest.raises(fk.IllegalMoveError):
            fk.explain(pos, wrong)
    with pytest.raises(fk.CardError):
        fk.explain(pos, "cow")
    with pytest.raises(fk.ObjectiveError):
        fk.explain(pos, "6s", "score")
    for wrong in (None, 6):
        with pytest.raises(TypeError):
            fk.explain(pos, wrong)
    with pytest.raises(TypeError):
        fk.explain(str(pos), "6s")
    assert len(pos.legal_moves()) == 2
