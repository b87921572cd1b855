"""Fit the guess of who will be the first out: the weights in fiftyk/_weights.pxd.

python bench/outlook.py draw samples.npz [--seconds 900] [--seed 0]
python bench/outlook.py fit samples.npz... --to fiftyk/_weights.pxd

`draw` plays random deals of classic4 down to 20 to 48 cards in all, and finds for every move there
which side is then the first out, where that takes 300,000 nodes at most. `fit` trains the net of
_outlook.pyx on them (Adam, cross entropy, weights decayed), prints how well it tells won from lost
positions of deals that it has not seen, and writes its weights in whole numbers. Both follow from
the seed, but for where the seconds end.
"""

import random
import time
from pathlib import Path

import numpy as np
from nets import Adam, array, command_line

import fiftyk as fk
from fiftyk._outlook import inputs
from fiftyk._solver import Solver, Store
from fiftyk.cards import RANKS

HIDDEN = 16
WIDTH = 96  # inputs and zeros behind them: whole vectors
SCALE = 64  # of the weights in whole numbers
MEMORY = 150 << 20

HEADER = '''"""The weights of the net in _outlook.pyx, written by bench/outlook.py.

{about}.
"""

from libc.stdint cimport int16_t, int32_t

cdef enum:
    HIDDEN = {hidden}
    WIDTH = {width}      # room for the inputs: whole vectors

cdef extern from *:
    """
'''
FOOTER = '''    """
    const int16_t* WEIGHTS "FK_WEIGHTS"     # of unit j for input i at WIDTH * j + i, 64 times
    const int16_t* BIAS "FK_BIAS"           # of a unit, 64 times
    const int16_t* OUT "FK_OUT"             # of a unit to the odds, 64 times
    const int32_t OUT_BIAS "FK_OUT_BIAS"    # of the odds, 4,096 times
'''


# ---- drawing -----------------------------------------------------------------------------------


def a_move(position: fk.Position, rng: random.Random, noise: float) -> fk.Move:
    """Choose low cards, many at once, or now and then whatever comes."""
    moves = position.legal_moves()
    if rng.random() < noise:
        return rng.choice(moves)

    def preference(move: fk.Move) -> float:
        if move.is_pass:
            return 26 if rng.random() < 0.6 else -4
        ranks = [RANKS.index(card[0]) for card in move.cards.split()]
        bomb = move.kind in ("bomb", "fiftyk", "pure_fiftyk")
        return max(ranks) - 3 * len(ranks) + 2 * rng.random() + 20 * bomb

    return min(moves, key=preference)


def a_position(rng: random.Random) -> fk.Position:
    """Play a random deal down to 20 to 48 cards; a seat may be out."""
    rules = fk.rules("classic4")
    position = fk.Position(rules, rules.deal(rng.getrandbits(32)).hands)
    left, noise = rng.randint(20, 48), rng.choice((0.1, 0.3, 0.6))
    while not position.out and sum(len(hand.split()) for hand in position.hands) > left:
        position.push(a_move(position, rng, noise))
    return position


def draw(seed: int, seconds: float) -> dict[str, np.ndarray]:
    """Return inputs, whether the side of lead is the first out, and the number of the deal."""
    rng, store = random.Random(seed), Store(MEMORY)
    x, y, deals = [], [], []
    end, deal = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        position = a_position(rng)
        deal += 1
        moves = [] if position.out else position.legal_moves()
        for move in moves if len(moves) > 1 else []:
            seat = position.turn
            position.push(move)
            if not position.out:
                solver = Solver(position, "first", seat, memory=MEMORY, nodes=300_000, store=store)
                lower, upper = solver.close_in()
                lead = position.turn if position.last is None else position.last.seat
                if lower == upper:
                    x.append(inputs(position, lead, position.turn))
                    y.append((lower > 0) == ((seat - lead) % 2 == 0))
                    deals.append(deal)
            position.pop()
        store.clear()
    return {"x": np.array(x, np.int16), "y": np.array(y), "deal": np.array(deals)}


# ---- fitting -----------------------------------------------------------------------------------


def train(x: np.ndarray, y: np.ndarray, epochs: int, seed: int) -> list[np.ndarray]:
    """Return weights and biases of the two layers."""
    rng = np.random.default_rng(seed)
    bound = x.shape[1] ** -0.5
    net = [
        rng.uniform(-bound, bound, (x.shape[1], HIDDEN)) * 0.3,
        rng.uniform(-bound, bound, HIDDEN),
        rng.uniform(-1, 1, HIDDEN) * HIDDEN**-0.5,
        np.zeros(1),
    ]
    batch, steps = 256, epochs * (len(y) // 256)
    adam = Adam(net, steps, 0.004, 0.03)
    for step in range(steps):
        if step % (len(y) // batch) == 0:
            order = rng.permutation(len(y))
        at = order[step % (len(y) // batch) * batch :][:batch]
        hidden = np.maximum(x[at] @ net[0] + net[1], 0)
        error = (1 / (1 + np.exp(-(hidden @ net[2] + net[3]))) - y[at]) / batch
        back = np.outer(error, net[2]) * (hidden > 0)
        slopes = [x[at].T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
        adam.follow(slopes)
    return net


def in_whole_numbers(net: list[np.ndarray]) -> list[np.ndarray]:
    """Round the weights as _outlook.pyx has them."""
    scales = (SCALE, SCALE, SCALE, SCALE * SCALE)
    return [np.rint(w * scale).astype(int) for w, scale in zip(net, scales, strict=True)]


def odds(whole: list[np.ndarray], x: np.ndarray) -> np.ndarray:
    """Return what _outlook.pyx makes of inputs: the odds of the side of lead, a hundred times."""
    hidden = np.maximum(x.astype(int) @ whole[0] + whole[1], 0)
    return (hidden @ whole[2] + whole[3]) * 25 >> 10


def told_apart(odds_: np.ndarray, y: np.ndarray) -> float:
    """Return in how many pairs of a won and a lost position the won one has the higher odds."""
    values, place = np.unique(odds_, return_inverse=True)
    lost = np.bincount(place[~y], minlength=len(values))
    below = np.cumsum(lost) - lost / 2
    return float(below[place[y]].mean() / len(y[~y]))


def text(whole: list[np.ndarray], about: str) -> str:
    """Return the file of the weights."""
    weights = np.zeros((HIDDEN, WIDTH), int)
    weights[:, : len(whole[0])] = whole[0].T
    return (
        HEADER.format(about=about, hidden=HIDDEN, width=WIDTH)
        + array("int16_t", "FK_WEIGHTS", weights)
        + array("int16_t", "FK_BIAS", whole[1])
        + array("int16_t", "FK_OUT", whole[2])
        + f"    static const int32_t FK_OUT_BIAS = {int(whole[3][0])};\n"
        + FOOTER
    )


def fit(files: list[Path], epochs: int, seed: int) -> tuple[list[np.ndarray], str]:
    """Return the net of all positions, and what was seen of its like without every seventh deal."""
    parts = [np.load(file) for file in files]
    x = np.concatenate([part["x"] for part in parts]).astype(float)
    y = np.concatenate([part["y"] for part in parts])
    away = np.concatenate([part["deal"] for part in parts]) % 7 == 0
    seen = in_whole_numbers(train(x[~away], y[~away], epochs, seed))
    share = told_apart(odds(seen, x[away]), y[away])
    about = f"Fitted to {len(y):,} positions; told apart {100 * share:.1f} of 100 pairs of others"
    return in_whole_numbers(train(x, y, epochs, seed)), about


def main() -> None:
    """Run the command line."""
    parser, drawing = command_line(__doc__, epochs=40)
    drawing.add_argument("file", type=Path)
    args = parser.parse_args()
    if args.command == "draw":
        np.savez_compressed(args.file, **draw(args.seed, args.seconds))
        return
    whole, about = fit(args.files, args.epochs, args.seed)
    args.to.write_text(text(whole, about), encoding="utf-8")
    print(about)


if __name__ == "__main__":
    main()
