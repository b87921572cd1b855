"""What a package, its documents and its layers promise beside the rules."""

import ast
import doctest
import importlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fiftyk as fk

PACKAGE = Path(fk.__file__).parent
ROOT = Path(__file__).parents[1]

# From low to high: a module imports from floors below its own, never from its own or above.
FLOORS = [
    {"_bits", "_cpu", "_monitor", "_nets", "_random", "_weights", "errors", "files"},
    {"_build", "_types", "blocks", "cluster"},
    {"_combos", "cards"},
    {"_canonical", "_count", "_generate", "_position"},
    {"_core", "_plain", "_policy", "_table"},
    {"_bulk", "_perft", "_playouts", "_question", "_worlds", "dealing"},
    {"_ends", "_observe", "_outlook", "perft", "rules"},
    {"_order"},
    {"_node"},
    {"_endgame"},
    {"_search"},
    {"_proof"},
    {"_selfish", "_solver"},
    {"arrays", "corpus", "notation", "playouts", "settlement", "solution", "view"},
    {"bulk", "opening", "question", "selfish"},
    {"solve"},
    {"explain", "many", "observe"},
    {"hand"},
    {"bots", "match", "records"},
    {"analyse"},
    {"lang"},
    {"adapters", "draw", "engine", "puzzles"},
    {"cli"},
    {"__main__"},
]


def test_version_is_the_same_in_the_metadata_and_the_package():
    assert fk.__version__ == importlib.metadata.version("fiftyk")


def test_command_is_declared_and_can_be_loaded():
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="fiftyk")
    assert callable(script.load())


@pytest.mark.parametrize("name", ["py.typed", "_core.pyi", "_core.pxd", "_types.pxd", "_bits.pxd"])
def test_what_type_checkers_and_cython_need_is_installed(name):
    assert (PACKAGE / name).is_file()


def test_all_public_names_exist_and_are_listed_once():
    assert len(set(fk.__all__)) == len(fk.__all__)
    missing = [name for name in fk.__all__ if not hasattr(fk, name)]
    assert missing == []


def test_the_library_does_without_the_packages_of_its_command_line():
    code = "import sys, fiftyk; print({'click', 'rich', 'jinja2', 'msgspec'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


def test_the_package_runs_as_a_command():
    run = subprocess.run(
        [sys.executable, "-m", "fiftyk", "--help"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "solve" in run.stdout


def test_sources_that_are_not_compiled_say_what_to_do(tmp_path):
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "_v3", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "fiftyk", ignore=left_out)
    run = subprocess.run(
        [sys.executable, "-c", "import fiftyk"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "not compiled there: start Python in another directory" in run.stderr


# Layers


def imported_modules(file):
    """The modules of the package that a source file imports or cimports when it runs."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        yield from re.findall(r"^\s*(?:from|cimport|import) fiftyk\.(\w+)", text, re.MULTILINE)
        for names in re.findall(r"^\s*from fiftyk c?import ([\w, ]+)", text, re.MULTILINE):
            yield from re.findall(r"\w+", names)
        return
    nodes = [ast.parse(text)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        nodes.extend(ast.iter_child_nodes(node))
        names = [alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)]
        if isinstance(node, ast.ImportFrom):
            source = ".".join(filter(None, ["fiftyk" if node.level else "", node.module]))
            names = [f"{source}.{name}" for name in names]
        yield from (name.split(".")[1] for name in names if name.startswith("fiftyk."))


def floor(module):
    found = [number for number, names in enumerate(FLOORS) if module in names]
    assert found, f"{module} stands on no floor: add it to FLOORS"
    return found[0]


def sources():
    files = [f for f in PACKAGE.iterdir() if f.suffix in {".py", ".pyx", ".pxd"}]
    return sorted(f for f in files if f.stem != "__init__")


@pytest.mark.parametrize("file", sources(), ids=lambda file: file.name)
def test_imports_run_one_way(file):
    upward = {
        name
        for name in imported_modules(file)
        if name != file.stem and floor(name) >= floor(file.stem)
    }
    assert upward == set()


# Examples


def examples():
    """(position, value, best move) of the files in examples/, from the comment before each line."""
    for file in sorted((ROOT / "examples").glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        for value, best, line in re.findall(
            r"^# value (\S+), best (\S+)\n([^#\n].*)$", text, re.MULTILINE
        ):
            yield pytest.param(line, float(value), best, id=f"{file.stem}-{line.split()[0]}")


@pytest.mark.parametrize(("line", "value", "best"), list(examples()))
def test_examples_have_the_value_that_they_claim(line, value, best):
    solution = fk.solve(fk.Position.parse(line), all_moves=True)
    assert (solution.value, [str(move) for move in solution.best]) == (value, [best])


def test_every_example_claims_a_value():
    lines = [
        line
        for file in (ROOT / "examples").glob("*.txt")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    assert len(lines) == len(list(examples())) > 0


@pytest.mark.parametrize("name", [file.stem for file in sources() if file.suffix == ".py"])
def test_examples_in_docstrings(name):
    if name != "__main__":
        assert doctest.testmod(importlib.import_module(f"fiftyk.{name}")).failed == 0
