"""The bulk API against positions and moves one by one, and over threads."""

import _thread
import random
import threading
import time

import numpy as np
import pytest
from bulk_helpers import (
    CLASSIC4,
    RNG,
    each_game,
    each_rule_set,
    played,
    positions,
    random_hands,
    turn_hands,
)
from strategies import ALL, Game

import fiftyk as fk
from fiftyk import blocks, bulk
from fiftyk.bulk import HAND, MOVE

# Legal moves


@each_game
@pytest.mark.parametrize("faces", [False, True])
def test_moves_of_positions(g: Game, faces: bool):
    some = [pos for pos in positions(g) if pos.count_moves(faces) < 20_000]
    rows = bulk.pack_positions(some)
    counts = bulk.count_moves(g.fk, rows, faces=faces)
    assert counts.dtype == np.uint64
    assert counts.tolist() == [pos.count_moves(faces) for pos in some]
    offsets, moves = bulk.legal_moves(g.fk, rows, faces=faces)
    assert offsets.dtype == np.int64
    assert moves.dtype == MOVE
    assert np.diff(offsets).tolist() == counts.tolist()
    assert len(moves) == offsets[-1]
    for row, pos in enumerate(some):
        listed = moves[offsets[row] : offsets[row + 1]]
        assert (listed == pos.legal_moves(faces).array()).all()


@each_game
@pytest.mark.parametrize("faces", [False, True])
def test_moves_of_hands(g: Game, faces: bool):
    """As positions whose partner is known: a hand by itself has no called card."""
    some = [
        pos
        for pos in positions(g, seed=50)
        if pos.count_moves(faces) < 20_000
        and not pos.is_over
        and not (isinstance(pos.call, fk.Call) and pos.turn == pos.call.partner)
    ]
    hands = turn_hands(g.fk, some)
    lasts = bulk.moves_to_array([pos.last.move if pos.last else fk.PASS for pos in some])
    counts = bulk.count_moves(g.fk, hands, lasts, faces)
    assert counts.tolist() == [pos.count_moves(faces) for pos in some]
    offsets, moves = bulk.legal_moves(g.fk, hands, lasts, faces)
    assert (moves == bulk.legal_moves(g.fk, bulk.pack_positions(some), faces=faces)[1]).all()
    for row in range(0, len(some), 7):
        one = bulk.legal_moves(g.fk, hands[row : row + 1].copy(), lasts[row], faces)[1]
        assert (one == moves[offsets[row] : offsets[row + 1]]).all()


@each_rule_set
@pytest.mark.parametrize("faces", [False, True])
def test_nothing_is_written_behind_a_list(g: Game, faces: bool):
    """The generator writes ahead of itself where more plays are sure to follow, and only there."""
    hands = random_hands(g.fk, 5 if str(g) == "flush2" else 300, seed=3)
    if g.fk.wild:
        small = bulk.pack_hands(g.fk, ["W", "3W", "3WWW", "33s4WWWW", "5s5sTsKs W", "3344 55W"])
        hands = np.concatenate([small, hands])
    for row in range(len(hands)):
        one = hands[row : row + 1]
        count = int(bulk.count_moves(g.fk, one, faces=faces)[0])
        room = np.full(count + 20, np.array((1, 2, 3), MOVE))
        bulk.legal_moves(g.fk, one, faces=faces, out=room)
        assert (room[count:] == room[-1]).all()


@each_rule_set
def test_one_last_play_for_all(g: Game):
    hands = random_hands(g.fk, 50)
    last = g.fk.move("6")
    each = bulk.moves_to_array([last] * 50)
    wanted = bulk.count_moves(g.fk, hands, each)
    for one in (last, each[0], each[:1], np.array(each[0])):
        assert (bulk.count_moves(g.fk, hands, one) == wanted).all()
        listed = bulk.legal_moves(g.fk, hands, one)[1]
        assert (listed == bulk.legal_moves(g.fk, hands, each)[1]).all()
    lead = bulk.count_moves(g.fk, hands)
    assert (bulk.count_moves(g.fk, hands, fk.PASS) == lead).all()
    assert (lead > wanted).any()


def test_a_hand_without_cards_has_no_move():
    hands = bulk.pack_hands(CLASSIC4, ["", "2s", ""])
    assert bulk.count_moves(CLASSIC4, hands).tolist() == [0, 1, 0]
    assert bulk.count_moves(CLASSIC4, hands, CLASSIC4.move("3s")).tolist() == [0, 2, 0]
    assert bulk.legal_moves(CLASSIC4, hands, CLASSIC4.move("3s"))[0].tolist() == [0, 0, 2, 2]


@each_rule_set
def test_the_called_card_of_a_position_is_live(g: Game):
    if g.fk.sides != "called":
        return
    pos = fk.Position(g.fk, ["4h", "3s3d7c", "4c", "4d"], 1, call=fk.Call(0, "3s", 1))
    assert bulk.count_moves(g.fk, bulk.pack_positions([pos])) == pos.count_moves() == 4
    assert bulk.count_moves(g.fk, turn_hands(g.fk, [pos])) == 3


@each_game
def test_classes_with_faces_are_the_moves_shown(g: Game):
    some = [pos for pos in positions(g) if 0 < pos.count_moves(True) < 3000]
    for pos in some:
        rows = np.repeat(bulk.pack_positions([pos]), pos.count_moves())
        shown = bulk.with_faces(g.fk, rows, pos.legal_moves().array())
        assert bulk.array_to_moves(g.fk, shown) == list(pos.legal_moves())
        # Any play of a class gives the one that is shown.
        plays = pos.legal_moves(faces=True)
        rows = np.repeat(bulk.pack_positions([pos]), len(plays))
        shown = bulk.with_faces(g.fk, rows, plays.array())
        classes = pos.legal_moves()
        assert bulk.array_to_moves(g.fk, shown) == [classes[classes.index(m)] for m in plays]


def test_with_faces_of_hands():
    hands = bulk.pack_hands(CLASSIC4, ["3s3h4c", "3c"])
    moves = bulk.moves_to_array([CLASSIC4.move("3"), fk.PASS])
    shown = bulk.with_faces(CLASSIC4, hands, moves)
    assert bulk.array_to_moves(CLASSIC4, shown) == [CLASSIC4.move("3h"), fk.PASS]
    with pytest.raises(fk.FiftykError, match=r"moves\[1\]: the play is not in the hand"):
        bulk.with_faces(CLASSIC4, hands, bulk.moves_to_array([CLASSIC4.move("4")] * 2))
    with pytest.raises(fk.FiftykError, match="1 moves for 2 hands"):
        bulk.with_faces(CLASSIC4, hands, moves[:1])


@each_rule_set
def test_batches_are_the_whole_in_pieces(g: Game):
    hands = random_hands(g.fk, 40)
    offsets, moves = bulk.legal_moves(g.fk, hands)
    most = int(np.diff(offsets).max()) + 5
    room = np.empty(most, MOVE)
    next_row, pieces = 0, []
    for batch in bulk.legal_moves_in_batches(g.fk, hands, out=room):
        assert batch.first == next_row
        assert len(batch.moves) == batch.offsets[-1] <= most
        assert np.shares_memory(batch.moves, room)
        pieces.append(batch.moves.copy())
        rows = slice(batch.first, batch.first + len(batch.offsets))
        assert (batch.offsets == offsets[rows] - offsets[batch.first]).all()
        next_row += len(batch.offsets) - 1
    assert next_row == len(hands)
    assert len(pieces) > 1
    assert (np.concatenate(pieces) == moves).all()
    (whole,) = bulk.legal_moves_in_batches(g.fk, hands)
    assert (whole.moves == moves).all()
    with pytest.raises(fk.FiftykError, match="no room for"):
        list(bulk.legal_moves_in_batches(g.fk, hands, out=np.empty(1, MOVE)))


def test_batches_of_nothing():
    assert list(bulk.legal_moves_in_batches(CLASSIC4, np.zeros(0, HAND))) == []


def test_moves_are_written_where_asked():
    hands = random_hands(CLASSIC4, 20)
    _, moves = bulk.legal_moves(CLASSIC4, hands)
    room = np.zeros(len(moves) + 3, MOVE)
    _, written = bulk.legal_moves(CLASSIC4, hands, out=room)
    assert np.shares_memory(written, room)
    assert (written == moves).all()
    assert room[len(moves) :].tobytes() == bytes(72)
    room.flags.writeable = False
    for bad in (room, np.empty(len(moves) - 1, MOVE)):
        with pytest.raises(fk.FiftykError, match="no room"):
            bulk.legal_moves(CLASSIC4, hands, out=bad)
    with pytest.raises(TypeError):
        bulk.legal_moves(CLASSIC4, hands, out=np.empty(10**4, np.uint64))


def test_more_moves_than_any_memory_holds():
    rules = fk.rules("classic3")
    hands = bulk.pack_hands(rules, ["".join(r + s for r in "3456789TJQKA2" for s in "shcd")] * 99)
    assert bulk.count_moves(rules, hands, faces=True).sum() > 2**40
    with pytest.raises(MemoryError, match="moves"):
        bulk.legal_moves(rules, hands, faces=True)


# Comparison


@each_game
def test_beats_of_all_pairs(g: Game):
    some = [pos for pos in positions(g) if pos.count_moves() < 200]
    moves = list({move for pos in some for move in pos.legal_moves()})
    rng = random.Random(1)
    moves = rng.sample(moves, min(len(moves), 90))
    array = bulk.moves_to_array(moves)
    plays, overs = np.repeat(array, len(array)), np.tile(array, len(array))
    found = bulk.beats(g.fk, plays, overs)
    assert found.dtype == np.bool_
    assert found.tolist() == [g.fk.beats(a, b) for a in moves for b in moves]
    table = found.reshape(len(moves), -1)
    assert table.any()
    for i in range(0, len(moves), 9):
        assert (bulk.beats(g.fk, array, moves[i]) == table[:, i]).all()
        assert (bulk.beats(g.fk, array[i], array) == table[i]).all()
        assert bulk.beats(g.fk, moves[i], moves[-1]).tolist() == [table[i, -1]]


# Features


def said(plane: str, cards: list[str]) -> bool:
    """What the name of a plane says of some cards."""
    if ">=" not in plane:
        return {plane[:2], plane[2:4], plane[4:]} <= set(cards)
    rank, least = plane.split(">=")
    return sum(card[0] == rank for card in cards) >= int(least)


@each_game
def test_features_of_hands(g: Game):
    texts = [hand for pos in positions(g) for hand in pos.hands]
    names = bulk.feature_names(g.fk)
    planes = bulk.features(g.fk, bulk.pack_hands(g.fk, texts))
    assert planes.dtype == np.uint8
    assert planes.shape == (len(texts), 52 * g.fk.packs + g.fk.wild + 2 * g.fk.high + 4)
    assert planes.tolist() == [[said(name, text.split()) for name in names] for text in texts]


@pytest.mark.parametrize("g", ALL, ids=str)
@pytest.mark.parametrize("hidden", [False, True])
def test_features_of_positions(g: Game, hidden: bool):
    some = positions(g)
    planes = bulk.features(g.fk, bulk.pack_positions(some), hidden)
    names = bulk.feature_names(g.fk, positions=True, hidden=hidden)
    assert planes.shape == (len(some), len(names))
    for row, pos in zip(planes, some, strict=True):
        turn = pos.turn or 0
        hands = [pos.hands[(turn + k) % g.fk.seats].split() for k in range(g.fk.seats)]
        shown = {f"hand+{k}": hand for k, hand in enumerate(hands)}
        shown["own"], shown["others"] = hands[0], [card for hand in hands[1:] for card in hand]
        shown["last"] = pos.last.move.cards.split() if pos.last else []
        true = {
            f"{block} {plane}"
            for block, cards in shown.items()
            for plane in bulk.feature_names(g.fk)
            if said(plane, cards)
        }
        true.add(f"last {pos.last.move.kind}" if pos.last else "lead")
        if pos.last:
            true.add(f"last by +{(pos.last.seat - turn) % g.fk.seats}")
        assert [name for name, bit in zip(names, row, strict=True) if bit] == [
            name for name in names if name in true
        ]


# Threads and interruption


@each_rule_set
def test_threads_change_nothing(g: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "BLOCK", 7)
    hands = random_hands(g.fk, 100)
    offsets, moves = bulk.legal_moves(g.fk, hands)
    some = moves[RNG(1).integers(len(moves), size=300)]
    rows = bulk.pack_positions([played(g.fk, seed, 3 * seed) for seed in range(30)])
    for threads in (2, 5):
        assert (bulk.count_moves(g.fk, hands, threads=threads) == np.diff(offsets)).all()
        found = bulk.legal_moves(g.fk, hands, threads=threads)
        assert (found[0] == offsets).all()
        assert (found[1] == moves).all()
        other = np.ascontiguousarray(some[::-1])
        assert (
            bulk.beats(g.fk, some, other, threads=threads) == bulk.beats(g.fk, some, other)
        ).all()
        assert (bulk.features(g.fk, rows, threads=threads) == bulk.features(g.fk, rows)).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_first_bad_row_is_named_whatever_the_threads(threads: int):
    hands = random_hands(CLASSIC4, 50_000)
    for row in (49_999, 31_000, 20_500, 12_300):
        hands["counts"][row] += 1 << 60
        with pytest.raises(fk.FiftykError, match=rf"hands\[{row}\]: more cards") as caught:
            bulk.count_moves(CLASSIC4, hands, threads=threads)
        assert caught.value.field == f"hands[{row}]"


def test_an_error_in_a_thread_ends_the_others():
    done = []

    def work(first: int, stop: int) -> None:
        if first == 20:
            raise MemoryError("no room")
        done.append(first)
        time.sleep(0.001)

    with pytest.raises(MemoryError, match="no room"):
        blocks.in_blocks(work, 10_000, 10, 3)
    assert len(done) < 100


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_the_work(threads: int):
    rules = fk.rules("flush2")
    hands = np.repeat(random_hands(rules, 100), 20_000)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        bulk.count_moves(rules, hands, faces=True, threads=threads)
    timer.join()
    assert time.monotonic() - begun < 5
