"""The Chinese of `fiftyk show`."""

TEXTS = {
    "Show a POSITION: all hands by seat, the last play, points, roles, and how it may go on.": (
        "显示牌局 POSITION：各家手牌、上一手牌、分数、身份，以及可以怎样继续。"
    ),
    "Also draw the positions, as one SVG image; - for standard output.": (
        "另把牌局画成一幅 SVG 图；- 为标准输出。"
    ),
    "only one of --svg and --json can have standard output": (
        "--svg 和 --json 只能有一个写到标准输出"
    ),
    "{points} points on the table": "桌面 {points} 分",
    "out": "已出完",
    "out: {seats}": "已出完：{seats}",
    "multiplier {n}": "番数 {n}",
    "{moves} ({faces} with all suits told apart)": "{moves}（区分所有花色则为 {faces} 种）",
    "scores: {values}": "得分：{values}",
    "payoff: {values}": "积分：{values}",
    "won: {seats}": "获胜：{seats}",
    "nobody won": "不分胜负",
    "doubled": "翻倍",
    "places: {values}": "名次：{values}",
}
