"""The Chinese of `fiftyk moves`."""

TEXTS = {
    "List the legal moves of a POSITION.": "列出牌局 POSITION 中所有合法的出法。",
    (
        "Without --faces one play stands for all that differ only in suits that no longer matter."
    ): "不加 --faces 时，只有无关花色不同的出法合为一种。",
    "Show this kind only.": "只列这一种牌型。",
}
