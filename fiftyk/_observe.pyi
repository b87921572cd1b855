from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ._core import Move, MoveList, Position, Table

def width(table: Table) -> int: ...
def write(
    position: Position,
    seat: int,
    phase: int,
    turn: int | None,
    moves: Iterable[tuple[int, Move]],
    caller: int | None,
    partner: int | None,
    soloist: int | None,
    known: bool,
    open_: bool,
    face: int,
    out: npt.NDArray[np.uint8],
) -> None: ...
def play_width(table: Table) -> int: ...
def write_plays(table: Table, moves: MoveList, out: npt.NDArray[np.uint8]) -> None: ...
def history_shape(table: Table) -> tuple[int, int]: ...
def write_history(
    table: Table,
    seat: int,
    dealt: Iterable[int],
    moves: Iterable[tuple[int, Move]],
    out: npt.NDArray[np.uint8],
) -> None: ...
