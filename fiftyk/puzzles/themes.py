"""The themes of puzzles: what makes a key move instructive, each defined by a function.

A theme is there when its function says so of a `Study`, a position with exactly one best move, the
key. The docstring of the function is the definition that users read. Where a definition speaks of
what happens after the key it means the best line that the solver finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .._core import Move
from .study import BOMBS, CHAINS, FIFTYKS, KICKED, Study, height, like, points_of, rank_of, ranks_of

Detector = Callable[[Study], bool]


@dataclass(frozen=True)
class Theme:
    """A theme: its name in programs, its title, its definition, and the function that tells."""

    name: str
    """What it is called in files and options."""
    title: str
    """What it is called in English."""
    meaning: str
    """Its definition, in English."""
    found: Detector
    """Tells whether it is in a `Study`."""


THEMES: Final[dict[str, Theme]] = {}
"""All themes by name, the more particular ones first."""


def _theme(title: str) -> Callable[[Detector], Detector]:
    """Enter a function into `THEMES` under its own name."""

    def enter(found: Detector) -> Detector:
        name = found.__name__.removesuffix("_")
        meaning = " ".join((found.__doc__ or "").split())
        THEMES[name] = Theme(name, title, meaning, found)
        return found

    return enter


def themes_of(study: Study) -> tuple[str, ...]:
    """Return the names of all themes that are in a position, in the order of `THEMES`."""
    return tuple(theme.name for theme in THEMES.values() if theme.found(study))


@_theme("Staying in")
def stay_in(s: Study) -> bool:
    """One play would put down the whole hand, and the key is another move."""
    return any(len(move.codes) == len(s.codes) for move in s.others)


@_theme("Overtaking the partner")
def overtake(s: Study) -> bool:
    """The play to beat is the partner's and no enemy could beat it, yet the key does."""
    if s.key.is_pass or s.last is None or s.last.seat not in s.partners:
        return False
    pos = s.position.copy()
    while pos.last is not None:
        if pos.turn in s.enemies and pos.count_moves() > 1:
            return False
        pos.push("-")
    return True


@_theme("The called card kept back")
def keep_call(s: Study) -> bool:
    """The hidden partner plays ranks without the called card that it could play with it."""
    return _about_call(s, shown=False)


@_theme("The called card shown")
def show_call(s: Study) -> bool:
    """The hidden partner plays the called card where the same ranks could do without it."""
    return _about_call(s, shown=True)


def _about_call(s: Study, shown: bool) -> bool:
    face = s.called
    if face is None or s.key.is_pass or (face in s.key.codes) != shown:
        return False
    return any(_same_ranks(move, s.key) and (face in move.codes) != shown for move in s.others)


def _same_ranks(move: Move, other: Move) -> bool:
    return like(move, other) and ranks_of(move) == ranks_of(other)


@_theme("A split bomb")
def split_bomb(s: Study) -> bool:
    """The hand holds a bomb of four or more; the key is none and leaves none in the hand."""
    return not s.key.is_pass and _broken(s, frozenset({"bomb"}), BOMBS)


@_theme("A split 510K")
def split_510k(s: Study) -> bool:
    """The hand holds a 510K; the key is none, and no bomb, and leaves none in the hand."""
    return not s.key.is_pass and _broken(s, FIFTYKS, BOMBS)


def _broken(s: Study, kinds: frozenset[str], others: frozenset[str]) -> bool:
    return s.key.kind not in others and s.holds(kinds) and not s.keeps(kinds)


@_theme("A sacrificed 510K or bomb")
def sacrifice(s: Study) -> bool:
    """The key is a 510K or a bomb, and the enemies capture it."""
    return s.key.kind in BOMBS and s.taker in s.enemies


@_theme("A bomb for nothing")
def quiet_bomb(s: Study) -> bool:
    """The key is a 510K or a bomb while no points lie on the table, and ordinary plays exist."""
    if s.key.kind not in BOMBS or s.position.table:
        return False
    return any(move.kind not in BOMBS for move in s.others)


@_theme("A bomb held back")
def held_bomb(s: Study) -> bool:
    """A bomb or 510K would capture points from the enemies for sure, and the key is the pass."""
    if not (s.key.is_pass and s.enemy_leads_trick and s.position.table):
        return False
    return any(move.kind in BOMBS and s.wins_trick(move) for move in s.others)


@_theme("Points refused")
def refuse_points(s: Study) -> bool:
    """A play that is no bomb would capture points for sure, and the key is the pass."""
    return bool(s.position.table) and _ducked(s)


@_theme("Ducking")
def duck(s: Study) -> bool:
    """A play that is no bomb would win a trick without points, and the key is the pass."""
    return not s.position.table and _ducked(s)


def _ducked(s: Study) -> bool:
    if not (s.key.is_pass and s.enemy_leads_trick):
        return False
    return any(move.kind not in BOMBS and s.wins_trick(move) for move in s.others)


@_theme("Seeing the partner out")
def send_out(s: Study) -> bool:
    """The partner's next move beats the key, or follows it, with all of its cards."""
    for place, (seat, move) in enumerate(s.trick):
        if place and seat in s.partners and not move.is_pass:
            held = s.position.rules.read_cards(s.position.hands[seat])
            return len(move.codes) == len(held)
    return False


@_theme("The lead given to the partner")
def lead_to_partner(s: Study) -> bool:
    """The seat could lead what no enemy beats; the key lets the partner win the trick."""
    return s.last is None and s.taker in s.partners and any(map(s.wins_trick, s.others))


@_theme("A throw-in")
def throw_in(s: Study) -> bool:
    """The seat could lead what no enemy beats; the key lets an enemy win the trick."""
    return s.last is None and s.taker in s.enemies and any(map(s.wins_trick, s.others))


@_theme("Stopping a seat that wants out")
def block(s: Study) -> bool:
    """An enemy could beat a lower play of the key's kind with its last cards, but not the key."""
    rules = s.position.rules
    lower = [m for m in s.others if like(m, s.key) and height(m) < height(s.key)]
    if s.key.kind in BOMBS or not lower:
        return False
    for enemy in s.enemies:
        hand = s.position.hands[enemy]
        if len(hand.split()) == len(s.key.codes):
            whole = [move for move in rules.identify(hand) if move.kind not in BOMBS]
            low = any(rules.beats(out, move) for out in whole for move in lower)
            if low and not any(rules.beats(out, s.key) for out in whole):
                return True
    return False


@_theme("Points given to the partner")
def feed(s: Study) -> bool:
    """The partner captures points of the key, where as many cards of its kind have fewer."""
    return s.taker in s.partners and _richer(s)


@_theme("Points given away")
def give_points(s: Study) -> bool:
    """The enemies capture points of the key, where as many cards of its kind have fewer."""
    return s.taker in s.enemies and _richer(s)


def _richer(s: Study) -> bool:
    points = points_of(s.key.codes)
    return any(like(move, s.key) and points_of(move.codes) < points for move in s.others)


@_theme("A broken chain")
def split_chain(s: Study) -> bool:
    """The hand holds a chain or straight; the key is none, and no bomb, and leaves none."""
    return not s.key.is_pass and _broken(s, CHAINS, CHAINS | BOMBS)


@_theme("The right suit")
def right_suit(s: Study) -> bool:
    """Another play of the same ranks differs in suits alone, and is worse."""
    face = s.called
    return any(
        _same_ranks(move, s.key) and (face in move.codes) == (face in s.key.codes)
        for move in s.others
    )


@_theme("The right kicker")
def kicker(s: Study) -> bool:
    """The same triples could go with other kickers, the lowest among them, and those are worse."""
    if s.key.kind not in KICKED:
        return False
    same = [move for move in s.others if like(move, s.key) and height(move) == height(s.key)]
    return any(sum(map(rank_of, move.codes)) < sum(map(rank_of, s.key.codes)) for move in same)


@_theme("A broken pair")
def split_pair(s: Study) -> bool:
    """The key is a single card of a pair or triple, where a card without a twin could be played."""
    held = Counter(map(rank_of, s.codes))
    if s.key.kind != "single" or held[rank_of(s.key.codes[0])] not in (2, 3):
        return False
    return any(
        move.kind == "single" and held[rank_of(move.codes[0])] == 1 and not s.jokers(move)
        for move in s.others
    )


@_theme("A joker spent")
def spend_joker(s: Study) -> bool:
    """The key uses a wild joker, where as many cards of its kind could do without."""
    used = s.jokers(s.key)
    return any(like(move, s.key) and s.jokers(move) < used for move in s.others)


@_theme("Neither high nor low")
def middle(s: Study) -> bool:
    """The key is no bomb, and there are lower and higher plays of its kind and length."""
    heights = _heights(s)
    return s.key.kind not in BOMBS and min(heights) < height(s.key) < max(heights)


@_theme("The highest first")
def highest(s: Study) -> bool:
    """The key is a lead, and the highest of three or more plays of its kind and length."""
    heights = _heights(s)
    if s.last is not None or s.key.is_pass or s.key.kind in BOMBS:
        return False
    return len(heights) > 2 and height(s.key) == max(heights)


def _heights(s: Study) -> set[int]:
    """Return how high the plays are that compare with the key, itself among them."""
    return {height(s.key), *(height(move) for move in s.others if like(move, s.key))}
