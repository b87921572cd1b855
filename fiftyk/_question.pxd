"""What is asked of the solver: objectives and their values (RULES.md 12)."""

from libc.stdint cimport int8_t, int64_t, uint64_t

from fiftyk._core cimport Pos, Rules, Signature

cdef enum Objective:
    MARGIN
    SCORE
    PAYOFF
    WIN
    FIRST

ctypedef struct Question:
    Rules rules
    Pos pos             # the position under search, in classes mode
    int objective
    int seat            # the seat asked about
    uint64_t number     # among the questions whose values one table has: part of the key
    int mask            # the seats that want the value high
    int on_hand         # all points of the root: in hands, on the table, captured
    int step            # no two values are closer
    int slope           # how fast the value moves with the points on the table; 0: they are in the key
    bint fixed          # two sides, seats opposite: no call
    bint additive       # the value is what is banked and what is to come
    int8_t team[2][2]   # with two sides: the seats that want it low, high


# Asks about q.pos for a seat: fills in the rest of the question. The rules and the position are there.
cdef void ask(Question* q, int objective, int seat) noexcept nogil

# `win` with fixed sides is decided by the sign of a number that takes ties into account; other values are
# what they are.
cdef bint sign_only(const Question* q) noexcept nogil

# +1 for a seat that wants the value high, else -1.
cdef inline int sign_of(const Question* q, int seat) noexcept nogil:
    return 1 if q.mask >> seat & 1 else -1

# Whether the value is known without search: the hand is over; for `first`, a seat is out.
cdef inline bint settled(const Question* q) noexcept nogil:
    return q.pos.state.turn < 0 or (q.objective == FIRST and q.pos.state.n_out > 0)

# The value of a settled position.
cdef int64_t terminal(const Question* q) noexcept nogil

# The part of the value that is settled: value - banked depends on the key alone.
cdef int64_t banked(const Question* q) noexcept nogil

# What the future value is multiplied by: the stakes so far.
cdef inline int64_t scale(const Question* q) noexcept nogil:
    return <int64_t>q.pos.state.multiplier if q.objective == PAYOFF else 1

# Bounds of the value without search, of a position that is not settled.
cdef void bounds(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil

# The signature of everything that (value - banked) / scale depends on, and nothing else.
cdef Signature key_of(const Question* q) noexcept nogil
