"""Counts, moves, comparisons and features of many hands or positions at once, on numpy arrays.

No Python object is made for a row, and the GIL is released: a million hands take a fraction of a
second. `arrays` has the dtypes `HAND`, `MOVE` and `POSITION` and the ways to them and back, all of
which are also here. Arrays have one dimension and are contiguous, and every row is checked, so no
input can do harm. The functions raise `TypeError` for another dtype or what is no array,
`FiftykError` for another shape or a row that cannot be under the rules (`field` names the first of
them, such as `hands[17]`), and `MemoryError`. `threads` shares the rows out; the results are the
same for any number of threads.

>>> import fiftyk as fk
>>> rules = fk.rules("classic4")
>>> hands = pack_hands(rules, ["3s3h4s", "5s Ts Ks"])
>>> count_moves(rules, hands).tolist()
[3, 4]
>>> offsets, moves = legal_moves(rules, hands, last=rules.move("3d"))
>>> offsets.tolist(), [str(move) for move in array_to_moves(rules, moves[offsets[1] :])]
([0, 2, 7], ['-', 'single:5s', 'single:Ts', 'single:Ks', 'pure_fiftyk:5sTsKs'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _bulk
from ._core import KINDS, MOST_MOVES, Move
from .arrays import (
    BLOCK,
    HAND,
    MOVE,
    POSITION,
    Rows,
    Words,
    array_to_moves,
    move_cards,
    move_fields,
    moves_to_array,
    pack_cards,
    pack_hands,
    pack_positions,
    refuse,
    table_of,
    unpack_cards,
    unpack_hands,
    unpack_positions,
    words,
)
from .blocks import Fault, in_blocks, thread_count
from .cards import RANKS, SUITS
from .errors import FiftykError
from .rules import RuleSet

__all__ = [
    "HAND",
    "MOVE",
    "POSITION",
    "Batch",
    "array_to_moves",
    "beats",
    "count_moves",
    "feature_names",
    "features",
    "legal_moves",
    "legal_moves_in_batches",
    "move_cards",
    "move_fields",
    "moves_to_array",
    "pack_cards",
    "pack_hands",
    "pack_positions",
    "unpack_cards",
    "unpack_hands",
    "unpack_positions",
    "with_faces",
]

Last = Rows | np.void | Move | None
_Work = Callable[[int, int], Fault | None]

# As many moves as are listed between two looks at signals, some ten milliseconds.
_BLOCK_MOVES: Final = 1 << 21
# So few that freed memory is had again: pages new from the system take a quarter of the time.
_BATCH_MOVES: Final = 1 << 17
_WORDS: Final = 3  # of a move


class Batch(NamedTuple):
    """The legal moves of some rows that follow one another."""

    first: int
    """The first of the rows."""
    offsets: npt.NDArray[np.int64]
    """Where the moves of each of them begin, one more than there are rows."""
    moves: Rows
    """The moves, `MOVE`."""


def count_moves(
    rules: RuleSet, hands: Rows, last: Last = None, faces: bool = False, threads: int = 1
) -> npt.NDArray[np.uint64]:
    """Count the legal moves of each hand or position, `uint64[N]`, without listing them.

    `hands` is `HAND[N]` or `POSITION[N]`. With hands, `last` is what they answer: `None` on lead,
    one `Move` or row of `MOVE` for all, or `MOVE[N]`, where the pass stands for the lead; a
    position has its own. Counted are classes (`RULES.md` section 11), where a hand by itself has no
    called card, or with `faces` every play; the pass counts where it is legal. A hand without cards
    and a position that is over have no move.
    """
    threads = thread_count(threads)
    return _count(_turns(rules, hands, last, faces), len(hands), threads).view(np.uint64)


def legal_moves(
    rules: RuleSet,
    hands: Rows,
    last: Last = None,
    faces: bool = False,
    threads: int = 1,
    out: Rows | None = None,
) -> tuple[npt.NDArray[np.int64], Rows]:
    """List the legal moves of each hand or position: `(offsets, moves)`.

    The moves of row i are `moves[offsets[i] : offsets[i + 1]]`, in the order of
    `Position.legal_moves`; `offsets` is `int64[N + 1]` and `moves` is `MOVE[offsets[N]]`. A class
    stands as it is, without its dead suits: `with_faces` gives one of its plays. The arguments are
    those of `count_moves`.

    Moves are counted first, and need 24 bytes each; `legal_moves_in_batches` keeps to a limit.
    With `out`, an array `MOVE` with room enough, the moves are written there, and `moves` is the
    beginning of it: to use memory again is faster than to get new.
    """
    threads = thread_count(threads)
    turns = _turns(rules, hands, last, faces, copied=True)
    offsets = _offsets(_count(turns, len(hands), threads))
    return offsets, _list(turns, offsets, 0, len(hands), threads, out)


def legal_moves_in_batches(
    rules: RuleSet,
    hands: Rows,
    last: Last = None,
    faces: bool = False,
    threads: int = 1,
    out: Rows | None = None,
) -> Iterator[Batch]:
    """List as `legal_moves` does, in batches of rows, in bounded memory.

    The rows of a batch have at most as many moves together as `out` has room for; each batch takes
    the place of the one before. Without `out` every batch has an array of its own, of at most 2**17
    moves; a row that has more by itself is a batch of its own. Beside the moves, at most 64
    bytes are used for a hand and 168 for a position.

    >>> import fiftyk as fk
    >>> rules = fk.rules("classic4")
    >>> hands = pack_hands(rules, ["3s3h", "4s", "5sTsKs"])
    >>> batches = legal_moves_in_batches(rules, hands, out=np.empty(5, MOVE))
    >>> [(batch.first, batch.offsets.tolist()) for batch in batches]
    [(0, [0, 2, 3]), (2, [0, 4])]
    """
    threads = thread_count(threads)
    turns = _turns(rules, hands, last, faces, copied=True)
    offsets = _offsets(_count(turns, len(hands), threads))
    if out is not None:
        words(out, MOVE, "out")
    return _batches(turns, offsets, threads, out)


def beats(
    rules: RuleSet, plays: Rows | np.void | Move, overs: Rows | np.void | Move, threads: int = 1
) -> npt.NDArray[np.bool_]:
    """Tell for each pair of plays whether the first beats the second, `bool[N]`.

    `plays` and `overs` are `MOVE[N]`, or one `Move` or row for all of the other side. A pass beats
    nothing, and nothing beats it.
    """
    table = table_of(rules)
    threads = thread_count(threads)
    left = _moves(rules, plays, "plays")
    right = _moves(rules, overs, "overs")
    sizes = {len(left), len(right)} - {_WORDS}
    if len(sizes) > 1:
        raise FiftykError(f"{len(left) // _WORDS} plays, {len(right) // _WORDS} overs: no pairs")
    answers = np.empty(min(sizes, default=_WORDS) // _WORDS, np.bool_)
    out = answers.view(np.uint8)
    _run(lambda first, stop: _bulk.compare(table, left, right, out, first, stop), len(out), threads)
    return answers


def with_faces(rules: RuleSet, hands: Rows, moves: Rows, threads: int = 1) -> Rows:
    """Return for each hand or position, and a move of its, a play of the move's class, `MOVE[N]`.

    It is the play that `Position.legal_moves` shows for the class: dead cards without suit first,
    then `d c h s`. `moves` is `MOVE[N]`, of classes or of single plays that the hands hold; whether
    a move beats the last play is not asked. `hands` is as for `count_moves`.
    """
    threads = thread_count(threads)
    turns = _turns(rules, hands, None, False)
    given = words(moves, MOVE, "moves")
    if len(moves) != len(hands):
        raise FiftykError(f"{len(moves)} moves for {len(hands)} hands")
    plays = np.empty(len(moves), MOVE)
    out = plays.view(np.uint64)
    _run(lambda first, stop: turns.with_faces(first, stop, given, out), len(moves), threads)
    return plays


def features(
    rules: RuleSet, hands: Rows, hidden: bool = False, threads: int = 1
) -> npt.NDArray[np.uint8]:
    """Return planes of zeros and ones for each hand or position, `uint8[N, F]`.

    A hand has F = 52 * packs + jokers + 4 planes: for each rank from 3 to 2, then for the wild
    joker, one plane for "at least k cards" for each k from 1 to as many as the packs have; L and B,
    where the rules have them; and whether the hand holds the 5, T and K of a suit, for d c h s.

    A position has such planes for each hand, from the seat on turn on in turn order (from seat 0
    when the hand is over), and for the cards of the last play; then the kind of the last play, one
    of 15 (the first on lead), and who made it, counted from the seat on turn (none on lead). With
    `hidden` the other seats' hands are one block of planes, of all their cards together: what
    the seat on turn cannot tell apart. `feature_names` lists the planes.
    """
    threads = thread_count(threads)
    turns = _turns(rules, hands, None, False)
    width = len(feature_names(rules, hands.dtype == POSITION, hidden))
    planes = np.empty((len(hands), width), np.uint8)
    _run(lambda first, stop: turns.features(first, stop, bool(hidden), planes), len(hands), threads)
    return planes


def feature_names(rules: RuleSet, positions: bool = False, hidden: bool = False) -> list[str]:
    """Return what each plane of `features` says, for hands or for positions.

    >>> import fiftyk as fk
    >>> names = feature_names(fk.rules("classic4"))
    >>> len(names), names[:4], names[-4:]
    (56, ['3>=1', '3>=2', '3>=3', '3>=4'], ['5dTdKd', '5cTcKc', '5hThKh', '5sTsKs'])
    """
    table_of(rules)
    cards = [f"{rank}>={k}" for rank in RANKS[1:14] for k in range(1, 4 * rules.packs + 1)]
    cards += [f"W>={k}" for k in range(1, rules.wild + 1)]
    cards += ["L>=1", "B>=1"] if rules.high else []
    cards += [f"5{suit}T{suit}K{suit}" for suit in SUITS]
    if not positions:
        return cards
    seats = range(rules.seats)
    blocks = ["own", "others"] if hidden else [f"hand+{seat}" for seat in seats]
    return [
        *[f"{block} {plane}" for block in [*blocks, "last"] for plane in cards],
        "lead",
        *[f"last {kind}" for kind in KINDS[1:]],
        *[f"last by +{seat}" for seat in seats],
    ]


# Behind them


def _moves(rules: RuleSet, moves: Rows | np.void | Move, name: str) -> Words:
    """Return moves as words; where it is one, for all, it is checked and nobody else has it."""
    if isinstance(moves, Move):
        moves = moves_to_array([moves])
    elif isinstance(moves, np.void) or (isinstance(moves, np.ndarray) and moves.ndim == 0):
        moves = np.array(moves).reshape(1)
    given = words(moves, MOVE, name)
    if len(given) == _WORDS:
        given = given.copy()
        fault = _bulk.check_moves(table_of(rules), given, 0, 1)
        if fault:
            refuse((0, name, fault[2]))
    return given


def _turns(
    rules: RuleSet, hands: Rows, last: Last, faces: bool, copied: bool = False
) -> _bulk.Turns:
    """Check what is given, as far as it is not rows; copied: nobody else can change it later."""
    table = table_of(rules)
    positions = getattr(hands, "dtype", None) == POSITION
    given = words(hands, POSITION if positions else HAND, "hands")
    if copied:
        given = given.copy()
    if last is None:
        return _bulk.Turns(table, given, positions, None, bool(faces))
    if positions:
        raise FiftykError("a position has its own last play")
    lasts = _moves(rules, last, "last")
    if len(lasts) not in (_WORDS, len(given)):
        raise FiftykError(f"{len(lasts) // _WORDS} last plays for {len(hands)} hands")
    return _bulk.Turns(table, given, positions, lasts.copy() if copied else lasts, bool(faces))


def _run(work: _Work, rows: int, threads: int, size: int = BLOCK) -> None:
    fault = in_blocks(work, rows, size, threads)
    if fault:
        refuse(fault)


def _count(turns: _bulk.Turns, rows: int, threads: int) -> npt.NDArray[np.int64]:
    counts = np.empty(rows, np.int64)
    _run(lambda first, stop: turns.count(first, stop, counts), rows, threads)
    return counts


def _offsets(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    # A count may be so large that sums would not fit; a float tells that well enough.
    if counts.sum(dtype=np.float64) > 2**62 or counts.max(initial=0) > MOST_MOVES:
        raise MemoryError(f"up to {counts.max()} moves a row")
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _list(
    turns: _bulk.Turns,
    offsets: npt.NDArray[np.int64],
    first: int,
    stop: int,
    threads: int,
    out: Rows | None,
) -> Rows:
    """List the moves of the rows from `first` to `stop` - 1."""
    base = int(offsets[first])
    total = int(offsets[stop]) - base
    if total > MOST_MOVES:
        raise MemoryError(f"{total} moves")
    moves = np.empty(total, MOVE) if out is None else out[:total]
    given = words(moves, MOVE, "out")
    if len(moves) < total or not given.flags.writeable:
        raise FiftykError(f"out has no room for {total} moves")
    rows = stop - first
    _run(
        lambda a, b: turns.list_moves(first + a, first + b, offsets, base, given),
        rows,
        threads,
        max(1, min(BLOCK, _BLOCK_MOVES * rows // max(total, 1))),
    )
    return moves


def _batches(
    turns: _bulk.Turns, offsets: npt.NDArray[np.int64], threads: int, out: Rows | None
) -> Iterator[Batch]:
    most = _BATCH_MOVES if out is None else len(out)
    first = 0
    rows = len(offsets) - 1
    while first < rows:
        stop = int(np.searchsorted(offsets, offsets[first] + most, side="right")) - 1
        stop = max(first + 1, stop)
        moves = _list(turns, offsets, first, stop, threads, out)
        yield Batch(first, offsets[first : stop + 1] - offsets[first], moves)
        first = stop
