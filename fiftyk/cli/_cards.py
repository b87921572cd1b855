"""Cards as they are shown to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

_SUIT_STYLES = {"h": "red", "d": "red"}


def hand_text(cards: Sequence[str]) -> Text:
    """Set the cards with two blanks between ranks, red suits in red."""
    from rich.text import Text

    text = Text()
    for card, before in zip(cards, ["", *cards], strict=False):
        gap = "" if not before else " " if card[0] == before[0] else "  "
        text.append(gap)
        text.append(card, style=_SUIT_STYLES.get(card[1:], ""))
    return text
