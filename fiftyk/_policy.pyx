"""A player in a few hundred instructions: who plays when a bot plays hands on in its mind.

It builds a handful of plays from the groups of a hand, where the generator would list hundreds, and takes the
cheapest: on lead low cards, many at once, no group broken up; in answer the lowest that does; bombs for points
or when somebody is about to go out. Jokers go into bombs alone, until few cards are left.
"""

from libc.stdint cimport uint64_t

from fiftyk._bits cimport (
    ONES, above, at_least, at_least_1, at_least_4, bit_of, exactly, highest, lowest, nibble,
    ones, popcount4, rank_of, size, total,
)
from fiftyk._combos cimport (
    CHAIN, FIFTYK_RANKS, beats, bomb_strength, cannot_answer, fives, line, pure_suits, readings, straight_ranks,
    straight_tops,
)
from fiftyk._position cimport points
from fiftyk._random cimport Random, draw
from fiftyk._types cimport (
    AIRPLANE, AIRPLANE_ONE, AIRPLANE_TWO, BOMB, FIFTYK, LOOSE_KICKERS, LOW_ACE_STRAIGHTS, MAX_READINGS, NO_KICKERS,
    NO_STRAIGHTS, NOBODY, PAIR, PAIR_CHAIN, PURE_FIFTYK, RANK_A, SINGLE, STRAIGHT, STRAIGHT_FLUSH, TRIPLE, TRIPLE_ONE,
    TRIPLE_TWO, Hand, Play, Pos, Rules, kind_of, meta, n_of, rank_of_play,
)

cdef enum:
    # Points on the table for which a bomb is played, and cards with which a seat is about to go out.
    WORTH_A_BOMB = 15
    ALARM = 3
    DEAR = 1 << 20


cdef inline uint64_t naturals_of(const Rules* rules, const Hand* hand) noexcept nogil:
    return hand.counts & ~<uint64_t>15 if rules.wild else hand.counts


# ---- plays from groups -------------------------------------------------------------------------

cdef inline void nothing(Play* play) noexcept nogil:
    play.counts = play.suits = play.twice = 0


cdef void add(const Hand* hand, Play* play, int rank, int k) noexcept nogil:
    """Puts k cards of a rank into a play that has none of it: those without a suit that matters first."""
    cdef int suits = nibble(hand.suits, rank), twice = nibble(hand.twice, rank), suit
    cdef int live = k - (nibble(hand.counts, rank) - popcount4(suits) - popcount4(twice))
    play.counts += k * bit_of(rank)
    for suit in range(4):
        if live <= 0:
            return
        if suits >> suit & 1:
            play.suits |= <uint64_t>1 << (4 * rank + suit)
            live -= 1
            if live > 0 and twice >> suit & 1:
                play.twice |= <uint64_t>1 << (4 * rank + suit)
                live -= 1


cdef void add_each(const Hand* hand, Play* play, uint64_t ranks, int k) noexcept nogil:
    """The same for each rank of a spaced mask."""
    if hand.suits == 0:
        play.counts += k * ranks
        return
    while ranks:
        add(hand, play, rank_of(ranks), k)
        ranks &= ranks - 1


cdef inline int one_suit(const Play* play) noexcept nogil:
    """The suit of cards that are one of each rank and all of a suit, else NOBODY."""
    cdef int suit
    for suit in range(4):
        if play.suits >> suit & play.counts == play.counts:
            return suit
    return NOBODY


cdef bint add_kickers(const Rules* rules, const Hand* hand, Play* play, uint64_t chain, int n, int each) noexcept nogil:
    """Completes n triples by their kickers, from the smallest groups and the lowest ranks; whether it can."""
    cdef uint64_t pool = hand.counts & ~(15 * chain), mask
    cdef bint loose = rules.kickers == LOOSE_KICKERS
    cdef int need = n * each if loose else n
    cdef int group = 1 if loose else each
    cdef int take
    while group <= 4:
        mask = exactly(pool, group) if group < 4 else at_least_4(pool)
        while mask and need:
            # Never three of a rank, which could be read as another triple.
            take = each if not loose else group if group < 2 else 2
            if loose and take > need:
                take = need
            add(hand, play, rank_of(mask), take)
            mask &= mask - 1
            need -= take if loose else 1
        if need == 0:
            return True
        group += 1
    return False


cdef inline void consider(
    const Rules* rules, const Hand* hand, Play* play, bint on_lead, Play* best, int* least
) noexcept nogil:
    cdef int cost = cost_of(rules, hand, play, on_lead)
    if cost < least[0]:
        least[0] = cost
        best[0] = play[0]


cdef int cost_of(const Rules* rules, const Hand* hand, const Play* play, bint on_lead) noexcept nogil:
    cdef uint64_t naturals = naturals_of(rules, hand)
    cdef uint64_t used, left, taken, broken
    cdef int cost = rank_of_play(play), jokers = 0, cards = total(play.counts)
    cdef bint bomb = kind_of(play) >= FIFTYK
    if play.suits == 0:
        return 0
    used = play.counts
    if rules.wild:
        jokers = <int>(used & 15)
        used ^= jokers
    left = naturals - used
    taken = at_least_1(used)
    broken = taken & at_least_1(left)
    if bomb:
        # The weakest first: a mixed 510K, a bomb by its size.
        cost = 13 * n_of(play) + rank_of_play(play) if kind_of(play) == BOMB else 3 * cost
    if on_lead:
        cost = 6 * cost - 60 * cards + 30 * size(broken) - 40 * size(taken ^ broken) - 3 * points(play.counts)
        cost += 120 * jokers + (1000 if bomb else -200)
    else:
        cost = 5 * cost - 2 * points(play.counts) + 80 * size(broken) + 120 * jokers + (600 if bomb else 0)
    # A bomb that is broken up is a bomb less.
    return cost + 150 * size(broken & at_least_4(naturals))


# ---- leads -------------------------------------------------------------------------------------

cdef void lead_chain(
    const Rules* rules, const Hand* hand, int kind, int k, uint64_t groups, Play* best, int* least
) noexcept nogil:
    """The longest chains of a mask of groups, each with its kickers if it may have them."""
    cdef uint64_t x = groups & CHAIN, run, bit
    cdef Play play
    cdef int n, each
    while x:
        bit = lowest(x)
        run = bit
        while x & bit << 4:
            bit <<= 4
            run |= bit
        x &= ~run
        n = size(run)
        if n < 2:
            continue
        nothing(&play)
        add_each(hand, &play, run, k)
        play.suits |= meta(kind, n, rank_of(bit))
        consider(rules, hand, &play, True, best, least)
        if k == 3 and rules.kickers != NO_KICKERS:
            for each in range(1, 3):
                nothing(&play)
                add_each(hand, &play, run, 3)
                if add_kickers(rules, hand, &play, run, n, each):
                    play.suits |= meta(AIRPLANE_ONE if each == 1 else AIRPLANE_TWO, n, rank_of(bit))
                    consider(rules, hand, &play, True, best, least)


cdef void straight_from(
    const Rules* rules, const Hand* hand, uint64_t top, int n, bint on_lead, Play* best, int* least
) noexcept nogil:
    """The straight of n cards with a top on the line."""
    cdef Play play
    cdef int rank = rank_of(top) - (rules.straights == LOW_ACE_STRAIGHTS)
    nothing(&play)
    add_each(hand, &play, straight_ranks(rules, top, n), 1)
    if rules.flushes and one_suit(&play) != NOBODY:
        play.suits |= meta(STRAIGHT_FLUSH, n, rank)
    else:
        play.suits |= meta(STRAIGHT, n, rank)
    consider(rules, hand, &play, on_lead, best, least)


cdef void lead_straights(const Rules* rules, const Hand* hand, Play* best, int* least) noexcept nogil:
    cdef uint64_t x = line(rules, at_least_1(hand.counts)), y = fives(x), mask
    cdef int n = 5
    while y and n <= 13:
        mask = straight_tops(rules, ONES, n) & y
        while mask:
            straight_from(rules, hand, lowest(mask), n, True, best, least)
            mask &= mask - 1
        n += 1
        y = y << 4 & x


cdef bint best_lead(const Rules* rules, const Hand* hand, bint no_singles, Play* best) noexcept nogil:
    """The cheapest lead that is no bomb; whether there is one. no_singles: only where nothing else is there."""
    cdef uint64_t naturals = naturals_of(rules, hand)
    cdef uint64_t one = exactly(naturals, 1), two = exactly(naturals, 2), three = exactly(naturals, 3)
    cdef int least = DEAR, each, rank
    cdef Play play
    if two:
        nothing(&play)
        add(hand, &play, rank_of(two), 2)
        play.suits |= meta(PAIR, 1, rank_of(two))
        consider(rules, hand, &play, True, best, &least)
    if three:
        rank = rank_of(three)
        nothing(&play)
        add(hand, &play, rank, 3)
        play.suits |= meta(TRIPLE, 1, rank)
        consider(rules, hand, &play, True, best, &least)
        if rules.kickers != NO_KICKERS:
            for each in range(1, 3):
                nothing(&play)
                add(hand, &play, rank, 3)
                if add_kickers(rules, hand, &play, bit_of(rank), 1, each):
                    play.suits |= meta(TRIPLE_ONE if each == 1 else TRIPLE_TWO, 1, rank)
                    consider(rules, hand, &play, True, best, &least)
    if two & CHAIN:
        lead_chain(rules, hand, PAIR_CHAIN, 2, two, best, &least)
    if three & CHAIN:
        lead_chain(rules, hand, AIRPLANE, 3, three, best, &least)
        lead_chain(rules, hand, PAIR_CHAIN, 2, two | three, best, &least)
    if rules.straights != NO_STRAIGHTS:
        lead_straights(rules, hand, best, &least)
    if one and not (no_singles and least < DEAR):
        # Where a single card would let somebody out, the highest is led.
        rank = rank_of(highest(one) if no_singles else one)
        nothing(&play)
        add(hand, &play, rank, 1)
        play.suits |= meta(SINGLE, 1, rank)
        consider(rules, hand, &play, True, best, &least)
    return least < DEAR


# ---- answers -----------------------------------------------------------------------------------

cdef void answer_groups(
    const Rules* rules, const Hand* hand, const Play* last, int k, int each, Play* best, int* least
) noexcept nogil:
    """Answers to sets and chains of k cards a rank: of each number of cards held the lowest."""
    cdef int n = n_of(last), group, rank
    cdef uint64_t x = at_least(naturals_of(rules, hand), k), tops, bit, chain
    cdef Play play
    cdef bint chained = kind_of(last) == PAIR_CHAIN or kind_of(last) >= AIRPLANE
    if chained:
        x &= CHAIN
    tops = x
    for _ in range(1, n):
        tops = tops << 4 & x
    tops &= above(rank_of_play(last))
    group = k
    while tops:
        bit = lowest(tops)
        if n == 1 and group <= 4:
            # One rank: the whole group first, then of larger groups the lowest each.
            bit = lowest(exactly(naturals_of(rules, hand), group) & tops)
            group += 1
            if bit == 0:
                continue
        elif n == 1:
            return
        tops ^= bit
        rank = rank_of(bit)
        chain = ones(n) << 4 * (rank - n + 1)
        nothing(&play)
        add_each(hand, &play, chain, k)
        if each and not add_kickers(rules, hand, &play, chain, n, each):
            continue
        play.suits |= meta(kind_of(last), n, rank)
        consider(rules, hand, &play, False, best, least)


cdef bint cheapest_answer(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil:
    cdef int kind = kind_of(last), n = n_of(last), least = DEAR
    cdef uint64_t x, tops
    if kind == SINGLE:
        answer_groups(rules, hand, last, 1, 0, out, &least)
    elif kind == PAIR or kind == PAIR_CHAIN:
        answer_groups(rules, hand, last, 2, 0, out, &least)
    elif kind == TRIPLE or kind == AIRPLANE:
        answer_groups(rules, hand, last, 3, 0, out, &least)
    elif kind == TRIPLE_ONE or kind == AIRPLANE_ONE:
        answer_groups(rules, hand, last, 3, 1, out, &least)
    elif kind == TRIPLE_TWO or kind == AIRPLANE_TWO:
        answer_groups(rules, hand, last, 3, 2, out, &least)
    elif kind == STRAIGHT:
        x = tops = line(rules, at_least_1(hand.counts))
        for _ in range(1, n):
            tops = tops << 4 & x
        tops &= straight_tops(rules, above(rank_of_play(last)), n)
        while tops:
            straight_from(rules, hand, lowest(tops), n, False, out, &least)
            tops &= tops - 1
    return least < DEAR


cdef bint cheapest_bomb(const Rules* rules, const Hand* hand, const Play* last, Play* best) noexcept nogil:
    """The cheapest bomb or 510K that beats a play (last.suits == 0: any); whether there is one.

    Of a rank with jokers: the whole group of four or more, or of three if a joker makes four, and no more
    jokers than it takes.
    """
    cdef uint64_t naturals = naturals_of(rules, hand), mask
    cdef int wild = <int>(hand.counts & 15) if rules.wild else 0
    cdef int strength = bomb_strength(rules, last), least = DEAR, rank, held, n, suit, pure
    cdef Play play
    if strength <= 5 and at_least_1(naturals) & FIFTYK_RANKS == FIFTYK_RANKS:
        nothing(&play)
        add_each(hand, &play, FIFTYK_RANKS, 1)
        suit = one_suit(&play)
        play.suits |= meta(FIFTYK, 1, 0) if suit == NOBODY else meta(PURE_FIFTYK, 1, suit)
        if bomb_strength(rules, &play) > strength:
            consider(rules, hand, &play, False, best, &least)
        pure = pure_suits(hand.suits)
        for suit in range(4):
            if pure >> suit & 1 and 2 + suit > strength:
                play.counts = FIFTYK_RANKS
                play.suits = FIFTYK_RANKS << suit | meta(PURE_FIFTYK, 1, suit)
                play.twice = 0
                consider(rules, hand, &play, False, best, &least)
                break
    mask = at_least(naturals, 4 - wild if wild < 2 else 2)
    while mask:
        rank = rank_of(mask)
        mask &= mask - 1
        held = nibble(naturals, rank)
        n = max(held, 4)
        while n - held <= wild:
            nothing(&play)
            add(hand, &play, rank, held)
            play.counts += n - held
            play.suits |= meta(BOMB, n, rank)
            if bomb_strength(rules, &play) > strength:
                consider(rules, hand, &play, False, best, &least)
                break
            n += 1
    if wild == 4:
        nothing(&play)
        play.counts = 4
        play.suits = meta(BOMB, 4, 0)
        if bomb_strength(rules, &play) > strength:
            consider(rules, hand, &play, False, best, &least)
    return least < DEAR


# ---- the player --------------------------------------------------------------------------------

cdef inline bint friends(const Rules* rules, const Pos* pos, int a, int b) noexcept nogil:
    return a == b or (rules.seats == 4 and pos.side[a] == pos.side[b])


cdef int nearest_out(const Rules* rules, const Pos* pos, int seat) noexcept nogil:
    """The fewest cards that an opponent holds who holds any."""
    cdef int other, cards, fewest = 99
    for other in range(rules.seats):
        cards = total(pos.hands[other].counts)
        if cards and cards < fewest and not friends(rules, pos, seat, other):
            fewest = cards
    return fewest


cdef bint whole_hand(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil:
    """Whether the hand can be put down at once."""
    cdef Play found[MAX_READINGS]
    cdef int i, n
    # Anything in answer has as many cards as the play, or is a bomb.
    if last.suits and total(hand.counts) != total(last.counts) and size(at_least_1(hand.counts)) > 3:
        return False
    n = readings(rules, hand, found)
    for i in range(n):
        if last.suits == 0 or beats(rules, &found[i], last):
            out[0] = found[i]
            return True
    return False


cdef Play lead(const Rules* rules, const Hand* hand, bint no_singles) noexcept nogil:
    cdef Play play, pass_
    nothing(&pass_)
    if best_lead(rules, hand, no_singles, &play) or cheapest_bomb(rules, hand, &pass_, &play):
        return play
    # Jokers, and bombs that are not looked for.
    nothing(&play)
    add(hand, &play, rank_of(hand.counts), 1)
    play.suits |= meta(SINGLE, 1, rank_of(play.counts))
    return play


cdef Play sensible(const Rules* rules, const Pos* pos, Random* r) noexcept nogil:
    cdef int seat = pos.state.turn
    cdef const Hand* hand = &pos.hands[seat]
    cdef const Play* last = &pos.state.last
    cdef Play play
    cdef int danger, rank
    cdef uint64_t luck
    if last.suits and cannot_answer(rules, hand.counts, last):
        nothing(&play)
        return play
    if whole_hand(rules, hand, last, &play):
        return play
    danger = nearest_out(rules, pos, seat)
    if last.suits == 0:
        return lead(rules, hand, danger == 1)
    luck = draw(r)
    if friends(rules, pos, seat, pos.state.last_seat):
        # A low card of the partner's may be raised, no more.
        if (
            danger > ALARM and luck & 1 and rank_of_play(last) <= 6 and kind_of(last) < FIFTYK
            and cheapest_answer(rules, hand, last, &play) and rank_of_play(&play) <= 10
            and cost_of(rules, hand, &play, False) < 80
        ):
            return play
    elif cheapest_answer(rules, hand, last, &play):
        rank = rank_of_play(&play)
        # High cards are kept now and then while there is nothing to win.
        if danger <= ALARM or pos.state.table >= 10 or rank < RANK_A or luck & 3:
            return play
    elif (
        (danger <= ALARM or pos.state.table >= WORTH_A_BOMB or total(hand.counts) <= 8 or luck & 15 == 0)
        and cheapest_bomb(rules, hand, last, &play)
    ):
        return play
    nothing(&play)
    return play
