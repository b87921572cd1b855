"""Readers take work in proportion to what they read, whatever it is; records have tests of theirs.

Counted in calls, so that it says the same on every machine and under every load.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from counting import calls, repeated

import fiftyk as fk
from fiftyk.cards import read_cards
from fiftyk.engine.service import lines

CARDS = {
    "cards": repeated("3s4h"),
    "tens": repeated("10s"),
    "ranks": repeated("5"),
    "suits": repeated("s", "3"),
    "Chinese": repeated("红桃3 黑桃10、"),
    "words that begin": repeated("红"),
    "full width": repeated("３Ｓ"),
    "blanks": repeated(" "),
    "commas": repeated(","),
    "emoji": repeated("♠️3"),
}
LINES = {
    "hands": repeated("3s4h", "classic4 ", "/4/5/6"),
    "seats": repeated("3/", "classic4 "),
    "fields": repeated("0 ", "classic4 3/4/5/6 0 - 0 0,0,0,0 - - x1 "),
    "captured": repeated("0,", "classic4 3/4/5/6 0 - 0 "),
    "out": repeated("0,", "classic4 3/4/5/6 0 - 0 0,0,0,0 "),
    "last": repeated("3", "classic4 3/4/5/6 0 1:single:"),
    "colons": repeated(":", "classic4 3/4/5/6 0 "),
    "call": repeated("A", "laizi 3/4/5/6 0 - 0 0,0,0,0 - 0"),
    "digits": repeated("9", "classic4 3/4/5/6 0 - "),
    "blanks": repeated(" ", "classic4"),
    "name": repeated("classic4"),
}
RULES = {
    "options": repeated("straight_flush=tiebreak,", "flush1[", "]"),
    "brackets": repeated("[", "flush1"),
    "name": repeated("x"),
    "no end": repeated("a=b,", "flush1["),
}
MOVES = {
    "cards": repeated("3s"),
    "colons": repeated(":"),
    "kind": repeated("pair"),
}
VALUES: dict[str, Callable[[int], object]] = {
    "hands": lambda size: {"rules": "classic4", "hands": ["3"] * size},
    "cards": lambda size: {"rules": "classic4", "hands": ["3" * size, "4", "5", "6"]},
    "keys": lambda size: {"rules": "classic4", "hands": [], **{str(n): 1 for n in range(size)}},
    "captured": lambda size: {"rules": "classic4", "hands": ["3"] * 4, "captured": [0] * size},
    "codes": lambda size: {"rules": "classic4", "hands": [[4] * size, "4", "5", "6"]},
}
VIEWS: dict[str, Callable[[int], object]] = {
    "moves": lambda size: VIEW | {"moves": [[0, "3"]] * size},
    "counts": lambda size: VIEW | {"counts": [1] * size},
    "hand": lambda size: VIEW | {"hand": "3" * size},
    "unseen": lambda size: VIEW | {"unseen": "3s" * size},
}
VIEW = fk.Hand.deal(fk.rules("classic4"), 1).view(0).to_dict()
PUZZLE = """[[puzzle]]
id = "x"
title = "x"
position = "classic4 3h4s5sKd/6c6d/7h9c/2sAh 0"
objective = "margin"
themes = ["duck"]
value = 5
key = "single:3h"
line = "single:3h"
"""
PUZZLES = {
    "puzzles": repeated(PUZZLE),
    "line": repeated("single:3h ", PUZZLE.removesuffix('single:3h"\n'), '"'),
    "themes": repeated('"duck",', PUZZLE.replace('["duck"]', "[").partition("value")[0].strip()),
    "title": repeated("x", PUZZLE.replace('"x"\npos', '"').partition("pos")[0].rstrip()),
    "tables": repeated("[[puzzle]]\n"),
    "keys": repeated("a.b.c = 1\n"),
    "brackets": repeated("[", "a = "),
    "braces": repeated("{a=", "a = "),
    "quotes": repeated('"'),
    "comments": repeated("#\n"),
}


def chunked(size: int) -> Iterator[bytes]:
    """A request that comes in small parts and never ends."""
    data = json.dumps({"id": 1, "command": "x" * size}).encode()
    return (data[at : at + 64] for at in range(0, len(data), 64))


READERS: dict[str, tuple[Callable[..., object], dict[str, Callable[[int], object]]]] = {
    "cards": (read_cards, CARDS),
    "line": (fk.Position.parse, LINES),
    "rules": (fk.rules, RULES),
    "move": (fk.rules("flush2").move, MOVES),
    "identify": (fk.rules("flush2").identify, CARDS),
    "dict": (fk.Position.from_dict, VALUES),
    "view": (fk.View.from_dict, VIEWS),
    "puzzles": (fk.puzzles.from_toml, PUZZLES),
    "engine": (lambda chunks: list(lines(chunks)), {"parts": chunked}),
}


@pytest.mark.parametrize(
    ("read", "make"),
    [
        pytest.param(read, make, id=f"{name}-{kind}")
        for name, (read, kinds) in READERS.items()
        for kind, make in kinds.items()
    ],
)
def test_work_in_proportion(
    read: Callable[[object], object], make: Callable[[int], object]
) -> None:
    def work(size: int) -> int:
        given = make(size)

        def run() -> None:
            with suppress(fk.FiftykError, TypeError):
                read(given)

        return calls(run)

    small, large = work(1 << 11), work(1 << 13)
    assert large <= 4.2 * small + 400
