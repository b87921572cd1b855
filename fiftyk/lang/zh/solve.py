"""The Chinese of `fiftyk solve`."""

TEXTS = {
    (
        "Solve a POSITION: its exact value with all hands seen, the value of every move, "
        "a best line."
    ): "解牌局 POSITION：明牌下的确切值、每种出法的值、一条最佳着法。",
    (
        "Where a limit runs out the value lies between the bounds told, and the exit status is 3."
    ): "限额用完时，值在所说的上下界之间，退出状态为 3。",
    (
        "What is counted; by default score in classic3, payoff in laizi and wuhan, else margin."
    ): "计算什么；默认 classic3 为 score，laizi 和 wuhan 为 payoff，其余为 margin。",
    "Whose value it is; by default on turn.": "从哪个座位看；默认为轮到的座位。",
    "Values of all moves, or only best.": "算出每种出法的值，或只算最佳的。",
    "Stop after so many nodes.": "搜索这么多节点后停止。",
    "Stop after this time.": "到这个时间（秒）停止。",
    "How many search together.": "用几个线程一起搜索。",
    "Use no more memory.": "内存不超过这么多。",
    "Work on the cluster of a Dask scheduler, such as tcp://10.0.0.1:8786.": (
        "在 Dask 调度器的集群上求解，如 tcp://10.0.0.1:8786。"
    ),
    "no scheduler answers at {address}": "{address} 没有调度器回应",
    "worker {worker} has fiftyk {theirs}, and here is {mine}": (
        "工作机 {worker} 上的 fiftyk 是 {theirs}，这里是 {mine}"
    ),
    "the cluster gave it up: {error}": "集群放弃了它：{error}",
    "Also write the solutions as one page of HTML; - for standard output.": (
        "另把解写成一个 HTML 页面；- 为标准输出。"
    ),
    "Also draw the solutions, as one SVG image; - for standard output.": (
        "另把解画成一幅 SVG 图；- 为标准输出。"
    ),
    "only one of --html, --svg and --json can have standard output": (
        "--html、--svg 和 --json 只能有一个写到标准输出"
    ),
    "Objectives:": "目标：",
    "margin  the final score of the seat's side less the other side's": (
        "margin  分差：本方最后得分减对方得分"
    ),
    "score   the seat's own final score (classic3)": "score   得分：本座最后得分（classic3）",
    "payoff  what the seat or its side is paid": "payoff  积分：本座或本方的输赢",
    "win     1 won, 0 level, -1 lost": "win     胜负：胜 1，平 0，负 -1",
    "first   1 if the seat's side has the first seat out, else -1": (
        "first   头游：本方先有人出完为 1，否则为 -1"
    ),
    "{rules}: {objective} for seat {seat} is {value}": (
        "{rules}：{seat}号座的{objective}为 {value}"
    ),
    "{seconds} s": "{seconds} 秒",
    "{bounds}, a limit ran out": "{bounds}，限额已用完",
    "between {lower} and {upper}": "{lower} 到 {upper} 之间",
    "{lower} to {upper}": "{lower} 至 {upper}",
    "best: {moves}": "最佳：{moves}",
    "best line:": "最佳着法：",
    "How the others play: joined, or (classic3) each for its own score.": (
        "其他各家如何出牌：联手（minimax），或（classic3）各为自己的得分（selfish）。"
    ),
    "{rules}: each seat for itself, the scores are {scores}": (
        "{rules}：各家各为自己，得分为 {scores}"
    ),
    "refutation:": "反驳着法：",
    "With --at-least one question is asked, with --explain what a move costs.": (
        "--at-least 只问一个问题；--explain 说明一手牌损失多少。"
    ),
    "Ask only whether the value is N or more: faster.": "只问值是否不小于 N：更快。",
    "Tell what a move costs, and how it is refuted.": "说明一手牌损失多少，如何被反驳。",
    "{rules}: {objective} for seat {seat} is {value} or more": (
        "{rules}：{seat}号座的{objective}不小于 {value}"
    ),
    "{rules}: {objective} for seat {seat} is less than {value}": (
        "{rules}：{seat}号座的{objective}小于 {value}"
    ),
    "{rules}: {objective} for seat {seat} is {bounds}, not proved to be {value} or more": (
        "{rules}：{seat}号座的{objective}在{bounds}，未能证明不小于 {value}"
    ),
    "a line that proves it:": "证明着法：",
    "{rules}: {move} costs nothing: {objective} for seat {seat} stays {before}": (
        "{rules}：{move} 没有损失：{seat}号座的{objective}仍为 {before}"
    ),
    "{rules}: {move} costs seat {seat} {cost}: {objective} {before} before, {after} after": (
        "{rules}：{move} 使{seat}号座损失 {cost}：{objective}之前为 {before}，之后为 {after}"
    ),
    "Add the answers as JSON to a file, but for those that it has from an earlier run.": (
        "把答案以 JSON 追加到文件；上次运行已有的答案不再计算。"
    ),
    "--resume does not go with --html, --svg or --json": (
        "--resume 不能与 --html、--svg 或 --json 同用"
    ),
    "{path}, line {number}: no answer of an earlier run": (
        "{path} 第 {number} 行：不是以前运行的答案"
    ),
    "--explain does not go with {name}": "--explain 不能与 {name} 同用",
    "seats and their moves": "座位与出牌",
}
