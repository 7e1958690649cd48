"""How much may be asked for: a bucket of tokens for each player and each address.

A bucket that is full lets a burst through, and fills again at a steady rate.  Written down is one number a bucket, the
moment when it will be full.  Every worker counts for itself and has its part of the whole
(:meth:`arfa.web.settings.Rate.part`): it is greed that shall be held back, not an account kept.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from arfa.web.cookies import Signer
from arfa.web.settings import Rate

_SAFE = ("GET", "HEAD", "OPTIONS")
_FREE = ("/healthz", "/readyz", "/metrics")
_FILE, _ASK, _THINK, _MAKE = 0.25, 1.0, 5.0, 10.0
"""What a file of the page costs, what a question or a move, what has to be thought about, and what makes something
new: a play, a player."""
_THOUGHT = ("/about", "/chance", "/hint", "/xray", "/review", "/review/record")


class Buckets:
    """The buckets of one kind, by name."""

    def __init__(
        self, rate: Rate, size: int = 50_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.size = size
        self.clock = clock
        self._full: OrderedDict[str, float] = OrderedDict()
        """When each bucket will be full; what is not there is full."""

    def wait(self, name: str, cost: float) -> float:
        """How many seconds it will take until ``cost`` tokens are there; 0 for now."""
        if not self.rate.a_second:
            return 0.0
        now = self.clock()
        lacking = max(self._full.get(name, now) - now, 0.0) + cost / self.rate.a_second
        room = max(self.rate.at_once, cost) / self.rate.a_second
        return max(lacking - room, 0.0)

    def take(self, name: str, cost: float) -> None:
        """Take tokens out of a bucket."""
        if not self.rate.a_second:
            return
        now = self.clock()
        self._full[name] = max(self._full.get(name, now), now) + cost / self.rate.a_second
        self._full.move_to_end(name)
        while (
            len(self._full) > self.size
        ):  # whoever was there longest ago, has the fullest bucket or nearly so
            self._full.popitem(last=False)


class Limits:
    """The limits of a service."""

    def __init__(self, player: Rate, address: Rate) -> None:
        self.player = Buckets(player)
        self.address = Buckets(address)

    def check(self, request: HTTPConnection, signer: Signer) -> float:
        """Count a request; if it is one too many, how many seconds to wait before the next, and 0 otherwise.

        A request that is refused costs nothing: who comes again as told gets through.
        """
        path = request.scope["path"]
        if path in _FREE or not (self.player.rate.a_second or self.address.rate.a_second):
            return 0.0
        cost = cost_of(request.scope["method"], path)
        client = request.client
        address = network_of(client.host if client is not None else "")
        # The signature is enough: to be told who the player is would take the database.
        shown = signer.read(request) if path.startswith("/api/") else None
        player = shown.token if shown is not None and not shown.old else None
        wait = self.address.wait(address, cost)
        if player is not None:
            # Who asks for much thought shall still be able to play.
            player += " thought" if cost == _THINK else ""
            wait = max(wait, self.player.wait(player, cost))
        if not wait:
            self.address.take(address, cost)
            if player is not None:
                self.player.take(player, cost)
        return wait


def cost_of(method: str, path: str) -> float:
    """How many tokens a request takes."""
    if not path.startswith("/api/"):
        return _FILE
    if path.count("/") > 3 and path.endswith(_THOUGHT):
        return _THINK
    # What is done in a play has its address below that of the play; what makes one has not.
    return _ASK if method in _SAFE or path.count("/") > 3 else _MAKE


def network_of(host: str) -> str:
    """Whom an address belongs to: with IPv6 everyone has 2**64 of them."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)).network_address)
