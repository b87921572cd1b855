"""`fiftyk show`: a picture of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

import fiftyk as fk
from fiftyk.lang import listed, tr
from fiftyk.lang.words import ending_words, number, role_words, value_words

from ._files import file_option, write_file
from ._output import Answer, answer_positions, examples, json_option, position_argument
from ._picture import picture

if TYPE_CHECKING:
    from rich.console import RenderableType

_RESULTS = {
    "scores": "scores: {values}",
    "payoff": "payoff: {values}",
    "places": "places: {values}",
}


@click.command(
    epilog=examples(
        'fiftyk show "classic4 3h4s/6c6d/7h9c/2sAh 1 0:single:Ad"',
        'fiftyk show "classic4 3h4s/6c6d/7h9c/2sAh 1 0:single:Ad" --svg position.svg',
    )
)
@position_argument
@file_option("--svg", "Also draw the positions, as one SVG image; - for standard output.")
@json_option
def show(positions: tuple[str, ...], svg: str | None, as_json: bool) -> int:
    """Show a POSITION: all hands by seat, the last play, points, roles, and how it may go on."""
    drawn: list[fk.Position] = []
    if svg == "-" and as_json:
        raise click.UsageError("only one of --svg and --json can have standard output")

    def work(pos: fk.Position, line: int) -> Answer:
        drawn.append(pos)
        answer = _work(pos)
        return Answer(answer.data, list) if svg == "-" else answer

    status = answer_positions(positions, as_json, work)
    if svg and drawn:
        write_file(svg, fk.draw.svg(drawn))
    return status


def _work(pos: fk.Position) -> Answer:
    data: dict[str, Any] = pos.to_dict()
    data["roles"] = [role_words(pos, seat) for seat in range(pos.rules.seats)]
    if pos.is_over:
        result = fk.settle(pos)
        data |= {
            "over": True,
            "scores": _list(pos.scores),
            "payoff": _list(pos.payoff),
            "places": _list(pos.places),
            "winners": list(result.winners),
            "outcome": result.outcome,
            "doubled": result.doubled,
        }
    else:
        data |= {"over": False, "moves": pos.count_moves(), "faces": pos.count_moves(faces=True)}
    return Answer(data, lambda: _show(pos, data))


def _list(values: Any) -> list[Any] | None:
    return None if values is None else list(values)


def _show(pos: fk.Position, data: dict[str, Any]) -> Iterator[RenderableType]:
    yield from picture(pos)
    if not pos.is_over:
        yield tr(
            "{moves} ({faces} with all suits told apart)",
            moves=number(data["moves"], "move"),
            faces=f"{data['faces']:,}",
        )
        return
    for name, said in _RESULTS.items():
        if data[name] is not None:
            yield tr(said, values=listed(map(value_words, data[name])))
    yield ending_words(fk.settle(pos))
