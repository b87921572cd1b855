"""Seeds as options of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

SEEDS: Final = 1 << 64
"""How many seeds there are: each below this."""


def seed_option(help_: str) -> Callable[[F], F]:
    """Make the option --seed; its value is `None` where it is not given."""
    kind = click.IntRange(0, SEEDS - 1)
    return click.option("--seed", type=kind, metavar="N", help=help_)
