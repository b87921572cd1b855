"""The Chinese of `fiftyk engine`."""

TEXTS = {
    "Answer requests of other programs: one JSON object a line in, one a line out.": (
        "回答其他程序的请求：每行读入一个 JSON 对象，每行写出一个。"
    ),
    (
        "Requests have an id and a cmd: version, legal, identify, beats, apply, solve, perft, "
        "choose, stop, quit. Answers have the id, and come when they are ready. The end of input "
        "ends the engine once all is answered."
    ): (
        "请求有 id 和 cmd：version、legal、identify、beats、apply、solve、perft、"
        "choose、stop、quit。"
        "回答带有 id，哪个先好就先写哪个。输入结束后，全部回答完毕引擎才结束。"
    ),
    "How many requests are worked on at once.": "同时处理多少个请求。",
    "Write the JSON Schema and exit.": "写出 JSON Schema 后退出。",
    "Log every request on standard error.": "在标准错误上记录每个请求。",
    "there is no standard input, or no standard output": "没有标准输入，或没有标准输出",
}
