from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ._core import Move, MoveList, Position, Table

def sensible_move(position: Position, seed: int) -> int: ...
def dead_suits(table: Table, codes: Sequence[int], face: int) -> list[int]: ...
def shortlist(position: Position, moves: MoveList, most: int) -> list[int]: ...

class Worlds:
    def __init__(
        self,
        position: Position,
        seat: int,
        unseen: Sequence[int],
        seed: int,
        *,
        face: int = -1,
        caller: int = -1,
        held: tuple[int, int] | None = None,
        moves: Sequence[tuple[int, Move]] = (),
    ) -> None: ...
    def hands(self, number: int) -> list[list[int]]: ...
    def likelihood(self, position: Position) -> int: ...
    def judge(
        self,
        moves: MoveList,
        chosen: Sequence[int],
        first: int,
        stop: int,
        sums: npt.NDArray[np.int64],
    ) -> None: ...
    def judge_openings(
        self,
        openings: Sequence[tuple[str, int]],
        first: int,
        stop: int,
        sums: npt.NDArray[np.int64],
    ) -> None: ...
