"""The table of the search: a bounded store of bounds, four entries to a cache line, on huge pages."""

from libc.stdint cimport (
    INT16_MAX, INT16_MIN, INT32_MAX, INT32_MIN, INT64_MAX, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
)
from libc.string cimport memset

from fiftyk._bits cimport ctz, highest

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
    """
    # Memory on cache lines, on huge pages where the system has them; not zeroed.
    void* table_memory "fk_table"(size_t size) noexcept nogil
    void free_memory "fk_free_table"(void* table) noexcept nogil

cdef enum:
    FIRST_BUCKETS = 1 << 13  # in use at first: half a megabyte


# ---- entries -----------------------------------------------------------------------------------

cdef inline int logarithm(uint64_t work) noexcept nogil:
    """Eight steps an octave, 1 to 255, from 1 to 2^31: what is above counts as that."""
    cdef int octave
    if work >> 31:
        return 255
    # The highest bit is alone, so that its index is that of the lowest.
    octave = ctz(highest(work))
    return 8 * octave + <int>((work << 3 >> octave) & 7) + 1


cdef inline uint32_t exponential(int logarithm) noexcept nogil:
    """The least work of this logarithm."""
    logarithm -= 1
    return <uint32_t>(<uint64_t>(8 + (logarithm & 7)) << (logarithm >> 3) >> 3)


cdef inline uint64_t work_of(uint64_t known) noexcept nogil:
    """The nodes that an entry took, rounded down by an eighth at most, at each writing."""
    return exponential(<int>(known >> 40 & 0xFF))


cdef inline uint64_t pack(const Known* k, uint64_t work, const Signature* sig) noexcept nogil:
    """16 bits each of the bounds, 8 of the points on the table and of the work, 16 of the signature.

    A bound that 16 bits cannot hold becomes the weaker one that they can. Work is never 0, nor is this.
    """
    cdef int lower = min(k.lower, INT16_MAX - 1), upper = max(k.upper, INT16_MIN + 1)
    return (
        <uint64_t><uint16_t>(max(lower, INT16_MIN)) | <uint64_t><uint16_t>(min(upper, INT16_MAX)) << 16
        | <uint64_t><uint8_t>k.table << 32 | <uint64_t>logarithm(work) << 40 | sig.b >> 48 << 48
    )


cdef inline Known with_bound(
    const Entry* entry, uint64_t known, int64_t value, bint is_lower, int table, int slope
) noexcept nogil:
    """What is known of a position with one bound more; entry: where it stands, or NULL."""
    cdef Known k
    cdef int slack
    if entry == NULL:
        k.lower = INT32_MIN
        k.upper = INT32_MAX
    else:
        unpack(known, &k)
        slack = slope * (k.table - table)
        if slack < 0:
            slack = -slack
        if k.lower != INT32_MIN:
            k.lower -= slack
        if k.upper != INT32_MAX:
            k.upper += slack
    k.table = table
    if is_lower:
        if value > k.lower:
            k.lower = <int32_t>min(value, <int64_t>INT16_MAX)
    elif value < k.upper:
        k.upper = <int32_t>max(value, <int64_t>INT16_MIN)
    return k


cdef inline void write(Entry* entry, const Signature* sig, const Known* k, uint64_t work) noexcept nogil:
    entry.known = pack(k, work, sig)
    entry.a = sig.a ^ entry.known


# ---- memory ------------------------------------------------------------------------------------

cdef uint64_t table_extend(Table* t) noexcept nogil:
    cdef uint64_t old = t.buckets
    if old == 0:
        t.buckets = t.first_buckets
        memset(t.entries, 0, t.buckets * BUCKET_SIZE)
    elif old < t.most_buckets:
        t.buckets = 2 * old
        return old
    return 0


cdef void table_move(Table* t, uint64_t first, uint64_t end) noexcept nogil:
    cdef uint64_t i = end
    cdef Entry moved[WAYS]
    cdef Entry* to
    cdef int filled[2]
    cdef int j, half
    # From the top down, so that no bucket is overwritten before it has been moved. Each is read once and
    # written once, for there may be much.
    while i > first:
        i -= 1
        to = t.entries + WAYS * 2 * i
        for j in range(WAYS):
            moved[j] = t.entries[WAYS * i + j]
        memset(to, 0, 2 * BUCKET_SIZE)
        filled[0] = 0
        filled[1] = WAYS
        for j in range(WAYS):
            half = (bucket_of(t, moved[j].a ^ moved[j].known) - t.entries) // WAYS & 1
            # The place of an empty entry goes to the next one. Neither half gets more than there were.
            to[filled[half]] = moved[j]
            filled[half] += moved[j].known != 0


cdef int64_t table_room(const Table* t) noexcept nogil:
    if t.buckets >= t.most_buckets:
        return INT64_MAX
    # Three quarters of the first part, and a quarter more of each.
    return WAYS * t.buckets // 4 * (3 if t.buckets == t.first_buckets else 1)


cdef bint table_take(Table* t, uint64_t size) noexcept nogil:
    cdef int halvings = 0
    t.buckets = 0
    t.most_buckets = size // BUCKET_SIZE
    if t.most_buckets == 0:
        t.most_buckets = 1
    if t.most_buckets >> 31:
        t.most_buckets = <uint64_t>1 << 31
    while t.most_buckets >> halvings > FIRST_BUCKETS:
        halvings += 1
    # A whole number of doublings from what is in use at first.
    t.most_buckets = t.most_buckets >> halvings << halvings
    t.entries = <Entry*>table_memory(t.most_buckets * BUCKET_SIZE)
    t.first_buckets = t.most_buckets >> halvings
    return t.entries != NULL


cdef void table_free(Table* t) noexcept nogil:
    free_memory(t.entries)
    t.entries = NULL


cdef int64_t table_grow(Table* t) noexcept nogil:
    table_move(t, 0, table_extend(t))
    return table_room(t)


# ---- use ---------------------------------------------------------------------------------------

cdef inline Entry* cheapest(const Table* t, uint64_t a) noexcept nogil:
    """The entry of a bucket that took the least work."""
    cdef Entry* bucket = bucket_of(t, a)
    cdef Entry* entry = bucket
    cdef int i
    for i in range(1, WAYS):
        # The logarithms of the work, below which there are only bounds and points.
        if (bucket[i].known << 16 >> 56) < (entry.known << 16 >> 56):
            entry = &bucket[i]
    return entry


cdef inline bint put(
    Table* t, Entry* entry, uint64_t word, const Signature* sig, const Known* k, uint64_t work
) noexcept nogil:
    """Writes an entry, one that says this word, or else the cheapest; whether that was an empty one."""
    cdef bint fills = False
    if entry != NULL:
        work += work_of(word)
    else:
        entry = cheapest(t, sig.a)
        fills = entry.known == 0
    write(entry, sig, k, work)
    return fills


cdef bint table_keep(
    Table* t, const Signature* sig, int64_t value, bint is_lower, int table, int slope, uint64_t work
) noexcept nogil:
    cdef uint64_t word = 0
    cdef Entry* entry = entry_of(t, sig, &word)
    cdef Known k = with_bound(entry, word, value, is_lower, table, slope)
    return put(t, entry, word, sig, &k, work)


cdef bint table_note(Table* t, const Signature* sig, int32_t lower, int32_t upper, uint64_t work) noexcept nogil:
    cdef uint64_t word = 0
    cdef Entry* entry = entry_of(t, sig, &word)
    cdef Known k
    k.lower = lower
    k.upper = upper
    k.table = 0
    return put(t, entry, word, sig, &k, work)


cdef void table_keep_recent(
    Table* t, const Signature* sig, int64_t value, bint is_lower, int table, int slope
) noexcept nogil:
    cdef uint64_t word = 0
    cdef Entry* entry = entry_of(t, sig, &word)
    cdef Known k = with_bound(entry, word, value, is_lower, table, slope)
    cdef int i
    if entry == NULL:
        entry = bucket_of(t, sig.a)
        for i in range(WAYS - 1, 0, -1):
            entry[i] = entry[i - 1]
    write(entry, sig, &k, 1)
