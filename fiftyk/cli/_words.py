"""The words in which positions and moves are shown to people."""

from __future__ import annotations

import fiftyk as fk

_KINDS = {
    "pass": "pass",
    "single": "single",
    "pair": "pair",
    "triple": "triple",
    "triple_one": "triple with single",
    "triple_two": "triple with pair",
    "straight": "straight",
    "straight_flush": "straight flush",
    "pair_chain": "pair chain",
    "airplane": "airplane",
    "airplane_one": "airplane with singles",
    "airplane_two": "airplane with pairs",
    "fiftyk": "mixed 510K",
    "pure_fiftyk": "pure 510K",
    "bomb": "bomb",
}
_LOOSE_KINDS = {
    "triple_one": "triple with any card",
    "triple_two": "triple with any two cards",
    "airplane_one": "airplane with loose kickers, one each",
    "airplane_two": "airplane with loose kickers, two each",
}


def kind_words(rules: fk.RuleSet, kind: str) -> str:
    """Name a kind of play."""
    loose = _LOOSE_KINDS if rules.loose_kickers else {}
    return loose.get(kind, _KINDS[kind])


def number(count: int, one: str, many: str = "") -> str:
    """Write a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def value_words(value: float) -> str:
    """Write a value without a needless `.0`."""
    return f"{value:g}" if abs(value) < 1e6 else str(value)


def turn_words(pos: fk.Position) -> str:
    """Say in one sentence where a hand stands."""
    if pos.turn is None:
        return "the hand is over"
    if pos.last is None:
        return f"seat {pos.turn} leads"
    move = pos.last.move
    last = f"the {kind_words(pos.rules, move.kind)} {move.cards} of seat {pos.last.seat}"
    return f"seat {pos.turn} is on turn after {last}"


def role_words(pos: fk.Position, seat: int) -> str:
    """Say on whose side a seat is."""
    call = pos.call
    if isinstance(call, fk.Solo):
        if seat == call.soloist:
            return "open solo" if call.open else "hidden solo"
        return "against the soloist"
    if call is not None:
        if seat == call.caller:
            return f"caller of {call.face}"
        if seat == call.partner:
            return "partner, known" if call.known else "hidden partner"
        return "the other side"
    if pos.rules.sides == "fixed":
        return "side 0+2" if seat % 2 == 0 else "side 1+3"
    return "for itself"
