"""The Chinese of `fiftyk replay` and `fiftyk convert`."""

TEXTS = {
    "Show the hands of a FILE of records: the deal, the call, every trick, and the result.": (
        "逐墩显示文件 FILE 中的牌谱：发牌、叫牌、每一墩和结果。"
    ),
    (
        "Records are text in the manner of PBN or JSON Lines; - is standard input. What cannot be "
        "read is reported, and the rest shown."
    ): "牌谱是 PBN 式的文字或 JSON Lines；- 表示标准输入。读不了的会指出，其余照常显示。",
    "Show the N-th hand alone.": "只显示第 N 局。",
    "Write one JSON object for each hand.": "每局写一个 JSON 对象。",
    "hand {number}": "第 {number} 局",
    "there is no hand {number}": "没有第 {number} 局",
    "name": "名字",
    "taken by": "收墩",
    "comment": "注释",
    "seat {seat} has to decide before the play": "出牌之前轮到{seat}号座决定",
    # Converting.
    "Write the records of IN to OUT, as text or as JSON Lines; - is a standard stream.": (
        "把 IN 中的牌谱写到 OUT，写成文字或 JSON Lines；- 表示标准输入输出。"
    ),
    (
        "Records that cannot be read are reported and left out. OUT takes its name when all is "
        "written, so it may be IN."
    ): "读不了的牌谱会指出并略去。全部写完后文件才叫 OUT，所以 OUT 也可以是 IN。",
    "The form to write; else by the name of OUT, JSON Lines for .json and .jsonl.": (
        "写成什么形式；不写则看 OUT 的名字，.json 和 .jsonl 是 JSON Lines。"
    ),
    # Saving.
    "Append every hand to this file, as a record.": "每局都作为牌谱添到这个文件的末尾。",
}
