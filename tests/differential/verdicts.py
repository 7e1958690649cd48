"""What the tests of a search model share: verdicts held against the truth, lines played by the referee."""

from __future__ import annotations

from collections.abc import Iterator

from arfa.cards import parse_card
from arfa.deals.shuffle import Xoshiro256, numbered_deck
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.spec import Rules
from arfa.solver import Verdict, brute_force
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
from tools import vectors

PLAIN = Effort()
"""Everything on, the budget of the package."""


def judged(position: Position, effort: Effort = PLAIN) -> NativeOutcome:
    """The core's answer; the referee plays the line of a win to its end."""
    outcome = Core.of(position.game).solve(position.state, effort)
    if outcome.verdict == "winnable":
        after = position.copy()
        for move in outcome.line:
            after.push(move)
        assert after.is_won, str(position)
    return outcome


def same_answer(first: NativeOutcome, again: NativeOutcome) -> bool:
    """Whether two answers are alike in all but the time and the memory they took."""
    return (first.verdict, first.line, first.states, first.generated) == (
        again.verdict,
        again.line,
        again.states,
        again.generated,
    )


def known(game_id: str, step: int, first: int = 0) -> Iterator[tuple[Game, Position, str]]:
    """Every ``step``-th deal of the brute vectors: the game, the position, and its verdict."""
    for block in vectors.read("brute", game_id):
        game = Game.named(block["game"])
        deals = [item for item in block.items() if item[0] not in ("game", "skipped")]
        for deck, verdict in deals[first::step]:
            cards = [parse_card(deck[i : i + 2]) for i in range(0, len(deck), 2)]
            won = verdict.startswith("won")
            yield game, game.start(cards), "winnable" if won else "unwinnable"


def agrees_with_vectors(game_id: str, step: int, effort: Effort, model: str) -> None:
    """Hold the core against the brute vectors of a patience."""
    seen = set()
    for game, position, verdict in known(game_id, step):
        assert Core.of(game).model(position.state) == model
        assert judged(position, effort).verdict == verdict, f"{game.name}: {position}"
        seen.add(verdict)
    assert seen == {"winnable", "unwinnable"}


def agrees_in_mid_game(
    rules: Rules, decks: int, effort: Effort = PLAIN, *, states: int = 20_000
) -> int:
    """Hold the core against brute force at random positions of random games; how many were lost."""
    game, lost = game_of(rules), 0
    for number in range(decks):
        random = Xoshiro256.seeded(number)
        position = game.start(numbered_deck(rules, number))
        for _ in range(random.below(12)):
            moves = position.legal_moves()
            if not moves:
                break
            position.push_legal(moves[random.below(len(moves))])
        truth = brute_force(position, states=states)
        if truth.verdict is Verdict.UNKNOWN:
            continue
        lost += truth.verdict is Verdict.UNWINNABLE
        outcome = judged(position, effort)
        assert outcome.verdict == truth.verdict.value, f"{rules}: {position}"
    return lost


def with_stock(rules: Rules, **changes: object) -> Rules:
    """Rules whose stock differs in some fields."""
    assert rules.stock is not None
    return rules.model_copy(update={"stock": rules.stock.model_copy(update=changes)})
