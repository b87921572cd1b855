"""The order in which moves are tried (see _order.pyx)."""

from libc.stdint cimport int16_t, int32_t, int64_t

from fiftyk._core cimport Hand, Play
from fiftyk._question cimport Question

cdef enum:
    NET_CARDS = 18      # with fewer in all hands a net costs more than it saves
    PASS_LAST = 1 << 20     # the priority of the pass: above that of every play
    LAST = 1 << 22      # above every number of an order

# A net that orders moves: what it adds for the inputs of a position and of a move to each of its units, and for units
# above 0, and the inputs of a move, to the score of the move.
ctypedef struct Net:
    const int16_t* position     # by unit, then by input
    const int16_t* bias         # by unit
    const int16_t* move         # by input, then by unit
    const int16_t* out          # by unit
    const int16_t* direct       # by input

# The net for such questions; NULL: there is none.
cdef const Net* net_for(const Question* q) noexcept nogil

# An order for the n moves of the seat on turn: the smaller, the sooner. By rules of thumb, two of them,
cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil
cdef int32_t other_priority(const Hand* hand, const Play* play) noexcept nogil

# or by a net, from the priorities. need: what the future value has to be for the seat on turn, as it sees it.
cdef void order_by_net(
    const Net* net, const Question* q, int64_t need, const Play* moves, int32_t* order, Py_ssize_t n
) noexcept nogil
