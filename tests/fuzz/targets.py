"""The names of the fuzz targets."""

from collections.abc import Callable
from typing import Final

from fuzz import calls, readers

TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "cards": readers.cards,
    "line": readers.line,
    "values": readers.values,
    "structure": readers.structure,
    "arguments": readers.arguments,
    "options": readers.options,
    "moves": readers.moves,
    "command": readers.command,
    "records": readers.records,
    "puzzle_files": readers.puzzle_files,
    "arrays": readers.arrays,
    "sequence": calls.sequence,
    "shared": calls.shared,
}
