"""Plain positions: nobody can play anything but single cards and pairs, now or later.

Most of what a search meets is plain (nine tenths of a margin's positions), and two words say who holds what: nibble r
of `one` is the set of the seats that hold a card of rank r, of `two` that of the seats that hold a pair. A play is a
bit, what others can beat it with is a mask, and suits do not matter. The rest of the state is small, too, so that
positions are copied, not unmade.

Values are as in _question.pyx; here for objectives where points count as they are captured (slope is not 0), without a
call.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t

from fiftyk._bits cimport (
    ONES, Squeezer, above, at_least_1, at_least_2, at_least_3, places, size, squeeze, squeeze_by,
)
from fiftyk._combos cimport CHAIN, fives
from fiftyk._position cimport Signature, absorb_both, points
from fiftyk._types cimport (
    Flow, LOW_ACE_STRAIGHTS, MAX_SEATS, NOBODY, NO_STRAIGHTS, PAIR, Pos, RANK_5, RANK_K, RANK_T, Rules, SINGLE,
    kind_of, rank_of_play,
)

cdef enum:
    # With more cards in all hands nets order the moves, and threads share them.
    PLAIN_CARDS = 17
    RANKS = 16      # rank codes

ctypedef struct Plain:
    uint64_t one
    uint64_t two
    uint64_t higher         # the ranks above the play to beat, as a spaced mask
    int32_t bank            # what is banked
    int16_t left            # points in hands and on the table
    int16_t table
    int8_t pairs            # whether the play to beat is a pair
    int8_t last_seat        # whose it is; NOBODY on lead
    int8_t turn
    int8_t holding          # the seats that hold cards, a set
    int8_t cards            # in all hands

# How a question counts what happens in plain positions; and how their moves are ordered.
ctypedef struct Plainly:
    Flow flow
    int32_t gain[MAX_SEATS]     # what a point that a seat captures is worth, and one that it is left with costs
    int32_t first[MAX_SEATS]    # what it is worth that a seat is first out
    int32_t unit                # what a point moves the value by
    # By the seats that hold cards: the most, and the least, that being first out and cards left may still bring.
    int32_t up[16]
    int32_t down[16]
    uint64_t number             # of the question
    int8_t full                 # all seats
    int8_t mask                 # those that want the value high
    int8_t sole                 # the only seat whose points count; NOBODY: those of all do
    int8_t mates[MAX_SEATS]     # the seats of the same side, where certain ends are looked for; else of both
    bint able                   # whether there are plain positions at all
    # The order of moves, by whether it is the other one, whether there is a play to beat, by what is played (below)
    # and by rank.
    int32_t order[2][2][3][RANKS]

# What is played, as the order sees it.
cdef enum:
    WHOLE = 0       # a card that is alone
    PART = 1        # a card of a pair
    BOTH = 2        # a pair


cdef extern from *:
    """
    /* The points of one card of a rank, and of one card of each rank of a spaced mask. */
    static const int8_t FK_POINTS[16] = {0, 0, 0, 5, 0, 0, 0, 0, 10, 0, 0, 10, 0, 0, 0, 0};
    #define FK_WORTH(ranks) (5 * (int)((ranks) >> 12 & 1) + 10 * (int)(((ranks) >> 32 & 1) + ((ranks) >> 44 & 1)))
    /* Tags of the ranks that have points: 5; T and K. */
    #define FK_POINT_TAGS UINT64_C(0x0000200200001000)
    """
    const int8_t[16] POINTS "FK_POINTS"
    int worth "FK_WORTH"(uint64_t ranks) noexcept nogil
    const uint64_t POINT_TAGS "FK_POINT_TAGS"


# What a play changes, beside what lies on the table.
cdef enum Change:
    NOTHING     # that bounds are made of
    SOMETHING
    THE_END     # the hand is over


cdef inline uint64_t held_by(uint64_t word, int seat) noexcept nogil:
    """The ranks of one seat in `one` or `two`, as a spaced mask."""
    return word >> seat & ONES


# Whether a position with so many cards, PLAIN_CARDS at most, is plain; if it is, it is put into the other form, with
# what is banked.
cdef inline bint is_plain(const Rules* rules, const Pos* p, int cards, int64_t bank, Plain* plain) noexcept nogil:
    cdef uint64_t counts, more = 0, one = 0, two = 0, chains
    cdef int seat, kind = kind_of(&p.state.last), left = p.state.table
    if p.state.last.suits and kind != SINGLE and kind != PAIR:
        return False
    for seat in range(MAX_SEATS):
        counts = p.hands[seat].counts
        # Three of a rank, and jokers that are wild.
        more |= at_least_3(counts) | counts & 15
        one |= at_least_1(counts) << seat
        two |= at_least_2(counts) << seat
    # All four hands at once, a bit of each nibble.
    chains = two & 15 * CHAIN
    if more or chains & chains >> 4 or one >> 4 * RANK_5 & one >> 4 * RANK_T & one >> 4 * RANK_K & 15:
        return False
    if rules.straights == LOW_ACE_STRAIGHTS:
        for seat in range(MAX_SEATS):
            if fives(places(held_by(one, seat))):
                return False
    elif rules.straights != NO_STRAIGHTS and fives(one & 15 * CHAIN):
        return False
    for seat in range(MAX_SEATS):
        left += points(p.hands[seat].counts)
    plain.one = one
    plain.two = two
    plain.higher = above(rank_of_play(&p.state.last)) if p.state.last.suits else 0
    plain.bank = <int32_t>bank
    plain.left = left
    plain.table = p.state.table
    plain.pairs = kind == PAIR
    plain.last_seat = p.state.last_seat
    plain.turn = p.state.turn
    plain.holding = p.state.holding
    plain.cards = cards
    return True


cdef inline void lead_on(const Plainly* game, Plain* p) noexcept nogil:
    """The end of a trick: its last seat captures the table, and it, or who inherits, leads."""
    cdef int seat = p.last_seat, heir = game.flow.mate[seat]
    p.bank += game.gain[seat] * p.table
    p.left -= p.table
    p.table = 0
    p.higher = 0
    p.pairs = 0
    p.last_seat = NOBODY
    if p.holding >> seat & 1:
        p.turn = seat
    elif heir != NOBODY and p.holding >> heir & 1:
        p.turn = heir
    else:
        p.turn = game.flow.next_seat[<int>p.holding][seat]


# A pass, which may end the trick.
cdef inline Change pass_by(const Plainly* game, Plain* p) noexcept nogil:
    cdef int seat = game.flow.next_seat[p.holding | 1 << p.last_seat][<int>p.turn]
    if seat == p.last_seat:
        lead_on(game, p)
        return SOMETHING
    p.turn = seat
    return NOTHING


# The seat on turn plays a card of this rank, or a pair.
cdef inline Change put_down(const Plainly* game, Plain* p, int rank, bint pair) noexcept nogil:
    cdef int seat = p.turn
    cdef uint64_t card = <uint64_t>1 << 4 * rank << seat
    # Of a pair the second card goes first.
    if pair or not p.two & card:
        p.one ^= card
    p.two &= ~card
    p.table += POINTS[rank] << pair
    p.cards -= 1 + pair
    p.higher = above(rank)
    p.pairs = pair
    p.last_seat = seat
    if held_by(p.one, seat) == 0:
        if p.holding == game.full:
            p.bank += game.first[seat]
        p.holding ^= 1 << seat
        if game.flow.over[<int>p.holding]:
            p.bank += game.gain[seat] * p.table
            return THE_END
        p.turn = game.flow.next_seat[<int>p.holding][seat]
        return SOMETHING
    p.turn = game.flow.next_seat[<int>p.holding][seat]
    # A sole seat has put its points where it may yet get them.
    return SOMETHING if seat == game.sole else NOTHING


cdef inline int32_t settled_at(const Plainly* game, const Plain* p) noexcept nogil:
    """The value of a hand that is over."""
    cdef int32_t value = p.bank
    cdef int seat
    for seat in range(MAX_SEATS):
        if p.holding >> seat & 1:
            value -= game.gain[seat] * (20 + worth(held_by(p.one, seat)) + worth(held_by(p.two, seat)))
    return value


cdef inline void bounds_at(const Plainly* game, const Plain* p, int64_t* lower, int64_t* upper) noexcept nogil:
    """bounds() of _question.pxd."""
    upper[0] = p.bank + game.unit * p.left + game.up[<int>p.holding]
    lower[0] = p.bank + game.down[<int>p.holding]
    if game.sole == NOBODY:
        lower[0] -= game.unit * p.left
    else:
        lower[0] -= worth(held_by(p.one, game.sole)) + worth(held_by(p.two, game.sole))


# What key_of() is for other positions, which no plain one shares its key with.
cdef inline Signature key_at(const Plainly* game, const Plain* p) noexcept nogil:
    cdef Squeezer s = squeeze_by(at_least_1(p.one))
    cdef Signature sig
    # A seat does not beat its own play: of the ranks above it, those of others matter.
    cdef uint64_t able = 0 if p.last_seat == NOBODY else p.higher & at_least_1(p.one & ~(ONES << p.last_seat))
    # With few cards no word has half of its bits: neither lane meets a factor 0.
    sig.b = ~game.number ^ <uint64_t>0xA24BAED4963EE407
    sig.a = sig.b ^ <uint64_t>0x0BF58476D1CE4E5B
    absorb_both(&sig, squeeze(&s, p.one), squeeze(&s, p.two))
    absorb_both(
        &sig, squeeze(&s, POINT_TAGS),
        <uint64_t>size(able) | <uint64_t>p.pairs << 4 | <uint64_t>(p.last_seat + 1) << 8
        | <uint64_t>p.turn << 12,
    )
    return sig
