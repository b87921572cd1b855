"""The rules of 五十K once more, slowly and by definition: what the tests hold fiftyk against.

It imports nothing of fiftyk and shares no idea with its core: combinations are found by writing
down what each kind is and asking whether the cards are one, plays by asking it of every
sub-multiset of a hand (both in `oracle_combos`), positions are plain tuples that are never
changed, and values come from minimax without bounds or reductions.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from oracle_combos import (
    PASS,
    Play,
    Rules,
    cards,
    class_of,
    moves_of,
    points,
    readings,
)

# ---------------------------------------------------------------- positions


class Call(NamedTuple):
    caller: int
    face: str
    partner: int
    known: bool


class Solo(NamedTuple):
    soloist: int
    open: bool


class State(NamedTuple):
    hands: tuple[tuple[str, ...], ...]
    turn: int | None
    last: tuple[int, Play] | None = None
    table: int = 0
    captured: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    call: Call | Solo | None = None
    multiplier: int = 1


def reading(rs: Rules, kind: str, some) -> Play:
    """These cards as that kind."""
    if kind == "pass":
        return PASS
    return next(p for p in readings(rs, cards(some)) if p.kind == kind)


def from_dict(rs: Rules, data: dict) -> State:
    """A position as the vectors write it."""
    last, call = data["last"], data["call"]
    return State(
        hands=tuple(cards(h) for h in data["hands"]),
        turn=data["turn"],
        last=last and (last["seat"], reading(rs, last["kind"], last["cards"])),
        table=data["table"],
        captured=tuple(data["captured"]),
        out=tuple(data["out"]),
        call=call and (Solo(**call) if "soloist" in call else Call(**call)),
        multiplier=data["multiplier"],
    )


def to_dict(rs: Rules, state: State, name: str | None = None) -> dict:
    last = state.last
    return {
        "rules": name or rs.name,
        "hands": [" ".join(h) for h in state.hands],
        "turn": state.turn,
        "last": last
        and {
            "seat": last[0],
            "kind": last[1].kind,
            "n": last[1].n,
            "cards": " ".join(last[1].cards),
        },
        "table": state.table,
        "captured": list(state.captured),
        "out": list(state.out),
        "call": state.call and state.call._asdict(),
        "multiplier": state.multiplier,
    }


def secret(state: State, seat: int) -> str | None:
    """The called face, if this seat is the partner and has not shown it yet."""
    call = state.call
    if isinstance(call, Call) and not call.known and call.partner == seat:
        return call.face
    return None


def legal(rs: Rules, state: State, faces: bool = False) -> tuple[Play, ...]:
    if state.turn is None:
        return ()
    over = state.last[1] if state.last else None
    hand = state.hands[state.turn]
    return moves_of(rs, hand, over, secret(state, state.turn), faces)


def class_at(rs: Rules, state: State, move: Play) -> tuple:
    """The class of a move of this position."""
    seat = state.turn
    return class_of(rs, move, state.hands[seat], secret(state, seat))


# ---------------------------------------------------------------- the play of a hand


@lru_cache
def sides_by(rs: Rules, call: Call | Solo | None) -> tuple[frozenset[int], ...]:
    if rs.sides == "none":
        return tuple(frozenset({s}) for s in range(rs.seats))
    if rs.sides == "fixed":
        first = frozenset({0, 2})
    elif isinstance(call, Solo):
        first = frozenset({call.soloist})
    else:
        first = frozenset({call.caller, call.partner})
    return first, frozenset(range(rs.seats)) - first


def sides(rs: Rules, state: State) -> tuple[frozenset[int], ...]:
    """The seats of each side, the caller's or soloist's first; classic3: each seat for itself."""
    return sides_by(rs, state.call)


def swept(rs: Rules, state: State) -> bool:
    """Are the first two seats out of one side?"""
    return len(state.out) >= 2 and any(set(state.out[:2]) == side for side in sides(rs, state))


def is_over(rs: Rules, state: State) -> bool:
    out = state.out
    if isinstance(state.call, Solo):
        return len(out) >= 1
    if rs.sides == "fixed":
        return any(side <= set(out) for side in sides(rs, state))
    if rs.sides == "none":
        return len(out) >= 2
    return len(out) >= 3 or swept(rs, state)


def following(rs: Rules, seat: int) -> list[int]:
    """The other seats in turn order."""
    return [(seat + i) % rs.seats for i in range(1, rs.seats)]


def leader_after(rs: Rules, state: State, winner: int) -> int:
    """Who leads when nobody has beaten the play of `winner`."""
    if state.hands[winner]:
        return winner
    known = rs.sides == "fixed" or (isinstance(state.call, Call) and state.call.known)
    if known and rs.lead_after_out == "partner":
        side = next(side for side in sides(rs, state) if winner in side)
        (partner,) = side - {winner}
        if state.hands[partner]:
            return partner
    return next(s for s in following(rs, winner) if state.hands[s])


def multiplier_of(rs: Rules, play: Play) -> int:
    """What a play multiplies the stakes by."""
    if rs.bomb_stakes == "product" and play.kind == "pure_fiftyk":
        return 2
    if rs.bomb_stakes == "product" and play.kind == "bomb":
        return 2 if play.n <= 6 else 2 * play.n - 10
    return 1


@lru_cache(maxsize=1 << 16)
def without(hand: tuple[str, ...], some: tuple[str, ...]) -> tuple[str, ...]:
    left = Counter(hand)
    left.subtract(some)
    return cards(left.elements())


def plus(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(v + more * (s == seat) for s, v in enumerate(values))


def after_pass(rs: Rules, state: State) -> State:
    winner = state.last[0]
    # Round the table from here: the trick is over if its winner comes before any other holder.
    for other in following(rs, state.turn):
        if other == winner:
            break
        if state.hands[other]:
            return state._replace(turn=other)
    captured = plus(state.captured, winner, state.table)
    lead = leader_after(rs, state, winner)
    return state._replace(turn=lead, last=None, table=0, captured=captured)


def after(rs: Rules, state: State, move: Play) -> State:
    """The position after a legal move."""
    if move == PASS:
        return after_pass(rs, state)
    seat = state.turn
    hand = without(state.hands[seat], move.cards)
    call = state.call
    if secret(state, seat) in move.cards:
        call = call._replace(known=True)
    new = State(
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        turn=seat,
        last=(seat, move),
        table=state.table + points(move.cards),
        captured=state.captured,
        out=state.out if hand else (*state.out, seat),
        call=call,
        multiplier=state.multiplier * multiplier_of(rs, move),
    )
    if is_over(rs, new):
        captured = plus(new.captured, seat, new.table)
        return new._replace(turn=None, last=None, table=0, captured=captured)
    return new._replace(turn=next(s for s in following(rs, seat) if new.hands[s]))


# ---------------------------------------------------------------- the end of a hand


def scores(rs: Rules, state: State) -> list[int]:
    """Of each seat, when the hand is over, points moved at the end included."""
    result = list(state.captured)
    held = [points(h) for h in state.hands]
    if rs.sides != "call":
        result[state.out[0]] += 20
        for seat, hand in enumerate(state.hands):
            if hand:
                result[seat] -= 20 + held[seat]
    elif isinstance(state.call, Call) and not swept(rs, state):
        first, _, third = state.out
        (fourth,) = set(range(4)) - set(state.out)
        result[first] += result[fourth]
        result[fourth] = 0
        result[third] += held[fourth]
    return result


def total(values, side) -> int:
    return sum(values[s] for s in side)


def winning_side(rs: Rules, state: State) -> frozenset[int]:
    """Of two fixed sides: the higher score, then the first seat out."""
    final = scores(rs, state)
    return max(sides(rs, state), key=lambda side: (total(final, side), state.out[0] in side))


def places(rs: Rules, state: State) -> list[int] | None:
    if rs.sides != "none":
        return None
    final = scores(rs, state)

    def standing(seat: int) -> tuple:
        return -final[seat], state.out.index(seat) if seat in state.out else rs.seats

    order = sorted(range(rs.seats), key=standing)
    return [order.index(s) + 1 for s in range(rs.seats)]


def stakes(rs: Rules, state: State) -> tuple[frozenset[int], int]:
    """laizi, wuhan: the winning side, and what each of its seats receives for two sides."""
    first = next(side for side in sides(rs, state) if state.out[0] in side)
    if isinstance(state.call, Solo):
        return first, (8 if state.call.open else 4) * state.multiplier
    (second,) = set(sides(rs, state)) - {first}
    if swept(rs, state):
        return first, (2 if total(state.captured, second) else 4) * state.multiplier
    final = scores(rs, state)
    for side in (first, second):
        if total(final, side) >= 105:
            return side, (2 if total(final, side) == 200 else 1) * state.multiplier
    return first, rs.level * state.multiplier


def payoff(rs: Rules, state: State) -> list[Fraction | int]:
    """Of each seat."""
    if rs.sides == "call":
        won, each = stakes(rs, state)
        alone = sides(rs, state)[0] if isinstance(state.call, Solo) else ()
        return [(each if s in won else -each) * (3 if s in alone else 1) for s in range(4)]
    final = scores(rs, state)
    if rs.sides == "none":
        place = places(rs, state)
        doubled = not any(state.captured[s] for s in range(3) if place[s] > 1)
        return [v * (1 + doubled) for v in final]
    won = winning_side(rs, state)
    lost = frozenset(range(4)) - won
    doubled = total(state.captured, lost) == 0 and state.out[0] in won
    share = {s: Fraction(total(final, side), 2) for side in (won, lost) for s in side}
    return [share[s] * (1 + doubled) for s in range(4)]


# ---------------------------------------------------------------- perft and exact values


def perft(rs: Rules, state: State, depth: int, faces: bool = False) -> int:
    if depth == 0:
        return 1
    return sum(
        perft(rs, after(rs, state, move), depth - 1, faces) for move in legal(rs, state, faces)
    )


def objectives(rs: Rules, state: State) -> tuple[str, ...]:
    if rs.sides == "none":
        return "score", "payoff", "win", "first"
    if isinstance(state.call, Solo):
        return "payoff", "win", "first"
    return "margin", "payoff", "win", "first"


def outcome(rs: Rules, state: State, objective: str, seat: int) -> Fraction | int:
    """What a hand that is over was worth to the side of a seat."""
    mine = next(side for side in sides(rs, state) if seat in side)
    theirs = frozenset(range(rs.seats)) - mine
    if objective == "first":
        return 1 if state.out[0] in mine else -1
    if objective == "score":
        return scores(rs, state)[seat]
    if objective == "margin":
        final = scores(rs, state)
        return total(final, mine) - total(final, theirs)
    paid = payoff(rs, state)
    if objective == "payoff":
        return total(paid, mine) - total(paid, theirs) if rs.sides == "fixed" else paid[seat]
    if rs.sides == "none":
        return 1 if places(rs, state)[seat] == 1 else -1
    if rs.sides == "fixed":
        return 1 if winning_side(rs, state) == mine else -1
    return (paid[seat] > 0) - (paid[seat] < 0)


def minimax(
    rs: Rules,
    objective: str,
    seat: int,
    faces: bool = False,
    remember: bool = False,
    limit: int | None = None,
) -> Callable[[State], Fraction | int]:
    """The function from a position to its value for the side of `seat`: plain minimax.

    `remember` keeps the value of every position met (of exactly equal ones, nothing cleverer).
    After `limit` positions it gives up with OverflowError.
    """
    known: dict[State, Fraction | int] = {}
    visited = 0

    def value(state: State) -> Fraction | int:
        nonlocal visited
        if state in known:
            return known[state]
        visited += 1
        if limit is not None and visited > limit:
            raise OverflowError(f"more than {limit} positions")
        if state.turn is None:
            result = outcome(rs, state, objective, seat)
        else:
            mine = next(side for side in sides(rs, state) if seat in side)
            best = max if state.turn in mine else min
            result = best(value(after(rs, state, move)) for move in legal(rs, state, faces))
        if remember:
            known[state] = result
        return result

    return value
