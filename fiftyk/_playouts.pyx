"""Hands played to the end at random, without the GIL.

Playout i of a seed has a generator of its own (_random.pxd), so that it comes out the same in whatever order,
and on whatever thread, playouts are made.
"""

from cpython.mem cimport PyMem_Free
from libc.stdint cimport int8_t, int16_t, int64_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport at_least_3
from fiftyk._combos cimport cannot_answer
from fiftyk._core cimport (
    Hand, Move, N_KINDS, Play, Pos, Position, Rules, count_plays, generate, kind_of, most_moves,
    nth_play, payoffs, room_for, scores,
)
from fiftyk._position cimport advance, pass_on
from fiftyk._random cimport Random, begin, below
from fiftyk._types cimport LOOSE_KICKERS, MAX_SEATS, NOBODY, has_kickers


# ---- choice ------------------------------------------------------------------------------------

cdef uint64_t weighted(const uint64_t* weights, const uint64_t* by_kind, uint64_t n, Random* r) noexcept nogil:
    """An index below n, each as likely as the weight of the move's kind; all alike where no weight is above 0.

    by_kind: how many of the n moves are of each kind; the list goes by kind.
    """
    cdef uint64_t sum = 0, first = 0, ticket
    cdef int kind
    for kind in range(<int>N_KINDS):
        sum += weights[kind] * by_kind[kind]
    if sum == 0:
        return below(r, n)
    ticket = below(r, sum)
    for kind in range(<int>N_KINDS):
        if ticket < weights[kind] * by_kind[kind]:
            return first + ticket // weights[kind]
        ticket -= weights[kind] * by_kind[kind]
        first += by_kind[kind]
    return 0


cdef inline bint many_moves(const Rules* rules, const Hand* hand, const Play* last) noexcept nogil:
    """Whether there may be so many moves that one is better found than listed: triples with loose kickers."""
    return (
        rules.kickers == LOOSE_KICKERS and at_least_3(hand.counts)
        and (last.suits == 0 or has_kickers(kind_of(last)))
    )


cdef const Play* found(
    const Rules* rules, const Hand* hand, const Play* last, const uint64_t* weights, Random* r, Play* room
) noexcept nogil:
    """One of the legal moves, drawn by counting them."""
    cdef uint64_t by_kind[<int>N_KINDS]
    cdef uint64_t n, i = 0
    memset(by_kind, 0, sizeof(by_kind))
    n = count_plays(rules, hand, last, by_kind)
    if n > 1:
        i = below(r, n) if weights == NULL else weighted(weights, by_kind, n, r)
    return nth_play(rules, hand, last, by_kind, i, room)


cdef const Play* listed(
    const Rules* rules, const Hand* hand, const Play* last, const uint64_t* weights, Random* r, Play* moves
) noexcept nogil:
    """The same, drawn from a list of them."""
    cdef uint64_t by_kind[<int>N_KINDS]
    cdef uint64_t n = generate(rules, hand, last, moves), i
    if n == 1:
        return moves
    if weights == NULL:
        return &moves[below(r, n)]
    memset(by_kind, 0, sizeof(by_kind))
    for i in range(n):
        by_kind[kind_of(&moves[i])] += 1
    return &moves[weighted(weights, by_kind, n, r)]


# ---- playouts ----------------------------------------------------------------------------------

# Where the results of playouts go; row i is of playout i.
ctypedef struct Results:
    double* payoffs         # a row has one for each seat
    int64_t* scores
    int8_t* first_out
    int16_t* lengths


cdef void play_out(
    const Rules* rules, const Pos* root, const uint64_t* weights, Random* r, Play* moves, Py_ssize_t i, Results* to
) noexcept nogil:
    """Plays one hand to its end and notes how it came out; weights: NULL for all moves alike."""
    cdef Pos pos = root[0]
    cdef const Hand* hand
    cdef int64_t outcome[MAX_SEATS]
    cdef int length = 0, seat
    while pos.state.turn != NOBODY:
        hand = &pos.hands[<int>pos.state.turn]
        if pos.state.last.suits and cannot_answer(rules, hand.counts, &pos.state.last):
            pass_on(rules, &pos)
        elif many_moves(rules, hand, &pos.state.last):
            advance(rules, &pos, found(rules, hand, &pos.state.last, weights, r, moves))
        else:
            advance(rules, &pos, listed(rules, hand, &pos.state.last, weights, r, moves))
        length += 1
    to.lengths[i] = length
    to.first_out[i] = pos.state.out[0]
    payoffs(rules, &pos, outcome)
    for seat in range(rules.seats):
        to.payoffs[i * rules.seats + seat] = <double>outcome[seat] / 2
    scores(rules, &pos, outcome)
    for seat in range(rules.seats):
        to.scores[i * rules.seats + seat] = outcome[seat]


cdef class Player:
    """Plays a position out, in the way that is fixed by a seed and weights.

    weights: None, or for each kind a weight below 2^24.
    """

    cdef Pos root
    cdef Rules rules
    cdef uint64_t seed
    cdef uint64_t weights[<int>N_KINDS]
    cdef bint weighted
    cdef uint64_t most      # moves that a list may have

    def __init__(self, Position position not None, uint64_t seed, weights):
        self.root = position.classes()
        self.rules = position.table_.c
        self.seed = seed
        self.weighted = weights is not None
        if weights is not None:
            for kind in range(<int>N_KINDS):
                self.weights[<int>kind] = weights[kind]
        # So few, by room_for in run(), that the sum of their weights fits 64 bits.
        self.most = most_moves(&self.rules, &self.root)

    def run(
        self, Py_ssize_t first, Py_ssize_t stop, double[:, ::1] payoffs_, int64_t[:, ::1] scores_,
        int8_t[::1] first_out, int16_t[::1] lengths,
    ):
        """Make the playouts from `first` to `stop` - 1, at least one, and note how they came out.

        Raises MemoryError where a position may have more moves than a list can hold.
        """
        cdef Play* moves = room_for(self.most)
        cdef const uint64_t* weights = self.weights if self.weighted else NULL
        cdef Results to
        cdef Random r
        cdef Py_ssize_t i
        to.payoffs = &payoffs_[0, 0]
        to.scores = &scores_[0, 0]
        to.first_out = &first_out[0]
        to.lengths = &lengths[0]
        with nogil:
            for i in range(first, stop):
                begin(&r, self.seed, i)
                play_out(&self.rules, &self.root, weights, &r, moves, i, &to)
        PyMem_Free(moves)


def found_moves(Position position not None) -> list[Move]:
    """Return the classes of a position that is not over, each as it is found by its place among them all.

    They are those of Position.legal_moves, without dead suits.
    """
    cdef Pos pos = position.classes()
    cdef Hand* hand = &pos.hands[<int>pos.state.turn]
    cdef uint64_t by_kind[<int>N_KINDS]
    cdef uint64_t n
    cdef Play* room
    memset(by_kind, 0, sizeof(by_kind))
    n = count_plays(&position.table_.c, hand, &pos.state.last, by_kind)
    room = room_for(n)
    try:
        return [Move.wrap(nth_play(&position.table_.c, hand, &pos.state.last, by_kind, i, room)) for i in range(n)]
    finally:
        PyMem_Free(room)
