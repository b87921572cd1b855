"""Work on arrays of hands, moves and positions: no Python object and no GIL in the loops.

Arrays come in as flat memoryviews of their words; arrays.py and bulk.py see to their shapes. Nobody
guarantees what is in them, so every row is copied and checked before the core sees it. Each function
works on the rows from `first` to `stop` - 1 and returns None, or (row, where, what is wrong) for the
first bad row.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport at_least_1, bit_of, nibble, popcount4, rank_of, total
from fiftyk._combos cimport NATURAL, pure_suits
from fiftyk._core cimport (
    Move, Position, Table, beats, count_plays, generate, holds, kind_of, live_suits, multiplier_fits, points, readings,
    reduced, with_faces, without_dead,
)
from fiftyk._position cimport is_over
from fiftyk._types cimport FACES, KINDS, MAX_READINGS, MAX_SEATS, NOBODY, Hand, Play, Rules

cdef enum:
    NO_SUIT = 64        # face codes, see cards.py
    HAND_WORDS = 3      # 64-bit words of a Hand and of a Play
    IN_LAST = 32        # added to the fault of a row of the other array

POSITION_SIZE = sizeof(Row)

FAULTS = (
    "",
    "a bit stands for no face, or a face is there twice that the packs have once or the row has not",
    "more cards of a rank than the packs have",
    "more faces of a rank than cards",
    "more cards than a hand is ever dealt",
    "neither the pass nor a play: kind, n and rank are no reading of the cards",
    "a number that is no face code, or a face for the third time",
    "the play is not in the hand",
    "something is said of a seat that there is not",
    "a card is there more often than the packs have it",
    "the turn is no seat that holds cards, or the hand is over, or it is not",
    "a last play without another seat that made it and its points on the table, or one of these without it",
    "the seats out are not those without cards",
    "the call does not go together",
    "points that cannot be",
    "a multiplier that cannot be",
)


# ---- checks ------------------------------------------------------------------------------------

cdef inline bint within(uint64_t a, uint64_t b) noexcept nogil:
    """Whether no nibble of a is larger than the same nibble of b."""
    cdef uint64_t low = <uint64_t>0x0F0F0F0F0F0F0F0F, carry = <uint64_t>0x1010101010101010
    cdef uint64_t even = (b & low | carry) - (a & low)
    cdef uint64_t odd = (b >> 4 & low | carry) - (a >> 4 & low)
    return even & odd & carry == carry


cdef inline uint64_t faces_of(uint64_t suits) noexcept nogil:
    """How many bits each nibble has."""
    suits = suits - (suits >> 1 & <uint64_t>0x5555555555555555)
    return (suits & <uint64_t>0x3333333333333333) + (suits >> 2 & <uint64_t>0x3333333333333333)


cdef inline uint64_t most_cards(const Rules* rules) noexcept nogil:
    """A count word of the whole pack."""
    return 4 * rules.packs * NATURAL + rules.wild + rules.high_jokers * (bit_of(14) | bit_of(15))


cdef int hand_fault(const Rules* rules, const Hand* hand) noexcept nogil:
    if hand.suits & ~FACES or hand.twice & ~hand.suits or (hand.twice and rules.packs == 1):
        return BAD_FACE
    if not within(hand.counts, most_cards(rules)):
        return TOO_MANY
    # Each sum is 8 at most, and stays in its nibble.
    if not within(faces_of(hand.suits) + faces_of(hand.twice), hand.counts):
        return TOO_FEW
    return FINE if total(hand.counts) <= rules.hand_limit else HAND_TOO_LARGE


cdef int play_fault(const Rules* rules, const Play* play) noexcept nogil:
    cdef Play found[MAX_READINGS]
    cdef Hand cards
    cdef int i, fault
    if play.suits == 0:
        return NO_PLAY if play.counts or play.twice else FINE
    cards.counts = play.counts
    cards.suits = play.suits & FACES
    cards.twice = play.twice
    fault = hand_fault(rules, &cards)
    if fault:
        return fault
    for i in range(readings(rules, &cards, found)):
        # The cards are the same; the rest of the word must be, too.
        if found[i].suits == play.suits:
            return FINE
    return NO_PLAY


cdef inline bint between(int low, int number, int high) noexcept nogil:
    return low <= number <= high


cdef int cards_fault(const Rules* rules, const Row* row) noexcept nogil:
    """Hands and last play one by one, then all their cards together."""
    cdef uint64_t low = <uint64_t>0x0F0F0F0F0F0F0F0F, high = <uint64_t>0x8080808080808080
    cdef uint64_t even = 0, odd = 0, once = 0, twice = 0, thrice = 0, counts, word
    cdef int i, plane, fault
    for i in range(MAX_SEATS + 1):
        if i == MAX_SEATS:
            fault = play_fault(rules, &row.last)
            counts = row.last.counts
        else:
            fault = hand_fault(rules, &row.hands[i])
            counts = row.hands[i].counts
            if i >= rules.seats and counts | row.hands[i].suits:
                return NO_SEAT
        if fault:
            return fault
        # Nibbles in bytes: five times 15 cannot carry.
        even += counts & low
        odd += counts >> 4 & low
        for plane in range(2):
            if i == MAX_SEATS:
                word = row.last.twice if plane else row.last.suits & FACES
            else:
                word = row.hands[i].twice if plane else row.hands[i].suits
            thrice |= twice & word
            twice |= once & word
            once |= word
    counts = most_cards(rules)
    if thrice or (twice and rules.packs == 1):
        return CARDS_SHARED
    # A byte's top bit stays where the pack has as many.
    even = (counts & low | high) - even
    odd = (counts >> 4 & low | high) - odd
    return FINE if even & odd & high == high else CARDS_SHARED


cdef bint call_goes(const Rules* rules, const Row* row) noexcept nogil:
    if not between(0, row.known, 1) or not between(0, row.announced, 1):
        return False
    if row.soloist != NOBODY or not rules.called:
        return (
            row.caller == NOBODY and row.partner == NOBODY and row.called == NOBODY and not row.known
            and (between(0, row.soloist, 3) if rules.called else row.soloist == NOBODY and not row.announced)
        )
    return (
        between(0, row.caller, 3) and between(0, row.partner, 3) and row.caller != row.partner and not row.announced
        and between(4, row.called, 55) and not rules.no_call >> (row.called >> 2) & 1
        and (row.known or row.hands[<int>row.partner].suits >> row.called & 1)
    )


cdef int row_fault(const Rules* rules, const Row* row) noexcept nogil:
    cdef int fault = cards_fault(rules, row)
    cdef int seats = rules.seats
    cdef int seat, i, held, cards = 0, empty = 0, out = 0, side = 1 | 1 << 2
    if fault:
        return fault
    if not call_goes(rules, row):
        return BAD_CALL
    if not between(0, row.n_out, seats - 1):
        return BAD_OUT
    for i in range(row.n_out):
        if not between(0, row.out[i], seats - 1):
            return BAD_OUT
        out |= 1 << row.out[i]
    held = row.table
    for seat in range(MAX_SEATS):
        if row.captured[seat] < 0 or row.captured[seat] % 5:
            return BAD_POINTS
        if seat < seats:
            empty |= (row.hands[seat].counts == 0) << seat
            cards += total(row.hands[seat].counts)
            held += points(row.hands[seat].counts) + row.captured[seat]
        elif row.captured[seat]:
            return NO_SEAT
    if rules.called and row.soloist == NOBODY:
        side = 1 << row.caller | 1 << row.partner
    # As many seats as are out, and all different, for as many are empty.
    if out != empty or popcount4(out) != row.n_out:
        return BAD_OUT
    if row.table < 0 or row.table % 5 or held > 100 * rules.packs:
        return BAD_POINTS
    if not between(NOBODY, row.turn, seats - 1) or (row.turn == NOBODY) != is_over(rules, out, row.soloist, side):
        return BAD_TURN
    if row.turn != NOBODY and empty >> row.turn & 1:
        return BAD_TURN
    if row.last.suits == 0:
        if row.last_seat != NOBODY or row.table:
            return BAD_LAST
    elif (
        not between(0, row.last_seat, seats - 1) or row.last_seat == row.turn or row.turn == NOBODY
        or points(row.last.counts) > row.table
    ):
        return BAD_LAST
    if not multiplier_fits(rules, row.multiplier, cards):
        return BAD_MULTIPLIER
    return FINE


cdef object described(Py_ssize_t row, int fault, str where, str other):
    """What a function returns for the first bad row, or None."""
    if fault == FINE:
        return None
    return row, other if fault & IN_LAST else where, FAULTS[fault & ~IN_LAST]


# ---- hands to move -----------------------------------------------------------------------------

# Rows to work on: hands with what they answer, or positions.
ctypedef struct Task:
    const Rules* rules
    const Hand* hands       # NULL: positions
    const Row* rows
    const Play* lasts       # NULL: every hand leads
    bint one_last           # lasts has one play for all hands, checked already
    bint faces


# One row of them, checked: the hand with all its suits, which of these are live, what it answers.
ctypedef struct Turn:
    Hand hand
    Hand shown              # as generate() takes it: in classes mode live suits only
    uint64_t live
    Play last


cdef int fetch(const Task* task, Py_ssize_t i, Turn* turn) noexcept nogil:
    """Copies and checks a row; a hand without cards is one that has no move."""
    cdef Row row
    cdef int fault, called = NOBODY
    memset(turn, 0, sizeof(Turn))
    if task.hands == NULL:
        row = task.rows[i]
        fault = row_fault(task.rules, &row)
        if fault:
            return fault
        if row.turn == NOBODY:
            return FINE
        turn.hand = row.hands[<int>row.turn]
        turn.last = row.last
        if row.turn == row.partner and not row.known:
            called = row.called
    else:
        turn.hand = task.hands[i]
        fault = hand_fault(task.rules, &turn.hand)
        if fault:
            return fault
        if task.lasts != NULL:
            turn.last = task.lasts[0 if task.one_last else i]
            fault = FINE if task.one_last else play_fault(task.rules, &turn.last)
            if fault:
                return fault | IN_LAST
    turn.live = live_suits(task.rules, turn.hand.suits, called)
    turn.shown = turn.hand if task.faces else reduced(task.rules, &turn.hand, called)
    return FINE


cdef class Turns:
    """The arrays of a task, kept alive with it: rows is of hands (3 words each) or of positions.

    lasts: None, a play for each hand, or one that check_moves has seen and nobody changes.
    """

    cdef Task task
    cdef Table table
    cdef const uint64_t[::1] rows, lasts
    cdef str where

    def __init__(self, Table table not None, const uint64_t[::1] rows, bint positions, const uint64_t[::1] lasts,
                 bint faces):
        self.table = table
        self.rows = rows
        self.lasts = lasts
        self.where = "positions" if positions else "hands"
        memset(&self.task, 0, sizeof(Task))
        self.task.rules = &table.c
        self.task.faces = faces
        if rows.shape[0] and positions:
            self.task.rows = <const Row*>&rows[0]
        elif rows.shape[0]:
            self.task.hands = <const Hand*>&rows[0]
        if lasts is not None and lasts.shape[0]:
            self.task.lasts = <const Play*>&lasts[0]
            self.task.one_last = lasts.shape[0] == HAND_WORDS

    def count(self, Py_ssize_t first, Py_ssize_t stop, int64_t[::1] out not None):
        """Write how many moves each row has."""
        cdef Py_ssize_t i = first
        cdef int fault = FINE
        cdef int64_t* counts = &out[0] if first < stop else NULL
        with nogil:
            for i in range(first, stop):
                fault = count_row(&self.task, i, counts + i)
                if fault:
                    break
        return described(i, fault, self.where, "last")

    def list_moves(
        self, Py_ssize_t first, Py_ssize_t stop, const int64_t[::1] offsets not None, Py_ssize_t base,
        uint64_t[::1] out not None,
    ):
        """Write the moves of row i from out[offsets[i] - base] on.

        They must have been counted, and the rows not have changed since.
        """
        cdef Py_ssize_t i = first
        cdef int fault = FINE
        cdef Turn turn
        cdef Play* moves
        cdef const int64_t* start
        if out.shape[0] == 0:
            return None
        moves = <Play*>&out[0]
        start = &offsets[0]
        with nogil:
            for i in range(first, stop):
                fault = fetch(&self.task, i, &turn)
                if fault:
                    break
                if turn.shown.counts:
                    generate(self.task.rules, &turn.shown, &turn.last, moves + (start[i] - base))
        return described(i, fault, self.where, "last")

    def with_faces(
        self, Py_ssize_t first, Py_ssize_t stop, const uint64_t[::1] moves not None, uint64_t[::1] out not None
    ):
        """Write each row's move, a class or one of its plays, as the play that is shown for the class."""
        cdef Py_ssize_t i = first
        cdef int fault = FINE
        cdef const Play* given
        cdef Play* shown
        if out.shape[0] == 0:
            return None
        given = <const Play*>&moves[0]
        shown = <Play*>&out[0]
        with nogil:
            for i in range(first, stop):
                fault = show_row(&self.task, i, given + i, shown + i)
                if fault:
                    break
        return described(i, fault, self.where, "moves")

    def features(self, Py_ssize_t first, Py_ssize_t stop, bint hidden, uint8_t[:, ::1] out not None):
        """Write the planes that bulk.features documents."""
        cdef Py_ssize_t i = first
        cdef int fault = FINE
        cdef Py_ssize_t width = out.shape[1]
        cdef uint8_t* bytes_ = &out[0, 0] if first < stop else NULL
        with nogil:
            for i in range(first, stop):
                fault = feature_row(&self.task, i, hidden, bytes_ + i * width)
                if fault:
                    break
        return described(i, fault, self.where, "last")


cdef int count_row(const Task* task, Py_ssize_t i, int64_t* out) noexcept nogil:
    cdef Turn turn
    cdef int fault = fetch(task, i, &turn)
    out[0] = 0
    if fault == FINE and turn.shown.counts:
        out[0] = <int64_t>count_plays(task.rules, &turn.shown, &turn.last, NULL)
    return fault


cdef int show_row(const Task* task, Py_ssize_t i, const Play* given, Play* shown) noexcept nogil:
    cdef Turn turn
    cdef Play play = given[0]
    cdef int fault = play_fault(task.rules, &play)
    if fault:
        return fault | IN_LAST
    fault = fetch(task, i, &turn)
    if fault:
        return fault
    play = without_dead(&play, turn.live)
    # task.faces is 0: turn.shown has the live suits only, as the class has.
    if not holds(&turn.shown, &play):
        return NOT_HELD | IN_LAST
    shown[0] = with_faces(&play, &turn.hand, turn.live)
    return FINE


# ---- comparison --------------------------------------------------------------------------------

def compare(
    Table table not None, const uint64_t[::1] plays not None, const uint64_t[::1] overs not None,
    uint8_t[::1] out not None, Py_ssize_t first, Py_ssize_t stop,
):
    """Write whether each play beats its other, 1 or 0.

    A side of one play is for all of the other; check_moves has seen it, and nobody changes it.
    """
    cdef Py_ssize_t i = first
    cdef int fault = FINE
    cdef Play a, b
    cdef const Play* left
    cdef const Play* right
    cdef bint one_play = plays.shape[0] == HAND_WORDS, one_over = overs.shape[0] == HAND_WORDS
    cdef uint8_t* answers
    if out.shape[0] == 0:
        return None
    left = <const Play*>&plays[0]
    right = <const Play*>&overs[0]
    answers = &out[0]
    with nogil:
        for i in range(first, stop):
            a = left[0 if one_play else i]
            b = right[0 if one_over else i]
            if not one_play:
                fault = play_fault(&table.c, &a)
                if fault:
                    break
            if not one_over:
                fault = play_fault(&table.c, &b)
                if fault:
                    fault |= IN_LAST
                    break
            answers[i] = a.suits != 0 and b.suits != 0 and beats(&table.c, &a, &b)
    return described(i, fault, "plays", "overs")


def check_moves(Table table not None, const uint64_t[::1] moves not None, Py_ssize_t first, Py_ssize_t stop):
    """Tell the first row that is neither the pass nor a play under these rules."""
    cdef Py_ssize_t i = first
    cdef int fault = FINE
    cdef Play play
    cdef const Play* given = <const Play*>&moves[0] if first < stop else NULL
    with nogil:
        for i in range(first, stop):
            play = given[i]
            fault = play_fault(&table.c, &play)
            if fault:
                break
    return described(i, fault, "moves", "")


# ---- features ----------------------------------------------------------------------------------

def planes(Table table not None) -> int:
    """Return the number of planes of a hand."""
    return planes_of(&table.c)


cdef uint8_t* put_planes(const Rules* rules, uint64_t counts, uint64_t suits, uint8_t* out) noexcept nogil:
    """The planes of some cards; returns where the next ones go."""
    cdef int rank, k, n
    for rank in range(1, 14):
        n = nibble(counts, rank)
        for k in range(1, 4 * rules.packs + 1):
            out[0] = n >= k
            out += 1
    n = nibble(counts, 0)
    for k in range(1, rules.wild + 1):
        out[0] = n >= k
        out += 1
    if rules.high_jokers:
        out[0] = nibble(counts, 14)
        out[1] = nibble(counts, 15)
        out += 2
    for k in range(PURES):
        # The 5, T and K of one suit: nibbles 3, 8 and 11.
        out[k] = pure_suits(suits) >> k & 1
    return out + PURES


cdef int feature_row(const Task* task, Py_ssize_t i, bint hidden, uint8_t* out) noexcept nogil:
    cdef const Rules* rules = task.rules
    cdef Hand hand, others
    cdef Row row
    cdef int k, seat, kind, fault
    if task.hands != NULL:
        hand = task.hands[i]
        fault = hand_fault(rules, &hand)
        if fault == FINE:
            put_planes(rules, hand.counts, hand.suits, out)
        return fault
    row = task.rows[i]
    fault = row_fault(rules, &row)
    if fault:
        return fault
    others.counts = others.suits = others.twice = 0
    seat = 0 if row.turn == NOBODY else row.turn
    for k in range(rules.seats):
        hand = row.hands[(seat + k) % rules.seats]
        if k == 0 or not hidden:
            out = put_planes(rules, hand.counts, hand.suits, out)
        else:
            # All hands together are at most the pack, which fits a count word.
            others.counts += hand.counts
            others.suits |= hand.suits
    if hidden:
        out = put_planes(rules, others.counts, others.suits, out)
    out = put_planes(rules, row.last.counts, row.last.suits & FACES, out)
    kind = kind_of(&row.last)
    for k in range(<int>KINDS):
        out[k] = k == kind
    out += <int>KINDS
    for k in range(rules.seats):
        out[k] = row.last_seat != NOBODY and (row.last_seat - seat + rules.seats) % rules.seats == k
    return FINE


# ---- conversions -------------------------------------------------------------------------------

def hand_limit(Table table not None) -> int:
    """Return how many cards a hand may have."""
    return table.c.hand_limit


cdef int add_card(Hand* hand, int code) noexcept nogil:
    """Puts a card into a hand, 0 none; a nibble that is full is a fault, the rest hand_fault sees."""
    cdef uint64_t bit
    cdef int rank
    if code == 0:
        return FINE
    if not (between(4, code, 55) or between(NO_SUIT, code, NO_SUIT + 15)):
        return NO_CODE
    rank = code >> 2 if code < NO_SUIT else code - NO_SUIT
    if nibble(hand.counts, rank) == 15:
        return TOO_MANY
    hand.counts += bit_of(rank)
    if code < NO_SUIT:
        bit = <uint64_t>1 << code
        if hand.twice & bit:
            return NO_CODE
        hand.twice |= hand.suits & bit
        hand.suits |= bit
    return FINE


def pack_cards(
    Table table not None, const uint8_t[:, ::1] cards not None, uint64_t[::1] out not None,
    Py_ssize_t first, Py_ssize_t stop,
):
    """Write the hands that rows of face codes make; 0 is no card."""
    cdef Py_ssize_t i = first, j
    cdef int fault = FINE
    cdef Hand hand
    cdef Hand* hands
    cdef Py_ssize_t width = cards.shape[1]
    cdef const uint8_t* codes
    if out.shape[0] == 0:
        return None
    hands = <Hand*>&out[0]
    codes = &cards[0, 0] if width else NULL
    with nogil:
        for i in range(first, stop):
            hand.counts = hand.suits = hand.twice = 0
            for j in range(width):
                fault = add_card(&hand, codes[i * width + j])
                if fault:
                    break
            if fault == FINE:
                fault = hand_fault(&table.c, &hand)
            if fault:
                break
            hands[i] = hand
    return described(i, fault, "cards", "")


cdef inline uint8_t* put_code(int code, int copies, uint8_t* out) noexcept nogil:
    while copies > 0:
        out[0] = code
        out += 1
        copies -= 1
    return out


cdef void put_codes(const Hand* hand, uint8_t* out) noexcept nogil:
    """Face codes, ranks ascending, of a rank d c h s and without suit last."""
    cdef uint64_t todo = at_least_1(hand.counts)
    cdef int rank, suit, copies, plain, code
    while todo:
        rank = rank_of(todo)
        todo &= todo - 1
        plain = nibble(hand.counts, rank)
        for suit in range(4):
            code = 4 * rank + suit
            copies = <int>((hand.suits >> code & 1) + (hand.twice >> code & 1))
            plain -= copies
            out = put_code(code, copies, out)
        out = put_code(NO_SUIT + rank, plain, out)


def unpack_cards(
    Table table not None, const uint64_t[::1] hands not None, uint8_t[:, ::1] out not None,
    Py_ssize_t first, Py_ssize_t stop,
):
    """Write the face codes of hands; `out`, of zeros, must be hand_limit() wide."""
    cdef Py_ssize_t i = first
    cdef int fault = FINE
    cdef Hand hand
    cdef const Hand* given
    cdef uint8_t* codes
    cdef Py_ssize_t width = out.shape[1]
    if out.shape[0] == 0:
        return None
    given = <const Hand*>&hands[0]
    codes = &out[0, 0]
    with nogil:
        for i in range(first, stop):
            hand = given[i]
            fault = hand_fault(&table.c, &hand)
            if fault:
                break
            put_codes(&hand, codes + i * width)
    return described(i, fault, "hands", "")


def pack_moves(list moves not None, uint64_t[::1] out not None):
    """Write the words of Move objects."""
    cdef Py_ssize_t i
    for i in range(len(moves)):
        (<Play*>&out[HAND_WORDS * i])[0] = (<Move?>moves[i]).c


def unpack_moves(const uint64_t[::1] moves not None) -> list[Move]:
    """Return Move objects; check_moves comes first."""
    return [Move.wrap(<const Play*>&moves[i]) for i in range(0, moves.shape[0], HAND_WORDS)]


def pack_positions(list positions not None, uint64_t[::1] out not None):
    """Write Position objects as rows."""
    cdef Py_ssize_t i
    cdef int seat
    cdef Position p
    cdef Row* row
    for i in range(len(positions)):
        p = <Position?>positions[i]
        row = <Row*>&out[i * (sizeof(Row) // sizeof(uint64_t))]
        # The padding too: equal positions are equal bytes.
        memset(row, 0, sizeof(Row))
        row.last = p.c.state.last
        row.multiplier = p.c.state.multiplier
        row.table = p.c.state.table
        row.turn = p.c.state.turn
        row.last_seat = p.c.state.last_seat
        row.n_out = p.c.state.n_out
        for seat in range(MAX_SEATS):
            row.hands[seat] = p.c.hands[seat]
            row.captured[seat] = p.c.state.captured[seat]
            row.out[seat] = p.c.state.out[seat] if seat < p.c.state.n_out else NOBODY
        row.caller = p.c.caller
        row.partner = p.c.partner
        row.called = p.c.called
        row.known = p.c.state.known
        row.soloist = p.c.soloist
        row.announced = p.c.announced


def check_positions(Table table not None, const uint64_t[::1] rows not None, Py_ssize_t first, Py_ssize_t stop):
    """Tell the first row that is no position under these rules."""
    cdef Py_ssize_t i = first
    cdef int fault = FINE
    cdef Row row
    cdef const Row* given = <const Row*>&rows[0] if first < stop else NULL
    with nogil:
        for i in range(first, stop):
            row = given[i]
            fault = row_fault(&table.c, &row)
            if fault:
                break
    return described(i, fault, "positions", "")
