"""How Sphinx builds the documents: python -m sphinx -W docs BUILT."""

import ast
import inspect
import itertools
import re
from pathlib import Path
from typing import Any

import fiftyk

project = "fiftyk"
author = "The fiftyk developers"
copyright = author
release = version = fiftyk.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosectionlabel",
]
exclude_patterns = ["README*"]
html_theme = "furo"
html_title = f"fiftyk {release}"
html_show_copyright = False

# Documents are read on their own too: links go to files and headings as elsewhere.
myst_heading_anchors = 3
# What a docstring puts in backquotes is code, and a link where it is a public name.
default_role = "py:obj"
autosectionlabel_prefix_document = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
suppress_warnings = ["autosectionlabel.*"]

_HEADINGS = {
    found[1]: found[0]
    for found in re.finditer(
        r"^## (\d+)\. .*$", Path(__file__).with_name("rules.md").read_text("utf-8"), re.MULTILINE
    )
}
_CITED = re.compile(
    r"`{0,2}(?:RULES|READINGS)\.md`{0,2}(?: sections?)?(?P<numbers>(?:(?:, | and | to | )\d+)*)"
    r"|readings? (?P<reading>R-\d+)"
)


def cite_rules(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Make links of the sections of RULES.md that a docstring names."""

    def section(number: str, text: str) -> str:
        heading = _HEADINGS[number].removeprefix("## ")
        return f":ref:`{text} <rules:{heading}>`"

    def link(found: re.Match[str]) -> str:
        if found["reading"]:
            return section("10", found["reading"])
        linked = re.sub(r"\d+", lambda n: section(n[0], n[0]), found["numbers"])
        return f":doc:`rules <rules>`{linked}"

    lines[:] = [_CITED.sub(link, line) for line in lines]


def attribute_docs() -> dict[str, str]:
    """Return the texts below the module's constants and type aliases, in sources and in stubs."""
    docs = {}
    for file in sorted(Path(fiftyk.__file__).parent.glob("*.py*")):
        if file.suffix in (".py", ".pyi"):
            body = ast.parse(file.read_text("utf-8")).body
            for statement, below in itertools.pairwise(body):
                if isinstance(statement, ast.AnnAssign):
                    target = statement.target
                elif isinstance(statement, ast.Assign):
                    target = statement.targets[0]
                else:
                    continue
                text = below.value if isinstance(below, ast.Expr) else None
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    docs[ast.unparse(target)] = inspect.cleandoc(text.value)
    return docs


def constants(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Give a constant the text that stands below it where it is made."""
    if what == "data":
        lines[:] = [*_ATTRIBUTE_DOCS[name.rpartition(".")[2]].splitlines(), ""]


def without_lines_of_machines(
    app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Drop what Cython and namedtuples write into the docstrings of attributes."""
    added = r"\w+: \S|Alias for field number \d+$"
    if what in ("attribute", "property") and lines and re.match(added, lines[0]):
        del lines[0]


def without_self(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str, returns: str
) -> tuple[str, str] | None:
    """Drop the first argument of methods, which Cython keeps in their signatures."""
    return signature and (re.sub(r"^\((self|cls)(, )?", "(", signature), returns)


_ATTRIBUTE_DOCS = attribute_docs()


def setup(app: Any) -> None:
    """Change docstrings before they are read."""
    app.connect("autodoc-process-docstring", constants)
    app.connect("autodoc-process-docstring", cite_rules)
    app.connect("autodoc-process-docstring", without_lines_of_machines)
    app.connect("autodoc-process-signature", without_self)
