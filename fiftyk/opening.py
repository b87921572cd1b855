"""What is decided before the play of laizi and wuhan: the call and the open solo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ._core import Call, Solo
from .cards import read_face, write_face
from .dealing import call_of
from .errors import IllegalMoveError, Reason
from .rules import RuleSet
from .view import NO_SOLO, SOLO, Decision, callable_faces


class Opening:
    """The decisions before the play, on hands that do not change (`RULES.md` section 8).

    The caller names a face; each seat in turn order from the caller is asked for an open solo,
    until one announces it: after the call, or with `rules.solo_before_call` before it, when an
    announced solo takes the place of the call.
    """

    face: str | None
    """The called face."""
    answers: list[bool]
    """What the seats said when they were asked for an open solo."""
    made: list[tuple[int, str]]
    """All decisions, with their seats."""

    def __init__(self, rules: RuleSet, hands: Sequence[Sequence[int]], caller: int) -> None:
        """Begin with hands as face codes and the seat that calls; nothing is checked."""
        self.rules = rules
        self.caller = caller
        self._hands = tuple(map(tuple, hands))
        self.face = None
        self.answers = []
        self.made = []

    @property
    def phase(self) -> Literal["solo", "call"] | None:
        """What is being decided; `None` when nothing is left to decide before the play."""
        announced = any(self.answers)
        asking = not announced and len(self.answers) < self.rules.seats
        calling = self.face is None and not announced
        if asking and (self.rules.solo_before_call or not calling):
            return "solo"
        return "call" if calling else None

    @property
    def turn(self) -> int:
        """The seat that is asked."""
        asked = len(self.answers) if self.phase == "solo" else 0
        return (self.caller + asked) % self.rules.seats

    @property
    def callable(self) -> tuple[str, ...]:
        """The faces that the caller may call."""
        others = [c for s, hand in enumerate(self._hands) if s != self.caller for c in hand]
        return callable_faces(self.rules, self._hands[self.caller], others)

    @property
    def call(self) -> Call | Solo | None:
        """The sides as the decisions so far make them, in truth."""
        if any(self.answers):
            return Solo((self.caller + len(self.answers) - 1) % self.rules.seats, True)
        if self.face is None:
            return None
        return call_of(self._hands, self.caller, read_face(self.face))

    def apply(self, decision: Decision | bool) -> None:
        """Make a decision. Raises `IllegalMoveError`, and `CardError` for text that is no cards."""
        text = decision_text(decision)
        seat = self.turn
        if self.phase == "solo":
            if text not in (SOLO, NO_SOLO):
                expected = f"{SOLO} announces an open solo, {NO_SOLO} does not"
                raise IllegalMoveError(text, Reason.NOT_ASKED, expected)
            self.answers.append(text == SOLO)
        else:
            text = self.face = self._read_call(decision)
        self.made.append((seat, text))

    def _read_call(self, decision: Decision | bool) -> str:
        codes = self.rules.read_cards(decision) if type(decision) is str else []
        if len(codes) != 1:
            expected = "a face to call is asked for"
            raise IllegalMoveError(decision_text(decision), Reason.NOT_ASKED, expected)
        face = write_face(codes[0])
        if face not in self.callable:
            raise IllegalMoveError(face, Reason.MAY_NOT_CALL)
        return face

    def undo(self) -> str:
        """Take the latest decision back. Raises `IndexError` if there is none."""
        _, text = self.made.pop()
        if text in (SOLO, NO_SOLO):
            self.answers.pop()
        else:
            self.face = None
        return text

    def copy(self) -> Opening:
        """Return an independent opening with the same decisions to undo."""
        twin = Opening(self.rules, self._hands, self.caller)
        twin.face = self.face
        twin.answers = self.answers.copy()
        twin.made = self.made.copy()
        return twin


def decision_text(decision: Decision | bool) -> str:
    """Return a decision as text; `True` and `False` are answers about an open solo."""
    if isinstance(decision, bool):
        return SOLO if decision else NO_SOLO
    return str(decision)
