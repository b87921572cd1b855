"""The search of plain positions (see _endgame.pyx)."""

from libc.stdint cimport int64_t

from fiftyk._node cimport Search
from fiftyk._plain cimport Plain

# Fills s.plain, for the question and the parts of the search that are left out.
cdef void count_plainly(Search* s) noexcept nogil

# What search() is for other positions.
cdef int64_t search_plain(Search* s, Plain* p, int64_t t) noexcept nogil
