"""Hands, moves and positions as rows of numpy arrays: their layout, and ways to them and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from . import _bulk
from ._core import Call, Move, Position, Solo, Table
from .blocks import in_blocks
from .cards import write_cards, write_face
from .errors import CardError, FiftykError
from .rules import RuleSet

Rows = npt.NDArray[np.void]
"""An array of one dimension whose dtype is `HAND`, `MOVE` or `POSITION`."""
Words = npt.NDArray[np.uint64]

_WORDS: Final = [("counts", np.uint64), ("suits", np.uint64), ("twice", np.uint64)]

HAND: Final = np.dtype(_WORDS)
"""The cards of a hand, three words of 16 nibbles, in the byte order of the machine.

Nibble r (bits 4r to 4r + 3) is of rank code r: 0 `W`, 1 to 13 `3 4 5 6 7 8 9 T J Q K A 2`, 14 `L`,
15 `B`.

- `counts`: how many cards of the rank.
- `suits`: bit s of the nibble is set when the face with suit code s (`d c h s`) is there, so that
  bit 4r + s is the face with code 4r + s (`fiftyk.cards`).
- `twice`: the same for faces that are there twice; a part of `suits`.

Cards beyond those of `suits` and `twice` are without suit.
"""

MOVE: Final = np.dtype(_WORDS)
"""A play, or the pass, which is all zero; the C structure `Play` of the core.

`counts`, `suits` and `twice` are of the cards put down, as in `HAND`, and of `suits`, which has no
suits in these nibbles,

- bits 0 to 3 are the rank: a rank code (of a straight's top card); for `pure_fiftyk` the suit code;
  0 for `fiftyk` and for jokers alone;
- bits 56 to 59 are n: groups of a chain, cards of a straight or a bomb, else 1;
- bits 60 to 63 are the kind, an index of `fiftyk.KINDS`.
"""

POSITION: Final = np.dtype(
    [
        ("hands", HAND, (4,)),
        ("last", MOVE),
        ("multiplier", np.uint64),
        ("table", np.int16),
        ("captured", np.int16, (4,)),
        ("turn", np.int8),
        ("last_seat", np.int8),
        ("n_out", np.int8),
        ("out", np.int8, (4,)),
        ("caller", np.int8),
        ("partner", np.int8),
        ("called", np.int8),
        ("known", np.int8),
        ("soloist", np.int8),
        ("announced", np.int8),
    ],
    align=True,
)
"""A position; the rule set is not in it, and is given beside it.

`hands` (with all suits), `table`, `captured` and `multiplier` are as in `Position`. `last` is the
play to beat, all zero on lead, and `last_seat` who made it. `turn` is -1 when the hand is over.
`out` has `n_out` seats, then -1. `caller`, `partner`, `known` (0 or 1) and `called`, a face code,
are the call, `soloist` and `announced` (0 or 1) one against three; -1 where there is none, and 0
in `hands` and `captured` of a seat that there is not.
"""

if POSITION.itemsize != _bulk.POSITION_SIZE:
    raise ImportError("POSITION is not laid out as the compiled side has it")

BLOCK: Final = 4096
"""Rows between two looks at signals: some milliseconds at most."""


# Checks


def table_of(rules: RuleSet) -> Table:
    """Return the compiled rules; `TypeError` for what is no rule set."""
    if not isinstance(rules, RuleSet):
        raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
    return rules.table


def words(array: Rows, dtype: np.dtype[Any], name: str) -> Words:
    """Check an array and return its rows as one row of words.

    Raises `TypeError` for what is no array of this dtype, and `FiftykError` for one that has not
    one dimension or is not contiguous and aligned.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array, not {type(array).__name__}")
    if array.dtype != dtype:
        wanted = "POSITION" if dtype == POSITION else "HAND or MOVE"
        raise TypeError(f"{name} must have the dtype {wanted}, not {array.dtype}")
    if array.ndim != 1:
        raise FiftykError(f"{name} must have one dimension, not {array.ndim}")
    flat = np.asarray(array).view(np.uint64) if array.flags.c_contiguous else None
    if flat is None or not flat.flags.aligned:
        raise FiftykError(f"{name} must be contiguous and aligned, as {name}.copy() is")
    return flat


def refuse(fault: tuple[int, str, str]) -> NoReturn:
    """Raise for a bad row."""
    row, where, what = fault
    error = FiftykError(f"{where}[{row}]: {what}")
    error.field = f"{where}[{row}]"
    raise error


def _matrix(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    if not isinstance(cards, np.ndarray):
        raise TypeError(f"cards must be a numpy array, not {type(cards).__name__}")
    if cards.dtype != np.uint8:
        raise TypeError(f"cards must have the dtype uint8, not {cards.dtype}")
    if cards.ndim != 2:
        raise FiftykError(f"cards must have two dimensions, not {cards.ndim}")
    if not cards.flags.c_contiguous:
        raise FiftykError("cards must be contiguous, as cards.copy() is")
    return np.asarray(cards)


# Hands and cards


def pack_cards(rules: RuleSet, cards: npt.NDArray[np.uint8]) -> Rows:
    """Return the hands, `HAND[N]`, of rows of face codes, `uint8[N, K]`; 0 stands for no card.

    Raises `FiftykError`, which names the first bad row, where a number is no face code or a hand
    cannot be, and `TypeError` for another dtype.

    >>> import fiftyk as fk
    >>> hands = pack_cards(fk.rules("classic4"), np.array([[4, 7, 0], [48, 65, 65]], np.uint8))
    >>> unpack_hands(fk.rules("classic4"), hands)
    ['3s 3d', '3 3 Ad']
    """
    table = table_of(rules)
    cards = _matrix(cards)
    hands = np.empty(len(cards), HAND)
    out = hands.view(np.uint64)
    fault = in_blocks(
        lambda first, stop: _bulk.pack_cards(table, cards, out, first, stop), len(cards), BLOCK
    )
    if fault:
        refuse(fault)
    return hands


def unpack_cards(rules: RuleSet, hands: Rows) -> npt.NDArray[np.uint8]:
    """Return the face codes of hands, `uint8[N, K]`, K the largest hand that the rules have.

    The codes of a hand ascend by rank, of a rank with suits `d c h s` before those without; zeros
    fill the row. Raises `FiftykError`, which names the first bad row, and `TypeError`.
    """
    table = table_of(rules)
    given = words(hands, HAND, "hands")
    cards = np.zeros((len(hands), _bulk.hand_limit(table)), np.uint8)
    fault = in_blocks(
        lambda first, stop: _bulk.unpack_cards(table, given, cards, first, stop), len(hands), BLOCK
    )
    if fault:
        refuse(fault)
    return cards


def pack_hands(rules: RuleSet, hands: Iterable[str]) -> Rows:
    """Return hands written as text as an array, `HAND[N]`.

    Raises `CardError` for text that is no cards, `FiftykError` for a hand that cannot be, both with
    `field` the hand, such as `hands[2]`, and `TypeError` for what is no text.
    """
    if isinstance(hands, str):
        raise TypeError("hands must be a sequence of hands, not one str")
    limit = _bulk.hand_limit(table_of(rules))
    codes = []
    for row, hand in enumerate(hands):
        try:
            codes.append(rules.read_cards(hand))
        except CardError as error:
            error.field = f"hands[{row}]"
            raise
        if len(codes[-1]) > limit:
            refuse((row, "hands", f"{len(codes[-1])} cards, and {limit} are the most"))
    cards = np.zeros((len(codes), limit), np.uint8)
    for row, hand_codes in enumerate(codes):
        cards[row, : len(hand_codes)] = hand_codes
    return pack_cards(rules, cards)


def unpack_hands(rules: RuleSet, hands: Rows) -> list[str]:
    """Return hands as text, as `Position.hands` has it; raises as `unpack_cards` does."""
    return [write_cards(filter(None, codes)) for codes in unpack_cards(rules, hands).tolist()]


# Moves


def moves_to_array(moves: Iterable[Move]) -> Rows:
    """Return moves as an array, `MOVE[N]`; `TypeError` for what is no `Move`.

    `MoveList.array()` does the same for a list of legal moves without a copy.
    """
    listed = list(moves)
    array = np.empty(len(listed), MOVE)
    _bulk.pack_moves(listed, array.view(np.uint64))
    return array


def array_to_moves(rules: RuleSet, moves: Rows) -> list[Move]:
    """Return the moves of an array, `MOVE[N]`, as `Move` objects.

    A class of plays has no suits but the live ones (`RULES.md` section 11), and its `Move` is of
    cards without suit, which a position that has suits does not hold; `with_faces` gives plays to
    push. Raises `FiftykError`, which names the first row that is no move of these rules, and
    `TypeError`.
    """
    table = table_of(rules)
    given = words(moves, MOVE, "moves").copy()  # nobody changes it once it is checked
    fault = in_blocks(
        lambda first, stop: _bulk.check_moves(table, given, first, stop), len(moves), BLOCK
    )
    if fault:
        refuse(fault)
    return _bulk.unpack_moves(given)


def move_cards(moves: Rows) -> Rows:
    """Return the cards of moves, `MOVE[N]`, as hands, `HAND[N]`, of which `features` can be had."""
    words(moves, MOVE, "moves")
    cards = moves.astype(HAND)
    cards["suits"] &= np.uint64(0x00FFFFFFFFFFFFF0)
    return cards


def move_fields(
    moves: Rows,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the kind (an index of `fiftyk.KINDS`), n and rank of moves, each `uint8[N]`.

    The rank is as `MOVE` has it; the n of a pass is 0.
    """
    words(moves, MOVE, "moves")
    suits = moves["suits"]
    kind = (suits >> np.uint64(60)).astype(np.uint8)
    n = (suits >> np.uint64(56)).astype(np.uint8) & np.uint8(15)
    return kind, n, suits.astype(np.uint8) & np.uint8(15)


# Positions


def pack_positions(positions: Iterable[Position]) -> Rows:
    """Return positions of one rule set as an array, `POSITION[N]`; the moves to pop stay behind.

    Raises `FiftykError` where the rule sets differ, and `TypeError` for what is no `Position`.
    """
    listed = list(positions)
    array = np.empty(len(listed), POSITION)
    _bulk.pack_positions(listed, array.view(np.uint64))
    for row, position in enumerate(listed):
        if position.rules != listed[0].rules:
            refuse((row, "positions", f"of {position.rules}, and the first of {listed[0].rules}"))
    return array


def unpack_positions(rules: RuleSet, positions: Rows) -> list[Position]:
    """Return the positions of an array, `POSITION[N]`, as `Position` objects.

    Raises `FiftykError`, which names the first bad row, and `TypeError`.
    """
    table = table_of(rules)
    given = words(positions, POSITION, "positions").copy()  # nobody changes it once it is checked
    positions = given.view(POSITION)
    fault = in_blocks(
        lambda first, stop: _bulk.check_positions(table, given, first, stop), len(positions), BLOCK
    )
    if fault:
        refuse(fault)
    hands = unpack_cards(rules, positions["hands"].reshape(-1))
    hands = hands.reshape(len(positions), 4, hands.shape[1])
    lasts = array_to_moves(rules, positions["last"].copy())
    return [
        _position(rules, row, cards, last)
        for row, cards, last in zip(positions, hands, lasts, strict=True)
    ]


def _position(rules: RuleSet, row: np.void, cards: npt.NDArray[np.uint8], last: Move) -> Position:
    call: Call | Solo | None = None
    if row["soloist"] >= 0:
        call = Solo(int(row["soloist"]), bool(row["announced"]))
    elif rules.sides == "called":
        face = write_face(int(row["called"]))
        call = Call(int(row["caller"]), face, int(row["partner"]), bool(row["known"]))
    return Position(
        rules,
        [hand[hand > 0].tolist() for hand in cards[: rules.seats]],
        turn=None if row["turn"] < 0 else int(row["turn"]),
        last=None if last.is_pass else (int(row["last_seat"]), last.kind, last.codes),
        table=int(row["table"]),
        captured=row["captured"][: rules.seats].tolist(),
        out=row["out"][: row["n_out"]].tolist(),
        call=call,
        multiplier=int(row["multiplier"]),
    )
