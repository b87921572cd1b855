"""The Chinese of the themes of puzzles: their titles and definitions."""

TEXTS = {
    "Staying in": "不急着走",
    "One play would put down the whole hand, and the key is another move.": (
        "有一手牌可以一次出完，正着却是别的出法。"
    ),
    "Overtaking the partner": "压自己人",
    "The play to beat is the partner's and no enemy could beat it, yet the key does.": (
        "上一手是同伴出的，对方谁也压不住，正着却压了它。"
    ),
    "The called card kept back": "留住叫牌",
    "The hidden partner plays ranks without the called card that it could play with it.": (
        "暗朋友出同样点数的牌，可以带上所叫的牌，正着却不带。"
    ),
    "The called card shown": "亮出叫牌",
    "The hidden partner plays the called card where the same ranks could do without it.": (
        "暗朋友出同样点数的牌，可以不动所叫的牌，正着却亮了出来。"
    ),
    "A split bomb": "拆炸弹",
    "The hand holds a bomb of four or more; the key is none and leaves none in the hand.": (
        "手里有四张以上的炸弹；正着不是炸弹，出过后手里也没有炸弹了。"
    ),
    "A split 510K": "拆五十K",
    "The hand holds a 510K; the key is none, and no bomb, and leaves none in the hand.": (
        "手里有五十K；正着不是五十K也不是炸弹，出过后手里也没有五十K了。"
    ),
    "A sacrificed 510K or bomb": "舍五十K或炸弹",
    "The key is a 510K or a bomb, and the enemies capture it.": (
        "正着是五十K或炸弹，却被对方收去。"
    ),
    "A bomb for nothing": "空炸",
    (
        "The key is a 510K or a bomb while no points lie on the table, and ordinary plays exist."
    ): "桌面没有分，也有普通牌可出，正着却是五十K或炸弹。",
    "A bomb held back": "忍炸",
    (
        "A bomb or 510K would capture points from the enemies for sure, and the key is the pass."
    ): "用炸弹或五十K稳能收下对方这一墩的分，正着却是不出。",
    "Points refused": "弃分",
    "A play that is no bomb would capture points for sure, and the key is the pass.": (
        "不用炸弹就稳能收下桌面的分，正着却是不出。"
    ),
    "Ducking": "忍让",
    "A play that is no bomb would win a trick without points, and the key is the pass.": (
        "不用炸弹就能赢下没有分的一墩，正着却是不出。"
    ),
    "Seeing the partner out": "送同伴走",
    "The partner's next move beats the key, or follows it, with all of its cards.": (
        "同伴接着就把手里的牌一次出完。"
    ),
    "The lead given to the partner": "送牌权给同伴",
    "The seat could lead what no enemy beats; the key lets the partner win the trick.": (
        "本座可以先出对方压不住的牌，正着却让同伴赢下这一墩。"
    ),
    "A throw-in": "让对方上手",
    "The seat could lead what no enemy beats; the key lets an enemy win the trick.": (
        "本座可以先出对方压不住的牌，正着却让对方赢下这一墩。"
    ),
    "Stopping a seat that wants out": "顶住要走的人",
    (
        "An enemy could beat a lower play of the key's kind with its last cards, but not the key."
    ): "同样的牌型出小了，对方就能用最后的牌压住走掉；正着他压不住。",
    "Points given to the partner": "送分给同伴",
    "The partner captures points of the key, where as many cards of its kind have fewer.": (
        "正着带的分由同伴收下，而同样的牌型可以少带分。"
    ),
    "Points given away": "舍分",
    "The enemies capture points of the key, where as many cards of its kind have fewer.": (
        "正着带的分被对方收去，而同样的牌型可以少带分。"
    ),
    "A broken chain": "拆连牌",
    "The hand holds a chain or straight; the key is none, and no bomb, and leaves none.": (
        "手里有顺子、连对或三顺；正着不是，也不是炸弹，出过后手里也没有了。"
    ),
    "The right suit": "选对花色",
    "Another play of the same ranks differs in suits alone, and is worse.": (
        "点数相同、只是花色不同的另一种出法较差。"
    ),
    "The right kicker": "带对牌",
    (
        "The same triples could go with other kickers, the lowest among them, and those are worse."
    ): "同样的三张也可以带别的牌，包括最小的，都较差。",
    "A broken pair": "拆对",
    (
        "The key is a single card of a pair or triple, where a card without a twin could be played."
    ): "正着是从对子或三张里拆出的单张，而手里有不成对的单张可出。",
    "A joker spent": "用王",
    "The key uses a wild joker, where as many cards of its kind could do without.": (
        "正着用了王，而同样的牌型可以不用。"
    ),
    "Neither high nor low": "不大不小",
    "The key is no bomb, and there are lower and higher plays of its kind and length.": (
        "同样的牌型还有更小的和更大的；正着不是炸弹。"
    ),
    "The highest first": "先出大牌",
    "The key is a lead, and the highest of three or more plays of its kind and length.": (
        "正着是先出的一手，在三种以上同样牌型的出法中最大。"
    ),
}
