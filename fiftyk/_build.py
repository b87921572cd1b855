"""The choice between two builds of the extension modules; importing this module makes it.

The same sources are compiled twice where that makes sense: for any processor of the platform,
beside this file, and for x86-64-v3 (AVX2, BMI2), in the folder `_v3`. Which one an import finds is
decided by what the processor has, or by the environment variable `FIFTYK_BUILD`: `portable` or
`v3`.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

_HERE = Path(__file__).parent

if not any((_HERE / f"_cpu{suffix}").is_file() for suffix in EXTENSION_SUFFIXES):
    # As it happens to whoever installs the package and starts Python beside its sources.
    raise ImportError(
        f"{_HERE} has the sources of fiftyk, which are not compiled there: start Python in another"
        " directory, or with -P, to get the installed package, or install with `pip install -e .`"
    )

from . import _cpu  # noqa: E402


def _choose(package_path: list[str]) -> None:
    """Put the folder of the best build at the head of the package's search path.

    Raises `ImportError` where `FIFTYK_BUILD` asks for a build that is not there or cannot run here.
    """
    wanted = os.environ.get("FIFTYK_BUILD", "")
    if wanted not in ("", "portable", "v3"):
        raise ImportError(f"FIFTYK_BUILD={wanted}: the builds are portable and v3")
    folder = Path(package_path[0], "_v3")
    available = _cpu.supports_v3() and any(folder.glob("_core.*"))
    if wanted == "v3" and not available:
        raise ImportError("FIFTYK_BUILD=v3: no such build, or not for this processor")
    if available and wanted != "portable":
        package_path.insert(0, str(folder))


def insist_on_the_gil() -> None:
    """Raise `ImportError` in a free-threaded Python that is told to run without its lock.

    What threads may share (`Position`) is sound by that lock. Without such an order a free-threaded
    Python switches it on when it imports the extension modules.
    """
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        raise ImportError("fiftyk needs the global interpreter lock: leave out PYTHON_GIL=0")


insist_on_the_gil()
_choose(sys.modules[__package__].__path__)  # type: ignore[arg-type]
