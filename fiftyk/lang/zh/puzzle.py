"""The Chinese of `fiftyk puzzle`."""

TEXTS = {
    "Set an endgame in which one move is best, and judge the answer.": (
        "出一道只有一种最佳出法的残局题，并判断答案。"
    ),
    (
        "A puzzle is named by its number in the list or by its id; otherwise one is drawn. "
        "You see all hands and type your move, such as 8c or pair:44, or - to pass; ? shows what "
        "is legal, t the theme, s the solution, q leaves. A wrong answer is refuted, and you may "
        "try again."
    ): (
        "题目用列表中的编号或名字指定；不指定则随机抽一道。各家手牌都看得见，键入你的出牌，"
        "如 8c 或 pair:44，- 为不出；? 列出可以出的牌，t 看主题，s 看答案，q 离开。"
        "答错时会给出反驳，可以再试。"
    ),
    (
        "With --answer the exit status is 0 if the answer is right, 1 if it is wrong, 2 if it is "
        "not legal."
    ): "用 --answer 时，退出状态：答对为 0，答错为 1，不能这样出为 2。",
    "Only puzzles of this rule set.": "只要这种规则的题。",
    (
        "Only puzzles with this theme, of those that --themes lists; may be given several times."
    ): "只要有这个主题的题（--themes 列出各主题）；可以给几次。",
    "Which puzzle is drawn where none is named.": "没有指定题目时抽哪一道。",
    "Puzzles of a file, such as compose writes, instead of those that come along.": (
        "用文件中的题（如 compose 所写的），不用自带的。"
    ),
    "Judge this move and ask nothing.": "判断这一手，不再提问。",
    "Show the solution and ask nothing.": "显示答案，不再提问。",
    "List the puzzles, each with its chief theme.": "列出各题和它的主要主题。",
    "List the themes, with what their names mean.": "列出各主题的名字和含义。",
    "Write the puzzles as positions for the other commands.": ("把各题写成牌局，供其他命令使用。"),
    "Also draw the puzzle, as an SVG image; - for standard output.": (
        "另把题目画成一幅 SVG 图；- 为标准输出。"
    ),
    "Write a JSON object for each puzzle or answer.": "为每道题或每个答案写一个 JSON 对象。",
    "only one of --answer, --solution, --list, --themes and --positions": (
        "--answer、--solution、--list、--themes、--positions 只能用一个"
    ),
    "--list and --positions are of all puzzles": "--list 和 --positions 针对所有的题",
    "there is no such puzzle; fiftyk puzzle --list shows all": (
        "没有这样的题；fiftyk puzzle --list 列出所有的题"
    ),
    "there is no puzzle {number}: they go from 1 to {count}": (
        "没有第 {number} 题：编号从 1 到 {count}"
    ),
    "there is no puzzle {id}; fiftyk puzzle --list shows all": (
        "没有题目 {id}；fiftyk puzzle --list 列出所有的题"
    ),
    "puzzle": "题目",
    "objective": "目标",
    "theme": "主题",
    "title": "名称",
    "meaning": "含义",
    "puzzle {number}, {id}": "第 {number} 题，{id}",
    "Which one move of seat {seat} is worth {value}?": "{seat}号座的哪一种出法值 {value}？",
    "{objective}: {meaning}": "{objective}：{meaning}",
    "{title}: {meaning}": "{title}：{meaning}",
    "your move: ? shows what is legal, t the theme, s the solution, q leaves": (
        "请出牌：? 列出可以出的牌，t 看主题，s 看答案，q 离开"
    ),
    "Right: {move} is the move.": "对：正着就是 {move}。",
    "Wrong: after {move} it is {value}, {loss} less. The refutation:": (
        "错：出 {move} 后只有 {value}，少了 {loss}。反驳如下："
    ),
    # What is wrong with a file of puzzles.
    "{file}: {what}": "{file}：{what}",
    "byte {place} is not UTF-8": "第 {place} 个字节不是 UTF-8",
    "no TOML: {message}": "不是 TOML：{message}",
    "a file of puzzles consists of tables [[puzzle]] alone": "题目文件只由 [[puzzle]] 各表组成",
    "there are two puzzles {id}": "有两道题叫 {id}",
    "puzzle {number}: {what}": "第 {number} 题：{what}",
    "no table": "不是表",
    "there is no {name}; a puzzle has {names}": "没有 {name} 这一项；题目有 {names}",
    "{name} is missing": "缺少 {name}",
    "{name} must be a text": "{name} 须是文字",
    "value must be a whole number": "value 须是整数",
    "themes must be a list of texts": "themes 须是一列文字",
    "there is no theme {theme}": "没有主题 {theme}",
}
