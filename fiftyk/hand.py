"""A hand from the deal to the settlement (`RULES.md` sections 4 to 8).

A `Hand` says at each point whose decision it is and what the legal decisions are, so that a bot or
a person can be asked, and takes the decisions one by one:

    hand = fk.Hand.deal(fk.rules("laizi"), seed=7)
    while hand.turn is not None:
        view = hand.view(hand.turn)          # all that the seat may know
        hand.apply(bot.choose(view))         # one of view.legal
    hand.result.payoff

Where the rule set has a call, one seat decides it (`hand.phase` is `"call"`), and each seat in turn
order from the caller is asked for an open solo (`"solo"`) until one announces it: after the call in
laizi, before it in wuhan, where an announced solo takes the place of the call. Then follows the
play (`"play"`), and the end (`"over"`).
"""

from __future__ import annotations

import operator
from bisect import insort
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from . import _observe
from ._core import Call, Move, Position, Solo
from .cards import read_face, write_cards, write_face
from .dealing import deal_hands, generator_of
from .errors import Fault, IllegalMoveError, PositionError, Reason
from .opening import Opening, decision_text
from .rules import RuleSet, seat_of
from .settlement import Result, settle
from .view import Decision, Legal, Phase, View, codes_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Hand:
    """A hand from the deal to its settlement (`RULES.md` sections 4 to 8), decision by decision.

    Changed by `apply` and `undo`; compared by `==`, not hashed; copied and pickled.

    Made by `Hand.deal` from a seed, by `Hand` itself from chosen hands, and by `Hand.from_position`
    from the middle of the play.

    >>> import fiftyk as fk
    >>> hand = fk.Hand.deal(fk.rules("laizi"), seed=7)
    >>> hand.phase, hand.turn, hand.legal[:4]
    ('call', 1, ('3s', '3h', '3c', '3d'))
    >>> hand.apply("3c")
    >>> hand.phase, hand.turn, hand.legal
    ('solo', 1, ('-', 'solo'))
    >>> for _ in range(4):
    ...     hand.apply("-")
    >>> hand.phase, hand.turn, hand.view(0).partner, hand.view(1).partner
    ('play', 1, 0, None)
    """

    rules: RuleSet
    """The rules that are played."""

    lead: int | None
    """Who leads the first trick, in laizi and wuhan the caller (reading R-13); `None` where the
    hand began in the middle."""

    dealt: tuple[str, ...]
    """Each seat's cards at the beginning, as text."""

    redeals: int
    """How often all was dealt again before this deal (reading R-14)."""

    _hands: list[list[int]]
    _opening: Opening | None
    _face: str | None
    _moves: list[tuple[int, Move]]
    _position: Position | None

    def __init__(
        self, rules: RuleSet, hands: Sequence[str | Sequence[int]], *, lead: int | None = None
    ) -> None:
        """Begin with chosen hands, for each seat its cards as text or as face codes.

        `lead` is the seat that leads the first trick. In laizi and wuhan it must be given, for it
        is the caller. Elsewhere the holder of 3h or 3s leads unless it is given; where nobody holds
        that card, or in flush2 two seats do, it must be. The hands may be less than the packs; then
        a face can be called only if both its cards are there.

        Raises `PositionError` with what is wrong, `CardError` for text that is no cards, and
        `TypeError`.
        """
        if not isinstance(rules, RuleSet):
            raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
        codes = codes_of(rules, hands)
        lead = _holder(rules, codes) if lead is None else operator.index(lead)
        # Whatever will be called, the hands must be such as can be dealt.
        solo = Solo(lead) if rules.sides == "called" else None
        start = Position(rules, codes, turn=lead, call=solo)
        self._begin(rules, codes, start.hands, lead)
        if not solo:
            self._position = start
            return
        self._opening = Opening(rules, codes, lead)
        if not self._opening.callable:
            raise PositionError(Fault.CALL, [f"seat {lead} has no card that it may call"])

    @classmethod
    def deal(cls, rules: RuleSet, seed: int, *, first_out: int | None = None) -> Hand:
        """Deal by the library's own generator: the cards of `RuleSet.deal` of the same seed.

        `first_out` is the seat that was out first in the hand before: in flush1 and flush2 it
        leads, in laizi it calls, elsewhere it makes no difference (`RULES.md` section 8). Without
        it the hand is the first of a match. A laizi caller with no card that may be called has all
        dealt again (reading R-14).

        Raises `RulesError` for a seed below 0 or of more than 64 bits, `FiftykError` for a seat
        that does not exist, and `TypeError`.
        """
        if not isinstance(rules, RuleSet):
            raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
        generator = generator_of(seed)
        if first_out is not None:
            first_out = seat_of(rules, first_out) if rules.winner_starts else None
        hands, lead, redeals = deal_hands(rules, generator, first_out)
        hand = cls(rules, hands, lead=lead)
        hand.redeals = redeals
        return hand

    @classmethod
    def from_position(cls, position: Position, *, face: str | None = None) -> Hand:
        """Go on from a position in the middle of the play, or at its end.

        What was decided before is not known: `lead` is `None`, `moves` and `decisions` begin empty.
        A hidden solo may have its called `face`; without it, views tell the solo to all seats,
        since a face that is missing would tell it anyway.

        Raises `PositionError` for a face that cannot have been called, `CardError`, `TypeError`.
        """
        if not isinstance(position, Position):
            raise TypeError(f"a hand goes on from a Position, not from {type(position).__name__}")
        rules, call = position.rules, position.call
        if face is not None:
            code = read_face(face)
            if not isinstance(call, Solo) or call.open or not rules.may_call(code):
                raise PositionError(Fault.CALL, [f"no hidden solo can have called {face}"])
            face = write_face(code)
        hand = cls.__new__(cls)
        hand._begin(rules, codes_of(rules, position.hands), position.hands, None)
        hand._position = position.copy()
        hand._face = call.face if isinstance(call, Call) else face
        return hand

    def _begin(
        self, rules: RuleSet, codes: list[list[int]], dealt: tuple[str, ...], lead: int | None
    ) -> None:
        self.rules = rules
        self.lead = lead
        self.dealt = dealt
        self.redeals = 0
        self._hands = codes
        self._opening = self._position = self._face = None
        self._moves = []

    # -- what it is --

    @property
    def phase(self) -> Phase:
        """What is being decided: `"solo"`, `"call"` or `"play"`; `"over"` at the end."""
        opening = None if self._opening is None else self._opening.phase
        if opening is not None:
            return opening
        return "over" if self.turn is None else "play"

    @property
    def turn(self) -> int | None:
        """The seat whose decision it is; `None` when the hand is over."""
        if self._position is not None:
            return self._position.turn
        assert self._opening is not None
        return self._opening.turn

    @property
    def legal(self) -> Legal:
        """The legal decisions of the seat on turn, in the order of `View.legal`; `()` at the end.

        In the play this is `position.legal_moves()`, one move a class; every play of a class may be
        made.
        """
        seat = self.turn
        if seat is None:
            return ()
        return self.view(seat).legal if self._position is None else self._position.legal_moves()

    @property
    def hands(self) -> tuple[str, ...]:
        """Each seat's cards now, as text."""
        return tuple(map(write_cards, self._hands))

    @property
    def position(self) -> Position | None:
        """The position of the play, a copy; `None` before the play begins."""
        return self._position and self._position.copy()

    @property
    def start(self) -> Position | None:
        """The position before the first of `moves`, a copy; `None` before the play begins."""
        start = self.position
        if start is not None:
            for _ in self._moves:
                start.pop()
        return start

    @property
    def caller(self) -> int | None:
        """Who calls in laizi and wuhan; `None` elsewhere, and where nobody knows any more."""
        if self._opening is not None:
            return self._opening.caller
        call = self.call
        if isinstance(call, Solo):
            return None if call.open else call.soloist
        return call and call.caller

    @property
    def face(self) -> str | None:
        """The called face, once it is called."""
        return self._face if self._opening is None else self._opening.face

    @property
    def call(self) -> Call | Solo | None:
        """The sides as they are in truth, hidden ones too, once they are made; else `None`."""
        if self._position is not None:
            return self._position.call
        assert self._opening is not None
        return self._opening.call

    @property
    def moves(self) -> tuple[tuple[int, Move], ...]:
        """The play so far, passes too: pairs of seat and move."""
        return tuple(self._moves)

    @property
    def decisions(self) -> tuple[tuple[int, Decision], ...]:
        """All decisions so far: pairs of seat and decision."""
        return *(self._opening.made if self._opening else ()), *self._moves

    @property
    def result(self) -> Result | None:
        """How the hand came out; `None` while it goes on."""
        return settle(self._position) if self._position and self.turn is None else None

    # -- decisions --

    def apply(self, decision: Decision | bool) -> None:
        """Make a decision for the seat on turn.

        In the play a `Move`, or its text as `Position.push` takes it; for the call a face; for an
        open solo `SOLO` (or `True`) or `NO_SOLO` (or `False`).

        Raises `IllegalMoveError` with the reason, `CardError` for text that is no cards, and
        `TypeError`; the hand is then as it was.
        """
        if not isinstance(decision, Move | str | bool):
            raise TypeError(f"a decision is a Move or text, not {type(decision).__name__}")
        seat = self.turn
        if seat is None:
            raise IllegalMoveError(decision_text(decision), Reason.HAND_OVER)
        if self._position is not None:
            self._play(self._position, seat, decision)
            return
        assert self._opening is not None
        self._opening.apply(decision)
        if self._opening.phase is None:
            self._position = Position(
                self.rules, self._hands, turn=self.lead, call=self._opening.call
            )

    def _play(self, position: Position, seat: int, decision: Decision | bool) -> None:
        if isinstance(decision, bool):
            raise TypeError("in the play a decision is a Move or text, not bool")
        position.push(decision)
        # Text is read, and a move of other rules read again: what was made is known afterwards.
        move = position.pop()
        position.push(move)
        for code in move.codes:
            self._hands[seat].remove(code)
        self._moves.append((seat, move))

    def undo(self) -> Decision:
        """Take the latest decision back and return it. Raises `IndexError` if there is none."""
        if self._moves:
            assert self._position is not None
            seat, move = self._moves.pop()
            self._position.pop()
            for code in move.codes:
                insort(self._hands[seat], code)
            return move
        if self._opening is None or not self._opening.made:
            raise IndexError("undo in a hand without decisions")
        self._position = None
        return self._opening.undo()

    # -- what a seat may know --

    def view(self, seat: int) -> View:
        """Return what a seat may know: its own cards and the public facts.

        Raises `FiftykError` for a seat that does not exist, and `TypeError`.
        """
        seat = seat_of(self.rules, seat)
        phase, turn, call, pos = self.phase, self.turn, self.call, self._position
        partner, soloist, known = self._roles(seat, call)
        return View(
            rules=self.rules,
            seat=seat,
            phase=phase,
            turn=turn,
            lead=self.lead,
            hand_codes=tuple(self._hands[seat]),
            unseen_codes=tuple(_others(self._hands, seat)),
            counts=tuple(map(len, self._hands)),
            caller=self.caller,
            face=self.face,
            partner=partner,
            soloist=soloist,
            known=known,
            open=isinstance(call, Solo) and call.open,
            answers=tuple(self._opening.answers) if self._opening else (),
            moves=self.moves,
            last=pos.last if pos else None,
            table=pos.table if pos else 0,
            captured=pos.captured if pos else (0,) * self.rules.seats,
            out=pos.out if pos else (),
            multiplier=pos.multiplier if pos else 1,
            _legal=pos.legal_moves() if pos and turn == seat else None,
        )

    def observe(self, seat: int, out: npt.NDArray[np.uint8]) -> None:
        """Write what a seat may know as numbers: `observation` of its view, without making it.

        `out` is as `observe.room` gives it. Raises as `view` does, and `ValueError` for another
        size.
        """
        seat = seat_of(self.rules, seat)
        if self._position is None:
            from .observe import observation

            observation(self.view(seat), out)
            return
        call, face = self._position.call, self.face
        _observe.write(
            self._position,
            seat,
            3 if self._position.is_over else 2,
            self._position.turn,
            self._moves,
            self.caller,
            *self._roles(seat, call),
            isinstance(call, Solo) and call.open,
            -1 if face is None else read_face(face),
            out,
        )

    def _roles(self, seat: int, call: Call | Solo | None) -> tuple[int | None, int | None, bool]:
        """Return the partner and the soloist as a seat knows them, and whether everybody does."""
        if isinstance(call, Call):
            return call.partner if call.known or seat == call.partner else None, None, call.known
        if call is None:
            return None, None, False
        # A hidden solo is seen by all when the caller has played both cards.
        hidden = (
            not call.open
            and self.face is not None
            and read_face(self.face) in self._hands[call.soloist]
        )
        return None, None if hidden and seat != call.soloist else call.soloist, not hidden

    # -- values --

    def copy(self) -> Hand:
        """Return an independent hand with the same decisions to undo."""
        twin = Hand.__new__(Hand)
        vars(twin).update(vars(self))
        twin._hands = [hand.copy() for hand in self._hands]
        twin._opening = self._opening and self._opening.copy()
        twin._moves = self._moves.copy()
        twin._position = self.position
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Hand:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        mine, others = (
            (hand.rules, hand.lead, hand.dealt, hand.decisions, hand.face, hand.start)
            for hand in (self, other)
        )
        return mine == others

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        where = "" if self.turn is None else f", seat {self.turn} on turn"
        return f"<Hand {self.rules}: {self.phase}{where}>"


def _others(hands: list[list[int]], seat: int) -> list[int]:
    """Return the cards of all seats but one, ascending."""
    return sorted(chain.from_iterable(hands[:seat] + hands[seat + 1 :]))


def _holder(rules: RuleSet, hands: list[list[int]]) -> int:
    """Return the seat that the first lead is with, where the hands tell it."""
    if not rules.first_lead:
        raise PositionError(Fault.TURN, [f"{rules} needs `lead`, the seat that calls and leads"])
    holders = [seat for seat, hand in enumerate(hands) if read_face(rules.first_lead) in hand]
    if len(holders) != 1:
        who = "nobody holds" if not holders else "two seats hold"
        raise PositionError(Fault.TURN, [f"{who} {rules.first_lead}: `lead` must say who leads"])
    return holders[0]
