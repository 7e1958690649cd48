"""What the rules mean, one card against another: the only place where it is written.

The referee asks these questions, and the tables of the native core are filled by asking them.
"""

from __future__ import annotations

from arfa.cards import ACE, Card, is_red, rank, suit
from arfa.rules.spec import BuildSpec, FoundationSpec, Rules


def suits_match(build: BuildSpec, below: Card, c: Card) -> bool:
    """Whether the suits of two neighbours of a column go together."""
    match build.match:
        case "alternate-colour":
            return is_red(below) != is_red(c)
        case "same-colour":
            return is_red(below) == is_red(c)
        case "same-suit":
            return suit(below) == suit(c)
        case "other-suit":
            return suit(below) != suit(c)
        case "any":
            return True
        case "nothing":
            return False


def ranks_match(build: BuildSpec, ranks: int, below: Card, c: Card) -> bool:
    """Whether the rank of ``c`` is the next one after the card below it; ``ranks``: ranks of the deck."""
    step = rank(c) - rank(below)
    down = step == -1 or (build.wrap and step == ranks - 1)
    up = step == 1 or (build.wrap and step == 1 - ranks)
    return (down and build.direction != "up") or (up and build.direction != "down")


def may_lie_on(rules: Rules, below: Card, c: Card) -> bool:
    """Whether a column whose exposed card is ``below`` may be built on with ``c`` (1.a.4, 4.a.2, 5.2.4)."""
    if rules.tableau is None:
        return False
    build = rules.tableau.build
    return suits_match(build, below, c) and ranks_match(build, rules.deck.ranks, below, c)


def may_begin_column(rules: Rules, c: Card) -> bool:
    """Whether a card may be the first of an empty column (1.a.6, 5.2.4)."""
    if rules.tableau is None:
        return False
    match rules.tableau.spaces:
        case "any":
            return True
        case "king":
            return rank(c) == rules.deck.ranks
        case "king-or-ace":
            return rank(c) in (ACE, rules.deck.ranks)
        case "none":
            return False


def foundation_next_rank(foundation: FoundationSpec, ranks: int, height: int) -> int:
    """The rank that a foundation with ``height`` cards waits for; 0 or ``ranks + 1`` when it is full."""
    return height + 1 if foundation.base == "ace" else ranks - height


def front_rank(rules: Rules) -> int:
    """The rank that begins a row of a grid (rulebook 6)."""
    assert rules.grid is not None
    return ACE if rules.grid.front == "ace" else ACE + 1


def may_follow(left: Card, c: Card) -> bool:
    """Whether ``c`` may go into the gap behind ``left``: the next higher card of its suit (rulebook 6)."""
    return suit(left) == suit(c) and rank(c) == rank(left) + 1
