"""Short decks in great variety: those of the game files, made ones, and rules at random.

Exhaustive search needs small spaces, and a comparison is worth most where many deals are lost: high columns of one
height and a small stock make them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.rules.dealing import pack
from arfa.rules.load import game_ids, load_game
from arfa.rules.spec import Rules
from arfa.solver.native import Core
from tests.conformance.random_rules import game_of, rule_sets
from tools import vectors

MOST_CARDS = 28


@dataclass(frozen=True, slots=True)
class Deal:
    """A position to be solved: the deck of a patience after some moves."""

    family: str
    """Where it comes from: ``files``, ``made`` or ``random``."""
    game: Game
    deck: tuple[Card, ...]
    state: State
    about: str
    """The patience that its rules were made from."""


def deals(random: Random, family: str, count: int) -> Iterator[Deal]:
    """So many deals of a family; how far each is played on is left to chance too."""
    make = {"files": _of_files, "made": _made, "random": _random}[family]
    yield from make(random, count)


def deal(random: Random, family: str, game: Game, about: str, most: int = 12) -> Deal:
    """A deal of a patience, every third time played on at random."""
    deck = list(pack(game.rules))
    random.shuffle(deck)
    core = Core.of(game)
    state = core.start(deck)
    if not random.randrange(3):
        for _ in range(random.randrange(most)):
            moves = core.legal_moves(state)
            if not moves:
                break
            state = core.apply(state, random.choice(moves))
    return Deal(family, game, tuple(deck), state, about)


# -- the short decks of the game files --------------------------------------------------------------------------


@lru_cache
def file_names() -> tuple[str, ...]:
    """Every short deck with every variant, and with any two of them."""
    return tuple(
        name
        for game in game_ids()
        for name in (*vectors.names(game, small=True), *vectors.pair_names(game))
    )


def _of_files(random: Random, count: int) -> Iterator[Deal]:
    for _ in range(count):
        # First a patience: some have many more variants than others.
        game = random.choice(game_ids())
        name = random.choice([n for n in file_names() if n.partition("+")[0] == game])
        yield deal(random, "files", Game.named(name), name)


# -- decks that nobody has written into a file --------------------------------------------------------------------


@lru_cache
def full_names() -> tuple[str, ...]:
    """Every patience with every variant, full decks."""
    return tuple(name for game in game_ids() for name in vectors.names(game, small=False))


def _made(random: Random, count: int) -> Iterator[Deal]:
    for _ in range(0, count, 4):
        game = random.choice(game_ids())
        name = random.choice([n for n in full_names() if n.partition("+")[0] == game])
        rules = shortened(random, load_game(name).rules)
        if random.randrange(2):
            rules = varied(random, rules)
        made = game_of(rules if random.randrange(6) else roomy(rules))
        for _ in range(4):  # making the rules takes longer than dealing
            yield deal(random, "made", made, name)


def shortened(random: Random, rules: Rules) -> Rules:
    """The same rules with a short deck and few columns."""
    fields = rules.model_dump()
    suits = random.choice(
        ["HS", "DS", "CDS", "CDHS", "CDHS"] if rules.deck.decks == 1 else ["S", "HS", "DS", "CDS"]
    )
    most = MOST_CARDS // (rules.deck.decks * len(suits))
    ranks = random.randint(3, max(3, min(7 if len(suits) > 1 else 9, most)))
    fields["deck"] |= {"suits": suits, "ranks": ranks}
    if rules.grid is not None:
        fields["grid"] |= {
            "rows": rules.deck.decks * len(suits),
            "places": ranks + rules.grid.empty_front,
        }
        return Rules.model_validate(fields)
    assert rules.tableau is not None
    for foundation in fields["foundations"]:
        if foundation["suits"]:
            foundation["suits"] = "".join(s for s in foundation["suits"] if s in suits)
    columns = random.randint(2, 5)
    names = list(rules.tableau.pile_names)
    keep = sorted(random.sample(range(len(names)), min(columns, len(names))))
    fields["tableau"] |= {"columns": len(keep)}
    if rules.tableau.names:
        fields["tableau"]["names"] = tuple(names[i] for i in keep)
    if rules.stock is not None and rules.stock.kind == "groups":
        left = [names[i] for i in keep]
        fields["stock"]["limits"] = {
            column: tuple(dict.fromkeys(_nearest(pile, len(suits)) for pile in piles))
            for column, piles in rules.stock.limits.items()
            if column in left
        }
        return Rules.model_validate(fields)
    laid = sum(f.per_suit for f in rules.foundations if f.dealt) * len(suits)
    cards = rules.deck.decks * ranks * len(suits) - laid
    # Small stocks lose more deals; in large ones it matters where the stock stands.
    most = cards // 3 if random.randrange(4) else cards * 2 // 3
    stock = 0 if rules.stock is None else random.randint(0, max(1, most))
    fields["deal"]["lengths"] = tuple(_lengths(random, len(keep), cards - stock))
    return Rules.model_validate(fields)


def varied(random: Random, rules: Rules) -> Rules:
    """Much the same rules, with some of what may be chosen chosen anew; the rules themselves when that is refused."""
    fields = rules.model_dump()
    changes: dict[str, tuple[str, Sequence[object]]] = {
        "draw": ("stock", (*range(1, 6), 8, 13)),
        "skip": ("stock", range(6)),
        "open_next": ("stock", (False, True)),
        "forced_play": ("stock", (False, True)),
        "draw_when_stuck": ("stock", (False, False, True)),
        "size": ("stock", range(1, 6)),
        "mode": ("stock", ("accumulate", "cover")),
        "worry_back": ("", (False, True)),
        "aces": ("", ("optional", "at-once")),
        "mercy": ("", ("off", "off", "per-space", 1, 2)),
        "groups": ("tableau", ("run", "run", "strict-run", "single", "king-run", "any")),
        "spaces": ("tableau", ("king", "king", "any", "none", "king-or-ace")),
    }
    if rules.stock is not None and rules.stock.kind in ("waste", "groups"):
        unlimited = ("unlimited",) if rules.stock.kind == "waste" else ()
        changes["redeals"] = ("stock", (0, 1, 2, *unlimited))
    if rules.grid is not None:
        changes["redeals"] = ("grid", (0, 1, 2, 3))
    for name, (part, values) in changes.items():
        where = fields[part] if part else fields
        if where is not None and name in where and not random.randrange(4):
            where[name] = random.choice(values)
    try:
        return Rules.model_validate(fields)
    except ValueError:
        return rules


def roomy(rules: Rules) -> Rules:
    """The same rules with any card into spaces, where that can be."""
    fields = rules.model_dump()
    if rules.tableau is None:
        return rules
    fields["tableau"]["spaces"] = "any"
    try:
        return Rules.model_validate(fields)
    except ValueError:
        return rules


def _nearest(pile: str, suits: int) -> str:
    """A foundation of a shorter deck in the place of one: k3 becomes k1 when there are two suits."""
    return f"{pile[0]}{(int(pile[1:]) - 1) % suits + 1}"


def _lengths(random: Random, columns: int, cards: int) -> list[int]:
    """High columns of one height, a slope, or any."""
    shape = random.randrange(4)
    if shape < 2:
        lengths = [cards // columns] * columns
    elif shape == 2:
        weights = range(1, columns + 1)
        lengths = [cards * w // sum(weights) for w in weights]
    else:
        marks = sorted(random.randint(0, cards) for _ in range(columns - 1))
        lengths = [b - a for a, b in zip([0, *marks], [*marks, cards], strict=True)]
    lengths[random.randrange(columns)] += cards - sum(lengths)
    if random.randrange(2):
        lengths.reverse()
    return lengths


# -- rules at random ----------------------------------------------------------------------------------------------


def _random(random: Random, count: int) -> Iterator[Deal]:
    for rules in _some_rules(random.getrandbits(32), -(-count // 2)):
        if sum(vectors_cards(rules)) > MOST_CARDS:
            continue
        game = game_of(rules)
        for _ in range(2):
            yield deal(random, "random", game, "rules at random")


def vectors_cards(rules: Rules) -> tuple[int, ...]:
    """How many cards each suit has."""
    return tuple(rules.deck.decks * rules.deck.ranks for _ in rules.deck.suits)


def _some_rules(number: int, count: int) -> list[Rules]:
    found: list[Rules] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rule_sets())
    def collect(rules: Rules) -> None:
        found.append(rules)

    run: Callable[[], Any] = collect
    run()
    return found
