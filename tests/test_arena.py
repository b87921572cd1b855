"""The arena: duplicate deals, the same for every number of workers, and bots that misbehave."""

import json
import math
import os
import shutil
import sys
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from itertools import combinations
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import run
from hand_helpers import RULES
from strategies import KILL, waiting_for_no_thread

import fiftyk as fk
from fiftyk import bots
from fiftyk.bots.arena import forfeited, games, hands_of, lineups
from fiftyk.bots.entrants import Entrant, read_all
from fiftyk.bots.outside import BotError, BotTimeout, Program
from fiftyk.bots.standings import Estimate, Pair, _ratings

ROOT = Path(__file__).parents[1]
CLASSIC4 = fk.rules("classic4")


class Polite:
    """Plays the first legal decision: passes where it may."""

    def choose(self, view: fk.View) -> fk.Decision:
        return view.legal[0]


class Cheat(Polite):
    def choose(self, view: fk.View) -> fk.Decision:
        return "2s2h2c2d2s" if len(view.moves) > 6 else super().choose(view)


class Confused(Polite):
    def choose(self, view: fk.View) -> Any:
        return None


class Broken(Polite):
    def __init__(self, seed: int) -> None:
        if seed % 2:
            raise RuntimeError("an odd seed")

    def choose(self, view: fk.View) -> fk.Decision:
        raise KeyError("lost")


class Fatal(Polite):
    """Kills the process that it plays in, where that is not this one."""

    def choose(self, view: fk.View) -> fk.Decision:
        assert parent_process() is not None
        os.kill(os.getpid(), KILL)
        raise AssertionError


# ---- duplicates


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_deal_is_played_in_all_places(rules: fk.RuleSet) -> None:
    each = lineups(rules, 0, 1)
    assert len(set(each)) == len(each) == hands_of(2, rules)
    assert {tuple(1 - who for who in seats) for seats in each} == set(each)
    for seat in range(rules.seats):
        assert sum(seats[seat] for seats in each) == len(each) / 2
    if rules.sides == "fixed":
        assert all(seats[0] == seats[2] != seats[1] == seats[3] for seats in each)
    if rules.sides == "called":
        # Whoever is whose partner, in two of the hands each has a side of its own.
        for pair in combinations(range(4), 2):
            split = [seats for seats in each if len({seats[s] for s in pair}) == 1]
            assert len(split) == 2


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_equal_bots_are_equal(rules: fk.RuleSet) -> None:
    found = fk.arena(["greedy", bots.GreedyBot], rules, 4, seed=3)
    assert found.names == ("greedy", "GreedyBot")
    (pair,) = found.pairs
    if rules.sides == "fixed":
        assert (pair.payoff.mean, pair.better, pair.equal, pair.worse) == (0, 0, 4, 0)
    assert pair.payoff.mean == pytest.approx(0)
    assert [row.hands for row in found.rows] == [4 * hands_of(2, rules)] * 2


def test_the_same_with_any_number_of_workers() -> None:
    def played(**options: Any) -> Any:
        given = ["random", "greedy", "determinized[playouts=3]"]
        return fk.arena(given, CLASSIC4, 3, seed=5, **options).games

    alone = played()
    assert alone == played(jobs=2) == played()
    with ThreadPoolExecutor(2) as pool:
        assert played(executor=pool) == alone
    assert [game.deal for game in alone] == [0] * 6 + [1] * 6 + [2] * 6
    assert fk.arena(["random", "greedy"], CLASSIC4, 3, seed=6).games != (
        fk.arena(["random", "greedy"], CLASSIC4, 3, seed=7).games
    )


def test_a_process_that_is_killed_is_told(tmp_path: Path) -> None:
    with pytest.raises(BrokenExecutor):
        fk.arena([Fatal, "greedy"], CLASSIC4, deals=8, jobs=2)
    file = tmp_path / "hands.jsonl"
    file.write_text("before")
    played = ("arena", "test_arena:Fatal", "greedy", "--rules", "classic4", "-j", "2")
    ran = run(*played, "--save", str(file))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "fiftyk: a process that took part has crashed, or was killed from outside\n"
    assert file.read_text() == "before"


def test_what_is_given_up_is_not_waited_for() -> None:
    found = games(read_all(["random", "greedy"]), CLASSIC4, 8, jobs=2)
    next(found)
    with waiting_for_no_thread():
        found.close()  # type: ignore[attr-defined]


def test_no_more_deals_are_sent_ahead_than_keep_all_busy() -> None:
    sent = []

    class Counting(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            sent.append(args)
            return super().submit(*args, **kwargs)

    with Counting(1) as executor:
        playing = games(read_all(["greedy", "random"]), fk.rules("classic4"), 10**9,
                        executor=executor)  # fmt: skip
        assert [next(playing).deal for _ in range(40)] == [deal for deal in range(20) for _ in "ab"]
        playing.close()
    assert 3 <= len(sent) < 30 * (os.cpu_count() or 1)


def test_games_come_in_order_and_keep_their_hands() -> None:
    seen: list[int] = []
    found = fk.arena(["random", "greedy"], CLASSIC4, 9, each=lambda game: seen.append(game.deal))
    assert seen == [game.deal for game in found.games] == sorted(seen)
    assert found.games[0].hand is None
    kept = list(games(read_all(["random", "greedy"]), CLASSIC4, 9, keep=True))
    for game, other in zip(kept, found.games, strict=True):
        assert game.hand is not None
        assert game.hand.result is not None
        assert game.payoff == game.hand.result.payoff == other.payoff
        assert game.winners == game.hand.result.winners
        assert game.margin is not None
        sides = game.hand.result.sides
        assert sides is not None
        assert game.margin[0] == -game.margin[1] == sides[0] - sides[1]


@pytest.mark.parametrize("name", ["classic3", "laizi", "wuhan"])
def test_margins(name: str) -> None:
    for game in games(read_all(["random", "greedy"]), fk.rules(name), 5, keep=True):
        assert game.hand is not None
        if game.margin is None:
            assert game.hand.result is not None
            assert game.hand.result.outcome in ("open_solo", "hidden_solo")
            continue
        assert sum(game.margin) == pytest.approx(0)
        won = [game.margin[seat] for seat in game.winners]
        if name == "classic3":
            assert won[0] == max(game.margin)
        elif game.hand.result and game.hand.result.outcome == "majority":
            assert min(won) > 0


# ---- figures


def test_estimates() -> None:
    found = Estimate.of([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.upper - found.mean == pytest.approx(1.96 * math.sqrt(5 / 3 / 4), rel=1e-4)
    assert math.isnan(Estimate.of([]).mean)
    assert Estimate.of([3.0]).mean == 3
    assert math.isnan(Estimate.of([3.0]).lower)


def test_ratings_are_the_likeliest() -> None:
    nothing = Estimate.of([])

    def pair(one: str, other: str, better: int, equal: int, worse: int) -> Pair:
        deals = better + equal + worse
        return Pair(one, other, deals, nothing, nothing, nothing, better, worse, equal)

    # Ten to one, in odds, is 400 points; one equal deal more is counted.
    (a, b) = _ratings(("a", "b"), [pair("a", "b", 99_999, 0, 9_999)])
    assert a.elo - b.elo == pytest.approx(400, abs=0.1)
    assert a.elo + b.elo == pytest.approx(0, abs=1e-9)
    assert a.lower < a.elo < a.upper
    # Of three with odds that agree the middle one is in the middle.
    pairs = [pair("a", "b", 200, 0, 100), pair("b", "c", 200, 0, 100), pair("a", "c", 400, 0, 100)]
    found = _ratings(("a", "b", "c"), pairs)
    assert found[0].elo - found[1].elo == pytest.approx(400 * math.log10(2), abs=2)
    assert found[1].elo == pytest.approx(0, abs=1e-6)
    # Who always wins has a rating too, and equal deals are halves.
    assert _ratings(("a", "b"), [pair("a", "b", 50, 0, 0)])[0].elo < 1000
    assert _ratings(("a", "b"), [pair("a", "b", 5, 40, 5)])[0].elo == pytest.approx(0)


def test_a_better_bot_stands_higher() -> None:
    found = fk.arena(["random", "greedy", "determinized[playouts=20]"], CLASSIC4, 12, seed=1)
    elos = [rating.elo for rating in found.ratings]
    assert elos == sorted(elos)
    wins = [row.wins.mean for row in found.rows]
    assert wins == sorted(wins)
    assert all(row.margin.lower <= row.margin.mean <= row.margin.upper for row in found.rows)


# ---- forfeits


@pytest.mark.parametrize(
    ("bot", "reason"), [(Cheat, "illegal"), (Confused, "illegal"), (Broken, "crash")]
)
def test_who_misbehaves_forfeits_and_the_arena_goes_on(bot: Any, reason: str) -> None:
    found = fk.arena(["greedy", bot], CLASSIC4, 3)
    assert len(found.games) == 6
    for game in found.games:
        assert game.forfeit is not None
        assert game.forfeit.reason == reason
        assert found.names[game.seats[game.forfeit.seat]] == bot.__name__
        assert game.payoff == forfeited(CLASSIC4, game.forfeit.seat)
        assert game.winners == tuple(s for s in range(4) if found.names[game.seats[s]] == "greedy")
    assert [row.forfeits for row in found.rows] == [0, 6]
    assert found.pairs[0].payoff.mean == 200


def test_what_a_forfeit_costs() -> None:
    assert forfeited(CLASSIC4, 1) == (100, -100, 100, -100)
    assert forfeited(fk.rules("flush2"), 2) == (-200, 200, -200, 200)
    assert forfeited(fk.rules("classic3"), 0) == (-100, 50, 50)
    assert forfeited(fk.rules("wuhan"), 3) == (8, 8, 8, -24)


def test_a_bot_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("fiftyk.bots.arena.time.monotonic", lambda: clock[0])

    class Slow(Polite):
        def choose(self, view: fk.View) -> fk.Decision:
            clock[0] += 3
            return super().choose(view)

    found = fk.arena(["greedy", Slow], CLASSIC4, 1, seconds=2)
    assert {game.forfeit.reason for game in found.games if game.forfeit} == {"time"}
    assert not [game for game in fk.arena(["greedy", Slow], CLASSIC4, 1, seconds=4).games
                if game.forfeit]  # fmt: skip


# ---- bots from elsewhere


def program(body: str) -> list[str]:
    """A command that reads requests and does something with each, called `request`."""
    lines = ["import json, sys", "for line in sys.stdin:", "    request = json.loads(line)"]
    lines += [f"    {line}" for line in body.splitlines()]
    return [sys.executable, "-u", "-c", "\n".join(lines)]


LEGAL = 'print(json.dumps({"id": request["id"], "decision": request["view"]["legal"][0]}))'


def test_a_program_plays_as_a_bot_does() -> None:
    found = fk.arena([program(LEGAL), Polite], fk.rules("laizi"), 1, seed=2)
    assert not any(game.forfeit for game in found.games)
    other = fk.arena([Polite(), Polite], fk.rules("laizi"), 1, seed=2)
    assert [game.payoff for game in found.games] == [game.payoff for game in other.games]


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
def test_the_bot_in_javascript() -> None:
    bot = ["node", str(ROOT / "examples" / "engine" / "bot.mjs")]
    found = fk.arena([bot, "random"], fk.rules("laizi"), 2, seed=3)
    assert not any(game.forfeit for game in found.games)
    assert found.pairs[0].better == 2


@pytest.mark.parametrize(
    ("body", "reason", "said"),
    [
        ("sys.exit(1)", "crash", "ended"),
        ("print('hello')", "crash", "no JSON"),
        ("print('[1]')", "crash", "no answer to request"),
        ('print(json.dumps({"id": 0, "decision": "-"}))', "crash", "no answer to request"),
        (
            'print(json.dumps({"id": request["id"], "error": {"code": "no"}}))',
            "crash",
            "no decision",
        ),
        (LEGAL.replace('request["view"]["legal"][0]', '"9s9h9c"'), "illegal", ""),
        # Lines without end, and more of them than anybody asked for.
        ("print('x' * 2_000_000, end='')\nsys.stdin.read()", "crash", "no JSON: 'xxx"),
        ("while True: print('{}')", "crash", "no answer to request"),
        ("print('[' * 100_000)", "crash", "no JSON: '[[["),
        (LEGAL.replace('request["view"]["legal"][0]', '"\\ud800"'), "illegal", ""),
    ],
)
def test_programs_that_misbehave(body: str, reason: str, said: str) -> None:
    found = fk.arena(["greedy", program(body)], CLASSIC4, 1)
    assert len(found.games) == 2
    for game in found.games:
        assert game.forfeit is not None
        assert game.forfeit.reason == reason
        assert said in game.forfeit.message


def test_a_program_may_have_for_ever() -> None:
    hand = fk.Hand.deal(CLASSIC4, 1)
    view = hand.view(hand.turn or 0)
    for seconds in (None, math.inf, 1e300):
        with Program(program(LEGAL), seconds) as patient:
            assert patient.ask(view, 1) == str(view.legal[0])


def test_a_program_that_does_not_answer_is_ended() -> None:
    view = fk.Hand.deal(CLASSIC4, 1).view(fk.Hand.deal(CLASSIC4, 1).turn or 0)
    sleepy = "import time\nif request['seed'] == 1: time.sleep(600)\n" + LEGAL
    # A request that is longer than a pipe may be left unread.
    long = fk.Hand.deal(fk.rules("flush2"), 1).view(3)
    assert len(json.dumps(long.to_dict())) > 1 << 17
    with Program([sys.executable, "-c", "import time; time.sleep(600)"], seconds=0.2) as deaf:
        for _ in range(2):
            with pytest.raises(BotTimeout, match=r"within 0\.2 s"):
                deaf.ask(long, 1)
    with Program(program(sleepy), seconds=0.2) as sleeper:
        with pytest.raises(BotTimeout, match=r"within 0\.2 s"):
            sleeper.ask(view, 1)
        # It is started anew, with time enough.
        sleeper.seconds = 30
        assert sleeper.ask(view, 2) == str(view.legal[0])
    with Program(program("sys.exit()")) as dead, pytest.raises(BotError):
        dead.ask(view, 1)


def test_the_engine_plays_in_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whichever fiftyk is tested.
    monkeypatch.setenv("PYTHONPATH", str(Path(fk.__file__).parents[1]))
    engine = [sys.executable, "-P", "-m", "fiftyk", "engine"]
    view = fk.Hand.deal(CLASSIC4, 1).view(fk.Hand.deal(CLASSIC4, 1).turn or 0)
    with Program(engine, seconds=60) as asked:
        assert asked.ask(view, 3) == str(bots.bot(bots.bot_names()[-1], 3).choose(view))


def test_bots_by_path_and_what_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text(
        "class First:\n    def choose(self, view):\n        return view.legal[0]\nNUMBER = 3\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    entrants = read_all(["my_bots:First", "my_bots:First", Polite(), Polite, "greedy"])
    names = ["my_bots:First", "my_bots:First #2", "Polite", "Polite #2", "greedy"]
    assert [entrant.name for entrant in entrants] == names
    first, second = fk.arena(["my_bots:First", Polite], CLASSIC4, 2).rows
    assert first.payoff == second.payoff
    for wrong in ("my_bots:Second", "nowhere:First", "my_bots:NUMBER", "clever", "clever bot",
                  "", "determinized[playouts=0]", "greedy[x=1]"):  # fmt: skip
        with pytest.raises(fk.FiftykError):
            Entrant.read(wrong)
    for odd in (3, None, [], [1, 2]):
        with pytest.raises(TypeError):
            Entrant.read(odd)  # type: ignore[arg-type]
    with pytest.raises(fk.FiftykError, match="random, greedy, determinized"):
        Entrant.read("clever")


@pytest.mark.parametrize(
    "wrong",
    [
        {"deals": 0},
        {"deals": 10**12},
        {"jobs": 0},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seed": -1},
        {"seed": 2**64},
    ],
)
def test_numbers_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(fk.FiftykError):
        fk.arena(["greedy", "random"], CLASSIC4, **{"deals": 1, **wrong})


def test_two_bots_and_rules_are_needed() -> None:
    with pytest.raises(fk.FiftykError, match="two bots"):
        fk.arena(["greedy"], CLASSIC4, 1)
    with pytest.raises(TypeError, match="RuleSet"):
        fk.arena(["greedy", "random"], "classic4", 1)  # type: ignore[arg-type]


# ---- the command


def test_the_command_shows_who_is_better() -> None:
    args = ("arena", "greedy", "random", "--rules", "classic4", "--deals", "8", "--seed", "3")
    ran = run(*args)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("classic4: 8 deals, 16 hands, seed 3\n")
    lines = [line.split() for line in ran.out.splitlines()]
    assert [line[:2] for line in lines if line[:1] == ["greedy"]] == [
        ["greedy", "16"],
        ["greedy", "random"],
    ]
    assert run(*args, "-j", "2").out == ran.out
    told = run("--lang", "zh", *args).out
    assert "8 副牌" in told
    assert "等级分" in told


def test_the_command_as_json() -> None:
    args = ("arena", "greedy", "random", "--rules", "wuhan", "--deals", "3", "--json")
    (found,) = run(*args).objects
    expected = fk.arena(["greedy", "random"], fk.rules("wuhan"), 3)
    assert (found["deals"], found["hands"], found["seed"], found["forfeits"]) == (3, 18, 0, [])
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]
    assert found["bots"][0]["payoff"]["mean"] == expected.rows[0].payoff.mean
    assert found["bots"][0]["rating"]["elo"] == expected.ratings[0].elo
    assert found["pairs"][0]["better"] == expected.pairs[0].better
    (one,) = run(*args[:-2], "1", "--json").objects
    assert one["pairs"][0]["payoff"]["lower"] is None


def test_the_command_tells_of_forfeits() -> None:
    command = " ".join([sys.executable, "-c", "pass"])
    ran = run("arena", "greedy", command, "--rules", "classic4", "--deals", "1")
    assert ran.status == 0
    assert ran.err.count("forfeits, crash: BotError: the program has ended") == 2
    assert "deal 0: " in ran.err
    (found,) = run(
        "arena", "greedy", command, "--rules", "classic4", "--deals", "1", "--json"
    ).objects
    assert [forfeit["reason"] for forfeit in found["forfeits"]] == ["crash"] * 2
    json.dumps(found, allow_nan=False)


def test_the_command_saves_every_hand(tmp_path: Path) -> None:
    command = " ".join([sys.executable, "-c", "pass"])
    file = tmp_path / "hands.pbn"
    args = ("arena", "greedy", "random", command, "--rules", "classic3", "--deals", "2", "--json")
    (shown,) = run(*args).objects
    assert run(*args, "--save", str(file)).objects == [shown]
    records = list(fk.read_records(file))
    assert len(records) == shown["hands"] == 36
    for record in records:
        assert record.tags["Board"] in ("0", "1")
        assert bool(record.comments) == (record.result is None) == (command in record.seats)
    kept = [record.result for record in records if record.result and "random" in record.seats]
    expected = fk.arena(["greedy", "random"], fk.rules("classic3"), 2).games
    assert [tuple(map(float, result.payoff)) for result in kept] == [g.payoff for g in expected]
    assert run(*args, "--save", str(tmp_path / "no" / "file")).status == 2


@pytest.mark.parametrize(
    "args",
    [
        ("greedy", "--rules", "classic4"),
        ("greedy", "clever", "--rules", "classic4"),
        ("greedy", "random"),
        ("greedy", "random", "--rules", "bridge"),
        ("greedy", "random", "--rules", "classic4", "--deals", "0"),
        ("greedy", "random", "--rules", "classic4", "--seconds", "0"),
        (),
    ],
)
def test_commands_that_are_not_understood(args: tuple[str, ...]) -> None:
    ran = run("arena", *args)
    assert (ran.status, ran.out) == (2, "")
