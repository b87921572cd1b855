"""The Chinese of all texts: a module for each command, and some for what they share.

Each module has a dict `TEXTS` from English to Chinese with the same `{fields}`. A new command adds
a module here under its own name. The words of the game are those of its players; the tests know
which texts have no Chinese yet.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping


def texts() -> Mapping[str, str]:
    """Return all texts."""
    found: dict[str, str] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= importlib.import_module(f"{__name__}.{module.name}").TEXTS
    return found
