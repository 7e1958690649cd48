"""The rule language: every field that the rules of a patience may have, defined and documented here and nowhere else.

What else is in the file of a patience (names, variants, layout, texts) is in :mod:`arfa.rules.file`.

A patience is one TOML file in ``games/`` that fills these models.  The models are frozen and strict:
an unknown field is an error.  Their descriptions are the documentation (``arfa schema`` prints the JSON
Schema made of them, so that an editor completes and checks a file).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError


def fault(code: str, **values: Any) -> PydanticCustomError:
    """A rule broken by several fields together; the code is that of the message which explains it."""
    return PydanticCustomError(code, "{fault}", {"fault": code, **values})


class Spec(BaseModel):
    """The base of all parts of a specification: frozen, and no field but the declared ones."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class DeckSpec(Spec):
    """Which cards are played with."""

    decks: Literal[1, 2] = 1
    """How many decks of the same cards."""
    ranks: int = Field(default=13, ge=2, le=13)
    """How many ranks, counted from the ace; the highest one is "the king" of the rules."""
    suits: str = Field(default="CDHS", pattern=r"^[CDHS]{1,4}$")
    """Which suits, as letters; a short deck may have fewer than four."""
    without: Literal["nothing", "aces"] = "nothing"
    """``aces``: the aces are dealt like any card and then taken away, so that they leave gaps."""

    @model_validator(mode="after")
    def _suits_once(self) -> DeckSpec:
        if len(set(self.suits)) != len(self.suits):
            raise fault("fault-suits-once")
        return self


class RowsDeal(Spec):
    """Row by row: row i gives one card to every column that has at least i cards, from the left."""

    kind: Literal["rows"]
    lengths: tuple[Annotated[int, Field(ge=0)], ...]
    """How many cards each column gets, from the left."""
    face_up: Literal["last", "all"] = "last"
    """Which cards of a column lie face up."""


class ColumnsDeal(Spec):
    """Column by column from the left, each from its deepest card on."""

    kind: Literal["columns"]
    lengths: tuple[Annotated[int, Field(ge=0)], ...]
    """How many cards each column gets, from the left."""
    face_up: Literal["last", "all"] = "last"
    """Which cards of a column lie face up."""
    take_from: Literal["top", "bottom"] = "top"
    """From which end of the face-down deck the cards are taken.  From the bottom, the deck is listed from
    its bottom card up, and what is left stays in the hand in the same order."""


class GroupsDeal(Spec):
    """Groups of one card to each column, face up, in the order of the columns; the first group lies when
    play begins, the others are dealt in play (see :class:`GroupsStock`)."""

    kind: Literal["groups"]


class GridDeal(Spec):
    """Row by row into the places of a grid, all cards face up."""

    kind: Literal["grid"]


DealSpec = Annotated[RowsDeal | ColumnsDeal | GroupsDeal | GridDeal, Field(discriminator="kind")]


class BuildSpec(Spec):
    """Which card may lie on which within a column."""

    match: Literal["alternate-colour", "same-suit", "same-colour", "other-suit", "any", "nothing"]
    """The relation of the two suits; ``nothing``: columns are not built on."""
    direction: Literal["down", "up", "both"] = "down"
    """Whether the card that is laid is one lower, one higher, or either."""
    wrap: bool = False
    """Whether ace and king are neighbours."""


class TableauSpec(Spec):
    """The columns."""

    columns: int = Field(ge=1, le=16)
    """How many columns."""
    names: tuple[Annotated[str, Field(pattern=r"^[a-z][0-9]{1,2}$")], ...] = ()
    """Their names in dealing order, a letter and a number each; t1, t2, ... when not given."""
    build: BuildSpec
    """Which card may lie on which."""
    groups: Literal["single", "run", "strict-run", "king-run", "any"] = "run"
    """What moves as one: a single card; any part of a run (a sequence that obeys ``build``); a whole run, or a
    part of one if the card that it uncovers can go to its foundation at once (rulebook 1.b A1(ii)); single cards,
    and whole runs under a king (4.a.2); any face-up card with all that lies on it."""
    spaces: Literal["any", "king", "king-or-ace", "none"] = "king"
    """Which card may begin an empty column."""

    @model_validator(mode="after")
    def _names_fit(self) -> TableauSpec:
        if self.names and len(set(self.names)) != self.columns:
            raise fault("fault-names", n=len(set(self.names)), columns=self.columns)
        return self

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of the columns in dealing order."""
        return self.names or tuple(f"t{i + 1}" for i in range(self.columns))


class GridSpec(Spec):
    """The rows of a gaps patience: a card goes into a gap behind the card one lower of its suit."""

    rows: int = Field(ge=1, le=8)
    """How many rows; their letters are a, b, c, ..."""
    places: int = Field(ge=2, le=14)
    """How many places a row has."""
    empty_front: bool = False
    """Whether the first place of every row is left empty by the deal."""
    front: Literal["ace", "two"] = "ace"
    """Which rank may go to the first place of a row, and begins its sequence."""
    redeals: int = Field(default=0, ge=0, le=9)
    """How often the cards that are out of sequence may be gathered, shuffled and dealt again, a gap being left
    behind each sequence."""


class FoundationSpec(Spec):
    """One kind of foundation piles, built in suit."""

    letter: str = Field(default="f", pattern=r"^[a-z]$")
    """The letter of these piles in the notation."""
    base: Literal["ace", "king"] = "ace"
    """The first card: built up from the ace, or down from the king."""
    per_suit: int = Field(default=1, ge=1, le=2)
    """How many piles each suit has."""
    dealt: bool = False
    """Whether the first cards are taken out of the deck and laid before the deal; such a card never moves."""
    suits: str = Field(default="", pattern=r"^[CDHS]{0,4}$")
    """The order of the suits in these piles; the order of the deck when not given."""


class WasteStock(Spec):
    """A stock that is turned onto a waste whose top card can be played."""

    kind: Literal["waste"]
    draw: int = Field(default=1, ge=1, le=13)
    """How many cards are turned at a time (all that are left, when fewer)."""
    redeals: Annotated[int, Field(ge=0, le=99)] | Literal["unlimited"] = "unlimited"
    """How often the waste may be turned over, unshuffled, to be the stock again."""
    draw_when_stuck: bool = False
    """Whether cards are turned only when the position is stuck without (rulebook 1.2)."""


class CycleStock(Spec):
    """The pile in the hand of Чёрная арфа (rulebook 3.1): cards pass from its bottom to its top one by one,
    and the next bottom card is opened; it is played, or passes to the top as well."""

    kind: Literal["cycle"]
    skip: int = Field(default=2, ge=0, le=5)
    """How many cards pass unseen before one is opened."""
    open_next: bool = False
    """Whether the new bottom card is opened at once after a play (rulebook C4)."""
    forced_play: bool = False
    """Whether an opened card that fits must be played (rulebook C7)."""
    draw_when_stuck: bool = False
    """Whether cards are opened only when the position is stuck without (rulebook C5)."""


class RowStock(Spec):
    """A stock dealt into an extra open row, all of whose cards can be played; dealt only when stuck."""

    kind: Literal["row"]
    size: int = Field(default=10, ge=1, le=52)
    """How many cards a row has (the last one may be short)."""
    mode: Literal["accumulate", "cover"] = "accumulate"
    """Whether old cards stay at hand beside the new ones, or are covered by them (rulebook B2)."""


class ColumnsStock(Spec):
    """A stock that deals one card onto every column at a time."""

    kind: Literal["columns"]
    spaces: Literal["dealt", "refused"] = "dealt"
    """Whether an empty column gets a card like any other, or must be filled before the deal."""
    draw_when_stuck: bool = False
    """Whether cards are dealt only when the position is stuck without (rulebook 1.2)."""


class GroupsStock(Spec):
    """The phased deal of the old Паук (rulebook 5.2): after each group but the last, cards go to the foundations
    under limits; after the last one the free phase begins."""

    kind: Literal["groups"]
    limits: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """To which foundation piles a column may give cards while groups are dealt; all, when not named."""
    redeals: int = Field(default=1, ge=0, le=9)
    """How often the columns may be gathered, turned over and dealt again."""
    gather: Literal["last-to-first", "first-to-last"] = "last-to-first"
    """In which order the columns are picked up, each laid on the one before (rulebook 5.4): from the last to the
    first, the turned packet begins with the first column (O1); the other way round, with the last one (O2)."""

    def __hash__(self) -> int:
        return hash((self.kind, self.redeals, self.gather, tuple(sorted(self.limits.items()))))


StockSpec = Annotated[
    WasteStock | CycleStock | RowStock | ColumnsStock | GroupsStock, Field(discriminator="kind")
]


class Rules(Spec):
    """All that decides how a patience is played; two patiences with equal rules are the same game."""

    deck: DeckSpec = DeckSpec()
    """The cards."""
    deal: DealSpec
    """How they are laid out."""
    tableau: TableauSpec | None = None
    """The columns, unless the patience has a grid."""
    grid: GridSpec | None = None
    """The grid of a gaps patience."""
    foundations: tuple[FoundationSpec, ...] = ()
    """The foundations; the patience is won when all cards lie on them (a grid is won by its rows)."""
    stock: StockSpec | None = None
    """What becomes of the cards that the deal leaves over."""
    aces: Literal["optional", "at-once"] = "optional"
    """``at-once``: an ace (or whatever begins a foundation) that is open goes up by itself."""
    worry_back: bool = False
    """Whether the top card of a foundation may go back to a column."""
    transfer: Literal["never", "free-phase", "always"] = "never"
    """Whether a card may go from one foundation of its suit to the other that is built the other way."""
    mercy: Literal["off", "per-space"] | Annotated[int, Field(ge=1, le=99)] = "off"
    """How often a stuck player may put any card or run into an empty column: never, once for each column, or so
    many times in all (rulebook 1, "Mercy")."""

    @model_validator(mode="after")
    def _whole(self) -> Rules:
        if (self.tableau is None) == (self.grid is None):
            raise fault("fault-tableau-or-grid")
        if self.grid is None and not self.foundations:
            raise fault("fault-foundations")
        if (self.deal.kind == "grid") != (self.grid is not None):
            raise fault("fault-grid-deal")
        if (self.deal.kind == "groups") != (self.stock is not None and self.stock.kind == "groups"):
            raise fault("fault-groups")
        if self.grid is not None:
            self._check_grid(self.grid)
        elif self.tableau is not None:
            self._check_columns(self.tableau)
        return self

    @property
    def _cards(self) -> int:
        return self.deck.decks * self.deck.ranks * len(self.deck.suits)

    def _check_grid(self, grid: GridSpec) -> None:
        room = grid.rows * (grid.places - grid.empty_front)
        if room != self._cards:
            raise fault("fault-grid-room", room=room, size=self._cards)
        sequences = self.deck.decks * len(self.deck.suits)
        if grid.rows != sequences:
            raise fault("fault-grid-rows", rows=grid.rows, n=sequences)

    def _check_columns(self, tableau: TableauSpec) -> None:
        if self.deck.without != "nothing":
            raise fault("fault-without")
        per_suit = sum(f.per_suit for f in self.foundations)
        if per_suit != self.deck.decks:
            raise fault("fault-per-suit", n=per_suit, decks=self.deck.decks)
        letters = [f.letter for f in self.foundations]
        columns = {name[0] for name in tableau.pile_names}
        if len(set(letters)) != len(letters) or columns & set(letters):
            raise fault("fault-letters", letters=", ".join(sorted([*letters, *columns])))
        if set("swox") & (columns | set(letters)):
            raise fault("fault-letters-taken", letters="s, w, o, x")
        if self.deal.kind in ("rows", "columns"):
            dealt = sum(self.deal.lengths)
            if len(self.deal.lengths) != tableau.columns:
                raise fault("fault-lengths", n=len(self.deal.lengths), columns=tableau.columns)
            laid_before = sum(f.per_suit for f in self.foundations if f.dealt)
            size = self._cards - laid_before * len(self.deck.suits)
            if dealt > size or (self.stock is None and dealt != size):
                raise fault("fault-too-many", n=dealt, size=size)
        if isinstance(self.stock, GroupsStock):
            known = {
                f"{f.letter}{n + 1}"
                for f in self.foundations
                for n in range(f.per_suit * len(f.suits or self.deck.suits))
            }
            for column, piles in self.stock.limits.items():
                if column not in tableau.pile_names or not set(piles) <= known:
                    raise fault("fault-limits", text=f"{column}: {', '.join(piles)}")
                # Two piles of a suit cannot be told apart, so no rule may tell them apart.
                for f in self.foundations:
                    suits = len(f.suits or self.deck.suits)
                    for n in range(1, suits + 1) if f.per_suit == 2 else ():
                        if (f"{f.letter}{n}" in piles) != (f"{f.letter}{n + suits}" in piles):
                            raise fault("fault-limits-twins", text=f"{column}: {', '.join(piles)}")
