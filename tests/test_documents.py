"""Commands and examples of the documents, run as they stand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fiftyk as fk

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["command", "pictures"]


def blocks(language: str) -> list[str]:
    found: list[str] = []
    for name in DOCUMENTS:
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        found += re.findall(rf"^```{language}\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    return found


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
def test_a_command_of_the_documents(line: str, tmp_path: Path) -> None:
    program, before = "bash", "set -o pipefail"
    if "zsh_source" in line:
        # What a ~/.zshrc with completion begins with.
        program, before = "zsh", "autoload -U compinit && compinit -D -u"
    for needed in (program, "man" if "| man " in line else "sh"):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not here")
    (tmp_path / "bin").mkdir()
    fiftyk = tmp_path / "bin" / "fiftyk"
    fiftyk.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m fiftyk "$@"\n')
    fiftyk.chmod(0o755)
    (tmp_path / ".config" / "fish" / "completions").mkdir(parents=True)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {
        **os.environ,
        "PATH": f"{fiftyk.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(fk.__file__).parents[1]),
        "HOME": str(tmp_path),
    }
    ran = subprocess.run(
        [program, "-uc", f"{before}; {line}"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("block", blocks("python"))
def test_an_example_of_the_documents(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "document", "exec"), {})
    assert {path.suffix for path in tmp_path.iterdir()} == {".svg", ".html"}
