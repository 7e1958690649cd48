"""Take the pictures of the documents: every patience on a phone and on a desk, in both languages and themes.

``python -m tools.make_picture`` starts a service of its own, plays the beginning of a won game of each patience, and
writes

* ``docs/table.png``, the picture of the README: the table in the middle of a game of Арфа большая,
* ``docs/pictures/<patience>.<language>.webp``, light in Russian, dark in English,
* ``docs/pictures/rules.webp``, the rules with their examples and the words of the source,
* ``docs/pictures/review-<language>.webp``, a game that was lost, under review,
* ``docs/pictures/analyst.webp``, the chances, a hint and X-ray,
* ``docs/pictures/screens.webp``, what a player wishes: big cards, the left hand, contrast, a phone on its side,
* ``docs/film.webp``, what moves (see tools/film_strip.py).

Name some patiences, and only their pictures are taken; ``rules``, ``review`` and ``analyst`` are names of the others.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from arfa.analysis.hints import hint
from arfa.analysis.knowledge import Knowledge
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.rules.load import game_ids, load_game
from arfa.solver import Verdict, solve
from arfa.solver.blind import Thought
from tools import film_strip
from tools.stage import LOCALES, ROOT, Stage, montage, stage, won

DOCS = ROOT / "docs"
PHONE, ASIDE, DESK = (390, 844), (844, 390), (1366, 768)
HEIGHT = 520  # px of a picture in a sheet
THEMES = {"ru": "light", "en": "dark"}
PLACES = {
    "ru": {PHONE: "на телефоне", ASIDE: "телефон на боку", DESK: "на большом экране"},
    "en": {PHONE: "on a phone", ASIDE: "a phone on its side", DESK: "on a desk"},
}
SHARE = 0.45
"""How much of a won game has been played: columns have grown and foundations are begun."""


def shot(
    stage_: Stage,
    game: str,
    lang: str,
    size: tuple[int, int],
    moves: float = SHARE,
    **settings: object,
) -> bytes:
    """A picture of a patience in the middle of a game."""
    deal, line = won(game)
    upto = int(len(line) * moves)
    seat = stage_.sit(game, deal, line[:upto], lang=lang, theme=THEMES[lang], size=size)
    if settings:
        seat.page.evaluate("it => localStorage.setItem('arfa.settings', it)", json.dumps(settings))
        seat.page.reload()
        seat.page.wait_for_selector(f'body[data-version="{upto}"]:not([data-busy])')
        seat.page.wait_for_function("[...document.images].every((image) => image.complete)")
    picture = seat.page.screenshot()
    seat.context.close()
    return picture


def patience(stage_: Stage, game: str, lang: str, folder: Path) -> None:
    """A patience, dealt and half played on a phone, and half played on a desk."""
    title = load_game(game).title(lang)
    views = ((PHONE, 0.0), (PHONE, SHARE), (DESK, SHARE))
    row = [
        (shot(stage_, game, lang, size, moves), f"{title}: {PLACES[lang][size]}")
        for size, moves in views
    ]
    montage(stage_.browser, [row], HEIGHT, folder / f"{game}.{lang}.webp")


def page_of_rules(
    stage_: Stage, game: str, lang: str, size: tuple[int, int], sentence: int
) -> bytes:
    """The rules of a patience, opened at a sentence."""
    context = stage_.browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=LOCALES[lang],
        color_scheme="dark" if THEMES[lang] == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto(f"{stage_.address}/#/rules/{game}/{sentence}")
    page.wait_for_selector("#rulebook section")
    page.wait_for_load_state("networkidle")
    picture = page.screenshot()
    context.close()
    return picture


def rules(stage_: Stage, file: Path) -> None:
    """What the source says, sentence by sentence, and what can be tried beside it."""
    views = [
        ("big-harp+extra-row", "ru", DESK, 31),
        ("spider-pauk", "en", PHONE, 6),
        ("black-harp", "ru", PHONE, 9),
    ]
    row = [
        (
            page_of_rules(stage_, game, lang, size, sentence),
            f"{load_game(game).title(lang)}: {PLACES[lang][size]}",
        )
        for game, lang, size, sentence in views
    ]
    montage(stage_.browser, [row], HEIGHT, file)


def careless(name: str) -> tuple[str, list[str]]:
    """A deal that could be won, and a game of it that was lost as people lose: mostly well played, now and then not."""
    game = Game.named(name)
    for number in range(1, 200):
        rng = random.Random(number)
        deck = Deal("ours", number).deck(game.rules)
        at, knowledge = game.start(deck), Knowledge(Identities(game, deck))
        if solve(at, states=50_000).verdict is not Verdict.WINNABLE:
            continue
        while (legal := at.legal_moves()) and len(at.plies) < 140 and not at.is_won:
            found = hint(at, knowledge, thought=Thought(60)) if rng.random() > 0.25 else None
            at.push(found.move if found is not None else rng.choice(legal))
            if at.is_stuck() and len(at.plies) > 50:
                return str(number), [str(move) for move in at.history]
    raise AssertionError("nobody is so careless")


def review(stage_: Stage, lang: str, file: Path) -> None:
    """A game under review, at the move that lost the deal, on a desk and on a phone."""
    deal, moves = careless("small-harp")
    row = []
    for size, tall in ((DESK, 900), (PHONE, 1500)):
        seat = stage_.sit("small-harp", deal, moves, lang=lang, theme=THEMES[lang], size=size)
        page = seat.page
        page.set_viewport_size({"width": size[0], "height": tall})
        page.goto(f"{stage_.address}/#/review/{seat.state['id']}")
        page.wait_for_selector(".review .felt .card")
        page.wait_for_function("[...document.images].every((image) => image.complete)")
        row.append((page.screenshot(), PLACES[lang][size]))
        seat.context.close()
    montage(stage_.browser, [row], 900, file)


def thinking(stage_: Stage, game: str, lang: str, size: tuple[int, int], what: str) -> bytes:
    """A table with the chances, and on it a hint with its reasons or the light of X-ray."""
    deal, line = won(game)
    upto = int(len(line) * 0.25)
    seat = stage_.sit(game, deal, line[:upto], lang=lang, theme=THEMES[lang], size=size)
    page = seat.page
    page.evaluate("it => localStorage.setItem('arfa.settings', it)", json.dumps({"chance": True}))
    page.reload()
    page.wait_for_selector("#chance[data-state=final]")
    if what == "hint":
        page.click("#hint")
        for grade in range(3):
            with page.expect_response("**/hint?*"):
                page.click("#hint")
            page.wait_for_selector(".hint-from" if grade == 0 else ".hint-to")
        page.wait_for_selector("#status button", state="detached")
    else:
        page.click("#more")
        page.click("[data-entry=xray]")
        page.click("dialog button.main")
        page.wait_for_selector("dialog .light")
    page.wait_for_timeout(1500)  # what pulses comes to rest
    picture = page.screenshot()
    seat.context.close()
    return picture


def analyst(stage_: Stage, file: Path) -> None:
    """The analyst at the table."""
    row = [
        (thinking(stage_, "black-harp", "ru", DESK, "hint"), "Чёрная арфа: шансы и подсказка"),
        (thinking(stage_, "klondike", "en", PHONE, "hint"), "Klondike: a hint and why"),
        (thinking(stage_, "small-harp", "ru", PHONE, "xray"), "Арфа малая: рентген"),
    ]
    montage(stage_.browser, [row], HEIGHT, file)


def wishes(stage_: Stage, file: Path) -> None:
    """What a player may wish, and what a phone on its side makes of a table."""
    rows = [
        [
            (shot(stage_, "big-harp", "ru", ASIDE), "Арфа большая, телефон на боку"),
            (shot(stage_, "spider-pauk", "en", ASIDE), "Old Spider, a phone on its side"),
            (
                shot(stage_, "small-harp", "ru", ASIDE, mirror=True, colours=4, indices="rus"),
                "для левой руки, четыре цвета, русские буквы",
            ),
        ],
        [
            (shot(stage_, "harp-9", "ru", ASIDE, big=True, back="waves"), "крупные карты"),
            (shot(stage_, "fig288", "en", ASIDE), "The Game of Fig. 288, a phone on its side"),
            (
                shot(stage_, "black-harp", "en", ASIDE, theme="contrast", back="lattice"),
                "high contrast",
            ),
        ],
    ]
    montage(stage_.browser, rows, 330, file)


def main(arguments: Iterable[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Take the pictures of the documents.")
    parser.add_argument("games", nargs="*", metavar="PATIENCE", help="only the pictures of these")
    options = parser.parse_args(None if arguments is None else list(arguments))
    with stage() as opened:
        if not options.games or "rules" in options.games:
            rules(opened, DOCS / "pictures" / "rules.webp")
        if not options.games or "analyst" in options.games:
            analyst(opened, DOCS / "pictures" / "analyst.webp")
        for lang in THEMES:
            if not options.games or "review" in options.games:
                review(opened, lang, DOCS / "pictures" / f"review-{lang}.webp")
        others = ("rules", "review", "analyst")
        for game in [name for name in options.games if name not in others] or (
            () if options.games else game_ids()
        ):
            for lang in THEMES:
                patience(opened, game, lang, DOCS / "pictures")
        if not options.games:
            seat = opened.sit("big-harp", *_middle("big-harp"), size=(1280, 760))
            seat.page.screenshot(path=DOCS / "table.png")
            seat.context.close()
            wishes(opened, DOCS / "pictures" / "screens.webp")
            film_strip.take(opened, DOCS / "film.webp")
    return 0


def _middle(game: str) -> tuple[str, list[str]]:
    deal, line = won(game)
    return deal, line[: int(len(line) * SHARE)]


if __name__ == "__main__":
    sys.exit(main())
