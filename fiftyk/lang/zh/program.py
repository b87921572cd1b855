"""What the program as a whole says: its help, its complaints, options that many commands have."""

TEXTS = {
    # The help of the program.
    "Show moves, count them and solve positions of the card game 五十K (510K).": (
        "五十K（510K）牌戏：列出牌、数变化、解残局。"
    ),
    (
        "A POSITION is one line of text in quotes, or a file of such lines or of JSON dicts, or - "
        "for standard input; blank lines and lines that start with # are skipped. Several may be "
        "given."
    ): (
        "POSITION（牌局）是加引号的一行文字，或是一个文件，其中每行一个牌局或一个 JSON 对象，"
        "或是 - 表示标准输入；空行和以 # 开头的行略过。可以给多个。"
    ),
    "Write the manual page and exit; read it with: fiftyk --man | man -l -": (
        "写出手册页后退出；这样阅读：fiftyk --man | man -l -"
    ),
    "Name": "名称",
    "Synopsis": "用法",
    "Description": "说明",
    "Exit status": "退出状态",
    "Usage: ": "用法：",
    "{heading}:": "{heading}：",
    "Options": "选项",
    "Commands": "命令",
    "Example:": "示例：",
    "Examples:": "示例：",
    "Exit status:": "退出状态：",
    "0  all good": "0  一切正常",
    "1  some line failed": "1  有的行出错",
    "2  the command was not understood": "2  命令写得不对",
    "3  a limit ran out before the proof": "3  未及证明，限额已用完",
    "Show the version and exit.": "显示版本后退出。",
    "Show this message and exit.": "显示本说明后退出。",
    "The language of texts and tables; auto, the default, goes by the locale.": (
        "文字和表格的语言；默认 auto，按系统的区域设置。"
    ),
    "When to use colours; auto, the default: on a terminal, unless NO_COLOR is set.": (
        "何时用颜色；默认 auto：在终端上用，设了 NO_COLOR 则不用。"
    ),
    # Options that several commands have.
    "Write one JSON object for each line of input.": "每行输入写出一个 JSON 对象。",
    "Tell apart plays that differ in dead suits only.": "只有无关花色不同的出法也分开列。",
    # Complaints.
    "Error: {message}": "错误：{message}",
    "Try '{command} --help' for help.": "用“{command} --help”查看说明。",
    "a process that took part has crashed, or was killed from outside": (
        "参与工作的一个进程崩溃了，或被外部终止"
    ),
    "internal error, {message}": "内部错误，{message}",
    "line {line}": "第 {line} 行",
    "line {number}: {message}": "第 {number} 行：{message}",
    "Missing argument {name}.": "缺少参数 {name}。",
    "Missing option {name}.": "缺少选项 {name}。",
    "Missing command.": "没有写命令。",
    "No such option {name}.": "没有选项 {name}。",
    "No such option {name}. Did you mean {other}?": "没有选项 {name}。是不是 {other}？",
    "No such option {name}. (Possible options: {others})": (
        "没有选项 {name}。（相近的选项：{others}）"
    ),
    "No such command {name}.": "没有命令 {name}。",
    "No such command {name}. Did you mean {other}?": "没有命令 {name}。是不是 {other}？",
    "No such command {name}. (Did you mean one of: {others}?)": (
        "没有命令 {name}。（是不是其中之一：{others}？）"
    ),
    "Got unexpected extra argument ({words})": "多出了参数（{words}）",
    "Got unexpected extra arguments ({words})": "多出了参数（{words}）",
    "Option {name} requires an argument.": "选项 {name} 后面要有值。",
    "Option {name} requires {count} arguments.": "选项 {name} 后面要有 {count} 个值。",
    "Option {name} does not take a value.": "选项 {name} 不带值。",
    "Invalid value for {name}: {message}": "{name} 的值不对：{message}",
    "Invalid value: {message}": "值不对：{message}",
    "{value} is not a valid {type}.": "{value} 不是{type}。",
    "integer": "整数",
    "integer range": "整数",
    "float": "数",
    "float range": "数",
    "{value} is not in the range {range}.": "{value} 不在范围 {range} 之内。",
    "{value} is not one of {values}.": "{value} 不是 {values} 之一。",
    "{kind} {name} does not exist.": "{kind} {name} 不存在。",
    "File": "文件",
    "Directory": "目录",
    "Path": "路径",
    "there is no folder {name}": "没有文件夹 {name}",
    "there is no standard input": "没有标准输入",
    "{text} is no file, and no position, which has rules and hands": (
        "{text} 不是文件，也不是牌局（牌局要有规则和各家手牌）"
    ),
}
