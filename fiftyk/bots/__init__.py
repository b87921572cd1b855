"""Bots: players that decide by a `View`.

from fiftyk import bots
bots.finish(fk.Hand.deal(rules, seed=1), [bots.bot("greedy")] * 4)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..errors import RulesError, shown
from .base import Bot, finish
from .greedy import GreedyBot
from .random_bot import RandomBot

__all__ = ["Bot", "GreedyBot", "RandomBot", "bot", "bot_names", "finish"]

_BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "greedy": lambda seed: GreedyBot(),
}


def bot(name: str, seed: int = 0) -> Bot:
    """Return a new bot by its name; the seed is for those that draw.

    Raises `RulesError`, which names the known ones, and `TypeError`.

    >>> bot("greedy").choose.__name__
    'choose'
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot is named by a str, not by {type(name).__name__}")
    if name not in _BOTS:
        raise RulesError(f"there is no bot {shown(name)}", _BOTS)
    return _BOTS[name](seed)


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, the weakest first."""
    return tuple(_BOTS)
