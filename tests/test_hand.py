"""Hands from the deal to the settlement: the machine, its decisions, errors, undo, values."""

import copy
import json
import pickle
import random
from pathlib import Path

import pytest
from hand_helpers import CALLED, RULES, decide, played, replayed

import fiftyk as fk
from fiftyk.cards import read_cards

TRACES = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "trace.jsonl").read_text().splitlines()
]


# ---- vectors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", fk.rule_sets())
def test_traces_go_through_a_hand_to_their_end(name: str) -> None:
    for data in [data for data in TRACES if data["position"]["rules"] == name]:
        hand = fk.Hand.from_position(fk.Position.from_dict(data["position"]))
        start = hand.copy()
        for entry in data["moves"]:
            seat = hand.turn
            hand.apply("-" if entry == "pass" else f"{entry[0]}:{entry[2]}")
            assert hand.moves[-1][0] == seat
        assert hand.position.to_dict() == data["after"]
        assert (hand.phase == "over") == data["over"]
        result = hand.result
        if data["over"]:
            assert list(result.scores) == data["scores"]
            assert list(result.payoff) == data["payoff"]
            assert (result.places and list(result.places)) == data["places"]
            assert (result.sides and list(result.sides)) == data["sides"]
            check_names(hand)
        else:
            assert result is None
        for _ in data["moves"]:
            hand.undo()
        assert hand == start


def check_names(hand: fk.Hand) -> None:
    """The names of a result agree with the numbers that the core counted."""
    result, rules = hand.result, hand.rules
    if rules.sides == "called":
        stakes = {
            "shut_out_sweep": 4, "sweep": 2, "all_points": 2, "majority": 1, "hidden_solo": 4,
            "open_solo": 8, "level": int(rules.name == "laizi"),
        }[result.outcome]  # fmt: skip
        assert min(map(abs, result.payoff)) == stakes * result.multiplier
        assert not result.doubled
        won = [pay > 0 for pay in result.payoff]
        assert [seat in result.winners for seat in range(4)] == won
        return
    assert result.outcome is None
    share = 1 if rules.sides == "none" else 2
    sides = result.scores if share == 1 else [result.sides[seat % 2] for seat in range(4)]
    assert [pay * share for pay in result.payoff] == [s * (1 + result.doubled) for s in sides]
    assert result.winners[0] % share == sides.index(max(sides)) % share or share == 2


# ---- whole hands -------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_random_hands_keep_all_points_and_cards(rules: fk.RuleSet) -> None:
    rng = random.Random(f"whole {rules}")
    for seed in range(25):
        hand = fk.Hand.deal(rules, seed, first_out=rng.choice([None, 0, 1, 2]))
        total = 100 * rules.packs
        while hand.turn is not None:
            assert list(hand.legal) == list(hand.view(hand.turn).legal) != []
            hand.apply(decide(hand, rng))
            pos = hand.position
            if pos is not None:
                assert pos.hand_points + pos.table + sum(pos.captured) == total
                assert pos.hands == hand.hands
        assert hand.phase == "over"
        assert hand.legal == ()
        result = hand.result
        assert result.out == hand.position.out
        check_names(hand)
        check_scores(hand, total)


def check_scores(hand: fk.Hand, total: int) -> None:
    """All points are somewhere at the end: section 6 only moves them and adds bonuses."""
    result, left = hand.result, hand.position.hand_points
    if hand.rules.sides != "called":
        holding = hand.rules.seats - len(result.out)
        assert sum(result.scores) == total - 2 * left + 20 - 20 * holding
    elif len(result.out) == 3:
        assert sum(result.scores) == total
    else:
        assert sum(result.scores) == total - left


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_decision_can_be_undone_and_made_again(rules: fk.RuleSet) -> None:
    rng = random.Random(f"undo {rules}")
    for seed in range(4):
        hand = fk.Hand.deal(rules, seed)
        steps = [hand.copy()]
        while hand.turn is not None:
            hand.apply(decide(hand, rng))
            steps.append(hand.copy())
        made = hand.decisions
        assert len(made) == len(steps) - 1
        for step, (_, decision) in zip(reversed(steps[:-1]), reversed(made), strict=True):
            assert hand.undo() == decision
            assert (hand, hand.phase, hand.turn) == (step, step.phase, step.turn)
            assert hand.hands == step.hands
            assert all(hand.view(s) == step.view(s) for s in range(rules.seats))
        with pytest.raises(IndexError):
            hand.undo()
        again = replayed(steps[-1], [read_cards(cards) for cards in hand.dealt])
        assert again is not None
        assert again[-1] == steps[-1]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_text_of_every_decision_makes_it(rules: fk.RuleSet) -> None:
    rng = random.Random(f"text {rules}")
    hand = fk.Hand.deal(rules, 5)
    twin = hand.copy()
    while hand.turn is not None:
        decision = decide(hand, rng)
        hand.apply(decision)
        twin.apply(str(decision))
    assert twin == hand
    assert twin.decisions == hand.decisions


def test_copies_are_independent_and_pickles_the_same() -> None:
    for rules in RULES:
        for most in (0, 3, 40):
            hand = played(fk.Hand.deal(rules, 11), random.Random(most), most)
            for twin in (copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
                assert twin == hand
                assert twin.view(0) == hand.view(0)
                before = hand.decisions
                twin.apply(twin.legal[0])
                assert hand.decisions == before
                assert twin != hand
                twin.undo()
                assert twin == hand
    assert hand != hand.position
    with pytest.raises(TypeError):
        hash(hand)


def test_a_position_taken_from_a_hand_leaves_the_hand_alone() -> None:
    hand = fk.Hand.deal(fk.rules("classic4"), 1)
    hand.position.push(hand.legal[0])
    hand.apply(hand.legal[0])
    hand.position.pop()
    assert hand.start.last is None
    assert hand.position.last is not None


# ---- errors ------------------------------------------------------------------------------------


def refused(hand: fk.Hand, decision: object) -> Exception:
    before = hand.copy()
    with pytest.raises((fk.FiftykError, TypeError)) as caught:
        hand.apply(decision)  # type: ignore[arg-type]
    assert hand == before
    assert hand.hands == before.hands
    return caught.value


def test_decisions_that_are_none() -> None:
    hand = fk.Hand.deal(fk.rules("laizi"), 7)
    reasons = fk.Reason
    for decision, reason in [
        ("5h", reasons.MAY_NOT_CALL),  # seat 1 holds it, but no 5 is called
        ("2s", reasons.MAY_NOT_CALL),
        ("W", reasons.MAY_NOT_CALL),
        ("9s", reasons.MAY_NOT_CALL),  # not held
        ("3c3d", reasons.NOT_ASKED),
        ("", reasons.NOT_ASKED),
        (True, reasons.NOT_ASKED),
        (fk.PASS, reasons.NOT_ASKED),
        (hand.rules.move("3c"), reasons.NOT_ASKED),
    ]:
        assert refused(hand, decision).reason is reason, decision
    assert isinstance(refused(hand, "zz"), fk.CardError)
    for decision in (None, 3, ["3c"], b"3c"):
        assert isinstance(refused(hand, decision), TypeError)
    hand.apply("梅花3")
    assert hand.face == "3c"
    for decision in ("3c", "", "yes", hand.rules.move("3c")):
        assert refused(hand, decision).reason is reasons.NOT_ASKED
    for _ in range(4):
        hand.apply(False)
    assert refused(hand, "-").reason is reasons.MUST_LEAD
    assert refused(hand, "solo").__class__ is fk.CardError
    assert isinstance(refused(hand, True), TypeError)
    played(hand, random.Random(1))
    assert refused(hand, "3s").reason is reasons.HAND_OVER
    assert refused(hand, False).reason is reasons.HAND_OVER


@pytest.mark.parametrize(
    ("name", "hands", "lead", "fault"),
    [
        ("classic4", ["3h", "4s", "5s"], None, fk.Fault.SEATS),
        ("classic4", ["3h", "4s", "5s", "3h"], 0, fk.Fault.CARD_COUNT),
        ("classic4", ["3h", "4s", "5s", "W"], 0, fk.Fault.CARD_UNKNOWN),
        ("classic4", ["3s", "4s", "5s", "6s"], None, fk.Fault.TURN),
        ("classic4", ["3h", "4s", "5s", "6s"], 4, fk.Fault.TURN),
        ("classic4", ["3h", "4s", "5s", ""], 3, fk.Fault.TURN),
        ("flush2", ["3s", "4s", "3s", "6s"], None, fk.Fault.TURN),
        ("laizi", ["3s", "4s", "3s", "6s"], None, fk.Fault.TURN),
        ("laizi", ["3s 4s", "4s", "3s", "6s"], 3, fk.Fault.CALL),
        ("laizi", ["5s", "5s", "3s", "3s"], 0, fk.Fault.CALL),
        ("wuhan", ["W", "5s", "3s", "3s"], 0, fk.Fault.CALL),
    ],
)
def test_chosen_hands_that_cannot_be(
    name: str, hands: list[str], lead: int | None, fault: fk.Fault
) -> None:
    with pytest.raises(fk.PositionError) as caught:
        fk.Hand(fk.rules(name), hands, lead=lead)
    assert fault in caught.value.faults


def test_arguments_of_the_wrong_kind() -> None:
    rules = fk.rules("classic4")
    for make in (
        lambda: fk.Hand("classic4", ["3h", "4s", "5s", "6s"]),  # type: ignore[arg-type]
        lambda: fk.Hand(rules, "3h/4s/5s/6s"),
        lambda: fk.Hand(rules, ["3h", "4s", "5s", "6s"], lead="0"),  # type: ignore[arg-type]
        lambda: fk.Hand.deal("classic4", 1),  # type: ignore[arg-type]
        lambda: fk.Hand.deal(rules, "1"),  # type: ignore[arg-type]
        lambda: fk.Hand.from_position("classic4 3h"),  # type: ignore[arg-type]
        lambda: fk.settle("over"),  # type: ignore[arg-type]
        lambda: fk.Hand.deal(rules, 1).view(0.0),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            make()
    for make in (
        lambda: fk.Hand.deal(rules, -1),
        lambda: fk.Hand.deal(fk.rules("laizi"), 1, first_out=4),
        lambda: fk.Hand.deal(rules, 1).view(4),
        lambda: fk.Hand.deal(rules, 1).view(-1),
    ):
        with pytest.raises(fk.FiftykError):
            make()
    with pytest.raises(fk.PositionError, match="goes on"):
        fk.settle(rules.deal(1))


def test_chosen_hands_take_codes_and_text_of_any_order() -> None:
    for rules in RULES:
        dealt = fk.Hand.deal(rules, 3)
        codes = [read_cards(hand, "high" if rules.high else "wild")[::-1] for hand in dealt.dealt]
        assert fk.Hand(rules, codes, lead=dealt.lead) == dealt
        assert fk.Hand(rules, dealt.dealt, lead=dealt.lead) == dealt


# ---- from the middle ---------------------------------------------------------------------------


def test_a_hand_from_a_position_has_no_deal() -> None:
    pos = fk.Position.parse("laizi 3s4s/4c/5c/6c 0 - 0 0,0,0,0 - 1Ad>2!")
    hand = fk.Hand.from_position(pos)
    assert (hand.lead, hand.caller, hand.face, hand.moves, hand.decisions) == (
        None,
        1,
        "Ad",
        (),
        (),
    )
    assert hand.call == fk.Call(1, "Ad", 2, True)
    pos.push("3s")
    assert hand.position != pos
    assert hand.start == hand.position


def test_a_hidden_solo_from_a_position_may_name_its_face() -> None:
    pos = fk.Position.parse("laizi 3s4s/4c/5c/6c 0 - 0 0,0,0,0 - solo0")
    assert fk.Hand.from_position(pos).view(1).soloist == 0
    hand = fk.Hand.from_position(pos, face="♠4")
    assert (hand.face, hand.view(1).soloist, hand.view(0).soloist) == ("4s", None, 0)
    for text, face in [("solo0", "5s"), ("solo0!", "4s"), ("1Ad>2!", "Ad")]:
        pos = fk.Position.parse(f"laizi 3s4s/4c/5c/6c 0 - 0 0,0,0,0 - {text}")
        with pytest.raises(fk.PositionError):
            fk.Hand.from_position(pos, face=face)


# ---- the order of decisions --------------------------------------------------------------------


@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_the_order_of_legal_decisions_is_that_of_writing(rules: fk.RuleSet) -> None:
    hand = fk.Hand.deal(rules, 2)
    faces = hand.legal if hand.phase == "call" else None
    if faces is None:
        for _ in range(4):
            assert hand.legal == (fk.NO_SOLO, fk.SOLO)
            hand.apply(fk.NO_SOLO)
        faces = hand.legal
    held = list(dict.fromkeys(hand.dealt[hand.lead].split()))
    assert list(faces) == [
        f for f in held if f != "W" and (rules.name == "wuhan" or f[0] not in "25TK")
    ]
