"""Counting legal plays in closed form: the same answers as the generator's, nothing listed.

Ranks of which the hand has no faces that matter have one way each to give k cards; the others have
`ways`. Kicker choices are coefficients of series, products over the ranks of the pool, joker chains a
dynamic programme over the ranks.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from fiftyk._bits cimport (
    ONES, above, at_least, at_least_1, at_least_2, at_least_3, bit_of, lowest, nibble, ones,
    popcount4, rank_of, size, total,
)
from fiftyk._combos cimport (
    CHAIN, FIFTYK_RANKS, NATURAL, Filled, fives, groups, has_fiftyk, lengthen, line, natural_answers, pure_suits,
    straight_ranks, straight_tops,
)
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FIFTYK, KINDS, LOOSE_KICKERS,
    NO_KICKERS, NO_STRAIGHTS, PAIR, PAIR_CHAIN, PASS, PURE_FIFTYK, SINGLE, STRAIGHT, STRAIGHT_FLUSH,
    TRIPLE, TRIPLE_ONE, TRIPLE_TWO, Hand, Play, Rules, kind_of, n_of, rank_of_play,
)

cdef enum:
    # A flush2 hand of 26 cards carries at most five triples with two kickers each.
    MAX_KICKERS = 10
    MAX_JOKERS = 4

cdef extern from *:
    """
    /* FK_UP_TO[u][v][k]: in how many ways at most k cards can be taken from u faces held once and v
       held twice, u + v <= 4: partial sums of the coefficients of (1+x)^u (1+x+x^2)^v. */
    static const uint8_t FK_UP_TO[5][5][9] = {
        {{1,1,1,1,1,1,1,1,1}, {1,2,3,3,3,3,3,3,3}, {1,3,6,8,9,9,9,9,9}, {1,4,10,17,23,26,27,27,27},
         {1,5,15,31,50,66,76,80,81}},
        {{1,2,2,2,2,2,2,2,2}, {1,3,5,6,6,6,6,6,6}, {1,4,9,14,17,18,18,18,18}, {1,5,14,27,40,49,53,54,54}},
        {{1,3,4,4,4,4,4,4,4}, {1,4,8,11,12,12,12,12,12}, {1,5,13,23,31,35,36,36,36}},
        {{1,4,7,8,8,8,8,8,8}, {1,5,12,19,23,24,24,24,24}},
        {{1,5,11,15,16,16,16,16,16}},
    };
    /* FK_CHOOSE[n][k]: binomial coefficients. */
    static const uint16_t FK_CHOOSE[16][8] = {
        {1,0,0,0,0,0,0,0}, {1,1,0,0,0,0,0,0}, {1,2,1,0,0,0,0,0}, {1,3,3,1,0,0,0,0}, {1,4,6,4,1,0,0,0},
        {1,5,10,10,5,1,0,0}, {1,6,15,20,15,6,1,0}, {1,7,21,35,35,21,7,1}, {1,8,28,56,70,56,28,8},
        {1,9,36,84,126,126,84,36}, {1,10,45,120,210,252,210,120}, {1,11,55,165,330,462,462,330},
        {1,12,66,220,495,792,924,792}, {1,13,78,286,715,1287,1716,1716}, {1,14,91,364,1001,2002,3003,3432},
        {1,15,105,455,1365,3003,5005,6435},
    };
    """
    const uint8_t[5][5][9] UP_TO "FK_UP_TO"
    const uint16_t[16][8] CHOOSE "FK_CHOOSE"


# A hand prepared for counting.
ctypedef struct Counter:
    const Rules* rules
    Hand hand
    uint64_t faced      # spaced mask of the ranks of which the hand has faces
    uint64_t naturals   # the counts without wild jokers
    int wild            # wild jokers held
    int degree          # of the series, -1 before it is made
    uint64_t series[<int>MAX_KICKERS + 1]


cdef int ways(const Counter* h, int rank, int k) noexcept nogil:
    """In how many ways the hand can give k cards of a rank."""
    cdef uint64_t suits = h.hand.suits >> (4 * rank) & 15
    cdef uint64_t twice = h.hand.twice >> (4 * rank) & 15
    cdef int v = popcount4(twice)
    cdef int u = popcount4(suits) - v
    cdef int rest = k - (nibble(h.hand.counts, rank) - u - 2 * v) - 1
    return UP_TO[u][v][k] - (UP_TO[u][v][rest] if rest >= 0 else 0)


cdef uint64_t weight(const Counter* h, uint64_t ranks, int k) noexcept nogil:
    """In how many ways the hand can give k cards of each of some ranks, a spaced mask."""
    cdef uint64_t product = 1
    cdef uint64_t todo = ranks & h.faced
    while todo:
        product *= ways(h, rank_of(todo), k)
        todo &= todo - 1
    return product


cdef uint64_t weights(const Counter* h, uint64_t ranks, int k) noexcept nogil:
    """The sum over ranks, a spaced mask, of the ways to give k cards of the rank."""
    cdef uint64_t todo = ranks & h.faced
    cdef uint64_t found = size(ranks & ~h.faced)
    while todo:
        found += ways(h, rank_of(todo), k)
        todo &= todo - 1
    return found


cdef uint64_t sets(const Counter* h, int k, uint64_t tops) noexcept nogil:
    """Plays of k cards of one rank, jokers filling up."""
    cdef uint64_t found = 0
    cdef int naturals
    if h.wild == 0:
        return weights(h, at_least(h.naturals, k) & tops, k)
    if tops & 1 and h.wild >= k:
        found = 1
    for naturals in range(k - h.wild if k > h.wild else 1, (k if k < 8 else 8) + 1):
        found += weights(h, at_least(h.naturals, naturals) & tops, naturals)
    return found


cdef uint64_t bombs(const Counter* h, int size_from, uint64_t tops_at_first) noexcept nogil:
    cdef uint64_t found = 0, tops = tops_at_first
    cdef int k
    for k in range(size_from, 4 * h.rules.packs + h.wild + 1):
        if at_least(h.naturals, k - h.wild if k > h.wild else 1) == 0 and h.wild < k:
            break
        found += sets(h, k, tops)
        tops = ONES
    return found


cdef int pure_fiftyks(const Counter* h, int suit_from) noexcept nogil:
    return popcount4(pure_suits(h.hand.suits) >> suit_from)


cdef uint64_t fiftyks(const Counter* h) noexcept nogil:
    if not has_fiftyk(h.hand.counts):
        return 0
    return weight(h, FIFTYK_RANKS, 1) - pure_fiftyks(h, 0)


# ---- kickers -----------------------------------------------------------------------------------

cdef uint64_t strict_kickers(const Counter* h, uint64_t pool, int need, int each) noexcept nogil:
    """Elementary symmetric polynomial of the ways at the ranks of the pool, a spaced mask."""
    cdef uint64_t e[8]
    cdef uint64_t todo = pool
    cdef int i, w, rank
    if need > size(pool):
        return 0
    # need <= 7: the chain has as many ranks, and all are different ranks of fifteen.
    if pool & h.faced == 0:
        return CHOOSE[size(pool)][need]
    e[0] = 1
    for i in range(1, need + 1):
        e[i] = 0
    while todo:
        rank = rank_of(todo)
        w = ways(h, rank, each) if h.faced & bit_of(rank) else 1
        todo &= todo - 1
        for i in range(need, 0, -1):
            e[i] += e[i - 1] * w
    return e[need]


cdef int rank_series(const Counter* h, int rank, int degree, uint64_t* w) noexcept nogil:
    """The ways to give k cards of a rank in w[k], k from 1 to the result, which is at most the degree."""
    cdef int most = nibble(h.hand.counts, rank)
    cdef int k
    if most > degree:
        most = degree
    for k in range(1, most + 1):
        w[k] = ways(h, rank, k) if h.faced & bit_of(rank) else 1
    return most


cdef void make_series(Counter* h, int degree) noexcept nogil:
    """The product of the ranks' generating functions, up to a degree, in h.series.

    Coefficient k: in how many ways the hand can give k cards, at most 2^26 for a hand of 26 cards.
    """
    cdef uint64_t w[MAX_KICKERS + 1]
    cdef uint64_t q
    cdef uint64_t todo = at_least_1(h.hand.counts)
    cdef int i, k, most
    h.degree = degree
    h.series[0] = 1
    for i in range(1, degree + 1):
        h.series[i] = 0
    while todo:
        most = rank_series(h, rank_of(todo), degree, w)
        todo &= todo - 1
        for i in range(degree, 0, -1):
            q = h.series[i]
            for k in range(1, (most if most < i else i) + 1):
                q += h.series[i - k] * w[k]
            h.series[i] = q


cdef void divide_out(const Counter* h, uint64_t* series, int rank, int degree) noexcept nogil:
    """Divides a series by a rank's: what the hand can give without that rank."""
    cdef uint64_t w[MAX_KICKERS + 1]
    cdef int i, k, most = rank_series(h, rank, degree, w)
    for i in range(1, degree + 1):
        for k in range(1, (most if most < i else i) + 1):
            series[i] -= series[i - k] * w[k]


cdef uint64_t loose_kickers(Counter* h, uint64_t chain, int need, uint64_t not_three) noexcept nogil:
    """Choices of `need` cards that are of no rank of the chain, whichever they are."""
    cdef uint64_t rest[MAX_KICKERS + 1]
    cdef uint64_t todo = chain, found
    cdef int i
    rest[0] = 0
    if need > total(h.hand.counts & ~(15 * chain)):
        # So it is never above MAX_KICKERS.
        return 0
    if h.degree < need:
        make_series(h, need)
    for i in range(need + 1):
        rest[i] = h.series[i]
    while todo:
        divide_out(h, rest, rank_of(todo), need)
        todo &= todo - 1
    found = rest[need]
    if need >= 3 and not_three & at_least_3(h.hand.counts):
        # Not with just three of that rank.
        divide_out(h, rest, rank_of(not_three), need - 3)
        found -= rest[need - 3] * (ways(h, rank_of(not_three), 3) if not_three & h.faced else 1)
    return found


cdef uint64_t with_kickers(Counter* h, uint64_t chain, int n, int each, uint64_t next_up) noexcept nogil:
    cdef uint64_t c = h.hand.counts
    if h.rules.kickers == LOOSE_KICKERS:
        return weight(h, chain, 3) * loose_kickers(h, chain, each * n, next_up)
    return weight(h, chain, 3) * strict_kickers(h, (at_least_1(c) if each == 1 else at_least_2(c)) & ~chain, n, each)


cdef uint64_t triples_with(Counter* h, int each, uint64_t tops) noexcept nogil:
    cdef uint64_t bit, found = 0, mask = at_least_3(h.hand.counts) & tops
    cdef uint64_t one, two, singles, pairs, squares, todo
    if mask == 0:
        return 0
    if h.rules.kickers != LOOSE_KICKERS:
        while mask:
            bit = lowest(mask)
            mask ^= bit
            found += with_kickers(h, bit, 1, each, 0)
        return found
    # Any one or two other cards: the second coefficient without a rank, from sums over all of them.
    singles = weights(h, at_least_1(h.hand.counts), 1)
    pairs = weights(h, at_least_2(h.hand.counts), 2)
    todo = at_least_1(h.hand.counts)
    squares = size(todo & ~h.faced)
    todo &= h.faced
    while todo:
        one = ways(h, rank_of(todo), 1)
        squares += one * one
        todo &= todo - 1
    while mask:
        bit = lowest(mask)
        mask ^= bit
        one = weight(h, bit, 1)
        if each == 1:
            found += weight(h, bit, 3) * (singles - one)
        else:
            two = ((singles - one) * (singles - one) - (squares - one * one)) // 2 + pairs - weight(h, bit, 2)
            found += weight(h, bit, 3) * two
    return found


# ---- chains and straights ----------------------------------------------------------------------

cdef uint64_t chains(Counter* h, int k, int each, int n_from, int n_to, uint64_t tops) noexcept nogil:
    cdef uint64_t x = at_least(h.hand.counts, k) & CHAIN
    cdef uint64_t y = x, mask, bit, chain, found = 0
    cdef int n = 1
    while n < n_to:
        y = x & y << 4
        n += 1
        if y == 0:
            break
        if n < n_from:
            continue
        mask = y & tops
        if each == 0 and h.faced & x == 0:
            found += size(mask)
            continue
        while mask:
            bit = lowest(mask)
            mask ^= bit
            chain = ones(n) << 4 * (rank_of(bit) - n + 1)
            if each == 0:
                found += weight(h, chain, k)
            else:
                found += with_kickers(h, chain, n, each, bit << 4 & CHAIN)
    return found


cdef uint64_t fillings(int one, int two, int jokers) noexcept nogil:
    """In how many ways up to so many jokers, 4 at most, can take places of naturals in a chain.

    one: how many groups can do with one natural less; two of them with two less. The partial sum of the
    coefficients of (1 + x)^(one - two) (1 + x + x^2)^two.
    """
    cdef uint64_t found = 1
    if jokers >= 1:
        found += one
    if jokers >= 2:
        found += CHOOSE[one][2] + two
    if jokers >= 3:
        found += CHOOSE[one][3]
        if two:
            found += two * (one - 1)
    if jokers >= 4:
        found += CHOOSE[one][4] + CHOOSE[two][2]
        if two:
            found += two * CHOOSE[one - 1][2]
    return found


cdef uint64_t plain_wild_chains(const Counter* h, int k, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Chains with jokers where no rank has faces: in closed form for each chain of groups."""
    cdef Filled f = groups(h.naturals, k)
    cdef uint64_t found = 0, mask, bit, chain
    cdef int n = 1, rank
    while n < n_to:
        lengthen(&f, h.wild)
        n += 1
        if f.tops == 0:
            break
        if n < n_from:
            continue
        mask = f.tops & tops
        while mask:
            bit = lowest(mask)
            mask ^= bit
            rank = rank_of(bit)
            chain = ones(n) << 4 * (rank - n + 1)
            found += fillings(size(chain & f.one), size(chain & f.two), h.wild - nibble(f.missing, rank))
    return found


cdef uint64_t wild_chains(Counter* h, int k, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Chains with jokers: a dynamic programme over (groups so far, jokers used), rank by rank."""
    # ending[n][j]: ways to make a chain of n groups that ends at the current rank with j jokers.
    cdef uint64_t ending[13][MAX_JOKERS + 1]
    cdef uint64_t found = 0, here
    cdef int rank, n, j, d, naturals, longest = 0
    cdef int give[3]
    if h.wild == 0:
        return chains(h, k, 0, n_from, n_to, tops)
    if h.faced & CHAIN == 0:
        return plain_wild_chains(h, k, n_from, n_to, tops)
    for rank in range(1, 13):
        naturals = nibble(h.naturals, rank)
        if naturals == 0:
            longest = 0
            continue
        # give[d]: ways to fill a group with d jokers and k - d naturals.
        for d in range(k):
            give[d] = 0
            if k - d <= naturals and d <= h.wild:
                give[d] = ways(h, rank, k - d) if h.faced & bit_of(rank) else 1
        if longest < 12:
            longest += 1
        for n in range(longest if longest < n_to else n_to, 0, -1):
            for j in range(h.wild, -1, -1):
                here = 0
                if n == 1:
                    if j < k:
                        here = give[j]
                else:
                    for d in range(k if k <= j + 1 else j + 1):
                        here += ending[n - 1][j - d] * give[d]
                ending[n][j] = here
                if n >= n_from and tops & bit_of(rank):
                    found += here
    return found


cdef void run_count(
    const Counter* h, uint64_t x, int n_from, int n_to, uint64_t tops, bint weighted, uint64_t* found
) noexcept nogil:
    """Straights on the line x: adds them, weighted with their suits or one each, to found[0]."""
    cdef uint64_t y = fives(x), mask, bit
    cdef int n = 5
    while y and n <= n_to:
        if n >= n_from:
            mask = y & straight_tops(h.rules, tops, n)
            if not weighted or h.faced == 0:
                found[0] += size(mask)
            else:
                while mask:
                    bit = lowest(mask)
                    mask ^= bit
                    found[0] += weight(h, straight_ranks(h.rules, bit, n), 1)
        n += 1
        y = y << 4 & x


cdef uint64_t straight_flushes(const Counter* h, int n_from, int n_to, uint64_t tops) noexcept nogil:
    cdef uint64_t found = 0
    cdef int suit
    if h.rules.flushes and h.faced:
        for suit in range(4):
            run_count(h, line(h.rules, h.hand.suits >> suit & NATURAL), n_from, n_to, tops, False, &found)
    return found


cdef uint64_t straights(const Counter* h, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Straights that are no straight flush."""
    cdef uint64_t found = 0
    run_count(h, line(h.rules, at_least_1(h.hand.counts)), n_from, n_to, tops, True, &found)
    return found - straight_flushes(h, n_from, n_to, tops)


# ---- lead and answer ---------------------------------------------------------------------------

cdef void lead(Counter* h, uint64_t* found) noexcept nogil:
    found[<int>SINGLE] = weights(h, at_least_1(h.hand.counts), 1)
    found[<int>PAIR] = sets(h, 2, ONES)
    found[<int>TRIPLE] = sets(h, 3, ONES)
    if h.rules.straights != NO_STRAIGHTS:
        found[<int>STRAIGHT] = straights(h, 5, 13, ONES)
        found[<int>STRAIGHT_FLUSH] = straight_flushes(h, 5, 13, ONES)
    found[<int>PAIR_CHAIN] = wild_chains(h, 2, 2, 12, ONES)
    found[<int>AIRPLANE] = wild_chains(h, 3, 2, 12, ONES)
    if h.rules.kickers != NO_KICKERS and at_least_3(h.hand.counts):
        found[<int>TRIPLE_ONE] = triples_with(h, 1, ONES)
        found[<int>TRIPLE_TWO] = triples_with(h, 2, ONES)
        # The one with more kickers first: its series serves both.
        found[<int>AIRPLANE_TWO] = chains(h, 3, 2, 2, 12, ONES)
        found[<int>AIRPLANE_ONE] = chains(h, 3, 1, 2, 12, ONES)
    found[<int>FIFTYK] = fiftyks(h)
    found[<int>PURE_FIFTYK] = pure_fiftyks(h, 0)
    found[<int>BOMB] = bombs(h, 4, ONES)


cdef void answers(Counter* h, const Play* last, uint64_t* found) noexcept nogil:
    cdef int kind = kind_of(last), n = n_of(last), rank = rank_of_play(last)
    cdef uint64_t tops = above(rank)
    found[<int>PASS] = 1
    if kind == SINGLE:
        found[kind] = weights(h, at_least_1(h.hand.counts) & tops, 1)
    elif kind == PAIR or kind == TRIPLE:
        found[kind] = sets(h, 2 if kind == PAIR else 3, tops)
    elif kind == TRIPLE_ONE or kind == TRIPLE_TWO:
        found[kind] = triples_with(h, 1 if kind == TRIPLE_ONE else 2, tops)
    elif kind == STRAIGHT:
        found[kind] = straights(h, n, n, tops)
        found[<int>STRAIGHT_FLUSH] = straight_flushes(
            h, n, n, ONES if h.rules.flush_beats_straights else tops | bit_of(rank)
        )
    elif kind == STRAIGHT_FLUSH:
        if not h.rules.flush_beats_straights:
            found[<int>STRAIGHT] = straights(h, n, n, tops)
        found[kind] = straight_flushes(h, n, n, tops)
    elif kind == PAIR_CHAIN or kind == AIRPLANE:
        found[kind] = wild_chains(h, 2 if kind == PAIR_CHAIN else 3, n, n, tops)
    elif kind == AIRPLANE_ONE or kind == AIRPLANE_TWO:
        found[kind] = chains(h, 3, 1 if kind == AIRPLANE_ONE else 2, n, n, tops)
    if kind == BOMB:
        found[kind] = bombs(h, n, tops)
        if natural_answers(h.rules, h.naturals, last):
            found[kind] += weight(h, bit_of(rank), n)
        return
    if kind == PURE_FIFTYK:
        found[kind] = pure_fiftyks(h, rank + 1)
    else:
        if kind != FIFTYK:
            found[<int>FIFTYK] = fiftyks(h)
        found[<int>PURE_FIFTYK] = pure_fiftyks(h, 0)
    found[<int>BOMB] = bombs(h, 4, ONES)


cdef uint64_t count_plays(const Rules* rules, const Hand* hand, const Play* last, uint64_t* by_kind) noexcept nogil:
    cdef Counter h
    cdef uint64_t found[<int>KINDS]
    cdef uint64_t sum = 0
    cdef int kind
    for kind in range(<int>KINDS):
        found[kind] = 0
    h.rules = rules
    h.hand = hand[0]
    h.faced = at_least_1(hand.suits)
    h.naturals = hand.counts & ~<uint64_t>15 if rules.wild else hand.counts
    h.wild = <int>(hand.counts & 15) if rules.wild else 0
    h.degree = -1
    if last.suits == 0:
        lead(&h, found)
    else:
        answers(&h, last, found)
    for kind in range(<int>KINDS):
        sum += found[kind]
        if by_kind != NULL:
            by_kind[kind] += found[kind]
    return sum


cdef uint64_t count_replies(Replies* replies, const Rules* rules, const Hand* hand, const Play* last) noexcept nogil:
    cdef int slot = 14 * kind_of(last) + n_of(last)
    cdef int rank = rank_of_play(last)
    cdef uint64_t count
    if (
        replies.hand.counts != hand.counts or replies.hand.suits != hand.suits or replies.hand.twice != hand.twice
    ):
        replies.hand = hand[0]
        memset(replies.known, 0, sizeof(replies.known))
    if replies.known[slot] >> rank & 1:
        return replies.counts[slot][rank]
    count = count_plays(rules, hand, last, NULL)
    # With natural bombs higher the answers to a bomb go by more than its rank. A count that 32 bits do
    # not hold (a hand of more than 27 cards might have one) is counted anew each time.
    if not (rules.natural_bomb_higher and kind_of(last) == BOMB) and count >> 32 == 0:
        replies.known[slot] |= 1 << rank
        replies.counts[slot][rank] = <uint32_t>count
    return count
