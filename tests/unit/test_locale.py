"""The catalogues of messages: nothing that the source may say lacks words, and both languages say the same."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from arfa import texts
from arfa.errors import Message
from arfa.texts import LANGUAGES, catalogue, say

SOURCE = Path(texts.__file__).parent
RUSSIAN, ENGLISH = catalogue("ru"), catalogue("en")
CODES = sorted(RUSSIAN.keys() & ENGLISH.keys())
GRAMMAR = ("", "nom", "acc", "gen", "class", "class-acc", "colour")
NAMES = ("file", "game", "text", "found")
"""Fields whose values are names, to be shown as they are."""
SAMPLES: dict[str, object] = {"card": 21, "parent": (9, True), "rank": 12, "suit": 2, "pile": "t2"}
"""A value for each kind of field that has a grammar of its own."""


# ---------------------------------------------------------------------------------------------- the source
class Use(NamedTuple):
    """A message made in the source."""

    code: str
    """A regular expression, since a code may be put together of parts."""
    fields: frozenset[str] | None
    """The values that are given, if they are all written out."""
    where: str


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _makers() -> set[str]:
    """``Message``, ``fault`` and the names of all errors that carry a message."""
    classes = [
        (node.name, {_name(base) for base in node.bases})
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    found = {"ArfaError"}
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return found | {"Message", "fault"}


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


def _fields(template: str) -> dict[str, list[str]]:
    """The fields of a template, each with the grammar that is asked of it."""
    result: dict[str, list[str]] = {}
    for _, field, grammar, _ in Formatter().parse(template):
        if field is not None:
            result.setdefault(field, []).append(grammar or "")
    return result


def test_the_search_finds_what_it_should():
    assert {"Message", "CardError", "DeckError", "RuleError", "DealError", "CodeError"} <= _makers()
    uses = _uses()
    assert {re.escape("card-unknown"), re.escape("rule-field")} <= {use.code for use in uses}
    assert len(uses) > 60


def test_every_message_of_the_source_has_words():
    missing = [
        f"{use.where}: {use.code}"
        for use in _uses()
        if not any(re.fullmatch(use.code, code) for code in CODES)
    ]
    assert missing == []


def test_every_message_of_the_source_gives_the_values_that_its_words_need():
    """Where all values are written out, and the code as well."""
    lacking = [
        f"{use.where}: {code} lacks {sorted(need)}"
        for use in _uses()
        if use.fields is not None
        for code in CODES
        if re.escape(code) == use.code
        if (need := {*_fields(RUSSIAN[code]), *_fields(ENGLISH[code])} - use.fields)
    ]
    assert lacking == []


# ---------------------------------------------------------------------------------------------- the catalogues
def test_both_catalogues_have_the_same_messages():
    assert RUSSIAN.keys() ^ ENGLISH.keys() == set()


def test_both_languages_name_the_same_values():
    assert [
        code for code in CODES if _fields(RUSSIAN[code]).keys() != _fields(ENGLISH[code]).keys()
    ] == []


def test_the_grammar_that_is_asked_for_exists():
    for catalogue_, forms in ((RUSSIAN, 3), (ENGLISH, 2)):
        for code, template in catalogue_.items():
            for field, asked in _fields(template).items():
                assert field not in ("code", "self"), (
                    f"{code}: a message cannot carry a value of this name"
                )
                for grammar in asked:
                    if "|" in grammar:
                        assert len(grammar.split("|")) == forms, f"{code}: {grammar}"
                    else:
                        assert grammar in GRAMMAR, f"{code}: {grammar}"


def test_each_catalogue_is_in_its_language():
    for lang, own, alien in (("ru", "[а-яё]", "[a-z]{2}"), ("en", "[a-z]", "[а-яё]")):
        for code, template in catalogue(lang).items():
            words = re.sub("{.*?}", "", template).lower()
            assert re.search(own, words) or not re.search(alien, words), f"{lang}: {code}"
            assert lang == "ru" or not re.search(alien, words), f"{lang}: {code}"
            assert template == template.strip(), f"{lang}: {code}"


def test_no_message_begins_with_a_name():
    """The first letter of a message becomes a capital: a file's name would become another file's."""
    for lang in LANGUAGES:
        for code, template in catalogue(lang).items():
            before, field, *_ = next(iter(Formatter().parse(template)))
            assert before or field not in NAMES, f"{lang}: {code}"


def test_every_template_can_be_said():
    for lang in LANGUAGES:
        for code, template in catalogue(lang).items():
            fields = _fields(template)
            for number in (0, 1, 2, 5, 11, 21, 22, 25):
                values = {
                    field: SAMPLES.get(
                        field.partition("_")[0],
                        number if any("|" in grammar for grammar in asked) else "…",
                    )
                    for field, asked in fields.items()
                }
                words = say(Message(code, **values), lang)
                assert words[:1] == words[:1].upper(), f"{lang}: {code}"
                assert not re.search("[{}]", words), f"{lang}: {code}"


def test_catalogues_are_sorted_and_in_one_form():
    """So that two people who add messages do not meet in the same lines."""
    for lang in LANGUAGES:
        text = (SOURCE / "locale" / f"{lang}.json").read_text("utf-8")
        data = json.loads(text)
        assert text == json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
