from collections.abc import Callable
from typing import Final

from ._core import Monitor, Move, Position

OBJECTIVES: Final[tuple[str, ...]]
"""What `solve` can be asked (`RULES.md` section 12).

Values of margin and score are in points, of payoff in points or stakes; win and first are 1, 0, -1.
"""

class SearchMonitor(Monitor):
    started: float
    deadline: float | None
    window: tuple[int | None, int | None]

class Solver:
    def __init__(
        self,
        position: Position,
        objective: str,
        seat: int,
        *,
        memory: int,
        threads: int = 1,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Callable[[tuple[int, float, int | None, int | None]], object] | None = None,
    ) -> None: ...
    @property
    def objective(self) -> str: ...
    @property
    def memory(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped(self) -> bool: ...
    def push(self, move: Move) -> None: ...
    def pop(self) -> None: ...
    def static_bounds(self) -> tuple[int, int]: ...
    def choose(self, value: int) -> int | None: ...
    def at_least(self, t: int) -> bool | None: ...
    def close_in(self, guess: int | None = None) -> tuple[int, int]: ...
