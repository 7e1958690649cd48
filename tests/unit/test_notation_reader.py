"""What is wrong with a record is said once, with line and column, and nothing is half read."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from arfa import notation
from arfa.deals import Deal, deck_text
from arfa.engine.game import Game
from arfa.notation import RecordError, read_record
from arfa.notation.reader import LIMIT
from arfa.notation.record import MAX_DEPTH, MAX_NODES, MAX_TAGS, MAX_WORDS
from arfa.texts import LANGUAGES, say

GAME = Game.named("small-harp")
DECK = deck_text(Deal("ours", 5).deck(GAME.rules))
CARDS = DECK.split()
HEAD = '[Game "small-harp"]\n[Deal "5"]\n'  # the moves begin in line 3


def _deck(cards: list[str]) -> str:
    return f'[Game "small-harp"]\n[Deck "{" ".join(cards)}"]\n'


FAULTS = [
    # tags
    ("", "record-no-game", (1, 1)),
    ('[Deal "5"] sw', "record-no-game", (1, 12)),
    ("[Game small-harp]", "record-tag", (1, 1)),
    ('\n  [1st "x"]', "record-tag", (2, 3)),
    ('[Game "small-harp', "record-tag-open", (1, 1)),
    ('[Game "small-harp"\n[Deal "5"]', "record-tag-open", (1, 1)),
    ('[Game "small-harp\\"]', "record-tag-open", (1, 1)),
    (HEAD + '[deal "6"]', "record-tag-twice", (3, 1)),
    ('[Game "solitaire"]', "record-tag-value", (1, 1)),
    ('[Game "small-harp+nothing"]', "record-tag-value", (1, 1)),
    (HEAD + '[Format "PPN 2"]', "record-format", (3, 1)),
    (HEAD + '[Rules "0000000000000000"]', "record-rules", (3, 1)),
    (HEAD + '[RuleVersion "99"]', "record-version", (3, 1)),
    ('[Game "small-harp"] sw', "record-no-start", (1, 21)),
    (HEAD + '[Position "small-harp / s: *"]', "record-two-starts", (2, 1)),
    ('[Game "small-harp"]\n[Deal "NaN"]', "record-tag-value", (2, 1)),
    ('[Game "small-harp"]\n[Deal "-1"]', "record-tag-value", (2, 1)),
    ('[Game "small-harp"]\n[Deal "1e9"]', "record-tag-value", (2, 1)),
    ('[Game "spider-pauk"]\n[Deal "pysol:1"]', "record-tag-value", (2, 1)),
    (_deck(CARDS[:-1]), "record-tag-value", (2, 1)),
    (_deck([*CARDS, "AS"]), "record-tag-value", (2, 1)),
    (_deck([*CARDS[:-1], CARDS[0]]), "record-tag-value", (2, 1)),
    (_deck(["1Z", *CARDS[1:]]), "record-tag-value", (2, 1)),
    (_deck(["NaN", *CARDS[1:]]), "record-tag-value", (2, 1)),
    (HEAD + f'[Deck "{" ".join(CARDS[::-1])}"]', "record-deal-deck", (2, 1)),
    ('[Game "small-harp"]\n[Position "small-harp / s: 5C"]', "record-tag-value", (2, 1)),
    (HEAD + '[Result "lost"]', "record-result", (3, 1)),
    ("".join(f'[X{n} "1"]' for n in range(MAX_TAGS + 1)), "record-tags", (1, 1891)),
    # moves
    (HEAD + "t1t9", "record-illegal", (3, 1)),
    (HEAD + "1. sw 2. ws", "record-illegal", (3, 10)),
    (HEAD + "sw\nsw {a}\n  KD-t4", "record-illegal", (5, 3)),
    (HEAD + "sw (sw sw (ws))", "record-illegal", (3, 12)),
    (HEAD + "sw hello", "record-move", (3, 4)),
    (HEAD + 'sw [Event "x"]', "record-move", (3, 4)),
    (HEAD + "sw=NaN", "record-move", (3, 1)),
    (HEAD + "sw=KD", "record-move", (3, 1)),
    (HEAD + "sw " + "x" * 100_000, "record-move", (3, 4)),
    (HEAD + "9H-", "record-move", (3, 1)),
    # what stands around them
    (HEAD + "sw {never ends", "record-comment-open", (3, 4)),
    (HEAD + "sw {never ends \\}", "record-comment-open", (3, 4)),
    (HEAD + "sw } sw", "record-comment-end", (3, 4)),
    (HEAD + "(sw) sw", "record-variation-first", (3, 1)),
    (HEAD + "sw () sw", "record-variation-empty", (3, 4)),
    (HEAD + "sw ({only words}) sw", "record-variation-empty", (3, 4)),
    (HEAD + "sw (sw", "record-variation-open", (3, 4)),
    (HEAD + "sw (sw (sw) sw", "record-variation-open", (3, 4)),
    (HEAD + "sw ) sw", "record-variation-end", (3, 4)),
    (HEAD + "sw " + "(sw " * (MAX_DEPTH + 1), "record-deep", (3, 204)),
    (HEAD + "sw " + "(" * 100_000, "record-variation-first", (3, 5)),
    (HEAD + "-- sw", "record-nothing", (3, 4)),
    (HEAD + "sw -- --", "record-nothing", (3, 7)),
    (HEAD + "sw $256", "record-glyph", (3, 4)),
    (HEAD + "sw $", "record-glyph", (3, 4)),
    (HEAD + "sw $" + "9" * 9000, "record-glyph", (3, 4)),
    (HEAD + "! sw", "record-glyph-first", (3, 1)),
    (HEAD + "(", "record-variation-first", (3, 1)),
    # results
    (HEAD + "sw (sw won)", "record-result-inside", (3, 8)),
    (HEAD + "sw unfinished sw", "record-after-result", (3, 15)),
    (HEAD + '[Result "stuck"] sw unfinished', "record-result-differs", (3, 21)),
    (HEAD + "sw won", "record-result-false", (3, 7)),
    (HEAD + "sw won with 2 breaches", "record-result-false", (3, 23)),
    (HEAD + "sw stuck", "record-result-false", (3, 9)),
    (HEAD + '[Result "won"] sw', "record-result-false", (3, 18)),
    # size
    (HEAD + "sw" + " $1" * MAX_WORDS, "record-words", (3, 300_001)),
    (HEAD + "sw {" + "x" * LIMIT + "}", "text-too-long", (0, 0)),
    ("x" * (LIMIT + 1), "text-too-long", (0, 0)),
]


@pytest.mark.parametrize(("text", "code", "place"), FAULTS, ids=range(len(FAULTS)))
def test_faults_are_shown_where_they_stand(text, code, place):
    began = time.perf_counter()
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert time.perf_counter() - began < 5
    assert (caught.value.reason.code, (caught.value.line, caught.value.column)) == (code, place)
    for lang in LANGUAGES:
        words = say(caught.value.message, lang)
        assert place == (0, 0) or str(place[0]) in words
        assert len(words) < 500


def test_every_fault_of_a_text_is_among_them():
    folder = Path(notation.__file__).parent
    source = "".join((folder / name).read_text("utf-8") for name in ("reader.py", "head.py"))
    known = {code for _, code, _ in FAULTS} | {"record-many", "record-game"}
    assert set(re.findall(r'"(record-[a-z-]+)"', source)) <= known


def test_the_reason_inside_is_the_one_of_its_own_reader():
    for text, inner in (
        ('[Game "solitaire"]', "game-unknown"),
        (_deck(CARDS[:-1]), "deck-text-missing"),
        (_deck([*CARDS[:-1], CARDS[0]]), "deck-text-again"),
        (_deck(["NaN", *CARDS[1:]]), "deck-text-card"),
        ('[Game "small-harp"]\n[Position "small-harp / s: 5C"]', "position-missing"),
        (HEAD + "1. sw 2. ws", "redeal-stock-left"),
        (HEAD + "sw hello", "move-unreadable"),
        (HEAD + "sw=KD", "move-note-turns"),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(text)
        assert caught.value.reason.values["why"].code == inner


def test_more_moves_than_anybody_makes():
    turns = ("sw " * 24 + "ws ") * (MAX_NODES // 25)
    began = time.perf_counter()
    with pytest.raises(RecordError) as caught:
        read_record(HEAD + turns + "sw")
    assert caught.value.reason.code == "record-many"
    assert time.perf_counter() - began < 30


def test_as_deep_as_allowed():
    text = HEAD + "sw " + "(sw " * MAX_DEPTH + ")" * MAX_DEPTH
    record = read_record(text)
    assert read_record(str(record)) == record


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends_and_a_mark_at_the_beginning(end):
    text = "\ufeff" + (HEAD + ";one { two\nsw {three\nfour}\nsw").replace("\n", end)
    record = read_record(text)
    assert record.line.comments == ("one { two",)
    assert record.line.nodes[0].comments == ("three four",)
    with pytest.raises(RecordError) as caught:
        read_record(text + end + "  hello")
    assert (caught.value.line, caught.value.column) == (7, 3)


def test_judgements():
    node = read_record(HEAD + "sw!! sw ?! $7 sw?? sw !?").line.nodes
    assert [one.glyphs for one in node] == [(3,), (6, 7), (4,), (5,)]


def test_brackets_in_comments():
    text = r"sw {a \} b \\ c \d {e \\} sw"
    record = read_record(HEAD + text)
    assert record.line.nodes[0].comments == ("a } b \\ c \\d {e \\",)
    assert len(record.moves) == 2
    assert read_record(str(record)) == record
