"""The name of a release of the page, made of all its files: a browser that keeps them keeps those of one release."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

HEADER = "Arfa-Release"
"""Comes with the page itself."""

SCRIPT = "release.js"
"""The address of :attr:`Release.script`; there is no such file."""

NOT_KEPT = ("worker.js", "types.js", "deck.LICENSE.txt")
"""What no page ever asks for: the worker that keeps the files is kept by the browser itself."""


class Release(NamedTuple):
    """All files of the page as they are now."""

    version: str
    """Differs whenever any of them does."""
    script: bytes
    """Tells the service worker of the version, and of the files with the fingerprints that they may come with."""


def release(tags: Mapping[str, Sequence[str]]) -> Release:
    """The release of files, each with a fingerprint for every form that it is sent in; ``""`` is the page."""
    listed = json.dumps(dict(sorted(tags.items())), separators=(",", ":"))
    version = hashlib.sha256(listed.encode()).hexdigest()[:16]
    kept = {path: list(found) for path, found in sorted(tags.items()) if path not in NOT_KEPT}
    told = json.dumps({"version": version, "files": kept}, separators=(",", ":"))
    return Release(version, f"self.RELEASE = {told};\n".encode())
