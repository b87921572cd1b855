"""The bulk API against input that is no good: refused, and never a harm."""

import contextlib

import numpy as np
import pytest
from bulk_helpers import CLASSIC4, RNG, WUHAN, each_rule_set, positions, random_hands
from strategies import ALL, GAMES, Game

import fiftyk as fk
from fiftyk import bulk
from fiftyk.bulk import HAND, MOVE, POSITION

DTYPES = {"hands": HAND, "moves": MOVE, "positions": POSITION}
each_dtype = pytest.mark.parametrize("rows", DTYPES)


def functions(g: Game, rows: str):
    """Every function of hands, of moves or of positions."""
    move = g.fk.move("6")
    return {
        "hands": [
            lambda x: bulk.count_moves(g.fk, x),
            lambda x: bulk.count_moves(g.fk, x, move, True),
            lambda x: bulk.legal_moves(g.fk, x),
            lambda x: list(bulk.legal_moves_in_batches(g.fk, x)),
            lambda x: bulk.features(g.fk, x),
            lambda x: bulk.unpack_hands(g.fk, x),
            lambda x: bulk.unpack_cards(g.fk, x),
            lambda x: bulk.with_faces(g.fk, x, np.zeros(np.size(x), MOVE)),
        ],
        "moves": [
            lambda x: bulk.array_to_moves(g.fk, x),
            lambda x: bulk.beats(g.fk, x, move),
            lambda x: bulk.beats(g.fk, move, x),
            lambda x: bulk.count_moves(g.fk, np.zeros(np.size(x), HAND), x),
            lambda x: bulk.legal_moves(g.fk, np.zeros(np.size(x), HAND), x),
            lambda x: bulk.with_faces(g.fk, np.zeros(np.size(x), HAND), x),
        ],
        "positions": [
            lambda x: bulk.count_moves(g.fk, x),
            lambda x: bulk.legal_moves(g.fk, x),
            lambda x: bulk.features(g.fk, x),
            lambda x: bulk.features(g.fk, x, hidden=True),
            lambda x: bulk.unpack_positions(g.fk, x),
            lambda x: bulk.with_faces(g.fk, x, np.zeros(np.size(x), MOVE)),
        ],
    }[rows]


@each_dtype
def test_arrays_of_another_make(rows: str):
    dtype = DTYPES[rows]
    for function in functions(GAMES[0], rows):
        for bad in ([], object(), "3s", b"", 5, np.zeros(3), np.zeros(3, np.uint64)):
            with pytest.raises(TypeError):
                function(bad)
        swapped = np.zeros(2, dtype.newbyteorder())
        with pytest.raises(TypeError):
            function(swapped)
        unaligned = np.zeros(2 * dtype.itemsize + 1, np.uint8)[1:].view(dtype)
        for bad in (np.zeros((2, 2), dtype), np.zeros(4, dtype)[::2], unaligned):
            with pytest.raises(fk.FiftykError, match=r"dimension|contiguous"):
                function(bad)


def test_a_wrong_number_of_rows():
    hands, moves = random_hands(CLASSIC4, 3), bulk.moves_to_array([fk.PASS] * 2)
    with pytest.raises(fk.FiftykError, match="2 last plays for 3 hands"):
        bulk.count_moves(CLASSIC4, hands, moves)
    with pytest.raises(fk.FiftykError, match="no pairs"):
        bulk.beats(CLASSIC4, moves, np.zeros(3, MOVE))
    with pytest.raises(fk.FiftykError, match="its own last play"):
        bulk.count_moves(CLASSIC4, bulk.pack_positions([CLASSIC4.deal(seed=1)]), fk.PASS)


def test_other_arguments_that_are_no_good():
    hands = random_hands(CLASSIC4, 3)
    for threads, error in ((0, fk.FiftykError), (-1, fk.FiftykError), (1.5, TypeError)):
        with pytest.raises(error):
            bulk.count_moves(CLASSIC4, hands, threads=threads)
    for bad in ("classic4", None, CLASSIC4.table):
        with pytest.raises(TypeError, match="RuleSet"):
            bulk.count_moves(bad, hands)
        with pytest.raises(TypeError, match="RuleSet"):
            bulk.feature_names(bad)
    with pytest.raises(TypeError):
        bulk.moves_to_array(["3s"])
    with pytest.raises(TypeError):
        bulk.pack_positions([CLASSIC4])
    with pytest.raises(TypeError, match="not one str"):
        bulk.pack_hands(CLASSIC4, "3s")
    with pytest.raises(TypeError):
        bulk.pack_hands(CLASSIC4, [3])
    with pytest.raises(AttributeError):
        fk.bulky  # noqa: B018


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ([[1]], r"cards\[0\]: a number that is no face code"),
        ([[4], [60]], r"cards\[1\]"),
        ([[4, 4]], "a face is there twice"),
        ([[65] * 5], "more cards of a rank"),
        ([[64]], "more cards of a rank"),
        ([[65] * 99], "more cards of a rank"),
        ([[*range(4, 18)]], "more cards than a hand"),
        ([4, 4], "two dimensions"),
        (np.full((2, 4), 4, np.uint8)[:, ::2], "contiguous"),
    ],
)
def test_cards_that_are_no_hand(cards, what):
    with pytest.raises(fk.FiftykError, match=what):
        bulk.pack_cards(CLASSIC4, np.asarray(cards, np.uint8))


def test_cards_of_another_make():
    for bad in ([[4]], np.zeros((1, 1)), None):
        with pytest.raises(TypeError):
            bulk.pack_cards(CLASSIC4, bad)


@pytest.mark.parametrize(
    ("text", "error"), [("3x", fk.CardError), ("3s3s", fk.FiftykError), ("3" * 99, fk.FiftykError)]
)
def test_text_that_is_no_hand(text: str, error: type[fk.FiftykError]):
    with pytest.raises(error, match=r"\[2\]") as caught:
        bulk.pack_hands(CLASSIC4, ["3s", "", text])
    assert caught.value.field in ("hands[2]", "cards[2]")


BAD_HANDS = [
    (CLASSIC4, 5 << 4, 0, 0),
    (CLASSIC4, 2**64 - 1, 2**64 - 1, 2**64 - 1),
    (CLASSIC4, 1, 0, 0),
    (CLASSIC4, 1 << 60, 0, 0),
    (CLASSIC4, 1 << 4, 3 << 4, 0),
    (CLASSIC4, 2 << 4, 1 << 4, 1 << 4),
    (CLASSIC4, 1 << 4, 1 << 8, 0),
    (CLASSIC4, 1 << 4, 1, 0),
    (CLASSIC4, 0x44440 | 0x4444 << 20, 0, 0),
    (WUHAN, 5, 0, 0),
    (WUHAN, 9 << 4, 0, 0),
    (WUHAN, 1 << 4, 1 << 4, 1 << 4),
    (WUHAN, 1 << 4, 0, 1 << 4),
    (WUHAN, 1 << 4, 1 << 56, 0),
    (WUHAN, 0x8888 << 4, 0, 0),
    (fk.rules("honghe", jokers="high"), 2 << 60, 0, 0),
]


@pytest.mark.parametrize(("rules", "counts", "suits", "twice"), BAD_HANDS)
def test_hands_that_cannot_be(rules, counts, suits, twice):
    hands = np.zeros(3, HAND)
    hands[1] = (counts, suits, twice)
    for function in functions(Game(rules, None), "hands"):
        with pytest.raises(fk.FiftykError, match=r"hands\[1\]: "):
            function(hands)


@each_rule_set
def test_moves_that_cannot_be(g: Game):
    """Kind, n and rank must be those of a reading of the cards."""
    listed = g.fk.deal(seed=1).legal_moves()
    for move in listed.array()[:: len(listed) // 25 + 1]:
        cards = bulk.unpack_hands(g.fk, bulk.move_cards(np.array([move])))
        known = {row.tobytes() for row in bulk.moves_to_array(g.fk.identify(cards[0]))}
        assert move.tobytes() in known
        for word, bit in [
            *[("suits", bit) for bit in (0, 1, 2, 3, *range(56, 64))],
            *[("counts", 4 * rank) for rank in (0, 14, 15)],
        ]:
            moves = np.zeros(3, MOVE)
            moves[1] = move
            moves[word][1] ^= np.uint64(1 << bit)
            if moves[1].tobytes() not in known:
                for function in functions(g, "moves"):
                    with pytest.raises(fk.FiftykError, match=r"\[1\]: "):
                        function(moves)


@pytest.mark.parametrize("g", ALL, ids=str)
@each_dtype
def test_random_words_do_no_harm(g: Game, rows: str):
    dtype = DTYPES[rows]
    rng = RNG(1)
    for most in (2**64, 2**20, 16, 2):
        words = rng.integers(most, size=(60, dtype.itemsize // 8), dtype=np.uint64)
        for row in words.view(dtype)[:, 0]:
            for function in functions(g, rows):
                with contextlib.suppress(fk.FiftykError):
                    function(np.array([row]))


def accepted(g: Game, rows: bulk.Rows) -> bool:
    try:
        bulk.count_moves(g.fk, rows)
    except fk.FiftykError:
        return False
    return True


@pytest.mark.parametrize("g", ALL, ids=str)
def test_rows_with_one_bit_changed(g: Game):
    """Such a row is refused, or it is a position, and what is said of it is true of that."""
    rng = RNG(2)
    rows = bulk.pack_positions(positions(g))
    taken = 0
    for _ in range(400):
        changed = rows[[rng.integers(len(rows))]]
        # The last 31 bytes hold the small fields, where a change is more often a position.
        byte = -rng.integers(1, 32 if rng.random() < 0.5 else changed.nbytes + 1)
        changed.view(np.uint8)[byte] ^= np.uint8(1 << rng.integers(8))
        if not accepted(g, changed):
            for function in functions(g, "positions"):
                with pytest.raises(fk.FiftykError, match=r"positions\[0\]: "):
                    function(changed)
            continue
        try:
            (pos,) = bulk.unpack_positions(g.fk, changed)
        except fk.PositionError as error:
            # Some calls and multipliers are left to the position: nothing else here looks at them.
            faults = error.faults
        else:
            faults = fk.Fault(0)
            taken += 1
            assert bulk.pack_positions([pos])["hands"].tobytes() == changed["hands"].tobytes()
            assert bulk.count_moves(g.fk, changed).tolist() == [pos.count_moves()]
        assert not faults & ~(fk.Fault.CALL | fk.Fault.MULTIPLIER)
    assert taken > 5


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("turn", 4, "turn"),
        ("turn", -2, "turn"),
        ("turn", -1, "turn"),
        ("turn", 1, "turn"),
        ("last_seat", 0, "last play"),
        ("table", 5, "last play"),
        ("table", -5, "points"),
        ("table", 500, "points"),
        ("captured", (3, 0, 0, 0), "points"),
        ("captured", (-5, 0, 0, 0), "points"),
        ("captured", (100, 0, 0, 0), "points"),
        ("n_out", 0, "seats out"),
        ("n_out", 4, "seats out"),
        ("n_out", -1, "seats out"),
        ("out", (0, -1, -1, -1), "seats out"),
        ("out", (-1, -1, -1, -1), "seats out"),
        ("out", (100, -1, -1, -1), "seats out"),
        ("caller", 0, "call"),
        ("partner", 0, "call"),
        ("called", 4, "call"),
        ("known", 1, "call"),
        ("known", 2, "call"),
        ("soloist", 0, "call"),
        ("announced", 1, "call"),
        ("multiplier", 0, "multiplier"),
        ("multiplier", 2, "multiplier"),
    ],
)
def test_positions_that_cannot_be(field: str, value: object, what: str):
    pos = fk.Position(CLASSIC4, ["5s6h", "", "7h7s8d", "5h"], 0, out=[1])
    rows = bulk.pack_positions([pos])
    bulk.count_moves(CLASSIC4, rows)
    rows[field][0] = value
    with pytest.raises(fk.FiftykError, match=rf"positions\[0\]: .*{what}"):
        bulk.count_moves(CLASSIC4, rows)


def test_hands_that_are_not_dealt_together():
    rows = bulk.pack_positions([CLASSIC4.deal(seed=1)])
    rows["hands"][0, 1] = rows["hands"][0, 0]
    with pytest.raises(fk.FiftykError, match="more often than the packs"):
        bulk.count_moves(CLASSIC4, rows)
    three = fk.rules("classic3")
    rows = bulk.pack_positions([three.deal(seed=1)])
    rows["hands"][0, 3] = bulk.pack_hands(three, ["3"])[0]
    with pytest.raises(fk.FiftykError, match="seat that there is not"):
        bulk.count_moves(three, rows)
