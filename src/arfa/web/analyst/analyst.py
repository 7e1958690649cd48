"""The analyst of a service: what is asked about plays goes through here."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

from arfa.analysis.about import About, about
from arfa.analysis.xray import Xray
from arfa.deals import parse_deck
from arfa.store import Session
from arfa.web.analysis_schemas import Estimate
from arfa.web.analyst.pool import Desk, Job, Pool, Work, at_once
from arfa.web.analyst.seen import Look, Seen
from arfa.web.analyst.thinking import Hinted, estimate, hinted, looked_through
from arfa.web.metrics import Metrics
from arfa.web.table import Tables

T = TypeVar("T")


class Analyst:
    """Thinks about the plays of a service."""

    def __init__(self, threads: int, tables: Tables, metrics: Metrics) -> None:
        self.pool = Pool(threads)
        self.tables = tables
        self.metrics = metrics
        self._seen: WeakKeyDictionary[Session, Seen] = WeakKeyDictionary()

    def known(self, session: Session) -> Estimate | None:
        """What was found out of this position before."""
        seen = self._seen.get(session)
        known = None if seen is None else seen.estimate
        return known[1] if known is not None and known[0] == session.play.version else None

    def chance(self, session: Session) -> Job[Estimate | None]:
        """Find out how good the chances are; the job tells one :class:`Estimate` after the other.

        Raises :class:`~arfa.web.analyst.errors.Busy`; likewise the others.
        """
        return self._ask(session, "chance", partial(estimate, self._look(session)))

    def hint(self, session: Session) -> Job[Hinted]:
        """Look for a hint."""
        work = at_once(partial(hinted, self._look(session)))
        return self._ask(session, "hint", work, first=True)

    def xray(self, session: Session) -> Job[Xray]:
        """Look through the cards."""
        work = at_once(partial(looked_through, self._look(session)))
        return self._ask(session, "xray", work, first=True)

    def about(self, session: Session) -> Job[About]:
        """Find out what there is to be known of the deal of a play."""
        deck = session.play.deck
        start = session.play.begin()
        cards = parse_deck(deck, start.game.rules) if deck else None

        def work(desk: Desk) -> About:
            return about(start, cards, stop=desk.stop)

        return self._ask(session, "about", at_once(work), first=True)

    def review(self, session: Session, kind: str, work: Work[T]) -> Job[T]:
        """Judge a game that was played; ``kind`` tells what it is wanted for."""
        return self._ask(session, kind, work)

    def _look(self, session: Session) -> Look:
        seen = self._seen.setdefault(session, Seen())
        return seen.look(session, self.tables.sight(session))

    def _ask(
        self,
        session: Session,
        kind: str,
        work: Callable[[Desk], Generator[None, None, T]],
        *,
        first: bool = False,
    ) -> Job[T]:
        began = time.perf_counter()
        play = session.play
        job = self.pool.ask(play.player_id, play.id, kind, work, first=first)

        def heard() -> None:
            self.metrics.observe(
                "arfa_estimate_first_seconds", time.perf_counter() - began, kind=kind
            )

        def ended(how: str) -> None:
            self.metrics.count("arfa_estimates_total", kind=kind, end=how)

        job.watch(heard, ended)
        return job
