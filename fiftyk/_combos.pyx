"""What cards make and what beats what: readings, beats, live suits (RULES.md 2, 3, 11)."""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    at_least_1, at_least_3, at_least_4, bit_of, ctz, exactly, lowest, nibble, ones, places,
    popcount4, rank_of, ranks_of_places, size, total,
)
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FACES, FIFTYK, LOOSE_KICKERS, LOW_ACE_STRAIGHTS,
    NO_KICKERS, NO_STRAIGHTS, NOBODY, PAIR, PAIR_CHAIN, PURE_FIFTYK, SINGLE, STRAIGHT,
    STRAIGHT_FLUSH, TRIPLE, TRIPLE_ONE, TRIPLE_TWO, Hand, Play, Rules, kind_of, meta, n_of, rank_of_play,
)


cdef inline bint in_a_row(uint64_t mask) noexcept nogil:
    """Whether a spaced mask, not empty, has no gap."""
    return mask >> ctz(mask) == ones(size(mask))


cdef inline int one_suit(const Hand* cards) noexcept nogil:
    """The suit that all cards share, each rank being there once; NOBODY if there is none."""
    cdef int suit
    for suit in range(4):
        if (cards.suits >> suit) & cards.counts == cards.counts:
            return suit
    return NOBODY


cdef inline Play reading(const Hand* cards, int kind, int n, int rank) noexcept nogil:
    cdef Play play
    play.counts = cards.counts
    play.suits = cards.suits | meta(kind, n, rank)
    play.twice = cards.twice
    return play


cdef int straight_top(const Rules* rules, uint64_t ranks, int n) noexcept nogil:
    """The rank code of the top card of the straight that n different ranks make, NOBODY if none."""
    cdef uint64_t place, run
    cdef int start
    if rules.straights != LOW_ACE_STRAIGHTS:
        if ranks & ~CHAIN or not in_a_row(ranks):
            return NOBODY
        return rank_of(ranks) + n - 1
    if ranks & ~NATURAL or n > 13:
        return NOBODY
    # The highest reading first: 2..KA before A2..K (READINGS.md R-5).
    place = places(ranks)
    for start in range(2, -1, -1):
        # A straight that begins at place 2 or later has no ace or 2 low; its lowest place decides.
        if start == 2:
            run = place & ~<uint64_t>0x11
        elif start == 1:
            run = place & ~<uint64_t>0x1 if rules.two_low_straight else 0
        else:
            run = place & ~(<uint64_t>1 << 52) if place & 1 else 0
        if run and size(run) == n and ranks_of_places(run) == ranks and in_a_row(run):
            return rank_of(run) + n - 2
    return NOBODY


cdef int chain_readings(const Rules* rules, const Hand* cards, int cards_n, Play* out) noexcept nogil:
    """Airplanes with and without kickers, n >= 2, and triples with kickers, no jokers."""
    cdef uint64_t c = cards.counts
    cdef uint64_t threes = exactly(c, 3)
    cdef uint64_t chain = threes & CHAIN
    cdef uint64_t y, rest
    cdef int found = 0, n, i, kind, each
    if threes == at_least_1(c) and threes == chain and size(threes) >= 2 and in_a_row(threes):
        out[found] = reading(cards, AIRPLANE, size(threes), rank_of(threes) + size(threes) - 1)
        found += 1
    if rules.kickers == NO_KICKERS:
        return found
    for each in range(1, 3):
        if cards_n % (3 + each):
            continue
        n = cards_n // (3 + each)
        if n == 1:
            kind = TRIPLE_ONE if each == 1 else TRIPLE_TWO
            y = threes
        else:
            kind = AIRPLANE_ONE if each == 1 else AIRPLANE_TWO
            y = chain
            for i in range(1, n):
                y = y & (chain << (4 * i))
        if y == 0:
            continue
        # y holds the top ranks of all chains of n triples; the highest is the rank.
        while y != lowest(y):
            y ^= lowest(y)
        rest = c & ~(15 * ((y >> (4 * (n - 1))) * ones(n)))
        if rules.kickers == LOOSE_KICKERS or (
            size(at_least_1(rest)) == n and exactly(rest, each) == at_least_1(rest)
        ):
            out[found] = reading(cards, kind, n, rank_of(y))
            found += 1
    return found


cdef int readings(const Rules* rules, const Hand* cards, Play* out) noexcept nogil:
    cdef uint64_t c = cards.counts
    cdef int wild = <int>(c & 15) if rules.wild else 0
    cdef uint64_t naturals = c & ~<uint64_t>15 if rules.wild else c
    cdef uint64_t ranks = at_least_1(naturals)
    cdef int n = total(c)
    cdef int d = size(ranks)
    cdef int rank, suit
    if n == 0:
        return 0
    if d <= 1:
        # One rank, or jokers alone, which make nothing larger than a bomb of four.
        rank = rank_of(ranks) if d else 0
        if n == 1:
            out[0] = reading(cards, SINGLE, 1, rank)
        elif n == 2:
            out[0] = reading(cards, PAIR, 1, rank)
        elif n == 3:
            out[0] = reading(cards, TRIPLE, 1, rank)
        else:
            out[0] = reading(cards, BOMB, n, rank)
        return 1
    if wild == 0 and c == FIFTYK_RANKS:
        suit = one_suit(cards)
        out[0] = reading(cards, FIFTYK, 1, 0) if suit == NOBODY else reading(cards, PURE_FIFTYK, 1, suit)
        return 1
    if rules.straights != NO_STRAIGHTS and n == d and n >= 5:
        rank = straight_top(rules, ranks, n)
        if rank != NOBODY:
            if rules.flushes and one_suit(cards) != NOBODY:
                out[0] = reading(cards, STRAIGHT_FLUSH, n, rank)
            else:
                out[0] = reading(cards, STRAIGHT, n, rank)
            return 1
        # Cards of n different ranks that are no straight make nothing else.
        return 0
    if n == 2 * d and ranks & ~CHAIN == 0 and at_least_3(naturals) == 0 and in_a_row(ranks):
        out[0] = reading(cards, PAIR_CHAIN, d, rank_of(ranks) + d - 1)
        return 1
    if rules.wild:
        if n == 3 * d and ranks & ~CHAIN == 0 and at_least_4(naturals) == 0 and in_a_row(ranks):
            out[0] = reading(cards, AIRPLANE, d, rank_of(ranks) + d - 1)
            return 1
        return 0
    return chain_readings(rules, cards, n, out)


cdef int bomb_strength(const Rules* rules, const Play* play) noexcept nogil:
    cdef int kind = kind_of(play)
    cdef int strength
    if kind < FIFTYK:
        return 0
    if kind == FIFTYK:
        return 1
    if kind == PURE_FIFTYK:
        return 2 + rank_of_play(play)
    # 64 a card leaves room for rank (at most 13) and the natural bomb's bit.
    strength = 64 * n_of(play) + 2 * rank_of_play(play)
    return strength + 1 if rules.natural_bomb_higher and play.counts & 15 == 0 else strength


cdef bint beats(const Rules* rules, const Play* a, const Play* b) noexcept nogil:
    cdef int strength = bomb_strength(rules, a)
    cdef int over = bomb_strength(rules, b)
    cdef int ka = kind_of(a), kb = kind_of(b)
    if strength or over:
        return strength > over
    if n_of(a) != n_of(b):
        return False
    if ka == kb:
        return rank_of_play(a) > rank_of_play(b)
    if ka == STRAIGHT_FLUSH and kb == STRAIGHT:
        return rules.flush_beats_straights or rank_of_play(a) >= rank_of_play(b)
    if ka == STRAIGHT and kb == STRAIGHT_FLUSH:
        return not rules.flush_beats_straights and rank_of_play(a) > rank_of_play(b)
    return False


cdef uint64_t live_suits(const Rules* rules, uint64_t suits, int called) noexcept nogil:
    cdef uint64_t s = suits & FACES
    cdef uint64_t pure = pure_suits(s)
    cdef uint64_t live = pure << 12 | pure << 32 | pure << 44
    cdef uint64_t p, run
    if rules.flushes:
        # The same as places(), on four suits at once: 14 nibbles of suits, A(low) to A(high).
        p = (s & <uint64_t>0x000FFFFFFFFFFFF0) << 4 | (s >> 48 & 15) | (s >> 52 & 15) << 4
        run = p & p >> 4
        run = run & run >> 8 & p >> 16
        if run:
            # run: the lowest place of each five in a row; spread it over its five places.
            run |= run << 4
            run |= run << 8 | run << 12
            live |= (run >> 4 & <uint64_t>0x000FFFFFFFFFFFF0) | (run & 15) << 48 | (run >> 4 & 15) << 52
    if called != NOBODY:
        live |= s & (<uint64_t>1 << called)
    return live


cdef Hand reduced(const Rules* rules, const Hand* hand, int called) noexcept nogil:
    cdef Hand r
    cdef uint64_t live = live_suits(rules, hand.suits, called)
    r.counts = hand.counts
    r.suits = hand.suits & live
    r.twice = hand.twice & live
    return r


cdef Play with_faces(const Play* play, const Hand* hand, uint64_t live) noexcept nogil:
    cdef Play p = play[0]
    cdef uint64_t todo = at_least_1(play.counts) & NATURAL
    cdef uint64_t once, bit
    cdef int rank, dead, suitless
    while todo:
        rank = rank_of(todo)
        todo &= todo - 1
        dead = nibble(play.counts, rank) - popcount4(nibble(play.suits, rank)) - popcount4(nibble(play.twice, rank))
        suitless = nibble(hand.counts, rank) - popcount4(nibble(hand.suits, rank)) - popcount4(nibble(hand.twice, rank))
        dead -= suitless
        once = hand.suits & ~live & (15 * bit_of(rank))
        while dead > 0:
            bit = lowest(once)
            once ^= bit
            p.suits |= bit
            dead -= 1
            if dead > 0 and hand.twice & bit:
                p.twice |= bit
                dead -= 1
    return p


cdef Play without_dead(const Play* play, uint64_t live) noexcept nogil:
    cdef Play p = play[0]
    p.suits &= live | ~FACES
    p.twice &= live
    return p


cdef bint holds(const Hand* hand, const Play* play) noexcept nogil:
    cdef uint64_t suits = play.suits & FACES
    cdef uint64_t todo = at_least_1(play.counts)
    cdef int rank, wanted, spare
    if suits & ~hand.suits or play.twice & ~hand.twice:
        return False
    while todo:
        rank = rank_of(todo)
        todo &= todo - 1
        # Cards without suit are faces of their own: a suited card does not stand in for one.
        wanted = nibble(play.counts, rank)
        spare = nibble(hand.counts, rank)
        if rank != 0 and rank < 14:
            wanted -= popcount4(nibble(suits, rank)) + popcount4(nibble(play.twice, rank))
            spare -= popcount4(nibble(hand.suits, rank)) + popcount4(nibble(hand.twice, rank))
        if wanted > spare:
            return False
    return True
