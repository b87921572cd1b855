"""A guess of who will be the first out (see _outlook.pyx)."""

from libc.stdint cimport int16_t, int32_t

from fiftyk._core cimport Play
from fiftyk._question cimport Question

cdef enum:
    HAND_INPUTS = 19
    INPUTS = 87

# The seats in the order in which it looks at them, from one of them: its mate is the third, also where a call has put
# it elsewhere.
cdef void around(const Question* q, int lead, int* seats) noexcept nogil

# What the guess is made of: small counts. Two seats want the value high. lead: the seat that has the lead or the play
# to beat; turn: the seat on turn; last: the play, none on lead.
cdef void look(const Question* q, int lead, int turn, const Play* last, int16_t* x) noexcept nogil

# The odds that a seat of q.mask is the first out, as a hundred times their natural logarithm.
cdef int32_t outlook(const Question* q, int lead, int turn, const Play* last) noexcept nogil
