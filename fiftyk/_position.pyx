"""Make, unmake, the end of the hand, scores and the signature (RULES.md 4 to 7, 11)."""

from libc.stdint cimport int64_t, uint64_t

from fiftyk._bits cimport popcount4
from fiftyk._combos cimport reduced
from fiftyk._types cimport (
    BOMB, FACES, MAX_SEATS, NOBODY, PURE_FIFTYK, Play, Pos, Rules, kind_of, n_of,
)


# ---- moves -------------------------------------------------------------------------------------

cdef bint is_over(const Rules* rules, int out, int soloist, int side) noexcept nogil:
    if rules.seats == 3:
        return popcount4(out) >= 2
    if soloist != NOBODY:
        return out != 0
    if popcount4(out) == 2:
        # Both of one side: it is out, or has swept.
        return out == side or out == 15 ^ side
    return popcount4(out) >= 3


cdef void set_flow(const Rules* rules, Pos* p) noexcept nogil:
    cdef int holding, seat, other, side = 0
    for seat in range(4):
        side |= (p.side[seat] == 0) << seat
    for holding in range(16):
        p.flow.over[holding] = is_over(rules, ~holding & ((1 << rules.seats) - 1), p.soloist, side)
        for seat in range(rules.seats):
            # A set without another seat leads back to the seat itself.
            other = seat
            while True:
                other = other + 1 if other + 1 < rules.seats else 0
                if holding >> other & 1 or other == seat:
                    break
            p.flow.next_seat[holding][seat] = other
    for seat in range(MAX_SEATS):
        p.flow.mate[seat] = NOBODY
        if rules.lead_to_partner and rules.seats == 4 and p.soloist == NOBODY:
            for other in range(MAX_SEATS):
                if other != seat and p.side[other] == p.side[seat]:
                    p.flow.mate[seat] = other


cdef int bomb_multiplier(const Play* play) noexcept nogil:
    """What a bomb multiplies laizi's stakes by (RULES.md 7)."""
    cdef int kind = kind_of(play)
    if kind == PURE_FIFTYK:
        return 2
    if kind != BOMB:
        return 1
    return 2 if n_of(play) <= 6 else 2 * (n_of(play) - 5)


cdef bint multiplier_fits(const Rules* rules, uint64_t multiplier, int cards) noexcept nogil:
    # No bomb gives more than a factor 2 for three cards (RULES.md 7: 2 for three, 10 for ten), and there
    # are 108: at most 2^36 in all.
    if not rules.bomb_stakes:
        return multiplier == 1
    # A position that is refused for it may have more cards.
    return 1 <= multiplier <= <uint64_t>1 << ((max(108 - cards, 0) + 2) // 3)


cdef void drop_dead(const Rules* rules, Pos* p) noexcept nogil:
    cdef int seat
    p.faces = 0
    for seat in range(rules.seats):
        p.hands[seat] = reduced(rules, &p.hands[seat], called_in(p, seat))


# ---- scores ------------------------------------------------------------------------------------

cdef void scores(const Rules* rules, const Pos* p, int64_t* out) noexcept nogil:
    cdef int seat, fourth
    for seat in range(MAX_SEATS):
        out[seat] = p.state.captured[seat]
    if not rules.called:
        for seat in range(rules.seats):
            if p.hands[seat].counts:
                out[seat] -= 20 + points(p.hands[seat].counts)
        out[<int>p.state.out[0]] += 20
        return
    if p.soloist == NOBODY and p.state.n_out == 3:
        # No sweep: the fourth's captures go to the first seat out, its hand's points to the third.
        fourth = 6 - p.state.out[0] - p.state.out[1] - p.state.out[2]
        out[<int>p.state.out[0]] += out[fourth]
        out[fourth] = 0
        out[<int>p.state.out[2]] += points(p.hands[fourth].counts)


cdef void places_of(const Rules* rules, const Pos* p, int* out) noexcept nogil:
    cdef int64_t s[MAX_SEATS]
    cdef int order[MAX_SEATS]
    cdef int seat, other
    scores(rules, p, s)
    for seat in range(rules.seats):
        order[seat] = rules.seats
    for seat in range(p.state.n_out):
        order[<int>p.state.out[seat]] = seat
    for seat in range(rules.seats):
        out[seat] = 1
        for other in range(rules.seats):
            # Of equal scores the seat that was out earlier is ahead; who never went out is last.
            if s[other] > s[seat] or (s[other] == s[seat] and order[other] < order[seat]):
                out[seat] += 1


cdef void fixed_payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil:
    cdef int64_t s[MAX_SEATS]
    cdef int64_t side[2]
    cdef int seat, loser, first = p.state.out[0] & 1
    scores(rules, p, s)
    side[0] = s[0] + s[2]
    side[1] = s[1] + s[3]
    loser = 1 - first if side[0] == side[1] else side[0] > side[1]
    if loser != first and p.state.captured[loser] + p.state.captured[loser + 2] == 0:
        side[0] *= 2
        side[1] *= 2
    for seat in range(4):
        halves[seat] = side[seat & 1]


cdef void three_payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil:
    cdef int64_t s[MAX_SEATS]
    cdef int place[MAX_SEATS]
    cdef int seat
    cdef int64_t others = 0
    scores(rules, p, s)
    places_of(rules, p, place)
    for seat in range(3):
        if place[seat] != 1:
            others += p.state.captured[seat]
    for seat in range(3):
        halves[seat] = s[seat] * (2 if others else 4)


cdef void called_payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil:
    cdef int64_t s[MAX_SEATS]
    cdef int64_t side[2]
    cdef int seat, winner
    cdef int64_t stakes
    if p.soloist != NOBODY:
        stakes = (8 if p.announced else 4) * <int64_t>p.state.multiplier
        if p.state.out[0] != p.soloist:
            stakes = -stakes
        for seat in range(4):
            halves[seat] = 6 * stakes if seat == p.soloist else -2 * stakes
        return
    scores(rules, p, s)
    side[0] = side[1] = 0
    for seat in range(4):
        side[<int>p.side[seat]] += s[seat]
    winner = p.side[<int>p.state.out[0]]
    if p.state.n_out == 2:
        stakes = 4 if side[1 - winner] == 0 else 2
    elif side[0] == side[1]:
        stakes = 1 if rules.level_wins else 0
    else:
        winner = side[1] > side[0]
        stakes = 2 if side[1 - winner] == 0 else 1
    stakes *= <int64_t>p.state.multiplier
    for seat in range(4):
        halves[seat] = 2 * stakes if p.side[seat] == winner else -2 * stakes


cdef void payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil:
    if rules.called:
        called_payoffs(rules, p, halves)
    elif rules.seats == 3:
        three_payoffs(rules, p, halves)
    else:
        fixed_payoffs(rules, p, halves)


# ---- signature ---------------------------------------------------------------------------------

cdef Signature signature(const Rules* rules, const Pos* p) noexcept nogil:
    """Two lanes of multiply-fold over every word that a rule can look at.

    The words that are absorbed determine the position up to what no rule can tell apart; which optional
    words are there is said at the start. A step behaves like a random function of 64 bits: for two given
    different positions of W words each lane agrees with probability about W / 2^64, and the lanes use
    different multipliers and word orders, so both do with about (W / 2^64)^2. W is 19 at most, usually
    eight; a billion positions make 2^59 pairs: an expected number of collisions of 6e-19 at most.
    """
    cdef Signature s
    cdef int seat
    cdef uint64_t word, shape = 0
    for seat in range(rules.seats):
        shape |= <uint64_t>(p.hands[seat].suits != 0) << seat | <uint64_t>(p.hands[seat].twice != 0) << (4 + seat)
    s.a = rules.word | shape << 32
    s.b = ~s.a
    for seat in range(rules.seats):
        absorb(&s, p.hands[seat].counts)
        if p.hands[seat].suits:
            absorb(&s, p.hands[seat].suits)
            if p.hands[seat].twice:
                absorb(&s, p.hands[seat].twice)
    # Of the last play: kind, n, rank; whether a bomb has jokers, where that counts.
    word = p.state.last.suits & ~FACES
    if rules.natural_bomb_higher and kind_of(&p.state.last) == BOMB and p.state.last.counts & 15:
        word |= 16
    word |= <uint64_t>(p.state.last_seat + 1) << 8 | <uint64_t>(p.state.turn + 1) << 12
    word |= <uint64_t>p.state.n_out << 16
    for seat in range(p.state.n_out):
        word |= <uint64_t>p.state.out[seat] << (20 + 4 * seat)
    word |= <uint64_t>p.state.table << 36
    absorb(&s, word)
    word = 0
    for seat in range(MAX_SEATS):
        word |= <uint64_t>p.state.captured[seat] << (16 * seat)
    absorb(&s, word)
    if rules.called:
        if p.soloist != NOBODY:
            word = 1 | <uint64_t>p.soloist << 4 | <uint64_t>p.announced << 8
        else:
            word = 2 | <uint64_t>p.state.known << 8
            for seat in range(MAX_SEATS):
                word |= <uint64_t>p.side[seat] << (4 + seat)
            if not p.state.known:
                word |= <uint64_t>(p.called + 1) << 16
        absorb(&s, word)
        if rules.bomb_stakes:
            absorb(&s, p.state.multiplier)
    # Let the last words reach every bit of both lanes.
    word = s.a
    absorb(&s, s.b)
    absorb(&s, word)
    return s
