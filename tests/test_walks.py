"""Walks from full deals to the end of the hand and back, beside the oracle's play of the hand."""

import copy
import pickle
import random

import oracle
import oracle_combos as combos
import pytest
import strategies
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import ALL, GAMES, Game, to_play, to_position, to_state

import fiftyk as fk

# Two packs have leads of millions of plays; longer lists than this are counted, not made.
LISTED = 3000


def conserved(g: Game, pos: fk.Position, total: int) -> None:
    """Points captured, on the table and in hands add up; so do the scores at the end."""
    held = sum(combos.points(combos.cards(h)) for h in pos.hands)
    assert sum(pos.captured) + pos.table + held == total
    if not pos.is_over:
        assert pos.scores is pos.payoff is pos.sides is pos.places is None
        return
    assert pos.table == 0
    assert pos.last is None
    if g.rs.sides == "call":
        moved = len(pos.out) == 3 and isinstance(pos.call, fk.Call)
        moved = moved and not oracle.swept(g.rs, to_state(g, pos))
        assert sum(pos.scores) + (0 if moved else held) == total
        assert sum(pos.payoff) == 0
    else:
        bonuses = 20 - 20 * sum(map(bool, pos.hands))
        assert sum(pos.scores) - bonuses + 2 * held == total
        if g.rs.sides == "fixed":
            assert pos.sides == (pos.scores[0] + pos.scores[2], pos.scores[1] + pos.scores[3])


def ended_alike(g: Game, pos: fk.Position, state: oracle.State) -> None:
    assert list(pos.scores) == oracle.scores(g.rs, state)
    assert list(pos.payoff) == oracle.payoff(g.rs, state)
    assert (pos.places and list(pos.places)) == oracle.places(g.rs, state)


def some_move(pos: fk.Position, rng: random.Random, faces: bool = True) -> fk.Move:
    """A random legal move, of a random kind; of a list too long, a play of cards of one rank."""
    if pos.count_moves(faces=faces) <= LISTED:
        moves = pos.legal_moves(faces=faces)
        kinds = sorted(moves.counts())
        kind = rng.choice(kinds)
        return rng.choice([m for m in moves if m.kind == kind])
    if pos.last is not None:
        return fk.PASS
    hand = pos.hands[pos.turn].split()
    card = rng.choice(hand)
    alike = [c for c in hand if c[0] == card[0]]
    return pos.rules.move(" ".join(alike[: rng.randint(1, 8)]))


def view(pos: fk.Position) -> tuple:
    """All that can be seen of a position and must come back."""
    short = pos.count_moves(faces=True) <= LISTED
    moves = [str(m) for m in pos.legal_moves(faces=True)] if short else []
    return str(pos), pos.to_dict(), pos.key, pos.count_moves(), moves, pos.scores, pos.payoff


class Walk(RuleBasedStateMachine):
    """Push and pop at will, each checked against the oracle and against what was before."""

    game: Game

    @initialize(seed=st.integers(0, 2**64 - 1), small=st.booleans())
    def start(self, seed: int, small: bool) -> None:
        g = self.game
        if small:
            state = strategies.random_state(g.rs, random.Random(seed), 6)
            self.pos = to_position(g, state)
        else:
            self.pos = g.fk.deal(seed=seed)
        self.root = self.pos.copy()
        self.state = to_state(g, self.pos)
        self.total = 100 * g.fk.packs
        self.before: list[tuple] = []
        self.moves: list[fk.Move] = []

    @precondition(lambda self: not self.pos.is_over)
    @rule(seed=strategies.seeds, steps=st.integers(1, 12), faces=st.booleans())
    def push(self, seed: int, steps: int, faces: bool) -> None:
        rng = random.Random(seed)
        for _ in range(steps):
            if self.pos.is_over:
                break
            move = some_move(self.pos, rng, faces)
            self.before.append((view(self.pos), self.state))
            seat, holding = self.pos.turn, [len(h.split()) for h in self.pos.hands]
            self.pos.push(move)
            self.moves.append(move)
            self.state = oracle.after(self.game.rs, self.state, to_play(move))
            holding[seat] -= len(move.codes)
            assert [len(h.split()) for h in self.pos.hands] == holding
            assert to_state(self.game, self.pos) == self.state
            conserved(self.game, self.pos, self.total)

    @precondition(lambda self: self.moves)
    @rule(steps=st.integers(1, 9))
    def pop(self, steps: int) -> None:
        for _ in range(min(steps, len(self.moves))):
            assert self.pos.pop() == self.moves.pop()
            seen, self.state = self.before.pop()
            assert view(self.pos) == seen

    @rule()
    def copies_are_equal_and_apart(self) -> None:
        for twin in (
            self.pos.copy(),
            copy.copy(self.pos),
            copy.deepcopy(self.pos),
            pickle.loads(pickle.dumps(self.pos)),
        ):
            assert twin == self.pos
            assert view(twin) == view(self.pos)
            for move in reversed(self.moves):
                assert twin.pop() == move
            assert twin == self.root
            if not twin.is_over:
                twin.push(some_move(twin, random.Random(0)))
                assert twin != self.root
        assert fk.Position.parse(str(self.pos)) == self.pos
        assert fk.Position.from_dict(self.pos.to_dict()) == self.pos

    @invariant()
    def turn_fits(self) -> None:
        pos = self.pos
        assert pos.is_over == (pos.turn is None) == (pos.count_moves() == 0)
        assert sorted(pos.out) == [s for s, hand in enumerate(pos.hands) if not hand]
        if pos.is_over:
            ended_alike(self.game, pos, self.state)
        else:
            assert pos.hands[pos.turn]
            assert pos.last is None or pos.last.seat != pos.turn

    def teardown(self) -> None:
        if hasattr(self, "moves"):
            for move in reversed(self.moves):
                assert self.pos.pop() == move
            assert self.pos == self.root
            with pytest.raises(IndexError):
                self.pos.pop()


@pytest.mark.parametrize("g", ALL, ids=str)
def test_push_and_pop(g: Game) -> None:
    machine = type(f"Walk[{g}]", (Walk,), {"game": g})
    few = settings(max_examples=12 if g in GAMES else 4, stateful_step_count=12)
    machine.TestCase.settings = few
    machine.TestCase().runTest()


def walk_to_the_end(g: Game, seed: int) -> None:
    rng = random.Random(f"{g} {seed}")
    pos = g.fk.deal(seed=rng.getrandbits(64))
    state = to_state(g, pos)
    total = 100 * g.fk.packs
    shown = None
    while not pos.is_over:
        before = (view(pos), state) if rng.random() < 0.1 else None
        move = some_move(pos, rng)
        pos.push(move)
        if before:
            assert pos.pop() == move
            assert view(pos) == before[0]
            pos.push(move)
        state = oracle.after(g.rs, state, to_play(move))
        assert pos.turn == state.turn
        assert pos.captured == state.captured
        assert (pos.table, pos.out, pos.multiplier) == (state.table, state.out, state.multiplier)
        assert (pos.call and tuple(pos.call)) == (state.call and tuple(state.call))
        assert (pos.last and to_play(pos.last.move)) == (state.last and state.last[1])
        assert shown is None or pos.call.known or not shown
        shown = getattr(pos.call, "known", None)
    conserved(g, pos, total)
    ended_alike(g, pos, state)


@pytest.mark.parametrize("g", ALL, ids=str)
def test_full_deals_to_the_end(g: Game) -> None:
    for seed in range(12):
        walk_to_the_end(g, seed)


@pytest.mark.slow
@pytest.mark.parametrize("g", ALL, ids=str)
def test_many_full_deals_to_the_end(g: Game) -> None:
    for seed in range(12, 200):
        walk_to_the_end(g, seed)


@pytest.mark.parametrize("g", ALL, ids=str)
def test_ends_of_small_hands(g: Game) -> None:
    """Many ends: every order of going out, with points anywhere."""
    rng = random.Random(f"ends {g}")
    for _ in range(150):
        state = strategies.random_state(g.rs, rng, 3)
        pos = to_position(g, state)
        while not pos.is_over:
            move = rng.choice(pos.legal_moves(faces=True))
            pos.push(move)
            state = oracle.after(g.rs, state, to_play(move))
        assert to_state(g, pos) == state
        conserved(g, pos, 100 * g.fk.packs)
        ended_alike(g, pos, state)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_deals_are_whole(g: Game) -> None:
    for seed in (0, 1, 2**64 - 1):
        pos = g.fk.deal(seed=seed)
        dealt = [c for hand in pos.hands for c in hand.split()]
        assert combos.cards(dealt) == combos.pack(g.rs)
        assert pos == g.fk.deal(seed=seed)
        assert str(pos) == str(g.fk.deal(seed=seed))
