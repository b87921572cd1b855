"""`fiftyk play`: a person at the table, in text and in JSON, English and Chinese."""

import json
import random
import re
from typing import Any
from unittest import mock

import pytest
from cli_helpers import Ran, run
from hand_helpers import RULES

import fiftyk as fk
from fiftyk.cli._entry import read_decision
from fiftyk.cli._screen import TextScreen


class Player:
    """Answers by what the screen showed, at random, and remembers it."""

    def __init__(self, seed: int, quirks: float = 0.3) -> None:
        self.rng = random.Random(seed)
        self.quirks = quirks
        self.views: list[fk.View] = []
        self.show = TextScreen.show

    def __call__(self, prompt: str) -> str:
        view = self.views[-1]
        if self.rng.random() < self.quirks:
            return self.rng.choice(
                ["", "?", "？ bomb", "h", "u", "zz", "3s4s", "44", "-", "\ufffd"]
            )
        if view.phase == "solo":
            return self.rng.choice(["n", "n", "n", "y"])
        return str(self.rng.choice(view.legal))


def played(*args: str, seed: int = 0, quirks: float = 0.3) -> tuple[Ran, Player]:
    """Run `fiftyk play` with a random player."""
    player = Player(seed, quirks)

    def show(screen: TextScreen, view: fk.View) -> None:
        player.views.append(view)
        player.show(screen, view)

    with (
        mock.patch("fiftyk.cli._screen.read_line", player),
        mock.patch.object(TextScreen, "show", show),
    ):
        return run("play", *args), player


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_hand_of_every_rule_set_can_be_played(rules: fk.RuleSet, lang: str) -> None:
    for seed in (1, 2):
        seat = seed % rules.seats
        args = (str(rules), "--seed", str(seed), "--seat", str(seat), "--lang", lang)
        ran, player = played(*args, seed=seed)
        assert (ran.status, ran.err) == (0, "")
        assert all((view.turn, view.seat) == (seat, seat) for view in player.views)
        assert ("积分" if lang == "zh" else "payoff") in ran.out
        if lang == "zh":
            # Chinese but for notation, names that programs know, and messages of errors.
            words = set(re.findall("[a-z]{4,}", re.sub(".*zz.*", "", ran.out)))
            assert words <= {
                "laizi",
                "wuhan",
                "classic",
                "honghe",
                "jokers",
                "high",
                "flush",
                "solo",
            }


def test_what_a_player_sees_of_a_deal() -> None:
    ran = run("play", "classic4", "--seed", "7", "--seat", "3", stdin=b"3d\n?\nq\n")
    assert ran.status == 0
    hands = fk.rules("classic4").deal(7).hands
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert hands[3] in lines
    assert not any(hand in line for hand in hands[:3] for line in lines)
    assert "> 3 you 13 0" in lines
    assert {"0 against you 13 0", "1 with you 13 0", "You lead."} <= set(lines)
    assert "pair 5 5c5d 6h6d QhQc KsKh ThTc" not in lines
    assert any(line.startswith("> 3d: not in hand") for line in lines)
    assert any(line.startswith("pair chain 2 5c5d6h6d") for line in lines)
    assert lines[-1].endswith("You have left the table.")


def test_cards_may_be_typed_without_suits() -> None:
    ran = run("play", "classic4", "--seed", "7", "--seat", "3", stdin=b"55\nq\n")
    assert "seat 3: pair 5c 5d" in ran.out
    ran = run("play", "classic4", "--seed", "7", "--seat", "3", stdin="黑桃3\nq\n".encode())
    assert "seat 3: single 3s" in ran.out


def test_taking_back_leads_to_the_decision_before() -> None:
    script = b"u\n5c5d\nu\nu\n3s\nq\n"
    ran = run("play", "classic4", "--seed", "7", "--seat", "3", stdin=script)
    assert ran.out.count("taken back") == 1
    assert ran.out.count("nothing to take back") == 2
    assert ran.out.count("You lead.") == 2
    assert "seat 3: single 3s" in ran.out


def test_hints_name_a_kind() -> None:
    script = "? pair\n? 对子\n? bomb\nq\n".encode()
    ran = run("play", "classic4", "--seed", "7", "--seat", "3", "--lang", "zh", stdin=script)
    assert ran.out.count("5c5d  6h6d") == 2
    assert "没有能出的炸弹" in ran.out


def test_long_lists_of_plays_are_cut_unless_a_kind_is_named() -> None:
    seed = next(s for s in range(9) if len(fk.rules("flush2").deal(s).legal_moves()) > 1000)
    lead = fk.rules("flush2").deal(seed).turn
    args = ("play", "flush2", "--seed", str(seed), "--seat", str(lead))
    ran = run(*args, stdin=b"?\nq\n")
    assert " …" in ran.out
    assert max(map(len, ran.out.splitlines())) < 900


def test_an_end_of_input_ends_the_game() -> None:
    for stdin in (b"", b"5c5d\n", b"\xff\xfe\n"):
        ran = run("play", "classic4", "--seed", "7", "--seat", "3", stdin=stdin)
        assert ran.status == 0
        assert ran.out.endswith("You have left the table.\n")


def test_bots_are_chosen_by_name() -> None:
    def moves(*bots: str) -> str:
        args = [arg for bot in bots for arg in ("--bot", bot)]
        script = b"5c5d\n-\n-\n-\nq\n"
        return run("play", "classic4", "--seed", "7", "--seat", "3", *args, stdin=script).out

    strongest = fk.bots.bot_names()[-1]
    assert moves() == moves(strongest) == moves(strongest, strongest, strongest)
    assert len({moves(), moves("greedy"), moves("random")}) == 3
    assert moves("random") == moves("random")
    few = moves("determinized[playouts=3]")
    assert few == moves("determinized[playouts=3]") != moves("random")
    told = run("--lang", "zh", "play", "classic4", "--bot", "clever")
    assert "没有机器人" in told.err


@pytest.mark.parametrize("name", ["classic3", "laizi"])
def test_a_match_goes_on_to_its_target(name: str) -> None:
    target = {"classic3": "60", "laizi": "4"}[name]
    ran, _ = played(name, "--seed", "3", "--match", "--target", target, quirks=0)
    assert ran.status == 0
    totals = re.findall(r"match after (\d+): (.*)", ran.out)
    assert [int(number) for number, _ in totals] == list(range(1, len(totals) + 1))
    assert ran.out.count("hand ") >= len(totals)
    assert re.search(r"won: seat \d, payoff: [-\d., ]+(, doubled)?\n$", ran.out)


# ---- JSON --------------------------------------------------------------------------------------


def test_json_tells_programs_all_that_happens() -> None:
    script = b"44\n3c\nn\nzz\n?\nu\nn\n4s4h\nq\n"
    ran = run("play", "laizi", "--seed", "7", "--seat", "1", "--json", stdin=script)
    events: list[dict[str, Any]] = ran.objects
    kinds = [event["event"] for event in events]
    assert kinds[:5] == ["begin", "ask", "error", "made", "ask"]
    assert events[0] == {"event": "begin", "rules": "laizi", "hand": 1, "seed": 7, "seat": 1}
    view = fk.View.from_dict(events[1]["view"])
    assert (view.phase, view.seat) == ("call", 1)
    assert events[2]["error"]["reason"] == "NOT_ASKED"
    assert events[3] == {"event": "made", "phase": "call", "seat": 1, "decision": "3c"}
    assert {"error", "hint", "undo"} <= set(kinds)
    made = [event for event in events if event["event"] == "made"]
    assert {"event": "made", "phase": "play", "seat": 1, "decision": "pair:4s4h"} in made


def test_json_tells_how_a_hand_and_a_match_came_out() -> None:
    class Screenless(Player):
        def __call__(self, prompt: str) -> str:
            return (
                "-"
                if len(self.views[-1].legal) > 1 and self.views[-1].last
                else str(self.views[-1].legal[0])
            )

    player = Screenless(1)
    from fiftyk.cli._screen import JsonScreen

    def show(screen: JsonScreen, view: fk.View) -> None:
        player.views.append(view)

    with (
        mock.patch("fiftyk.cli._screen.read_line", player),
        mock.patch.object(JsonScreen, "show", show),
    ):
        ran = run("play", "classic4", "--seed", "5", "--match", "--target", "40", "--json")
    assert ran.status == 0
    over = [event for event in ran.objects if event["event"] == "over"]
    matches = [event for event in ran.objects if event["event"] == "match"]
    assert len(over) == len(matches) >= 1
    pos = fk.Position.from_dict(over[-1]["position"])
    assert over[-1]["scores"] == list(pos.scores)
    assert matches[-1]["over"]
    assert matches[-1]["sides"][matches[-1]["winners"][0]] == max(matches[-1]["sides"])
    json.dumps(ran.objects)


# ---- usage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("nosuch",),
        ("classic3", "--seat", "3"),
        ("classic4", "--seat", "4"),
        ("classic4", "--bot", "clever"),
        ("classic4", "--bot", "determinized[playouts=0]"),
        ("classic4", "--bot", "random", "--bot", "greedy"),
        ("classic4", "--target", "100"),
        ("classic4", "--match", "--target", "0"),
        ("classic4", "--seed", "-1"),
        (),
    ],
)
def test_commands_that_are_not_understood(args: tuple[str, ...]) -> None:
    ran = run("play", *args)
    assert ran.status == 2
    assert ran.err


# ---- what is typed -----------------------------------------------------------------------------


def test_what_a_line_means() -> None:
    hand = fk.Hand(fk.rules("flush1"), ["5s5hTsKsTh7d7c", "9s", "8s", "6s"], lead=0)
    view = hand.view(0)
    for text, wanted in [
        ("-", "-"), ("过", "-"), (" 5s5h ", "5s5h"), ("77", "pair:7c7d"), ("pair:7 7", "pair:7c7d"),
        ("7", "single:7d"), ("9", "9"), ("777", "777"), ("5 7", "5h 7d"),
    ]:  # fmt: skip
        assert str(read_decision(view, text)).replace("7d 7c", "7c 7d") == wanted, text
    with pytest.raises(fk.IllegalMoveError, match="single:5h or single:5s"):
        read_decision(view, "5")
    with pytest.raises(fk.CardError):
        read_decision(view, "five")
    hand.apply("7d")
    hand.apply("9s")
    for move in "--":
        hand.apply(move)
    # What does not beat is told to be so, though no suit was named.
    with pytest.raises(fk.IllegalMoveError, match="does not beat"):
        hand.apply(read_decision(hand.view(0), "7"))
    called = fk.Hand.deal(fk.rules("wuhan"), 1)
    view = called.view(called.turn)
    answers = {"y": "solo", "N": "-", "吼": "solo", "-": "-", "maybe": "maybe"}
    assert {text: read_decision(view, text) for text in answers} == answers
