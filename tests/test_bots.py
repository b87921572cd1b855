"""The bots of the package: legal in every rule set, reproducible, and greedy ones win more."""

import pytest
from hand_helpers import RULES

import fiftyk as fk
from fiftyk import bots

NAMES = ["random", "greedy", "determinized[playouts=20]"]
ALL = [pytest.param(rules, name, id=f"{rules}-{name}") for rules in RULES for name in NAMES]


@pytest.mark.parametrize(("rules", "name"), ALL)
def test_bots_finish_hands_by_legal_decisions(rules: fk.RuleSet, name: str) -> None:
    for seed in range(5 if name in ("random", "greedy") else 2):
        hand = fk.Hand.deal(rules, seed)
        players = [bots.bot(name, 4 * seed + seat) for seat in range(rules.seats)]
        while hand.turn is not None:
            view = hand.view(hand.turn)
            decision = players[hand.turn].choose(view)
            assert decision in view.legal
            hand.apply(decision)
        again = fk.Hand.deal(rules, seed)
        players = [bots.bot(name, 4 * seed + seat) for seat in range(rules.seats)]
        assert bots.finish(again, players) == hand.result
        assert again == hand


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_greedy_bots_beat_random_ones(rules: fk.RuleSet) -> None:
    # Seats 0 and 2 against 1 and 3 where sides are fixed; else each seat for its own stakes.
    better, worse = 0.0, 0.0
    for seed in range(16):
        places = [(seat + seed) % rules.seats for seat in range(rules.seats)]
        names = ["greedy" if place % 2 == 0 else "random" for place in places]
        players = [bots.bot(name, seed) for name in names]
        result = bots.finish(fk.Hand.deal(rules, seed), players)
        for seat, name in enumerate(names):
            won = (seat in result.winners) / names.count(name)
            better, worse = better + won * (name == "greedy"), worse + won * (name == "random")
    assert better > 1.4 * worse


def test_random_bots_draw_alike_and_never_alone() -> None:
    wuhan = fk.rules("wuhan")
    choices = set()
    for seed in range(40):
        hand = fk.Hand.deal(wuhan, 1)
        bots.finish(hand, [bots.RandomBot(seed)] * 4)
        assert not hand.view(0).open
        choices.add(hand.face)
    assert len(choices) > 10


def test_the_greedy_bot_leaves_its_partner_alone_and_saves_its_bombs() -> None:
    def choice(line: str) -> str:
        hand = fk.Hand.from_position(fk.Position.parse(line))
        return str(bots.GreedyBot().choose(hand.view(hand.turn)))

    # It beats an opponent with the lowest card, but not its partner, unless it goes out.
    line = "classic4 3s4s4h6s6h/4c5c/7s8s9sQd/9c{} {}"
    assert choice(line.format("ThJhQhKhAh", "2 1:single:6c")) == "single:7s"
    assert choice(line.format("ThJhQhKhAh", "2 0:single:6c")) == "-"
    # It leads small cards, the more the better, and splits nothing.
    assert choice(line.format("ThJhQhKhAh", "0")) == "pair:4s4h"
    # A bomb is for points, or for a seat that is about to go out.
    line = "classic4 3s5d7h9hJs/3h3c3d4s4h4c4d9s/7s8s9dQd8h/9c{} 1 0:single:{}"
    assert choice(line.format("ThJhQhKhAh", "2s 0")) == "-"
    assert choice(line.format("ThJhQh", "2s 15")) == "bomb:4s4h4c4d"
    assert choice(line.format("Th", "2s 0")) == "bomb:4s4h4c4d"


def test_the_greedy_bot_calls_a_card_without_a_twin_and_plays_alone_with_many_bombs() -> None:
    def choice(hand: str, phase: str) -> str:
        rest = ["3s 4s 5s 6s 7s 8h", "3d 4d 5d 6d 7d 8d"]
        made = fk.Hand(fk.rules("laizi"), [hand, *rest, "9d Td"], lead=0)
        if phase == "solo":
            made.apply(made.legal[0])
        return str(bots.GreedyBot().choose(made.view(0)))

    assert choice("Jh Jh 3d 4s", "call") == "3d"
    assert choice("Jh Jh", "call") == "Jh"
    assert choice("Jh Jh", "solo") == fk.NO_SOLO
    bombs = "JsJhJcJd QsQhQcQd KsKhKcKd AsAhAcAd Jh WW"
    assert choice(bombs.replace("AsAhAcAd", "").replace("Jh WW", "Jh"), "solo") == fk.NO_SOLO
    assert choice(bombs, "solo") == fk.SOLO


def test_bots_by_name() -> None:
    assert bots.bot_names() == ("random", "greedy", "determinized")
    for name in ("clever", "greedy[", "determinized[playouts=1][playouts=2]", ""):
        with pytest.raises(fk.RulesError, match="random, greedy, determinized"):
            bots.bot(name)
    made = bots.bot("determinized[playouts=7]", 3)
    assert isinstance(made, bots.DeterminizedBot)
    assert (made.seed, made.playouts, made.seconds) == (3, 7, None)
    assert bots.bot("determinized[seconds=0.5]").seconds == 0.5  # type: ignore[attr-defined]
    for name in ("greedy[playouts=1]", "determinized[hands=1]", "determinized[playouts=x]",
                 "determinized[playouts=0]", "determinized[seconds=nan]"):  # fmt: skip
        with pytest.raises(fk.FiftykError):
            bots.bot(name)
    with pytest.raises(TypeError):
        bots.bot(3)  # type: ignore[arg-type]
    with pytest.raises(fk.RulesError):
        bots.bot("random", -1)
    with pytest.raises(fk.FiftykError, match="3 bots for 4 seats"):
        bots.finish(fk.Hand.deal(fk.rules("laizi"), 1), [bots.GreedyBot()] * 3)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_chosen_where_it_is_not_the_turn(name: str) -> None:
    over = fk.Hand.from_position(fk.Position.parse("classic4 -/4/-/5 - - 0 60,0,35,0 0,2"))
    dealt = fk.Hand.deal(fk.rules("laizi"), 3)
    assert dealt.turn == 3
    for view in (over.view(0), dealt.view(0)):
        with pytest.raises(fk.FiftykError, match="not the turn of seat 0"):
            bots.bot(name).choose(view)
