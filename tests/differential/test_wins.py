"""Won games: every stored line is replayed by the referee to the last card.

The lines of Паук, of the game of fig. 288 and of the first nine-column Harp deals were found by programs that share no
code with this package and were written from the rulebook alone; the others by playing at random.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arfa.deals import parse_deck
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome

WINS = Path(__file__).parents[1] / "vectors" / "wins"


def lines(path: Path) -> list[tuple[str, str]]:
    """The (deck, moves) pairs of a file."""
    rows = [row for row in path.read_text("utf-8").splitlines() if not row.startswith("#")]
    return list(zip(rows[::2], rows[1::2], strict=True))


CASES = [
    pytest.param(path.stem, deck, moves, id=f"{path.stem}-{n}")
    for path in sorted(WINS.glob("*.txt"))
    for n, (deck, moves) in enumerate(lines(path))
]


def test_the_six_patiences_of_the_sources_have_won_games() -> None:
    names = {str(case.values[0]) for case in CASES}
    assert names >= {"small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288"}


@pytest.mark.rule("1.a.9", "3.a.4", "4.a.4", "5.2.6", "6.rules")
@pytest.mark.parametrize(("name", "deck", "moves"), CASES)
def test_a_won_game_is_won_by_the_referee(name: str, deck: str, moves: str) -> None:
    game = Game.named(name)
    position = game.start(parse_deck(deck, game.rules))
    for text in moves.split():
        assert position.outcome() is Outcome.PLAYING
        move = Move.parse(text)
        assert move in position.legal_moves()
        position.push(move)
    assert position.outcome() is Outcome.WON
