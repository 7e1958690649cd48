"""The rule text of every patience: complete in both languages, clean to the eye, and true on the table.

Each sentence that allows or forbids a move carries a legal and an illegal example; both are played here, so that
text and referee cannot drift apart (a fault often reported elsewhere: the help says one thing, the program another).
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arfa.deals import Deal
from arfa.engine.moves import Move
from arfa.notation.examples import stage
from arfa.rules.file import Example, GameFile, Sentence, SourceNote, Variant, Words
from arfa.rules.load import RuleError, game_ids, load_game
from arfa.texts import LANGUAGES, catalogue

NUMBERS = Path(__file__).resolve().parents[2] / "docs" / "rulebook-numbers.toml"

#: What a patience takes over from another section of the rulebook and must say on its own page as well.
TAKEN_OVER = {
    "big-harp": (
        "1.a.1 1.a.3 1.a.4 1.a.5 1.a.6 1.a.7 1.a.8 1.a.9 1.2.stuck 1.2.no_move 1.mercy A1 A2 A3 A4 A5 A6"
    ).split(),
    "harp-slope": (
        "2.a B3 B4 1.a.3 1.a.4 1.a.5 1.a.6 1.a.9 1.2.stuck 1.2.no_move 1.mercy A1 A2 A5 0.6 0.7 0.8"
    ).split(),
    "black-harp": ["0.6", "0.7", "0.8", "1.2.stuck", "1.2.no_move"],
    "harp-9": ["0.6", "0.8", "1.2.stuck", "1.2.no_move"],
    "spider-pauk": ["0.6", "1.2.stuck"],
    "fig288": ["1.2.no_move"],
}

#: Numbers that speak of the source alone: they stand in the notes.
ABOUT_THE_SOURCE = {"6.reconstruction"}

#: How many sentences there are, at most, that can be tried on one side only.
UNTRIED = 6


def _sections() -> list[dict[str, Any]]:
    with NUMBERS.open("rb") as file:
        sections: list[dict[str, Any]] = tomllib.load(file)["sections"]
    return sections


def _file(game: str) -> GameFile:
    return load_game(game).file


def _words(game: str, lang: str) -> Iterator[str]:
    """All that a reader of a language gets to see of a patience."""
    file = _file(game)
    told: list[Words | Sentence | SourceNote] = [file.name, file.about, *file.text, *file.notes]
    for words in told:
        yield getattr(words, lang)
    for variant in file.variants.values():
        yield variant.name[lang]
        yield variant.about[lang]
    for example in (e for s in file.text for e in s.examples):
        yield getattr(example, lang)


def _sample(game: str, key: str, variant: Variant) -> str:
    """A name of the patience with this variant and what it needs."""
    number = variant.parameter
    if number is None:
        return "+".join((game, *variant.requires, key))
    default = load_game("+".join((game, *variant.requires))).rules
    for value in range(number.min, number.max + 1):  # a number that changes something
        name = "+".join((game, *variant.requires, f"{key}={value}"))
        if load_game(name).rules != default:
            return name
    raise AssertionError(f"{game}: no number of {key} changes anything")


def _cases() -> list[object]:
    return [
        pytest.param(game, sentence, example, id=f"{game}-{number}-{n}")
        for game in game_ids()
        for number, sentence in enumerate(_file(game).text)
        for n, example in enumerate(sentence.examples)
    ]


# -- what is said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_every_number_of_the_section_is_stated(game: str) -> None:
    file = _file(game)
    said = {number for sentence in file.text for number in sentence.ref}
    noted = {note.ref for note in file.notes}
    own = [n for s in _sections() if s.get("game") == game for n in s["rules"] if n[0] != "T"]
    wanted = [*own, *TAKEN_OVER.get(game, ())]
    # A rule is stated by a sentence; the reading of an unclear passage by a sentence or by a note on the source.
    missing = [
        n
        for n in wanted
        if n not in said and not (n in noted and (n[0].isalpha() or n in ABOUT_THE_SOURCE))
    ]
    assert not missing
    assert all(s.ref for s in file.text)


@pytest.mark.parametrize("game", game_ids())
def test_every_unclear_passage_of_the_source_is_noted(game: str) -> None:
    noted = {note.ref for note in _file(game).notes}
    own = [
        n for s in _sections() if s.get("game") == game for n in (*s["rules"], *s.get("facts", {}))
    ]
    assert not [n for n in own if re.fullmatch(r"[A-E]\d", n) and n not in noted]


def test_every_number_that_is_named_exists() -> None:
    known = {n for s in _sections() for n in (*s.get("rules", {}), *s.get("facts", {}))}
    for game in game_ids():
        file = _file(game)
        named = {n for s in file.text for n in s.ref} | {n.ref for n in file.notes}
        assert named <= known, game


@pytest.mark.parametrize("game", game_ids())
def test_every_variant_is_told(game: str) -> None:
    file = _file(game)
    conditions = {word.removeprefix("!") for s in file.text for word in s.when.split()}
    assert conditions <= set(file.variants)
    for key, variant in file.variants.items():
        assert variant.about.ru and variant.about.en, key
        spec = load_game(_sample(game, key, variant)) if variant.parameter else None
        changed = spec or load_game("+".join((game, *variant.requires, key)))
        if changed.rules != load_game("+".join((game, *variant.requires))).rules:
            assert any(s.when == key for s in file.text), f"{game}: no sentence for {key}"


@pytest.mark.parametrize("game", game_ids())
def test_variants_named_in_the_notes_exist(game: str) -> None:
    file = _file(game)
    for note in file.notes:
        for words in (note.ru, note.en):
            for key in re.findall(r"\(([a-z]+(?:-[a-z0-9]+)*)(?:=\d)?\)", words):
                assert key in file.variants, (note.ref, key)


@pytest.mark.parametrize("game", game_ids())
def test_the_page_of_any_two_variants_is_whole(game: str) -> None:
    """No sentence twice, the parts in one piece each, and every part of play still there."""
    file = _file(game)
    samples = [_sample(game, k, v).split("+")[1:] for k, v in file.variants.items()]
    for pair in itertools.chain([([], [])], itertools.combinations(samples, 2)):
        wanted = dict.fromkeys(itertools.chain(*pair))
        try:
            spec = load_game("+".join((game, *wanted)))
        except RuleError:
            continue  # these two do not go together
        sentences = spec.sentences()
        for lang in LANGUAGES:
            texts = Counter(getattr(s, lang) for s in sentences)
            assert max(texts.values()) == 1, spec.name
        parts = [part for part, _ in itertools.groupby(s.part for s in sentences)]
        assert len(parts) == len(set(parts)), spec.name
        assert {"aim", "deal", "columns", "end"} <= set(parts), spec.name
        assert ("mercy" in parts) == (spec.rules.mercy != "off"), spec.name


def test_parts_have_headings() -> None:
    parts = {s.part for game in game_ids() for s in _file(game).text}
    for lang in LANGUAGES:
        texts = catalogue(lang)
        assert all(texts.get(f"part-{part}") for part in parts)
        assert texts.get("rules-notes-title")


# -- how it is said -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_both_languages_are_there(game: str) -> None:
    file = _file(game)
    assert file.text
    told: list[Sentence | SourceNote] = [*file.text, *file.notes]
    for words in told:
        assert words.ru.strip() and words.en.strip()
        assert words.ru != words.en
        assert re.search(r"[а-яё]{3}", words.ru)
        assert not re.match(r"[а-яё\W]*$", words.en)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_typography(game: str, lang: str) -> None:
    for text in _words(game, lang):
        assert text == text.strip()
        assert not re.search(r"\s\s|\n", text), text
        assert not re.search(r"[\"']", text), text
        opening, closing = ("[(«„] ", " [,.;:!?»“)]") if lang == "ru" else ("[(“] ", " [,.;:!?”)]")
        assert not re.search(f"{opening}|{closing}|,,|;;", text), text
        assert not re.search(r" - |--|\u2013 ", text), text
        assert text.count("(") == text.count(")"), text
        assert _balanced(text, "«»") and _balanced(text, "“”" if lang == "en" else "„“"), text


def _balanced(text: str, pair: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == pair[0]) - (sign == pair[1])
        if depth not in (0, 1):
            return False
    return depth == 0


@pytest.mark.parametrize("game", game_ids())
def test_russian_is_written_as_russian(game: str) -> None:
    for text in _words(game, "ru"):
        assert not re.search(r"[A-Za-z][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-z]", text), text
        own = re.sub(r"«[^»]*»", "", text)  # sources are quoted as they are printed
        assert not _WITHOUT_YO.search(own), text
    for text in _words(game, "en"):
        quoted = re.sub(r"\([^)]*\)", "", text.replace("Склон (", "("))
        assert not re.search(r"[А-Яа-яЁё]", quoted), text


#: Words in which ё was forgotten.
_WITHOUT_YO = re.compile(
    r"\b(?:еще|ее|нее|мое|твое|свое|черн\w+|(?:четвер|пятер|шестер|семер|восьмер)к\w*|трех|четырех|причем|вперед|"
    r"(?:за|от|рас|под)?счет\w*|(?:до|за|на|обо|пере|по|при|про|со|у)йдет|идет|(?:по)?кладет|(?:от|по)?дает\w*|берет\w*|(?:подо)?ждет|растет|"
    r"(?:на)?зовет\w*|начнет\w*|(?:за|до|про|со|при|по|у)шел|объем\w*|подъем\w*)\b",
    re.IGNORECASE,
)


# -- and that it is so ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "sentence", "example"), _cases())
def test_example(game: str, sentence: Sentence, example: Example) -> None:
    variants = {v.split("=")[0] for v in example.variants.split("+") if v}
    for word in sentence.when.split():
        assert (word.removeprefix("!") in variants) != word.startswith("!")
    assert example.legal or example.illegal

    position, shown, _ = stage(load_game(game), example)
    before = str(position.state)
    if example.illegal:
        why = position.refusal(Move.parse(example.illegal))
        assert why is not None, f"{example.illegal} is allowed in {position}"
        assert why.code == example.reason
        assert all(why.code in catalogue(lang) for lang in LANGUAGES)
    if example.legal:
        move = Move.parse(example.legal)
        assert position.refusal(move) is None, f"{position.refusal(move)} in {position}"
        position.push(move)
        changed = {
            name
            for name, now in zip(position.game.pile_names, position.state.piles, strict=True)
            if now != position.plies[0].before.piles[position.game.index[name]]
        }
        assert changed <= set(shown), "the whole move is to be seen"
    if example.outcome:
        assert position.outcome().value == example.outcome
    if example.legal:
        position.pop()
    assert str(position.state) == before


@pytest.mark.parametrize("game", game_ids())
def test_every_sentence_can_be_tried(game: str) -> None:
    """Field report 7: a legal and an illegal example for each sentence; where there is none, the file says why."""
    for number, sentence in enumerate(_file(game).text):
        whole = any(e.legal for e in sentence.examples) and any(
            e.illegal for e in sentence.examples
        )
        assert whole != bool(sentence.untried), f"{game} {number}: {sentence.en}"
        assert all(e.ru and e.en for e in sentence.examples), (
            f"{game} {number}: words for an example"
        )


def test_few_sentences_cannot_be_tried() -> None:
    excused = [s.en for game in game_ids() for s in _file(game).text if s.untried]
    assert len(excused) <= UNTRIED, excused
    assert not [s for game in game_ids() for s in _file(game).text if s.untried and not s.examples]


@pytest.mark.parametrize("game", game_ids())
def test_the_deal_is_shown_as_it_is(game: str) -> None:
    """Field report 8: what is told of the deal is shown on a deal, with all its cards, as they lie when play begins."""
    told = [s for s in _file(game).text if s.part == "deal" and not s.when]
    shown = [e for s in told for e in s.examples if e.deal]
    assert shown
    for example in shown:
        position, piles, full = stage(load_game(game), example)
        rules = position.game.rules
        assert full
        assert piles == position.game.pile_names
        assert position == position.game.start(
            Deal.parse(example.deal, position.game.spec).deck(rules)
        )
        if rules.deal.kind in ("rows", "columns"):
            up = [
                len(position.cards(n)) - position.face_down(n) for n in position.game.column_number
            ]
            lengths = [len(position.cards(n)) for n in position.game.column_number]
            assert lengths == list(rules.deal.lengths), (
                "no ace has left: the figures are those of the text"
            )
            assert up == [1] * len(lengths)


@pytest.mark.parametrize("game", game_ids())
def test_examples_shown_fit_on_a_small_table(game: str) -> None:
    """A position that is made up shows only what it needs, so that it can be read on a phone."""
    for number, sentence in enumerate(_file(game).text):
        for example in sentence.examples:
            position, shown, full = stage(load_game(game), example)
            if full:
                continue
            table = [name for name in shown if position.game.kind(name) == "column"]
            longest = max((len(position.cards(name)) for name in table), default=0)
            assert longest <= 8, f"{game} {number}: {example.position}"
            assert shown, f"{game} {number}: nothing to be seen"


@pytest.mark.parametrize("game", game_ids())
def test_quotations_are_those_of_a_source_that_is_named(game: str) -> None:
    file = _file(game)
    quotes = [s.quote for s in file.text if s.quote]
    assert bool(quotes) == (file.source_title is not None)
    assert all(len(quote) <= 300 for quote in quotes), "a short passage"
