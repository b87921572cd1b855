"""Reading and writing cards: every way to write them, and what is said of text that is none."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fiftyk.cards import FACES, RANKS, SUITS, place_cards, read_cards, read_face, write_cards
from fiftyk.cards import write_face as write
from fiftyk.errors import CardError

CODES = st.sampled_from(list(FACES))
CHINESE = {"s": "黑桃", "h": "红桃", "c": "梅花", "d": "方片"}
SIGNS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ""),
        ("  \t\n", ""),
        ("3s 3h 5 W", "3s 3h 5 W"),
        ("3s3h5W", "3s 3h 5 W"),
        ("10s10h10", "Ts Th T"),
        ("tsjhqckdas2c", "Ts Jh Qc Kd As 2c"),
        ("3S4H5C6D", "3s 4h 5c 6d"),
        ("3s,4h; 5c、6d，7s；8h", "3s 4h 5c 6d 7s 8h"),
        # Suit signs, plain, with variation selectors, and full width.
        ("5♥T♠K♦9♣", "5h 9c Ts Kd"),
        ("5♥️T♠︎K♦️", "5h Ts Kd"),
        ("５♥️Ｔ♠Ｋ♦", "5h Ts Kd"),
        ("Ｋ♠ １０♥", "Th Ks"),
        ("❤K❤10", "Th Kh"),
        ("♤3♡4♧5♢6", "3s 4h 5c 6d"),
        # Chinese, suits first or last.
        ("红桃3 黑桃10、方片K", "3h Ts Kd"),
        ("红心5方块6草花7梅花A", "5h 6d 7c Ac"),
        ("紅桃5方塊6", "5h 6d"),
        ("红3黑桃J", "3h Js"),
        ("黑3红4梅5方6", "3s 4h 5c 6d"),
        ("3黑4红", "3s 4h"),
        ("红桃10 10", "Th T"),
        ("王癞子赖子鬼", "W W W W"),
        ("大王小王王W", "W W W W"),
        # The first card with a suit decides for the whole text.
        ("s3h4", "3s 4h"),
        ("3 s4h5", "3 4s 5h"),
        ("3s4", "3s 4"),
        ("s23", "3 2s"),
        ("W红5", "5h W"),
        ("55红", "5h 5"),
        ("S2HT", "Th 2s"),
    ],
)
def test_every_way_to_write_cards(text: str, cards: str) -> None:
    assert write_cards(read_cards(text)) == cards


def test_cards_come_in_the_order_they_are_written_in() -> None:
    assert [write(code) for code in read_cards("2s W 3 10h 3s")] == ["2s", "W", "3", "Th", "3s"]


def test_high_jokers_have_names_of_their_own() -> None:
    assert write_cards(read_cards("大王 小王 2s", jokers="high")) == "2s L B"
    assert write_cards(read_cards("B L 大鬼 小鬼", jokers="high")) == "L L B B"
    assert write_cards(read_cards("王", jokers="high")) == "W"


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("3x", 2, "a card"),
        ("x", 1, "a card"),
        ("3s 1", 4, "T or 10"),
        ("3s0", 3, "T or 10"),
        ("3sh", 3, "rank right before"),
        ("3 s", 3, "right before or after"),
        ("s", 1, "right before or after"),
        ("sW", 1, "right before or after"),
        ("s3h", 3, "rank right after"),
        ("s3 4h", 5, "rank right after"),
        ("3s 红桃4", 4, "rank right before"),
        ("3s\0", 3, "a card"),
        ("3s\ud800", 3, "U+D800"),
        ("3s Кs", 4, "CYRILLIC CAPITAL LETTER KA, which only looks like K"),
        ("3s Аs", 4, "CYRILLIC CAPITAL LETTER A, which only looks like A"),
        ("Τs", 1, "GREEK CAPITAL LETTER TAU, which only looks like T"),
        ("3с", 2, "CYRILLIC SMALL LETTER ES, which only looks like c"),
        ("1Оs", 1, "T or 10"),
        ("٣s", 1, "ARABIC-INDIC DIGIT THREE"),
        ("红桃3小", 4, "CJK UNIFIED IDEOGRAPH-5C0F"),
        # The column counts the characters of the text as it was given.
        ("５♥️ Ｔx", 6, "a card"),
        ("♥️x", 3, "a card"),
    ],
)
def test_what_is_no_card_is_named_with_its_column(text: str, column: int, word: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(text)
    err = caught.value
    assert (err.text, err.column) == (text, column)
    assert word in err.expected
    assert f"column {column}: expected" in str(err)


def test_a_message_quotes_a_long_text_only_in_part() -> None:
    with pytest.raises(CardError) as caught:
        read_cards("3s" * 50_000 + "x" + "4h" * 50_000)
    assert caught.value.column == 100_001
    assert len(str(caught.value)) < 200
    assert "x" in str(caught.value).partition("in ...")[2]


@pytest.mark.parametrize("text", [None, 3, b"3s", ["3s"]])
def test_only_text_is_read(text: object) -> None:
    with pytest.raises(TypeError):
        read_cards(text)  # type: ignore[arg-type]


def test_one_face() -> None:
    assert [read_face(text) for text in ("3d", "2s", "W", "3", "L", "B")] == [4, 55, 64, 65, 78, 79]
    assert [read_face("红桃10"), read_face("大王"), read_face("大王", "high")] == [34, 64, 79]


@pytest.mark.parametrize(("text", "column"), [("", 1), ("  ", 3), ("3s4s", 3), ("3s 4s", 4)])
def test_no_card_or_two_are_not_one(text: str, column: int) -> None:
    with pytest.raises(CardError, match="one card") as caught:
        read_face(text)
    assert caught.value.column == column


def test_codes_are_rank_and_suit() -> None:
    for r, rank in enumerate(RANKS[1:14], 1):
        assert read_face(rank) == 64 + r
        for s, suit in enumerate(SUITS):
            assert read_face(rank + suit) == 4 * r + s
    assert len(FACES) == 13 * 5 + 3


@pytest.mark.parametrize("code", [-1, 0, 3, 56, 63, 80, 10**30, "3s", None, 4.5])
def test_what_is_no_code_is_not_written(code: object) -> None:
    with pytest.raises(CardError):
        write(code)  # type: ignore[arg-type]
    with pytest.raises(CardError):
        write_cards([4, code])  # type: ignore[list-item]


def test_writing_sorts() -> None:
    assert write_cards(reversed(list(FACES))) == write_cards(FACES)
    assert write_cards(read_cards("B L W 2 2d 2c 2h 2s 3 3d 3s")) == "3s 3d 3 2s 2h 2c 2d 2 W L B"
    assert write_cards(read_cards("4h 3s"), sep="") == "3s4h"


@given(st.lists(CODES))
def test_what_is_written_is_read(codes: list[int]) -> None:
    in_order = sorted(codes, key=list(FACES).index)
    assert read_cards(write_cards(codes)) == in_order
    # Without blanks too: ranks and suits share no letter.
    assert read_cards(write_cards(codes, sep="")) == in_order


@given(st.lists(CODES.filter(lambda code: code < 78)), st.sampled_from([CHINESE, SIGNS]))
def test_suits_first_are_read(codes: list[int], suits: dict[str, str]) -> None:
    cards = [write(code) for code in codes]
    text = " ".join(suits[card[1]] + card[0] if card[1:] else card for card in cards)
    assert read_cards(text) == codes
    assert read_cards(text.replace("T", "10")) == codes


@given(st.text() | st.text("3TtK10shcdWLB♠♥\ufe0f红桃黑方片梅花大小王癞子 ,、Ｋ１０", max_size=30))
def test_any_text_is_cards_or_an_error(text: str) -> None:
    for jokers in ("wild", "high"):
        try:
            cards = place_cards(text, jokers)
        except CardError as err:
            caught = err
        else:
            assert all(card.code in FACES for card in cards)
            columns = [card.column for card in cards]
            assert columns == sorted(set(columns))
            assert set(columns) <= set(range(1, len(text) + 1))
            continue
        assert caught.text == text
        assert 1 <= caught.column <= len(text)
        assert pickle.loads(pickle.dumps(caught)).args == caught.args
        assert str(copy.copy(caught)) == str(caught)


def test_a_very_long_text() -> None:
    assert len(read_cards("红桃10 " * 100_000)) == 100_000
