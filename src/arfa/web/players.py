"""Who is playing: an anonymous player is known by a secret in a cookie."""

from __future__ import annotations

from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from arfa.store import Store
from arfa.web.cookies import Signer, set_cookie, unset_cookie

PLAYER = "arfa.player"
"""In the scope of a request: who sent it, once that is known."""
FRESH_COOKIE = "arfa.cookie"
"""In the scope of a request: the cookie that its answer should bring."""


class Players:
    """Looks players up, and keeps those that were asked for last."""

    def __init__(self, store: Store, size: int = 10_000) -> None:
        self.store = store
        self.size = size
        self.signer = Signer(["not in service yet"])
        self._kept: OrderedDict[str, str] = OrderedDict()

    async def known(self, request: Request) -> str | None:
        """The player who sends a request, if it is one who has played before."""
        shown = self.signer.read(request)
        if shown is None:
            return None
        player = self._kept.get(shown.token) or await self.store.player_of(shown.token)
        if player is None:
            return None
        self._keep(shown.token, player)
        request.scope[PLAYER] = player
        if shown.old:
            request.scope[FRESH_COOKIE] = shown.value
        return player

    async def welcome(self, request: Request) -> tuple[str, str]:
        """The player who sends a request, known or new, and the cookie to be sent back."""
        player = await self.known(request)
        if player is not None:
            shown = self.signer.read(request)
            assert shown is not None
            return player, shown.value
        new = await self.store.new_player()
        self._keep(new.token, new.id)
        request.scope[PLAYER] = new.id
        return new.id, self.signer.sign(new.token)

    def forget(self, player: str) -> None:
        """Let go of a player who is no more, or ask the database once more whether that is so."""
        for token in [token for token, known in self._kept.items() if known == player]:
            del self._kept[token]

    def _keep(self, token: str, player: str) -> None:
        self._kept[token] = player
        self._kept.move_to_end(token)
        while len(self._kept) > self.size:
            self._kept.popitem(last=False)


def give_cookie(request: Request, answer: Response, value: str) -> None:
    """Let the browser keep the cookie that :meth:`Players.welcome` told."""
    set_cookie(request.url.scheme, answer, value)


def forget_cookie(request: Request, answer: Response) -> None:
    """Let the browser throw the cookie away."""
    unset_cookie(request.url.scheme, answer)
