"""Each sentence of RULES.md 6 and 7 on the end of a hand, named after its section."""

from collections.abc import Sequence

import pytest
from hand_helpers import after, ending

import fiftyk as fk

FIXED = ["classic4", "honghe", "flush1", "flush2"]
CALLED = ["laizi", "wuhan"]


# ---- 6. Scores ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIXED)
def test_6_scores_of_fixed_sides(name: str) -> None:
    # 0 is out first, 2 second: 1 and 3 still hold cards, 3 a T and a 5.
    hand = after(ending(f"{name} 3s/4s/5s/5hTh 0 - 0 10,20,0,5"), "3s - 5s")
    assert hand.result.scores == (10 + 20, 20 - 20, 0 + 5, 5 - 20 - 15)
    assert hand.result.sides == (35, -30)
    assert hand.result.winners == (0, 2)
    # Only one seat is left, and only it loses 20.
    hand = after(ending(f"{name} -/4s/Ks5h/9s 1 - 0 10,20,0,5 0"), "4s - 9s")
    assert hand.result.scores == (30, 20, -20 - 15, 5)


@pytest.mark.parametrize("name", FIXED)
def test_6_equal_sides_are_decided_by_the_first_seat_out(name: str) -> None:
    # Seat 0 was first out (+20), 2 holds nothing worth points (-20).
    tied = after(ending(f"{name} -/4s/6h/9s 1 - 0 20,10,0,10 0"), "4s - 9s")
    assert tied.result.sides == (20, 20)
    assert tied.result.winners == (0, 2)
    tied = after(ending(f"{name} 9s/-/4s/6h 2 - 0 10,20,10,0 1"), "4s - 9s")
    assert tied.result.sides == (20, 20)
    assert tied.result.winners == (1, 3)
    lost = after(ending(f"{name} -/4s/6h/9s 1 - 0 20,10,0,15 0"), "4s - 9s")
    assert lost.result.winners == (1, 3)


def test_6_scores_and_places_of_classic3() -> None:
    hand = after(ending("classic3 -/4s/5hKs 1 - 0 0,10,70 0"), "4s")
    assert hand.result.scores == (0 + 20, 10, 70 - 20 - 15)
    assert (hand.result.places, hand.result.winners) == ((2, 3, 1), (2,))
    assert hand.result.sides is None


@pytest.mark.parametrize(
    ("captured", "places"),
    [
        ("0,20,40", (1, 2, 3)),
        ("0,20,60", (2, 3, 1)),
        ("10,20,40", (1, 2, 3)),
        ("0,30,50", (3, 1, 2)),
    ],
)
def test_6_equal_scores_of_classic3_go_by_who_was_out_earlier(
    captured: str, places: tuple[int, ...]
) -> None:
    # Seat 0 first, 1 second, 2 never: scores +20, +0, -20.
    result = after(ending(f"classic3 -/4s/6h 1 - 0 {captured} 0"), "4s").result
    assert result.places == places
    # The same with seats 2, 0, 1 in these roles.
    a, b, c = captured.split(",")
    result = after(ending(f"classic3 4s/6h/- 0 - 0 {b},{c},{a} 2"), "4s").result
    assert result.places == (places[1], places[2], places[0])


@pytest.mark.parametrize("rules", CALLED)
def test_6_when_the_third_seat_is_out_points_move(rules: str) -> None:
    # 0 and 2 against 1 and 3; out: 1, 0, then 3; 2 has captured 30 and holds a T.
    hand = after(ending(f"{rules} -/-/4sTs/9s 3 - 0 60,50,30,50 1,0 0Ad>2!"), "9s")
    result = hand.result
    assert result.captured == (60, 50, 30, 50)
    assert result.scores == (60, 50 + 30, 0, 50 + 10)
    assert result.sides == (60, 140)
    # The table goes to the third itself, not on to the first (reading R-19).
    hand = after(ending(f"{rules} -/-/4s/Ks 3 - 0 60,50,30,50 1,0 0Ad>2!"), "Ks")
    assert hand.result.scores == (60, 80, 0, 60)


@pytest.mark.parametrize("rules", CALLED)
def test_6_a_sweep_moves_nothing(rules: str) -> None:
    result = after(ending(f"{rules} -/4s/9s/Ks 2 - 0 60,50,30,50 0 0Ad>2!"), "9s").result
    assert result.scores == (60, 50, 30, 50)
    assert result.sides == (90, 100)


# ---- 7. Settlement -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("turned", [0, 1])
def test_7_the_payoff_of_fixed_sides(name: str, turned: int) -> None:
    def settled(hands: str, turn: int, captured: Sequence[int], out: str, moves: str) -> fk.Result:
        """The result, with all seats one place on if turned; from the view of seat 0's side."""
        seats = hands.split("/")
        shift = (lambda values: [*values[-1:], *values[:-1]]) if turned else list
        first = ",".join(str((int(seat) + turned) % 4) for seat in out) or "-"
        line = f"{name} {'/'.join(shift(seats))} {(turn + turned) % 4} - 0"
        line += f" {','.join(map(str, shift(list(captured))))} {first}"
        return after(ending(line), moves).result

    us, them = turned, 1 - turned
    # The losers captured 5: each seat has half of its side's score.
    result = settled("3s/4s/9s/6h", 0, (40, 5, 0, 0), "", "3s - 9s")
    assert not result.doubled
    assert (result.payoff[us], result.payoff[them]) == (60 / 2, (5 - 40) / 2)
    assert result.payoff[:2] == result.payoff[2:]
    # They captured nothing, and were not first out: both sides are doubled.
    result = settled("3s/4s/9s/6h", 0, (40, 0, 0, 0), "", "3s - 9s")
    assert result.doubled
    assert (result.payoff[us], result.payoff[them]) == (60, -40)
    # Bonuses are no captures; nor are points that are still in a hand.
    result = settled("3s/4s/9s/5h", 0, (40, 0, 0, 0), "", "3s - 9s")
    assert (result.payoff[us], result.payoff[them]) == (60, -45)
    # The first seat out is of the losing side: not doubled, though it captured nothing.
    result = settled("4h/-/9s/3s", 3, (40, 0, 20, 0), "1", "3s")
    assert result.out == ((1 + turned) % 4, (3 + turned) % 4)
    assert (result.sides[us], result.sides[them]) == (60 - 40, 20)
    assert (result.winners, result.doubled) == ((them, them + 2), False)
    result = settled("4h/-/9s/3s", 3, (60, 0, 20, 0), "1", "3s")
    assert (result.sides[us], result.sides[them]) == (40, 20)
    assert not result.doubled
    assert (result.payoff[us], result.payoff[them]) == (20, 10)
    # The last play's capture does count.
    result = settled("-/-/4h/Ks", 3, (60, 0, 20, 0), "01", "Ks")
    assert (result.sides[us], result.sides[them], result.doubled) == (80, 10, False)
    result = settled("-/-/4h/9s", 3, (60, 0, 20, 0), "01", "9s")
    assert (result.sides[us], result.sides[them], result.doubled) == (80, 0, True)
    assert (result.payoff[us], result.payoff[them]) == (80, 0)


def test_7_odd_halves_are_exact() -> None:
    result = after(ending("classic4 3s/4s/9s/6h 0 - 0 25,5,0,0"), "3s - 9s").result
    assert result.payoff == (22.5, -17.5, 22.5, -17.5)


def test_7_the_payoff_of_classic3_is_the_score_and_doubles_where_the_losers_captured_nothing() -> (
    None
):
    result = after(ending("classic3 -/4s/6h 1 - 0 60,5,0 0"), "4s").result
    assert (result.payoff, result.doubled) == ((80, 5, -20), False)
    result = after(ending("classic3 -/4s/6h 1 - 0 60,0,5 0"), "4s").result
    assert (result.payoff, result.doubled) == ((80, 0, -15), False)
    result = after(ending("classic3 -/4s/6h 1 - 0 60,0,0 0"), "4s").result
    assert (result.payoff, result.doubled) == ((160, 0, -40), True)
    # The first seat out may be among the losers here.
    result = after(ending("classic3 -/4s/6h 1 - 0 0,60,0 0"), "4s").result
    assert (result.payoff, result.doubled) == ((40, 120, -40), True)


# Caller 0 and partner 2 against 1 and 3: captured, out before, the seat that plays its last card,
# the fourth's hand; outcome, winning side (0 the caller's), stakes in laizi and in wuhan.
ROWS = [
    ("100,0,100,0", "0", 2, "4s", "shut_out_sweep", 0, 4, 4),
    ("0,100,0,100", "3", 1, "4s", "shut_out_sweep", 1, 4, 4),
    ("100,5,95,0", "0", 2, "4s", "sweep", 0, 2, 2),
    ("5,100,0,95", "1", 3, "4s", "sweep", 1, 2, 2),
    ("0,100,0,100", "0", 2, "4s", "sweep", 0, 2, 2),  # before all points of the others
    ("150,0,50,0", "0,1", 2, "4s", "all_points", 0, 2, 2),
    ("100,0,45,45", "0,1", 2, "4sTs", "all_points", 0, 2, 2),  # the fourth's move to 0 and 2
    ("0,150,0,50", "1,0", 3, "4s", "all_points", 1, 2, 2),
    ("105,95,0,0", "0,1", 2, "4s", "majority", 0, 1, 1),
    ("95,105,0,0", "0,1", 2, "4s", "majority", 1, 1, 1),  # the side of the first seat out may lose
    ("95,95,0,5", "1,0", 3, "4s5s", "majority", 1, 1, 1),
    ("100,100,0,0", "0,1", 2, "4s", "level", 0, 1, 0),
    ("100,100,0,0", "1,0", 2, "4s", "level", 1, 1, 0),
]


@pytest.mark.parametrize("rules", CALLED)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[4]}-{row[0]}-{row[1]}")
def test_7_the_settlement_table(rules: str, row: tuple) -> None:
    captured, out, last, left, outcome, side, *stakes = row
    won = stakes[CALLED.index(rules)]
    for factor in (1, 4) if rules == "laizi" else (1,):
        hands = ["-" if str(seat) in out else left for seat in range(4)]
        hands[last] = "9s"
        if len(out) == 1:
            hands = [hand if hand != left else left + "6h" for hand in hands]
        line = f"{rules} {'/'.join(hands)} {last} - 0 {captured} {out} 0Ad>2!"
        line += f" x{factor}" if factor > 1 else ""
        result = after(ending(line), "9s").result
        assert result.outcome == outcome
        assert sum(result.sides) in (200, sum(map(int, captured.split(","))))
        mine = [won * factor if seat % 2 == side else -won * factor for seat in range(4)]
        assert list(result.payoff) == mine
        assert result.winners == ((side, side + 2) if won else ())
        assert not result.doubled


@pytest.mark.parametrize("rules", CALLED)
@pytest.mark.parametrize(
    ("mark", "outcome", "stakes"), [("", "hidden_solo", 4), ("!", "open_solo", 8)]
)
def test_7_solos(rules: str, mark: str, outcome: str, stakes: int) -> None:
    # All points are with the others: a soloist wins exactly when first out.
    line = f"{rules} 3s4h/4s4c/5s8s/6s 1 - 0 0,100,85,0 - solo1{mark}"
    result = after(ending(line), "4s4c").result
    assert (result.outcome, result.winners) == (outcome, (1,))
    assert result.payoff == (-stakes, 3 * stakes, -stakes, -stakes)
    line = f"{rules} 3s4h/4s8c/5s8s/6s 1 - 0 0,100,85,0 - solo1{mark}"
    result = after(ending(line), "4s - 6s").result
    assert result.winners == (0, 2, 3)
    assert result.payoff == (stakes, -3 * stakes, stakes, stakes)


FACTORS = {4: 2, 5: 2, 6: 2, 7: 4, 8: 6, 9: 8, 10: 10, 11: 12, 12: 14}


@pytest.mark.parametrize(("size", "factor"), FACTORS.items())
def test_7_bombs_multiply_the_stakes_of_laizi(size: int, factor: int) -> None:
    bomb = "7s7s7h7h7c7c7d7dWWWW"
    cards = bomb[: 2 * size] if size <= 8 else bomb[: 16 + size - 8]
    for rules, wanted in (("laizi", factor), ("wuhan", 1), ("laizi[bomb_stakes=off]", 1)):
        # By anyone: here by the side that loses.
        line = f"{rules} 9s/{cards}3h6h/5s/8s 1 - 0 0,5,190,0 - 0Ad>2!"
        result = after(ending(line), f"{cards} - - - 3h 5s - 9s").result
        assert (result.outcome, result.multiplier) == ("sweep", wanted)
        assert result.payoff == tuple(sign * 2 * wanted for sign in (1, -1, 1, -1))


def test_7_mixed_510ks_do_not_multiply_and_pure_ones_double_and_all_multiply_together() -> None:
    line = "laizi 5sThKd4s/5hThKh9s/7s7h7c7d9c/8s 0 - 0 0,0,0,0 - 0Ad>2!"
    hand = ending(line)
    seen = []
    for move in ("5sThKd", "5hThKh", "7s7h7c7d"):
        hand.apply(move)
        seen.append(hand.position.multiplier)
    assert seen == [1, 2, 4]


def test_a_hand_that_goes_on_is_not_settled() -> None:
    hand = ending("classic4 Ts/4s/Ks/9s 0")
    assert hand.result is None
    with pytest.raises(fk.PositionError, match="goes on"):
        fk.settle(hand.position)
    assert fk.settle(after(hand, "Ts - Ks").position) == hand.result
