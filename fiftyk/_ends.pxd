"""Ends that are certain (see _ends.pyx)."""

from fiftyk._question cimport Question

# For `first`: whether the side on turn is sure of the first seat out, as far as simple ways to it show.
cdef bint first_is_sure(const Question* q) noexcept nogil

# For `first`: whether the other side is, where this is not the case.
cdef bint first_is_lost(const Question* q) noexcept nogil

# Whether the seat on turn, on lead or with a play to beat, can put down its hand so that no opponent can help it,
# as far as simple ways to it show.
cdef bint goes_out_for_sure(const Question* q) noexcept nogil

# For margins: whether the seat on turn, the last of its side with cards, can end the hand with nothing more
# captured by the other side. It then gets all that is left to get: the value is the static bound that is best for
# its side. (Payoffs depend on what is captured, too.)
cdef inline bint ends_it(const Question* q) noexcept nogil:
    cdef int turn = q.pos.state.turn
    cdef int side = q.mask if q.mask >> turn & 1 else ~q.mask
    return q.fixed and q.slope != 0 and q.pos.state.holding & side == 1 << turn and goes_out_for_sure(q)
