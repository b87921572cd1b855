"""fiftyk as games of OpenSpiel; importing this package registers them.

- `python_fiftyk(rules=…)`: a hand with hidden cards, dealt by chance, one card at a time.
- `python_fiftyk_open(pos=…)`: the play from a position on, all hands seen, for two players: the
  side that is asked about, and the others. It is what `fk.solve` solves.

docs/adapters.md says more.
"""

from __future__ import annotations

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"{error}: pip install 'fiftyk[openspiel]'", name=error.name) from error

from .game import escaped
from .hidden import HIDDEN, HiddenGame, HiddenObserver, HiddenState
from .opened import OPEN, OpenGame, OpenObserver, OpenState

__all__ = [
    "HiddenGame",
    "HiddenObserver",
    "HiddenState",
    "OpenGame",
    "OpenObserver",
    "OpenState",
    "escaped",
]

pyspiel.register_game(HIDDEN, HiddenGame)
pyspiel.register_game(OPEN, OpenGame)
