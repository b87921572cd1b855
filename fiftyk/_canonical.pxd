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

The play to beat is compared by rank with what others than its seat hold: how many of their ranks are above it.
"""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    Squeezer, above, at_least_1, at_least_2, bit_of, places, ranks_of_places, size, squeeze, squeeze_by,
)
from fiftyk._combos cimport CHAIN, FIFTYK_RANKS, fives
from fiftyk._types cimport (
    BOMB, FIFTYK, LOW_ACE_STRAIGHTS, MAX_SEATS, NOBODY, NO_STRAIGHTS, PURE_FIFTYK, Pos, RANK_5, RANK_K, RANK_T, Rules,
    STRAIGHT, kind_of, meta, n_of, rank_of_play,
)

# A position without what no rule can see: the ranks that no hand holds are squeezed out, and what
# makes a rank more than its place among the others is said by its tag.
ctypedef struct Canonical:
    uint64_t counts[MAX_SEATS]
    bint suited         # whether any suit matters; else the next two are void
    uint64_t suits[MAX_SEATS]
    uint64_t twice[MAX_SEATS]
    uint64_t tags       # a nibble a rank: see above
    uint64_t last       # kind, n and place of the play to beat; 0 on lead
    uint64_t called     # the called face, while it is live


cdef inline uint64_t pair_steps(const Rules* rules, const uint64_t* counts) noexcept nogil:
    """The ranks from which some hand can use the step to the next one in a chain of pairs or triples."""
    cdef uint64_t found = 0, pairs
    cdef int seat
    # Loops over all seats without branches: the compiler does several seats at once.
    if rules.wild:
        for seat in range(MAX_SEATS):
            pairs = (at_least_1(counts[seat]) if counts[seat] & 15 else at_least_2(counts[seat])) & CHAIN
            found |= pairs & pairs >> 4
        return found
    for seat in range(MAX_SEATS):
        pairs = at_least_2(counts[seat]) & CHAIN
        found |= pairs & pairs >> 4
    return found


cdef inline uint64_t four_steps(uint64_t x) noexcept nogil:
    """The steps of all runs of five and more in a row."""
    # Where five in a row begin, and four steps from each.
    cdef uint64_t run = fives(x) >> 16
    run |= run << 4
    return run | run << 8


cdef inline uint64_t straight_steps(const Rules* rules, const uint64_t* counts) noexcept nogil:
    """The ranks from which some hand can use the step to the next one in a straight."""
    cdef uint64_t found = 0
    cdef int seat
    if rules.straights == NO_STRAIGHTS:
        return 0
    if rules.straights == LOW_ACE_STRAIGHTS:
        for seat in range(MAX_SEATS):
            found |= four_steps(places(at_least_1(counts[seat])))
        return ranks_of_places(found)
    for seat in range(MAX_SEATS):
        found |= four_steps(at_least_1(counts[seat]) & CHAIN)
    return found


# with_points: whether the points of cards matter.
cdef inline void canonical(const Rules* rules, const Pos* p, bint with_points, Canonical* c) noexcept nogil:
    cdef uint64_t counts[MAX_SEATS]
    cdef uint64_t held = 0, others = 0, suited = 0, fiftyk = 0, triad, tags
    cdef Squeezer s
    cdef int seat, kind, rank
    # A seat that the game does not have holds nothing.
    for seat in range(MAX_SEATS):
        counts[seat] = p.hands[seat].counts
        held |= counts[seat]
        if seat != p.state.last_seat:
            others |= counts[seat]
        suited |= p.hands[seat].suits
    for seat in range(MAX_SEATS):
        triad = at_least_1(counts[seat])
        # Bits of 5, T and K where one hand has all three.
        fiftyk |= triad & triad >> 4 * (RANK_T - RANK_5) & triad >> 4 * (RANK_K - RANK_5) & bit_of(RANK_5)
    # Jokers keep their place.
    held = at_least_1(held) | 1
    s = squeeze_by(held)
    tags = pair_steps(rules, counts) | straight_steps(rules, counts)
    if with_points:
        tags |= 2 * bit_of(RANK_5) | 4 * (bit_of(RANK_T) | bit_of(RANK_K))
    if fiftyk:
        tags |= 8 * FIFTYK_RANKS
    c.tags = squeeze(&s, tags)
    for seat in range(MAX_SEATS):
        c.counts[seat] = squeeze(&s, counts[seat])
    c.suited = suited != 0
    if suited:
        for seat in range(MAX_SEATS):
            c.suits[seat] = squeeze(&s, p.hands[seat].suits)
            c.twice[seat] = squeeze(&s, p.hands[seat].twice)
    c.called = 0
    if p.called != NOBODY and not p.state.known:
        c.called = squeeze(&s, <uint64_t>1 << p.called)
    c.last = 0
    if p.state.last.suits:
        kind = kind_of(&p.state.last)
        rank = rank_of_play(&p.state.last)
        if kind != FIFTYK and kind != PURE_FIFTYK:
            # All natural ranks are above jokers alone, whose rank is 0.
            rank = size(at_least_1(others) & above(rank))
        c.last = meta(kind, n_of(&p.state.last), rank)
        # Where an equal rank may beat, whether anybody else holds it: a straight flush on a straight, a bomb
        # without jokers on one with them.
        if (kind == STRAIGHT and rules.flushes) or (
            kind == BOMB and rules.natural_bomb_higher and p.state.last.counts & 15
        ):
            rank = rank_of_play(&p.state.last)
            if rank and at_least_1(others) & bit_of(rank):
                c.last |= 16
