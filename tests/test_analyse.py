"""What each move of a hand cost: as `solve` says, from the end backwards, within limits."""

import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
import strategies
from solver_helpers import deal_of, objectives
from strategies import GAMES, Game, to_state

import fiftyk as fk


def played(pos: fk.Position, rng: random.Random) -> fk.Hand:
    """A hand played at random from a position to its end."""
    hand = fk.Hand.from_position(pos)
    while hand.turn is not None:
        hand.apply(rng.choice(hand.legal))
    return hand


def whole(name: str, seed: int) -> fk.Hand:
    hand = fk.Hand.deal(fk.rules(name), seed)
    fk.bots.finish(hand, [fk.bots.bot("random", seed)] * hand.rules.seats)
    return hand


def around(found: int | fk.Bounds) -> tuple[int, int]:
    return found if isinstance(found, fk.Bounds) else (found, found)


def check(told: fk.Analysis, objective: str) -> int:
    """Every number is that of `solve`; return how many moves are proved."""
    walk = told.start.copy()
    proved = 0
    for number, judged in enumerate(told.moves, 1):
        assert (judged.number, judged.seat) == (number, walk.turn)
        assert judged.forced == (len(walk.legal_moves()) == 1)
        known = fk.solve(walk, objective, judged.seat, all_moves=True)
        before = walk.copy()
        walk.push(judged.move)
        after = fk.solve(walk, objective, judged.seat).value
        for value, found in (
            (known.value, judged.before),
            (after, judged.after),
            (known.value - after, judged.cost),
        ):
            low, high = around(found)
            assert low <= value <= high
        assert judged.proved == isinstance(judged.cost, int)
        if judged.proved:
            proved += 1
            settled = objective == "first" and before.out
            assert settled or judged.best in known.best or judged.best == judged.move
            assert (judged.cost == 0) == (judged.best == judged.move)
        elif judged.best is not None:
            assert judged.best in known.best
    return proved


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_every_number_is_that_of_the_solver(g: Game) -> None:
    rng = random.Random(f"analyse {g}")
    mistakes = 0
    for seed in range(3):
        pos = deal_of(g, 4, seed)
        for objective in objectives(g, to_state(g, pos)):
            hand = played(pos, rng)
            told = fk.analyse(hand, objective=objective)
            assert (told.objective, told.status) == (objective, "proved")
            assert (str(told.start), told.proved_from) == (str(pos), 1)
            assert [(m.seat, m.move) for m in told.moves] == list(hand.moves)
            assert check(told, objective) == len(told.moves)
            mistakes += check_summary(told)
    assert mistakes > 3


def check_summary(told: fk.Analysis) -> int:
    for seat, summary in enumerate(told.seats):
        mine = [m for m in told.moves if m.seat == seat and not m.forced and m.proved]
        assert (summary.seat, summary.moves) == (seat, len(mine))
        assert summary.cost == sum(m.cost for m in mine)
        assert summary.mistakes == sum(m.cost > 0 for m in mine)
        if summary.mistakes:
            assert summary.costliest.cost == max(m.cost for m in mine)
        else:
            assert summary.costliest is None
    return sum(summary.mistakes for summary in told.seats)


@pytest.mark.parametrize("name", ["laizi", "wuhan"])
def test_one_against_three(name: str) -> None:
    """The soloist is paid by three: what a move costs is counted for the seat that made it."""
    rng = random.Random(f"solo {name}")
    done = 0
    g = strategies.game(name)
    while done < 6:
        state = strategies.random_state(g.rs, rng, 3)
        pos = strategies.to_position(g, state)
        if isinstance(pos.call, fk.Solo) and not pos.is_over:
            done += 1
            for objective in ("payoff", "win", "first"):
                told = fk.analyse(played(pos, rng), objective=objective)
                assert check(told, objective) == len(told.moves)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_within_limits_the_bounds_hold(g: Game) -> None:
    rng = random.Random(f"limits {g}")
    hand = played(deal_of(g, 4, 5), rng)
    objective = fk.solve(hand.start, nodes=0).objective
    proved = []
    for nodes in (0, 30, 300, None):
        told = fk.analyse(hand, nodes=nodes)
        proved.append(check(told, objective))
        assert told.status == ("proved" if proved[-1] == len(told.moves) else "bounded")
        assert (told.proved_from is None) == (not told.moves[-1].proved)
    assert proved == sorted(proved)
    assert proved[-1] == len(told.moves)


@pytest.mark.parametrize("name", fk.rule_sets())
def test_a_whole_hand_from_where_it_can_be_solved(name: str) -> None:
    hand = whole(name, 2)
    told = fk.analyse(hand, nodes=2000, memory_mb=16)
    assert (len(told.moves), told.status) == (len(hand.moves), "bounded")
    assert 1 < told.proved_from <= len(told.moves)
    check_summary(told)
    # At the first position that is not proved it ends.
    assert told.nodes < 20_000
    record = fk.Record.of(hand, seats=["x"] * hand.rules.seats)
    again = fk.analyse(record, nodes=2000, memory_mb=16)
    assert (again.moves, again.seats) == (told.moves, told.seats)
    assert pickle.loads(pickle.dumps(told)).moves == told.moves


def test_a_hand_costs_far_less_than_its_positions() -> None:
    rng = random.Random("costs")
    together = alone = first = 0
    for seed in range(5):
        hand = played(deal_of(strategies.game("classic4"), 5, seed), rng)
        told = fk.analyse(hand, nodes=None)
        assert told.status == "proved"
        together += told.nodes
        walk = hand.start
        first += fk.solve(walk).nodes
        for judged in told.moves:
            alone += fk.solve(walk, seat=judged.seat).nodes
            walk.push(judged.move)
    assert together < alone / 2
    assert together < 2 * first


def test_a_hand_that_goes_on() -> None:
    pos = fk.Position.parse("classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55")
    told = fk.analyse(pos, ["6s", "2c"])
    assert check(told, "margin") == 2
    assert [judged.cost for judged in told.moves] == [120, 0]
    nothing = fk.analyse(pos)
    assert (nothing.moves, nothing.status, nothing.proved_from) == ((), "proved", None)
    assert [summary.moves for summary in nothing.seats] == [0] * 4
    assert fk.analyse(fk.Hand.from_position(pos)).moves == ()


def test_with_a_solver_and_threads() -> None:
    hand = played(deal_of(strategies.game("classic4"), 4, 3), random.Random(1))
    wanted = fk.analyse(hand)
    with fk.Solver(memory_mb=8, threads=2) as solver:
        first, second = (fk.analyse(hand, solver=solver) for _ in range(2))
    assert second.nodes < first.nodes
    for told in (first, second, fk.analyse(hand, threads=2, memory_mb=1)):
        assert [m.cost for m in told.moves] == [m.cost for m in wanted.moves]


def test_told_to_stop() -> None:
    told = fk.analyse(whole("classic4", 3), nodes=None, progress=lambda now: now.nodes > 1000)
    assert told.status == "stopped"
    assert told.moves[-1].proved
    assert not told.moves[0].proved


def test_many_hands_in_order() -> None:
    hands = [whole(name, 4) for name in fk.rule_sets()]
    wanted = [fk.analyse(hand, nodes=500).moves for hand in hands]
    with ThreadPoolExecutor(2) as pool:
        for executor in (None, pool):
            found = fk.analyse_many(iter(hands), executor, nodes=500, memory_mb=8)
            assert [told.moves for told in found] == wanted
    found = fk.analyse_many([hands[0], "x", hands[0]], nodes=10)
    assert next(found).moves
    with pytest.raises(TypeError):
        next(found)


def test_what_cannot_be_analysed() -> None:
    pos = fk.Position.parse("classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55")
    with pytest.raises(fk.IllegalMoveError):
        fk.analyse(pos, ["6s", "3c", "-", "-", "-", "-"])
    with pytest.raises(fk.ObjectiveError):
        fk.analyse(pos, [], "score")
    with pytest.raises(fk.FiftykError, match="not begun"):
        fk.analyse(fk.Hand.deal(fk.rules("laizi"), 1))
    for wrong in ("x", None, 5):
        with pytest.raises(TypeError):
            fk.analyse(wrong)
    with pytest.raises(TypeError):
        fk.analyse(fk.Hand.from_position(pos), ["6s"])
    with pytest.raises(fk.FiftykError):
        fk.analyse(pos, ["6s"], nodes=-1)
    short = fk.Position.parse("laizi 3c/4c4d/5c5d/6c 0 - 0 0,0,0,0 - 0Ad>1!")
    with pytest.raises(fk.ObjectiveError):
        fk.analyse(short, [])
