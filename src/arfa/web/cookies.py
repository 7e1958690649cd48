"""The cookie by which a browser is known again: a random secret and a signature.

The signature lets a forged cookie be refused without asking the database, and ties it to this service.  It is no
expiry: who plays without a name has nothing but the cookie, so a cookie holds as long as the browser keeps it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "arfa_player"
SAFE_COOKIE = "__Host-arfa_player"
"""Over https: browsers keep a cookie of such a name only for this very host, and no other host can plant one."""

SHOWN = "arfa.shown"
"""In the scope of a request: the cookie that came with it."""

_DAYS = 400  # browsers keep nothing longer
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SIGNED = re.compile(r"([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})")


class Shown(NamedTuple):
    """A cookie that came with a request."""

    token: str
    """The secret."""
    value: str
    """What the browser should keep from now on."""
    old: bool
    """Whether it keeps something else as yet."""


class Signer:
    """Signs secrets with the first of its keys, and knows the signatures of them all."""

    def __init__(self, keys: Sequence[str]) -> None:
        assert keys
        self._keys = [hashlib.sha256(f"arfa cookie {key}".encode()).digest() for key in keys]

    def sign(self, token: str) -> str:
        """The value of the cookie for a secret."""
        return f"{token}.{_signature(self._keys[0], token)}"

    def read(self, request: HTTPConnection) -> Shown | None:
        """The cookie of a request, or None when there is none or it is forged."""
        if SHOWN not in request.scope:  # several ask
            request.scope[SHOWN] = self._read(request)
        shown: Shown | None = request.scope[SHOWN]
        return shown

    def _read(self, request: HTTPConnection) -> Shown | None:
        safe = request.scope["scheme"] == "https"
        cookies = request.cookies
        names = (SAFE_COOKIE, COOKIE) if safe else (COOKIE,)
        name = next((name for name in names if name in cookies), None)
        if name is None:
            return None
        value = cookies[name]
        other_name = safe and name != SAFE_COOKIE
        found = _SIGNED.fullmatch(value)
        if found is not None:
            token, signature = found.groups()
            known = [hmac.compare_digest(_signature(key, token), signature) for key in self._keys]
            if not any(known):
                return None
            return Shown(token, self.sign(token), old=other_name or not known[0])
        if _TOKEN.fullmatch(
            value
        ):  # by a version that did not sign; the database knows whether it is one
            return Shown(value, self.sign(value), old=True)
        return None

    def alias(self, player: str) -> str:
        """What a player is called in logs: the same in all of them, and of no use to who reads them."""
        return hmac.digest(self._keys[0], f"log {player}".encode(), "sha256").hex()[:12]


def set_cookie(scheme: str, answer: Response, value: str) -> None:
    """Let the browser keep the cookie: out of reach of scripts, and not sent along by other sites."""
    safe = scheme == "https"
    answer.set_cookie(
        SAFE_COOKIE if safe else COOKIE,
        value,
        max_age=_DAYS * 24 * 60 * 60,
        path="/",
        secure=safe,
        httponly=True,
        samesite="lax",
    )


def unset_cookie(scheme: str, answer: Response) -> None:
    """Let the browser throw the cookie away, under whichever name it keeps it."""
    safe = scheme == "https"
    for name in (SAFE_COOKIE, COOKIE) if safe else (COOKIE,):
        answer.delete_cookie(name, path="/", secure=safe, httponly=True, samesite="lax")


def _signature(key: bytes, token: str) -> str:
    return urlsafe_b64encode(hmac.digest(key, token.encode(), "sha256")).decode().rstrip("=")
