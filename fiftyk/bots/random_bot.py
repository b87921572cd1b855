"""A bot that plays at random."""

from __future__ import annotations

from ..dealing import generator_of
from ..view import NO_SOLO, Decision, View
from .base import legal_of


class RandomBot:
    """Chooses among all legal decisions with equal likelihood, but never announces a solo.

    A seed gives the same choices on every platform and in every version.
    """

    def __init__(self, seed: int = 0) -> None:
        """Take a seed of 64 bits. Raises `RulesError` for another number, and `TypeError`."""
        self._generator = generator_of(seed)

    def choose(self, view: View) -> Decision:
        """Return a decision drawn from `view.legal`."""
        legal = legal_of(view)
        return NO_SOLO if view.phase == "solo" else legal[self._generator.below(len(legal))]
