"""What a long computation without the GIL says and hears meanwhile."""

import time

from cpython.exc cimport PyErr_CheckSignals

# Seconds between two reports. Threads that wait for another one hear of Ctrl-C at a report.
cdef double REPORT_EVERY = 0.04


cdef class Monitor:
    def __cinit__(self, callback=None):
        self.error = None
        self.enough = False
        self.callback = callback
        self.next_report = time.monotonic() + REPORT_EVERY

    cdef object report(self):
        """What the callback is given; computations say more in a subclass."""
        return None

    cdef int poll(self) noexcept with gil:
        if self.error is not None:
            return 1
        try:
            PyErr_CheckSignals()
            if self.callback is not None and time.monotonic() >= self.next_report:
                self.next_report = time.monotonic() + REPORT_EVERY
                self.enough = self.callback(self.report()) is True
        except BaseException as error:
            self.error = error
            return 1
        return 0


cdef class Watch(Monitor):
    def __cinit__(self, callback=None):
        self.started = time.monotonic()

    cdef int limit(self, seconds) except -1:
        """Set the deadline so many seconds after it began to watch; None: none."""
        self.deadline = None if seconds is None else self.started + seconds
        return 0

    cdef double elapsed(self):
        """Seconds since it began to watch."""
        return time.monotonic() - self.started

    cdef int poll(self) noexcept with gil:
        self.stopped = (
            Monitor.poll(self) or self.enough or (self.deadline is not None and time.monotonic() >= self.deadline)
        )
        return self.stopped
