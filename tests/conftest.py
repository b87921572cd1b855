"""Set up Hypothesis, and refuse to test an in-place extension that is older than its sources."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import fiftyk
import fiftyk._core

# The same examples in every run: a suite that fails now and then says nothing about a change.
settings.register_profile(
    "fiftyk",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fiftyk")


def pytest_configure() -> None:
    folder = Path(fiftyk.__file__).parent
    suffix = Path(fiftyk._core.__file__).name.removeprefix("_core")
    # An installed wheel ships no .pyx, and has nothing to compare.
    stale = [
        source.name
        for source in folder.glob("_*.pyx")
        if (folder / (source.stem + suffix)).stat().st_mtime < source.stat().st_mtime
    ]
    if stale:
        raise pytest.UsageError(f"changed since they were built: {', '.join(stale)}; build first")
    # A shell ignores Ctrl-C in what a script starts with "&", and so do all programs that this one
    # starts: those whose Ctrl-C is tested would go on for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is in English, whatever the locale of who runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def pytest_report_header() -> str:
    return f"fiftyk: {fiftyk.__file__} {fiftyk.build_info()}"
