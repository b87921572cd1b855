"""Deals that a seat cannot tell from the real one."""

from __future__ import annotations

from random import Random

from ...cards import read_face
from ...view import View


def another_deal(view: View, random: Random) -> list[list[int]]:
    """Return hands as they may have been dealt, as face codes, for what a seat saw.

    All deals are equally likely that have the seat's own cards, the cards that the others have
    played, the holder of the card that gave the lead, and a caller who holds the called face. What
    a play says beyond its own cards is not asked. For the lead in flush2, where the first of two
    equal cards decides, deals are as likely as they are by the shuffle. The called face is not with
    the caller alone where a hidden solo would have ended the hand already; other deals that would
    have shown themselves are for the caller to throw away.
    """
    hands: list[list[int]] = [[] for _ in view.counts]
    for seat, move in view.moves:
        hands[seat] += move.codes
    room = list(view.counts)
    pool = list(view.unseen_codes)
    random.shuffle(pool)
    hands[view.seat] += view.hand_codes
    room[view.seat] = 0

    def give(seat: int, code: int) -> None:
        pool.remove(code)
        hands[seat].append(code)
        room[seat] -= 1

    kept: list[int] = []
    if view.rules.first_lead and view.lead is not None:
        code = read_face(view.rules.first_lead)
        if code not in hands[view.lead]:
            give(view.lead, code)
    elif view.face is not None and view.caller is not None:
        code, caller = read_face(view.face), view.caller
        if code not in hands[caller]:
            copies, places, cards = pool.count(code), room[caller], len(pool)
            # So many ways have both copies with the caller, and so many one.
            both = 0 if copies < 2 or (view.out and not view.open) else places * (places - 1) // 2
            one = places * (cards - places) if copies == 2 else 1
            for _ in range(2 if random.randrange(both + one) < both else 1):
                give(caller, code)
            if code in pool:
                pool.remove(code)
                kept.append(code)
            while room[caller]:
                give(caller, pool[-1])
            pool += kept
            random.shuffle(pool)
    for seat, places in enumerate(room):
        for _ in range(places):
            hands[seat].append(pool.pop())
    return hands
