"""Questions for tests of the solver, and what their answers must be like."""

import random
from collections.abc import Iterator

import oracle
import strategies
from oracle import State
from strategies import Game, to_position, to_state

import fiftyk as fk
from fiftyk._solver import Solver


def objectives(g: Game, state: State) -> list[str]:
    """Those that this position has: stakes of two sides need all the points."""
    held = sum(map(oracle.points, state.hands)) + sum(state.captured) + state.table
    short = isinstance(state.call, oracle.Call) and held != 200
    return [o for o in oracle.objectives(g.rs, state) if not (short and o in ("payoff", "win"))]


def questions(
    g: Game, states: Iterator[State], rng: random.Random
) -> Iterator[tuple[State, str, int]]:
    """Every objective in turn, about every seat."""
    for i, state in enumerate(states):
        asked = objectives(g, state)
        yield state, asked[i % len(asked)], rng.randrange(g.rs.seats)


def random_states(g: Game, rng: random.Random, count: int, most: int = 3) -> Iterator[State]:
    return (strategies.random_state(g.rs, rng, most) for _ in range(count))


def mine(g: Game, state: State, seat: int) -> bool:
    """Is the seat on turn of the side of `seat`?"""
    return any({seat, state.turn} <= side for side in oracle.sides(g.rs, state))


def deal_of(g: Game, cards: int, seed: int) -> fk.Position:
    """An ending with so many cards in each hand, all other points captured."""
    rng = random.Random(seed)
    pack = list(strategies.combos.pack(g.rs))
    rng.shuffle(pack)
    hands = [pack[s :: g.rs.seats][:cards] for s in range(g.rs.seats)]
    state = strategies.completed(g.rs, rng, hands, 0)
    return to_position(g, state)


def along(solver: Solver, pos: fk.Position, value: int) -> Iterator[tuple[fk.Position, fk.Move]]:
    """Play the line that a solver chooses, in it and on a copy; yield that, and the move."""
    walk = pos.copy()
    while not (walk.is_over or (solver.objective == "first" and walk.out)):
        chosen = solver.choose(value)
        assert chosen is not None
        move = walk.legal_moves()[chosen]
        walk.push(move)
        solver.push(move)
        yield walk, move


def end_of(g: Game, pos: fk.Position, line: tuple[fk.Move, ...], objective: str) -> State:
    """Where a line ends, which must be legal and go to the end."""
    walk = pos.copy()
    for move in line:
        assert move in walk.legal_moves()
        walk.push(move)
    if objective == "first":
        assert walk.out
        assert len(walk.out) == 1 + (pos.out != ()) * (len(pos.out) - 1)
    else:
        assert walk.is_over
    return to_state(g, walk)
