"""The solver against itself: what its values must satisfy whatever they are.

python tests/soak/invariants.py SECONDS [SEED] checks random endings of all rule sets for a while
and tells how many. What is asked of a position:

- the value is the best of its moves' values, and a move's value is that of the position after it;
- it stays the same along the best line, and at its end is what the rules pay;
- it is the same with 2 and 4 threads and with tables of 1 and 1024 MB;
- limits that interrupt give bounds that hold, and more nodes lead to the same value in the end;
- the other side's value is the opposite;
- it is the same after a rotation of the seats with their sides, after an exchange of suits where
  no hand can use them, and after a shift of all ranks within 6 to 9.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import strategies
from strategies import Game

import fiftyk as fk

RANKS = "3456789TJQKA2"
SUITS = "dchs"
PLACES = "A23456789TJQKA"


class Checker:
    """Solves positions in several ways, compares, and counts what was solved."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.solved: Counter[str] = Counter()

    def value(self, pos: fk.Position, objective: str, seat: int, **options: Any) -> int:
        options.setdefault("memory_mb", 4)
        solution = fk.solve(pos, objective, seat, **options)
        self.solved[pos.rules.name] += 1
        assert solution.exact
        return solution.value

    def check(self, pos: fk.Position) -> None:
        for objective in self.rng.sample(objectives(pos), 1):
            seat = self.rng.randrange(pos.rules.seats)
            try:
                self.one(pos, objective, seat)
            except BaseException as error:
                error.add_note(f"{pos} {objective} {seat}")
                raise

    def one(self, pos: fk.Position, objective: str, seat: int) -> None:
        solution = fk.solve(pos, objective, seat, all_moves=True, memory_mb=4)
        self.solved[pos.rules.name] += 1
        value = solution.value
        assert value is not None
        self.moves(pos, solution)
        self.along(pos, solution)
        how = self.rng.choice(
            [{"threads": 2}, {"threads": 4}, {"memory_mb": 1}, {"memory_mb": 1024}, {}]
        )
        assert self.value(pos, objective, seat, **how) == value, how
        self.limits(pos, objective, seat, value)
        other = self.rng.choice([s for s in range(pos.rules.seats) if s != seat])
        if pos.rules.seats == 4 and not (objective == "payoff" and isinstance(pos.call, fk.Solo)):
            sign = 1 if side(pos, seat) == side(pos, other) else -1
            assert self.value(pos, objective, other) == sign * value, other
        turn = self.rng.randrange(1, pos.rules.seats)
        turned = rotated(pos, turn)
        assert self.value(turned, objective, (seat + turn) % pos.rules.seats) == value, turned
        if suits_are_idle(pos):
            suits = dict(zip(SUITS, self.rng.sample(SUITS, 4), strict=True))
            mapped = replaced(pos, suits)
            assert self.value(mapped, objective, seat) == value, mapped
        if shiftable(pos):
            mapped = replaced(pos, {"8": "9", "7": "8", "6": "7"})
            assert self.value(mapped, objective, seat) == value, mapped

    def moves(self, pos: fk.Position, solution: fk.Solution) -> None:
        values = list(solution.moves.values())
        if not pos.is_over:
            high = side(pos, pos.turn) == side(pos, solution.seat)
            assert solution.value == (max if high else min)(values)
            assert list(solution.moves) == list(pos.legal_moves())
            assert solution.best == tuple(
                m for m, v in solution.moves.items() if v == solution.value
            )
        for move in self.rng.sample(list(solution.moves), min(2, len(values))):
            child = pos.copy()
            child.push(move)
            found = self.value(child, solution.objective, solution.seat)
            assert found == solution.moves[move], move

    def along(self, pos: fk.Position, solution: fk.Solution) -> None:
        walk = pos.copy()
        look = self.rng.randrange(len(solution.line) + 1)
        for number, move in enumerate(solution.line):
            if number == look:
                found = self.value(walk, solution.objective, solution.seat)
                assert found == solution.value, walk
            walk.push(move)
        assert outcome(walk, solution.objective, solution.seat) == solution.value, walk

    def limits(self, pos: fk.Position, objective: str, seat: int, value: int) -> None:
        nodes = self.rng.choice([1, 10, 100])
        while True:
            cut = fk.solve(pos, objective, seat, nodes=nodes, memory_mb=1)
            self.solved[pos.rules.name] += 1
            assert cut.lower <= value <= cut.upper, nodes
            if cut.exact:
                return
            nodes *= 16


def objectives(pos: fk.Position) -> list[str]:
    if pos.rules.seats == 3:
        return ["score", "payoff", "win", "first"]
    if isinstance(pos.call, fk.Solo):
        return ["payoff", "win", "first"]
    if pos.call is None:
        return ["margin", "payoff", "win", "first"]
    whole = sum(pos.captured) + pos.table + pos.hand_points == 200
    return ["margin", "first", *(["payoff", "win"] if whole else [])]


def side(pos: fk.Position, seat: int | None) -> int:
    """A number that is the same for seats that play together."""
    assert seat is not None
    if isinstance(pos.call, fk.Solo):
        return int(seat == pos.call.soloist)
    if pos.call is not None:
        return int(seat in (pos.call.caller, pos.call.partner))
    return seat if pos.rules.seats == 3 else seat % 2


def outcome(pos: fk.Position, objective: str, seat: int) -> float:
    """What a hand that is over came to, from what Position says of it."""
    mine = [s for s in range(pos.rules.seats) if side(pos, s) == side(pos, seat)]
    if objective == "first":
        return 1 if pos.out[0] in mine else -1
    assert pos.scores is not None
    assert pos.payoff is not None
    if objective == "score":
        return pos.scores[seat]
    if objective == "payoff":
        if pos.call is not None or pos.rules.seats == 3:
            return pos.payoff[seat]
        return sum(p if s in mine else -p for s, p in enumerate(pos.payoff))
    if objective == "margin":
        if pos.call is not None and len(pos.out) == 2:
            return sum(c if s in mine else -c for s, c in enumerate(pos.captured))
        return sum(p if s in mine else -p for s, p in enumerate(pos.scores))
    if pos.rules.seats == 3:
        assert pos.places is not None
        return 1 if pos.places[seat] == 1 else -1
    if pos.call is not None:
        return (pos.payoff[seat] > 0) - (pos.payoff[seat] < 0)
    margin = sum(p if s in mine else -p for s, p in enumerate(pos.scores))
    return (1 if pos.out[0] in mine else -1) if margin == 0 else (1 if margin > 0 else -1)


# Symmetries


def rotated(pos: fk.Position, by: int) -> fk.Position:
    """The same position with every seat's place moved on, and with it its role."""
    data = pos.to_dict()
    seats = pos.rules.seats

    def seat(number: int) -> int:
        return (number + by) % seats

    for name in ("hands", "captured"):
        data[name] = [data[name][(place - by) % seats] for place in range(seats)]
    data["out"] = [seat(number) for number in data["out"]]
    data["turn"] = None if pos.turn is None else seat(pos.turn)
    if data["last"]:
        data["last"]["seat"] = seat(data["last"]["seat"])
    if data["call"]:
        for role in ("caller", "partner", "soloist"):
            if role in data["call"]:
                data["call"][role] = seat(data["call"][role])
    return fk.Position.from_dict(data)


def replaced(pos: fk.Position, characters: dict[str, str]) -> fk.Position:
    """The same position with ranks or suits replaced in all its cards."""
    data = pos.to_dict()
    table = str.maketrans(characters)
    data["hands"] = [hand.translate(table) for hand in data["hands"]]
    for part, name in ((data["last"], "cards"), (data["call"], "face")):
        if part and name in part:
            part[name] = part[name].translate(table)
    return fk.Position.from_dict(data)


def suits_are_idle(pos: fk.Position) -> bool:
    """Whether no hand can make a play in which a suit counts, and none is on the table."""
    if pos.last and pos.last.move.kind in ("pure_fiftyk", "straight_flush"):
        return False
    for hand in pos.hands:
        for suit in SUITS:
            ranks = {card[0] for card in hand.split() if card[1:] == suit}
            if set("5TK") <= ranks:
                return False
            runs = "".join(rank if rank in ranks else " " for rank in PLACES)
            if pos.rules.name.startswith("flush") and max(map(len, runs.split()), default=0) >= 5:
                return False
    return True


def shiftable(pos: fk.Position) -> bool:
    cards = [*pos.hands, pos.last.move.cards if pos.last else ""]
    cards.append(pos.call.face if isinstance(pos.call, fk.Call) else "")
    return all(card[0] in "678" for text in cards for card in text.split())


# Positions


def ending(game: Game, rng: random.Random, most: int) -> fk.Position:
    """A random ending; now and then of the ranks 6 to 8 alone, where all may be shifted."""
    if rng.random() < 0.15:
        state = low(game, rng)
    elif rng.random() < 0.25:
        kind = rng.choice([k for k in fk.KINDS[1:] if strategies.sizes_of(game.rs, k)])
        state = strategies.aimed_state(game.rs, rng, kind)
    else:
        state = strategies.random_state(game.rs, rng, most)
    return ending(game, rng, most) if state is None else strategies.to_position(game, state)


def low(game: Game, rng: random.Random) -> Any:
    pack = [rank + suit for rank in "678" for suit in "shcd"] * game.fk.packs
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(rng.randint(1, 4))] for _ in range(3)]
    hands += [[] for _ in range(game.fk.seats - 3)]
    for hand in hands[3:]:
        hand += pack[: rng.randint(1, 3)]
    state = strategies.completed(game.rs, rng, hands)
    if state is None or not isinstance(state.call, tuple) or not hasattr(state.call, "face"):
        return state
    return state if state.call.face[0] in "678" else None


def run(games: list[Game], seed: int, count: int, most: int = 4) -> Counter[str]:
    """Check so many endings of each rule set; the number of positions solved for it."""
    checker = Checker(random.Random(seed))
    for number in range(count):
        for game in games:
            checker.rng.seed(f"{game} {seed} {number}")
            checker.check(ending(game, checker.rng, most))
    return checker.solved


def main() -> None:
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    solved: Counter[str] = Counter()
    endings = 0
    start = time.monotonic()
    told = start
    while time.monotonic() - start < seconds:
        solved += run(strategies.ALL, seed, 1, most=3 + seed % 3)
        endings += len(strategies.ALL)
        seed += 1
        if time.monotonic() - told > 60 or time.monotonic() - start >= seconds:
            told = time.monotonic()
            print(f"{endings} endings, {solved.total()} positions solved, seed {seed}", flush=True)
    print(dict(solved))


if __name__ == "__main__":
    main()
