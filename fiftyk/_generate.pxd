"""Listing of legal plays."""

from libc.stdint cimport uint64_t

from fiftyk._types cimport Hand, Play, Rules

# Writes the plays that `hand` may make on `last` (last.suits == 0: on lead) to `out`, the pass
# first where it is legal, and returns how many. One play for each different choice of counts and of
# the faces in hand.suits / hand.twice: a hand reduced to its live suits gives the classes of RULES.md
# 11, a full one every play. `out` must have room for count_plays(rules, hand, last) of them.
#
# Order: kind, n, rank; then the counts as a number (rank 3 the lowest digit), then the faces rank by
# rank from the highest, by (suits taken, suits taken twice) as numbers. Plays of triples with kickers:
# kind, n, rank; the triples' faces; then the kickers rank by rank from the highest, by (how many, suits
# taken, suits taken twice). The order depends on nothing but the hand and the last play.
cdef Py_ssize_t generate(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil

# Where the play is that generate() would write to out[i]; by_kind is from count_plays, for the same arguments. Plays
# with loose kickers, of which there may be ten thousands, are not listed; `room` must be enough for the others.
cdef const Play* nth_play(
    const Rules* rules, const Hand* hand, const Play* last, const uint64_t* by_kind, uint64_t i, Play* room
) noexcept nogil
