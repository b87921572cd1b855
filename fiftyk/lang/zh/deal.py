"""The Chinese of `fiftyk deal`."""

TEXTS = {
    "Deal hands under RULES and write each as a position on one line.": (
        "按规则 RULES 发牌，每副写成一行牌局。"
    ),
    (
        "A seed gives the same deal on every platform and in every version. In laizi and wuhan the "
        "caller and the call are drawn too."
    ): "同一个种子在任何平台、任何版本都发同样的牌。laizi 和 wuhan 也一并抽定庄家和叫牌。",
    "The seed of the first deal; without it one is drawn and told on standard error.": (
        "第一副牌的种子；不写则随机抽取，并在标准错误上说明。"
    ),
    "How many deals, each with the next seed.": "发几副牌，种子依次加一。",
    "seed {seed}": "种子 {seed}",
    "the last deal would need a seed of more than 64 bits": "最后一副牌的种子会超过 64 位",
}
