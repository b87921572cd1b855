"""The search: alpha-beta over null windows, without the GIL.

A search asks one yes/no question, "is the value at least t?", and answers with a bound (fail-soft): a
number of t or more is a lower bound of the value, a smaller one an upper bound. The caller closes in on
the exact value. What is found is kept in the table as bounds of future values (_question.pyx).

A position with many cards is searched narrowly first: where many cards are left a side has a few moves only, those that
the order has first. With both sides so limited that is a guess, which costs a hundredth of the search; with only the
side limited that wants the answer it is a proof, if it succeeds. (Iterative broadening, after M. Ginsberg and
W. Harvey, for one side at a time.)

Several threads may answer one question over one table. Each searches all of it, but leaves moves that
another is at for later, when the table often knows them (deferred moves, after J.-C. Weill's ABDADA).
"""

from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t

from fiftyk._core cimport Hand, Play, Pos, Undo, generate, make, unmake
from fiftyk._endgame cimport search_plain
from fiftyk._node cimport (
    BOTH_SIDES, HIGH_SIDE, LATER, LOW_SIDE, NARROW, NARROW_CARDS, Node, Past, SHARED_CARDS, Search, answers, arrive,
    keep_bound, leave, mark_of, narrow_key, stops,
)
from fiftyk._order cimport LAST, NET_CARDS, PASS_LAST, order_by_net, other_priority, priority
from fiftyk._question cimport banked, need, scale
from fiftyk._table cimport Signature

cdef enum:
    # A position of so many cards is searched narrowly first: those limited have so few moves, and at the last try so
    # many.
    WIDE_CARDS = 20
    FEW = 2
    MOST_FEW = 3


cdef int64_t search(Search* s, int64_t t, Py_ssize_t base) noexcept nogil:
    cdef Node node
    cdef Py_ssize_t n = arrive(s, t, base, &node)
    if n:
        go_on(s, t, base, n, &node)
    leave(s, &node)
    return node.value


cdef inline void go_on(Search* s, int64_t t, Py_ssize_t base, Py_ssize_t n, Node* node) noexcept nogil:
    """What search() does after arrive(); the value is for node.value."""
    node.value = search_plain(s, &node.here, t) if node.plain else search_moves(s, t, base, n, node)


cdef inline void bring_lowest(Play* moves, int32_t* order, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """Brings the move of the lowest number, from i on, to i; of alike ones the first."""
    cdef Play play
    cdef Py_ssize_t j, chosen = i
    cdef int32_t lowest = order[i]
    for j in range(i + 1, n):
        if order[j] < lowest:
            lowest = order[j]
            chosen = j
    if chosen != i:
        play = moves[chosen]
        moves[chosen] = moves[i]
        moves[i] = play
        order[chosen] = order[i]
        order[i] = lowest


cdef bint few_suffice(
    Search* s, int64_t t, Py_ssize_t base, Py_ssize_t n, const Node* node, int64_t* bound
) noexcept nogil:
    """Whether the side on turn gets what it needs with few moves, and by which bound; or the search has to stop.

    It is tried where a guess says yes. If it fails, little is lost: positions with fewer cards were searched in full,
    and are in the table.
    """
    cdef Pos* p = &s.q.pos
    cdef const Hand* hand = &p.hands[<int>p.state.turn]
    cdef bint high = s.q.mask >> p.state.turn & 1, suffice, guessed
    cdef int width
    s.width = FEW
    s.limited = BOTH_SIDES
    guessed = (search_moves(s, t, base, n, node) >= t) == high
    s.limited = HIGH_SIDE if high else LOW_SIDE
    suffice = False
    for width in range(FEW, MOST_FEW + 1):
        if s.stop or suffice or not guessed:
            break
        # A search changes the order of the list.
        generate(&s.q.rules, hand, &p.state.last, s.arena + base)
        s.width = width
        bound[0] = search_moves(s, t, base, n, node)
        suffice = (bound[0] >= t) == high
    s.width = 0
    generate(&s.q.rules, hand, &p.state.last, s.arena + base)
    return suffice or s.stop


cdef int64_t search_moves(
    Search* s, int64_t t, Py_ssize_t base, Py_ssize_t n, const Node* node
) noexcept nogil:
    """The rest of search(): a node with n moves, listed in the arena at base."""
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef int32_t* order = s.order + base
    cdef const Hand* hand = &p.hands[<int>p.state.turn]
    cdef Node child
    cdef Signature sig
    cdef const Signature* few = NULL
    cdef Past past
    cdef Undo undo
    cdef Play play
    cdef bint high = s.q.mask >> p.state.turn & 1
    # Values are compared as the side on turn sees them: the more, the better, and enough is a cut-off.
    cdef int64_t sign = 1 if high else -1, enough = t if high else 1 - t, best = INT64_MIN, bound = 0
    cdef uint64_t nodes, claim = 0
    cdef uint64_t* slot = NULL
    cdef Py_ssize_t i, m
    # Whether the table has yet to be asked, and whether it has answered.
    cdef bint ask = node.table != NULL, known = False
    cdef bint shared = s.team != NULL and node.cards >= SHARED_CARDS
    cdef bint guided = s.net != NULL and node.cards >= NET_CARDS and n > 1 and not s.turned
    cdef bint wide = (
        node.cards >= WIDE_CARDS and n > 1 and not (s.width or s.turned or s.proving or s.without & NARROW)
    )
    s.nodes += 1
    if stops(s, base, n):
        return 0
    nodes = s.nodes
    past.bank = banked(&s.q)
    past.times = scale(&s.q)
    past.table = p.state.table
    if s.width and node.cards >= NARROW_CARDS:
        # What few moves show has an entry of its own, in the same line.
        sig = narrow_key(s, &node.sig)
        few = &sig
    if wide or node.table == &s.near:
        ask = False
        if answers(s, node.table, &node.sig, few, t, &past, &bound):
            return bound
        if wide and few_suffice(s, t, base, n, node, &bound):
            return bound
    if n == 2 and moves[0].suits == 0 and not guided:
        # The pass is the last, whatever the other.
        order[0] = PASS_LAST
        order[1] = 0
    else:
        for i in range(n):
            order[i] = other_priority(hand, &moves[i]) if s.turned else priority(&s.q, hand, &moves[i])
    if guided:
        # A net takes about as long as it takes for the entry to come.
        if ask and answers(s, node.table, &node.sig, few, t, &past, &bound):
            return bound
        ask = False
        order_by_net(s.net, &s.q, need(&s.q, past.bank, t), moves, order, n)
    if few != NULL and s.width < n and s.limited & (HIGH_SIDE if high else LOW_SIDE):
        for i in range(s.width):
            bring_lowest(moves, order, i, n)
        n = s.width
    # Cut-offs come early: each next move is selected when it is needed.
    i = 0
    while i < n:
        bring_lowest(moves, order, i, n)
        play = moves[i]
        if shared:
            slot = mark_of(s, &node.sig, play.counts ^ play.suits, &claim)
            if i > 0 and slot[0] == claim and order[i] < LAST:
                # Another thread is at it: first the other moves, then see what it has found.
                order[i] += LATER
                continue
            slot[0] = claim
        make(&s.q.rules, p, &play, &undo)
        m = arrive(s, t, base + n, &child)
        if ask:
            # The line of this node comes from memory, which takes as long as all of the above. That of the
            # child is on its way already.
            ask = False
            known = answers(s, node.table, &node.sig, few, t, &past, &bound)
        if m and not known:
            go_on(s, t, base + n, m, &child)
        leave(s, &child)
        unmake(p, &undo)
        if shared and slot[0] == claim:
            slot[0] = 0
        if known:
            return bound
        if s.stop:
            return 0
        child.value *= sign
        best = max(best, child.value)
        if child.value >= enough:
            break
        i += 1
    best *= sign
    bound = best - past.bank if past.times == 1 else (best - past.bank) // past.times
    keep_bound(s, node.table, &node.sig, few, bound, best >= t, p.state.table, nodes)
    return best
