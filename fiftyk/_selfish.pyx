"""Max^n for classic3: every seat plays for its own score (RULES.md 6), without the GIL.

A position has one vector of final scores. The seat on turn chooses the move whose vector has the highest score for
itself; of equal ones that with the smallest sum of the two others', then that with the smallest score of the next
seat. Two vectors that are equal in all three are the same, so the order of moves makes no difference. The rule
compares sums and differences only: what has been captured so far moves all vectors of a position alike, and the
table can do without it.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fiftyk._bits cimport total
from fiftyk._core cimport (
    Play, Pos, Position, Signature, Undo, count_plays, generate, make, scores, unmake,
)
from fiftyk._monitor cimport Watch, interrupted
from fiftyk._position cimport pass_on
from fiftyk._question cimport SCORE, Question, ask, bounds, key_of
from fiftyk._types cimport MAX_SEATS, State

cdef enum:
    SEATS = 3
    POLL_EVERY = 1 << 14    # moves listed between two looks at the clock and at Ctrl-C
    MAX_LINE = 512          # no hand has more moves than perft.MAX_DEPTH, which is 432

# The vector of a position: what each seat will still get. Empty where nodes is 0.
ctypedef struct Entry:
    uint64_t a
    uint64_t b
    int32_t future[SEATS]
    uint64_t nodes

ctypedef struct Search:
    Question q
    Entry* entries
    uint64_t n_entries
    Play* arena             # move lists of the path, one behind the other
    Py_ssize_t arena_size
    Py_ssize_t longest      # no list of this position or below is longer
    uint64_t nodes
    uint64_t node_limit
    int64_t countdown
    bint stop               # results are void: a limit ran out, or Ctrl-C
    void* monitor


cdef inline int64_t banked(const State* state, int seat) noexcept nogil:
    """What a seat has already."""
    return state.captured[seat] + (20 if state.n_out and state.out[0] == seat else 0)


cdef inline bint prefers(int seat, const int64_t* new, const int64_t* old) noexcept nogil:
    """Whether the seat on turn would rather have this vector."""
    cdef int next_ = (seat + 1) % SEATS, other = (seat + 2) % SEATS
    if new[seat] != old[seat]:
        return new[seat] > old[seat]
    if new[next_] + new[other] != old[next_] + old[other]:
        return new[next_] + new[other] < old[next_] + old[other]
    return new[next_] < old[next_]


cdef void search(Search* s, Py_ssize_t base, int64_t* best) noexcept nogil:
    """Finds the vector of s.q.pos; void once s.stop is set. The position is as before on return."""
    cdef Pos* p = &s.q.pos
    cdef State before = p.state
    cdef Py_ssize_t n = 0
    if p.state.turn < 0:
        scores(&s.q.rules, p, best)
        return
    while True:
        n = generate(&s.q.rules, &p.hands[<int>p.state.turn], &p.state.last, s.arena + base)
        if n > 1 or p.state.last.suits == 0:
            break
        # A forced pass is no node; it changes nothing but the state.
        pass_on(&s.q.rules, p)
    search_moves(s, base, n, best)
    p.state = before


cdef void search_moves(Search* s, Py_ssize_t base, Py_ssize_t n, int64_t* best) noexcept nogil:
    """The rest of search(): a node with n moves, listed in the arena at base."""
    cdef Pos* p = &s.q.pos
    # scores() writes all seats that there may be.
    cdef int64_t found[MAX_SEATS]
    cdef Signature sig
    cdef Entry* entry
    cdef Undo undo
    cdef uint64_t nodes = s.nodes
    cdef Py_ssize_t i
    cdef int seat
    s.nodes += 1
    if interrupted(s.monitor, &s.countdown, n, POLL_EVERY):
        s.stop = True
    if s.nodes > s.node_limit or base + n + s.longest > s.arena_size:
        s.stop = True
    if s.stop:
        return
    sig = key_of(&s.q)
    entry = s.entries + sig.a % s.n_entries
    if entry.nodes and entry.a == sig.a and entry.b == sig.b:
        for seat in range(SEATS):
            best[seat] = banked(&p.state, seat) + entry.future[seat]
        return
    for i in range(n):
        make(&s.q.rules, p, &s.arena[base + i], &undo)
        search(s, base + n, found)
        unmake(p, &undo)
        if s.stop:
            return
        if i == 0 or prefers(p.state.turn, found, best):
            for seat in range(SEATS):
                best[seat] = found[seat]
    # The one that was cheaper to find goes.
    if s.nodes - nodes >= entry.nodes:
        entry.a = sig.a
        entry.b = sig.b
        entry.nodes = s.nodes - nodes
        for seat in range(SEATS):
            entry.future[seat] = <int32_t>(best[seat] - banked(&p.state, seat))


cdef class SelfishMonitor(Watch):
    """Reports (nodes, seconds, None, None)."""

    cdef void* solver

    cdef object report(self):
        return (<SelfishSolver>self.solver).nodes, self.elapsed(), None, None


cdef class SelfishSolver:
    """One position of classic3 and what follows from it, with one table.

    position: not changed. memory: bytes for lists of moves and for the table, of which it takes at least one entry.
    nodes, seconds: limits or None. progress: None or a callable given (nodes, seconds, None, None); where it returns
    True the search ends as at a limit. Raises MemoryError if the memory cannot be had.
    """

    cdef Search s
    cdef SelfishMonitor monitor
    cdef Undo undos[MAX_LINE]
    cdef int depth
    cdef readonly size_t memory

    def __cinit__(self):
        self.s.entries = NULL
        self.s.arena = NULL

    def __dealloc__(self):
        free(self.s.entries)
        free(self.s.arena)

    def __init__(self, Position position not None, *, uint64_t memory, nodes=None, seconds=None, progress=None):
        cdef Search* s = &self.s
        cdef Play lead
        cdef Py_ssize_t room
        cdef int seat, cards = 0
        if s.arena != NULL:
            raise RuntimeError("a SelfishSolver is made once")
        if position.rules.seats != SEATS:
            raise ValueError("three seats, each for itself")
        s.q.rules = position.table_.c
        s.q.pos = position.classes()
        ask(&s.q, SCORE, 0)
        # The points on the table are part of the key: a vector is exact.
        s.q.slope = 0
        s.longest = 1
        lead.counts = lead.suits = lead.twice = 0
        for seat in range(SEATS):
            cards += total(s.q.pos.hands[seat].counts)
            # A smaller hand has no more classes, so no list below is longer.
            s.longest = max(
                s.longest, <Py_ssize_t>count_plays(&s.q.rules, &s.q.pos.hands[seat], &lead, NULL) + 1
            )
        # A path has at most four moves a card; a path for which there is no room ends the search as limits do.
        room = max(<Py_ssize_t>min(memory // (4 * sizeof(Play)), <uint64_t>1 << 40), 1 << 15)
        s.arena_size = s.longest * min(<Py_ssize_t>4 * cards + 8, 8 + room // s.longest)
        self.memory = s.arena_size * sizeof(Play)
        s.n_entries = max((memory - self.memory) // sizeof(Entry) if memory > self.memory else 0, <uint64_t>1)
        self.memory += s.n_entries * sizeof(Entry)
        s.arena = <Play*>malloc(s.arena_size * sizeof(Play))
        s.entries = <Entry*>calloc(s.n_entries, sizeof(Entry))
        if s.arena == NULL or s.entries == NULL:
            raise MemoryError(f"a table of {memory} bytes")
        s.node_limit = <uint64_t>-1 if nodes is None else nodes
        s.countdown = POLL_EVERY
        self.monitor = SelfishMonitor(progress)
        self.monitor.limit(seconds)
        self.monitor.solver = <void*>self
        s.monitor = <void*>self.monitor

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
        return self.s.nodes

    @property
    def seconds(self) -> float:
        """Seconds since the solver was made."""
        return self.monitor.elapsed()

    @property
    def stopped(self) -> bool:
        """Whether a limit has run out."""
        return self.s.stop

    @property
    def told_to_stop(self) -> bool:
        """Whether `progress` has returned True."""
        return self.monitor.enough

    def push(self, Py_ssize_t i):
        """Make a legal move, by its place in list order."""
        cdef Pos* p = &self.s.q.pos
        cdef Py_ssize_t n = 0
        if p.state.turn >= 0 and self.depth < MAX_LINE:
            n = generate(&self.s.q.rules, &p.hands[<int>p.state.turn], &p.state.last, self.s.arena)
        if not 0 <= i < n:
            raise IndexError("no such move")
        make(&self.s.q.rules, p, &self.s.arena[i], &self.undos[self.depth])
        self.depth += 1

    def pop(self):
        """Take the latest pushed move back."""
        if self.depth == 0:
            raise IndexError("pop from a line without moves")
        self.depth -= 1
        unmake(&self.s.q.pos, &self.undos[self.depth])

    def scores(self) -> tuple[int, int, int] | None:
        """Return the final score of every seat; None if a limit runs out. Raises what `progress` raises."""
        cdef int64_t best[MAX_SEATS]
        if self.monitor.poll():
            self.s.stop = True
        else:
            with nogil:
                search(&self.s, 0, best)
        if self.monitor.error is not None:
            error = self.monitor.error
            self.monitor.error = None
            self.s.stop = True
            raise error
        return None if self.s.stop else (best[0], best[1], best[2])

    def static_bounds(self, int seat) -> tuple[int, int]:
        """Return (lower, upper) of a seat's final score, however the seats play."""
        cdef Question q = self.s.q
        cdef int64_t lower = 0, upper = 0
        cdef int64_t final[MAX_SEATS]
        if q.pos.state.turn < 0:
            scores(&q.rules, &q.pos, final)
            return final[seat], final[seat]
        ask(&q, SCORE, seat)
        bounds(&q, &lower, &upper)
        return lower, upper


def rather(int seat, new, old) -> bool:
    """Return whether a seat on turn would rather have the first of two vectors of final scores."""
    cdef int64_t a[SEATS]
    cdef int64_t b[SEATS]
    cdef int i
    for i in range(SEATS):
        a[i] = new[i]
        b[i] = old[i]
    return prefers(seat, a, b)
