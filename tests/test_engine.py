"""The engine protocol: every command, every error, and whatever a client may do to the streams."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli_helpers import FULL, OVER, POSITION, SOLVED, process, run
from hypothesis import given
from hypothesis import strategies as st

import fiftyk as fk
from fiftyk.engine import PROTOCOL, Job, answer, read, schema
from fiftyk.engine.messages import COMMANDS
from fiftyk.engine.service import LONGEST_LINE, Line, lines

ROOT = Path(__file__).parents[1]
SCHEMA = schema()

# No machine solves this while the tests run.
HARD = str(fk.rules("flush2").deal(1))
ENDING = "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0"


def validator(direction: str) -> jsonschema.Draft202012Validator:
    ref = {"$ref": f"#/$defs/{direction}", "$defs": SCHEMA["$defs"]}
    return jsonschema.Draft202012Validator(ref)


REQUEST, ANSWER = validator("Request"), validator("Answer")


def ask(*requests: Any, args: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What the engine says to some requests, objects or lines, in the order in which it says it."""
    sent = b"".join(
        (each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n"
        for each in requests
    )
    ran = run("engine", *args, stdin=sent)
    assert ran.status == 0
    for each in ran.objects:
        ANSWER.validate(each)
    return ran.objects


def one(cmd: str, **fields: Any) -> dict[str, Any]:
    """The answer to one request, which fits the schema."""
    request = {"id": 7, "cmd": cmd, **fields}
    REQUEST.validate(request)
    (answer,) = ask(request)
    assert answer.pop("id") == 7
    return answer


def error(request: Any) -> dict[str, Any]:
    (answer,) = ask(request)
    return answer["error"]


# ---- commands


def test_version() -> None:
    answer = one("version")
    assert (answer["protocol"], answer["fiftyk"]) == (PROTOCOL, fk.__version__)
    assert answer["rules"] == list(fk.rule_sets())
    assert answer["objectives"] == list(fk.OBJECTIVES)
    assert answer["bots"] == list(fk.bots.bot_names())


def test_legal() -> None:
    position = fk.Position.parse(POSITION)
    answer = one("legal", position=POSITION)
    assert [move["play"] for move in answer["moves"]] == list(map(str, position.legal_moves()))
    assert answer["counts"] == position.legal_moves().counts()
    assert one("legal", position=position.to_dict()) == answer
    assert one("legal", position=OVER)["turn"] is None
    flush2 = str(fk.rules("flush2").deal(1))
    every = one("legal", position=flush2, faces=True, limit=10**6)
    assert every["total"] == fk.Position.parse(flush2).count_moves(faces=True)
    assert len(every["moves"]) == every["total"] > one("legal", position=flush2)["total"]


def test_a_list_that_is_too_long_is_refused_not_cut() -> None:
    problem = error({"id": 1, "cmd": "legal", "position": POSITION, "limit": 3})
    assert (problem["code"], problem["field"]) == ("too_many_moves", "limit")
    assert "4 moves" in problem["message"]


def test_identify_and_beats() -> None:
    moves = one("identify", rules="flush1", cards="555666777888")["moves"]
    assert [(move["kind"], move["n"]) for move in moves] == [("airplane", 4), ("airplane_one", 3)]
    assert one("identify", rules="classic4", cards="34")["moves"] == []
    assert one("beats", rules="classic4", play="4s4h", over="pair:3s3h")["beats"] is True
    assert one("beats", rules="classic4", play="4s4h", over="5s5h")["beats"] is False


def test_apply() -> None:
    position = fk.Position.parse(ENDING)
    position.push("8c")
    answer = one("apply", position=ENDING, moves=["8c"])
    assert (answer["position"], answer["turn"]) == (str(position), position.turn)
    assert answer["payoff"] is None
    over = fk.Position.parse(OVER)
    answer = one("apply", position=OVER)
    assert (answer["turn"], answer["scores"]) == (None, list(over.scores))
    assert answer["payoff"] == list(over.payoff)


def test_solve() -> None:
    solution = fk.solve(fk.Position.parse(ENDING), all_moves=True)
    answer = one("solve", position=ENDING)
    assert (answer["value"], answer["exact"]) == (solution.value, True)
    assert answer["best"] == list(map(str, solution.best))
    assert {each["play"]: each["value"] for each in answer["moves"]} == {
        str(move): value for move, value in solution.moves.items()
    }
    assert answer["best_line"] == list(map(str, solution.line))
    other = one("solve", position=SOLVED, seat=0, objective="win", all_moves=False, threads=2)
    assert (other["seat"], other["objective"], other["moves"]) == (0, "win", [])
    after = one("solve", position=ENDING, moves=["8c"], seat=2, all_moves=False)
    assert after["value"] == solution.value


def test_limits_of_solve_are_an_answer() -> None:
    answer = one("solve", position=ENDING, nodes=1)
    assert (answer["exact"], answer["value"], answer["stopped"]) == (False, None, False)
    assert answer["lower"] <= 160 <= answer["upper"]
    assert all(move["lower"] <= move["upper"] for move in answer["moves"])


def test_progress() -> None:
    request = {"id": 3, "cmd": "solve", "position": FULL, "seconds": 0.5, "progress": 0.1}
    *reports, last = ask(request)
    assert len(reports) >= 2
    assert {each["id"] for each in (*reports, last)} == {3}
    assert all(set(each) == {"id", "progress"} for each in reports)
    assert "value" in last


def test_perft() -> None:
    position = fk.Position.parse(FULL)
    answer = one("perft", position=FULL, depth=3, divide=True)
    assert answer["total"] == fk.perft(position, 3)
    assert answer["divide"] == {str(move): n for move, n in fk.divide(position, 3).items()}
    assert one("perft", position=FULL, depth=2, faces=True)["total"] == fk.perft(position, 2, True)
    assert one("perft", position=FULL, depth=0, divide=True)["total"] == 1
    assert one("perft", position=OVER, depth=2, divide=True) | {"seconds": 0} == {
        "total": 0,
        "seconds": 0,
        "divide": {},
    }


@pytest.mark.parametrize("rules", fk.rule_sets())
def test_choose_of_a_view(rules: str) -> None:
    hand = fk.Hand.deal(fk.rules(rules), seed=4)
    bot = fk.bots.bot("greedy")
    for _ in range(8):
        view = hand.view(hand.turn)
        decision = one("choose", view=view.to_dict(), bot="greedy")["decision"]
        assert decision == str(bot.choose(view))
        hand.apply(decision)


def test_choose_of_a_position_and_with_a_seed() -> None:
    name = fk.bots.bot_names()[-1]
    assert one("choose", position=POSITION)["bot"] == name
    chosen = {one("choose", position=FULL, bot="random", seed=n)["decision"] for n in range(9)}
    again = {one("choose", position=FULL, bot="random", seed=n)["decision"] for n in range(9)}
    assert chosen == again
    assert len(chosen) > 1


# ---- errors


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        ({"cmd": "nope"}, "unknown_command", "cmd"),
        ({}, "bad_request", "cmd"),
        ({"cmd": 3}, "bad_request", "cmd"),
        ({"cmd": "solve"}, "bad_request", "position"),
        ({"cmd": "solve", "position": 3}, "bad_request", "position"),
        ({"cmd": "solve", "position": POSITION, "nodes": -1}, "bad_request", "nodes"),
        ({"cmd": "solve", "position": POSITION, "seat": 9}, "bad_request", "seat"),
        ({"cmd": "solve", "position": "classic3 3/4/5 0", "seat": 3}, "bad_value", "seat"),
        ({"cmd": "solve", "position": POSITION, "moves": ["3h", 4]}, "bad_request", "moves[1]"),
        ({"cmd": "solve", "position": POSITION, "moves": ["3h", "9"]}, "illegal_move", "moves[1]"),
        (
            {"cmd": "solve", "position": POSITION, "objective": "score"},
            "bad_objective",
            "objective",
        ),
        ({"cmd": "solve", "position": POSITION, "memory_mb": 1e300}, "no_memory", None),
        ({"cmd": "legal", "position": "x 3/4/5/6"}, "bad_rules", "position.rules"),
        ({"cmd": "legal", "position": "classic4 3/4x/5/6"}, "bad_cards", "position.hands[1]"),
        ({"cmd": "legal", "position": "classic4 3/4/5/6 4"}, "bad_position", "position.turn"),
        ({"cmd": "legal", "position": {}}, "bad_position", "position.rules"),
        ({"cmd": "identify", "rules": "x", "cards": ""}, "bad_rules", "rules"),
        ({"cmd": "identify", "rules": "classic4", "cards": "?"}, "bad_cards", "cards"),
        ({"cmd": "beats", "rules": "classic4", "play": "3", "over": "34"}, "illegal_move", "over"),
        ({"cmd": "perft", "position": POSITION, "depth": 433}, "bad_request", "depth"),
        ({"cmd": "choose"}, "bad_request", "view"),
        ({"cmd": "choose", "view": {}, "position": POSITION}, "bad_request", "view"),
        ({"cmd": "choose", "view": {}}, "bad_view", "view.rules"),
        ({"cmd": "choose", "position": OVER}, "bad_value", "view.turn"),
        ({"cmd": "choose", "position": POSITION, "bot": "best"}, "bad_rules", "bot"),
        (
            {"cmd": "choose", "position": POSITION, "bot": "random", "seed": 2**64},
            "bad_rules",
            "seed",
        ),
    ],
)
def test_errors_have_a_code_and_a_field(
    request_: dict[str, Any], code: str, field: str | None
) -> None:
    (answer,) = ask({"id": "a", **request_})
    assert answer["id"] == "a"
    assert (answer["error"]["code"], answer["error"].get("field")) == (code, field)
    assert answer["error"]["message"]


def test_errors_carry_what_is_known_of_them() -> None:
    problem = error({"id": 1, "cmd": "legal", "position": "classic4 3/4x/5/6"})
    assert problem["column"] == 13
    problem = error({"id": 1, "cmd": "apply", "position": POSITION, "moves": ["9"]})
    assert problem["reason"] == "NOT_IN_HAND"
    problem = error({"id": 1, "cmd": "legal", "position": "classic4 3/4/-/6 2"})
    assert set(problem["faults"]) >= {"TURN"}
    problem = error({"id": 1, "cmd": "identify", "rules": "x", "cards": ""})
    assert problem["known"] == list(fk.rule_sets())


@pytest.mark.parametrize(
    ("line", "id_", "code"),
    [
        (b"garbage", None, "bad_json"),
        (b"\xff\xfe", None, "bad_json"),
        (b"[1]", None, "bad_request"),
        (b"7", None, "bad_request"),
        (b"[" * 100_000, None, "bad_json"),
        (b'{"a":' * 100_000, None, "bad_json"),
        (b"9" * 10_000, None, "bad_json"),
        (b'{"cmd":"version"}', None, "bad_request"),
        (b'{"id":null,"cmd":"version"}', None, "bad_request"),
        (b'{"id":1.5,"cmd":"version"}', None, "bad_request"),
        (b'{"id":true,"cmd":"version"}', None, "bad_request"),
        (b'{"id":{},"cmd":"version"}', None, "bad_request"),
        (b'{"id":5,"cmd":"version"', 5, "bad_json"),
        (b'{"cmd":"version", "id" : "five" , x', "five", "bad_json"),
        (b'{"a":{"id":1},"id":2,}', 2, "bad_json"),
        (b'{"id":5,"cmd":["version"]}', 5, "bad_request"),
        (b'{"id":"\xff"}', "\ufffd", "bad_json"),
        (b'{"id":"\\ud800"}', None, "bad_json"),
        (b'{"id":1e999}', None, "bad_json"),
    ],
)
def test_lines_that_are_no_requests(line: bytes, id_: Any, code: str) -> None:
    (answer, last) = ask(line, {"id": 0, "cmd": "version"})
    assert (answer["id"], answer["error"]["code"]) == (id_, code)
    assert answer.get("line") == (1 if id_ is None else None)
    assert last["protocol"] == PROTOCOL


def test_ids_come_back_as_they_are() -> None:
    ids = [0, -1, 10**40, "", "\u4e94\n\x00", "1"]
    assert [each["id"] for each in ask(*({"id": i, "cmd": "version"} for i in ids))] == ids


def test_fields_that_a_command_does_not_have_are_named() -> None:
    request = {"id": 1, "cmd": "identify", "rules": "classic4", "cards": "3", "kind": 1, "zz": {}}
    assert ask(request)[0]["ignored"] == ["kind", "zz"]
    for request in ({"id": 1, "cmd": "stop", "x": 1}, {"id": 1, "cmd": "quit", "x": 1}):
        assert ask(request)[0]["ignored"] == ["x"]
    assert "ignored" not in one("version")


def test_a_line_that_is_too_long() -> None:
    long = b'{"id":4,"cmd":"version","x":"' + b"x" * LONGEST_LINE + b'"}'
    blank = b" " * 2 * LONGEST_LINE
    first, second, last = ask(long, b"y" * 3 * LONGEST_LINE, blank, {"id": 5, "cmd": "version"})
    assert (first["id"], first["error"]["code"]) == (4, "too_long")
    assert (second["id"], second["line"], second["error"]["code"]) == (None, 2, "too_long")
    assert last["id"] == 5
    fits = b'{"id":6,"cmd":"version","x":"' + b"x" * (LONGEST_LINE - 40) + b'"}'
    assert ask(fits)[0]["ignored"] == ["x"]


def test_lines_are_put_together_from_any_chunks() -> None:
    text = b"one\n\r\n  \ntwo\r\n" + b"x" * (LONGEST_LINE + 5) + b"\nlast"
    for size in (1 << 16, LONGEST_LINE + 3, len(text)):
        chunks = (text[at : at + size] for at in range(0, len(text), size))
        first, second, third, last = lines(chunks)
        assert (first, last) == (Line(1, b"one", True), Line(6, b"last", True))
        assert (second.number, second.text.strip()) == (4, b"two")
        assert (third.number, len(third.text), third.whole) == (5, LONGEST_LINE, False)
    assert [line.text for line in lines(iter([b"a", b"b", b"\n", b"", b"c"]))] == [b"ab", b"c"]


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
whole = st.sampled_from(
    [
        {"cmd": "legal", "position": POSITION},
        {"cmd": "apply", "position": fk.Position.parse(ENDING).to_dict(), "moves": ["8c"]},
        {"cmd": "identify", "rules": "flush1", "cards": "3s4s"},
        {"cmd": "beats", "rules": "laizi", "play": "3", "over": "W"},
        {"cmd": "solve", "position": SOLVED, "objective": "margin", "nodes": 100},
        {"cmd": "perft", "position": POSITION, "depth": 2},
        {"cmd": "choose", "view": fk.Hand.deal(fk.rules("wuhan"), 1).view(0).to_dict()},
        {"cmd": "choose", "position": POSITION, "bot": "greedy", "seed": 1},
    ]
)


@given(st.lists(st.tuples(whole, st.data(), plain), min_size=1, max_size=12))
def test_no_request_crashes_the_engine_or_loses_its_id(drawn: list[Any]) -> None:
    requests = []
    for number, (request, data, value) in enumerate(drawn):
        request = json.loads(json.dumps(request))
        place = request
        # Anything in the place of anything, also within positions and views.
        key = data.draw(st.sampled_from(sorted(place)))
        if isinstance(place[key], dict) and data.draw(st.booleans()):
            place = place[key]
            key = data.draw(st.sampled_from(sorted(place)))
        place[key] = value
        requests.append({**request, "id": number})
    answers = ask(*requests)
    assert sorted(answer["id"] for answer in answers if answer["id"] is not None) == [
        *range(len(drawn))
    ]
    assert len(answers) == len(drawn)
    assert all(answer.get("error", {}).get("code") != "internal" for answer in answers)


@given(st.lists(st.binary(max_size=60).filter(lambda text: b"\n" not in text and text.strip())))
def test_any_bytes_are_answered(garbage: list[bytes]) -> None:
    assert len(ask(*garbage)) == len(garbage)


# ---- the schema


def test_the_schema_in_the_documents_is_that_of_the_types() -> None:
    shown = run("engine", "--schema").out
    assert json.loads(shown) == SCHEMA
    file = ROOT / "docs" / "engine.schema.json"
    assert file.read_text(encoding="utf-8") == shown, "write it: fiftyk engine --schema > it"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_refuses_what_the_engine_refuses() -> None:
    for wrong in (
        {"cmd": "version"},
        {"id": 1},
        {"id": 1, "cmd": "nope"},
        {"id": 1, "cmd": "perft", "position": POSITION, "depth": "3"},
        {"id": 1, "cmd": "choose", "view": {"rules": "classic4"}},
    ):
        assert not REQUEST.is_valid(wrong)


def test_the_document_describes_every_command_code_and_field() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    codes = SCHEMA["$defs"]["Problem"]["properties"]["code"]["enum"]
    fields = {field for each in COMMANDS.values() for field in each.__struct_fields__}
    for name in (*COMMANDS, *codes, *fields):
        assert f"`{name}`" in text, name


# ---- as a process


@contextmanager
def talk(*args: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start an engine, and leave nothing of it behind."""
    engine = process("engine", *args, stdin=subprocess.PIPE, **options)
    try:
        yield engine
    finally:
        engine.kill()
        engine.wait()
        for stream in (engine.stdin, engine.stdout, engine.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def send(engine: subprocess.Popen[bytes], *requests: dict[str, Any]) -> None:
    assert engine.stdin is not None
    engine.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in requests))
    engine.stdin.flush()


def hear(engine: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert engine.stdout is not None
    return json.loads(engine.stdout.readline())


def ended(engine: subprocess.Popen[bytes]) -> list[dict[str, Any]]:
    """What an engine still says when its input ends; it must end well and say nothing else."""
    out, err = engine.communicate(timeout=60)
    assert (engine.returncode, err) == (0, b"")
    return [json.loads(line) for line in out.splitlines()]


def test_a_conversation() -> None:
    with talk() as engine:
        for number in range(3):
            send(engine, {"id": number, "cmd": "apply", "position": POSITION})
            assert hear(engine)["id"] == number
        assert ended(engine) == []


def test_a_flood_of_requests_loses_no_id() -> None:
    rng = random.Random(1)
    requests: list[bytes] = []
    ids = []
    for number in range(20_000):
        cmd = rng.choice(["version", "legal", "beats", "perft", "choose", "garbage"])
        fields: dict[str, Any] = {"position": POSITION, "depth": 1, "bot": "greedy"}
        if cmd == "garbage":
            requests.append(b'{"id":%d,' % number)
        elif cmd == "beats":
            request = {"rules": "classic4", "play": "4", "over": "3", "id": number, "cmd": cmd}
            requests.append(json.dumps(request).encode())
        else:
            requests.append(json.dumps({"id": number, "cmd": cmd, **fields}).encode())
        ids.append(number)
    with talk("-j", "2") as engine:
        out, err = engine.communicate(b"\n".join(requests), timeout=120)
        assert (engine.returncode, err) == (0, b"")
        assert sorted(json.loads(line)["id"] for line in out.splitlines()) == ids


def test_all_may_be_written_before_anything_is_read() -> None:
    with talk() as engine:
        send(engine, *({"id": n, "cmd": "legal", "position": FULL} for n in range(3000)))
        assert len(ended(engine)) == 3000


def test_the_end_of_input_is_not_the_end_of_work() -> None:
    with talk("-j", "2") as engine:
        send(engine, *({"id": n, "cmd": "solve", "position": ENDING} for n in range(4)))
        answers = ended(engine)
        assert sorted(each["id"] for each in answers) == [0, 1, 2, 3]
        assert {each["value"] for each in answers} == {160}


def test_stop_ends_a_search_with_bounds_and_a_count_with_an_error() -> None:
    with talk("-j", "2") as engine:
        send(
            engine,
            {"id": "s", "cmd": "solve", "position": FULL, "progress": 0.05, "all_moves": False},
            {"id": "p", "cmd": "perft", "position": FULL, "depth": 40},
            {"id": "w", "cmd": "solve", "position": FULL},
        )
        # What is asked about something else is answered meanwhile.
        send(engine, {"id": "v", "cmd": "version"})
        messages = [hear(engine)]
        while not (
            any(m["id"] == "v" for m in messages) and any("progress" in m for m in messages)
        ):
            messages.append(hear(engine))
        began = time.monotonic()
        send(
            engine, {"id": 1, "cmd": "stop", "target": "s"}, {"id": 2, "cmd": "stop", "target": "x"}
        )
        send(engine, {"id": 3, "cmd": "stop"})
        answers = {each["id"]: each for each in ended(engine) if "progress" not in each}
        assert time.monotonic() - began < 20
        assert answers["s"]["stopped"] is True
        assert answers["s"]["lower"] <= answers["s"]["upper"]
        assert answers["s"]["value"] is None
        assert answers["p"]["error"]["code"] == "stopped"
        assert "error" in answers["w"] or answers["w"]["stopped"]
        assert answers[1]["stopped"] == ["s"]
        assert answers[2]["stopped"] == []
        assert set(answers[3]["stopped"]) >= {"p", "w"}
        assert set(answers) == {"s", "p", "w", 1, 2, 3}


def test_quit_answers_everything_and_comes_last() -> None:
    with talk() as engine:
        send(engine, *({"id": n, "cmd": "solve", "position": FULL} for n in range(3)))
        send(engine, *({"id": n, "cmd": "legal", "position": FULL} for n in range(3, 50)))
        send(engine, {"id": "q", "cmd": "quit"}, {"id": "late", "cmd": "version"})
        answers = ended(engine)
        assert answers[-1] == {"id": "q", "bye": True}
        assert sorted(each["id"] for each in answers[:-1]) == [*range(50)]
        assert all("error" not in each for each in answers if each["id"] in range(3, 50))


def test_quit_with_an_open_input_ends() -> None:
    with talk() as engine:
        send(engine, {"id": 1, "cmd": "quit"})
        assert hear(engine) == {"id": 1, "bye": True}
        assert engine.wait(timeout=30) == 0


def test_a_reader_that_goes_away() -> None:
    with talk() as engine:
        send(engine, {"id": 1, "cmd": "version"})
        hear(engine)
        engine.stdout.close()
        send(engine, {"id": 2, "cmd": "version"}, {"id": 3, "cmd": "solve", "position": FULL})
        # Input stays open: the engine has to notice by itself.
        assert engine.wait(timeout=30) == 0
        assert engine.stderr.read() == b""


def test_a_client_that_dies_while_the_engine_thinks() -> None:
    with talk() as engine:
        send(engine, {"id": 1, "cmd": "solve", "position": HARD, "memory_mb": 64})
        time.sleep(0.3)
        engine.stdout.close()
        engine.stdin.close()
        assert engine.wait(timeout=30) == 0
        assert engine.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_an_output_that_cannot_be_written() -> None:
    with open("/dev/full", "wb") as full, talk(stdout=full) as engine:
        send(engine, {"id": 1, "cmd": "version"})
        assert engine.wait(timeout=30) == 1
        assert engine.stderr.read() == b"fiftyk: No space left on device\n"


@pytest.mark.parametrize("closed", [0, 1])
def test_streams_that_are_closed_from_the_start(closed: int) -> None:
    with talk(preexec_fn=lambda: os.close(closed)) as engine:
        _, err = engine.communicate(timeout=30)
        assert engine.returncode == 2
        assert b"there is no standard input, or no standard output" in err


def test_ctrl_c_ends_it() -> None:
    with talk() as engine:
        send(
            engine,
            {"id": 1, "cmd": "version"},
            {"id": 2, "cmd": "solve", "position": FULL},
            {"id": 3, "cmd": "version"},
        )
        # The solving has begun once what was read after it is answered.
        hear(engine)
        hear(engine)
        engine.send_signal(signal.SIGINT)
        out, err = engine.communicate(timeout=30)
        assert (engine.returncode, err.strip()) == (130, b"")
        # What was under way is answered even so.
        assert [json.loads(line)["id"] for line in out.splitlines()] == [2]


def test_logs_go_to_standard_error() -> None:
    with talk("--verbose") as engine:
        send(engine, {"id": 1, "cmd": "version"})
        out, err = engine.communicate(timeout=30)
        assert json.loads(out)["id"] == 1
        assert b"version 1: " in err


def test_a_bot_that_prints_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from fiftyk.bots import GreedyBot

    choose = GreedyBot.choose

    def loud(self: GreedyBot, view: fk.View) -> fk.Decision:
        print("thinking")
        return choose(self, view)

    monkeypatch.setattr(GreedyBot, "choose", loud)
    assert one("choose", position=POSITION, bot="greedy")["decision"]


def test_a_bug_is_told_and_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from fiftyk.bots import GreedyBot

    def broken(self: GreedyBot, view: fk.View) -> fk.Decision:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(GreedyBot, "choose", broken)
    request, ignored = read(
        b'{"id":1,"cmd":"choose","bot":"greedy","position":"%s"}' % POSITION.encode()
    )
    said = answer(Job(request, ignored, print))
    assert (said.id, said.error.code) == (1, "internal")
    assert "ZeroDivisionError: a bug" in said.error.message


# ---- clients in other languages

ENGINE = [sys.executable, "-P", "-m", "fiftyk", "engine"]


def client(*command: str) -> str:
    env = os.environ | {"PYTHONPATH": str(Path(fk.__file__).parents[1])}
    ran = subprocess.run([*command, *ENGINE], capture_output=True, text=True, env=env, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
def test_the_client_in_javascript() -> None:
    said = client("node", str(ROOT / "examples" / "engine" / "client.mjs"))
    assert "value for seat 2: 160" in said
    assert "single:8c 160" in said
    assert "illegal_move: 3s: not in hand" in said


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
def test_the_client_in_c(tmp_path: Path) -> None:
    source = ROOT / "examples" / "engine" / "client.c"
    program = tmp_path / "client"
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    assert client(str(program)) == "value 160, best move single:8c\na bot plays single:3h\n"
