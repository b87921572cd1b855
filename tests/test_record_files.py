"""Files of records: streams, noise, full disks, and what stands under a name at any moment."""

import io
import os
import random
import signal
import stat
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import counting
import pytest
from hand_helpers import RULES, after, ending, played

import fiftyk as fk

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs devices and limits of POSIX")
HANDS = [played(fk.Hand.deal(rules, 5), random.Random(5)) for rules in RULES]
SHORT = fk.Record.of(after(ending("classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0"), "3h 6c"), Event="x")


def written(records: list[fk.Record], form: str = "text") -> str:
    stream = io.StringIO()
    fk.write_records(records, stream, form=form)  # type: ignore[arg-type]
    return stream.getvalue()


# ---- both ways


@pytest.mark.parametrize("name", ["hands.pbn", "hands.JSONL", "hands.json", "hands"])
def test_a_file_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert fk.write_records(HANDS, file) == len(HANDS)
    text = file.read_bytes()
    assert (text[:2] == b'{"') == (".json" in name.lower())
    records = list(fk.read_records(str(file)))
    assert [record.replay() for record in records] == HANDS
    fk.write_records(records, file)
    assert file.read_bytes() == text
    assert os.listdir(tmp_path) == [name]


def test_streams_of_text_and_of_bytes() -> None:
    for form in ("text", "json"):
        text = written([SHORT] * 3, form)
        assert list(fk.read_records(io.StringIO(text))) == [SHORT] * 3
        assert list(fk.read_records(io.BytesIO(text.encode()))) == [SHORT] * 3
    assert written([SHORT] * 2) == f"{SHORT.text()}\n{SHORT.text()}"


@pytest.mark.parametrize("name", ["hands", "hands.jsonl"])
def test_appending_goes_on_in_the_form_of_the_file(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    for count in (1, 2):
        fk.write_records([SHORT], file, append=True)
        assert list(fk.read_records(file)) == [SHORT] * count
    assert file.read_text() == written([SHORT] * 2, "json" if "json" in name else "text")
    other = tmp_path / "other.jsonl"
    other.write_text(SHORT.text().rstrip("\n"))
    fk.write_records([SHORT], other, append=True)
    assert other.read_text() == written([SHORT] * 2)


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(fk.FiftykError):
        fk.write_records([], tmp_path / "x", form="xml")  # type: ignore[arg-type]
    for target in (7, None):
        with pytest.raises(TypeError):
            fk.write_records([], target)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        fk.write_records(["3h"], tmp_path / "x")  # type: ignore[list-item]
    with pytest.raises(FileNotFoundError):
        next(fk.read_records(tmp_path / "missing"))
    with pytest.raises(FileNotFoundError):
        fk.write_records([], tmp_path / "missing" / "x")
    assert os.listdir(tmp_path) == []


# ---- nothing half-written


def failing(count: int, error: BaseException) -> Iterator[fk.Record]:
    yield from [SHORT] * count
    raise error


@pytest.mark.parametrize("append", [False, True])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, MemoryError])
def test_what_fails_leaves_what_was_there(
    tmp_path: Path, error: type[BaseException], append: bool
) -> None:
    file = tmp_path / "hands"
    with pytest.raises(error):
        fk.write_records(failing(3, error()), file, append=append)
    assert not append or file.read_bytes() == b""
    file.write_text("there before")
    with pytest.raises(error):
        fk.write_records(failing(1000, error()), file, append=append)
    assert file.read_text() == "there before"
    assert os.listdir(tmp_path) == ["hands"]


@POSIX
@pytest.mark.parametrize("append", [False, True])
def test_a_disk_that_is_full(tmp_path: Path, append: bool) -> None:
    import resource

    file = tmp_path / "hands"
    fk.write_records([SHORT], file)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            fk.write_records([SHORT] * 300, file, append=append)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(fk.read_records(file)) == [SHORT]
    assert os.listdir(tmp_path) == ["hands"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("append", [False, True])
def test_a_device_is_written_to_and_stays_a_device(append: bool) -> None:
    with pytest.raises(OSError, match="No space left"):
        fk.write_records([SHORT], "/dev/full", append=append)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    assert fk.write_records([SHORT], os.devnull, append=append) == 1
    assert not Path(os.devnull).is_file()


@POSIX
def test_mode_and_links_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "hands", tmp_path / "link"
    file.write_text("")
    file.chmod(0o640)
    link.symlink_to(file)
    fk.write_records([SHORT], link)
    assert link.is_symlink()
    assert list(fk.read_records(file)) == [SHORT]
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    fk.write_records([SHORT], tmp_path / "new")
    (tmp_path / "plain").write_text("")
    modes = [(tmp_path / name).stat().st_mode for name in ("new", "plain")]
    assert modes[0] == modes[1]


@POSIX
def test_a_program_killed_while_it_writes_leaves_the_file_that_was(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    fk.write_records([SHORT], file)
    program = (
        "import itertools, sys, fiftyk as fk\n"
        "record = next(fk.read_records(sys.argv[1]))\n"
        "def records():\n"
        "    for n in itertools.count():\n"
        "        if n == 2000: print(flush=True)\n"
        "        yield record\n"
        "fk.write_records(records(), sys.argv[1])\n"
    )
    path = os.pathsep.join([str(Path(fk.__file__).parents[1]), *sys.path])
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
    )
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        child.kill()
    assert list(fk.read_records(file)) == [SHORT]


# ---- as a stream, in linear time


class Endless(io.RawIOBase):
    """The same bytes again and again, made when they are asked for."""

    def __init__(self, part: bytes, times: int) -> None:
        self.lines = part.splitlines(keepends=True)
        self.left = times * len(self.lines)

    def readline(self, size: int | None = -1) -> bytes:
        self.left -= 1
        return self.lines[-1 - self.left % len(self.lines)] if self.left >= 0 else b""


class Nowhere(io.StringIO):
    def write(self, text: str) -> int:
        return len(text)


@pytest.mark.parametrize("form", ["text", "json"])
def test_memory_does_not_grow_with_the_file(form: str) -> None:
    part = SHORT.text() + "\n" if form == "text" else SHORT.json() + "\n"
    peaks = []
    for times in (300, 30, 300):  # the first one fills what Python keeps for later
        tracemalloc.start()
        records = fk.read_records(Endless(part.encode(), times))  # type: ignore[arg-type]
        assert fk.write_records(records, Nowhere()) == times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 30_000


def read(data: bytes) -> tuple[int, list[fk.RecordError]]:
    """How many records there are, and what is wrong with the others."""
    errors: list[fk.RecordError] = []
    return sum(1 for _ in fk.read_records(io.BytesIO(data), on_error=errors.append)), errors


def repeated(part: bytes, start: bytes = b"", end: bytes = b"") -> Callable[[int], bytes]:
    made = counting.repeated(*(text.decode() for text in (part, start, end)))
    return lambda size: made(size).encode()


RECORD = SHORT.text().encode()
NOISE: dict[str, Callable[[int], bytes]] = {
    "random": lambda size: random.Random(1).randbytes(size),
    "lines": lambda size: b"\n".join(b"%016x" % (n * 0x9E3779B9) for n in range(size // 17)),
    "words": repeated(b"4s "),
    "blanks": repeated(b" "),
    "empty lines": repeated(b"\n"),
    "brackets": repeated(b"["),
    "brackets on lines": repeated(b"[\n"),
    "braces": repeated(b"{"),
    "closed braces": repeated(b"{}"),
    "quotes": repeated(b'["'),
    "escapes": repeated(b"\\", b'[A "'),
    "escaped quotes": repeated(b'\\"', b'[A "'),
    "strings": repeated(b'""', b"[A "),
    "tags": repeated(b'[A "x"]'),
    "tags on lines": repeated(b'[A "x"]\n\n'),
    "names": repeated(b"a", b"["),
    "objects": repeated(b'{"'),
    "deal": repeated(b"3s/", b'[Rules "classic4"][Deal "', b'"]\n*'),
    "play": repeated(b"- ", RECORD[:-2]),
    "gaps": repeated(b"-\n\n", RECORD[:-2]),
    "result": repeated(b"1,", b'[Rules "classic4"][Result "', b'"]\n*'),
    "records": repeated(RECORD + b"\n"),
    "bad records": repeated(RECORD[:-2] + b"3s\n\n"),
    "json": repeated(SHORT.json().encode() + b"\n"),
}  # fmt: skip


@pytest.mark.parametrize("kind", NOISE)
def test_reading_takes_steps_in_proportion(kind: str) -> None:
    """Counted in calls: four times as much takes four times as many, and a few to begin with."""
    small, large = (counting.calls(partial(read, NOISE[kind](size))) for size in (4096, 4 * 4096))
    assert large <= 4.2 * small + 400


@pytest.mark.parametrize("kind", NOISE)
def test_much_noise_ends_in_few_clear_errors(kind: str) -> None:
    """Ten megabytes on a few lines, less where each line is a record."""
    size = 10 << 20 if NOISE[kind](1000).count(b"\n") < 5 else 40_000
    data = NOISE[kind](size)
    records, errors = read(data)
    if kind in ("records", "json"):
        assert (records, errors) == (data.count(b"Event"), [])
    else:
        assert records == 0
        assert bool(errors) == (kind != "empty lines")
        assert len(errors) <= max(data.count(RECORD[:20]), size // 9 if "tags on" in kind else 9)
        assert all(str(err).isprintable() and len(str(err)) < 500 for err in errors)
