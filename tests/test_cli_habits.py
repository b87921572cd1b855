"""The habits of the command line: several files, completion, colours, streams, the manual page."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_helpers import POSITION, SOLVED, Ran, process, run

import fiftyk as fk
from fiftyk.cli import _program, main
from fiftyk.cli._help import paragraphs

COMMANDS = list(main.commands)


# ---- files


def test_several_files_as_a_shell_globs_them(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.jsonl"
    first.write_text(f"# one\n{POSITION}\nclassic4 3x/4/5/6\n", encoding="utf-8")
    second.write_text(json.dumps(fk.Position.parse(SOLVED).to_dict()), encoding="utf-8")
    ran = run("show", str(first), str(second), SOLVED, "-", "--json", stdin=POSITION.encode())
    assert ran.status == 1
    places = [(data.get("file"), data["line"]) for data in ran.objects]
    assert places == [(str(first), 2), (str(first), 3), (str(second), 1), (None, 3), ("-", 1)]
    shown = run("show", str(first), str(second))
    assert shown.err.startswith(f"{first}: line 3: hands[0], column 11")
    # Of one file the name need not be told.
    assert run("show", str(first)).err.startswith("line 3: ")
    assert run("perft", str(first), str(second), "1", "--json").objects[2]["count"] == 2


def test_an_argument_that_cannot_be_read_stops_everything(tmp_path: Path) -> None:
    for bad in (str(tmp_path), str(tmp_path / "missing"), "nosuch"):
        ran = run("moves", POSITION, bad)
        assert (ran.status, ran.out) == (2, "")
        assert "Error" in ran.err


# ---- completion


def complete(*words: str, shell: str = "bash") -> list[str]:
    """What a shell is offered for the last word."""
    ran = process_with(
        {
            "_FIFTYK_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": " ".join(["fiftyk", *words]),
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        }
    )
    assert (ran.status, ran.err) == (0, "")
    return ran.out.splitlines()


def process_with(environment: dict[str, str], *args: str) -> Ran:
    path = str(Path(fk.__file__).parents[1])
    ended = subprocess.run(
        # As the installed command is: its name is what the variable for completion is called by.
        [
            sys.executable,
            "-P",
            "-c",
            "from fiftyk.cli import main; main(prog_name='fiftyk')",
            *args,
        ],
        capture_output=True,
        encoding="utf-8",
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path, **environment},
        timeout=60,
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def test_completion_of_commands_options_values_and_files() -> None:
    assert complete("so") == ["plain,solve"]
    assert complete("solve", "--obj") == ["plain,--objective"]
    assert complete("solve", "--objective", "ma") == ["plain,margin"]
    assert complete("--lang", "z") == ["plain,zh"]
    assert complete("deal", "fl") == ["plain,flush1", "plain,flush2"]
    assert complete("show", "exa") == ["file,exa"]
    assert "plain,solve" in complete("")
    assert complete("so", shell="fish")[0].startswith("plain,solve\t")
    assert complete("so", shell="zsh")[:2] == ["plain", "solve"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    if shell == "bash" and not shutil.which("bash"):
        pytest.skip("bash is not here")
    ran = process_with({"_FIFTYK_COMPLETE": f"{shell}_source"})
    assert ran.status == 0
    assert "_FIFTYK_COMPLETE" in ran.out
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=ran.out, text=True, timeout=60, check=False)
        assert check.returncode == 0


# ---- colours

RED = "\x1b[31m"
HEARTS = "classic4 3h4s/6c6d/7h9c/2sAh 1"


def test_colours_of_a_pipe() -> None:
    assert RED not in run("show", HEARTS).out
    for args in (("--color", "always", "show"), ("show", "--color=always")):
        assert f"{RED}3h" in run(*args, HEARTS).out
    assert RED not in run("show", HEARTS, "--color", "auto").out
    assert run("show", HEARTS, "--color", "sometimes").status == 2
    # JSON is never coloured.
    assert "\x1b" not in run("show", HEARTS, "--color=always", "--json").out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("args", "environment", "colored"),
    [
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"NO_COLOR": ""}, True),
        ((), {"TERM": "dumb"}, False),
        (("--color=never",), {}, False),
        (("--color=always",), {"NO_COLOR": "1"}, True),
        (("--color=auto",), {"NO_COLOR": "1"}, False),
    ],
)
def test_colours_of_a_terminal(
    args: tuple[str, ...], environment: dict[str, str], colored: bool
) -> None:
    import pty

    ours, theirs = pty.openpty()
    with process("show", HEARTS, *args, stdout=theirs, more={"TERM": "xterm", **environment}) as e:
        assert e.wait(60) == 0
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert (RED in shown) == colored
    assert "3h" in shown


# ---- streams


def test_windows_streams_are_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_program, "PLATFORM", "win32")
    monkeypatch.setattr(_program, "_user_language", lambda: "zh_CN")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    shown = run("show", HEARTS, encoding="cp437", decode="utf-8")
    assert "轮到1号座先出" in shown.out
    assert "seat 1 leads" in run("show", HEARTS, "--lang=en", encoding="cp437").out
    monkeypatch.setenv("LANG", "en_US")
    assert "seat 1 leads" in run("show", HEARTS, encoding="cp437", decode="utf-8").out


def test_help_where_no_command_is_given() -> None:
    ran = run()
    assert (ran.status, ran.out, "Error" in ran.err) == (2, "", False)
    assert "Commands:" in ran.err


# ---- the manual page


def test_the_manual_page_tells_all_that_the_help_tells() -> None:
    page = run("--man").out.replace("\\-", "-").replace("\\(dq", '"').replace("\\&", "")
    for command in (main, *main.commands.values()):
        for text in (command.help, command.epilog):
            for lines, _ in paragraphs(text or ""):
                assert all(line in page for line in lines)
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.help
                assert param.help in page
    assert [name for name in COMMANDS if f'.SS "fiftyk {name} [OPTIONS]' not in page] == []
    assert re.findall("^[^.\\\\].*轮到|说明", run("--man", "--lang=zh").out)


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not here")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_manual_page_can_be_set(language: str) -> None:
    page = run("--man", "--lang", language).out
    ended = subprocess.run(
        ["groff", "-man", "-Kutf8", "-Tutf8", "-ww"],
        input=page.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    # That lines of Chinese cannot be adjusted is nothing to warn of.
    assert (ended.returncode, ended.stderr if language == "en" else b"") == (0, b"")
    assert b"FIFTYK(1)" in ended.stdout
