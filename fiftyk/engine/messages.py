"""The messages of the engine protocol: requests and answers.

Each is one JSON object on a line. The types here are the protocol: requests are read by them,
answers written by them, and the JSON Schema is made from them (`schema.py`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict, get_args

import msgspec
from msgspec import Meta, Struct

from .._solver import OBJECTIVES
from ..perft import MAX_DEPTH
from ..solution import Model, Status

PROTOCOL: Final = 1
"""The version of the protocol; fields may be added to it, but none is taken away or changed."""

MOST_MOVES: Final = 100_000
"""How many moves an answer lists, unless a request allows more."""

Id = int | str
"""What an answer is known by; the client chooses it."""

Objective = Literal["margin", "score", "payoff", "win", "first"]
assert Objective.__args__ == OBJECTIVES  # type: ignore[attr-defined]

_Count = Annotated[int, Meta(ge=0)]
_Seat = Annotated[int, Meta(ge=0, le=3)]
_Seed = Annotated[int, Meta(ge=0)]
_Seconds = Annotated[float, Meta(ge=0)]
_Threads = Annotated[int, Meta(ge=1, le=256)]
_Rules = Annotated[str, Meta(description="A rule set, with options in brackets if any.")]
_Play = Annotated[str, Meta(description='A play: "4s4h", "pair:4s4h"; or "-", the pass.')]
_Line = Annotated[str, Meta(description="A position on one line.")]
_Moves = Annotated[list[_Play], Meta(description="Moves to make first, one after the other.")]


# -- positions and views as objects, which `Position.from_dict` and `View.from_dict` read


class LastPlay(TypedDict):
    """The play to beat."""

    seat: int
    kind: str
    cards: str
    n: NotRequired[int]


class CallObject(TypedDict, total=False):
    """A call: caller, face, partner and known. Or one against three: soloist and open."""

    caller: int
    face: str
    partner: int
    known: bool
    soloist: int
    open: bool


class PositionObject(TypedDict):
    """A position as an object."""

    rules: str
    hands: list[str]
    turn: NotRequired[int | None]
    last: NotRequired[LastPlay | None]
    table: NotRequired[int]
    captured: NotRequired[list[int]]
    out: NotRequired[list[int]]
    call: NotRequired[CallObject | None]
    multiplier: NotRequired[int]


class LastSeen(TypedDict):
    """The play to beat, as views write it."""

    seat: int
    play: str


class ViewObject(TypedDict):
    """What one seat may know of a hand."""

    rules: str
    seat: int
    phase: Literal["solo", "call", "play", "over"]
    turn: int | None
    lead: int | None
    hand: str
    unseen: str
    counts: list[int]
    captured: list[int]
    caller: NotRequired[int | None]
    face: NotRequired[str | None]
    partner: NotRequired[int | None]
    soloist: NotRequired[int | None]
    known: NotRequired[bool]
    open: NotRequired[bool]
    answers: NotRequired[list[bool]]
    moves: NotRequired[list[tuple[int, str]]]
    last: NotRequired[LastSeen | None]
    table: NotRequired[int]
    out: NotRequired[list[int]]
    multiplier: NotRequired[int]
    legal: NotRequired[list[str]]


_Position = (
    _Line
    | Annotated[
        dict[str, Any],
        Meta(description="The same as an object.", extra_json_schema={"$ref": "PositionObject"}),
    ]
)
_View = Annotated[
    dict[str, Any],
    Meta(
        description="What the seat on turn may know, as `View.to_dict` has it.",
        extra_json_schema={"$ref": "ViewObject"},
    ),
]


# -- requests


class Request(Struct, frozen=True, kw_only=True, tag_field="cmd"):
    """What a client asks for."""

    id: Id


class Version(Request, frozen=True, kw_only=True, tag="version"):
    """Ask what this engine is and knows."""


class Legal(Request, frozen=True, kw_only=True, tag="legal"):
    """Ask for the legal moves of a position, one a class or every play."""

    position: _Position
    moves: _Moves = []
    faces: bool = False
    limit: _Count = MOST_MOVES


class Identify(Request, frozen=True, kw_only=True, tag="identify"):
    """Ask for every reading of some cards."""

    rules: _Rules
    cards: str


class Beats(Request, frozen=True, kw_only=True, tag="beats"):
    """Ask whether one play beats another."""

    rules: _Rules
    play: _Play
    over: _Play


class Apply(Request, frozen=True, kw_only=True, tag="apply"):
    """Ask for the position after some moves."""

    position: _Position
    moves: _Moves = []


class Solve(Request, frozen=True, kw_only=True, tag="solve"):
    """Ask for the exact value of a position, and of its moves."""

    position: _Position
    moves: _Moves = []
    objective: Objective | None = None
    seat: _Seat | None = None
    all_moves: bool = True
    at_least: Annotated[
        int | None, Meta(description="Ask only whether the value is so much or more.")
    ] = None  # fmt: skip
    model: Model = "minimax"
    nodes: _Count | None = None
    seconds: _Seconds | None = None
    memory_mb: _Seconds | None = None
    threads: _Threads = 1
    progress: Annotated[
        _Seconds, Meta(description="Seconds between reports; 0 for none.")
    ] = 0  # fmt: skip


class Perft(Request, frozen=True, kw_only=True, tag="perft"):
    """Ask for the number of sequences of moves."""

    position: _Position
    depth: Annotated[int, Meta(ge=0, le=MAX_DEPTH)]
    moves: _Moves = []
    faces: bool = False
    divide: bool = False


class Choose(Request, frozen=True, kw_only=True, tag="choose"):
    """Ask a bot for a decision: of a view, or of the seat on turn in a position."""

    view: _View | None = None
    position: _Position | None = None
    moves: _Moves = []
    bot: str | None = None
    seed: _Seed = 0


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """End requests that are under way or wait: those of an id, or all."""

    target: Id | None = None


class Quit(Request, frozen=True, kw_only=True, tag="quit"):
    """End the engine."""


AnyRequest = (
    Version | Legal | Identify | Beats | Apply | Solve | Perft | Choose | Stop | Quit
)  # fmt: skip

COMMANDS: Final[dict[str, type[Request]]] = {
    str(each.__struct_config__.tag): each for each in get_args(AnyRequest)
}
"""The type of the request of each command."""


# -- answers


class Answer(Struct, frozen=True, kw_only=True):
    """What the engine says to a request."""

    id: Id
    ignored: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Fields of the request that the command does not have."""


class Versions(Answer, frozen=True, kw_only=True):
    """To `version`."""

    protocol: int
    fiftyk: str
    rules: list[str]
    objectives: list[str]
    kinds: list[str]
    bots: list[str]


class Play(Struct, frozen=True, kw_only=True):
    """A play, or the pass."""

    play: str
    kind: str
    n: int
    rank: str
    cards: str


class LegalMoves(Answer, frozen=True, kw_only=True):
    """To `legal`."""

    turn: int | None
    total: int
    counts: dict[str, int]
    moves: list[Play]


class Readings(Answer, frozen=True, kw_only=True):
    """To `identify`, the strongest kind first."""

    moves: list[Play]


class Beaten(Answer, frozen=True, kw_only=True):
    """To `beats`."""

    beats: bool


class Applied(Answer, frozen=True, kw_only=True):
    """To `apply`; the results are null while the hand goes on."""

    position: str
    turn: int | None
    scores: tuple[int, ...] | None
    payoff: tuple[float, ...] | None
    places: tuple[int, ...] | None


class Valued(Play, frozen=True, kw_only=True):
    """A legal move with the value after it; null where only bounds are proved."""

    value: int | None
    lower: int
    upper: int


class Solved(Answer, frozen=True, kw_only=True):
    """To `solve`."""

    objective: str
    seat: int
    value: int | None
    exact: bool
    lower: int
    upper: int
    best: list[str]
    best_line: list[str]
    moves: list[Valued]
    choice: str | None
    """A move to make: the best, or the one of which most is proved so far."""
    answer: bool | None
    """Where `at_least` was asked: whether the value is so much or more; null if unknown."""
    status: Status
    scores: tuple[int, ...] | None
    """Of all seats, where each plays for itself (`model` `selfish`); null otherwise."""
    nodes: int
    seconds: float
    stopped: bool
    """Whether it was ended by `stop`."""


class Counted(Answer, frozen=True, kw_only=True):
    """To `perft`."""

    total: int
    seconds: float
    divide: dict[str, int] | None


class Chosen(Answer, frozen=True, kw_only=True):
    """To `choose`: a move, a face that is called, or `solo` or `-`."""

    decision: str
    bot: str


class Stopped(Answer, frozen=True, kw_only=True):
    """To `stop`: the ids of what was ended."""

    stopped: list[Id]


class Bye(Answer, frozen=True, kw_only=True):
    """To `quit`; the last line of the engine."""

    bye: bool = True


class SoFar(Struct, frozen=True, kw_only=True):
    """How far a search is; bounds of what it works on, null while unknown."""

    nodes: int
    seconds: float
    lower: int | None
    upper: int | None


class Report(Struct, frozen=True, kw_only=True):
    """Before the answer to `solve`, where `progress` asks for reports."""

    id: Id
    progress: SoFar


Code = Literal[
    "bad_json", "too_long", "bad_request", "unknown_command",
    "bad_rules", "bad_cards", "bad_position", "bad_view", "bad_objective", "bad_value",
    "illegal_move", "too_many_moves", "no_memory", "stopped", "internal",
]  # fmt: skip


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why there is no answer."""

    code: Code
    message: str
    field: str | None = None
    """The field of the request, such as `position.hands[2]` or `moves[0]`."""
    column: int | None = None
    """Where in the text of the field, from 1."""
    reason: str | None = None
    """Of an illegal move: a name of `Reason`."""
    faults: list[str] | None = None
    """Of a position: names of `Fault`."""
    known: list[str] | None = None
    """What would have been right, where that is a short list."""


class Failure(Struct, frozen=True, kw_only=True):
    """What the engine says where there is no answer."""

    id: Id | None
    """Null where the line has none that can be read."""
    error: Problem
    line: int | msgspec.UnsetType = msgspec.UNSET
    """The number of the line, from 1, where the id is null."""


AnyAnswer = (
    Versions | LegalMoves | Readings | Beaten | Applied | Solved | Counted | Chosen | Stopped | Bye
)  # fmt: skip

ANSWERS: Final[tuple[type[Struct], ...]] = (*get_args(AnyAnswer), Report, Failure)
"""The types of all that the engine writes."""
