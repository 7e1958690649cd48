"""The page before its scripts: in the language of whoever asks, and everything that a view needs asked for at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import arfa.web
from arfa.web.shell import shell
from tests.web.house import Browser, House

STATIC = Path(str(arfa.web.__file__)).with_name("static")
IMPORTED = re.compile(r'^import [^"]*"\./(\w+)\.js";', re.MULTILINE)
PRELOADED = re.compile(r'<link rel="modulepreload" href="(\w+)\.js">')


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_page_comes_in_the_language_of_the_browser(guest: Browser, lang: str) -> None:
    words = json.loads((STATIC / "i18n" / f"{lang}.json").read_text("utf-8"))
    reply = guest.get("/", accept_language=f"{lang}-XX,{lang};q=0.9")
    page = reply.body.decode()
    assert f'<html lang="{lang}">' in page
    assert f'data-t="loading">{words["loading"]}</p>' in page
    assert f'data-t-label="settings" aria-label="{words["settings"]}"' in page
    assert re.findall(r'data-t="([^"]+)"[^<>]*></', page) == []
    assert len(re.findall(r"aria-label=", page)) >= page.count("data-t-label=")
    assert "Accept-Language" in reply.headers["vary"]
    other = guest.get("/", accept_language="en" if lang == "ru" else "ru")
    assert other.headers["etag"] != reply.headers["etag"]
    assert other.body != reply.body


def test_texts_cannot_break_the_page() -> None:
    page = '<html lang="en"><p data-t="a"></p><b data-t-label="a"></b><i data-t="none"></i></html>'
    assert shell(page, {"a": '<"&'}, "ru") == (
        '<html lang="ru"><p data-t="a">&lt;"&amp;</p>'
        '<b data-t-label="a" aria-label="&lt;&quot;&amp;"></b><i data-t="none"></i></html>'
    )


def needed(*names: str) -> set[str]:
    """Modules with all that they import, and what that imports."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += IMPORTED.findall((STATIC / f"{name}.js").read_text("utf-8"))
    return found


def test_all_that_a_view_needs_is_asked_for_at_once() -> None:
    """A module that is not named would be found only when the one that imports it is there: a way more."""
    page = (STATIC / "index.html").read_text("utf-8")
    common = {*PRELOADED.findall(page), "start"}
    assert common == needed("app")
    source = (STATIC / "start.js").read_text("utf-8")
    table = re.search(r"^const MODULES = \{(.*?)^\};", source, re.MULTILINE | re.DOTALL)
    assert table is not None
    lists = dict(
        re.findall(r"^  (\w+): \[(.*?)\],\n(?=  \w+:|\Z)", table[1], re.MULTILINE | re.DOTALL)
    )
    for view, module in {"choose": "chooser", "play": "table"}.items():
        named = re.findall(r'"(\w+)"', lists[view])
        assert len(named) == len(set(named))
        assert set(named) == needed(module) - common
