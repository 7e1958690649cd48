"""How a service is set up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from arfa.solver.api import processors
from arfa.store import default_database


class Rate(NamedTuple):
    """How much may be asked for."""

    a_second: float
    """In the long run; 0 for no limit."""
    at_once: float
    """So much may come in one go."""

    def part(self, workers: int) -> Rate:
        """What one of several workers lets through, so that all of them together let through no more than this.

        A page that is opened meets one worker with all that it asks for, so none lets through less than that at once.
        """
        return Rate(self.a_second / workers, max(self.at_once / workers, min(self.at_once, _PAGE)))


_PAGE = 40
"""What a page asks for when it is opened and deals, with some room: thirty files, some questions and a deal."""

PLAYER_RATE = Rate(20, 200)
ADDRESS_RATE = Rate(60, 600)


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be chosen about a service."""

    database: str = field(default_factory=default_database)
    """The path of an SQLite file, or a URL."""
    max_body: int = 64 * 1024
    """The longest body of a request in bytes."""
    max_import: int = 8 * 1024 * 1024
    """The longest file of plays that may be imported, in bytes; it holds some 1,500 plays."""
    body_seconds: float = 20
    """How long a body may take to arrive, and the head of a request too."""
    answer_seconds: float = 60
    """How long an answer may take."""
    sessions: int = 1000
    """How many plays are kept in memory."""
    secrets: tuple[str, ...] = ()
    """What cookies are signed with: the first signs, all are accepted.  Empty: a key that lies in the database."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed; ``*`` for all."""
    player_rate: Rate = PLAYER_RATE
    """For one player."""
    address_rate: Rate = ADDRESS_RATE
    """For one address, of which a whole school may have only one."""
    thinkers: int = 0
    """In how many threads each worker thinks about chances, hints and reviews; 0 for all processors but one, which the
    workers share."""
    metrics_token: str = ""
    """Who shows it may read the figures; empty: who asks from this machine, and no one through a proxy."""
    log_requests: bool = False
    """Whether a line is written for each request."""

    def of_worker(self, workers: int) -> Settings:
        """The settings of one of so many workers, each of which counts for itself what it is asked for."""
        return replace(
            self,
            player_rate=self.player_rate.part(workers),
            address_rate=self.address_rate.part(workers),
            thinkers=self.thinkers or (max(1, spare() // workers) if workers > 1 else 0),
        )


def spare() -> int:
    """All processors that this process may use but one, which answers; at least one."""
    return max(1, processors() - 1)
