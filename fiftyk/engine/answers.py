"""Answers to requests: what each command does, and what is said when it cannot be done."""

from __future__ import annotations

import enum
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

import msgspec

from .. import __version__, bots
from .._core import KINDS, Move, Position
from .._solver import OBJECTIVES
from ..errors import (
    CardError,
    FiftykError,
    IllegalMoveError,
    ObjectiveError,
    PositionError,
    RulesError,
    shown,
)
from ..hand import Hand
from ..perft import divide, perft
from ..rules import rule_sets, rules, seat_of
from ..solution import Bounds, Progress, Solution
from ..solve import solve
from ..view import View
from . import messages as m

_log = logging.getLogger(__name__)


class Refused(Exception):
    """A request that has no answer."""

    def __init__(self, code: m.Code, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.problem = m.Problem(code=code, message=message, field=field)


@dataclass(eq=False)
class Job:
    """A request with what is known of it while it is worked on."""

    request: m.Request
    ignored: list[str]
    write: Callable[[msgspec.Struct], None]
    """Writes a message about it."""
    stopped: bool = False
    """Whether it is to end."""

    def check(self, _: object = None) -> None:
        """Raise `Refused` if it is to end."""
        if self.stopped:
            raise Refused("stopped", "stopped before it was done")


def read(line: bytes) -> tuple[m.Request, list[str]]:
    """Read a request, and tell which of its fields the command does not have.

    Raises `Refused` for what is none.
    """
    try:
        data = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError) as err:
        raise Refused("bad_json", f"no JSON: {err}") from None
    if not isinstance(data, dict):
        raise Refused("bad_request", f"a request is an object, not {shown(data)}")
    name = data.get("cmd")
    if isinstance(name, str) and name not in m.COMMANDS:
        raise Refused("unknown_command", f"there is no command {shown(name)}", "cmd")
    try:
        request = msgspec.convert(data, m.AnyRequest)
    except (msgspec.ValidationError, RecursionError) as err:
        message, _, path = str(err).partition(" - at `")
        field = path.rstrip("`").removeprefix("$").lstrip(".") or _missing(message)
        raise Refused("bad_request", message, field) from None
    known = {*request.__struct_fields__, "cmd"}
    return cast(m.Request, request), [field for field in data if field not in known]


def _missing(message: str) -> str | None:
    """Return the field that is missing, of a message that says so."""
    before, quote, rest = message.partition("field `")
    return rest.partition("`")[0] if quote and before.endswith("required ") else None


def id_of(line: bytes) -> m.Id | None:
    """Return the id of a line that is no request, or only the beginning of one; `None` for none."""
    text = line.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    decoder = json.JSONDecoder()
    place = 1
    try:
        while True:
            key, place = decoder.raw_decode(text, _skip(text, place))
            value, place = decoder.raw_decode(text, _skip(text, place, ":"))
            if key == "id":
                # What is no text by itself, a half of a surrogate pair, cannot be sent back.
                str(value).encode()
                return value if isinstance(value, str) or type(value) is int else None
            place = _skip(text, place, ",")
    except (ValueError, RecursionError):
        return None


def _skip(text: str, place: int, sign: str = "") -> int:
    """Return the place after blanks and a sign. Raises `ValueError` where the sign is missing."""
    rest = text[place : place + 1000]
    stripped = rest.lstrip(" \t\r\n")
    if text[:1] != "{" or not stripped.startswith(sign):
        raise ValueError(place)
    place += len(rest) - len(stripped) + len(sign)
    return place if not sign else _skip(text, place)


def answer(job: Job) -> msgspec.Struct:
    """Do what a request asks for and return what to say; whatever happens is said, not raised."""
    request = job.request
    try:
        job.check()
        said = _ANSWERS[type(request)](request, job)
    except Exception as err:
        return m.Failure(id=request.id, error=problem(err))
    return msgspec.structs.replace(said, ignored=job.ignored) if job.ignored else said


_CODES: Final[dict[type[FiftykError], m.Code]] = {
    CardError: "bad_cards",
    RulesError: "bad_rules",
    PositionError: "bad_position",
    IllegalMoveError: "illegal_move",
    ObjectiveError: "bad_objective",
}


def problem(err: Exception) -> m.Problem:
    """Return what is wrong, for an answer."""
    if isinstance(err, Refused):
        return err.problem
    if isinstance(err, MemoryError):
        return m.Problem(code="no_memory", message="not enough memory")
    if not isinstance(err, FiftykError):
        said = f"internal error, {type(err).__name__}: {err}"
        _log.error(said, exc_info=err if _log.isEnabledFor(logging.INFO) else None)
        return m.Problem(code="internal", message=said)
    in_view = (err.field or "").split(".")[0] == "view"
    return m.Problem(
        code="bad_view" if in_view else _CODES.get(type(err), "bad_value"),
        message=str(err),
        field=err.field,
        column=err.column,
        reason=err.reason.name if isinstance(err, IllegalMoveError) else None,
        faults=_names(err.faults) if isinstance(err, PositionError) else None,
        known=list(err.known) if isinstance(err, RulesError) and err.known else None,
    )


def _names(flags: enum.Flag) -> list[str]:
    return [str(flag.name) for flag in flags]


@contextmanager
def _in(field: str) -> Iterator[None]:
    """Say of errors in which field of the request they are."""
    try:
        yield
    except FiftykError as err:
        err.field = f"{field}.{err.field}" if err.field else field
        raise


# -- what requests have in common


def _position(request: m.Legal | m.Apply | m.Solve | m.Perft | m.Choose) -> Position:
    """Return the position of a request, with its moves made."""
    given = request.position
    with _in("position"):
        pos = Position.parse(given) if isinstance(given, str) else Position.from_dict(given or {})
    for place, move in enumerate(request.moves):
        with _in(f"moves[{place}]"):
            pos.push(move)
    return pos


def _play(move: Move) -> m.Play:
    return m.Play(play=str(move), kind=move.kind, n=move.n, rank=move.rank, cards=move.cards)


# -- the commands


def _version(request: m.Version, job: Job) -> m.Versions:
    return m.Versions(
        id=request.id,
        protocol=m.PROTOCOL,
        fiftyk=__version__,
        rules=list(rule_sets()),
        objectives=list(OBJECTIVES),
        kinds=list(KINDS),
        bots=list(bots.bot_names()),
    )


def _legal(request: m.Legal, job: Job) -> m.LegalMoves:
    pos = _position(request)
    total = pos.count_moves(request.faces)
    if total > request.limit:
        said = f"{total} moves, and the limit is {request.limit}"
        raise Refused("too_many_moves", said, "limit")
    legal = pos.legal_moves(request.faces)
    return m.LegalMoves(
        id=request.id,
        turn=pos.turn,
        total=total,
        counts=legal.counts(),
        moves=[_play(move) for move in legal],
    )


def _identify(request: m.Identify, job: Job) -> m.Readings:
    with _in("rules"):
        ruleset = rules(request.rules)
    with _in("cards"):
        readings = ruleset.identify(request.cards)
    return m.Readings(id=request.id, moves=[_play(move) for move in readings])


def _beats(request: m.Beats, job: Job) -> m.Beaten:
    with _in("rules"):
        ruleset = rules(request.rules)
    with _in("play"):
        play = ruleset.move(request.play)
    with _in("over"):
        over = ruleset.move(request.over)
    return m.Beaten(id=request.id, beats=ruleset.beats(play, over))


def _apply(request: m.Apply, job: Job) -> m.Applied:
    pos = _position(request)
    return m.Applied(
        id=request.id,
        position=str(pos),
        turn=pos.turn,
        scores=pos.scores,
        payoff=pos.payoff,
        places=pos.places,
    )


def _solve(request: m.Solve, job: Job) -> m.Solved:
    pos = _position(request)
    due = time.monotonic() + request.progress

    def progress(now: Progress) -> bool:
        nonlocal due
        if request.progress and time.monotonic() >= due:
            due += request.progress
            job.write(m.Report(id=request.id, progress=m.SoFar(**now._asdict())))
        return job.stopped

    with _in("seat"):
        if request.seat is not None:
            seat_of(pos.rules, request.seat)
    with _in("objective"):
        found = solve(
            pos,
            request.objective,
            request.seat,
            request.all_moves,
            at_least=request.at_least,
            model=request.model,
            nodes=request.nodes,
            seconds=request.seconds,
            memory_mb=request.memory_mb,
            threads=request.threads,
            progress=progress,
        )
    return m.Solved(
        id=request.id,
        objective=found.objective,
        seat=found.seat,
        value=found.value,
        exact=found.exact,
        lower=found.lower,
        upper=found.upper,
        best=[str(move) for move in found.best_known],
        best_line=[str(move) for move in found.line],
        moves=_valued(found),
        choice=None if found.choice is None else str(found.choice),
        answer=found.answer,
        status=found.status,
        scores=found.scores,
        nodes=found.nodes,
        seconds=found.seconds,
        stopped=job.stopped and found.cut,
    )


def _valued(solution: Solution) -> list[m.Valued]:
    valued = []
    for move, value in solution.moves.items():
        exact = not isinstance(value, Bounds)
        lower, upper = (value, value) if not isinstance(value, Bounds) else value
        play = msgspec.structs.asdict(_play(move))
        valued.append(m.Valued(**play, value=lower if exact else None, lower=lower, upper=upper))
    return valued


def _perft(request: m.Perft, job: Job) -> m.Counted:
    began = time.monotonic()
    pos, depth, faces = _position(request), request.depth, request.faces
    divided: dict[str, int] | None = None
    if request.divide and depth:
        parts = divide(pos, depth, faces, progress=job.check)
        divided = {str(move): count for move, count in parts.items()}
        total = sum(divided.values())
    else:
        total = perft(pos, depth, faces, progress=job.check)
    seconds = time.monotonic() - began
    return m.Counted(id=request.id, total=total, seconds=seconds, divide=divided)


def _choose(request: m.Choose, job: Job) -> m.Chosen:
    if (request.view is None) == (request.position is None):
        raise Refused("bad_request", "either a view or a position is asked for", "view")
    if request.view is not None:
        if request.moves:
            raise Refused("bad_request", "a view has its own moves", "moves")
        with _in("view"):
            view = View.from_dict(request.view)
    else:
        hand = Hand.from_position(_position(request))
        view = hand.view(hand.turn or 0)
    if view.turn != view.seat:
        raise Refused("bad_value", "it is not the turn of this seat", "view.turn")
    name = request.bot or bots.bot_names()[-1]
    with _in("bot" if request.seed < 2**64 else "seed"):
        chooser = bots.bot(name, request.seed)
    return m.Chosen(id=request.id, decision=str(chooser.choose(view)), bot=name)


_ANSWERS: Final[dict[type[m.Request], Callable[[Any, Job], m.Answer]]] = {
    m.Version: _version,
    m.Legal: _legal,
    m.Identify: _identify,
    m.Beats: _beats,
    m.Apply: _apply,
    m.Solve: _solve,
    m.Perft: _perft,
    m.Choose: _choose,
}
