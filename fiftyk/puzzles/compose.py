"""The finder of puzzles: random small endings, solved, looked at for themes, and made smaller."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import count as count_up
from typing import Any, Final

from .._core import Call, Position, Solo
from .._solver import OBJECTIVES
from ..cards import RANKS, WILD, write_cards, write_face
from ..dealing import SplitMix64, generator_of, pack
from ..errors import FiftykError, ObjectiveError, shown
from ..many import in_order, spread
from ..rules import RuleSet
from ..solve import default_objective
from .puzzle import Puzzle, PuzzleError
from .study import Study, points_of, rank_of
from .themes import THEMES, themes_of

DEFAULT_CARDS: Final = 5
"""The most cards a seat of a random ending has, where nothing else is asked."""

_MOST_CARDS: Final = 8
_NODES: Final = 200_000
"""An ending that takes more nodes than these is left."""

_SLIGHT: Final = frozenset({"middle", "highest"})
"""Themes that make no puzzle by themselves unless they are asked for."""

_CHUNK: Final = 8
"""So many tries at a time go to an executor."""

_FEWEST_MOVES: Final = 3
"""A puzzle offers at least so many moves."""

_SHORTEST_LINE: Final = 5
"""Its best line has at least so many moves, passes too."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is looked for; a value that can go to another process."""

    rules: RuleSet
    themes: frozenset[str]
    objective: str | None
    seed: int
    cards: int
    gap: int | None


def compose(
    rules: RuleSet,
    *,
    themes: Iterable[str] = (),
    objective: str | None = None,
    seed: int = 0,
    count: int | None = None,
    tries: int | None = None,
    cards: int = DEFAULT_CARDS,
    gap: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Puzzle]:
    """Search for puzzles and yield them as they are found.

    Each of the `tries` (without end if `None`) draws a random ending of up to `cards` cards a seat,
    walks along its best line, and takes the first position on it where one move is best by `gap`
    or more, a theme is there (one of `themes`, by default any but `middle` and `highest`), three
    moves or more are legal, and the greedy bot goes wrong. Cards that do not matter are then taken
    away. A `seed` gives the same puzzles on every platform, with any `executor`; it and the number
    of the try make the id.

    `objective` is by default what `solve` asks; `gap` by default 20 points, in stakes 1, and in
    `win` and `first` another result. The search ends after `count` puzzles. Titles and comments
    are left to you. `progress` is called with the number of tries so far, after each.

    Raises `PuzzleError` for a theme that does not exist or a number that cannot be,
    `ObjectiveError`, `RulesError` for the seed, and `TypeError`.
    """
    if not isinstance(rules, RuleSet):
        raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
    wanted = _Wanted(
        rules,
        frozenset(themes) or frozenset(THEMES) - _SLIGHT,
        _objective(rules, objective),
        operator.index(seed),
        _number("cards", cards, _MOST_CARDS),
        None if gap is None else _number("gap", gap),
    )
    for theme in wanted.themes:
        if theme not in THEMES:
            raise PuzzleError(f"there is no theme {shown(theme)}")
    generator_of(wanted.seed)
    most = None if count is None else _number("count", count)
    numbers = count_up() if tries is None else range(_number("tries", tries))
    return _compose(wanted, numbers, most, executor, progress)


def _number(name: str, value: int, most: int | None = None) -> int:
    value = operator.index(value)
    if value < 1 or (most is not None and value > most):
        range_ = "1 or more" if most is None else f"from 1 to {most}"
        raise PuzzleError(f"{name} cannot be {shown(value)}: {range_}")
    return value


def _objective(rules: RuleSet, objective: str | None) -> str | None:
    if objective is None:
        return None
    if objective not in OBJECTIVES:
        raise ObjectiveError(objective, f"the objectives are {', '.join(OBJECTIVES)}")
    scored = {"none": "score", "fixed": "margin", "called": ""}[rules.sides]
    if objective in {"score", "margin"} - {scored}:
        raise ObjectiveError(objective, f"puzzles of {rules} cannot ask for it")
    return objective


def _compose(
    wanted: _Wanted,
    numbers: Iterable[int],
    most: int | None,
    executor: Executor | None,
    progress: Callable[[int], object] | None,
) -> Iterator[Puzzle]:
    attempt = partial(_attempt, wanted)
    tried: Iterable[Puzzle | None] = map(attempt, numbers)
    if executor is not None:
        tried = in_order(spread(attempt, numbers, executor, _CHUNK, same=int, hardness=_no_matter))
    seen: set[str] = set()
    for count, puzzle in enumerate(tried, 1):
        if progress is not None:
            progress(count)
        if puzzle is not None and puzzle.text not in seen:
            seen.add(puzzle.text)
            yield puzzle
            if len(seen) == most:
                return


def _no_matter(number: int) -> int:
    """Tell how hard a try is: nobody knows."""
    return 0


def _attempt(wanted: _Wanted, number: int) -> Puzzle | None:
    """Draw an ending and return the first puzzle on its best line."""
    # Seeds of neighbouring tries must not be neighbours: SplitMix64 walks by a constant.
    generator = SplitMix64(SplitMix64(SplitMix64(wanted.seed).next() ^ number).next())
    position = draw(wanted.rules, generator, wanted.cards, wanted.objective)
    while position is not None and not position.is_over:
        study = Study.of(_plain(position, wanted.objective), wanted.objective, nodes=_NODES)
        if study and _good(study, wanted):
            return _puzzle(_smaller(study, wanted), number, wanted)
        if position.count_moves() == 1:
            position.push("-" if position.last else position.legal_moves()[0])
            continue
        line = study.solution.line if study else ()
        moves = position.legal_moves()
        position.push(line[0] if line else moves[generator.below(len(moves))])
    return None


def _good(study: Study, wanted: _Wanted) -> bool:
    """Tell whether a position makes a puzzle."""
    if len(study.moves) < _FEWEST_MOVES or len(study.solution.line) < _SHORTEST_LINE:
        return False
    if study.gap < (_gap(study) if wanted.gap is None else wanted.gap):
        return False
    return bool(_themes(study, wanted)) and study.surprising


def _gap(study: Study) -> int:
    points = study.solution.objective in ("margin", "score") or (
        study.solution.objective == "payoff" and study.position.call is None
    )
    return 20 if points else 1


def _themes(study: Study, wanted: _Wanted) -> tuple[str, ...]:
    found = themes_of(study)
    return found if wanted.themes & set(found) else ()


def _chief(study: Study, wanted: _Wanted) -> str:
    """Return the first theme that is wanted."""
    return next(theme for theme in _themes(study, wanted) if theme in wanted.themes)


def _puzzle(study: Study, number: int, wanted: _Wanted) -> Puzzle:
    themes = _themes(study, wanted)
    chief = _chief(study, wanted)
    return Puzzle(
        id=f"{wanted.rules.name}-{wanted.seed}-{number}",
        title=THEMES[chief].title,
        text=str(study.position),
        objective=study.solution.objective,
        value=study.solution.lower,
        key=str(study.key),
        line=tuple(map(str, study.solution.line)),
        themes=(chief, *(theme for theme in themes if theme != chief)),
    )


# ---- drawing


def draw(
    rules: RuleSet, generator: SplitMix64, cards: int, objective: str | None
) -> Position | None:
    """Draw an ending in which seat 0 leads; `None` where the draw makes no position.

    Few ranks, and cards that lie in packets in half of the draws, make pairs, chains and bombs
    likely; now and then a seat is given a 510K, or a bomb. Points that are not in the hands are
    captured where the objective needs all of them.
    """
    codes = _shuffled(generator, _few_ranks(rules, generator))
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    for wanted in ("5TK", 4 * RANKS[1 + generator.below(13)]):
        hand = hands[generator.below(rules.seats)]
        if not generator.below(4) and len(hand) + len(wanted) <= cards:
            _give(rules, hand, codes, wanted)
    for hand in hands:
        size = max(1 + generator.below(cards) - len(hand), 0)
        hand.extend(codes[:size])
        codes = codes[size:]
        hand.sort()
    out: tuple[int, ...] = ()
    call = _call(rules, generator, hands) if rules.sides == "called" else None
    if rules.sides == "called" and call is None:
        return None
    alone = isinstance(call, Solo)
    if rules.seats == 4 and not alone and not generator.below(4):
        gone = 1 + generator.below(3)
        hidden = isinstance(call, Call) and not call.known and call.partner == gone
        if not hidden:
            hands[gone] = []
            out = (gone,)
    captured = _captured(rules, generator, hands, objective)
    try:
        return Position(rules, hands, 0, captured=captured, out=out, call=call)
    except FiftykError:
        return None  # such as a hand that is over


def _few_ranks(rules: RuleSet, generator: SplitMix64) -> list[int]:
    """Return the cards of some ranks, in half of the draws 5, T and K among them, and jokers."""
    ranks = list(range(1, 14))
    generator.shuffle(ranks)
    ranks = ranks[: 3 + generator.below(7)]
    if generator.below(2):
        ranks += [rank for rank in _ranks(rules, "5TK") if rank not in ranks]
    jokers = rules.wild and generator.below(3)
    return [
        code
        for code in pack(rules)
        if rank_of(code) in ranks or (jokers and code == WILD) or code > WILD
    ]


def _give(rules: RuleSet, hand: list[int], codes: list[int], wanted: str) -> None:
    """Move a card of each wanted rank from some cards to a hand, as far as they are there."""
    for rank in _ranks(rules, wanted):
        found = next((code for code in codes if rank_of(code) == rank), None)
        if found is not None:
            codes.remove(found)
            hand.append(found)


def _ranks(rules: RuleSet, cards: str) -> list[int]:
    return [rank_of(code) for code in rules.read_cards(cards)]


def _shuffled(generator: SplitMix64, codes: list[int]) -> list[int]:
    """Shuffle cards in order of rank, one by one or in packets of one to four neighbours."""
    if generator.below(2):
        generator.shuffle(codes)
        return codes
    packets = []
    while codes:
        size = 1 + generator.below(4)
        packets.append(codes[:size])
        codes = codes[size:]
    order = list(range(len(packets)))
    generator.shuffle(order)
    return [code for place in order for code in packets[place]]


def _call(rules: RuleSet, generator: SplitMix64, hands: list[list[int]]) -> Call | Solo | None:
    """Draw a call that fits some hands."""
    caller = generator.below(4)
    if not generator.below(6):
        return Solo(caller, bool(generator.below(2)))
    partner = (caller + 1 + generator.below(3)) % 4
    held = [code for hand in hands for code in hand]
    if generator.below(2):
        faces = [code for code in hands[partner] if rules.may_call(code)]
        others = [
            code for seat in range(4) if seat not in (caller, partner) for code in hands[seat]
        ]
        faces = [code for code in faces if code not in others]
        faces = [code for code in faces if hands[partner].count(code) == 1]
    else:
        faces = [c for c in pack(rules) if rules.may_call(c) and c not in held]
    if not faces:
        return None
    known = faces[0] not in hands[partner]
    return Call(caller, write_face(faces[generator.below(len(faces))]), partner, known)


def _needs_all_points(rules: RuleSet, objective: str | None) -> bool:
    if objective == "win":
        return True
    return objective in (None, "payoff") and rules.sides == "called"


def _captured(
    rules: RuleSet, generator: SplitMix64, hands: list[list[int]], objective: str | None
) -> list[int]:
    captured = [0] * rules.seats
    if _needs_all_points(rules, objective):
        gone = Counter(pack(rules)) - Counter(code for hand in hands for code in hand)
        for code in sorted(gone.elements()):
            captured[generator.below(rules.seats)] += points_of([code])
    return captured


# ---- making positions plainer and smaller


def _again(position: Position, **changes: Any) -> Position:
    """Make a position like another, without the moves that led there, with some fields changed."""
    return Position.from_dict({**position.to_dict(), **changes})


def _plain(position: Position, objective: str | None) -> Position:
    """Forget what was captured, where that only shifts the value or does not matter."""
    if (objective or default_objective(position)) not in ("margin", "score", "first"):
        return _again(position)
    return _again(position, captured=[0] * position.rules.seats)


def _smaller(study: Study, wanted: _Wanted) -> Study:
    """Take away cards and points one by one while the same themes, the chief one, hold."""
    chief = _chief(study, wanted)
    changed = True
    while changed:
        changed = False
        for position in _reduced(study.position, wanted.objective):
            tried = Study.of(position, wanted.objective, nodes=_NODES)
            if (
                tried
                and str(tried.key) == str(study.key)
                and _good(tried, wanted)
                and THEMES[chief].found(tried)
            ):
                study, changed = tried, True
                break
    return study


def _reduced(position: Position, objective: str | None) -> Iterator[Position]:
    """Yield positions with one card less, the highest cards first, then with fewer points."""
    rules = position.rules
    for seat, hand in enumerate(position.hands):
        cards = rules.read_cards(hand)
        if len(cards) < 2:
            continue
        for place in reversed(range(len(cards))):
            hands = list(position.hands)
            hands[seat] = write_cards(cards[:place] + cards[place + 1 :])
            captured = list(position.captured)
            if _needs_all_points(rules, objective):
                captured[seat] += points_of([cards[place]])
            try:
                yield _again(position, hands=hands, captured=captured)
            except FiftykError:
                continue  # the called card of a hidden partner
    last = position.last
    least = points_of(last.move.codes) if last else 0
    if position.table > least and not _needs_all_points(rules, objective):
        yield _again(position, table=least)
