"""What a search works with, and what every search does first at a position.

There is no _node.pyx: arrive() is inlined, since searches spend much of their time there.
"""

from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint64_t

from fiftyk._bits cimport total
from fiftyk._combos cimport cannot_answer
from fiftyk._core cimport Hand, Play, Pos, generate, signature
from fiftyk._ends cimport ends_it, first_is_lost, first_is_sure
from fiftyk._monitor cimport interrupted
from fiftyk._order cimport LAST, Net
from fiftyk._position cimport pass_on
from fiftyk._plain cimport PLAIN_CARDS, Plain, Plainly, is_plain
from fiftyk._question cimport FIRST, Question, banked, bounds, key_of, settled, sign_of, terminal
from fiftyk._table cimport (
    Known, Signature, Table, table_find, table_grow, table_keep, table_keep_recent, table_prefetch,
)
from fiftyk._types cimport State

cdef enum:
    POLL_EVERY = 1 << 15    # moves listed between two looks at the clock and at Ctrl-C: a few milliseconds
    BUSY_SLOTS = 1 << 14
    # Most positions that a search meets have few cards, and if again, then soon: in a table that stays in the
    # second cache of a processor they are found sooner, and the large one, which has to come from memory, stays
    # smaller. With fewer still they are searched as fast as looked up.
    NEAR_CARDS = 10
    NEAR_SIZE = 1 << 19     # bytes of that table
    LEAF_CARDS = 4
    # Where so many are left a narrow search has few moves.
    NARROW_CARDS = 12
    # With fewer cards in all hands a node is too small to be shared out: the marks of its moves would go to and fro
    # between processors for less than they save.
    SHARED_CARDS = 18
    # Added to the number of a move that is put off because another thread is at it: then it is above all others.
    LATER = 2 * LAST

# Parts of the search that a test can leave out; values do not depend on them.
cdef enum Part:
    BOUNDS = 1          # static bounds
    ENDS = 2            # certain ends
    PASSES = 4          # forced passes are no nodes
    ISOMORPHISM = 8     # one entry of the table for positions that are the same for the rules
    NETS = 16           # guesses and orders that nets make
    NEAR = 32           # small positions in a table of their own, or in none
    NARROW = 64         # few moves tried first
    PLAIN = 128         # a form of their own for plain positions; it goes with bounds, passes and isomorphism

# Sides of a question, as bits.
cdef enum Side:
    HIGH_SIDE = 1       # wants the value high
    LOW_SIDE = 2
    BOTH_SIDES = 3

# What threads that answer one question together share, beside the table.
ctypedef struct Team:
    bint halt                   # all stop: one has the answer, or the table is full and can grow
    bint answered               # value is there
    int64_t value
    char apart[48]              # what is written often is not on the cache line of what is read often
    uint64_t busy[BUSY_SLOTS]   # moves that some thread is searching: a hint, written without locks

# What is left to prove of the position after a move (see _proof.pyx).
ctypedef struct Proof:
    int32_t left[2]     # for the answer no, for the answer yes; 0: that is the answer
    bint met            # whether the numbers come from moves, in the table, and not from a guess

ctypedef struct Search:
    Question q
    Table* table
    Table near              # of this thread alone: small positions found lately
    Team* team              # NULL: one thread
    Play* arena             # move lists of the path, one behind the other
    int32_t* order          # of the move with the same index
    Proof* proofs           # of the position after the move with the same index; NULL but for `first`
    Py_ssize_t arena_size
    Py_ssize_t longest      # no list of this position or below is longer
    int64_t room            # empty entries of the table that it may still fill
    uint64_t nodes
    uint64_t node_limit
    int64_t countdown       # moves still to be listed before the next look
    int without             # Parts that are left out
    Plainly plain           # how plain positions are searched
    const Net* net          # orders the moves; NULL: the rules of thumb do
    bint turned             # the order of moves is the other one
    int width               # so many moves are tried where many cards are left; 0: all
    Side limited            # by these
    bint proving            # it is the proof search's turn
    bint stop               # results are void: a limit ran out, Ctrl-C, or the team halts
    bint halted             # it is the team that halts
    void* monitor           # a Monitor
    char apart[128]         # what this thread writes is on no cache line, nor the one beside, of the next thread's

# What a position adds to a future value, of which alone the table knows.
ctypedef struct Past:
    int64_t bank
    int64_t times
    int32_t table

# A position that the search has come to, after the passes that were forced.
ctypedef struct Node:
    int64_t value       # where the answer is certain without search: a bound, as search() gives it; else void
    Table* table        # where it may be kept; NULL: nowhere
    Signature sig       # its key, if it may
    int cards           # in all hands
    bint plain          # whether it is plain: then it has neither key nor list of moves,
    Plain here          # and this is its other form
    bint passed         # whether there were such passes
    State before        # and the state before them


cdef inline int cards_held(const Pos* p) noexcept nogil:
    return total(p.hands[0].counts + p.hands[1].counts + p.hands[2].counts + p.hands[3].counts)


# Where positions of so many cards are kept; NULL: nowhere.
cdef inline Table* table_of(Search* s, int cards) noexcept nogil:
    if cards > NEAR_CARDS or s.without & NEAR:
        return s.table
    return &s.near if cards > LEAF_CARDS else NULL


# Whether the table answers under this key, and by which bound.
cdef inline bint says(
    const Search* s, const Table* table, const Signature* sig, int64_t t, const Past* past, int64_t* bound
) noexcept nogil:
    cdef Known known
    cdef int64_t slack
    if not table_find(table, sig, &known):
        return False
    slack = s.q.slope * (known.table - past.table)
    if slack < 0:
        slack = -slack
    bound[0] = past.bank + past.times * known.lower - slack
    if bound[0] >= t and known.lower != INT32_MIN:
        return True
    bound[0] = past.bank + past.times * known.upper + slack
    return bound[0] < t and known.upper != INT32_MAX


# The key of what few moves show at a position.
cdef inline Signature narrow_key(const Search* s, const Signature* sig) noexcept nogil:
    cdef Signature few = sig[0]
    few.b ^= <uint64_t>(s.width << 2 | s.limited) << 48
    return few


# Whether the table answers at a node, and by which bound. few: the key of what few moves show there, or NULL.
cdef inline bint answers(
    const Search* s, const Table* table, const Signature* sig, const Signature* few, int64_t t, const Past* past,
    int64_t* bound
) noexcept nogil:
    return says(s, table, sig, t, past, bound) or (few != NULL and says(s, table, few, t, past, bound))


# Makes the forced passes at s.q.pos and looks at what is there. Returns how many moves there are, listed in the
# arena at base; 0: the answer to "at least t?" is certain without them. A plain position gets no list.
cdef inline Py_ssize_t arrive(Search* s, int64_t t, Py_ssize_t base, Node* node) noexcept nogil:
    cdef Pos* p = &s.q.pos
    cdef const Hand* hand
    cdef int64_t lower = 0, upper = 0
    cdef Py_ssize_t n
    node.passed = node.plain = False
    node.value = 0
    if settled(&s.q):
        node.value = terminal(&s.q)
        return 0
    while True:
        if (not node.passed or p.state.last.suits == 0) and not s.without & BOUNDS:
            # A pass changes bounds when it ends the trick. It never ends the hand.
            bounds(&s.q, &lower, &upper)
            if lower >= t or upper < t:
                node.value = lower if lower >= t else upper
                return 0
        hand = &p.hands[<int>p.state.turn]
        if (
            p.state.last.suits == 0 or not cannot_answer(&s.q.rules, hand.counts, &p.state.last)
            or s.without & PASSES
        ):
            node.cards = cards_held(p)
            if s.plain.able and node.cards <= PLAIN_CARDS and is_plain(
                &s.q.rules, p, node.cards, banked(&s.q), &node.here
            ):
                node.plain = True
                return 1
            if not s.without & ENDS:
                if s.q.objective == FIRST:
                    if first_is_sure(&s.q):
                        node.value = sign_of(&s.q, p.state.turn)
                        return 0
                    if first_is_lost(&s.q):
                        node.value = -sign_of(&s.q, p.state.turn)
                        return 0
                if ends_it(&s.q):
                    if s.without & BOUNDS:
                        bounds(&s.q, &lower, &upper)
                    node.value = upper if s.q.mask >> p.state.turn & 1 else lower
                    return 0
            node.table = table_of(s, node.cards)
            if node.table != NULL:
                node.sig = key_of(&s.q) if not s.without & ISOMORPHISM else signature(&s.q.rules, p)
                table_prefetch(node.table, &node.sig)
            n = generate(&s.q.rules, hand, &p.state.last, s.arena + base)
            if n > 1 or p.state.last.suits == 0 or s.without & PASSES:
                return n
        # A forced pass is no node; it changes nothing but the state.
        if not node.passed:
            node.before = p.state
            node.passed = True
        pass_on(&s.q.rules, p)


# Takes the forced passes back.
cdef inline void leave(Search* s, const Node* node) noexcept nogil:
    if node.passed:
        s.q.pos.state = node.before


# Before a node with n moves, listed in the arena at base, is searched: whether anything wants the search to stop.
cdef inline bint stops(Search* s, Py_ssize_t base, Py_ssize_t n) noexcept nogil:
    if interrupted(s.monitor, &s.countdown, n, POLL_EVERY):
        s.stop = True
    if s.nodes > s.node_limit or base + n + s.longest > s.arena_size:
        s.stop = True
    elif s.team != NULL:
        # The team has the answer, or the table is full and can grow once nobody is at it.
        if s.room <= 0:
            s.team.halt = True
        if s.team.halt:
            s.stop = s.halted = True
    return s.stop


# After an entry of the table was written: whether it was an empty one.
cdef inline void fill(Search* s, bint fills) noexcept nogil:
    s.room -= fills
    if s.room <= 0 and s.team == NULL:
        s.room = table_grow(s.table)


# Keeps a bound of the future value of a node, for so many points on the table. few: as for answers(); nodes: how many
# there were when the search came to it.
cdef inline void keep_bound(
    Search* s, Table* table, const Signature* sig, const Signature* few, int64_t bound, bint is_lower, int points,
    uint64_t nodes
) noexcept nogil:
    if table == NULL or (s.nodes == nodes and not s.without & NEAR):
        # Without nodes below it is found again as fast as it would be looked up.
        return
    if table != s.table:
        table_keep_recent(table, sig, bound, is_lower, points, s.q.slope)
        return
    if few == NULL or s.limited == (HIGH_SIDE if is_lower else LOW_SIDE):
        # What few moves show is a proof where it is what the limited side wants.
        few = sig
    fill(s, table_keep(table, few, bound, is_lower, points, s.q.slope, s.nodes - nodes + 1))


# Where the team marks a move, as a word, of the node that a thread is at, and with what.
cdef inline uint64_t* mark_of(const Search* s, const Signature* sig, uint64_t move, uint64_t* claim) noexcept nogil:
    claim[0] = (sig.a ^ move) * <uint64_t>0x9E3779B97F4A7C15
    return &s.team.busy[claim[0] >> 50]
