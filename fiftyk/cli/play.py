"""`fiftyk play`: a person at the terminal against bots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import click

import fiftyk as fk
from fiftyk import bots
from fiftyk.lang import tr

from ._entry import HELP, QUIT, read_decision
from ._files import file_option
from ._output import examples, json_flag, told
from ._rules import rules_argument
from ._screen import JsonScreen, Screen, TextScreen
from ._seeds import SEEDS, seed_option

_UNDO = {"u", "undo", "悔", "悔牌"}


class _Left(Exception):
    """The player has gone."""


def _bots(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Check the names of bots."""
    try:
        for name in value:
            bots.bot(name)
    except fk.FiftykError as err:
        raise click.BadParameter(told(err)) from None
    return value


def _complete_bot(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Name the bots that begin with a word."""
    return [name for name in bots.bot_names() if name.startswith(word)]


@click.command(
    epilog=examples(
        "fiftyk play classic4",
        "fiftyk play laizi --seed 7 --seat 2 --bot greedy",
        'fiftyk play wuhan --bot "determinized[seconds=1]"',
        "fiftyk play flush1 --match",
    )
)
@rules_argument
@seed_option("The seed of the deal; without it one is drawn.")
@click.option("--seat", type=click.IntRange(0, 3), default=0, help="Your seat.")
@click.option(
    "--bot",
    "names",
    metavar="BOT",
    multiple=True,
    callback=_bots,
    shell_complete=_complete_bot,
    help="Who plays the other seats: one bot for all, or one for each in turn order after yours.",
)
@click.option("--match", "as_match", is_flag=True, help="Play a match, not a single hand.")
@click.option(
    "--target",
    type=click.IntRange(min=1),
    metavar="N",
    help="The total that ends a match; 500 where none is given, in laizi and wuhan none.",
)
@file_option("--save", "Append every hand to this file, as a record.", dash=False)
@json_flag("Write a JSON object for everything that happens, for programs that play.")
def play(
    rules: fk.RuleSet,
    seed: int | None,
    seat: int,
    names: tuple[str, ...],
    as_match: bool,
    target: int | None,
    save: str | None,
    as_json: bool,
) -> int:
    """Play a hand under RULES, or a match, against bots.

    When it is your turn the table is shown, and you type what you decide: cards such as 4s4h or
    44, - to pass, a face to call, y or n for an open solo. Other lines: ? for the legal plays by
    kind, u to take back to your last decision, h for help, q to leave.
    """
    if seat >= rules.seats:
        raise click.UsageError(f"{rules} has no seat {seat}")
    if len(names) not in (0, 1, rules.seats - 1):
        raise click.UsageError(f"--bot is given once, or {rules.seats - 1} times")
    if target is not None and not as_match:
        raise click.UsageError("--target is for a --match")
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    others = names * (rules.seats - 1) if len(names) == 1 else names
    others = others or bots.bot_names()[-1:] * (rules.seats - 1)
    players = {
        (seat + 1 + place) % rules.seats: bots.bot(name, (seed + place) % SEEDS)
        for place, name in enumerate(others)
    }
    table = _Table(
        seat=seat,
        bots=players,
        names=[
            "player" if s == seat else others[(s - seat - 1) % rules.seats]
            for s in range(rules.seats)
        ],
        screen=JsonScreen() if as_json else TextScreen(),
        seed=seed,
        save=save,
    )
    try:
        if as_match:
            table.play_match(fk.Match(rules, seed, target=target))
        else:
            table.play_hand(fk.Hand.deal(rules, seed), 1)
    except (_Left, EOFError):
        if not as_json:
            click.echo(tr("You have left the table."))
    return 0


@dataclass
class _Table:
    """A person and bots, and what the person sees of it all."""

    seat: int
    bots: dict[int, bots.Bot]
    names: list[str]
    screen: Screen
    seed: int
    save: str | None

    def play_match(self, match: fk.Match) -> None:
        while not match.is_over:
            hand = match.deal()
            self.play_hand(hand, len(match.results) + 1)
            match.add(hand)
            self.screen.totals(match)

    def play_hand(self, hand: fk.Hand, number: int) -> None:
        self.screen.begin(hand.view(self.seat), number, self.seed)
        try:
            self._play(hand)
        finally:
            if self.save is not None and hand.decisions:
                record = fk.Record.of(hand, seats=self.names, Seed=str(self.seed), Hand=str(number))
                fk.write_records([record], self.save, append=True)
        self.screen.over(hand)

    def _play(self, hand: fk.Hand) -> None:
        while hand.turn is not None:
            if hand.turn != self.seat:
                self._make(hand, self.bots[hand.turn].choose(hand.view(hand.turn)))
                continue
            self.screen.show(hand.view(self.seat))
            while not self._answer(hand, self.screen.line().strip()):
                pass

    def _answer(self, hand: fk.Hand, line: str) -> bool:
        """Do what a line of the player says, and tell whether the hand has changed."""
        word = line.lower()
        if word in QUIT:
            raise _Left
        if word in _UNDO:
            count = self._undo(hand)
            self.screen.taken_back(count)
            return count > 0
        if word in HELP:
            self.screen.help()
        elif line.startswith(("?", "？")):
            self.screen.hint(hand.view(self.seat), line[1:].strip())
        elif line:
            try:
                self._make(hand, read_decision(hand.view(self.seat), line))
                return True
            except fk.FiftykError as err:
                self.screen.complain(err)
        return False

    def _make(self, hand: fk.Hand, decision: fk.Decision) -> None:
        before = hand.view(self.seat)
        hand.apply(decision)
        seat, made = hand.decisions[-1]
        self.screen.made(seat, made, before, hand.view(self.seat))

    def _undo(self, hand: fk.Hand) -> int:
        """Take back to the player's last decision, and return how many decisions that were."""
        seats = [seat for seat, _ in hand.decisions]
        if self.seat not in seats:
            return 0
        count = seats[::-1].index(self.seat) + 1
        for _ in range(count):
            hand.undo()
        return count
