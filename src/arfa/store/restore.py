"""Plays out of a file, into the database.

The referee follows every play action by action, and everything is counted anew on the way: a file can claim nothing
that was not played.  Either all of it is taken in, or nothing.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from arfa.deals import Deal
from arfa.deals.daily import WORD, day_of
from arfa.deals.text import deck_text
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.rules.load import RuleError, load_game
from arfa.solver.verdict import proved_win
from arfa.store.archive import ArchivedMark, ArchivedPlay, Key, key_of, read, seal_of, unveil
from arfa.store.counting import Reached, counted
from arfa.store.course import Action, Course
from arfa.store.errors import ArchiveError, RulesChanged
from arfa.store.models import ACTIONS, BOOKMARKS, PLAYS
from arfa.store.plays import CHANGING, Play, Store
from arfa.store.sessions import Session, Standing

MOST_STEPS = 300_000
"""How many moves may be made and taken back in a file; that keeps the referee busy for some ten seconds."""


class Restored(NamedTuple):
    """A play that the referee has followed."""

    play: Play
    log: Sequence[tuple[Action, datetime]]
    marks: Sequence[ArchivedMark]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the plays in a file."""

    added: int = 0
    extended: int = 0
    """Plays that were here and went on in the file."""
    known: int = 0
    """Plays that were here with all that was done in them."""
    different: int = 0
    """Plays that went on here and in the file in different ways; they stay as they are here."""
    other_rules: int = 0
    """Plays by rules that this program does not have, which nobody can check here; they are left out."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The plays of a file as the referee has found them."""

    plays: Sequence[Restored]
    other_rules: int


# -- the referee ---------------------------------------------------------------------------------------------------


def follow(source: bytes, standing: Standing) -> Followed:
    """Read a file and follow its plays.

    Raises :class:`ArchiveError` for a file that is broken or claims what the rules refuse.
    """
    plays: list[Restored] = []
    seen: set[Key] = set()
    steps = other_rules = 0
    for number, archived in enumerate(read(source).plays, start=1):
        try:
            restored, made = _follow(archived, standing, MOST_STEPS - steps)
            steps += made
            if key_of(restored.play) in seen:
                raise ArchiveError("archive-twice")
            seen.add(key_of(restored.play))
            plays.append(restored)
        except RulesChanged:
            other_rules += 1
        except ArfaError as error:
            raise ArchiveError("archive-play", number=number, why=error.message) from error
    return Followed(plays, other_rules)


def _follow(archived: ArchivedPlay, standing: Standing, most: int) -> tuple[Restored, int]:
    """A play followed to its end, and how many steps that took."""
    play = _begun(archived)
    course = Course(play.begin())
    if play.start is not None and str(course.position) != play.start:
        raise ArchiveError("archive-field", field="start")
    log: list[tuple[Action, datetime]] = []
    steps = _proved(play, course.position)
    if steps > most:
        raise ArchiveError("archive-too-much", most=MOST_STEPS)
    for version, (action, at) in enumerate(archived.actions(), start=1):
        before = course.made
        try:
            exact = course.do(action)
        except ArfaError as error:
            raise ArchiveError("archive-log", version=version, why=error.message) from error
        jump = action.kind in ("restart", "goto")
        steps += before + course.made if jump else abs(course.made - before)
        if steps > most:
            raise ArchiveError("archive-too-much", most=MOST_STEPS)
        position = course.position
        word = "won" if position.is_won else "playing"
        play = counted(play, exact, at, Reached(word, course.made, position.breaches))
        log.append((exact, at))
    if any(mark.node not in course.nodes for mark in archived.bookmarks):
        raise ArchiveError("archive-field", field="bookmarks")
    play = replace(play, status=standing(Session(play, course)))
    return Restored(play, log, archived.bookmarks), steps


def _proved(play: Play, start: Position) -> int:
    """Follow the win that is said to have been known when a play was dealt; how many moves it has.

    Raises :class:`ArchiveError` when it is none.
    """
    if not play.proof:
        return 0
    try:
        line = [Move.parse(word) for word in play.proof.split(" ")]
        proved_win(start, line, 0)
    except (ArfaError, RuntimeError) as error:
        raise ArchiveError("archive-field", field="proof") from error
    return len(line)


def _begun(archived: ArchivedPlay) -> Play:
    """A play before its first action, nobody's yet."""
    return Play(
        id="",
        player_id="",
        game=archived.game,
        rules_hash=archived.rules,
        rules_version=archived.rules_version,
        deal=archived.deal,
        deck=_deck(archived),
        created=archived.created,
        updated=archived.created,
        started=None,
        status="playing",
        version=0,
        moves=0,
        origin=archived.origin,
        start=None if archived.start is None else unveil(archived.start, "start"),
        proof=None if archived.proof is None else unveil(archived.proof, "proof"),
        hints=archived.hints,
        xrays=archived.xrays,
    )


def _deck(archived: ArchivedPlay) -> str:
    """The deck that a play was dealt from.

    Raises :class:`RulesChanged` for a patience that is not known here, :class:`ArchiveError` unless all that is said of
    the deck is one thing, written in the one way.
    """
    try:
        spec = load_game(archived.game)
    except RuleError as error:
        raise RulesChanged(archived.game) from error
    if spec.name != archived.game:
        raise ArchiveError("archive-field", field="game")
    if spec.rules_hash != archived.rules:
        raise RulesChanged(archived.game)
    if spec.file.version != archived.rules_version:
        raise ArchiveError("archive-field", field="rules_version")
    deck = ""
    if archived.start is None:
        deal, day = Deal.parse(archived.deal, spec), day_of(archived.deal)
        if archived.deal != (str(deal) if day is None else f"{WORD}:{day}"):
            raise ArchiveError("archive-field", field="deal")
        deck = deck_text(deal.deck(spec.rules))
    elif archived.deal:
        raise ArchiveError("archive-field", field="deal")
    if archived.seal != seal_of(deck):
        raise ArchiveError("archive-field", field="seal")
    if archived.deck not in (None, deck):
        raise ArchiveError("archive-field", field="deck")
    return deck


# -- the database --------------------------------------------------------------------------------------------------

_HERE = select(PLAYS).where(PLAYS.c.player_id == bindparam("player"))
_LOG = (
    select(ACTIONS.c.kind, ACTIONS.c.move, ACTIONS.c.node)
    .where(ACTIONS.c.play_id == bindparam("play"))
    .order_by(ACTIONS.c.version)
)
_SLOTS = select(BOOKMARKS.c.slot).where(BOOKMARKS.c.play_id == bindparam("play"))
_GOING_ON = (*CHANGING, "hints", "xrays")
_GO_ON = (
    update(PLAYS)
    .where(PLAYS.c.id == bindparam("of"))
    .values({name: bindparam(f"new_{name}") for name in _GOING_ON})
)


async def take(store: Store, player_id: str, followed: Followed) -> Taken:
    """Take plays over for a player, all or none; to do so again changes nothing."""

    def write(connection: Connection) -> Taken:
        return _taken(connection, player_id, followed)

    try:
        return await store.database.write(write)
    except IntegrityError:  # the same file came twice at once
        return await store.database.write(write)


def _address(play: Play, player_id: str) -> str:
    """The address of a play that is taken over.

    It follows from what the play is and from whose it becomes: so the database lets it in once, however often and from
    however many windows it is sent, and nobody else can guess it.
    """
    text = "\n".join([player_id, *map(str, key_of(play))])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _taken(connection: Connection, player_id: str, followed: Followed) -> Taken:
    """Write what is not there yet."""
    found = [Play(**row._mapping) for row in connection.execute(_HERE, {"player": player_id})]
    here = {key_of(play): play for play in found}
    taken = Taken(other_rules=followed.other_rules)
    for restored in followed.plays:
        mine = here.get(key_of(restored.play))
        if mine is None:
            play_id = _address(restored.play, player_id)
            play = replace(restored.play, id=play_id, player_id=player_id)
            connection.execute(insert(PLAYS), asdict(play))
            _write_log(connection, restored, play_id, 0)
            taken = replace(taken, added=taken.added + 1)
            continue
        log = [tuple(row) for row in connection.execute(_LOG, {"play": mine.id})]
        theirs = [_columns(action) for action, _ in restored.log]
        if theirs == log[: len(theirs)]:
            taken = replace(taken, known=taken.known + 1)
        elif log == theirs[: len(log)]:
            after = _gone_on(mine, restored.play)
            change = {f"new_{name}": getattr(after, name) for name in _GOING_ON}
            connection.execute(_GO_ON, {"of": mine.id, **change})
            _write_log(connection, restored, mine.id, len(log))
            taken = replace(taken, extended=taken.extended + 1)
        else:
            taken = replace(taken, different=taken.different + 1)
    return taken


def _gone_on(mine: Play, theirs: Play) -> Play:
    """A play that went on elsewhere, with the help that was asked for here: that may not make a win clean."""
    after = replace(
        theirs, hints=max(mine.hints, theirs.hints), xrays=max(mine.xrays, theirs.xrays)
    )
    if mine.won is None and (mine.hints or mine.xrays) and after.won_clean:
        return replace(after, won_clean=False)
    return after


def _write_log(connection: Connection, restored: Restored, play_id: str, begin: int) -> None:
    """The actions from a version on, and the bookmarks whose places are free."""
    rows: list[dict[str, Any]] = [
        {"play_id": play_id, "version": version, "at": at}
        | dict(zip(("kind", "move", "node"), _columns(action), strict=True))
        for version, (action, at) in enumerate(restored.log[begin:], start=begin + 1)
    ]
    if rows:
        connection.execute(insert(ACTIONS), rows)
    taken = set(connection.execute(_SLOTS, {"play": play_id}).scalars())
    marks = [
        {"play_id": play_id, **mark.model_dump()}
        for mark in restored.marks
        if mark.slot not in taken
    ]
    if marks:
        connection.execute(insert(BOOKMARKS), marks)


def _columns(action: Action) -> tuple[str, str | None, int | None]:
    return action.kind, action.move, action.node
