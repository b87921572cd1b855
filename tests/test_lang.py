"""Chinese text: that all of it is there, says what the English says, and is what is shown."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cli_helpers import OVER, POSITION, SOLVED, run

import fiftyk as fk
from fiftyk.cli import main
from fiftyk.cli._help import paragraphs, wrap
from fiftyk.lang import from_locale, language, listed, number, retell, speak, speaking, tr, words
from fiftyk.lang.zh import texts

CHINESE = re.compile("[\u4e00-\u9fff]")
PACKAGE = Path(fk.__file__).parent
# What is the same in both languages: examples, signs, and names that programs know.
SAME = re.compile(r"fiftyk .*|#?|[^A-Za-z]*")


def texts_in_code() -> Iterator[str]:
    """What the modules translate: `tr("...")`, counted nouns, headings of columns."""
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                literals = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
                if node.func.id == "tr" and isinstance(literals[0], str):
                    yield literals[0]
                elif node.func.id == "number" and isinstance(literals[1], str):
                    yield f"{{count}} {literals[1]}"
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
                pair = [e.value for e in node.elts if isinstance(e, ast.Constant)]
                if pair[1:] in (["left"], ["right"]) and isinstance(pair[0], str):
                    yield pair[0]


def texts_in_templates() -> Iterator[str]:
    for file in PACKAGE.rglob("*.jinja"):
        yield from re.findall(r'\btr\("(.*?)"', file.read_text(encoding="utf-8"))


def texts_in_help() -> Iterator[str]:
    for command in (main, *main.commands.values()):
        context = command.make_context(command.name, [], resilient_parsing=True)
        for text in (command.help, command.epilog):
            for paragraph in paragraphs(text or ""):
                yield from (line.strip() for line in paragraph.lines)
        for param in command.get_params(context):
            if isinstance(param, click.Option):
                yield param.help or ""
    yield from ("Usage: ", "Options", "Commands")


ALL = sorted({*texts_in_code(), *texts_in_help(), *texts_in_templates(),
              *words.MEANINGS.values(), *words.KINDS.values(),
              *words.LOOSE_KINDS.values(), *words.OUTCOMES.values(), *fk.OBJECTIVES})  # fmt: skip


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_text_has_its_chinese() -> None:
    missing = [text for text in ALL if text not in texts() and not SAME.fullmatch(text)]
    assert missing == [], "add them to a module of fiftyk/lang/zh"


def test_chinese_has_the_fields_of_the_english() -> None:
    wrong = {text: said for text, said in texts().items() if fields(text) != fields(said)}
    assert wrong == {}


def test_no_text_has_two_translations() -> None:
    found: dict[str, str] = {}
    for file in (PACKAGE / "lang" / "zh").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key in map(ast.literal_eval, filter(None, node.keys)):
                    assert key not in found, f"{key!r} is in {found[key]} and in {file.name}"
                    found[key] = file.name


# ---- the language


def test_the_language_is_spoken_in_the_body_of_a_with() -> None:
    assert language() == "en"
    with speaking("zh"):
        assert (language(), tr("bomb")) == ("zh", "炸弹")
        with speaking(None):
            assert language() == "zh"
        speak("en")
        assert tr("bomb") == "bomb"
    assert language() == "en"
    with pytest.raises(ValueError, match="en, zh"), speaking("fr"):
        pass


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh"}, "zh"),
        ({"LANG": "Chinese (Simplified)_China.936"}, "zh"),
        ({"LANG": "zha"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh"),
        ({"LANG": "zh_CN", "LC_MESSAGES": "zh_CN", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN", "LC_MESSAGES": "", "LC_ALL": ""}, "zh"),
        ({"LC_CTYPE": "zh_CN"}, "en"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], expected: str) -> None:
    assert from_locale(environment) == expected


def test_counted_nouns() -> None:
    assert [number(n, "move") for n in (0, 1, 2000)] == ["0 moves", "1 move", "2,000 moves"]
    assert number(2, "hand of cards", "hands of cards") == "2 hands of cards"
    with speaking("zh"):
        assert number(2000, "move") == "2,000 种出法"
        assert listed([1, 2]) == "1，2"


def test_text_without_chinese_is_said_in_english() -> None:
    with speaking("zh"):
        assert tr("no such {thing}", thing="text") == "no such text"
        assert number(2, "cow") == "2 cow"
        assert retell("no such text") == "no such text"


def test_a_finished_sentence_is_retold_with_what_is_in_it() -> None:
    sentence = "Invalid value for '--seat': 'q' is not a valid integer."
    assert retell(sentence) == sentence
    with speaking("zh"):
        assert retell(sentence) == "'--seat' 的值不对：'q' 不是整数。"


@pytest.mark.parametrize("rules", fk.rule_sets())
def test_kinds_have_names_in_both_languages(rules: str) -> None:
    for name in ("en", "zh"):
        with speaking(name):
            named = [words.kind_words(fk.rules(rules), kind) for kind in fk.KINDS]
            assert len(set(named)) == len(named)
            assert all((name == "zh") == bool(CHINESE.search(word)) for word in named)


def test_outcomes_have_names_in_both_languages() -> None:
    from fiftyk.settlement import OUTCOMES

    assert tuple(words.OUTCOMES) == OUTCOMES
    with speaking("zh"):
        assert [words.outcome_words(outcome) for outcome in OUTCOMES[:3]] == ["枯踹", "踹", "分枯"]


# ---- the command


@pytest.mark.parametrize("args", [("--lang", "zh", "show"), ("show", "--lang", "zh")])
def test_the_option_stands_before_the_command_or_after_it(args: tuple[str, ...]) -> None:
    shown = run(*args, POSITION).out
    assert "轮到0号座先出" in shown
    assert language() == "en"
    assert "seat 0 leads" in run("show", POSITION).out


def test_the_locale_chooses_and_the_option_overrides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "本局已结束" in run("show", OVER).out
    assert "本局已结束" in run("show", OVER, "--lang=auto").out
    assert "the hand is over" in run("show", OVER, "--lang=en").out


def test_json_is_the_same_in_every_language() -> None:
    def data(*args: str) -> object:
        return run("--lang", "zh", "show", "--json", *args).objects

    assert data(OVER) == run("show", "--json", OVER).objects
    assert data("classic4 3x/4/5/6") == run("show", "--json", "classic4 3x/4/5/6").objects


def test_no_english_sentence_is_left() -> None:
    outputs = [
        run("--lang", "zh", *args)
        for args in (
            ("show", OVER),
            ("show", "laizi 3h4sW/6c6dAd/7h9c/2sAh 1 0:single:Ah 40 0,0,10,0 - 0Ad>1 x4"),
            ("moves", POSITION),
            ("solve", SOLVED),
            ("solve", SOLVED, "--nodes", "1"),
            ("perft", POSITION, "3", "--divide"),
            ("identify", "flush1", "555666777888"),
            ("identify", "classic4", "34"),
            ("identify", "classic4", "3333"),
            ("beats", "classic4", "4", "3"),
        )
    ]
    names = r"[a-z_]+[:\d]\S*|classic4|laizi|[a-z]"
    for shown in outputs:
        assert re.findall(r"[a-z]{2,}", re.sub(names, "", shown.out)) == []
        assert CHINESE.search(shown.out)


def test_columns_fit_wide_characters() -> None:
    from rich.cells import cell_len

    head, _, *rows = run("--lang", "zh", "show", POSITION).out.split("\n")[2:8]
    # The cards of each hand begin under the heading 手牌.
    at = cell_len(head.partition("手牌")[0])
    starts = ["3h", "6c", "7h", "Ah"]
    assert [cell_len(row.partition(c)[0]) for row, c in zip(rows, starts, strict=True)] == [at] * 4


def test_help_is_in_chinese_and_fits_the_width() -> None:
    from rich.cells import cell_len

    for command in ("", *main.commands):
        for order in (["--help", "--lang", "zh"], ["--lang", "zh", "--help"]):
            shown = run(*filter(None, [command]), *order)
            assert shown.status == 0
            assert "用法：" in shown.out
            lines = [line for line in shown.out.splitlines() if "  fiftyk" not in line]
            assert max(map(cell_len, lines)) <= 80


def test_complaints_are_in_chinese() -> None:
    usages = (
        ["nosuch"],
        ["show"],
        ["solve", POSITION, "--nodes", "0"],
        ["perft", "nosuch"],
        ["perft", POSITION, "433"],
    )
    for args in usages:
        ran = run("--lang", "zh", *args)
        assert ran.status == 2
        assert "错误：" in ran.err
        assert "Error" not in ran.err
    assert "第 1 行：" in run("--lang", "zh", "show", "classic4 3x/4/5/6").err


def test_wrapping() -> None:
    assert wrap("one two three", 7, "") == ["one two", "three"]
    assert wrap("一二三四五", 6, "") == ["一二三", "四五"]
    # No line begins with a closing mark, none ends with an opening one.
    assert wrap("一二三，四五", 6, "") == ["一二", "三，四", "五"]
    assert wrap("一二（三）", 6, "  ") == ["  一二", "  （三）"]
    assert wrap("", 10, "  ") == []


# ---- errors

BAD = [
    "nosuch 3/4/5/6",
    "classic4[x=y] 3/4/5/6",
    "flush1[straight_flush=x] 3/4/5/6",
    "flush1[straight_flush=tiebreak,straight_flush=tiebreak] 3/4/5/6",
    "classic4[ 3/4/5/6",
    "classic4 3x/4/5/6",
    "classic4 3s1/4/5/6",
    "classic4 К/4/5/6",
    "classic4 3sh/4/5/6",
    "classic4 s3h/4/5/6",
    "classic4 s/4/5/6",
    "classic4 3\0/4/5/6",
    "classic4 \u76ee/4/5/6",
    "classic4",
    "classic4 3/4/5",
    "classic4 3s3s/W/5/6",
    "classic4 3s3s/W/5/6 7 x 3 0,0",
    "classic4 3333444455556666/4/5/6",
    "classic4 3/4/5/6 x x x x x x x",
    "classic4 3/4/5/6 0 - 0 0,0,0,0 - - x1 more",
    "classic4 3/4/5/6 0 0:single:4 3 0,0,0,1",
    "classic4 3/4/5/6 0 7:single:4",
    "classic4 3/4/5/6 0 1:pear:4",
    "classic4 3/4/5/6 0 1:single:T",
    "classic4 3/4/5/6 0 - 10",
    "classic4 3/4/5/6 0 - 0 100,0,0,0",
    "classic4 3/4/5/6 0 - 0 0,0,0,0 0",
    "classic4 -/4/-/6 1 - 0 0,0,0,0 0,2",
    "classic4 3/4/5/6 -",
    "classic4 -/4/5/6 0 - 0 0,0,0,0 0",
    "classic4 3/4/5/6 0 - 0 0,0,0,0 - solo1",
    "classic4 3/4/5/6 0 - 0 0,0,0,0 - - x2",
    "laizi 3/4/5/6",
    "laizi 3/4/5/6 0 - 0 0,0,0,0 - solo7",
    "laizi 3/4/5/6 0 - 0 0,0,0,0 - 0Ad>0",
    "laizi 3/4/5/6 0 - 0 0,0,0,0 - 0AdAd>1",
    "laizi 3/4/5/6 0 - 0 0,0,0,0 - 0Ad>1",
    "laizi 3/4/5/6 0 - 0 0,0,0,0 - 02d>1",
    '{"rules":',
    '{"rules": "classic4"}',
    '{"rules": "classic4", "hands": 3}',
    '{"rules": 5, "hands": []}',
    '{"rules": "classic4", "hands": ["3", "4", 5, "6"]}',
    '{"rules": "classic4", "hands": ["3", "4", "5", "6"], "turn": 0.5}',
    '{"rules": "classic4", "hands": ["3", "4", "5", "6"], "last": 1}',
    '{"rules": "classic4", "hands": ["3", "4", "5", "6"], "pace": 1}',
    '{"rules": "laizi", "hands": ["3", "4", "5", "6"], "call": 1}',
]  # fmt: skip


@pytest.mark.parametrize("line", BAD)
def test_messages_of_errors_are_in_chinese(line: str) -> None:
    ran = run("--lang", "zh", "show", "-", stdin=line.encode())
    assert (ran.status, ran.err[:6]) == (1, "第 1 行：")
    english = re.sub(r"'[^']*'|\([A-Z][^）]*\)|\{[^}]*\}", "", ran.err)
    assert re.findall(r"\b(?:is|are|has|no|expected|found|cannot|there|a|the)\b", english) == []


def messages_in_code() -> Iterator[str]:
    """The sentences with which modules that a command may reach raise their errors."""
    modules = ("cards", "dealing", "notation", "perft", "rules", "solve")
    raised = {"CardError", "RulesError", "FiftykError", "ObjectiveError", "InputError",
              "RecordError", "error", "UsageError", "BadParameter", "_Unreadable"}  # fmt: skip
    files = [PACKAGE / f"{name}.py" for name in modules]
    for file in [*files, *(PACKAGE / "cli").glob("*.py"), *(PACKAGE / "records").glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func).rpartition(".")[2] in raised:
                for arg in node.args:
                    if isinstance(arg, ast.JoinedStr):
                        parts = [
                            p.value if isinstance(p, ast.Constant) else "{}" for p in arg.values
                        ]
                        yield "".join(map(str, parts))
                    elif isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                        yield arg.value
    core = (PACKAGE / "_core.pyx").read_text(encoding="utf-8")
    for sentence in re.findall(r'faults\.add\(\s*Fault\.\w+,\s*f?"(.*)"\s*\)', core):
        yield re.sub(r"\{[^}]*\}", "{}", sentence)


@pytest.mark.skipif(
    not (PACKAGE / "_core.pyx").is_file(), reason="an installed package has no Cython sources"
)
def test_every_message_has_its_chinese() -> None:
    known = [re.sub(r"\{\w+\}", "{}", text) for text in texts()]
    # Of what says its known names in brackets, or stands behind the name of a field.
    known += [text.removesuffix(" (known: {})").removeprefix("{}: ") for text in known]
    patterns = [re.escape(text).replace(r"\{\}", ".+") for text in known]
    missing = [
        text
        for text in set(messages_in_code())
        if re.search("[a-z]{2}", text) and not any(re.fullmatch(p, text) for p in patterns)
    ]
    assert missing == [], "add them to fiftyk/lang/zh/errors.py"


def test_errors_of_plays_are_in_chinese() -> None:
    for args in (
        ("beats", "classic4", "3s4s", "3h"),
        ("beats", "classic4", "pear:3s", "3h"),
        ("beats", "classic4", "pair:3s", "3h"),
        ("beats", "flush1", "555666777888", "3"),
        ("solve", SOLVED, "--objective", "score"),
        ("solve", SOLVED, "--seat", "9"),
        ("identify", "classic4", "33333"),
    ):
        ran = run("--lang", "zh", *args)
        assert ran.status == 1
        assert CHINESE.search(ran.err.removeprefix("第 1 行："))
        assert re.findall(r"\b(?:is|are|has|no|to|the|a|not)\b", ran.err) == []
