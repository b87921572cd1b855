"""The documents say what is so: what they show is run, and their tables are compared."""

import doctest
import re
import shutil
from pathlib import Path
from typing import get_args

import console
import endings
import pytest
from console import ROOT, Command, blocks, commands

import fiftyk as fk
from fiftyk.cli import main
from fiftyk.rules import OPTIONS

if not (ROOT / "docs").is_dir():
    pytest.skip("the documents are not here", allow_module_level=True)

READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
RULES = [ROOT / "docs" / "rules.md", ROOT / "docs" / "rules.zh-CN.md"]
DOCUMENTS = [*READMES, *sorted((ROOT / "docs").glob("*.md"))]

# Packages that the sessions of a document cannot do without.
NEEDED = {"adapters.md": ["distributed", "pettingzoo", "pyspiel"]}

# Command lines that set up, measure, or check the project itself, by how they begin; .ci/run runs
# most of them, test_bench.py the signature.
ELSEWHERE = (
    "python3 -m venv ",
    ". .venv/bin/activate",
    ".venv/bin/pip install --group dev",
    ".venv-peers/bin/python bench/peers/run.py",
    "python -m pytest bench ",
    "fiftyk bench --signature > tests/signature.txt",
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("home")
    return folder, console.prepare(folder)


# ---- commands


def scripts() -> list[str]:
    return [block.strip() for path in DOCUMENTS for block in blocks(path, "sh")]


@pytest.mark.parametrize(
    "script", sorted({script for script in scripts() if not script.startswith(ELSEWHERE)})
)
def test_commands_of_the_documents(script: str, home: tuple[Path, dict[str, str]]) -> None:
    shell = "zsh" if "zsh_source" in script else "bash"
    for needed in (shell, "man" if "| man " in script else "sh"):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not here")
    if shell == "zsh":
        # What a ~/.zshrc with completion begins with.
        script = f"autoload -U compinit && compinit -D -u\n{script}"
    ran = console.run(script, *home, shell=shell)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, id=f"{path.stem}: {command.line[:60]}")
        for path in DOCUMENTS
        for block in blocks(path, "console")
        for command in commands(block)
    ],
)
def test_a_command_prints_what_is_shown(
    command: Command, home: tuple[Path, dict[str, str]]
) -> None:
    printed = console.printed(command, *home)
    if not console.as_shown(command, printed):
        # Fails, and shows where the two part; `python tests/console.py --write` makes them agree.
        assert printed == command.shown


def test_what_is_compared_and_what_not() -> None:
    command = Command("fiftyk solve", [], ["value 1 (3 nodes, 0.05 s)", "...", "a…z"])
    assert console.as_shown(command, ["value 1 (3 nodes, 12.34 s)", "x", "y", "abcz"])
    assert not console.as_shown(command, ["value 1 (4 nodes, 0.05 s)", "x", "abcz"])
    assert not console.as_shown(command, ["value 1 (3 nodes, 0.05 s)", "x", "ab"])
    assert not console.as_shown(Command("", [], ["a.c"]), ["abc"])


def inline() -> list[str]:
    """The command lines that stand in sentences."""
    found = set()
    for path in DOCUMENTS:
        prose = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        found |= set(re.findall(r"`(fiftyk\s[^`]+)`", prose))
    return sorted(" ".join(line.split()) for line in found)


@pytest.mark.parametrize("line", inline())
def test_a_command_in_a_sentence_exists(line: str) -> None:
    words = line.split()[1:]
    options = {name for option in main.params for name in option.opts}
    names = [word for word in words if word in main.commands]
    if names:
        options |= {name for param in main.commands[names[0]].params for name in param.opts}
        options |= {
            name for param in main.commands[names[0]].params for name in param.secondary_opts
        }
    assert names or words[0].startswith("--") or words[0].isupper()
    given = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"}
    assert given <= options | {"-h", "--help"}


# ---- Python


@pytest.mark.parametrize(
    "path",
    [
        # What a cluster in the same process leaves to the collector is none of our business.
        pytest.param(path, marks=[pytest.mark.filterwarnings("default")] * (path.name in NEEDED))
        for path in DOCUMENTS
    ],
    ids=lambda path: path.name,
)
def test_sessions_of_the_documents(path: Path) -> None:
    if not blocks(path, "pycon"):
        assert ">>>" not in path.read_text(encoding="utf-8")
        return
    for needed in NEEDED.get(path.name, ["numpy"]):
        pytest.importorskip(needed)
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("block", [block for path in DOCUMENTS for block in blocks(path, "python")])
def test_an_example_of_the_documents(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "document", "exec"), {})
    assert {path.suffix for path in tmp_path.iterdir()} == {".svg", ".html"}


# ---- tables


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.name)
def test_readme_has_a_row_for_every_rule_set(path: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| [34] \|", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(fk.rule_sets())


def test_readme_gives_two_commands_that_set_everything_up() -> None:
    solve, test = (block.strip() for block in blocks(READMES[0], "sh"))
    assert "fiftyk solve examples/" in solve
    assert "-m pytest" in test
    assert [block.strip() for block in blocks(READMES[1], "sh")] == [solve, test]
    set_up = {script for script in scripts() if script.startswith("python3 -m venv .venv ")}
    assert set_up == {solve, test}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_name_everything_that_the_program_has(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    wanted = [*fk.rule_sets(), *OPTIONS, *fk.KINDS[1:], *fk.OUTCOMES, *fk.OBJECTIVES]
    assert sorted(rows) == sorted(wanted)
    for option, (first, *others) in OPTIONS.items():
        row = next(row for row in text.splitlines() if row.startswith(f"| `{option}`"))
        for value in (first, *others):
            assert f"`{value}`" in row
        assert row.index(f"`{first}`") < min(row.index(f"`{other}`") for other in others)
        for name in fk.rule_sets():
            try:
                fk.rules(name, **{option: first})
            except fk.RulesError:
                continue
            assert f"`{name}`" in row or "classic3" in row


def test_the_rules_have_the_same_sections_in_both_languages() -> None:
    english, chinese = (path.read_text(encoding="utf-8") for path in RULES)
    for pattern in (r"^## (\d+)\.", r"^\| (R-\d+) \|", r"\[(R-\d+)\]"):
        found = re.findall(pattern, english, re.MULTILINE)
        assert sorted(found) == sorted(re.findall(pattern, chinese, re.MULTILINE)) != []
    assert re.findall(r"^## (\d+)\.", english, re.MULTILINE) == [str(n) for n in range(1, 13)]


def test_perft_tables_are_those_of_the_suites() -> None:
    tables = (ROOT / "docs" / "perft.md").read_text(encoding="utf-8").split("\n## ")[1:]
    assert [table.split("\n")[0] for table in tables] == list(fk.rule_sets())
    for table in tables:
        name = table.split("\n")[0]
        suite = (ROOT / "tests" / "perft" / f"{name}.perft").read_text(encoding="utf-8")
        for seed, classes, faces in re.findall(
            r"^\| (\d+) \| classes \| (.*) \|\n\|  \| faces \| (.*) \|$", table, re.MULTILINE
        ):
            counts = [
                " ".join(cells.replace(",", "").replace("|", " ").split())
                for cells in (classes, faces)
            ]
            position = fk.rules(name).deal(int(seed))
            assert f"pos {position}\nclasses {counts[0]}\nfaces {counts[1]}\n" in suite


def test_nodes_of_the_solver_are_those_of_the_documents() -> None:
    text = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
    untimed = endings.row("classic4", "margin", 4, 20, 10_000_000).split(" ms")[0].rsplit("|", 1)[0]
    assert untimed in text


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.name)
def test_figures_of_the_readme_are_those_of_the_documents(path: Path) -> None:
    measured = "".join(
        (ROOT / "docs" / name).read_text(encoding="utf-8")
        for name in ("benchmarks.md", "solver.md")
    )
    tables = "\n".join(re.findall(r"^\|.*", path.read_text(encoding="utf-8"), re.MULTILINE))
    figures = re.findall(r"\d{1,3}(?:,\d{3})+", tables)
    assert len(figures) > 10
    assert [figure for figure in figures if figure not in measured] == []


@pytest.mark.parametrize(("path", "lang"), [*zip(READMES, ("en", "zh"), strict=True)])
def test_the_picture_is_what_is_drawn(path: Path, lang: str) -> None:
    (picture,) = re.findall(r"!\[.*\]\((.*\.svg)\)", path.read_text(encoding="utf-8"))
    drawn = console.TIME.sub("0.0", console.picture(lang))
    assert console.TIME.sub("0.0", (ROOT / picture).read_text(encoding="utf-8")) == drawn, (
        "python tests/console.py --write README*.md draws it anew"
    )


# ---- the reference


def test_the_reference_has_every_public_name() -> None:
    text = (ROOT / "docs" / "api.rst").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto(?!module)\w+:: (\w+)", text, re.MULTILINE)
    modules = re.findall(r"^\.\. automodule:: fiftyk\.(\w+)", text, re.MULTILINE)
    assert set(fk.__all__) <= {*listed, *modules, "__version__"}
    assert all(hasattr(fk, name) or hasattr(fk.bulk, name) for name in listed)


def test_phases_of_the_documents_are_those_of_the_program() -> None:
    text = (ROOT / "docs" / "hands.md").read_text(encoding="utf-8")
    rows = re.findall(r'^\| `"(\w+)"` \|', text, re.MULTILINE)
    assert sorted(rows) == sorted(get_args(fk.Phase))
