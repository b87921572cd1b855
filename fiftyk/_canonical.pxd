"""Positions up to isomorphism: what is the same for the rules gets the same words."""

from libc.stdint cimport uint64_t

from fiftyk._types cimport MAX_SEATS, Pos, Rules

# A position without what no rule can see: the ranks that no hand holds are squeezed out, and what
# makes a rank more than its place among the others is said by its tag.
ctypedef struct Canonical:
    uint64_t counts[MAX_SEATS]
    bint suited         # whether any suit matters; else the next two are void
    uint64_t suits[MAX_SEATS]
    uint64_t twice[MAX_SEATS]
    uint64_t tags       # a nibble a rank: see _canonical.pyx
    uint64_t last       # kind, n and place of the play to beat; 0 on lead
    uint64_t called     # the called face, while it is live

# with_points: whether the points of cards matter.
cdef void canonical(const Rules* rules, const Pos* p, bint with_points, Canonical* c) noexcept nogil
