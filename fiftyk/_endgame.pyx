"""The search of plain positions (_plain.pxd): what _search.pyx does for others, in half of the time.

Moves come in the same order, but of those that are alike one is enough: where nobody else holds a card between two of a
seat, nor one of their ranks, it is the same which of them it plays, if they are worth as many points and both are alone
or both of pairs. They change places and nothing else does: they are compared with cards of others alone, since a seat
does not beat its own play, and who beats the one beats the other.

Nets, wide searches and moves that threads share are for positions with more cards.
"""

from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t

from fiftyk._bits cimport ONES, at_least_1, bit_of, lowest, not_below, rank_of, size
from fiftyk._core cimport Hand, Play
from fiftyk._node cimport (
    BOUNDS, ENDS, HIGH_SIDE, ISOMORPHISM, LOW_SIDE, NARROW_CARDS, PASSES, PLAIN, Past, Search, answers, keep_bound,
    narrow_key, says, stops, table_of,
)
from fiftyk._order cimport PASS_LAST, other_priority, priority
from fiftyk._plain cimport (
    BOTH, Change, PART, Plain, Plainly, RANKS, SOMETHING, THE_END, WHOLE, bounds_at, held_by, key_at, pass_by,
    put_down, settled_at, worth,
)
from fiftyk._question cimport Question, SCORE, WIN, sign_of
from fiftyk._table cimport Signature, Table, table_prefetch
from fiftyk._types cimport MAX_SEATS, NOBODY, PAIR, SINGLE, meta

cdef enum:
    MOST_MOVES = 32     # ranks, once and twice, and the pass
    MOVES = 4           # about as many as there are
    # In lists a card has the number of its rank, and others have these.
    A_PAIR = 16         # and the rank
    PASSED = 32
    LEFT_BEHIND = 20    # points that a seat loses with cards left, or wins if it is the first out

# A position that the search has come to, after the passes that were forced.
ctypedef struct Spot:
    int64_t value       # where the answer is certain without search
    uint64_t singles    # what the seat on turn can play, besides the pass if there is a play to beat
    uint64_t pairs
    Table* table        # where it may be kept; NULL: nowhere
    Signature sig       # its key, if it may


cdef void count_plainly(Search* s) noexcept nogil:
    cdef Plainly* game = &s.plain
    cdef Question q = s.q
    cdef Hand hand
    cdef Play play
    cdef int seat, other, rank, form, held, first
    game.able = q.slope != 0 and not q.rules.called and not s.without & (BOUNDS | PASSES | ISOMORPHISM | PLAIN)
    if not game.able:
        return
    game.flow = q.pos.flow
    game.number = q.number
    game.mask = q.mask
    game.full = (1 << q.rules.seats) - 1
    game.unit = q.slope
    # Of doubled margins the first seat out decides a tie.
    first = 2 * LEFT_BEHIND + 1 if q.objective == WIN else LEFT_BEHIND
    game.sole = q.seat if q.objective == SCORE else NOBODY
    for seat in range(MAX_SEATS):
        game.mates[seat] = q.mask if q.mask >> seat & 1 else game.full & ~q.mask
        if not q.fixed or s.without & ENDS:
            game.mates[seat] = game.full
        game.gain[seat] = game.first[seat] = 0
        if seat < q.rules.seats and (game.sole == NOBODY or seat == game.sole):
            game.gain[seat] = game.unit * sign_of(&q, seat)
            game.first[seat] = first * sign_of(&q, seat)
    for held in range(16):
        game.up[held] = game.down[held] = 0
        for seat in range(MAX_SEATS):
            if held >> seat & 1:
                if game.gain[seat] < 0:
                    game.up[held] -= LEFT_BEHIND * game.gain[seat]
                else:
                    game.down[held] -= LEFT_BEHIND * game.gain[seat]
        if held == game.full:
            game.up[held] += first
            if game.sole == NOBODY:
                game.down[held] -= first
    hand.suits = hand.twice = play.twice = 0
    for rank in range(1, 16):
        # Another card that is left.
        other = 1 if rank > 1 else 2
        for form in range(3):
            play.counts = bit_of(rank) << (form == BOTH)
            play.suits = meta(PAIR if form == BOTH else SINGLE, 1, rank)
            hand.counts = bit_of(other) + (bit_of(rank) << (form != WHOLE))
            for seat in range(2):
                # On lead, then with a play to beat.
                q.pos.state.last.suits = seat
                game.order[0][seat][form][rank] = priority(&q, &hand, &play)
                game.order[1][seat][form][rank] = other_priority(&hand, &play)


cdef inline bint runs_out(
    uint64_t singles, uint64_t pairs, uint64_t ones, uint64_t twos, int fewest
) noexcept nogil:
    """runs_out() of _ends.pyx, for single cards and pairs. ones, twos: what the opponents have; fewest: the cards of
    their smallest hand.
    """
    cdef uint64_t high1 = not_below(ones), high2 = not_below(twos)
    # What somebody can beat, and of that what comes back.
    cdef int lost1 = size(singles & ~high1), lost2 = size(pairs & ~(high1 | high2)), back1, back2
    if lost1 + lost2 <= 1:
        return True
    back1 = min(lost1, size(singles & high1 & ~ones))
    back2 = min(lost2, size(pairs & high2 & ~twos))
    return lost1 + lost2 - back1 - back2 <= 1 and fewest > back1 + 2 * back2


cdef bint ends_it(const Plain* p, const Spot* spot, int side) noexcept nogil:
    """Whether the seat on turn, the last of its side, can end the hand for sure (see _ends.pyx)."""
    cdef uint64_t others = ~<uint64_t>side & 15, twos = held_by(p.two, p.turn), ones = held_by(p.one, p.turn) & ~twos
    cdef uint64_t held1 = at_least_1(p.one & others * ONES), held2 = at_least_1(p.two & others * ONES), bit
    cdef int cards, fewest = 127, seat
    if (spot.pairs == twos and ones == 0 and size(twos) == 1) or (
        spot.singles == ones and twos == 0 and size(ones) == 1
    ):
        return True
    for seat in range(MAX_SEATS):
        if p.holding & others & 1 << seat:
            cards = size(held_by(p.one, seat)) + size(held_by(p.two, seat))
            fewest = min(fewest, cards)
    if p.last_seat == NOBODY:
        return runs_out(ones, twos, held1, held2, fewest)
    if p.pairs:
        bit = lowest(spot.pairs & not_below(held2))
        return bit and runs_out(ones, twos ^ bit, held1, held2, fewest)
    # The lowest card that is alone, and the lowest of a pair.
    bit = lowest(spot.singles & ones & not_below(held1))
    if bit and runs_out(ones ^ bit, twos, held1, held2, fewest):
        return True
    bit = lowest(spot.singles & twos & not_below(held1))
    return bit and runs_out(ones | bit, twos ^ bit, held1, held2, fewest)


cdef inline bint come_to(Search* s, Plain* p, int64_t t, Change change, Spot* spot) noexcept nogil:
    """arrive() of _node.pxd: whether there is anything to search. change: by the latest move."""
    cdef const Plainly* game = &s.plain
    cdef int64_t lower = 0, upper = 0
    while True:
        # All of a search asks for the same t: bounds that did not answer it before do so when they change.
        if change == SOMETHING:
            bounds_at(game, p, &lower, &upper)
            if lower >= t or upper < t:
                spot.value = lower if lower >= t else upper
                return False
        spot.singles = held_by(p.one, p.turn)
        spot.pairs = held_by(p.two, p.turn)
        if p.last_seat == NOBODY:
            break
        if p.pairs:
            spot.singles = 0
            spot.pairs &= p.higher
        else:
            spot.singles &= p.higher
            spot.pairs = 0
        if spot.singles | spot.pairs:
            break
        change = pass_by(game, p)
    if p.holding & game.mates[<int>p.turn] == 1 << p.turn and ends_it(p, spot, game.mates[<int>p.turn]):
        bounds_at(game, p, &lower, &upper)
        spot.value = upper if game.mask >> p.turn & 1 else lower
        return False
    spot.table = table_of(s, p.cards)
    if spot.table != NULL:
        spot.sig = key_at(game, p)
        table_prefetch(spot.table, &spot.sig)
    return True


cdef inline bint alike(uint64_t bit, uint64_t below, uint64_t others) noexcept nogil:
    """Whether to play a card, or a pair, is the same as to play the next one below: others hold none from that on."""
    return below and others & (2 * bit - below) == 0 and worth(bit) == worth(below)


cdef inline int list_moves(const Search* s, const Plain* p, const Spot* spot, int32_t* moves) noexcept nogil:
    """The moves, each as its number and 64 times what orders it; of those that are alike the lowest."""
    # By what is played, then by rank.
    cdef const int32_t* order = &s.plain.order[s.turned][p.last_seat != NOBODY][0][0]
    cdef uint64_t others = at_least_1(p.one & ~(ONES << p.turn)), twos = held_by(p.two, p.turn)
    cdef uint64_t rest = spot.singles, bit, below = 0
    cdef int n = 0, rank, form
    while rest:
        bit = lowest(rest)
        rest ^= bit
        form = PART if twos & bit else WHOLE
        if not alike(bit, below, others) or (twos & below != 0) != (form == PART):
            rank = rank_of(bit)
            moves[n] = 64 * order[RANKS * form + rank] + rank
            n += 1
        below = bit
    rest = spot.pairs
    below = 0
    while rest:
        bit = lowest(rest)
        rest ^= bit
        if not alike(bit, below, others):
            rank = rank_of(bit)
            moves[n] = 64 * order[RANKS * BOTH + rank] + A_PAIR + rank
            n += 1
        below = bit
    if p.last_seat != NOBODY:
        moves[n] = 64 * PASS_LAST + PASSED
        n += 1
    return n


cdef inline void bring_lowest(int32_t* moves, int i, int n) noexcept nogil:
    """Brings the move of the lowest number, from i on, to i."""
    cdef int32_t move
    cdef int j, chosen = i
    for j in range(i + 1, n):
        if moves[j] < moves[chosen]:
            chosen = j
    move = moves[chosen]
    moves[chosen] = moves[i]
    moves[i] = move


cdef int64_t search_spot(Search* s, const Plain* p, int64_t t, const Spot* spot) noexcept nogil:
    """search_moves() of _search.pyx."""
    cdef int32_t moves[MOST_MOVES]
    cdef Plain child
    cdef Spot next
    cdef Past past
    cdef bint high = s.plain.mask >> p.turn & 1, ask = spot.table != NULL, known = False, open
    cdef int64_t sign = 1 if high else -1, enough = t if high else 1 - t, best = INT64_MIN, bound = 0
    cdef uint64_t nodes
    cdef Signature sig
    cdef const Signature* few = NULL
    cdef Change change
    cdef int32_t move
    cdef int i, n
    s.nodes += 1
    if stops(s, 0, MOVES):
        return 0
    nodes = s.nodes
    past.bank = p.bank
    past.times = 1
    past.table = p.table
    if spot.table == &s.near:
        ask = False
        if says(s, spot.table, &spot.sig, t, &past, &bound):
            return bound
    n = list_moves(s, p, spot, moves)
    if s.width and p.cards >= NARROW_CARDS:
        # What few moves show has an entry of its own, in the same line.
        sig = narrow_key(s, &spot.sig)
        few = &sig
        if s.limited & (HIGH_SIDE if high else LOW_SIDE):
            for i in range(min(n, s.width)):
                bring_lowest(moves, i, n)
            n = min(n, s.width)
    # Cut-offs come early: each next move is selected when it is needed.
    for i in range(n):
        bring_lowest(moves, i, n)
        move = moves[i] & 63
        child = p[0]
        if move == PASSED:
            change = pass_by(&s.plain, &child)
        else:
            change = put_down(&s.plain, &child, move & (A_PAIR - 1), move & A_PAIR != 0)
        if change == THE_END:
            open = False
            next.value = settled_at(&s.plain, &child)
        else:
            open = come_to(s, &child, t, change, &next)
        if ask:
            # The line of this node comes from memory; that of the child is on its way already.
            ask = False
            known = answers(s, spot.table, &spot.sig, few, t, &past, &bound)
        if open and not known:
            next.value = search_spot(s, &child, t, &next)
        if known:
            return bound
        if s.stop:
            return 0
        next.value *= sign
        best = max(best, next.value)
        if next.value >= enough:
            break
    best *= sign
    keep_bound(s, spot.table, &spot.sig, few, best - p.bank, best >= t, p.table, nodes)
    return best


cdef int64_t search_plain(Search* s, Plain* p, int64_t t) noexcept nogil:
    cdef Spot spot
    return search_spot(s, p, t, &spot) if come_to(s, p, t, SOMETHING, &spot) else spot.value
