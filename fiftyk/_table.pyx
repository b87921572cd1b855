"""The table of the search: a bounded store of bounds, two entries to a cache line, on huge pages."""

from libc.stdint cimport INT32_MAX, INT32_MIN, INT64_MAX, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    #define FK_HUGE_PAGE ((size_t)2 << 20)
    #if defined(_WIN32)
    #include <malloc.h>
    static void *fk_table(size_t bytes) { return _aligned_malloc(bytes, 64); }
    static void fk_free_table(void *p) { _aligned_free(p); }
    #else
    static void *fk_table(size_t bytes) {
        void *p = NULL;
        if (posix_memalign(&p, bytes < FK_HUGE_PAGE ? 64 : FK_HUGE_PAGE, bytes)) return NULL;
    #if defined(MADV_HUGEPAGE)
        if (bytes >= FK_HUGE_PAGE) (void)madvise(p, bytes, MADV_HUGEPAGE);
    #endif
        return p;
    }
    static void fk_free_table(void *p) { free(p); }
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define fk_prefetch(p) __builtin_prefetch(p)
    #else
    #define fk_prefetch(p) ((void)(p))
    #endif
    """
    void prefetch "fk_prefetch"(const void* p) noexcept nogil
    # Memory on cache lines, on huge pages where the system has them; not zeroed.
    void* table_memory "fk_table"(size_t size) noexcept nogil
    void free_memory "fk_free_table"(void* table) noexcept nogil

cdef enum:
    WAYS = 2                 # entries a bucket: one cache line
    FIRST_BUCKETS = 1 << 13  # in use at first: half a megabyte


cdef inline uint64_t check_a(const Known* k) noexcept nogil:
    return <uint64_t><uint32_t>k.lower | <uint64_t><uint32_t>k.upper << 32


cdef inline uint64_t check_b(const Known* k) noexcept nogil:
    return <uint64_t><uint32_t>k.table | <uint64_t>k.work << 32


cdef inline Entry* bucket_of(const Table* t, uint64_t a) noexcept nogil:
    """The first of the WAYS entries where a position may be: the high half of a, scaled to the buckets."""
    return t.entries + WAYS * ((a >> 32) * t.buckets >> 32)


cdef void use_buckets(Table* t, uint64_t buckets) noexcept nogil:
    """Takes more of the memory into use, twice as much or, at first, what is asked for.

    Memory that the search does not need is never touched, and the entries stay close together. An
    entry of bucket i goes to 2i or 2i + 1, the next bit of its signature; from the top down, so that no
    bucket is overwritten before it has been moved.
    """
    cdef uint64_t old = t.buckets, i
    cdef Entry moved[WAYS]
    cdef Entry* to
    cdef int j
    memset(t.entries + WAYS * old, 0, (buckets - old) * WAYS * sizeof(Entry))
    t.buckets = buckets
    for i in range(old):
        for j in range(WAYS):
            moved[j] = t.entries[WAYS * (old - 1 - i) + j]
        memset(t.entries + WAYS * (old - 1 - i), 0, WAYS * sizeof(Entry))
        for j in range(WAYS):
            if moved[j].known.work:
                to = bucket_of(t, moved[j].a ^ check_a(&moved[j].known))
                # Of the two buckets that this one becomes, neither has had more than its two entries.
                if to.known.work:
                    to += 1
                to[0] = moved[j]


cdef bint table_take(Table* t, uint64_t size) noexcept nogil:
    cdef int halvings = 0
    t.buckets = 0
    t.most_buckets = size // (WAYS * sizeof(Entry))
    if t.most_buckets == 0:
        t.most_buckets = 1
    if t.most_buckets >> 31:
        t.most_buckets = <uint64_t>1 << 31
    while t.most_buckets >> halvings > FIRST_BUCKETS:
        halvings += 1
    # A whole number of doublings from what is in use at first.
    t.most_buckets = t.most_buckets >> halvings << halvings
    t.entries = <Entry*>table_memory(t.most_buckets * WAYS * sizeof(Entry))
    t.first_buckets = t.most_buckets >> halvings
    return t.entries != NULL


cdef void table_free(Table* t) noexcept nogil:
    free_memory(t.entries)
    t.entries = NULL


cdef int64_t table_grow(Table* t) noexcept nogil:
    cdef uint64_t old = t.buckets
    if old < t.most_buckets:
        use_buckets(t, 2 * old if old else t.first_buckets)
    # It should double when three quarters are in use.
    return WAYS * (t.buckets - old) * (2 if old else 3) // 4 if t.buckets < t.most_buckets else INT64_MAX


cdef void table_prefetch(const Table* t, const Signature* sig) noexcept nogil:
    prefetch(bucket_of(t, sig.a))


cdef Entry* entry_of(const Table* t, const Signature* sig, Known* known) noexcept nogil:
    """The entry of a position and a copy of what it says; NULL if there is none."""
    cdef Entry* entry = bucket_of(t, sig.a)
    cdef int i
    for i in range(WAYS):
        known[0] = entry[i].known
        if known.work and entry[i].a == sig.a ^ check_a(known) and entry[i].b == sig.b ^ check_b(known):
            return &entry[i]
    return NULL


cdef bint table_find(const Table* t, const Signature* sig, Known* known) noexcept nogil:
    return entry_of(t, sig, known) != NULL


cdef bint table_keep(
    Table* t, const Signature* sig, int64_t value, bint is_lower, int table, int slope, uint64_t work
) noexcept nogil:
    cdef Known k
    cdef Entry* entry = entry_of(t, sig, &k)
    cdef int64_t slack
    cdef bint fills = False
    if entry == NULL:
        entry = bucket_of(t, sig.a)
        # The one that was cheaper to find goes.
        if entry[1].known.work < entry[0].known.work:
            entry += 1
        fills = entry.known.work == 0
        k.lower = INT32_MIN
        k.upper = INT32_MAX
        k.work = 0
    else:
        slack = slope * (k.table - table)
        if slack < 0:
            slack = -slack
        if k.lower != INT32_MIN:
            k.lower -= slack
        if k.upper != INT32_MAX:
            k.upper += slack
    k.table = table
    if work > <uint64_t>0xFFFFFFFF - k.work:
        work = <uint64_t>0xFFFFFFFF - k.work
    k.work += <uint32_t>work
    # A bound that 32 bits cannot hold becomes the weaker one that they can.
    if is_lower:
        if value >= INT32_MAX:
            value = INT32_MAX - 1
        if value > k.lower:
            k.lower = <int32_t>value
    else:
        if value <= INT32_MIN:
            value = INT32_MIN + 1
        if value < k.upper:
            k.upper = <int32_t>value
    entry.known = k
    entry.a = sig.a ^ check_a(&k)
    entry.b = sig.b ^ check_b(&k)
    return fills
