"""Files of plays as a player would have who has played for some time."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from typing import Any

from arfa.deals import Deal
from arfa.deals.text import deck_text
from arfa.engine.game import Game
from arfa.solver import solve
from arfa.store.archive import seal_of


def play(
    game: str, number: int, begun: datetime, rng: random.Random, won: bool
) -> dict[str, Any] | None:
    """A play of a numbered deal; None when it was to be won and cannot be.  One that is lost ends in the middle."""
    rules = Game.named(game)
    deck = Deal.parse(str(number)).deck(rules.rules)
    verdict = solve(rules.start(deck), states=100_000)  # no test is to wait for a hard one
    line = [str(move) for move in verdict.line or ()]
    if not line:
        if won:
            return None
        position = rules.start(deck)
        for _ in range(10):
            moves = position.legal_moves()
            if not moves:
                break
            position.push_legal(moves[0])
        line = [str(move) for move in position.history]
    elif not won:
        line = line[: rng.randrange(1, len(line))]
    pace = rng.uniform(1.5, 6)
    log: list[tuple[str, str | None, float]] = []
    at = rng.uniform(2, 30)
    for n, move in enumerate(line):
        if n > 3 and rng.random() < 0.02:
            log += [("undo", None, at), ("redo", None, at + 1)]
            at += 2
        log.append(("move", move, at))
        at = round(at + rng.expovariate(1 / pace), 3)
    return {
        "game": rules.name,
        "rules": rules.spec.rules_hash,
        "rules_version": rules.spec.file.version,
        "deal": str(number),
        "seal": seal_of(deck_text(deck)),
        "created": begun.astimezone(UTC).isoformat(),
        "log": log,
    }


def archive(games: dict[str, tuple[int, float]], days: int, until: datetime | None = None) -> bytes:
    """So many plays of each patience, of which about this share is won, spread over the last days."""
    rng = random.Random(1)
    now = until or datetime.now(UTC)
    plays = []
    for game, (count, share) in games.items():
        for n in range(count):
            begun = now - timedelta(days=rng.uniform(0.2, days))
            found = play(game, 1000 + n, begun, rng, rng.random() < share)
            if found is not None:
                plays.append(found)
    head = {"format": "arfa-plays", "version": 1, "exported": now.isoformat()}
    return json.dumps(head | {"plays": plays}).encode()
