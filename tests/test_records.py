"""Records of hands: written and read again, read liberally, and refused with the place."""

import copy
import doctest
import io
import itertools
import json
import pickle
import random
import re
from pathlib import Path

import pytest
from hand_helpers import RULES, after, ending, played
from hypothesis import given
from hypothesis import strategies as st

import fiftyk as fk
import fiftyk.records.files
import fiftyk.records.record
from fiftyk.cli._output import told
from fiftyk.lang import speaking

SHORT = ending("classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0 - 0 0,30,20,35")
OVER = after(SHORT.copy(), "3h 6c 9c 2s - - - Ah")
MIDST = after(SHORT.copy(), "3h 6c")
HIDDEN = fk.Hand.from_position(
    fk.Position.parse("wuhan 3s4h/4s/5s/6s 0 - 0 50,50,50,45 - solo0"), face="3s"
)


def some_hand(rules: fk.RuleSet, seed: int, most: int = 10**9) -> fk.Hand:
    return played(fk.Hand.deal(rules, seed), random.Random(seed), most, solo=0.3)


def read_all(data: bytes | str) -> tuple[list[fk.Record], list[fk.RecordError]]:
    errors: list[fk.RecordError] = []
    stream = io.StringIO(data) if isinstance(data, str) else io.BytesIO(data)
    return list(fk.read_records(stream, on_error=errors.append)), errors


def refused(text: str) -> fk.RecordError:
    with pytest.raises(fk.RecordError) as caught:
        fk.Record.parse(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
    with speaking("zh"):
        said = re.sub(r"'[^']*'|\([A-Z].*\)", "", told(caught.value))
    assert re.findall(r"\b(?:is|are|has|no|expected|found|there|a|the|not)\b", said) == []
    return caught.value


def test_examples_in_docstrings():
    for module in (fiftyk.records.record, fiftyk.records.files):
        assert doctest.testmod(module).failed == 0


EXAMPLES = Path(__file__).parents[1] / "examples" / "hands.pbn"


@pytest.mark.skipif(not EXAMPLES.is_file(), reason="the examples are not here")
def test_there_is_a_recorded_hand_of_every_rule_set():
    records = list(fk.read_records(EXAMPLES))
    assert [str(record.rules) for record in records] == list(fk.rule_sets())
    assert all(record.result for record in records)
    text = io.StringIO()
    fk.write_records(records, text)
    assert text.getvalue() == EXAMPLES.read_text(encoding="utf-8")


# ---- there and back

LINES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=9)


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(
    seed=st.integers(0, 2**64 - 1),
    most=st.one_of(st.just(10**9), st.integers(0, 40)),
    seats=st.one_of(st.none(), st.lists(LINES, min_size=4, max_size=4)),
    tags=st.dictionaries(st.from_regex(r"x[A-Za-z0-9_]{0,6}", fullmatch=True), LINES, max_size=3),
    comments=st.lists(st.tuples(st.integers(0, 3), LINES), max_size=3),
)
def test_what_is_written_is_read(rules, seed, most, seats, tags, comments):
    hand = some_hand(rules, seed, most)
    names = seats and seats[: rules.seats]
    record = fk.Record.of(
        hand,
        seats=names or (),
        comments=[(n, text) for n, text in comments if n <= len(hand.moves)],
        **{name.lower(): value for name, value in tags.items()},
    )
    for text in (record.text(), record.json()):
        twin = fk.Record.parse(text)
        assert twin == record
        again = twin.replay()
        assert (again, again.redeals, twin.result) == (hand, hand.redeals, hand.result)
        assert (twin.seats, twin.tags, twin.comments) == (
            record.seats,
            record.tags,
            record.comments,
        )
        assert (twin.text(), twin.json()) == (record.text(), record.json())


@pytest.mark.parametrize("hand", [SHORT, OVER, MIDST, HIDDEN, after(HIDDEN.copy(), "3s 4s")])
def test_a_hand_that_begins_in_the_middle(hand):
    record = fk.Record.of(hand)
    for text in (record.text(), record.json()):
        twin = fk.Record.parse(text).replay()
        assert twin == hand
        assert (twin.face, twin.call, twin.moves) == (hand.face, hand.call, hand.moves)


def test_a_hand_whose_position_is_over():
    record = fk.Record.of(ending("classic4 -/4/-/5 - - 0 60,0,35,0 0,2"))
    assert record.text().endswith('payoff 147.5,-17.5,147.5,-17.5"]\n') or record.result
    assert fk.Record.parse(record.text()) == fk.Record.parse(record.json()) == record
    assert read_all(record.text() + "\n" + record.text()) == ([record] * 2, [])


def test_a_hand_that_was_dealt_again():
    hand = some_hand(fk.rules("laizi"), 1, 7)
    hand.redeals = 2
    record = fk.Record.of(hand)
    assert '[Redeals "2"]' in record.text()
    for text in (record.text(), record.json()):
        assert fk.Record.parse(text).replay().redeals == 2


def test_whole_numbers_have_the_same_limit_in_both_forms():
    text = fk.Record.of(fk.Hand.deal(fk.rules("laizi"), 1)).text()
    for count, fits in [(2**31 - 1, True), (2**31, False), (10**18, False)]:
        tagged = text.replace("[Result", f'[Redeals "{count}"]\n[Result')
        if fits:
            record = fk.Record.parse(tagged)
            assert fk.Record.parse(record.json()) == record
        else:
            assert "a whole number" in refused(tagged).message


def test_how_a_record_looks():
    record = fk.Record.of(
        OVER,
        seats=["Ann", "Bo", '"Q"', "丁"],
        comments=[(0, "an  ending"), (3, "beats {6}"), (3, "so"), (8, "over")],
        Event="test",
    )
    assert record.text() == (
        '[Rules "classic4"]\n'
        '[Seats "Ann" "Bo" "\\"Q\\"" "丁"]\n'
        '[Position "classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0 - 0 0,30,20,35"]\n'
        '[Result "*"]\n'
        '[Event "test"]\n'
        "\n"
        "{an ending}\n"
        "0: 3h 6c 9c ; beats {6}\n"
        "{so} 2s - - -\n"
        "3: Ah {over}\n"
        "*\n"
    )
    assert record.json() == (
        '{"rules":"classic4","seats":["Ann","Bo","\\"Q\\"","丁"],'
        '"position":"classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0 - 0 0,30,20,35","result":null,'
        '"tags":{"Event":"test"},"tricks":[{"seat":0,"moves":["3h","6c","9c","2s","-","-","-"]},'
        '{"seat":3,"moves":["Ah"]}],"comments":[[0,"an ending"],[3,"beats {6}"],[3,"so"],'
        '[8,"over"]]}'
    )


def test_a_kind_stands_only_where_cards_have_two_readings():
    hand = ending("flush1 3s3h3c4s4h4c5s5h5c6s6h6c9s/8s/8h/8c 0 - 0 0,20,20,40")
    both = hand.rules.identify("3s3h3c4s4h4c5s5h5c6s6h6c")
    assert len(both) == 2
    for move in both:
        text = fk.Record.of(after(hand.copy(), str(move))).text()
        assert f"0: {move}\n" in text
        assert fk.Record.parse(text).replay().moves == ((0, move),)
    assert "0: 3s3h3c\n" in fk.Record.of(after(hand.copy(), "3s3h3c")).text()


def test_values():
    record = fk.Record.of(OVER, Event="x")
    assert {record, fk.Record.parse(str(record))} == {record}
    assert record != fk.Record.of(OVER)
    assert record != 1
    for twin in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
        assert twin == record
    hand = record.replay()
    hand.undo()
    assert record.replay() == OVER
    with pytest.raises(AttributeError):
        record.seats = ()
    with pytest.raises(AttributeError):
        del record._hand
    with pytest.raises(TypeError):
        fk.Record()
    assert "Record of <Hand classic4" in repr(record)
    assert (record.rules, record.result, record.tags) == (OVER.rules, None, {"Event": "x"})


def test_a_record_keeps_its_hand_while_the_hand_goes_on():
    hand = MIDST.copy()
    record = fk.Record.of(hand)
    hand.apply("9c")
    assert record.replay() == MIDST


@pytest.mark.parametrize(
    "given",
    [
        {"seats": ["a"]},
        {"seats": ["a", "b", "c", "d\n"]},
        {"Rules": "x"},
        {"deal": "x"},
        {"event": "x", "Event": "y"},
        {"a b": "x"},
        {"x": "a\x1b"},
        {"x": "\ud800"},
        {"comments": [(9, "too far")]},
        {"comments": [(-1, "before")]},
        {"comments": [(0, "\x00")]},
    ],
)
def test_what_does_not_fit_into_a_record(given):
    with pytest.raises(fk.FiftykError):
        fk.Record.of(OVER, **given)


@pytest.mark.parametrize(
    "given",
    [
        {"seats": "abcd"},
        {"seats": [1, 2, 3, 4]},
        {"x": 1},
        {"comments": [("0", "x")]},
        {"comments": [(0, 1)]},
    ],
)
def test_what_has_a_wrong_type(given):
    with pytest.raises(TypeError):
        fk.Record.of(OVER, **given)
    with pytest.raises(TypeError):
        fk.Record.of("3h")
    with pytest.raises(TypeError):
        fk.Record.parse(b"")
    with pytest.raises(TypeError):
        next(fk.read_records(7))


# ---- reading is liberal

PLAIN = (
    '[Rules "classic4"]\n[Position "classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0"]\n[Result "*"]\n\n'
    "0: 3h 6c 9c 2s - - -\n3: Ah\n*\n"
)


def wide(text):
    """Full-width characters, as Chinese keyboards make them."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def chinese(text):
    """Chinese brackets and quotation marks."""
    return re.sub(r'\[(\w+) "(.*?)"\]', r"【\1 “\2”】", text)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\ufeff" + PLAIN,
        PLAIN.replace("Rules", "RULES").replace("Position", "position").replace("3h", "3H"),
        PLAIN.replace('"classic4"]', '"Classic4"]'),
        PLAIN.replace("[Result", "[ Result  ").replace('"]', '" ] '),
        PLAIN.replace("]\n", "]\n\n"),
        PLAIN.replace("]\n", "] "),
        PLAIN.replace("\n", "\n\n"),
        PLAIN.replace(": ", ":"),
        PLAIN.replace("0: ", "").replace("3: ", ""),
        PLAIN.replace(" -", " pass"),
        PLAIN.replace("3h 6c", "single:3h SINGLE:6c"),
        PLAIN.replace(" 9c", "\n9c").replace("3: Ah", "3:\nAh"),
        wide(PLAIN),
        chinese(PLAIN),
        PLAIN.replace(" -", " —"),
        PLAIN.replace(" 3h ", " 红桃3 ").replace(" 2s ", " ♠️2 "),
        "% PBN 2.1\n% EXPORT\n" + PLAIN,
        "\n".join(sorted(PLAIN.split("\n\n")[0].split("\n"))) + "\n" + PLAIN.split("\n\n")[1],
        PLAIN.replace('[Rules "classic4"]\n', ""),
        PLAIN.replace('[Result "*"]\n', ""),
        PLAIN.removesuffix("\n"),
    ],
    ids=itertools.count(),
)
def test_the_same_hand_in_other_clothes(text):
    record = fk.Record.parse(text)
    start = ending("classic4 3h4s5sKd/6c6d/7h9c/Ah2s 0")
    assert record.replay() == after(start, "3h 6c 9c 2s - - - Ah")
    assert record.text() == PLAIN


def test_comments():
    text = (
        "; before it all\n"
        + PLAIN.replace("0: 3h 6c", "{one\n  two} 0: {three} 3h {four} ; five } {\n6c")
        + "{last}\n"
    )
    assert fk.Record.parse(text).comments == (
        (0, "before it all"),
        (0, "one two"),
        (0, "three"),
        (1, "four"),
        (1, "five } {"),
        (8, "last"),
    )


def test_unknown_tags_are_kept_in_their_order():
    text = PLAIN.replace(
        "\n\n", '\n[zeta "1"]\n[Alpha "a \\"b\\" \\\\ \\n"]\n[βeta "；【】"]\n\n', 1
    )
    record = fk.Record.parse(text)
    assert list(record.tags.items()) == [
        ("zeta", "1"),
        ("Alpha", 'a "b" \\ \\n'),
        ("βeta", "；【】"),
    ]
    assert fk.Record.parse(record.json()) == record
    assert fk.Record.parse(record.text()) == record


def test_tags_named_as_what_is_no_tag():
    text = PLAIN.replace("\n\n", '\n[comments "a"]\n[tags "b"]\n[hand "c"]\n[cls "d"]\n\n', 1)
    record = fk.Record.parse(text)
    assert record.tags == {"comments": "a", "tags": "b", "hand": "c", "cls": "d"}
    assert fk.Record.parse(record.json()) == fk.Record.parse(record.text()) == record


def test_a_column_far_out_in_a_line():
    text = f'[x "{"y" * 2000}"]' + PLAIN.replace("Ah2s 0", "Ah2s 7").replace("\n", " ")
    err = refused(text)
    assert (err.line, err.column) == (1, text.index("Ah2s 7") + 6)


def test_the_opening_may_be_silent_about_a_solo_that_nobody_announced():
    hand = some_hand(fk.rules("laizi"), 5)
    while hand.call is None or isinstance(hand.call, fk.Solo):
        hand = some_hand(fk.rules("laizi"), hand.redeals + random.Random(1).randrange(99))
    text = fk.Record.of(hand).text()
    assert fk.Record.parse(text.replace('[Solo "- - - -"]\n', "")).replay() == hand
    assert fk.Record.parse(re.sub(r'\[Result ".*"\]\n', "", text)).replay() == hand
    assert fk.Record.parse(re.sub(r"outcome.*payoff", "Payoff", text)).replay() == hand


def test_the_lead_may_be_left_out_where_the_cards_tell_it():
    hand = some_hand(fk.rules("classic4"), 3)
    text = re.sub(r"\[Lead .*\n", "", fk.Record.of(hand).text())
    assert fk.Record.parse(text).replay() == hand


# ---- what is refused, and where

DEAL = (
    "3s4h4d5s6h6c7dTsQcQdKsAd2h/3h5c6d8c9hThTcTdJsJhKhAs2s/"
    "3d4s7s7h8s8h8d9sJdQsKdAh2d/3c4c5h5d6s7c9c9dJcQhKcAc2c"
)
LAIZI = fk.Record.of(some_hand(fk.rules("laizi"), 3, 9)).text()


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, None, "one record is expected here, not 0"),
        (PLAIN + "\n" + PLAIN, 1, None, "one record is expected here, not 2"),
        ('[Rules "flush2"]\n[Deal "3s/3s/4/4"]\n*', 2, 8, "two seats hold 3s: `lead` must"),
        ('[Rules "flush2"]\n[Deal "3h/5s/4/4"]\n*', 2, 8, "nobody holds 3s: `lead` must"),
        ('[Rules "laizi"]\n[Deal "2h/5s/4/4"]\n[Lead "0"]\n*', 3, 8, "no card that it may call"),
        ("hello", 1, 1, "a record begins with its tags"),
        (PLAIN.replace('classic4"', 'classic5"'), 1, 9, "there is no rule set 'classic5'"),
        (PLAIN.replace('[Rules "classic4"]', '[Rules "honghe"]'), 2, 12, "in a record of honghe"),
        (PLAIN.replace("3h4s", "3h4x"), 2, 24, "found 'x'"),
        (PLAIN.replace("Ah2s 0", "Ah2s 7"), 2, 45, "no seat 7"),
        (PLAIN.replace("Ah2s 0", "Ah2s2s 0"), 2, 21, "2s"),
        (PLAIN.replace("9c 2s", "2s 9c"), 5, 10, "seat 2: 2s: not in hand"),
        (PLAIN.replace("9c 2s", "9x 2s"), 5, 11, "seat 2: expected a card"),
        (PLAIN.replace("9c 2s", "pair:9x 2s"), 5, 16, "seat 2: expected a card"),
        (PLAIN.replace("0: 3h", "0: Kd"), 5, 7, "seat 1: 6c: does not beat the last play"),
        (PLAIN.replace("0: 3h", "0: -"), 5, 4, "must lead"),
        (PLAIN.replace("3: Ah", "0: Ah"), 6, 1, "it is the turn of seat 3, not of seat 0"),
        (PLAIN.replace("*\n", ""), 6, 6, "before the hand is over, and does not say so"),
        (PLAIN.replace('Result "*"', 'Result "payoff 1,1,1,1"'), 7, 2, "whose Result is stated"),
        (PLAIN.replace('Result "*"', 'Result "payoff"'), 3, 10, "expected names with values, or *"),
        (PLAIN.replace("3: Ah", "* Ah"), 6, 3, "* ends the play, and more follows"),
        (PLAIN.replace("Ah\n", "Ah }\n"), 6, 7, "nothing is open that } could close"),
        (PLAIN.replace("Ah\n", "Ah {x\n\n"), 6, 7, "a comment that is not closed"),
        (PLAIN.replace("Ah\n", "Ah {x\n"), 6, 7, "a comment that is not closed"),
        (PLAIN.replace('[Result "*"]', '[Result "*"'), 3, 13, 'a tag is [Name "value"]'),
        (PLAIN.replace('[Result "*"]', '[Result "*]'), 3, 9, 'a tag is [Name "value"]'),
        (PLAIN.replace('[Result "*"]', "[Result *]"), 3, 9, 'a tag is [Name "value"]'),
        (PLAIN.replace('[Result "*"]', '["*"]'), 3, 1, 'a tag is [Name "value"]'),
        (PLAIN.replace('[Result "*"]', '[Result "*" "*"]'), 3, 14, "the tag Result has one value"),
        (PLAIN.replace("]\n\n", ']\n[result "*"]\n'), 4, 1, "the tag result is given twice"),
        (PLAIN.replace("]\n\n", ']\n[Lead "0"]\n'), 4, 8, "a record with a Position has no Lead"),
        (PLAIN.replace("]\n\n", ']\n[Call "3s"]\n'), 4, 8, "no hidden solo can have called 3s"),
        (PLAIN.replace("]\n\n", ']\n[Seats "a" "b"]\n'), 4, 9, "2 names; classic4 has 4 seats"),
        (PLAIN.replace("]\n\n", ']\n[x "a\x00"]\n'), 4, 5, "no text of one line: it holds U+0000"),
        (PLAIN.replace("0: 3h", "0: {\x1b} 3h"), 5, 4, "no text of one line: it holds U+001B"),
        ('[Result "*"]\n*', 1, 1, "the tag Rules is missing, or Position"),
        ('[Rules "laizi"]\n*', 1, 1, "the tag Deal is missing, or Position"),
        (f'[Rules "classic4"]\n[Deal "{DEAL}/3s"]\n*', 2, 8, "5 hands; classic4 has 4"),
        (f'[Rules "classic4"]\n[Deal "{DEAL}2c"]\n*', 2, 8, "2c"),
        (f'[Rules "classic4"]\n[Deal "{DEAL.replace("6c7", "6c0")}"]\n*', 2, 20, "a ten is T"),
        (f'[Rules "classic4"]\n[Deal "{DEAL}"]\n[Lead "-1"]\n*', 3, 8, "expected a whole number"),
        (f'[Rules "classic4"]\n[Deal "{DEAL}"]\n[Lead "9"]\n*', 2, 8, "no seat 9"),
        (f'[Rules "flush2"]\n[Deal "{DEAL}"]\n[Call "3s"]\n*', 3, 8, "there is no call here"),
        (LAIZI.replace("Call", "Cell"), 8, 4, "the play begins too early"),
        (re.sub(r"\[Lead.*\n", "", LAIZI), 2, 8, "needs `lead`"),
        (re.sub(r'\[Call "(.*)"', '[Call "2s"', LAIZI), 4, 8, "may not be called"),
        (re.sub(r'\[Call "(.*)"', '[Call "5"', LAIZI), 4, 8, "may not be called"),
        (re.sub(r'\[Solo ".*"', '[Solo "- - - - -"', LAIZI), 5, 8, "more answers"),
        (re.sub(r'\[Solo ".*"', '[Solo "- no"', LAIZI), 5, 8, "no answer"),
    ],
)
def test_errors_name_line_and_column(text, line, column, message):
    err = refused(text)
    assert message in err.message, err
    assert (err.line, err.column) == (line, column), err


def test_a_wrong_result():
    text = fk.Record.of(some_hand(fk.rules("classic3"), 4)).text()
    stated = re.search(r'Result "(scores (\S+) payoff \S+ places (\S+))"', text)
    assert stated
    for wrong in (
        stated[1].replace(stated[2], "1,2,3"),
        stated[1].replace(f"places {stated[3]}", "places 1,1,1"),
        "scores 0",
        "*",
        "outcome sweep",
        "winner 1",
        "scores " + "9" * 5000,
        "scores 1e9,2,3",
    ):
        err = refused(text.replace(stated[1], wrong))
        assert (err.line, err.column) == (4, 10)
        assert "Result" in err.message
    for right in (
        f"SCORES  {stated[2].replace(',', ' , ')}",
        f"places {stated[3]} scores {stated[2]}",
        f"scores {','.join(n + '.0' for n in stated[2].split(','))}",
    ):
        assert fk.Record.parse(text.replace(stated[1], right)).text() == text


def test_a_play_after_the_end():
    text = fk.Record.of(some_hand(fk.rules("flush1"), 4)).text()
    err = refused(text + "3s\n")
    assert (err.line, err.column) == (text.count("\n") + 1, 1)
    assert "the hand is over" in err.message
    assert "the hand is over: it is no turn of seat 2" in refused(text + "2:\n").message
    assert fk.Record.parse(text + "*\n").text() == text


JSON = json.loads(fk.Record.parse(PLAIN).json())


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"rules": 3}, "rules", "expected a text, found 3"),
        ({"rules": "x"}, "rules", "there is no rule set"),
        ({"seats": "abcd"}, "seats", "expected a list of texts"),
        ({"seats": ["a"]}, "seats", "1 names; classic4 has 4 seats"),
        ({"lead": 0}, "lead", "a record with a Position has no Lead"),
        ({"lead": True}, "lead", "expected a whole number, found True"),
        ({"redeals": -1}, "redeals", "expected a whole number, found -1"),
        ({"redeals": 2**31}, "redeals", "expected a whole number, found 2147483648"),
        ({"deal": [1]}, "deal", "expected a list of texts"),
        ({"solo": "x"}, "solo", "expected a list of texts"),
        ({"result": 3}, "result", "expected an object of texts and lists of numbers, or null"),
        ({"result": {"payoff": [[1]]}}, "result", "expected an object"),
        ({"result": {}}, "tricks", "whose Result is stated"),
        ({"tags": {"x": 1}}, "tags", "expected an object of texts"),
        ({"tags": {"Lead": "1"}}, None, "the tag Lead follows from the hand"),
        ({"tags": {"a b": "1"}}, None, "is no name of a tag"),
        ({"tricks": 3}, "tricks", "expected a list of tricks"),
        ({"tricks": [3]}, "tricks[0]", "expected a trick with its seat and moves"),
        ({"tricks": [{"moves": "3h"}]}, "tricks[0]", "expected a trick"),
        ({"tricks": [{"moves": [3]}]}, "tricks[0]", "expected a trick"),
        ({"tricks": [{"seat": 1, "moves": ["3h"]}]}, "tricks[0]", "it is the turn of seat 0"),
        ({"tricks": [{"moves": ["3h", "Kd"]}]}, "tricks[0].moves[1]", "seat 1: Kd: not in hand"),
        ({"comments": [3]}, "comments", "expected a list of pairs"),
        ({"comments": [[True, "x"]]}, "comments", "expected a list of pairs"),
        ({"comments": [[99, "x"]]}, None, "a comment after 99 moves; the hand has 8"),
        ({"more": 1}, None, "no key of a record: 'more' (known: rules, seats"),
    ],
)
def test_errors_of_json_name_line_and_field(change, field, message):
    first = json.dumps(JSON)
    records, errors = read_all(f"{first}\n\n{json.dumps({**JSON, **change})}\n{first}\n")
    assert len(records) == 2
    (err,) = errors
    assert (err.line, err.field) == (3, field)
    assert message in err.message
    assert (field or "line 3") in str(err)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('{"rules": ', 1, "no JSON: Expecting value"),
        ('{"rules": "classic4"} x', 23, "no JSON: Extra data"),
        ("[]", None, "expected an object"),
        ('{"lead": NaN}', None, "NaN is no number of JSON"),
        ('{"lead": 1, "lead": 1}', None, "a key is given twice"),
        ('{"lead": ' + "9" * 5000 + "}", None, "a number of too many digits"),
        ('{"tags": ' + "[" * 100_000, None, "JSON nested too deeply"),
        ("{}", None, "the tag Rules is missing"),
    ],
)
def test_lines_that_are_no_json_of_a_record(line, column, message):
    first = json.dumps(JSON)
    records, errors = read_all(f"{first}\n{line}\n{first}\n")
    assert len(records) == 2
    (err,) = errors
    assert (err.line, err.column) == (2, column)
    assert message in err.message


def test_json_without_a_result_must_be_over():
    data = {key: value for key, value in JSON.items() if key != "result"}
    assert "does not say so" in refused(json.dumps(data)).message


# ---- truncated, and among others


def cuts(text: str) -> list[fk.Record]:
    """All records that any beginning of a text has."""
    found = []
    for end in range(len(text)):
        records, errors = read_all(text[:end])
        assert len(records) + len(errors) <= 1
        found += records
    return found


@pytest.mark.parametrize(
    "hand",
    [OVER, MIDST, HIDDEN, some_hand(fk.rules("classic3"), 2), some_hand(fk.rules("wuhan"), 1, 12)],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_cut_short_anywhere(hand, form):
    """What is still read is the whole hand: only the last newline was missing."""
    record = fk.Record.of(hand, seats=["a", "b", "c", "d"][: hand.rules.seats], Event="x")
    text = record.text() if form == "text" else record.json() + "\n"
    assert cuts(text) == [record] * (len(text) - len(text.rstrip("\n")))


GOOD = fk.Record.of(some_hand(fk.rules("honghe"), 2)).text()
DAMAGE = [
    PLAIN.replace("3h", "3x"),
    PLAIN.replace("*\n", ""),
    PLAIN.replace('"]', "]"),
    PLAIN[:60],
    PLAIN[:10],
    PLAIN[:3],
    PLAIN.replace('[Rules "classic4"]\n', "").replace("[Pos", "[Poz"),
    PLAIN.replace("Ah", "Ah {never closed"),
    PLAIN.replace("\n\n", "\n{never closed\n\n"),
    "some words\nof noise ][ }\n[\n[[\n",
    "[" * 5000,
    '["' * 5000,
    "x" * (1 << 21),
    "hello world\n\nhow are you\n",
]


@pytest.mark.parametrize("bad", DAMAGE, ids=itertools.count())
def test_good_records_among_bad_ones(bad):
    for good in (PLAIN, GOOD):
        records, errors = read_all("\n".join([good, bad, good, bad, good]))
        assert [record.text() for record in records] == [good] * 3
        lines = good.count("\n")
        assert [error.line > lines for error in errors] == [True] * 2


@pytest.mark.parametrize("bad", [b"\xff\xfe", b"4s \x80 - -", b"[Rules \xff]", b"\x00" * 100])
def test_good_records_among_bytes_that_are_no_text(bad):
    for good in (PLAIN.encode(), GOOD.encode()):
        records, errors = read_all(b"\n".join([good, bad, b"", good, bad, b"", good]))
        assert [record.text().encode() for record in records] == [good] * 3
        assert len(errors) == 2
        assert errors[0].line == good.count(b"\n") + 2
    if bad[0]:
        assert "is not UTF-8" in errors[0].message


def test_records_that_follow_without_an_empty_line():
    records, errors = read_all(PLAIN * 3 + PLAIN.replace("\n", " ") + PLAIN)
    assert (len(records), errors) == (5, [])


def test_the_first_error_ends_the_reading_where_nobody_asks_for_it():
    reading = fk.read_records(io.StringIO(PLAIN + DAMAGE[0] + PLAIN))
    assert next(reading).text() == PLAIN
    with pytest.raises(fk.RecordError):
        next(reading)
    assert list(reading) == []


@pytest.mark.parametrize("empty", ["", "\n", "\ufeff", "; nothing\n", "{}", "{no}\n\n% more\n"])
def test_no_records(empty):
    assert read_all(empty) == ([], [])
