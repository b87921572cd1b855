"""The Chinese of `fiftyk perft`."""

TEXTS = {
    "Count the sequences of exactly DEPTH moves from a POSITION.": (
        "数出从牌局 POSITION 起恰好 DEPTH 手的变化有多少种。"
    ),
    "Plays and passes are moves; a sequence that ends the hand earlier does not count.": (
        "出牌和不出都算一手；提前结束的变化不计。"
    ),
    "Tell the counts of all first moves apart.": "按第一手分别计数。",
    "Count the moves of the last ply, or make each of them.": "最后一步的走法只计数，或逐一走出。",
    "How many threads share it.": "用几个线程分担。",
    "Keep counts of positions in a table of so many MB a thread.": (
        "把算过的牌局记在表里，每个线程用这么多 MB。"
    ),
    "sequences": "变化数",
    "{sequences} of {moves} ({seconds} s)": "{sequences}，每种 {moves}（{seconds} 秒）",
}
