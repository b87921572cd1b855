"""Hands played to the end at random: what comes of a position when nobody thinks."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ._core import KINDS, Position
from ._playouts import Player
from .blocks import in_blocks, thread_count
from .errors import FiftykError, shown

# numpy takes longer to import than all of fiftyk, so that only what makes arrays does it.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Playouts between two looks at signals: about a millisecond, for the longest hands some thirty.
_BLOCK: Final = 128
_WEIGHT_BITS: Final = 24


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """How n hands came out: row i of every array is of playout i."""

    payoffs: npt.NDArray[np.float64]
    """Each seat's payoff (`RULES.md` section 7), `float64[n, seats]`, exact: `Position.payoff`."""
    scores: npt.NDArray[np.int64]
    """Each seat's score (`RULES.md` section 6), `int64[n, seats]`: `Position.scores`."""
    first_out: npt.NDArray[np.int8]
    """The seat that was out first, `int8[n]`."""
    lengths: npt.NDArray[np.int16]
    """How many moves, plays and passes, were made, `int16[n]`."""

    def __len__(self) -> int:
        """Return the number of playouts."""
        return len(self.lengths)

    def mean(self) -> npt.NDArray[np.float64]:
        """Return each seat's mean payoff, `float64[seats]`; nan of no playouts."""
        return _mean(self.payoffs)

    def stderr(self) -> npt.NDArray[np.float64]:
        """Return the standard error of `mean`, `float64[seats]`; nan of fewer than two playouts."""
        return _stderr(self.payoffs)

    def mean_scores(self) -> npt.NDArray[np.float64]:
        """Return each seat's mean score, `float64[seats]`; nan of no playouts."""
        return _mean(self.scores)

    def stderr_scores(self) -> npt.NDArray[np.float64]:
        """Return the standard error of `mean_scores`, `float64[seats]`; nan of fewer than two."""
        return _stderr(self.scores)

    def first_rates(self) -> npt.NDArray[np.float64]:
        """Return how often each seat was the first out, as a part of 1, `float64[seats]`."""
        seats = self.payoffs.shape[1]
        return _mean(self.first_out[:, None] == [list(range(seats))])


def playouts(
    position: Position,
    n: int,
    seed: int = 0,
    threads: int = 1,
    weights: Mapping[str, float] | None = None,
) -> Playouts:
    """Play a position to the end n times, with a random legal class for every move.

    All legal classes (`RULES.md` section 11) of a position are equally likely, the pass among them;
    or, with `weights`, each is as likely as the weight of its kind, which is 1 for kinds that are
    not named. A weight is 0 or more; where all legal moves have weight 0 they are equally likely.
    Weights are exact if they are as whole numbers below 2**24 to one another, such as 1, 2.5 and
    1000; else they are rounded to a 2**24th part of the largest, but not to 0.

    Playout i depends on the position, the seed, i and the weights alone, on every platform and with
    any number of threads: more playouts of a seed begin with the same as fewer. The position is not
    changed. The GIL is released, and Ctrl-C works.

    Raises `FiftykError` for a number below 0, a seed of more than 64 bits, a kind that does not
    exist or a weight that cannot be, `TypeError`, and `MemoryError`.

    >>> import fiftyk as fk
    >>> found = fk.playouts(fk.rules("classic4").deal(seed=7), 1000, seed=1)
    >>> found.payoffs[0].tolist(), int(found.lengths[0])
    ([25.0, 20.0, 25.0, 20.0], 87)
    """
    import numpy as np

    if not isinstance(position, Position):
        raise TypeError(f"a Position is played out, not a {type(position).__name__}")
    n = operator.index(n)
    seed = operator.index(seed)
    threads = thread_count(threads)
    if n < 0:
        raise FiftykError(f"{shown(n)} playouts cannot be made")
    if n >> 40:
        raise MemoryError(f"room for {shown(n)} playouts")
    if not 0 <= seed < 1 << 64:
        raise FiftykError("a seed is a number from 0 to 2**64 - 1")
    player = Player(position, seed, None if weights is None else _integers(weights))
    seats = position.rules.seats
    found = Playouts(
        np.empty((n, seats), np.float64),
        np.empty((n, seats), np.int64),
        np.empty(n, np.int8),
        np.empty(n, np.int16),
    )
    in_blocks(
        lambda first, stop: player.run(
            first, stop, found.payoffs, found.scores, found.first_out, found.lengths
        ),
        n,
        _BLOCK,
        threads,
    )
    return found


def _integers(weights: Mapping[str, float]) -> list[int]:
    """Return for each kind a whole weight of at most 24 bits, in exact arithmetic."""
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights must be a mapping, not a {type(weights).__name__}")
    exact = dict.fromkeys(KINDS, Fraction(1))
    for kind, weight in weights.items():
        if kind not in exact:
            raise FiftykError(f"there is no kind {shown(kind)}; the kinds are {', '.join(KINDS)}")
        if not 0 <= weight < math.inf:
            raise FiftykError(f"the weight of {kind} cannot be {shown(weight)}")
        exact[kind] = Fraction(weight)
    largest = max(exact.values())
    if largest == 0:
        return [0] * len(KINDS)
    scale = Fraction(
        math.lcm(*[weight.denominator for weight in exact.values()]),
        math.gcd(*[weight.numerator for weight in exact.values()]),
    )
    most = (1 << _WEIGHT_BITS) - 1
    if largest * scale > most:
        scale = most / largest
    return [max(1, round(weight * scale)) if weight else 0 for weight in exact.values()]


def _mean(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    import numpy as np

    if not len(values):
        return np.full(values.shape[1], np.nan)
    return np.asarray(values.mean(axis=0, dtype=np.float64))


def _stderr(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    import numpy as np

    if len(values) < 2:
        return np.full(values.shape[1], np.nan)
    return np.asarray(values.std(axis=0, ddof=1, dtype=np.float64) / math.sqrt(len(values)))
