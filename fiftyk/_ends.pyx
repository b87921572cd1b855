"""Ends that are certain, seen without search: a seat can put down its hand, and nobody can help it.

Whether it can is decided for the worst that its opponents hold together: a yes is a proof, a no says nothing.
What others of its side do does not matter, they pass; but a mate may also lead to it.
"""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    ONES, above, at_least_1, at_least_2, at_least_3, at_least_4, exactly, highest, lowest, not_below, places, rank_of,
    size, total,
)
from fiftyk._combos cimport CHAIN, FIFTYK_RANKS, fives, has_bomb, has_fiftyk
from fiftyk._core cimport Play, Pos, beats, count_plays, readings
from fiftyk._question cimport Question, sign_of
from fiftyk._types cimport (
    BOMB, FIFTYK, LOOSE_KICKERS, LOW_ACE_STRAIGHTS, MAX_READINGS, NOBODY, NO_STRAIGHTS, PAIR, Rules, SINGLE,
    STRICT_KICKERS, kind_of, n_of, rank_of_play,
)


cdef bint goes_out(const Question* q) noexcept nogil:
    """Whether the seat on turn can put down all its cards at once."""
    cdef Play found[MAX_READINGS]
    cdef const Pos* p = &q.pos
    cdef int i
    for i in range(readings(&q.rules, &p.hands[<int>p.state.turn], found)):
        if p.state.last.suits == 0 or beats(&q.rules, &found[i], &p.state.last):
            return True
    return False


cdef inline uint64_t groups(uint64_t counts, int k) noexcept nogil:
    """The ranks of which there are k cards or more; k is 1 or 2."""
    return at_least_1(counts) if k == 1 else at_least_2(counts)


cdef inline uint64_t above_all(uint64_t ranks) noexcept nogil:
    """The ranks above all of these."""
    return ONES & ~(2 * highest(ranks) - 1) if ranks else ONES


# What the opponents of a seat hold together.
ctypedef struct Others:
    uint64_t held[3]    # the ranks of which somebody has one card, two, three
    int fewest          # the cards of the smallest hand
    bint straights      # somebody may have a straight

# A play to beat.
ctypedef struct Trick:
    int kind
    int n
    int rank
    int cards
    uint64_t high       # the ranks that are high enough, if also higher than this play's


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


cdef bint look_at_others(const Question* q, int seat, Others* o) noexcept nogil:
    """What the opponents of a seat hold; False with jokers, or with bombs against it: then nothing is certain."""
    cdef uint64_t held
    cdef int other
    if q.rules.wild:
        return False
    o.held[0] = o.held[1] = o.held[2] = 0
    o.fewest = 127
    # A straight flush may beat straights that are higher than all of its hand's.
    o.straights = q.rules.flushes
    for other in range(q.rules.seats):
        held = q.pos.hands[other].counts
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
    return True


cdef bint runs_out(const Rules* rules, const Others* o, uint64_t counts) noexcept nogil:
    """Whether a seat with these cards, on lead, can put them down before an opponent leads or is out.

    Of chains it looks for the longest straight alone.
    """
    cdef uint64_t tops, run
    if groups_run_out(rules, o, counts, 0):
        return True
    if has_fiftyk(counts) and groups_run_out(rules, o, counts - FIFTYK_RANKS, 0):
        return True
    if rules.straights == NO_STRAIGHTS:
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
    return groups_run_out(rules, o, counts - run, o.straights)


cdef bint takes_over(const Rules* rules, const Others* o, uint64_t counts, const Trick* trick) noexcept nogil:
    """Whether a seat with these cards can beat a play so that nobody beats it again, and then runs out.

    Others have no bombs: one of its own is not beaten.
    """
    cdef uint64_t able, bit
    cdef int k = 0
    if trick.kind == SINGLE or trick.kind == PAIR:
        k = 1 if trick.kind == SINGLE else 2
        able = groups(counts, k) & above(trick.rank) & trick.high & not_below(o.held[k - 1])
        # The lowest that leaves no card of its rank, and the lowest that does.
        bit = lowest(able & exactly(counts, k))
        if bit and runs_out(rules, o, counts - k * bit):
            return True
        bit = lowest(able & ~exactly(counts, k))
        if bit and runs_out(rules, o, counts - k * bit):
            return True
    if trick.kind < FIFTYK and has_fiftyk(counts) and runs_out(rules, o, counts - FIFTYK_RANKS):
        return True
    if not has_bomb(counts) or (trick.kind == BOMB and trick.n > 4):
        return False
    bit = lowest(at_least_4(counts) & (above(trick.rank) if trick.kind == BOMB else ONES))
    return bit and runs_out(rules, o, counts - 4 * bit)


cdef inline Trick trick_of(const Question* q) noexcept nogil:
    """The play to beat."""
    cdef Trick trick
    trick.kind = kind_of(&q.pos.state.last)
    trick.n = n_of(&q.pos.state.last)
    trick.rank = rank_of_play(&q.pos.state.last)
    trick.cards = total(q.pos.state.last.counts)
    trick.high = ONES
    return trick


cdef inline Trick group_of(int k, int rank) noexcept nogil:
    """A single card or a pair."""
    cdef Trick trick
    trick.kind = SINGLE if k == 1 else PAIR
    trick.n = 1
    trick.rank = rank
    trick.cards = k
    trick.high = ONES
    return trick


cdef bint opposite(const Question* q, int seat) noexcept nogil:
    """Whether the seat opposite is the mate of a seat, in a game of two sides."""
    return q.rules.seats == 4 and q.pos.soloist == NOBODY and sign_of(q, seat ^ 2) == sign_of(q, seat)


cdef bint mate_takes_over(
    const Question* q, const Others* o, int seat, const Trick* trick, bint safe
) noexcept nogil:
    """Whether the mate of a seat that has just played or passed takes over for sure.

    The opponent between may beat the play first, or, unless it is known to be safe from that, go out on it.
    """
    cdef uint64_t between = q.pos.hands[(seat + 1) & 3].counts
    cdef Trick after = trick[0]
    cdef Others left = o[0]
    if not safe:
        if total(between) == trick.cards:
            return False
        if trick.kind == SINGLE:
            after.high = above_all(at_least_1(between))
        elif trick.kind == PAIR:
            after.high = above_all(at_least_2(between))
        if total(between) > trick.cards:
            left.fewest = min(left.fewest, total(between) - trick.cards)
    return takes_over(&q.rules, &left, q.pos.hands[seat ^ 2].counts, &after)


cdef bint leads_to_mate(const Question* q, const Others* o, int seat) noexcept nogil:
    """Whether a seat on lead can play a card or a pair that its mate takes over for sure."""
    cdef uint64_t between = q.pos.hands[(seat + 1) & 3].counts, able
    cdef Trick trick
    cdef bint safe
    cdef int k
    for k in range(1, 3):
        able = groups(q.pos.hands[seat].counts, k)
        # The opponent between would be out with such a play of its own: it must not be able to beat this one.
        safe = total(between) == k
        if safe:
            able &= not_below(groups(between, k))
        if able:
            trick = group_of(k, rank_of(lowest(able)))
            if mate_takes_over(q, o, seat, &trick, safe):
                return True
    return False


cdef bint first_is_sure(const Question* q) noexcept nogil:
    """Whether the side on turn is sure of the first seat out, as far as simple ways to it show."""
    cdef const Pos* p = &q.pos
    cdef int seat = p.state.turn, last = p.state.last_seat
    cdef Others o
    cdef Trick trick
    if goes_out(q):
        return True
    if not look_at_others(q, seat, &o):
        return False
    if p.state.last.suits == 0:
        return runs_out(&q.rules, &o, p.hands[seat].counts) or (opposite(q, seat) and leads_to_mate(q, &o, seat))
    trick = trick_of(q)
    if takes_over(&q.rules, &o, p.hands[seat].counts, &trick):
        return True
    if sign_of(q, last) != sign_of(q, seat):
        # If the play is of the opponent before it, the mate comes before the trick is over.
        return opposite(q, seat) and last == (seat + 3) & 3 and mate_takes_over(q, &o, seat, &trick, False)
    if not runs_out(&q.rules, &o, p.hands[last].counts):
        return False
    # A partner's play: with passes all round it leads again, if nobody else can beat it, or not for good.
    if opposite(q, seat) and mate_takes_over(q, &o, seat, &trick, False):
        return True
    while True:
        seat = p.flow.next_seat[<int>p.state.holding][seat]
        if seat == last:
            return True
        if sign_of(q, seat) != sign_of(q, last) and count_plays(&q.rules, &p.hands[seat], &p.state.last, NULL) > 1:
            return False


cdef bint stopped(const Question* q, const Others* o, int seat, int k) noexcept nogil:
    """Whether one opponent is sure to be out first after any lead of a card (k = 1) or of a pair (2) by a seat.

    o: what this seat and its mate hold.
    """
    cdef const Pos* p = &q.pos
    cdef uint64_t after = p.hands[(seat + 1) & 3].counts, before = p.hands[(seat + 3) & 3].counts
    cdef uint64_t mates = p.hands[seat ^ 2].counts
    cdef Trick trick = group_of(k, 0)
    cdef Others left = o[0]
    trick.high = above_all(groups(p.hands[seat].counts, k))
    if total(after) == k and groups(after, k) & trick.high:
        return True
    # Both may have put down one such play before the opponent leads.
    left.fewest -= k
    if takes_over(&q.rules, &left, after, &trick):
        return True
    if total(mates) == k:
        return False
    trick.high &= above_all(groups(mates, k))
    return (total(before) == k and groups(before, k) & trick.high) or takes_over(&q.rules, &left, before, &trick)


cdef bint first_is_lost(const Question* q) noexcept nogil:
    """Whether an opponent is sure to be out first, whatever the seat on turn does, which cannot go out at once.

    On lead, if it has single cards and pairs alone; with a play to beat, if that is of this opponent.
    """
    cdef const Pos* p = &q.pos
    cdef int seat = p.state.turn, last = p.state.last_seat
    cdef uint64_t counts = p.hands[seat].counts, twos = at_least_2(counts), mates = p.hands[seat ^ 2].counts
    cdef Others o
    cdef Trick trick
    if not opposite(q, seat):
        return False
    if p.state.last.suits == 0:
        if at_least_3(counts) or twos & twos >> 4 or has_fiftyk(counts) or fives(
            places(at_least_1(counts)) if q.rules.straights == LOW_ACE_STRAIGHTS else at_least_1(counts)
        ):
            return False
        if not look_at_others(q, (seat + 1) & 3, &o) or not stopped(q, &o, seat, 1):
            return False
        return twos == 0 or stopped(q, &o, seat, 2)
    if sign_of(q, last) == sign_of(q, seat) or not look_at_others(q, last, &o):
        return False
    if not runs_out(&q.rules, &o, p.hands[last].counts):
        return False
    # With passes all round it leads again. Else each of the two beats it once at most before its turn.
    trick = trick_of(q)
    if total(mates) == trick.cards:
        return False
    o.fewest -= trick.cards
    if trick.kind == SINGLE or trick.kind == PAIR:
        trick.high = above_all(groups(counts | mates, 1) if trick.kind == SINGLE else twos | at_least_2(mates))
    return takes_over(&q.rules, &o, p.hands[last].counts, &trick)


cdef bint goes_out_for_sure(const Question* q) noexcept nogil:
    cdef int seat = q.pos.state.turn
    cdef Others o
    cdef Trick trick
    if goes_out(q):
        return True
    if not look_at_others(q, seat, &o):
        return False
    if q.pos.state.last.suits == 0:
        return runs_out(&q.rules, &o, q.pos.hands[seat].counts)
    trick = trick_of(q)
    return takes_over(&q.rules, &o, q.pos.hands[seat].counts, &trick)
