"""Build the extension modules; everything else about the package is in pyproject.toml.

Environment switches, each a build mode of its own:

FIFTYK_DEBUG=1     -O1 -g with Cython's bounds checks
FIFTYK_SANITIZE=1  the debug build under AddressSanitizer and UndefinedBehaviorSanitizer
FIFTYK_FUZZ=1      the debug build with the counters that libFuzzer reads (CC=clang; tests/fuzz)
FIFTYK_COVERAGE=1  line tracing, for the Cython plugin of coverage.py
FIFTYK_ANNOTATE=1  also write fiftyk/_*.html, where yellow lines call into Python
FIFTYK_PLAIN=1     without the builtins of compilers, as one that nobody thought of would build
FIFTYK_MARCH=cpu   add -march=cpu (``native`` for measurements, never for a wheel)
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import ClassVar

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def switch(name: str) -> bool:
    """Tell whether an environment switch is on."""
    return os.environ.get(f"FIFTYK_{name}", "0") not in ("", "0")


SANITIZE = switch("SANITIZE")
COVERAGE = switch("COVERAGE")
FUZZ = switch("FUZZ")
DEBUG = switch("DEBUG") or SANITIZE or FUZZ
PLAIN = switch("PLAIN")
MARCH = os.environ.get("FIFTYK_MARCH", "")

MACROS = [
    ("FIFTYK_DEBUG", str(int(DEBUG))),
    ("FIFTYK_TRACED", str(int(COVERAGE))),
    ("FIFTYK_SANITIZED", str(int(SANITIZE))),
    ("FIFTYK_PLAIN", str(int(PLAIN))),
]
if COVERAGE:
    MACROS += [("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]

COMPILE: list[str] = []
LINK: list[str] = []
if sys.platform == "win32":
    COMPILE += ["/std:c11", "/Od" if DEBUG else "/O2"]
else:
    COMPILE += ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-g0"]
    COMPILE += ["-fvisibility=hidden", "-Wno-unreachable-code"]
    if MARCH:
        COMPILE.append(f"-march={MARCH}")
    if SANITIZE:
        # Without no-recover, undefined behaviour is only printed and the tests stay green.
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        COMPILE += [*checks, "-fno-omit-frame-pointer"]
        LINK += checks
    if FUZZ:
        COMPILE.append("-fsanitize=fuzzer-no-link")

# Loops over a handful of cards or plays are slower in vectors, by some 5 % of a list of plays.
NO_VECTORS = {"_count", "_generate"} if sys.platform != "win32" else set()

# Where a second build for newer processors makes sense; fiftyk/_build.py chooses when importing.
V3 = (
    ["-march=x86-64-v3"]
    # Of what is built for, not on: cross-compiling for another processor, or for 32 bits.
    if sysconfig.get_platform().endswith("x86_64")
    and sys.maxsize > 1 << 32
    and not (DEBUG or COVERAGE or MARCH or PLAIN)
    else []
)

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "embedsignature": True,
    "embedsignature.format": "python",
    "autotestdict": False,
    "linetrace": COVERAGE,
}


class BuildExtensions(build_ext):
    """Run Cython only when extensions are really built, and rebuild when the mode changes.

    Cython and setuptools compare time stamps and know nothing of flags, so without the note
    in ``build/mode.txt`` a release build after a traced one would keep the traced objects.
    """

    note: ClassVar[Path] = Path("build", "mode.txt")

    def run(self) -> None:
        """Translate the .pyx files, then compile."""
        import Cython
        from Cython.Build import cythonize

        mode = repr((COMPILE, LINK, MACROS, DIRECTIVES, Cython.__version__, sys.version))
        if not self.note.is_file() or self.note.read_text() != mode:
            self.force = True
            self.note.unlink(missing_ok=True)
        translated = cythonize(
            [Extension(e.name, list(e.sources)) for e in self.extensions if "_v3" not in e.name],
            compiler_directives=DIRECTIVES,
            annotate=switch("ANNOTATE"),
            force=bool(self.force),
        )
        by_name = {e.name: e for e in translated}
        for extension in self.extensions:
            portable = by_name[extension.name.replace("._v3.", ".")]
            extension.sources = portable.sources
            extension.depends = portable.depends
            if portable.name != extension.name:
                # The same C under another path, for object files of its own.
                copy = Path("build", "v3", Path(portable.sources[0]).name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(portable.sources[0], copy)
                extension.sources = [copy.as_posix()]
        if V3:
            Path("fiftyk", "_v3").mkdir(exist_ok=True)
        else:
            # Left by a release build, it would be taken instead of the build that is made now.
            shutil.rmtree(Path("fiftyk", "_v3"), ignore_errors=True)
        super().run()
        # Last, so that a build that failed half way is done again in full.
        self.note.parent.mkdir(exist_ok=True)
        self.note.write_text(mode)


setup(
    cmdclass={"build_ext": BuildExtensions},
    ext_modules=[
        Extension(
            f"fiftyk.{build}{source.stem}",
            [source.as_posix()],
            define_macros=MACROS,
            extra_compile_args=[
                *COMPILE,
                *flags,
                *["-fno-tree-vectorize"] * (source.stem in NO_VECTORS),
            ],
            extra_link_args=LINK,
        )
        for build, flags in (("", []), ("_v3.", V3))
        for source in sorted(Path("fiftyk").glob("_*.pyx"))
        if not build or (V3 and source.stem != "_cpu")
    ],
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
