"""A game as a value: tags and a tree of moves.

The main line is what stands; variations are what was tried and taken back, or what somebody proposes.  A record is
read by :func:`arfa.notation.reader.read_record`, which replays all of it through the referee, and written in one exact
form by :func:`arfa.notation.writer.write_record`.  docs/notation.md says it all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arfa.cards import Card
from arfa.deals import Deal, deck_text, parse_deck
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.notation.errors import RecordError

FORMAT = "PPN 1"
"""The value of the tag Format."""
TAGS = ("Format Game Rules RuleVersion Deal Deck Position Date Player Result Verdict Proof").split()
"""The tags that have a meaning, in the order in which they are written; others are kept behind them."""
REQUIRED = ("Format", "Game", "Rules", "RuleVersion", "Result")
MAX_DEPTH = 50
"""How deep variations may be nested."""
MAX_NODES = 20_000
"""How many moves a record may hold, all variations counted."""
MAX_WORDS = 100_000
"""How many words its movetext may have: moves, numbers, judgements, comments, brackets."""
MAX_TAGS = 200
UNFINISHED = "unfinished"
RESULT = re.compile(
    r"won(?:\s+with\s+(\d{1,4})\s+breach(?:es)?)?|stuck|unfinished|\*", re.ASCII | re.IGNORECASE
)
"""How a result may be written."""

_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
Tags = tuple[tuple[str, str], ...]


def one_line(text: str) -> str:
    """A text with every run of white space as one space: what tags and comments hold.

    Characters that no file and no database should get, such as NUL or half of a pair, count as white space.
    """
    return " ".join(_UNWRITABLE.sub(" ", text).split())


def _clean(comments: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in map(one_line, comments) if text)


@dataclass(frozen=True, slots=True)
class Node:
    """A move in a line, with what is said about it and what might have been played instead."""

    move: Move | None
    """The move; None at the end of a line where nothing was played, and only variations were tried."""
    glyphs: tuple[int, ...] = ()
    """Judgements as in chess: 1 good, 2 bad, 3 very good, 4 very bad, 5 interesting, 6 doubtful; 0 to 255."""
    comments: tuple[str, ...] = ()
    """Texts about the move, without line breaks."""
    variations: tuple[Line, ...] = ()
    """Lines that begin instead of the move."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "comments", _clean(self.comments))


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of moves."""

    nodes: tuple[Node, ...] = ()
    comments: tuple[str, ...] = ()
    """Texts that stand before the first move."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "comments", _clean(self.comments))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line itself, without its variations."""
        return tuple(node.move for node in self.nodes if node.move is not None)


@dataclass(frozen=True, slots=True)
class Record:
    """A game: tags and the tree of its moves.

    Raises :class:`RecordError` when a tag is missing, is named twice, or the tree is larger than what can be read.
    The moves are not checked here: a record that was read, or made by :func:`of_position`, is known to be legal.
    """

    tags: Tags
    """(name, value) in the order in which they are written."""
    line: Line = Line()
    """The main line."""

    def __post_init__(self) -> None:
        found: dict[str, str] = {}
        for name, value in self.tags:
            if _TAG.fullmatch(name) is None:
                raise RecordError("record-tag-name", text=name[:40])
            if name in found:
                raise RecordError("record-tag-twice", text=name)
            found[name] = one_line(value)
        for name in REQUIRED:
            if name not in found:
                raise RecordError("record-tag-missing", tag=name)
        if not any(found.get(name) for name in ("Deal", "Deck", "Position")):
            raise RecordError("record-tag-missing", tag="Deck")
        known = [(name, found.pop(name)) for name in TAGS if name in found]
        object.__setattr__(self, "tags", (*known, *found.items()))
        check_size(self.line)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag, or ``default``."""
        return dict(self.tags).get(name, default)

    @property
    def game_name(self) -> str:
        """The full name of the patience, with its variants."""
        return self.tag("Game")

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return self.line.moves

    @property
    def result(self) -> str:
        """``won``, ``won with 2 breaches``, ``stuck`` or ``unfinished``."""
        return self.tag("Result")

    def start(self, game: Game | None = None) -> Position:
        """The position in which the record begins; ``game`` where its patience is not one of the package.

        Raises :class:`~arfa.errors.ArfaError` for tags that are no position or no deck.
        """
        game = game or Game.named(self.game_name)
        if self.tag("Position"):
            return Position.parse(self.tag("Position"), game)
        if self.tag("Deck"):
            return game.start(parse_deck(self.tag("Deck"), game.rules))
        return game.start(Deal.parse(self.tag("Deal"), game.spec).deck(game.rules))

    def position(self, game: Game | None = None) -> Position:
        """The position at the end of the main line, with the main line as its history.

        Raises :class:`~arfa.engine.position.IllegalMove` for a record that was made by hand and is not legal.
        """
        position = self.start(game)
        for move in self.moves:
            position.push(move)
        return position

    def with_tags(self, tags: Mapping[str, str]) -> Record:
        """The record with some tags set; an empty value takes a tag away."""
        merged = dict(self.tags) | dict(tags)
        return Record(tuple((k, v) for k, v in merged.items() if v), self.line)

    def __str__(self) -> str:
        from arfa.notation.writer import write_record

        return write_record(self)


def of_position(
    position: Position,
    *,
    deal: Deal | None = None,
    deck: Sequence[Card] | None = None,
    line: Line | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record of a game that was played on a position, as far as its history goes.

    ``deal`` or ``deck`` says what it was dealt from; without them the record begins with a position.  ``line`` is the
    tree whose main line is the history, where more than that is known.  Raises :class:`RecordError` when the deck does
    not lead to the position, or the line is another one.
    """
    game = position.game
    root = Position(game, position.plies[0].before if position.plies else position.state)
    if deal is not None and deck is None:
        deck = deal.deck(game.rules)
    if deck is not None and game.start(deck) != root:
        raise RecordError("record-deck-other")
    if line is None:
        line = Line(tuple(Node(move) for move in position.history))
    if line.moves != position.history:
        raise RecordError("record-line-other")
    found = {
        "Deal": str(deal) if deal is not None else "",
        "Deck": deck_text(deck) if deck is not None else "",
        "Position": "" if deck is not None else str(root),
        **(tags or {}),
        **rule_tags(game),
        "Result": result_of(position),
    }
    return Record(tuple((name, value) for name, value in found.items() if value), line)


def rule_tags(game: Game) -> dict[str, str]:
    """The tags that say which rules a record was played by."""
    spec = game.spec
    return {
        "Format": FORMAT,
        "Game": spec.name,
        "Rules": spec.rules_hash,
        "RuleVersion": str(spec.file.version),
    }


def result_of(position: Position) -> str:
    """How a game that ends in a position has ended: ``won``, ``won with 1 breach``, ``stuck``, ``unfinished``."""
    if position.is_won:
        return won_with(position.breaches)
    return "stuck" if position.is_stuck() else UNFINISHED


def won_with(breaches: int) -> str:
    """The result of a game that was won with so many mercy moves (rulebook 1, "Mercy")."""
    if not breaches:
        return "won"
    return f"won with {breaches} breach{'' if breaches == 1 else 'es'}"


def parse_result(text: str) -> str | None:
    """A result in its exact form, ``*`` being an unfinished game; None for a text that is none."""
    found = RESULT.fullmatch(text.strip())
    if found is None:
        return None
    if found[1] is not None:
        return won_with(int(found[1]))
    word = found[0].lower()
    return UNFINISHED if word == "*" else word


def check_size(line: Line) -> None:
    """Raise :class:`RecordError` when a tree is deeper or larger than what can be read."""
    todo, nodes, words = [(line, 0)], 0, 0
    while todo:
        branch, depth = todo.pop()
        if depth > MAX_DEPTH:
            raise RecordError("record-deep", limit=MAX_DEPTH)
        nodes += len(branch.nodes)
        if nodes > MAX_NODES:
            raise RecordError("record-many", limit=MAX_NODES)
        words += len(branch.comments)
        for place, node in enumerate(branch.nodes, 1):
            words += 2 + len(node.glyphs) + len(node.comments) + 2 * len(node.variations)
            if node.move is None and place < len(branch.nodes):
                raise RecordError("record-nothing")
            todo += ((variation, depth + 1) for variation in node.variations)
            if not all(variation.nodes for variation in node.variations):
                raise RecordError("record-variation-empty")
            if not all(0 <= glyph <= 255 for glyph in node.glyphs):
                raise RecordError("record-glyph", text=str(node.glyphs)[:20])
        if words > MAX_WORDS:
            raise RecordError("record-words", limit=MAX_WORDS)


def walk(line: Line) -> Iterator[tuple[tuple[Move, ...], Node]]:
    """Every node of a tree with the moves that lead to it, a line before its variations."""
    todo: list[tuple[tuple[Move, ...], Line]] = [((), line)]
    while todo:
        path, branch = todo.pop()
        for node in branch.nodes:
            yield path, node
            todo += ((path, variation) for variation in reversed(node.variations))
            if node.move is not None:
                path = (*path, node.move)
