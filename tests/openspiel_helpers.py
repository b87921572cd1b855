"""Hands and playthroughs of the OpenSpiel games; run as a program it writes the playthroughs anew.

    python tests/openspiel_helpers.py

A playthrough is OpenSpiel's own record of a random game: every state with its observations, legal
actions and returns. They are kept packed, in tests/playthroughs.
"""

import functools
import lzma
import random
from pathlib import Path

import fiftyk as fk

OPENSPIEL = "2.0.2"
"""The version whose playthroughs these are; others may write them in another way."""

FOLDER = Path(__file__).parent / "playthroughs"


@functools.cache
def ending(name: str, seed: int, cards: int) -> fk.Position:
    """A position some way into a random hand, with so few cards left and nobody's hand over."""
    rng = random.Random(f"{name} {seed}")
    while True:
        pos = fk.rules(name).deal(rng.getrandbits(32))
        while not pos.is_over:
            if sum(len(hand.split()) for hand in pos.hands) <= cards:
                return pos
            moves = pos.legal_moves()
            pos.push(moves[rng.randrange(len(moves))])


def games() -> dict[str, str]:
    """Names of files, and the strings of their games."""
    from fiftyk.adapters.openspiel import escaped

    found = {}
    for name in fk.rule_sets():
        found[name] = f"python_fiftyk(rules={name})"
        pos = escaped(str(ending(name, 1, 12)))
        found[f"{name}-open"] = f"python_fiftyk_open(pos={pos})"
    return found


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt.xz"


def main() -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    FOLDER.mkdir(exist_ok=True)
    for name, game in games().items():
        text = generate_playthrough.playthrough(game, None, seed=7)
        file_of(name).write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
