"""Ctrl-C and progress in long computations."""

from libc.stdint cimport int64_t


cdef class Monitor:
    """Lets a long computation without the GIL hear Ctrl-C and report its progress.

    poll() is to be called every few milliseconds; when it returns nonzero the computation must wind
    up, and its caller re-raise `error`.
    """

    cdef public object error
    cdef object callback
    cdef bint enough        # the callback has returned True: who asked has heard enough
    cdef double next_report
    cdef int poll(self) noexcept with gil
    cdef object report(self)


# Counts work down, and asks a Monitor once `every` so much is done: whether the computation must wind up.
cdef inline bint interrupted(void* monitor, int64_t* countdown, int64_t work, int64_t every) noexcept nogil:
    countdown[0] -= work
    if countdown[0] > 0:
        return False
    countdown[0] = every
    return (<Monitor>monitor).poll() != 0


cdef class Watch(Monitor):
    """A Monitor that watches the clock too: poll() also returns nonzero once a deadline is over, or the callback
    has heard enough.
    """

    cdef double started
    cdef object deadline    # None: there is none
    cdef bint stopped       # what poll() said last
    cdef double elapsed(self)
    cdef int limit(self, seconds) except -1
