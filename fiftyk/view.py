"""What one seat may know of a hand: its own cards and the public facts, nothing else.

Bots and people decide by a `View`. Two hands that differ only in what a seat cannot see give it
equal views.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, get_args

from ._core import Call, LastPlay, Move, MoveList, Position, Solo
from .cards import FACES, read_face, write_cards, write_face
from .dealing import call_of
from .errors import Fault, FiftykError, PositionError, shown
from .rules import RuleSet, rules

Phase = Literal["solo", "call", "play", "over"]
"""What is being decided: an open solo, the call, or a move; or nothing more."""

Decision = Move | str
"""A move in the play; before it (`RULES.md` section 8) a called face, or `SOLO` or `NO_SOLO`.

`str` writes it as text that `Hand.apply` takes."""

SOLO: Final = "solo"
"""The decision to announce an open solo (`RULES.md` section 8)."""

NO_SOLO: Final = "-"
"""The decision not to announce one."""

Legal = MoveList | tuple[str, ...]


def codes_of(ruleset: RuleSet, hands: Sequence[str | Sequence[int]]) -> list[list[int]]:
    """Return hands, each as text or as face codes, as ascending face codes.

    Raises `TypeError` for one text instead of several.
    """
    if isinstance(hands, str):
        raise TypeError("hands must be a sequence of hands, not one str")
    return [sorted(ruleset.read_cards(hand) if isinstance(hand, str) else hand) for hand in hands]


def callable_faces(ruleset: RuleSet, own: Sequence[int], others: Sequence[int]) -> tuple[str, ...]:
    """Return the faces that a caller may call, in writing order (`RULES.md` section 8).

    Where the hands are less than the packs, only a face of which all cards are held: the sides
    come from who holds them.
    """
    return tuple(
        text
        for code, text in FACES.items()
        if code in own
        and ruleset.may_call(code)
        and own.count(code) + others.count(code) == ruleset.packs
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A hand as one seat sees it: an immutable value, with equality and hash.

    `Hand.view` makes one. Face codes (`fiftyk.cards`) are ascending; `hand` and `unseen` are the
    same cards as text.
    """

    rules: RuleSet
    """The rules that are played."""
    seat: int
    """Whose view this is."""
    phase: Phase
    """What is being decided."""
    turn: int | None
    """Whose decision it is; `None` when the hand is over."""
    lead: int | None
    """Who leads the first trick; `None` where the hand began in the middle."""
    hand_codes: tuple[int, ...]
    """The seat's own cards."""
    unseen_codes: tuple[int, ...]
    """The cards that the other seats hold together."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    caller: int | None = None
    """Who calls, in laizi and wuhan."""
    face: str | None = None
    """The called face; `None` before the call and where an open solo took its place."""
    partner: int | None = None
    """The partner of the call, if this seat knows it: it is the partner itself, or the partner
    has played the called face."""
    soloist: int | None = None
    """The seat that plays against three, if this seat knows it: the solo was announced, it is its
    own, or the caller has played both cards of the called face."""
    known: bool = False
    """Whether everybody knows the partner or the soloist."""
    open: bool = False
    """Whether an open solo was announced."""
    answers: tuple[bool, ...] = ()
    """What the seats said so far when asked for an open solo, in turn order from the caller."""
    moves: tuple[tuple[int, Move], ...] = ()
    """The play so far, passes too: pairs of seat and move."""
    last: LastPlay | None = None
    """The play to beat; `None` on lead."""
    table: int = 0
    """The points on the table."""
    captured: tuple[int, ...]
    """The points that each seat has captured."""
    out: tuple[int, ...] = ()
    """The seats that are out, in order."""
    multiplier: int = 1
    """The product of laizi's bombs so far."""
    _legal: Legal | None = field(default=None, repr=False, compare=False)

    @property
    def hand(self) -> str:
        """The seat's own cards as text."""
        return write_cards(self.hand_codes)

    @property
    def unseen(self) -> str:
        """The cards that the other seats hold together, as text."""
        return write_cards(self.unseen_codes)

    @property
    def legal(self) -> Legal:
        """The legal decisions if it is this seat's turn, in a stable order; else `()`.

        In the play the classes of `Position.legal_moves`, in its order; of faces to call the
        writing order; of the answers `NO_SOLO` first. All that a decision may be depends on this
        view alone.
        """
        if self.turn != self.seat:
            return ()
        if self._legal is None:
            object.__setattr__(self, "_legal", self._find_legal())
        assert self._legal is not None
        return self._legal

    def _find_legal(self) -> Legal:
        if self.phase == "solo":
            return NO_SOLO, SOLO
        if self.phase == "call":
            return callable_faces(self.rules, self.hand_codes, self.unseen_codes)
        return self.some_position().legal_moves()

    def allied(self, seat: int) -> bool | None:
        """Tell whether a seat is on this seat's side: `None` where this seat does not know.

        A seat is always on its own side. Raises `IndexError` for a seat that does not exist.
        """
        if not 0 <= seat < self.rules.seats:
            raise IndexError(f"there is no seat {seat} in {self.rules}")
        if seat == self.seat or self.rules.sides != "called":
            return seat == self.seat or (
                self.rules.sides == "fixed" and (seat - self.seat) % 2 == 0
            )
        if self.soloist is not None:
            return self.soloist not in (seat, self.seat)
        if self.partner is not None:
            pair = (self.caller, self.partner)
            return (seat in pair) == (self.seat in pair)
        # Before the call nobody knows; after it, who does not hold the face is against the caller.
        return False if self.face and seat == self.caller else None

    def position(self, hands: Sequence[str | Sequence[int]]) -> Position:
        """Return the play as it would stand if the seats held these hands.

        `hands` has the cards of every seat as text or face codes, this seat's own among them, with
        as many for each seat as `counts` says, the others' being the unseen cards in some order.
        Roles that this seat does not know follow from the hands: the holder of the called face is
        the partner, and where no seat but the caller has it, the caller plays a hidden solo.

        Raises `FiftykError` for hands that do not fit this view, or where the play has not begun.
        """
        if self.phase not in ("play", "over"):
            raise FiftykError("the play has not begun: there is no position yet")
        codes = codes_of(self.rules, hands)
        if tuple(map(len, codes)) != self.counts:
            raise FiftykError(f"the hands must have {self.counts} cards, by seat")
        others = sorted(code for s, hand in enumerate(codes) if s != self.seat for code in hand)
        if tuple(codes[self.seat]) != self.hand_codes or tuple(others) != self.unseen_codes:
            raise FiftykError("the hands must be this seat's own and the unseen cards")
        return Position(
            self.rules,
            codes,
            turn=self.turn,
            last=self.last and (self.last.seat, self.last.move.kind, self.last.move.codes),
            table=self.table,
            captured=self.captured,
            out=self.out,
            call=self._call(codes),
            multiplier=self.multiplier,
        )

    def _call(self, hands: list[list[int]]) -> Call | Solo | None:
        if self.rules.sides != "called":
            return None
        if self.soloist is not None:
            return Solo(self.soloist, self.open)
        assert self.caller is not None
        assert self.face is not None
        if self.partner is not None:
            return Call(self.caller, self.face, self.partner, self.known)
        return call_of(hands, self.caller, read_face(self.face))

    def some_position(self) -> Position:
        """Return a position that this seat cannot tell from the real one.

        Raises `FiftykError` where the play has not begun.
        """
        unseen = list(self.unseen_codes)
        hands: list[list[int]] = [[] for _ in self.counts]
        hands[self.seat] = list(self.hand_codes)
        face = read_face(self.face) if self.face and self._guessing else None
        # Of two copies the caller holds one, and another seat may hold the last one.
        caller = self.seat if self.caller is None else self.caller
        for seat in (caller, *range(self.rules.seats)):
            copies = unseen.count(face) if face else 0
            if face and copies > (seat == caller) and len(hands[seat]) < self.counts[seat]:
                unseen.remove(face)
                hands[seat].append(face)
        for hand, count in zip(hands, self.counts, strict=True):
            more = count - len(hand)
            hand += unseen[:more]
            del unseen[:more]
        return self.position(hands)

    @property
    def _guessing(self) -> bool:
        """Whether this seat does not know who is whose partner."""
        return self.rules.sides == "called" and self.partner is None and self.soloist is None

    def to_dict(self) -> dict[str, Any]:
        """Return the view as a dict of what JSON knows, with cards and decisions as text.

        `legal` is there too, for readers that do not know the rules.
        """
        data = {f.name.removesuffix("_codes"): getattr(self, f.name) for f in fields(self)[:-1]}
        data |= {
            "rules": str(self.rules),
            "hand": self.hand,
            "unseen": self.unseen,
            "moves": [[seat, str(move)] for seat, move in self.moves],
            "last": self.last and {"seat": self.last.seat, "play": str(self.last.move)},
            "legal": [str(decision) for decision in self.legal],
        }
        return {key: list(v) if isinstance(v, tuple) else v for key, v in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> View:
        """Make a view from the dict that `to_dict` gives, or as JSON gives it.

        Fields that have a start value may be left out; `legal` is not read, for it follows from the
        rest. Raises `PositionError` (with `field`), `RulesError`, `CardError` or
        `IllegalMoveError` for what is no view, and `TypeError` for what is no mapping.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"a view is read from a mapping, not from {type(data).__name__}")
        return _checked(_read(data))


# ---- reading dicts -----------------------------------------------------------------------------

_INT: Final = "a whole number"
_SHAPES: Final[dict[str, str]] = {
    **dict.fromkeys(("seat", "table", "multiplier"), _INT),
    **dict.fromkeys(("turn", "lead", "caller", "partner", "soloist"), f"{_INT}, or null"),
    **dict.fromkeys(("counts", "captured", "out"), "a list of whole numbers"),
    **dict.fromkeys(("known", "open"), "true or false"),
    **dict.fromkeys(("hand", "unseen"), "cards"),
    "rules": "the name of a rule set",
    "phase": "solo, call, play or over",
    "face": "a face, or null",
    "answers": "a list of true and false",
    "moves": "a list of pairs of seat and move",
    "last": "a play with seat and play, or null",
    "legal": "a list",
}


def _read(data: Mapping[str, Any]) -> View:
    for key in data:
        if key not in _SHAPES:
            raise _unreadable(str(key), f"no field of a view, which are {', '.join(_SHAPES)}")
    for key in ("rules", "seat", "phase", "turn", "lead", "hand", "unseen", "counts", "captured"):
        if key not in data:
            raise _unreadable(key, f"missing, expected {_SHAPES[key]}")
    ruleset = data["rules"]
    if not isinstance(ruleset, RuleSet):
        ruleset = _placed("rules", rules, ruleset)
    values: dict[str, Any] = {"rules": ruleset}
    for key in data:
        if key not in ("rules", "legal"):
            name = f"{key}_codes" if key in ("hand", "unseen") else key
            values[name] = _placed(key, _value, key, ruleset, data[key])
    return View(**values)


def _placed(field: str, read: Any, *arguments: Any) -> Any:
    """Read a field, and say in every error which it is."""
    try:
        return read(*arguments)
    except FiftykError as err:
        err.field = err.field or field
        raise
    except (TypeError, KeyError):
        expected = f"expected {_SHAPES[field]}, found {shown(arguments[-1])}"
        raise _unreadable(field, expected) from None


def _value(key: str, ruleset: RuleSet, value: Any) -> Any:
    """Return the value of a field; raises `TypeError` or `KeyError` where it has another shape."""
    shape = _SHAPES[key]
    if value is None and shape.endswith(", or null"):
        return None
    if shape.startswith(_INT):
        return _typed(value, int)
    if shape == "true or false":
        return _typed(value, bool)
    if shape == "cards":
        return tuple(sorted(ruleset.read_cards(value)))
    if key == "phase":
        return {phase: phase for phase in get_args(Phase)}[value]
    if key == "face":
        codes = ruleset.read_cards(value)
        if len(codes) != 1:
            raise TypeError
        return write_face(codes[0])
    if key == "last":
        if set(value) != {"seat", "play"}:
            raise TypeError
        return LastPlay(_typed(value["seat"], int), ruleset.move(value["play"]))
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise TypeError
    if key == "moves":
        if not all(isinstance(pair, Sequence) and len(pair) == 2 for pair in value):
            raise TypeError
        return tuple((_typed(seat, int), ruleset.move(move)) for seat, move in value)
    return tuple(_typed(each, bool if key == "answers" else int) for each in value)


def _typed(value: Any, wanted: type) -> Any:
    if type(value) is not wanted:
        raise TypeError
    return value


def _checked(view: View) -> View:
    """Return a view after checks that its fields fit together, as far as one seat can tell."""
    seats = range(view.rules.seats)
    for key in ("seat", "turn", "lead", "caller", "partner", "soloist"):
        if getattr(view, key) not in (*seats, *([None] if key != "seat" else [])):
            raise _unreadable(key, f"there is no seat {shown(getattr(view, key))} in {view.rules}")
    for seat, _ in view.moves:
        if seat not in seats:
            raise _unreadable("moves", f"there is no seat {shown(seat)} in {view.rules}")
    cards = len(view.hand_codes) + len(view.unseen_codes)
    if (
        len(view.counts) != len(seats)
        or min(view.counts) < 0
        or sum(view.counts) != cards
        or view.counts[view.seat] != len(view.hand_codes)
    ):
        raise _unreadable(
            "counts", f"{shown(view.counts)} do not fit the hand and the unseen cards"
        )
    called = view.rules.sides == "called"
    if view.phase in ("solo", "call"):
        if not called or view.caller is None or view.turn is None:
            raise _unreadable("phase", f"{view.rules} has no such phase, or nobody to ask")
        # Whatever the call will be, the hands must be such as can be dealt.
        table = replace(view, phase="play", turn=view.caller, soloist=view.caller)
        table.some_position()
        return view
    if called and view.soloist is None and (view.caller is None or view.face is None):
        raise _unreadable("face", "missing: the play begins with a call or an open solo")
    view.some_position()
    return view


def _unreadable(field: str, sentence: str) -> PositionError:
    err = PositionError(Fault.TEXT, [f"{field}: {sentence}"])
    err.field = field
    return err
