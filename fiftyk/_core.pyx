"""The gate between Python and the C side.

This side validates, raises, converts and owns memory; everything it calls in _combos, _generate, _count
and _position is C without the GIL that trusts its arguments. Nothing here knows a rule set by name: the
rules come in as a compiled `Table`.
"""

import collections.abc
import operator
from typing import NamedTuple

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy

from fiftyk._bits cimport bit_of, nibble, popcount4

from fiftyk.cards import RANKS, SUITS, read_cards, read_face, write_cards, write_face
from fiftyk.errors import CardError, Fault, IllegalMoveError, PositionError, Reason, shown

cdef extern from *:
    """
    #ifndef FIFTYK_DEBUG
    #define FIFTYK_DEBUG 0
    #endif
    #ifndef FIFTYK_TRACED
    #define FIFTYK_TRACED 0
    #endif
    #ifndef FIFTYK_SANITIZED
    #define FIFTYK_SANITIZED 0
    #endif
    #if defined(__AVX2__) && defined(__BMI2__)
    #define FIFTYK_BUILT_FOR "x86-64-v3"
    #else
    #define FIFTYK_BUILT_FOR "portable"
    #endif
    """
    const int FIFTYK_DEBUG, FIFTYK_TRACED, FIFTYK_SANITIZED
    const char* FIFTYK_BUILT_FOR

KINDS = (
    "pass", "single", "pair", "triple", "triple_one", "triple_two", "straight", "straight_flush", "pair_chain",
    "airplane", "airplane_one", "airplane_two", "fiftyk", "pure_fiftyk", "bomb",
)

cdef enum:
    NO_SUIT = 64    # face codes of cards without suit and of jokers: NO_SUIT + rank (cards.py)


def build_info() -> dict[str, object]:
    """Return how the running extension was compiled: keys build, cython, debug, traced, sanitized.

    build is "portable" or "x86-64-v3", chosen when the package is imported (see _build.py).
    Benchmarks refuse a debug, traced or sanitized build.
    """
    return {
        "build": FIFTYK_BUILT_FOR.decode(),
        "cython": cython.__version__ if cython.compiled else None,
        "debug": bool(FIFTYK_DEBUG),
        "traced": bool(FIFTYK_TRACED),
        "sanitized": bool(FIFTYK_SANITIZED),
    }


class Call(NamedTuple):
    """A called card with its two sides (RULES.md 8): seats, the face as text, whether it was played."""

    caller: int
    face: str
    partner: int
    known: bool = False


class Solo(NamedTuple):
    """One against three (RULES.md 8): the soloist's seat, and whether the solo was announced."""

    soloist: int
    open: bool = False


class LastPlay(NamedTuple):
    """The play to beat and the seat that made it."""

    seat: int
    move: "Move"


# ---- cards and packed words --------------------------------------------------------------------

cdef Hand pack(codes) except *:
    """Packs face codes of which none is there more than twice; codes must be valid."""
    cdef Hand hand
    cdef uint64_t bit
    cdef int code
    hand.counts = hand.suits = hand.twice = 0
    for code in codes:
        if code >= NO_SUIT:
            hand.counts += bit_of(code - NO_SUIT)
            continue
        hand.counts += bit_of(code >> 2)
        bit = <uint64_t>1 << code
        hand.twice |= hand.suits & bit
        hand.suits |= bit
    return hand


cdef list unpack(uint64_t counts, uint64_t suits, uint64_t twice):
    cdef list codes = []
    cdef int rank, suit, bit, plain
    for rank in range(16):
        plain = nibble(counts, rank)
        if 1 <= rank <= 13:
            for suit in range(4):
                bit = 4 * rank + suit
                if suits >> bit & 1:
                    codes.append(bit)
                    plain -= 1
                    if twice >> bit & 1:
                        codes.append(bit)
                        plain -= 1
        codes += [NO_SUIT + rank] * plain
    return codes


cdef bint valid_code(code) except -1:
    return 4 <= code < 56 or NO_SUIT <= code < NO_SUIT + 16


cdef int copies(Table table, int code) except -1:
    """How often the packs have a face; a card without suit may be any of its rank."""
    if code < NO_SUIT:
        return table.c.packs
    code -= NO_SUIT
    if code == 0:
        return table.c.wild
    return 4 * table.c.packs if code < 14 else table.c.high_jokers


cdef tuple too_many(Table table, codes):
    """(cards the rule set has not, cards there are more of than the packs have), as face codes."""
    faces = {}
    ranks = [0] * 16
    for code in codes:
        faces[code] = faces.get(code, 0) + 1
        ranks[code >> 2 if code < NO_SUIT else code - NO_SUIT] += 1
    unknown = [code for code in faces if copies(table, code) == 0]
    often = [code for code, n in faces.items() if n > copies(table, code) > 0]
    often += [
        NO_SUIT + rank for rank in range(1, 14)
        if ranks[rank] > 4 * table.c.packs and NO_SUIT + rank not in often
    ]
    return unknown, often


cdef object HUGE = 10 ** 30


cdef list card_codes(Table table, cards, what):
    """Face codes of cards given as text or as codes already."""
    if isinstance(cards, str):
        return read_cards(cards, "high" if table.c.high_jokers else "wild")
    if isinstance(cards, (bytes, bytearray)) or not isinstance(cards, collections.abc.Iterable):
        raise TypeError(f"{what} must be text or face codes, not {type(cards).__name__}")
    codes = [whole(code, "a face code") for code in cards]
    for code in codes:
        if not valid_code(code):
            raise CardError(str(code), 1, "a face code (4 to 55, 64 to 79)")
    return codes


# ---- rules -------------------------------------------------------------------------------------

@cython.final
cdef class Table:
    """A rule set as the core knows it: RULES.md as switches. RuleSet makes and keeps one.

    Keywords: seats 3 or 4; packs 1 or 2; hand_limit, the largest hand that is dealt, 52 for any; wild, the
    number of wild jokers, 0 or 4; high_jokers, one L and one B above the 2; kickers 0 none, 1 of different
    ranks, 2 any cards; straights 0 none, 1 from 3 to A, 2 with a low ace; and the flags of READINGS.md.
    Raises ValueError for numbers out of range.
    """

    def __init__(
        self, *, seats, packs, hand_limit, wild, high_jokers, kickers, straights, flushes, two_low_straight,
        flush_beats_straights, natural_bomb_higher, called, lead_to_partner, bomb_stakes, level_wins, no_call_ranks=(),
    ):
        if self.c.seats:
            # Positions look at it all the time.
            raise TypeError("a Table does not change")
        numbers = (seats - 3, packs - 1, wild // 4, high_jokers, kickers, straights, flushes, two_low_straight,
                   flush_beats_straights, natural_bomb_higher, called, lead_to_partner, bomb_stakes, level_wins)
        ranges = (2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2)
        if wild % 4 or not 1 <= hand_limit <= 52 or any(
            [not 0 <= number < limit for number, limit in zip(numbers, ranges, strict=True)]
        ):
            raise ValueError("a number of the rule table is out of range")
        if (wild and (kickers or straights)) or (kickers == 2 and hand_limit > 27) or (flushes and straights != 2):
            # Generator and counter rely on these (no wild kickers, bounded kicker counts).
            raise ValueError("the core cannot play these rules together")
        self.c.seats = seats
        self.c.packs = packs
        self.c.hand_limit = hand_limit
        self.c.wild = wild
        self.c.high_jokers = bool(high_jokers)
        self.c.kickers = kickers
        self.c.straights = straights
        self.c.flushes = bool(flushes)
        self.c.two_low_straight = bool(two_low_straight)
        self.c.flush_beats_straights = bool(flush_beats_straights)
        self.c.natural_bomb_higher = bool(natural_bomb_higher)
        self.c.called = bool(called)
        self.c.lead_to_partner = bool(lead_to_partner)
        self.c.bomb_stakes = bool(bomb_stakes)
        self.c.level_wins = bool(level_wins)
        self.no_call_ranks = frozenset(no_call_ranks)
        self.c.no_call = sum([1 << rank for rank in self.no_call_ranks])
        word = 1
        for number, limit in zip(numbers, ranges, strict=True):
            word = word * limit + int(number)
        self.c.word = word

    def __reduce__(self):
        cdef dict keywords = self.c
        del keywords["word"], keywords["no_call"]
        return _restore_table, (keywords | {"no_call_ranks": self.no_call_ranks},)

    def identify(self, codes) -> list[Move]:
        """Return every reading of some cards, the longest chain first (RULES.md 2); [] for none.

        codes: face codes (cards.py) or text. Raises CardError for a card that the rules have not, or not so
        often.
        """
        cdef Play found[MAX_READINGS]
        cdef Hand hand
        codes = card_codes(self, codes, "cards")
        unknown, often = too_many(self, codes)
        if unknown or often:
            raise CardError(
                write_cards(codes), 1, f"no more of {write_face((unknown + often)[0])} than the packs have"
            )
        hand = pack(codes)
        return [Move.wrap(&found[i]) for i in range(readings(&self.c, &hand, found))]

    def beats(self, Move play not None, Move over not None) -> bool:
        """Return whether one play beats another (RULES.md 3); a pass beats nothing and nothing beats it."""
        if play.c.suits == 0 or over.c.suits == 0:
            return False
        return beats(&self.c, &play.c, &over.c)


cdef Table NO_RULES = Table.__new__(Table)


def _restore_table(keywords):
    return Table(**keywords)


# ---- moves -------------------------------------------------------------------------------------

@cython.final
@cython.freelist(256)
cdef class Move:
    """A play, or the pass: an immutable value with equality and hash; plays have no order.

    Made by RuleSet.move, RuleSet.identify and Position.legal_moves. `str` gives the notation `kind:cards`, or
    `-` for the pass.
    """

    def __init__(self):
        raise TypeError("moves are made by RuleSet.move, RuleSet.identify and Position.legal_moves")

    @staticmethod
    cdef Move wrap(const Play* play):
        cdef Move move = Move.__new__(Move)
        move.c = play[0]
        return move

    @property
    def kind(self) -> str:
        """The kind, an identifier of RULES.md section 2, or "pass"."""
        return KINDS[kind_of(&self.c)]

    @property
    def n(self) -> int:
        """Groups of a chain; cards of a straight, straight flush or bomb; else 1."""
        return n_of(&self.c) if self.c.suits else 1

    @property
    def rank(self) -> str:
        """What is compared: the rank's character; `W` for jokers alone; a straight's top card.

        For pure_fiftyk the suit, for fiftyk and the pass "-".
        """
        kind = self.kind
        if kind in ("fiftyk", "pass"):
            return "-"
        return (SUITS if kind == "pure_fiftyk" else RANKS)[rank_of_play(&self.c)]

    @property
    def cards(self) -> str:
        """The cards with blanks between, ranks ascending, suits s h c d; empty for the pass."""
        return write_cards(unpack(self.c.counts, self.c.suits, self.c.twice))

    @property
    def codes(self) -> tuple[int, ...]:
        """The face codes (cards.py) of the cards, ascending by rank."""
        return tuple(unpack(self.c.counts, self.c.suits, self.c.twice))

    @property
    def is_pass(self) -> bool:
        """Whether this is the pass."""
        return self.c.suits == 0

    def __eq__(self, other):
        cdef Move move
        if not isinstance(other, Move):
            return NotImplemented
        move = <Move>other
        return self.c.counts == move.c.counts and self.c.suits == move.c.suits and self.c.twice == move.c.twice

    def __hash__(self):
        return hash((self.c.counts, self.c.suits, self.c.twice))

    def __str__(self):
        if self.c.suits == 0:
            return "-"
        return f"{self.kind}:{write_cards(unpack(self.c.counts, self.c.suits, self.c.twice), '')}"

    def __repr__(self):
        return f"<Move {self}>"

    def __reduce__(self):
        return _restore_move, (self.c.counts, self.c.suits, self.c.twice)


def _restore_move(counts, suits, twice):
    cdef Play play
    play.counts = counts
    play.suits = suits
    play.twice = twice
    held = [
        popcount4(nibble(suits, rank)) + popcount4(nibble(twice, rank)) <= nibble(counts, rank) <= 12
        for rank in range(1, 14)
    ]
    if play.suits >> 60 >= N_KINDS or play.twice & ~(play.suits & FACES) or not all(held):
        raise ValueError("not a packed move")
    return Move.wrap(&play)


PASS = _restore_move(0, 0, 0)


MOST_MOVES = 1 << 40


cdef Play* room_for(uint64_t n, uint64_t lists=1) except NULL:
    cdef Play* room = NULL
    if n <= <uint64_t>MOST_MOVES:
        room = <Play*>PyMem_Malloc(lists * n * sizeof(Play))
    if room == NULL:
        raise MemoryError(f"room for {n} moves" if lists == 1 else f"room for {lists} lists of {n} moves")
    return room


cdef uint64_t most_moves(const Rules* rules, const Pos* pos) noexcept nogil:
    # All moves to come are plays that the seat's hand could lead now, or the pass: a smaller hand has no play and no
    # class that the larger one has not.
    cdef Play lead
    cdef uint64_t most = 1, n
    cdef int seat
    lead.counts = lead.suits = lead.twice = 0
    for seat in range(rules.seats):
        n = count_plays(rules, &pos.hands[seat], &lead, NULL) + 1
        if n > most:
            most = n
    return most


# How the buffer of a MoveList is described: one item is a Play.
cdef char* PLAY_FORMAT = b"T{Q:counts:Q:suits:Q:twice:}"
cdef Py_ssize_t PLAY_STRIDE = sizeof(Play)


# numpy's dtype of packed moves, made when an array is first asked for.
cdef object move_dtype = None


@cython.final
cdef class MoveList:
    """The legal moves of a position at the time they were asked for: a sequence of Move.

    The order is part of the contract and depends on the position alone: the pass first; then by kind (in the
    order of RULES.md 2), n, rank; then by the counts of ranks as a number whose lowest digit is rank 3's (for
    laizi and wuhan the jokers' digit is lower still); then by the suits taken of each rank, from the highest,
    as (set of suits, set of suits taken twice), d c h s the bits from the lowest. Triples and airplanes with
    kickers of one kind, n and rank go by the suits of the triples first, then by the kickers, from the highest
    rank: how many, set of suits, set of suits taken twice.
    A list of classes (RULES.md 11) shows each class by one of its plays: dead cards without suit first, then
    d, c, h, s; `in` and `index` know a class by any of its plays.
    The buffer protocol and array() give the packed words.
    """

    def __init__(self):
        raise TypeError("a MoveList is made by Position.legal_moves")

    def __dealloc__(self):
        PyMem_Free(self.items)

    def __getbuffer__(self, Py_buffer* view, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a list of legal moves cannot be written to")
        # An empty list may have no memory; what is there instead is never read.
        view.buf = self.items if self.items != NULL else <void*>&self.hand
        view.obj = self
        view.len = self.n * <Py_ssize_t>sizeof(Play)
        view.itemsize = sizeof(Play)
        view.readonly = 1
        view.ndim = 1
        view.format = PLAY_FORMAT if flags & PyBUF_FORMAT else NULL
        view.shape = &self.n if flags & PyBUF_ND else NULL
        view.strides = &PLAY_STRIDE if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        view.suboffsets = NULL
        view.internal = NULL

    def array(self):
        """Return the packed moves without a copy: a read-only array with the dtype bulk.MOVE.

        A list of classes has the classes here, without dead suits (bulk.with_faces gives plays); array()[i] is of
        list[i]. The array keeps the list alive.
        """
        # Not needed by anything else here, and slow to import.
        import numpy

        global move_dtype
        if move_dtype is None:
            move_dtype = numpy.dtype([("counts", "=u8"), ("suits", "=u8"), ("twice", "=u8")])
        if self.n == 0:
            return numpy.empty(0, move_dtype)
        # Of a memoryview: of the list itself numpy would first ask for a buffer to write to.
        return numpy.frombuffer(memoryview(self), move_dtype)

    cdef Move get(self, Py_ssize_t i):
        cdef Play play
        if self.faces:
            return Move.wrap(&self.items[i])
        play = with_faces(&self.items[i], &self.hand, self.live)
        return Move.wrap(&play)

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        """Return one move, or a list of them for a slice. Raises IndexError."""
        cdef Py_ssize_t i
        if isinstance(index, slice):
            return [self.get(i) for i in range(*index.indices(self.n))]
        index = operator.index(index)
        if not -self.n <= index < self.n:
            raise IndexError("move index out of range")
        i = index
        if i < 0:
            i += self.n
        return self.get(i)

    def __iter__(self):
        cdef Py_ssize_t i
        for i in range(self.n):
            yield self.get(i)

    def __reversed__(self):
        cdef Py_ssize_t i
        for i in range(self.n - 1, -1, -1):
            yield self.get(i)

    cdef Py_ssize_t find(self, object move) except -2:
        cdef Play play
        cdef Py_ssize_t i
        if not isinstance(move, Move):
            return -1
        play = (<Move>move).c
        if not holds(&self.hand, &play):
            return -1
        if not self.faces:
            play = without_dead(&play, self.live)
        for i in range(self.n):
            if memcmp(&self.items[i], &play, sizeof(Play)) == 0:
                return i
        return -1

    def __contains__(self, move):
        return self.find(move) >= 0

    def index(self, move, start=0, stop=None):
        """Return where a move, or its class, stands. Raises ValueError if it is not legal here."""
        i = self.find(move)
        if i < 0 or i not in range(*slice(start, stop).indices(self.n)):
            raise ValueError(f"{move!r} is not in the list")
        return i

    def count(self, move):
        """Return 1 for a legal move, else 0."""
        return int(self.find(move) >= 0)

    def counts(self) -> dict[str, int]:
        """Return {kind: number of moves} for the kinds that occur; no Move is made."""
        cdef Py_ssize_t found[<int>N_KINDS]
        cdef Py_ssize_t i
        cdef int kind
        for kind in range(<int>N_KINDS):
            found[kind] = 0
        for i in range(self.n):
            found[kind_of(&self.items[i])] += 1
        return {KINDS[kind]: found[kind] for kind in range(<int>N_KINDS) if found[kind]}

    def __eq__(self, other):
        if not isinstance(other, MoveList):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    __hash__ = None

    def __repr__(self):
        first = ", ".join(map(str, self[:8]))
        return f"<MoveList of {self.n}: {first}{', ...' if self.n > 8 else ''}>"

    def __reduce__(self):
        return _restore_moves, (
            (self.hand.counts, self.hand.suits, self.hand.twice), self.live, self.faces,
            (<char*>self.items)[:self.n * sizeof(Play)],
        )


def _restore_moves(hand, live, faces, bytes data):
    cdef MoveList moves = MoveList.__new__(MoveList)
    moves.hand.counts, moves.hand.suits, moves.hand.twice = hand
    moves.live = live
    moves.faces = faces
    moves.n = len(data) // sizeof(Play)
    moves.items = room_for(moves.n)
    memcpy(moves.items, <char*>data, moves.n * sizeof(Play))
    for i in range(moves.n):
        # Raises ValueError for what is no packed move.
        _restore_move(moves.items[i].counts, moves.items[i].suits, moves.items[i].twice)
    return moves


collections.abc.Sequence.register(MoveList)


# ---- positions ---------------------------------------------------------------------------------

# How positions are written and read: notation.py puts its functions here when it is imported, so that
# text, which needs rule sets by name, stays a floor above the core.
cdef dict notation = {}


def set_notation(*, parse, from_dict, to_text, to_dict):
    """Register what reads and writes positions; notation.py calls this once."""
    notation.update(parse=parse, from_dict=from_dict, to_text=to_text, to_dict=to_dict)


# What draws positions and solutions, a floor above too; draw/ registers it.
cdef object drawing = None


def set_drawing(svg):
    """Register what draws; draw/ calls this once."""
    global drawing
    drawing = svg


def drawn(thing):
    """Draw a position or a solution as SVG; None where nothing is registered."""
    return None if drawing is None else drawing(thing)


cdef class Faults:
    """Collects what is wrong with a position, to raise it all at once."""

    cdef object flags
    cdef list details

    def __cinit__(self):
        self.flags = Fault(0)
        self.details = []

    cdef add(self, fault, detail):
        self.flags |= fault
        self.details.append(detail)

    cdef check(self):
        if self.details:
            raise PositionError(self.flags, self.details)


cdef object whole(value, what):
    """An int, whatever its size; TypeError for anything else, bool included."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an int, not bool")
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an int, not {type(value).__name__}") from None
    # Out of every range all the same, and short enough to be shown.
    return max(-HUGE, min(value, HUGE))


cdef void fill_hands(Position self, list hands, list last_codes, Faults faults):
    cdef Table table = self.table_
    cdef int seat
    everything = [code for codes in hands for code in codes] + last_codes
    unknown, often = too_many(table, everything)
    if unknown:
        faults.add(Fault.CARD_UNKNOWN, f"{self.rules} has no {write_cards(unknown)}")
    if often:
        faults.add(Fault.CARD_COUNT, f"more {', '.join(map(write_face, often))} than the packs have")
    pack_size = 52 * table.c.packs + table.c.wild + 2 * table.c.high_jokers
    if len(everything) > pack_size:
        faults.add(Fault.PACK_SIZE, f"{len(everything)} cards, and {self.rules} has {pack_size}")
    for seat in range(len(hands)):
        if len(hands[seat]) > table.c.hand_limit:
            faults.add(
                Fault.HAND_SIZE, f"seat {seat} holds {len(hands[seat])} cards; at most {table.c.hand_limit} are dealt"
            )
    if not (unknown or often):
        for seat in range(min(len(hands), MAX_SEATS)):
            self.c.hands[seat] = pack(hands[seat])


cdef void fill_call(Position self, call, list hands, Faults faults):
    cdef Table table = self.table_
    cdef int seat
    for seat in range(MAX_SEATS):
        self.c.side[seat] = seat & 1
    if not table.c.called:
        if call is not None:
            faults.add(Fault.CALL, f"{self.rules} has no call")
        return
    if isinstance(call, Solo):
        soloist = whole(call.soloist, "the soloist")
        if not 0 <= soloist < 4:
            faults.add(Fault.CALL, f"there is no seat {soloist} to play solo")
            return
        self.c.soloist = soloist
        self.c.announced = bool(call.open)
        for seat in range(MAX_SEATS):
            self.c.side[seat] = seat != soloist
        return
    if call is None:
        faults.add(Fault.CALL, f"{self.rules} needs a call: Call(caller, face, partner, known) or Solo(soloist, open)")
        return
    if not isinstance(call, Call):
        raise TypeError(f"call must be Call, Solo or None, not {type(call).__name__}")
    caller, partner = whole(call.caller, "the caller"), whole(call.partner, "the partner")
    face = read_face(call.face)
    if not (0 <= caller < 4 and 0 <= partner < 4 and caller != partner):
        faults.add(Fault.CALL, f"caller {caller} and partner {partner} are not two seats")
        return
    if face >= NO_SUIT or face >> 2 in table.no_call_ranks:
        faults.add(Fault.CALL, f"{write_face(face)} may not be called in {self.rules}")
        return
    if not call.known and face not in hands[partner]:
        faults.add(Fault.CALL, f"partner {partner} is not known and does not hold {write_face(face)} with its suit")
    self.c.caller = caller
    self.c.partner = partner
    self.c.called = face
    self.c.state.known = bool(call.known)
    for seat in range(MAX_SEATS):
        self.c.side[seat] = seat != caller and seat != partner


cdef void fill_out(Position self, out, list hands, Faults faults):
    cdef int seats = self.table_.c.seats
    out = [whole(seat, "a seat that is out") for seat in out]
    empty = [seat for seat in range(len(hands)) if not hands[seat]]
    if sorted(out) != empty:
        faults.add(Fault.OUT, f"seats without cards are {empty or 'none'}, seats out {shown(out) if out else 'none'}")
        return
    if len(out) >= seats:
        faults.add(Fault.OUT, "nobody holds cards")
        return
    self.c.state.n_out = len(out)
    self.c.state.holding = sum([1 << seat for seat in range(seats) if seat not in out])
    for i, seat in enumerate(out):
        self.c.state.out[<int>i] = seat


cdef void fill_points(Position self, table, captured, Faults faults):
    cdef int seats = self.table_.c.seats, seat
    cdef int held = 0
    most = 100 * self.table_.c.packs
    table = whole(table, "table")
    captured = [0] * seats if captured is None else [whole(c, "captured points") for c in captured]
    if table < 0 or table % 5 or table > most:
        faults.add(Fault.TABLE, f"{table} points cannot be on the table")
        table = 0
    if len(captured) != seats:
        faults.add(Fault.SEATS, f"captured points of {len(captured)} seats; {self.rules} has {seats}")
        return
    if any([c < 0 or c % 5 or c > most for c in captured]):
        faults.add(Fault.CAPTURED, f"{captured} cannot be captured: points are multiples of 5 up to {most}")
        return
    for seat in range(seats):
        held += points(self.c.hands[seat].counts)
    if held + table + sum(captured) > most:
        faults.add(
            Fault.POINTS, f"{held} points in hands, {table} on the table, {sum(captured)} captured: more than {most}"
        )
        return
    self.c.state.table = table
    for seat in range(seats):
        self.c.state.captured[seat] = captured[seat]


cdef void fill_last(Position self, last, list codes, turn, Faults faults):
    """The play to beat: last is (seat, kind, cards), codes its cards, checked to exist."""
    cdef Table table = self.table_
    cdef Move move = None
    seat = whole(last[0], "the seat of the last play")
    kind = last[1]
    if not 0 <= seat < table.c.seats:
        faults.add(Fault.LAST, f"there is no seat {seat} that made the last play")
        return
    if seat == turn:
        faults.add(Fault.LAST, f"seat {seat} made the last play and cannot be on turn")
    for reading in table.identify(codes):
        if reading.kind == kind:
            move = reading
    if move is None:
        named = kind if kind in KINDS else shown(kind)
        faults.add(Fault.LAST, f"the last play is no {named}: {write_cards(codes) or 'no cards'}")
        return
    if points(move.c.counts) > self.c.state.table and not faults.flags & (Fault.TABLE | Fault.POINTS):
        faults.add(Fault.TABLE, f"the last play has {points(move.c.counts)} points, the table {self.c.state.table}")
    self.c.state.last = move.c
    self.c.state.last_seat = seat


cdef void fill_turn(Position self, turn, list hands, Faults faults):
    cdef bint over
    if turn is not None and not 0 <= turn < self.table_.c.seats:
        faults.add(Fault.TURN, f"there is no seat {turn} to be on turn")
        return
    if turn is not None and not hands[turn]:
        faults.add(Fault.TURN, f"seat {turn} is on turn and holds no cards")
        return
    if faults.flags & (Fault.OUT | Fault.CALL):
        # Whether the hand is over cannot be told.
        return
    over = self.c.flow.over[<int>self.c.state.holding]
    if turn is None:
        if not over:
            faults.add(Fault.TURN, "nobody is on turn, and the hand is not over")
        elif self.c.state.last.suits or self.c.state.table:
            faults.add(Fault.LAST, "the hand is over, and there is a last play or points on the table")
        return
    if over:
        faults.add(Fault.TURN, "the hand is over: nobody is on turn")
    else:
        self.c.state.turn = turn


cdef bint same(const Pos* a, const Pos* b) noexcept:
    """Whether nothing that can be seen of two positions with the same rules differs."""
    cdef int i
    if memcmp(a.hands, b.hands, sizeof(a.hands)) or memcmp(&a.state.last, &b.state.last, sizeof(Play)):
        return False
    if a.state.turn != b.state.turn or a.state.last_seat != b.state.last_seat or a.state.table != b.state.table:
        return False
    if a.state.n_out != b.state.n_out or a.state.multiplier != b.state.multiplier or a.state.known != b.state.known:
        return False
    for i in range(MAX_SEATS):
        if a.state.captured[i] != b.state.captured[i]:
            return False
    for i in range(a.state.n_out):
        if a.state.out[i] != b.state.out[i]:
            return False
    return (
        a.soloist == b.soloist and a.announced == b.announced
        and a.caller == b.caller and a.partner == b.partner and a.called == b.called
    )


cdef class Position:
    """A hand in progress (RULES.md 4 and 5), changed by `push` and `pop`; compared by `==`, not hashed.

    rules: a RuleSet. hands: for each seat its cards, as text or as face codes (cards.py). turn: the seat on
    turn, None when the hand is over. last: (seat, kind, cards) of the play to beat, None on lead. table: points
    on the table. captured: points of each seat. out: seats that are out, in order. call: Call or Solo (laizi,
    wuhan), else None. multiplier: laizi's product of bombs so far.

    Threads may share a position: every method and property sees it at one moment, and push and pop happen whole or
    not at all. What one thread saw need not be true any more when it pushes; the move is then refused.

    Raises PositionError with all faults at once, CardError for text that is no cards, TypeError.
    """

    def __cinit__(self):
        # What __new__ alone makes is the end of a hand without seats, and safe to ask anything.
        self.undos = NULL
        self.depth = self.room = 0
        self.table_ = NO_RULES
        self.moves = []
        self.c.state.turn = self.c.state.last_seat = NOBODY
        self.c.soloist = self.c.caller = self.c.partner = self.c.called = NOBODY

    def __dealloc__(self):
        PyMem_Free(self.undos)

    def __init__(
        self, rules, hands, turn=0, last=None, table=0, captured=None, out=(), call=None, multiplier=1
    ):
        cdef Position fresh = Position.__new__(Position)
        cdef Faults faults = Faults()
        if not isinstance(getattr(rules, "table", None), Table):
            raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
        fresh.table_ = rules.table
        fresh.rules = rules
        fresh.c.faces = 1
        if isinstance(hands, str):
            raise TypeError("hands must be a sequence of hands, not one str")
        codes = [card_codes(fresh.table_, hand, f"hands[{i}]") for i, hand in enumerate(hands)]
        turn = None if turn is None else whole(turn, "turn")
        if last is not None:
            last = tuple(last)
            if len(last) != 3:
                raise TypeError("last must be (seat, kind, cards)")
        last_codes = [] if last is None else card_codes(fresh.table_, last[2], "the last play's cards")
        if len(codes) != fresh.table_.c.seats:
            faults.add(Fault.SEATS, f"{len(codes)} hands; {rules} has {fresh.table_.c.seats}")
            faults.check()
        fill_hands(fresh, codes, last_codes, faults)
        fill_call(fresh, call, codes, faults)
        set_flow(&fresh.table_.c, &fresh.c)
        fill_out(fresh, out, codes, faults)
        fill_points(fresh, table, captured, faults)
        multiplier = whole(multiplier, "multiplier")
        if not 0 <= multiplier < 2 ** 63 or not multiplier_fits(
            &fresh.table_.c, multiplier, sum(map(len, codes))
        ):
            faults.add(Fault.MULTIPLIER, f"the multiplier cannot be {multiplier} here")
        else:
            fresh.c.state.multiplier = multiplier
        if last is None:
            if fresh.c.state.table:
                faults.add(Fault.TABLE, f"{table} points on the table without a last play")
        elif not faults.flags & (Fault.CARD_COUNT | Fault.CARD_UNKNOWN):
            fill_last(fresh, last, last_codes, turn, faults)
        fill_turn(fresh, turn, codes, faults)
        faults.check()
        self.rules = rules
        self.table_ = fresh.table_
        self.c = fresh.c
        self.depth = 0
        self.moves = []

    # -- what it is --

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the hand is over."""
        return None if self.c.state.turn == NOBODY else self.c.state.turn

    @property
    def hands(self) -> tuple[str, ...]:
        """Each seat's cards as text, ranks ascending, suits s h c d."""
        # Taken at one moment: other threads may push while the text is made.
        cdef Pos now = self.c
        return tuple([
            write_cards(unpack(now.hands[seat].counts, now.hands[seat].suits, now.hands[seat].twice))
            for seat in range(self.table_.c.seats)
        ])

    @property
    def hand_points(self) -> int:
        """The points in all hands together."""
        cdef int seat, held = 0
        for seat in range(self.table_.c.seats):
            held += points(self.c.hands[seat].counts)
        return held

    @property
    def last(self):
        """The play to beat, LastPlay(seat, move); None on lead."""
        if self.c.state.last.suits == 0:
            return None
        return LastPlay(self.c.state.last_seat, Move.wrap(&self.c.state.last))

    @property
    def table(self) -> int:
        """The points on the table."""
        return self.c.state.table

    @property
    def captured(self) -> tuple[int, ...]:
        """The points that each seat has captured."""
        return tuple([self.c.state.captured[seat] for seat in range(self.table_.c.seats)])

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that are out, in order."""
        return tuple([self.c.state.out[i] for i in range(self.c.state.n_out)])

    @property
    def call(self):
        """Call or Solo in laizi and wuhan; else None."""
        if not self.table_.c.called:
            return None
        if self.c.soloist != NOBODY:
            return Solo(self.c.soloist, bool(self.c.announced))
        return Call(self.c.caller, write_face(self.c.called), self.c.partner, bool(self.c.state.known))

    @property
    def multiplier(self) -> int:
        """The product of laizi's bombs so far; 1 in other rule sets."""
        return self.c.state.multiplier

    @property
    def key(self) -> bytes:
        """The 128-bit signature: equal for positions that no rule can tell apart (dead suits dropped)."""
        cdef Pos twin = self.classes()
        cdef Signature s = signature(&self.table_.c, &twin)
        return int(s.a).to_bytes(8, "big") + int(s.b).to_bytes(8, "big")

    cdef Pos classes(self) noexcept:
        cdef Pos twin = self.c
        drop_dead(&self.table_.c, &twin)
        return twin

    # -- moves --

    def legal_moves(self, faces=False) -> MoveList:
        """Return the legal moves: one a class (RULES.md 11), or with faces=True every play.

        Empty when the hand is over. Raises MemoryError where the list is too long for the memory.
        """
        cdef MoveList moves = MoveList.__new__(MoveList)
        cdef Hand hand
        cdef uint64_t n
        cdef int seat = self.c.state.turn
        moves.faces = bool(faces)
        if seat == NOBODY:
            return moves
        hand = moves.hand = self.c.hands[seat]
        moves.live = live_suits(&self.table_.c, hand.suits, called_in(&self.c, seat))
        if not moves.faces:
            hand.suits &= moves.live
            hand.twice &= moves.live
        n = count_plays(&self.table_.c, &hand, &self.c.state.last, NULL)
        moves.items = room_for(n)
        moves.n = generate(&self.table_.c, &hand, &self.c.state.last, moves.items)
        return moves

    def count_moves(self, faces=False) -> int:
        """Return how many moves legal_moves would list, without listing them."""
        cdef Hand hand
        cdef int seat = self.c.state.turn
        if seat == NOBODY:
            return 0
        hand = self.c.hands[seat]
        if not faces:
            hand = reduced(&self.table_.c, &hand, called_in(&self.c, seat))
        return count_plays(&self.table_.c, &hand, &self.c.state.last, NULL)

    cdef void check_legal(self, Move move, object given):
        """Raises IllegalMoveError unless the move, a reading under these rules, may be made.

        Everything that a move must satisfy is asked here once more, without a call of Python code on the way to
        `make`: while a text was read, another thread may have moved.
        """
        cdef int seat = self.c.state.turn
        if seat == NOBODY:
            raise IllegalMoveError(given, Reason.HAND_OVER)
        if move.c.suits == 0:
            if self.c.state.last.suits == 0:
                raise IllegalMoveError(given, Reason.MUST_LEAD)
        elif not holds(&self.c.hands[seat], &move.c):
            raise IllegalMoveError(given, Reason.NOT_IN_HAND)
        elif self.c.state.last.suits and not beats(&self.table_.c, &move.c, &self.c.state.last):
            raise IllegalMoveError(given, Reason.DOES_NOT_BEAT)

    cdef Move reading_of(self, Move move):
        """The move as it reads under these rules, if its cards are in the mover's hand; None if not."""
        cdef Play found[MAX_READINGS]
        cdef Hand cards
        cdef int i
        if move.c.suits == 0:
            return move
        if not holds(&self.c.hands[<int>self.c.state.turn], &move.c):
            return None
        cards.counts = move.c.counts
        cards.suits = move.c.suits & FACES
        cards.twice = move.c.twice
        for i in range(readings(&self.table_.c, &cards, found)):
            if kind_of(&found[i]) == kind_of(&move.c):
                # A move made under other rules may have another rank there.
                return move if found[i].suits == move.c.suits else Move.wrap(&found[i])
        return None

    cdef Move legal(self, move):
        """The move to make for a Move or a text; raises IllegalMoveError, CardError, TypeError."""
        cdef list found
        cdef Move made
        if not isinstance(move, (Move, str)):
            raise TypeError(f"a move must be a Move or text, not {type(move).__name__}")
        if self.c.state.turn == NOBODY:
            raise IllegalMoveError(move, Reason.HAND_OVER)
        made = self.reading_of(<Move>move) if isinstance(move, Move) else None
        if made is not None:
            self.check_legal(made, move)
            return made
        if isinstance(move, str):
            kind, _, cards = move.rpartition(":")
            if cards.strip() == "-" and kind in ("", "pass"):
                self.check_legal(PASS, move)
                return PASS
            codes = card_codes(self.table_, cards, "cards")
            unknown, often = too_many(self.table_, codes)
            if unknown or often:
                raise IllegalMoveError(move, Reason.NOT_IN_HAND)
        else:
            kind, codes = move.kind, move.codes
            unknown, often = too_many(self.table_, codes)
            if unknown or often:
                raise IllegalMoveError(move, Reason.NOT_IN_HAND)
        found = [reading for reading in self.table_.identify(codes) if not kind or reading.kind == kind]
        if not found:
            detail = "" if not kind or kind in KINDS else f"the kinds are {', '.join(KINDS)}"
            raise IllegalMoveError(move, Reason.NO_COMBINATION, detail)
        if len(found) > 1:
            may = [
                reading for reading in found
                if self.c.state.last.suits == 0 or self.table_.beats(reading, Move.wrap(&self.c.state.last))
            ]
            if len(may) > 1:
                raise IllegalMoveError(move, Reason.AMBIGUOUS, " or ".join([reading.kind for reading in may]))
            found = may or found
        self.check_legal(found[0], move)
        return found[0]

    def push(self, move) -> None:
        """Make a move: a Move, or text such as "4s4h", "pair:4s4h" or "-".

        Raises IllegalMoveError, with the reason, or CardError; the position is then as it was.
        """
        cdef Move made = self.legal(move)
        cdef Undo* room
        if self.depth == self.room:
            room = <Undo*>PyMem_Realloc(self.undos, (2 * self.room + 16) * sizeof(Undo))
            if room == NULL:
                raise MemoryError
            self.undos = room
            self.room = 2 * self.room + 16
        self.moves.append(made)
        make(&self.table_.c, &self.c, &made.c, &self.undos[self.depth])
        self.depth += 1

    def pop(self) -> Move:
        """Take the latest pushed move back and return it. Raises IndexError if there is none."""
        if self.depth == 0:
            raise IndexError("pop from a position without moves")
        self.depth -= 1
        unmake(&self.c, &self.undos[self.depth])
        return self.moves.pop()

    def copy(self) -> Position:
        """Return an independent position with the same moves to pop."""
        cdef Position twin = type(self).__new__(type(self))
        twin.rules = self.rules
        twin.table_ = self.table_
        twin.c = self.c
        if self.depth:
            twin.undos = <Undo*>PyMem_Malloc(self.depth * sizeof(Undo))
            if twin.undos == NULL:
                raise MemoryError
            memcpy(twin.undos, self.undos, self.depth * sizeof(Undo))
            twin.room = twin.depth = self.depth
        twin.moves = self.moves.copy()
        return twin

    __copy__ = copy

    # -- the end --

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended (RULES.md 5)."""
        return self.c.state.turn == NOBODY

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's score (RULES.md 6), after the transfers at the end; None while the hand goes on."""
        cdef int64_t s[MAX_SEATS]
        if self.c.state.turn != NOBODY:
            return None
        scores(&self.table_.c, &self.c, s)
        return tuple([s[seat] for seat in range(self.table_.c.seats)])

    @property
    def sides(self) -> tuple[int, int] | None:
        """The two sides' scores: seats 0+2 and 1+3, or the caller's side and the other.

        None while the hand goes on, in classic3 and in one against three.
        """
        cdef int64_t s[MAX_SEATS]
        cdef int64_t side[2]
        cdef int seat
        if self.c.state.turn != NOBODY or self.table_.c.seats == 3 or self.c.soloist != NOBODY:
            return None
        scores(&self.table_.c, &self.c, s)
        side[0] = side[1] = 0
        for seat in range(4):
            side[<int>self.c.side[seat]] += s[seat]
        return side[0], side[1]

    @property
    def payoff(self) -> tuple[float, ...] | None:
        """Each seat's payoff (RULES.md 7), halves exact; None while the hand goes on."""
        cdef int64_t halves[MAX_SEATS]
        if self.c.state.turn != NOBODY:
            return None
        payoffs(&self.table_.c, &self.c, halves)
        return tuple([
            halves[seat] / 2.0 if halves[seat] & 1 else halves[seat] >> 1 for seat in range(self.table_.c.seats)
        ])

    @property
    def places(self) -> tuple[int, ...] | None:
        """Each seat's place, 1 to 3, in classic3 (RULES.md 6); None elsewhere and while the hand goes on."""
        cdef int place[MAX_SEATS]
        if self.c.state.turn != NOBODY or self.table_.c.seats != 3:
            return None
        places_of(&self.table_.c, &self.c, place)
        return tuple([place[seat] for seat in range(3)])

    # -- text --

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a one-line position (docs: notation). Raises FiftykError of the kind of fault."""
        return notation["parse"](text, cls)

    @classmethod
    def from_dict(cls, data) -> Position:
        """Make a position from the dict that to_dict gives. Raises FiftykError of the kind of fault."""
        return notation["from_dict"](data, cls)

    def to_dict(self) -> dict[str, object]:
        """Return the position as a dict of plain values, for JSON."""
        return notation["to_dict"](self)

    def _repr_svg_(self):
        """Return a picture of the position as SVG, for notebooks."""
        return drawn(self)

    def __str__(self):
        return notation["to_text"](self)

    def __repr__(self):
        return f"<Position {self}>"

    def __eq__(self, other):
        cdef Position p
        if not isinstance(other, Position):
            return NotImplemented
        p = <Position>other
        # The rules come first: no Python code may run between two looks at the same position.
        return self.rules == p.rules and same(&self.c, &p.c)

    __hash__ = None

    def __reduce__(self):
        cdef Position root = self.copy()
        moves = root.moves.copy()
        while root.depth:
            root.pop()
        last = root.last
        return _restore_position, (
            (root.rules, root.hands, root.turn, None if last is None else (last.seat, last.move.kind, last.move.cards),
             root.table, root.captured, root.out, root.call, root.multiplier),
            moves,
        )


def _restore_position(arguments, moves):
    position = Position(*arguments)
    for move in moves:
        position.push(move)
    return position
