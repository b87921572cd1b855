"""What a seat sees, as numbers for a learner; observe.py documents their order.

Of the other hands only their union and their sizes are read, so that nothing a seat may not know can get out.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport nibble, popcount4, total
from fiftyk._bulk cimport FINE, add_card, planes_of, put_planes
from fiftyk._core cimport Move, MoveList, Position, Table
from fiftyk._types cimport FACES, KINDS, MAX_SEATS, NOBODY, Hand, Play, Rules, kind_of

cdef enum:
    POINTS = 5          # points are told in fives: 200 fit a byte
    PHASES = 4
    RANKS = 13
    SUITS = 4


cdef int width_of(const Rules* rules) noexcept nogil:
    """How many numbers an observation has."""
    cdef int seats = rules.seats
    cdef int called = 3 * seats + 3 + RANKS + SUITS if rules.called else 0
    return (3 + seats) * planes_of(rules) + <int>KINDS + 5 * seats + 1 + PHASES + called


def width(Table table not None) -> int:
    """Return how many numbers an observation has."""
    return width_of(&table.c)


cdef inline uint8_t* one_of(int chosen, int n, uint8_t* out) noexcept nogil:
    """So many places, a one at the chosen place, if it is one of them."""
    memset(out, 0, n)
    if 0 <= chosen < n:
        out[chosen] = 1
    return out + n


cdef inline int away(object other, int seat, int seats):
    """How many seats after this one another sits; NOBODY for None."""
    return NOBODY if other is None else (<int>other - seat + seats) % seats


cdef inline void add(Hand* pile, const Play* play) noexcept nogil:
    pile.counts += play.counts
    pile.suits |= play.suits & FACES


def write(
    Position position not None, int seat, int phase, object turn, object moves, caller, partner, soloist, bint known,
    bint open_, int face, uint8_t[::1] out not None,
):
    """Write what a seat sees of a position; all that it knows of the sides comes in as arguments.

    turn may be of a decision before the play; moves are pairs of seat and move; face is a code, NOBODY for none.
    """
    cdef Table table = position.table_
    cdef int seats = table.c.seats, other, k, place
    cdef Hand hand, unseen
    cdef Hand piles[MAX_SEATS]
    cdef uint64_t multiplier
    cdef uint8_t* at
    if out.shape[0] != width_of(&table.c) or not 0 <= seat < seats:
        raise ValueError("not as many numbers as an observation has, or no such seat")
    memset(piles, 0, sizeof(piles))
    for who, move in moves:
        other = who
        # A seat plays no more cards than the pack has.
        if 0 <= other < seats:
            add(&piles[other], &(<Move?>move).c)
    unseen.counts = unseen.suits = 0
    for other in range(seats):
        if other != seat:
            unseen.counts += position.c.hands[other].counts
            unseen.suits |= position.c.hands[other].suits
    at = &out[0]
    hand = position.c.hands[seat]
    at = put_planes(&table.c, hand.counts, hand.suits, at)
    at = put_planes(&table.c, unseen.counts, unseen.suits, at)
    for k in range(seats):
        other = (seat + k) % seats
        at = put_planes(&table.c, piles[other].counts, piles[other].suits, at)
    at = put_planes(&table.c, position.c.state.last.counts, position.c.state.last.suits & FACES, at)
    at = one_of(kind_of(&position.c.state.last), <int>KINDS, at)
    other = position.c.state.last_seat
    at = one_of(NOBODY if other == NOBODY else (other - seat + seats) % seats, seats, at)
    at = one_of(away(turn, seat, seats), seats, at)
    for k in range(seats):
        other = (seat + k) % seats
        place = 0
        for i in range(position.c.state.n_out):
            if position.c.state.out[i] == other:
                place = i + 1
        at[k] = total(position.c.hands[other].counts)
        at[seats + k] = position.c.state.captured[other] // POINTS
        at[2 * seats + k] = place
    at += 3 * seats
    at[0] = position.c.state.table // POINTS
    at = one_of(phase, PHASES, at + 1)
    if not table.c.called:
        return
    at = one_of(away(caller, seat, seats), seats, at)
    at = one_of(away(partner, seat, seats), seats, at)
    at = one_of(away(soloist, seat, seats), seats, at)
    at[0] = known
    at[1] = open_
    multiplier = position.c.state.multiplier
    at[2] = 0
    while multiplier > 1:
        multiplier >>= 1
        at[2] += 1
    at = one_of(NOBODY if face == NOBODY else (face >> 2) - 1, RANKS, at + 3)
    one_of(NOBODY if face == NOBODY else face & 3, SUITS, at)


# ---- the play so far ---------------------------------------------------------------------------

cdef inline int faces_of(const Rules* rules) noexcept nogil:
    """How many numbers some cards have, face by face."""
    return RANKS * SUITS * rules.packs + rules.wild + 2 * rules.high_jokers


cdef void put_faces(const Rules* rules, const Hand* cards, uint8_t* out) noexcept nogil:
    """Some cards face by face.

    For each face whether one is there, and with two packs whether two are. A card without suit takes the first
    place of its rank that is free.
    """
    cdef int rank, suit, k, bare, packs = rules.packs
    for rank in range(1, RANKS + 1):
        bare = nibble(cards.counts, rank) - popcount4(nibble(cards.suits, rank)) - popcount4(nibble(cards.twice, rank))
        for suit in range(SUITS):
            out[0] = cards.suits >> (4 * rank + suit) & 1
            if packs == 2:
                out[1] = cards.twice >> (4 * rank + suit) & 1
            for k in range(packs):
                if bare > 0 and out[k] == 0:
                    out[k] = 1
                    bare -= 1
            out += packs
    for k in range(rules.wild):
        out[k] = nibble(cards.counts, 0) > k
    out += rules.wild
    if rules.high_jokers:
        out[0] = nibble(cards.counts, 14)
        out[1] = nibble(cards.counts, 15)


cdef inline void put_play(const Rules* rules, const Play* play, uint8_t* out) noexcept nogil:
    """The kind of a play, none for the pass, and its cards."""
    cdef Hand cards
    cards.counts = play.counts
    cards.suits = play.suits & FACES
    cards.twice = play.twice
    put_faces(rules, &cards, one_of(kind_of(play) - 1, <int>KINDS - 1, out))


def play_width(Table table not None) -> int:
    """Return how many numbers a play has: its kind, and its cards."""
    return <int>KINDS - 1 + faces_of(&table.c)


def write_plays(Table table not None, MoveList moves not None, uint8_t[:, ::1] out not None):
    """Write moves, each at the beginning of a row."""
    cdef Py_ssize_t i
    cdef Move move
    if out.shape[0] != moves.n or out.shape[1] < play_width(table):
        raise ValueError("not as many numbers as the moves have")
    for i in range(moves.n):
        move = moves.get(i)
        put_play(&table.c, &move.c, &out[i, 0])


def history_shape(Table table not None) -> tuple[int, int]:
    """Return how many rows a history has, one more than cards are dealt, and how many numbers a row has."""
    cdef const Rules* rules = &table.c
    # A play has a card at least, and every number of faces_of is a card of the pack.
    return 1 + faces_of(rules), rules.seats + play_width(table)


def write_history(Table table not None, int seat, object dealt, object moves, uint8_t[:, ::1] out not None):
    """Write the face codes that a seat was dealt, and what was played, a row each.

    moves: pairs of seat and move. Raises ValueError where there are more plays than rows.
    """
    cdef int seats = table.c.seats, code, other, row = 1
    cdef Hand cards
    cdef const Play* play
    if (out.shape[0], out.shape[1]) != history_shape(table) or not 0 <= seat < seats:
        raise ValueError("not as many numbers as a history has, or no such seat")
    memset(&out[0, 0], 0, out.shape[0] * out.shape[1])
    cards.counts = cards.suits = cards.twice = 0
    for code in dealt:
        if code == 0 or add_card(&cards, code) != FINE:
            raise ValueError(f"{code} is no face code, or there are too many of it")
    out[0, 0] = 1
    put_faces(&table.c, &cards, &out[0, seats + <int>KINDS - 1])
    for who, move in moves:
        play = &(<Move?>move).c
        if play.suits == 0:
            continue
        other = who
        if row == out.shape[0] or not 0 <= other < seats:
            raise ValueError("more plays than cards, or no such seat")
        put_play(&table.c, play, one_of((other - seat + seats) % seats, seats, &out[row, 0]))
        row += 1
