"""Mutation testing: break the package in small ways, and see that some test fails.

python tests/mutation/run.py [--count N] [--seed N] [FILE...]

Works on a copy of the tree. For each FILE of `SUBJECTS` (without any: for all) N changes are drawn,
each of one token: another comparison, a sum for a difference, `or` for `and`, a number and one
more. With each, the tests of that file are run; a change that none of them notices is a survivor,
and shown. A compiled module is built again for each of its changes, without optimization; what
does not compile, or is the same program, is not counted. The exit status is 1 where there are
survivors.
"""

import argparse
import ast
import io
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

HANDS = ["test_settlement", "test_hand_rules", "test_match", "test_hand", "test_view"]
CORE = ["test_cases_play", "test_cases", "test_combinations", "test_vectors", "test_enumeration"]
# The signature first: it is quick, and notices most of what is broken below it.
GENERATOR = ["test_bench", *CORE, "test_generator", "test_perft", "test_walks"]
SEARCH = [
    "test_bench",
    "test_cases_play",
    "test_invariants",
    "test_vectors",
    "test_solver_questions",
    "test_solver",
]

SUBJECTS = {
    "settlement.py": HANDS,
    "opening.py": HANDS,
    "match.py": HANDS,
    "hand.py": [*HANDS, "test_records"],
    "view.py": HANDS,
    "dealing.py": ["test_dealing", *HANDS],
    "rules.py": [
        "test_rules",
        "test_cases",
        "test_combinations",
        "test_hand_rules",
        "test_vectors",
    ],
    "cards.py": ["test_cards", "test_cases", "test_notation", "test_fuzz"],
    "notation.py": ["test_notation", "test_cases", "test_errors", "test_fuzz"],
    "records/contents.py": ["test_records", "test_cli_records"],
    "records/draft.py": ["test_records", "test_record_files"],
    "records/text.py": ["test_records", "test_record_files"],
    "records/jsonl.py": ["test_records", "test_record_files"],
    "records/files.py": ["test_record_files"],
    "records/record.py": ["test_records"],
    "_position.pyx": [*CORE, "test_settlement", "test_walks", "test_hand"],
    "_position.pxd": [*CORE, "test_settlement", "test_walks", "test_hand"],
    "_combos.pyx": CORE,
    "_generate.pyx": [*GENERATOR, "test_playouts"],
    "_count.pyx": GENERATOR,
    "_perft.pyx": GENERATOR,
    "_canonical.pxd": [*GENERATOR, *SEARCH],
    "_core.pyx": [*CORE, "test_errors", "test_notation", "test_rules", "test_walks"],
    "_question.pyx": SEARCH,
    "_question.pxd": SEARCH,
    "_table.pyx": SEARCH,
    "_ends.pyx": SEARCH,
    "_plain.pxd": SEARCH,
    "_endgame.pyx": SEARCH,
    "_search.pyx": SEARCH,
    "_order.pyx": SEARCH,
    "_proof.pyx": SEARCH,
    "_outlook.pyx": SEARCH,
    "_solver.pyx": SEARCH,
    "_selfish.pyx": ["test_selfish", *SEARCH],
}
"""The files of the package that are broken, each with the tests that should notice."""

CHANGES = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "+": ("-",), "-": ("+",), "*": ("+",), "//": ("*",),
    "%": ("//",), "&": ("|",), "|": ("&",), "^": ("|",), "<<": (">>",), ">>": ("<<",),
    "+=": ("-=",), "-=": ("+=",), "|=": ("&=",), "&=": ("|=",),
    "and": ("or",), "or": ("and",), "not": ("",), "in": ("not in",), "is": ("is not",),
    "True": ("False",), "False": ("True",), "min": ("max",), "max": ("min",),
    "any": ("all",), "all": ("any",), "break": ("continue",), "continue": ("break",),
}  # fmt: skip

SECONDS = 600
"""Of the processor, for the tests of a change: some changes search for ever."""


class Mutant(NamedTuple):
    """A file with one token changed."""

    file: str
    line: int
    before: str
    after: str
    text: str


def mutants(file: str, text: str) -> Iterator[Mutant]:
    """All changes of a file, in the order of the text."""
    lines = text.splitlines(keepends=True)
    skipped = annotations(text) if file.endswith(".py") else []
    for token in tokens(text):
        (row, start), (end_row, end) = token.start, token.end
        line = lines[row - 1]
        words = line.split()
        if words[0] in ("from", "import", "cimport", "include"):
            continue
        if any(first <= token.start < last for first, last in skipped):
            continue
        for change in changes(token.string):
            changed = f"{line[:start]}{change}{line[end:]}"
            after = [*lines[: row - 1], changed, *lines[end_row:]]
            yield Mutant(file, row, line.strip(), changed.strip(), "".join(after))


def tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """The names, numbers and operators; text of Cython is close enough to Python's."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP):
            yield token


def changes(token: str) -> tuple[str, ...]:
    """What a token may be changed to."""
    if token.isdecimal():
        return (str(int(token) + 1),)
    return CHANGES.get(token, ())


def annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations begin and end: their change changes nothing."""
    found = []
    for node in ast.walk(ast.parse(text)):
        for name in ("annotation", "returns"):
            part = getattr(node, name, None)
            if part is not None:
                start = part.lineno, part.col_offset
                found.append((start, (part.end_lineno, part.end_col_offset)))
    return found


def copied(scratch: Path) -> Path:
    """Copy the tree, without what tests do not need."""
    tree = scratch / "tree"
    ignored = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", "_v3", "*.html", ".venv*")
    shutil.copytree(ROOT, tree, ignore=ignored)
    return tree


def run(command: list[str], tree: Path) -> bool:
    """Run a command in the tree, and tell whether it went well; too long a run does not."""
    env = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
        "FIFTYK_DEBUG": "1",
    }
    ran = subprocess.run(
        [sys.executable, *command], cwd=tree, env=env, capture_output=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )  # fmt: skip
    return ran.returncode == 0


def build(tree: Path) -> bool:
    return run(["setup.py", "-q", "build_ext", "--inplace"], tree)


def passes(tree: Path, names: list[str]) -> bool:
    tests = [f"tests/{name}.py" for name in names]
    return run(["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests], tree)


def compiled(tree: Path) -> bytes:
    """The machine code of all modules, to tell changes that change nothing."""
    return b"".join(module.read_bytes() for module in sorted((tree / "fiftyk").glob("*.so")))


def try_all(tree: Path, file: str, count: int, rng: random.Random) -> tuple[int, list[Mutant]]:
    """Try changes of a file; return how many counted, and those that survived."""
    path = tree / "fiftyk" / file
    text = path.read_text(encoding="utf-8")
    binary = file.endswith((".pyx", ".pxd"))
    if binary and not build(tree):
        sys.exit("the tree cannot be built")
    original = compiled(tree) if binary else b""
    everything = list(mutants(file, text))
    tried, survivors = 0, []
    for mutant in rng.sample(everything, len(everything)):
        if tried == count:
            break
        path.write_text(mutant.text, encoding="utf-8")
        if binary and (not build(tree) or compiled(tree) == original):
            continue
        tried += 1
        if passes(tree, SUBJECTS[file]):
            survivors.append(mutant)
            print(
                f"{file}:{mutant.line}: survived\n- {mutant.before}\n+ {mutant.after}", flush=True
            )
    path.write_text(text, encoding="utf-8")
    if binary:
        build(tree)
    return tried, survivors


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", choices=[[], *SUBJECTS], metavar="FILE")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total = caught = 0
    with tempfile.TemporaryDirectory() as scratch:
        tree = copied(Path(scratch))
        for file in options.files or SUBJECTS:
            rng = random.Random(f"{file} {options.seed}")
            tried, survivors = try_all(tree, file, options.count, rng)
            total += tried
            caught += tried - len(survivors)
            print(f"{file}: {tried - len(survivors)} of {tried} caught", flush=True)
    print(f"all: {caught} of {total} caught")
    sys.exit(total > caught)


if __name__ == "__main__":
    main()
