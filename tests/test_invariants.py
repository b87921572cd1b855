"""The solver against itself on a few endings of every rule set; tests/soak does it for hours."""

import pytest
from soak import invariants
from strategies import ALL, Game


@pytest.mark.parametrize("game", ALL, ids=str)
def test_values_agree_with_one_another(game: Game) -> None:
    solved = invariants.run([game], seed=1, count=12)
    assert solved.total() > 12 * 5
