"""The C side of fiftyk for other extensions: `from fiftyk._core cimport ...`.

docs/cython.md says how. Structures and their bit layout are in _types.pxd. All functions are
`noexcept nogil`, check nothing and own nothing: hand them what the Python classes here have validated, and
buffers of the size that their comments ask for.
"""

from libc.stdint cimport uint64_t

from fiftyk._combos cimport beats, holds, live_suits, readings, reduced, with_faces, without_dead
from fiftyk._count cimport count_plays
from fiftyk._generate cimport generate, nth_play
from fiftyk._monitor cimport Monitor
from fiftyk._position cimport (
    Signature, called_in, drop_dead, make, multiplier_fits, payoffs, places_of, points, scores, set_flow, signature,
    unmake,
)
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FACES, FIFTYK, Hand, KINDS as N_KINDS, MAX_READINGS, MAX_SEATS, NOBODY,
    PAIR, PAIR_CHAIN, PASS as PASS_KIND, PURE_FIFTYK, Play, Pos, Rules, SINGLE, STRAIGHT, STRAIGHT_FLUSH, State, TRIPLE,
    TRIPLE_ONE, TRIPLE_TWO, Undo, kind_of, n_of, rank_of_play,
)


cdef class Table:
    cdef Rules c
    cdef readonly frozenset no_call_ranks


cdef class Move:
    cdef Play c

    @staticmethod
    cdef Move wrap(const Play* play)


cdef class MoveList:
    cdef Play* items
    cdef Py_ssize_t n
    cdef Hand hand          # the mover's hand with all its suits
    cdef unsigned long long live
    cdef bint faces
    # A class is shown by one of its plays, made when it is asked for.
    cdef Move get(self, Py_ssize_t i)
    cdef Py_ssize_t find(self, object move) except -2


# Memory for so many lists of n plays, for PyMem_Free. Raises MemoryError, also for n above MOST_MOVES.
cdef Play* room_for(uint64_t n, uint64_t lists=*) except NULL


# The most moves that this position, or any to come, can have.
cdef uint64_t most_moves(const Rules* rules, const Pos* pos) noexcept nogil


cdef class Position:
    cdef Pos c              # in faces mode: every suit kept
    cdef Table table_
    cdef readonly object rules
    cdef Undo* undos
    cdef Py_ssize_t depth, room
    cdef list moves         # those pushed, one an undo
    # The classes-mode twin, for search: dead suits dropped.
    cdef Pos classes(self) noexcept
    cdef void check_legal(self, Move move, object shown)
    cdef Move reading_of(self, Move move)
    cdef Move legal(self, move)
