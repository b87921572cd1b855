"""`fiftyk beats`: whether one play beats another."""

from __future__ import annotations

import click

import fiftyk as fk
from fiftyk.lang import tr

from ._output import Answer, answer_one, examples, json_option, move_object
from ._rules import rules_argument


@click.command(
    epilog=examples(
        "fiftyk beats classic4 4s4h 3s3h",
        "fiftyk beats flush1 airplane:555666777888 airplane:333444555666",
    )
)
@rules_argument
@click.argument("play")
@click.argument("over")
@json_option
def beats(rules: fk.RuleSet, play: str, over: str, as_json: bool) -> int:
    """Say yes or no: whether PLAY beats the play OVER under RULES.

    A play is its cards, with the kind before a colon where they have several readings. The exit
    status is 0 whichever way the answer goes.
    """

    def ask() -> Answer:
        a, b = rules.move(play), rules.move(over)
        answer = rules.beats(a, b)
        data = {
            "rules": str(rules),
            "play": move_object(a),
            "over": move_object(b),
            "beats": answer,
        }
        return Answer(data, lambda: [tr("yes") if answer else tr("no")])

    return answer_one(1, as_json, ask)
