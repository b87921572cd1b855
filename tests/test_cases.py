"""Faults that other engines of such games were reported for: combinations, jokers, notation.

Each test is named by the number of its case in the project's list of them; `test_cases_play` has
the cases about the play of a hand, scores and the solver.
"""

import random
from itertools import permutations

import oracle_combos as combos
import pytest
from strategies import GAMES, Game, game, random_state, to_position

import fiftyk as fk

CLASSIC = game("classic4")
HONGHE = game("honghe")
FLUSH = game("flush1")
FLUSH2 = game("flush2")
LAIZI = game("laizi")
WUHAN = game("wuhan")
STRICT = (CLASSIC, game("classic3"), HONGHE)  # the sources 000 and 002
LOOSE = (FLUSH, FLUSH2)  # 001
WILD = (LAIZI, WUHAN)  # 003 and 004
CALL = fk.Call(0, "3d", 2, True)


def kinds(g: Game, cards: str) -> set[tuple[str, int]]:
    return {(m.kind, m.n) for m in g.fk.identify(cards)}


def ranks(g: Game, cards: str) -> set[tuple[str, int, str]]:
    return {(m.kind, m.n, m.rank) for m in g.fk.identify(cards)}


def facing(g: Game, table: str, hand: str) -> fk.Position:
    """Seat 0 with a hand, to answer a play of seat 3."""
    (play,) = g.fk.identify(table)
    points = combos.points(combos.cards(table))
    rest = ["Jd", "Jc", "Jh"][: g.fk.seats - 1]
    call = CALL if g in WILD else None
    last = (len(rest), play.kind, table)
    return fk.Position(g.fk, [hand, *rest], 0, last, points, call=call)


def may(g: Game, table: str, hand: str, cards: str) -> bool:
    """Are these cards of the hand legal on the table?"""
    pos = facing(g, table, hand)
    before = str(pos)
    listed = {m.cards for m in pos.legal_moves(faces=True)}
    try:
        pos.push(cards)
    except fk.IllegalMoveError:
        assert str(pos) == before
        return False
    pos.pop()
    assert str(pos) == before
    assert pos.rules.identify(cards)[0].cards in listed
    return True


def texts(moves: fk.MoveList) -> list[str]:
    return [str(m) for m in moves]


# ---------------------------------------------------------------- A. classification, generation


def test_case_1_a_bomb_beats_every_other_kind_whatever_its_rank() -> None:
    pos = facing(CLASSIC, "Qs Qh", "8s 8h 8c 8d 2s 2h Ts Th")
    assert {m.kind for m in pos.legal_moves()} == {"pass", "pair", "bomb"}
    assert {m.cards for m in pos.legal_moves()} == {"", "2s 2h", "8s 8h 8c 8d"}
    assert may(CLASSIC, "2s", "3 3 3 3 5", "3333")
    assert may(CLASSIC, "As Ah", "5s Th Kh 4s", "5sThKh")


def test_case_2_pairs_are_no_answer_to_a_bomb() -> None:
    for cards in ("22", "KK"):
        assert not may(CLASSIC, "8s 8h 8c 8d", "2 2 K K", cards)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_case_3_triples_and_their_own_rank(g: Game) -> None:
    assert kinds(g, "34445555") == set()
    assert kinds(g, "33334444") == set()
    wanted = {("airplane", 4)}
    if g in LOOSE:
        wanted |= {("airplane_one", 3)}
        assert ("airplane_one", 3, "8") in ranks(g, "555666777888")
    assert kinds(g, "555666777888") == wanted


def test_case_4_equal_kickers() -> None:
    for g in STRICT:
        assert kinds(g, "33344455") == kinds(g, "5556667777") == set()
    for g in LOOSE:
        assert kinds(g, "33344455") == {("airplane_one", 2)}
        assert kinds(g, "5556667777") == {("airplane_two", 2)}
    for g in WILD:
        assert kinds(g, "33344455") == kinds(g, "5556667777") == set()


def test_case_7_pairs_of_one_rank_as_kickers() -> None:
    for g in STRICT:
        assert kinds(g, "3334447777") == set()
    for g in LOOSE:
        assert kinds(g, "3334447777") == {("airplane_two", 2)}


def test_case_8_twos_in_chains_and_as_kickers() -> None:
    for g in STRICT:
        for cards in ("A2345", "23456", "AA22", "222333"):
            assert kinds(g, cards) == set()
        assert kinds(g, "33344425") == {("airplane_one", 2)}
        assert kinds(g, "33322") == {("triple_two", 1)}
    for g in LOOSE:
        assert ranks(g, "A2345") == {("straight", 5, "5")}
        assert ranks(g, "23456") == {("straight", 5, "6")}
        assert kinds(g, "AA22") == kinds(g, "222333") == set()
        assert kinds(g, "33344425") == {("airplane_one", 2)}
        assert kinds(g, "33322") == {("triple_two", 1)}


def test_case_9_bombs_on_bombs() -> None:
    assert may(CLASSIC, "5s 5h 5c 5d", "6 6 6 6 3s", "6666")
    assert may(CLASSIC, "5s Th Kh", "5d Td Kd 3s", "5dTdKd")
    assert may(WUHAN, "2 2 2 2", "3 3 3 3 3 4", "33333")


def test_case_11_the_order_of_the_cards_does_not_matter() -> None:
    for cards in permutations(["Ks", "5s", "Ts"]):
        for g in GAMES:
            assert ranks(g, "".join(cards)) == {("pure_fiftyk", 1, "s")}
    for g in WILD:
        for cards in permutations("W3W"):
            assert ranks(g, "".join(cards)) == {("triple", 1, "3")}
        for cards in permutations("43W3"):
            assert ranks(g, "".join(cards)) == {("pair_chain", 2, "4")}


def test_case_12_suits_of_510ks() -> None:
    for g in GAMES:
        for suit in "shcd":
            assert ranks(g, f"5{suit}T{suit}K{suit}") == {("pure_fiftyk", 1, suit)}
        assert ranks(g, "5sTsKh") == {("fiftyk", 1, "-")}
    # Two decks: a pure 510K of each suit, once as a class whichever copy is put down.
    hand = " ".join(2 * [r + s for r in "5TK" for s in "shcd"])
    pos = fk.Position(FLUSH2.fk, [hand, "3s", "3h", "3c"])
    pure = [m for m in pos.legal_moves(faces=True) if m.kind == "pure_fiftyk"]
    assert sorted(m.rank for m in pure) == ["c", "d", "h", "s"]
    assert pos.legal_moves(faces=True).counts()["fiftyk"] == 4**3 - 4


def test_case_13_a_510k_beats_plays_of_any_size() -> None:
    for table in ("2s", "As Ah", "3s 4h 5h 6h 7h", "3s 3h 3c 4s 4h 4c"):
        assert may(CLASSIC, table, "5s Tc Kd 8s", "5sTcKd")
    assert not may(CLASSIC, "3s 3h 3c 3", "5s Tc Kd 8s", "5sTcKd")


def test_case_14_suits_count_between_pure_510ks_alone() -> None:
    for g in GAMES:
        pure_h, pure_d = g.fk.move("5hThKh"), g.fk.move("5dTdKd")
        assert not g.fk.beats(g.fk.move("Kh"), g.fk.move("Kd"))
        assert g.fk.beats(pure_h, pure_d)
        assert not g.fk.beats(pure_d, pure_h)
        assert g.fk.beats(pure_d, g.fk.move("5sThKh"))


def test_case_16_an_airplane_with_kickers_that_empties_the_hand() -> None:
    pos = fk.Position(CLASSIC.fk, ["3s3h3c4s4h4c5s6s", "3d4d5h6h", "7s", "8s"])
    moves = texts(pos.legal_moves())
    assert len(set(moves)) == len(moves)
    by_shape = [(m.kind, "".join(c[0] for c in m.cards.split())) for m in pos.legal_moves()]
    for wanted in (
        ("airplane_one", "33344456"),
        ("airplane", "333444"),
        ("triple_two", "33344"),
        ("triple_one", "3334"),
        ("triple_two", "33444"),
    ):
        assert by_shape.count(wanted) == 1
    solution = fk.solve(pos, objective="first", seat=0)
    assert solution.value == 1
    pos.push("airplane_one:3s3h3c4s4h4c5s6s")
    assert pos.out == (0,)


def test_case_17_jokers_bring_no_kickers() -> None:
    for g in WILD:
        assert kinds(g, "33444W56") == set()
        assert ranks(g, "33444W") == {("airplane", 2, "4")}


def test_case_19_pairs_and_triples_in_a_row() -> None:
    for g in GAMES:
        assert ranks(g, "555666") == {("airplane", 2, "6")}
        assert ranks(g, "556677") == {("pair_chain", 3, "7")}
        assert ranks(g, "5566") == {("pair_chain", 2, "6")}
        assert ranks(g, "555666777") == {("airplane", 3, "7")}


def test_case_20_nothing_wraps_round() -> None:
    for g in LOOSE:
        assert ranks(g, "A2345") == {("straight", 5, "5")}
        assert ranks(g, "23456") == {("straight", 5, "6")}
        assert ranks(g, "TJQKA") == {("straight", 5, "A")}
        assert kinds(g, "QKA23") == set()
        assert ranks(g, "A23456789TJQK") == {("straight", 13, "A")}
    for g in STRICT:
        assert kinds(g, "JQKA2") == set()
    assert kinds(game("flush1", two_low_straight=False), "23456") == set()
    assert ranks(game("flush1", two_low_straight=False), "A2345") == {("straight", 5, "5")}


def test_case_22_the_low_ace_follows_the_rule_set() -> None:
    for g in GAMES:
        assert bool(kinds(g, "A2345")) == (g in LOOSE)


def test_case_24_plays_of_one_size_and_different_kinds() -> None:
    for reply in ("33444", "44456"):
        assert not may(FLUSH, "3s 4h 5h 6h 7h", "3 3 4 4 4 5 6", reply)


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_case_24_every_kind_on_every_kind_of_its_size(g: Game) -> None:
    examples = [
        "3 A 33 AA 333 AAA 3334 AAA4 33344 AAA44 34567 TJQKA 3s4s5s6s7s TsJsQsKsAs 3344 KKAA",
        "333444 KKKAAA 33344456 KKKAAA34 3334445566 KKKAAA4455 5sTsKh 5sTsKs 3333 AAAA",
    ]
    plays = [m for text in " ".join(examples).split() for m in g.fk.identify(text)]
    for a in plays:
        for b in plays:
            if "straight" in a.kind and "straight" in b.kind:
                continue
            bombs = ("fiftyk", "pure_fiftyk", "bomb")
            if a.kind in bombs:
                stronger = bombs.index(a.kind) > (bombs.index(b.kind) if b.kind in bombs else -1)
                higher = a.kind == b.kind == "bomb" and (a.rank, b.rank) == ("A", "3")
            else:
                stronger = False
                higher = (a.kind, a.n) == (b.kind, b.n) and a.rank == "A" and b.rank != "A"
            assert g.fk.beats(a, b) == (stronger or higher), (str(a), str(b))


# ---------------------------------------------------------------- B. wild cards


def test_case_26_a_joker_needs_a_natural_card_of_its_rank() -> None:
    for g in WILD:
        assert ranks(g, "WW3344") == {("airplane", 2, "4")}
        assert ranks(g, "WW34") == {("pair_chain", 2, "4")}
        assert ranks(g, "WW33") == {("bomb", 4, "3")}


def test_case_27_jokers_do_not_stretch_a_chain() -> None:
    for g in WILD:
        assert ranks(g, "33445W") == {("pair_chain", 3, "5")}
        assert kinds(g, "334455WW") == set()


def test_case_28_jokers_make_the_larger_bomb() -> None:
    for g in WILD:
        assert ranks(g, "AAAWW") == {("bomb", 5, "A")}


def test_case_30_jokers_alone_are_the_lowest() -> None:
    for g in WILD:
        for size in (1, 2, 3):
            assert not may(g, "3 " * size, "WWW 4", "W" * size)
            assert may(g, "W " * size, "2 2 2 4", "2" * size)
        assert not may(g, "W", "W 3", "W")
        assert g.fk.beats(g.fk.move("3333"), g.fk.move("WWWW"))


def test_case_31_no_joker_in_a_510k() -> None:
    for g in WILD:
        assert kinds(g, "5sTsW") == set()
        assert ranks(g, "5WW") == {("triple", 1, "5")}


def test_case_33_natural_bombs_are_equal_to_those_with_jokers() -> None:
    for g in WILD:
        assert not may(g, "4 4 4 W", "3 3 3 3 6", "3333")
        assert not may(g, "3 3 3 W", "3 3 3 3 6", "3333")
        house = game(g.fk.name, natural_bomb="higher")
        bombs = {cards: house.fk.move(cards) for cards in ("3333", "333W", "444W")}
        assert house.fk.beats(bombs["3333"], bombs["333W"])
        assert not house.fk.beats(bombs["333W"], bombs["3333"])
        assert not house.fk.beats(bombs["3333"], bombs["444W"])


def test_case_34_equal_jokers() -> None:
    high = game("honghe", jokers="high").fk
    with pytest.raises(fk.CardError):
        high.identify("L L")
    assert ranks(WUHAN, "W W") == {("pair", 1, "W")}
    pos = fk.Position(WUHAN.fk, ["W W 3s", "4s", "4h", "4c"], call=fk.Call(0, "3s", 1, True))
    pos.push("WW")
    assert pos.hands[0] == "3s"
    with pytest.raises(fk.IllegalMoveError, match="not in hand"):
        fk.Position(WUHAN.fk, ["W 3s", "4s", "4h", "4c"], call=fk.Call(0, "3s", 1, True)).push("WW")


# ---------------------------------------------------------------- C. hands, notation, duplicates


def test_case_35_one_of_two_equal_cards() -> None:
    call = fk.Call(0, "9d", 2, True)
    captured = [100, 90, 0, 0]
    pos = fk.Position(WUHAN.fk, ["5s 5s 7d", "8s", "8h", "8c"], captured=captured, call=call)
    pos.push("5s")
    assert pos.hands[0] == "5s 7d"
    assert pos.table == 5
    assert sum(pos.captured) + pos.table + 5 == 200


def test_case_36_more_copies_than_exist() -> None:
    for g, cards in ((CLASSIC, "33333"), (WUHAN, "AsAsAs"), (WUHAN, "WWWWW")):
        with pytest.raises(fk.CardError):
            g.fk.identify(cards)
        call = CALL if g in WILD else None
        with pytest.raises(fk.PositionError) as caught:
            fk.Position(g.fk, [cards, "4s", "4h", "4c"], call=call)
        assert fk.Fault.CARD_COUNT in caught.value.faults


def test_case_38_text_that_looks_like_cards() -> None:
    assert CLASSIC.fk.move("Ｋ♠").cards == "Ks"
    assert CLASSIC.fk.move("１０♥").cards == "Th"
    assert CLASSIC.fk.move("红桃5").cards == "5h"
    with pytest.raises(fk.CardError, match="CYRILLIC"):
        CLASSIC.fk.move("К")


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_case_39_text_of_start_trick_and_end(g: Game) -> None:
    rng = random.Random(39)
    pos = to_position(g, random_state(g.rs, rng, 3))
    while not pos.is_over:
        assert fk.Position.parse(str(pos)) == pos
        assert fk.Position.from_dict(pos.to_dict()) == pos
        pos.push(rng.choice(pos.legal_moves(faces=True)))
    assert pos.turn is None
    assert fk.Position.parse(str(pos)) == pos
    assert str(fk.Position.parse(str(pos))) == str(pos)
    assert fk.Position.from_dict(pos.to_dict()).scores == pos.scores


def distinct_moves(count: int) -> None:
    rng = random.Random(40)
    for _ in range(count):
        pos = to_position(FLUSH, random_state(FLUSH.rs, rng, 9))
        for faces in (False, True):
            moves = pos.legal_moves(faces=faces)
            names = {str(m): i for i, m in enumerate(moves)}
            assert len(names) == len(moves)
            for text, place in names.items():
                move = fk.PASS if text == "-" else FLUSH.fk.move(text)
                assert moves.index(move) == place
                assert moves[place] == move


def test_case_40_moves_and_their_texts_are_one_to_one() -> None:
    two = FLUSH2.fk.identify("333444555666")
    assert len({str(m) for m in two}) == len(two) == 2
    distinct_moves(150)


@pytest.mark.slow
def test_case_40_ten_thousand_positions() -> None:
    distinct_moves(10_000)
