"""Reading and writing cards, English and Chinese (`RULES.md` section 1).

A card is a *face code*, an int that the core understands too. With the rank code `r` (0 for the
wild joker `W`, 1 to 13 for `3 4 5 6 7 8 9 T J Q K A 2`, 14 and 15 for the little joker `L` and the
big joker `B`) and the suit code `s` (0 to 3 for `d c h s`), a card with a suit is `4 * r + s`, and
a card without one, or a joker, is `64 + r`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from .errors import CardError

RANKS: Final = "W3456789TJQKA2LB"
"""The characters of the ranks; the index is the rank code."""

SUITS: Final = "dchs"
"""The characters of the suits; the index is the suit code."""

NO_SUIT: Final = 64
"""What is added to the rank code of a card without a suit."""

WILD: Final = NO_SUIT
LITTLE: Final = NO_SUIT + 14
BIG: Final = NO_SUIT + 15

Jokers = Literal["wild", "high"]
"""How the Chinese names of the jokers are read: all wild, or little and big apart."""


def _faces() -> dict[int, str]:
    """Return all face codes and their text, in the order in which cards are written."""
    natural = range(1, 14)
    faces = {}
    for r in natural:
        for s in (3, 2, 1, 0):
            faces[4 * r + s] = RANKS[r] + SUITS[s]
        faces[NO_SUIT + r] = RANKS[r]
    for r in (0, 14, 15):
        faces[NO_SUIT + r] = RANKS[r]
    return faces


FACES: Final = _faces()
"""The text of every face code, in writing order."""

_PLACE: Final = {code: place for place, code in enumerate(FACES)}

# As they are written, natural faces read the same in every orientation.
_WRITTEN: Final = {text: code for code, text in FACES.items() if code < NO_SUIT}

# What a token means: a rank code, a suit code, a whole joker, or a gap between cards.
_RANK, _SUIT, _JOKER, _GAP = range(4)

_WORDS: Final[dict[str, tuple[int, int]]] = {
    **{char: (_RANK, code) for code, char in enumerate(RANKS) if 1 <= code <= 13},
    **{char.lower(): (_RANK, code) for code, char in enumerate(RANKS) if 1 <= code <= 13},
    "10": (_RANK, 8),
    **{char: (_SUIT, code) for code, char in enumerate(SUITS)},
    **{char.upper(): (_SUIT, code) for code, char in enumerate(SUITS)},
    **dict.fromkeys(("♠", "♤", "黑桃", "黑"), (_SUIT, 3)),
    **dict.fromkeys(("♥", "♡", "❤", "红桃", "红心", "紅桃", "紅心", "红", "紅"), (_SUIT, 2)),
    **dict.fromkeys(("♣", "♧", "梅花", "草花", "梅", "草"), (_SUIT, 1)),
    **dict.fromkeys(("♦", "♢", "方片", "方块", "方塊", "方"), (_SUIT, 0)),
    **dict.fromkeys(("W", "w", "王", "鬼", "癞子", "赖子", "癩子", "賴子"), (_JOKER, WILD)),
    **dict.fromkeys(("L", "l"), (_JOKER, LITTLE)),
    **dict.fromkeys(("B", "b"), (_JOKER, BIG)),
    **dict.fromkeys((",", ";", "、"), (_GAP, 0)),
}
_NAMED_JOKERS: Final = {"小王": LITTLE, "小鬼": LITTLE, "大王": BIG, "大鬼": BIG}
_LONGEST: Final = 2

_LOOKALIKES: Final = {
    **dict(zip("АВСНКТЈЅԚԜ", "ABCHKTJSQW", strict=True)),
    **dict(zip("асһԁкѕјԛԝ", "achdksjqw", strict=True)),
    **dict(zip("ΑΒΗΚΤϳϹϲ", "ABHKTjCc", strict=True)),
    **dict(zip("ОоΟοЗзƷб", "00003336", strict=True)),
}

_EMOJI_STYLE = "\ufe0e\ufe0f"


class _Token(NamedTuple):
    what: int
    code: int
    column: int
    joined: bool  # no gap between this token and the one before


class Placed(NamedTuple):
    """A card and the column in which it was written."""

    code: int
    column: int


def read_cards(text: str, jokers: Jokers = "wild") -> list[int]:
    """Read cards, in the order in which they are written.

    A card is a rank `3456789TJQKA2` (also `10` and lower case), with a suit or without; suits are
    `s h c d` (also upper case), the signs `♠♥♣♦`, or Chinese. Blanks and commas between cards are
    optional. Whether suits stand before or after ranks is decided by the first card with a suit.

    With `jokers="wild"` every joker is read as `W`, for big or small makes no difference in laizi
    and wuhan; with `jokers="high"` 小王 is read as `L` and 大王 as `B`.

    Raises `CardError` where the text is not made of cards, and `TypeError` for what is no `str`.

    >>> write_cards(read_cards("10s3hK"))
    '3h Ts K'
    >>> write_cards(read_cards("黑桃10、红桃3 K 王"))
    '3h Ts K W'
    """
    return [card.code for card in place_cards(text, jokers)]


def place_cards(text: str, jokers: Jokers = "wild") -> list[Placed]:
    """Read cards as `read_cards` does, with the column of each; the errors are the same."""
    if not isinstance(text, str):
        raise TypeError(f"cards are read from a str, not from {type(text).__name__}")
    tokens = _tokens(text, jokers)
    if _suit_comes_first(tokens):
        return _read_suit_first(text, tokens)
    return _read_rank_first(text, tokens)


def read_face(text: str, jokers: Jokers = "wild") -> int:
    """Read exactly one card.

    Raises `CardError` where the text is no card or more than one, and `TypeError` for what is no
    `str`.

    >>> read_face("Ad")
    48
    """
    if type(text) is str and text in _WRITTEN:
        return _WRITTEN[text]
    cards = place_cards(text, jokers)
    if len(cards) != 1:
        column = cards[1].column if cards else len(text) + 1
        raise CardError(text, column, "one card" if not cards else "one card only")
    return cards[0].code


def write_cards(codes: Iterable[int], sep: str = " ") -> str:
    """Write cards from low to high, of a rank in the order s h c d and without suit, jokers last.

    Raises `CardError` where a number is no face code.

    >>> write_cards([64, 4, 7, 65, 48])
    '3s 3d 3 Ad W'
    """
    try:
        return sep.join([FACES[code] for code in sorted(codes, key=_PLACE.__getitem__)])
    except KeyError as err:
        raise _no_code(err.args[0]) from None


def write_face(code: int) -> str:
    """Write one card.

    Raises `CardError` where the number is no face code.
    """
    try:
        return FACES[code]
    except KeyError:
        raise _no_code(code) from None


def rank_of(code: int) -> int:
    """Return the rank code of a face code, which is not checked."""
    return code // 4 if code < NO_SUIT else code - NO_SUIT


def _no_code(code: object) -> CardError:
    return CardError(str(code), 1, "a face code")


def _tokens(text: str, jokers: Jokers) -> list[_Token]:
    """Cut a text into ranks, suits and jokers, in time linear in its length."""
    named = _NAMED_JOKERS if jokers == "high" else dict.fromkeys(_NAMED_JOKERS, WILD)
    chars, columns = _normal(text)
    tokens = []
    at = 0
    joined = False
    while at < len(chars):
        if chars[at].isspace():
            at, joined = at + 1, False
            continue
        for size in range(_LONGEST, 0, -1):
            word = "".join(chars[at : at + size])
            if word in named:
                what, code = _JOKER, named[word]
            elif word in _WORDS:
                what, code = _WORDS[word]
            else:
                continue
            break
        else:
            raise CardError(text, columns[at], _hint(text[columns[at] - 1], chars[at : at + 2]))
        if what != _GAP:
            tokens.append(_Token(what, code, columns[at], joined))
        joined = what != _GAP
        at += size
    return tokens


def _normal(text: str) -> tuple[list[str], list[int]]:
    """Return the characters in their plain form (not full width), with their columns.

    They are normalised one by one, so that every column is one of the original text.
    """
    chars = []
    columns = []
    for column, char in enumerate(text, 1):
        if char in _EMOJI_STYLE:
            continue
        for plain in char if char.isascii() else unicodedata.normalize("NFKC", char):
            chars.append(plain)
            columns.append(column)
    return chars, columns


def _hint(char: str, rest: list[str]) -> str:
    """Say what should have stood where a text is no card."""
    if char in _LOOKALIKES:
        name = unicodedata.name(char)
        return f"a card (this is {name}, which only looks like {_LOOKALIKES[char]})"
    if char.isascii():
        return "a card (a ten is T or 10)" if rest[0] in "01" else "a card"
    return f"a card (this is {unicodedata.name(char, f'U+{ord(char):04X}')})"


def _suit_comes_first(tokens: list[_Token]) -> bool:
    before = None
    for token in tokens:
        if token.what == _SUIT:
            return not (token.joined and before == _RANK)
        before = token.what
    return False


def _read_rank_first(text: str, tokens: list[_Token]) -> list[Placed]:
    cards: list[Placed] = []
    bare = False  # the card before is a rank that may still take a suit
    for what, code, column, joined in tokens:
        if what == _SUIT:
            if not (bare and joined):
                expected = "a rank right before this suit (the first card has its suit last)"
                raise CardError(text, column, expected)
            rank, start = cards[-1]
            cards[-1] = Placed(4 * (rank - NO_SUIT) + code, start)
        else:
            cards.append(Placed(NO_SUIT + code if what == _RANK else code, column))
        bare = what == _RANK
    return cards


def _read_suit_first(text: str, tokens: list[_Token]) -> list[Placed]:
    cards = []
    suit: _Token | None = None
    seen = False  # a card with a suit
    for token in tokens:
        if suit and not (token.what == _RANK and token.joined):
            raise _no_rank_after(text, suit, first=not seen)
        if token.what == _SUIT:
            suit = token
        elif suit:
            cards.append(Placed(4 * token.code + suit.code, suit.column))
            suit, seen = None, True
        else:
            code = NO_SUIT + token.code if token.what == _RANK else token.code
            cards.append(Placed(code, token.column))
    if suit:
        raise _no_rank_after(text, suit, first=not seen)
    return cards


def _no_rank_after(text: str, suit: _Token, *, first: bool) -> CardError:
    expected = (
        "a rank right before or after this suit"
        if first
        else "a rank right after this suit (the first card has its suit first)"
    )
    return CardError(text, suit.column, expected)
