"""Proof-number search (see _proof.pyx)."""

from libc.stdint cimport int64_t

from fiftyk._node cimport Search

# Another way than search() to the answer for `first`, over the same table: 1 if a seat of q.mask is the first
# out at s.q.pos, else -1. Void once s.stop is set. The position is as before on return.
cdef int64_t prove(Search* s) noexcept nogil
