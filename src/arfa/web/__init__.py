"""The table in the browser: a service with a JSON API, and the page that is served with it.

``create_app`` is the application, ``serve`` runs it.  Everything is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arfa.web.app import create_app
    from arfa.web.server import serve
    from arfa.web.settings import Settings

_WHERE = {
    "Settings": "arfa.web.settings",
    "create_app": "arfa.web.app",
    "serve": "arfa.web.server",
}

__all__ = ["Settings", "create_app", "serve"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'arfa.web' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
