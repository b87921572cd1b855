"""Counting of legal plays."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from fiftyk._types cimport Hand, Play, Rules

# How many plays generate() lists for the same arguments, without listing them. The number of each
# kind is added to by_kind[KINDS], which may be NULL.
cdef uint64_t count_plays(const Rules* rules, const Hand* hand, const Play* last, uint64_t* by_kind) noexcept nogil

# Counts of one hand's moves, each made when it is first asked for: as long as the hand stays the same,
# how many answers a play has depends on its kind, n and rank alone. Zero it before the first use.
cdef enum:
    REPLY_SLOTS = 15 * 14   # kind (0: on lead) times n, up to 13

ctypedef struct Replies:
    Hand hand
    uint16_t known[REPLY_SLOTS]         # bit r: the count for rank r is there
    uint32_t counts[REPLY_SLOTS][16]

# count_plays with the counts of this hand so far.
cdef uint64_t count_replies(Replies* replies, const Rules* rules, const Hand* hand, const Play* last) noexcept nogil
