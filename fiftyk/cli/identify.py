"""`fiftyk identify`: what some cards are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import fiftyk as fk
from fiftyk.lang import tr
from fiftyk.lang.words import kind_words

from ._output import Answer, answer_one, examples, json_option, move_object
from ._rules import rules_argument

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command(
    epilog=examples("fiftyk identify flush1 555666777888", "fiftyk identify wuhan 红桃5 黑桃5 王")
)
@rules_argument
@click.argument("cards", nargs=-1, required=True)
@json_option
def identify(rules: fk.RuleSet, cards: tuple[str, ...], as_json: bool) -> int:
    """Say which combinations CARDS are under RULES: every reading, the longest chain first."""
    text = " ".join(cards)

    def ask() -> Answer:
        readings = rules.identify(text)
        data = {
            "rules": str(rules),
            "cards": text,
            "readings": [move_object(move) for move in readings],
        }
        return Answer(data, lambda: _show(rules, readings))

    return answer_one(1, as_json, ask)


def _show(rules: fk.RuleSet, readings: list[fk.Move]) -> Iterator[RenderableType]:
    if not readings:
        yield tr("no combination")
    for move in readings:
        said = kind_words(rules, move.kind)
        if move.kind == "bomb":
            said = tr("{bomb} of {n} cards", bomb=said, n=move.n)
        elif move.n > 1:
            said = tr("{kind}, {n} in a row", kind=said, n=move.n)
        if move.rank not in ("", "-"):
            said = tr("{play}, rank {rank}", play=said, rank=move.rank)
        yield f"{move}  {said}"
