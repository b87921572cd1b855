"""The table of the search: bounds of positions by their signatures, in memory taken once."""

from libc.stdint cimport (
    INT16_MAX, INT16_MIN, INT32_MAX, INT32_MIN, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t,
)

from fiftyk._position cimport Signature

# What is known of a position: bounds of its future value when so many points lie on the table.
ctypedef struct Known:
    int32_t lower           # INT32_MIN: none
    int32_t upper           # INT32_MAX: none
    int32_t table           # 0 to 255

# 16 bytes, four to a cache line: 80 bits of the signature and what is known. The signature is kept xor-ed
# with the rest: when two threads write one entry at once, what comes out matches no signature.
ctypedef struct Entry:
    uint64_t a
    uint64_t known          # see pack() of _table.pyx; 0: an empty entry

ctypedef struct Table:
    Entry* entries          # room for most_buckets, of which so many are in use
    uint64_t buckets
    uint64_t first_buckets
    uint64_t most_buckets

cdef enum:
    BUCKET_SIZE = 64        # bytes: one cache line
    WAYS = 4                # entries a bucket

# Takes memory for about so many bytes, one bucket at least. Returns whether it was to be had. table_grow
# takes the first buckets into use.
cdef bint table_take(Table* t, uint64_t size) noexcept nogil

cdef void table_free(Table* t) noexcept nogil

# Doubles the part in use if there is more, not while other threads use the table. Memory that the search does not
# need is never touched, and the entries stay close together. Returns table_room.
cdef int64_t table_grow(Table* t) noexcept nogil

# How many empty entries may be filled, once it has grown, before it should grow again: when rather more than half is
# in use. INT64_MAX if there is no more.
cdef int64_t table_room(const Table* t) noexcept nogil

# The same in steps, which threads can share. table_extend takes the new part into use and returns how many buckets
# are to be moved: all that were in use. table_move takes bucket i to 2i or 2i + 1, as the next bit of its signatures
# says. When those from `end` on are moved, those from end / 2 to `end` go to where nothing is left: any parts of them
# at once.
cdef uint64_t table_extend(Table* t) noexcept nogil
cdef void table_move(Table* t, uint64_t first, uint64_t end) noexcept nogil

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define fk_prefetch(p) __builtin_prefetch(p)
    #else
    #define fk_prefetch(p) ((void)(p))
    #endif
    """
    void prefetch "fk_prefetch"(const void* p) noexcept nogil


cdef inline Entry* bucket_of(const Table* t, uint64_t a) noexcept nogil:
    """The first of the WAYS entries where a position may be: the high half of a, scaled to the buckets."""
    return t.entries + WAYS * ((a >> 32) * t.buckets >> 32)


cdef inline Entry* entry_of(const Table* t, const Signature* sig, uint64_t* known) noexcept nogil:
    """The entry of a position and a copy of what it says; NULL if there is none."""
    cdef Entry* entry = bucket_of(t, sig.a)
    cdef int i
    for i in range(WAYS):
        known[0] = entry[i].known
        if entry[i].a == sig.a ^ known[0] and (known[0] ^ sig.b) >> 48 == 0 and known[0]:
            return &entry[i]
    return NULL


cdef inline void unpack(uint64_t known, Known* k) noexcept nogil:
    """What an entry says."""
    k.lower = <int16_t>(known & 0xFFFF)
    if k.lower == INT16_MIN:
        k.lower = INT32_MIN
    k.upper = <int16_t>(known >> 16 & 0xFFFF)
    if k.upper == INT16_MAX:
        k.upper = INT32_MAX
    k.table = <uint8_t>(known >> 32 & 0xFF)


# Asks for the cache line of a position ahead of its use: it is rarely there.
cdef inline void table_prefetch(const Table* t, const Signature* sig) noexcept nogil:
    prefetch(bucket_of(t, sig.a))


# Copies what is known of a position; returns whether anything is.
cdef inline bint table_find(const Table* t, const Signature* sig, Known* known) noexcept nogil:
    cdef uint64_t word = 0
    if entry_of(t, sig, &word) == NULL:
        return False
    unpack(word, known)
    return True


# Keeps a bound of the future value. slope: how fast the value can move with the points on the table, which
# are in `table`; a bound that is kept already goes over to them. In a full bucket the entry that was cheapest
# to find goes. Returns whether it filled an empty entry.
cdef bint table_keep(
    Table* t, const Signature* sig, int64_t value, bint is_lower, int table, int slope, uint64_t work
) noexcept nogil

# The same, but in a full bucket the oldest entry goes.
cdef void table_keep_recent(
    Table* t, const Signature* sig, int64_t value, bint is_lower, int table, int slope
) noexcept nogil

# Keeps two numbers below 2^15 - 1 in place of bounds, and of what was there under this key.
cdef bint table_note(Table* t, const Signature* sig, int32_t lower, int32_t upper, uint64_t work) noexcept nogil
