"""What is wrong with records of hands."""

TEXTS = {
    # Where.
    "line {line}, column {column}: {message}": "第 {line} 行，第 {column} 列：{message}",
    "seat {seat}: {message}": "{seat}号座：{message}",
    "expected {wanted}, found {found}": "应为{wanted}，却是 {found}",
    "expected {wanted}, found {found} in {text}": "应为{wanted}，却是 {found}，见 {text}",
    # What is a record.
    "one record is expected here, not {count}": "这里应有一份牌谱，却有 {count} 份",
    "a record begins with its tags, such as {tag}": "牌谱以标签开头，如 {tag}",
    "the tag {name} is missing, or Position": "缺少标签 {name} 或 Position",
    "the tag {name} is given twice": "标签 {name} 写了两次",
    "the tag {name} has one value": "标签 {name} 只有一个值",
    "the tag {name} follows from the hand": "标签 {name} 由牌局得出，不可另写",
    "a tag is {example}": "标签写作 {example}",
    "{text} is no name of a tag": "{text} 不是标签名",
    "{count} names; {rules} has {seats} seats": "有 {count} 个名字，而 {rules} 有 {seats} 个座位",
    "a comment that is not closed before an empty line": "注释在空行之前没有结束",
    "a comment after {number} moves; the hand has {moves}": (
        "注释在第 {number} 手之后，而本局只有 {moves} 手"
    ),
    "nothing is open that {sign} could close": "没有与 {sign} 相配的开头",
    "no text of one line: it holds {char}": "不是一行文字：含有 {char}",
    "a record of more than {count} characters": "牌谱超过 {count} 个字符",
    "a line of more than {count} characters": "一行超过 {count} 个字符",
    "a form of records is text or json, not {form}": "牌谱的形式是 text 或 json，不是 {form}",
    # How the hand began.
    "a record with a Position has no {name}": "有 Position 的牌谱没有 {name}",
    "a position of {other} in a record of {rules}": "{rules} 的牌谱里有 {other} 的牌局",
    "no hidden solo can have called {face}": "暗叫不可能叫了 {face}",
    "{rules} needs `lead`, the seat that calls and leads": "{rules} 要有 Lead，即庄家的座位",
    "nobody holds {card}: `lead` must say who leads": "没有人有 {card}：要有 Lead 说明谁先出",
    "two seats hold {card}: `lead` must say who leads": "两个座位有 {card}：要有 Lead 说明谁先出",
    "seat {seat} has no card that it may call": "{seat}号座没有可以叫的牌",
    "there is no call here": "这里没有叫牌",
    "more answers about an open solo than seats that are asked": "明吼的回答多于被问的座位",
    "the play begins too early: {name} is missing": "出牌开始得太早：缺少 {name}",
    "an answer in Solo": "Solo 里的一个回答",
    "a whole number": "整数",
    # How it went on.
    "it is the turn of seat {seat}, not of seat {other}": "轮到{seat}号座，不是{other}号座",
    "the hand is over: it is no turn of seat {other}": "本局已结束，不轮到{other}号座",
    "{sign} ends the play, and more follows": "{sign} 表示出牌到此为止，后面却还有",
    "the play is over, and no record begins here": "本局已结束，这里也不是牌谱的开头",
    "the play ends before the hand is over, and does not say so": (
        "本局没有结束，出牌就停了，也没有注明"
    ),
    "the play ends before the hand is over, whose Result is stated": (
        "本局没有结束，出牌就停了，却写了 Result"
    ),
    "the hand is over: its Result is not {sign}": "本局已结束，Result 不是 {sign}",
    "the Result is {right}, not {wrong}": "Result 应是 {right}，不是 {wrong}",
    "{name} is no part of a Result here: {known}": "{name} 不属于这里的 Result：{known}",
    "names with values, or {sign}": "名称和值，或 {sign}",
    # JSON.
    "no JSON: {message}": "不是 JSON：{message}",
    "expected an object, found {found}": "应为对象，却是 {found}",
    "no key of a record: {key} (known: {known})": "牌谱没有 {key} 这一项（已有：{known}）",
    "a key is given twice": "有一项写了两次",
    "{name} is no number of JSON": "{name} 不是 JSON 的数",
    "a number of too many digits": "数的位数太多",
    "JSON nested too deeply": "JSON 嵌套太深",
    "a text": "文字",
    "a list of texts": "一列文字",
    "a list of tricks": "一列墩",
    "a trick with its seat and moves": "一墩牌，有 seat 和 moves",
    "an object of texts": "文字的对象",
    "a list of pairs of a whole number and a text": "一列整数和文字的对",
    "an object of texts and lists of numbers, or null": "文字和数列的对象，或 null",
}
