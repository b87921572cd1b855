"""The oracle's rule sets, combinations, plays and their classes (see `oracle`).

A card is a string, "3s", "5" (no suit), "W" (wild joker), "L" and "B" (the jokers of honghe's
option); cards and hands are sorted tuples of them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, product
from typing import NamedTuple

RANKS = "3456789TJQKA2"
SUITS = "dchs"  # from low to high
ORDER = "W" + RANKS + "LB"  # what is higher stands further right
CHAIN = RANKS[:-1]  # a 2 is never in a chain of pairs or triples
PLACES = "A2" + CHAIN  # of the straights with a low ace
POINTS = {"5": 5, "T": 10, "K": 10}
KINDS = (
    "pass",
    "single",
    "pair",
    "triple",
    "triple_one",
    "triple_two",
    "straight",
    "straight_flush",
    "pair_chain",
    "airplane",
    "airplane_one",
    "airplane_two",
    "fiftyk",
    "pure_fiftyk",
    "bomb",
)

# ---------------------------------------------------------------- rule sets


@dataclass(frozen=True)
class Rules:
    name: str
    seats: int = 4
    packs: int = 1
    hand: int = 13  # cards dealt to the seat that is dealt most
    family: str = "classic"  # or flush, wild
    sides: str = "fixed"  # or call, none
    two_low_straight: bool = True
    straight_flush: str = "tiebreak"
    natural_bomb: str = "equal"
    jokers: str = "none"
    lead_after_out: str = "partner"
    bomb_stakes: str = "off"
    level: int = 0  # stakes for the side of the first seat out at 100 points each

    # One object is made for each rule set and options, so identity will do (and is quick).
    __hash__ = object.__hash__


@cache
def rules(name: str, **options) -> Rules:
    wild = {"packs": 2, "hand": 27, "family": "wild", "sides": "call"}
    preset = {
        "classic4": {},
        "classic3": {"seats": 3, "hand": 18, "sides": "none"},
        "honghe": {},
        "flush1": {"family": "flush"},
        "flush2": {"family": "flush", "packs": 2, "hand": 26},
        "laizi": {**wild, "bomb_stakes": "product", "level": 1},
        "wuhan": wild,
    }[name]
    if options.get("jokers") == "high":
        preset = {**preset, "hand": 14}
    return Rules(name, **{**preset, **options})


NAMES = ("classic4", "classic3", "honghe", "flush1", "flush2", "laizi", "wuhan")
OPTIONS = {
    "two_low_straight": (("flush1", "flush2"), (True, False)),
    "straight_flush": (("flush1", "flush2"), ("tiebreak", "beats_straights")),
    "natural_bomb": (("laizi", "wuhan"), ("equal", "higher")),
    "jokers": (("honghe",), ("none", "high")),
    "lead_after_out": (tuple(n for n in NAMES if n != "classic3"), ("partner", "next")),
    "bomb_stakes": (("laizi",), ("product", "off")),
}


def pack(rs: Rules) -> tuple[str, ...]:
    """All cards of the game."""
    jokers = {"wild": ["W"] * 4, "classic": ["L", "B"] * (rs.jokers == "high")}
    return cards([r + s for r in RANKS for s in SUITS] * rs.packs + jokers.get(rs.family, []))


def cards(some) -> tuple[str, ...]:
    """Cards in their one order; takes a text with blanks too."""
    some = some.split() if isinstance(some, str) else some
    return tuple(sorted(some, key=lambda c: (ORDER.index(c[0]), c[1:])))


def points(some) -> int:
    return sum(POINTS.get(c[0], 0) for c in some)


# ---------------------------------------------------------------- combinations


class Play(NamedTuple):
    kind: str
    n: int
    rank: str
    cards: tuple[str, ...]


PASS = Play("pass", 1, "", ())


@cache
def windows(n: int) -> list[str]:
    """The runs of n ranks that groups of cards may make."""
    if n == 1:
        return list(ORDER)
    return [CHAIN[i : i + n] for i in range(len(CHAIN) - n + 1)]


def fills(counts: Counter[str], window: str, size: int) -> bool:
    """Are these cards `size` of each rank in the window, jokers standing for those missing?"""
    if window[-1] not in counts:
        return False
    natural = {rank: n for rank, n in counts.items() if rank != "W" or window == "W"}
    return (
        set(natural) == set(window)  # so each rank has a natural card, and no card is left over
        and max(natural.values()) <= size
        and counts.total() == size * len(window)
    )


def kickers_fit(rs: Rules, kickers: list[int], n: int, each: int) -> bool:
    """May so many cards of each rank go with n triples, `each` to a triple?"""
    return sum(kickers) == n * each and (rs.family == "flush" or kickers == [each] * n)


def groups(some, size: int, n: int) -> Iterator[str]:
    counts = Counter(c[0] for c in some)
    return (w[-1] for w in windows(n) if fills(counts, w, size))


def groups_with_kickers(rs: Rules, some, n: int, each: int) -> Iterator[str]:
    counts = Counter(c[0] for c in some)
    for window in windows(n):
        # A fourth card of such a rank would be a kicker of it.
        if all(counts[rank] == 3 for rank in window):
            kickers = [count for rank, count in counts.items() if rank not in window]
            if kickers_fit(rs, kickers, n, each):
                yield window[-1]


def straights(rs: Rules, some, flush: bool) -> Iterator[str]:
    suits = {c[1:] for c in some}
    one_suit = len(suits) == 1 and suits != {""}
    if not 5 <= len(some) <= 13 or rs.family == "wild":
        return
    if flush != one_suit if rs.family == "flush" else flush:
        return
    places = PLACES if rs.family == "flush" else CHAIN
    for start in range(len(places) - len(some) + 1):
        run = places[start : start + len(some)]
        if not rs.two_low_straight and run[0] == "2":
            continue
        if sorted(run) == sorted(c[0] for c in some):
            yield run[-1]


def rank_of(rs: Rules, kind: str, n: int, some) -> str | None:
    """The highest rank that these cards have as this kind; None if they are no such thing."""
    with_kickers = kind.endswith(("_one", "_two"))
    if kind in ("fiftyk", "pure_fiftyk"):
        if sorted(c[0] for c in some) != ["5", "K", "T"]:
            return None
        suits = {c[1:] for c in some}
        pure = len(suits) == 1 and suits != {""}
        if pure != (kind == "pure_fiftyk"):
            return None
        return suits.pop() if pure else "-"
    found: Iterator[str] = iter(())
    if kind in ("straight", "straight_flush"):
        found = straights(rs, some, kind == "straight_flush")
    elif kind == "bomb":
        found = groups(some, n, 1) if n >= 4 else found
    elif with_kickers:
        each = 1 if kind.endswith("_one") else 2
        if rs.family != "wild" and len(some) == n * (3 + each):
            found = groups_with_kickers(rs, some, n, each)
    else:
        size = {"single": 1, "pair": 2, "triple": 3, "pair_chain": 2, "airplane": 3}[kind]
        found = groups(some, size, n) if len(some) == n * size else found
    return max(found, key=ORDER.index, default=None)


# Whether 1, several or the number of cards is the n of a kind (RULES 11).
SEVERAL = {"pair_chain", "airplane", "airplane_one", "airplane_two"}
SIZED = {"straight", "straight_flush", "bomb"}
CARDS_EACH = {"pair_chain": 2, "airplane": 3, "airplane_one": 4, "airplane_two": 5}


@lru_cache(maxsize=1 << 18)
def readings(rs: Rules, some: tuple[str, ...]) -> tuple[Play, ...]:
    """Every kind these cards are, in the order of KINDS."""
    result = []
    for kind in KINDS[1:]:
        n = 1
        if kind in SIZED:
            n = len(some)
        elif kind in SEVERAL:
            n, rest = divmod(len(some), CARDS_EACH[kind])
            if rest or n < 2:
                continue
        rank = rank_of(rs, kind, n, some)
        if rank is not None:
            result.append(Play(kind, n, rank, some))
    return tuple(result)


# ---------------------------------------------------------------- comparison

BOMBS = ("fiftyk", "pure_fiftyk", "bomb")


def bomb_strength(rs: Rules, play: Play) -> tuple:
    if play.kind == "fiftyk":
        return (0,)
    if play.kind == "pure_fiftyk":
        return 1, SUITS.index(play.rank)
    natural = rs.natural_bomb == "higher" and "W" not in play.cards
    return 2, play.n, ORDER.index(play.rank), natural


def beats(rs: Rules, play: Play, over: Play) -> bool:
    if play.kind in BOMBS:
        return over.kind not in BOMBS or bomb_strength(rs, play) > bomb_strength(rs, over)
    if over.kind in BOMBS or len(play.cards) != len(over.cards):
        return False
    higher = ORDER.index(play.rank) > ORDER.index(over.rank)
    if over.kind == play.kind:
        return higher
    if (play.kind, over.kind) == ("straight", "straight_flush"):
        return higher and rs.straight_flush == "tiebreak"
    if (play.kind, over.kind) == ("straight_flush", "straight"):
        return rs.straight_flush == "beats_straights" or higher or play.rank == over.rank
    return False


# ---------------------------------------------------------------- plays and their classes


def sub_multisets(hand) -> Iterator[tuple[str, ...]]:
    runs = [tuple(g) for _, g in groupby(hand)]
    for choice in product(*(range(len(run) + 1) for run in runs)):
        yield sum((run[:k] for run, k in zip(runs, choice, strict=True)), ())


@lru_cache(maxsize=1 << 12)
def all_plays(rs: Rules, hand: tuple[str, ...]) -> tuple[Play, ...]:
    """Every play of a hand, each with the faces it puts down (small hands only)."""
    return tuple(p for some in sub_multisets(hand) for p in readings(rs, some))


@lru_cache(maxsize=1 << 12)
def live(rs: Rules, hand: tuple[str, ...], called: str | None) -> frozenset[str]:
    """The faces of a hand whose suit can still matter; `called` is the called face, if secret."""
    result = {called} & set(hand)
    for suit in SUITS:
        held = {c[0] for c in hand if c[1:] == suit}
        if held >= {"5", "T", "K"}:
            result |= {r + suit for r in "5TK"}
        if rs.family == "flush":
            for start in range(len(PLACES) - 4):
                if held >= set(PLACES[start : start + 5]):
                    result |= {r + suit for r in PLACES[start : start + 5]}
    return frozenset(result)


def class_of(rs: Rules, play: Play, hand, called: str | None) -> tuple:
    """What all plays of a class have in common, and no others."""
    alive = live(rs, hand, called)
    return play.kind, play.n, cards(c if c in alive else c[0] for c in play.cards)


@lru_cache(maxsize=1 << 16)
def moves_of(rs, hand, over: Play | None, called: str | None, faces: bool) -> tuple[Play, ...]:
    """The moves of a hand, on lead (over is None) or in answer; without `faces` one a class."""
    found = [p for p in all_plays(rs, hand) if over is None or beats(rs, p, over)]
    if not faces:
        found = list({class_of(rs, p, hand, called): p for p in reversed(found)}.values())[::-1]
    return tuple(found) if over is None else (*found, PASS)
