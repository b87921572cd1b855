"""What is asked of the solver (RULES.md 12): values at the end, bounds on the way, and what they depend on.

Values are split in two: what is banked, settled by what has happened, and the future value, which depends
on the key alone. Stakes are scaled instead, by the bombs so far. Positions that differ only in what is
banked share what is known of them.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fiftyk._bits cimport at_least, total
from fiftyk._canonical cimport Canonical, canonical
from fiftyk._combos cimport pure_suits
from fiftyk._core cimport Pos, Signature, payoffs, places_of, points, scores
from fiftyk._position cimport absorb_both
from fiftyk._types cimport MAX_SEATS, NOBODY, State


cdef bint sign_only(const Question* q) noexcept nogil:
    return q.objective == WIN and q.fixed


cdef void ask(Question* q, int objective, int seat) noexcept nogil:
    cdef int n[2]
    cdef int other, high
    q.objective = objective
    q.seat = seat
    q.fixed = q.rules.seats == 4 and not q.rules.called
    q.mask = 0
    q.on_hand = q.pos.state.table
    q.team[0][0] = q.team[0][1] = q.team[1][0] = q.team[1][1] = 0
    n[0] = n[1] = 0
    for other in range(q.rules.seats):
        q.on_hand += q.pos.state.captured[other] + points(q.pos.hands[other].counts)
        high = other == seat if q.rules.seats == 3 else q.pos.side[other] == q.pos.side[seat]
        q.mask |= high << other
        if q.rules.seats == 4 and q.pos.soloist == NOBODY:
            q.team[high][n[high]] = other
            n[high] += 1
    q.additive = objective != FIRST and not (objective == WIN and q.rules.seats == 3) and (
        not q.rules.called or objective == MARGIN
    )
    # Nobody is alone against three but where the sides come from a call.
    q.by_points = q.fixed and objective != FIRST
    # A point on the table moves a margin or a score by one at most, whoever captures it, and the doubled
    # margin of `win` by two. Where it counts who has captured anything at all, there is no such bound.
    q.slope = 0
    if q.additive and objective != PAYOFF:
        q.slope = 2 if objective == WIN else 1
    # Points come in fives, stakes in ones.
    q.step = 5 if q.additive and objective != WIN else 1


cdef int64_t terminal(const Question* q) noexcept nogil:
    """The value of a hand that is over (for `first`: in which a seat is out)."""
    cdef int64_t x[MAX_SEATS]
    cdef int place[MAX_SEATS]
    cdef int seat
    cdef int64_t value = 0
    cdef const Pos* p = &q.pos
    if q.objective == FIRST:
        return sign_of(q, p.state.out[0])
    if q.objective == SCORE:
        scores(&q.rules, p, x)
        return x[q.seat]
    if q.objective == WIN and q.rules.seats == 3:
        places_of(&q.rules, p, place)
        return 1 if place[q.seat] == 1 else -1
    if q.objective == MARGIN or (q.objective == WIN and q.fixed):
        scores(&q.rules, p, x)
        for seat in range(4):
            value += sign_of(q, seat) * x[seat]
        # The winner is the higher side; of equal ones that of the first seat out.
        return value if q.objective == MARGIN else 2 * value + sign_of(q, p.state.out[0])
    payoffs(&q.rules, p, x)
    if q.objective == WIN:
        return (x[q.seat] > 0) - (x[q.seat] < 0)
    if q.fixed:
        # The difference of the two sides' payoffs; a seat's halves are its side's payoff.
        return x[q.seat] - x[q.seat ^ 1]
    return x[q.seat] // 2


cdef inline int captures(const Question* q, int high) noexcept nogil:
    """The points captured by the seats that want the value high (1), or low (0)."""
    cdef const State* state = &q.pos.state
    return state.captured[<int>q.team[high][0]] + state.captured[<int>q.team[high][1]]


cdef int64_t other_banked(const Question* q) noexcept nogil:
    cdef const State* state = &q.pos.state
    if not q.additive:
        return 0
    if q.rules.seats == 3:
        return state.captured[q.seat] + (20 if state.n_out and state.out[0] == q.seat else 0)
    return captures(q, 1) - captures(q, 0)


cdef inline void doubling(const Question* q, bint* up, bint* down) noexcept nogil:
    """Whether the payoff may still be doubled with the value positive, with it negative."""
    cdef const State* state = &q.pos.state
    cdef int side, seat, nonzero = 0
    if q.rules.seats == 3:
        # At most one seat has captured anything; a doubled score may have either sign.
        for seat in range(3):
            nonzero += state.captured[seat] > 0
        up[0] = down[0] = nonzero <= 1
        return
    side = q.seat & 1
    up[0] = state.captured[1 - side] + state.captured[3 - side] == 0 and (
        state.n_out == 0 or state.out[0] & 1 == side
    )
    down[0] = state.captured[side] + state.captured[side + 2] == 0 and (
        state.n_out == 0 or state.out[0] & 1 != side
    )


cdef extern from *:
    """
    /* FK_GROWTH[n]: the whole part of 2^(n/3). */
    static const int32_t FK_GROWTH[28] = {
        1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20,
        25, 32, 40, 50, 64, 80, 101, 128, 161, 203, 256, 322, 406, 512,
    };
    """
    const int32_t[28] GROWTH "FK_GROWTH"


cdef int64_t growth(const Question* q) noexcept nogil:
    """A bound of what the bombs still to come multiply the stakes by.

    No bomb gives more than a factor 2^(1/3) a card (RULES.md 7: 2 for three cards, 10 for ten), and a hand
    that can make none now can make none later.
    """
    cdef int seat, jokers
    cdef uint64_t counts, suits
    cdef int64_t product = 1
    if not q.rules.bomb_stakes:
        return 1
    for seat in range(4):
        counts = q.pos.hands[seat].counts
        suits = q.pos.hands[seat].suits
        jokers = <int>(counts & 15)
        if jokers == 4 or at_least(counts & ~<uint64_t>15, 4 - jokers) or pure_suits(suits):
            product *= GROWTH[total(counts)]
    return product


cdef void called_bounds(const Question* q, int64_t left, int64_t* lower, int64_t* upper) noexcept nogil:
    """Bounds with two sides by a call; left: points not yet captured.

    At the end the first seat out may get what the last seat has captured.
    """
    cdef const State* state = &q.pos.state
    cdef int seat, sign, first = 0
    cdef int64_t captured[2]
    cdef int64_t transfer[2]
    cdef int64_t high, low, most
    # Index 1: the side that wants the value high.
    captured[0] = captured[1] = transfer[0] = transfer[1] = 0
    if state.n_out:
        first = sign_of(q, state.out[0])
    for seat in range(4):
        sign = q.mask >> seat & 1
        captured[sign] += state.captured[seat]
        if q.pos.hands[seat].counts and first != sign_of(q, seat) and state.captured[seat] > transfer[1 - sign]:
            transfer[1 - sign] = state.captured[seat]
    if q.objective == MARGIN:
        upper[0] = captured[1] - captured[0] + left + 2 * transfer[1]
        lower[0] = captured[1] - captured[0] - left - 2 * transfer[0]
        return
    # high: the most points that the side may have in the end without a sweep; low: the fewest.
    high = captured[1] + left + transfer[1]
    low = captured[1] - transfer[0]
    upper[0] = 2 if high >= 200 else 1 if high >= 105 else -1 if high < 100 else level_value(q, first, 1)
    lower[0] = -2 if low <= 0 else -1 if low <= 95 else 1 if low > 100 else level_value(q, first, -1)
    # A sweep is possible for the side of the first seat out, until a second seat is out.
    if state.n_out == 0 or (state.n_out == 1 and first > 0):
        upper[0] = max(upper[0], 4 if captured[0] == 0 else 2)
    if state.n_out == 0 or (state.n_out == 1 and first < 0):
        lower[0] = min(lower[0], -4 if captured[1] == 0 else -2)
    if q.objective == WIN:
        upper[0] = 1 if upper[0] > 0 else upper[0] if upper[0] == 0 else -1
        lower[0] = -1 if lower[0] < 0 else lower[0] if lower[0] == 0 else 1
        return
    most = growth(q)
    upper[0] *= scale(q) * (most if upper[0] > 0 else 1)
    lower[0] *= scale(q) * (most if lower[0] < 0 else 1)


cdef inline int level_value(const Question* q, int first, int best) noexcept nogil:
    """The value at 100 points each: laizi gives it to the side of the first seat out."""
    if not q.rules.level_wins:
        return 0
    return first if first else best


cdef void widen(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil:
    cdef bint up = False, down = False
    doubling(q, &up, &down)
    if up and upper[0] > 0:
        upper[0] *= 2
    if down and lower[0] < 0:
        lower[0] *= 2


cdef void other_bounds(const Question* q, int64_t* lower, int64_t* upper) noexcept nogil:
    """Static bounds of the value, from the points still in play and the seats still in."""
    cdef const State* state = &q.pos.state
    cdef int64_t left, swing
    upper[0] = 1
    lower[0] = -1
    if q.objective == FIRST or (q.objective == WIN and (q.rules.seats == 3 or q.pos.soloist != NOBODY)):
        return
    if q.pos.soloist != NOBODY:
        swing = (8 if q.pos.announced else 4) * (3 if q.seat == q.pos.soloist else 1) * scale(q) * growth(q)
        upper[0] = swing
        lower[0] = -swing
        return
    left = q.on_hand - state.captured[0] - state.captured[1] - state.captured[2] - state.captured[3]
    if q.rules.called:
        called_bounds(q, left, lower, upper)
        return
    lower[0] = upper[0] = banked(q)
    upper[0] += left + (20 if state.n_out == 0 else 0)
    if q.pos.hands[q.seat].counts:
        lower[0] -= 20 + points(q.pos.hands[q.seat].counts)
    if q.objective == PAYOFF:
        widen(q, lower, upper)


# ---- what the value depends on -----------------------------------------------------------------

cdef Signature key_of(const Question* q) noexcept nogil:
    """Everything that the future value depends on (see banked and scale), and nothing else."""
    cdef Signature sig
    cdef Canonical c
    cdef const Pos* p = &q.pos
    cdef const State* state = &p.state
    cdef uint64_t word = 0, extra = 0
    cdef int seat, pool = 0
    cdef bint up = False, down = False
    canonical(&q.rules, p, q.objective != FIRST and p.soloist == NOBODY, &c)
    # Which optional words follow, and what is asked.
    sig.b = ~(<uint64_t>c.suited | <uint64_t>(c.called != 0) << 1 | q.number << 2)
    # No tags and no counts have nibbles of 15, so that neither lane begins with a factor 0.
    sig.a = sig.b ^ <uint64_t>0x0BF58476D1CE4E5B
    absorb_both(&sig, c.tags, c.counts[0])
    absorb_both(&sig, c.counts[1], c.counts[2])
    if c.suited:
        for seat in range(MAX_SEATS):
            absorb_both(&sig, c.suits[seat], c.twice[seat])
    if c.called:
        absorb_both(&sig, c.called, 0)
    word = c.last
    word |= <uint64_t>(state.last_seat + 1) << 8 | <uint64_t>state.turn << 12
    if q.objective != FIRST and p.soloist == NOBODY:
        if q.slope == 0:
            # Else what is known of a position says for what table it is.
            word |= <uint64_t>state.table << 16
        if q.rules.called:
            word |= <uint64_t>state.known << 36
            if state.n_out:
                word |= <uint64_t>(1 + (q.mask >> state.out[0] & 1)) << 32
            # Captures that the end of the hand may still move, or, for the stakes, all of them: a seat
            # still in by itself, those of seats that are out side by side.
            for seat in range(4):
                if p.hands[seat].counts == 0:
                    pool += sign_of(q, seat) * state.captured[seat]
                elif q.objective != MARGIN or state.n_out == 0 or p.side[seat] != p.side[<int>state.out[0]]:
                    extra |= <uint64_t>(1 + state.captured[seat]) << (16 * seat)
            absorb_both(&sig, extra, 0)
            if q.objective != MARGIN:
                word |= <uint64_t>(500 + pool) << 40
        elif q.objective == PAYOFF:
            # While doubling is possible the captures follow from who has captured nothing.
            doubling(q, &up, &down)
            if up or down:
                for seat in range(q.rules.seats):
                    if state.captured[seat] > 0:
                        extra |= 1 << (seat if q.rules.seats == 3 else seat & 1)
                # Of fixed sides, who was first out; of three seats that is the one without cards.
                if state.n_out and q.rules.seats == 4:
                    extra |= 4 << (state.out[0] & 1)
                word |= (16 | extra) << 40
        elif q.objective == WIN and q.rules.seats == 3:
            for seat in range(3):
                extra |= <uint64_t>state.captured[seat] << (16 * seat)
            absorb_both(&sig, extra, 0)
    absorb_both(&sig, c.counts[3], word)
    return sig
