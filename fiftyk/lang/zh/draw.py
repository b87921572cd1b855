"""The Chinese of pictures and pages."""

TEXTS = {
    "captured {points}": "已收 {points}",
    "{count} more move": "另有 {count} 种出法",
    "{count} endgame": "{count} 个残局",
    "The final score of the side less the other side's.": "本方最后得分减对方得分。",
    "The final score of the seat, the other two joined against it.": (
        "本座最后得分，其余两家联手对抗。"
    ),
    "What the seat or its side is paid.": "本座或本方的输赢。",
    "1 won, 0 level, −1 lost.": "胜 1，平 0，负 −1。",
    "1 if the side has the first seat out, else −1.": "本方先有人出完为 1，否则为 −1。",
    "The hands of all seats are seen; every seat plays its best.": (
        "各家都是明牌，每家都出最佳的牌。"
    ),
    "What each move cost": "每一手的损失",
    "most: {cost}": "最多：{cost}",
    "moves judged": "已判手数",
    "mistakes": "失误",
    "cost": "损失",
    "The play": "出牌过程",
    "best:": "最佳：",
    "{count} of {moves} moves cost something": "共 {moves} 手，其中 {count} 手有损失",
    "not proved, it costs {cost}": "未证明，损失 {cost}",
    "costs {cost}": "损失 {cost}",
    "on turn": "轮到",
    "loss": "损失",
    "best": "最佳",
    "Best line": "最佳着法",
    "Choose a move, or use the arrow keys.": "点选一手牌，或用方向键。",
    "start": "开始",
    "back": "上一手",
    "next": "下一手",
    "trick {n}": "第 {n} 墩",
    "Every move and its value": "每种出法的值",
    "Position as text": "牌局的文字写法",
}
