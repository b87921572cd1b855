"""The order in which the search tries moves: what is likely to answer the question, and takes little to show it.

By rules of thumb, or, where many cards are left, by a small net, one for each objective (of fixed sides of two; for
`first` of any). Its weights are fitted by bench/order.py to positions that a search meets, where it is known of every
move whether it answers the question and how many nodes that takes. Of a position it sees the counts that _outlook.pyx
makes of the hands, the points, and how much the seat on turn needs; of a move, what it does to the hand and who has
higher. All in whole numbers: every machine searches alike.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport above, at_least_1, at_least_2, at_least_3, size, total
from fiftyk._core cimport Hand, Play, Position, generate, kind_of, n_of, points, rank_of_play
from fiftyk._nets cimport (
    FIRST_BIAS, FIRST_DIRECT, FIRST_MOVE, FIRST_OUT, FIRST_POSITION, MARGIN_BIAS, MARGIN_DIRECT, MARGIN_MOVE,
    MARGIN_OUT, MARGIN_POSITION, POSITION_WIDTH, UNITS, WIN_BIAS, WIN_DIRECT, WIN_MOVE, WIN_OUT, WIN_POSITION,
)
from fiftyk._outlook cimport INPUTS as HAND_INPUTS, around, look
from fiftyk._question cimport FIRST, Question, WIN, ask, two_against_two
from fiftyk._types cimport FIFTYK, MAX_SEATS, PAIR, RANK_2, SINGLE, TRIPLE

cdef enum:
    POINTS_INPUT = HAND_INPUTS          # of the four hands, in fives, and on the table
    OUT_INPUT = POINTS_INPUT + 5        # 1 and -1 for the side of the seat that is out
    LAST_INPUT = OUT_INPUT + 1          # which of the others has the play to beat
    NEED_INPUT = LAST_INPUT + 3         # in fives
    LEAD_INPUT = NEED_INPUT + 1         # whether there is no play to beat
    POSITION_INPUTS = LEAD_INPUT + 1
    MOVE_INPUTS = 17
    MOST_NEED = 30                      # more is as good, or as bad

cdef Net MARGIN_NET, WIN_NET, FIRST_NET
MARGIN_NET = Net(MARGIN_POSITION, MARGIN_BIAS, MARGIN_MOVE, MARGIN_OUT, MARGIN_DIRECT)
WIN_NET = Net(WIN_POSITION, WIN_BIAS, WIN_MOVE, WIN_OUT, WIN_DIRECT)
FIRST_NET = Net(FIRST_POSITION, FIRST_BIAS, FIRST_MOVE, FIRST_OUT, FIRST_DIRECT)


cdef const Net* net_for(const Question* q) noexcept nogil:
    if not two_against_two(q):
        return NULL
    if q.objective == FIRST:
        return &FIRST_NET
    if not q.fixed:
        return NULL
    return &WIN_NET if q.objective == WIN else &MARGIN_NET


# ---- rules of thumb ----------------------------------------------------------------------------

cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil:
    """Low cards in their longest form, points, groups left whole, bombs late, the pass last.

    The weights come from a search for fewer nodes over endings of all rule sets.
    """
    cdef uint64_t left, taken, broken
    cdef int32_t value = rank_of_play(play), cards
    if play.suits == 0:
        return PASS_LAST
    left = hand.counts - play.counts
    taken = at_least_1(play.counts)
    broken = taken & at_least_1(left)
    cards = total(play.counts)
    if kind_of(play) >= FIFTYK:
        value += RANK_2 * n_of(play)
    if q.pos.state.last.suits == 0:
        if left == 0:
            return -PASS_LAST
        value = 6 * value - 60 * cards + 30 * size(broken) - 40 * size(taken ^ broken) - 3 * points(play.counts)
        return value + 1000 if kind_of(play) >= FIFTYK else value
    value = 5 * value - 50 * cards + 80 * size(broken) - 2 * points(play.counts)
    return value + 100 if kind_of(play) >= FIFTYK else value


cdef int32_t other_priority(const Hand* hand, const Play* play) noexcept nogil:
    """Another order, by hand: low cards, many at once, groups left whole; bombs late, the pass last."""
    cdef uint64_t left = hand.counts - play.counts
    cdef int32_t value
    if play.suits == 0:
        return PASS_LAST
    if left == 0:
        return -PASS_LAST
    value = rank_of_play(play) - 3 * total(play.counts) + 3 * size(at_least_1(play.counts) & at_least_1(left))
    return 10 * value + (2000 if kind_of(play) >= FIFTYK else 0)


# ---- the net -----------------------------------------------------------------------------------

cdef void look_at_position(const Question* q, const int* seats, int64_t need, int16_t* x) noexcept nogil:
    """The POSITION_INPUTS, and zeros behind them. seats: those of around(), from the one on turn."""
    cdef int i
    look(q, seats[0], seats[0], &q.pos.state.last, x)
    for i in range(MAX_SEATS):
        x[POINTS_INPUT + i] = points(q.pos.hands[seats[i]].counts) // 5
    x[POINTS_INPUT + MAX_SEATS] = q.pos.state.table // 5
    x[OUT_INPUT] = 0
    if q.pos.state.n_out:
        x[OUT_INPUT] = -1 if (q.mask >> q.pos.state.out[0] ^ q.mask >> seats[0]) & 1 else 1
    for i in range(1, MAX_SEATS):
        x[LAST_INPUT + i - 1] = q.pos.state.last_seat == seats[i]
    x[NEED_INPUT] = <int16_t>max(-MOST_NEED, min(need // 5, MOST_NEED))
    x[LEAD_INPUT] = q.pos.state.last.suits == 0
    memset(x + POSITION_INPUTS, 0, (POSITION_WIDTH - POSITION_INPUTS) * sizeof(int16_t))


cdef void look_at_move(const Question* q, const int* seats, const Play* play, int32_t order, int32_t* x) noexcept nogil:
    """The MOVE_INPUTS. order: its priority."""
    cdef uint64_t counts = q.pos.hands[seats[0]].counts, left = counts - play.counts
    cdef uint64_t taken = at_least_1(play.counts), broken = taken & at_least_1(left), higher = 0
    cdef int kind = kind_of(play), i
    x[0] = 0 if play.suits == 0 else max(-600, min(order, 600)) >> 3
    x[1] = rank_of_play(play)
    x[2] = total(play.counts)
    x[3] = size(broken)
    x[4] = size(taken ^ broken)
    x[5] = points(play.counts) // 5
    x[6] = kind >= FIFTYK
    x[7] = play.suits == 0
    x[8] = left == 0
    x[9] = kind == SINGLE
    x[10] = kind == PAIR
    x[11] = kind == TRIPLE
    # How many groups of each other hand are above.
    if play.suits and kind < FIFTYK:
        higher = above(rank_of_play(play))
    for i in range(1, MAX_SEATS):
        counts = q.pos.hands[seats[i]].counts
        x[11 + i] = size(higher & (
            at_least_1(counts) if kind == SINGLE else at_least_2(counts) if kind == PAIR else at_least_3(counts)
        ))
    x[15] = total(left)
    x[16] = size(at_least_1(left))


cdef void order_by_net(
    const Net* net, const Question* q, int64_t need, const Play* moves, int32_t* order, Py_ssize_t n
) noexcept nogil:
    cdef int16_t x[POSITION_WIDTH]
    cdef int32_t y[MOVE_INPUTS]
    cdef int32_t position[UNITS]
    cdef int32_t units[UNITS]
    cdef int32_t sum
    cdef int64_t score
    cdef int seats[MAX_SEATS]
    cdef int i, j
    cdef Py_ssize_t k
    around(q, q.pos.state.turn, seats)
    look_at_position(q, seats, need, x)
    for j in range(UNITS):
        # In this form compilers see a dot product, for which processors have instructions.
        sum = 0
        for i in range(POSITION_WIDTH):
            sum += <int32_t>x[i] * <int32_t>net.position[POSITION_WIDTH * j + i]
        position[j] = sum + net.bias[j]
    for k in range(n):
        look_at_move(q, seats, &moves[k], order[k], y)
        for j in range(UNITS):
            units[j] = position[j]
        score = 0
        for i in range(MOVE_INPUTS):
            score += 64 * y[i] * net.direct[i]
            for j in range(UNITS):
                units[j] += y[i] * net.move[UNITS * i + j]
        for j in range(UNITS):
            score += <int64_t>max(units[j], 0) * net.out[j]
        order[k] = <int32_t>max(-LAST, min(-score >> 6, LAST - 1))


def inputs(Position position not None, int seat, int need) -> tuple[list[int], list[list[int]]]:
    """Return what the net sees of a position and of its legal moves, in list order, for its fit and its tests.

    seat: whose side wants the value high. Raises ValueError where the sides are not two against two.
    """
    cdef Question q
    cdef int16_t x[POSITION_WIDTH]
    cdef int32_t y[MOVE_INPUTS]
    cdef int seats[MAX_SEATS]
    cdef Py_ssize_t n = position.count_moves(), k
    cdef bytearray room = bytearray(n * sizeof(Play))
    cdef Play* moves = <Play*><char*>room
    q.rules = position.table_.c
    q.pos = position.classes()
    if not 0 <= seat < q.rules.seats:
        raise ValueError(f"seat {seat} of {q.rules.seats}")
    ask(&q, FIRST, seat)
    if not two_against_two(&q):
        raise ValueError("the sides are not two against two")
    around(&q, q.pos.state.turn, seats)
    look_at_position(&q, seats, need, x)
    n = generate(&q.rules, &q.pos.hands[seats[0]], &q.pos.state.last, moves)
    found = []
    for k in range(n):
        look_at_move(&q, seats, &moves[k], priority(&q, &q.pos.hands[seats[0]], &moves[k]), y)
        found.append([y[i] for i in range(MOVE_INPUTS)])
    return [x[i] for i in range(POSITION_INPUTS)], found
