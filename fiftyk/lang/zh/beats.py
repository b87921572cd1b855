"""The Chinese of `fiftyk beats`."""

TEXTS = {
    "Say yes or no: whether PLAY beats the play OVER under RULES.": (
        "按规则 RULES 说出牌 PLAY 能不能压住 OVER，答“能”或“不能”。"
    ),
    (
        "A play is its cards, with the kind before a colon where they have several readings. The "
        "exit status is 0 whichever way the answer goes."
    ): "出牌写成一组牌；有多种读法时，前面写牌型和冒号。无论回答如何，退出状态都是 0。",
    "yes": "能",
    "no": "不能",
}
