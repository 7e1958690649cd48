"""How much is luck, how much is that cards cannot be seen, and how much is play, where it can be worked out exactly.

    python -m tools.measure_luck [NAME ...] [--games 1000]

Prints a table of ``docs/analysis.md``: how many deals of a short deck could be won with open eyes, how many the best
possible player wins who cannot see (exact for each deal, by all that he may come to see), and how many our players win.
Deals 0 and on of our own numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

from arfa.analysis.knowledge import Knowledge, View
from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.intervals import SIGMAS
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core
from tools.measure_player import SIMPLE, simple

NAMES = {
    "klondike+draw-1+small-4x4": 2000,
    "klondike+draw-3+small-4x4": 2000,
}
"""Short decks, and for how many deals the best possible play is worked out.

Of the larger ones and of Black Harp some deals have too many positions, and to leave those out would not be fair.
"""
HEAD = [
    "Patience",
    "unseen",
    "winnable with open eyes",
    "best possible without seeing",
    "tree",
    "policy",
    "greedy",
    "first legal move",
]


def looked(game: Game, deck: Sequence[Card]) -> View:
    """What a player knows who has turned the stock all through before he plays.

    For rules by which that costs nothing: the round ends where it began.
    """
    position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
    met = set()
    while position.state not in met:
        met.add(position.state)
        knowledge.look(position)
        turns = [move for move in position.legal_moves() if game.stock.owns(move)]
        if not turns:
            break
        position.push(turns[0])
    return knowledge.view(position)


def optimum(core: Core, deck: Sequence[Card]) -> float:
    """How often the best possible player would win a deal, for all he can see of it."""
    view = looked(core.game, deck)
    return Blind(core).optimum(view.state, view.unseen)


def mean(values: Sequence[float]) -> str:
    """Their mean, and how far it may be from the true one in 95 cases of 100, in percent."""
    error = SIGMAS * stdev(values) / sqrt(len(values))
    return f"{fmean(values):.1%} ± {error * 100:.1f}".replace("%", " %")


def line(name: str, games: int) -> list[str]:
    """What a short deck comes to."""
    game = Game.named(name)
    core, blind = Core.of(game), Blind(Core.of(game))
    decks = [core.deck(number) for number in range(max(NAMES[name], games))]
    view = looked(game, decks[0])

    def ours(number: int, thinks: bool) -> float:
        return blind.play([decks[number]], Thought(1000, seed=number), thinks=thinks)[0].won

    players: list[Callable[[int], float]] = [
        lambda n: ours(n, True),
        lambda n: ours(n, False),
        lambda n: simple(game, decks[n], SIMPLE["greedy"]),
        lambda n: simple(game, decks[n], SIMPLE["first"]),
    ]
    return [
        name,
        str(len(view.unseen)),
        mean([o.verdict == "winnable" for o in core.solve_decks(decks[:games])]),
        mean([optimum(core, deck) for deck in decks[: NAMES[name]]]),
        *(mean([play(n) for n in range(games)]) for play in players),
    ]


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], default=[])
    parser.add_argument("--games", type=int, default=1000)
    asked = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|", sep="\n")
    for name in asked.names or NAMES:
        print("| " + " | ".join(line(name, asked.games)) + " |", flush=True)


if __name__ == "__main__":
    main()
