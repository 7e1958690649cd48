"""Who is playing: an anonymous player is known by a secret in a cookie."""

from __future__ import annotations

from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from arfa.store import Store

COOKIE = "arfa_player"
_DAYS = 400  # browsers keep nothing longer
_LONGEST = 100


class Players:
    """Looks players up, and keeps those that were asked for last."""

    def __init__(self, store: Store, size: int = 10_000) -> None:
        self.store = store
        self.size = size
        self._kept: OrderedDict[str, str] = OrderedDict()

    async def known(self, request: Request) -> str | None:
        """The player who sends a request, if it is one who has played before."""
        token = request.cookies.get(COOKIE, "")
        if not token or len(token) > _LONGEST:
            return None
        player = self._kept.get(token) or await self.store.player_of(token)
        if player is not None:
            self._keep(token, player)
        return player

    async def welcome(self, request: Request) -> tuple[str, str]:
        """The player who sends a request, known or new, and the secret to be sent back."""
        player = await self.known(request)
        if player is not None:
            return player, request.cookies[COOKIE]
        new = await self.store.new_player()
        self._keep(new.token, new.id)
        return new.id, new.token

    def forget(self, player: str) -> None:
        """Let go of a player who is no more."""
        for token in [token for token, kept in self._kept.items() if kept == player]:
            del self._kept[token]

    def _keep(self, token: str, player: str) -> None:
        self._kept[token] = player
        self._kept.move_to_end(token)
        while len(self._kept) > self.size:
            self._kept.popitem(last=False)


def give_cookie(request: Request, answer: Response, token: str) -> None:
    """Let the browser keep the secret: out of reach of scripts, and not sent along by other sites."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=_DAYS * 24 * 60 * 60,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def forget_cookie(request: Request, answer: Response) -> None:
    """Let the browser throw the secret away."""
    answer.delete_cookie(
        COOKIE, path="/", secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )
