"""The page without a connection: it is there, whole and of one release, shows what was seen last, and goes on after."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import arfa.web
from arfa.web.assets import Assets
from tests.web.hands import Mouse, play
from tests.web.tables import RUSSIAN, Server, Sit, Table
from tests.web.test_browser_resume import GONE, begun

pytestmark = pytest.mark.browser

STATIC = Path(str(arfa.web.__file__)).with_name("static")
KEPT = {
    lang: json.loads((STATIC / "i18n" / f"{lang}.json").read_text("utf-8"))["lost.kept"]
    for lang in ("ru", "en")
}
WORKING = (
    """navigator.serviceWorker.getRegistration().then((it) => it?.active?.state === "activated")"""
)


def comes(table: Table, what: str) -> None:
    """Wait for something that changes without the page being written to."""
    deadline = time.monotonic() + 40
    while not table.page.evaluate(what):
        assert time.monotonic() < deadline, what
        table.page.wait_for_timeout(100)


def prepared(table: Table) -> None:
    """Wait until the page could do without the network."""
    comes(table, WORKING)


def kept(table: Table) -> Any:
    """What the browser keeps of a table."""
    return json.loads(table.page.evaluate("localStorage.getItem('arfa.table')") or "null")


@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_reload_without_the_service_shows_what_was_seen_last(
    sit: Sit, own_server: Server, lang: str
) -> None:
    table = sit(lang, server=own_server)
    table.watch.allow(GONE)
    beside, rest = begun(table, 6)
    hand = Mouse(table, beside)
    play(table, beside, hand, rest[:2])
    before = table.look()
    prepared(table)
    comes(table, "localStorage.getItem('arfa.table')?.includes('\"version\":8')")
    own_server.kill()
    table.page.reload()
    assert table.shows(8) == before
    table.says(KEPT[lang], "refused")
    expect(table.page.locator("body.offline")).to_have_count(1)
    own_server.start()
    expect(table.page.locator("body.offline")).to_have_count(0)
    assert table.quiet() == before
    play(table, beside, hand, rest[2:4])
    assert table.get("plays")[0]["moves_made"] == 10


def test_a_move_without_a_connection_is_not_shown_as_saved_and_is_sent_later(
    sit: Sit, own_server: Server
) -> None:
    table = sit("ru", server=own_server)
    table.watch.allow(GONE)
    beside, rest = begun(table, 6)
    prepared(table)
    own_server.kill()
    table.page.reload()
    table.shows(6)
    move = beside.meant(rest[0])
    Mouse(table, beside).make(move)
    expect(table.page.locator("body.offline[data-busy]")).to_have_count(1)
    assert table.shown() == 6
    assert kept(table)["version"] == 6
    own_server.start()
    assert table.next() == beside.push(move)
    expect(table.page.locator("body.offline")).to_have_count(0)
    comes(table, "localStorage.getItem('arfa.table')?.includes('\"version\":7')")


def test_what_is_kept_is_what_the_service_sent_and_goes_with_the_player(sit: Sit) -> None:
    table = sit("en")
    begun(table, 4)
    prepared(table)
    comes(table, "localStorage.getItem('arfa.table') !== null")
    sent = table.get(f"plays/{table.state['id']}")
    assert kept(table)["piles"] == sent["piles"]
    # The games are deleted elsewhere, as in another window: the list of games tells.
    assert table.page.request.delete(f"{table.watch.home}api/player?lang=en").ok
    table.page.locator("#home").click()
    table.page.locator("#games input").first.wait_for()
    comes(table, "localStorage.getItem('arfa.table') === null")


def test_releases_are_never_mixed(sit: Sit, tmp_path: Path) -> None:
    """A page has all of its parts of one release, whichever is kept and whether the service can be reached."""
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)

    def release(n: int) -> None:
        for name in ("app", "table"):
            with (static / f"{name}.js").open("a", encoding="utf-8") as file:
                file.write(f"\nglobalThis.release_{name} = {n};\n")

    def seen() -> list[int]:
        comes(table, "globalThis.release_app && globalThis.release_table")
        found: list[int] = table.page.evaluate("[release_app, release_table]")
        return found

    kept_releases = "caches.keys().then((all) => all.sort().join())"
    release(1)
    server = Server(tmp_path / "arfa.sqlite", static=static)
    try:
        table = sit("en", server=server)
        table.watch.allow(GONE)
        begun(table, 2)
        prepared(table)
        table.page.reload()
        assert seen() == [1, 1]
        fetched = "performance.getEntriesByType('resource').filter((it) => /\\.js$/.test(it.name) && it.transferSize)"
        assert table.page.evaluate(f"{fetched}.map((it) => it.name)") == []
        first = table.page.evaluate(kept_releases)
        release(2)
        server.kill()
        table.page.reload()
        assert seen() == [1, 1]
        server.start()
        expect(table.page.locator("body.offline")).to_have_count(0)
        table.page.reload()
        assert seen() == [2, 2]
        for _ in range(
            10
        ):  # its worker is fetched some seconds later, and takes over when a page has settled
            table.page.wait_for_timeout(4000)
            now = table.page.evaluate(kept_releases)
            if now != first and "," not in now:
                break
            table.page.reload()
            assert seen() == [2, 2]
            table.page.wait_for_timeout(4000)
        else:
            pytest.fail("the new release is not kept")
        server.kill()
        table.page.reload()
        assert seen() == [2, 2]
    finally:
        server.close()


def test_the_release_is_named_by_everything_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    assets = Assets(folder)
    first = assets.release()
    told = json.loads(first.script.decode().removeprefix("self.RELEASE = ").rstrip(";\n"))
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    assert set(told["files"]) == (
        files - {"index.html", "worker.js", "types.js", "deck.LICENSE.txt"}
    ) | {""}
    assert len(told["files"][""]) == 2
    for name in ("board.js", "worker.js", "i18n/ru.json", "index.html", "style.css"):
        before = assets.release().version
        (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
        assert assets.release().version != before, name
