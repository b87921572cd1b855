"""The seven rule sets of `RULES.md` and their options, which `READINGS.md` explains."""

from __future__ import annotations

import functools
import operator
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, NoReturn, final, overload

from . import dealing
from ._core import KINDS, PASS, Move, Position, Table
from .cards import LITTLE, NO_SUIT, RANKS, WILD, Jokers, place_cards, rank_of
from .errors import CardError, FiftykError, IllegalMoveError, Reason, RulesError, excerpt, shown

Sides = Literal["fixed", "called", "none"]
"""How seats play together: seats 0 and 2 against 1 and 3, as the call says, or each for itself."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "two_low_straight": ("true", "false"),
    "straight_flush": ("tiebreak", "beats_straights"),
    "natural_bomb": ("equal", "higher"),
    "jokers": ("none", "high"),
    "lead_after_out": ("partner", "next"),
    "bomb_stakes": ("product", "off"),
}
"""The options in the order in which they are written, each with its values, the default first."""


class _Game(NamedTuple):
    """What tells the rule sets apart."""

    seats: int
    packs: int
    hand_sizes: tuple[int, ...]
    sides: Sides
    options: tuple[str, ...]
    kickers: int = 0  # 0 none, 1 of different ranks, pairs where two, 2 any cards
    straights: int = 0  # 0 none, 1 from 3 to A, 2 with a low ace
    flushes: bool = False
    wild: int = 0
    first_lead: str = ""  # empty where the caller leads
    winner_starts: bool = False
    no_call: str = ""
    solo_first: bool = False
    level_wins: bool = False


_CLASSIC4: Final = _Game(
    seats=4,
    packs=1,
    hand_sizes=(13,) * 4,
    sides="fixed",
    options=("lead_after_out",),
    kickers=1,
    straights=1,
    first_lead="3h",
)
_FLUSH1: Final = _CLASSIC4._replace(
    options=("two_low_straight", "straight_flush", "lead_after_out"),
    kickers=2,
    straights=2,
    flushes=True,
    first_lead="3s",
    winner_starts=True,
)
_WUHAN: Final = _Game(
    seats=4,
    packs=2,
    hand_sizes=(27,) * 4,
    sides="called",
    options=("natural_bomb", "lead_after_out"),
    wild=4,
    solo_first=True,
)
_GAMES: Final = {
    "classic4": _CLASSIC4,
    "classic3": _CLASSIC4._replace(seats=3, hand_sizes=(18, 17, 17), sides="none", options=()),
    "honghe": _CLASSIC4._replace(options=("jokers", "lead_after_out")),
    "flush1": _FLUSH1,
    "flush2": _FLUSH1._replace(packs=2, hand_sizes=(26,) * 4),
    "laizi": _WUHAN._replace(
        options=("natural_bomb", "lead_after_out", "bomb_stakes"),
        winner_starts=True,
        no_call="25TK",
        solo_first=False,
        level_wins=True,
    ),
    "wuhan": _WUHAN,
}

_TEXT: Final = re.compile(r"(?P<name>[^\[\]]*)(?:\[(?P<options>[^\[\]]+)\])?")


@final
class RuleSet:
    """The rules of a game (`RULES.md`): one of `rule_sets()`, perhaps changed by options.

    A frozen value; equality and hash go by name and options. `rules` makes one from text, `str`
    gives the text.

    >>> house = rules("flush1[straight_flush=beats_straights]")
    >>> house.packs, house.hand_sizes, house.options
    (1, (13, 13, 13, 13), {'straight_flush': 'beats_straights'})
    """

    __slots__ = ("_changed", "_game", "_name")

    _name: str
    _changed: tuple[tuple[str, str], ...]
    _game: _Game

    def __init__(self, name: str, options: Mapping[str, str | bool] | None = None) -> None:
        """Take the rule set of a name and change its options.

        Raises `RulesError` for a name, an option or a value that does not exist, naming those
        that do, and `TypeError` for a name that is no `str`.
        """
        if not isinstance(name, str):
            raise TypeError(f"a rule set is named by a str, not by {type(name).__name__}")
        if name not in _GAMES:
            raise RulesError(f"there is no rule set {excerpt(name, 1)}", _GAMES)
        game = _GAMES[name]
        changed = _changed(name, game, options or {})
        if ("jokers", "high") in changed:
            game = game._replace(hand_sizes=(14, 14, 13, 13))
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_changed", changed)

    @property
    def name(self) -> str:
        """The name without options."""
        return self._name

    @property
    def options(self) -> dict[str, str | bool]:
        """The options that differ from the default, with their values."""
        return {
            option: value if value not in ("true", "false") else value == "true"
            for option, value in self._changed
        }

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._game.seats

    @property
    def packs(self) -> int:
        """The number of packs of 52 cards."""
        return self._game.packs

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat is dealt, from seat 0."""
        return self._game.hand_sizes

    @property
    def sides(self) -> Sides:
        """How seats play together: `"fixed"`, `"called"`, or `"none"`."""
        return self._game.sides

    @property
    def wild(self) -> int:
        """The number of wild jokers `W`."""
        return self._game.wild

    @property
    def high(self) -> int:
        """The number of little jokers `L`, and of big jokers `B`, above the 2."""
        return int(self._value("jokers") == "high")

    @property
    def loose_kickers(self) -> bool:
        """Whether kickers may be any cards, rather than singles or pairs of different ranks."""
        return self._game.kickers == 2

    @property
    def first_lead(self) -> str:
        """The card whose holder leads in a first hand (`RULES.md` section 8).

        Empty where the caller leads.
        """
        return self._game.first_lead

    @property
    def winner_starts(self) -> bool:
        """Whether the first seat out of a hand leads the next one, and in laizi calls in it."""
        return self._game.winner_starts

    @property
    def solo_before_call(self) -> bool:
        """Whether seats are asked for an open solo before the call, not after it."""
        return self._game.solo_first

    @property
    def table(self) -> Table:
        """The rules as the core has them."""
        return _compile(self)

    def may_call(self, code: int) -> bool:
        """Tell whether a face may be called (`RULES.md` section 8)."""
        if self._game.sides != "called" or code >= NO_SUIT:
            return False
        return RANKS[code // 4] not in self._game.no_call

    def identify(self, cards: str) -> list[Move]:
        """Return every reading of some cards, the longest chain first (`RULES.md` section 2).

        The list is empty where the cards are no combination. Raises `CardError` for text that is
        no cards, or cards that the packs do not have so many of.

        >>> [str(move) for move in rules("flush1").identify("555666777888")]
        ['airplane:555666777888', 'airplane_one:555666777888']
        """
        return self.table.identify(self._read(cards))

    @overload
    def move(self, cards: str, /) -> Move: ...
    @overload
    def move(self, kind: str, cards: str, /) -> Move: ...

    def move(self, first: str, second: str | None = None, /) -> Move:
        """Return the play that some cards are, with a kind where they have several readings.

        `str` of a move is read too: `"pair:4s4h"`, or `"-"` for the pass. Raises
        `IllegalMoveError` where the cards have no such reading, or several and no kind is given,
        and `CardError` as `identify` does.

        >>> rules("classic4").move("4s 4h").kind
        'pair'
        """
        for text in (first, second or ""):
            if not isinstance(text, str):
                raise TypeError(f"a move is read from a str, not from {type(text).__name__}")
        if second is None:
            kind, colon, cards = first.rpartition(":")
            if first.strip() == "-":
                return PASS
            shown, kinded = first, bool(colon)
        else:
            kind, cards = first, second
            shown, kinded = f"{kind}:{cards}", True
        if kinded and kind not in KINDS:
            raise _no_combination(shown, f"the kinds are {', '.join(KINDS)}")
        if kind == "pass" and not cards.strip(" -"):
            return PASS
        readings = self.identify(cards)
        chosen = [move for move in readings if move.kind == kind] if kinded else readings
        if len(chosen) == 1:
            return chosen[0]
        kinds = ", ".join(move.kind for move in readings)
        if chosen:
            raise IllegalMoveError(shown, Reason.AMBIGUOUS, f"the readings are {kinds}")
        raise _no_combination(shown, f"these cards are {kinds}" if kinds else "")

    def beats(self, play: Move, over: Move) -> bool:
        """Tell whether a play beats another (`RULES.md` section 3).

        A pass beats nothing and is beaten by nothing. Raises `TypeError` for what is no `Move`.
        """
        for move in (play, over):
            if not isinstance(move, Move):
                raise TypeError(f"a Move is compared, not a {type(move).__name__}")
        return not play.is_pass and not over.is_pass and self.table.beats(play, over)

    def deal(self, seed: int) -> Position:
        """Deal a hand (`RULES.md` section 8); a seed gives the same on every platform and version.

        In laizi and wuhan the caller and the call are drawn too. Raises `RulesError` for a seed
        below 0 or of more than 64 bits, and `TypeError` for one that is no int.

        >>> rules("classic4").deal(seed=7).turn
        3
        """
        return Position(self, **dealing.deal(self, seed))

    def read_cards(self, cards: str) -> list[int]:
        """Read cards as these rules name them: 大王 is `B` where jokers are high, else `W`.

        Raises `CardError` for text that is no cards; what the packs have is not looked at.
        """
        return [card.code for card in place_cards(cards, self._jokers)]

    @property
    def _jokers(self) -> Jokers:
        return "high" if self.high else "wild"

    def _read(self, text: str) -> list[int]:
        """Read cards that lie on one table."""
        cards = place_cards(text, self._jokers)
        faces: Counter[int] = Counter()
        ranks: Counter[int] = Counter()
        for code, column in cards:
            rank = rank_of(code)
            suits = 4 if 1 <= rank <= 13 else 1
            copies = self._copies(code)
            faces[code] += 1
            ranks[rank] += 1
            if not copies:
                raise CardError(text, column, f"a card that {self} has")
            if (code < NO_SUIT and faces[code] > copies) or ranks[rank] > suits * copies:
                raise CardError(text, column, f"no more of this card than {self} has")
        return [card.code for card in cards]

    def _copies(self, code: int) -> int:
        """Return how often a face is in the packs; a card without suit counts as a face."""
        if code == WILD:
            return self.wild
        return self.packs if code < LITTLE else self.high

    def _value(self, option: str) -> str:
        return dict(self._changed).get(option, OPTIONS[option][0])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a RuleSet does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a RuleSet does not change: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return (self._name, self._changed) == (other._name, other._changed)

    def __hash__(self) -> int:
        return hash((self._name, self._changed))

    def __str__(self) -> str:
        options = ",".join(f"{option}={value}" for option, value in self._changed)
        return f"{self._name}[{options}]" if options else self._name

    def __repr__(self) -> str:
        return f"fiftyk.rules({str(self)!r})"

    def __reduce__(self) -> tuple[type[RuleSet], tuple[Any, ...]]:
        return RuleSet, (self._name, dict(self._changed))


def rules(text: str, /, **options: str | bool) -> RuleSet:
    """Return a rule set: by name, by name with options in brackets, or with options as keywords.

    `RULES.md` has the names and options. A keyword goes before the same option in brackets. Raises
    `RulesError` for a name, an option or a value that does not exist, naming those that do.

    >>> str(rules("flush1", straight_flush="beats_straights", two_low_straight=True))
    'flush1[straight_flush=beats_straights]'
    """
    if not isinstance(text, str):
        raise TypeError(f"a rule set is named by a str, not by {type(text).__name__}")
    match = _TEXT.fullmatch(text.strip())
    if not match:
        expected = "a name, or a name and options in brackets"
        raise RulesError(f"{excerpt(text, 1)} is no rule set: expected {expected}", _GAMES)
    written: dict[str, str | bool] = {}
    for item in (match["options"] or "").split(",") if match["options"] else ():
        option, _, value = (part.strip() for part in item.partition("="))
        if option in written:
            raise RulesError(f"the option {excerpt(option, 1)} is given twice")
        written[option] = value
    return RuleSet(match["name"].strip(), written | options)


def rule_sets() -> tuple[str, ...]:
    """Return the names of the seven rule sets, in the order of `RULES.md`."""
    return tuple(_GAMES)


def seat_of(ruleset: RuleSet, seat: int) -> int:
    """Return a seat as an `int`. Raises `FiftykError` where there is no such seat, `TypeError`."""
    seat = operator.index(seat)
    if not 0 <= seat < ruleset.seats:
        raise FiftykError(f"there is no seat {shown(seat)} in {ruleset}")
    return seat


def _changed(
    name: str, game: _Game, options: Mapping[str, str | bool]
) -> tuple[tuple[str, str], ...]:
    """Check options and return those that are not the default, in the order of `OPTIONS`."""
    given = {}
    for option, value in options.items():
        if option not in game.options:
            raise RulesError(f"{name} has no option {shown(option)}", game.options)
        text = str(value).lower() if isinstance(value, bool) else value
        if text not in OPTIONS[option]:
            raise RulesError(f"the option {option} has no value {shown(value)}", OPTIONS[option])
        given[option] = text
    return tuple(
        (o, given[o]) for o, values in OPTIONS.items() if given.get(o, values[0]) != values[0]
    )


@functools.cache
def _compile(ruleset: RuleSet) -> Table:
    game = ruleset._game
    return Table(
        seats=game.seats,
        packs=game.packs,
        # In classic3 a given position may have hands of any size (reading R-1).
        hand_limit=max(game.hand_sizes) if game.sides != "none" else 52,
        wild=game.wild,
        high_jokers=bool(ruleset.high),
        kickers=game.kickers,
        straights=game.straights,
        flushes=game.flushes,
        two_low_straight=ruleset._value("two_low_straight") == "true",
        flush_beats_straights=ruleset._value("straight_flush") == "beats_straights",
        natural_bomb_higher=ruleset._value("natural_bomb") == "higher",
        called=game.sides == "called",
        lead_to_partner=game.sides != "none" and ruleset._value("lead_after_out") == "partner",
        bomb_stakes="bomb_stakes" in game.options and ruleset._value("bomb_stakes") == "product",
        level_wins=game.level_wins,
        no_call_ranks=[RANKS.index(rank) for rank in game.no_call],
    )


def _no_combination(shown: str, detail: str) -> IllegalMoveError:
    return IllegalMoveError(shown, Reason.NO_COMBINATION, detail)
