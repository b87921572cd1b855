"""What a person types in a hand: words for decisions, and cards without their suits."""

from __future__ import annotations

from collections import Counter

import fiftyk as fk
from fiftyk.cards import NO_SUIT, rank_of, write_cards

HELP = {"h", "help", "帮助"}
"""Words that ask what may be typed."""
QUIT = {"q", "quit", "exit", "退出"}
"""Words that end it."""

_YES = {"y", "yes", "solo", "!", "是", "吼"}
_NO = {"n", "no", "-", "pass", "否", "不", "不吼"}
_PASS = {"-", "p", "pass", "不出", "过", "不要", "要不起"}


def read_decision(view: fk.View, text: str) -> fk.Decision:
    """Return the decision that a text means, or the text itself where that is for the hand to say.

    Cards may leave their suits out, as in `44` or `pair:44`: then they are the one legal play of
    such cards. Raises `IllegalMoveError` where there are several, and `CardError` for what is no
    cards.
    """
    text = text.strip()
    word = text.lower()
    if view.phase == "solo":
        return fk.SOLO if word in _YES else fk.NO_SOLO if word in _NO else text
    if view.phase == "call":
        return text
    if word in _PASS:
        return fk.PASS
    kind, colon, cards = text.rpartition(":")
    codes = view.rules.read_cards(cards)
    if not codes or any(code < NO_SUIT for code in codes):
        return text
    wanted = Counter(code - NO_SUIT for code in codes)
    moves = [move for move in view.legal if isinstance(move, fk.Move)]
    found = [
        move
        for move in moves
        if kind in ("", move.kind) and Counter(map(rank_of, move.codes)) == wanted
    ]
    if len(found) > 1:
        raise fk.IllegalMoveError(text, fk.Reason.AMBIGUOUS, " or ".join(map(str, found)))
    if found:
        return found[0]
    # Some cards of these ranks, so that the hand says what is wrong with them.
    held = [code for code in view.hand_codes if wanted[rank_of(code)]]
    for code in reversed(held.copy()):
        if sum(rank_of(other) == rank_of(code) for other in held) > wanted[rank_of(code)]:
            held.remove(code)
    return kind + colon + write_cards(held) if len(held) == len(codes) else text
