"""What cards make and what beats what (RULES.md 2, 3 and 11), on packed words without the GIL."""

from libc.stdint cimport uint64_t

from fiftyk._types cimport Hand, Play, Rules

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
