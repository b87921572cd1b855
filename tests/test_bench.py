"""The corpus and `fiftyk bench`: the functional fingerprint of the program."""

import hashlib
import sys
from collections import Counter
from pathlib import Path

import pytest
from cli_helpers import run

import fiftyk as fk
from fiftyk import corpus, dealing
from fiftyk.cards import read_cards

FILE = Path(__file__).with_name("signature.txt")
CHANGED = (
    "functional change: say why in the commit, and update with\n"
    "    fiftyk bench --signature > tests/signature.txt"
)


@pytest.fixture(scope="module")
def signature() -> dict[str, list[int]]:
    return read(run("bench", "--signature").out)


def read(text: str) -> dict[str, list[int]]:
    rows = [line.split() for line in text.splitlines()]
    return {rules: [int(perft), int(solver)] for rules, perft, solver in rows}


@pytest.mark.parametrize("part", ["perft", "solver"])
def test_the_signature_is_the_one_written_down(signature, part):
    column = ("perft", "solver").index(part)
    found, written = (
        {rules: counts[column] for rules, counts in each.items()}
        for each in (signature, read(FILE.read_text()))
    )
    assert found == written, CHANGED


def test_the_signature_has_every_rule_set_and_their_sum(signature):
    assert list(signature) == [*fk.rule_sets(), "total"]
    *rows, total = signature.values()
    assert total == [sum(column) for column in zip(*rows, strict=True)]


@pytest.fixture
def measured(monkeypatch):
    """Let every rule set come to the same, at once."""
    module = sys.modules["fiftyk.cli.bench"]
    monkeypatch.setattr(
        module, "_measure", lambda rules, tick: module.Work(str(rules), 10, 2, 3, 0)
    )


@pytest.mark.usefixtures("measured")
def test_json_has_the_counts_the_seconds_and_the_rates():
    (data,) = run("bench", "--json").objects
    assert data["signature"] == "70-21"
    assert data["build"] == fk.build_info()
    assert list(data["rules"]) == list(fk.rule_sets())
    row = data["rules"]["laizi"]
    assert (row["perft"], row["perft_seconds"], row["perft_per_second"]) == (10, 2, 5)
    assert (row["solver"], row["solver_seconds"]) == (3, 0)
    assert row["solver_per_second"] > 0
    assert data["total"]["perft_per_second"] == pytest.approx(5)


@pytest.mark.usefixtures("measured")
def test_the_table_ends_with_the_signature():
    ran = run("bench")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "signature 70-21"
    rows = [line.split() for line in ran.out.splitlines() if line.startswith(" classic4")]
    assert [row[:3] for row in rows] == [["classic4", "10", "5"]]


def test_two_forms_at_once_are_refused():
    assert run("bench", "--json", "--signature").status == 2


# The corpus


each_family = pytest.mark.parametrize(
    ("rules", "family"),
    [
        pytest.param(fk.rules(name), family, id=f"{name}-{family}")
        for name in fk.rule_sets()
        for family in corpus.families(fk.rules(name))
    ],
)


def cards(position):
    return [code for hand in position.hands for code in read_cards(hand)]


def ranks(position, seat):
    return Counter(card[0] for card in position.hands[seat].split())


@each_family
def test_positions_are_the_same_in_every_corpus(rules, family):
    few, many = corpus.positions(rules, family, 2), corpus.positions(rules, family, 4)
    assert few == many[:2]
    assert many[3] == corpus.position(rules, family, 3)
    assert len({position.key for position in many}) == 4


@each_family
def test_positions_are_what_their_family_says(rules, family):
    for position in corpus.positions(rules, family, 4):
        assert not position.is_over
        left = len(cards(position))
        if family == "endings":
            assert {len(hand.split()) for hand in position.hands} == {6 if rules.seats == 3 else 5}
            points = sum(position.captured) + position.hand_points
            assert points == 100 * rules.packs
        elif family in ("middles", "follows"):
            assert position.count_moves() > 1
            assert family != "middles" or left <= len(dealing.pack(rules)) // 2
            assert family != "follows" or position.last is not None
        else:
            assert sorted(cards(position)) == sorted(dealing.pack(rules))
            assert position.last is None
            held = ranks(position, position.turn)
            quads = sum(count >= 4 for count in held.values())
            triples = sum(count >= 3 for count in held.values())
            assert family != "jokers" or held["W"] == 4
            assert family != "airplanes" or triples >= 3
            assert family != "bombs" or quads >= 2


def test_clumpy_deals_have_more_of_a_rank_than_others():
    rules = fk.rules("classic4")

    def groups(family):
        positions = corpus.positions(rules, family, 50)
        return sum(n >= 3 for p in positions for seat in range(4) for n in ranks(p, seat).values())

    assert groups("clumpy") > 2 * groups("deals")


def test_a_family_that_is_not_there_is_an_error():
    with pytest.raises(fk.FiftykError, match="has no family 'jokers'"):
        corpus.position(fk.rules("classic4"), "jokers", 0)


def test_the_corpus_is_the_one_of_all_versions():
    """It must never change, or no measurement compares with an older one."""
    digest = hashlib.blake2b(digest_size=8)
    for name in fk.rule_sets():
        rules = fk.rules(name)
        for family in corpus.families(rules):
            for position in corpus.positions(rules, family, 2):
                digest.update(f"{position}\n".encode())
    assert digest.hexdigest() == "152c179cc423d1ed"
