"""A hand in progress: moves made and unmade, its end, its scores, its signature (RULES.md 4 to 7)."""

from libc.stdint cimport int64_t, uint64_t

from fiftyk._bits cimport fold, nibble
from fiftyk._combos cimport reduced
from fiftyk._types cimport FACES, Hand, NOBODY, Play, Pos, Rules, Undo

# 128 bits that identify a position (see signature).
ctypedef struct Signature:
    uint64_t a
    uint64_t b


cdef inline void absorb(Signature* s, uint64_t word) noexcept nogil:
    """One word into both lanes, which use different multipliers and word orders."""
    s.a = fold(s.a ^ word, <uint64_t>0x9E3779B97F4A7C15)
    s.b = fold(s.b ^ (word << 32 | word >> 32), <uint64_t>0xD6E8FEB86659FD93) + word


cdef inline void absorb_both(Signature* s, uint64_t x, uint64_t y) noexcept nogil:
    """Two words into both lanes, by one multiplication each, in which they change places."""
    s.a = fold(s.a ^ x, y ^ <uint64_t>0xF1357AEA2E62A9C5)
    s.b = fold(s.b ^ y, x ^ <uint64_t>0xE9846AF9B1A615DF)


cdef inline int points(uint64_t counts) noexcept nogil:
    """The points of the cards of a count word: 5 a five, 10 a ten or king."""
    return 5 * nibble(counts, 3) + 10 * (nibble(counts, 8) + nibble(counts, 11))


cdef inline int called_in(const Pos* p, int seat) noexcept nogil:
    """The bit of the called face where it is live: in the partner's hand, not yet known; else NOBODY."""
    return p.called if seat == p.partner and not p.state.known else NOBODY


# Whether laizi's stakes can have been multiplied so often when `cards` are still in hands: 1 elsewhere.
cdef bint multiplier_fits(const Rules* rules, uint64_t multiplier, int cards) noexcept nogil

# What a bomb multiplies laizi's stakes by (RULES.md 7).
cdef int bomb_multiplier(const Play* play) noexcept nogil

# Whether these seats, a set, being out ends the hand (RULES.md 5); side is the set of seats of either side, where there
# are two.
cdef bint is_over(const Rules* rules, int out, int soloist, int side) noexcept nogil

# Fills p.flow from the rules and the roles; p.state.holding and the seats out are the caller's.
cdef void set_flow(const Rules* rules, Pos* p) noexcept nogil

# Turns a position in faces mode into its classes: dead suits dropped.
cdef void drop_dead(const Rules* rules, Pos* p) noexcept nogil

# Of a hand that is over, each array with one number a seat. Payoffs are in halves, as a side shares its
# payoff between two seats. places() is for classic3: 1, 2, 3.
cdef void scores(const Rules* rules, const Pos* p, int64_t* out) noexcept nogil
cdef void payoffs(const Rules* rules, const Pos* p, int64_t* halves) noexcept nogil
cdef void places_of(const Rules* rules, const Pos* p, int* out) noexcept nogil

# The signature of a position in classes mode: equal for positions that no rule can tell apart.
cdef Signature signature(const Rules* rules, const Pos* p) noexcept nogil


cdef inline void no_last(Pos* p) noexcept nogil:
    p.state.last.counts = 0
    p.state.last.suits = 0
    p.state.last.twice = 0
    p.state.last_seat = NOBODY


cdef inline void end_trick(const Rules* rules, Pos* p) noexcept nogil:
    """Everybody has passed: the last play captures the table, and its seat, or who inherits, leads."""
    cdef int seat = p.state.last_seat
    cdef int heir = p.flow.mate[seat]
    p.state.captured[seat] += p.state.table
    p.state.table = 0
    no_last(p)
    if p.state.holding >> seat & 1:
        p.state.turn = seat
    elif heir != NOBODY and p.state.holding >> heir & 1 and (not rules.called or p.state.known):
        p.state.turn = heir
    else:
        p.state.turn = p.flow.next_seat[<int>p.state.holding][seat]


cdef inline void take(const Rules* rules, Pos* p, int seat, const Play* play) noexcept nogil:
    """Takes the cards of a play out of a hand, and sees the called card."""
    cdef Hand* hand = &p.hands[seat]
    cdef uint64_t suits
    hand.counts -= play.counts
    if hand.suits == 0:
        return
    suits = play.suits & FACES
    if p.called != NOBODY and seat == p.partner and suits >> p.called & 1:
        p.state.known = 1
    # A face held twice and played once stays in `suits`; played twice, or held once, it goes.
    hand.suits &= ~(play.twice | (suits & ~hand.twice))
    hand.twice &= ~suits
    if hand.suits and not p.faces:
        hand[0] = reduced(rules, hand, called_in(p, seat))


cdef inline void pass_on(const Rules* rules, Pos* p) noexcept nogil:
    # All others have passed when the turn comes to the seat of the last play, in or out.
    cdef int seat = p.flow.next_seat[p.state.holding | 1 << p.state.last_seat][<int>p.state.turn]
    if seat == p.state.last_seat:
        end_trick(rules, p)
    else:
        p.state.turn = seat


cdef inline void advance(const Rules* rules, Pos* p, const Play* play) noexcept nogil:
    cdef int seat = p.state.turn
    if play.suits == 0:
        pass_on(rules, p)
        return
    take(rules, p, seat, play)
    p.state.last = play[0]
    p.state.last_seat = seat
    p.state.table += points(play.counts)
    if rules.bomb_stakes:
        p.state.multiplier *= bomb_multiplier(play)
    if p.hands[seat].counts == 0:
        p.state.out[<int>p.state.n_out] = seat
        p.state.n_out += 1
        p.state.holding ^= 1 << seat
        if p.flow.over[<int>p.state.holding]:
            p.state.captured[seat] += p.state.table
            p.state.table = 0
            no_last(p)
            p.state.turn = NOBODY
            return
    p.state.turn = p.flow.next_seat[<int>p.state.holding][seat]


cdef inline void make(const Rules* rules, Pos* p, const Play* play, Undo* undo) noexcept nogil:
    undo.hand = p.hands[<int>p.state.turn]
    undo.state = p.state
    advance(rules, p, play)


cdef inline void unmake(Pos* p, const Undo* undo) noexcept nogil:
    p.state = undo.state
    p.hands[<int>p.state.turn] = undo.hand
