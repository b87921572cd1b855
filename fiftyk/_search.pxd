"""The solver's search (see _search.pyx)."""

from libc.stdint cimport int64_t

from fiftyk._node cimport Search

# A bound of the value of s.q.pos: at least t, and then a lower bound; or below t, an upper bound. Void once
# s.stop is set. base: where the lists of this node and below go in the arena. The position is as before on
# return.
cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil
