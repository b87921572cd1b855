"""The search: alpha-beta over null windows, without the GIL.

A search asks one yes/no question, "is the value at least t?", and answers with a bound (fail-soft): a
number of t or more is a lower bound of the value, a smaller one an upper bound. The caller closes in on
the exact value. What is found is kept in the table as bounds of future values (_question.pyx).

Several threads may answer one question over one table. Each searches all of it, but leaves moves that
another is at for later, when the table often knows them (deferred moves, after J.-C. Weill's ABDADA).
"""

from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint64_t

from fiftyk._bits cimport (
    ONES, at_least_1, at_least_2, at_least_3, exactly, size, total,
)
from fiftyk._combos cimport cannot_answer, has_bomb, has_fiftyk
from fiftyk._core cimport (
    Hand, Monitor, Play, Pos, Signature, Undo, beats, count_plays, generate, kind_of, make, n_of, points, rank_of_play,
    readings, unmake,
)
from fiftyk._position cimport pass_on
from fiftyk._question cimport (
    FIRST, Question, banked, bounds, key_of, scale, settled, sign_of, terminal,
)
from fiftyk._table cimport Known, table_find, table_grow, table_keep, table_prefetch
from fiftyk._types cimport FIFTYK, LOOSE_KICKERS, MAX_READINGS, RANK_2, STRICT_KICKERS, State

cdef enum:
    # Above every priority: a move put off because another thread is at it.
    LATER = 1 << 24
    # With fewer cards in all hands a node is too small to be shared out.
    SHARED_CARDS = 10


cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil:
    """The smaller, the sooner: low cards in their longest form, points, groups left whole, bombs late, pass last.

    The weights come from a search for fewer nodes over endings of all rule sets.
    """
    cdef uint64_t left, taken, broken
    cdef int32_t value = rank_of_play(play), cards
    if play.suits == 0:
        return 1 << 20
    left = hand.counts - play.counts
    taken = at_least_1(play.counts)
    broken = taken & at_least_1(left)
    cards = total(play.counts)
    if kind_of(play) >= FIFTYK:
        value += RANK_2 * n_of(play)
    if q.pos.state.last.suits == 0:
        if left == 0:
            return -(1 << 20)
        value = 6 * value - 60 * cards + 30 * size(broken) - 40 * size(taken ^ broken) - 3 * points(play.counts)
        return value + 1000 if kind_of(play) >= FIFTYK else value
    value = 5 * value - 50 * cards + 80 * size(broken) - 2 * points(play.counts)
    return value + 100 if kind_of(play) >= FIFTYK else value


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
    cdef uint64_t below = ranks >> 4
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    return ONES & ~below


cdef bint runs_out(const Question* q, int seat) noexcept nogil:
    """Whether a seat, on lead, can put down its hand in plays that no opponent can beat but for the last.

    The others of its side pass, so it is the first out. Says no where it does not know: with jokers, with
    bombs against it, with straights and chains (which it does not look for).
    """
    cdef const Pos* p = &q.pos
    cdef uint64_t c = p.hands[seat].counts, o, o1 = 0, o2 = 0, o3 = 0
    cdef uint64_t u1, u2, u3, threes
    cdef int other, singles, pairs, triples, spare
    if q.rules.wild:
        return False
    for other in range(q.rules.seats):
        o = p.hands[other].counts
        if sign_of(q, other) == sign_of(q, seat) or o == 0:
            continue
        if has_bomb(o) or has_fiftyk(o):
            return False
        o1 |= at_least_1(o)
        o2 |= at_least_2(o)
        o3 |= at_least_3(o)
    u1 = not_below(o1)
    u2 = not_below(o2)
    u3 = not_below(o3)
    # Groups of the hand that somebody can beat however they are divided. Four and more are a bomb.
    threes = exactly(c, 3)
    singles = size(exactly(c, 1) & ~u1)
    pairs = size(exactly(c, 2) & ~(u1 | u2))
    triples = size(threes & ~(u1 | u3))
    if triples > 1:
        return False
    # Such cards can go along as kickers: with triples that nobody beats, and with one that is played last.
    spare = triples + size(threes & u3)
    if q.rules.kickers == STRICT_KICKERS:
        return singles + pairs - spare <= 1 - triples
    if q.rules.kickers == LOOSE_KICKERS:
        # A pair a triple, or two single cards.
        if pairs >= spare:
            return singles + pairs - spare <= 1 - triples
        singles -= 2 * (spare - pairs)
        return singles <= 1 - triples
    return singles + pairs <= 1 - triples


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


cdef bint ends_it(const Question* q) noexcept nogil:
    """Whether the seat on turn, the last of its side with cards, can end the hand with nothing more captured by the
    other side, as far as simple ways to it show.

    It then gets all that is left to get: the value is the static bound that is best for its side. (Of margins;
    payoffs depend on what is captured, too.)
    """
    cdef const State* state = &q.pos.state
    cdef int side = q.mask if q.mask >> state.turn & 1 else ~q.mask
    if not q.fixed or q.slope == 0 or state.holding & side != 1 << state.turn:
        return False
    return goes_out(q) or (state.last.suits == 0 and runs_out(q, state.turn))


cdef inline bint halted(Search* s) noexcept nogil:
    """Whether the team stops: it has the answer, or the table is full and can grow once nobody is at it."""
    if s.room <= 0:
        s.team.halt = True
    return s.team.halt


cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil:
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef const Hand* hand
    cdef Signature sig
    cdef State before
    cdef int64_t lower = 0, upper = 0, best = 0
    cdef Py_ssize_t n
    cdef bint passed = False
    if settled(&s.q):
        return terminal(&s.q)
    while True:
        if not passed or p.state.last.suits == 0:
            # A pass changes bounds when it ends the trick. It never ends the hand.
            bounds(&s.q, &lower, &upper)
            if lower >= t or upper < t:
                best = lower if lower >= t else upper
                break
        hand = &p.hands[<int>p.state.turn]
        if p.state.last.suits == 0 or not cannot_answer(&s.q.rules, hand.counts, &p.state.last):
            if s.q.objective == FIRST and first_is_sure(&s.q):
                best = 1 if s.q.mask >> p.state.turn & 1 else -1
                break
            if ends_it(&s.q):
                best = upper if s.q.mask >> p.state.turn & 1 else lower
                break
            sig = key_of(&s.q)
            table_prefetch(s.table, &sig)
            n = generate(&s.q.rules, hand, &p.state.last, moves)
            if n > 1 or p.state.last.suits == 0:
                best = search_moves(s, t, base, n, &sig)
                break
        # A forced pass is no node; it changes nothing but the state.
        if not passed:
            before = p.state
            passed = True
        pass_on(&s.q.rules, p)
    if passed:
        p.state = before
    return best


cdef int64_t search_moves(Search* s, int64_t t, Py_ssize_t base, Py_ssize_t n, const Signature* sig) noexcept nogil:
    """The rest of search(): a node with n moves, listed in the arena at base, and its key."""
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef int32_t* order = s.order + base
    cdef const Hand* hand = &p.hands[<int>p.state.turn]
    cdef Undo undo
    cdef Known known
    cdef Play play
    cdef int64_t value, best = 0, bank, times, slack
    cdef uint64_t nodes, claim = 0
    cdef uint64_t* slot = NULL
    cdef Py_ssize_t i, j, chosen
    cdef int32_t lowest
    cdef bint high = s.q.mask >> p.state.turn & 1
    cdef bint shared = s.team != NULL and total(
        p.hands[0].counts + p.hands[1].counts + p.hands[2].counts + p.hands[3].counts
    ) >= SHARED_CARDS
    s.nodes += 1
    s.countdown -= n
    if s.countdown <= 0:
        s.countdown = POLL_EVERY
        if (<Monitor>s.monitor).poll():
            s.stop = True
    if s.nodes > s.node_limit or base + n + s.longest > s.arena_size:
        s.stop = True
    elif s.team != NULL and halted(s):
        s.stop = s.halted = True
    if s.stop:
        return 0
    bank = banked(&s.q)
    times = scale(&s.q)
    if table_find(s.table, sig, &known):
        slack = s.q.slope * (known.table - p.state.table)
        if slack < 0:
            slack = -slack
        value = bank + times * known.lower - slack
        if value >= t and known.lower != INT32_MIN:
            return value
        value = bank + times * known.upper + slack
        if value < t and known.upper != INT32_MAX:
            return value
    nodes = s.nodes
    for i in range(n):
        order[i] = priority(&s.q, hand, &moves[i])
    # Cut-offs come early: each next move is selected when it is needed.
    i = 0
    while i < n:
        chosen = i
        lowest = order[i]
        for j in range(i + 1, n):
            if order[j] < lowest:
                lowest = order[j]
                chosen = j
        play = moves[chosen]
        if chosen != i:
            moves[chosen] = moves[i]
            order[chosen] = order[i]
        if shared:
            claim = (sig.a ^ play.counts) * <uint64_t>0x9E3779B97F4A7C15 ^ play.suits
            slot = &s.team.busy[claim >> 50]
            if i > 0 and slot[0] == claim and lowest < LATER:
                # Another thread is at it: first the other moves, then see what it has found.
                moves[i] = play
                order[i] = lowest + LATER
                continue
            slot[0] = claim
        make(&s.q.rules, p, &play, &undo)
        value = search(s, t, base + n)
        unmake(p, &undo)
        if shared and slot[0] == claim:
            slot[0] = 0
        if s.stop:
            return 0
        if i == 0 or (value > best if high else value < best):
            best = value
            if best >= t if high else best < t:
                break
        i += 1
    s.room -= table_keep(
        s.table, sig, (best - bank) // times, best >= t, p.state.table, s.q.slope, s.nodes - nodes + 1
    )
    if s.room <= 0 and s.team == NULL:
        s.room = table_grow(s.table)
    return best
