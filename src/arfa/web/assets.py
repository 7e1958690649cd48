"""The files of the page: read once, packed once, and sent with their fingerprint so that a browser asks only whether
they have changed."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arfa.texts import LANGUAGES
from arfa.web.language import DEFAULT, language
from arfa.web.release import HEADER, SCRIPT, Release, release
from arfa.web.shell import shell

PAGE = "index.html"
"""The one file that is sent in the language of whoever asks."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is sent; the machine's own table of types may say anything."""

_PACKED = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file ready to be sent."""

    media_type: str
    body: bytes
    packed: bytes | None
    etag: str
    changed: int


class Assets:
    """The files below a folder.  What is not there when it is asked for does not exist: no path leads out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: dict[str, Asset] = {}
        self._release: tuple[tuple[int, ...], Release] | None = None

    def find(self, path: str, lang: str = DEFAULT) -> Asset | None:
        """The file of a path, ``app.js``; the empty path is the page itself, which is in a language."""
        name = path or PAGE
        parts = name.split("/")
        if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self.folder.joinpath(*parts)
        media_type = TYPES.get(file.suffix)
        try:
            if media_type is None or not file.is_file():
                return None
            sources = [file]
            if name == PAGE:
                sources.append(self.folder.joinpath("i18n", f"{lang}.json"))
                name = f"{name}?{lang}"
            changed = max(source.stat().st_mtime_ns for source in sources)
            asset = self._kept.get(name)
            if asset is None or asset.changed != changed:
                asset = self._kept[name] = _read(sources, lang, media_type, changed)
        except OSError:
            return None
        return asset

    def release(self) -> Release:
        """All the files together; read anew when one of them has changed."""
        files = sorted(file for file in self.folder.rglob("*") if file.suffix in TYPES)
        changed = tuple(file.stat().st_mtime_ns for file in files)
        if self._release is None or self._release[0] != changed:
            paths = [file.relative_to(self.folder).as_posix() for file in files]
            tags = {
                "" if path == PAGE else path: [
                    asset.etag
                    for lang in (LANGUAGES if path == PAGE else (DEFAULT,))
                    if (asset := self.find(path, lang)) is not None
                ]
                for path in paths
            }
            self._release = changed, release(tags)
        return self._release[1]

    async def answer(self, request: Request) -> Response:
        """The answer to a request for a file."""
        path = request.path_params.get("path", "")
        if path == SCRIPT:
            headers = {"Cache-Control": "no-cache"}
            return Response(self.release().script, media_type=TYPES[".js"], headers=headers)
        asset = self.find(path, language(request))
        if asset is None:
            raise HTTPException(404)
        headers = {"ETag": asset.etag, "Cache-Control": "no-cache"}
        depends = ["Accept-Encoding"] if asset.packed is not None else []
        if path in ("", PAGE):
            depends.append("Accept-Language")
            headers[HEADER] = self.release().version
        if depends:
            headers["Vary"] = ", ".join(depends)
        if asset.etag in _tags(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        body = asset.body
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = asset.packed, "gzip"
        return Response(body, media_type=asset.media_type, headers=headers)


def _read(sources: list[Path], lang: str, media_type: str, changed: int) -> Asset:
    """A file made ready to be sent; with a catalogue behind it, in the language of that."""
    file, *catalogues = sources
    body = file.read_bytes()
    for catalogue in catalogues:
        words = json.loads(catalogue.read_text("utf-8"))
        body = shell(body.decode(), words, lang).encode()
    packed = gzip.compress(body, 9, mtime=0) if file.suffix in _PACKED else None
    if packed is not None and len(packed) >= len(body):
        packed = None
    # Weak: the packed and the plain form share it.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Asset(media_type, body, packed, etag, changed)


def _tags(header: str) -> list[str]:
    tags = [tag.strip() for tag in header.split(",")]
    return [tag if tag.startswith("W/") else f"W/{tag}" for tag in tags]
