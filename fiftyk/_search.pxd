"""The solver's search (see _search.pyx)."""

from libc.stdint cimport int32_t, int64_t

from fiftyk._core cimport Hand, Play
from fiftyk._node cimport Search
from fiftyk._question cimport Question

# A bound of the value of s.q.pos: at least t, and then a lower bound; or below t, an upper bound. Void once
# s.stop is set. base: where the lists of this node and below go in the arena. The position is as before on
# return.
cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil

# The order in which moves are tried: the smaller, the sooner.
cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil

# Moves the priorities of moves of the seat on turn by what they do to the odds of being the first out: where
# s.look_ahead is set, with OUTLOOK_CARDS or more.
cdef void look_ahead(Search* s, const Play* moves, int32_t* order, Py_ssize_t n) noexcept nogil
