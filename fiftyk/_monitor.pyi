from collections.abc import Callable
from typing import Any

class Monitor:
    def __init__(self, callback: Callable[[Any], object] | None = None) -> None: ...
    error: BaseException | None

class Watch(Monitor): ...
