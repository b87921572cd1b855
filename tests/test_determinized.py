"""The determinized bot: what it takes for possible, what it is sure of, what it decides again."""

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hand_helpers import RULES

import fiftyk as fk
from fiftyk import _worlds, bots
from fiftyk.bots.determinized import known_of
from fiftyk.bots.endings import are_several, worlds_of
from fiftyk.dealing import pack

OPTIONS = ["honghe[jokers=high]", "laizi[natural_bomb=higher]", "flush1[two_low_straight=false]",
           "flush2[straight_flush=beats_straights]", "wuhan[lead_after_out=next]"]  # fmt: skip
CALLED = [fk.rules("laizi"), fk.rules("wuhan")]


def views(rules: fk.RuleSet, deals: int, most: int = 1000) -> Any:
    """Views of hands that greedy bots play, with the hand: those with a choice in the play."""
    for seed in range(deals):
        hand = fk.Hand.deal(rules, seed)
        players = [bots.GreedyBot()] * rules.seats
        while hand.turn is not None:
            view = hand.view(hand.turn)
            if view.phase == "play" and sum(view.counts) <= most and len(view.legal) > 1:
                yield hand, view
            hand.apply(players[hand.turn].choose(view))


# ---- the player of the playouts


@pytest.mark.parametrize("name", [*fk.rule_sets(), *OPTIONS])
def test_the_simple_player_plays_legal_classes(name: str) -> None:
    rules = fk.rules(name)
    lengths = []
    for seed in range(25):
        pos = rules.deal(seed)
        for length in itertools.count():
            if pos.is_over:
                break
            move = _worlds.sensible_move(pos, seed + length)
            assert move >= 0, str(pos)
            pos.push(pos.legal_moves()[move])
        lengths.append(length)
    # It sheds several cards at once, and passes no more than it must.
    assert sum(lengths) / len(lengths) < 5 * rules.packs * 52 / 2


# ---- worlds


def deal_of(world: fk.Position) -> list[Counter[int]]:
    return [Counter(world.rules.read_cards(hand)) for hand in world.hands]


def worlds_for(view: fk.View, seed: int = 1) -> _worlds.Worlds:
    known = known_of(view)
    return _worlds.Worlds(
        view.some_position(), view.seat, view.unseen_codes, seed,
        face=known.face, caller=known.caller, held=known.held, moves=view.moves,
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_worlds_agree_with_the_view(rules: fk.RuleSet) -> None:
    for _, view in itertools.islice(views(rules, 3), 0, None, 5):
        worlds = worlds_for(view)
        for number in range(6):
            # `position` checks hands and sizes, and that the hand goes on with the roles they make.
            hands = worlds.hands(number)
            world = view.position(hands)
            assert worlds.hands(number) == hands
            assert view.legal == world.legal_moves()
            if rules.first_lead == "3h" and view.lead is not None and "3h" in view.unseen:
                assert "3h" in world.hands[view.lead]
            if view.face and view.unseen.split().count(view.face) == 2:
                assert view.face in world.hands[view.caller]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_hands_as_they_are_are_among_the_worlds(rules: fk.RuleSet) -> None:
    seen = 0
    for hand, view in views(rules, 12, most=9):
        found = worlds_of(view, known_of(view), 30)
        if found is not None:
            assert hand.position.key in found
            assert sum(deals for _, deals in found.values()) > 0
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_several_worlds_at_a_glance(rules: fk.RuleSet) -> None:
    told = 0
    for _, view in views(rules, 6, most=24):
        if are_several(view, known_of(view)):
            assert worlds_of(view, known_of(view), 1) is None
            told += 1
    assert told > 5


def test_worlds_are_drawn_evenly() -> None:
    # Two seats have two of four cards each: six deals.
    pos = fk.Position.parse("classic4 3h/4s6d/5h/7c9d 0 - 0 0,0,0,0")
    view = fk.Hand.from_position(pos).view(0)
    drawn = Counter(tuple(map(tuple, worlds_for(view).hands(n))) for n in range(3000))
    assert len(drawn) == 30
    assert min(drawn.values()) > 60
    assert max(drawn.values()) < 150


@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_the_called_card_is_where_it_can_be(rules: fk.RuleSet) -> None:
    hand = next(
        hand for hand in (fk.Hand.deal(rules, seed) for seed in range(50))
        if hand.lead == 0 and Counter(hand.hands[0].split())["4s"] == 1
    )  # fmt: skip
    decisions = ["4s", *"----"] if rules.name == "laizi" else [*"----", "4s"]
    for decision in decisions:
        hand.apply(decision)
    partner = hand.call.partner
    stranger = next(seat for seat in (1, 2, 3) if seat != partner)
    # Who does not hold it: the caller has one, and the other is anybody's, seldom the caller's.
    calls = Counter(
        str(hand.view(stranger).position(worlds_for(hand.view(stranger)).hands(n)).call)
        for n in range(400)
    )
    solo = calls.pop(str(fk.Solo(0, False)))
    assert len(calls) == 2
    assert solo < min(calls.values()) / 3
    # The caller: any other seat has it. The partner knows.
    view = hand.view(0)
    holders = {view.position(worlds_for(view).hands(n)).call.partner for n in range(60)}
    assert holders == {1, 2, 3}
    assert known_of(hand.view(partner)) == (-1, -1, None)


def test_somebody_out_rules_a_hidden_solo_out() -> None:
    pos = fk.Position.parse("laizi 3s4d5s/-/4d6d8d/4h7d9d 3 - 0 0,0,0,0 1 04d>2")
    view = fk.Hand.from_position(pos).view(3)
    assert view.soloist is None
    for number in range(50):
        assert isinstance(view.position(worlds_for(view).hands(number)).call, fk.Call)
    found = worlds_of(view, known_of(view), 200)
    assert found is not None
    assert all(isinstance(position.call, fk.Call) for position, _ in found.values())


def test_passes_tell() -> None:
    # Seat 1 passed on its opponent's nine: the less likely it holds the jack.
    rules = fk.rules("classic4")
    hand = fk.Hand(rules, ["3h9s9d", "4s4d6c", "7hJh", "As5d"], lead=0)
    for move in ("9s", "-", "-", "As", "-", "-", "-", "5d"):
        hand.apply(move)
    view = hand.view(0)

    def share(passes: bool) -> float:
        moves = view.moves if passes else ()
        worlds = _worlds.Worlds(
            view.some_position(), 0, view.unseen_codes, 1, held=known_of(view).held, moves=moves
        )
        held = [worlds.hands(number)[1] for number in range(500)]
        jack = rules.read_cards("Jh")[0]
        return sum(jack in codes for codes in held) / len(held)

    assert share(True) < 0.7 * share(False)


# ---- decisions


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_decisions_follow_from_the_view_and_the_seed(rules: fk.RuleSet) -> None:
    for _, view in itertools.islice(views(rules, 1), 0, 12, 4):
        first = bots.DeterminizedBot(5, playouts=60).choose(view)
        bot = bots.DeterminizedBot(5, playouts=60)
        bot.choose(view)
        assert bot.choose(view) == first
        assert (
            bots.DeterminizedBot(5, playouts=60).choose(fk.View.from_dict(view.to_dict())) == first
        )


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_it_is_never_worse_than_the_solver_where_all_is_certain(rules: fk.RuleSet) -> None:
    certain = large = 0
    for hand, view in views(rules, 1000, most=20):
        known = known_of(view)
        if are_several(view, known) or len(worlds_of(view, known, 1) or ()) != 1:
            continue
        best = fk.solve(hand.position, all_moves=True).best
        chosen = bots.DeterminizedBot(certain, playouts=1).choose(view)
        assert chosen in best, str(hand.position)
        certain += 1
        large += sum(view.counts) > 12
        if certain >= 130 and large >= 5:
            return
    raise AssertionError(f"{certain} endings, {large} of them large")


def test_it_solves_over_several_worlds() -> None:
    # An opponent has a single card, a 4 or a 9: only the queen is safe from both.
    for partner, opponent in (("4h", "9h"), ("9h", "4h")):
        line = f"classic4 6sQd/-/{partner}7c/{opponent} 0 - 0 0,0,0,0 1"
        hand = fk.Hand.from_position(fk.Position.parse(line))
        assert str(bots.DeterminizedBot(1).choose(hand.view(0))) == "single:Qd"


def test_time_instead_of_playouts() -> None:
    for name in ("classic4", "wuhan"):
        hand = fk.Hand.deal(fk.rules(name), 1)
        view = hand.view(hand.turn)
        assert bots.DeterminizedBot(1, seconds=0.001).choose(view) in view.legal


@pytest.mark.parametrize(
    "wrong",
    [
        {"playouts": 0},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": -1},
        {"seconds": float("inf")},
        {"playouts": 3, "seconds": 1},
    ],
)
def test_what_cannot_be(wrong: dict[str, float]) -> None:
    with pytest.raises(fk.FiftykError):
        bots.DeterminizedBot(**wrong)  # type: ignore[arg-type]


def test_it_plays_alone_with_a_hand_for_it() -> None:
    rules = fk.rules("wuhan")
    codes = rules.read_cards("2s2s2h2h2c2c AsAsAhAhAcAcAd KsKsKhKhKcKcKd QsQsQhQh 3s WW")
    others = list((Counter(pack(rules)) - Counter(codes)).elements())
    hand = fk.Hand(rules, [codes, others[0::3], others[1::3], others[2::3]], lead=0)
    assert bots.DeterminizedBot(1).choose(hand.view(0)) == fk.SOLO
    assert bots.DeterminizedBot(1, seconds=0.01).choose(hand.view(0)) == fk.SOLO


@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_it_calls_a_card_without_a_twin_from_an_ordinary_hand(rules: fk.RuleSet) -> None:
    called = 0
    for seed in range(5):
        hand = fk.Hand.deal(rules, seed)
        while hand.phase != "play":
            hand.apply(bots.DeterminizedBot(2, playouts=100).choose(hand.view(hand.turn)))
        if not hand.view(0).open:
            called += hand.dealt[hand.lead].split().count(hand.face) == 1
    assert called >= 3


def test_worlds_check_what_they_are_given() -> None:
    view = fk.Hand.deal(fk.rules("classic4"), 1).view(0)
    pos = view.some_position()
    with pytest.raises(ValueError, match="unseen"):
        _worlds.Worlds(pos, 0, view.unseen_codes[1:], 1)
    with pytest.raises(ValueError, match="unseen"):
        _worlds.Worlds(pos, 4, view.unseen_codes, 1)
    with pytest.raises(ValueError, match="999 is no face code"):
        _worlds.Worlds(pos, 0, [999, *view.unseen_codes[1:]], 1)
    with pytest.raises(ValueError, match="called"):
        _worlds.Worlds(pos, 0, view.unseen_codes, 1, face=5, caller=-1)
    with pytest.raises(IndexError, match="no such seat"):
        _worlds.Worlds(pos, 0, view.unseen_codes, 1, moves=[(9, fk.PASS)])
    worlds = _worlds.Worlds(pos, 0, view.unseen_codes, 1)
    legal = view.some_position().legal_moves()
    with pytest.raises(IndexError):
        worlds.judge(legal, [len(legal)], 0, 1, np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="sum"):
        worlds.judge(legal, [0, 1], 0, 1, np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="caller"):
        worlds.judge_openings([("any", 0)], 0, 1, np.zeros(1, np.int64))
