"""Random numbers in C: xoshiro256++ (Blackman and Vigna, 2019), one generator for each numbered piece of work.

The four words of a generator's state are the outputs k = 1 to 4 of SplitMix64, mix(state + k * GOLDEN), whose
state is mix(seed + GOLDEN) + i: the states of two numbers i of a seed have no word in common.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #define FK_GOLDEN UINT64_C(0x9E3779B97F4A7C15)
    """
    const uint64_t GOLDEN "FK_GOLDEN"

ctypedef struct Random:
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t d


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """The output of SplitMix64 for a state."""
    z = (z ^ z >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t>0x94D049BB133111EB
    return z ^ z >> 31


cdef inline void begin(Random* r, uint64_t seed, uint64_t i) noexcept nogil:
    """The generator number i of a seed."""
    cdef uint64_t state = mix(seed + GOLDEN) + i
    r.a = mix(state + GOLDEN)
    r.b = mix(state + 2 * GOLDEN)
    r.c = mix(state + 3 * GOLDEN)
    r.d = mix(state + 4 * GOLDEN)


cdef inline uint64_t rotated(uint64_t x, int by) noexcept nogil:
    return x << by | x >> (64 - by)


cdef inline uint64_t draw(Random* r) noexcept nogil:
    """The next 64 bits."""
    cdef uint64_t result = rotated(r.a + r.d, 23) + r.a
    cdef uint64_t t = r.b << 17
    r.c ^= r.a
    r.d ^= r.b
    r.b ^= r.c
    r.a ^= r.d
    r.c ^= t
    r.d = rotated(r.d, 45)
    return result


cdef inline uint64_t below(Random* r, uint64_t n) noexcept nogil:
    """A number from 0 to n - 1, n >= 1, all equally likely."""
    cdef uint64_t product, least
    if n >> 32 == 0:
        # Lemire (2019): of the product with 32 random bits the high half, unless the low half is among
        # the 2^32 mod n values that would make some numbers likelier.
        product = (draw(r) >> 32) * n
        if <uint32_t>product < n:
            least = ((<uint64_t>1 << 32) - n) % n
            while <uint32_t>product < least:
                product = (draw(r) >> 32) * n
        return product >> 32
    # 2^64 mod n values are left out at the low end.
    least = (0 - n) % n
    product = draw(r)
    while product < least:
        product = draw(r)
    return product % n
