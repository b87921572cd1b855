"""Positions up to isomorphism.

The rules look at a rank in few ways: its place in the order (singles, pairs, triples, bombs), whether it
follows another in a chain, whether it is a 5, a T or a K, and whether it is a joker. So a position in which
nobody holds an 8 is the same as one in which nobody holds a 9 instead, as long as no chain tells them
apart. Ranks that no hand holds are squeezed out of all words; a tag for every rank left keeps the rest:

    bit 0     some hand can use the step from this rank to the next in a chain. Steps that no hand can
              use now, none can later: hands only shrink. The low steps of straights, A to 2 and 2 to 3,
              are the tags of the A and the 2, which have no other.
    bits 1-2  points: 1 a five, 2 a ten or king, where points matter
    bit 3     some hand holds 5, T and K together: which rank is which matters

The play to beat is compared by rank with what is held: how many of the ranks held are not above it.
"""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    Squeezer, above, at_least_1, at_least_2, bit_of, places, ranks_of_places, size, squeeze, squeeze_by,
)
from fiftyk._combos cimport CHAIN, FIFTYK_RANKS
from fiftyk._types cimport (
    BOMB, FIFTYK, LOW_ACE_STRAIGHTS, NO_STRAIGHTS, NOBODY, PURE_FIFTYK, Pos, Rules, STRAIGHT, kind_of, meta, n_of,
    rank_of_play,
)


cdef inline uint64_t steps(const Rules* rules, uint64_t counts) noexcept nogil:
    """The ranks from which a hand can use the step to the next one in some chain."""
    cdef uint64_t ones_ = at_least_1(counts)
    cdef uint64_t pairs = (ones_ if rules.wild and counts & 15 else at_least_2(counts)) & CHAIN
    cdef uint64_t found = pairs & pairs >> 4
    cdef uint64_t x, run
    if rules.straights == NO_STRAIGHTS:
        return found
    x = places(ones_) if rules.straights == LOW_ACE_STRAIGHTS else ones_ & CHAIN
    run = x & x >> 4
    run = run & run >> 8 & x >> 16
    if run:
        # run: where five in a row begin. Four steps from each.
        run |= run << 4
        run |= run << 8
        found |= ranks_of_places(run) if rules.straights == LOW_ACE_STRAIGHTS else run
    return found


cdef void canonical(const Rules* rules, const Pos* p, bint with_points, Canonical* c) noexcept nogil:
    cdef uint64_t held = 0, link = 0, tags
    cdef bint fiftyk = False
    cdef Squeezer s
    cdef int seat, kind, rank
    for seat in range(rules.seats):
        held |= p.hands[seat].counts
        link |= steps(rules, p.hands[seat].counts)
        fiftyk |= at_least_1(p.hands[seat].counts) & FIFTYK_RANKS == FIFTYK_RANKS
    # Jokers keep their place.
    held = at_least_1(held) | 1
    s = squeeze_by(held)
    tags = link
    if with_points:
        tags |= 2 * bit_of(3) | 4 * (bit_of(8) | bit_of(11))
    if fiftyk:
        tags |= 8 * FIFTYK_RANKS
    c.tags = squeeze(&s, tags)
    for seat in range(rules.seats):
        c.counts[seat] = squeeze(&s, p.hands[seat].counts)
        c.suits[seat] = c.twice[seat] = 0
        if p.hands[seat].suits:
            c.suits[seat] = squeeze(&s, p.hands[seat].suits)
            if p.hands[seat].twice:
                c.twice[seat] = squeeze(&s, p.hands[seat].twice)
    c.called = 0
    if p.called != NOBODY and not p.state.known:
        c.called = squeeze(&s, <uint64_t>1 << p.called)
    c.last = 0
    if p.state.last.suits:
        kind = kind_of(&p.state.last)
        rank = rank_of_play(&p.state.last)
        if kind != FIFTYK and kind != PURE_FIFTYK and rank:
            # Nibble 0, the jokers', is not among the ranks that are counted.
            rank = size(held & ~above(rank)) - 1
        c.last = meta(kind, n_of(&p.state.last), rank)
        # Where an equal rank may beat, whether anybody holds it: a straight flush on a straight, a bomb
        # without jokers on one with them.
        if (kind == STRAIGHT and rules.flushes) or (
            kind == BOMB and rules.natural_bomb_higher and p.state.last.counts & 15
        ):
            rank = rank_of_play(&p.state.last)
            if rank and held & bit_of(rank):
                c.last |= 16
