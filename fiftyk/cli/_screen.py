"""What `fiftyk play` shows: as text for a person, or as JSON for a program.

A screen is given views alone while a hand goes on, so that it cannot show what the player may not
know.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import click

import fiftyk as fk
from fiftyk.lang import listed, tr
from fiftyk.lang.words import ending_words, kind_words, opening_words, role_words, value_words

from ._cards import hand_text
from ._output import error_object, tables, told, write, write_json
from ._picture import by_kind, kind_table

if TYPE_CHECKING:
    from rich.console import RenderableType

_PLAYS_SHOWN = 12
_PLAYS_OF_A_KIND = 500

_SEATS = [
    ("", "left"),
    ("seat", "left"),
    ("role", "left"),
    ("cards left", "right"),
    ("captured", "right"),
    ("move", "left"),
]
_RESULT = [
    ("seat", "left"),
    ("role", "left"),
    ("out", "right"),
    ("captured", "right"),
    ("score", "right"),
    ("payoff", "right"),
    ("hand", "left"),
]


class Screen(Protocol):
    """Shows what happens, and asks."""

    def begin(self, hand: fk.View, number: int, seed: int) -> None:
        """Show that a hand begins, its number in a match and the seed of it all."""

    def help(self) -> None:
        """Show what may be typed."""

    def show(self, view: fk.View) -> None:
        """Show what the player sees and what is asked."""

    def line(self) -> str:
        """Return what the player answers. Raises `EOFError` at the end of input."""

    def made(self, seat: int, decision: fk.Decision, before: fk.View, after: fk.View) -> None:
        """Show a decision and what came of it."""

    def hint(self, view: fk.View, kind: str) -> None:
        """Show the legal decisions, of a kind if one is named."""

    def taken_back(self, count: int) -> None:
        """Show that so many decisions were taken back."""

    def complain(self, err: fk.FiftykError) -> None:
        """Show what is wrong with a line."""

    def over(self, hand: fk.Hand) -> None:
        """Show how a hand came out, and all cards."""

    def totals(self, match: fk.Match) -> None:
        """Show where a match stands, or how it came out."""


def read_line(prompt: str) -> str:
    """Read a line; what is no text becomes a line that is nothing either."""
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty() and sys.stdout.isatty():
        # Makes `input` a line that can be edited, where Python has it.
        with suppress(ImportError):
            import readline  # noqa: F401
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\ufffd"


class TextScreen:
    """Tables and sentences."""

    def begin(self, hand: fk.View, number: int, seed: int) -> None:
        rules = str(hand.rules)
        self._say(tr("{rules}, hand {number}, seed {seed}", rules=rules, number=number, seed=seed))
        self.help()

    def help(self) -> None:
        self._say(tr("cards such as 4s4h or 44 play, - passes, ? shows what is legal"))
        self._say(tr("? and a kind shows all plays of that kind"))
        self._say(tr("u takes back, h shows this again, q leaves"))

    def show(self, view: fk.View) -> None:
        write(self._picture(view))

    def line(self) -> str:
        return read_line("> ")

    def _picture(self, view: fk.View) -> Iterator[RenderableType]:
        moves = _moves_of_trick(view)
        rows = [self._row(view, seat, moves.get(seat)) for seat in range(view.rules.seats)]
        yield from tables(_SEATS, rows)
        facts = [tr("{points} points on the table", points=view.table)]
        if view.face is not None and view.caller is not None:
            facts.append(tr("seat {seat} called {face}", seat=view.caller, face=view.face))
        if view.multiplier != 1:
            facts.append(tr("multiplier {n}", n=view.multiplier))
        yield listed(facts)
        yield hand_text(view.hand.split())
        yield self._question(view)

    def _row(self, view: fk.View, seat: int, move: fk.Move | None) -> list[RenderableType]:
        count = view.counts[seat]
        return [
            ">" if seat == view.turn else "",
            str(seat),
            _role(view, seat),
            str(count) if count else tr("out"),
            str(view.captured[seat]),
            "" if move is None else _move_words(view.rules, move),
        ]

    def _question(self, view: fk.View) -> str:
        if view.phase == "solo":
            return tr("Do you announce an open solo? y or n")
        if view.phase == "call":
            return tr("Which card do you call? {faces}", faces=" ".join(map(str, view.legal)))
        if view.last is None:
            return tr("You lead.")
        move = _move_words(view.rules, view.last.move)
        if len(view.legal) == 1:
            return tr("You cannot beat the {move} of seat {seat}.", move=move, seat=view.last.seat)
        return tr("Beat the {move} of seat {seat}, or pass.", move=move, seat=view.last.seat)

    def made(self, seat: int, decision: fk.Decision, before: fk.View, after: fk.View) -> None:
        if before.phase != "play":
            self._say(opening_words(seat, decision))
        elif isinstance(decision, fk.Move):
            move = _move_words(before.rules, decision)
            self._say(tr("seat {seat}: {move}", seat=seat, move=move))
        if after.known and not before.known and after.partner is not None:
            seats = {"seat": after.partner, "other": after.caller}
            self._say(tr("seat {seat} is the partner of seat {other}", **seats))
        elif after.known and not before.known and not after.open:
            self._say(tr("seat {seat} plays alone", seat=after.soloist))
        for out in after.out[len(before.out) :]:
            self._say(tr("seat {seat} is out", seat=out))
        for other, points in enumerate(after.captured):
            if points > before.captured[other]:
                gained = points - before.captured[other]
                self._say(tr("seat {seat} takes {points} points", seat=other, points=gained))

    def hint(self, view: fk.View, kind: str) -> None:
        if view.phase == "solo":
            self._say(self._question(view))
            return
        if view.phase == "call":
            self._say(" ".join(map(str, view.legal)))
            return
        kinds = by_kind(move for move in view.legal if isinstance(move, fk.Move))
        named = {k: moves for k, moves in kinds.items() if kind in (k, kind_words(view.rules, k))}
        if kind and not named:
            words = kind_words(view.rules, kind) if kind in fk.KINDS else kind
            self._say(tr("no legal play is a {kind}", kind=words))
            return
        shown, most = (named, _PLAYS_OF_A_KIND) if named else (kinds, _PLAYS_SHOWN)
        write(kind_table(view.rules, shown, most))

    def taken_back(self, count: int) -> None:
        if count:
            self._say(tr("taken back to your last decision"))
        else:
            self._say(tr("there is nothing to take back"))

    def complain(self, err: fk.FiftykError) -> None:
        self._say(told(err))

    def over(self, hand: fk.Hand) -> None:
        write(result_picture(hand))

    def totals(self, match: fk.Match) -> None:
        write(_match_picture(match))

    def _say(self, text: str) -> None:
        click.echo(text)


class JsonScreen:
    """One JSON object for each thing that happens; views as `View.to_dict` gives them."""

    def begin(self, hand: fk.View, number: int, seed: int) -> None:
        self._write("begin", rules=str(hand.rules), hand=number, seed=seed, seat=hand.seat)

    def help(self) -> None:
        self._write("help", commands=["?", "u", "q"])

    def show(self, view: fk.View) -> None:
        self._write("ask", view=view.to_dict())

    def line(self) -> str:
        return read_line("")

    def made(self, seat: int, decision: fk.Decision, before: fk.View, after: fk.View) -> None:
        self._write("made", phase=before.phase, seat=seat, decision=str(decision))

    def hint(self, view: fk.View, kind: str) -> None:
        self._write("hint", legal=[str(decision) for decision in view.legal])

    def taken_back(self, count: int) -> None:
        self._write("undo", decisions=count)

    def complain(self, err: fk.FiftykError) -> None:
        self._write("error", error=error_object(err))

    def over(self, hand: fk.Hand) -> None:
        result, pos = hand.result, hand.position
        assert result is not None
        assert pos is not None
        self._write("over", position=pos.to_dict(), outcome=result.outcome, doubled=result.doubled,
                    scores=result.scores, payoff=result.payoff, places=result.places,
                    winners=result.winners)  # fmt: skip

    def totals(self, match: fk.Match) -> None:
        result = match.result
        more: dict[str, Any] = {}
        if result is not None:
            payoff = [float(pay) for pay in result.payoff]
            more = {"payoff": payoff, "places": result.places, "winners": result.winners,
                    "doubled": result.doubled}  # fmt: skip
        self._write("match", totals=match.totals, sides=match.sides, over=match.is_over, **more)

    def _write(self, event: str, **data: Any) -> None:
        write_json({"event": event, **data})


def _move_words(rules: fk.RuleSet, move: fk.Move) -> str:
    kind = kind_words(rules, move.kind)
    return kind if move.is_pass else f"{kind} {move.cards}"


def _moves_of_trick(view: fk.View) -> dict[int, fk.Move]:
    """Return the play to beat and the passes since, by seat."""
    moves: dict[int, fk.Move] = {}
    if view.last is not None:
        for seat, move in reversed(view.moves):
            moves.setdefault(seat, move)
            if not move.is_pass:
                break
        moves.setdefault(view.last.seat, view.last.move)
    return moves


def _role(view: fk.View, seat: int) -> str:
    """Say what the player knows about a seat."""
    ally = view.allied(seat)
    if seat == view.seat:
        role = tr("you")
    elif ally is None:
        role = tr("not known")
    else:
        role = tr("with you") if ally else tr("against you")
    parts = [role]
    if seat == view.soloist:
        parts.append(tr("open solo") if view.open else tr("hidden solo"))
    elif seat == view.caller:
        parts.append(tr("caller"))
    return listed(parts)


def result_picture(hand: fk.Hand) -> Iterator[RenderableType]:
    """Show how a hand that is over came out, seat by seat."""
    result, pos = hand.result, hand.position
    assert result is not None
    assert pos is not None
    rows: list[list[RenderableType]] = [
        [
            str(seat),
            role_words(pos, seat),
            str(result.out.index(seat) + 1) if seat in result.out else "",
            str(result.captured[seat]),
            str(result.scores[seat]),
            value_words(result.payoff[seat]),
            hand_text(pos.hands[seat].split()),
        ]
        for seat in range(hand.rules.seats)
    ]
    yield from tables(_RESULT, rows)
    facts = [ending_words(result)]
    if result.multiplier != 1:
        facts.append(tr("multiplier {n}", n=result.multiplier))
    yield listed(facts)


def _match_picture(match: fk.Match) -> Iterator[RenderableType]:
    totals = match.sides or match.totals
    names = [tr("side 0+2"), tr("side 1+3")]
    if match.sides is None:
        names = [tr("seat {seat}", seat=seat) for seat in range(match.rules.seats)]
    pairs = [f"{name} {total}" for name, total in zip(names, totals, strict=True)]
    yield tr("match after {hands}: {totals}", hands=len(match.results), totals=listed(pairs))
    result = match.result
    if result is not None:
        payoff = listed(f"{float(pay):.2f}".rstrip("0").rstrip(".") for pay in result.payoff)
        seats = listed(tr("seat {seat}", seat=seat) for seat in result.winners)
        facts = [tr("won: {seats}", seats=seats), tr("payoff: {values}", values=payoff)]
        yield listed([*facts, tr("doubled")] if result.doubled else facts)
