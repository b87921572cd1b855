"""The Chinese of `fiftyk arena`."""

TEXTS = {
    "Let BOTs play duplicate deals against one another: every two the same deals, both ways.": (
        "让几个机器人 BOT 打复式牌局：每两个打同样的牌，两边互换。"
    ),
    (
        "A BOT is a name such as greedy or determinized[playouts=200], a module:Class of yours, "
        "or a command that speaks the engine protocol. Payoffs, margins and wins are means for a "
        "seat, with their 95% intervals; ratings are in Elo points about the mean of the bots."
    ): (
        "BOT 是名字，如 greedy 或 determinized[playouts=200]；或你自己的 模块:类；"
        "或会引擎协议的命令。"
        "输赢、分差、胜率是每个座位的平均值，带 95% 区间；等级分按 Elo 计，以各机器人的平均为零。"
    ),
    (
        "A bot that plays what is not legal, crashes or takes too long forfeits the hand: that is "
        "told on standard error, and the arena goes on. The same seed gives the same result, "
        "whatever -j."
    ): (
        "出牌不合规则、崩溃或超时的机器人这一局判负：写到标准错误，比赛照常继续。"
        "种子相同则结果相同，与 -j 无关。"
    ),
    "The rule set, with options in brackets if any.": "规则，选项写在方括号里。",
    "How many deals; each is played several times, with the bots in other places.": (
        "发几副牌；每副打几遍，机器人互换座位。"
    ),
    "What is dealt and drawn follows from it; 0 where none is given.": (
        "发牌和抽取都由它决定；不写为 0。"
    ),
    "How many processes play at once.": "同时用几个进程打。",
    "The time for a decision; who takes longer forfeits the hand.": (
        "每次决定的时间（秒）；超时这一局判负。"
    ),
    "Write every hand to this file, as a record.": "每一局写成牌谱，存入此文件。",
    "an arena needs two bots at least": "至少要两个机器人",
    "there is no program {program}; the bots are {bots}": "没有程序 {program}；机器人有：{bots}",
    "there is no bot {name} (known: {known})": "没有机器人 {name}（已有：{known}）",
    "the bot {name} has no option {option}": "机器人 {name} 没有选项 {option}",
    "there is no bot {name}: {message}": "没有机器人 {name}：{message}",
    "deal {deal}: {name} at seat {seat} forfeits, {reason}: {message}": (
        "第 {deal} 副牌：{seat}号座的 {name} 判负，{reason}：{message}"
    ),
    "illegal decision": "不合规则",
    "crash": "崩溃",
    "too slow": "超时",
    "{rules}: {deals}, {hands}, seed {seed}": "{rules}：{deals}，{hands}，种子 {seed}",
    "{count} deal": "{count} 副牌",
    "{count} hand": "{count} 局",
    "bot": "机器人",
    "hands": "局数",
    "wins": "胜率",
    "rating": "等级分",
    "forfeited": "判负",
    "against": "对手",
    "difference of payoffs": "输赢之差",
    "better": "较好",
    "equal": "相同",
    "worse": "较差",
}
