"""What a seat may know: it leaks nothing, holds all that a bot needs, and travels as a dict."""

import json
import pickle
import random

import pytest
from hand_helpers import CALLED, RULES, behind, played, replayed

import fiftyk as fk
from fiftyk.cards import read_cards


def views(hand: fk.Hand) -> list[fk.View]:
    return [hand.view(seat) for seat in range(hand.rules.seats)]


# ---- secrets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_deals_that_differ_in_what_a_seat_cannot_see_give_it_equal_views(
    rules: fk.RuleSet,
) -> None:
    rng = random.Random(f"views {rules}")
    compared = other_roles = 0
    for seed in range(40):
        hand = played(fk.Hand.deal(rules, seed), rng, rng.choice([1, 6, 12, 40, 90]), solo=0.04)
        seat = rng.randrange(rules.seats)
        for _ in range(4):
            steps = replayed(hand, behind(hand, seat, rng))
            if steps is None or hand.phase == "over":
                continue
            back = hand.copy()
            for step in reversed(steps):
                mine, theirs = back.view(seat), step.view(seat)
                assert mine == theirs
                assert hash(mine) == hash(theirs)
                assert list(mine.legal) == list(theirs.legal)
                assert mine.to_dict() == theirs.to_dict()
                assert pickle.dumps(mine) == pickle.dumps(theirs)
                assert repr(mine) == repr(theirs)
                if back.decisions:
                    back.undo()
            compared += len(steps)
            other_roles += steps[-1].call != hand.call
    assert compared > 500
    assert (other_roles > 15) == (rules.sides == "called")


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_view_knows_its_own_hand_and_the_rest_together(rules: fk.RuleSet) -> None:
    rng = random.Random(f"own {rules}")
    for seed in range(6):
        hand = played(fk.Hand.deal(rules, seed), rng, rng.choice([0, 5, 60, 1000]))
        for seat, view in enumerate(views(hand)):
            cards = [read_cards(held, "high" if rules.high else "wild") for held in hand.hands]
            rest = [code for s, held in enumerate(cards) if s != seat for code in held]
            assert view.hand == hand.hands[seat]
            assert view.hand_codes == tuple(sorted(cards[seat]))
            assert view.unseen_codes == tuple(sorted(rest))
            assert sorted(view.unseen.split()) == sorted(
                " ".join(held for s, held in enumerate(hand.hands) if s != seat).split()
            )
            assert view.counts == tuple(map(len, cards))
            assert (view.phase, view.turn, view.lead) == (hand.phase, hand.turn, hand.lead)
            assert (view.moves, view.face, view.caller) == (hand.moves, hand.face, hand.caller)
            pos = hand.position
            if pos:
                public = (pos.last, pos.table, pos.captured, pos.out, pos.multiplier)
                assert public == (
                    view.last, view.table, view.captured, view.out, view.multiplier
                )  # fmt: skip
            assert bool(view.legal) == (hand.turn == seat)


# ---- roles -------------------------------------------------------------------------------------

# Seat 0 calls Ad, which seat 2 holds; or holds both.
PARTNER = ["3s Ad 4s 4h", "6s 6h 6c", "Ad 7h 7c", "8s 8h 8c"]
HIDDEN = ["3s Ad Ad 4s", "6s 6h 6c", "7s 7h 7c", "8s 8h 8c"]


def called(hands: list[str], *solo: str, rules: str = "laizi", lead: int = 0) -> fk.Hand:
    hand = fk.Hand(fk.rules(rules), hands, lead=lead)
    hand.apply("Ad")
    for answer in solo or ("-",) * 4:
        hand.apply(answer)
    return hand


def roles(hand: fk.Hand) -> list[tuple[int | None, int | None, bool]]:
    return [(view.partner, view.soloist, view.known) for view in views(hand)]


def test_the_partner_knows_itself_and_nobody_else_does() -> None:
    hand = called(PARTNER)
    unknown = (None, None, False)
    assert roles(hand) == [unknown, unknown, (2, None, False), unknown]
    assert {(view.caller, view.face) for view in views(hand)} == {(0, "Ad")}
    for move in ("Ad", "-"):  # the caller's own copy shows nothing (reading R-18)
        hand.apply(move)
    assert roles(hand) == [unknown, unknown, (2, None, False), unknown]
    assert [view.allied(0) for view in views(hand)] == [True, False, True, False]
    assert [view.allied(2) for view in views(hand)] == [None, None, True, None]
    assert [view.allied(1) for view in views(hand)] == [None, True, False, None]


def test_the_partner_is_known_to_all_once_it_has_played_the_face() -> None:
    hand = called(PARTNER)
    for move in ("4s", "-", "Ad"):
        hand.apply(move)
    assert roles(hand) == [(2, None, True)] * 4
    for seat, view in enumerate(views(hand)):
        assert [view.allied(s) for s in range(4)] == [(s - seat) % 2 == 0 for s in range(4)]
    hand.undo()
    assert not hand.view(1).known


def test_only_the_caller_knows_a_hidden_solo_until_both_cards_are_played() -> None:
    hand = called(HIDDEN)
    unknown, own = (None, None, False), (None, 0, False)
    assert roles(hand) == [own, unknown, unknown, unknown]
    for move in ("Ad", "-", "-", "-"):
        hand.apply(move)
    assert roles(hand) == [own, unknown, unknown, unknown]
    assert [view.allied(0) for view in views(hand)] == [True, False, False, False]
    assert [view.allied(2) for view in views(hand)] == [False, None, True, None]
    hand.apply("Ad")
    assert roles(hand) == [(None, 0, True)] * 4
    assert [view.allied(2) for view in views(hand)] == [False, True, True, True]
    assert not hand.view(2).open


def test_an_open_solo_is_known_to_all() -> None:
    hand = called(PARTNER, "-", "-", "solo")
    assert roles(hand) == [(None, 2, True)] * 4
    assert all(view.open and view.answers == (False, False, True) for view in views(hand))
    assert [hand.view(2).allied(s) for s in range(4)] == [False, False, True, False]
    assert [hand.view(0).allied(s) for s in range(4)] == [True, True, False, True]


def test_who_is_allied_where_sides_are_fixed_or_nobody_is() -> None:
    view = fk.Hand.deal(fk.rules("classic4"), 1).view(1)
    assert [view.allied(seat) for seat in range(4)] == [False, True, False, True]
    view = fk.Hand.deal(fk.rules("classic3"), 1).view(1)
    assert [view.allied(seat) for seat in range(3)] == [False, True, False]
    for seat in (-1, 3):
        with pytest.raises(IndexError):
            view.allied(seat)


def test_before_the_call_nobody_knows_anything() -> None:
    hand = fk.Hand.deal(fk.rules("wuhan"), 1)
    assert roles(hand) == [(None, None, False)] * 4
    assert [hand.view(0).allied(seat) for seat in range(4)] == [True, None, None, None]


# ---- positions that may be ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_true_hands_make_the_true_position(rules: fk.RuleSet) -> None:
    rng = random.Random(f"true {rules}")
    for seed in range(12):
        hand = played(fk.Hand.deal(rules, seed), rng, rng.choice([5, 9, 60, 1000]))
        if hand.position is None:
            continue
        for view in views(hand):
            assert view.position(hand.hands) == hand.position
            dealt = behind(hand, view.seat, rng)
            if dealt and replayed(hand, dealt) is not None:
                pos = replayed(hand, dealt)[-1]
                assert view.position(pos.hands) == pos.position


def test_hands_that_cannot_be() -> None:
    view = called(PARTNER).view(0)
    assert view.position(PARTNER).call == fk.Call(0, "Ad", 2, False)
    moved = [PARTNER[0], "6s 6h Ad", "6c 7h 7c", PARTNER[3]]
    assert view.position(moved).call == fk.Call(0, "Ad", 1, False)
    for hands in (
        PARTNER[:3],
        [*PARTNER[:3], "8s 8h"],
        [*PARTNER[:3], "8s 8h 8d"],
        ["3s Ad 4s 4c", "6s 6h 6c", "Ad 7h 7c", "8s 8h 4h"],
    ):
        with pytest.raises(fk.FiftykError):
            view.position(hands)
    with pytest.raises(fk.FiftykError, match="not begun"):
        fk.Hand.deal(fk.rules("laizi"), 1).view(0).position(PARTNER)


# ---- dicts and pickles -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_view_travels_as_json(rules: fk.RuleSet) -> None:
    rng = random.Random(f"json {rules}")
    for seed in range(10):
        hand = played(fk.Hand.deal(rules, seed), rng, rng.choice([0, 2, 5, 30, 80, 1000]))
        for view in views(hand):
            data = json.loads(json.dumps(view.to_dict()))
            read = fk.View.from_dict(data)
            assert read == view
            assert list(read.legal) == list(view.legal)
            assert [str(decision) for decision in read.legal] == data["legal"]
            assert read.to_dict() == view.to_dict()
            del data["legal"]
            assert fk.View.from_dict(data) == view
            assert pickle.loads(pickle.dumps(view)) == view


def test_a_view_is_read_without_the_fields_that_have_a_start_value() -> None:
    data = {
        "rules": "classic4", "seat": 0, "phase": "play", "turn": 0, "lead": 0, "hand": "3h 4s",
        "unseen": "6s 7h 8s", "counts": [2, 1, 1, 1], "captured": [0, 0, 0, 0],
    }  # fmt: skip
    assert [str(move) for move in fk.View.from_dict(data).legal] == ["single:3h", "single:4s"]


BAD = {
    "rules": ["chess", 3, None],
    "seat": [4, -1, "0", None, True, 2.0],
    "phase": ["end", None, 3, ["play"], "call"],
    "turn": [4, "1", True],
    "lead": [9, "x"],
    "hand": ["zz", 3, None, "", "3h 3h"],
    "unseen": ["3s", "zz", []],
    "counts": [[4, 4, 4], [1, 2, 3, 4], "4444", None, [-1, 5, 5, 5], [4, 4, 4, "4"]],
    "caller": [7, "0"],
    "face": ["Ad Ad", 3, "zz"],
    "partner": [5, "2"],
    "soloist": [-3],
    "known": [1, "yes", None],
    "open": [0],
    "answers": [[0], "--", None],
    "moves": [[["0", "4s"]], [[0]], [[0, 3]], [[9, "4s"]], "4s", None, [[0, "Ad4s"]], [3]],
    "last": [{"seat": 1}, [], "4s", {"seat": 1, "play": 4}, {"seat": 9, "play": "4s"}, 5],
    "table": [-5, 3, "5", None],
    "captured": [[0, 0, 0], [0, 0, 0, -5], None],
    "out": [[1], [9], None, "x"],
    "multiplier": [-1, 3.0, None],
    "nonsense": [1],
}  # fmt: skip


@pytest.mark.parametrize("key", BAD)
def test_dicts_that_are_no_views(key: str) -> None:
    hand = called(PARTNER)
    hand.apply("4s")
    good = hand.view(1).to_dict()
    assert fk.View.from_dict(good) == hand.view(1)
    for value in BAD[key]:
        with pytest.raises(fk.FiftykError) as caught:
            fk.View.from_dict({**good, key: value})
        assert str(caught.value)
    if key in ("rules", "seat", "phase", "turn", "lead", "hand", "unseen", "counts", "captured"):
        with pytest.raises(fk.PositionError, match="missing"):
            fk.View.from_dict({k: v for k, v in good.items() if k != key})


def test_a_count_below_nothing_is_told_though_the_sum_is_right() -> None:
    hand = called(PARTNER)
    good = hand.view(1).to_dict()
    zero, one, two, three = good["counts"]
    with pytest.raises(fk.PositionError) as caught:
        fk.View.from_dict({**good, "counts": [zero + two + 1, one, -1, three]})
    assert caught.value.field == "counts"


def test_what_is_no_mapping_is_no_view() -> None:
    with pytest.raises(TypeError):
        fk.View.from_dict([1, 2])  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_before_the_play_a_dict_needs_somebody_to_ask(rules: fk.RuleSet) -> None:
    good = fk.Hand.deal(rules, 1).view(0).to_dict()
    assert fk.View.from_dict(good).phase == good["phase"]
    for change in ({"caller": None}, {"turn": None}, {"rules": "flush2"}, {"phase": "play"}):
        with pytest.raises(fk.FiftykError):
            fk.View.from_dict(good | change)
