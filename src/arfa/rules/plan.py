"""A specification as flat integers and tables for the native core, which knows no rule but these.

The tables are filled by asking :mod:`arfa.rules.predicates`, the same questions that the referee asks, so that what a
rule means is written once.  ``native/src/plan/plan.h`` says what each field means there, and checks it.
"""

from __future__ import annotations

from collections import Counter

from arfa.cards import SUITS, card
from arfa.rules import predicates
from arfa.rules.dealing import full_deck, pack, places, taken_away
from arfa.rules.spec import FoundationSpec, Rules

#: The fields of a plan: lists of integers, most of one.
Plan = dict[str, list[int]]

_FACES = range(52)
_GROUPS = ("single", "run", "strict-run", "king-run", "any")
_STOCKS = ("none", "waste", "cycle", "row", "columns", "groups")
_TRANSFERS = ("never", "free-phase", "always")
_MOST_FOUNDATIONS = 8
_UNLIMITED = -1


def make_plan(rules: Rules) -> Plan:
    """The plan of some rules."""
    fields = _cards(rules) | _foundations(rules) | _tableau(rules) | _stock(rules) | _deal(rules)
    fields["aces_at_once"] = [rules.aces == "at-once"]
    fields["worry_back"] = [rules.worry_back]
    fields["transfer"] = [_TRANSFERS.index(rules.transfer)]
    counted = isinstance(rules.mercy, int)
    fields["mercy"] = [2 if counted else ("off", "per-space").index(str(rules.mercy))]
    fields["mercy_count"] = [int(rules.mercy) if counted else 0]
    return {name: [int(value) for value in values] for name, values in fields.items()}


def _cards(rules: Rules) -> Plan:
    copies = Counter(c for c in full_deck(rules) if not taken_away(rules, c))
    return {
        "decks": [rules.deck.decks],
        "ranks": [rules.deck.ranks],
        "copies": [copies[c] for c in _FACES],
    }


def _piles(rules: Rules) -> list[tuple[FoundationSpec, int, int]]:
    """The foundation piles in the order of the referee: their kind, its number, and the suit."""
    return [
        (f, letter, SUITS.index(s))
        for letter, f in enumerate(rules.foundations)
        for s in list(f.suits or rules.deck.suits) * f.per_suit
    ]


def _foundations(rules: Rules) -> Plan:
    piles = _piles(rules) if rules.grid is None else []
    ranks = rules.deck.ranks
    return {
        "foundation_letter": [letter for _, letter, _ in piles],
        "foundation_suit": [suit for _, _, suit in piles],
        "foundation_fixed": [f.dealt for f, _, _ in piles],
        "foundation_wanted": [
            card(predicates.foundation_next_rank(f, ranks, height), suit)
            for f, _, suit in piles
            for height in range(ranks)
        ],
    }


def _tableau(rules: Rules) -> Plan:
    grid, tableau = rules.grid, rules.tableau
    return {
        "grid": [grid is not None],
        "rows": [grid.rows if grid else 0],
        "places": [grid.places if grid else 0],
        "front": [predicates.front_rank(rules) if grid else 1],
        "columns": [tableau.columns if tableau else 0],
        "takes": [
            below * len(_FACES) + c
            for below in _FACES
            for c in _FACES
            if predicates.may_lie_on(rules, below, c)
        ],
        "space_takes": [c for c in _FACES if predicates.may_begin_column(rules, c)],
        "groups": [_GROUPS.index(tableau.groups) if tableau else 0],
    }


def _stock(rules: Rules) -> Plan:
    stock = rules.stock
    fields: Plan = {
        "stock": [_STOCKS.index(stock.kind) if stock else 0],
        "draw": [1],
        "redeals": [rules.grid.redeals if rules.grid else 0],
        "draw_when_stuck": [False],
        "skip": [0],
        "open_next": [False],
        "forced_play": [False],
        "row_size": [0],
        "row_cover": [False],
        "spaces_refused": [False],
        "may_give": [],
        "gather_reversed": [False],
    }
    if stock is None:
        return fields
    match stock.kind:
        case "waste":
            redeals = _UNLIMITED if stock.redeals == "unlimited" else stock.redeals
            fields |= {"draw": [stock.draw], "redeals": [redeals]}
            fields["draw_when_stuck"] = [stock.draw_when_stuck]
        case "cycle":
            fields |= {"skip": [stock.skip], "draw_when_stuck": [stock.draw_when_stuck]}
            fields |= {"open_next": [stock.open_next], "forced_play": [stock.forced_play]}
        case "row":
            fields |= {"row_size": [stock.size], "row_cover": [stock.mode == "cover"]}
        case "columns":
            fields["spaces_refused"] = [stock.spaces == "refused"]
            fields["draw_when_stuck"] = [stock.draw_when_stuck]
        case "groups":
            fields |= {"redeals": [stock.redeals], "may_give": _limits(rules, stock.limits)}
            fields["gather_reversed"] = [stock.gather == "first-to-last"]
    return fields


def _limits(rules: Rules, limits: dict[str, tuple[str, ...]]) -> list[int]:
    """Which column may give to which foundation pile while groups are dealt: column * 8 + pile."""
    assert rules.tableau is not None
    names: list[str] = []
    for f in rules.foundations:
        of_kind = f.per_suit * len(f.suits or rules.deck.suits)
        names += [f"{f.letter}{n + 1}" for n in range(of_kind)]
    return [
        column * _MOST_FOUNDATIONS + pile
        for column, name in enumerate(rules.tableau.pile_names)
        for pile, foundation in enumerate(names)
        if foundation in limits.get(name, (foundation,))
    ]


def _deal(rules: Rules) -> Plan:
    """Where each card of a deck goes: the number of the loose pile (columns, then the stock) or of the cell."""
    where = places(rules)
    if rules.grid is not None:
        width = rules.grid.places
        names = {
            f"{chr(ord('a') + row)}{place}": row * width + place
            for row in range(rules.grid.rows)
            for place in range(width)
        }
    else:
        assert rules.tableau is not None
        names = {name: n for n, name in enumerate((*rules.tableau.pile_names, "s"))}
    from_top = rules.deal.kind != "columns" or rules.deal.take_from == "top"
    phased = rules.deal.kind == "groups" and any(place.pile == "s" for place in where)
    return {
        "pack": list(pack(rules)),
        "deal": [names[place.pile] for place in where],
        "deal_up": [place.face_up for place in where],
        "stock_reversed": [from_top],
        "deal_free": [not phased],
    }
