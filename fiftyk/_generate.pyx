"""The generator: every legal play of a hand, on lead or in answer, into the caller's buffer.

One function for each family of kinds, used on lead with all ranks and lengths, in answer with the one
length and the higher ranks alone, so that nothing is made that does not beat. Everything works on
count words and spaced masks (_bits.pxd); suits come in last, by `expand`, and only for ranks of which
the hand has faces that matter.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport (
    ONES, above, at_least, at_least_1, at_least_2, at_least_3, bit_of, lowest, nibble, ones,
    popcount4, rank_of, total,
)
from fiftyk._combos cimport (
    CHAIN, FIFTYK_RANKS, NATURAL, fives, line, natural_answers, pure_suits, straight_ranks, straight_tops,
)
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FIFTYK, LOOSE_KICKERS, LOW_ACE_STRAIGHTS,
    NO_KICKERS, NO_STRAIGHTS, PAIR, PAIR_CHAIN, PURE_FIFTYK, SINGLE, STRAIGHT, STRAIGHT_FLUSH,
    TRIPLE, TRIPLE_ONE, TRIPLE_TWO, Hand, Play, Rules, kind_of, meta, n_of, rank_of_play,
)


cdef enum:
    # Ways to take cards of one rank, over all numbers of cards: with v faces held twice, u held once and
    # d cards without suit there are at most 3^v 2^u (d + 1), which is 108 at most as 2v + u + d <= 8 and
    # u + v <= 4 (v = 3, u = d = 1).
    MOST_CHOICES = 108
    SUITED_RANKS = 13


# Faces taken of one rank, as bits of the words of a Play.
ctypedef struct Choice:
    uint64_t suits
    uint64_t twice


# A hand prepared for generation.
ctypedef struct Gen:
    const Rules* rules
    Hand hand
    uint64_t faced      # spaced mask of the ranks of which the hand has faces
    uint64_t naturals   # the counts without wild jokers
    int wild            # wild jokers held
    # The choices of faces for k cards of a faced rank, made when first asked for.
    uint16_t known[16]          # by rank: bit k is set when those for k cards are there
    uint16_t start[16][9]       # by rank and k: where in the pool,
    uint8_t n_choices[16][9]    # and how many
    int used
    Choice pool[<int>SUITED_RANKS * <int>MOST_CHOICES]


# ---- suits -----------------------------------------------------------------------------------

cdef void choose(Gen* g, int rank, int k) noexcept nogil:
    """Makes the choices of faces for k cards of a rank, ascending by (suits, twice) as numbers."""
    cdef int suits = nibble(g.hand.suits, rank)
    cdef int twice = nibble(g.hand.twice, rank)
    cdef int dead = nibble(g.hand.counts, rank) - popcount4(suits) - popcount4(twice)
    cdef int a = 0, b, doubles, missing, used = g.used
    while True:
        doubles = a & twice
        b = 0
        while True:
            missing = k - popcount4(a) - popcount4(b)
            if 0 <= missing <= dead:
                g.pool[used].suits = <uint64_t>a << (4 * rank)
                g.pool[used].twice = <uint64_t>b << (4 * rank)
                used += 1
            # The next subset of doubles, ascending.
            b = (b - doubles) & doubles
            if b == 0:
                break
        a = (a - suits) & suits
        if a == 0:
            break
    g.known[rank] |= 1 << k
    g.start[rank][k] = g.used
    g.n_choices[rank][k] = used - g.used
    g.used = used


cdef inline int choices(Gen* g, int rank, int k, Choice** first) noexcept nogil:
    """How many choices of faces there are for k cards of a faced rank; first: where they begin."""
    if not g.known[rank] >> k & 1:
        choose(g, rank, k)
    first[0] = &g.pool[g.start[rank][k]]
    return g.n_choices[rank][k]


cdef Play* expand(Gen* g, Play* out, uint64_t counts, uint64_t m) noexcept nogil:
    """Writes a play once for every choice of faces that its counts allow.

    The block of plays so far is repeated for every choice at the next rank; ranks go from low to high,
    so that in the end the highest rank varies slowest, as the order of the list wants it.
    """
    cdef uint64_t todo = at_least_1(counts) & g.faced
    cdef int rank = rank_of(todo)
    cdef Choice* choice = NULL
    cdef Py_ssize_t block, i, j, n
    n = choices(g, rank, nibble(counts, rank), &choice)
    for i in range(n):
        out[i].counts = counts
        out[i].suits = m | choice[i].suits
        out[i].twice = choice[i].twice
    block = n
    todo &= todo - 1
    while todo:
        rank = rank_of(todo)
        todo &= todo - 1
        n = choices(g, rank, nibble(counts, rank), &choice)
        for j in range(n - 1, -1, -1):
            for i in range(block):
                out[j * block + i].counts = counts
                out[j * block + i].suits = out[i].suits | choice[j].suits
                out[j * block + i].twice = out[i].twice | choice[j].twice
        block *= n
    return out + block


cdef inline Play* put(Play* out, uint64_t counts, uint64_t suits, uint64_t twice) noexcept nogil:
    out.counts = counts
    out.suits = suits
    out.twice = twice
    return out + 1


cdef inline Play* emit(Gen* g, Play* out, uint64_t counts, uint64_t m) noexcept nogil:
    # The faced ranks' bits alone would miss counts of 2; every count of a faced rank has some bit.
    if counts & (15 * g.faced):
        return expand(g, out, counts, m)
    return put(out, counts, m, 0)


cdef Play* drop_one_suited(Play* first, Play* out) noexcept nogil:
    """Removes the plays of one card a rank that are all of one suit: they are of another kind."""
    cdef Play* p = first
    cdef Play* kept = first
    cdef uint64_t s, c
    while p != out:
        s = p.suits
        c = p.counts
        if not (s & c == c or s >> 1 & c == c or s >> 2 & c == c or s >> 3 & c == c):
            kept[0] = p[0]
            kept += 1
        p += 1
    return kept


# ---- sets: singles, pairs, triples, bombs ------------------------------------------------------

cdef Play* sets(Gen* g, Play* out, int kind, int k, uint64_t tops) noexcept nogil:
    """Plays of k cards of one rank, jokers filling up; jokers alone have rank 0."""
    cdef uint64_t mask, bit, m = meta(kind, k if kind == BOMB else 1, 0)
    cdef int rank, naturals, most, fewest
    if g.wild == 0:
        mask = at_least(g.naturals, k) & tops
        while mask:
            bit = lowest(mask)
            mask ^= bit
            out = emit(g, out, k * bit, m | rank_of(bit))
        return out
    if tops & 1 and g.wild >= k:
        out = emit(g, out, k, m)
    fewest = k - g.wild if k > g.wild else 1
    mask = at_least(g.naturals, fewest) & tops
    while mask:
        bit = lowest(mask)
        mask ^= bit
        rank = rank_of(bit)
        most = nibble(g.naturals, rank)
        naturals = fewest
        while naturals <= most and naturals <= k:
            out = emit(g, out, naturals * bit + (k - naturals), m | rank)
            naturals += 1
    return out


cdef Play* singles(Gen* g, Play* out, uint64_t tops) noexcept nogil:
    cdef uint64_t bit, mask = at_least_1(g.hand.counts) & tops
    while mask:
        bit = lowest(mask)
        mask ^= bit
        out = emit(g, out, bit, meta(SINGLE, 1, 0) | rank_of(bit))
    return out


cdef Play* bombs(Gen* g, Play* out, int size_from, uint64_t tops_at_first) noexcept nogil:
    """Bombs of size_from cards with a rank in tops_at_first, and all larger ones."""
    # No rank has more naturals than the packs: at_least() is asked for 8 at most.
    cdef int k, most = 4 * g.rules.packs + g.wild
    cdef uint64_t tops = tops_at_first
    for k in range(size_from, most + 1):
        # The largest rank and all jokers together are fewer than k cards: nothing larger either.
        if at_least(g.naturals, k - g.wild if k > g.wild else 1) == 0 and g.wild < k:
            break
        # Jokers alone make a bomb of four only; there are but four of them.
        out = sets(g, out, BOMB, k, tops)
        tops = ONES
    return out


cdef Play* fiftyks(Gen* g, Play* out) noexcept nogil:
    cdef Play* first = out
    if at_least_1(g.hand.counts) & FIFTYK_RANKS != FIFTYK_RANKS:
        return out
    out = emit(g, out, FIFTYK_RANKS, meta(FIFTYK, 1, 0))
    return drop_one_suited(first, out)


cdef Play* pure_fiftyks(Gen* g, Play* out, int suit_from) noexcept nogil:
    cdef uint64_t pure = pure_suits(g.hand.suits)
    cdef int suit
    for suit in range(suit_from, 4):
        if pure >> suit & 1:
            out.counts = FIFTYK_RANKS
            out.suits = FIFTYK_RANKS << suit | meta(PURE_FIFTYK, 1, suit)
            out.twice = 0
            out += 1
    return out


# ---- chains ------------------------------------------------------------------------------------

cdef Play* strict_kickers(
    Gen* g, Play* out, uint64_t counts, uint64_t suits, uint64_t twice, uint64_t pool, int need, int each
) noexcept nogil:
    """The play so far, completed by `each` cards of `need` different ranks of the pool."""
    cdef uint64_t bit, mask = pool
    cdef Choice* choice = NULL
    cdef int i, n
    if need == 1:
        while mask:
            bit = lowest(mask)
            mask ^= bit
            if bit & g.faced:
                n = choices(g, rank_of(bit), each, &choice)
                for i in range(n):
                    out = put(out, counts + each * bit, suits | choice[i].suits, twice | choice[i].twice)
            else:
                out = put(out, counts + each * bit, suits, twice)
        return out
    while mask:
        bit = lowest(mask)
        mask ^= bit
        if bit & g.faced:
            n = choices(g, rank_of(bit), each, &choice)
            for i in range(n):
                out = strict_kickers(
                    g, out, counts + each * bit, suits | choice[i].suits, twice | choice[i].twice,
                    pool & (bit - 1), need - 1, each,
                )
        else:
            out = strict_kickers(g, out, counts + each * bit, suits, twice, pool & (bit - 1), need - 1, each)
    return out


cdef Play* loose_kickers(
    Gen* g, Play* out, uint64_t counts, uint64_t suits, uint64_t twice, uint64_t pool, int need, uint64_t not_three
) noexcept nogil:
    """The play so far, completed by `need` cards of the pool, a count word, whichever they are.

    Three cards of the rank `not_three`, the next above the airplane, are no choice: those cards read
    as the airplane one higher, with its lowest triple as kickers (RULES.md 3, the highest rank counts).
    """
    cdef uint64_t bit, lower, mask = at_least_1(pool)
    cdef Choice* choice = NULL
    cdef int k, most, i, n
    if need == 1 and mask & g.faced == 0:
        while mask:
            bit = lowest(mask)
            mask ^= bit
            out = put(out, counts + bit, suits, twice)
        return out
    while mask:
        bit = lowest(mask)
        mask ^= bit
        lower = pool & (bit - 1)
        most = nibble(pool, rank_of(bit))
        if most > need:
            most = need
        # The lower ranks must have the cards that this one leaves to them.
        k = need - total(lower)
        if k < 1:
            k = 1
        while k <= most:
            if k == 3 and bit == not_three:
                k += 1
                continue
            if bit & g.faced:
                n = choices(g, rank_of(bit), k, &choice)
                for i in range(n):
                    if k == need:
                        out = put(out, counts + k * bit, suits | choice[i].suits, twice | choice[i].twice)
                    else:
                        out = loose_kickers(
                            g, out, counts + k * bit, suits | choice[i].suits, twice | choice[i].twice,
                            lower, need - k, not_three,
                        )
            elif k == need:
                out = put(out, counts + k * bit, suits, twice)
            else:
                out = loose_kickers(g, out, counts + k * bit, suits, twice, lower, need - k, not_three)
            k += 1
    return out


cdef Play* kickers(
    Gen* g, Play* out, uint64_t suits, uint64_t twice, uint64_t chain, int n, int each, uint64_t next_up
) noexcept nogil:
    """The triples of a chain (a spaced mask), their faces chosen, with all their kickers."""
    cdef uint64_t counts = g.hand.counts
    if g.rules.kickers == LOOSE_KICKERS:
        return loose_kickers(g, out, 3 * chain, suits, twice, counts & ~(15 * chain), each * n, next_up)
    return strict_kickers(
        g, out, 3 * chain, suits, twice,
        (at_least_1(counts) if each == 1 else at_least_2(counts)) & ~chain, n, each,
    )


cdef Play* faced_triples(
    Gen* g, Play* out, uint64_t suits, uint64_t twice, uint64_t todo, int rank,
    uint64_t chain, int n, int each, uint64_t next_up,
) noexcept nogil:
    """The same with every choice of faces for the ranks in todo, of which `rank` is not below the highest."""
    cdef Choice* choice = NULL
    cdef int i, found
    if todo == 0:
        return kickers(g, out, suits, twice, chain, n, each, next_up)
    while not todo & bit_of(rank):
        rank -= 1
    found = choices(g, rank, 3, &choice)
    for i in range(found):
        out = faced_triples(
            g, out, suits | choice[i].suits, twice | choice[i].twice, todo ^ bit_of(rank), rank - 1,
            chain, n, each, next_up,
        )
    return out


cdef inline Play* with_kickers(
    Gen* g, Play* out, uint64_t chain, uint64_t m, int n, int each, uint64_t next_up
) noexcept nogil:
    """All plays of the triples of a chain with kickers, each = 1 or 2 for a triple."""
    return faced_triples(g, out, m, 0, chain & g.faced, <int>(m & 15), chain, n, each, next_up)


cdef Play* triples_with(Gen* g, Play* out, int kind, int each, uint64_t tops) noexcept nogil:
    cdef uint64_t bit, mask = at_least_3(g.hand.counts) & tops
    while mask:
        bit = lowest(mask)
        mask ^= bit
        out = with_kickers(g, out, bit, meta(kind, 1, rank_of(bit)), 1, each, 0)
    return out


cdef Play* chains(
    Gen* g, Play* out, int kind, int k, int each, int n_from, int n_to, uint64_t tops
) noexcept nogil:
    """Chains of n groups of k cards, no jokers; each: kickers a group."""
    cdef uint64_t x = at_least(g.hand.counts, k) & CHAIN
    cdef uint64_t y = x, mask, bit, chain
    cdef int n = 1, rank
    while n < n_to:
        # y: the top ranks of all chains of n groups.
        y = x & y << 4
        n += 1
        if y == 0:
            break
        if n < n_from:
            continue
        mask = y & tops
        while mask:
            bit = lowest(mask)
            mask ^= bit
            rank = rank_of(bit)
            chain = ones(n) << 4 * (rank - n + 1)
            if each == 0:
                out = emit(g, out, k * chain, meta(kind, n, rank))
            else:
                out = with_kickers(g, out, chain, meta(kind, n, rank), n, each, bit << 4 & CHAIN)
    return out


cdef Play* wild_chain(Gen* g, Play* out, uint64_t counts, uint64_t m, int rank, int left, int slack) noexcept nogil:
    """A chain and what it becomes when jokers take the places of up to `slack` more naturals.

    counts: the chain with as many naturals as it can have; only its `left` ranks from `rank` downwards
    give any up, each keeping one. Every call writes a play: nothing is tried in vain.
    """
    cdef int give
    if slack == 0 or left == 0:
        return emit(g, out, counts, m)
    give = nibble(counts, rank) - 1
    if give > slack:
        give = slack
    while give >= 0:
        out = wild_chain(g, out, counts - give * bit_of(rank) + give, m, rank - 1, left - 1, slack - give)
        give -= 1
    return out


cdef Play* wild_chains(Gen* g, Play* out, int kind, int k, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Chains of n groups of k cards, each with a natural card at least, jokers filling up."""
    cdef uint64_t x, y, mask, bit, most, chain
    cdef int n = 1, missing
    cdef bint found
    if g.wild == 0:
        return chains(g, out, kind, k, 0, n_from, n_to, tops)
    # most: the naturals that a group of each rank can have.
    x = at_least_1(g.naturals) & CHAIN
    most = x + (at_least_2(g.naturals) & CHAIN)
    if k == 3:
        most += at_least_3(g.naturals) & CHAIN
    y = x
    while n < n_to:
        y = x & y << 4
        n += 1
        if y == 0:
            break
        if n < n_from:
            continue
        found = False
        mask = y
        while mask:
            bit = lowest(mask)
            mask ^= bit
            # The nibbles of the n ranks up to this one.
            chain = most & (15 * ones(n) << 4 * (rank_of(bit) - n + 1))
            missing = k * n - total(chain)
            if missing > g.wild:
                continue
            found = True
            if bit & tops:
                out = wild_chain(
                    g, out, chain + missing, meta(kind, n, rank_of(bit)), rank_of(bit), n, g.wild - missing
                )
        if not found:
            # A longer chain lacks no fewer.
            break
    return out


# ---- straights ---------------------------------------------------------------------------------

cdef Play* straights(Gen* g, Play* out, int n_from, int n_to, uint64_t tops) noexcept nogil:
    cdef uint64_t x = line(g.rules, at_least_1(g.hand.counts))
    cdef uint64_t y, mask, bit, ranks
    cdef int n = 5, rank
    cdef int shift = g.rules.straights == LOW_ACE_STRAIGHTS
    cdef Play* first
    y = fives(x)
    while y and n <= n_to:
        if n >= n_from:
            mask = y & straight_tops(g.rules, tops, n)
            while mask:
                bit = lowest(mask)
                mask ^= bit
                rank = rank_of(bit) - shift
                ranks = straight_ranks(g.rules, bit, n)
                first = out
                out = emit(g, out, ranks, meta(STRAIGHT, n, rank))
                if g.rules.flushes and ranks & g.faced:
                    out = drop_one_suited(first, out)
        n += 1
        y = y << 4 & x
    return out


cdef Play* straight_flushes(Gen* g, Play* out, int n_from, int n_to, uint64_t tops) noexcept nogil:
    cdef uint64_t x[4]
    cdef uint64_t y[4]
    cdef uint64_t any_suit, mask, bit, ranks
    cdef int suit, n = 5
    for suit in range(4):
        x[suit] = line(g.rules, g.hand.suits >> suit & NATURAL)
        y[suit] = fives(x[suit])
    any_suit = y[0] | y[1] | y[2] | y[3]
    while any_suit and n <= n_to:
        if n >= n_from:
            mask = any_suit & straight_tops(g.rules, tops, n)
            while mask:
                bit = lowest(mask)
                mask ^= bit
                ranks = straight_ranks(g.rules, bit, n)
                for suit in range(4):
                    if y[suit] & bit:
                        out.counts = ranks
                        out.suits = ranks << suit | meta(STRAIGHT_FLUSH, n, rank_of(bit) - 1)
                        out.twice = 0
                        out += 1
        n += 1
        any_suit = 0
        for suit in range(4):
            y[suit] = y[suit] << 4 & x[suit]
            any_suit |= y[suit]
    return out


# ---- lead and answer ---------------------------------------------------------------------------

cdef Play* lead(Gen* g, Play* out) noexcept nogil:
    out = singles(g, out, ONES)
    out = sets(g, out, PAIR, 2, ONES)
    out = sets(g, out, TRIPLE, 3, ONES)
    if g.rules.kickers != NO_KICKERS:
        out = triples_with(g, out, TRIPLE_ONE, 1, ONES)
        out = triples_with(g, out, TRIPLE_TWO, 2, ONES)
    if g.rules.straights != NO_STRAIGHTS:
        out = straights(g, out, 5, 13, ONES)
        if g.rules.flushes and g.faced:
            out = straight_flushes(g, out, 5, 13, ONES)
    out = wild_chains(g, out, PAIR_CHAIN, 2, 2, 12, ONES)
    out = wild_chains(g, out, AIRPLANE, 3, 2, 12, ONES)
    if g.rules.kickers != NO_KICKERS:
        out = chains(g, out, AIRPLANE_ONE, 3, 1, 2, 12, ONES)
        out = chains(g, out, AIRPLANE_TWO, 3, 2, 2, 12, ONES)
    out = fiftyks(g, out)
    out = pure_fiftyks(g, out, 0)
    return bombs(g, out, 4, ONES)


cdef Play* answers(Gen* g, const Play* last, Play* out) noexcept nogil:
    cdef int kind = kind_of(last), n = n_of(last), rank = rank_of_play(last)
    cdef uint64_t tops = above(rank)
    if kind == SINGLE:
        out = singles(g, out, tops)
    elif kind == PAIR:
        out = sets(g, out, PAIR, 2, tops)
    elif kind == TRIPLE:
        out = sets(g, out, TRIPLE, 3, tops)
    elif kind == TRIPLE_ONE:
        out = triples_with(g, out, TRIPLE_ONE, 1, tops)
    elif kind == TRIPLE_TWO:
        out = triples_with(g, out, TRIPLE_TWO, 2, tops)
    elif kind == STRAIGHT:
        out = straights(g, out, n, n, tops)
        if g.rules.flushes and g.faced:
            out = straight_flushes(g, out, n, n, ONES if g.rules.flush_beats_straights else tops | bit_of(rank))
    elif kind == STRAIGHT_FLUSH:
        if not g.rules.flush_beats_straights:
            out = straights(g, out, n, n, tops)
        out = straight_flushes(g, out, n, n, tops)
    elif kind == PAIR_CHAIN:
        out = wild_chains(g, out, PAIR_CHAIN, 2, n, n, tops)
    elif kind == AIRPLANE:
        out = wild_chains(g, out, AIRPLANE, 3, n, n, tops)
    elif kind == AIRPLANE_ONE:
        out = chains(g, out, AIRPLANE_ONE, 3, 1, n, n, tops)
    elif kind == AIRPLANE_TWO:
        out = chains(g, out, AIRPLANE_TWO, 3, 2, n, n, tops)
    if kind == BOMB:
        if natural_answers(g.rules, g.naturals, last):
            out = emit(g, out, n * bit_of(rank), meta(BOMB, n, rank))
        return bombs(g, out, n, tops)
    if kind == PURE_FIFTYK:
        out = pure_fiftyks(g, out, rank + 1)
    else:
        if kind != FIFTYK:
            out = fiftyks(g, out)
        out = pure_fiftyks(g, out, 0)
    return bombs(g, out, 4, ONES)


cdef Py_ssize_t generate(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil:
    cdef Gen g
    g.rules = rules
    g.hand = hand[0]
    g.faced = at_least_1(hand.suits)
    g.used = 0
    if g.faced:
        memset(g.known, 0, sizeof(g.known))
    g.naturals = hand.counts & ~<uint64_t>15 if rules.wild else hand.counts
    g.wild = <int>(hand.counts & 15) if rules.wild else 0
    if last.suits == 0:
        return lead(&g, out) - out
    out.counts = 0
    out.suits = 0
    out.twice = 0
    return answers(&g, last, out + 1) - out
