"""Tables in Markdown, what was measured on, and where it stands in docs/benchmarks.md."""

import os
import platform
import time
from pathlib import Path

import fiftyk as fk

DOCUMENT = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table whose numbers stand on the right."""
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def figure(number: float) -> str:
    """Return a number with as many digits as mean something."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"


def conditions(*others: str) -> str:
    """Return when and on what it is measured; others: versions of what stands beside fiftyk."""
    python = f"Python {platform.python_version()}"
    ours = f"fiftyk {fk.__version__} ({fk.build_info()['build']} build)"
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    date = time.strftime("%Y-%m-%d")
    return f"Measured {date}: {processor()}, {python}; {', '.join([*others, ours])}; {load}.\n"


def processor() -> str:
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def put(name: str, script: str, text: str) -> None:
    """Put a text between the marks of its name in the document."""
    start, end = f"<!-- {name}: written by {script} --write -->\n", f"<!-- end of {name} -->"
    before, found, rest = DOCUMENT.read_text(encoding="utf-8").partition(start)
    if not found:
        raise ValueError(f"{DOCUMENT.name} has no place for {name}")
    DOCUMENT.write_text(f"{before}{start}\n{text}\n{end}{rest.partition(end)[2]}", encoding="utf-8")
