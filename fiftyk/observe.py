"""What a seat sees as a row of numbers, for learners: `observation` of a `View`.

The numbers follow from the view alone, so that what has learned from them, in whatever
environment, can play as a bot: `bot.choose(view)` has the same numbers before it.

>>> import fiftyk as fk
>>> view = fk.Hand.deal(fk.rules("classic4"), seed=7).view(3)
>>> seen = observation(view)
>>> seen.shape, seen.dtype, observation_names(view.rules)[:3]
((432,), dtype('uint8'), ['own 3>=1', 'own 3>=2', 'own 3>=3'])

What was played, and in what order, is in `history`, and what may be decided in `choices`, for
those that learn from that too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

import numpy as np
import numpy.typing as npt

from . import _observe
from ._core import KINDS, MoveList, Position
from .arrays import table_of
from .bulk import feature_names
from .cards import RANKS, SUITS, read_face, write_face
from .dealing import pack
from .errors import FiftykError
from .rules import RuleSet
from .view import NO_SOLO, SOLO, Phase, View

Numbers = npt.NDArray[np.uint8]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

_NOBODY: Final = -1
_LOG_MULTIPLIER: Final = 63


def observation(view: View, out: Numbers | None = None) -> Numbers:
    """Return what a view says as numbers, `uint8[F]`; `observation_names` says what each is.

    All that is said of seats is counted from the view's own seat on, in turn order:

    - the planes of `bulk.features` for the seat's own cards, for the unseen cards of the others
      together, for the cards that each seat has played, and for the play to beat;
    - the kind of the play to beat (the first of 15 on lead) and who made it; whose decision it is;
    - how many cards each seat has left, the points it has captured, in fives, and its place among
      the seats that are out (0: not out); the points on the table, in fives;
    - the phase, one of 4;
    - in laizi and wuhan the caller, the partner and the soloist, as far as the seat knows them;
      whether everybody knows; whether an open solo was announced; the bit length of the multiplier
      less one; and the rank and the suit of the called face.

    With `out`, a contiguous array `uint8[F]`, they are written there. Raises `TypeError` for what
    is no view and for another dtype, `FiftykError` for another size.
    """
    if not isinstance(view, View):
        raise TypeError(f"a View is observed, not a {type(view).__name__}")
    numbers = room(view.rules, out)
    _observe.write(
        _stand_in(view),
        view.seat,
        PHASES.index(view.phase),
        view.turn,
        view.moves,
        view.caller,
        view.partner,
        view.soloist,
        view.known,
        view.open,
        _NOBODY if view.face is None else read_face(view.face),
        numbers,
    )
    return numbers


def room(rules: RuleSet, out: Numbers | None = None) -> Numbers:
    """Return an array for an observation: a new one, or the one given, after a check."""
    return _given(out, (_observe.width(table_of(rules)),))


def _given(out: Numbers | None, shape: tuple[int, ...]) -> Numbers:
    """Return an array of a shape: a new one, or the one given, after a check."""
    if out is None:
        return np.empty(shape, np.uint8)
    if not isinstance(out, np.ndarray) or out.dtype != np.uint8:
        raise TypeError("out must be a numpy array with the dtype uint8")
    if out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
        size = " x ".join(map(str, shape))
        raise FiftykError(f"out must be contiguous, writeable, and of {size} numbers")
    return out


def observation_names(rules: RuleSet) -> list[str]:
    """Return what each number of `observation` says; `+1` is the next seat in turn order.

    >>> import fiftyk as fk
    >>> observation_names(fk.rules("laizi"))[-3:]
    ['face c', 'face h', 'face s']
    """
    return [name for name, _ in _described(rules)]


def observation_limits(rules: RuleSet) -> Numbers:
    """Return the largest that each number of `observation` can be, `uint8[F]`; the least is 0."""
    return np.array([most for _, most in _described(rules)], np.uint8)


def history(view: View, out: Numbers | None = None) -> Numbers:
    """Return the play so far, face by face, `uint8[N, W]`; `history_names` says what each is.

    The first row has the cards that the seat was dealt (where the hand began in the middle, those
    it held then), the others, in order, one play each: by whom, counted from the own seat on, of
    which kind, and the cards. Rows that are left are zero; there are as many as cards, and one.
    Passes have no rows: they follow from the plays and from whose turn it is, for who can pass at
    all is told by the rules. So a history and an `observation` say all that the seat has ever seen.
    A card without suit stands at the first face of its rank that is free.

    With `out`, a contiguous array `uint8[N, W]`, they are written there. Raises `TypeError` for
    what is no view and for another dtype, `FiftykError` for another size, and for a view with more
    plays than cards.
    """
    if not isinstance(view, View):
        raise TypeError(f"a View is observed, not a {type(view).__name__}")
    out = history_room(view.rules, out)
    dealt = [code for seat, move in view.moves if seat == view.seat for code in move.codes]
    dealt += view.hand_codes
    try:
        _observe.write_history(table_of(view.rules), view.seat, dealt, view.moves, out)
    except ValueError as err:
        raise FiftykError(f"the view cannot be: {err}") from None
    return out


def history_room(rules: RuleSet, out: Numbers | None = None) -> Numbers:
    """Return an array for a history: a new one, or the one given, after a check."""
    return _given(out, _observe.history_shape(table_of(rules)))


def history_names(rules: RuleSet) -> list[str]:
    """Return what each number of a row of `history` says; `+1` is the next seat in turn order.

    >>> import fiftyk as fk
    >>> names = history_names(fk.rules("flush2"))
    >>> names[3], names[4], names[-1], len(names)
    ('by +3', 'single', '2s>=2', 122)
    """
    return [*(f"by +{seat}" for seat in range(rules.seats)), *_play_names(rules)]


def choices(view: View) -> Numbers:
    """Return what may be decided, `uint8[n, C]`, in the order of `view.legal`.

    `choice_names` says what each number is: of a move its kind and its cards, face by face, of a
    call the face, of an open solo that it is one. A pass, and no open solo, have none but zeros.
    There are no rows where it is not the seat's turn. Raises `TypeError` for what is no view.
    """
    if not isinstance(view, View):
        raise TypeError(f"a View is observed, not a {type(view).__name__}")
    legal, table = view.legal, table_of(view.rules)
    width = _observe.play_width(table) + (view.rules.sides == "called")
    numbers = np.zeros((len(legal), width), np.uint8)
    if isinstance(legal, MoveList):
        _observe.write_plays(table, legal, numbers)
        return numbers
    names = choice_names(view.rules)
    for row, decision in zip(numbers, legal, strict=True):
        if decision != NO_SOLO:
            row[names.index(decision if decision == SOLO else f"{decision}>=1")] = 1
    return numbers


def choice_names(rules: RuleSet) -> list[str]:
    """Return what each number of a row of `choices` says.

    >>> import fiftyk as fk
    >>> choice_names(fk.rules("wuhan"))[-2:]
    ['W>=4', 'solo']
    """
    return [*_play_names(rules), *([SOLO] if rules.sides == "called" else [])]


def _play_names(rules: RuleSet) -> list[str]:
    copies = sorted(Counter(pack(rules)).items())
    return [
        *KINDS[1:],
        *(f"{write_face(code)}>={k}" for code, n in copies for k in range(1, n + 1)),
    ]


def _described(rules: RuleSet) -> list[tuple[str, int]]:
    """Return the name and the largest value of every number."""
    points = 100 * rules.packs // 5
    seats = range(rules.seats)

    def by_seat(what: str, most: int = 1) -> list[tuple[str, int]]:
        return [(f"{what}+{seat}", most) for seat in seats]

    def of(what: str, values: Sequence[str]) -> list[tuple[str, int]]:
        return [(f"{what} {value}".strip(), 1) for value in values]

    planes = feature_names(rules)
    piles = ["own", "unseen", *(f"played+{seat}" for seat in seats), "last"]
    described = [
        *[name for pile in piles for name in of(pile, planes)],
        ("lead", 1),
        *of("last", KINDS[1:]),
        *by_seat("last by "),
        *by_seat("turn "),
        *by_seat("cards ", max(rules.hand_sizes)),
        *by_seat("captured ", points),
        *by_seat("out ", rules.seats),
        ("table", points),
        *of("phase", PHASES),
    ]
    if rules.sides == "called":
        described += [
            *by_seat("caller "),
            *by_seat("partner "),
            *by_seat("soloist "),
            ("known", 1),
            ("open", 1),
            ("log multiplier", _LOG_MULTIPLIER),
            *of("face", RANKS[1:14]),
            *of("face", SUITS),
        ]
    return described


def _stand_in(view: View) -> Position:
    """Return a position that the seat cannot tell from the real one, also before the play."""
    if view.phase in ("solo", "call"):
        view = replace(view, phase="play", turn=view.caller, soloist=view.caller)
    return view.some_position()
