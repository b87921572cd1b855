"""Bots: players that decide by a `View`.

from fiftyk import bots
bots.finish(fk.Hand.deal(rules, seed=1), [bots.bot("greedy")] * 4)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..errors import FiftykError, RulesError, shown
from .base import Bot, finish
from .determinized import DeterminizedBot
from .greedy import GreedyBot
from .random_bot import RandomBot

__all__ = ["Bot", "DeterminizedBot", "GreedyBot", "RandomBot", "bot", "bot_names", "finish"]

_BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "greedy": lambda seed: GreedyBot(),
    "determinized": DeterminizedBot,
}


_NAME: Final = re.compile(r"(\w+)(?:\[(\w+)=([^\[\]=,]+)\])?")


def bot(name: str, seed: int = 0) -> Bot:
    """Return a new bot by its name; the seed is for those that draw.

    `determinized` may have one option in brackets, `playouts` or `seconds`: how much it thinks
    about a decision, as in `determinized[playouts=200]`.

    Raises `RulesError`, which names the known ones, `FiftykError` for an option that cannot be,
    and `TypeError`.

    >>> bot("greedy").choose.__name__
    'choose'
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot is named by a str, not by {type(name).__name__}")
    parts = _NAME.fullmatch(name.replace(" ", ""))
    if parts is None or parts[1] not in _BOTS:
        raise RulesError(f"there is no bot {shown(name)}", _BOTS)
    if parts[2] is None:
        return _BOTS[parts[1]](seed)
    read = {"playouts": int, "seconds": float}.get(parts[2])
    if parts[1] != "determinized" or read is None:
        raise FiftykError(f"the bot {parts[1]} has no option {shown(parts[2])}")
    try:
        value = read(parts[3])
    except ValueError:
        raise FiftykError(f"{parts[2]} cannot be {shown(parts[3])}") from None
    return DeterminizedBot(seed, **{parts[2]: value})


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, the weakest first."""
    return tuple(_BOTS)
