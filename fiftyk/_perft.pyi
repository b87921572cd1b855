from collections.abc import Callable

from ._core import Position

class PerftTable:
    def __new__(cls, size: int) -> PerftTable: ...

def perft(
    position: Position,
    depth: int,
    faces: bool,
    bulk: bool,
    table: PerftTable,
    progress: Callable[[object], object] | None,
) -> int: ...
