"""Rule sets, hands, plays and positions to try, and ways between fiftyk and the oracle.

What is random here comes from a `random.Random`, so that a failure is repeated by its seed alone;
the Hypothesis strategies draw cards themselves where shrinking helps.
"""

import _thread
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

import oracle
import oracle_combos as combos
from hypothesis import strategies as st
from oracle import Call, Solo, State
from oracle_combos import CHAIN, PASS, PLACES, RANKS, SUITS, Play, Rules

import fiftyk as fk

# ---------------------------------------------------------------- rule sets


class Game(NamedTuple):
    """A rule set, here and in the oracle."""

    fk: fk.RuleSet
    rs: Rules

    def __str__(self) -> str:
        return str(self.fk)


def game(name: str, **options: str | bool) -> Game:
    return Game(fk.rules(name, **options), combos.rules(name, **options))


GAMES = [game(name) for name in combos.NAMES]
HOUSES = [
    game(name, **{option: value})
    for option, (names, values) in combos.OPTIONS.items()
    for name in names
    for value in values[1:]
]
ALL = GAMES + HOUSES
# Those in which other plays are legal: the rest differ in the lead after a finish and in stakes.
COMBINATIONS = [g for g in ALL if not {"lead_after_out", "bomb_stakes"} & set(g.fk.options)]
BY_NAME = {str(each): each for each in ALL}


# ---------------------------------------------------------------- between fiftyk and the oracle


def to_play(move: fk.Move) -> Play:
    if move.is_pass:
        return PASS
    return Play(move.kind, move.n, move.rank, combos.cards(move.cards))


def to_move(g: Game, play: Play) -> fk.Move:
    return fk.PASS if play == PASS else g.fk.move(play.kind, " ".join(play.cards))


def to_state(g: Game, pos: fk.Position) -> State:
    return oracle.from_dict(g.rs, pos.to_dict())


def to_position(g: Game, state: State) -> fk.Position:
    return fk.Position.from_dict(oracle.to_dict(g.rs, state, str(g.fk)))


def same(g: Game, pos: fk.Position, state: State) -> bool:
    """Is this the oracle's position, whatever order cards are written in?"""
    return to_state(g, pos) == state and (pos.turn is None) == (state.turn is None)


# ---------------------------------------------------------------- plays of a kind


class Pile:
    """The cards not dealt yet, to be taken by rank and suit."""

    def __init__(self, rs: Rules, rng: random.Random) -> None:
        self.left = Counter(combos.pack(rs))
        self.rng = rng

    def take(self, rank: str, count: int, suit: str | None = None) -> list[str] | None:
        """Some cards of a rank; None (and nothing taken) if there are too few."""
        faces = [rank + suit] if suit else [c for c in self.left if c[0] == rank]
        there = [c for c in sorted(faces) for _ in range(self.left[c])]
        if len(there) < count:
            return None
        taken = self.rng.sample(there, count)
        self.left.subtract(taken)
        return taken

    def take_any(self, count: int) -> list[str]:
        there = sorted(self.left.elements())
        taken = self.rng.sample(there, min(count, len(there)))
        self.left.subtract(taken)
        return taken


def _window(rng: random.Random, ranks: str, n: int) -> str:
    start = rng.randrange(len(ranks) - n + 1)
    return ranks[start : start + n]


def _shape(rs: Rules, rng: random.Random, kind: str, n: int) -> list[tuple[str, int, str | None]]:
    """What to take for a play of a kind: rank, how many, and a suit where it matters."""
    wild = rs.family == "wild"
    if kind == "single":
        jokers = {"wild": "W", "classic": "LB" if rs.jokers == "high" else ""}
        return [(rng.choice(RANKS + jokers.get(rs.family, "")), 1, None)]
    if kind in ("fiftyk", "pure_fiftyk"):
        suit = rng.choice(SUITS) if kind == "pure_fiftyk" else None
        return [(rank, 1, suit) for rank in "5TK"]
    if kind in ("straight", "straight_flush"):
        window = _window(rng, PLACES if rs.family == "flush" else CHAIN, n)
        suit = rng.choice(SUITS) if kind == "straight_flush" else None
        return [(rank, 1, suit) for rank in window]
    size = {"pair": 2, "triple": 3, "bomb": n, "pair_chain": 2}.get(kind, 3)
    groups = n if kind in combos.SEVERAL else 1
    window = _window(rng, CHAIN if groups > 1 else RANKS, groups)
    if wild and groups == 1 and size <= 4 and rng.random() < 0.1:
        return [("W", size, None)]
    jokers = 0
    parts: list[tuple[str, int, str | None]] = []
    for rank in window:
        natural = min(size, 4 * rs.packs)
        if wild and rng.random() < 0.4:
            natural = rng.randint(max(1, size - (4 - jokers)), natural)
        jokers += size - natural
        parts.append((rank, natural, None))
    if jokers:
        parts.append(("W", jokers, None))
    if kind.endswith(("_one", "_two")):
        each = 1 if kind.endswith("_one") else 2
        others = [r for r in RANKS if r not in window]
        if rs.family == "flush":
            parts += [(rng.choice(others), 1, None) for _ in range(groups * each)]
        else:
            parts += [(rank, each, None) for rank in rng.sample(others, groups)]
    return parts


def sizes_of(rs: Rules, kind: str) -> Sequence[int]:
    """The n that a kind may have, not too large; none if the rule set has no such kind."""
    if kind in ("straight", "straight_flush"):
        allowed = rs.family == "flush" or (kind == "straight" and rs.family == "classic")
        return range(5, 8) if allowed else ()
    if kind.endswith(("_one", "_two")):
        if rs.family == "wild":
            return ()
        return (2, 3) if kind == "airplane_one" else (2,) if kind == "airplane_two" else (1,)
    if kind == "bomb":
        return (4,) if rs.packs == 1 else range(4, 13) if rs.family == "wild" else range(4, 9)
    return (2, 3) if kind in combos.SEVERAL else (1,)


def some_play(
    rs: Rules, rng: random.Random, pile: Pile, kind: str, n: int | None = None
) -> Play | None:
    """A play of a kind out of the pile; None where this try did not find one."""
    sizes = sizes_of(rs, kind)
    if not sizes:
        return None
    got: list[str] = []
    for rank, count, suit in _shape(rs, rng, kind, n or rng.choice(sizes)):
        taken = pile.take(rank, count, suit)
        if taken is None:
            pile.left.update(got)
            return None
        got += taken
    found = [p for p in combos.readings(rs, combos.cards(got)) if p.kind == kind]
    if not found:
        pile.left.update(got)
        return None
    return found[0]


# ---------------------------------------------------------------- positions


def _drop_suits(rs: Rules, rng: random.Random, hand: Sequence[str], part: float) -> list[str]:
    return [c[0] if rng.random() < part else c for c in hand]


def _call_for(rs: Rules, rng: random.Random, hands: list[list[str]]) -> Call | Solo | None:
    if rs.sides != "call":
        return None
    if all(hands) and rng.random() < 0.2:
        return Solo(rng.randrange(4), rng.random() < 0.5)
    faces = [r + s for r in RANKS for s in SUITS if rs.name == "wuhan" or r not in "25TK"]
    holders = {f: [s for s in range(4) if f in hands[s]] for f in faces}
    if rng.random() < 0.6:
        options = [
            Call(caller, f, partner, False)
            for f in faces
            for partner in holders[f]
            for caller in range(4)
            if caller != partner
            and set(holders[f]) <= {caller, partner}
            and all(hands[s].count(f) <= 1 for s in (caller, partner))
        ]
        if options:
            return rng.choice(options)
    caller, partner = rng.sample(range(4), 2)
    free = [f for f in faces if set(holders[f]) <= {caller} and hands[caller].count(f) <= 1]
    return Call(caller, rng.choice(free), partner, True)


def _share(rng: random.Random, amount: int, seats: int) -> tuple[int, ...]:
    """Points among seats, at times all with one of them or two of them."""
    takers = rng.choice([range(seats), range(seats), [0, 2], [seats - 1], [1]])
    takers = [s for s in takers if s < seats]
    got = Counter(rng.choice(takers) for _ in range(amount // 5))
    return tuple(5 * got[s] for s in range(seats))


def completed(
    rs: Rules, rng: random.Random, hands: list[list[str]], turn: int | None = None
) -> State | None:
    """A position on lead with these hands; None if the hand would be over."""
    call = _call_for(rs, rng, hands)
    out = [s for s, hand in enumerate(hands) if not hand]
    rng.shuffle(out)
    holding = [s for s, hand in enumerate(hands) if hand]
    left = 100 * rs.packs - sum(map(combos.points, hands))
    state = State(
        hands=tuple(combos.cards(h) for h in hands),
        turn=rng.choice(holding) if turn is None else turn,
        captured=_share(rng, left, rs.seats),
        out=tuple(out),
        call=call,
        multiplier=rng.choice([1, 1, 2, 8]) if rs.bomb_stakes == "product" else 1,
    )
    return None if oracle.is_over(rs, state) else state


def _pool(rs: Rules, rng: random.Random) -> list[str]:
    """Cards of a few ranks and suits, where combinations are likely."""
    ranks = set(_window(rng, RANKS, rng.randint(3, 7))) | set(rng.choice(["", "5TK", "A2", "W"]))
    suits = rng.choice(["dchs", "hs", "s", "dchs"])
    ranks |= {"L", "B", "W"} if rng.random() < 0.3 else set()
    return [c for c in combos.pack(rs) if c[0] in ranks and (c[1:] in suits or not c[1:])]


def random_state(rs: Rules, rng: random.Random, most: int) -> State:
    """Hands of up to `most` cards each, some seats out at times, somewhere inside a trick."""
    while True:
        pool = _pool(rs, rng) if rng.random() < 0.7 else list(combos.pack(rs))
        rng.shuffle(pool)
        hands = []
        for _ in range(rs.seats):
            size = 0 if rng.random() < 0.12 else rng.randint(1, most)
            hands.append(pool[:size])
            del pool[:size]
        if rng.random() < 0.2:
            hands = [_drop_suits(rs, rng, hand, 0.6) for hand in hands]
        if not any(hands):
            continue
        state = completed(rs, rng, hands)
        if state is not None:
            return walked(rs, rng, state, rng.choice([0, 0, 1, 2, 4]))


def walked(rs: Rules, rng: random.Random, state: State, steps: int) -> State:
    """Some random moves further on, but not over."""
    for _ in range(steps):
        after = oracle.after(rs, state, rng.choice(oracle.legal(rs, state, faces=True)))
        if after.turn is None:
            break
        state = after
    return state


ANSWERS = ("same", "same", "bomb", "fiftyk", "pure_fiftyk", "cousin", "any")
COUSINS = {"straight": "straight_flush", "straight_flush": "straight"}


def aimed_state(rs: Rules, rng: random.Random, kind: str) -> State | None:
    """A hand built around a kind, with an opponent who can answer it, or nearly can.

    Often the play has been made already. None where this try found nothing.
    """
    pile = Pile(rs, rng)
    play = some_play(rs, rng, pile, kind)
    if play is None:
        return None
    answer = rng.choice(ANSWERS)
    if answer == "any":
        reply = None
    elif answer in ("same", "cousin"):
        wanted = COUSINS.get(kind, kind) if answer == "cousin" else kind
        reply = some_play(rs, rng, pile, wanted, play.n)
    else:
        near = [n for n in sizes_of(rs, "bomb") if n <= 6]
        reply = some_play(rs, rng, pile, answer, rng.choice(near) if answer == "bomb" else None)
    seat = rng.randrange(rs.seats)
    rival = (seat + rng.choice([1, 1, rs.seats - 1])) % rs.seats
    hands: list[list[str]] = [[] for _ in range(rs.seats)]
    hands[seat] += play.cards
    hands[rival] += reply.cards if reply else pile.take_any(2)
    # Few cards more, so that minimax can look at all of it.
    more = 11 - len(play.cards) - len(hands[rival])
    for other in rng.sample(range(rs.seats), rs.seats):
        least = not hands[other] and rng.random() < 0.9
        taken = pile.take_any(max(least, rng.randint(0, max(0, min(2, more)))))
        hands[other] += taken
        more -= len(taken)
    state = completed(rs, rng, hands, seat)
    if state is None or rng.random() < (0.5 if len(play.cards) < 6 else 0.2):
        return state
    after = oracle.after(rs, state, play)
    return state if after.turn is None else after


def aimed_states(rs: Rules, rng: random.Random, count: int) -> Iterator[State]:
    """Positions aimed at every kind of the rule set in turn."""
    kinds = [k for k in combos.KINDS[1:] if sizes_of(rs, k)]
    made = 0
    while made < count:
        state = aimed_state(rs, rng, kinds[made % len(kinds)])
        if state is not None:
            made += 1
            yield state


def ladder_state(rs: Rules, rng: random.Random, kind: str) -> State | None:
    """A long straight or pair chain that can be led from either end, against another and a bomb.

    Ways to play that leave hands alike and differ in the rank on the table are where a solver that
    remembers positions must take care.
    """
    pile = Pile(rs, rng)
    n = sizes_of(rs, kind)[0]
    size = 2 if kind == "pair_chain" else 1
    ranks = PLACES[1:] if rs.family == "flush" and size == 1 else CHAIN
    window = _window(rng, ranks, n + 1)
    suits = rng.sample(SUITS, 4)
    # Single cards of two suits in turn, so that no part of them is of one suit.
    long = [pile.take(r, 1, suits[(i + j) % 2]) for i, r in enumerate(window) for j in range(size)]
    answer = rng.choice([window[:-1], window[1:]])
    same = [pile.take(r, 1, s) for r in answer for s in suits[4 - size :]]
    bomb = some_play(rs, rng, pile, rng.choice(["bomb", "fiftyk", "pure_fiftyk"]), 4)
    if bomb is None or None in long or None in same:
        return None
    hands = [[c for taken in part for c in taken] for part in (long, same)] + [[], []]
    hands[0] += pile.take_any(rng.randint(1, 2))
    hands[1] += [*bomb.cards, *pile.take_any(rng.randint(0, 1))]
    hands[2] += pile.take_any(rng.randint(0, 1))
    hands[3] += pile.take_any(rng.randint(0, 1))
    return completed(rs, rng, hands[: rs.seats], 0)


# ---------------------------------------------------------------- Ctrl-C


@contextmanager
def ctrl_c(seconds: float) -> Iterator[None]:
    """Press Ctrl-C after a while; at the end let go of it."""
    # A shell that runs the tests in the background has them ignore the signal.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, _thread.interrupt_main)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, handler)


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""What ends a process at once; on Windows, which has no SIGKILL, `os.kill` does so by SIGTERM."""


@contextmanager
def waiting_for_no_thread() -> Iterator[None]:
    """Let it be an error of this thread to wait for the end of another."""
    here = threading.current_thread()
    join = threading.Thread.join

    def joined(thread: threading.Thread, timeout: float | None = None) -> None:
        assert threading.current_thread() is not here, "waits"
        join(thread, timeout)

    with mock.patch.object(threading.Thread, "join", joined):
        yield


# ---------------------------------------------------------------- Hypothesis

seeds = st.integers(0, 2**32 - 1)


@st.composite
def hands(draw: st.DrawFn, rs: Rules, most: int = 7) -> tuple[str, ...]:
    """A hand of a few neighbouring ranks, with suits or without."""
    start = draw(st.integers(0, len(RANKS) - 3))
    width = draw(st.integers(3, 6))
    more = draw(st.sampled_from(["", "5TK", "A2345", "W", "LB"]))
    ranks = set(RANKS[start : start + width]) | set(more)
    suits = draw(st.sampled_from(["dchs", "hs", "s"]))
    pool = [c for c in combos.pack(rs) if c[0] in ranks and (c[1:] in suits or not c[1:])]
    size = min(most, len(pool))
    chosen = draw(st.lists(st.integers(0, len(pool) - 1), min_size=1, max_size=size, unique=True))
    bare = draw(st.sets(st.sampled_from(sorted(ranks)))) if draw(st.booleans()) else set()
    return combos.cards(c[0] if c[0] in bare else c for c in (pool[i] for i in chosen))
