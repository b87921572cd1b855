from collections.abc import Callable

from ._core import Position

def perft(
    position: Position,
    depth: int,
    faces: bool,
    bulk: bool,
    table_bytes: int,
    progress: Callable[[object], object] | None,
) -> int: ...
