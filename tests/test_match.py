"""Matches: leaders, totals, the end, the settlement with its bonus (RULES.md 9, R-15)."""

import copy
import pickle
from fractions import Fraction

import pytest
from hand_helpers import RULES, after

import fiftyk as fk
from fiftyk import bots
from fiftyk.dealing import SplitMix64

TENTH = Fraction(1, 10)


def classic(hands: str, moves: str, lead: int | None = None, name: str = "classic4") -> fk.Hand:
    return after(fk.Hand(fk.rules(name), hands.split("/"), lead=lead), moves)


def played(rules: fk.RuleSet, *hands: fk.Hand, target: int = 500) -> fk.Match:
    match = fk.Match(rules, target=target)
    for hand in hands:
        assert match.result is None
        match.add(hand)
    return match


# ---- whole matches -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_matches_add_up_scores_and_give_the_right_seat_the_lead(rules: fk.RuleSet) -> None:
    called = rules.sides == "called"
    match = fk.Match(rules, seed=3, target={"laizi": 400, "wuhan": 9}.get(rules.name, 350))
    seeds = SplitMix64(3)
    players = [bots.bot("greedy" if seat % 2 == 0 else "random", seat) for seat in range(4)]
    totals = [0] * rules.seats
    while not match.is_over:
        assert max(match.sides or match.totals, default=0) < match.target
        assert (match.result, match.first_out) == (
            None, match.results[-1].out[0] if match.results else None,
        )  # fmt: skip
        hand = match.deal()
        assert hand == match.deal()
        assert hand == fk.Hand.deal(rules, seeds.next(), first_out=match.first_out)
        if match.results and rules.name in ("flush1", "flush2", "laizi"):
            assert hand.lead == match.results[-1].out[0]
        elif rules.first_lead:
            assert rules.first_lead in hand.dealt[hand.lead].split()
        result = bots.finish(hand, players[: rules.seats])
        match.add(hand)
        assert match.results[-1] == result
        gained = result.payoff if called else result.scores
        totals = [total + more for total, more in zip(totals, gained, strict=True)]
        assert list(match.totals) == totals
    assert len(match.results) > 1
    assert match.result.hands == len(match.results)
    assert match.result.totals == match.totals
    for refused in (match.deal, lambda: match.add(hand)):
        with pytest.raises(fk.FiftykError, match="over"):
            refused()


def test_the_target_is_500_and_none_for_stakes() -> None:
    assert [fk.Match(rules).target for rules in RULES] == [500] * 5 + [None, None, 500]
    match = fk.Match(fk.rules("wuhan"))
    assert match.deal() == fk.Match(fk.rules("wuhan"), 0).deal()
    for _ in range(3):
        hand = match.deal()
        bots.finish(hand, [bots.bot("random")] * 4)
        match.add(hand)
    assert not match.is_over
    assert match.result is None
    assert sum(match.totals) == 0


# ---- the end of a match ------------------------------------------------------------------------


# Each with what the sides score: seat 0 is first out, or 1; 2 captures a T with the last play.
SWEEP = ("3h/4s/Ts/6h", "3h - Ts")  # 30, -40
FIVE = ("3h/5s4s/Ts9s/6h", "3h 5s - - 4s 9s - Ts")  # 30, -15: seat 1 captures a 5
OTHER = ("3h/4s/Ts9s/5s6h8d", "3h - - 5s - - 6h - 9s - - Ts")  # 30, -35: seat 3 captures a 5
FIRST = ("4s/3h/Ts9s/6h", "3h 9s - - Ts - - 4s")  # 10, 0: seat 1 is first out
# Seat 0 is first out, 1 captures 60, 2 captures 20 (or 10), 3 is left: 40 (or 30), 40.
MANY = "2s/4sTsThTdKsKhKd/3s6sTcKc/7h8d"
LEVEL = (MANY, "2s - - - 3s - 4s - - TsThTd - - KsKhKd - - 7h Tc - Kc - 6s")
LESS = (MANY.replace("Kc", "8c"), "2s - - - 3s - 4s - - TsThTd - - KsKhKd - - 7h Tc - 8c - 6s")


def turned(hand: tuple[str, str]) -> fk.Hand:
    """The hand one seat on; nobody holds 3h, and who led was seat 0."""
    seats = hand[0].split("/")
    return classic("/".join([seats[-1], *seats[:-1]]), hand[1], 1)


def test_a_match_ends_with_the_hand_in_which_the_target_is_reached() -> None:
    rules = fk.rules("classic4")
    for target, over in [(30, True), (31, False)]:
        match = played(rules, classic(*SWEEP), target=target)
        assert (match.totals, match.sides) == ((20, -20, 10, -20), (30, -40))
        assert match.is_over == over
    match.add(classic(*SWEEP))
    assert (match.sides, match.is_over, match.result.hands) == ((60, -80), True, 2)


def test_the_winner_receives_a_tenth_of_its_own_payoff_on_top() -> None:
    result = played(fk.rules("classic4"), classic(*FIVE), classic(*SWEEP), target=40).result
    assert (result.sides, result.winners, result.doubled) == ((60, -55), (0, 2), False)
    assert result.payoff == (33, Fraction(-55, 2), 33, Fraction(-55, 2))
    assert all(type(pay) is Fraction for pay in result.payoff)
    assert result.places is None


def test_the_tenth_is_exact() -> None:
    five = classic("3h/5s4s/5hTs9s/6h", "3h 5s - - 4s 9s - Ts - 5h")
    result = played(fk.rules("classic4"), five, target=35).result
    assert result.sides == (35, -15)
    assert result.payoff[0] == Fraction(35, 2) + Fraction(35, 20) == Fraction(77, 4)


def test_a_match_is_doubled_where_the_losers_never_captured_and_were_never_first_out() -> None:
    rules = fk.rules("classic4")
    result = played(rules, classic(*SWEEP), classic(*SWEEP), target=31).result
    assert (result.sides, result.doubled) == ((60, -80), True)
    assert result.payoff == (66, -80, 66, -80)
    # A capture, or a first seat out, in any hand is enough.
    for other in (FIVE, OTHER, FIRST):
        for hands in ((other, SWEEP), (SWEEP, other)):
            match = played(rules, *(classic(*hand) for hand in hands), target=31)
            assert not match.result.doubled
            assert match.result.payoff[0] == Fraction(match.sides[0], 2) * (1 + TENTH)
    # The doubling of a single hand does not add up.
    assert played(rules, classic(*SWEEP)).totals == classic(*SWEEP).result.scores


def test_of_both_sides_at_the_target_the_higher_wins() -> None:
    hand = classic(*LESS, 0)
    assert hand.result.out[0] == 0
    result = played(hand.rules, hand, target=30).result
    assert (result.sides, result.winners) == ((30, 40), (1, 3))
    assert result.payoff == (15, 22, 15, 22)


def test_of_both_sides_at_the_target_with_equal_totals_the_last_first_out_decides() -> None:
    rules = fk.rules("classic4")
    hand = classic(*LEVEL, 0)
    assert hand.result.sides == (40, 40)
    assert played(rules, hand, target=40).result.winners == (0, 2)
    assert played(rules, turned(LEVEL), target=40).result.winners == (1, 3)
    # It is the last hand that counts.
    for hands, winners in [((hand, turned(LEVEL)), (1, 3)), ((turned(LEVEL), hand), (0, 2))]:
        result = played(rules, *hands, target=80).result
        assert (result.sides, result.winners) == ((80, 80), winners)
        assert result.payoff[winners[0]] == 44


# Seat 2 captures 40 and is left, 0 is first out, 1 captures 20 and is second: 20 each.
THREE = ("2s/TsTh9s/KsKhKdKc3s4d", "KsKhKdKc - - 3s 2s - - TsTh - 9s")


def test_places_of_equal_totals_in_classic3_go_by_the_last_hand() -> None:
    rules = fk.rules("classic3")
    hand = classic(*THREE, 2, "classic3")
    assert hand.result.scores == (20, 20, 20)
    result = played(rules, hand, target=20).result
    assert (result.places, result.winners, result.sides) == ((1, 2, 3), (0,), None)
    assert result.payoff == (22, 20, 20)
    seats = THREE[0].split("/")
    other = classic("/".join([seats[2], *seats[:2]]), THREE[1], 0, "classic3")
    assert played(rules, other, target=20).result.places == (3, 1, 2)
    assert played(rules, hand, other, target=40).result.places == (3, 1, 2)
    assert played(rules, other, hand, target=40).result.places == (1, 2, 3)


def test_classic3_is_doubled_where_both_losers_never_captured() -> None:
    rules = fk.rules("classic3")
    alone = classic("2sKs/3s/4h", "Ks - - 2s - - 3s", 0, "classic3")
    assert alone.result.scores == (30, 0, -20)
    result = played(rules, alone, target=30).result
    assert (result.doubled, result.payoff) == (True, (66, 0, -40))
    result = played(rules, alone, alone, target=31).result
    assert (result.doubled, result.payoff) == (True, (132, 0, -80))
    shared = classic(*THREE, 2, "classic3")
    for hands in ((alone, shared), (shared, alone)):
        result = played(rules, *hands, target=31).result
        assert (result.doubled, result.payoff) == (False, (55, 20, 0))


def stakes(soloist: int) -> fk.Hand:
    """A hand of laizi that seat 0 leads, and in which an open soloist wins 8 from each."""
    hand = fk.Hand(fk.rules("laizi"), ["3s9s", "4s", "3s", "8s"], lead=0)
    hand.apply("3s")
    for seat in range(soloist + 1):
        hand.apply(seat == soloist)
    return after(hand, {0: "9s - - - 3s", 1: "3s 4s", 3: "3s - - 8s"}[soloist])


def test_stakes_add_up_by_seat_without_a_bonus() -> None:
    rules = fk.rules("laizi")
    for target in (24, None):
        match = fk.Match(rules, target=target)
        match.add(stakes(0))
        assert (match.totals, match.sides, match.first_out) == ((24, -8, -8, -8), None, 0)
        assert match.is_over == (target is not None)
    match.add(stakes(0))
    match.add(stakes(1))
    assert match.totals == (48 - 8, 24 - 16, -24, -24)
    result = played(rules, stakes(0), stakes(0), target=41).result
    assert result == fk.MatchResult(
        (48, -16, -16, -16), None, tuple(map(Fraction, (48, -16, -16, -16))), None, (0,), False, 2
    )


# ---- what is added -----------------------------------------------------------------------------


def test_hands_that_do_not_belong_to_a_match() -> None:
    classic4, laizi, flush2 = map(fk.rules, ("classic4", "laizi", "flush2"))
    middle = fk.Hand.from_position(fk.Position.parse("classic4 -/4s/-/6h - - 0 0,0,0,0 0,2"))
    assert middle.result is not None
    match = fk.Match(classic4)
    for hand, words in [
        (match.deal(), "goes on"),
        (stakes(0), "a hand of laizi in a match of classic4"),
        (classic(*SWEEP, name="classic4[lead_after_out=next]"), "in a match of classic4"),
        (classic("3h/4s/5s/6h", "4s - 6h", 1), "the lead was with seat 0"),
        (middle, "began with their deal"),
    ]:
        with pytest.raises(fk.FiftykError, match=words):
            match.add(hand)
    for value in (None, match.deal().position, "hand"):
        with pytest.raises(TypeError):
            match.add(value)  # type: ignore[arg-type]
    assert match.results == ()
    # Of the two 3s of flush2 either may have been the first; afterwards nobody's 3s counts.
    match = fk.Match(flush2)
    hands = "3s/4s/3sTs/6s"
    with pytest.raises(fk.FiftykError, match="seat 0 or 2"):
        match.add(classic(hands, "4s - - - 6s", 1, "flush2"))
    match.add(classic(hands, "Ts - - - 3s 6s - - 4s", 2, "flush2"))
    assert match.first_out == 2
    match = fk.Match(laizi)
    match.add(stakes(1))
    with pytest.raises(fk.FiftykError, match="the lead was with seat 1"):
        match.add(stakes(1))


def test_arguments_that_cannot_be() -> None:
    rules = fk.rules("classic4")
    for target in (0, -500, 10**400 * -1):
        with pytest.raises(fk.FiftykError):
            fk.Match(rules, target=target)
    for seed in (-1, 2**64):
        with pytest.raises(fk.RulesError):
            fk.Match(rules, seed)
    for make in (
        lambda: fk.Match("classic4"),  # type: ignore[arg-type]
        lambda: fk.Match(rules, "1"),  # type: ignore[arg-type]
        lambda: fk.Match(rules, target=1.5),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            make()


def test_copies_go_on_alone() -> None:
    match = fk.Match(fk.rules("classic4"), 9)
    hand = match.deal()
    bots.finish(hand, [bots.bot("random")] * 4)
    twins = [
        match.copy(),
        copy.copy(match),
        copy.deepcopy(match),
        pickle.loads(pickle.dumps(match)),
    ]
    match.add(hand)
    for twin in twins:
        assert (twin.results, twin.deal().dealt) == ((), hand.dealt)
        twin.add(hand)
        assert twin.results == match.results
        assert twin.deal() == match.deal()
