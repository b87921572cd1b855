"""What counts of the hands say of a position, and a guess from them of who will be the first out: it decides nothing.

The guess is made by a small net (one layer of rectified units), with weights fitted by bench/outlook.py to positions of
classic4 whose first seat out is known. All in whole numbers: every machine searches alike.
"""

from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport (
    ONES, above, at_least_1, at_least_2, at_least_3, at_least_4, exactly, highest, size, total,
)
from fiftyk._combos cimport CHAIN, fives, has_fiftyk
from fiftyk._core cimport Play, Position
from fiftyk._question cimport FIRST, Question, ask, two_against_two
from fiftyk._types cimport MAX_SEATS, PAIR, SINGLE, kind_of, rank_of_play
from fiftyk._weights cimport BIAS, HIDDEN, OUT, OUT_BIAS, WEIGHTS, WIDTH

cdef enum:
    TURN_INPUT = 4 * HAND_INPUTS    # which of the four is on turn
    KIND_INPUT = TURN_INPUT + 4     # whether a single card is to beat, a pair, something else
    RANK_INPUT = KIND_INPUT + 3     # its rank, and what the three others have above it

# How many ranks a side holds that are above a rank: masks of the ranks with one and more, two and more, ...
ctypedef struct Above:
    uint64_t ones       # ranks of which somebody has a card
    uint64_t one[4]
    uint64_t two[3]
    uint64_t three[2]


cdef inline void steps(uint64_t ranks, uint64_t* below, int n) noexcept nogil:
    """The ranks below the highest of these, below the second highest, and so on."""
    cdef uint64_t top
    cdef int i
    for i in range(n):
        below[i] = 0
        if ranks:
            top = highest(ranks)
            ranks ^= top
            below[i] = ONES & (top - 1)


cdef inline void look_at_hand(uint64_t c, const Above* others, int16_t* x) noexcept nogil:
    """The HAND_INPUTS of a hand of these counts; others: what the other side holds."""
    cdef uint64_t one = exactly(c, 1), two = exactly(c, 2), three = exactly(c, 3)
    cdef uint64_t tops = fives(at_least_1(c) & CHAIN), links = at_least_2(c) & CHAIN
    cdef uint64_t equal = others.ones & ~others.one[0]
    cdef int i
    x[0] = total(c)
    x[1] = size(one)
    x[2] = size(two)
    x[3] = size(three)
    x[4] = size(at_least_4(c))
    # Plays that triples take along, and those that a straight or a chain of pairs saves.
    x[5] = min(size(three), size(one | two))
    x[6] = max(size(tops) + 3 if tops else 0, size(links & links >> 4))
    x[7] = has_fiftyk(c)
    # Groups by how many ranks of the other side are above them.
    for i in range(4):
        x[8 + i] = size(one & others.one[i])
    for i in range(3):
        x[12 + i] = size(two & others.two[i])
    for i in range(2):
        x[15 + i] = size(three & others.three[i])
    # Cards above all of the other side's, and as high as its highest.
    x[17] = total(c & 15 * (ONES & ~others.one[0] & ~equal))
    x[18] = total(c & 15 * equal)


cdef void around(const Question* q, int lead, int* seats) noexcept nogil:
    cdef int i, seat, opponents = 0
    seats[0] = lead
    for i in range(1, MAX_SEATS):
        seat = (lead + i) & 3
        if (q.mask >> seat ^ q.mask >> lead) & 1:
            seats[1 + 2 * opponents] = seat
            opponents = 1
        else:
            seats[2] = seat


cdef void look(const Question* q, int lead, int turn, const Play* last, int16_t* x) noexcept nogil:
    cdef uint64_t ones[2]
    cdef uint64_t twos[2]
    cdef uint64_t threes[2]
    cdef Above tops[2]
    cdef int seats[MAX_SEATS]
    cdef uint64_t c, higher
    cdef int i, seat, side, kind
    for side in range(2):
        ones[side] = twos[side] = threes[side] = 0
    for seat in range(MAX_SEATS):
        c = q.pos.hands[seat].counts
        side = q.mask >> seat & 1
        ones[side] |= at_least_1(c)
        twos[side] |= at_least_2(c)
        threes[side] |= at_least_3(c)
    for side in range(2):
        tops[side].ones = ones[side]
        steps(ones[side], tops[side].one, 4)
        steps(twos[side], tops[side].two, 3)
        steps(threes[side], tops[side].three, 2)
    around(q, lead, seats)
    memset(x + TURN_INPUT, 0, (WIDTH - TURN_INPUT) * sizeof(int16_t))
    for i in range(MAX_SEATS):
        look_at_hand(q.pos.hands[seats[i]].counts, &tops[1 - (q.mask >> seats[i] & 1)], x + i * HAND_INPUTS)
        x[TURN_INPUT + i] = seats[i] == turn
    if last.suits == 0:
        return
    # What is to beat, and how many groups of each other hand could.
    kind = kind_of(last)
    x[KIND_INPUT + (0 if kind == SINGLE else 1 if kind == PAIR else 2)] = 1
    if kind == SINGLE or kind == PAIR:
        x[RANK_INPUT] = rank_of_play(last)
        higher = above(rank_of_play(last))
        for i in range(1, MAX_SEATS):
            c = q.pos.hands[seats[i]].counts
            x[RANK_INPUT + i] = size(higher & (at_least_1(c) if kind == SINGLE else at_least_2(c)))


def inputs(Position position not None, int lead, int turn) -> list[int]:
    """Return what the guess is made of, for its fit and its tests.

    Raises ValueError for seats that are none, and where the sides are not two against two.
    """
    cdef Question q
    cdef int16_t x[WIDTH]
    q.rules = position.table_.c
    q.pos = position.classes()
    if not (0 <= lead < q.rules.seats and 0 <= turn < q.rules.seats):
        raise ValueError(f"seats {lead} and {turn} of {q.rules.seats}")
    ask(&q, FIRST, lead)
    if not two_against_two(&q):
        raise ValueError("the sides are not two against two")
    look(&q, lead, turn, &q.pos.state.last, x)
    return [x[i] for i in range(INPUTS)]


cdef inline int32_t net(const int16_t* x) noexcept nogil:
    """The odds of the side of lead, 4,096 times."""
    cdef int32_t sum = OUT_BIAS, unit
    cdef int i, j
    for j in range(HIDDEN):
        # In this form compilers see a dot product, for which processors have instructions.
        unit = 0
        for i in range(WIDTH):
            unit += <int32_t>x[i] * <int32_t>WEIGHTS[WIDTH * j + i]
        sum += max(unit + BIAS[j], 0) * OUT[j]
    return sum


cdef int32_t outlook(const Question* q, int lead, int turn, const Play* last) noexcept nogil:
    cdef int16_t x[WIDTH]
    cdef int32_t odds
    look(q, lead, turn, last, x)
    odds = net(x) * 25 >> 10
    return odds if q.mask >> lead & 1 else -odds
