"""The Chinese of `fiftyk identify`."""

TEXTS = {
    "Say which combinations CARDS are under RULES: every reading, the longest chain first.": (
        "按规则 RULES 说出牌 CARDS 是什么牌型：列出每种读法，最长的连牌在前。"
    ),
    "no combination": "不成牌型",
    "{bomb} of {n} cards": "{n} 张的{bomb}",
    "{kind}, {n} in a row": "{kind}，{n} 连",
    "{play}, rank {rank}": "{play}，点数 {rank}",
}
