"""perft: counting the sequences of moves from a position (RULES.md 11), without the GIL."""

from cpython.mem cimport PyMem_Free
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from fiftyk._combos cimport cannot_answer
from fiftyk._core cimport (
    Hand, Monitor, Play, Pos, Position, Rules, Signature, Undo, count_plays, generate, make, most_moves, room_for,
    unmake,
)
from fiftyk._count cimport Replies, count_replies
from fiftyk._monitor cimport interrupted
from fiftyk._position cimport absorb, pass_on
from fiftyk._types cimport FACES, MAX_SEATS, NOBODY, State

cdef enum:
    # How many moves are listed between two looks at the clock and at Ctrl-C: a few milliseconds.
    POLL_EVERY = 1 << 17


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
    int64_t countdown
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
    """The leaves two moves below: only a pass, or a play that empties the hand, is made.

    After any other play the next seat answers it, and how many answers it has does not depend on what the
    play leaves in the hand it came from.
    """
    cdef Pos* p = w.pos
    cdef int seat = p.state.turn, after
    cdef Hand* hand = &p.hands[seat]
    cdef int next_up = p.flow.next_seat[<int>p.state.holding][seat]
    cdef Py_ssize_t n = generate(w.rules, hand, &p.state.last, moves), i
    cdef uint64_t leaves = 0
    cdef Undo undo
    w.countdown -= n
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
    cdef State before
    if depth > 1 and p.state.last.suits and cannot_answer(w.rules, hand.counts, &p.state.last):
        # The pass is all there is: nothing to list, and nothing but the state to take back.
        before = p.state
        pass_on(w.rules, p)
        w.countdown -= 1
        leaves = walk(w, depth - 1, moves)
        p.state = before
        return leaves
    # What was done is counted where it is done.
    if interrupted(w.monitor, &w.countdown, 0, POLL_EVERY):
        w.stop = True
    if w.bulk and depth <= 2:
        return last_two(w, moves) if depth == 2 else count_plays(w.rules, hand, &p.state.last, NULL)
    if w.table != NULL and depth > 2:
        # A look at a large table takes as long as some moves.
        w.countdown -= 16
        key = key_of(p, depth)
        entry = &w.table[(key.a >> 32) * w.entries >> 32]
        if entry.a == key.a and entry.b == key.b:
            return entry.leaves
    n = generate(w.rules, hand, &p.state.last, moves)
    w.countdown -= n
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


cdef class PerftTable:
    """Counts of positions, kept from one call of perft to the next; for one thread at a time, one rule set."""

    cdef Entry* entries
    cdef uint64_t size

    def __cinit__(self, uint64_t size):
        """size: bytes; fewer than an entry has are no table. Raises MemoryError."""
        self.size = min(size // sizeof(Entry), <uint64_t>0xFFFFFFFF)
        self.entries = NULL
        if self.size:
            self.entries = <Entry*>calloc(self.size, sizeof(Entry))
            if self.entries == NULL:
                raise MemoryError(f"a table of {size} bytes")

    def __dealloc__(self):
        free(self.entries)


def perft(Position position not None, int depth, bint faces, bint bulk, PerftTable table not None, progress):
    """Count leaves: depth >= 0, validated.

    progress: None or a callable with one argument, called now and then.
    """
    cdef Pos pos = position.c if faces else position.classes()
    cdef Monitor monitor = Monitor(progress)
    cdef Rules rules = position.table_.c
    cdef Play* moves = NULL
    cdef Walk w
    cdef uint64_t leaves
    if depth == 0 or pos.state.turn == NOBODY:
        return int(depth == 0)
    memset(&w, 0, sizeof(w))
    w.rules = &rules
    w.pos = &pos
    w.bulk = bulk
    w.countdown = POLL_EVERY
    w.monitor = <void*>monitor
    w.entries = table.size
    w.table = table.entries
    try:
        moves = room_for(most_moves(&rules, &pos), depth)
        w.replies = <Replies*>calloc(MAX_SEATS, sizeof(Replies))
        if w.replies == NULL:
            raise MemoryError
        with nogil:
            leaves = walk(&w, depth, moves)
    finally:
        PyMem_Free(moves)
        free(w.replies)
    if monitor.error is not None:
        raise monitor.error
    return leaves
