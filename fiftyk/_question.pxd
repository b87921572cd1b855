"""What is asked of the solver: objectives and their values (RULES.md 12)."""

from libc.stdint cimport int8_t, int64_t, uint64_t

from fiftyk._bits cimport popcount4
from fiftyk._core cimport Pos, Rules, Signature
from fiftyk._types cimport MAX_SEATS, State

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
    bint by_points      # the value of fixed sides follows from the points and from who is out
    bint additive       # the value is what is banked and what is to come
    int8_t team[2][2]   # with two sides: the seats that want it low, high


# Asks about q.pos for a seat: fills in the rest of the question. The rules and the position are there.
cdef void ask(Question* q, int objective, int seat) noexcept nogil

# `win` with fixed sides is decided by the sign of a number that takes ties into account; other values are
# what they are.
cdef bint sign_only(const Question* q) noexcept nogil

# Whether two seats of four want the value high and two want it low.
cdef inline bint two_against_two(const Question* q) noexcept nogil:
    return q.rules.seats == MAX_SEATS and popcount4(q.mask) == 2

# +1 for a seat that wants the value high, else -1.
cdef inline int sign_of(const Question* q, int seat) noexcept nogil:
    return 1 if q.mask >> seat & 1 else -1

# Whether the value is known without search: the hand is over; for `first`, a seat is out.
cdef inline bint settled(const Question* q) noexcept nogil:
    return q.pos.state.turn < 0 or (q.objective == FIRST and q.pos.state.n_out > 0)

# The value of a settled position.
cdef int64_t terminal(const Question* q) noexcept nogil

# The points captured by fixed sides: by the one that wants the value high, and by the other.
cdef inline void fixed_captures(const Question* q, int* high, int* low) noexcept nogil:
    cdef const State* state = &q.pos.state
    high[0] = state.captured[0] + state.captured[2]
    low[0] = state.captured[1] + state.captured[3]
    if not q.mask & 1:
        high[0], low[0] = low[0], high[0]


# What banked says for all that is not by_points.
cdef int64_t other_banked(const Question* q) noexcept nogil

# The part of the value that is settled: value - banked depends on the key alone.
cdef inline int64_t banked(const Question* q) noexcept nogil:
    cdef const State* state = &q.pos.state
    cdef int high = 0, low = 0, first = 0
    if not q.by_points:
        return other_banked(q)
    fixed_captures(q, &high, &low)
    if state.n_out:
        first = sign_of(q, state.out[0])
    return 2 * (high - low) + 41 * first if q.objective == WIN else high - low + 20 * first


# What the seat on turn needs for its side to be right about "at least t?": the least future value, as it sees it, in
# points. bank: what is banked.
cdef inline int64_t need(const Question* q, int64_t bank, int64_t t) noexcept nogil:
    cdef int64_t least = t - bank
    if q.objective == FIRST:
        return 0
    if not q.mask >> q.pos.state.turn & 1:
        least = 1 - least
    return least // 2 if q.objective == WIN else least

# What the future value is multiplied by: the stakes so far.
cdef inline int64_t scale(const Question* q) noexcept nogil:
    return <int64_t>q.pos.state.multiplier if q.objective == PAYOFF else 1

# Doubles the bounds of a payoff where it may still be doubled.
cdef void widen(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil

# What bounds says for all that is not by_points.
cdef void other_bounds(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil

# Bounds of the value without search, of a position that is not settled.
#
# With fixed sides a point counts one way or the other, wherever it ends: captured, or left in a hand of the
# other side. Each seat still in may lose 20, and 20 (with the tie) goes to the first out.
cdef inline void bounds(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil:
    cdef const State* state = &q.pos.state
    cdef int high = 0, low = 0, most, least, up = 1, down = -1
    if not q.by_points:
        other_bounds(q, lower, upper)
        return
    fixed_captures(q, &high, &low)
    most = q.on_hand - 2 * low + 20 * popcount4(state.holding & ~q.mask)
    least = 2 * high - q.on_hand - 20 * popcount4(state.holding & q.mask)
    if state.n_out:
        up = down = sign_of(q, state.out[0])
    if q.objective == WIN:
        upper[0] = 2 * most + 41 * up
        lower[0] = 2 * least + 41 * down
        return
    upper[0] = most + 20 * up
    lower[0] = least + 20 * down
    if q.objective == PAYOFF:
        widen(q, lower, upper)

# The signature of everything that (value - banked) / scale depends on, and nothing else.
cdef Signature key_of(const Question* q) noexcept nogil
