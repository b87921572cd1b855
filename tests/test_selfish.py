"""classic3 as max^n: equal to plain max^n, and no better or worse than it has to be."""

import random
import time
from collections.abc import Callable

import oracle
import pytest
import strategies
from oracle import State
from solver_helpers import deal_of, random_states
from strategies import game, to_play, to_position

import fiftyk as fk
from fiftyk._selfish import SelfishSolver

G = game("classic3")
VISITS = 4000


def liking(seat: int, scores: tuple[int, ...]) -> tuple[int, ...]:
    """What the seat on turn maximises, as the documents say it."""
    after, other = (seat + 1) % 3, (seat + 2) % 3
    return scores[seat], -(scores[after] + scores[other]), -scores[after]


def maxn() -> Callable[[State], tuple[int, ...]]:
    """The function from a position to the scores of all seats: plain max^n, by definition."""
    known: dict[State, tuple[int, ...]] = {}

    def scores(state: State) -> tuple[int, ...]:
        if state not in known:
            if len(known) > VISITS:
                raise OverflowError
            if state.turn is None:
                known[state] = tuple(oracle.scores(G.rs, state))
            else:
                after = [scores(oracle.after(G.rs, state, m)) for m in oracle.legal(G.rs, state)]
                known[state] = max(after, key=lambda each: liking(state.turn, each))
        return known[state]

    return scores


def check(state: State, seat: int, **limits: float) -> bool:
    """Compare with plain max^n; False where that is too much work."""
    truth = maxn()
    try:
        wanted = truth(state)
        every = {
            oracle.class_at(G.rs, state, move): truth(oracle.after(G.rs, state, move))
            for move in oracle.legal(G.rs, state)
        }
    except OverflowError:
        return False
    pos = to_position(G, state)
    solution = fk.solve(pos, seat=seat, model="selfish", all_moves=True, **limits)
    assert (solution.model, solution.objective, solution.status) == ("selfish", "score", "proved")
    assert (solution.scores, solution.value) == (wanted, wanted[seat]), str(pos)
    found = {oracle.class_at(G.rs, state, to_play(m)): v for m, v in solution.moves.items()}
    assert found == {move: scores[seat] for move, scores in every.items()}
    best = {oracle.class_at(G.rs, state, to_play(m)) for m in solution.best}
    assert best == {move for move, scores in every.items() if scores == wanted}
    assert solution.choice == solution.line[0]
    assert solution.choice in solution.best
    short = fk.solve(pos, seat=seat, model="selfish", **limits)
    assert (short.scores, short.line, short.moves) == (wanted, solution.line, {})
    walk = pos.copy()
    for move in solution.line:
        walk.push(move)
    assert walk.scores == wanted
    return True


def test_random_endings() -> None:
    rng = random.Random("selfish")
    done = sum(check(state, rng.randrange(3)) for state in random_states(G, rng, 120, 4))
    assert done > 60


def test_endings_aimed_at_every_kind() -> None:
    rng = random.Random("selfish, aimed")
    done = sum(check(state, rng.randrange(3)) for state in strategies.aimed_states(G.rs, rng, 50))
    assert done > 20


def test_any_table_size_gives_the_same() -> None:
    rng = random.Random("selfish, tables")
    for state in random_states(G, rng, 12, 3):
        for megabytes in (0, 1e-4, 0.01, 1):
            check(state, 0, memory_mb=megabytes)


def test_every_position_along_a_line_has_the_same_scores() -> None:
    """Too large for plain max^n: each position of the line is the best of those after its moves."""
    for seed in range(3):
        pos = deal_of(G, 4, seed)
        wanted = fk.solve(pos, model="selfish").scores
        for move in fk.solve(pos, model="selfish").line[:6]:
            after = {}
            for each in pos.legal_moves():
                pos.push(each)
                after[each] = fk.solve(pos, model="selfish").scores
                pos.pop()
            assert max(after.values(), key=lambda s: liking(pos.turn, s)) == wanted == after[move]
            pos.push(move)


def test_it_is_not_the_guarantee() -> None:
    """A seat that plays for itself does not hurt another for nothing, and may even help it."""
    more = less = 0
    for seed in range(30):
        pos = deal_of(G, 3, seed)
        for seat in range(3):
            alone = fk.solve(pos, seat=seat, model="selfish").value
            sure = fk.solve(pos, seat=seat).value
            if seat == pos.turn:
                more += alone > sure
            less += alone < sure
    assert more > 5
    assert less < more


def test_limits_end_in_sound_bounds() -> None:
    pos = deal_of(G, 4, 1)
    known = fk.solve(pos, seat=1, model="selfish", all_moves=True)
    for nodes in (0, 1, 10, 200):
        some = fk.solve(pos, seat=1, model="selfish", all_moves=True, nodes=nodes)
        assert (some.status, some.cut, some.scores, some.line) == ("bounded", True, None, ())
        assert some.lower <= known.value <= some.upper
        assert some.choice in known.moves
        assert list(some.moves) == list(known.moves)
        for move, found in some.moves.items():
            low, high = found if isinstance(found, fk.Bounds) else (found, found)
            assert low <= known.moves[move] <= high
        assert some.nodes <= nodes + 2
    deal = fk.rules("classic3").deal(3)
    started = time.monotonic()
    assert fk.solve(deal, model="selfish", seconds=0.2, memory_mb=8).status == "bounded"
    told: list[fk.Progress] = []

    def enough(now: fk.Progress) -> bool:
        told.append(now)
        return len(told) == 2

    assert fk.solve(deal, model="selfish", progress=enough, memory_mb=8).status == "stopped"
    assert [now.nodes for now in told] == sorted(now.nodes for now in told)
    with pytest.raises(KeyboardInterrupt), strategies.ctrl_c(0.2):
        fk.solve(deal, model="selfish", seconds=60, memory_mb=8)
    assert time.monotonic() - started < 30


def test_a_hand_that_is_over() -> None:
    pos = deal_of(G, 2, 1)
    while not pos.is_over:
        pos.push(pos.legal_moves()[-1])
    for seat in range(3):
        solution = fk.solve(pos, seat=seat, model="selfish", all_moves=True)
        assert (solution.scores, solution.value) == (pos.scores, pos.scores[seat])
        assert (solution.line, solution.moves, solution.choice) == ((), {}, None)


def test_what_cannot_be_asked() -> None:
    pos = deal_of(G, 2, 1)
    for objective in ("payoff", "win", "first"):
        with pytest.raises(fk.ObjectiveError):
            fk.solve(pos, objective, model="selfish")
    with pytest.raises(fk.ObjectiveError):
        fk.solve(deal_of(game("classic4"), 2, 1), model="selfish")
    with pytest.raises(fk.FiftykError, match="at_least"):
        fk.solve(pos, at_least=1, model="selfish")
    for model in ("kind", None, ["selfish"]):
        with pytest.raises(fk.FiftykError, match="minimax and selfish"):
            fk.solve(pos, model=model)
    with pytest.raises(MemoryError):
        fk.solve(pos, model="selfish", memory_mb=2**42)


def test_the_gate_by_itself() -> None:
    pos = deal_of(G, 2, 1)
    solver = SelfishSolver(pos, memory=1 << 16)
    with pytest.raises(IndexError):
        solver.pop()
    for place in (-1, len(pos.legal_moves())):
        with pytest.raises(IndexError):
            solver.push(place)
    with pytest.raises(ValueError, match="three seats"):
        SelfishSolver(deal_of(game("classic4"), 2, 1), memory=1)
    with pytest.raises(RuntimeError):
        solver.__init__(pos, memory=1)
