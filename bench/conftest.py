"""Refuse to measure a build that is not a release build; check answers; report rates.

What every benchmark comes to is written in `answers.txt`, by the name of the benchmark. It changes
only with the rules, the corpus or the order of the moves: a functional change, whose commit says
why. One command works everything out again:

    python -m pytest bench --benchmark-disable --update-answers
"""

from pathlib import Path

import pytest

import fiftyk

FILE = Path(__file__).with_name("answers.txt")
RATES: list[tuple[str, str, float]] = []


def pytest_addoption(parser):
    parser.addoption(
        "--update-answers", action="store_true", help="write bench/answers.txt instead of checking"
    )


def pytest_configure(config):
    info = fiftyk.build_info()
    slow = [mode for mode in ("debug", "traced", "sanitized") if info[mode]]
    if slow:
        raise pytest.UsageError(f"benchmarks need a release build, this one is {', '.join(slow)}")
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    config.answers = dict(line.split(maxsplit=1) for line in lines)
    config.new_answers = {}


def pytest_report_header():
    return f"fiftyk {fiftyk.__version__} {fiftyk.build_info()}"


@pytest.fixture
def answer(request):
    """A function that checks what a benchmark came to."""

    def check(found):
        name, text = request.node.name, str(found)
        if request.config.getoption("--update-answers"):
            request.config.new_answers[name] = text
        else:
            assert text == request.config.answers.get(name), "the answer has changed"

    return check


@pytest.fixture
def rate(request, benchmark):
    """A function to call after the measurement: so many units of work were done a round."""

    def note(work, unit):
        benchmark.extra_info[unit] = work
        if benchmark.enabled:
            RATES.append((request.node.name, unit, work / benchmark.stats.stats.min))

    return note


def pytest_sessionfinish(session, exitstatus):
    config = session.config
    if config.new_answers and exitstatus == 0:
        # A run of some of the benchmarks leaves the answers of the others as they are.
        answers = config.answers | config.new_answers
        lines = [f"{name} {answers[name]}\n" for name in sorted(answers)]
        FILE.write_text("".join(lines))


def pytest_terminal_summary(terminalreporter):
    if not RATES:
        return
    terminalreporter.section("rates of the best round")
    for name, unit, per_second in RATES:
        terminalreporter.write_line(f"{name:40} {per_second / 1e6:10.3f} million {unit} a second")
