"""Every public name says what it is, and cites the rule that it implements."""

import ast
import dataclasses
import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typed_program

import fiftyk as fk

PACKAGE = Path(fk.__file__).parent

# The sections of the rules that the docstrings of these names cite.
CITED = {
    "KINDS": {2}, "PASS": {4}, "OBJECTIVES": {12}, "OUTCOMES": {7}, "SOLO": {8}, "Decision": {8},
    "RuleSet.identify": {2}, "RuleSet.beats": {3}, "RuleSet.deal": {8}, "RuleSet.may_call": {8},
    "RuleSet.first_lead": {8}, "Move.kind": {2}, "MoveList": {2, 11}, "Call": {8}, "Solo": {8},
    "Position": {4, 5}, "Position.legal_moves": {11}, "Position.is_over": {5},
    "Position.scores": {6}, "Position.payoff": {7}, "Position.places": {6}, "perft": {11},
    "divide": {11}, "playouts": {11}, "Playouts.payoffs": {7}, "Playouts.scores": {6},
    "solve": {12}, "ObjectiveError": {12}, "Hand": {4, 8}, "Hand.deal": {8}, "settle": {6, 7},
    "Result": {6, 7}, "Result.scores": {6}, "Result.payoff": {7}, "Match": {9}, "MatchResult": {9},
    "bulk.count_moves": {11}, "bulk.array_to_moves": {11},
}  # fmt: skip

# They refuse nothing, or pass on what another function raises.
NEVER_RAISE = {"build_info", "rule_sets", "RuleSet.may_call"}


def modules() -> list[tuple[str, types.ModuleType]]:
    public = [("", fk)]
    public += [(f"{n}.", getattr(fk, n)) for n in fk.__all__ if inspect.ismodule(getattr(fk, n))]
    return public


def texts_below_constants() -> dict[str, str]:
    """The strings that stand below constants, aliases and fields, in sources and in stubs."""
    found: dict[str, str] = {}
    for file in [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi"), *PACKAGE.glob("*/*.py")]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for scope in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
            owner = f"{scope.name}." if isinstance(scope, ast.ClassDef) else ""
            for statement, below in zip(scope.body, scope.body[1:], strict=False):
                text = below.value if isinstance(below, ast.Expr) else None
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    if isinstance(statement, ast.AnnAssign):
                        found[owner + ast.unparse(statement.target)] = text.value
                    elif isinstance(statement, ast.Assign):
                        found[owner + ast.unparse(statement.targets[0])] = text.value
    return found


BELOW = texts_below_constants()


def doc_of(owner: str, name: str, thing: Any) -> str | None:
    """The docstring of a name, or the text below it where it is a constant or a field."""
    below = BELOW.get(f"{owner}{name}")
    if below or not (callable(thing) or isinstance(thing, property | types.ModuleType)):
        return below or (thing.__doc__ if inspect.isgetsetdescriptor(thing) else None)
    return inspect.getdoc(thing)


def members(name: str, cls: type) -> Iterator[tuple[str, str | None]]:
    """The public members that a class has of its own, with what they say."""
    for member, thing in vars(cls).items():
        if not member.startswith("_") and not inspect.ismemberdescriptor(thing):
            if isinstance(thing, classmethod | types.ClassMethodDescriptorType):
                thing = getattr(cls, member)
            if callable(thing) or isinstance(thing, property) or inspect.isgetsetdescriptor(thing):
                # An attribute of an extension class can be described in the docstring of the class.
                described = re.search(rf"\b{member}: (.*)", cls.__doc__ or "")
                yield f"{name}.{member}", doc_of("", member, thing) or (described and described[1])
    if dataclasses.is_dataclass(cls):
        for field in dataclasses.fields(cls):
            if not field.name.startswith("_"):
                yield f"{name}.{field.name}", BELOW.get(f"{cls.__name__}.{field.name}")


def sections(text: str | None) -> set[int]:
    """The sections of the rules that a docstring cites."""
    cited = re.findall(
        r"RULES\.md`?(?: sections?)?((?:,? (?:and |to )?\d+)+)", " ".join((text or "").split())
    )
    return {int(number) for each in cited for number in re.findall(r"\d+", each)}


def documented() -> dict[str, str | None]:
    """Every public name, members of classes too, with what it says."""
    found: dict[str, str | None] = {}
    for prefix, module in modules():
        for name in module.__all__:
            thing = getattr(module, name)
            if name.startswith("__"):
                continue
            found[prefix + name] = doc_of("", name, thing)
            if inspect.isclass(thing):
                found.update(members(prefix + name, thing))
    return found


pytest.importorskip("numpy")
DOCUMENTED = documented()


def test_there_is_much_to_say() -> None:
    assert len(DOCUMENTED) > 200
    assert DOCUMENTED["KINDS"] != tuple.__doc__
    assert {"View.phase", "Result.payoff", "Move.kind", "Position.push", "bulk.HAND"} <= set(
        DOCUMENTED
    )


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_public_name_says_what_it_is(name: str) -> None:
    text = DOCUMENTED[name]
    assert text, f"{name} says nothing"
    # Cython begins with the signature.
    lines = [line for line in text.splitlines() if not re.match(r"\w+(\(|: )", line.strip())]
    assert len(" ".join(lines)) > 12, f"{name} says nothing but its signature"


@pytest.mark.parametrize("name", CITED)
def test_a_name_cites_its_rules(name: str) -> None:
    assert sections(DOCUMENTED[name]) >= CITED[name]


def calls() -> Iterator[str]:
    """The functions of the package itself, and methods that are given something."""
    yield from (name for name in fk.__all__ if inspect.isfunction(getattr(fk, name)))
    yield from ("Position.push", "Position.pop", "Position.parse", "Position.from_dict")
    for cls in (fk.Hand, fk.Match, fk.View, fk.RuleSet):
        for name, thing in vars(cls).items():
            given = inspect.isfunction(thing) and len(inspect.signature(thing).parameters) > 1
            if given and not name.startswith("_"):
                yield f"{cls.__name__}.{name}"


@pytest.mark.parametrize("name", list(calls()))
def test_a_call_says_what_it_raises(name: str) -> None:
    assert name in NEVER_RAISE or "Raises" in (DOCUMENTED[name] or "")


def test_what_all_of_bulk_raises_is_said_once() -> None:
    text = fk.bulk.__doc__ or ""
    for error in ("TypeError", "FiftykError", "MemoryError"):
        assert error in text


def test_modules_say_what_they_are() -> None:
    for file in PACKAGE.glob("**/*.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


def test_a_program_of_a_user(tmp_path: Path) -> None:
    typed_program.main(tmp_path)
    assert (tmp_path / "position.svg").read_text(encoding="utf-8").startswith("<svg")
