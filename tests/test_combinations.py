"""Readings and comparison against the oracle: plays of every kind and cards that nearly are."""

import random
from itertools import product

import oracle_combos as combos
import pytest
from strategies import COMBINATIONS, Game, Pile, game, sizes_of, some_play, to_move, to_play

COUNT = 25  # plays of each kind


def plays(g: Game, rng: random.Random) -> dict[str, list[combos.Play]]:
    """Plays of every kind of the rule set without its options, which may allow fewer."""
    rs = combos.rules(g.rs.name, jokers=g.rs.jokers)
    kinds = [kind for kind in combos.KINDS[1:] if sizes_of(rs, kind)]
    tries = {k: [some_play(rs, rng, Pile(rs, rng), k) for _ in range(3 * COUNT)] for k in kinds}
    found = {kind: [p for p in some if p is not None][:COUNT] for kind, some in tries.items()}
    assert all(len(some) >= 4 for some in found.values())
    return found


def changed(rs: combos.Rules, rng: random.Random, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards with one more, one fewer, another one, or without the suit of one."""
    pile = Pile(rs, rng)
    pile.left.subtract(cards)
    gone = rng.randrange(len(cards))
    rest = cards[:gone] + cards[gone + 1 :]
    how = rng.choice(["more", "fewer", "other", "bare"])
    if how == "more":
        rest = cards
    elif how == "bare":
        rest = (*rest, cards[gone][0])
    return combos.cards(rest + tuple(pile.take_any(how in ("more", "other"))))


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
def test_identify_plays_and_near_misses(g: Game) -> None:
    rng = random.Random(f"identify {g}")
    for kind, some in plays(g, rng).items():
        for play in some:
            for cards in (play.cards, changed(g.rs, rng, play.cards)):
                found = g.fk.identify(" ".join(cards))
                assert {to_play(m) for m in found} == set(combos.readings(g.rs, cards)), kind
                shuffled = rng.sample(cards, len(cards))
                assert g.fk.identify("".join(shuffled)) == found
                # The longest chain first.
                assert [m.n for m in found] == sorted((m.n for m in found), reverse=True)


@pytest.mark.parametrize("g", COMBINATIONS, ids=str)
def test_beats_for_all_pairs_of_kinds(g: Game) -> None:
    rng = random.Random(f"beats {g}")
    some = [p for made in plays(g, rng).values() for p in made[: COUNT // 2]]
    some = [q for p in some for q in combos.readings(g.rs, p.cards)]
    moves = {p: to_move(g, p) for p in some}
    for a, b in product(moves, repeat=2):
        assert g.fk.beats(moves[a], moves[b]) == combos.beats(g.rs, a, b), (a, b)
        assert not (combos.beats(g.rs, a, b) and combos.beats(g.rs, b, a))


def test_straights_of_all_lengths_and_places() -> None:
    for name, two_low in product(("flush1", "flush2"), (True, False)):
        g = game(name, two_low_straight=two_low)
        for size in range(4, 15):
            for start in range(len(combos.PLACES) - size + 1):
                run = combos.PLACES[start : start + size]
                for suit in ("", "s"):
                    cards = combos.cards(r + suit for r in run)
                    if len(set(cards)) < size:
                        continue
                    found = {to_play(m) for m in g.fk.identify(" ".join(cards))}
                    assert found == set(combos.readings(g.rs, cards)), run


def test_the_highest_rank_of_several() -> None:
    flush = game("flush2").fk
    (move,) = flush.identify("3 3 3 4 4 4 5 5 5 8 9 T")
    assert (move.kind, move.n, move.rank) == ("airplane_one", 3, "5")
    readings = {(m.kind, m.n, m.rank) for m in flush.identify("3 3 3 4 4 4 5 5 5 9")}
    assert readings == {("airplane_two", 2, "5")}
    (move,) = flush.identify("333 444 555 6")
    assert (move.kind, move.n, move.rank) == ("airplane_two", 2, "5")
    long = "A 2 3 4 5 6 7 8 9 T J Q K"
    assert flush.move(long).rank == "A"
    assert game("flush2", two_low_straight=False).fk.move(long).rank == "K"
