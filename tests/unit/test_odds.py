"""How often a patience comes out, in words: nearly is not always, a band is told, and numbers have their nouns."""

from __future__ import annotations

import pytest

from arfa.store.winnable import Share
from arfa.web.odds import odds


def share(won: int, unknown: int = 0, player: int | None = None) -> Share:
    """Of a thousand deals; the player has played a hundred."""
    games = 0 if player is None else 100
    return Share("x", "0", 1000, won, 1000 - won - unknown, unknown, games, player or 0)


@pytest.mark.parametrize(
    ("found", "english", "russian"),
    [
        (
            share(902, player=40),
            "About 9 deals in 10 can be won; a careful player wins 4 in 10.",
            "Сходится примерно 9 раскладов из 10; внимательный игрок выигрывает 4 из 10.",
        ),
        (share(627), "About 6 deals in 10 can be won.", "Сходится примерно 6 раскладов из 10."),
        (share(240), "About 2 deals in 10 can be won.", "Сходится примерно 2 расклада из 10."),
        (share(50), "About 1 deal in 10 can be won.", "Сходится примерно 1 расклад из 10."),
        (share(49), "Fewer than 1 deal in 20 can be won.", "Сходится меньше чем 1 расклад из 20."),
        (share(949), "About 9 deals in 10 can be won.", "Сходится примерно 9 раскладов из 10."),
        (share(950), "More than 9 deals in 10 can be won.", "Сходится больше чем 9 раскладов из 10."),
        (
            share(755, 150),
            "8 to 9 deals in 10 can be won.",
            "Сходится от 8 до 9 раскладов из 10.",
        ),
        (share(0, 100), "Up to 1 deal in 10 can be won.", "Сходится не больше 1 расклада из 10."),
        (share(900, 100), "9 to 10 deals in 10 can be won.", "Сходится от 9 до 10 раскладов из 10."),
        (
            share(999, 1, player=5),
            "Almost every deal can be won; a careful player wins 1 in 10.",
            "Сходится почти любой расклад; внимательный игрок выигрывает 1 из 10.",
        ),
        (
            share(1000, player=4),
            "Almost every deal can be won; even a careful player seldom wins.",
            "Сходится почти любой расклад; даже внимательный игрок выигрывает редко.",
        ),
        (
            share(1000, player=95),
            "Almost every deal can be won; a careful player nearly always wins.",
            "Сходится почти любой расклад; внимательный игрок почти всегда выигрывает.",
        ),
    ],
)  # fmt: skip
def test_the_sentence(found: Share, english: str, russian: str) -> None:
    assert (odds(found, "en"), odds(found, "ru")) == (english, russian)
