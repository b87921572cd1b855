"""Hands, moves and positions as rows of arrays, and back."""

import doctest
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bulk_helpers import CLASSIC4, each_game, each_rule_set, played, positions
from strategies import ALL, Game

import fiftyk as fk
from fiftyk import _bulk, bulk
from fiftyk.bulk import HAND, MOVE, POSITION

# Layout and conversions


def test_the_layout_is_as_documented():
    assert HAND.itemsize == MOVE.itemsize == 24
    assert [HAND.fields[name][1] for name in ("counts", "suits", "twice")] == [0, 8, 16]
    assert POSITION.itemsize == _bulk.POSITION_SIZE == 152
    assert {name: POSITION.fields[name][1] for name in POSITION.names} == {
        "hands": 0,
        "last": 96,
        "multiplier": 120,
        "table": 128,
        "captured": 130,
        "turn": 138,
        "last_seat": 139,
        "n_out": 140,
        "out": 141,
        "caller": 145,
        "partner": 146,
        "called": 147,
        "known": 148,
        "soloist": 149,
        "announced": 150,
    }
    assert len(_bulk.FAULTS) == 16


def test_bits_of_a_hand():
    (hand,) = bulk.pack_hands(fk.rules("flush2"), ["3d 3s 3s 3 9h 2"])
    assert int(hand["counts"]) == 4 << 4 | 1 << 28 | 1 << 52
    assert int(hand["suits"]) == 1 << 4 | 1 << 7 | 1 << 30
    assert int(hand["twice"]) == 1 << 7


def test_bits_of_a_move():
    (move,) = bulk.moves_to_array([CLASSIC4.move("3s3h4s4h5s5")])
    assert int(move["counts"]) == 2 << 4 | 2 << 8 | 2 << 12
    kind = fk.KINDS.index("pair_chain")
    assert int(move["suits"]) == kind << 60 | 3 << 56 | 8 << 12 | 12 << 8 | 12 << 4 | 3
    assert int(move["twice"]) == 0
    assert bulk.moves_to_array([fk.PASS]).tobytes() == bytes(24)


@pytest.mark.parametrize("g", ALL, ids=str)
def test_positions_there_and_back(g: Game):
    some = positions(g)
    rows = bulk.pack_positions(some)
    assert bulk.unpack_positions(g.fk, rows) == some
    assert bulk.pack_positions(bulk.unpack_positions(g.fk, rows)).tobytes() == rows.tobytes()
    for row, pos in zip(rows, some, strict=True):
        assert row["table"] == pos.table
        assert row["captured"][: g.fk.seats].tolist() == list(pos.captured)
        assert row["turn"] == (-1 if pos.is_over else pos.turn)


@each_rule_set
def test_hands_there_and_back(g: Game):
    texts = [hand for pos in positions(g) for hand in pos.hands]
    hands = bulk.pack_hands(g.fk, texts)
    assert bulk.unpack_hands(g.fk, hands) == texts
    cards = bulk.unpack_cards(g.fk, hands)
    assert cards.dtype == np.uint8
    assert [np.count_nonzero(row) for row in cards] == [len(text.split()) for text in texts]
    backwards = np.ascontiguousarray(cards[:, ::-1])
    assert (bulk.pack_cards(g.fk, backwards) == hands).all()


@each_game
def test_moves_there_and_back(g: Game):
    moves = [m for pos in positions(g) if pos.count_moves(True) < 5000 for m in pos.legal_moves()]
    array = bulk.moves_to_array(moves)
    assert bulk.array_to_moves(g.fk, array) == moves
    kinds, ns, ranks = bulk.move_fields(array)
    assert [fk.KINDS[kind] for kind in kinds] == [move.kind for move in moves]
    assert [n or 1 for n in ns] == [move.n for move in moves]
    characters = {"pure_fiftyk": "dchs", "fiftyk": "-", "pass": "-"}
    assert [
        characters.get(move.kind, "W3456789TJQKA2LB")[rank]
        for move, rank in zip(moves, ranks, strict=True)
    ] == [move.rank for move in moves]
    assert bulk.unpack_hands(g.fk, bulk.move_cards(array)) == [move.cards for move in moves]


def test_conversions_of_nothing():
    assert bulk.unpack_hands(CLASSIC4, bulk.pack_hands(CLASSIC4, [])) == []
    assert bulk.array_to_moves(CLASSIC4, bulk.moves_to_array([])) == []
    assert bulk.unpack_positions(CLASSIC4, bulk.pack_positions([])) == []
    assert bulk.pack_cards(CLASSIC4, np.zeros((3, 0), np.uint8)).tobytes() == bytes(72)
    assert bulk.unpack_cards(CLASSIC4, np.zeros(0, HAND)).shape == (0, 13)


def test_positions_of_different_rules_do_not_mix():
    with pytest.raises(fk.FiftykError, match=r"positions\[1\]: of honghe"):
        bulk.pack_positions([CLASSIC4.deal(seed=1), fk.rules("honghe").deal(seed=1)])


# The array of a list of legal moves


@each_rule_set
def test_a_move_list_is_an_array_without_a_copy(g: Game):
    pos = played(g.fk, 3, 40)
    for faces in (False, True):
        listed = pos.legal_moves(faces)
        array = listed.array()
        assert array.dtype == MOVE
        assert array.shape == (len(listed),)
        assert not array.flags.writeable
        assert np.shares_memory(array, listed.array())
        view = memoryview(listed)
        assert (view.readonly, view.nbytes, view.shape) == (True, 24 * len(listed), array.shape)
        assert (np.frombuffer(listed, MOVE) == array).all()
        wanted = array.copy()
        del listed, view
        assert (array == wanted).all()
    assert bulk.array_to_moves(g.fk, array) == list(pos.legal_moves(faces=True))


def test_the_array_of_an_empty_move_list():
    over = fk.Position.parse("classic4 -/5s/-/4s - - 0 0,0,0,0 0,2")
    assert over.legal_moves().array().shape == (0,)
    assert bytes(over.legal_moves()) == b""


# Imports


def test_numpy_is_imported_when_it_is_needed():
    code = "import sys, fiftyk as fk; print('numpy' in sys.modules, fk.bulk.HAND.itemsize)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False 24\n"


# The document

DOCUMENT = Path(__file__).parents[1] / "docs" / "bulk.md"


@pytest.mark.skipif(not DOCUMENT.is_file(), reason="an installed package has no docs")
def test_the_document_shows_what_happens():
    assert doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8").failed == 0
