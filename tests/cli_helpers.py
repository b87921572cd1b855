"""Runs the command line, inside this process or as a program of its own."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import fiftyk as fk
from fiftyk.cli import main

POSITION = "classic4 3h4s5sKd/6c6d/7h9c/2sAh 0"
SOLVED = "classic4 4c/6s6h/3c2c/3s 1 - 0 0,45,0,55"
OVER = "classic4 -/4/-/5 - - 0 60,0,35,0 0,2"
FULL = str(fk.rules("classic4").deal(1))


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(*args: str, stdin: bytes = b"", encoding: str = "utf-8", decode: str = "") -> Ran:
    """Run a command in this process; it must end without a traceback or anything like it.

    The streams have an encoding; what is written is decoded by the same, or by another.
    """
    streams = {
        name: io.TextIOWrapper(io.BytesIO(data), encoding=encoding)
        for name, data in (("stdin", stdin), ("stdout", b""), ("stderr", b""))
    }
    status = None
    with mock.patch.multiple(sys, **streams):
        try:
            main(list(args), prog_name="fiftyk")
        except SystemExit as ended:
            status = ended.code
    out, err = (_written(streams[name], decode or encoding) for name in ("stdout", "stderr"))
    assert isinstance(status, int)
    assert "Traceback" not in out + err
    assert "internal error" not in err
    return Ran(status, out, err)


def _written(stream: io.TextIOWrapper, encoding: str) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(encoding)


def process(
    *args: str, more: dict[str, str] | None = None, **options: Any
) -> subprocess.Popen[bytes]:
    """Start a command as a program of its own, with more in its environment."""
    command = [sys.executable, "-P", "-m", "fiftyk", *args]
    # The package under test, wherever it is imported from.
    path = str(Path(fk.__file__).parents[1])
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": path, **(more or {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=env, **{**pipes, **options})
