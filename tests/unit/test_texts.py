"""Words for people: grammar in both languages, and catalogues that lack nothing."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from arfa import texts
from arfa.cards import parse_card
from arfa.errors import ArfaError, CardError, Message
from arfa.texts import (
    LANGUAGES,
    card_name,
    catalogue,
    coloured_rank,
    pile_name,
    plural_form,
    rank_name,
    say,
    suit_name,
)

SOURCE = Path(texts.__file__).parent
RUSSIAN, ENGLISH = catalogue("ru"), catalogue("en")
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25)
GRAMMAR = ("", "nom", "acc", "gen", "class", "class-acc", "colour")


def _in(monkeypatch: pytest.MonkeyPatch, lang: str, template: str) -> None:
    """Let the code ``x`` have this template."""
    monkeypatch.setattr(texts, "catalogue", lambda _: {**catalogue(lang), "x": template})


# ---------------------------------------------------------------------------------------------- grammar
@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "0 ходов"),
        (1, "1 ход"),
        (2, "2 хода"),
        (4, "4 хода"),
        (5, "5 ходов"),
        (11, "11 ходов"),
        (12, "12 ходов"),
        (14, "14 ходов"),
        (21, "21 ход"),
        (22, "22 хода"),
        (25, "25 ходов"),
        (101, "101 ход"),
        (111, "111 ходов"),
        (112, "112 ходов"),
        (-1, "-1 ход"),
    ],
)
def test_russian_numbers(monkeypatch, n, words):
    _in(monkeypatch, "ru", "{n:ход|хода|ходов}")
    assert say(Message("x", n=n), "ru") == words


@pytest.mark.parametrize(
    ("n", "words"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (21, "21 moves")]
)
def test_english_numbers(monkeypatch, n, words):
    _in(monkeypatch, "en", "{n:move|moves}")
    assert say(Message("x", n=n), "en") == words


def test_which_form_a_number_takes():
    assert [plural_form(n, "ru") for n in NUMBERS] == [2, 0, 1, 2, 2, 0, 1, 2]
    assert [plural_form(n, "en") for n in NUMBERS] == [1, 0, 1, 1, 1, 1, 1, 1]


def test_cases_of_cards():
    nine, jack = parse_card("9S"), parse_card("JH")
    assert [card_name(nine, "ru", case) for case in ("nom", "acc", "gen")] == [
        "девятка пик",
        "девятку пик",
        "девятки пик",
    ]
    assert [card_name(jack, "ru", case) for case in ("nom", "acc", "gen")] == [
        "валет червей",
        "валета червей",
        "валета червей",
    ]
    assert {card_name(nine, "en", case) for case in ("nom", "acc", "gen")} == {"nine of spades"}


def test_cases_of_ranks_and_suits():
    assert rank_name(1, "ru") == "туз"
    assert rank_name(7, "ru", "acc") == "семёрку"
    assert rank_name(12, "ru", "gen") == "дамы"
    assert rank_name(13, "en", "acc") == "king"
    assert [suit_name(s, "ru") for s in range(4)] == ["треф", "бубен", "червей", "пик"]
    assert [suit_name(s, "en") for s in range(4)] == ["clubs", "diamonds", "hearts", "spades"]
    assert (
        len(
            {
                rank_name(r, lang, case)
                for lang in LANGUAGES
                for r in range(1, 14)
                for case in ("nom",)
            }
        )
        == 26
    )


def test_colours_agree_with_ranks():
    assert coloured_rank(9, True, "ru") == "красная девятка"
    assert coloured_rank(9, True, "ru", "acc") == "красную девятку"
    assert coloured_rank(13, False, "ru") == "чёрный король"
    assert coloured_rank(13, False, "ru", "acc") == "чёрного короля"
    assert coloured_rank(10, False, "ru", "gen") == "чёрной десятки"
    assert coloured_rank(9, True, "en", "acc") == "red nine"


def test_grammar_goes_by_the_name_of_the_field(monkeypatch):
    _in(
        monkeypatch,
        "ru",
        "{card:acc}, {card_below}, {card:class-acc}, {parent:acc}, {rank:gen}, {suit}, {text}",
    )
    message = Message(
        "x",
        card=parse_card("9H"),
        card_below=parse_card("JS"),
        parent=(10, False),
        rank=12,
        suit=3,
        text="9H",
    )
    assert say(message, "ru") == (
        "Девятку червей, валет пик, красную девятку, чёрную десятку, дамы, пик, 9H"
    )


def test_a_message_in_a_message(monkeypatch):
    _in(monkeypatch, "en", "no: {why}")
    assert say(Message("x", why=Message("card-unknown", text="?")), "en").startswith(
        'No: "?" is not'
    )


def test_piles_are_named_by_their_letter_or_whole():
    assert pile_name("t3", "ru") == "столбец 3"
    assert pile_name("t3", "en") == "column 3"
    assert pile_name("s", "ru", "acc") == "колоду"
    assert pile_name("ä9", "ru") == "ä9"


def test_there_is_no_third_language():
    with pytest.raises(KeyError):
        catalogue("de")


# ---------------------------------------------------------------------------------------------- messages
def test_a_message_is_a_value():
    message = Message("deck-count", n=51, wanted=52)
    assert message == Message("deck-count", wanted=52, n=51)
    assert hash(message) == hash(Message("deck-count", wanted=52, n=51))
    assert message != Message("deck-count", n=50, wanted=52)
    assert message != "deck-count"
    assert eval(repr(message)) == message
    assert pickle.loads(pickle.dumps(message)) == message  # noqa: S301
    with pytest.raises(AttributeError):
        message.code = "other"
    with pytest.raises(TypeError):
        message.values["n"] = 1  # type: ignore[index]


def test_an_error_speaks_english_by_itself_and_survives_pickling():
    error = CardError("card-unknown", text="XX")
    assert isinstance(error, ArfaError)
    assert str(error).startswith('"XX" is not a card')
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert again.message == error.message
    assert str(again) == str(error)


# ---------------------------------------------------------------------------------------------- catalogues
class Use(NamedTuple):
    """A message made in the source."""

    code: str
    """A regular expression where the code is put together of parts."""
    fields: frozenset[str] | None
    """The values that are given, if they are all written out."""
    where: str


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def _name(node: ast.expr) -> str:
    return (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else ""
    )


def _makers() -> set[str]:
    """``Message`` and the names of all errors that carry one."""
    classes = [
        (node.name, {_name(base) for base in node.bases})
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    found = {"ArfaError"}
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return found | {"Message"}


def _codes(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body)
        yield from _codes(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = node.values
        yield "".join(
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in parts
        )


def _uses() -> list[Use]:
    makers = _makers()
    uses = []
    for path, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in makers and node.args:
                names = [word.arg for word in node.keywords]
                fields = None if None in names else frozenset(map(str, names))
                where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                uses += [Use(code, fields, where) for code in _codes(node.args[0])]
    return uses


USES = _uses()


def _fields(template: str) -> dict[str, list[str]]:
    """The fields of a template, each with the grammar that is asked of it."""
    result: dict[str, list[str]] = {}
    for _, field, grammar, _ in Formatter().parse(template):
        if field is not None:
            result.setdefault(field, []).append(grammar or "")
    return result


def test_the_search_finds_what_it_should():
    assert {"Message", "CardError", "DeckError", "RuleError", "DealError", "CodeError"} <= _makers()
    codes = {use.code for use in USES}
    assert {re.escape("card-unknown"), re.escape("rule-field"), re.escape("code-check")} <= codes
    assert len(USES) > 60


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.code}-{use.where}")
def test_every_message_of_the_source_has_words(use):
    found = [code for code in RUSSIAN if re.fullmatch(use.code, code)]
    assert found, f"{use.where}: no template for {use.code} in locale/"
    if use.fields is not None:
        for code in found:
            for template in (RUSSIAN[code], ENGLISH[code]):
                assert set(_fields(template)) <= use.fields, f"{use.where}: {code}"


def test_both_catalogues_have_the_same_messages():
    assert set(RUSSIAN) == set(ENGLISH)


@pytest.mark.parametrize("code", sorted(set(RUSSIAN) & set(ENGLISH)))
def test_both_languages_say_the_same(code):
    russian, english = _fields(RUSSIAN[code]), _fields(ENGLISH[code])
    assert set(russian) == set(english)
    for template, forms in ((russian, 3), (english, 2)):
        for grammar in (g for words in template.values() for g in words):
            if "|" in grammar:
                assert len(grammar.split("|")) == forms, grammar
            else:
                assert grammar in GRAMMAR, grammar
    for lang, own, alien in (("ru", "[а-яё]", "[a-z]{2}"), ("en", "[a-z]", "[а-яё]")):
        words = re.sub("{.*?}", "", catalogue(lang)[code]).lower()
        assert re.search(own, words) or not re.search(alien, words), "another language"
        assert lang == "ru" or not re.search(alien, words), "another language"
        assert catalogue(lang)[code] == catalogue(lang)[code].strip()


NAMES = ("file", "game", "text", "found")
"""Fields whose values are names, to be shown as they are."""


@pytest.mark.parametrize("code", sorted(set(RUSSIAN) & set(ENGLISH)))
def test_no_message_begins_with_a_name(code):
    """The first letter of a message becomes a capital: a file's name would become another file's."""
    for lang in LANGUAGES:
        before, field, *_ = next(iter(Formatter().parse(catalogue(lang)[code])))
        assert before or field not in NAMES


def _value(field: str, grammar: list[str], number: int) -> object:
    """A value such as a message would give to a field."""
    kind = field.partition("_")[0]
    samples: dict[str, object] = {
        "card": 21,
        "parent": (9, True),
        "rank": 12,
        "suit": 2,
        "pile": "t2",
    }
    return samples.get(kind, number if any("|" in g for g in grammar) else "…")


@pytest.mark.parametrize("code", sorted(set(RUSSIAN) & set(ENGLISH)))
def test_every_template_can_be_said(code):
    for lang in LANGUAGES:
        fields = _fields(catalogue(lang)[code])
        for number in NUMBERS:
            words = say(Message(code, **{f: _value(f, g, number) for f, g in fields.items()}), lang)
            assert words[:1] == words[:1].upper()
            assert not re.search("[{}]", words)


def test_catalogues_are_sorted_and_in_one_form():
    """So that two people who add messages do not meet in the same lines."""
    import json

    for lang in LANGUAGES:
        text = (SOURCE / "locale" / f"{lang}.json").read_text("utf-8")
        data = json.loads(text)
        assert text == json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
