from collections.abc import Callable

from ._core import Position

class PerftTable:
    def __init__(self, size: int) -> None: ...

def perft(
    position: Position,
    depth: int,
    faces: bool,
    bulk: bool,
    table: PerftTable,
    progress: Callable[[object], object] | None,
) -> int: ...
