"""The Chinese of `fiftyk compose`."""

TEXTS = {
    "Search for puzzles under RULES: small endings in which one move alone is best.": (
        "在规则 RULES 下寻找残局题：只有一种最佳出法的小残局。"
    ),
    (
        "They are written in the format of the library, which fiftyk puzzle --from reads. "
        "The same seed finds the same puzzles. Where the tries run out before all are found the "
        "exit status is 3."
    ): (
        "按自带题库的格式写出，fiftyk puzzle --from 可以读。种子相同，找到的题也相同。"
        "次数用完还没有找够时，退出状态为 3。"
    ),
    "Look for this theme; may be given several times, for any of them.": (
        "寻找这个主题；可以给几次，有其中一个即可。"
    ),
    "How many to find.": "找几道。",
    "The seed of the search; without it one is drawn and told on standard error.": (
        "搜索的种子；不给则随机抽取，写到标准错误。"
    ),
    "Give up after so many random endings, 10000 where nothing else is said.": (
        "试过这么多随机残局后放弃，默认 10000。"
    ),
    "The most cards a seat begins with, 5 where nothing else is said.": (
        "每座开始时最多几张牌，默认 5。"
    ),
    "How much worse every other move is; by default 20 points, and elsewhere 1.": (
        "其他出法至少差多少；按分算默认 20 分，其余为 1。"
    ),
    "How many processes search together; they find the same.": ("用几个进程一起找；找到的题相同。"),
    "Write the puzzles into this file; - for standard output, as without it.": (
        "把题写到这个文件；- 为标准输出，与不给相同。"
    ),
    "Write a JSON object for each puzzle.": "为每道题写一个 JSON 对象。",
    "only one of --json and --output": "--json 和 --output 只能用一个",
    "search": "搜索",
    "{count} try": "试了 {count} 次",
    "{count} puzzle": "{count} 道题",
    "{name} cannot be {value}: {range}": "{name} 不能是 {value}：{range}",
    "1 or more": "1 以上",
    "from 1 to {most}": "1 至 {most}",
    "puzzles of {rules} cannot ask for it": "{rules} 的题不能问它",
}
