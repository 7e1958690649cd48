"""Make the vector files of tests/vectors (docs/perft.md says what they hold).

``python tools/make_vectors.py [--kind perft order record brute signature] [--game NAME ...] [--missing]``

They are made by the referee itself, so they prove nothing about it on the day they are made.  From then on they hold it
fast: a change of the engine that changes one of them changes what stored games mean, and wants a reason in its commit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from arfa.deals import deck_text
from arfa.deals.shuffle import Xoshiro256
from arfa.engine import perft
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.load import game_ids
from arfa.solver import Verdict, brute_force
from tools import signature, vectors
from tools.vectors import Block

PERFT_DEAL, RECORD_DEAL = 1, 2
PERFT_LAYER = 200
"""The depth of perft is the last one before a layer has more positions than this."""
PERFT_DEPTH = 24
PERFT_SPACE = 800
"""Spaces are counted up to this many positions."""
BRUTE_DEALS = 2400
"""How many deals of each patience are searched, spread over its short decks and their variants."""
PAIR_DEALS = 20
"""How many deals of each pair of variants come on top of that."""
BRUTE_STATES = 20_000
"""Deals with more positions are skipped, and counted."""
RECORD_MOVES = 80
ORDER_EVERY = 16

Known = dict[str, Block]
"""Blocks that are there already and need not be made again."""

HEADS = {
    "perft": "How many lines (paths) and new positions (states) there are after 0, 1, 2, ... moves.",
    "order": "The legal moves of some positions, in the order in which the referee lists them.",
    "brute": "Deals of short decks: won with how many breaches at least, or lost after how many positions in all.",
    "signature": "Verdicts (won, lost, open), states looked at and made, on the deals 1 to 8 within 4,000 states each.",
    "record": "A game at random: its deck, its moves, and the position at the end.",
}


def perft_blocks(game: str, known: Known) -> Iterator[Block]:
    """Perft of each variant from the start of one deal, and the whole space of those with a short deck."""
    for name in vectors.names(game):
        if name in known:
            yield known[name]
            continue
        position = start(name, PERFT_DEAL)
        depth = perft_depth(position)
        yield {
            "game": name,
            "deck": deck_text(vectors.deck_of(name, PERFT_DEAL)),
            "paths": " ".join(map(str, perft.paths(position, depth))),
            "states": " ".join(map(str, perft.states(position, depth))),
        } | space_line(position)


def perft_depth(position: Position) -> int:
    """The last depth before a layer of positions grows too wide for a quick test."""
    game, layer = position.game, {position.state}
    for depth in range(PERFT_DEPTH):
        layer = {game.apply(s, move)[0] for s in layer for move in game.legal_moves(s)}
        if len(layer) > PERFT_LAYER:
            return depth
    return PERFT_DEPTH


def space_line(position: Position) -> Block:
    """The size of the space of a short deck, where it is small enough to be counted."""
    chosen = position.game.spec.chosen
    if not any(position.game.spec.file.variants[key].small for key, _ in chosen):
        return {}
    space = perft.space(position, PERFT_SPACE)
    return {} if space is None else {"space": str(space)}


def brute_blocks(game: str, known: Known) -> Iterator[Block]:
    """The verdicts of exhaustive search."""
    names = vectors.names(game, small=True)
    deals = dict.fromkeys(names, -(-BRUTE_DEALS // len(names)))
    deals |= dict.fromkeys(vectors.pair_names(game), PAIR_DEALS)
    for name, count in deals.items():
        if name in known:
            yield known[name]
            continue
        verdicts, skipped = Block(), 0
        for number in range(count):
            result = brute_force(start(name, number), states=BRUTE_STATES)
            deck = deck_text(vectors.deck_of(name, number)).replace(" ", "")
            if result.verdict is Verdict.UNKNOWN:
                skipped += 1
            elif result.verdict is Verdict.WINNABLE:
                verdicts[deck] = f"won {result.breaches}"
            else:
                verdicts[deck] = f"lost {result.states}"
        yield {"game": name, "skipped": str(skipped)} | verdicts


def record_blocks(game: str, known: Known) -> Iterator[Block]:
    """A game at random of each variant."""
    for name in vectors.names(game):
        position = start(name, RECORD_DEAL)
        for _ in random_game(position):
            pass
        yield {
            "game": name,
            "deck": deck_text(vectors.deck_of(name, RECORD_DEAL)),
            "moves": " ".join(map(str, position.history)) or "-",
            "outcome": position.outcome().value,
            "final": str(position),
        }


def order_blocks(game: str, known: Known) -> Iterator[Block]:
    """The legal moves at some points of a game at random of each variant."""
    for name in vectors.names(game):
        position = start(name, RECORD_DEAL)
        for moves_made in random_game(position):
            if moves_made % ORDER_EVERY == 0:
                yield {
                    "position": str(position),
                    "moves": " ".join(map(str, position.legal_moves())) or "-",
                }


def signature_blocks(game: str, known: Known) -> Iterator[Block]:
    """How many states the searches look at."""
    return signature.blocks(game)


def random_game(position: Position) -> Iterator[int]:
    """Play moves at random, every other time one that is no draw; yields how many were made, first 0."""
    random = Xoshiro256.seeded(RECORD_DEAL)
    game = position.game
    for made in range(RECORD_MOVES + 1):
        yield made
        moves = position.legal_moves()
        if not moves or made == RECORD_MOVES:
            return
        if random.below(2):
            moves = (
                [m for m in moves if m.dst in game.slots]
                or [m for m in moves if m.src != "s"]
                or moves
            )
        position.push(moves[random.below(len(moves))])


def start(name: str, deal: int) -> Position:
    """The position in which a numbered deal begins."""
    return Game.named(name).start(vectors.deck_of(name, deal))


BLOCKS = {
    "perft": perft_blocks,
    "order": order_blocks,
    "record": record_blocks,
    "brute": brute_blocks,
    "signature": signature_blocks,
}


def make(kind: str, games: Iterable[str], *, missing: bool = False) -> None:
    """Write the vectors of a kind for these patiences; ``missing``: trust the slow ones that are there."""
    for game in games:
        old = vectors.read(kind, game) if missing else []
        known = {block["game"]: block for block in old if "game" in block}
        head = f"{kind} vectors of {game}; docs/perft.md explains them.\n{HEADS[kind]}"
        vectors.write(kind, game, head, BLOCKS[kind](game, known))
        print(vectors.path(kind, game).relative_to(vectors.ROOT))


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kind", nargs="+", choices=sorted(BLOCKS), default=sorted(BLOCKS))
    parser.add_argument("--game", nargs="+", choices=game_ids(), default=game_ids())
    parser.add_argument(
        "--missing", action="store_true", help="keep the perft and brute blocks that are there"
    )
    chosen = parser.parse_args(arguments)
    for kind in chosen.kind:
        make(kind, chosen.game, missing=chosen.missing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
