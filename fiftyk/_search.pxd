"""The solver's search (see _search.pyx)."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fiftyk._bits cimport total
from fiftyk._core cimport Hand, Play, Pos
from fiftyk._question cimport Question
from fiftyk._table cimport Table

cdef enum:
    POLL_EVERY = 1 << 15    # moves listed between two looks at the clock and at Ctrl-C: a few milliseconds
    BUSY_SLOTS = 1 << 14
    # Most positions that a search meets have few cards, and if again, then soon: in a table that stays in the
    # second cache of a processor they are found sooner, and the large one, which has to come from memory, stays
    # smaller. With fewer still they are searched as fast as looked up.
    NEAR_CARDS = 9
    NEAR_SIZE = 1 << 19     # bytes of that table
    LEAF_CARDS = 4

# Parts of the search that a test can leave out; values do not depend on them.
cdef enum Part:
    BOUNDS = 1          # static bounds
    ENDS = 2            # certain ends
    PASSES = 4          # forced passes are no nodes
    ISOMORPHISM = 8     # one entry of the table for positions that are the same for the rules
    OUTLOOK = 16        # look_ahead
    NEAR = 32           # small positions in a table of their own, or in none

# What threads that answer one question together share, beside the table.
ctypedef struct Team:
    bint halt                   # all stop: one has the answer, or the table is full and can grow
    bint answered               # value is there
    int64_t value
    char apart[48]              # what is written often is not on the cache line of what is read often
    uint64_t busy[BUSY_SLOTS]   # moves that some thread is searching: a hint, written without locks

ctypedef struct Search:
    Question q
    Table* table
    Table near              # of this thread alone: small positions found lately
    Team* team              # NULL: one thread
    Play* arena             # move lists of the path, one behind the other
    int32_t* order          # of the move with the same index
    Py_ssize_t arena_size
    Py_ssize_t longest      # no list of this position or below is longer
    int64_t room            # empty entries of the table that it may still fill
    uint64_t nodes
    uint64_t node_limit
    int64_t countdown       # moves still to be listed before the next look
    int without             # Parts that are left out
    bint look_ahead         # the order of moves looks at who will be the first out
    bint turned             # the order of moves is the other one
    bint stop               # results are void: a limit ran out, Ctrl-C, or the team halts
    bint halted             # it is the team that halts
    void* monitor           # a Monitor
    char apart[128]         # what this thread writes is on no cache line, nor the one beside, of the next thread's


cdef inline int cards_held(const Pos* p) noexcept nogil:
    return total(p.hands[0].counts + p.hands[1].counts + p.hands[2].counts + p.hands[3].counts)


# Where positions of so many cards are kept; NULL: nowhere.
cdef inline Table* table_of(Search* s, int cards) noexcept nogil:
    if cards > NEAR_CARDS or s.without & NEAR:
        return s.table
    return &s.near if cards > LEAF_CARDS else NULL


# A bound of the value of s.q.pos: at least t, and then a lower bound; or below t, an upper bound. Void once
# s.stop is set. base: where the lists of this node and below go in the arena. The position is as before on
# return.
cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil

# The order in which moves are tried: the smaller, the sooner.
cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil
