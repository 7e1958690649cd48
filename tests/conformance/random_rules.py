"""Rules at random: patiences that nobody has written yet, all of them valid."""

from __future__ import annotations

from typing import Any, Literal

from hypothesis import strategies as st

from arfa.engine.game import Game
from arfa.rules.file import GameFile, Layout, Words
from arfa.rules.load import GameSpec
from arfa.rules.spec import (
    BuildSpec,
    ColumnsDeal,
    ColumnsStock,
    CycleStock,
    DealSpec,
    DeckSpec,
    FoundationSpec,
    GridDeal,
    GridSpec,
    GroupsDeal,
    GroupsStock,
    RowsDeal,
    RowStock,
    Rules,
    StockSpec,
    TableauSpec,
    WasteStock,
)

NAME = "nobody-wrote-this"


def game_of(rules: Rules) -> Game:
    """A patience with these rules."""
    words = Words(ru="Ничей", en="Nobody's")
    layout = Layout(width=10, height=5, placings={})
    file = GameFile(id=NAME, name=words, about=words, rules=rules, layout=layout)
    return Game(GameSpec(file, (), rules, layout))


@st.composite
def grids(draw: st.DrawFn) -> Rules:
    """Rules of a gaps patience."""
    suits = draw(st.sampled_from(["C", "HS", "CDS", "CDHS"]))
    decks: Literal[1, 2] = draw(st.sampled_from([1, 2]))
    ranks = draw(st.integers(2, 5))
    rows = decks * len(suits)
    without: Literal["nothing", "aces"] = draw(st.sampled_from(["nothing", "aces"]))
    empty = without == "nothing" or draw(st.booleans())
    return Rules(
        deck=DeckSpec(decks=decks, ranks=ranks, suits=suits, without=without),
        deal=GridDeal(kind="grid"),
        grid=GridSpec(
            rows=rows,
            places=ranks + empty,
            empty_front=empty,
            front="two" if without == "aces" else "ace",
            redeals=draw(st.integers(0, 2)),
        ),
    )


@st.composite
def tableaus(draw: st.DrawFn) -> Rules:
    """Rules of a patience with columns, foundations and perhaps a stock."""
    decks: Literal[1, 2] = draw(st.sampled_from([1, 2]))
    suits = draw(st.sampled_from(["C", "DS", "HS", "CDS", "CDHS"]))
    deck = DeckSpec(decks=decks, ranks=draw(st.integers(2, 6)), suits=suits)
    foundations = draw(_foundations(decks, suits))
    cards = decks * deck.ranks * len(suits)
    cards -= sum(f.per_suit * len(suits) for f in foundations if f.dealt)
    columns = draw(st.integers(1, 6))
    names = tuple(f"t{n + 1}" for n in range(columns))
    stock: StockSpec | None = draw(_stocks(names, foundations, suits))
    deal: DealSpec
    if stock is not None and stock.kind == "groups":
        deal = GroupsDeal(kind="groups")
    else:
        lengths = draw(_lengths(columns, cards, everything=stock is None))
        deal = draw(_deals(lengths))
    return Rules(
        deck=deck,
        deal=deal,
        tableau=TableauSpec(
            columns=columns,
            build=BuildSpec(
                match=draw(
                    st.sampled_from(
                        [
                            "alternate-colour",
                            "same-suit",
                            "same-colour",
                            "other-suit",
                            "any",
                            "nothing",
                        ]
                    )
                ),
                direction=draw(st.sampled_from(["down", "up", "both"])),
                wrap=draw(st.booleans()),
            ),
            groups=draw(st.sampled_from(["single", "run", "strict-run", "king-run", "any"])),
            spaces=draw(st.sampled_from(["any", "king", "king-or-ace", "none"])),
        ),
        foundations=foundations,
        stock=stock,
        aces=draw(st.sampled_from(["optional", "at-once"])),
        worry_back=draw(st.booleans()),
        transfer=draw(st.sampled_from(["never", "free-phase", "always"])),
        mercy=draw(st.sampled_from(["off", "per-space", 1, 2])),
    )


@st.composite
def klondikes(draw: st.DrawFn) -> Rules:
    """Rules of the Klondike type, whose dead ends the referee finds by counting."""
    rules = draw(tableaus().filter(lambda r: r.stock is None or r.stock.kind != "groups"))
    assert rules.tableau is not None
    tableau = rules.tableau.model_copy(
        update={"build": BuildSpec(match="alternate-colour"), "groups": "run", "spaces": "king"}
    )
    return rules.model_copy(update={"tableau": tableau, "transfer": "never"})


def _foundations(decks: int, suits: str) -> st.SearchStrategy[tuple[FoundationSpec, ...]]:
    order = st.permutations(suits).map("".join)
    dealt = st.booleans()

    def up(per_suit: int) -> st.SearchStrategy[FoundationSpec]:
        return st.builds(
            FoundationSpec,
            base=st.sampled_from(["ace", "king"]),
            per_suit=st.just(per_suit),
            dealt=dealt,
            suits=order,
        )

    one = up(decks).map(lambda f: (f,))
    if decks == 1:
        return one
    both = st.builds(
        lambda first, second, suits: (
            FoundationSpec(letter="a", base="ace", dealt=first, suits=suits),
            FoundationSpec(letter="k", base="king", dealt=second, suits=suits),
        ),
        dealt,
        dealt,
        order,
    )
    return one | both


def _stocks(
    names: tuple[str, ...], foundations: tuple[FoundationSpec, ...], suits: str
) -> st.SearchStrategy[StockSpec | None]:
    bases = [f"{f.letter}{n + 1}" for f in foundations for n in range(f.per_suit * len(suits))]
    twins = {
        f"{f.letter}{n + 1}": f"{f.letter}{(n + len(suits)) % (2 * len(suits)) + 1}"
        for f in foundations
        for n in range(f.per_suit * len(suits))
        if f.per_suit == 2
    }

    def with_twins(chosen: list[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(b for a in chosen for b in (a, twins.get(a, a))))

    some = st.lists(st.sampled_from(bases), unique=True).map(with_twins)
    gate = st.booleans()
    small = st.integers(1, 4)
    return st.one_of(
        st.none(),
        st.builds(
            WasteStock,
            kind=st.just("waste"),
            draw=st.integers(1, 3),
            redeals=st.sampled_from([0, 1, 2, "unlimited"]),
            draw_when_stuck=gate,
        ),
        st.builds(
            CycleStock,
            kind=st.just("cycle"),
            skip=st.integers(0, 5),
            open_next=gate,
            forced_play=gate,
            draw_when_stuck=gate,
        ),
        st.builds(
            RowStock, kind=st.just("row"), size=small, mode=st.sampled_from(["accumulate", "cover"])
        ),
        st.builds(
            ColumnsStock,
            kind=st.just("columns"),
            spaces=st.sampled_from(["dealt", "refused"]),
            draw_when_stuck=gate,
        ),
        st.builds(
            GroupsStock,
            kind=st.just("groups"),
            limits=st.dictionaries(st.sampled_from(names), some),
            redeals=st.integers(0, 2),
            gather=st.sampled_from(["last-to-first", "first-to-last"]),
        ),
    )


@st.composite
def _lengths(draw: st.DrawFn, columns: int, cards: int, *, everything: bool) -> tuple[int, ...]:
    """How many cards each column gets: all there are, or some of them."""
    total = cards if everything else draw(st.integers(min(columns, cards), cards))
    marks = sorted(
        draw(st.lists(st.integers(0, total), min_size=columns - 1, max_size=columns - 1))
    )
    return tuple(b - a for a, b in zip([0, *marks], [*marks, total], strict=True))


def _deals(lengths: tuple[int, ...]) -> st.SearchStrategy[Any]:
    face_up = st.sampled_from(["last", "all"])
    return st.one_of(
        st.builds(RowsDeal, kind=st.just("rows"), lengths=st.just(lengths), face_up=face_up),
        st.builds(
            ColumnsDeal,
            kind=st.just("columns"),
            lengths=st.just(lengths),
            face_up=face_up,
            take_from=st.sampled_from(["top", "bottom"]),
        ),
    )


def rule_sets() -> st.SearchStrategy[Rules]:
    """Any valid rules; three of four with columns."""
    return st.one_of(grids(), tableaus(), tableaus(), klondikes())
