"""What cards make and what beats what (RULES.md 2, 3 and 11), on packed words without the GIL."""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    ONES, above, at_least, at_least_1, at_least_2, at_least_3, at_least_4, bit_of, nibble, ones, places, rank_of,
    ranks_of_places,
)
from fiftyk._types cimport (
    BOMB, FIFTYK, Hand, LOW_ACE_STRAIGHTS, PAIR, PAIR_CHAIN, Play, Rules, SINGLE, STRAIGHT, STRAIGHT_FLUSH, kind_of,
    n_of, rank_of_play,
)

# The ranks that a chain of pairs or triples may use, 3 to A; of all natural ranks; of 5, T and K.
cdef extern from *:
    """
    #define FK_CHAIN UINT64_C(0x0001111111111110)
    #define FK_NATURAL UINT64_C(0x0011111111111110)
    #define FK_FIFTYK UINT64_C(0x0000100100001000)
    """
    const uint64_t CHAIN "FK_CHAIN"
    const uint64_t NATURAL "FK_NATURAL"
    const uint64_t FIFTYK_RANKS "FK_FIFTYK"

# Every reading of the cards (counts, suits, twice), longest chain first; returns how many, at most
# MAX_READINGS. The cards must be some that the rule set has.
cdef int readings(const Rules* rules, const Hand* cards, Play* out) noexcept nogil

# Whether play a beats play b; both must be readings under these rules, neither a pass.
cdef bint beats(const Rules* rules, const Play* a, const Play* b) noexcept nogil

# The order of the plays that beat every other kind: 0 for a play that is no bomb and no 510K.
cdef int bomb_strength(const Rules* rules, const Play* play) noexcept nogil

# The suits of a hand that can still matter (RULES.md 11); called is the bit of the called face
# where this hand is the partner's and the partnership is not known, else NOBODY.
cdef uint64_t live_suits(const Rules* rules, uint64_t suits, int called) noexcept nogil

# The hand with its dead suits dropped.
cdef Hand reduced(const Rules* rules, const Hand* hand, int called) noexcept nogil

# One play of a class: `play` with the faces of its dead cards filled in from `hand`, of which
# `live` are the live suits. Dead cards are taken without suit first, then d, c, h, s.
cdef Play with_faces(const Play* play, const Hand* hand, uint64_t live) noexcept nogil

# The class of a play: its faces that are not among the live ones dropped.
cdef Play without_dead(const Play* play, uint64_t live) noexcept nogil

# Whether the faces of a play are all in the hand.
cdef bint holds(const Hand* hand, const Play* play) noexcept nogil


# ---- straights: runs of a *line*, places or ranks as the rule set has it ---------------------------

cdef inline uint64_t line(const Rules* rules, uint64_t ranks) noexcept nogil:
    """The spaced mask on which straights of these ranks, a spaced mask, are runs."""
    return places(ranks) if rules.straights == LOW_ACE_STRAIGHTS else ranks & CHAIN


cdef inline uint64_t fives(uint64_t x) noexcept nogil:
    """The tops of all runs of five in a spaced mask (or four masks, one a bit of the nibbles)."""
    cdef uint64_t two = x & x << 4
    return two & two << 8 & x << 16


cdef inline uint64_t straight_tops(const Rules* rules, uint64_t tops, int n) noexcept nogil:
    """Of a mask of rank codes those that a straight of n cards may have as its top, on the line.

    Rank code r has place r + 1. The straight with its 2 in the lowest place has top place n; the thirteen
    ranks from A low are read from the 2 (READINGS.md R-5), where that is allowed.
    """
    if rules.straights != LOW_ACE_STRAIGHTS:
        return tops
    tops <<= 4
    if not rules.two_low_straight:
        return tops & ~bit_of(n)
    return tops & ~bit_of(12) if n == 13 else tops


cdef inline uint64_t straight_ranks(const Rules* rules, uint64_t top, int n) noexcept nogil:
    """The ranks of the straight of n cards whose top on the line is this bit."""
    cdef uint64_t run = ones(n) << 4 * (rank_of(top) - n + 1)
    return ranks_of_places(run) if rules.straights == LOW_ACE_STRAIGHTS else run


# ---- chains that jokers fill up --------------------------------------------------------------------

# The chains of n groups, each with a natural card at least, that a hand can make with its jokers.
ctypedef struct Filled:
    uint64_t most       # a count word: the naturals that a group of each rank can have
    uint64_t one        # spaced mask of the ranks whose groups can do with one natural less,
    uint64_t two        # and with two less
    uint64_t lacks      # by rank, the jokers that its group needs
    uint64_t tops       # spaced mask of the top ranks of all such chains
    uint64_t missing    # by top rank, the jokers that the chain needs


cdef inline Filled groups(uint64_t naturals, int k) noexcept nogil:
    """Of a hand with these naturals, the single groups of k cards, 2 or 3: what to lengthen to chains."""
    cdef Filled f
    f.tops = at_least_1(naturals) & CHAIN
    f.one = at_least_2(naturals) & CHAIN
    f.two = at_least_3(naturals) & CHAIN if k == 3 else 0
    f.most = f.tops + f.one + f.two
    f.lacks = k * f.tops - f.most
    f.missing = f.lacks
    return f


cdef inline void lengthen(Filled* f, int wild) noexcept nogil:
    """From all chains that so many jokers fill up to those of one group more."""
    # A chain that lacks too many is part of none that does not, so that nibbles hold six at most.
    f.tops = f.tops << 4 & at_least_1(f.most)
    f.missing = (f.missing << 4) + f.lacks & 15 * f.tops
    f.tops &= ~at_least(f.missing, wild + 1)
    f.missing &= 15 * f.tops


# ---- small facts that more than one module asks for ------------------------------------------------

cdef inline uint64_t pure_suits(uint64_t suits) noexcept nogil:
    """The suits, a set of four, of which a hand with these suits holds 5, T and K (nibbles 3, 8, 11)."""
    return suits >> 12 & suits >> 32 & suits >> 44 & 15


cdef inline bint has_fiftyk(uint64_t counts) noexcept nogil:
    """Whether cards of these counts hold a 5, a T and a K."""
    return at_least_1(counts) & FIFTYK_RANKS == FIFTYK_RANKS


cdef inline bint has_bomb(uint64_t naturals) noexcept nogil:
    """Whether naturals, a count word, hold four of a rank."""
    return at_least_4(naturals) != 0


cdef inline bint natural_answers(const Rules* rules, uint64_t naturals, const Play* last) noexcept nogil:
    """Whether naturals, a count word, answer a bomb with jokers by one of its size and rank without them."""
    cdef int rank = rank_of_play(last)
    return (
        rules.natural_bomb_higher and kind_of(last) == BOMB and last.counts & 15 != 0 and rank != 0
        and nibble(naturals, rank) >= n_of(last)
    )


cdef inline bint cannot_answer(const Rules* rules, uint64_t counts, const Play* last) noexcept nogil:
    """Whether a hand of these counts has no answer to a play, as far as a glance shows it.

    It has none without a bomb, a 510K or a joker, and without a group of a higher rank as large as those of
    the play.
    """
    cdef int kind = kind_of(last)
    cdef uint64_t groups
    if kind < FIFTYK:
        if kind == SINGLE:
            groups = at_least_1(counts)
        elif kind == PAIR or kind == PAIR_CHAIN:
            groups = at_least_2(counts)
        elif kind == STRAIGHT or kind == STRAIGHT_FLUSH:
            # A straight flush answers a straight of its own top, or of any.
            groups = ONES if rules.flushes else at_least_1(counts)
        else:
            groups = at_least_3(counts)
        if groups & above(rank_of_play(last)):
            return False
    return not (has_bomb(counts) or has_fiftyk(counts) or (rules.wild and counts & 15))
