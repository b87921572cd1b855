"""Ends that are certain, seen without search: a seat can put down its hand, and nobody can help it."""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport ONES, at_least_1, at_least_2, at_least_3, exactly, highest, size, total
from fiftyk._combos cimport CHAIN, FIFTYK_RANKS, fives, has_bomb, has_fiftyk
from fiftyk._core cimport Play, Pos, beats, count_plays, readings
from fiftyk._question cimport Question, sign_of
from fiftyk._types cimport LOOSE_KICKERS, MAX_READINGS, NO_STRAIGHTS, Rules, STRICT_KICKERS


cdef bint goes_out(const Question* q) noexcept nogil:
    """Whether the seat on turn can put down all its cards at once."""
    cdef Play found[MAX_READINGS]
    cdef const Pos* p = &q.pos
    cdef int i
    for i in range(readings(&q.rules, &p.hands[<int>p.state.turn], found)):
        if p.state.last.suits == 0 or beats(&q.rules, &found[i], &p.state.last):
            return True
    return False


cdef inline uint64_t not_below(uint64_t ranks) noexcept nogil:
    """The ranks above which there is none of these: a play of such a rank is not beaten by theirs."""
    return ONES & ~(highest(ranks) - 1) if ranks else ONES


# What the opponents of a seat hold together.
ctypedef struct Others:
    uint64_t held[3]    # the ranks of which somebody has one card, two, three
    int fewest          # the cards of the smallest hand
    bint straights      # somebody may have a straight


cdef bint groups_run_out(const Rules* rules, const Others* o, uint64_t counts, int lost) noexcept nogil:
    """Whether these cards, by groups of a rank, can be put down so that others cannot help it.

    lost: plays beside them that others can beat. One such play may come last. And one that is beaten costs
    nothing where a higher card, or pair, than all the others have brings the lead back at once: each of the
    others has then put down one such play at most, which must not have been the end of its hand.
    """
    cdef uint64_t one = exactly(counts, 1), two = exactly(counts, 2), three = exactly(counts, 3)
    cdef uint64_t u1 = not_below(o.held[0]), u2 = not_below(o.held[1]), u3 = not_below(o.held[2])
    # Groups that somebody can beat however they are divided. Four and more are a bomb.
    cdef int singles = size(one & ~u1), pairs = size(two & ~(u1 | u2)), triples = size(three & ~(u1 | u3))
    cdef int back1, back2, spare
    lost += triples
    if lost > 1:
        return False
    back1 = min(singles, size(one & u1 & ~o.held[0]))
    back2 = min(pairs, size(two & u2 & ~o.held[1]))
    if o.fewest > back1 + 2 * back2:
        singles -= back1
        pairs -= back2
    # Such cards can go along as kickers: with triples that nobody beats, and with one that is played last.
    spare = triples + size(three & u3)
    if rules.kickers == STRICT_KICKERS:
        return singles + pairs - spare <= 1 - lost
    if rules.kickers == LOOSE_KICKERS:
        # A pair a triple, or two single cards.
        if pairs >= spare:
            return singles + pairs - spare <= 1 - lost
        singles -= 2 * (spare - pairs)
        return singles <= 1 - lost
    return singles + pairs <= 1 - lost


cdef bint runs_out(const Question* q, int seat) noexcept nogil:
    """Whether a seat, on lead, can put down its hand before an opponent leads or is out.

    The others of its side pass, so it is the first out. Says no where it does not know: with jokers, with
    bombs against it; of chains it looks for its longest straight alone.
    """
    cdef const Pos* p = &q.pos
    cdef uint64_t counts = p.hands[seat].counts, held, tops, run
    cdef Others o
    cdef int other
    if q.rules.wild:
        return False
    o.held[0] = o.held[1] = o.held[2] = 0
    o.fewest = 127
    # A straight flush may beat straights that are higher than all of its hand's.
    o.straights = q.rules.flushes
    for other in range(q.rules.seats):
        held = p.hands[other].counts
        if sign_of(q, other) == sign_of(q, seat) or held == 0:
            continue
        if has_bomb(held) or has_fiftyk(held):
            return False
        o.held[0] |= at_least_1(held)
        o.held[1] |= at_least_2(held)
        o.held[2] |= at_least_3(held)
        o.fewest = min(o.fewest, total(held))
        if fives(at_least_1(held) & CHAIN):
            o.straights = True
    if groups_run_out(&q.rules, &o, counts, 0):
        return True
    if has_fiftyk(counts) and groups_run_out(&q.rules, &o, counts - FIFTYK_RANKS, 0):
        return True
    if q.rules.straights == NO_STRAIGHTS:
        return False
    tops = fives(at_least_1(counts) & CHAIN)
    if tops == 0:
        return False
    # The run that ends at the highest of the tops: down to where the tops have a gap, and four more.
    run = highest(tops)
    while run >> 4 & tops & ~run:
        run |= run >> 4
    run |= run >> 4
    run |= run >> 8
    run |= run >> 4
    return groups_run_out(&q.rules, &o, counts - run, o.straights)


cdef bint first_is_sure(const Question* q) noexcept nogil:
    """Whether the side on turn is sure of the first seat out, as far as simple ways to it show."""
    cdef const Pos* p = &q.pos
    cdef int seat = p.state.turn, last = p.state.last_seat
    if goes_out(q):
        return True
    if p.state.last.suits == 0:
        return runs_out(q, seat)
    if sign_of(q, last) != sign_of(q, seat) or not runs_out(q, last):
        return False
    # A partner's play: with passes all round it leads again, if nobody else can beat it.
    while True:
        seat = p.flow.next_seat[<int>p.state.holding][seat]
        if seat == last:
            return True
        if sign_of(q, seat) != sign_of(q, last) and count_plays(&q.rules, &p.hands[seat], &p.state.last, NULL) > 1:
            return False


cdef bint goes_out_for_sure(const Question* q) noexcept nogil:
    return goes_out(q) or (q.pos.state.last.suits == 0 and runs_out(q, q.pos.state.turn))
