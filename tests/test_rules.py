"""Rule sets as values: names, options, text, and the questions they answer."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fiftyk as fk
from fiftyk.rules import OPTIONS

NAMES = ("classic4", "classic3", "honghe", "flush1", "flush2", "laizi", "wuhan")

OFFERED = {
    "classic4": {"lead_after_out"},
    "classic3": set(),
    "honghe": {"jokers", "lead_after_out"},
    "flush1": {"two_low_straight", "straight_flush", "lead_after_out"},
    "flush2": {"two_low_straight", "straight_flush", "lead_after_out"},
    "laizi": {"natural_bomb", "lead_after_out", "bomb_stakes"},
    "wuhan": {"natural_bomb", "lead_after_out"},
}


def readings(rules: fk.RuleSet, cards: str) -> list[str]:
    return [f"{move.kind} {move.n} {move.rank}" for move in rules.identify(cards)]


def test_the_seven_names() -> None:
    assert tuple(fk.rule_sets()) == NAMES


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("classic4", (4, 1, (13, 13, 13, 13), "fixed")),
        ("classic3", (3, 1, (18, 17, 17), "none")),
        ("honghe", (4, 1, (13, 13, 13, 13), "fixed")),
        ("honghe[jokers=high]", (4, 1, (14, 14, 13, 13), "fixed")),
        ("flush1", (4, 1, (13, 13, 13, 13), "fixed")),
        ("flush2", (4, 2, (26, 26, 26, 26), "fixed")),
        ("laizi", (4, 2, (27, 27, 27, 27), "called")),
        ("wuhan", (4, 2, (27, 27, 27, 27), "called")),
    ],
)
def test_facts(name: str, facts: tuple[object, ...]) -> None:
    rules = fk.rules(name)
    assert (rules.seats, rules.packs, rules.hand_sizes, rules.sides) == facts


@pytest.mark.parametrize("name", NAMES)
def test_every_option_where_it_is_offered_and_nowhere_else(name: str) -> None:
    for option, values in OPTIONS.items():
        if option not in OFFERED[name]:
            with pytest.raises(fk.RulesError, match=option) as caught:
                fk.rules(name, **{option: values[0]})
            assert set(caught.value.known) == OFFERED[name]
            continue
        assert fk.rules(name, **{option: values[0]}) == fk.rules(name)
        changed = fk.rules(name, **{option: values[1]})
        assert changed != fk.rules(name)
        assert str(changed) == f"{name}[{option}={values[1]}]"
        assert fk.rules(str(changed)) == changed
        assert list(changed.options) == [option]
        assert fk.rules(name, **changed.options) == changed
        with pytest.raises(fk.RulesError, match="no value") as caught:
            fk.rules(name, **{option: "nonsense"})
        assert caught.value.known == values


def test_options_are_written_in_one_order() -> None:
    a = fk.rules("flush1", lead_after_out="next", straight_flush="beats_straights")
    b = fk.rules("flush1[ straight_flush = beats_straights, lead_after_out=next ]")
    assert a == b
    assert str(a) == "flush1[straight_flush=beats_straights,lead_after_out=next]"
    assert repr(a) == f"fiftyk.rules({str(a)!r})"


def test_flags_are_bools_or_words() -> None:
    off = fk.rules("flush1", two_low_straight=False)
    assert off == fk.rules("flush1", two_low_straight="false")
    assert off.options == {"two_low_straight": False}
    assert str(off) == "flush1[two_low_straight=false]"
    assert fk.rules("flush1", two_low_straight=True) == fk.rules("flush1")
    for value in (0, 1, None, "no", "True", ["true"]):
        with pytest.raises(fk.RulesError):
            fk.rules("flush1", two_low_straight=value)  # type: ignore[arg-type]


def test_a_keyword_goes_before_the_text() -> None:
    text = "flush1[straight_flush=beats_straights]"
    assert fk.rules(text, straight_flush="tiebreak") == fk.rules("flush1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nosuch",
        "Classic4",
        "classic4[",
        "classic4]",
        "classic4[]",
        "classic4[x]",
        "classic4[lead_after_out]",
        "classic4[lead_after_out=]",
        "classic4[=next]",
        "classic4[lead_after_out=next,]",
        "classic4[lead_after_out=next,lead_after_out=next]",
        "classic4[lead_after_out=next]x",
        "classic4[[lead_after_out=next]]",
        "classic4 classic3",
        "\0",
        "\ud800",
        "x" * 100_000,
    ],
)
def test_text_that_is_no_rule_set(text: str) -> None:
    with pytest.raises(fk.RulesError) as caught:
        fk.rules(text)
    assert len(str(caught.value)) < 400
    assert isinstance(caught.value, fk.FiftykError)
    assert isinstance(caught.value, ValueError)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(fk.RulesError) as caught:
        fk.rules("nosuch")
    assert caught.value.known == NAMES
    assert all(name in str(caught.value) for name in NAMES)


@pytest.mark.parametrize("text", [None, 4, b"classic4"])
def test_only_text_names_rules(text: object) -> None:
    with pytest.raises(TypeError):
        fk.rules(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        fk.RuleSet(text)  # type: ignore[arg-type]


@given(st.text(max_size=30) | st.text("classic43flu[]=,laizi ", max_size=30))
def test_any_text_is_rules_or_an_error(text: str) -> None:
    try:
        rules = fk.rules(text)
    except fk.RulesError:
        return
    assert fk.rules(str(rules)) == rules


def test_rule_sets_are_frozen_values() -> None:
    house = fk.rules("laizi", bomb_stakes="off", natural_bomb="higher")
    assert pickle.loads(pickle.dumps(house)) == house
    assert copy.deepcopy(house) == house == copy.copy(house)
    assert hash(fk.rules("laizi", natural_bomb="higher", bomb_stakes="off")) == hash(house)
    assert house not in (fk.rules("laizi"), "laizi", None)
    assert len({fk.rules(name) for name in NAMES * 2}) == 7
    for name in ("name", "seats", "_name", "new"):
        with pytest.raises(AttributeError):
            setattr(house, name, 1)
    with pytest.raises(AttributeError):
        del house._name
    # What is handed out is a copy.
    house.options.clear()
    assert house.options


def test_identify_gives_every_reading_longest_chain_first() -> None:
    flush = fk.rules("flush1")
    assert readings(flush, "555666777888") == ["airplane 4 8", "airplane_one 3 8"]
    assert readings(fk.rules("classic4"), "555666777888") == ["airplane 4 8"]
    assert readings(fk.rules("classic4"), "3 4") == []
    assert readings(fk.rules("classic4"), "") == []
    assert readings(fk.rules("wuhan"), "红桃5 黑桃5 大王") == ["triple 1 5"]


@pytest.mark.parametrize(
    ("rules", "cards", "column"),
    [
        ("classic4", "33333", 5),
        ("classic4", "3s 3s", 4),
        ("classic4", "3s3h3c3d3", 9),
        ("classic4", "3s W", 4),
        ("classic4", "3s 大王", 4),
        ("classic4", "L", 1),
        ("wuhan", "As As As", 7),
        ("wuhan", "WWWWW", 5),
        ("wuhan", "W B", 3),
        ("honghe", "B", 1),
        ("honghe[jokers=high]", "B B", 3),
        ("honghe[jokers=high]", "W", 1),
        ("honghe[jokers=high]", "大王 3 大王", 6),
    ],
)
def test_cards_that_the_packs_do_not_have(rules: str, cards: str, column: int) -> None:
    for ask in (fk.rules(rules).identify, fk.rules(rules).move):
        with pytest.raises(fk.CardError) as caught:
            ask(cards)
        assert (caught.value.text, caught.value.column) == (cards, column)


def test_high_jokers_are_singles_above_the_two() -> None:
    rules = fk.rules("honghe", jokers="high")
    little, big, two = (rules.move(card) for card in ("小王", "大王", "2s"))
    assert [little.cards, big.cards] == ["L", "B"]
    assert rules.beats(big, little)
    assert rules.beats(little, two)
    assert not rules.beats(little, big)
    assert rules.identify("L B") == []
    assert readings(rules, "3 3 3 B") == ["triple_one 1 3"]


def test_a_move_by_its_cards_or_by_kind_and_cards() -> None:
    rules = fk.rules("classic4")
    move = rules.move("4s 4h")
    assert (move.kind, move.n, move.rank, move.cards) == ("pair", 1, "4", "4s 4h")
    assert move == rules.move("pair", "4h 4s") == rules.move("pair:4h4s")
    assert rules.move("-") == rules.move("pass", "") == fk.PASS
    for text in ("single:3", "straight:34567", "fiftyk:5s Th K", "bomb:2222"):
        assert rules.move(str(rules.move(text))) == rules.move(text)


@pytest.mark.parametrize(
    ("args", "reason", "words"),
    [
        (("3 4",), "NO_COMBINATION", ""),
        (("",), "NO_COMBINATION", "no cards"),
        (("pair", "3 3 3"), "NO_COMBINATION", "triple"),
        (("pair:333",), "NO_COMBINATION", "triple"),
        (("pear", "3 3"), "NO_COMBINATION", "pair_chain"),
        ((":33",), "NO_COMBINATION", "kinds"),
        (("a:b:33",), "NO_COMBINATION", "kinds"),
        (("pass", "3"), "NO_COMBINATION", "single"),
        (("pure_fiftyk", "5s Ts Kh"), "NO_COMBINATION", "fiftyk"),
        (("555666777888",), "AMBIGUOUS", "airplane, airplane_one"),
    ],
)
def test_moves_that_are_none(args: tuple[str, ...], reason: str, words: str) -> None:
    with pytest.raises(fk.IllegalMoveError) as caught:
        fk.rules("flush1").move(*args)
    err = caught.value
    assert err.reason is fk.Reason[reason]
    assert err.reason.value in str(err)
    assert words in str(err)
    again = pickle.loads(pickle.dumps(err))
    assert (again.move, again.reason, again.detail) == (err.move, err.reason, err.detail)


@pytest.mark.parametrize("args", [(None,), (3,), ("pair", 3), (b"33",)])
def test_only_text_makes_moves(args: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        fk.rules("flush1").move(*args)  # type: ignore[arg-type]


def test_beats() -> None:
    rules = fk.rules("classic4")
    low, high = rules.move("3s 3h"), rules.move("4s 4h")
    assert rules.beats(high, low)
    assert not rules.beats(low, high)
    assert not rules.beats(low, low)
    assert rules.beats(rules.move("5 T K"), high)
    assert not rules.beats(fk.PASS, low)
    assert not rules.beats(low, fk.PASS)
    for pair in (("4s 4h", low), (high, None)):
        with pytest.raises(TypeError):
            rules.beats(*pair)  # type: ignore[arg-type]


def test_options_reach_the_core() -> None:
    def beats(rules: fk.RuleSet, play: str, over: str) -> bool:
        return rules.beats(rules.move(play), rules.move(over))

    flush, house = fk.rules("flush1"), fk.rules("flush1", straight_flush="beats_straights")
    low, straight = "3s4s5s6s7s", "TJQKA"
    assert [beats(rules, low, straight) for rules in (flush, house)] == [False, True]
    wuhan, natural = fk.rules("wuhan"), fk.rules("wuhan", natural_bomb="higher")
    assert [beats(rules, "3333", "333W") for rules in (wuhan, natural)] == [False, True]
    strict = fk.rules("flush1", two_low_straight=False)
    assert [bool(rules.identify("23456")) for rules in (flush, strict)] == [True, False]
    assert strict.identify("A2345")


def test_what_may_be_called() -> None:
    from fiftyk.cards import read_face

    laizi, wuhan, classic = fk.rules("laizi"), fk.rules("wuhan"), fk.rules("classic4")
    for card, expected in {
        "As": (1, 1),
        "2s": (0, 1),
        "5h": (0, 1),
        "W": (0, 0),
        "3": (0, 0),
    }.items():
        code = read_face(card)
        assert (laizi.may_call(code), wuhan.may_call(code)) == tuple(map(bool, expected))
        assert not classic.may_call(code)
