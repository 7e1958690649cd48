"""Every patience can be read and shown in both languages, with each of its variants."""

from __future__ import annotations

import pytest

from arfa.engine.game import Game
from arfa.rules.load import game_ids, load_game
from arfa.texts import LANGUAGES, pile_name
from tools.vectors import all_names

CYRILLIC = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")


def is_russian(text: str) -> bool:
    """Whether a text has Russian letters."""
    return bool(CYRILLIC & set(text.lower()))


@pytest.mark.parametrize("game", game_ids())
def test_names_and_descriptions(game: str) -> None:
    file = load_game(game).file
    for words in (
        file.name,
        file.about,
        *(w for v in file.variants.values() for w in (v.name, v.about)),
    ):
        assert words.ru.strip()
        assert words.en.strip()
        assert not is_russian(words.en)
    assert is_russian(file.name.ru)
    assert is_russian(file.about.ru)
    assert all(is_russian(variant.about.ru) for variant in file.variants.values())


@pytest.mark.parametrize("name", all_names(small=False))
def test_every_pile_has_its_place_on_the_screen(name: str) -> None:
    game = Game.named(name)
    placed = {pile for placing in game.spec.layout.placings.values() for pile in placing.piles}
    assert set(game.pile_names) <= placed
    for lang in LANGUAGES:
        for pile in game.pile_names if game.rules.grid is None else ():
            assert pile_name(pile, lang) != pile
