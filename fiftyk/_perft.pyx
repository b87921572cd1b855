"""perft: counting the sequences of moves from a position (RULES.md 11), without the GIL."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from fiftyk._core cimport (
    Hand, Monitor, Play, Pos, Position, Rules, Signature, Undo, count_plays, generate, make, unmake,
)
from fiftyk._count cimport Replies, count_replies
from fiftyk._position cimport absorb
from fiftyk._types cimport FACES, MAX_SEATS, NOBODY

cdef enum:
    # How many inner nodes pass between two looks at the clock and at Ctrl-C: a few milliseconds.
    POLL_EVERY = 1 << 15


# A count that the table keeps: of the position with this signature at this depth.
ctypedef struct Entry:
    uint64_t a
    uint64_t b
    uint64_t leaves


ctypedef struct Walk:
    const Rules* rules
    Pos* pos
    bint bulk           # count the last ply instead of making it
    bint stop
    uint64_t countdown
    void* monitor
    Replies* replies    # of each seat, for the last ply
    Entry* table        # NULL for none
    uint64_t entries


cdef Signature key_of(const Pos* p, int depth) noexcept nogil:
    """What the count depends on: hands, who is on turn, the play to beat; not points and who has them."""
    cdef Signature s
    cdef int seat
    s.a = depth
    s.b = ~<uint64_t>depth
    for seat in range(MAX_SEATS):
        absorb(&s, p.hands[seat].counts)
        absorb(&s, p.hands[seat].suits)
        absorb(&s, p.hands[seat].twice)
    # Jokers in the last play count where natural bombs are higher.
    absorb(&s, (p.state.last.suits & ~FACES) | (p.state.last.counts & 15) << 4)
    absorb(&s, <uint64_t>(p.state.last_seat + 1) | <uint64_t>p.state.turn << 4 | <uint64_t>p.state.known << 8)
    absorb(&s, s.a)
    absorb(&s, s.b)
    return s


cdef uint64_t last_two(Walk* w, Play* moves) noexcept nogil:
    """The leaves two moves below: only where a move ends the trick or empties the hand is it made."""
    cdef Pos* p = w.pos
    cdef int seat = p.state.turn, after
    cdef Hand* hand = &p.hands[seat]
    cdef int next_up = p.flow.next_seat[<int>p.state.holding][seat]
    cdef Py_ssize_t n = generate(w.rules, hand, &p.state.last, moves), i
    cdef uint64_t leaves = 0
    cdef Undo undo
    for i in range(n):
        if moves[i].suits and moves[i].counts != hand.counts:
            leaves += count_replies(&w.replies[next_up], w.rules, &p.hands[next_up], &moves[i])
            continue
        make(w.rules, p, &moves[i], &undo)
        after = p.state.turn
        if after != NOBODY:
            leaves += count_replies(&w.replies[after], w.rules, &p.hands[after], &p.state.last)
        unmake(p, &undo)
    return leaves


cdef uint64_t walk(Walk* w, int depth, Play* moves) noexcept nogil:
    """The leaves `depth` moves below the position; moves: room for the lists of all plies to come."""
    cdef Pos* p = w.pos
    cdef Hand* hand = &p.hands[<int>p.state.turn]
    cdef Undo undo
    cdef Signature key
    cdef Entry* entry = NULL
    cdef uint64_t leaves = 0
    cdef Py_ssize_t i, n
    w.countdown -= 1
    if w.countdown == 0:
        w.countdown = POLL_EVERY
        if (<Monitor>w.monitor).poll():
            w.stop = True
    if w.bulk and depth <= 2:
        return last_two(w, moves) if depth == 2 else count_plays(w.rules, hand, &p.state.last, NULL)
    if w.table != NULL and depth > 2:
        key = key_of(p, depth)
        entry = &w.table[(key.a >> 32) * w.entries >> 32]
        if entry.a == key.a and entry.b == key.b:
            return entry.leaves
    n = generate(w.rules, hand, &p.state.last, moves)
    for i in range(n):
        if w.stop:
            return 0
        make(w.rules, p, &moves[i], &undo)
        if depth == 1:
            leaves += 1
        elif p.state.turn != NOBODY:
            leaves += walk(w, depth - 1, moves + n)
        unmake(p, &undo)
    if entry != NULL and not w.stop:
        entry.a = key.a
        entry.b = key.b
        entry.leaves = leaves
    return leaves


def perft(Position position not None, int depth, bint faces, bint bulk, uint64_t table_bytes, progress):
    """Count leaves: depth >= 0, validated; table_bytes: for a table, or 0.

    progress: None or a callable without arguments, called now and then.
    """
    cdef Pos pos = position.c if faces else position.classes()
    cdef Monitor monitor = Monitor(progress)
    cdef Rules rules = position.table_.c
    cdef Play lead
    cdef Play* moves = NULL
    cdef Walk w
    cdef uint64_t bound = 1, n, leaves
    cdef int seat
    if depth == 0 or pos.state.turn == NOBODY:
        return int(depth == 0)
    # The moves of any position below are plays that the seat's hand at the root could lead, or the
    # pass: a smaller hand has no play and no class that the larger one has not.
    lead.counts = lead.suits = lead.twice = 0
    for seat in range(rules.seats):
        n = count_plays(&rules, &pos.hands[seat], &lead, NULL) + 1
        if n > bound:
            bound = n
    if bound > <uint64_t>(1 << 40):
        raise MemoryError(f"{bound} moves a position")
    memset(&w, 0, sizeof(w))
    w.rules = &rules
    w.pos = &pos
    w.bulk = bulk
    w.countdown = POLL_EVERY
    w.monitor = <void*>monitor
    w.entries = table_bytes // sizeof(Entry)
    if w.entries >> 32:
        w.entries = <uint64_t>0xFFFFFFFF
    try:
        moves = <Play*>malloc(depth * bound * sizeof(Play))
        w.replies = <Replies*>calloc(MAX_SEATS, sizeof(Replies))
        if w.entries:
            w.table = <Entry*>calloc(w.entries, sizeof(Entry))
        if moves == NULL or w.replies == NULL or (w.entries and w.table == NULL):
            raise MemoryError(f"room for {depth} lists of {bound} moves and a table of {table_bytes} bytes")
        with nogil:
            leaves = walk(&w, depth, moves)
    finally:
        free(moves)
        free(w.replies)
        free(w.table)
    if monitor.error is not None:
        raise monitor.error
    return leaves
