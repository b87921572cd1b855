"""`fiftyk deal`: deals as positions."""

from __future__ import annotations

import secrets
from functools import partial

import click

import fiftyk as fk
from fiftyk.lang import tr

from ._output import Answer, answer_one, examples, json_option
from ._rules import rules_argument
from ._seeds import SEEDS, seed_option


@click.command(
    epilog=examples(
        "fiftyk deal laizi --seed 7", "fiftyk deal classic4 --seed 1 --count 100 | fiftyk show -"
    )
)
@rules_argument
@seed_option("The seed of the first deal; without it one is drawn and told on standard error.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="How many deals, each with the next seed.",
)
@json_option
def deal(rules: fk.RuleSet, seed: int | None, count: int, as_json: bool) -> int:
    """Deal hands under RULES and write each as a position on one line.

    A seed gives the same deal on every platform and in every version. In laizi and wuhan the
    caller and the call are drawn too.
    """
    if seed is None:
        seed = secrets.randbelow(1 << 32)
        if not as_json:
            click.echo(tr("seed {seed}", seed=seed), err=True)
    if seed + count > SEEDS:
        raise click.UsageError("the last deal would need a seed of more than 64 bits")
    for number in range(count):
        answer_one(number + 1, as_json, partial(_deal, rules, seed + number))
    return 0


def _deal(rules: fk.RuleSet, seed: int) -> Answer:
    pos = rules.deal(seed)
    return Answer({"seed": seed, "position": str(pos)}, lambda: [str(pos)])
