"""In which language a request is answered."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from arfa.texts import LANGUAGES

DEFAULT = "en"


def language(request: HTTPConnection) -> str:
    """The language that the address names (``?lang=ru``), or else the one that the browser likes best."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The first of our languages by an ``Accept-Language`` header: ``ru-RU,ru;q=0.9,en;q=0.8``."""
    best, weight = DEFAULT, 0.0
    for item in header.split(",")[:20]:
        tag, _, parameter = item.strip().partition(";")
        lang = tag.strip().lower().partition("-")[0]
        quality = _quality(parameter)
        if lang in LANGUAGES and quality > weight:
            best, weight = lang, quality
    return best


def _quality(parameter: str) -> float:
    key, _, value = parameter.strip().partition("=")
    if key.strip() != "q":
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0
