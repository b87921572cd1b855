"""The hands that all engines are given: Dou Dizhu deals from a seed, with a play to beat for each.

Dou Dizhu has 54 cards whose suits do not matter: 20 for the first of three players, 17 each for the
others. A hand is 15 counts, of the ranks `3456789TJQKA2`, the little and the big joker. fiftyk
plays it by `table()`, its rules of classic3 with two high jokers, which have the combinations in
common that `shape` knows.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import NamedTuple

import fiftyk as fk
from fiftyk.cards import NO_SUIT
from fiftyk.dealing import SplitMix64

SEED = 510
RANKS = 15
TWO, LITTLE, BIG = 12, 13, 14

Counts = tuple[int, ...]


class Deal(NamedTuple):
    """Three hands, and a play of the first for the second to beat."""

    lead: Counts
    follow: Counts
    other: Counts
    rival: Counts


@cache
def table() -> fk.RuleSet:
    """Return the rules of Dou Dizhu as far as the core has them.

    They are no rule set of the package, so they are entered into its list of games, for this
    process: three players each for itself, kickers of different ranks, straights from 3 to A, and
    one little and one big joker.
    """
    module = sys.modules["fiftyk.rules"]
    module._GAMES["doudizhu"] = module._GAMES["classic3"]._replace(options=("jokers",))
    return fk.rules("doudizhu", jokers="high")


def codes(counts: Counts) -> list[int]:
    """Return the face codes of fiftyk for a hand: cards without suit."""
    return [NO_SUIT + 1 + rank for rank in range(RANKS) for _ in range(counts[rank])]


def counts_of(cards) -> Counts:
    """Return the counts of face codes."""
    counts = [0] * RANKS
    for code in cards:
        counts[code - NO_SUIT - 1] += 1
    return tuple(counts)


def shape(counts: Counts) -> tuple[str, int] | None:
    """Return the category and the lowest rank of a play that every engine has; `None` for others.

    Left out are fours with kickers, the rocket, and equal cards among single kickers, which the
    classic rules have not, so also four triples in a row, which others read as three with kickers
    too; and chains of two pairs and 5-10-K, which Dou Dizhu has not.
    """
    by_count: list[list[int]] = [[], [], [], [], []]
    for rank, count in enumerate(counts):
        by_count[count].append(rank)
    _, ones, pairs, triples, fours = by_count
    if fours:
        return ("bomb", fours[0]) if len(fours) == 1 and sum(counts) == 4 else None
    main = triples or pairs or ones
    n = len(main)
    in_a_row = main[-1] - main[0] == n - 1 and main[-1] < TWO
    if n > 1 and not in_a_row:
        return None
    if triples:
        if n == 4 and not ones and not pairs:
            return None
        kickers = {(0, 0): "", (n, 0): "+1", (0, n): "+2"}.get((len(ones), len(pairs)))
        name = "triple" if n == 1 else f"airplane of {n}"
        return None if kickers is None else (name + kickers, main[0])
    if pairs:
        chain = "pair" if n == 1 else f"{n} pairs" if n > 2 else None
        return (chain, main[0]) if chain and not ones else None
    if n == 1:
        return "single", main[0]
    return (f"straight of {n}", main[0]) if n > 4 else None


def starts_at_four(hand: Counts, play: Counts) -> bool:
    """Tell whether a play is a chain without kickers whose lowest rank the hand holds four times.

    open_spiel 2.0.2 does not make these.
    """
    category, low = shape(play) or ("", 0)
    chain = category.startswith(("straight", "airplane")) or category.endswith(" pairs")
    return chain and "+" not in category and hand[low] == 4


def two_jokers(play: Counts) -> bool:
    """Tell whether both jokers are in a play, which is then one with single kickers."""
    return bool(play[LITTLE] and play[BIG])


def position(hand: Counts, rival: Counts | None = None) -> fk.Position:
    """Return a position in which seat 0 holds a hand, on lead or with a play to beat."""
    hands = [codes(hand), [NO_SUIT + 1], [NO_SUIT + 1]]
    # The other seats need cards: one that neither the hand nor the play has all of.
    used = [a + b for a, b in zip(hand, rival or (0,) * RANKS, strict=True)]
    free = [rank for rank in range(TWO + 1) for _ in range(4 - used[rank])]
    hands[1:] = [[NO_SUIT + 1 + free[0]], [NO_SUIT + 1 + free[-1]]]
    if rival is None:
        return fk.Position(table(), hands)
    (move,) = [m for m in table().table.identify(codes(rival)) if m.kind != "pass"][:1]
    points = sum(rival[rank] * worth for rank, worth in ((2, 5), (7, 10), (10, 10)))
    return fk.Position(table(), hands, last=(2, move.kind, move.codes), table=points)


def shuffled(generator: SplitMix64) -> list[int]:
    cards = [rank for rank in range(13) for _ in range(4)] + [LITTLE, BIG]
    generator.shuffle(cards)
    return cards


def clumpy(generator: SplitMix64) -> list[int]:
    """Return the sorted pack cut into packets of 2, 3 or 4 cards, and the packets shuffled."""
    cards = [rank for rank in range(13) for _ in range(4)] + [LITTLE, BIG]
    packets = []
    while cards:
        size = 2 + generator.below(3)
        packets.append(cards[:size])
        cards = cards[size:]
    order = list(range(len(packets)))
    generator.shuffle(order)
    return [card for i in order for card in packets[i]]


def deals(count: int, pack=shuffled, seed: int = SEED) -> list[Deal]:
    """Return so many deals.

    The play to beat: a category is drawn among those of the first hand that every engine has, and
    then one of its plays.
    """
    generator = SplitMix64(seed)
    made = []
    for _ in range(count):
        cards = pack(generator)
        hands = []
        for part in (cards[:20], cards[20:37], cards[37:]):
            hands.append(tuple(part.count(rank) for rank in range(RANKS)))
        plays: dict[str, list[Counts]] = {}
        for move in position(hands[0]).legal_moves():
            play = counts_of(move.codes)
            found = shape(play)
            if found and not starts_at_four(hands[0], play) and not two_jokers(play):
                plays.setdefault(found[0], []).append(play)
        category = sorted(plays)[generator.below(len(plays))]
        chosen = plays[category]
        made.append(Deal(*hands, chosen[generator.below(len(chosen))]))
    return made
