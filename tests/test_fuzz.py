"""The fuzz targets on a few thousand inputs, the same ones each time, and what fuzzing has found.

tests/fuzz/run.py looks further, led by coverage.
"""

import sys
import threading

import pytest
from fuzz import seeds, targets

import fiftyk as fk
from fiftyk._core import Table


@pytest.mark.parametrize("target", targets.TARGETS)
def test_first_inputs_and_mutations(target: str) -> None:
    for data in (*seeds.inputs(target), *seeds.mutated(target, 250)):
        targets.TARGETS[target](data)


# What was found


@pytest.mark.parametrize("kind", ["straig\udcb9t", "\x1b[31m", "x" * 10_000])
def test_an_error_shows_a_strange_kind_as_it_shows_other_texts(kind: str) -> None:
    with pytest.raises(fk.PositionError) as caught:
        fk.Position.parse(f"classic4 3/4/5/6 1 0:{kind}:9 0")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_numbers_of_too_many_digits_are_refused_like_others() -> None:
    with pytest.raises(fk.RulesError):
        fk.rules("flush1", straight_flush=10**5000)
    with pytest.raises(fk.PositionError):
        fk.Position.from_dict({"rules": "classic4", "hands": ["3", "4", "5", "6"], 10**5000: 1})
    with pytest.raises(fk.FiftykError):
        fk.playouts(fk.Position.parse("classic4 3/4/5/6"), 1, weights={"pair": -(10**5000)})
    with pytest.raises(fk.FiftykError) as caught:
        fk.playouts(fk.Position.parse("classic4 3/4/5/6"), 1, weights={"x" * 5000: 1})
    assert len(str(caught.value)) < 500


def test_more_cards_than_a_multiplier_has_room_for() -> None:
    with pytest.raises(fk.PositionError) as caught:
        fk.Position.parse(f"laizi 3/4/{'6' * 200}/5 0 - 0 0,0,0,0 - solo0 x2")
    assert fk.Fault.PACK_SIZE in caught.value.faults


def test_a_message_stays_short_whatever_is_wrong() -> None:
    nested: object = "x" * 50
    for _ in range(4):
        nested = [nested] * 6
    fields = {"rules": "classic4", "hands": ["3", "4", "5", "6"]}
    for more in ({"call": nested, "table": nested}, {f"{i}" * 80: i for i in range(10_000)}):
        with pytest.raises(fk.PositionError) as caught:
            fk.Position.from_dict(fields | more)
        assert len(str(caught.value)) < 1500
    with pytest.raises(fk.RulesError) as refused:
        fk.rules("flush1", straight_flush=nested)
    assert len(str(refused.value)) < 300
    with pytest.raises(fk.PositionError) as caught:
        fk.Position.parse("classic4 3/4/5/- 0 - 0 0,0,0,0 " + ",".join("3" * 10_000))
    assert len(str(caught.value)) < 300


class Meddling(str):
    """A text that plays a move of its own while it is being read."""

    position: fk.Position

    def rpartition(self, sep: str) -> tuple[str, str, str]:
        self.position.push("6s")
        return super().rpartition(sep)


def test_a_hand_that_ends_while_a_move_is_read() -> None:
    """Another thread can do what the text does here."""
    pos = fk.Position.parse("classic4 -/4s/6s/8s 2 - 0 0,0,0,0 0")
    text = Meddling("6s")
    text.position = pos
    with pytest.raises(fk.IllegalMoveError) as caught:
        pos.push(text)
    assert caught.value.reason is fk.Reason.HAND_OVER
    assert pos.is_over
    assert pos.pop() == fk.rules("classic4").move("6s")


def test_a_move_made_while_it_is_read_again() -> None:
    pos = fk.Position.parse("classic4 6s6h/4s5s/6c/8s 0")
    text = Meddling("6s")
    text.position = pos
    with pytest.raises(fk.IllegalMoveError):
        pos.push(text)
    assert str(pos) == "classic4 6h/4s5s/6c/8s 1 0:single:6s"


def test_a_table_is_made_once() -> None:
    table = fk.rules("classic4").table
    keywords = table.__reduce__()[1][0]
    with pytest.raises(TypeError):
        table.__init__(**keywords | {"seats": 3})  # type: ignore[misc]
    assert fk.rules("classic4").deal(1).hands[3]
    assert isinstance(Table(**keywords), Table)


@pytest.mark.parametrize(
    "look",
    [
        lambda pos: fk.Position.parse(str(pos)),
        lambda pos: fk.Position.from_dict(pos.to_dict()),
        lambda pos: fk.solve(pos, "first", 0),
        lambda pos: fk.perft(pos, 4, threads=2),
        lambda pos: fk.divide(pos, 2),
        lambda pos: fk.playouts(pos, 3),
    ],
    ids=["text", "dict", "solve", "perft", "divide", "playouts"],
)
def test_a_shared_position_is_seen_at_one_moment(look: object) -> None:
    """While one thread plays to and fro, another finds whole positions and values of them."""
    pos = fk.Position.parse("classic4 3h4s5s5h/6c6d/7h9c/2sAh 0")
    stop = threading.Event()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def play() -> None:
        while not stop.is_set():
            for move in ("4s", "6c", "9c", "2s", "-"):
                pos.push(move)
            for _ in range(5):
                pos.pop()

    player = threading.Thread(target=play)
    player.start()
    try:
        for _ in range(40):
            look(pos)  # type: ignore[operator]
    finally:
        stop.set()
        player.join()
        sys.setswitchinterval(interval)
