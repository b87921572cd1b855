"""Proof-number search for `first`, where some lines are short to prove and most are long (df-pn, after A. Nagai).

Alpha-beta searches a move to its end before it looks at the next; this search goes on wherever least seems left to
prove. A position has two numbers: left[1], what is left to show that the answer is yes, and left[0], that it is no (the
proof and disproof numbers of the literature). For the side on turn one move is enough, and its number is the least of
those after the moves; for the other side all moves must fail, and its number is the largest and half the rest: the sum
would count what lines have in common too often.

The question is always whether the value, 1 or -1, is 1: hence every t is 1.

A position that is met for the first time gets a short search by alpha-beta. Where that is not enough its numbers come
from those after its moves, which are guessed from the odds (_outlook.pyx). With few cards left it is searched to the
end. What is proved is kept as alpha-beta keeps it; the numbers are kept beside it, under a key of their own.

Several threads share the table, and each rather goes where no other is.
"""

from libc.math cimport exp, log1p
from libc.stdint cimport int32_t, int64_t, uint64_t

from fiftyk._core cimport Hand, Play, Pos, Undo, generate, make, unmake
from fiftyk._node cimport NEAR_CARDS, Node, Proof, Search, arrive, fill, leave, mark_of, stops
from fiftyk._order cimport priority
from fiftyk._outlook cimport outlook
from fiftyk._search cimport search
from fiftyk._table cimport Known, Signature, table_find, table_keep, table_note
from fiftyk._types cimport State

cdef enum:
    NEVER = 1 << 28     # the number of what cannot be shown; what is left never comes near
    NOTED = 32_000      # the table has no room for more
    SHORT_NODES = 100   # of alpha-beta, for a position that is new
    ODDS = 1600         # all beyond is as good as certain
    FINE = 16           # steps of the odds
    GUESSES = 201       # 2 * ODDS / FINE + 1

# What is left to prove at such odds, in tenths of their logarithm.
cdef int32_t[GUESSES] GUESS


cdef void fill_guesses() noexcept:
    cdef int i
    for i in range(GUESSES):
        # Six tenths of the odds: they are surer of themselves than they are right in large hands.
        GUESS[i] = 1 + <int32_t>(10 * log1p(exp((i * FINE - ODDS) * -0.006)))


fill_guesses()


cdef inline void decide(Proof* proof, bint answer) noexcept nogil:
    proof.left[answer] = 0
    proof.left[not answer] = NEVER


cdef inline bint decided(const Proof* proof) noexcept nogil:
    return proof.left[0] == 0 or proof.left[1] == 0


cdef inline Signature note_of(const Signature* sig) noexcept nogil:
    """The key of the numbers of a position. The bucket is by the high half of a: theirs is that of its bounds."""
    cdef Signature note
    note.a = sig.a ^ <uint64_t>0x133111EB
    note.b = sig.b ^ <uint64_t>0x5851F42D4C957F2D
    return note


cdef void guess(const Search* s, Proof* proof) noexcept nogil:
    cdef const State* state = &s.q.pos.state
    cdef int32_t odds = 0
    if s.net != NULL:
        odds = outlook(&s.q, state.last_seat if state.last.suits else state.turn, state.turn, &state.last)
        odds = max(-ODDS, min(odds, ODDS))
    proof.left[0] = GUESS[(ODDS - odds) // FINE]
    proof.left[1] = GUESS[(ODDS + odds) // FINE]


cdef void look_up(const Search* s, const Node* node, Proof* proof) noexcept nogil:
    """What the table has of a position, or else a guess."""
    cdef Known known
    cdef Signature note
    proof.met = False
    # First, whether it is needed or not: what the table has is on its way meanwhile.
    guess(s, proof)
    if node.cards > NEAR_CARDS:
        if table_find(s.table, &node.sig, &known) and (known.lower == 1 or known.upper == -1):
            decide(proof, known.lower == 1)
            return
        note = note_of(&node.sig)
        if table_find(s.table, &note, &known):
            proof.left[0] = known.lower
            proof.left[1] = known.upper
            proof.met = True


cdef void keep(Search* s, const Node* node, const Proof* proof, uint64_t work) noexcept nogil:
    cdef Signature note
    if node.cards <= NEAR_CARDS:
        return
    if decided(proof):
        fill(s, table_keep(
            s.table, &node.sig, 1 if proof.left[1] == 0 else -1, proof.left[1] == 0, s.q.pos.state.table, 0, work
        ))
    else:
        note = note_of(&node.sig)
        fill(s, table_note(s.table, &note, min(proof.left[0], NOTED), min(proof.left[1], NOTED), work))


cdef void search_a_little(Search* s, const Node* node, Proof* proof, Py_ssize_t base) noexcept nogil:
    """Alpha-beta; where more than few cards are left only some nodes of it."""
    cdef uint64_t limit = s.node_limit
    cdef int64_t value
    cdef bint spent
    if node.cards > NEAR_CARDS:
        s.node_limit = min(limit, s.nodes + SHORT_NODES)
    value = search(s, 1, base)
    spent = s.nodes > s.node_limit
    s.node_limit = limit
    if not s.stop:
        decide(proof, value == 1)
    elif spent and s.nodes <= limit:
        s.stop = s.halted = False


cdef Py_ssize_t expand(Search* s, Proof* proof, Py_ssize_t base, Py_ssize_t n) noexcept nogil:
    """Leaves of the n moves at base those after which something is to prove, and says what.

    Returns how many; 0: nothing is left, or the search stops.
    """
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef int32_t* order = s.order + base
    cdef Proof* after = s.proofs + base
    cdef const Hand* hand = &p.hands[<int>p.state.turn]
    cdef bint high = s.q.mask >> p.state.turn & 1
    cdef Py_ssize_t i, j, m, open = 0
    cdef int32_t rank
    cdef Play play
    cdef Undo undo
    cdef Node node
    if stops(s, base, n):
        return 0
    # Sorted: of alike numbers the first is taken.
    for i in range(n):
        play = moves[i]
        rank = priority(&s.q, hand, &play)
        j = i
        while j > 0 and order[j - 1] > rank:
            order[j] = order[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        order[j] = rank
        moves[j] = play
    for i in range(n):
        s.nodes += 1
        if s.nodes > s.node_limit:
            s.stop = True
            return 0
        play = moves[i]
        make(&s.q.rules, p, &play, &undo)
        m = arrive(s, 1, base + n, &node)
        s.countdown -= m
        if m:
            look_up(s, &node, &after[open])
        else:
            decide(&after[open], node.value == 1)
        leave(s, &node)
        unmake(p, &undo)
        if after[open].left[high] == 0:
            decide(proof, high)
            return 0
        # What is shown to fail is left out. No place is written before it was read: open <= i.
        moves[open] = play
        open += after[open].left[not high] != 0
    if open == 0:
        decide(proof, not high)
    return open


cdef Py_ssize_t choose(
    Search* s, const Node* node, Proof* proof, int32_t* limit, Py_ssize_t base, Py_ssize_t n
) noexcept nogil:
    """Of n moves at base the one to go on with, -1 where a number of the position has reached its limit.

    Sets the numbers of the position, and turns its limits into those for the position after the move.
    """
    cdef const Play* moves = s.arena + base
    cdef const Proof* after = s.proofs + base
    cdef bint high = s.q.mask >> s.q.pos.state.turn & 1
    cdef Py_ssize_t i, best = 0
    cdef int32_t left, chosen = NEVER, second = NEVER, least = NEVER, most = 0
    cdef int64_t sum = 0, rest
    cdef uint64_t claim = 0
    for i in range(n):
        sum += after[i].left[not high]
        most = max(most, after[i].left[not high])
        left = after[i].left[high]
        least = min(least, left)
        if s.team != NULL and mark_of(s, &node.sig, moves[i].counts ^ moves[i].suits, &claim)[0] == claim:
            # Another thread is at it: rather something else, where that is hardly worse.
            left += left // 2 + 4
        if left < chosen:
            second = chosen
            chosen = left
            best = i
        else:
            second = min(second, left)
    proof.left[high] = least
    proof.left[not high] = <int32_t>min((sum + most) // 2, NEVER - 1)
    if proof.left[0] >= limit[0] or proof.left[1] >= limit[1]:
        return -1
    # Until it is a quarter worse than the second (a little worse alone would mean to and fro), or lifts this
    # position's other number to its limit. Always above what it has, so that something is done.
    rest = (sum - after[best].left[not high]) // 2
    limit[high] = max(min(limit[high], second + second // 4 + 1), after[best].left[high] + 1)
    limit[not high] = <int32_t>max(limit[not high] - rest, after[best].left[not high] + 1)
    return best


cdef void work_on(
    Search* s, const Node* node, Proof* proof, const int32_t* limit, Py_ssize_t base, Py_ssize_t n
) noexcept nogil:
    """Searches until the answer is shown, or one of the numbers reaches its limit; n moves are listed at base."""
    cdef Pos* p = &s.q.pos
    cdef Play* moves = s.arena + base
    cdef Proof* after = s.proofs + base
    cdef bint high = s.q.mask >> p.state.turn & 1
    cdef Py_ssize_t i, best, m
    cdef int32_t below[2]
    cdef uint64_t nodes = s.nodes, claim = 0
    cdef uint64_t* mark = NULL
    cdef Undo undo
    cdef Node next
    if not proof.met:
        search_a_little(s, node, proof, base)
        # Alpha-beta leaves in pieces what it has listed.
        n = 0 if s.stop or decided(proof) else generate(&s.q.rules, &p.hands[<int>p.state.turn], &p.state.last, moves)
        proof.met = True
    if n:
        n = expand(s, proof, base, n)
    while n and not s.stop:
        below[0] = limit[0]
        below[1] = limit[1]
        best = choose(s, node, proof, below, base, n)
        if best < 0:
            break
        if s.team != NULL:
            mark = mark_of(s, &node.sig, moves[best].counts ^ moves[best].suits, &claim)
            mark[0] = claim
        make(&s.q.rules, p, &moves[best], &undo)
        # There are moves: what is certain without was left out by expand().
        m = arrive(s, 1, base + n, &next)
        if s.team != NULL:
            # What another thread has found of it meanwhile.
            look_up(s, &next, &after[best])
        if not decided(&after[best]):
            work_on(s, &next, &after[best], below, base + n, m)
        leave(s, &next)
        unmake(p, &undo)
        if s.team != NULL and mark[0] == claim:
            mark[0] = 0
        if after[best].left[high] == 0:
            decide(proof, high)
            break
        if after[best].left[not high] == 0:
            n -= 1
            for i in range(best, n):
                moves[i] = moves[i + 1]
                after[i] = after[i + 1]
            if n == 0:
                decide(proof, not high)
    # Numbers are guesses, and serve as well where the search stops; but not those from before expand().
    if not s.stop or decided(proof) or n:
        keep(s, node, proof, s.nodes - nodes + 1)


cdef int64_t prove(Search* s) noexcept nogil:
    cdef Node node
    cdef Proof proof
    cdef int32_t limit[2]
    cdef Py_ssize_t n = arrive(s, 1, 0, &node)
    if n:
        limit[0] = limit[1] = NEVER
        look_up(s, &node, &proof)
        if not decided(&proof):
            work_on(s, &node, &proof, limit, 0, n)
        node.value = 1 if proof.left[1] == 0 else -1
    leave(s, &node)
    return node.value
