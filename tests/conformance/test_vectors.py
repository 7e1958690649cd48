"""What the referee did once it does for ever: perft, the order of moves, records, verdicts (docs/perft.md)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arfa.deals import parse_deck
from arfa.engine import perft
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.rules.load import game_ids
from arfa.solver import Verdict, brute_force
from tests.scale import SOAK
from tools import vectors
from tools.vectors import Block

MADE_BY = "python tools/make_vectors.py"


def blocks(kind: str) -> Iterator[object]:
    """All blocks of a kind, each a parameter named by its patience."""
    for game in game_ids():
        for block in vectors.read(kind, game):
            name = block.get("game") or block["position"].partition(" ")[0]
            yield pytest.param(block, id=name)


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a line."""
    return tuple(map(int, text.split()))


# -- nothing is missing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", vectors.KINDS)
@pytest.mark.parametrize("game", game_ids())
def test_every_patience_with_every_variant_has_vectors(game: str, kind: str) -> None:
    file = vectors.path(kind, game)
    assert file.exists(), f"{game} has no {kind} vectors: {MADE_BY} --kind {kind} --game {game}"
    found = {
        block.get("game") or block["position"].partition(" ")[0]
        for block in vectors.read(kind, game)
    }
    wanted = set(vectors.names(game, small=True if kind == "brute" else None))
    assert wanted <= found, f"{MADE_BY} --kind {kind} --game {game}"


@pytest.mark.parametrize("kind", vectors.KINDS)
def test_no_vectors_of_a_patience_that_is_not_there(kind: str) -> None:
    assert {file.stem for file in (vectors.VECTORS / kind).iterdir()} == set(game_ids())


# -- perft --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", list(blocks("perft")))
def test_perft(block: Block) -> None:
    game = Game.named(block["game"])
    position = game.start(parse_deck(block["deck"], game.rules))
    wanted = numbers(block["paths"])
    assert perft.paths(position, len(wanted) - 1) == wanted
    assert perft.states(position, len(wanted) - 1) == numbers(block["states"])
    if "space" in block:
        assert perft.space(position, 10**6) == int(block["space"])


@pytest.mark.parametrize("game", game_ids())
def test_paths_are_what_a_plain_walk_counts(game: str) -> None:
    """Counting by layers is counting one by one."""
    position = Game.named(game).start(vectors.deck_of(game, 4))
    depth = 2
    assert perft.paths(position, depth) == tuple(
        count_one_by_one(position, d) for d in range(depth + 1)
    )


def count_one_by_one(position: Position, depth: int) -> int:
    """How many sequences of so many legal moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves():
        position.push(move)
        total += count_one_by_one(position, depth - 1)
        position.pop()
    return total


def test_the_space_is_the_sum_of_its_layers_and_the_limit_is_kept() -> None:
    name = "big-harp+extra-row+row-size=1+small-4x2"
    position = Game.named(name).start(vectors.deck_of(name, 1))
    layers = perft.states(position, 80)
    assert layers[-1] == 0
    total = sum(layers)
    assert perft.space(position, total) == total
    assert perft.space(position, total - 1) is None


# -- the order of moves, records ----------------------------------------------------------------------------


@pytest.mark.parametrize("block", list(blocks("order")))
def test_the_order_of_legal_moves(block: Block) -> None:
    position = Position.parse(block["position"])
    assert str(position) == block["position"]
    assert " ".join(map(str, position.legal_moves())) == block["moves"].replace("-", "")


@pytest.mark.parametrize("block", list(blocks("record")))
def test_a_record_of_old_ends_as_it_did(block: Block) -> None:
    game = Game.named(block["game"])
    position = game.start(parse_deck(block["deck"], game.rules))
    start = position.copy()
    for word in block["moves"].replace("-", "").split():
        position.push(Move.parse(word))
    assert str(position) == block["final"]
    assert position.outcome().value == block["outcome"]
    while position.history:
        position.pop()
    assert position == start


# -- verdicts -----------------------------------------------------------------------------------------------

HEADER = ("game", "skipped")
SAMPLE = 25
"""In a normal run so many deals of each file are searched again; those with large spaces are left to the soak."""
SAMPLE_STATES = 600


def deals(block: Block) -> list[tuple[str, str]]:
    """The deals of a block: (deck, verdict)."""
    return [(word, value) for word, value in block.items() if word not in HEADER]


@pytest.mark.parametrize("game", game_ids())
def test_verdicts_of_short_decks(game: str) -> None:
    found = [
        (block["game"], deck, verdict)
        for block in vectors.read("brute", game)
        for deck, verdict in deals(block)
    ]
    if not SOAK:
        quick = [
            d for d in found if d[2].startswith("won") or int(d[2].split()[1]) <= SAMPLE_STATES
        ]
        found = quick[:: max(1, len(quick) // SAMPLE)]
    for name, deck, verdict in found:
        rules_game = Game.named(name)
        result = brute_force(rules_game.start(parse_deck(deck, rules_game.rules)))
        said = {
            Verdict.WINNABLE: f"won {result.breaches}",
            Verdict.UNWINNABLE: f"lost {result.states}",
        }
        assert said.get(result.verdict) == verdict, (name, deck)


@pytest.mark.parametrize("game", game_ids())
def test_there_are_enough_verdicts_and_not_only_wins(game: str) -> None:
    verdicts = [v for block in vectors.read("brute", game) for _, v in deals(block)]
    lost = sum(v.startswith("lost") for v in verdicts)
    assert len(verdicts) >= 2_000
    assert 50 <= lost <= len(verdicts) - 50
