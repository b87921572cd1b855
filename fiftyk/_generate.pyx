"""The generator: every legal play of a hand, on lead or in answer, into the caller's buffer.

One function for each family of kinds, used on lead with all ranks and lengths, in answer with the one
length and the higher ranks alone, so that nothing is made that does not beat. Everything works on
count words and spaced masks (_bits.pxd); suits come in last, by `expand`, and only for ranks of which
the hand has faces that matter.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from fiftyk._bits cimport (
    ONES, above, at_least, at_least_1, at_least_2, at_least_3, bit_of, highest, lowest,
    nibble, ones, popcount4, rank_of, size, total,
)
from fiftyk._combos cimport (
    CHAIN, FIFTYK_RANKS, NATURAL, Filled, fives, groups, has_fiftyk, lengthen, line, natural_answers,
    pure_suits, straight_ranks, straight_tops,
)
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FIFTYK, LOOSE_KICKERS, LOW_ACE_STRAIGHTS,
    NO_KICKERS, NO_STRAIGHTS, PAIR, PAIR_CHAIN, PURE_FIFTYK, SINGLE, STRAIGHT, STRAIGHT_FLUSH,
    TRIPLE, TRIPLE_ONE, TRIPLE_TWO, Hand, Play, Rules, has_kickers, kind_of, meta, n_of, rank_of_play,
)


cdef enum:
    # Ways to take cards of one rank: with v faces held twice, u held once and d cards without suit there are
    # 3^v 2^u choices of faces, each for d + 1 numbers of cards. As 2v + u + d <= 8 and u + v <= 4, that is 81
    # choices of faces at most (v = 4), and 108 over all numbers of cards (v = 3, u = d = 1).
    MOST_FACES = 81
    MOST_CHOICES = 108
    SUITED_RANKS = 13
    # A hand of 27 cards, the most with loose kickers, carries at most five triples with two kickers each.
    MOST_KICKERS = 10
    # Writing a few plays whether they are there or not, and then going on from behind those that are, is faster
    # than a branch that nobody can predict.
    SPARE = 4


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
    bint roomy          # SPARE plays at least follow: so many places beyond may be written to meanwhile
    bint one            # of the plays with loose kickers the one alone that stands behind so many others:
    int64_t behind      # -1 when it is there
    # The choices of faces at the faced ranks, of a rank made when first asked for: those for k cards of rank r
    # are in the pool from start[r][k] to start[r][k + 1].
    uint64_t unknown            # spaced mask of the faced ranks not yet asked for
    const Choice* start[16][16]
    Choice* free
    Choice pool[<int>SUITED_RANKS * <int>MOST_CHOICES + 1]


# ---- suits -----------------------------------------------------------------------------------

cdef void choose(Gen* g, int rank) noexcept nogil:
    """Makes the choices of faces at a rank, for each number of cards ascending by (suits, twice) as numbers."""
    cdef Choice found[MOST_FACES]
    cdef uint8_t cards[MOST_FACES]
    cdef int suits = nibble(g.hand.suits, rank)
    cdef int twice = nibble(g.hand.twice, rank)
    cdef int held = nibble(g.hand.counts, rank)
    cdef int dead = held - popcount4(suits) - popcount4(twice)
    cdef int a = 0, b = 0, n = 0, i, k
    cdef Choice* end = g.free
    while True:
        found[n].suits = <uint64_t>a << (4 * rank)
        found[n].twice = <uint64_t>b << (4 * rank)
        cards[n] = popcount4(a) + popcount4(b)
        n += 1
        # The next subset of the faces held twice among a, then the next subset of the suits, ascending.
        b = (b - (a & twice)) & (a & twice)
        if b == 0:
            a = (a - suits) & suits
            if a == 0:
                break
    for k in range(1, held + 1):
        g.start[rank][k] = end
        for i in range(n):
            # Written over by the next one, if it does not fit.
            end[0] = found[i]
            end += <uint64_t>(k - cards[i]) <= <uint64_t>dead
    g.start[rank][held + 1] = end
    g.free = end
    g.unknown ^= bit_of(rank)


cdef inline const Choice* choices(Gen* g, int rank, int k, const Choice** end) noexcept nogil:
    """Where the choices of faces for k cards of a faced rank begin and end; the hand has as many."""
    if g.unknown >> (4 * rank) & 1:
        choose(g, rank)
    end[0] = g.start[rank][k + 1]
    return g.start[rank][k]


cdef inline Play* put(Play* out, uint64_t counts, uint64_t suits, uint64_t twice) noexcept nogil:
    out.counts = counts
    out.suits = suits
    out.twice = twice
    return out + 1


cdef inline Play* spread(
    Gen* g, Play* out, uint64_t counts, uint64_t m, const Choice* choice, const Choice* end
) noexcept nogil:
    """Writes a play once for each of some choices of faces at one rank."""
    if g.roomy:
        # Nearly always there is one, or two.
        put(out, counts, m | choice[0].suits, choice[0].twice)
        put(out + 1, counts, m | choice[1].suits, choice[1].twice)
        if end - choice <= 2:
            return out + (end - choice)
        choice += 2
        out += 2
    while choice != end:
        out = put(out, counts, m | choice.suits, choice.twice)
        choice += 1
    return out


cdef Play* expand_at(Gen* g, Play* out, uint64_t counts, uint64_t m, uint64_t todo) noexcept nogil:
    """Writes a play once for every choice of faces at the ranks of a spaced mask.

    The block of plays so far is repeated for every choice at the next rank; ranks go from low to high,
    so that in the end the highest rank varies slowest, as the order of the list wants it.
    """
    cdef int rank = rank_of(todo)
    cdef const Choice* end = NULL
    cdef const Choice* choice = choices(g, rank, nibble(counts, rank), &end)
    cdef const Choice* first
    cdef Play* start = out
    cdef Play* play
    cdef Play* block
    out = spread(g, out, counts, m, choice, end)
    todo &= todo - 1
    while todo:
        rank = rank_of(todo)
        todo &= todo - 1
        first = choices(g, rank, nibble(counts, rank), &end)
        block = out
        choice = first + 1
        while choice != end:
            play = start
            while play != block:
                out = put(out, counts, play.suits | choice.suits, play.twice | choice.twice)
                play += 1
            choice += 1
        if first.suits:
            # The first choice goes into the block itself, once it need not be copied any more.
            play = start
            while play != block:
                play.suits |= first.suits
                play.twice |= first.twice
                play += 1
    return out


cdef inline Play* emit(Gen* g, Play* out, uint64_t counts, uint64_t m) noexcept nogil:
    """Writes a play once for every choice of faces that its counts allow."""
    # The faced ranks' bits alone would miss counts of 2; every count of a faced rank has some bit.
    if counts & (15 * g.faced):
        return expand_at(g, out, counts, m, at_least_1(counts) & g.faced)
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
    # Copies, as for all the compiler knows the plays might be written over the hand.
    cdef uint64_t naturals = g.naturals, faced = g.faced
    cdef uint64_t mask, bit, counts, step, m = meta(kind, k if kind == BOMB else 1, 0)
    cdef int rank, i, most, fewest, wild = g.wild
    cdef bint roomy = g.roomy
    if wild == 0:
        mask = at_least(naturals, k) & tops
        while mask:
            bit = lowest(mask)
            mask ^= bit
            rank = rank_of(bit)
            if bit & faced:
                out = expand_at(g, out, k * bit, m | rank, bit)
            else:
                out = put(out, k * bit, m | rank, 0)
        return out
    if tops & 1 and wild >= k:
        out = put(out, k, m, 0)
    fewest = k - wild if k > wild else 1
    mask = at_least(naturals, fewest) & tops
    while mask:
        bit = lowest(mask)
        mask ^= bit
        rank = rank_of(bit)
        most = nibble(naturals, rank)
        if most > k:
            most = k
        # One natural card more, one joker less.
        step = bit - 1
        counts = k + fewest * step
        if bit & faced:
            for _ in range(fewest, most + 1):
                out = expand_at(g, out, counts, m | rank, bit)
                counts += step
        elif roomy:
            for i in range(wild + 1):
                put(out + i, counts, m | rank, 0)
                counts += step
            out += most - fewest + 1
        else:
            for _ in range(fewest, most + 1):
                out = put(out, counts, m | rank, 0)
                counts += step
    return out


cdef Play* singles(Gen* g, Play* out, uint64_t tops) noexcept nogil:
    cdef uint64_t bit, faced = g.faced, mask = at_least_1(g.hand.counts) & tops
    cdef int rank
    while mask:
        bit = lowest(mask)
        mask ^= bit
        rank = rank_of(bit)
        if bit & faced:
            out = expand_at(g, out, bit, meta(SINGLE, 1, rank), bit)
        else:
            out = put(out, bit, meta(SINGLE, 1, rank), 0)
    return out


cdef Play* bombs(Gen* g, Play* out, int size_from, uint64_t tops_at_first) noexcept nogil:
    """Bombs of a size that are of the ranks given, and all larger ones."""
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
    """Of a hand that has_fiftyk."""
    cdef Play* first = out
    if g.faced & FIFTYK_RANKS == 0:
        return put(out, FIFTYK_RANKS, meta(FIFTYK, 1, 0), 0)
    out = expand_at(g, out, FIFTYK_RANKS, meta(FIFTYK, 1, 0), FIFTYK_RANKS & g.faced)
    return drop_one_suited(first, out)


cdef Play* pure_fiftyks(Gen* g, Play* out, int suit_from) noexcept nogil:
    cdef uint64_t pure = pure_suits(g.hand.suits)
    cdef int suit
    if pure == 0:
        return out
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
    cdef const Choice* choice
    cdef const Choice* end = NULL
    if need == 1:
        while mask:
            bit = lowest(mask)
            mask ^= bit
            if bit & g.faced:
                choice = choices(g, rank_of(bit), each, &end)
                while choice != end:
                    out = put(out, counts + each * bit, suits | choice.suits, twice | choice.twice)
                    choice += 1
            else:
                out = put(out, counts + each * bit, suits, twice)
        return out
    while mask:
        bit = lowest(mask)
        mask ^= bit
        if bit & g.faced:
            choice = choices(g, rank_of(bit), each, &end)
            while choice != end:
                out = strict_kickers(
                    g, out, counts + each * bit, suits | choice.suits, twice | choice.twice,
                    pool & (bit - 1), need - 1, each,
                )
                choice += 1
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
    cdef const Choice* choice
    cdef const Choice* end = NULL
    cdef int k, most
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
                choice = choices(g, rank_of(bit), k, &end)
                while choice != end:
                    if k == need:
                        out = put(out, counts + k * bit, suits | choice.suits, twice | choice.twice)
                    else:
                        out = loose_kickers(
                            g, out, counts + k * bit, suits | choice.suits, twice | choice.twice,
                            lower, need - k, not_three,
                        )
                    choice += 1
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
    cdef const Choice* choice
    cdef const Choice* end = NULL
    if todo == 0:
        return kickers(g, out, suits, twice, chain, n, each, next_up)
    while not todo & bit_of(rank):
        rank -= 1
    choice = choices(g, rank, 3, &end)
    while choice != end:
        out = faced_triples(
            g, out, suits | choice.suits, twice | choice.twice, todo ^ bit_of(rank), rank - 1,
            chain, n, each, next_up,
        )
        choice += 1
    return out


cdef inline uint64_t ways(Gen* g, int rank, int k) noexcept nogil:
    """In how many ways the hand, which has as many, can give k cards of a rank."""
    cdef const Choice* end = NULL
    cdef const Choice* first
    if not g.faced >> (4 * rank) & 1:
        return 1
    first = choices(g, rank, k, &end)
    return end - first


cdef inline void take(Gen* g, Play* play, int rank, int k, uint64_t i) noexcept nogil:
    """Adds k cards of a rank to a play, in the i-th of the ways."""
    cdef const Choice* end = NULL
    cdef const Choice* choice
    play.counts += k * bit_of(rank)
    if g.faced >> (4 * rank) & 1:
        choice = choices(g, rank, k, &end) + i
        play.suits |= choice.suits
        play.twice |= choice.twice


cdef Play* one_with_kickers(
    Gen* g, Play* out, uint64_t chain, uint64_t m, int n, int each, uint64_t next_up
) noexcept nogil:
    """Of the plays of a chain with loose kickers the one that stands behind g.behind others, if they are as many.

    Nothing is listed: the place is divided by how many plays go with each choice, from the slowest to vary to the
    fastest. In the order of the list these are the triples' faces from the highest rank, then the highest
    rank of the kickers, how many of it, and their faces, and so on down.
    """
    # under[r][q]: in how many ways q cards can be taken from the ranks of the pool below r.
    cdef uint64_t under[17][<int>MOST_KICKERS + 1]
    cdef uint64_t found = 1, i, rest, todo
    cdef uint64_t pool = g.hand.counts & ~(15 * chain)
    cdef int need = each * n, rank, k, q
    if g.behind < 0 or need > total(pool):
        return out
    for q in range(1, need + 1):
        under[0][q] = 0
    under[0][0] = 1
    for rank in range(16):
        for q in range(need + 1):
            under[rank + 1][q] = under[rank][q]
        for k in range(1, min(nibble(pool, rank), need) + 1):
            if k == 3 and bit_of(rank) == next_up:
                continue
            found = ways(g, rank, k)
            for q in range(k, need + 1):
                under[rank + 1][q] += found * under[rank][q - k]
    found = under[16][need]
    todo = chain & g.faced
    while todo:
        found *= ways(g, rank_of(todo), 3)
        todo &= todo - 1
    if <uint64_t>g.behind >= found:
        g.behind -= found
        return out
    i = g.behind
    g.behind = -1
    put(out, 3 * (chain & ~g.faced), m, 0)
    rest = found
    for rank in range(<int>(m & 15), <int>(m & 15) - n, -1):
        if g.faced >> (4 * rank) & 1:
            rest //= ways(g, rank, 3)
            take(g, out, rank, 3, i // rest)
            i %= rest
    while need:
        # The highest rank of the kickers still to take: the first below which there are enough ways.
        rank = 0
        while under[rank + 1][need] <= i:
            rank += 1
        i -= under[rank][need]
        k = 1
        while True:
            if not (k == 3 and bit_of(rank) == next_up):
                found = ways(g, rank, k) * under[rank][need - k]
                if i < found:
                    break
                i -= found
            k += 1
        take(g, out, rank, k, i // under[rank][need - k])
        i %= under[rank][need - k]
        need -= k
    return out + 1


cdef inline Play* with_kickers(
    Gen* g, Play* out, uint64_t chain, uint64_t m, int n, int each, uint64_t next_up
) noexcept nogil:
    """All plays of the triples of a chain with kickers, each = 1 or 2 for a triple."""
    if g.one:
        return one_with_kickers(g, out, chain, m, n, each, next_up)
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


cdef inline Play* emit_chain(
    Gen* g, Play* out, uint64_t counts, uint64_t m, uint64_t faced, const Choice** lists
) noexcept nogil:
    """Writes a chain once for every choice of faces at its faced ranks.

    Where there is a single faced rank, the choices are from lists[0] to lists[1]; else lists is not looked at.
    """
    if faced == 0:
        return put(out, counts, m, 0)
    if faced & (faced - 1):
        return expand_at(g, out, counts, m, faced)
    return spread(g, out, counts, m, lists[0], lists[1])


cdef inline const Choice** fewer(const Choice** lists, int k, uint64_t bit, uint64_t faced) noexcept nogil:
    """The lists of faces when the rank of a bit gives k cards."""
    return lists - (k if bit & faced else 0)


cdef inline Play* give_one(
    Gen* g, Play* out, uint64_t counts, uint64_t m, uint64_t one, uint64_t faced, const Choice** lists
) noexcept nogil:
    """A chain and what it becomes when one of some ranks gives a card for a joker."""
    # Bit 0, the lowest, gives a joker for a joker: the chain as it is, which comes last.
    cdef uint64_t bit, left = one | 1
    while left:
        bit = highest(left)
        left ^= bit
        out = emit_chain(g, out, counts - bit + 1, m, faced, fewer(lists, 1, bit, faced))
    return out


cdef Play* give(
    Gen* g, Play* out, uint64_t counts, uint64_t m, uint64_t one, uint64_t two, int slack, uint64_t faced,
    const Choice** lists,
) noexcept nogil:
    """The same when up to `slack` cards, one or more, give way, of the ranks in `two` two each.

    In order: the highest rank gives first, and most first. Every step writes a play: nothing is tried in vain.
    """
    cdef uint64_t bit
    if slack == 1:
        return give_one(g, out, counts, m, one, faced, lists)
    while one:
        bit = highest(one)
        one ^= bit
        if bit & two:
            if slack == 2:
                out = emit_chain(g, out, counts - 2 * bit + 2, m, faced, fewer(lists, 2, bit, faced))
            else:
                out = give(
                    g, out, counts - 2 * bit + 2, m, one, two, slack - 2, faced, fewer(lists, 2, bit, faced)
                )
        if slack == 2:
            out = give_one(g, out, counts - bit + 1, m, one, faced, fewer(lists, 1, bit, faced))
        else:
            out = give(g, out, counts - bit + 1, m, one, two, slack - 1, faced, fewer(lists, 1, bit, faced))
    return emit_chain(g, out, counts, m, faced, lists)


cdef Play* wild_chains(Gen* g, Play* out, int kind, int k, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Chains of n groups of k cards, each with a natural card at least, jokers filling up."""
    cdef uint64_t all_faced = g.faced, mask, bit, chain, one, faced, counts, m
    cdef const Choice** lists
    cdef const Choice* end = NULL
    cdef int n = 1, rank, slack, wild = g.wild
    cdef Filled f
    if wild == 0:
        return chains(g, out, kind, k, 0, n_from, n_to, tops)
    f = groups(g.naturals, k)
    while n < n_to:
        lengthen(&f, wild)
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
            faced = chain & all_faced
            # The jokers that are left may take the places of naturals.
            slack = wild - nibble(f.missing, rank)
            one = chain & f.one & (0 - <uint64_t>(slack != 0))
            counts = (f.most & 15 * chain) + nibble(f.missing, rank)
            m = meta(kind, n, rank)
            if faced == 0:
                if slack <= 1:
                    out = give_one(g, out, counts, m, one, 0, NULL)
                else:
                    out = give(g, out, counts, m, one, chain & f.two, slack, 0, NULL)
                continue
            # Of several faced ranks the lists are not looked at.
            choices(g, rank_of(faced), 1, &end)
            lists = &g.start[rank_of(faced)][nibble(counts, rank_of(faced))]
            if slack <= 1:
                out = give_one(g, out, counts, m, one, faced, lists)
            else:
                out = give(g, out, counts, m, one, chain & f.two, slack, faced, lists)
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
                if ranks & g.faced == 0:
                    out = put(out, ranks, meta(STRAIGHT, n, rank), 0)
                    continue
                first = out
                out = expand_at(g, out, ranks, meta(STRAIGHT, n, rank), ranks & g.faced)
                if g.rules.flushes:
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

cdef inline Play* lead(Gen* g, Play* out) noexcept nogil:
    cdef bint pairs = g.wild or at_least_2(g.naturals), triples = g.wild or at_least_3(g.naturals)
    # A bomb for each rank of which jokers make four: they come last.
    g.roomy = size(at_least(g.naturals, 4 - g.wild if g.wild < 4 else 1)) >= SPARE
    out = singles(g, out, ONES)
    if pairs:
        out = sets(g, out, PAIR, 2, ONES)
    if triples:
        out = sets(g, out, TRIPLE, 3, ONES)
        if g.rules.kickers != NO_KICKERS:
            out = triples_with(g, out, TRIPLE_ONE, 1, ONES)
            out = triples_with(g, out, TRIPLE_TWO, 2, ONES)
    if g.rules.straights != NO_STRAIGHTS:
        out = straights(g, out, 5, 13, ONES)
        if g.rules.flushes and g.faced:
            out = straight_flushes(g, out, 5, 13, ONES)
    if pairs:
        out = wild_chains(g, out, PAIR_CHAIN, 2, 2, 12, ONES)
    if triples:
        out = wild_chains(g, out, AIRPLANE, 3, 2, 12, ONES)
        if g.rules.kickers != NO_KICKERS:
            out = chains(g, out, AIRPLANE_ONE, 3, 1, 2, 12, ONES)
            out = chains(g, out, AIRPLANE_TWO, 3, 2, 2, 12, ONES)
    if has_fiftyk(g.naturals):
        out = fiftyks(g, out)
        out = pure_fiftyks(g, out, 0)
    g.roomy = False
    return bombs(g, out, 4, ONES)


cdef Play* with_triples(Gen* g, Play* out, int kind, int n_from, int n_to, uint64_t tops) noexcept nogil:
    """Plays of one of the four kinds that have kickers."""
    if kind == TRIPLE_ONE:
        return triples_with(g, out, TRIPLE_ONE, 1, tops)
    if kind == TRIPLE_TWO:
        return triples_with(g, out, TRIPLE_TWO, 2, tops)
    return chains(g, out, kind, 3, 1 if kind == AIRPLANE_ONE else 2, n_from, n_to, tops)


cdef inline Play* answers(Gen* g, const Play* last, Play* out) noexcept nogil:
    cdef int kind = kind_of(last), n = n_of(last), rank = rank_of_play(last)
    cdef uint64_t tops = above(rank)
    if kind == SINGLE:
        out = singles(g, out, tops)
    elif kind == PAIR:
        out = sets(g, out, PAIR, 2, tops)
    elif kind == TRIPLE:
        out = sets(g, out, TRIPLE, 3, tops)
    elif has_kickers(kind):
        out = with_triples(g, out, kind, n, n, tops)
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
    if kind == BOMB:
        if natural_answers(g.rules, g.naturals, last):
            out = emit(g, out, n * bit_of(rank), meta(BOMB, n, rank))
        return bombs(g, out, n, tops)
    if has_fiftyk(g.naturals):
        if kind < FIFTYK:
            out = fiftyks(g, out)
        out = pure_fiftyks(g, out, rank + 1 if kind == PURE_FIFTYK else 0)
    return bombs(g, out, 4, ONES)


cdef inline void prepare(Gen* g, const Rules* rules, const Hand* hand) noexcept nogil:
    g.rules = rules
    g.hand = hand[0]
    g.faced = at_least_1(hand.suits)
    g.unknown = g.faced
    g.free = g.pool
    g.naturals = hand.counts & ~<uint64_t>15 if rules.wild else hand.counts
    g.wild = <int>(hand.counts & 15) if rules.wild else 0
    g.roomy = False
    g.one = False


cdef Play* everything(Gen* g, const Play* last, Play* out) noexcept nogil:
    if last.suits == 0:
        return lead(g, out)
    return answers(g, last, put(out, 0, 0, 0))


cdef Py_ssize_t generate(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil:
    cdef Gen g
    prepare(&g, rules, hand)
    return everything(&g, last, out) - out


cdef const Play* nth_play(
    const Rules* rules, const Hand* hand, const Play* last, const uint64_t* by_kind, uint64_t i, Play* room
) noexcept nogil:
    cdef Gen g
    cdef uint64_t listed = i
    cdef int kind = 0
    prepare(&g, rules, hand)
    # Without the plays with loose kickers, as none of them is to come.
    g.one = rules.kickers == LOOSE_KICKERS
    g.behind = -1
    while i >= by_kind[kind]:
        i -= by_kind[kind]
        if g.one and has_kickers(kind):
            listed -= by_kind[kind]
        kind += 1
    if g.one and has_kickers(kind):
        g.behind = i
        if last.suits:
            with_triples(&g, room, kind, n_of(last), n_of(last), above(rank_of_play(last)))
        else:
            with_triples(&g, room, kind, 2, 12, ONES)
        return room
    everything(&g, last, room)
    return &room[listed]
