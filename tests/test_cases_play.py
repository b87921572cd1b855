"""Faults that other engines of such games were reported for: turns, scores, the solver.

Each test is named by the number of its case in the project's list of them (see `test_cases`).
"""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import oracle
import pytest
from strategies import GAMES, Game, game, random_state, to_position, to_state

import fiftyk as fk

CLASSIC = game("classic4")
FLUSH2 = game("flush2")
LAIZI = game("laizi")
WUHAN = game("wuhan")
WILD = (LAIZI, WUHAN)


def texts(moves: fk.MoveList) -> list[str]:
    return [str(m) for m in moves]


def value(pos: fk.Position, objective: str, seat: int = 0, **limits: float) -> object:
    return fk.solve(pos, objective=objective, seat=seat, **limits).value


def oracle_value(g: Game, pos: fk.Position, objective: str, seat: int = 0) -> object:
    return oracle.minimax(g.rs, objective, seat, remember=True)(to_state(g, pos))


# ---------------------------------------------------------------- D. passing, turns, seats out


def test_case_42_a_play_that_does_not_beat() -> None:
    pos = fk.Position.parse("classic4 3s9h/Jd/Jc/Jh 0 3:single:5s 5 0,0,0,0")
    before = pos.copy()
    with pytest.raises(fk.IllegalMoveError) as caught:
        pos.push("3s")
    assert caught.value.reason is fk.Reason.DOES_NOT_BEAT
    assert pos == before
    assert str(pos) == str(before)


def test_case_43_a_led_bomb_is_a_bomb() -> None:
    hand = "4 4 4 4 5s Th Kh 8 8 8 8 3 3 3 3 3"
    call = fk.Call(0, "Ad", 2, True)
    pos = fk.Position(WUHAN.fk, ["7 7 7 7 9", hand, "9", "9"], call=call)
    pos.push("7777")
    for cards, legal in (("4444", False), ("5sThKh", False), ("8888", True), ("33333", True)):
        play = WUHAN.fk.move(cards)
        assert (play in pos.legal_moves()) == legal
        if legal:
            pos.push(play)
            pos.pop()
        else:
            with pytest.raises(fk.IllegalMoveError, match="does not beat"):
                pos.push(play)


def test_case_44_seats_that_are_out_are_left_out() -> None:
    # Four seats: seat 0 is out, seat 3's play stands after two passes.
    pos = fk.Position.parse("classic4 -/4s4h/6s6h/8sAs 3 - 0 0,0,0,0 0")
    pos.push("8s")
    assert pos.turn == 1
    pos.push("-")
    assert pos.turn == 2
    pos.push("-")
    assert (pos.turn, pos.last) == (3, None)
    pos.push("As")  # out as well: with seat 1 still there the side of 1 and 3 is not
    assert pos.turn == 1
    # Three seats: seat 2 goes out unbeaten.
    pos = fk.Position.parse("classic3 4s4h/6s6h/As 2")
    for move in ("As", "-", "-"):
        pos.push(move)
    assert (pos.turn, pos.last, pos.out) == (0, None, (2,))
    pos = fk.Position.parse("classic3 -/6s6h/As 2 - 0 0,0,0 0")
    pos.push("As")
    assert pos.is_over
    assert pos.turn is None


def test_case_47_nothing_goes_on_after_the_end() -> None:
    pos = fk.Position.parse("classic4 -/4s/6s/8s 2 - 0 0,0,0,0 0")
    pos.push("6s")
    assert pos.is_over
    assert len(pos.legal_moves()) == pos.count_moves() == 0
    assert pos.legal_moves().counts() == {}
    before = pos.copy()
    for move in ("-", "4s", fk.PASS):
        with pytest.raises(fk.IllegalMoveError) as caught:
            pos.push(move)
        assert caught.value.reason is fk.Reason.HAND_OVER
    assert pos == before


def test_case_48_only_the_partners_copy_shows_the_partner() -> None:
    call = fk.Call(0, "Ad", 2, False)
    pos = fk.Position(WUHAN.fk, ["Ad 3s", "2s 3h", "Ad 4s", "6s 6h"], call=call)
    pos.push("Ad")
    assert pos.call == call
    pos.push("2s")
    for move in ("-", "-", "-"):
        pos.push(move)
    assert pos.turn == 1
    pos.push("3h")
    pos.push("Ad")
    assert pos.call == fk.Call(0, "Ad", 2, True)
    pos.pop()
    assert pos.call == call


def test_case_49_only_the_called_card_shows_the_partner() -> None:
    call = fk.Call(0, "Ad", 2, False)
    pos = fk.Position(WUHAN.fk, ["3s 3h", "2s 3h", "Ad As Ah 4s", "6s 6h"], 2, call=call)
    pos.push("AsAh")
    assert pos.call == call
    pos.pop()
    pos.push("AdAs")
    assert pos.call == fk.Call(0, "Ad", 2, True)
    # A card without a suit is never the called card.
    bare = fk.Position(WUHAN.fk, ["3s 3h", "2s 3h", "Ad A 4s", "6s 6h"], 2, call=call)
    bare.push("A")
    assert bare.call == call


def test_case_51_taking_back_and_playing_something_else() -> None:
    pos = fk.Position.parse("classic4 3s2s/5s5h/TsTh/KsKh 0")
    pos.push("3s")
    assert pos.pop() == CLASSIC.fk.move("3s")
    pos.push("2s")
    for move in ("-", "-", "-"):
        pos.push(move)
    assert (pos.turn, pos.last, pos.captured) == (0, None, (0, 0, 0, 0))
    # Undoing a play that emptied a hand restores who is out, the table and what was shown.
    call = fk.Call(0, "5d", 2, False)
    pos = fk.Position(WUHAN.fk, ["3s 3h", "2s 3h", "5d", "6s 6h"], 2, call=call)
    before, text = pos.copy(), str(pos)
    pos.push("5d")
    assert (pos.out, pos.table, pos.call.known) == ((2,), 5, True)
    pos.pop()
    assert (pos.out, pos.table, pos.call) == ((), 0, call)
    assert pos == before
    assert str(pos) == text


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_case_52_make_and_unmake_at_each_ply(g: Game) -> None:
    rng = random.Random(52)
    pos = to_position(g, random_state(g.rs, rng, 6))
    while not pos.is_over:
        before = (str(pos), pos.key, texts(pos.legal_moves()), texts(pos.legal_moves(faces=True)))
        for move in pos.legal_moves():
            pos.push(move)
            assert pos.pop() == move
        assert before == (
            str(pos),
            pos.key,
            texts(pos.legal_moves()),
            texts(pos.legal_moves(faces=True)),
        )
        pos.push(rng.choice(pos.legal_moves()))


def test_case_53_the_play_to_beat_is_the_latest() -> None:
    pos = fk.Position.parse("classic4 4s3sJs/6s3h/9s3c/7s3d 0")
    for move in ("4s", "-", "9s", "-", "Js", "-"):
        pos.push(move)
    assert pos.last == fk.LastPlay(0, CLASSIC.fk.move("Js"))


# ---------------------------------------------------------------- E. end and scores


def test_case_56_the_hand_ends_at_once() -> None:
    pos = fk.Position.parse("classic4 -/TsKs/6s/3s 2 - 0 40,20,15,5 0")
    pos.push("6s")
    assert pos.is_over
    assert pos.scores == (60, -20, 15, -15)
    assert pos.sides == (75, -35)
    assert pos.payoff == (37.5, -17.5, 37.5, -17.5)


def test_case_57_ties() -> None:
    # 50 to 50: the side of the first seat out, 0.
    pos = fk.Position.parse("classic4 -/6s/3s/- 1 - 0 50,35,0,15 0,3")
    assert value(pos, "win") == 1
    pos.push("6s")
    assert pos.sides == (50, 50)
    # Three seats: of equal scores the earlier out is ahead, who never went out comes last.
    pos = fk.Position.parse("classic3 -/6s/3s 1 - 0 10,30,50 0")
    pos.push("6s")
    assert pos.scores == (30, 30, 30)
    assert pos.places == (1, 2, 3)
    # 100 to 100: in wuhan nobody wins, in laizi the side of the first seat out.
    for g, won in ((WUHAN, 0), (LAIZI, 1)):
        call = fk.Call(0, "3d", 1, True)
        hands, captured = ["", "8s", "6s", ""], [100, 0, 50, 50]
        pos = fk.Position(g.fk, hands, 2, captured=captured, out=[3, 0], call=call)
        assert value(pos, "payoff", 3) == value(pos, "win", 3) == won
        pos.push("6s")
        assert pos.sides == (100, 100)
        assert pos.payoff == (-won, -won, won, won)


def test_case_59_bonuses_are_no_table_points() -> None:
    pos = fk.Position.parse("classic4 -/3s/6s/4s 2 - 0 100,0,0,0 0")
    pos.push("6s")
    assert pos.sides == (120, -40)
    assert pos.payoff == (120, -40, 120, -40)  # 240 and -80, shared
    # The losers were first out: not doubled.
    pos = fk.Position.parse("classic4 -/-/6s/4s 2 - 0 100,0,0,0 1,0")
    pos.push("6s")
    assert pos.sides == (100, 0)
    assert pos.payoff == (50, 0, 50, 0)


def test_case_60_no_call_yet() -> None:
    for g in WILD:
        with pytest.raises(fk.PositionError) as caught:
            fk.Position(g.fk, ["3s", "4s", "6s", "7s"])
        assert caught.value.faults == fk.Fault.CALL
        pos = fk.Position(g.fk, ["3s", "4s", "6s", "7s"], call=fk.Solo(1, False))
        assert fk.Position.parse(str(pos)) == pos
        assert len(pos.key) == 16
        assert pos.scores is pos.payoff is None
        assert value(pos, "win") in (1, -1)


# ---------------------------------------------------------------- F. solver


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_case_61_values_along_the_line(g: Game) -> None:
    rng = random.Random(61)
    for _ in range(4):
        state = random_state(g.rs, rng, 3)
        pos = to_position(g, state)
        objective = rng.choice(oracle.objectives(g.rs, state))
        seat = rng.randrange(g.fk.seats)
        mine = next(side for side in oracle.sides(g.rs, state) if seat in side)
        solution = fk.solve(pos, objective=objective, seat=seat, all_moves=True)
        for move in solution.line:
            best = max if pos.turn in mine else min
            values = fk.solve(pos, objective=objective, seat=seat, all_moves=True).moves
            assert best(values.values()) == solution.value
            assert values[move] == solution.value
            pos.push(move)
        assert pos.is_over or (objective == "first" and pos.out)
        assert oracle.outcome(g.rs, to_state(g, pos), objective, seat) == solution.value


def test_case_64_one_card_each() -> None:
    pos = fk.Position.parse("classic4 5s/Ts/2s/Ks 0 - 0 0,0,0,0")
    solution = fk.solve(pos, objective="margin", seat=0, all_moves=True)
    assert [str(m) for m in solution.line] == ["single:5s", "single:Ts", "single:2s"]
    assert solution.value == 35 + 30
    assert value(pos, "payoff") == 70 + 60
    after = pos.copy()
    after.push("5s")
    values = fk.solve(after, objective="margin", seat=0, all_moves=True).moves
    assert {str(m): v for m, v in values.items()} == {"single:Ts": 65, "-": 25 + 60}
    for move in ("5s", "Ts", "2s"):
        pos.push(move)
    assert pos.sides == (35, -30)
    pos.pop()
    for move in ("-", "Ks"):
        pos.push(move)
    assert pos.sides == (0, 25)


def test_case_65_deals_that_only_look_alike() -> None:
    # The five of spades or of hearts with Ts Ks: a pure 510K, or a mixed one.
    pure = fk.Position.parse("classic4 5sTsKs4s/5hThKh/6c6d/7c7d 0")
    mixed = fk.Position.parse("classic4 5hTsKs4s/5sThKh/6c6d/7c7d 0")
    assert pure.key != mixed.key
    results = fk.solve_many([pure, mixed, pure], objective="margin", seat=0)
    wanted = [oracle_value(CLASSIC, pos, "margin") for pos in (pure, mixed, pure)]
    assert [r.value for r in results] == wanted
    assert wanted[0] != wanted[1]
    # Who holds the called card.
    call = fk.Call(0, "Ad", 2, False)
    other = fk.Call(0, "Ad", 3, False)
    one = fk.Position(WUHAN.fk, ["3s", "4s", "Ad", "As"], call=call, captured=[0, 0, 0, 200])
    two = fk.Position(WUHAN.fk, ["3s", "4s", "As", "Ad"], call=other, captured=[0, 0, 0, 200])
    assert one.key != two.key
    for pos in (one, two):
        assert value(pos, "payoff") == oracle_value(WUHAN, pos, "payoff")


def test_case_67_a_tiny_table() -> None:
    rng = random.Random(67)
    for g in GAMES:
        pos = to_position(g, random_state(g.rs, rng, 4))
        assert value(pos, "first", memory_mb=1) == value(pos, "first")


def test_case_68_a_time_limit_holds_on_two_decks() -> None:
    pos = FLUSH2.fk.deal(seed=68)
    started = time.monotonic()
    solution = fk.solve(pos, objective="margin", seat=0, seconds=0.3)
    assert time.monotonic() - started < 5
    assert not solution.exact
    assert solution.value is None
    assert solution.lower < solution.upper
    assert solution.lower <= 200


def test_case_70_two_threads_at_once() -> None:
    rng = random.Random(70)
    deals = [to_position(g, random_state(g.rs, rng, 4)) for g in GAMES for _ in range(4)]
    alone = [value(pos, "first") for pos in deals]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda pos: value(pos, "first"), deals))
        many = [s.value for s in fk.solve_many(deals, executor=pool, objective="first", seat=0)]
    assert alone == together == many
    results: dict[int, int] = {}

    def count(i: int) -> None:
        results[i] = fk.perft(deals[i], 4)

    threads = [threading.Thread(target=count, args=(i,)) for i in range(len(deals))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {i: fk.perft(pos, 4) for i, pos in enumerate(deals)}
