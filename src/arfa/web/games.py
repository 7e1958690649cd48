"""The patiences, for people."""

from __future__ import annotations

from functools import cache, lru_cache

from arfa.cards import card_text
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.view import view
from arfa.rules.file import Variant
from arfa.rules.load import game_ids, load_game
from arfa.web.odds import odds_of
from arfa.web.schemas import (
    GameInfo,
    Limits,
    Sketch,
    SketchPile,
    VariantInfo,
)

_PICTURED = 12345
"""The deal of which patiences are sketched."""


@lru_cache(maxsize=4)
def games(lang: str) -> list[GameInfo]:
    """The patiences that can be played, with their variants; short decks for tests are left out."""
    files = [load_game(name).file for name in game_ids()]
    return [
        GameInfo(
            id=file.id,
            name=file.name[lang],
            about=file.about[lang],
            source=None if file.source_title is None else file.source_title[lang],
            decks=file.rules.deck.decks,
            sketch=sketch(file.id),
            variants=[
                _variant(key, variant, {k for k, v in file.variants.items() if v.small}, lang)
                for key, variant in file.variants.items()
                if not variant.small
            ],
            odds=odds_of(file.id, lang),
        )
        for file in files
    ]


@cache
def sketch(name: str) -> Sketch:
    """The small picture of a patience: what is seen of a deal."""
    game = Game.named(name)
    layout = game.spec.layout
    seen = {pile.name: pile for pile in view(game.start(Deal("ours", _PICTURED).deck(game.rules)))}
    piles = [
        SketchPile(
            x=round(placing.x + n * placing.dx, 2),
            y=round(placing.y + n * placing.dy, 2),
            fan=placing.fan,
            cards="".join("??" if c is None else card_text(c) for c in seen[pile].cards),
        )
        for placing in layout.placings.values()
        for n, pile in enumerate(placing.piles)
        if pile in seen
    ]
    return Sketch(width=layout.width, height=layout.height, piles=piles)


def _variant(key: str, variant: Variant, small: set[str], lang: str) -> VariantInfo:
    limits = variant.parameter
    return VariantInfo(
        id=key,
        name=variant.name[lang],
        about=variant.about[lang],
        excludes=[other for other in variant.excludes if other not in small],
        requires=list(variant.requires),
        parameter=None if limits is None else Limits(min=limits.min, max=limits.max),
    )
