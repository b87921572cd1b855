"""Build the client against the installed fiftyk and ask it; any failure is an error.

    python -P tests/cimport_client/check.py

Needs Cython, setuptools and a C compiler. It builds in a temporary folder and refuses to go on
without the extension that it has just built, so it cannot pass by not looking.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import fiftyk as fk

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "docs" / "cython.md"


def example() -> str:
    """Return the extension that the documentation shows."""
    return DOCUMENT.read_text(encoding="utf-8").split("```cython\n")[1].split("```")[0]


def main() -> int:
    """Build and run the client, and the example of the documentation; return an exit status."""
    with tempfile.TemporaryDirectory() as folder:
        client = Path(folder, "client")
        shutil.copytree(HERE / "client", client)
        Path(client, "leaves.pyx").write_text(example(), encoding="utf-8")
        sources = ["client/probe.pyx", "client/leaves.pyx"]
        subprocess.run(
            [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "-3", *sources],
            cwd=folder,
            check=True,
        )
        built = client / f"probe{sysconfig.get_config_var('EXT_SUFFIX')}"
        if not built.is_file():
            print(f"error: {built.name} was not built", file=sys.stderr)
            return 1
        sys.path.insert(0, folder)
        from client import leaves, probe

        if not Path(probe.__file__).samefile(built):
            print(f"error: {probe.__file__} is not what was built", file=sys.stderr)
            return 1
        checked = probe.check()
        position = fk.rules("classic4").deal(seed=7)
        if leaves.leaves(position, 7) != fk.perft(position, 7):
            print("error: the example of the documentation counts otherwise", file=sys.stderr)
            return 1
    print(f"the client agrees with the Python API in {checked} checks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
