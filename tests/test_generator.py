"""The generator against the definition: all sub-multisets of small hands, on lead and in answer."""

import itertools
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import oracle
import oracle_combos as combos
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    COMBINATIONS,
    GAMES,
    Game,
    aimed_states,
    to_move,
    to_play,
    to_position,
    to_state,
)

import fiftyk as fk


def position(g: Game, hand: tuple[str, ...], over: combos.Play | None) -> fk.Position:
    """Seat 0 with a hand, on lead or to answer."""
    pile = left(g.rs, (*hand, *(over.cards if over else ())))
    rest = [r for r in combos.RANKS for c in pile.left.elements() if c[0] == r][: g.fk.seats - 1]
    call = fk.Call(1, "3d", 2, True) if g.rs.sides == "call" else None
    last = over and (g.fk.seats - 1, over.kind, " ".join(over.cards))
    table = combos.points(over.cards) if over else 0
    return fk.Position(g.fk, [" ".join(hand), *rest], 0, last, table, call=call)


def left(rs: combos.Rules, hand: tuple[str, ...]) -> strategies.Pile:
    """The cards that are not in a hand; for a card without suit one of its rank is taken."""
    pile = strategies.Pile(rs, random.Random(0))
    for card in sorted(hand, key=len, reverse=True):
        assert pile.take(card[0], 1, card[1:] or None)
    return pile


def draw_over(data: st.DataObject, rs: combos.Rules, hand: tuple[str, ...]) -> combos.Play:
    """A play to answer, out of the cards that are not in the hand."""
    kinds = [k for k in combos.KINDS[1:] if strategies.sizes_of(rs, k)]
    kind = data.draw(st.sampled_from(kinds), label="kind")
    rng = random.Random(data.draw(strategies.seeds, label="seed"))
    for _ in range(50):
        play = strategies.some_play(rs, rng, left(rs, hand), kind)
        if play is not None:
            return play
    return combos.readings(rs, tuple(left(rs, hand).take_any(1)))[0]


def check_listing(g: Game, pos: fk.Position) -> None:
    """Everything that the lists of a position promise, against the oracle."""
    state = to_state(g, pos)
    by_class = {oracle.class_at(g.rs, state, m) for m in oracle.legal(g.rs, state)}
    faces = pos.legal_moves(faces=True)
    classes = pos.legal_moves()
    plays = [to_play(m) for m in faces]
    assert Counter(plays) == Counter(oracle.legal(g.rs, state, faces=True))
    assert Counter(oracle.class_at(g.rs, state, to_play(m)) for m in classes) == Counter(by_class)
    for moves, mode in ((faces, True), (classes, False)):
        assert len(set(moves)) == len(moves) == pos.count_moves(faces=mode)
        counts = Counter(m.kind for m in moves)
        assert moves.counts() == counts
        assert list(moves) == [moves[i] for i in range(len(moves))] == list(reversed(moves))[::-1]
        for move in moves:
            if not move.is_pass:
                same = [r for r in g.fk.identify(move.cards) if r.kind == move.kind]
                assert same == [move]
    for move in faces:
        place = classes.index(move)
        shown = oracle.class_at(g.rs, state, to_play(classes[place]))
        assert shown == oracle.class_at(g.rs, state, to_play(move))


def check_universe(g: Game, pos: fk.Position) -> None:
    """Every sub-multiset of the hand as every kind: it can be pushed exactly if it is listed."""
    listed = set(pos.legal_moves(faces=True))
    classes = pos.legal_moves()
    hand = combos.cards(pos.hands[0])
    before = pos.copy()
    for cards in combos.sub_multisets(hand):
        text = " ".join(cards)
        readings = {m.kind: m for m in g.fk.identify(text)} if cards else {}
        assert {k: to_play(m) for k, m in readings.items()} == {
            p.kind: p for p in combos.readings(g.rs, cards)
        }
        for kind in fk.KINDS[1:]:
            move = readings.get(kind)
            legal = move is not None and move in listed
            if legal:
                assert move in classes
                pos.push(f"{kind}:{text}")
                assert pos.pop() == move
            else:
                assert move is None or move not in classes
                wanted = fk.Reason.DOES_NOT_BEAT if move else fk.Reason.NO_COMBINATION
                with pytest.raises(fk.IllegalMoveError) as caught:
                    pos.push(f"{kind}:{text}")
                assert caught.value.reason is wanted
    assert pos == before


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
@given(data=st.data())
def test_lead_of_a_small_hand(g: Game, data: st.DataObject) -> None:
    pos = position(g, data.draw(strategies.hands(g.rs, 8)), None)
    check_listing(g, pos)


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
@given(data=st.data())
def test_answer_of_a_small_hand(g: Game, data: st.DataObject) -> None:
    hand = data.draw(strategies.hands(g.rs, 8))
    pos = position(g, hand, draw_over(data, g.rs, hand))
    check_listing(g, pos)
    # In answer: the leads that beat, and the pass.
    leads = position(g, hand, None)
    for faces in (False, True):
        beating = [m for m in leads.legal_moves(faces=faces) if g.fk.beats(m, pos.last.move)]
        assert list(pos.legal_moves(faces=faces)) == [fk.PASS, *beating]


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
@settings(max_examples=12)
@given(data=st.data())
def test_every_sub_multiset_as_every_kind(g: Game, data: st.DataObject) -> None:
    hand = data.draw(strategies.hands(g.rs, 6))
    lead = data.draw(st.booleans())
    check_universe(g, position(g, hand, None if lead else draw_over(data, g.rs, hand)))


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_hands_built_around_every_kind(g: Game) -> None:
    rng = random.Random(f"aimed {g}")
    for state in aimed_states(g.rs, rng, 40):
        check_listing(g, to_position(g, state))


@pytest.mark.slow
@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
def test_many_hands_built_around_every_kind(g: Game) -> None:
    rng = random.Random(f"many {g}")
    for state in aimed_states(g.rs, rng, 1500):
        check_listing(g, to_position(g, state))


def faces_taken(cards: tuple[str, ...], rank: str) -> tuple[int, int]:
    """Of a rank, the suits taken and those taken twice, as MoveList numbers such sets."""
    held = Counter(c[1:] for c in cards if c[0] == rank and c[1:])
    bits = {suit: 1 << combos.SUITS.index(suit) for suit in held}
    return sum(bits.values()), sum(bits[suit] for suit, n in held.items() if n > 1)


def place(kind: str, n: int, rank: str, cards: tuple[str, ...]) -> tuple:
    """Where a move stands among others of its list, by the order that MoveList documents."""
    counts = Counter(c[0] for c in cards)
    start = (
        fk.KINDS.index(kind),
        n,
        (combos.SUITS if kind[:4] == "pure" else combos.ORDER).find(rank),
    )
    down = combos.RANKS[::-1]
    if not kind.endswith(("_one", "_two")):
        digits = [counts[r] for r in combos.ORDER[::-1]]
        return start, digits, [faces_taken(cards, r) for r in down]
    top = down.index(rank)
    triples = down[top : top + n]
    kickers = [r for r in combos.ORDER[::-1] if r not in triples]
    return (
        start,
        [faces_taken(cards, r) for r in triples],
        [(counts[r], *faces_taken(cards, r)) for r in kickers],
    )


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
def test_order_is_the_documented_one(g: Game) -> None:
    rng = random.Random(f"order {g}")
    states = [strategies.random_state(g.rs, rng, 8) for _ in range(25)]
    for state in (*states, *aimed_states(g.rs, rng, 25)):
        pos = to_position(g, state)
        moves = [to_play(m) for m in pos.legal_moves(faces=True)]
        assert moves == sorted(moves, key=lambda play: place(*play))
        classes = [
            (play.kind, play.n, play.rank, oracle.class_at(g.rs, state, play)[2])
            for play in map(to_play, pos.legal_moves())
        ]
        assert classes == sorted(classes, key=lambda play: place(*play))
        twin = fk.Position.parse(str(pos))
        assert list(twin.legal_moves()) == list(pos.legal_moves())
        # Each class is shown by the first of its plays: dead cards without suit, then d, c, h, s.
        shown = {}
        for play in moves:
            shown.setdefault(oracle.class_at(g.rs, state, play), set()).add(play)
        for play in map(to_play, pos.legal_moves()):
            lowest = min(shown[oracle.class_at(g.rs, state, play)], key=suits_upward)
            assert play == lowest


def suits_upward(play: combos.Play) -> list[tuple[str, int]]:
    return sorted((c[0], 1 + combos.SUITS.index(c[1]) if c[1:] else 0) for c in play.cards)


def listing() -> str:
    """The move lists of positions of all kinds, as text."""
    lines = []
    for g in GAMES:
        rng = random.Random(f"listing {g}")
        for _ in range(10):
            pos = to_position(g, strategies.random_state(g.rs, rng, 7))
            lines.append(f"{pos} {pos.key.hex()} {list(pos.legal_moves())}")
            lines.append(f"{list(pos.legal_moves(faces=True))}")
    return "\n".join(lines)


def test_order_and_key_do_not_depend_on_the_hash_seed() -> None:
    here = Path(__file__).parent
    paths = [str(here), str(Path(fk.__file__).parent.parent), *filter(None, sys.path)]
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", "import test_generator; print(test_generator.listing())"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        assert done.stdout.strip() == listing()


def canonical(g: Game, state: oracle.State) -> tuple:
    """All of a position that a rule can look at: of suits the live ones alone."""
    hands = []
    for seat, hand in enumerate(state.hands):
        alive = combos.live(g.rs, hand, oracle.secret(state, seat))
        hands.append(combos.cards(c if c in alive else c[0] for c in hand))
    last = None
    if state.last:
        seat, play = state.last
        natural = g.rs.natural_bomb == "higher" and "W" not in play.cards
        last = seat, play.kind, play.n, play.rank, natural
    return hands, last, state.call, state[3:6], state.turn, state.multiplier


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
def test_keys_tell_apart_what_the_oracle_tells_apart(g: Game) -> None:
    """The keys after two moves are equal exactly if no rule can tell the positions apart."""
    rng = random.Random(f"keys {g}")
    states = [strategies.random_state(g.rs, rng, 8) for _ in range(30)]
    states += strategies.aimed_states(g.rs, rng, 20)
    for state in states:
        pos = to_position(g, state)
        keys = {}
        for play in oracle.legal(g.rs, state, faces=True):
            pos.push(to_move(g, play))
            seen = canonical(g, oracle.after(g.rs, state, play))
            assert keys.setdefault(pos.key, seen) == seen
            pos.pop()
        for a, b in itertools.combinations(keys.values(), 2):
            assert a != b
