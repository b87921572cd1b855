from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ._core import Move, Position

class Player:
    def __init__(self, position: Position, seed: int, weights: Sequence[int] | None) -> None: ...
    def run(
        self,
        first: int,
        stop: int,
        payoffs_: npt.NDArray[np.float64],
        scores_: npt.NDArray[np.int64],
        first_out: npt.NDArray[np.int8],
        lengths: npt.NDArray[np.int16],
    ) -> None: ...

def found_moves(position: Position) -> list[Move]: ...
