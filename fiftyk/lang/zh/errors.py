"""Messages of errors, which `retell` finds by their sentence."""

TEXTS = {
    # Where, and what was expected there.
    "column {column}": "第 {column} 列",
    "{field}, column {column}": "{field}，第 {column} 列",
    "{where}: expected {wanted}, found {found} in {text}": (
        "{where}：应为{wanted}，却是 {found}，见 {text}"
    ),
    "{where}: expected {wanted}, found the end of {text}": (
        "{where}：应为{wanted}，文字却到头了，见 {text}"
    ),
    "{where}: expected {wanted}, found {found}": "{where}：应为{wanted}，却是 {found}",
    "{where}: missing, expected {wanted}": "{where}：缺少，应为{wanted}",
    # Cards.
    "a card": "牌",
    "a card (a ten is T or 10)": "牌（十写作 T 或 10）",
    "a card (this is {name}, which only looks like {char})": (
        "牌（这是 {name}，只是看起来像 {char}）"
    ),
    "a card (this is {name})": "牌（这是 {name}）",
    "a card that {rules} has": " {rules} 中有的牌",
    "no more of this card than {rules} has": "不多于 {rules} 中所有的这张牌",
    "no more of {card} than the packs have": "不多于牌副中所有的 {card}",
    "one card": "一张牌",
    "one card only": "只有一张牌",
    "a face code": "牌的编号",
    "a face code (4 to 55, 64 to 79)": "牌的编号（4 至 55，64 至 79）",
    "a rank right before this suit (the first card has its suit last)": (
        "紧接在花色之前的点数（第一张牌的花色写在后面）"
    ),
    "a rank right after this suit (the first card has its suit first)": (
        "紧接在花色之后的点数（第一张牌的花色写在前面）"
    ),
    "a rank right before or after this suit": "紧挨着花色的点数",
    # Fields of a position.
    "the name of a rule set": "规则的名字",
    "the cards of each seat": "各座的手牌",
    "the seat on turn": "轮到的座位",
    "the seat, kind and cards of a play, as in 3:pair:4s4h": (
        "上一手的座位、牌型和牌，如 3:pair:4s4h"
    ),
    "the points on the table": "桌面的分",
    "the captured points of each seat, as in 0,10,0,5": "各座已收的分，如 0,10,0,5",
    "the seats that are out, as in 2,0": "已出完的座位，如 2,0",
    "caller, face and partner, as in 0Ad>2, or a soloist, as in solo1": (
        "庄家、所叫的牌和朋友，如 0Ad>2，或独打的座位，如 solo1"
    ),
    "a multiplier, as in x8": "番数，如 x8",
    "a play with seat, kind and cards": "一手牌，有 seat、kind、cards",
    "a kind": "牌型",
    "a call with caller, face, partner, known, or a solo with soloist, open": (
        "叫牌，有 caller、face、partner、known，或独打，有 soloist、open"
    ),
    "one face": "一张牌",
    "cards": "牌",
    "true or false": "true 或 false",
    "{key}: no field of a position; the fields are {fields}": (
        "{key}：牌局没有这一项；各项为 {fields}"
    ),
    "{where}: {word} is a field too many": "{where}：{word} 是多出的一项",
    "{where}: expected n {n} for {move}, found {found}": (
        "{where}：{move} 的 n 应为 {n}，却是 {found}"
    ),
    "no JSON: {message} (column {column})": "不是 JSON：{message}（第 {column} 列）",
    "no position: a number of too many digits": "不是牌局：数字位数太多",
    "no position: JSON nested too deeply": "不是牌局：JSON 嵌套太深",
    "no position: longer than {count} bytes": "不是牌局：长于 {count} 字节",
    "no text: {byte} is not UTF-8": "不是文字：{byte} 不是 UTF-8",
    "byte {byte} at {place}": "第 {place} 个字节 {byte}",
    # What cannot be together.
    "{rules} has no {cards}": "{rules} 中没有 {cards}",
    "more {cards} than the packs have": "{cards} 比牌副中的还多",
    "{count} cards, and {rules} has {size}": "有 {count} 张牌，而 {rules} 只有 {size} 张",
    "seat {seat} holds {count} cards; at most {most} are dealt": (
        "{seat}号座有 {count} 张牌，最多发 {most} 张"
    ),
    "{rules} has no call": "{rules} 没有叫牌",
    "there is no seat {seat} to play solo": "没有{seat}号座可以独打",
    "{rules} needs a call: {forms}": "{rules} 要有叫牌：{forms}",
    "caller {caller} and partner {partner} are not two seats": (
        "庄家 {caller} 和朋友 {partner} 不是两个座位"
    ),
    "{face} may not be called in {rules}": "{rules} 中不可以叫 {face}",
    "partner {seat} is not known and does not hold {face} with its suit": (
        "暗朋友 {seat} 手里没有带花色的 {face}"
    ),
    "seats without cards are {empty}, seats out {out}": (
        "没有牌的座位是 {empty}，已出完的座位是 {out}"
    ),
    "none": "无",
    "nobody holds cards": "谁手里都没有牌",
    "{points} points cannot be on the table": "桌面不可能有 {points} 分",
    "captured points of {count} seats; {rules} has {seats}": (
        "已收分有 {count} 个座位，而 {rules} 有 {seats} 个"
    ),
    "{points} cannot be captured: points are multiples of 5 up to {most}": (
        "不可能收 {points}：分是 5 的倍数，最多 {most}"
    ),
    "{held} points in hands, {table} on the table, {captured} captured: more than {most}": (
        "手中 {held} 分，桌面 {table} 分，已收 {captured} 分：超过 {most} 分"
    ),
    "there is no seat {seat} that made the last play": "没有{seat}号座出上一手牌",
    "seat {seat} made the last play and cannot be on turn": (
        "上一手是{seat}号座出的，不可能又轮到它"
    ),
    "the last play is no {kind}: {cards}": "上一手牌不是 {kind}：{cards}",
    "no cards": "没有牌",
    "the last play has {points} points, the table {table}": (
        "上一手牌有 {points} 分，而桌面只有 {table} 分"
    ),
    "there is no seat {seat} to be on turn": "没有{seat}号座可以轮到",
    "seat {seat} is on turn and holds no cards": "轮到{seat}号座，它却没有牌",
    "nobody is on turn, and the hand is not over": "没有轮到谁，而本局还没有结束",
    "the hand is over, and there is a last play or points on the table": (
        "本局已结束，却还有上一手牌或桌面分"
    ),
    "the hand is over: nobody is on turn": "本局已结束：不该轮到谁",
    "{count} hands; {rules} has {seats}": "有 {count} 家手牌，而 {rules} 有 {seats} 家",
    "the multiplier cannot be {n} here": "番数在此不可能是 {n}",
    "{points} points on the table without a last play": "没有上一手牌，桌面却有 {points} 分",
    # Moves.
    "{move}: not in hand": "{move}：手里没有",
    "{move}: no combination": "{move}：不成牌型",
    "{move}: no combination ({detail})": "{move}：不成牌型（{detail}）",
    "{move}: more than one reading, name the kind ({detail})": (
        "{move}：有多种读法，请写明牌型（{detail}）"
    ),
    "{move}: does not beat the last play": "{move}：压不住上一手牌",
    "{move}: must lead: a pass is not allowed": "{move}：轮到先出，不可以不出",
    "{move}: the hand is over": "{move}：本局已结束",
    "the kinds are {kinds}": "牌型有 {kinds}",
    "the readings are {kinds}": "读法有 {kinds}",
    "these cards are {kinds}": "这些牌是 {kinds}",
    # Rules.
    "there is no rule set {name} (known: {known})": "没有规则 {name}（已有：{known}）",
    "{text} is no rule set: expected {wanted} (known: {known})": (
        "{text} 不是规则：应为{wanted}（已有：{known}）"
    ),
    "a name, or a name and options in brackets": "名字，或名字加方括号里的选项",
    "the option {option} is given twice": "选项 {option} 写了两次",
    "{rules} has no option {option}": "{rules} 没有选项 {option}",
    "{rules} has no option {option} (known: {known})": "{rules} 没有选项 {option}（已有：{known}）",
    "the option {option} has no value {value} (known: {known})": (
        "选项 {option} 没有值 {value}（已有：{known}）"
    ),
    # What is asked.
    "objective {objective}: {detail}": "目标 {objective}：{detail}",
    "the objectives are {known}": "目标有 {known}",
    "there is no seat {seat} in {rules}": "{rules} 中没有{seat}号座",
    "this Solver is at work: it answers one question at a time": (
        "这个 Solver 正在工作：一次只能回答一个问题"
    ),
    "{path} has the answer for another position here": "{path} 中这一行是另一个牌局的答案",
    "chunk cannot be {value}": "chunk 不能为 {value}",
    "there is no model {value}; there are minimax and selfish": (
        "没有模型 {value}；有 minimax 和 selfish"
    ),
    "at_least does not go with the model selfish": "at_least 不能与模型 selfish 同用",
    "{objective}: selfish seats of classic3 play for score": (
        "{objective}：classic3 各家各为自己时只算 score"
    ),
    "this Solver is closed": "这个 Solver 已关闭",
    "only classic3 scores a seat by itself; ask for margin": (
        "只有 classic3 按座位单独计分；请用 margin"
    ),
    "classic3 has no sides; ask for score": "classic3 不分两方；请用 score",
    "one against three has no scores; ask for payoff": "一打三不计分；请用 payoff",
    "stakes go by all 200 points; {count} are missing: add them to `captured`": (
        "输赢按全部 200 分计算，还缺 {count} 分：请加到 captured 里"
    ),
    "{name} cannot be {value}": "{name} 不可以是 {value}",
    "{count} threads": "不可以用 {count} 个线程",
    "{count} threads: from 1 to 256 can search together": (
        "不可以用 {count} 个线程：1 至 256 个可以一起搜索"
    ),
    "a table of {size} MB": "表不可以是 {size} MB",
    "depth 0 has no moves to divide by": "深度 0 没有可以分开的第一手",
    "depth {depth}: a hand has 0 to {most} moves": "深度 {depth}：一局有 0 至 {most} 手",
    "a seed is a number from 0 to 2**64 - 1": "种子是 0 至 2**64 - 1 的数",
    "a number of seconds above 0 is expected": "秒数应大于 0",
    "--divide needs a depth of 1 or more": "--divide 要求深度至少为 1",
    "not enough memory": "内存不够",
}
