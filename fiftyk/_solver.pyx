"""The gate of the solver: questions from Python, answered by the search (_search.pyx) in C."""

from threading import Thread

from libc.stdint cimport INT32_MAX, INT32_MIN, INT64_MAX, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fiftyk._bits cimport total
from fiftyk._core cimport (
    Hand, Move, Play, Pos, Position, Undo, called_in, count_plays, generate, holds, live_suits, make,
    unmake, without_dead,
)
from fiftyk._endgame cimport count_plainly
from fiftyk._monitor cimport Watch
from fiftyk._node cimport (
    BOTH_SIDES, NARROW, NEAR_SIZE, NETS, POLL_EVERY, Node, Proof, Search, Team, arrive, cards_held, leave, table_of,
)
from fiftyk._order cimport NET_CARDS, net_for, order_by_net, priority
from fiftyk._plain cimport PLAIN_CARDS, Plain, is_plain, key_at
from fiftyk._position cimport pass_on
from fiftyk._proof cimport prove
from fiftyk._question cimport (
    FIRST, MARGIN, SCORE, WIN, Question, ask, banked, bounds, key_of, need, scale, settled, sign_only, terminal,
)
from fiftyk._search cimport search
from fiftyk._table cimport (
    BUCKET_SIZE, Known, Signature, Table, table_extend, table_find, table_free, table_grow, table_move, table_room,
    table_take,
)
from fiftyk._types cimport NOBODY, State

OBJECTIVES = ("margin", "score", "payoff", "win", "first")

# Of the search, as tests name them: bit i of Search.without is for the part i.
PARTS = ("bounds", "ends", "passes", "isomorphism", "nets", "near", "narrow", "plain")

cdef enum:
    MAX_LINE = 512              # no hand has more moves than perft.MAX_DEPTH, which is 432
    MAX_THREADS = 256
    ALONE_NODES = 4_000         # what one thread searches before the others join it
    TURN_NODES = 4_000_000      # and before it tries another order of moves, for `win`
    FIRST_NODES = 100_000       # and before it tries another search, for `first`
    LONG_NODES = 100_000        # after so many a line of `win` keeps to what is proved
    PROOF_CARDS = 40            # with more cards in all hands it is tried
    PROOF_SHARE = 4             # so many times as long
    ALONE_BUCKETS = 1 << 15     # two megabytes of the table are moved by one thread as it grows, more by all
    PIECES = 64                 # in so many pieces
    GUESS_CARDS = 18            # with fewer cards in all hands a guess of the value saves nothing
    MOST_GUESSED = 2            # moves that each side tries for it


cdef inline int64_t answer(Search* s, int64_t t) noexcept nogil:
    """A bound of the value, as search() gives it."""
    return prove(s) if s.proving else search(s, t, 0)


cdef class SearchMonitor(Watch):
    """Reports (nodes, seconds, lower, upper)."""

    cdef void* solver
    cdef public object window

    cdef object report(self):
        return (<Solver>self.solver).nodes, self.elapsed(), self.window[0], self.window[1]


cdef inline uint64_t table_size(const Table* table) noexcept nogil:
    """Bytes."""
    return table.most_buckets * BUCKET_SIZE


cdef inline void use_all(Table* table) noexcept nogil:
    while table_grow(table) != INT64_MAX:
        pass


cdef bint take_near(Table* table, uint64_t memory) except False:
    """Takes the table of small positions: an eighth of the memory that there is, where it is that little."""
    if not table_take(table, min(<uint64_t>NEAR_SIZE, memory // 8)):
        raise MemoryError("a table of small positions")
    return True


cdef class Store:
    """The memory of tables, which Solvers may use one after the other, never two at once.

    size: bytes, of which it takes two buckets at least. Raises MemoryError if they cannot be had.
    """

    cdef Table table
    cdef Table near             # of the first thread; the others have their own
    cdef int64_t room           # empty entries that may be filled before the table should grow
    cdef dict questions         # each with its number, which keeps its values apart from others
    cdef readonly size_t memory

    def __cinit__(self):
        self.table.entries = self.near.entries = NULL

    def __dealloc__(self):
        table_free(&self.table)
        table_free(&self.near)

    def __init__(self, uint64_t size):
        if self.table.entries != NULL:
            raise RuntimeError("a Store is made once")
        take_near(&self.near, size)
        if not table_take(&self.table, size - min(size, table_size(&self.near))):
            raise MemoryError(f"a table of {size} bytes")
        self.memory = table_size(&self.table) + table_size(&self.near)
        self.clear()

    def clear(self):
        """Forget everything; the memory is kept."""
        self.near.buckets = self.table.buckets = 0
        use_all(&self.near)
        self.room = table_grow(&self.table)
        self.questions = {}

    cdef uint64_t number(self, question) except? 0:
        return self.questions.setdefault(question, len(self.questions))


cdef class Solver:
    """One question about one position and what follows from it, with one table.

    position: not changed. objective: one of OBJECTIVES that the position has (solve.py checks). seat: the seat
    whose side wants the value high. memory: bytes for lists of moves and for the tables, of which it takes at least
    one bucket each. nodes, seconds: limits or None. threads: how many search, 1 or more. progress: None or a callable
    given (nodes, seconds, lower, upper); where it returns True the search ends as at a limit. store: the table
    to use instead of one of its own. without: PARTS of the search to leave out. turn: nodes, 1 or more, after which
    `win` and `first` are tried in another way (see _ask_alone); None: as is best. Raises MemoryError if the memory
    cannot be had.
    """

    cdef Store store
    cdef Search* searches       # one a thread; the first is the caller's
    cdef int threads
    cdef uint64_t node_limit    # for all threads together
    cdef uint64_t turn          # the nodes of the first turn (see _ask_alone)
    cdef bint tried_proof       # whether there was a proof search
    cdef Team* team
    cdef uint64_t end           # while the table grows: the buckets that are left to be moved,
    cdef int claimed            # the pieces of their upper half that a thread has begun with
    cdef int moved              # and those that are moved
    cdef SearchMonitor monitor
    cdef Undo undos[MAX_LINE]
    cdef int depth
    cdef readonly size_t memory

    def __cinit__(self):
        self.searches = NULL
        self.team = NULL

    def __dealloc__(self):
        cdef int i
        if self.searches != NULL:
            for i in range(self.threads):
                if i > 0:
                    table_free(&self.searches[i].near)
                free(self.searches[i].arena)
                free(self.searches[i].order)
                free(self.searches[i].proofs)
        free(self.searches)
        free(self.team)

    def __init__(
        self, Position position not None, objective, int seat, *, uint64_t memory, int threads=1,
        nodes=None, seconds=None, progress=None, Store store=None, without=(), turn=None,
    ):
        cdef Search* s
        cdef Play lead
        cdef uint64_t n
        cdef Py_ssize_t room
        cdef size_t size        # bytes for each move in the lists
        cdef int i, cards = 0
        if self.searches != NULL:
            raise RuntimeError("a Solver is made once")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"{threads} threads")
        self.searches = <Search*>calloc(threads, sizeof(Search))
        self.team = <Team*>calloc(1, sizeof(Team)) if threads > 1 else NULL
        if self.searches == NULL or (threads > 1 and self.team == NULL):
            raise MemoryError
        self.threads = threads
        s = self.searches
        s.q.rules = position.table_.c
        s.q.pos = position.classes()
        ask(&s.q, OBJECTIVES.index(objective), seat)
        for name in without:
            s.without |= 1 << PARTS.index(name)
        s.net = net_for(&s.q)
        if s.without & NETS:
            s.net = NULL
        s.longest = 1
        lead.counts = lead.suits = lead.twice = 0
        for i in range(s.q.rules.seats):
            cards += total(s.q.pos.hands[i].counts)
            # A smaller hand has no more classes (see perft), so no list below is longer.
            n = count_plays(&s.q.rules, &s.q.pos.hands[i], &lead, NULL) + 1
            if n > <uint64_t>(1 << 28):
                raise MemoryError(f"a hand with {n} plays")
            if <Py_ssize_t>n > s.longest:
                s.longest = n
        # A path has at most four moves a card. Where that many lists of full length are more than a
        # quarter of the memory (and more than a megabyte), there is room for fewer, and a path that needs
        # more ends the search as other limits do. Lists shrink with the hands, and positions so large are
        # not solved in practice.
        size = sizeof(Play) + sizeof(int32_t) + (sizeof(Proof) if s.q.objective == FIRST else 0)
        room = <Py_ssize_t>min(memory // (4 * threads * size), <uint64_t>1 << 40)
        room = max(room, 1 << 15)
        s.arena_size = s.longest * min(<Py_ssize_t>4 * cards + 8, 8 + room // s.longest)
        self.node_limit = <uint64_t>-1 if nodes is None else nodes
        self.turn = turn or (FIRST_NODES if s.q.objective == FIRST else TURN_NODES)
        s.countdown = POLL_EVERY
        s.team = self.team
        self.memory = 0
        self.monitor = SearchMonitor(progress)
        self.monitor.limit(seconds)
        self.monitor.solver = <void*>self
        self.monitor.window = (None, None)
        s.monitor = <void*>self.monitor
        for i in range(threads):
            self.searches[i] = s[0]
            self.searches[i].arena = NULL
            self.searches[i].order = NULL
            self.searches[i].proofs = NULL
        for i in range(threads):
            self.searches[i].arena = <Play*>malloc(s.arena_size * sizeof(Play))
            self.searches[i].order = <int32_t*>malloc(s.arena_size * sizeof(int32_t))
            if s.q.objective == FIRST:
                self.searches[i].proofs = <Proof*>malloc(s.arena_size * sizeof(Proof))
            if self.searches[i].arena == NULL or self.searches[i].order == NULL or (
                self.searches[i].proofs == NULL and s.q.objective == FIRST
            ):
                raise MemoryError(f"lists of {s.longest} moves")
            self.memory += s.arena_size * size
            if i > 0:
                take_near(&self.searches[i].near, memory // threads)
                use_all(&self.searches[i].near)
                self.memory += table_size(&self.searches[i].near)
        # The table has what the lists leave; one bucket at least.
        if store is None:
            store = Store(memory - self.memory if memory > self.memory else 0)
        self.store = store
        self.memory += store.memory
        n = store.number(self._question(position))
        s.near = store.near
        for i in range(threads):
            self.searches[i].table = &store.table
            self.searches[i].q.number = n
            count_plainly(&self.searches[i])
        self._share_room()

    cdef object _question(self, Position position):
        """All that values depend on beside what is in the key of a position."""
        cdef const Question* q = &self.searches.q
        cdef const Pos* p = &q.pos
        # Payoffs and the like may depend on all points, of which the key has those to come.
        cdef object points = None if q.objective in (MARGIN, SCORE, FIRST) else q.on_hand
        return position.rules, q.objective, q.mask, p.called, p.partner, p.soloist, p.announced, points

    cdef void _share_room(self) noexcept:
        cdef int i
        for i in range(self.threads):
            self.searches[i].room = self.store.room // self.threads + 1

    cdef bint _grow(self) except False:
        """The table grows, with the help of all threads. What interrupts it is raised when it is done."""
        cdef uint64_t end = table_extend(&self.store.table)
        cdef object error = None
        while end > ALONE_BUCKETS:
            self.end = end
            self.claimed = self.moved = 0
            try:
                for _ in range(1, self.threads):
                    Thread(target=self._move).start()
            except RuntimeError:
                # The machine has no room for another thread.
                pass
            except BaseException as e:
                error = e
            self._move()
            while self.moved < PIECES:
                # The last pieces of the others.
                with nogil:
                    pass
            end //= 2
        table_move(&self.store.table, 0, end)
        self.store.room = table_room(&self.store.table)
        self._share_room()
        if error is not None:
            raise error
        return True

    def _move(self):
        """Move pieces of the upper half of what is left, while there are any. A thread that comes late finds none."""
        cdef uint64_t first, piece
        while self.claimed < PIECES:
            # Threads change these numbers while they have the interpreter's lock.
            piece = self.claimed
            self.claimed += 1
            first = self.end // 2
            with nogil:
                table_move(
                    &self.store.table, first + piece * first // PIECES, first + (piece + 1) * first // PIECES
                )
            self.moved += 1

    @property
    def objective(self) -> str:
        """What is asked."""
        return OBJECTIVES[self.searches.q.objective]

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
        cdef int i
        cdef uint64_t sum = 0
        for i in range(self.threads):
            sum += self.searches[i].nodes
        return sum

    @property
    def seconds(self) -> float:
        """Seconds since the solver was made."""
        return self.monitor.elapsed()

    @property
    def stopped(self) -> bool:
        """Whether a limit has run out."""
        return self.searches.stop

    @property
    def told_to_stop(self) -> bool:
        """Whether `progress` has returned True."""
        return self.monitor.enough

    def push(self, Move move not None):
        """Make a legal move, one of the classes at the position."""
        cdef Pos* p = &self.searches.q.pos
        cdef int seat = p.state.turn
        cdef Play play
        if seat == NOBODY or self.depth == MAX_LINE:
            raise IndexError("no move can be made")
        play = without_dead(&move.c, live_suits(&self.searches.q.rules, p.hands[seat].suits, called_in(p, seat)))
        if play.suits and not holds(&p.hands[seat], &play):
            # A suited card whose suit is dropped is a dead card of its rank here.
            raise ValueError(f"{move} is not in the hand")
        make(&self.searches.q.rules, p, &play, &self.undos[self.depth])
        self.depth += 1

    def pop(self):
        """Take the latest pushed move back."""
        if self.depth == 0:
            raise IndexError("pop from a line without moves")
        self.depth -= 1
        unmake(&self.searches.q.pos, &self.undos[self.depth])

    def static_bounds(self) -> tuple[int, int]:
        """Return (lower, upper) of the value without search."""
        cdef int64_t lower = 0, upper = 0
        if settled(&self.searches.q):
            lower = upper = terminal(&self.searches.q)
        else:
            bounds(&self.searches.q, &lower, &upper)
        return self._outward(lower), self._outward(upper)

    def known_bounds(self) -> tuple[int, int]:
        """Return (lower, upper) of the value, from what the table knows already, without search."""
        return self._recall(0)

    cdef object _recall(self, Py_ssize_t base):
        """The same; lists of moves go into the arena at base."""
        cdef Search* s = self.searches
        cdef Pos* p = &s.q.pos
        cdef State before = p.state
        cdef Signature sig
        cdef Known known
        cdef Table* table
        cdef Plain plain
        cdef int64_t lower = 0, upper = 0, bank, times, slack
        cdef int cards
        if settled(&s.q):
            return self.static_bounds()
        bounds(&s.q, &lower, &upper)
        while not (generate(&s.q.rules, &p.hands[<int>p.state.turn], &p.state.last, s.arena + base) > 1
                   or p.state.last.suits == 0):
            # Forced passes are no nodes, and change nothing but the state.
            pass_on(&s.q.rules, p)
        cards = cards_held(p)
        table = table_of(s, cards)
        bank = banked(&s.q)
        if s.plain.able and cards <= PLAIN_CARDS and is_plain(&s.q.rules, p, cards, bank, &plain):
            sig = key_at(&s.plain, &plain)
        else:
            sig = key_of(&s.q)
        if table != NULL and table_find(table, &sig, &known):
            times = scale(&s.q)
            slack = abs(s.q.slope * (known.table - p.state.table))
            if known.lower != INT32_MIN:
                lower = max(lower, bank + times * known.lower - slack)
            if known.upper != INT32_MAX:
                upper = min(upper, bank + times * known.upper + slack)
        p.state = before
        return self._outward(lower), self._outward(upper)

    cdef object _outward(self, int64_t value):
        """The value as the objective has it: for `win` with fixed sides its sign."""
        if sign_only(&self.searches.q):
            return 1 if value > 0 else -1
        return value

    cdef int64_t _inward(self, int64_t t):
        """What the search is asked for "is the value at least t?"."""
        return 1 if sign_only(&self.searches.q) and t > -1 else t

    def choose(self, int64_t value) -> int | None:
        """Return which of the legal moves, in list order, keeps the value, which must be proved.

        Of several the one that the search tries first (see order). Where `first` took a proof search, or `win` many
        nodes, of those that are proved already.
        None if a limit runs out.
        """
        if self._forced():
            return 0
        high = self._high()
        keeps = self.keep(value if high else value + 1, high)
        if keeps is None and not self.searches.stop:
            raise AssertionError("no move keeps the value")
        return keeps

    def _forced(self) -> bool:
        """Whether there is one move only."""
        cdef Search* s = self.searches
        cdef Pos* p = &s.q.pos
        return generate(&s.q.rules, &p.hands[<int>p.state.turn], &p.state.last, s.arena) == 1

    def _high(self) -> bool:
        """Whether the seat on turn wants the value high."""
        return self.searches.q.mask >> self.searches.q.pos.state.turn & 1

    def keep(self, int64_t t, bint answer) -> int | None:
        """Return the first move, in the order of choose, after which at_least(t) is the answer.

        After a proof search, or for `win` after a long one, that is one after which it is proved, if there is any: the
        moves before it were not all searched to the end, and may be hard. None if there is none, or a limit runs out.
        """
        cdef Search* s = self.searches
        cdef Pos* p = &s.q.pos
        cdef const Hand* hand = &p.hands[<int>p.state.turn]
        cdef Undo undo
        order = self.order(t)
        if self.tried_proof or (s.q.objective == WIN and self.nodes > LONG_NODES):
            # The sort is stable.
            proved = [self._proves(i, t, answer, len(order)) for i in range(len(order))]
            order.sort(key=proved.__getitem__, reverse=True)
        for i in order:
            # The arena is the search's: the list is made anew for each move.
            generate(&s.q.rules, hand, &p.state.last, s.arena)
            make(&s.q.rules, p, &s.arena[<int>i], &undo)
            try:
                keeps = self.at_least(t)
            finally:
                unmake(p, &undo)
            if keeps is None:
                return None
            if keeps == answer:
                return i
        return None

    cdef bint _proves(self, Py_ssize_t i, int64_t t, bint answer, Py_ssize_t n) except -1:
        """Whether the table has it that move i of the n in the arena has this answer to at_least(t)."""
        cdef Search* s = self.searches
        cdef Undo undo
        cdef Node node
        cdef bint certain
        make(&s.q.rules, &s.q.pos, &s.arena[i], &undo)
        # Behind this list there is room for another (see __init__).
        certain = arrive(s, self._inward(t), n, &node) == 0
        leave(s, &node)
        lower, upper = [self._outward(node.value)] * 2 if certain else self._recall(n)
        unmake(&s.q.pos, &undo)
        return lower >= t if answer else upper < t

    def order(self, int64_t t) -> list[int]:
        """Return the places of the legal moves in their list, in the order in which the search tries them.

        By rules of thumb: low cards in their longest form, groups left whole, then 510Ks and bombs, the pass last;
        where there is a net for the question, and cards enough, by what it says. Of alike ones the first in list
        order. t: the question. The list stands in the arena. [] where the hand is over (for `first`: where a seat is
        out).
        """
        cdef Search* s = self.searches
        cdef Pos* p = &s.q.pos
        cdef const Hand* hand
        cdef Py_ssize_t n, i
        if settled(&s.q):
            return []
        hand = &p.hands[<int>p.state.turn]
        n = generate(&s.q.rules, hand, &p.state.last, s.arena)
        for i in range(n):
            s.order[i] = priority(&s.q, hand, &s.arena[i])
        if sign_only(&s.q):
            t = 1
        if s.net != NULL and cards_held(p) >= NET_CARDS:
            order_by_net(s.net, &s.q, need(&s.q, banked(&s.q), t), s.arena, s.order, n)
        return sorted(range(n), key=[s.order[i] for i in range(n)].__getitem__)

    def best_so_far(self) -> int | None:
        """Return the move, in list order, of which most is proved; of alike ones the search's first.

        None where the hand is over (for `first`: where a seat is out). Searches nothing.
        """
        cdef Search* s = self.searches
        cdef Pos* p = &s.q.pos
        cdef Undo undo
        best = chosen = None
        if settled(&s.q):
            return None
        high = self._high()
        lower, upper = self.known_bounds()
        order = self.order((lower + upper + 1) // 2)
        for i in order:
            make(&s.q.rules, p, &s.arena[<int>i], &undo)
            # Behind this list there is room for another (see __init__).
            lower, upper = self._recall(len(order))
            unmake(p, &undo)
            proved = (lower, upper) if high else (-upper, -lower)
            if best is None or proved > best:
                best, chosen = proved, i
        return chosen

    cdef int64_t _ask(self, int64_t t) except? -1:
        """search() for Python: raises what poll caught; void if stopped."""
        cdef Search* s = self.searches
        cdef uint64_t left = self._left()
        cdef int64_t value = 0
        cdef int i
        # Questions may be many and small: the clock is looked at before each.
        if self.monitor.poll():
            s.stop = True
        elif self.threads == 1:
            value = self._ask_alone(t)
        else:
            # Most questions are answered before a second thread would have begun.
            s.node_limit = s.nodes + min(left, <uint64_t>ALONE_NODES)
            s.turned = False
            s.halted = self.team.halt = False
            with nogil:
                value = search(s, t, 0)
            if s.stop and self._left() and not self.monitor.stopped:
                s.stop = False
                value = self._ask_together(t)
        if self.store.table.buckets < self.store.table.most_buckets:
            self.store.room = 0
            for i in range(self.threads):
                self.store.room += self.searches[i].room
        if self.monitor.error is not None:
            error = self.monitor.error
            self.monitor.error = None
            s.stop = True
            raise error
        return value

    cdef int64_t _ask_alone(self, int64_t t) except? -1:
        """The same by one thread, by turns.

        Whether a side wins may take long in the one order of moves and not in another, and who is first out by
        alpha-beta and not by a proof search. After a while the other way is tried, and so on, each with turns twice
        as long as its last. They share what they find.
        """
        cdef Search* s = self.searches
        cdef uint64_t turn = self.turn, left, most
        cdef int64_t value
        cdef bint other = False
        while True:
            left = self._left()
            most = self._begin_turn(turn, other)
            s.node_limit = s.nodes + min(left, most)
            with nogil:
                value = answer(s, t)
            # What stops it may also be the clock, Ctrl-C, or a path without room.
            if not s.stop or left <= most or s.nodes <= s.node_limit or self.monitor.stopped:
                return value
            s.stop = False
            other = not other
            if not other:
                turn *= 2

    cdef uint64_t _begin_turn(self, uint64_t turn, bint other) noexcept:
        """Sets all threads to the one way to search or the other. Returns for how many nodes."""
        cdef int objective = self.searches.q.objective, i
        for i in range(self.threads):
            self.searches[i].turned = other and objective == WIN
            self.searches[i].proving = other and objective == FIRST
        if other and objective == FIRST:
            self.tried_proof = True
            if cards_held(&self.searches.q.pos) > PROOF_CARDS:
                return PROOF_SHARE * turn
        return turn if objective == WIN or objective == FIRST else <uint64_t>-1

    cdef uint64_t _left(self) noexcept:
        """How many nodes may still be searched."""
        cdef uint64_t sum = 0
        cdef int i
        for i in range(self.threads):
            sum += self.searches[i].nodes
        return self.node_limit - sum if sum < self.node_limit else 0

    cdef int64_t _ask_together(self, int64_t t) except? -1:
        """The same by all threads; whatever happens, none is left searching.

        The table grows while nobody is at it. They begin again then, which costs little: it knows what
        they have found. All search in the same way, by turns as one thread does.
        """
        cdef Search* s = self.searches
        cdef uint64_t turn = self.turn, left, most, share
        cdef bint full = s.halted, other = False
        cdef int i
        helpers = []
        self.team.answered = False
        while True:
            if full:
                self._grow()
            self.team.halt = False
            left = self._left()
            most = self._begin_turn(turn, other)
            share = min(left, most)
            for i in range(self.threads):
                self.searches[i].halted = False
                self.searches[i].node_limit = self.searches[i].nodes + share // self.threads + (
                    <uint64_t>i < share % self.threads
                )
            try:
                for i in range(1, self.threads):
                    self.searches[i].q = s.q
                    helper = Thread(target=self._help, args=(i, t))
                    try:
                        helper.start()
                    except RuntimeError:
                        # The machine has no room for another thread: those that there are do the work.
                        break
                    helpers.append(helper)
                self._help(0, t)
                # Where this thread has searched its share of the nodes, the others have theirs still.
                for helper in helpers:
                    helper.join()
            finally:
                self.team.halt = True
                while helpers:
                    helpers.pop().join()
            full = False
            for i in range(self.threads):
                full = full or self.searches[i].halted
            if self.team.answered:
                s.stop = False
                return self.team.value
            if full:
                continue
            # What stops them may also be the clock, Ctrl-C, or a path without room.
            if left <= most or s.nodes <= s.node_limit or self.monitor.stopped:
                return self.team.value
            other = not other
            if not other:
                turn *= 2

    def _help(self, int i, int64_t t):
        """Search in one thread; the first answer is everybody's."""
        cdef Search* s = &self.searches[i]
        cdef int64_t value
        s.stop = s.halted = False
        with nogil:
            value = answer(s, t)
            if not s.stop and not self.team.answered:
                self.team.value = value
                self.team.answered = True
                self.team.halt = True

    def at_least(self, int64_t t) -> bool | None:
        """Return whether the value is t or more; None if a limit ran out first."""
        cdef int64_t value = self._ask(self._inward(t))
        if self.searches.stop:
            return None
        if sign_only(&self.searches.q):
            return t <= -1 or (t <= 1 and value >= 1)
        return value >= t

    def decide(self, int64_t t) -> tuple[int, int]:
        """Return (lower, upper) of the value, which is t or more if lower is, less if upper is.

        One question; both bounds are sound. If neither holds, a limit ran out.
        """
        cdef int64_t value
        lower, upper = self.static_bounds()
        if not lower < t <= upper:
            return lower, upper
        self.monitor.window = (lower, upper)
        # What is not settled by the static bounds of `win` with fixed sides is whether it is won.
        value = self._ask(self._inward(t))
        if self.searches.stop:
            return self.known_bounds()
        value = self._outward(value)
        return (value, upper) if value >= t else (lower, value)

    def close_in(self, guess=None) -> tuple[int, int]:
        """Return (lower, upper) of the value, equal unless a limit ran out; both are sound.

        guess: a value near which the answer is expected; None: one is found by a search with few moves.
        """
        cdef int64_t lower = 0, upper = 0, value
        cdef bint by_sign = sign_only(&self.searches.q)
        if settled(&self.searches.q):
            lower = upper = terminal(&self.searches.q)
            return self._outward(lower), self._outward(upper)
        bounds(&self.searches.q, &lower, &upper)
        if by_sign:
            # One question is enough: above 0 or not.
            if lower > 0 or upper < 0:
                return self._outward(lower), self._outward(upper)
            self.monitor.window = (-1, 1)
            value = self._ask(1)
            if self.searches.stop:
                return -1, 1
            return (1, 1) if value >= 1 else (-1, -1)
        self.monitor.window = (lower, upper)
        if guess is None:
            guess = self._guess(lower, upper)
            if self.searches.stop:
                return lower, upper
        return self._close(lower, upper, guess)

    cdef object _guess(self, lower, upper):
        """What the value between these bounds seems to be where both sides try few moves; None: there is no telling."""
        cdef const Question* q = &self.searches.q
        cdef int width
        guess = None
        if (
            # Who wins is one question, or two, and the proof search knows of no guesses.
            q.objective == WIN or q.objective == FIRST or cards_held(&q.pos) < GUESS_CARDS
            or self.searches.without & NARROW
        ):
            return None
        for width in range(1, MOST_GUESSED + 1):
            try:
                self._narrow(width)
                low, high = self._close(lower, upper, guess)
            finally:
                self._narrow(0)
            if low < high:
                return None
            guess = low
        return guess

    cdef void _narrow(self, int width) noexcept:
        """Sets how many moves the threads try, of both sides, where there are many cards; 0: all."""
        cdef int i
        for i in range(self.threads):
            self.searches[i].width = width
            self.searches[i].limited = BOTH_SIDES

    cdef object _close(self, int64_t lower, int64_t upper, guess):
        """What is left of the bounds: one value, unless a limit runs out.

        Null windows from the guess on, in strides that grow until the value is passed; then, or without a guess, in
        the middle of what is left: that takes fewest nodes, since questions far from the value are cheap.
        """
        cdef int64_t step = self.searches.q.step, stride = 0 if guess is None else step
        cdef int64_t t = lower if guess is None else guess, value
        cdef bint above, first = False, asked = False
        while lower < upper:
            if self.searches.width == 0:
                # A guess is no bound.
                self.monitor.window = (lower, upper)
            if stride == 0:
                t = lower + step * (((upper - lower) // step + 1) // 2)
            t = max(lower + step, min(t, upper))
            value = self._ask(t)
            if self.searches.stop:
                break
            above = value >= t
            if above:
                lower = value
            else:
                upper = value
            if asked and above != first:
                stride = 0
            first, asked = above, True
            if stride:
                t = lower + stride if above else upper + step - stride
                stride *= 2
        return lower, upper
