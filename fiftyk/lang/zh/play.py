"""The Chinese of `fiftyk play`."""

TEXTS = {
    "Play a hand under RULES, or a match, against bots.": (
        "按规则 RULES 与机器人打一局，或打连打场。"
    ),
    (
        "When it is your turn the table is shown, and you type what you decide: cards such as 4s4h "
        "or 44, - to pass, a face to call, y or n for an open solo. Other lines: ? for the legal "
        "plays by kind, u to take back to your last decision, h for help, q to leave."
    ): (
        "轮到你时显示牌桌，输入你的决定：牌如 4s4h 或 44，- 不出，叫牌输入一张牌，明吼输入 y 或 n。"
        "其他：? 按牌型列出能出的牌，u 悔到你上一次决定，h 帮助，q 离开。"
    ),
    "The seed of the deal; without it one is drawn.": "发牌的种子；不写则随机抽取。",
    "Your seat.": "你的座位。",
    "Who plays the other seats: one bot for all, or one for each in turn order after yours.": (
        "其他座位由谁打：写一个机器人则都用它，或从你的下家起依次各写一个。"
    ),
    "Play a match, not a single hand.": "打连打场，不只打一局。",
    "The total that ends a match; 500 where none is given, in laizi and wuhan none.": (
        "连打场到多少分结束；不写为 500，laizi 和 wuhan 不写则不限。"
    ),
    "Write a JSON object for everything that happens, for programs that play.": (
        "每件事写一个 JSON 对象，供程序打牌用。"
    ),
    "{rules} has no seat {seat}": "{rules} 没有{seat}号座",
    "--bot is given once, or {times} times": "--bot 写一次，或写 {times} 次",
    "--target is for a --match": "--target 只用于 --match",
    # What is asked.
    "{rules}, hand {number}, seed {seed}": "{rules}，第 {number} 局，种子 {seed}",
    "cards such as 4s4h or 44 play, - passes, ? shows what is legal": (
        "输入牌如 4s4h 或 44 即出牌，- 不出，? 列出能出的牌"
    ),
    "? and a kind shows all plays of that kind": "? 加牌型列出该牌型的所有出法",
    "no legal play is a {kind}": "没有能出的{kind}",
    "u takes back, h shows this again, q leaves": "u 悔牌，h 再看这段说明，q 离开",
    "Do you announce an open solo? y or n": "你明吼吗？y 或 n",
    "Which card do you call? {faces}": "你叫哪张牌？{faces}",
    "You lead.": "你先出牌。",
    "You cannot beat the {move} of seat {seat}.": "你压不过{seat}号座的{move}。",
    "Beat the {move} of seat {seat}, or pass.": "压{seat}号座的{move}，或不出。",
    "You have left the table.": "你已离开牌桌。",
    # What happens.
    "seat {seat} called {face}": "{seat}号座叫了 {face}",
    "seat {seat} calls {face}": "{seat}号座叫 {face}",
    "seat {seat} plays alone": "{seat}号座一打三",
    "seat {seat} plays no solo": "{seat}号座不吼",
    "seat {seat}: {move}": "{seat}号座：{move}",
    "seat {seat} is the partner of seat {other}": "{seat}号座是{other}号座的对家",
    "seat {seat} is out": "{seat}号座出完了",
    "seat {seat} takes {points} points": "{seat}号座收 {points} 分",
    "taken back to your last decision": "已悔到你上一次决定",
    "there is nothing to take back": "没有可悔的",
    # Roles, as the player knows them.
    "you": "你",
    "with you": "同你一方",
    "against you": "对方",
    "not known": "未知",
    "caller": "庄家",
    # The end.
    "match after {hands}: {totals}": "{hands} 局之后：{totals}",
    # Why a decision cannot be made.
    "{move}: may not be called by this hand": "{move}：不能叫这张牌",
    "{move}: no answer to what is asked ({detail})": "{move}：答非所问（{detail}）",
    "a face to call is asked for": "请叫一张牌",
    "{solo} announces an open solo, {no} does not": "{solo} 明吼，{no} 不吼",
}
