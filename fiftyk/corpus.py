"""A corpus of positions for measurements, the same everywhere because it is made from seeds.

A position follows from a rule set, the name of a family and a number. The seed of its generator
(`dealing.SplitMix64`) is the first 8 bytes, big-endian, of the BLAKE2b digest of
`"<rules> <family> <number>"`, so neither the size of a corpus nor the other families matter.

The families, each of which says below what it is made of:

- `deals`: full deals, nobody has played
- `clumpy`: full deals in packets, so that triples, chains and bombs abound
- `middles`: about half of the cards have been played
- `follows`: the seat on turn has a play to beat, and can
- `endings`: a few cards in each hand, the rest of the points captured
- `jokers`, `airplanes`, `bombs`: full deals in which the seat on lead holds much of the one
  (`jokers` in laizi and wuhan only)

What is drawn is part of a measurement: it must not change without a new signature
(`fiftyk bench --help`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Final

from . import dealing
from ._core import Call, Position
from .cards import NO_SUIT, rank_of, write_face
from .dealing import SplitMix64
from .errors import FiftykError
from .rules import RuleSet

# The points of a card, by rank code (`RULES.md` section 1).
_POINTS: Final = {3: 5, 8: 10, 11: 10}
_RANK_ACE: Final = 12
_NATURAL_RANKS: Final = 13


def families(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the families that a rule set has."""
    return tuple(name for name in _FAMILIES if name != "jokers" or rules.wild)


def position(rules: RuleSet, family: str, number: int) -> Position:
    """Return one position of a family.

    Raises `FiftykError` for a family that the rule set has not.

    >>> from fiftyk import rules
    >>> position(rules("classic4"), "endings", 0).hands
    ('5h 5c 9h Th Tc', '3d 6s 8s 9c 2s', '7d 8c Kh As Ac', 'Jd Qc Ad 2c 2d')
    """
    if family not in families(rules):
        known = ", ".join(families(rules))
        raise FiftykError(f"{rules} has no family {family!r} of positions; it has {known}")
    seed = hashlib.blake2b(f"{rules} {family} {number}".encode(), digest_size=8).digest()
    return _FAMILIES[family](rules, SplitMix64(int.from_bytes(seed, "big")))


def positions(rules: RuleSet, family: str, count: int) -> list[Position]:
    """Return the first positions of a family, numbers 0 to `count` - 1.

    Raises as `position` does.
    """
    return [position(rules, family, number) for number in range(count)]


def _deals(rules: RuleSet, generator: SplitMix64) -> Position:
    """Deal as `RuleSet.deal` does, with the next number of the generator as the seed."""
    return rules.deal(generator.next())


def _clumpy(rules: RuleSet, generator: SplitMix64) -> Position:
    """Deal a sorted pack in packets.

    The pack in writing order is cut into packets of 2, 3 or 4 cards (twice as many with two
    packs), the packets are shuffled and laid in a row, and the row is cut into the hands.
    """
    while True:
        cards = dealing.pack(rules)
        packets = []
        while cards:
            size = rules.packs * (2 + generator.below(3))
            packets.append(cards[:size])
            cards = cards[size:]
        for last in range(len(packets) - 1, 0, -1):
            other = generator.below(last + 1)
            packets[last], packets[other] = packets[other], packets[last]
        row = [card for packet in packets for card in packet]
        dealt = _first_lead(rules, _cut(rules, row), generator.below(rules.seats), generator)
        if dealt:
            return dealt


def _middles(rules: RuleSet, generator: SplitMix64) -> Position:
    """Play a deal at random until half of the cards or less are left and there is a choice."""
    half = len(dealing.pack(rules)) // 2
    return _played(rules, generator, lambda pos: _cards_left(pos) <= half and pos.count_moves() > 1)


def _follows(rules: RuleSet, generator: SplitMix64) -> Position:
    """Play a deal at random for up to 20 moves, and on until the seat on turn can beat a play."""
    early = generator.below(20)
    # A position that is asked counts: the first has no move before it.
    asked = 0

    def can_beat(pos: Position) -> bool:
        nonlocal asked
        asked += 1
        return asked > early and pos.last is not None and pos.count_moves() > 1

    return _played(rules, generator, can_beat)


def _endings(rules: RuleSet, generator: SplitMix64) -> Position:
    """Deal, let every seat keep 5 cards (6 in classic3), and draw who captured the other points.

    The seat on turn leads; the called card counts as played where it was not kept.
    """
    keep = 6 if rules.seats == 3 else 5
    dealt = dealing.deal(rules, generator.next())
    captured = [0] * rules.seats
    hands = []
    for hand in dealt["hands"]:
        generator.shuffle(hand)
        hands.append(hand[:keep])
        for code in hand[keep:]:
            captured[generator.below(rules.seats)] += _POINTS.get(rank_of(code), 0)
    call = dealt["call"]
    if isinstance(call, Call):
        kept = [write_face(code) for code in hands[call.partner]]
        call = call._replace(known=call.face not in kept)
    return Position(rules, hands, dealt["turn"], captured=captured, call=call)


def _jokers(rules: RuleSet, generator: SplitMix64) -> Position:
    """Give the seat on lead all jokers, and deal the other cards."""
    return _stacked(rules, generator, lambda: [NO_SUIT] * rules.wild)


def _airplanes(rules: RuleSet, generator: SplitMix64) -> Position:
    """Give the seat on lead three of each of some ranks in a row, and deal the other cards.

    As many ranks as a quarter of the hand, and at most four.
    """
    length = min(rules.hand_sizes[-1] // 4, 4)

    def start() -> list[int]:
        first = 1 + generator.below(_RANK_ACE - length + 1)
        return [code for rank in range(first, first + length) for code in _some(rank, 3)]

    def _some(rank: int, count: int) -> list[int]:
        cards = [code for code in dealing.pack(rules) if rank_of(code) == rank]
        generator.shuffle(cards)
        return cards[:count]

    return _stacked(rules, generator, start)


def _bombs(rules: RuleSet, generator: SplitMix64) -> Position:
    """Give the seat on lead all cards of some ranks, and deal the other cards.

    Of ranks in a random order as many as fit into two thirds of the hand.
    """

    def start() -> list[int]:
        ranks = list(range(1, _NATURAL_RANKS + 1))
        generator.shuffle(ranks)
        count = rules.hand_sizes[-1] * 2 // 3 // (4 * rules.packs)
        return [code for code in dealing.pack(rules) if rank_of(code) in ranks[:count]]

    return _stacked(rules, generator, start)


_FAMILIES: Final[dict[str, Callable[[RuleSet, SplitMix64], Position]]] = {
    "deals": _deals,
    "clumpy": _clumpy,
    "middles": _middles,
    "follows": _follows,
    "endings": _endings,
    "jokers": _jokers,
    "airplanes": _airplanes,
    "bombs": _bombs,
}


def _cards_left(pos: Position) -> int:
    return sum(len(hand.split()) for hand in pos.hands)


def _cut(rules: RuleSet, row: list[int]) -> list[list[int]]:
    """Cut a row of cards into the hands, from seat 0."""
    hands = []
    for size in rules.hand_sizes:
        hands.append(row[:size])
        row = row[size:]
    return hands


def _first_lead(
    rules: RuleSet, hands: list[list[int]], turn: int, generator: SplitMix64
) -> Position | None:
    """Make the position before the first play; `None` where the caller has nothing to call."""
    if rules.sides != "called":
        return Position(rules, hands, turn)
    call = dealing.draw_call(rules, hands, turn, generator)
    return Position(rules, hands, turn, call=call) if call else None


def _stacked(rules: RuleSet, generator: SplitMix64, start: Callable[[], list[int]]) -> Position:
    """Give a seat the cards of `start`, deal it and the others the rest, and let it lead."""
    while True:
        given = start()
        rest = list((Counter(dealing.pack(rules)) - Counter(given)).elements())
        generator.shuffle(rest)
        hands = _cut(rules, given + rest)
        dealt = _first_lead(rules, hands, 0, generator)
        if dealt:
            return dealt


def _played(rules: RuleSet, generator: SplitMix64, enough: Callable[[Position], bool]) -> Position:
    """Play deals at random until `enough` says so before the hand is over.

    A kind is drawn first and then a play of that kind, or the many plays with kickers would empty
    the hands before anything else is seen.
    """
    while True:
        pos = rules.deal(generator.next())
        while not pos.is_over:
            if enough(pos):
                # Without the moves that led there, which a copy would keep.
                return Position.from_dict(pos.to_dict())
            moves = pos.legal_moves()
            sizes = list(moves.counts().values())
            kind = generator.below(len(sizes))
            pos.push(moves[sum(sizes[:kind]) + generator.below(sizes[kind])])
