"""What has to be told of a move, in Russian and in English.

It is put together here from the referee's moves and a grammar of its own, without the catalogues of the service: a
wrong case, a wrong plural or a word of the other language is a difference.
"""

from __future__ import annotations

from arfa.cards import Card, card_text
from arfa.engine.game import Seen
from arfa.engine.identities import first_card
from arfa.engine.moves import Move
from tests.web.wins import Beside

RANKS = {
    "ru": "туз двойка тройка четвёрка пятёрка шестёрка семёрка восьмёрка девятка десятка валет дама король".split(),
    "en": "ace two three four five six seven eight nine ten jack queen king".split(),
}
SUITS = {
    "ru": {"C": "треф", "D": "бубен", "H": "червей", "S": "пик"},
    "en": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
}
SIDES = {
    "ru": {"t": "", "u": "верхний ", "r": "правый ", "b": "нижний ", "l": "левый "},
    "en": {"t": "", "u": "upper ", "r": "right ", "b": "lower ", "l": "left "},
}
"""What the columns of a patience are called; those of Паук lie around a body."""
BASES = {
    "ru": {"f": "на базу", "a": "на базу от туза", "k": "на базу от короля"},
    "en": {"f": "to its foundation", "a": "to the ace base", "k": "to the king base"},
}


def card(lang: str, it: Card) -> str:
    """A card by its name: семёрка червей, seven of hearts."""
    face = card_text(it)
    rank, suit = RANKS[lang]["A23456789TJQK".index(face[0])], SUITS[lang][face[1]]
    return f"{rank} {suit}" if lang == "ru" else f"{rank} of {suit}"


def accusative(it: Card) -> str:
    """A card that something is done to: семёрку червей, короля треф."""
    rank, suit = card("ru", it).split()
    men = {"туз": "туза", "валет": "валета", "король": "короля"}
    return f"{men.get(rank) or rank[:-1] + 'у'} {suit}"


def counted(lang: str, n: int, *forms: str) -> str:
    """A number and its noun: 1 карта, 3 карты, 11 карт."""
    if lang == "en":
        return f"{n} {forms[n != 1]}"
    if n % 100 not in range(11, 15) and n % 10 in range(1, 5):
        return f"{n} {forms[n % 10 != 1]}"
    return f"{n} {forms[2]}"


def cards(lang: str, n: int) -> str:
    """So many cards."""
    return counted(lang, n, *{"ru": ("карта", "карты", "карт"), "en": ("card", "cards")}[lang])


def column(lang: str, name: str) -> str:
    """A column by its name and number."""
    return f"{SIDES[lang][name[0]]}{'столбец' if lang == 'ru' else 'column'} {name[1:]}"


def made(lang: str, beside: Beside, move: Move) -> str:
    """Push a move and tell it: what was done, and what came of it."""
    is_russian = lang == "ru"
    before = beside.position.state
    left, kind = len(beside.position.cards("s")) if "s" in beside.game.index else 0, ""
    if not beside.game.stock.owns(move):
        kind = beside.game.kind(move.dst)
        moved = card(lang, first_card(beside.game, before, move))
        was_empty = not beside.position.cards(move.dst)
    passed = beside.position.cards("o") if move.src == "o" else ()
    width = sum(beside.game.kind(name) == "column" for name in beside.game.pile_names)
    seen = beside.position.push(move)
    told: list[str] = []
    if kind == "foundation":
        told.append(f"{moved} {BASES[lang][move.dst[0]]}")
    elif kind == "cell":
        row, place = "abcdefgh".index(move.dst[0]) + 1, move.dst[1:]
        gap = f"в окошко: ряд {row}, место" if is_russian else f"into the gap: row {row}, place"
        told.append(f"{moved} {gap} {place}")
    elif kind == "column":
        if move.count > 1:
            more = cards(lang, move.count - 1) if is_russian else f"{move.count - 1} more"
            moved += f" и ещё {more}" if is_russian else f" and {more}"
        space = "на свободное место," if is_russian else "into the space,"
        onto = "на" if is_russian else "to"
        told.append(f"{moved} {space if was_empty else onto} {column(lang, move.dst)}")
    elif move.src == "o":
        [back] = passed
        told.append(
            f"{accusative(back)} обратно, наверх колоды"
            if is_russian
            else f"{card(lang, back)} back, to the top of the pile"
        )
    elif move.dst == "s":
        told.append("перевернуть сброс" if is_russian else "turn the waste over")
    elif move.dst == "o" and left > 2:  # of two cards or one, none passes
        many = ("карта прошла", "карты прошли", "карт прошло") if is_russian else ("card", "cards")
        end = "наверх колоды" if is_russian else "passed to the top of the pile"
        told.append(f"{counted(lang, 2, *many)} {end}")
    told += _news(lang, seen, "st" if (move.src, move.dst) == ("s", "t") else move.src, width)
    now = len(beside.position.cards("s")) if "s" in beside.game.index else 0
    if now and now != left:
        told.append(
            f"в колоде {cards(lang, now)}" if is_russian else f"{cards(lang, now)} in the stock"
        )
    elif now != left:
        told.append("колода кончилась" if is_russian else "the stock is used up")
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in told)


def _news(lang: str, seen: tuple[Seen, ...], source: str, width: int) -> list[str]:
    """What came from the stock, what turned up, what went up by itself."""
    is_russian = lang == "ru"
    told = []
    drawn = [card(lang, it.card) for it in seen if not it.rises][: width if source == "st" else 1]
    if source in ("s", "st"):
        told.append(f"{'из колоды' if is_russian else 'from the stock'}: {', '.join(drawn)}")
    for pile, it, rises in seen:
        name = card(lang, it)
        if rises:
            told.append(
                f"{name} уходит на базу" if is_russian else f"the {name} goes to its foundation"
            )
        elif source not in ("s", "st"):
            verb = f"открывается {name}" if is_russian else f"the {name} turns up"
            told.append(f"{column(lang, pile)}: {verb}")
    return told
