"""A guess of who will be the first out (see _outlook.pyx)."""

from libc.stdint cimport int32_t

from fiftyk._question cimport Question

# The odds that a seat of q.mask is the first out, as a hundred times their natural logarithm; lead: the seat
# that has the lead or the play to beat.
cdef int32_t outlook(const Question* q, int lead) noexcept nogil
