"""Sequences of calls of the whole API as functions of bytes, for fuzzers and for tests.

They raise if a call does what the documents do not say: another error, another answer than a twin
gives, a position changed by a call that failed.
"""

import copy
import pickle
import sys
import threading

from fuzz.readers import LISTED, answer, seen
from fuzz.source import RULES, Source

import fiftyk as fk
from fiftyk import bulk

MOST_STEPS = 60


def sequence(data: bytes) -> None:
    """Positions, moves of other positions, pops too many, moves after the end, copies."""
    Session(Source(data)).run()


class Session:
    """A few positions with the moves that lead back, and moves from everywhere."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.positions: list[fk.Position] = []
        self.pushed: list[list[fk.Move]] = []
        self.roots: list[tuple[object, ...]] = []
        self.moves: list[fk.Move] = [fk.PASS]

    def run(self) -> None:
        steps = [
            self.push_legal, self.push_any, self.push_text, self.pop, self.copy, self.list_moves,
            self.identify, self.count, self.solve, self.playouts, self.in_bulk, self.compare,
            self.again, self.new,
        ]  # fmt: skip
        self.new()
        for _ in range(MOST_STEPS):
            if not self.source.left or not self.positions:
                break
            steps[self.source.below(len(steps))]()
        for pos, pushed, root in zip(self.positions, self.pushed, self.roots, strict=True):
            for move in reversed(pushed):
                assert pos.pop() == move
            assert seen(pos) == root

    def add(self, pos: fk.Position, pushed: list[fk.Move], root: tuple[object, ...]) -> None:
        if len(self.positions) < 5:
            self.positions.append(pos)
            self.pushed.append(pushed)
            self.roots.append(root)

    def one(self) -> int:
        return self.source.below(len(self.positions))

    def new(self) -> None:
        pos = self.source.position()
        if pos is not None:
            self.add(pos, [], seen(pos))

    def push_legal(self) -> None:
        i = self.one()
        pos, faces = self.positions[i], self.source.flag()
        if not 0 < pos.count_moves(faces) <= LISTED:
            return
        move = self.source.pick(pos.legal_moves(faces))
        holding = sum(len(hand.split()) for hand in pos.hands)
        pos.push(move)
        self.pushed[i].append(move)
        assert sum(len(hand.split()) for hand in pos.hands) == holding - len(move.codes)
        self.moves.append(move)

    def push_any(self) -> None:
        """A move of another position, other rules or another time."""
        i = self.one()
        pos, move = self.positions[i], self.source.pick(self.moves)
        before = seen(pos)
        legal = pos.legal_moves(faces=True) if pos.count_moves(True) <= LISTED else None
        answer(lambda: pos.push(move))
        if seen(pos) == before:
            return
        made = pos.pop()
        assert seen(pos) == before
        assert made.kind == move.kind
        assert made.cards == move.cards
        assert legal is None or made in legal
        pos.push(move)
        self.pushed[i].append(made)

    def push_text(self) -> None:
        i = self.one()
        pos, text = self.positions[i], self.source.text(16)
        before = seen(pos)
        answer(lambda: pos.push(text))
        if seen(pos) != before:
            self.pushed[i].append(pos.pop())
            assert seen(pos) == before
            pos.push(self.pushed[i][-1])

    def pop(self) -> None:
        i = self.one()
        for _ in range(self.source.below(9)):
            if self.pushed[i]:
                assert self.positions[i].pop() == self.pushed[i].pop()
            else:
                before = seen(self.positions[i])
                assert answer(self.positions[i].pop, IndexError) is None
                assert seen(self.positions[i]) == before

    def copy(self) -> None:
        i = self.one()
        pos = self.positions[i]
        copies = (
            pos.copy, lambda: copy.copy(pos), lambda: copy.deepcopy(pos),
            lambda: pickle.loads(pickle.dumps(pos)),
        )  # fmt: skip
        twin = self.source.pick(copies)()
        assert twin == pos
        assert seen(twin) == seen(pos)
        self.add(twin, self.pushed[i].copy(), self.roots[i])

    def list_moves(self) -> None:
        pos, faces = self.positions[self.one()], self.source.flag()
        if pos.count_moves(faces) > LISTED:
            return
        legal = pos.legal_moves(faces)
        assert len(legal) == pos.count_moves(faces) == len(legal.array())
        assert list(reversed(legal)) == list(legal)[::-1]
        assert memoryview(legal).nbytes == 24 * len(legal)
        index = self.source.number()
        move = answer(lambda: legal[index], IndexError)
        assert (move is None) == (not -len(legal) <= index < len(legal))
        start, stop, step = (self.source.number() for _ in range(3))
        assert legal[start : stop : step or None] == list(legal)[start : stop : step or None]
        other = self.source.pick(self.moves)
        assert (other in legal) == bool(legal.count(other))
        if other in legal:
            i = legal.index(other)
            assert not faces or legal[i] == other
        twin = self.source.pick((copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))))
        assert twin(legal) == legal
        if move is not None:
            assert move in legal
            self.moves.append(move)

    def identify(self) -> None:
        """What may be one thing here is another thing under other rules."""
        rules, move = self.source.pick(RULES), self.source.pick(self.moves)
        self.moves += answer(lambda: rules.identify(move.cards)) or []

    def count(self) -> None:
        pos = self.positions[self.one()]
        depth, faces = self.source.below(4), self.source.flag()
        if pos.count_moves(faces) > 60 or any(len(hand.split()) > 9 for hand in pos.hands):
            return
        before = seen(pos)
        options = {
            "bulk": self.source.flag(),
            "threads": 1 + self.source.below(2),
            "table_mb": self.source.pick((0, 0.001)),
        }
        depth -= not options["bulk"]
        found = answer(lambda: fk.perft(pos, depth, faces, **options))
        assert (found is None) == (depth < 0)
        if depth > 0:
            assert sum(fk.divide(pos, depth, faces).values()) == found
        assert seen(pos) == before

    def solve(self) -> None:
        pos = self.positions[self.one()]
        before = seen(pos)
        asked = {
            "objective": self.source.pick((None, *fk.OBJECTIVES)),
            "seat": self.source.pick((None, 0, 1, 2, 3)),
            "all_moves": self.source.flag() and pos.count_moves() < 30,
            "at_least": self.source.pick((None, None, None, 0, 35, 10**40)),
            "model": self.source.pick(("minimax", "minimax", "minimax", "selfish")),
            "nodes": self.source.pick((1, 30, 400)),
            "memory_mb": self.source.pick((0, 0.01, 1)),
            "threads": 1 + (self.source.byte() == 255),
        }
        found = answer(lambda: fk.solve(pos, **asked), MemoryError)
        assert seen(pos) == before
        if found is not None:
            assert found.lower <= found.upper
            assert found.choice is None or found.choice in pos.legal_moves()
            walk = pos.copy()
            for move in found.line:
                walk.push(move)
            valued = found.line and asked["at_least"] is None
            if valued and found.objective == "margin" and walk.sides is not None:
                assert abs(walk.sides[0] - walk.sides[1]) == abs(found.value)

    def playouts(self) -> None:
        pos = self.positions[self.one()]
        if any(len(hand.split()) > 13 for hand in pos.hands):
            return
        before = seen(pos)
        n, seed = self.source.below(3), self.source.number()
        found = answer(lambda: fk.playouts(pos, n, seed))
        assert (found is None) == (not 0 <= seed < 2**64)
        assert seen(pos) == before
        if found is not None:
            assert len(found) == n
            assert not n or found.lengths.min() >= 0

    def in_bulk(self) -> None:
        pos = self.positions[self.one()]
        rows = bulk.pack_positions([pos, pos])
        assert bulk.unpack_positions(pos.rules, rows) == [pos, pos]
        faces = self.source.flag()
        assert (
            bulk.count_moves(pos.rules, rows, faces=faces).tolist() == [pos.count_moves(faces)] * 2
        )
        other = self.source.pick(RULES)
        answer(lambda: bulk.count_moves(other, rows))
        answer(lambda: bulk.features(other, rows))

    def compare(self) -> None:
        rules = self.source.pick(RULES)
        a, b = self.source.pick(self.moves), self.source.pick(self.moves)
        assert not (rules.beats(a, b) and rules.beats(b, a))
        assert (a == b) == (str(a) == str(b) and a.rank == b.rank)
        p, q = self.positions[self.one()], self.positions[self.one()]
        if p == q:
            assert p.key == q.key
            assert str(p) == str(q)

    def again(self) -> None:
        """A constructor that is called once more, whether it works or not."""
        pos = self.positions[self.one()]
        text = str(pos)
        answer(lambda: pos.__init__(pos.rules, []))
        assert str(pos) == text


def shared(data: bytes) -> None:
    """Two threads at work on one position: each call is whole, and nothing else is promised."""
    source = Source(data)
    pos = source.position()
    if pos is None or pos.count_moves(True) > LISTED:
        return
    root = seen(pos)
    wrong: list[BaseException] = []
    plans = [[source.byte() for _ in range(12)] for _ in range(2)]

    def work(plan: list[int]) -> None:
        try:
            for step in plan:
                touch(pos, step)
        except BaseException as error:
            wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(plan,)) for plan in plans]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if wrong:
        raise wrong[0]
    while answer(pos.pop, IndexError) is not None:
        pass
    assert seen(pos) == root


def touch(pos: fk.Position, step: int) -> None:
    """One call on a position that another thread may change before and after it."""
    what, more = step & 7, step >> 3
    if what < 3:
        if pos.count_moves() <= LISTED:
            legal = pos.legal_moves()
            move = legal[more % len(legal)] if legal else fk.PASS
            answer(lambda: pos.push(move if what else str(move)))
    elif what == 3:
        answer(pos.pop, IndexError)
    elif what == 4:
        twin = pickle.loads(pickle.dumps(pos)) if more & 1 else pos.copy()
        assert fk.Position.parse(str(twin)) == twin
    elif what == 5:
        fk.Position.parse(str(pos))
        fk.Position.from_dict(pos.to_dict())
    elif what == 6:
        answer(lambda: fk.solve(pos, nodes=50, memory_mb=0.01))
    else:
        assert len(pos.key) == 16
        assert pos.scores is None or len(pos.scores) == len(pos.hands)
