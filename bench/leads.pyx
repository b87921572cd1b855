"""What generation costs seen from C: hands on lead, no Python in the loops. leads.py builds it."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from fiftyk._core cimport Hand, NOBODY, Play, Table, count_plays, generate, reduced


cdef class Leads:
    """Hands, rows of HAND as words, as they are in classes or in faces mode."""

    cdef Table table
    cdef Hand* hands
    cdef Play* moves
    cdef Py_ssize_t n

    def __cinit__(self, Table table not None, const uint64_t[::1] words not None, bint faces):
        cdef Play lead
        cdef Hand hand
        cdef uint64_t most = 0, found
        cdef Py_ssize_t i
        self.table = table
        self.n = words.shape[0] // 3
        self.hands = <Hand*>malloc(self.n * sizeof(Hand))
        if self.hands == NULL:
            raise MemoryError
        lead.counts = lead.suits = lead.twice = 0
        for i in range(self.n):
            hand = (<const Hand*>&words[0])[i]
            self.hands[i] = hand if faces else reduced(&table.c, &hand, NOBODY)
            found = count_plays(&table.c, &self.hands[i], &lead, NULL)
            most = max(most, found)
        self.moves = <Play*>malloc(most * sizeof(Play))
        if self.moves == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.hands)
        free(self.moves)

    def list_all(self, int rounds=1):
        """List the moves of all hands, one list over the other; return how many a round has."""
        cdef Play lead
        cdef uint64_t found = 0
        cdef Py_ssize_t i
        lead.counts = lead.suits = lead.twice = 0
        with nogil:
            for _ in range(rounds):
                found = 0
                for i in range(self.n):
                    found += generate(&self.table.c, &self.hands[i], &lead, self.moves)
        return found

    def count_all(self, int rounds=1):
        """Count them."""
        cdef Play lead
        cdef uint64_t found = 0
        cdef Py_ssize_t i
        lead.counts = lead.suits = lead.twice = 0
        with nogil:
            for _ in range(rounds):
                found = 0
                for i in range(self.n):
                    found += count_plays(&self.table.c, &self.hands[i], &lead, NULL)
        return found
