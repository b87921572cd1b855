"""Each sentence of RULES.md 4, 5 and 8 on a small hand, named after its section."""

import pytest
from hand_helpers import after, ending

import fiftyk as fk
from fiftyk.cards import FACES, read_cards
from fiftyk.dealing import SplitMix64, pack

FIXED = ["classic4", "honghe", "flush1", "flush2"]
CALLED = ["laizi", "wuhan"]


def begun(
    rules: str, hands: str, lead: int | None = None, call: str = "", solo: str = "----"
) -> fk.Hand:
    """A hand from its deal, hands parted by `/`; `solo` has one answer a seat, `-` or `!`."""
    hand = fk.Hand(fk.rules(rules), hands.split("/"), lead=lead)
    answers = [answer == "!" for answer in solo]
    for decision in (call, *answers) if not hand.rules.solo_before_call else (*answers, call):
        if hand.phase in ("call", "solo"):
            hand.apply(decision)
    return hand


def legal(hand: fk.Hand) -> list[str]:
    return [str(move) for move in hand.legal]


# ---- 4. The play of a hand ---------------------------------------------------------------------

FOUR = "3h4s4h/5s6s8s/7s9d9s/TsJsQs"


def test_4_1_the_seat_on_lead_plays_any_combination_and_cannot_pass() -> None:
    hand = begun("classic4", FOUR)
    assert legal(hand) == ["single:3h", "single:4h", "pair:4s4h"]
    with pytest.raises(fk.IllegalMoveError, match="must lead"):
        hand.apply("-")
    # Neither 3h must be in the first play, nor must a seat beat what it can (reading R-17).
    assert after(hand, "4s4h - -").turn == 3


def test_4_2_seats_in_turn_order_pass_or_beat_the_last_play() -> None:
    hand = begun("classic4", FOUR)
    order = []
    for move in ("3h", "-", "7s", "Ts", "-", "-"):
        order.append(hand.turn)
        hand.apply(move)
    assert order == [0, 1, 2, 3, 0, 1]
    assert hand.turn == 2
    with pytest.raises(fk.IllegalMoveError, match="does not beat"):
        hand.apply("9d")
    assert legal(hand) == ["-"]


def test_4_2_seats_without_cards_are_passed_over() -> None:
    hand = begun("classic4", "3h4s4h/5s/7s9d9s/TsJsQs")
    assert after(hand, "3h 5s 7s Ts -").turn == 2


def test_4_2_a_pass_binds_nobody() -> None:
    hand = after(begun("classic4", FOUR), "3h - 7s - -")
    assert (hand.turn, legal(hand)) == (1, ["-", "single:8s"])
    assert after(hand, "8s").position.last.seat == 1


def test_4_3_the_trick_is_over_when_all_others_have_passed_since_the_last_play() -> None:
    hand = after(begun("classic4", FOUR), "3h 5s - - -")
    assert (hand.turn, hand.position.captured, hand.position.table) == (1, (0, 5, 0, 0), 0)
    assert hand.position.last is None
    # Passes before the latest play do not count (reading R-16).
    hand = after(begun("classic4", FOUR), "3h - - Ts -")
    assert (hand.turn, hand.position.table) == (1, 10)
    assert after(hand, "- -").position.captured == (0, 0, 0, 10)
    assert hand.turn == 3


def test_4_3_seats_that_are_out_need_not_pass() -> None:
    hand = after(begun("classic4", "3h/5s6s8s/7s9d9s/TsJsQs"), "3h 5s - - ")
    assert (hand.turn, hand.position.captured) == (1, (0, 5, 0, 0))


def test_4_4_a_finisher_captures_and_with_fixed_sides_its_partner_leads() -> None:
    for name in FIXED:
        hand = after(begun(name, "Ks/5s6s8s/7s9d9s/TsJsQs", 0), "Ks - - -")
        assert (hand.turn, hand.position.captured, hand.position.out) == (2, (10, 0, 0, 0), (0,))


def test_4_4_with_the_option_the_next_seat_leads_past_seats_that_are_out() -> None:
    rules = "classic4[lead_after_out=next]"
    assert after(begun(rules, "Ks/5s6s8s/7s9d9s/TsJsQs", 0), "Ks - - -").turn == 1
    hand = after(begun(rules, "Ks/5s6s8s/7s9d9s/As", 0), "Ks - - As - -")
    assert (hand.turn, hand.position.out) == (1, (0, 3))
    assert after(begun("classic4", "Ks/5s6s8s/7s9d9s/As", 0), "Ks - - As - -").turn == 1


def test_4_4_in_classic3_the_next_seat_leads() -> None:
    hand = after(begun("classic3", "3h4s/5s6s8s/Ks", 2), "Ks - -")
    assert (hand.turn, hand.position.captured) == (0, (0, 0, 10))


# Seat 0 calls Ad, seat 2 is the partner.
PARTNERS = "AdKs/5s6s8s/Ad9d9s/TsJsQs"


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_a_partner_that_is_not_known_does_not_inherit(rules: str) -> None:
    hand = after(begun(rules, PARTNERS, 0, "Ad"), "Ks - - - Ad - - -")
    assert (hand.turn, hand.position.out, hand.view(1).known) == (1, (0,), False)


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_a_partner_that_is_not_known_is_no_reason_to_go_past_the_next_seat(rules: str) -> None:
    # Seat 3 finishes when seat 0 is out already; its mate 1 is next in turn order all the same.
    hand = begun(rules, "Ad/5s6s8s/Ad9d9s/Qs2s", 0, "Ad")
    assert after(hand, "Ad - - 2s - -").turn == 3
    assert after(hand, "Qs - -").turn == 1
    assert hand.position.out == (0, 3)


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_a_known_partner_inherits(rules: str) -> None:
    hand = begun(rules, PARTNERS, 0, "Ad")
    assert after(hand, "Ad - - -").turn == 0
    # 2 plays the called card first, then 0 finishes.
    hand = begun(rules, "KsAd3s/5s6s8s/Ad9d9s/TsJsQs", 0, "Ad")
    assert after(hand, "3s - Ad - - -").turn == 2
    assert after(hand, "9d - Ks - - -").turn == 0
    assert after(hand, "Ad - - -").turn == 2
    assert hand.position.out == (0,)


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_with_the_option_a_known_partner_does_not_inherit(rules: str) -> None:
    for option, leader in (("", 2), ("[lead_after_out=next]", 1)):
        hand = ending(f"{rules}{option} Ks/5s6s8s/9d9s/TsJsQs 0 - 0 0,0,0,0 - 0Ad>2!")
        assert after(hand, "Ks - - -").turn == leader


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_the_other_side_inherits_too_once_the_partnership_is_known(rules: str) -> None:
    hands = "3sAd4s/2s/Ad9d9s/TsJsQs"
    # 1 finishes with 2s on the partner's Ad (known), then on its 9d (not known).
    known = after(begun(rules, hands, 0, "Ad"), "3s - Ad - - 2s - - -")
    assert (known.turn, known.position.out) == (3, (1,))
    unknown = after(begun(rules, hands, 0, "Ad"), "3s - 9d - - 2s - - -")
    assert (unknown.turn, unknown.position.out) == (2, (1,))


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_the_partners_own_last_play_may_make_it_known(rules: str) -> None:
    hand = begun(rules, "3sAd4s/5s6s/Ad/TsJsQs", 0, "Ad")
    assert after(hand, "3s - Ad - - -").position.out == (2,)
    assert hand.turn == 0
    # The caller's own last copy shows nothing (reading R-18).
    hand = begun(rules, "Ad/5s6s/Ad3s/TsJsQs", 0, "Ad")
    assert after(hand, "Ad - - -").turn == 1


@pytest.mark.parametrize("rules", CALLED)
def test_4_4_the_lead_goes_past_a_seat_that_is_out(rules: str) -> None:
    # 1 is out, then 0 finishes, and the partner is not known: 1 is passed over.
    hand = begun(rules, "AdKs/As/Ad9d9s/TsJsQs", 0, "Ad")
    assert after(hand, "Ks As - - -").turn == 2
    assert after(hand, "9d - -").turn == 2
    assert after(hand, "9s - Ad - -").position.out == (1, 0)
    assert hand.turn == 2


def test_4_5_a_play_that_ends_the_hand_captures_the_table_at_once() -> None:
    lines = [f"{name} Ts/4s/Ks/9s 0 - 0 5,0,0,0" for name in FIXED]
    lines += [f"{name} Ts/4s/Ks/9s 0 - 0 5,0,0,0 - 0Ad>2!" for name in CALLED]
    for line in lines:
        hand = after(ending(line), "Ts - Ks")
        assert (hand.phase, hand.position.captured) == ("over", (5, 0, 20, 0))
        assert (hand.turn, hand.position.table, hand.position.last) == (None, 0, None)
    hand = after(ending("classic3 Ts/4sKd/Ks 0 - 0 5,0,0"), "Ts - Ks")
    assert (hand.phase, hand.position.captured) == ("over", (5, 0, 20))
    for name in CALLED:
        hand = after(ending(f"{name} Ts/4s/Ks/9s 0 - 0 5,0,0,0 - solo2"), "Ts")
        assert (hand.phase, hand.position.captured) == ("over", (15, 0, 0, 0))


# ---- 5. The end of a hand ----------------------------------------------------------------------


@pytest.mark.parametrize("name", FIXED)
def test_5_with_fixed_sides_the_hand_ends_when_a_side_is_out(name: str) -> None:
    hand = after(begun(name, "3s/4s/5s6s/7s9s", 0), "3s 4s")
    assert (hand.phase, hand.position.out) == ("play", (0, 1))
    assert after(hand, "5s 7s -").phase == "play"
    assert after(hand, "9s").phase == "over"
    assert hand.result.out == (0, 1, 3)
    assert after(begun(name, "3s/4s4h/5s/7s9s", 0), "3s - 5s").result.out == (0, 2)


def test_5_classic3_ends_when_two_seats_are_out() -> None:
    hand = after(begun("classic3", "3s/4s/5s6s", 0), "3s")
    assert hand.phase == "play"
    assert after(hand, "4s").result.out == (0, 1)


@pytest.mark.parametrize("rules", CALLED)
def test_5_two_sides_end_with_a_sweep_or_with_the_third_seat_out(rules: str) -> None:
    call = "- 0 0,0,0,0 - 0Ad>2!"
    assert after(ending(f"{rules} 3s/4s/5s/6s 0 {call}"), "3s - 5s").result.out == (0, 2)
    hand = after(ending(f"{rules} 3s/4s7s/5s8s/6s 0 {call}"), "3s 4s 5s 6s")
    assert (hand.phase, hand.position.out) == ("play", (0, 3))
    assert after(hand, "7s").result.out == (0, 3, 1)
    hand = after(ending(f"{rules} 3s8s/4s/5s7s/6s 0 {call}"), "3s 4s - 6s")
    assert hand.result.out == (1, 3)


@pytest.mark.parametrize("rules", CALLED)
@pytest.mark.parametrize("solo", ["solo0", "solo0!"])
def test_5_one_against_three_ends_with_the_first_seat_out(rules: str, solo: str) -> None:
    line = f"{rules} 3s7s/4s/5s8s/6s 0 - 0 0,0,0,0 - {solo}"
    assert after(ending(line), "3s 4s").result.out == (1,)
    assert after(ending(line), "7s - - - 3s").result.out == (0,)


# ---- 8. Before the play ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "card"),
    [("classic4", "3h"), ("classic3", "3h"), ("honghe", "3h"), ("flush1", "3s"), ("flush2", "3s")],
)
def test_8_the_holder_of_a_card_leads_the_first_trick(name: str, card: str) -> None:
    rules = fk.rules(name)
    leaders = set()
    for seed in range(30):
        hand = fk.Hand.deal(rules, seed)
        assert (hand.phase, hand.turn) == ("play", hand.lead)
        assert card in hand.dealt[hand.lead].split()
        assert hand.lead == rules.deal(seed).turn
        assert hand.dealt == rules.deal(seed).hands
        leaders.add(hand.lead)
    assert leaders == set(range(rules.seats))


def test_8_in_flush2_the_seat_that_was_dealt_the_first_of_two_leads() -> None:
    rules = fk.rules("flush2")
    differ = 0
    for seed in range(30):
        cards = pack(rules)
        SplitMix64(seed).shuffle(cards)
        first, second = (place for place, code in enumerate(cards) if FACES[code] == "3s")
        assert fk.Hand.deal(rules, seed).lead == first % 4
        differ += first % 4 != second % 4
    assert differ > 15


@pytest.mark.parametrize("name", fk.rule_sets())
def test_8_after_a_hand_its_first_seat_out_leads_in_flush_and_calls_in_laizi(name: str) -> None:
    rules = fk.rules(name)
    for seed in range(8):
        first = fk.Hand.deal(rules, seed)
        for seat in range(rules.seats):
            hand = fk.Hand.deal(rules, seed, first_out=seat)
            assert hand.lead == (seat if name in ("flush1", "flush2", "laizi") else first.lead)
            if first.redeals == hand.redeals == 0:
                assert hand.dealt == first.dealt


@pytest.mark.parametrize("name", CALLED)
def test_8_the_caller_is_drawn(name: str) -> None:
    callers = [fk.Hand.deal(fk.rules(name), seed).lead for seed in range(200)]
    assert all(30 < callers.count(seat) < 70 for seat in range(4))


@pytest.mark.parametrize("name", CALLED)
def test_8_the_caller_leads_whoever_plays_solo(name: str) -> None:
    for solo in ("----", "!", "-!", "--!", "---!"):
        hand = begun(name, PARTNERS, 0, "Ad", solo)
        assert (hand.phase, hand.turn, hand.lead, hand.caller) == ("play", 0, 0, 0)


def test_8_what_may_be_called() -> None:
    hands = ["3s 4h 5h Tc Kd 2s Ad W"] * 2 + ["6s", "7s"]
    hand = fk.Hand(fk.rules("laizi"), hands, lead=0)
    assert (hand.turn, hand.legal) == (0, ("3s", "4h", "Ad"))
    hand = fk.Hand(fk.rules("wuhan"), hands, lead=1)
    after(hand, "- - - -")
    assert (hand.turn, hand.legal) == (1, ("3s", "4h", "5h", "Tc", "Kd", "Ad", "2s"))
    for face in ("W", "6s"):
        with pytest.raises(fk.IllegalMoveError, match="may not be called"):
            hand.apply(face)


@pytest.mark.parametrize("name", CALLED)
def test_8_the_other_holder_is_the_partner_and_both_cards_make_a_hidden_solo(name: str) -> None:
    assert begun(name, PARTNERS, 0, "Ad").call == fk.Call(0, "Ad", 2, False)
    assert begun(name, "3s/AdKs/5s6s/Ad", 3, "Ad").call == fk.Call(3, "Ad", 1, False)
    assert begun(name, "AdAdKs/5s6s/9d/Ts", 0, "Ad").call == fk.Solo(0, False)


def test_8_laizi_asks_for_open_solos_after_the_call() -> None:
    hand = fk.Hand(fk.rules("laizi"), PARTNERS.split("/")[::-1], lead=3)
    asked = [(hand.phase, hand.turn)]
    for decision in ("Ad", "-", "-", "-"):
        hand.apply(decision)
        asked.append((hand.phase, hand.turn))
    assert asked == [("call", 3), ("solo", 3), ("solo", 0), ("solo", 1), ("solo", 2)]
    assert after(hand, "-").call == fk.Call(3, "Ad", 1, False)
    # The solo undoes the partnership of the call.
    hand.undo()
    assert after(hand, "solo").call == fk.Solo(2, True)
    assert (hand.phase, hand.face) == ("play", "Ad")


def test_8_wuhan_asks_for_open_solos_before_the_call() -> None:
    hand = fk.Hand(fk.rules("wuhan"), PARTNERS.split("/")[::-1], lead=3)
    asked = [(hand.phase, hand.turn)]
    for _ in range(4):
        hand.apply("-")
        asked.append((hand.phase, hand.turn))
    assert asked == [("solo", 3), ("solo", 0), ("solo", 1), ("solo", 2), ("call", 3)]
    hand.undo()
    assert after(hand, "solo").call == fk.Solo(2, True)
    assert (hand.phase, hand.face) == ("play", None)


@pytest.mark.parametrize("name", CALLED)
@pytest.mark.parametrize("place", range(4))
def test_8_the_first_in_turn_order_has_the_open_solo(name: str, place: int) -> None:
    hand = begun(name, PARTNERS, 0, "Ad", "-" * place + "!")
    assert hand.call == fk.Solo(place, True)
    assert hand.view(0).answers == (*[False] * place, True)
    # Nobody else is asked any more.
    assert hand.phase == "play"


def test_8_a_laizi_caller_without_a_card_to_call_has_all_dealt_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A deal without such a card does not come up in a lifetime: here only one ace may be called.
    ace = read_cards("As")[0]
    monkeypatch.setattr(fk.RuleSet, "may_call", lambda rules, code: code == ace)
    rules = fk.rules("laizi")
    redeals = []
    for seed in range(20):
        hand = fk.Hand.deal(rules, seed, first_out=2)
        assert hand.lead == 2
        assert "As" in hand.dealt[2].split()
        redeals.append(hand.redeals)
    assert 0 in redeals
    assert max(redeals) > 1
