"""Fit the nets that order the moves of the search: the weights in fiftyk/_nets.pxd.

python bench/order.py draw margin|win|first samples.npz [--seconds 900] [--seed 0]
python bench/order.py fit samples.npz... --to fiftyk/_nets.pxd

`draw` goes down from random endings as the search does, into moves that it tries, and asks of every
move on the way whether it answers the question, and how many nodes that takes, each with an empty
table and without nets. `fit` trains a net for each objective (one layer of rectified units; Adam,
weights decayed). The loss is how much more, in logarithms, the move costs that is tried first,
where moves are tried with the odds that the scores make, than the move that is cheapest; one that
answers nothing costs what comes after it, too. It prints what the order costs on deals that it has
not seen, and writes the weights in whole numbers. Both follow from the seed, but for where the
seconds end.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from nets import Adam, array, command_line

import fiftyk as fk
from fiftyk._order import inputs
from fiftyk._solver import Solver, Store

OBJECTIVES = {"margin": (5, 7), "win": (5, 7), "first": (6, 8)}  # cards a seat
RULES = ("classic4",) * 9 + ("honghe", "flush1", "flush2")
FEWEST = 16  # cards in all hands; NET_CARDS of _order.pxd is not below it
MOST_MOVES = 24
MOST_NODES = 100_000  # of a move
MEMORY = 150 << 20
MOST_MET = 10_000  # positions of a search
EACH = 10  # of them with as many cards, for samples
UNITS = 16
WIDTH = 112  # inputs of a position and zeros behind them: whole vectors
SCALE = 256  # of the weights in whole numbers
OUT_SCALE = 64

HEADER = '''"""The weights of the nets in _order.pyx, written by bench/order.py.

What an order of moves costs in nodes, where there is an answer: the geometric mean, and how often
the first move tried is one, at positions of deals that were not seen.
{about}
"""

from libc.stdint cimport int16_t

cdef enum:
    UNITS = {units}
    POSITION_WIDTH = {width}    # room for the inputs: whole vectors

cdef extern from *:
    """
'''


# ---- drawing -----------------------------------------------------------------------------------


def an_ending(rng: random.Random, objective: str) -> fk.Position:
    """Draw some cards of each hand of a deal; one seat may have captured points that they lack."""
    name = rng.choice(RULES) if objective != "first" else "classic4"
    deal = fk.rules(name).deal(seed=rng.getrandbits(32)).to_dict()
    cards = rng.randint(*OBJECTIVES[objective])
    hands = [" ".join(sorted(rng.sample(hand.split(), cards))) for hand in deal["hands"]]
    worth = {"5": 5, "T": 10, "K": 10}
    gone = 100 - sum(worth.get(card[0], 0) for hand in hands for card in hand.split())
    captured = [0] * 4
    if rng.random() < 0.5:
        captured[rng.randrange(4)] = 5 * rng.randint(0, max(gone, 0) // 5)
    return fk.Position.from_dict(
        deal | {"hands": hands, "turn": rng.randrange(4), "captured": captured}
    )


def held(position: fk.Position) -> int:
    """Count the cards in all hands."""
    return sum(len(hand.split()) for hand in position.hands)


def banked(position: fk.Position) -> int:
    """Return the margin so far, for seats 0 and 2."""
    first = (20, -20)[position.out[0] % 2] if position.out else 0
    return sum(points * (1, -1)[seat % 2] for seat, points in enumerate(position.captured)) + first


def needed(position: fk.Position, objective: str, t: int) -> int:
    """Return what need() of _question.pxd does, for a question about seat 0."""
    if objective == "first":
        return 0
    bank, doubled = banked(position), objective == "win"
    if doubled:
        bank = 2 * bank + ((1, -1)[position.out[0] % 2] if position.out else 0)
    least = t - bank if position.turn % 2 == 0 else 1 - (t - bank)
    return int(least / 2) if doubled else least


class Ending:
    """A question about an ending, and the positions at which a search without a table comes to it.

    met: those with a choice of moves and cards enough, by key, each with the moves that lead there.
    """

    def __init__(self, position: fk.Position, objective: str, t: int, store: Store) -> None:
        self.position, self.objective, self.t, self.store = position.copy(), objective, t, store
        self.met: dict[int, tuple[fk.Move, ...]] = {}
        self.answers: dict[int, bool | None] = {}
        self.path: list[fk.Move] = []
        store.clear()
        self.solver = self.ask(position)

    def ask(self, position: fk.Position, nodes: int | None = None) -> Solver:
        """Return a solver that orders moves by rules of thumb and tries them all."""
        return Solver(
            position, self.objective, 0, memory=MEMORY, nodes=nodes, store=self.store,
            turn=10**12, without=("nets", "narrow"),
        )  # fmt: skip

    def search(self) -> bool | None:
        """Answer the question as the search does, move by move; None where it takes too long."""
        position = self.position
        lower, upper = self.solver.static_bounds()
        if lower >= self.t or upper < self.t:
            return lower >= self.t
        if held(position) < FEWEST or (self.objective == "first" and position.out):
            return self.solver.at_least(self.t)
        key = position.key
        if key not in self.answers:
            moves = position.legal_moves()
            if len(self.met) == MOST_MET:
                return None
            if 1 < len(moves) <= MOST_MOVES:
                self.met[key] = tuple(self.path)
            self.answers[key] = None
            high = position.turn % 2 == 0
            answer: bool | None = not high
            for place in self.solver.order(self.t):
                answer = self.after(moves[place])
                if answer is high or answer is None:
                    break
            self.answers[key] = answer
        return self.answers[key]

    def after(self, move: fk.Move) -> bool | None:
        """Return the answer after a move."""
        self.position.push(move)
        self.solver.push(move)
        self.path.append(move)
        answer = self.search()
        self.path.pop()
        self.solver.pop()
        self.position.pop()
        return answer

    def samples(self, rng: random.Random) -> Iterator[dict[str, list[int]]]:
        """Search, and yield what the moves answer and take at some of the positions met.

        As many of each number of cards, though there are far more with few.
        """
        root = self.position.copy()
        self.search()
        by_cards: dict[int, list[tuple[fk.Move, ...]]] = {}
        for path in self.met.values():
            by_cards.setdefault(sum(len(move.cards.split()) for move in path), []).append(path)
        for paths in by_cards.values():
            for path in rng.sample(paths, min(EACH, len(paths))):
                position = root.copy()
                for move in path:
                    position.push(move)
                yield self.sample(position)

    def sample(self, position: fk.Position) -> dict[str, list[int]]:
        """Return inputs, which moves answer the question, what each takes, and their order."""
        self.store.clear()
        order = self.ask(position).order(self.t)
        x, y = inputs(position, 0, needed(position, self.objective, self.t))
        answers, costs, high = [], [], position.turn % 2 == 0
        for move in position.legal_moves():
            position.push(move)
            self.store.clear()
            solver = self.ask(position, MOST_NODES)
            answers.append(solver.at_least(self.t) is high)
            costs.append(solver.nodes + 1)
            position.pop()
        return {"x": x, "y": y, "answers": answers, "costs": costs, "order": order}


def endings(rng: random.Random, objective: str, store: Store) -> Iterator[Ending]:
    """Yield questions about an ending, most of them those that a search takes longest to answer."""
    position = an_ending(rng, objective)
    if objective != "margin":
        yield Ending(position, objective, 1, store)
        return
    store.clear()
    solver = Solver(position, objective, 0, memory=MEMORY, nodes=1_000_000, store=store)
    lower, upper = solver.close_in()
    if lower == upper:
        for steps in (0, 1, rng.randint(-8, 8)):
            yield Ending(position, objective, lower + 5 * steps, store)


def draw(objective: str, seed: int, seconds: float) -> dict[str, np.ndarray]:
    """Return inputs of positions, and of all their moves in a row, and what is known of these."""
    rng, store = random.Random(seed), Store(MEMORY)
    found, deals = [], []
    end, deal = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        deal += 1
        for ending in endings(rng, objective, store):
            some = [one for one in ending.samples(rng) if any(one["answers"])]
            found += some
            deals += [deal] * len(some)
    ranks = [np.argsort(one["order"]) for one in found]
    return {
        "objective": np.array(objective),
        "x": np.array([one["x"] for one in found], np.int16),
        "moves": np.array([len(one["costs"]) for one in found]),
        "y": np.concatenate([one["y"] for one in found]).astype(np.int16),
        "answers": np.concatenate([one["answers"] for one in found]),
        "costs": np.concatenate([one["costs"] for one in found]),
        "order": np.concatenate(ranks),
        "deal": np.array(deals),
    }


# ---- fitting -----------------------------------------------------------------------------------


class Samples:
    """Positions in rows, their moves in columns; `there` says which columns are moves."""

    def __init__(self, parts: list[dict[str, np.ndarray]]) -> None:
        self.x = np.concatenate([part["x"] for part in parts]).astype(np.float32)
        # Seeds differ, so that no two files have a deal in common.
        self.deal = np.concatenate([part["deal"] for part in parts])
        counts = np.concatenate([part["moves"] for part in parts])
        shape = len(counts), MOST_MOVES
        self.there = np.arange(MOST_MOVES) < counts[:, None]
        self.y = np.zeros((*shape, parts[0]["y"].shape[1]), np.float32)
        self.answers, self.costs, self.order = (
            np.zeros(shape, bool),
            np.zeros(shape),
            np.zeros(shape),
        )
        for name in ("y", "answers", "costs", "order"):
            getattr(self, name)[self.there] = np.concatenate([part[name] for part in parts])

    def of(self, rows: np.ndarray) -> "Samples":
        """Return some of the positions."""
        some = object.__new__(Samples)
        some.__dict__ = {name: value[rows] for name, value in self.__dict__.items()}
        return some

    def spent(self, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the nodes of each position, best scores first, and whether the first answers."""
        order = np.argsort(np.where(self.there, -scores, np.inf), axis=1, kind="stable")
        answers = np.take_along_axis(self.answers, order, 1)
        costs = np.take_along_axis(self.costs, order, 1)
        before = np.cumsum(answers, 1) - answers == 0
        return (costs * before).sum(1), answers[:, 0]

    def regret(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the logarithms of what each move costs, tried first, beyond the least."""
        rest = np.where(self.answers, self.costs, np.inf).min(1)
        first = self.costs + np.where(self.answers, 0, rest[:, None])
        least = np.where(self.there, first, np.inf).min(1)
        return np.where(self.there, np.log(np.maximum(first, 1) / least[:, None]), 0), np.log(least)


Weights = list[np.ndarray]  # position, bias, move, out, direct


def forward(net: Weights, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the units and the scores of moves."""
    units = np.maximum((x @ net[0] + net[1])[:, None, :] + y @ net[2], 0)
    return units, units @ net[3] + y @ net[4]


def train(samples: Samples, epochs: int, seed: int) -> Weights:
    """Return the weights that were found, for inputs as they are."""
    rng = np.random.default_rng(seed)
    regret, least = samples.regret()
    weight = np.exp(0.15 * least)
    weight = (weight / weight.mean()).astype(np.float32)
    x_mean, x_size = samples.x.mean(0), samples.x.std(0) + 0.05
    moves = samples.y[samples.there]
    y_mean, y_size = moves.mean(0), moves.std(0) + 0.05
    x = (samples.x - x_mean) / x_size
    y = (samples.y - y_mean) / y_size * samples.there[..., None]
    bound = x.shape[1] ** -0.5
    net = [
        rng.uniform(-bound, bound, (x.shape[1], UNITS)),
        rng.uniform(-bound, bound, UNITS),
        rng.uniform(-1, 1, (y.shape[2], UNITS)) * y.shape[2] ** -0.5,
        rng.uniform(-1, 1, UNITS) * UNITS**-0.5,
        np.zeros(y.shape[2]),
    ]
    net = [w.astype(np.float32) for w in net]
    batch = 256
    steps = epochs * (len(x) // batch)
    adam = Adam(net, steps, 0.006, 0.01)
    for step in range(steps):
        if step % (len(x) // batch) == 0:
            shuffled = rng.permutation(len(x))
        at = shuffled[step % (len(x) // batch) * batch :][:batch]
        units, scores = forward(net, x[at], y[at])
        scores = np.where(samples.there[at], scores, -np.inf)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        error = odds * (regret[at] - (odds * regret[at]).sum(1, keepdims=True))
        error = (error * weight[at][:, None] / batch).astype(np.float32)
        back = error[..., None] * net[3] * (units > 0)
        at_once = back.sum(1)
        slopes = [
            x[at].T @ at_once,
            at_once.sum(0),
            np.tensordot(y[at], back, ([0, 1], [0, 1])),
            np.tensordot(units, error, ([0, 1], [0, 1])),
            np.tensordot(y[at], error, ([0, 1], [0, 1])),
        ]
        adam.follow(slopes)
    position, bias, move, out, direct = net
    position, move = position / x_size[:, None], move / y_size[:, None]
    return [position, bias - x_mean @ position - y_mean @ move, move, out, direct / y_size]


def in_whole_numbers(net: Weights) -> Weights:
    """Round the weights as _order.pyx has them."""
    scales = (SCALE, SCALE, SCALE, OUT_SCALE, SCALE)
    whole = [np.rint(w * scale).astype(int) for w, scale in zip(net, scales, strict=True)]
    if max(np.abs(w).max() for w in whole) > np.iinfo(np.int16).max:
        raise OverflowError("weights too large for 16 bits")
    return whole


def scores_of(whole: Weights, samples: Samples) -> np.ndarray:
    """Return the scores of moves as _order.pyx makes them."""
    position, bias, move, out, direct = (w.astype(float) for w in whole)
    _, scores = forward([position, bias, move, out, OUT_SCALE * direct], samples.x, samples.y)
    return scores


def text(nets: dict[str, Weights], about: str) -> str:
    """Return the file of the weights."""
    arrays, names = "", ""
    for objective, (position, bias, move, out, direct) in sorted(nets.items()):
        wide = np.zeros((UNITS, WIDTH), int)
        wide[:, : len(position)] = position.T
        padded = np.zeros(-len(direct) % 16 + len(direct), int)
        padded[: len(direct)] = direct
        for part, numbers in (
            ("POSITION", wide), ("BIAS", bias), ("MOVE", move), ("OUT", out), ("DIRECT", padded),
        ):  # fmt: skip
            name = f"{objective.upper()}_{part}"
            arrays += array("int16_t", f"FK_{name}", numbers)
            names += f'    const int16_t* {name} "FK_{name}"\n'
    return HEADER.format(about=about, units=UNITS, width=WIDTH) + arrays + '    """\n' + names


def fit(parts: list[dict[str, np.ndarray]], epochs: int, seed: int) -> tuple[Weights, str]:
    """Return the net of all positions, and what was seen of its like without every seventh deal."""
    samples = Samples(parts)
    away = samples.deal % 7 == 0
    unseen = samples.of(away)
    scores = scores_of(in_whole_numbers(train(samples.of(~away), epochs, seed)), unseen)
    seen = [
        f"{np.exp(np.log(nodes).mean()):.0f} ({100 * first.mean():.1f} %)"
        for nodes, first in (unseen.spent(-unseen.order), unseen.spent(scores))
    ]
    about = f"{len(samples.x):,} positions; {seen[1]}, {seen[0]} as they were searched when drawn"
    return in_whole_numbers(train(samples, epochs, seed)), about


def main() -> None:
    """Run the command line."""
    parser, drawing = command_line(__doc__, epochs=20)
    drawing.add_argument("objective", choices=OBJECTIVES)
    drawing.add_argument("file", type=Path)
    args = parser.parse_args()
    if args.command == "draw":
        np.savez_compressed(args.file, **draw(args.objective, args.seed, args.seconds))
        return
    parts = [dict(np.load(file)) for file in args.files]
    nets, about = {}, []
    for objective in OBJECTIVES:
        some = [part for part in parts if part["objective"] == objective]
        nets[objective], said = fit(some, args.epochs, args.seed)
        about.append(f"{objective}: {said}")
        print(about[-1])
    args.to.write_text(text(nets, "\n".join(about)), encoding="utf-8")


if __name__ == "__main__":
    main()
