"""Every line of the reference vectors, through the public API (`vectors/*.jsonl`)."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import oracle
import oracle_combos as combos
import pytest
from strategies import BY_NAME, to_play

import fiftyk as fk

VECTORS = Path(__file__).parent / "vectors"
KINDS_OF_LINE = ("identify", "beats", "plays", "perft", "trace", "solve")


def lines(kind: str, rules: str) -> Iterator[tuple[int, dict]]:
    """The lines of a file that are about a rule set, with their numbers."""
    text = (VECTORS / f"{kind}.jsonl").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        data = json.loads(line)
        assert data["t"] == kind
        if (data.get("rules") or data["position"]["rules"]) == rules:
            yield number, data


def move_from(rules: fk.RuleSet, entry: list | str) -> fk.Move:
    """A move as the vectors write it: [kind, cards], [kind, n, cards] or "pass"."""
    if entry == "pass" or entry[0] == "pass":
        return fk.PASS
    move = rules.move(entry[0], entry[-1])
    assert len(entry) == 2 or move.n == entry[1]
    return move


def counted(kinds: dict[str, int]) -> dict[str, int]:
    return dict(sorted(kinds.items()))


def check_identify(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    found = [[m.kind, m.n, m.rank] for m in rules.identify(data["cards"])]
    yield sorted(found), sorted(data["readings"])


def check_beats(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    play, over = move_from(rules, data["play"]), move_from(rules, data["over"])
    yield rules.beats(play, over), data["beats"]


def check_plays(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    pos = fk.Position.from_dict(data["position"])
    for faces, total in ((False, data["classes"]), (True, data["faces"])):
        moves = pos.legal_moves(faces=faces)
        yield pos.count_moves(faces=faces), total
        yield len(moves), total
        kinds = {kind: both[faces] for kind, both in data["by_kind"].items()}
        yield counted(moves.counts()), counted(kinds)
    if "list" in data:
        listed = {(m.kind, m.n, combos.cards(m.cards)) for m in pos.legal_moves(faces=True)}
        wanted = {(kind, n, combos.cards(cards)) for kind, n, cards in data["list"]}
        yield listed ^ wanted, set()
        for entry in data["list"]:
            yield move_from(rules, entry) in pos.legal_moves(), True


def check_perft(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    pos = fk.Position.from_dict(data["position"])
    for faces in (False, True):
        for depth, count in enumerate(data["faces" if faces else "classes"], 1):
            got = fk.perft(pos, depth, faces=faces)
            if got != count:
                divided = {str(m): n for m, n in fk.divide(pos, depth, faces=faces).items()}
                yield (depth, faces, got, divided), (depth, faces, count)
            yield got, count


def check_trace(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    pos = fk.Position.from_dict(data["position"])
    start = pos.copy()
    for entry in data["moves"]:
        move = move_from(rules, entry)
        if not pos.last or pos.count_moves() < 1000:
            yield move in pos.legal_moves(faces=True), True
        pos.push(move)
    yield pos.to_dict(), data["after"]
    yield pos.is_over, data["over"]
    if data["over"]:
        yield list(pos.scores), data["scores"]
        yield pos.sides and list(pos.sides), data["sides"]
        yield list(pos.payoff), data["payoff"]
        yield pos.places and list(pos.places), data["places"]
    for _ in data["moves"]:
        pos.pop()
    yield pos, start


def check_solve(rules: fk.RuleSet, data: dict) -> Iterator[tuple[object, object]]:
    pos = fk.Position.from_dict(data["position"])
    solution = fk.solve(pos, objective=data["objective"], seat=data["for"], all_moves=True)
    yield (solution.exact, solution.value), (True, data["value"])

    rs = combos.rules(rules.name)
    state = oracle.from_dict(rs, data["position"])

    def by_class(values: dict[fk.Move, object]) -> tuple[dict[tuple, object], dict[bytes, object]]:
        """By class as the oracle defines it, and by the position after the move."""
        keys = {}
        for move, value in values.items():
            pos.push(move)
            # Two classes may lead to one position: what is left of two pure 510Ks, say.
            assert keys.setdefault(pos.key, value) == value
            pos.pop()
        classes = {oracle.class_at(rs, state, to_play(m)): value for m, value in values.items()}
        assert len(classes) == len(values)
        return classes, keys

    wanted = {move_from(rules, entry[:-1]): entry[-1] for entry in data["moves"]}
    yield by_class(solution.moves), by_class(wanted)
    yield len(wanted), len(oracle.legal(rs, state))


CHECKS: dict[str, Callable[[fk.RuleSet, dict], Iterator[tuple[object, object]]]] = {
    "identify": check_identify,
    "beats": check_beats,
    "plays": check_plays,
    "perft": check_perft,
    "trace": check_trace,
    "solve": check_solve,
}


@pytest.mark.parametrize("rules", combos.NAMES)
@pytest.mark.parametrize("kind", KINDS_OF_LINE)
def test_vectors(kind: str, rules: str) -> None:
    ruleset = BY_NAME[rules].fk
    wrong = []
    number = 0
    for number, data in lines(kind, rules):
        for got, wanted in CHECKS[kind](ruleset, data):
            if got != wanted:
                wrong.append(f"{kind}.jsonl:{number}: got {got}, expected {wanted}: {data}")
                break
    assert number, f"{kind}.jsonl has no line about {rules}"
    assert not wrong, f"{len(wrong)} lines differ, the first:\n" + "\n".join(wrong[:5])


def test_oracle_agrees_with_a_sample_of_the_vectors() -> None:
    """The slow twin is itself held against the vectors; in full once, here in part."""
    for name in combos.NAMES:
        rs = combos.rules(name)
        for number, data in list(lines("identify", name))[::5]:
            found = [
                [p.kind, p.n, p.rank] for p in combos.readings(rs, combos.cards(data["cards"]))
            ]
            assert sorted(found) == sorted(data["readings"]), number
        for number, data in list(lines("beats", name))[::5]:
            play, over = (oracle.reading(rs, data[p][0], data[p][-1]) for p in ("play", "over"))
            assert combos.beats(rs, play, over) == data["beats"], number
        for number, data in list(lines("trace", name))[::5]:
            state = oracle.from_dict(rs, data["position"])
            for entry in data["moves"]:
                kind, cards = ("pass", "") if entry == "pass" else (entry[0], entry[-1])
                state = oracle.after(rs, state, oracle.reading(rs, kind, cards))
            assert state == oracle.from_dict(rs, data["after"]), number
            if data["over"]:
                assert oracle.scores(rs, state) == data["scores"], number
                assert oracle.payoff(rs, state) == data["payoff"], number
                assert oracle.places(rs, state) == data["places"], number
        for number, data in list(lines("perft", name))[::9]:
            state = oracle.from_dict(rs, data["position"])
            if max(map(len, state.hands)) <= 8:
                assert oracle.perft(rs, state, 2) == data["classes"][1], number
                assert oracle.perft(rs, state, 2, faces=True) == data["faces"][1], number


def test_oracle_solves_a_sample_of_the_vectors() -> None:
    for name in combos.NAMES:
        rs = combos.rules(name)
        solved = 0
        for number, data in list(lines("solve", name))[::12]:
            state = oracle.from_dict(rs, data["position"])
            value = oracle.minimax(rs, data["objective"], data["for"], remember=True, limit=3000)
            try:
                got = {
                    oracle.class_at(rs, state, move): value(oracle.after(rs, state, move))
                    for move in oracle.legal(rs, state)
                }
            except OverflowError:
                continue
            solved += 1
            wanted = {
                oracle.class_at(rs, state, oracle.reading(rs, kind, cards)): v
                for kind, _, cards, v in data["moves"]
            }
            assert got == wanted, number
        assert solved > 2
