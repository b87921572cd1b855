"""A hand in progress: moves made and unmade, its end, its scores, its signature (RULES.md 4 to 7)."""

from libc.stdint cimport int64_t, uint64_t

from fiftyk._bits cimport fold, nibble
from fiftyk._types cimport NOBODY, Hand, Play, Pos, Rules, Undo

# 128 bits that identify a position (see signature).
ctypedef struct Signature:
    uint64_t a
    uint64_t b


cdef inline void absorb(Signature* s, uint64_t word) noexcept nogil:
    """One word into both lanes, which use different multipliers and word orders."""
    s.a = fold(s.a ^ word, <uint64_t>0x9E3779B97F4A7C15)
    s.b = fold(s.b ^ (word << 32 | word >> 32), <uint64_t>0xD6E8FEB86659FD93) + word


cdef inline int points(uint64_t counts) noexcept nogil:
    """The points of the cards of a count word: 5 a five, 10 a ten or king."""
    return 5 * nibble(counts, 3) + 10 * (nibble(counts, 8) + nibble(counts, 11))


cdef inline int called_in(const Pos* p, int seat) noexcept nogil:
    """The bit of the called face where it is live: in the partner's hand, not yet known; else NOBODY."""
    return p.called if seat == p.partner and not p.state.known else NOBODY


# Whether laizi's stakes can have been multiplied so often when `cards` are still in hands: 1 elsewhere.
cdef bint multiplier_fits(const Rules* rules, uint64_t multiplier, int cards) noexcept nogil

# Makes a legal move; undo gets what unmake needs. A position in classes mode (p.faces == 0) keeps its
# hands reduced to live suits.
cdef void make(const Rules* rules, Pos* p, const Play* play, Undo* undo) noexcept nogil

# The same for good: there is no way back.
cdef void advance(const Rules* rules, Pos* p, const Play* play) noexcept nogil

# Makes the pass where it is legal; nothing changes but the state, so that this is all to keep for the way back.
cdef void pass_on(const Rules* rules, Pos* p) noexcept nogil

# Takes the latest move back.
cdef void unmake(Pos* p, const Undo* undo) noexcept nogil

# Whether these seats, a set, being out ends the hand (RULES.md 5); side is the set of seats of either side, where there
# are two.
cdef bint is_over(const Rules* rules, int out, int soloist, int side) noexcept nogil

# Fills p.flow from the rules and the roles; p.state.holding and the seats out are the caller's.
cdef void set_flow(const Rules* rules, Pos* p) noexcept nogil

# Turns a position in faces mode into its classes: dead suits dropped.
cdef void drop_dead(const Rules* rules, Pos* p) noexcept nogil

# Of a hand that is over, each array with one number a seat. Payoffs are in halves, as a side shares its
# payoff between two seats. places() is for classic3: 1, 2, 3.
cdef void scores(const Rules* rules, const Pos* p, int64_t* out) noexcept nogil
cdef void payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil
cdef void places_of(const Rules* rules, const Pos* p, int* out) noexcept nogil

# The signature of a position in classes mode: equal for positions that no rule can tell apart.
cdef Signature signature(const Rules* rules, const Pos* p) noexcept nogil
