"""A player's figures and plays as they go over the wire."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arfa.rules.load import RuleError, load_game
from arfa.store.results import Entry, Result
from arfa.store.statistics import Figures, Statistics
from arfa.store.winnable import Share, share_of
from arfa.web.schemas import Wire


class PatienceFigures(Wire):
    """A patience with its variants, in figures."""

    game: str
    name: str
    family: str
    """The patience without its variants."""
    winnable: Share | None
    """How many deals can be won at all, as far as that has been measured."""
    figures: Figures


class StatisticsAnswer(Wire):
    """A player's plays in figures."""

    total: Figures
    patiences: list[PatienceFigures]
    """The most played first."""


class PlayEntry(Wire):
    """A play, and what it counts as."""

    id: str
    game: str
    name: str
    deal: str
    result: Result
    origin: str
    status: str
    """How it stands now; a won game may have been taken back."""
    moves: int
    seconds: int
    undos: int
    hints: int
    xrays: int
    created: datetime
    updated: datetime
    won_moves: int | None
    """When it came out first; likewise the others."""
    won_seconds: int | None
    won_clean: bool | None
    won_breaches: int | None


class PlayPage(Wire):
    """Some of a player's plays, the last touched first."""

    plays: list[PlayEntry]
    total: int
    """How many there are in all that were asked for."""
    after: str | None
    """What asks for the next ones; null at the end."""


class RestoreAnswer(Wire):
    """What became of the plays in a file."""

    added: int
    extended: int
    """They were here, and went on in the file."""
    known: int
    """They were here already."""
    different: int
    """They went on here and in the file in different ways, and stay as they are here."""
    other_rules: int
    """They are played by rules that are not known here, and were left out."""


def statistics_answer(found: Statistics, lang: str) -> StatisticsAnswer:
    """The figures with names for people."""
    return StatisticsAnswer(
        total=found.total,
        patiences=[
            PatienceFigures(
                game=game,
                name=name_of(game, lang),
                family=game.partition("+")[0],
                winnable=share_of(game, rules_of(game)),
                figures=figures,
            )
            for game, figures in found.patiences.items()
        ],
    )


def play_page(entries: Sequence[Entry], after: str | None, limit: int, lang: str) -> PlayPage:
    """A page of plays; ``after`` is the last play of the page before."""
    ordered = sorted(entries, key=lambda entry: (entry.row.updated, entry.row.id), reverse=True)
    ids = [entry.row.id for entry in ordered]
    # The last play of the page before may have been deleted meanwhile: then the list begins anew.
    begin = ids.index(after) + 1 if after in ids else 0
    shown = ordered[begin : begin + limit]
    more = begin + limit < len(ordered)
    return PlayPage(
        plays=[_play_entry(entry, lang) for entry in shown],
        total=len(ordered),
        after=ids[begin + limit - 1] if more else None,
    )


def _play_entry(entry: Entry, lang: str) -> PlayEntry:
    row = entry.row
    same = row._asdict()
    return PlayEntry(
        name=name_of(row.game, lang),
        result=entry.result,
        **{name: same[name] for name in PlayEntry.model_fields if name in same},
    )


def name_of(game: str, lang: str) -> str:
    """The name of a patience for people; of one that is no more, the name that it had."""
    try:
        return load_game(game).title(lang)
    except RuleError:
        return game


def rules_of(game: str) -> str:
    """The hash of the rules by which a patience is played now; empty when there is no such patience."""
    try:
        return load_game(game).rules_hash
    except RuleError:
        return ""
