"""The rule text with its examples over HTTP: every example can be tried, and nothing is kept or given away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.errors import Message
from arfa.notation.examples import named, stage
from arfa.notation.reasons import MISTAKES, is_rule, sentence_for
from arfa.rules.load import game_ids, load_game
from arfa.texts import LANGUAGES
from arfa.web.lesson_schemas import SmallTable
from arfa.web.lessons import lesson, tried
from tests.web.house import House


def pages(game: str) -> Iterator[str]:
    """The names of a patience under which every sentence of it is to be seen once."""
    file = load_game(game).file
    yield game
    needed = {e.variants for s in file.text if s.when for e in s.examples if e.variants}
    yield from (f"{game}+{variants}" for variants in sorted(needed))


def examples(page: Any) -> Iterator[Any]:
    """All examples of a lesson."""
    for part in page["parts"]:
        for sentence in part["sentences"]:
            yield from sentence["examples"]


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_example_can_be_tried(house: House, game: str, lang: str) -> None:
    browser = house.browser()
    seen: set[str] = set()
    for name in pages(game):
        page = browser.get(f"/api/games/{name}/lesson?lang={lang}")
        assert page.status == 200, page.body
        for example in examples(page.json):
            if example["id"] in seen:
                continue
            seen.add(example["id"])
            table = example["table"]
            address = f"/api/games/{name}/lesson/{example['id']}?lang={lang}"
            assert browser.post(address, {"moves": []}).json == table
            assert example["situation"]
            for trial in example["trials"]:
                reply = browser.post(address, {"moves": [trial["text"]]})
                assert trial["label"]
                if "why" in trial:
                    assert reply.status == 422
                    assert reply.json["error"]["text"] == trial["why"]
                    if reply.json["error"]["code"] not in MISTAKES:
                        assert reply.json["error"]["rule"] is True
                else:
                    assert reply.status == 200, reply.body
                    assert reply.json["version"] == 1
                    assert reply.json["said"]
                    assert reply.json["piles"].keys() == table["piles"].keys()
                    move = Game.named(table["game"]).normal(Move.parse(trial["text"]))
                    assert str(move) in {m["text"] for m in table["moves"]}
    assert seen == {
        f"{i}.{n}"
        for i, s in enumerate(load_game(game).file.text)
        for n, _ in enumerate(s.examples)
    }
    assert not browser.cookies, "nobody has to be known to read the rules"


@pytest.mark.parametrize("game", game_ids())
def test_face_down_cards_stay_face_down(game: str) -> None:
    spec = load_game(game)
    for i, sentence in enumerate(spec.file.text):
        for n, _ in enumerate(sentence.examples):
            staged = stage(spec, named(spec, f"{i}.{n}"))
            name = staged.position.game.name
            shown = next(
                (
                    e
                    for part in lesson(name, "en").parts
                    for s in part.sentences
                    for e in s.examples
                    if e.id == f"{i}.{n}"
                ),
                None,
            )
            if shown is None:  # the sentence is told without the variants of its example
                continue
            for pile, state in shown.table.piles.items():
                down = staged.position.face_down(pile)
                if state.kind == "stock":
                    assert not state.cards
                    assert state.hidden == down
                else:
                    faces = [face for _, face in state.cards]
                    assert faces[:down] == [None] * down
                    assert all(faces[down:])


def test_a_game_can_be_played_on_and_taken_back(house: House) -> None:
    browser = house.browser()
    address = "/api/games/small-harp/lesson/5.0?lang=en"
    first = browser.post(address, {"moves": ["sw", "sw"]}).json
    assert (first["version"], first["counts"]["moves"]) == (2, 2)
    assert browser.post(address, {"moves": ["sw", "sw"]}).json == first, "nothing is kept"
    assert browser.post(address, {"moves": ["sw", "ws"]}).status == 422


@pytest.mark.parametrize(
    ("address", "moves", "status", "code"),
    [
        ("small-harp/lesson/999.0", [], 404, "example-unknown"),
        ("small-harp/lesson/0.99", [], 404, "example-unknown"),
        ("small-harp/lesson/-1.0", [], 404, "example-unknown"),
        ("small-harp/lesson/0", [], 404, "example-unknown"),
        ("small-harp/lesson/¼.0", [], 404, "example-unknown"),
        ("chess/lesson/0.0", [], 404, "game-unknown"),
        ("small-harp+none/lesson/0.0", [], 404, "variant-unknown"),
        ("small-harp/lesson/0.0", ["?"], 422, "move-ill-formed"),
        ("small-harp/lesson/0.0", ["t9f"], 422, "pile-unknown"),
        ("small-harp/lesson/0.0", ["sw"] * 61, 422, "web-field"),
        ("small-harp/lesson/0.0", ["x" * 41], 422, "web-field"),
        ("small-harp/lesson/0.0", None, 422, "web-field"),
    ],
)
def test_bad_wishes_are_refused_by_name(
    house: House, address: str, moves: Any, status: int, code: str
) -> None:
    browser = house.browser()
    for lang in LANGUAGES:
        reply = browser.post(f"/api/games/{address}?lang={lang}", {"moves": moves})
        assert (reply.status, reply.json["error"]["code"]) == (status, code)
    assert browser.get("/api/games/chess/lesson").status == 404


@pytest.mark.parametrize("game", game_ids())
def test_every_refusal_has_its_sentence(game: str) -> None:
    """Whatever is tried on the tables of the examples: a refusal by a rule leads to the sentence that forbids it."""
    spec = load_game(game)
    for i, sentence in enumerate(spec.file.text):
        for n, _ in enumerate(sentence.examples):
            position = stage(spec, named(spec, f"{i}.{n}")).position
            own = position.game.spec
            explained = {
                code: s.id
                for part in lesson(own.name, "en").parts
                for s in part.sentences
                for code in s.reasons
            }
            for code in {why.code for why in refusals(position)}:
                assert is_rule(code) != (code in MISTAKES), code
                if is_rule(code):
                    assert sentence_for(own, code) is not None, (own.name, code)
                    assert explained[code] == sentence_for(own, code), (own.name, code)


def refusals(position: Any) -> Iterator[Message]:
    """Why the moves from everywhere to everywhere are refused."""
    game = position.game
    sources = [n for n in game.pile_names if position.cards(n)][:9]
    sources += [f"x{n}" for n in (1, 20)] if game.hand_letter == "x" else []
    for src in [*sources, "s", "t"]:
        for dst in [*game.pile_names[:60], *game.slots, "s", "w", "t"]:
            for count, mercy in ((1, False), (2, False), (1, True)):
                why = position.refusal(Move(src, dst, count, mercy))
                if why is not None:
                    yield why


@pytest.mark.parametrize("game", game_ids())
def test_nothing_vanishes_from_a_small_table(game: str) -> None:
    """Whatever is played on an example, its cards stay in the piles that are shown, and everything can be said."""
    chance = random.Random(7)
    for i, sentence in enumerate(load_game(game).file.text):
        for n, _ in enumerate(sentence.examples):
            moves: list[str] = []
            table = tried(game, f"{i}.{n}", moves, "ru")
            whole = count(table)
            for _ in range(8):
                if not table.moves:
                    break
                moves.append(chance.choice(table.moves).text)
                table = tried(game, f"{i}.{n}", moves, chance.choice(LANGUAGES))
                assert count(table) == whole, (game, f"{i}.{n}", moves)
                assert table.said


def count(table: SmallTable) -> int:
    """How many cards there are to be seen and counted."""
    return sum(len(pile.cards) + (pile.hidden or 0) for pile in table.piles.values())
