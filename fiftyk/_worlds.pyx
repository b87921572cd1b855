"""Hands that a seat may be up against, drawn and played on without the GIL.

A *world* is a deal of the cards that a seat does not see, in agreement with what it knows; of a seed, world i is
always the same. In each world every decision in question is made in turn, and the hand played to its end by
_policy.pyx: what comes of it, summed over many worlds, is the decision's worth.
"""

from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fiftyk._bits cimport total
from fiftyk._combos cimport live_suits, reduced
from fiftyk._core cimport Move, MoveList, Position, Table
from fiftyk._policy cimport cheapest_answer, cost_of, sensible
from fiftyk._position cimport advance, called_in, drop_dead, payoffs, scores, set_flow
from fiftyk._random cimport Random, begin, below
from fiftyk._types cimport MAX_SEATS, NOBODY, Hand, Play, Pos, Rules, kind_of, n_of

cdef enum:
    NO_SUIT = 64        # face codes of cards without suit and of jokers: NO_SUIT + rank (cards.py)
    MOST_CARDS = 108
    MOST_PASSES = 32    # of the latest passes so many are looked at
    DRAWS = 4           # so many worlds are drawn for one, where passes make some likelier than others
    # A hidden solo is called so much more seldom than chance would have it.
    RARELY_ALONE = 8
    # What bombs still to come may multiply stakes by, at most.
    MOST_GROWTH = 8
    # The points that a stake counts beside the margin.
    A_STAKE = 50
    # Plays of a kind and length that are judged: the cheapest.
    OF_A_KIND = 3


# A pass on somebody's play, and what the seat has played since.
ctypedef struct Passed:
    int seat
    int by
    Play play
    uint64_t since


cdef inline int64_t worth(const Rules* rules, const Pos* pos, int seat, uint64_t scale) noexcept nogil:
    """What a hand that is over is worth to a seat, in points.

    The margin of its side, in classic3 its own score. In laizi and wuhan its stakes, in units of the bombs so far,
    `scale`, A_STAKE points each, and the margin: stakes alone, few and far between, would take many more worlds
    to tell a good move by. Bombs still to come count MOST_GROWTH times at most, lest the few worlds that
    have most of them decide everything.
    """
    cdef int64_t x[MAX_SEATS]
    cdef int64_t stakes = 0, margin = 0
    cdef int other
    if rules.called:
        payoffs(rules, pos, x)
        # Halves of stakes, without the bombs.
        stakes = x[seat] // <int64_t>pos.state.multiplier
        stakes *= <int64_t>min(pos.state.multiplier // scale, <uint64_t>MOST_GROWTH)
        if pos.soloist != NOBODY:
            return stakes * A_STAKE // 2
    scores(rules, pos, x)
    if rules.seats == 3:
        return x[seat]
    for other in range(4):
        margin += x[other] if pos.side[other] == pos.side[seat] else -x[other]
    return margin + stakes * A_STAKE // 2


cdef inline void play_on(const Rules* rules, Pos* pos, Random* r) noexcept nogil:
    """Plays a hand to its end."""
    cdef Play play
    while pos.state.turn != NOBODY:
        play = sensible(rules, pos, r)
        advance(rules, pos, &play)


cdef void set_call(const Rules* rules, Pos* pos, int caller, int face) noexcept nogil:
    """The sides that a called face makes, of hands with all their suits (RULES.md 8)."""
    cdef int seat
    pos.partner = NOBODY
    for seat in range(4):
        if seat != caller and pos.hands[seat].suits >> face & 1:
            pos.partner = seat
    if pos.partner == NOBODY:
        set_solo(rules, pos, caller, False)
        return
    pos.soloist = NOBODY
    pos.announced = 0
    pos.caller = caller
    pos.called = face
    pos.state.known = 0
    for seat in range(4):
        pos.side[seat] = seat != caller and seat != pos.partner
    set_flow(rules, pos)


cdef void set_solo(const Rules* rules, Pos* pos, int soloist, bint announced) noexcept nogil:
    cdef int seat
    pos.soloist = soloist
    pos.announced = announced
    pos.caller = pos.partner = pos.called = NOBODY
    pos.state.known = 0
    for seat in range(4):
        pos.side[seat] = seat != soloist
    set_flow(rules, pos)


cdef inline void give(Hand* hand, int code) noexcept nogil:
    """Puts a card into a hand."""
    cdef uint64_t bit
    if code >= NO_SUIT:
        hand.counts += <uint64_t>1 << 4 * (code - NO_SUIT)
        return
    bit = <uint64_t>1 << code
    hand.counts += <uint64_t>1 << (code & ~3)
    hand.twice |= hand.suits & bit
    hand.suits |= bit


cdef class Worlds:
    """The worlds of a seat.

    position: the play as far as all may know it, with any hands for the others that have their number of cards.
    unseen: the face codes of these others' cards. seed: of 64 bits. face: the called face where the seat does not
    know whose side it is on for that, and caller who called it; else -1. held: a card that a seat is known to
    hold, (face code, seat). moves: the play so far, for what passes tell.
    """

    cdef Rules rules
    cdef Pos base               # hands with all their suits, the others' empty
    cdef int seat, face, caller
    cdef int held, holder
    cdef int room[MAX_SEATS]    # cards that the others hold
    cdef int8_t codes[MOST_CARDS]
    cdef int cards, copies      # without the known card and the called face; copies of that which are unseen
    cdef Passed passes[MOST_PASSES]
    cdef int n_passes
    cdef uint64_t seed, scale

    def __init__(
        self, Position position not None, int seat, unseen, uint64_t seed, *, int face=-1, int caller=-1, held=None,
        moves=(),
    ):
        cdef int other, code
        cdef int open_seats = 0
        self.rules = position.table_.c
        self.base = position.c
        self.seat = seat
        self.seed = seed
        self.scale = self.base.state.multiplier
        self.face = face
        self.caller = caller
        for other in range(MAX_SEATS):
            self.room[other] = 0
            if other != seat and other < self.rules.seats:
                self.room[other] = total(self.base.hands[other].counts)
                open_seats += self.room[other]
                self.base.hands[other].counts = self.base.hands[other].suits = self.base.hands[other].twice = 0
        if not 0 <= seat < self.rules.seats or open_seats != len(unseen) or open_seats > MOST_CARDS:
            raise ValueError("the unseen cards are not as many as the others hold")
        if face >= 0 and not 0 <= caller < MAX_SEATS:
            raise ValueError("a face is called by a seat")
        self.cards = self.copies = 0
        self.held = self.holder = NOBODY
        # A seat without cards holds nothing, whatever is said.
        if held is not None and held[0] in unseen and held[0] != face and self.room[<int>held[1]]:
            self.held, self.holder = held
        known = self.held
        for code in unseen:
            if not 0 <= code < NO_SUIT + 16:
                raise ValueError(f"{code} is no face code")
            if code == known:
                known = -1
            elif code == face:
                self.copies += 1
            else:
                self.codes[self.cards] = code
                self.cards += 1
        self._remember(moves)

    def _remember(self, moves):
        """Keep the latest passes of seats whose cards are not known."""
        cdef Move move
        cdef int i, seat
        cdef uint64_t since[MAX_SEATS]
        for seat in range(MAX_SEATS):
            since[seat] = 0
        latest = None
        passed_on = []
        for each in moves:
            if not 0 <= each[0] < MAX_SEATS:
                raise IndexError("there is no such seat")
            passed_on.append(latest)
            if not each[1].is_pass:
                latest = each
        self.n_passes = 0
        for i in range(len(moves) - 1, -1, -1):
            if self.n_passes == MOST_PASSES:
                return
            seat, move = moves[i]
            if move.c.suits:
                since[seat] += move.c.counts
            elif self.room[seat] and passed_on[i] is not None:
                self.passes[self.n_passes].seat = seat
                self.passes[self.n_passes].by, move = passed_on[i]
                self.passes[self.n_passes].play = move.c
                self.passes[self.n_passes].since = since[seat]
                self.n_passes += 1

    # -- drawing --

    cdef int _draw_seat(self, Random* r, const int* room, int weight_of_caller) noexcept nogil:
        """A seat, each as likely as its room, the caller's weighed; the caller where no other has room."""
        cdef int sum = 0, seat, ticket
        for seat in range(MAX_SEATS):
            sum += room[seat] * (weight_of_caller if seat == self.caller else RARELY_ALONE)
        if sum == 0:
            return self.caller
        ticket = <int>below(r, sum)
        for seat in range(MAX_SEATS):
            ticket -= room[seat] * (weight_of_caller if seat == self.caller else RARELY_ALONE)
            if ticket < 0:
                return seat
        return NOBODY

    cdef void _place(self, Pos* pos, int* room, int code, int seat) noexcept nogil:
        give(&pos.hands[seat], code)
        room[seat] -= 1

    cdef void _place_face(self, Random* r, Pos* pos, int* room) noexcept nogil:
        """Deals the unseen copies of the called face.

        Of two the caller holds one. If it holds the last one, too, it plays alone: then no seat is out yet, for
        with one against three the first seat out ends the hand.
        """
        cdef int mine = room[self.caller], others = room[0] + room[1] + room[2] + room[3] - mine
        cdef int weight = 1 if self.base.state.n_out == 0 else 0
        if self.copies == 2 and mine:
            self._place(pos, room, self.face, self.caller)
            # One copy, either of the two, with it and one elsewhere; or both with it.
            mine = weight * (mine - 1)
            others *= 2 * RARELY_ALONE
            weight = others == 0 or below(r, mine + others) < <uint64_t>mine
            self._place(pos, room, self.face, self.caller if weight else self._draw_seat(r, room, 0))
            return
        for _ in range(self.copies):
            self._place(pos, room, self.face, self._draw_seat(r, room, weight))

    cdef void _deal(self, Random* r, Pos* pos) noexcept nogil:
        """A world, with all its suits."""
        cdef int8_t codes[MOST_CARDS]
        cdef int room[MAX_SEATS]
        cdef int i, other, seat = 0
        cdef int8_t code
        pos[0] = self.base
        memcpy(room, self.room, sizeof(room))
        memcpy(codes, self.codes, self.cards * sizeof(int8_t))
        if self.held != NOBODY:
            self._place(pos, room, self.held, self.holder)
        if self.copies:
            self._place_face(r, pos, room)
        for i in range(self.cards - 1, -1, -1):
            other = <int>below(r, i + 1)
            code = codes[other]
            codes[other] = codes[i]
            while room[seat] == 0:
                seat += 1
            self._place(pos, room, code, seat)
        if self.face != NOBODY:
            set_call(&self.rules, pos, self.caller, self.face)

    cdef int _surprise(self, const Pos* pos) noexcept nogil:
        """How much passes speak against a world: each that left a good answer to an opponent unplayed."""
        cdef Hand hand
        cdef Play answer
        cdef const Passed* passed
        cdef int i, cost, surprise = 0
        hand.suits = hand.twice = 0
        for i in range(self.n_passes):
            passed = &self.passes[i]
            if self.rules.seats == 4 and pos.side[passed.seat] == pos.side[passed.by]:
                continue
            hand.counts = pos.hands[passed.seat].counts + passed.since
            if cheapest_answer(&self.rules, &hand, &passed.play, &answer):
                cost = cost_of(&self.rules, &hand, &answer, False)
                surprise += 2 if cost < 60 else 1
        return surprise

    cdef void _draw(self, Random* r, Pos* pos) noexcept nogil:
        """A world with all its suits, the likelier by what the seats passed on the more often."""
        cdef Pos other
        cdef uint64_t weight, sum
        self._deal(r, pos)
        if self.n_passes:
            sum = <uint64_t>1 << 40 >> min(self._surprise(pos), 30)
            for _ in range(1, DRAWS):
                self._deal(r, &other)
                weight = <uint64_t>1 << 40 >> min(self._surprise(&other), 30)
                sum += weight
                if below(r, sum) < weight:
                    pos[0] = other

    def hands(self, int64_t number) -> list[list[int]]:
        """Return the hands of a world, as ascending face codes."""
        cdef Pos world
        cdef Random r
        cdef Play cards
        cdef int seat
        begin(&r, self.seed, number)
        self._draw(&r, &world)
        found = []
        for seat in range(self.rules.seats):
            cards.counts = world.hands[seat].counts
            cards.suits = world.hands[seat].suits
            cards.twice = world.hands[seat].twice
            found.append(sorted(Move.wrap(&cards).codes))
        return found

    def likelihood(self, Position position not None) -> int:
        """Return a weight of a world by what the seats passed on, 1 at least."""
        return 1 << 30 >> min(self._surprise(&position.c), 30)

    # -- judging --

    def judge(self, MoveList moves not None, chosen, int64_t first, int64_t stop, int64_t[::1] sums not None):
        """Make each of some moves, by index, in the worlds from first to stop - 1; add up what they are worth."""
        cdef Py_ssize_t n = len(chosen), j
        cdef Play* plays = <Play*>malloc(max(n, 1) * sizeof(Play))
        cdef int64_t* total_
        cdef Pos world, pos
        cdef Random r, again
        cdef int64_t i
        if plays == NULL:
            raise MemoryError
        try:
            if len(sums) < n:
                raise ValueError("a sum for each move")
            for j in range(n):
                if not 0 <= chosen[j] < moves.n:
                    raise IndexError("no such move")
                plays[j] = moves.items[<Py_ssize_t>chosen[j]]
            total_ = &sums[0] if n else NULL
            with nogil:
                for i in range(first, stop):
                    begin(&r, self.seed, i)
                    self._draw(&r, &world)
                    drop_dead(&self.rules, &world)
                    for j in range(n):
                        pos = world
                        again = r
                        advance(&self.rules, &pos, &plays[j])
                        play_on(&self.rules, &pos, &again)
                        total_[j] += worth(&self.rules, &pos, self.seat, self.scale)
        finally:
            free(plays)

    def judge_openings(self, openings, int64_t first, int64_t stop, int64_t[::1] sums not None):
        """The same of what may be decided before the play.

        openings: ("call", face code) by the caller; ("solo", seat), announced; or ("any", 0), some call by the
        caller of a face that it holds once, if it holds one.
        """
        cdef Py_ssize_t n = len(openings), j
        cdef int kinds[64]
        cdef int numbers[64]
        cdef Pos world, pos
        cdef Random r, again
        cdef int64_t* total_
        cdef int64_t i
        if n > 64 or len(sums) < n or self.caller < 0:
            raise ValueError("a sum for each opening, 64 at most, and a caller")
        for j in range(n):
            kinds[j] = ("call", "solo", "any").index(openings[j][0])
            numbers[j] = openings[j][1]
        total_ = &sums[0] if n else NULL
        with nogil:
            for i in range(first, stop):
                begin(&r, self.seed, i)
                self._deal(&r, &world)
                for j in range(n):
                    pos = world
                    again = r
                    if kinds[j] == 1:
                        set_solo(&self.rules, &pos, numbers[j], True)
                    else:
                        set_call(
                            &self.rules, &pos, self.caller,
                            numbers[j] if kinds[j] == 0 else self._some_face(&again, &pos.hands[self.caller]),
                        )
                    drop_dead(&self.rules, &pos)
                    play_on(&self.rules, &pos, &again)
                    total_[j] += worth(&self.rules, &pos, self.seat, self.scale)

    cdef int _some_face(self, Random* r, const Hand* hand) noexcept nogil:
        """A face that the caller may call, of those that it holds once if there are any."""
        cdef int bits[64]
        cdef int n = 0, bit
        for bit in range(4, 56):
            if hand.suits >> bit & 1 and not hand.twice >> bit & 1 and not self.rules.no_call >> (bit >> 2) & 1:
                bits[n] = bit
                n += 1
        if n == 0:
            for bit in range(4, 56):
                if hand.suits >> bit & 1 and not self.rules.no_call >> (bit >> 2) & 1:
                    bits[n] = bit
                    n += 1
        return bits[<int>below(r, n)] if n else 4


# ---- for the bot and the tests -----------------------------------------------------------------

def sensible_move(Position position not None, uint64_t seed) -> int:
    """Return which of the legal classes the policy plays; -1 where it is none of them."""
    cdef Pos pos = position.classes()
    cdef MoveList moves = position.legal_moves()
    cdef Random r
    cdef Play play
    cdef Py_ssize_t i
    begin(&r, seed, 0)
    play = sensible(&position.table_.c, &pos, &r)
    for i in range(moves.n):
        if (
            moves.items[i].counts == play.counts and moves.items[i].suits == play.suits
            and moves.items[i].twice == play.twice
        ):
            return i
    return -1


def shortlist(Position position not None, MoveList moves not None, int most) -> list[int]:
    """Return the indices of moves worth a thought, the pass among them, ascending: `most` at most, and the pass.

    Of each kind and n the OF_A_KIND cheapest, and of these the cheapest.
    """
    cdef const Hand* hand = &position.c.hands[<int>position.c.state.turn]
    cdef Hand own = reduced(&position.table_.c, hand, called_in(&position.c, position.c.state.turn))
    cdef bint on_lead = position.c.state.last.suits == 0
    cdef Py_ssize_t i
    best: dict = {}
    for i in range(moves.n):
        group = best.setdefault((kind_of(&moves.items[i]), n_of(&moves.items[i])), [])
        group.append((cost_of(&position.table_.c, &own, &moves.items[i], on_lead), i))
        if len(group) > 8 * OF_A_KIND:
            group.sort()
            del group[OF_A_KIND:]
    kept = sorted([each for group in best.values() for each in sorted(group)[:OF_A_KIND]])
    chosen = {i for _, i in kept[:most]}
    if not on_lead:
        chosen.add(0)
    return sorted(chosen)


def dead_suits(Table table not None, codes, int face) -> list[int]:
    """Return cards with the suits dropped that cannot matter in any hand made of them (RULES.md 11).

    face: the called face, where it matters who holds it, or -1.
    """
    cdef Hand pool
    cdef uint64_t live
    cdef int code
    pool.counts = pool.suits = pool.twice = 0
    for code in codes:
        if code < NO_SUIT:
            pool.suits |= <uint64_t>1 << code
    live = live_suits(&table.c, pool.suits, face)
    return [code if code >= NO_SUIT or live >> code & 1 else NO_SUIT + (code >> 2) for code in codes]
