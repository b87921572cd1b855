"""The command line: what it reads, what it says of bad input, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from cli_helpers import FULL, POSITION, SOLVED, process, run
from hypothesis import given
from hypothesis import strategies as st

import fiftyk as fk
from fiftyk.cli._output import ticking

# ---- input


def test_lines_of_every_sort(tmp_path: Path) -> None:
    data = json.dumps(fk.Position.parse(POSITION).to_dict())
    question = json.dumps({"t": "perft", "position": json.loads(data), "classes": [4]})
    lines = ["# a comment", "", POSITION, "  ", f" {data} ", question, "  # another", FULL + "\r"]
    text = "\ufeff" + "\n".join(lines)
    file = tmp_path / "positions"
    file.write_text(text, encoding="utf-8")
    from_file = run("perft", str(file), "1", "--json")
    assert from_file.status == 0
    assert [answer["line"] for answer in from_file.objects] == [3, 5, 6, 8]
    assert [answer["count"] for answer in from_file.objects][:3] == [4, 4, 4]
    from_stdin = run("perft", "-", "1", "--json", stdin=text.encode())
    assert [o["count"] for o in from_stdin.objects] == [o["count"] for o in from_file.objects]
    # As an argument a position may be a dict too, or several lines.
    assert run("perft", data, "1", "--json").objects[0]["count"] == 4
    assert len(run("perft", f"{POSITION}\n{POSITION}", "1", "--json").objects) == 2


BAD = {
    b"nosuch 3/4/5/6": "RulesError",
    b"classic4 3x/4/5/6": "CardError",
    b"classic4 3s3s/W/5/6": "PositionError",
    b"classic4": "PositionError",
    b'{"rules":': "InputError",
    b'{"rules": "classic4"}': "PositionError",
    b'{"rules": "classic4", "hands": [' + b"1" * 5000 + b"]}": "InputError",
    b'{"rules": ' * 100_000: "InputError",
    b'{"hands": ' + b"[" * 900 + b"]" * 900 + b', "rules": "classic4"}': "PositionError",
    b"\xff\xfe": "InputError",
    b"classic4 3/4/5/\x806": "InputError",
    b"\0\0\0": "PositionError",
    b"classic4 3/4/5/6\0": "CardError",
    b"classic4 " + b"3" * (1 << 21): "InputError",
    "classic4 К/4/5/6".encode(): "CardError",
}


def test_a_bad_line_is_told_and_the_rest_goes_on() -> None:
    lines = [line for bad in BAD for line in (bad, POSITION.encode())]
    stdin = b"\n".join(lines)
    told = run("show", "-", "--json", stdin=stdin)
    assert told.status == 1
    assert told.err == ""
    assert [answer["line"] for answer in told.objects] == list(range(1, len(lines) + 1))
    errors = [answer["error"] for answer in told.objects[::2]]
    assert [error["type"] for error in errors] == list(BAD.values())
    assert all("error" not in answer for answer in told.objects[1::2])
    shown = run("show", "-", stdin=stdin)
    assert shown.status == 1
    assert [line.partition(":")[0] for line in shown.err.splitlines()] == [
        f"line {number}" for number in range(1, len(lines), 2)
    ]
    assert shown.out.count("classic4: seat 0 leads") == len(BAD)
    assert all(len(line) < 500 for line in shown.err.splitlines())


def test_errors_carry_their_data_in_json() -> None:
    def error(line: str) -> dict[str, Any]:
        return run("moves", "-", "--json", stdin=line.encode()).objects[0]["error"]

    card = error("classic4 3x/4/5/6")
    assert card["text"] == "classic4 3x/4/5/6"
    assert (card["column"], card["field"], card["expected"]) == (11, "hands[0]", "a card")
    assert "found 'x'" in card["message"]
    position = error("classic4 3s3s/W/5/6 0")
    assert {"CARD_COUNT", "CARD_UNKNOWN"} <= set(position["faults"])
    assert all(detail in position["message"] for detail in position["details"])
    assert error("nosuch 3/4/5/6")["known"] == list(fk.rule_sets())
    move = run("beats", "classic4", "3s4s", "3h", "--json").objects[0]
    assert (move["line"], move["error"]["move"]) == (1, "3s4s")
    assert move["error"]["reason"] == "NO_COMBINATION"


@given(st.binary(max_size=200))
def test_garbage_on_standard_input(garbage: bytes) -> None:
    assert run("moves", "-", stdin=garbage).status in (0, 1)
    ran = run("moves", "-", "--json", stdin=b"classic4 3/4/5/6 " + garbage)
    assert ran.status in (0, 1)
    assert all("line" in answer for answer in ran.objects)


def test_an_argument_with_bytes_that_are_no_text() -> None:
    text = b"classic4 \xff/4/5/6".decode(errors="surrogateescape")
    with process("show", text) as ended:
        out, err = ended.communicate()
    assert (ended.returncode, out) == (1, b"")
    assert b"\\udcff" in err


# ---- processes


def test_a_reader_that_goes_away() -> None:
    flush2 = str(fk.rules("flush2").deal(0))
    for command in (
        ("deal", "classic4", "--seed", "0", "--count", "100000"),
        ("moves", flush2),
        ("moves", flush2, "--json"),
    ):
        with process(*command) as ended:
            assert ended.stdout
            assert ended.stderr
            assert ended.stdout.read(10)
            ended.stdout.close()
            assert ended.stderr.read() == b""
        assert ended.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("count", ["1", "1000"])
def test_a_disk_that_is_full(count: str) -> None:
    command = ("deal", "classic4", "--seed", "0", "--count", count)
    with open("/dev/full", "wb") as full, process(*command, stdout=full) as ended:
        _, err = ended.communicate()
    assert ended.returncode == 1
    assert err.startswith(b"fiftyk: ")
    assert err.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_a_disk_that_is_full_leaves_the_file_that_was(tmp_path: Path, option: str) -> None:
    import resource

    file = tmp_path / "answer"
    file.write_text("there before")
    little = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (1000, 1000))
    with process("solve", SOLVED, option, str(file), preexec_fn=little) as ended:
        _, err = ended.communicate()
    assert (ended.returncode, err) == (1, b"fiftyk: File too large\n")
    assert file.read_text() == "there before"
    assert os.listdir(tmp_path) == ["answer"]
    assert run("solve", SOLVED, option, str(file)).status == 0
    assert file.read_text().lower().startswith(("<!doctype html>", "<svg "))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("command", [("show", "-"), ("solve", "-"), ("perft", "-", "40")])
def test_ctrl_c(command: tuple[str, ...]) -> None:
    with process(*command, "--json", stdin=subprocess.PIPE) as ended:
        assert ended.stdin
        assert ended.stdout
        # The answer to a bad line shows that the program is under way.
        ended.stdin.write(f"nosuch x\n{FULL}\n".encode())
        ended.stdin.flush()
        assert ended.stdout.readline()
        time.sleep(0.3)
        assert ended.poll() is None
        ended.send_signal(signal.SIGINT)
        # Standard input stays open: only the signal can end the program.
        assert ended.wait(20) == 130
        assert ended.stderr
        assert b"Traceback" not in ended.stderr.read()


def test_python_m_fiftyk_is_the_same_program() -> None:
    with process("beats", "classic4", "4", "3") as ended:
        assert ended.communicate() == (b"yes\n", b"")
    assert ended.returncode == 0


def test_output_that_cannot_be_encoded() -> None:
    ran = run("show", "classic4 红x/4/5/6", encoding="latin-1")
    assert ran.status == 1
    assert "\\u7ea2" in ran.err
    assert run("show", POSITION, encoding="ascii").status == 0


def test_progress_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(click, "echo", lambda text, **_: written.append(text))
    with ticking("line 1") as tick:
        assert not tick.shown
        tick("5 nodes")
    assert written == []
    with ticking("line 1") as tick:
        tick.shown = True
        tick("5 nodes")
        tick("6 nodes")  # too soon
    assert written == ["\rline 1: 5 nodes", "\r               ", "\r"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_on_a_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    with process("solve", FULL, "--seconds", "1", "--json", stderr=theirs) as ended:
        assert ended.stdout
        data = json.loads(ended.stdout.read())
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert (ended.returncode, data["exact"]) == (3, False)
    assert re.search(r"line 1: [\d,]+ nodes, [\d.]+ s", shown)
    assert shown.endswith(" \r")
