"""What bad input gets: an error that says what is wrong, with data, and nothing changed."""

import copy
import enum
import pickle
import random
from collections.abc import Callable

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import ALL, GAMES, Game, to_position

import fiftyk as fk
from fiftyk import Fault, Reason

CLASSIC = fk.rules("classic4")
WUHAN = fk.rules("wuhan")
HANDS = ["3h 4s 5s", "6c 6d", "7h 9c", "2s Ah"]


def faults_of(make: Callable[[], object]) -> Fault:
    """The faults that making a position finds, checked to be told in words too."""
    with pytest.raises(fk.PositionError) as caught:
        make()
    error = caught.value
    assert len(error.details) >= len(list(error.faults))
    assert all(detail in str(error) for detail in error.details)
    same_again(error)
    return error.faults


def same_again(error: fk.FiftykError) -> None:
    """An error is a ValueError with a message, and can be pickled and copied."""
    assert isinstance(error, fk.FiftykError)
    assert isinstance(error, ValueError)
    assert str(error)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def refused(pos: fk.Position, move: object) -> fk.IllegalMoveError:
    """The error that a move gets; the position is as it was."""
    before, text, key = pos.copy(), str(pos), pos.key
    legal = list(pos.legal_moves(faces=True))
    with pytest.raises(fk.IllegalMoveError) as caught:
        pos.push(move)
    assert pos == before
    assert (str(pos), pos.key, list(pos.legal_moves(faces=True))) == (text, key, legal)
    assert caught.value.move == move
    assert caught.value.reason.value in str(caught.value)
    same_again(caught.value)
    return caught.value


# ---------------------------------------------------------------- rule sets


def test_unknown_rule_sets() -> None:
    for name in (
        "classic5",
        "",
        "Classic4",
        "classic4x",
        "flush1[",
        "flush1]",
        "[x=y]",
        "x" * 9999,
    ):
        with pytest.raises(fk.RulesError) as caught:
            fk.rules(name)
        same_again(caught.value)
        assert len(str(caught.value)) < 500
        for known in fk.rule_sets():
            assert known in str(caught.value)
    for nonsense in (None, 4, b"classic4", ["classic4"]):
        with pytest.raises(TypeError):
            fk.rules(nonsense)


def test_unknown_options() -> None:
    for options in ({"jokers": "high"}, {"nonsense": True}, {"bomb_stakes": "off"}):
        with pytest.raises(fk.RulesError) as caught:
            fk.rules("flush1", **options)
        same_again(caught.value)
        assert "straight_flush" in str(caught.value)
    for value in ("beats", "", None, 1, True, ["tiebreak"]):
        with pytest.raises(fk.RulesError) as caught:
            fk.rules("flush1", straight_flush=value)
        assert "beats_straights" in str(caught.value)
    for text in (
        "flush1[]",
        "flush1[straight_flush]",
        "flush1[straight_flush=]",
        "flush1[straight_flush=x]",
        "flush1[two_low_straight=false,two_low_straight=false]",
        "classic3[lead_after_out=next]",
        "wuhan[bomb_stakes=off]",
    ):
        with pytest.raises(fk.RulesError) as caught:
            fk.rules(text)
        same_again(caught.value)


# ---------------------------------------------------------------- cards


def test_cards_that_do_not_exist() -> None:
    for text, column in (("3s 1h", 4), ("3sX", 3), ("3s,,4s 5z", 9), ("xyzzy", 1), ("3s\x004s", 3)):
        for read in (
            CLASSIC.identify,
            CLASSIC.move,
            lambda text: fk.Position(CLASSIC, [text, *HANDS[1:]]),
            lambda text: CLASSIC.move("pair", text),
        ):
            with pytest.raises(fk.CardError) as caught:
                read(text)
            error = caught.value
            assert (error.text, error.column) == (text, column)
            assert error.expected
            assert error.expected in str(error)
            same_again(error)
    # Jokers, where there are none, and more of a card than there are.
    for rules, text in (
        (CLASSIC, "W"),
        (CLASSIC, "3sL"),
        (WUHAN, "B"),
        (CLASSIC, "3s3s"),
        (WUHAN, "WWWWW"),
    ):
        with pytest.raises(fk.CardError) as caught:
            rules.identify(text)
        same_again(caught.value)
    for nonsense in (None, 3, b"3s", ["3s"], 3.5):
        with pytest.raises(TypeError):
            CLASSIC.identify(nonsense)
        with pytest.raises(TypeError):
            CLASSIC.move(nonsense)


# ---------------------------------------------------------------- positions


def test_each_fault_of_a_position() -> None:
    def classic(hands: list[str] = HANDS, **more: object) -> Callable[[], object]:
        return lambda: fk.Position(CLASSIC, hands, **more)

    def wuhan(hands: list[str] = HANDS, **more: object) -> Callable[[], object]:
        return lambda: fk.Position(WUHAN, hands, **more)

    call = fk.Call(0, "3h", 1, True)
    for make, fault in (
        (classic(HANDS[:3]), Fault.SEATS),
        (classic([*HANDS, "Ks"]), Fault.SEATS),
        (classic([]), Fault.SEATS),
        (classic(captured=[0, 0, 0]), Fault.SEATS),
        (classic(["3h 3h", *HANDS[1:]]), Fault.CARD_COUNT),
        (classic(["3h", "3h", *HANDS[2:]]), Fault.CARD_COUNT),
        (classic(["3 3 3 3 3", *HANDS[1:]]), Fault.CARD_COUNT),
        (classic(["3s 3h 3c 3d", "3", *HANDS[2:]]), Fault.CARD_COUNT),
        (classic(last=(3, "single", "3h")), Fault.CARD_COUNT),
        (wuhan(["W W W", "W W", *HANDS[2:]], call=call), Fault.CARD_COUNT),
        (classic(["W 3s", *HANDS[1:]]), Fault.CARD_UNKNOWN),
        (classic(["L 3s", *HANDS[1:]]), Fault.CARD_UNKNOWN),
        (classic(["3456789TJQKA2 3", *HANDS[1:]]), Fault.HAND_SIZE),
        (classic(turn=4), Fault.TURN),
        (classic(turn=-1), Fault.TURN),
        (classic(turn=10**30), Fault.TURN),
        (classic(turn=None), Fault.TURN),
        (classic(["", *HANDS[1:]], turn=0, out=[0]), Fault.TURN),
        (classic(["", HANDS[1], "", HANDS[3]], turn=1, out=[0, 2]), Fault.TURN),
        (classic(last=(3, "pair", "Ts Jh"), table=10), Fault.LAST),
        (classic(last=(3, "straight", "Ts Jh"), table=10), Fault.LAST),
        (classic(last=(3, "nonsense", "Jh")), Fault.LAST),
        (classic(last=(3, "single", "")), Fault.LAST),
        (classic(last=(3, "pass", "")), Fault.LAST),
        (classic(last=(4, "single", "Jh")), Fault.LAST),
        (classic(last=(0, "single", "Jh"), turn=0), Fault.LAST),
        (classic(table=10), Fault.TABLE),
        (classic(last=(3, "single", "Jh"), table=-5), Fault.TABLE),
        (classic(last=(3, "single", "Jh"), table=3), Fault.TABLE),
        (classic(last=(3, "single", "Ts"), table=5), Fault.TABLE),
        (classic(captured=[-5, 0, 0, 0]), Fault.CAPTURED),
        (classic(captured=[3, 0, 0, 0]), Fault.CAPTURED),
        (classic(captured=[10**30, 0, 0, 0]), Fault.CAPTURED),
        (classic(captured=[50, 50, 0, 0]), Fault.POINTS),
        (classic(last=(3, "single", "Jh"), table=50, captured=[50, 0, 0, 0]), Fault.POINTS),
        (classic(out=[1]), Fault.OUT),
        (classic(["", *HANDS[1:]], turn=1), Fault.OUT),
        (classic(["", *HANDS[1:]], turn=1, out=[0, 0]), Fault.OUT),
        (classic(["", *HANDS[1:]], turn=1, out=[4]), Fault.OUT),
        (classic(["", "", "", ""], turn=None, out=[0, 1, 2, 3]), Fault.OUT),
        (classic(call=fk.Solo(0, False)), Fault.CALL),
        (wuhan(), Fault.CALL),
        (wuhan(call=fk.Solo(4, False)), Fault.CALL),
        (wuhan(call=fk.Call(0, "3h", 0, True)), Fault.CALL),
        (wuhan(call=fk.Call(0, "3h", 7, True)), Fault.CALL),
        (wuhan(call=fk.Call(0, "3", 1, True)), Fault.CALL),
        (wuhan(call=fk.Call(0, "W", 1, True)), Fault.CALL),
        (wuhan(call=fk.Call(0, "3h", 1, False)), Fault.CALL),
        (wuhan(call=call, multiplier=2), Fault.MULTIPLIER),
        (classic(multiplier=0), Fault.MULTIPLIER),
        (classic(multiplier=-2), Fault.MULTIPLIER),
        (classic(multiplier=10**40), Fault.MULTIPLIER),
    ):
        assert faults_of(make) == fault
    laizi = fk.rules("laizi")
    for face in ("2s", "5s", "Ts", "Ks"):
        called = fk.Call(0, face, 1, True)
        assert faults_of(lambda c=called: fk.Position(laizi, HANDS, call=c)) == Fault.CALL


def test_impossible_sizes() -> None:
    """More cards than a pack has, or than are dealt, however they lie."""
    pack = [r + s for r in "3456789TJQKA2" for s in "shcd"]
    hands = [" ".join(pack[i::4]) for i in range(4)]
    assert fk.Position(CLASSIC, hands).count_moves() > 0
    more = [hands[0] + " 3 4", *hands[1:]]
    wanted = Fault.PACK_SIZE | Fault.HAND_SIZE | Fault.CARD_COUNT
    assert faults_of(lambda: fk.Position(CLASSIC, more)) == wanted
    whole = [" ".join(pack), "", "", ""]
    assert Fault.HAND_SIZE in faults_of(lambda: fk.Position(CLASSIC, whole, out=[1, 2, 3]))
    thousand = ["3h " * 1000, *HANDS[1:]]
    assert Fault.PACK_SIZE in faults_of(lambda: fk.Position(CLASSIC, thousand))


def test_all_faults_at_once() -> None:
    def make() -> fk.Position:
        return fk.Position(
            CLASSIC,
            ["3h 3h W", "", "7h", "2s"],
            turn=1,
            captured=[3, 0, 0, 0],
            out=[0],
            call=fk.Solo(0, True),
            multiplier=0,
        )

    wanted = (
        Fault.CARD_COUNT
        | Fault.CARD_UNKNOWN
        | Fault.CAPTURED
        | Fault.OUT
        | Fault.CALL
        | Fault.MULTIPLIER
    )
    assert faults_of(make) & wanted == wanted


def test_faults_of_what_cannot_be_printed_are_short() -> None:
    """Of eight fields, each with characters that take many to write."""
    for character in ("\udcff", "\U000e0001", "\x00"):
        line = " ".join(["laizi", *[character * 100] * 8])
        with pytest.raises(fk.PositionError) as caught:
            fk.Position.parse(line)
        assert len(str(caught.value)) < 2000
        assert str(caught.value).isprintable()


def test_every_fault_is_its_own_bit() -> None:
    assert issubclass(Fault, enum.IntFlag)
    values = [fault.value for fault in Fault]
    assert len(set(values)) == len(values)
    assert all(v & (v - 1) == 0 for v in values)


def test_nonsense_types_for_a_position() -> None:
    nonsense: list[Callable[[], object]] = [
        lambda: fk.Position("classic4", HANDS),
        lambda: fk.Position(None, HANDS),
        lambda: fk.Position(CLASSIC, "3h"),
        lambda: fk.Position(CLASSIC, None),
        lambda: fk.Position(CLASSIC, [None, *HANDS[1:]]),
        lambda: fk.Position(CLASSIC, [b"3h", *HANDS[1:]]),
        lambda: fk.Position(CLASSIC, [3, *HANDS[1:]]),
        lambda: fk.Position(CLASSIC, [["3h"], *HANDS[1:]]),
        lambda: fk.Position(CLASSIC, HANDS, turn="0"),
        lambda: fk.Position(CLASSIC, HANDS, turn=0.0),
        lambda: fk.Position(CLASSIC, HANDS, table="0"),
        lambda: fk.Position(CLASSIC, HANDS, captured=5),
        lambda: fk.Position(CLASSIC, HANDS, captured=["0", 0, 0, 0]),
        lambda: fk.Position(CLASSIC, HANDS, out=5),
        lambda: fk.Position(CLASSIC, HANDS, out=["0"]),
        lambda: fk.Position(CLASSIC, HANDS, last=5),
        lambda: fk.Position(CLASSIC, HANDS, last=("3", "single", "Jh")),
        lambda: fk.Position(CLASSIC, HANDS, last=(3, "single", None)),
        lambda: fk.Position(CLASSIC, HANDS, multiplier=1.0),
        lambda: fk.Position(WUHAN, HANDS, call="0Ad>2"),
        lambda: fk.Position(WUHAN, HANDS, call=(0, "Ad", 2, False)),
        lambda: fk.Position(WUHAN, HANDS, call=fk.Call("0", "Ad", 2, True)),
        lambda: fk.Position(WUHAN, HANDS, call=fk.Call(0, None, 2, True)),
        lambda: fk.Position(WUHAN, HANDS, call=fk.Solo(None, True)),
        lambda: fk.Position.parse(None),
        lambda: fk.Position.parse(b"classic4 3h/4s/5s/6s 0"),
        lambda: fk.Position.from_dict(None),
        lambda: fk.Position.from_dict("classic4"),
        lambda: fk.Position.from_dict([("rules", "classic4")]),
    ]
    for make in nonsense:
        with pytest.raises(TypeError):
            make()


# ---------------------------------------------------------------- moves


def test_moves_that_cannot_be_made() -> None:
    pos = fk.Position.parse("classic4 3h4s4h5s/6c6d/7h9c/2sAh 0")
    for move, reason in (
        ("-", Reason.MUST_LEAD),
        (fk.PASS, Reason.MUST_LEAD),
        ("2s", Reason.NOT_IN_HAND),
        ("3s", Reason.NOT_IN_HAND),
        ("3", Reason.NOT_IN_HAND),
        ("4s4c", Reason.NOT_IN_HAND),
        ("WW", Reason.NOT_IN_HAND),
        ("3h3h", Reason.NOT_IN_HAND),
        (CLASSIC.move("2s"), Reason.NOT_IN_HAND),
        ("3h4s", Reason.NO_COMBINATION),
        ("triple:4s4h", Reason.NO_COMBINATION),
        ("nonsense:4s4h", Reason.NO_COMBINATION),
        ("", Reason.NO_COMBINATION),
    ):
        assert refused(pos, move).reason is reason, move
    pos.push("4s")
    pos.push("-")
    pos.push("9c")
    for move, reason in (
        ("7h", Reason.NOT_IN_HAND),
        ("Ah2s", Reason.NO_COMBINATION),
    ):
        assert refused(pos, move).reason is reason, move
    pos.push("-")
    for move in ("5s", "single:5s", CLASSIC.move("4h"), "3h"):
        assert refused(pos, move).reason is Reason.DOES_NOT_BEAT


def test_moves_of_several_readings() -> None:
    flush = fk.rules("flush1")
    cards = "555666777888"
    pos = fk.Position(flush, [cards, "9", "9", "9"])
    assert refused(pos, cards).reason is Reason.AMBIGUOUS
    with pytest.raises(fk.IllegalMoveError) as caught:
        flush.move(cards)
    assert caught.value.reason is Reason.AMBIGUOUS
    same_again(caught.value)
    assert flush.move("airplane_one", cards).n == 3
    pos.push(f"airplane:{cards}")
    assert pos.last.move.n == 4
    # Where one reading alone is legal, no kind is needed.
    last, cards = (3, "airplane_one", "333444555JQK"), "777888999TTT"
    pos = fk.Position(flush, [cards + "J", "J", "J", "Q"], 0, last, 25)
    pos.push(cards)
    assert (pos.last.move.kind, pos.last.move.n) == ("airplane_one", 3)
    with pytest.raises(fk.IllegalMoveError) as caught:
        flush.move("3s4s")
    assert caught.value.reason is Reason.NO_COMBINATION


def test_moves_after_the_end() -> None:
    pos = fk.Position.parse("classic4 -/4s/6s/8s 2 - 0 0,0,0,0 0")
    pos.push("6s")
    for move in ("-", "4s", "", "nonsense", fk.PASS, CLASSIC.move("4s")):
        assert refused(pos, move).reason is Reason.HAND_OVER


def test_moves_of_other_rules() -> None:
    """A move is checked by the rules of the position, whatever made it."""
    pos = fk.Position.parse("classic4 3s4s5s6s7s/6c6d/7h9c/2sAh 0")
    flush = fk.rules("flush1").move("3s4s5s6s7s")
    assert flush.kind == "straight_flush"
    assert refused(pos, flush).reason is Reason.NO_COMBINATION
    jokers = WUHAN.move("3sW")
    assert refused(pos, jokers).reason is Reason.NOT_IN_HAND


def test_cards_that_are_none_as_a_move() -> None:
    pos = fk.Position.parse("classic4 3h4s/6c6d/7h9c/2sAh 0")
    before = pos.copy()
    for text in ("3x", "pair:4s4x", "--", "1", "\x00", "pair:"[:4], "😀"):
        with pytest.raises(fk.FiftykError) as caught:
            pos.push(text)
        same_again(caught.value)
        assert pos == before
    for nonsense in (None, 3, b"3h", ["3h"], ("single", "3h"), object()):
        with pytest.raises(TypeError):
            pos.push(nonsense)
        assert pos == before
    with pytest.raises(IndexError):
        pos.pop()


def test_comparing_nonsense() -> None:
    move = CLASSIC.move("3s")
    assert not CLASSIC.beats(move, fk.PASS)
    assert not CLASSIC.beats(fk.PASS, move)
    for nonsense in (None, "3s", 3):
        with pytest.raises(TypeError):
            CLASSIC.beats(move, nonsense)
        with pytest.raises(TypeError):
            CLASSIC.beats(nonsense, move)
    with pytest.raises(TypeError):
        fk.Move()
    with pytest.raises(TypeError):
        fk.MoveList()
    with pytest.raises(TypeError):
        move < move  # noqa: B015
    with pytest.raises(AttributeError):
        move.kind = "pair"


# ---------------------------------------------------------------- perft and solve


def test_nonsense_for_perft_and_solve() -> None:
    pos = fk.Position.parse("classic4 3h/6c/7h/2s 0")
    for depth in (-1, 433, -(2**70), 2**70):
        with pytest.raises(fk.FiftykError) as caught:
            fk.perft(pos, depth)
        same_again(caught.value)
    for seat in (-1, 4, 2**70):
        with pytest.raises(fk.FiftykError) as caught:
            fk.solve(pos, seat=seat)
        same_again(caught.value)
    for limit in ("nodes", "seconds", "memory_mb"):
        with pytest.raises(fk.FiftykError) as caught:
            fk.solve(pos, **{limit: -1})
        same_again(caught.value)
        with pytest.raises(TypeError):
            fk.solve(pos, **{limit: "1"})
    with pytest.raises(fk.ObjectiveError) as objection:
        fk.solve(pos, objective="score")
    assert objection.value.objective == "score"
    same_again(objection.value)
    with pytest.raises(fk.FiftykError):
        fk.solve(pos, seconds=float("nan"))
    for nonsense in (None, "classic4 3h/6c/7h/2s 0", 3):
        with pytest.raises(TypeError):
            fk.solve(nonsense)
        with pytest.raises(TypeError):
            fk.perft(nonsense, 1)
    with pytest.raises(TypeError):
        fk.solve(pos, seat="0")
    with pytest.raises(TypeError):
        fk.solve(pos, objective=3)


# ---------------------------------------------------------------- text


JUNK = ("", " ", "/", "W", "3s", "5", "-", ":", "x", "9" * 21, "é", "王", "\x00")


def mangled(rng: random.Random, text: str) -> str:
    """A text with some characters taken out, put in, doubled or swapped."""
    chars = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(chars) + 1)
        chars[at : at + rng.randint(0, 2)] = rng.choice(
            [
                "",
                " ",
                "/",
                "W",
                "3s",
                "5",
                "-",
                ":",
                "x",
                "999999999999999999999",
                "é",
                "王",
                "\x00",
            ]
        )
    return "".join(chars)


@pytest.mark.parametrize("g", GAMES, ids=str)
@given(seed=strategies.seeds)
def test_garbled_positions(g: Game, seed: int) -> None:
    """A garbled line is read as some position, or refused with an error of ours."""
    rng = random.Random(seed)
    text = str(to_position(g, strategies.random_state(g.rs, rng, 4)))
    for _ in range(4):
        try:
            pos = fk.Position.parse(mangled(rng, text))
        except fk.FiftykError as error:
            same_again(error)
        else:
            assert fk.Position.parse(str(pos)) == pos
            pos.count_moves()


@given(text=st.text(max_size=60))
def test_garbage(text: str) -> None:
    readers: list[Callable[[str], object]] = [
        fk.Position.parse,
        CLASSIC.identify,
        CLASSIC.move,
        fk.rules,
        fk.Position.parse("classic4 3h4s/6c6d/7h9c/2sAh 0").push,
        lambda t: fk.Position.parse(f"classic4 {t} 0"),
        lambda t: fk.Position.from_dict({"rules": "classic4", "hands": [t] * 4}),
    ]
    for read in readers:
        try:
            read(text)
        except fk.FiftykError as error:
            same_again(error)


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("g", ALL, ids=str)
def test_values_are_pickled_and_copied(g: Game) -> None:
    rng = random.Random(f"pickle {g}")
    for _ in range(5):
        pos = to_position(g, strategies.random_state(g.rs, rng, 5))
        moves = pos.legal_moves(faces=True)
        for value in (g.fk, pos, pos.last, pos.call, moves, *moves, fk.PASS, g.fk.table):
            for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
                if value is not g.fk.table:
                    assert twin == value
                assert type(twin) is type(value)
                if isinstance(value, fk.Move):
                    assert hash(twin) == hash(value)
                    assert str(twin) == str(value)
        assert list(pickle.loads(pickle.dumps(moves))) == list(moves)
        with pytest.raises(TypeError):
            hash(pos)
        with pytest.raises(TypeError):
            hash(moves)
        assert hash(g.fk) == hash(fk.rules(str(g.fk)))
        assert fk.rules(str(g.fk)) == g.fk
        assert moves != list(moves)[1:]
        for nonsense in (len(moves), -len(moves) - 1):
            with pytest.raises(IndexError):
                moves[nonsense]
        with pytest.raises(TypeError):
            moves["0"]
        assert "3s" not in moves
        with pytest.raises(ValueError, match="not in"):
            moves.index(None)
