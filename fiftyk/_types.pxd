"""The C structures of fiftyk, and the enumerations and limits that go with them."""

from libc.stdint cimport int8_t, int16_t, uint64_t

cdef enum:
    MAX_SEATS = 4
    # Rank codes are nibble numbers of a count word (see _bits.pxd).
    RANK_W = 0, RANK_3 = 1, RANK_5 = 3, RANK_T = 8, RANK_K = 11, RANK_A = 12, RANK_2 = 13, RANK_L = 14, RANK_B = 15
    NOBODY = -1
    # No reading of any cards has company beyond this: airplane, airplane_one, airplane_two.
    MAX_READINGS = 4

# The kinds of RULES.md section 2, in the order of the list of legal moves.
cdef enum Kind:
    PASS = 0
    SINGLE
    PAIR
    TRIPLE
    TRIPLE_ONE
    TRIPLE_TWO
    STRAIGHT
    STRAIGHT_FLUSH
    PAIR_CHAIN
    AIRPLANE
    AIRPLANE_ONE
    AIRPLANE_TWO
    FIFTYK
    PURE_FIFTYK
    BOMB
    KINDS

cdef enum Kickers:
    NO_KICKERS
    STRICT_KICKERS   # classic*, honghe: one card or pairs, of different ranks
    LOOSE_KICKERS    # flush*: any cards

cdef enum Straights:
    NO_STRAIGHTS
    PLAIN_STRAIGHTS     # 3 to A
    LOW_ACE_STRAIGHTS   # places A(low) 2 3 .. K A(high)

# A rule set as the core knows it: what RULES.md says in words, as switches.
ctypedef struct Rules:
    int8_t seats
    int8_t packs
    int8_t wild                     # wild jokers in the pack: 0 or 4
    int8_t high_jokers              # honghe with jokers=high: one L, one B
    int8_t kickers                  # Kickers
    int8_t straights                # Straights
    int8_t flushes                  # straight flushes exist
    int8_t two_low_straight
    int8_t flush_beats_straights
    int8_t natural_bomb_higher
    int8_t called                   # partnership by a called card (laizi, wuhan)
    int8_t lead_to_partner
    int8_t bomb_stakes
    int8_t level_wins               # 100 each is a win for the side of the first seat out
    int8_t hand_limit               # no hand is ever dealt more cards
    int16_t no_call                 # bit r: rank r may not be called
    uint64_t word                   # all of the above but hand_limit in one number, for the signature

# Cards held. Bit 4r+s of `suits`: the face of rank r and suit s (d c h s = 0..3) is held at least
# once; of `twice`: held twice, so twice is a subset of suits. Cards of a rank beyond those of the two
# planes have no suit that matters: they were written without one, or it is dead (RULES.md 11).
ctypedef struct Hand:
    uint64_t counts
    uint64_t suits
    uint64_t twice

# A play, or the pass (all zero), in three words:
#   counts   a count word: the cards put down
#   suits    nibbles 1..13: faces put down at least once, as in Hand
#            nibble 0: rank, a rank code (straights: of the top card; pure_fiftyk: the suit code;
#            fiftyk: 0; jokers alone: 0)
#            nibble 14: n (groups of a chain; cards of a straight or bomb; else 1)
#            nibble 15: kind
#   twice    nibbles 1..13: faces put down twice
ctypedef struct Play:
    uint64_t counts
    uint64_t suits
    uint64_t twice

# What changes with a move beside the mover's hand; small, so that undoing is one assignment.
ctypedef struct State:
    Play last               # the play to beat; last.suits == 0: the seat on turn leads
    uint64_t multiplier     # laizi: product of the bombs so far
    int16_t table           # points on the table
    int16_t captured[MAX_SEATS]
    int8_t turn             # NOBODY when the hand is over
    int8_t last_seat        # who made `last`, or NOBODY
    int8_t holding          # bit s: seat s still holds cards
    int8_t n_out
    int8_t out[MAX_SEATS]   # seats that are out, in order
    int8_t known            # the called card has been played by the partner

# How play goes round, by the set of seats that hold cards; made once for a hand by set_flow.
ctypedef struct Flow:
    int8_t next_seat[16][MAX_SEATS]  # by a set of seats and a seat: the next of the set in turn order
    int8_t over[16]                  # by the set of seats that hold cards: whether that ends the hand
    int8_t mate[MAX_SEATS]           # the partner that inherits a lead, if known; else NOBODY

ctypedef struct Pos:
    Hand hands[MAX_SEATS]
    State state
    Flow flow
    # Roles do not change during a hand. Two sides: side[seat] is 0 or 1. One against three: soloist.
    int8_t side[MAX_SEATS]
    int8_t soloist          # NOBODY with two sides
    int8_t announced        # the solo is open
    int8_t caller           # NOBODY without a call
    int8_t partner
    int8_t called           # bit number of the called face in Hand.suits, or NOBODY
    int8_t faces            # faces mode: every suit matters; else hands keep live suits only

# The delta of one move: the mover's hand and the state before it.
ctypedef struct Undo:
    Hand hand
    State state


cdef inline int kind_of(const Play* play) noexcept nogil:
    return <int>(play.suits >> 60)


cdef inline int n_of(const Play* play) noexcept nogil:
    return <int>((play.suits >> 56) & 15)


cdef inline int rank_of_play(const Play* play) noexcept nogil:
    return <int>(play.suits & 15)


cdef inline bint has_kickers(int kind) noexcept nogil:
    """Whether plays of a kind have kickers."""
    return kind == TRIPLE_ONE or kind == TRIPLE_TWO or kind == AIRPLANE_ONE or kind == AIRPLANE_TWO


cdef inline uint64_t meta(int kind, int n, int rank) noexcept nogil:
    """The nibbles of Play.suits that are not suits."""
    return <uint64_t>kind << 60 | <uint64_t>n << 56 | <uint64_t>rank


cdef extern from *:
    """
    #define FK_FACES UINT64_C(0x00FFFFFFFFFFFFF0)
    """
    # The nibbles of a suit word that hold suits (ranks 3 to 2).
    const uint64_t FACES "FK_FACES"
