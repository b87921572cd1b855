"""Deals: the generator, what is dealt to whom, who leads and what is called, and fixed examples."""

from collections import Counter
from types import SimpleNamespace

import pytest

import fiftyk as fk
from fiftyk.cards import FACES, read_cards, read_face, write_cards
from fiftyk.dealing import SplitMix64, deal, pack

HIGH = fk.rules("honghe", jokers="high")
ALL = [*map(fk.rules, fk.rule_sets()), HIGH]

# These must never change: a seed stands for the same deal in every version.
GOLDEN = {
    "classic4": """
        4h4c5s6s6c7s7h9hTsThJcKc2s/3d4s8s8c8dJsJhJdQdKdAcAd2h/
        3c4d5h7d8h9s9cTdQsAsAh2c2d/3s3h5c5d6h6d7c9dTcQhQcKsKh 3
    """,
    "classic3": """
        3s4h5d6c7s7h8c9h9dTcTdJsJhKhAhAd2c2d/3c4s4c4d5s6h6d7c8s8h9cThJcQdKsAc2h/
        3h3d5h5c6s7d8d9sTsJdQsQhQcKcKdAs2s 2
    """,
    "flush2": """
        3s3c3d4s4d5s6s7s7d9s9h9dThTcJhQhQdKsKhAsAcAd2s2s2c2d/
        3s3h3c3d4s4c4c4d5c6c7h7c8s8s8d8d9s9h9dTsTsJhQsQsKsAh/
        4h5h5c6s6h6c6d7h7c8c8c9c9cTcJcJdJdQcKcKcKdKdAcAd2h2d/
        3h4h5s5h5d5d6h6d7s7d8h8hThTdTdJsJsJcQhQcQdKhAsAh2h2c 0
    """,
    "laizi": """
        3s3h3c4c5h5c6c7s7d8s8h8c8d9cThTdJhJdQsQcKsKsKdAsAh2dW/
        3s3h3c3d4s4h5c6h7h7c8d9c9dTcJcQsQdKcAh2s2h2h2c2c2dWW/
        4s4c4d4d5s5h5d6s6s6h6d6d7c7d8s9sTsTdJsJsJdKhAcAdAd2sW/
        3d4h5s5d6c7s7h8h8c9s9h9h9dTsThTcJhJcQhQhQcQdKhKcKdAsAc 1 - 0 0,0,0,0 - 13c>0
    """,
}


def test_the_generator_is_splitmix64() -> None:
    zero = SplitMix64(0)
    assert [zero.next() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    other = SplitMix64(1234567)
    assert [other.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_bounded_draw_throws_away_what_would_favour_low_numbers() -> None:
    class Fixed(SplitMix64):
        def __init__(self, *bits: int) -> None:
            self.bits = iter(bits)

        def next(self) -> int:
            return next(self.bits)

    # 2**64 is 1 more than a multiple of 3, so that the highest output is thrown away.
    assert Fixed(2**64 - 1, 2**64 - 2).below(3) == 2
    # It is a multiple of 4: nothing is thrown away.
    assert Fixed(2**64 - 1).below(4) == 3


def test_a_shuffle_is_fair_and_complete() -> None:
    generator = SplitMix64(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = [1, 2, 3]
        generator.shuffle(cards)
        seen[tuple(cards)] += 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_a_pack_has_every_card(rules: fk.RuleSet) -> None:
    cards = Counter(pack(rules))
    suited = [code for code in FACES if code < 64]
    assert {code: cards[code] for code in suited} == dict.fromkeys(suited, rules.packs)
    assert (
        sum(cards.values()) == sum(rules.hand_sizes) == 52 * rules.packs + cards[64] + cards[78] * 2
    )
    assert cards[64] == (4 if rules.sides == "called" else 0)
    assert cards[78] == cards[79] == (1 if rules is HIGH else 0)


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_every_card_is_dealt_and_the_right_seat_leads(rules: fk.RuleSet) -> None:
    for seed in range(60):
        pos = rules.deal(seed)
        hands = [read_cards(hand) for hand in pos.hands]
        assert tuple(map(len, hands)) == rules.hand_sizes
        assert sorted(code for hand in hands for code in hand) == sorted(pack(rules))
        assert pos.captured == (0,) * rules.seats
        assert (pos.last, pos.table, pos.out, pos.multiplier) == (None, 0, (), 1)
        if rules.first_lead:
            assert pos.call is None
            assert read_face(rules.first_lead) in hands[pos.turn]
        else:
            check_call(rules, pos, hands)


def check_call(rules: fk.RuleSet, pos: fk.Position, hands: list[list[int]]) -> None:
    if isinstance(pos.call, fk.Solo):
        # Some face that may be called lies twice in the soloist's hand.
        held = Counter(hands[pos.turn])
        assert pos.call == fk.Solo(pos.turn, False)
        assert any(count == 2 and rules.may_call(code) for code, count in held.items())
        return
    caller, face, partner, known = pos.call
    code = read_face(face)
    assert (caller, known) == (pos.turn, False)
    assert partner != caller
    assert hands[caller].count(code) == hands[partner].count(code) == 1
    assert code < 64
    assert rules.name == "wuhan" or face[0] not in "25TK"


def test_the_first_of_two_spade_threes_leads_in_flush2() -> None:
    rules = fk.rules("flush2")
    three = read_face("3s")
    for seed in range(30):
        cards = pack(rules)
        SplitMix64(seed).shuffle(cards)
        assert deal(rules, seed)["turn"] == cards.index(three) % 4


@pytest.mark.parametrize("name", ["laizi", "wuhan"])
def test_callers_calls_and_hidden_solos_are_all_drawn(name: str) -> None:
    calls = [fk.rules(name).deal(seed).call for seed in range(400)]
    assert any(isinstance(call, fk.Solo) for call in calls)
    partners = {call[:3:2] for call in calls if isinstance(call, fk.Call)}
    assert partners == {(a, b) for a in range(4) for b in range(4) if a != b}
    faces = {call.face for call in calls if isinstance(call, fk.Call)}
    assert len(faces) == (36 if name == "laizi" else 52)


def test_a_caller_with_nothing_to_call_has_all_dealt_again() -> None:
    spade_ace = read_face("As")
    rules = SimpleNamespace(
        packs=2, wild=4, high=0, seats=4, first_lead="", may_call=lambda code: code == spade_ace
    )
    for seed in range(40):
        dealt = deal(rules, seed)
        assert spade_ace in dealt["hands"][dealt["turn"]]


@pytest.mark.parametrize("name", GOLDEN)
def test_deals_do_not_change(name: str) -> None:
    line = "".join(GOLDEN[name].split("\n")).replace("/        ", "/")
    assert str(fk.rules(name).deal(7)) == f"{name} {' '.join(line.split())}"


def test_the_limits_of_seeds() -> None:
    rules = fk.rules("classic4")
    assert rules.deal(0) != rules.deal(2**64 - 1)
    assert rules.deal(seed=7) == rules.deal(7)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**9999], ids=["negative", "65 bits", "huge"])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(fk.RulesError, match="seed"):
        fk.rules("classic4").deal(seed)


@pytest.mark.parametrize("seed", [None, "7", 7.0])
def test_seeds_that_are_no_ints(seed: object) -> None:
    with pytest.raises(TypeError):
        fk.rules("classic4").deal(seed)  # type: ignore[arg-type]


def test_a_deal_reads_back() -> None:
    for rules in ALL:
        pos = rules.deal(3)
        assert fk.Position.parse(str(pos)) == pos
        assert write_cards(read_cards(pos.hands[0])) == pos.hands[0]
