"""The Chinese of `fiftyk analyse`."""

TEXTS = {
    "Tell what each move of the hands of a FILE of records cost the side that made it.": (
        "说明牌谱文件 FILE 中每一手牌使本方损失多少。"
    ),
    (
        "A hand is solved from its end backwards, each position within the limits, by default "
        "200,000 nodes. Moves before the first position that is not proved are left out, or have "
        "bounds in --json, and the exit status is 3."
    ): (
        "每局从最后一手往前解，每个局面不超过限额，默认 200,000 个节点。"
        "未能证明的局面之前的着法不列出，在 --json 中给出上下界，退出状态为 3。"
    ),
    "Also write what was found as one page of HTML; - for standard output.": (
        "另把结果写成一个 HTML 页面；- 为标准输出。"
    ),
    "only one of --html and --json can have standard output": (
        "--html 和 --json 只能有一个写到标准输出"
    ),
    "{rules}: what the moves cost in {objective}": "{rules}：各手的损失（{objective}）",
    "{rules}: no move is proved in {objective}, a limit ran out": (
        "{rules}：没有一手得到证明（{objective}），限额已用完"
    ),
    "{rules}: what the moves cost in {objective}, proved from move {number} of {count}": (
        "{rules}：各手的损失（{objective}），共 {count} 手，从第 {number} 手起得到证明"
    ),
    "before": "之前",
    "after": "之后",
    "costliest": "损失最大",
}
