"""The Chinese of `fiftyk bench`."""

TEXTS = {
    "Count and solve a fixed corpus: what it comes to, and how fast.": (
        "对一套固定的牌局计数和求解：结果多少，速度多快。"
    ),
    (
        "For every rule set, sequences of moves are counted (perft) from full deals, clumpy deals, "
        "hands half played, and deals rich in jokers, airplanes and bombs, and small endings are "
        "solved. All positions are made from seeds. One processor is used, for some seconds."
    ): (
        "对每种规则，从整副发牌、成堆的牌、打到一半的牌以及多王、多三顺、多炸弹的牌数出变化"
        "（perft），并解小残局。牌局都由种子生成。用一个处理器，需要几秒钟。"
    ),
    (
        "The SIGNATURE, sequences counted and nodes searched, is the functional fingerprint of the "
        "program: it is the same on every machine and in every run. A change that is meant to make "
        "the program faster, and nothing else, leaves it as it is. Other sequences: the rules, the "
        "deals or the legal moves have changed. Other nodes: so has the search, or the order of "
        "the moves. The tests compare what --signature writes with tests/signature.txt."
    ): (
        "签名（变化数和搜索的节点数）是程序功能的指纹：在任何机器上、任何一次运行都相同。"
        "只为提速的改动不会改变它。变化数不同，说明规则、发牌或合法出法变了；节点数不同，"
        "说明搜索或出法的次序变了。测试把 --signature 的输出与 tests/signature.txt 比较。"
    ),
    "Rates are by processor time; the last row is the geometric mean over the rule sets.": (
        "速度按处理器时间计；最后一行是各规则的几何平均。"
    ),
    "Write the counts alone, without times.": "只写数目，不写时间。",
    "Write one JSON object.": "写出一个 JSON 对象。",
    "--signature and --json do not go together": "--signature 和 --json 不能同用",
    "solver nodes": "求解节点",
    "a second": "每秒",
    "total": "合计",
    "geometric mean": "几何平均",
    "signature {signature}": "签名 {signature}",
}
