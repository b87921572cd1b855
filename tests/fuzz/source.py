"""Decisions read from bytes: what turns the input of a fuzzer into texts, values and calls."""

from collections.abc import Sequence
from typing import Any, TypeVar

import fiftyk as fk
from fiftyk import dealing

T = TypeVar("T")

NUMBERS = (0, 1, 2, 3, 4, 5, 7, 10, 13, 55, 100, 200, 255, 256, 432, 433, 2**15, 2**31, 2**32)
HUGE = (2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**18, 10**30, 10**5000)
HOUSES = (
    "flush1[two_low_straight=false]",
    "flush2[straight_flush=beats_straights,lead_after_out=next]",
    "laizi[natural_bomb=higher,bomb_stakes=off]",
    "wuhan[natural_bomb=higher]",
    "honghe[jokers=high]",
)
RULES = [fk.rules(name) for name in (*fk.rule_sets(), *HOUSES)]
PACKS = {rules: dealing.pack(rules) for rules in RULES}


class Source:
    """Reads one decision after another from bytes; when they are used up, every answer is 0."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def below(self, limit: int) -> int:
        return (self.byte() << 8 | self.byte() if limit > 256 else self.byte()) % limit

    def flag(self) -> bool:
        return bool(self.byte() & 1)

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def number(self) -> int:
        """A number that may be a limit of something, one beside it, or far out."""
        what = self.below(8)
        if what < 3:
            return self.below(16)
        if what < 6:
            return self.pick(NUMBERS) + self.below(3) - 1
        return -self.pick(NUMBERS) if what == 6 else self.pick((-1, 1)) * self.pick(HUGE)

    def text(self, most: int = 255) -> str:
        length = min(self.byte(), most)
        raw = self.data[self.at : self.at + length]
        self.at += len(raw)
        return as_text(raw)

    def rest(self) -> str:
        return as_text(self.data[self.at :])

    def value(self, depth: int = 3) -> Any:
        """A value of any of the kinds that JSON and Python programs hold."""
        makers = [
            lambda: None,
            self.flag,
            self.number,
            self.text,
            lambda: self.pick((0.0, 1.5, float("nan"), float("inf"), -1e300)),
            lambda: self.text().encode(errors="replace"),
            lambda: fk.Call(self.number(), self.text(4), self.number(), self.flag()),
            lambda: fk.Solo(self.number(), self.flag()),
            lambda: self.pick(RULES),
            lambda: fk.PASS,
            object,
            lambda: [self.value(depth - 1) for _ in range(self.below(5))],
            lambda: tuple(self.value(depth - 1) for _ in range(self.below(4))),
            lambda: {self.text(12): self.value(depth - 1) for _ in range(self.below(4))},
        ]
        return self.pick(makers if depth else makers[:-3])()

    def hands(self, rules: fk.RuleSet, most: int) -> list[list[int]]:
        pack = PACKS[rules].copy()
        return [
            [self._bare(pack.pop(self.byte() % len(pack))) for _ in range(self.below(most + 1))]
            for _ in range(rules.seats)
        ]

    def _bare(self, code: int) -> int:
        """Now and then a card without its suit."""
        return 64 + code // 4 if code < 64 and self.byte() >= 224 else code

    def position(self) -> fk.Position | None:
        """A position that may be, in any rule set; None where the bytes make none."""
        rules = self.pick(RULES)
        if self.byte() < 48:
            return rules.deal(self.below(1 << 16))
        hands = self.hands(rules, self.pick((2, 4, 6, 9)))
        out = [seat for seat, hand in enumerate(hands) if not hand]
        call: fk.Call | fk.Solo | None = None
        if rules.sides == "called":
            face = fk.Position.parse("classic4 3s/4s/5s/6s").hands[0]
            partner = self.below(4)
            suited = [code for code in hands[partner] if rules.may_call(code)]
            if suited:
                face = dealing.write_face(self.pick(suited))
            call = fk.Call(self.below(4), face, partner, self.flag())
            if self.byte() < 64:
                call = fk.Solo(self.below(4), self.flag())
        captured = [5 * self.below(9) for _ in range(rules.seats)]
        try:
            return fk.Position(
                rules, hands, self.below(rules.seats), captured=captured, out=out, call=call
            )
        except fk.PositionError:
            return None


def as_text(raw: bytes) -> str:
    """Text as it comes from anywhere, lone surrogates included."""
    return raw.decode("utf-8", "surrogateescape")
