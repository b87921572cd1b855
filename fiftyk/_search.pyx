"""The search: alpha-beta over null windows, without the GIL.

A search asks one yes/no question, "is the value at least t?", and answers with a bound (fail-soft): a
number of t or more is a lower bound of the value, a smaller one an upper bound. The caller closes in on
the exact value. What is found is kept in the table as bounds of future values (_question.pyx).

Several threads may answer one question over one table. Each searches all of it, but leaves moves that
another is at for later, when the table often knows them (deferred moves, after J.-C. Weill's ABDADA).
"""

from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint64_t

from fiftyk._bits cimport at_least_1, size, total
from fiftyk._core cimport Hand, Play, Pos, Signature, Undo, kind_of, make, n_of, points, rank_of_play, unmake
from fiftyk._node cimport NEAR, OUTLOOK_CARDS, Node, Search, arrive, fill, leave, mark_of, stops
from fiftyk._outlook cimport outlook
from fiftyk._question cimport Question, banked, scale, sign_of
from fiftyk._table cimport Known, Table, table_find, table_keep, table_keep_recent
from fiftyk._types cimport FIFTYK, RANK_2

cdef enum:
    # The priority of the pass: above that of every play.
    PASS_LAST = 1 << 20
    # Above every priority: a move put off because another thread is at it.
    LATER = 1 << 24
    # With fewer cards in all hands a node is too small to be shared out: the marks of its moves would go to and fro
    # between processors for less than they save.
    SHARED_CARDS = 14


cdef int32_t priority(const Question* q, const Hand* hand, const Play* play) noexcept nogil:
    """The smaller, the sooner: low cards in their longest form, points, groups left whole, bombs late, pass last.

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
            return -(1 << 20)
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
        return -(1 << 20)
    value = rank_of_play(play) - 3 * total(play.counts) + 3 * size(at_least_1(play.counts) & at_least_1(left))
    return 10 * value + (2000 if kind_of(play) >= FIFTYK else 0)


cdef void look_ahead(Search* s, const Play* moves, int32_t* order, Py_ssize_t n) noexcept nogil:
    cdef Pos* p = &s.q.pos
    cdef int turn = p.state.turn, sign = sign_of(&s.q, turn), next = (turn + 1) & 3
    cdef Hand* hand = &p.hands[turn]
    cdef uint64_t counts = hand.counts
    cdef Py_ssize_t i
    while p.hands[next].counts == 0 and next != turn:
        next = (next + 1) & 3
    for i in range(n):
        # The pass stays the last, whatever the odds.
        if moves[i].suits:
            hand.counts = counts - moves[i].counts
            order[i] -= 3 * sign * outlook(&s.q, turn, next, &moves[i]) // 10
    hand.counts = counts


cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil:
    cdef Node node
    cdef Py_ssize_t n = arrive(s, t, base, &node)
    if n:
        node.value = search_moves(s, t, base, n, &node)
    leave(s, &node)
    return node.value


cdef int64_t search_moves(
    Search* s, int64_t t, Py_ssize_t base, Py_ssize_t n, const Node* node
) noexcept nogil:
    """The rest of search(): a node with n moves, listed in the arena at base."""
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef int32_t* order = s.order + base
    cdef const Hand* hand = &p.hands[<int>p.state.turn]
    cdef Undo undo
    cdef Known known
    cdef Play play
    cdef int64_t value, best = 0, bank, times, slack
    cdef uint64_t nodes, claim = 0
    cdef Table* table = node.table
    cdef const Signature* sig = &node.sig
    cdef int cards = node.cards
    cdef uint64_t* slot = NULL
    cdef Py_ssize_t i, j, chosen
    cdef int32_t lowest
    cdef bint high = s.q.mask >> p.state.turn & 1
    cdef bint shared = s.team != NULL and cards >= SHARED_CARDS
    s.nodes += 1
    if stops(s, base, n):
        return 0
    # Before the table is looked at: its line is on its way meanwhile.
    if n == 2 and moves[0].suits == 0:
        # The pass is the last, whatever the other.
        order[0] = PASS_LAST
        order[1] = 0
    else:
        for i in range(n):
            order[i] = other_priority(hand, &moves[i]) if s.turned else priority(&s.q, hand, &moves[i])
    bank = banked(&s.q)
    times = scale(&s.q)
    if table != NULL and table_find(table, sig, &known):
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
    if s.look_ahead and cards >= OUTLOOK_CARDS and n > (2 if moves[0].suits == 0 else 1):
        look_ahead(s, moves, order, n)
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
            slot = mark_of(s, node, &play, &claim)
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
    if table == NULL or (s.nodes == nodes and not s.without & NEAR):
        # Without nodes below it is found again as fast as it would be looked up.
        return best
    value = best - bank if times == 1 else (best - bank) // times
    if table != s.table:
        table_keep_recent(table, sig, value, best >= t, p.state.table, s.q.slope)
        return best
    fill(s, table_keep(table, sig, value, best >= t, p.state.table, s.q.slope, s.nodes - nodes + 1))
    return best
