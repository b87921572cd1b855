"""Asks the C side of fiftyk and its Python side the same questions, for full deals of every rule set."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from fiftyk._core cimport (
    Move, N_KINDS, Play, Position, Signature, Undo, beats, count_plays, generate, make, nth_play, signature, unmake,
)

import fiftyk as fk

cdef enum:
    # Pairs of so many plays are compared.
    COMPARED = 60


cdef bytes signature_of(Position position):
    cdef Signature s
    twin = position.classes()
    s = signature(&position.table_.c, &twin)
    return int(s.a).to_bytes(8, "big") + int(s.b).to_bytes(8, "big")


cdef int check_position(Position position) except -1:
    """Returns how many plays were checked."""
    cdef Py_ssize_t i, j, n
    cdef Undo undo
    cdef int seat = position.c.state.turn
    cdef uint64_t by_kind[<int>N_KINDS]
    cdef Play* plays
    cdef Play* room
    for i in range(N_KINDS):
        by_kind[i] = 0
    listed = position.legal_moves(faces=True)
    n = count_plays(&position.table_.c, &position.c.hands[seat], &position.c.state.last, by_kind)
    assert n == len(listed) > 0
    assert signature_of(position) == position.key
    text = str(position)
    plays = <Play*>malloc(n * sizeof(Play))
    room = <Play*>malloc(n * sizeof(Play))
    assert plays != NULL and room != NULL
    try:
        assert generate(&position.table_.c, &position.c.hands[seat], &position.c.state.last, plays) == n
        for i in range(n):
            assert Move.wrap(&plays[i]) == listed[i]
            make(&position.table_.c, &position.c, &plays[i], &undo)
            after = str(position)
            unmake(&position.c, &undo)
            assert str(position) == text
            position.push(listed[i])
            assert str(position) == after
            position.pop()
        for i in range(n):
            assert Move.wrap(
                nth_play(&position.table_.c, &position.c.hands[seat], &position.c.state.last, by_kind, i, room)
            ) == listed[i]
        for i in range(min(n, COMPARED)):
            for j in range(min(n, COMPARED)):
                if not (listed[i].is_pass or listed[j].is_pass):
                    assert beats(&position.table_.c, &plays[i], &plays[j]) == position.rules.beats(
                        listed[i], listed[j]
                    )
    finally:
        free(plays)
        free(room)
    return n


def check():
    """Check a lead and an answer of every rule set; return how many plays that were."""
    cdef int checked = 0
    for name in fk.rule_sets():
        # A hand of flush2 has thousands of plays with kickers: an answer to a single has few.
        position = fk.rules(name).deal(seed=1)
        if name != "flush2":
            checked += check_position(position)
        position.push(next(move for move in position.legal_moves() if move.kind == "single"))
        checked += check_position(position)
    return checked
