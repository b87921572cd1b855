"""Inline helpers on packed rank counts.

A *count word* is 64 bits of 16 nibbles: nibble r holds how many cards of rank code r there are
(0 = W, the wild joker; 1..13 = 3 4 5 6 7 8 9 T J Q K A 2; 14 = L, 15 = B). A nibble never exceeds
8 (eight naturals, four jokers), so adding up parts of a hand never carries between nibbles.

A *spaced mask* is a set of ranks as a count word of zeros and ones: bit 4r stands for rank r. Chains
of ranks are found by shifting spaced masks by 4; k cards of each rank of a mask are k * mask.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    /* FIFTYK_PLAIN leaves the compiler no help, so that what other compilers get can be tested. */
    #if !defined(FIFTYK_PLAIN)
    #define FIFTYK_PLAIN 0
    #endif
    #if defined(_MSC_VER) && !defined(__clang__) && !FIFTYK_PLAIN
    #include <intrin.h>
    static CYTHON_INLINE int fk_ctz(uint64_t x) {
        unsigned long i;
    #if defined(_M_X64) || defined(_M_ARM64)
        _BitScanForward64(&i, x);
    #else
        if (!_BitScanForward(&i, (uint32_t)x)) { _BitScanForward(&i, (uint32_t)(x >> 32)); i += 32; }
    #endif
        return (int)i;
    }
    static CYTHON_INLINE uint64_t fk_highest(uint64_t x) {
        unsigned long i;
    #if defined(_M_X64) || defined(_M_ARM64)
        _BitScanReverse64(&i, x);
    #else
        if (_BitScanReverse(&i, (uint32_t)(x >> 32))) i += 32; else _BitScanReverse(&i, (uint32_t)x);
    #endif
        return (uint64_t)1 << i;
    }
    #elif (defined(__GNUC__) || defined(__clang__)) && !FIFTYK_PLAIN
    static CYTHON_INLINE int fk_ctz(uint64_t x) { return __builtin_ctzll(x); }
    static CYTHON_INLINE uint64_t fk_highest(uint64_t x) { return UINT64_C(1) << 63 >> __builtin_clzll(x); }
    #else
    static CYTHON_INLINE uint64_t fk_highest(uint64_t x) {
        x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
        return x ^ x >> 1;
    }
    static CYTHON_INLINE int fk_ctz(uint64_t x) {
        int i = 0, step;
        for (x &= 0 - x, step = 32; step; step >>= 1)
            if (x >> step) { x >>= step; i += step; }
        return i;
    }
    #endif
    #if defined(__SIZEOF_INT128__) && !FIFTYK_PLAIN
    static CYTHON_INLINE uint64_t fk_fold(uint64_t a, uint64_t b) {
        unsigned __int128 p = (unsigned __int128)a * b;
        return (uint64_t)p ^ (uint64_t)(p >> 64);
    }
    #else
    static CYTHON_INLINE uint64_t fk_fold(uint64_t a, uint64_t b) {
        uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
        uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
        uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
        return (a * b) ^ (hh + (lh >> 32) + (hl >> 32) + (mid >> 32));
    }
    #endif
    #define FK_ONES UINT64_C(0x1111111111111111)
    """
    # Index of the lowest set bit; x must not be 0.
    int ctz "fk_ctz"(uint64_t x) noexcept nogil
    # The highest set bit alone; x must not be 0.
    uint64_t highest "fk_highest"(uint64_t x) noexcept nogil
    # The two halves of the 128-bit product, xor-ed: the mixing step of the signature.
    uint64_t fold "fk_fold"(uint64_t a, uint64_t b) noexcept nogil
    const uint64_t ONES "FK_ONES"


cdef inline int rank_of(uint64_t bit) noexcept nogil:
    """The rank of a one-rank spaced mask (or of its lowest rank)."""
    return ctz(bit) >> 2


cdef inline int size(uint64_t mask) noexcept nogil:
    """How many ranks a spaced mask of at most 15 ranks has: one multiplication adds its nibbles."""
    return <int>((mask * ONES) >> 60)


cdef inline int total(uint64_t counts) noexcept nogil:
    """How many cards a count word holds."""
    cdef uint64_t x = (counts & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((counts >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return <int>((x * <uint64_t>0x0101010101010101) >> 56)


cdef inline int nibble(uint64_t word, int rank) noexcept nogil:
    """The nibble of a rank: its number of cards, or its set of suits."""
    return <int>((word >> (4 * rank)) & 15)


cdef inline uint64_t bit_of(int rank) noexcept nogil:
    """The spaced mask of one rank."""
    return <uint64_t>1 << (4 * rank)


cdef inline uint64_t at_least_1(uint64_t c) noexcept nogil:
    """Spaced mask of the ranks of which a count word has one card or more; so on below."""
    c |= c >> 2
    return (c | c >> 1) & ONES


cdef inline uint64_t at_least_2(uint64_t c) noexcept nogil:
    return (c >> 1 | c >> 2 | c >> 3) & ONES


cdef inline uint64_t at_least_3(uint64_t c) noexcept nogil:
    return ((c & c >> 1) | c >> 2 | c >> 3) & ONES


cdef inline uint64_t at_least_4(uint64_t c) noexcept nogil:
    return (c >> 2 | c >> 3) & ONES


cdef inline uint64_t at_least(uint64_t c, int k) noexcept nogil:
    """The same for any k from 0 to 8: adding 8 - k lifts exactly the nibbles of k to 15 to bit 3.

    Nibbles are at most 8 where this is used (naturals of a hand), so nothing carries.
    """
    return ((c + (8 - k) * ONES) >> 3) & ONES


cdef inline uint64_t exactly(uint64_t c, int k) noexcept nogil:
    """Spaced mask of the ranks of which a count word has exactly k cards (k from 0 to 15)."""
    return ~at_least_1(c ^ (<uint64_t>k * ONES)) & ONES


cdef inline uint64_t above(int rank) noexcept nogil:
    """Spaced mask of all ranks higher than a rank code (0 to 15)."""
    return (ONES << (4 * rank)) << 4


cdef inline uint64_t ones(int n) noexcept nogil:
    """Spaced mask of the n lowest ranks, 1 <= n <= 16."""
    return ONES >> (64 - 4 * n)


cdef inline uint64_t lowest(uint64_t mask) noexcept nogil:
    """The lowest set bit alone."""
    return mask & (~mask + 1)


cdef inline uint64_t not_below(uint64_t ranks) noexcept nogil:
    """The ranks above which there is none of these: a play of such a rank is not beaten by theirs."""
    return ONES & ~(highest(ranks) - 1) if ranks else ONES


# Straights of the flush rule sets run over *places*: A(low) 2 3 4 .. K A(high), numbers 0 to 13, as
# spaced masks. The ace has two places; a straight never uses both (RULES.md 2).
cdef inline uint64_t places(uint64_t ranks) noexcept nogil:
    """The spaced mask of the places that a spaced mask of ranks fills."""
    return (ranks & <uint64_t>0x1111111111110) << 4 | (ranks >> 48 & 1) | (ranks >> 52 & 1) << 4


cdef inline uint64_t ranks_of_places(uint64_t run) noexcept nogil:
    """The spaced mask of ranks that a spaced mask of places stands for: the inverse of places()."""
    return (run >> 4 & <uint64_t>0x1111111111110) | (run & 1) << 48 | (run >> 4 & 1) << 52


cdef inline int popcount4(uint64_t suits) noexcept nogil:
    """How many suits a set of four has."""
    return <int>((<uint64_t>0x4332322132212110 >> (4 * suits)) & 15)


cdef extern from *:
    """
    /* Moves the nibbles of a word that a spaced mask keeps together, the lowest first. */
    #if defined(__BMI2__) && !FIFTYK_PLAIN
    #include <immintrin.h>
    typedef struct { uint64_t nibbles; } fk_squeezer;
    static CYTHON_INLINE fk_squeezer fk_squeeze_by(uint64_t keep) { fk_squeezer s = {15 * keep}; return s; }
    static CYTHON_INLINE uint64_t fk_squeeze(const fk_squeezer *s, uint64_t x) { return _pext_u64(x, s->nibbles); }
    #else
    /* A nibble has to move down by the number of gaps below it, a prefix sum of the gaps. Its bits are
       applied from the lowest: order is kept and no two nibbles meet (Hacker's Delight, 7-4). */
    typedef struct { uint64_t nibbles, move[4]; } fk_squeezer;
    static CYTHON_INLINE fk_squeezer fk_squeeze_by(uint64_t keep) {
        fk_squeezer s = {15 * keep, {0, 0, 0, 0}};
        uint64_t shift = ((FK_ONES & ~keep) * FK_ONES) & s.nibbles;
        for (int i = 0; i < 4; i++) {
            uint64_t move = 15 * (shift >> i & FK_ONES);
            s.move[i] = move;
            shift = (shift & ~move) | (shift & move) >> (4 << i);
        }
        return s;
    }
    static CYTHON_INLINE uint64_t fk_squeeze(const fk_squeezer *s, uint64_t x) {
        x &= s->nibbles;
        for (int i = 0; i < 4; i++)
            x = (x & ~s->move[i]) | (x & s->move[i]) >> (4 << i);
        return x;
    }
    #endif
    """
    ctypedef struct Squeezer "fk_squeezer":
        pass
    Squeezer squeeze_by "fk_squeeze_by"(uint64_t keep) noexcept nogil
    uint64_t squeeze "fk_squeeze"(const Squeezer* squeezer, uint64_t word) noexcept nogil
