"""What a seat sees as numbers, against the view in words; nothing hidden gets in."""

import random
import subprocess
import sys
from dataclasses import replace

import hand_helpers
import numpy as np
import pytest

import fiftyk as fk
from fiftyk import observe
from fiftyk.cards import NO_SUIT, RANKS, SUITS, write_face

each_rules = pytest.mark.parametrize("rules", hand_helpers.RULES, ids=str)


def piled(rules, where, codes):
    """The planes of some cards, by name."""
    ranks = [RANKS[code // 4 if code < NO_SUIT else code - NO_SUIT] for code in codes]
    faces = set(map(write_face, codes))
    most = dict.fromkeys(RANKS[1:14], 4 * rules.packs) | {"W": rules.wild}
    if rules.high:
        most |= {"L": 1, "B": 1}
    for rank, limit in most.items():
        for k in range(1, limit + 1):
            yield f"{where} {rank}>={k}", int(ranks.count(rank) >= k)
    for suit in SUITS:
        pure = [rank + suit for rank in "5TK"]
        yield f"{where} {''.join(pure)}", int(faces.issuperset(pure))


def described(view):
    """What `observation` should say, by name, from the fields of a view."""
    rules, seats = view.rules, view.rules.seats
    played = [[] for _ in range(seats)]
    for seat, move in view.moves:
        played[seat] += move.codes
    said = dict(piled(rules, "own", view.hand_codes))
    said |= dict(piled(rules, "unseen", view.unseen_codes))
    said |= dict(piled(rules, "last", view.last.move.codes if view.last else ()))
    said["lead"] = int(view.last is None)
    said["table"] = view.table // 5
    said |= {
        f"last {kind}": int(bool(view.last) and view.last.move.kind == kind)
        for kind in fk.KINDS[1:]
    }
    said |= {f"phase {phase}": int(view.phase == phase) for phase in observe.PHASES}
    for k in range(seats):
        seat = (view.seat + k) % seats
        said |= dict(piled(rules, f"played+{k}", played[seat]))
        said[f"last by +{k}"] = int(bool(view.last) and view.last.seat == seat)
        said[f"turn +{k}"] = int(view.turn == seat)
        said[f"cards +{k}"] = view.counts[seat]
        said[f"captured +{k}"] = view.captured[seat] // 5
        said[f"out +{k}"] = view.out.index(seat) + 1 if seat in view.out else 0
        if rules.sides == "called":
            said[f"caller +{k}"] = int(view.caller == seat)
            said[f"partner +{k}"] = int(view.partner == seat)
            said[f"soloist +{k}"] = int(view.soloist == seat)
    if rules.sides == "called":
        said |= {"known": int(view.known), "open": int(view.open)}
        said["log multiplier"] = view.multiplier.bit_length() - 1
        said |= {f"face {rank}": int((view.face or "??")[0] == rank) for rank in RANKS[1:14]}
        said |= {f"face {suit}": int((view.face or "??")[1] == suit) for suit in SUITS}
    return said


@each_rules
def test_the_numbers_say_what_the_view_says(rules):
    rng = random.Random(str(rules))
    names = observe.observation_names(rules)
    limits = observe.observation_limits(rules)
    assert len(set(names)) == len(names)
    given = observe.room(rules)
    for seed in range(6):
        hand = fk.Hand.deal(rules, seed=seed)
        going = True
        while going:
            going = hand.turn is not None
            seat = rng.randrange(rules.seats)
            view = hand.view(seat)
            seen = observe.observation(view)
            assert dict(zip(names, seen.tolist(), strict=True)) == described(view)
            assert (seen <= limits).all()
            given[:] = 99
            hand.observe(seat, given)
            assert (given == seen).all()
            hand_helpers.played(hand, rng, most=rng.randrange(1, 12))


@each_rules
def test_cards_behind_a_seats_back_make_no_difference(rules):
    rng = random.Random(f"behind {rules}")
    compared = 0
    for seed in range(30):
        hand = hand_helpers.played(fk.Hand.deal(rules, seed=seed), rng, most=rng.randrange(30))
        seat = rng.randrange(rules.seats)
        others = hand_helpers.replayed(hand, hand_helpers.behind(hand, seat, rng))
        if others is None or others[-1].view(seat) != hand.view(seat):
            continue
        one, other = observe.room(rules), observe.room(rules)
        hand.observe(seat, one)
        others[-1].observe(seat, other)
        assert (one == other).all()
        compared += 1
    assert compared > 3


def test_a_hand_from_the_middle_and_cards_without_suit():
    hand = hand_helpers.ending("laizi 3s55W/4h4d/5s6s/2 1 0:single:9 0 0,5,0,0 - 2Ad>1!")
    for seat in range(4):
        seen = dict(
            zip(
                observe.observation_names(hand.rules),
                observe.observation(hand.view(seat)),
                strict=True,
            )
        )
        assert seen == described(hand.view(seat))


def row(rules, by, kind, codes):
    """A row of a history, by name."""
    said = dict.fromkeys(observe.history_names(rules), 0)
    said[f"by +{by}"] = 1
    if kind:
        said[kind] = 1
    for code in codes:
        k = 1 + codes[: codes.index(code)].count(code)
        while said[f"{write_face(code)}>={k}"]:
            k += 1
        said[f"{write_face(code)}>={k}"] = 1
    return list(said.values())


@each_rules
def test_the_history_says_what_was_played(rules):
    rng = random.Random(f"history {rules}")
    room = observe.history_room(rules)
    assert len(observe.history_names(rules)) == len(set(observe.history_names(rules)))
    for seed in range(4):
        hand = hand_helpers.played(fk.Hand.deal(rules, seed=seed), rng, most=rng.randrange(200))
        for seat in range(rules.seats):
            view = hand.view(seat)
            dealt = rules.read_cards(hand.dealt[seat])
            rows = [row(rules, 0, None, dealt)]
            for by, move in view.moves:
                if not move.is_pass:
                    codes = list(move.codes)
                    rows.append(row(rules, (by - seat) % rules.seats, move.kind, codes))
            room[:] = 99
            assert observe.history(view, room) is room
            assert room[: len(rows)].tolist() == rows
            assert not room[len(rows) :].any()
            assert (observe.history(view) == room).all()


@each_rules
def test_choices_say_what_may_be_decided(rules):
    rng = random.Random(f"choices {rules}")
    names, seen = observe.choice_names(rules), set()
    assert (
        names[: len(names) - (rules.sides == "called")]
        == observe.history_names(rules)[rules.seats :]
    )
    for seed in range(6):
        hand = fk.Hand.deal(rules, seed=seed)
        while hand.turn is not None:
            view = hand.view(hand.turn)
            found = observe.choices(view)
            assert found.shape == (len(view.legal), len(names))
            assert observe.choices(hand.view((hand.turn + 1) % rules.seats)).shape[0] == 0
            for _ in range(3):
                index = rng.randrange(len(view.legal))
                decision = view.legal[index]
                said = [name for name, value in zip(names, found[index], strict=True) if value]
                if view.phase != "play":
                    assert said == {"-": [], "solo": ["solo"]}.get(decision, [f"{decision}>=1"])
                elif decision.is_pass:
                    assert said == []
                else:
                    now = row(rules, 0, decision.kind, list(decision.codes))[rules.seats :]
                    assert found[index].tolist()[: len(now)] == now
                    seen.add(decision.kind)
            hand_helpers.played(hand, rng, most=1)
    assert len(seen) > 5


def test_cards_without_suit_take_the_places_that_are_free():
    hand = hand_helpers.ending("laizi 3s55W/4h4d/5s6s/2 1 0:single:9 0 0,5,0,0 - 2Ad>1!")
    rules, view = hand.rules, hand.view(0)
    named = dict(zip(observe.history_names(rules), observe.history(view)[0].tolist(), strict=True))
    assert [name for name, value in named.items() if value] == [
        *("by +0", "3s>=1", "5d>=1", "5d>=2", "W>=1")
    ]


def test_what_is_no_view_or_no_room_is_refused():
    rules = fk.rules("classic4")
    view = fk.Hand.deal(rules, seed=1).view(0)
    with pytest.raises(TypeError, match="a View is observed, not a str"):
        observe.observation("view")
    with pytest.raises(TypeError, match="uint8"):
        observe.observation(view, np.zeros(432, np.float32))
    for out in (np.zeros(431, np.uint8), np.zeros((432, 2), np.uint8)[:, 0]):
        with pytest.raises(fk.FiftykError, match="432 numbers"):
            observe.observation(view, out)
    hand = fk.Hand.deal(rules, seed=1)
    with pytest.raises(ValueError, match="observation"):
        hand.observe(0, np.zeros(431, np.uint8))
    with pytest.raises(fk.FiftykError, match="no seat 4"):
        hand.observe(4, np.zeros(432, np.uint8))
    out = observe.room(rules)
    assert observe.observation(view, out) is out
    for refusing in (observe.history, observe.choices):
        with pytest.raises(TypeError, match="a View is observed, not a Hand"):
            refusing(hand)
    with pytest.raises(TypeError, match="uint8"):
        observe.history(view, np.zeros((53, 70), np.float32))
    with pytest.raises(fk.FiftykError, match="53 x 70 numbers"):
        observe.history(view, np.zeros((53, 71), np.uint8))
    single = rules.move("3d")
    for moves in ([(1, single)] * 53, [(4, single)]):
        with pytest.raises(fk.FiftykError, match="more plays than cards, or no such seat"):
            observe.history(replace(view, moves=tuple(moves)))
    with pytest.raises(fk.FiftykError, match="no face code"):
        observe.history(replace(view, hand_codes=(80,)))
    with pytest.raises(fk.FiftykError, match="too many of it"):
        observe.history(replace(view, moves=((0, single),) * 3))


def test_the_library_is_imported_without_numpy():
    code = "import sys, fiftyk; print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
