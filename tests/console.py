"""Commands with their output in documents: read, run, compared; or written anew:

python tests/console.py --write docs/*.md README*.md

The pictures of the READMEs are drawn anew too.

A block of `console` has commands after `$ `, each with what it prints, standard error last. Lines
after `> ` are its input, and then its output stands after `< `, in any order. `…`, and `...` on a
line of its own, stand for whatever is there. Times differ from run to run and are not compared.
"""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cli_helpers

import fiftyk as fk

ROOT = Path(__file__).parents[1]
PICTURES = {"en": ROOT / "docs" / "ending.svg", "zh": ROOT / "docs" / "ending.zh-CN.svg"}

BLOCK = re.compile(r"^```console\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"\d+\.\d+(?= (?:s|秒)\b)")


class Command(NamedTuple):
    """A command of a document, its input, and the lines that it is shown to print."""

    line: str
    given: list[str]
    shown: list[str]


def blocks(path: Path, language: str) -> list[str]:
    """Return the fenced blocks of a document in some language."""
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?\n)```$", text, re.MULTILINE | re.DOTALL)


def commands(block: str) -> Iterator[Command]:
    """Part a block into its commands."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *rest = part.rstrip("\n").split("\n")
        given = [each[2:] for each in rest if each.startswith("> {")]
        if given:
            rest = [each[2:] for each in rest if each.startswith("< ")]
        yield Command(line, given, rest)


def prepare(folder: Path) -> dict[str, str]:
    """Make a home with `fiftyk` on the path and the examples beside; return its environment."""
    (folder / "bin").mkdir()
    program = folder / "bin" / "fiftyk"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m fiftyk "$@"\n')
    program.chmod(0o755)
    (folder / ".config" / "fish" / "completions").mkdir(parents=True)
    shutil.copytree(ROOT / "examples", folder / "examples")
    return {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(fk.__file__).parents[1]),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }


def run(
    lines: str, folder: Path, environment: dict[str, str], given: str = "", shell: str = "bash"
) -> subprocess.CompletedProcess[str]:
    """Run command lines in a shell, to the first that fails."""
    return subprocess.run(
        [shell, "-euc", f"set -o pipefail; {lines}"],
        cwd=folder,
        env=environment,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def printed(command: Command, folder: Path, environment: dict[str, str]) -> list[str]:
    """Run a command and return the lines that it prints."""
    if (
        command.line.startswith("fiftyk ")
        and not command.given
        and not set(command.line) & set("|<>;&$*~")
    ):
        # Needs no shell, and in this process it is there at once.
        with contextlib.chdir(folder):
            ended = cli_helpers.run(*shlex.split(command.line)[1:])
        return f"{ended.out}{ended.err}".strip("\n").split("\n")
    given = "".join(f"{each}\n" for each in command.given)
    ran = run(command.line, folder, environment, given)
    return f"{ran.stdout}{ran.stderr}".strip("\n").split("\n")


def as_shown(command: Command, lines: list[str]) -> bool:
    """Tell whether a command printed what is shown."""
    shown = [TIME.sub("0.0", line.rstrip()) for line in command.shown]
    lines = [TIME.sub("0.0", line.rstrip()) for line in lines]
    if command.given:
        shown.sort()
        lines = sorted(lines)
    pattern = "\n".join(
        "(?s:.*)" if line == "..." else re.escape(line).replace("…", ".*") for line in shown
    )
    return re.fullmatch(pattern.strip("\n"), "\n".join(lines).strip("\n")) is not None


def rewritten(text: str) -> str:
    """Return a document with what its commands print now, where that is another thing."""

    def block(found: re.Match[str]) -> str:
        written = []
        kept = True
        for command in commands(found["text"]):
            lines = printed(command, folder, environment)
            same = as_shown(command, lines)
            kept &= same
            shown = command.shown if same else lines
            written += [f"$ {command.line}"]
            written += [f"> {each}" for each in command.given]
            written += [f"< {each}" for each in shown] if command.given else shown
        if kept:
            return found[0]
        return "\n".join(["```console", *(line.rstrip() for line in written), "```"])

    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        environment = prepare(folder)
        return BLOCK.sub(block, text)


def picture(lang: str) -> str:
    """Draw the first of the examples, solved."""
    text = (ROOT / "examples" / "classic4.txt").read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line and not line.startswith("#"))
    return fk.draw.svg(fk.solve(fk.Position.parse(first), all_moves=True), lang)


def main(paths: list[str]) -> None:
    """Write the documents of some paths, and the pictures."""
    os.environ["LC_ALL"] = "C.UTF-8"
    for lang, path in PICTURES.items():
        drawn = picture(lang)
        if TIME.sub("", drawn) != TIME.sub("", path.read_text(encoding="utf-8")):
            path.write_text(drawn, encoding="utf-8")
    for path in map(Path, paths):
        text = path.read_text(encoding="utf-8")
        path.write_text(rewritten(text), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    main(sys.argv[2:])
