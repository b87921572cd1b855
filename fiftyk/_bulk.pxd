"""Rows of arrays as C structures, and the checks that make them safe to work on."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from fiftyk._types cimport MAX_SEATS, Hand, Play, Rules

# A position with all its suits, as a row of an array (POSITION in arrays.py). Its layout is its own and
# stays as it is whatever becomes of Pos: sides follow from the call, and nothing is kept that follows from
# other fields. NOBODY (-1) where there is no seat or no called face to name.
ctypedef struct Row:
    Hand hands[MAX_SEATS]
    Play last
    uint64_t multiplier
    int16_t table
    int16_t captured[MAX_SEATS]
    int8_t turn
    int8_t last_seat
    int8_t n_out
    int8_t out[MAX_SEATS]
    int8_t caller
    int8_t partner
    int8_t called
    int8_t known
    int8_t soloist
    int8_t announced

# What can be wrong with a row; the sentences are in _bulk.pyx, in this order.
cdef enum RowFault:
    FINE
    BAD_FACE
    TOO_MANY
    TOO_FEW
    HAND_TOO_LARGE
    NO_PLAY
    NO_CODE
    NOT_HELD
    NO_SEAT
    CARDS_SHARED
    BAD_TURN
    BAD_LAST
    BAD_OUT
    BAD_CALL
    BAD_POINTS
    BAD_MULTIPLIER

# These return a RowFault. A hand or a play that is FINE can be given to every function of the core under the
# same rules, and so can the hands and the last play of a row. A play is FINE if it is the pass or exactly one
# of the readings of its cards.
cdef int hand_fault(const Rules* rules, const Hand* hand) noexcept nogil
cdef int play_fault(const Rules* rules, const Play* play) noexcept nogil
cdef int row_fault(const Rules* rules, const Row* row) noexcept nogil

# Puts a face code into a hand, 0 none.
cdef int add_card(Hand* hand, int code) noexcept nogil

cdef enum:
    PURES = 4           # planes that tell of a pure 510K, one a suit


cdef inline int planes_of(const Rules* rules) noexcept nogil:
    """How many planes some cards have."""
    return 13 * 4 * rules.packs + rules.wild + 2 * rules.high_jokers + PURES


# Writes the planes of bulk.features for the cards of a count word and a suit word; returns where the next ones go.
cdef uint8_t* put_planes(const Rules* rules, uint64_t counts, uint64_t suits, uint8_t* out) noexcept nogil
