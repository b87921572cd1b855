"""The words in which positions and moves are shown to people."""

from __future__ import annotations

from typing import Final

from .._core import Position, Solo
from ..analyse import Analysis
from ..explain import Explanation
from ..rules import RuleSet
from ..settlement import Result
from ..solution import Bounds, Solution
from ..view import NO_SOLO, SOLO
from . import listed, number, tr

__all__ = [
    "analysis_words",
    "answer_words",
    "between_words",
    "ending_words",
    "explanation_words",
    "facts_words",
    "kind_words",
    "meaning_words",
    "number",
    "objective_words",
    "opening_words",
    "outcome_words",
    "role_words",
    "turn_words",
    "value_words",
    "work_words",
]

KINDS: Final = {
    "pass": "pass",
    "single": "single",
    "pair": "pair",
    "triple": "triple",
    "triple_one": "triple with single",
    "triple_two": "triple with pair",
    "straight": "straight",
    "straight_flush": "straight flush",
    "pair_chain": "pair chain",
    "airplane": "airplane",
    "airplane_one": "airplane with singles",
    "airplane_two": "airplane with pairs",
    "fiftyk": "mixed 510K",
    "pure_fiftyk": "pure 510K",
    "bomb": "bomb",
}
"""The names of the kinds; `RULES.md` section 2."""

LOOSE_KINDS: Final = {
    "triple_one": "triple with any card",
    "triple_two": "triple with any two cards",
    "airplane_one": "airplane with loose kickers, one each",
    "airplane_two": "airplane with loose kickers, two each",
}
"""The names of the kinds that are others where any cards may be kickers."""


OUTCOMES: Final = {
    "shut_out_sweep": "shut-out sweep",
    "sweep": "sweep",
    "all_points": "all points",
    "majority": "majority",
    "level": "level",
    "hidden_solo": "hidden solo",
    "open_solo": "open solo",
}
"""The names of the outcomes of laizi and wuhan; `RULES.md` section 7."""


MEANINGS: Final = {
    "margin": "The final score of the side less the other side's.",
    "score": "The final score of the seat, the other two joined against it.",
    "payoff": "What the seat or its side is paid.",
    "win": "1 won, 0 level, −1 lost.",
    "first": "1 if the side has the first seat out, else −1.",
}
"""What the values of the objectives mean; `RULES.md` section 12."""


def kind_words(rules: RuleSet, kind: str) -> str:
    """Name a kind of play."""
    loose = LOOSE_KINDS if rules.loose_kickers else {}
    return tr(loose.get(kind, KINDS[kind]))


def value_words(value: float | Bounds) -> str:
    """Write a value without a needless `.0`, or the bounds between which it lies."""
    if isinstance(value, Bounds):
        return tr(
            "{lower} to {upper}", lower=value_words(value.lower), upper=value_words(value.upper)
        )
    return f"{value:g}" if abs(value) < 1e6 else str(value)


def between_words(lower: float, upper: float) -> str:
    """Say that a value lies between bounds."""
    return tr("between {lower} and {upper}", lower=value_words(lower), upper=value_words(upper))


def answer_words(solution: Solution, rules: RuleSet) -> str:
    """Say in one sentence what a solution found."""
    if solution.at_least is not None:
        return _yes_or_no(solution, solution.at_least, rules)
    if solution.scores is not None:
        scores = listed(map(value_words, solution.scores))
        return tr(
            "{rules}: each seat for itself, the scores are {scores}", rules=rules, scores=scores
        )
    if solution.value is not None:
        value = value_words(solution.value)
    else:
        bounds = between_words(solution.lower, solution.upper)
        value = tr("{bounds}, a limit ran out", bounds=bounds)
    return tr(
        "{rules}: {objective} for seat {seat} is {value}",
        rules=rules,
        objective=objective_words(solution.objective),
        seat=solution.seat,
        value=value,
    )


def _yes_or_no(solution: Solution, at_least: int, rules: RuleSet) -> str:
    facts = {
        "rules": rules,
        "objective": objective_words(solution.objective),
        "seat": solution.seat,
        "value": value_words(at_least),
    }
    if solution.answer is None:
        bounds = between_words(solution.lower, solution.upper)
        return tr(
            "{rules}: {objective} for seat {seat} is {bounds}, not proved to be {value} or more",
            bounds=bounds,
            **facts,
        )
    if solution.answer:
        return tr("{rules}: {objective} for seat {seat} is {value} or more", **facts)
    return tr("{rules}: {objective} for seat {seat} is less than {value}", **facts)


def explanation_words(told: Explanation) -> str:
    """Say in one sentence what a move costs."""
    facts = {
        "rules": told.position.rules,
        "move": told.move,
        "seat": told.seat,
        "objective": objective_words(told.objective),
        "before": value_words(told.before),
    }
    if told.cost == 0:
        return tr(
            "{rules}: {move} costs nothing: {objective} for seat {seat} stays {before}", **facts
        )
    return tr(
        "{rules}: {move} costs seat {seat} {cost}: {objective} {before} before, {after} after",
        **facts,
        cost=value_words(told.cost),
        after=value_words(told.after),
    )


def analysis_words(told: Analysis) -> str:
    """Say in one sentence what an analysis is about."""
    facts = {"rules": told.start.rules, "objective": objective_words(told.objective)}
    if told.status == "proved":
        return tr("{rules}: what the moves cost in {objective}", **facts)
    if told.proved_from is None:
        return tr("{rules}: no move is proved in {objective}, a limit ran out", **facts)
    return tr(
        "{rules}: what the moves cost in {objective}, proved from move {number} of {count}",
        **facts,
        number=told.proved_from,
        count=len(told.moves),
    )


def work_words(solution: Solution | Explanation | Analysis) -> str:
    """Say what a solution took."""
    seconds = tr("{seconds} s", seconds=f"{solution.seconds:.2f}")
    return f"{number(solution.nodes, 'node')}, {seconds}"


def objective_words(objective: str) -> str:
    """Name an objective (`RULES.md` section 12)."""
    return tr(objective)


def meaning_words(objective: str) -> str:
    """Say what the value of an objective means (`RULES.md` section 12)."""
    return tr(MEANINGS[objective])


def outcome_words(outcome: str) -> str:
    """Name an outcome of laizi and wuhan (`RULES.md` section 7)."""
    return tr(OUTCOMES[outcome])


def ending_words(result: Result) -> str:
    """Say who won, and how (`RULES.md` sections 6 and 7)."""
    seats = listed(tr("seat {seat}", seat=seat) for seat in result.winners)
    parts = [tr("won: {seats}", seats=seats) if seats else tr("nobody won")]
    if result.outcome:
        parts.append(outcome_words(result.outcome))
    if result.doubled:
        parts.append(tr("doubled"))
    return listed(parts)


def opening_words(seat: int, decision: object) -> str:
    """Say what a seat decided before the play (`RULES.md` section 8)."""
    if decision == SOLO:
        return tr("seat {seat} plays alone", seat=seat)
    if decision == NO_SOLO:
        return tr("seat {seat} plays no solo", seat=seat)
    return tr("seat {seat} calls {face}", seat=seat, face=decision)


def facts_words(pos: Position) -> list[str]:
    """Say what there is beside the hands: points on the table, seats out, the multiplier."""
    facts = [tr("{points} points on the table", points=pos.table)]
    if pos.out:
        seats = listed(tr("seat {seat}", seat=seat) for seat in pos.out)
        facts.append(tr("out: {seats}", seats=seats))
    if pos.multiplier != 1:
        facts.append(tr("multiplier {n}", n=pos.multiplier))
    return facts


def turn_words(pos: Position) -> str:
    """Say in one sentence where a hand stands."""
    if pos.turn is None:
        return tr("the hand is over")
    if pos.last is None:
        return tr("seat {seat} leads", seat=pos.turn)
    return tr(
        "seat {seat} is on turn after the {kind} {cards} of seat {other}",
        seat=pos.turn,
        kind=kind_words(pos.rules, pos.last.move.kind),
        cards=pos.last.move.cards,
        other=pos.last.seat,
    )


def role_words(pos: Position, seat: int) -> str:
    """Say on whose side a seat is."""
    call = pos.call
    if isinstance(call, Solo):
        if seat == call.soloist:
            return tr("open solo") if call.open else tr("hidden solo")
        return tr("against the soloist")
    if call is not None:
        if seat == call.caller:
            return tr("caller of {face}", face=call.face)
        if seat == call.partner:
            return tr("partner, known") if call.known else tr("hidden partner")
        return tr("the other side")
    if pos.rules.sides == "fixed":
        return tr("side 0+2") if seat % 2 == 0 else tr("side 1+3")
    return tr("for itself")
