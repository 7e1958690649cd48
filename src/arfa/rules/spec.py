"""The rule language: every field that a patience may have, defined and documented here and nowhere else.

A patience is one TOML file in ``games/`` that fills these models.  The models are frozen and strict:
an unknown field is an error.  Their descriptions are the documentation (``arfa schema`` prints the JSON
Schema made of them, so that an editor completes and checks a file).
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError


def fault(code: str, **values: Any) -> PydanticCustomError:
    """A rule broken by several fields together; the code is that of the message which explains it."""
    return PydanticCustomError(code, "{fault}", {"fault": code, **values})


class Spec(BaseModel):
    """The base of all parts of a specification: frozen, and no field but the declared ones."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class Words(Spec):
    """A text for people in both languages."""

    ru: str
    """Russian, as a Russian card player would write it."""
    en: str
    """English."""

    def __getitem__(self, lang: str) -> str:
        return self.ru if lang == "ru" else self.en


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


class Parameter(Spec):
    """The number of a variant such as ``redeals=2``; it takes the place of every ``"$"`` in its rules."""

    min: int
    """The smallest number allowed."""
    max: int
    """The largest number allowed."""


class Variant(Spec):
    """A named change of the rules."""

    name: Words
    """Its name for people."""
    about: Words
    """What it changes, in a sentence."""
    rules: dict[str, Any]
    """What is laid over the rules of the patience, field by field; a table with a ``kind`` replaces the old one."""
    layout: dict[str, Any] = Field(default_factory=dict)
    """What is laid over the layout."""
    parameter: Parameter | None = None
    """The number that the variant takes, if any."""
    excludes: tuple[str, ...] = ()
    """Variants that it cannot be combined with."""
    requires: tuple[str, ...] = ()
    """Variants without which it has no meaning."""
    small: bool = False
    """A short deck for exhaustive tests; not offered to players."""


class Placing(Spec):
    """Where piles lie on the screen."""

    piles: tuple[str, ...]
    """The names of the piles, in order; ``t1..t7`` stands for t1 to t7.  Piles that a variant has
    not are passed over."""
    x: float
    """The left edge of the first pile, in card widths."""
    y: float
    """The upper edge of the first pile, in card heights."""
    dx: float = 0
    """How far each next pile lies to the right of the one before, in card widths."""
    dy: float = 0
    """How far each next pile lies below the one before, in card heights."""
    fan: Literal["none", "down", "up", "left", "right"] = "none"
    """In which direction the cards of a pile overlap."""
    passing: int = Field(default=0, ge=0)
    """How many cards of the stock pass from its bottom to its top, one by one, before a card comes here: the stock is
    held in the hand, and the table shows them passing."""

    @field_validator("piles", mode="before")
    @classmethod
    def _expand(cls, value: object) -> object:
        if not isinstance(value, list | tuple):
            return value
        names: list[object] = []
        for word in value:
            found = (
                re.fullmatch(r"([a-z])(\d+)\.\.\1(\d+)", word) if isinstance(word, str) else None
            )
            if found is None:
                names.append(word)
            else:
                letter, first, last = found.groups()
                names += [f"{letter}{n}" for n in range(int(first), int(last) + 1)]
        return tuple(names)


class Layout(Spec):
    """The screen layout of a patience."""

    width: float
    """The width of the table in card widths."""
    height: float
    """The height of the table in card heights, without what fans grow to."""
    placings: dict[str, Placing]
    """Where the piles lie, in named groups, so that a variant can change one of them."""


class Example(Spec):
    """A small table on which a sentence can be tried: a position, a move that the sentence allows and one that it
    forbids.  All of it is executed by a test."""

    position: str = ""
    """A position in PPN, without the name of the patience.  It is made up and need not hold the whole deck: cards
    that are not named are out of play.  Only what is named, or touched by the moves, is shown."""
    deal: str = ""
    """Instead of a position: the deal (``7``, ``pysol:1``) that is shown whole, as it lies when play begins."""
    variants: str = ""
    """Variants to be added to the patience, joined by ``+``."""
    legal: str = ""
    """A move that is allowed here."""
    illegal: str = ""
    """A move that is refused here."""
    reason: str = ""
    """The code of the refusal."""
    outcome: Literal["", "playing", "won", "stuck", "no_move"] = ""
    """How the game stands after the legal move, or at once where there is none; empty where it does not matter."""
    ru: str = ""
    """What is to be seen, in Russian."""
    en: str = ""
    """What is to be seen, in English."""

    @model_validator(mode="after")
    def _one_table(self) -> Example:
        if bool(self.position) == bool(self.deal):
            raise fault("fault-example-table")
        if bool(self.illegal) != bool(self.reason):
            raise fault("fault-example-reason")
        return self


class Sentence(Spec):
    """A sentence or two of the rule text."""

    part: Literal[
        "aim",
        "deal",
        "foundations",
        "columns",
        "spaces",
        "stock",
        "redeal",
        "end",
        "mercy",
        "phases",
    ]
    """Under which heading it stands."""
    ref: tuple[str, ...] = ()
    """The numbers of the rulebook that it states."""
    when: str = ""
    """The variant that it belongs to: shown only when that is chosen (``!mercy``: only when it is not); of several
    words all must hold."""
    ru: str
    """Russian."""
    en: str
    """English."""
    quote: str = ""
    """The words of the source on which it rests, as they are printed there (in Russian); only a short passage."""
    examples: tuple[Example, ...] = ()
    """What can be tried: at least one move that is allowed and one that is refused."""
    untried: str = ""
    """Why there is nothing to be tried, or nothing that is allowed or refused."""


class SourceNote(Spec):
    """A place where the source is misprinted, contradicts itself or leaves a choice, and what is played."""

    ref: str
    """Its number in the rulebook."""
    ru: str
    """«В источнике сказано «…»; мы играем …»"""
    en: str
    """The source says "..."; we play ..."""


class GameFile(Spec):
    """A patience, as its TOML file states it."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    """Its name for programs, the same everywhere."""
    code: int = Field(default=0, ge=0, le=1023)
    """Its number in share codes; 0 for a patience that has none."""
    version: int = Field(default=1, ge=1, le=31)
    """Raised whenever a change of the rules changes what a stored game means."""
    name: Words
    """Its name for people."""
    about: Words
    """What it is, in a sentence or two."""
    source: str = ""
    """Where its rules come from: the section of the rulebook."""
    source_title: Words | None = None
    """The book or page that the quotations are taken from."""
    rules: Rules
    """How it is played."""
    variants: dict[str, Variant] = Field(default_factory=dict)
    """Named changes of the rules; the order here is the canonical order of their names.  A variant is never taken
    out and a new one is added at the end, since share codes count them."""
    layout: Layout
    """How it lies on the screen."""
    text: tuple[Sentence, ...] = ()
    """The rule text."""
    notes: tuple[SourceNote, ...] = ()
    """What the source says and what is played, where these differ."""
