"""Deals in the browser: passed on, opened from an address, typed, pasted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arfa.deals import Deal, deck_text
from arfa.rules.load import load_game
from tests.web.tables import ENGLISH, RUSSIAN, Sit, Table
from tests.web.test_browser_access import faults
from tests.web.test_browser_language import SMALL, foreign

pytestmark = pytest.mark.browser

PARTS = re.compile(r"#/play/([A-Za-z0-9_-]{22})(?:/(.+))?$")


def address(table: Table) -> str:
    """What the address bar shows behind the address of the page."""
    return table.page.url.removeprefix(table.watch.home)


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("small-harp", "12345"),
        ("big-harp+draw-3", "pysol:7"),
        ("gaps", "perm:0"),
        ("klondike+redeals=2", "5"),
    ],
)
def test_the_address_gives_others_the_same_deal(sit: Sit, game: str, deal: str) -> None:
    """One's own play is gone on with; somebody else gets the same cards and a play of their own."""
    mine = sit("ru")
    mine.resume(game, deal)
    here = address(mine)
    found = PARTS.match(here)
    assert found is not None
    assert found[1] == mine.state["id"]
    assert f"#/deal/{found[2]}" == mine.state["deal"]["link"]
    mine.open(here)
    mine.quiet()
    assert address(mine) == here

    other = sit("en")
    other.watch.allow(
        "404"
    )  # the browser tells of an answer by which the page learns whose play it is
    other.open(here)
    look = other.quiet()
    assert look == mine.look()
    theirs = PARTS.match(address(other))
    assert theirs is not None
    assert theirs[1] != found[1]
    assert theirs[2] == found[2]
    assert [play["id"] for play in other.get("plays")] == [theirs[1]]
    assert [play["id"] for play in mine.get("plays")] == [found[1]]


def test_a_short_deck_has_an_address_too(sit: Sit) -> None:
    mine, other = sit("ru"), sit("ru")
    mine.resume("klondike+small-4x4", "7")
    other.open(mine.state["deal"]["link"])
    assert other.quiet() == mine.look()


def test_a_deal_is_shared_by_the_clipboard(sit: Sit) -> None:
    table = sit("en")
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.resume("small-harp", "12345")
    table.page.locator("#share").click()
    table.says(re.compile("^The link to deal F.* is copied"))
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == table.watch.home + table.state["deal"]["link"]
    other = sit("en")
    other.open(copied.removeprefix(table.watch.home))
    assert other.quiet() == table.look()


def test_a_deal_is_shared_by_the_system_of_a_phone(sit: Sit) -> None:
    table = sit("ru", touch=True)
    table.page.add_init_script(
        "navigator.share = async (what) => { globalThis.shared = what; document.body.dataset.shared = ''; }"
    )
    table.resume("klondike", "3")
    table.press(table.page.locator("#share"))
    table.until("document.body.dataset.shared !== undefined")
    shared = table.page.evaluate("globalThis.shared")
    assert shared["url"] == table.watch.home + table.state["deal"]["link"]
    assert shared["title"] == table.state["name"] == "Косынка"


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_deal_is_shared_by_hand_where_nothing_else_is_left(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    table.resume("small-harp", "12345")
    table.page.locator("#share").click()
    field = table.page.locator("dialog input")
    expect(field).to_have_value(table.watch.home + table.state["deal"]["link"])
    expect(field).to_be_focused()
    chosen = table.page.evaluate(
        "document.activeElement.selectionEnd - document.activeElement.selectionStart"
    )
    assert chosen == len(field.input_value())


def test_a_play_from_a_position_has_no_deal_to_share(sit: Sit) -> None:
    table = sit("en")
    table.resume("klondike", "klondike / t1: * / s: 2c 7h")
    expect(table.page.locator("#code")).to_have_text("from a position")
    assert address(table) == f"#/play/{table.state['id']}"
    table.page.locator("#share").click()
    table.says(re.compile("no deal to share"))


# ---------------------------------------------------------------------------------------------- choosing
@pytest.mark.parametrize(("lang", "touch"), [("ru", False), ("en", True)])
def test_what_is_typed_is_checked_at_once(sit: Sit, lang: str, touch: bool) -> None:
    """It is said what was understood; what is wrong is shown where it is; and nothing is dealt before one deals."""
    table = sit(lang, touch=touch)
    table.watch.allow("422")
    page = table.page
    field, said = page.locator("#deal"), page.locator("#deal-said")
    page.locator('#games input[value="big-harp"]').wait_for()
    table.press(page.locator('#games [data-game="big-harp"] > label'))
    field.fill("12345")
    expect(said).to_have_text(
        {"ru": "Арфа большая, расклад 12345", "en": "Big Harp, deal 12345"}[lang]
    )
    expect(field).not_to_have_attribute("aria-invalid", "true")

    deck = deck_text(Deal("ours", 5).deck(load_game("big-harp").rules)).split()
    broken = "\n".join(
        " ".join([*deck[:50], "0S", *deck[51:]][n : n + 20]) for n in range(0, 104, 20)
    )
    field.fill(broken)
    expect(said).to_have_attribute("data-tone", "wrong")
    expect(said).to_contain_text({"ru": "Строка 3", "en": "Line 3"}[lang])
    expect(field).to_have_attribute("aria-invalid", "true")
    table.press(said.locator("button"))
    chosen = page.evaluate(
        """() => {
            const { value, selectionStart, selectionEnd } = document.activeElement;
            return value.slice(selectionStart, selectionEnd);
        }"""
    )
    assert chosen == "0S"
    table.press(page.locator("#start-play"))
    expect(field).to_be_focused()
    field.fill(" ".join(deck[:103]))
    expect(said).to_contain_text("104")
    assert table.get("plays") == []
    expect(page.locator("#chooser")).to_be_visible()

    field.fill(" ".join(deck))
    expect(said).to_have_attribute("data-tone", "right")
    table.press(page.locator("#start-play"))
    table.quiet()
    assert table.get("plays")[0]["game"] == "big-harp"


def test_a_pasted_position_of_another_patience_is_played(sit: Sit) -> None:
    table = sit("ru")
    page = table.page
    page.locator("#deal").fill("klondike+draw-3\nt1: *\ns: 2c 7h 9d")
    expect(page.locator("#deal-said")).to_contain_text("с этой позиции")
    page.locator("#start-play").click()
    table.quiet()
    expect(page.locator("#name")).to_have_text("Косынка: по три карты")
    page.keyboard.press("s")
    table.next()
    page.keyboard.press("z")
    table.next()
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    table.open()
    expect(page.locator('#games input[value="klondike"]')).to_be_checked()
    expect(page.locator("#variants-chosen")).to_contain_text("по три карты")


def test_variants_explain_what_they_do_to_each_other(sit: Sit) -> None:
    table = sit("en")
    page = table.page
    page.locator('#games [data-game="klondike"] > label').click()
    page.locator("#variants summary").click()
    page.locator('#variants input[value="draw-1"]').check()
    page.locator('#variants input[value="draw-3"]').check()
    expect(page.locator('#variants input[value="draw-1"]')).not_to_be_checked()
    table.says(re.compile("“draw three” does not go together with: draw one"))
    expect(page.locator('#variants input[value="draw-3"]')).to_be_focused()
    page.locator('#variants input[value="redeals"]').check()
    page.locator("#variants select").select_option("2")
    page.locator("#start-play").click()
    table.quiet()
    assert table.get("plays")[0]["game"] == "klondike+draw-3+redeals=2"
    # What was chosen is chosen again, of this patience and of others.
    table.open()
    expect(page.locator("#variants-chosen")).to_contain_text("draw three, redeals 2")
    page.locator('#games [data-game="gaps"] > label').click()
    expect(page.locator("#variants-chosen")).to_contain_text("none chosen")
    page.locator('#games [data-game="klondike"] > label').click()
    expect(page.locator("#variants-chosen")).to_contain_text("draw three, redeals 2")


def test_the_deal_of_the_day_is_begun_once_and_gone_on_with(sit: Sit) -> None:
    table = sit("ru")
    page = table.page
    daily = page.locator("#daily")
    expect(daily).to_contain_text("ещё не сыгран")
    daily.click()
    table.quiet()
    mine = table.get("plays")[0]
    table.open()
    expect(daily).to_contain_text("ещё не сыгран")  # looking is not playing
    daily.click()
    table.quiet()
    table.post(f"plays/{mine['id']}/actions", {"version": 0, "action": "move", "move": "sw"})
    assert mine["day"] is not None
    assert f"daily:{mine['day']}" in address(table)
    table.open()
    expect(daily).to_contain_text("начат")
    daily.click()
    table.quiet()
    assert [play["id"] for play in table.get("plays")] == [mine["id"]]
    # The calendar goes on with it, and deals days that were missed.
    table.open()
    page.locator("#days").click()
    expect(page.locator(".day[aria-current]")).to_have_attribute("aria-label", re.compile("начат"))
    page.locator(".month button.before").click()
    expect(page.locator(".day[aria-current]")).to_have_count(0)
    day = page.locator(".day").first
    day.click()
    table.quiet()
    first = table.get("plays")[0]
    assert first["day"].endswith("-01")
    assert first["id"] != mine["id"]


def test_unfinished_games_show_how_they_stand(sit: Sit) -> None:
    """Field report 58: nothing that leads away loses a game."""
    table = sit("en")
    table.resume("small-harp", "5", ["sw", "sw"])
    here = address(table)
    table.open("#/")
    link = table.page.locator("#plays a")
    expect(link).to_have_count(1)
    expect(link).to_contain_text("2 moves")
    expect(link.locator("svg.picture path.face")).to_have_count(1)
    link.click()
    look = table.quiet()
    assert look["piles"]["w"]
    assert address(table) == here
    table.page.go_back()
    expect(link).to_be_visible()
    table.page.go_forward()
    assert table.quiet() == look


def test_the_same_deal_is_begun_anew_and_the_game_stays(sit: Sit) -> None:
    table = sit("ru")
    table.resume("small-harp", "5", ["sw", "sw"])
    table.page.locator("#new-deal").click()
    table.page.locator('dialog button[value="same"]').click()
    table.until("document.body.dataset.version === '0'")
    plays = table.get("plays")
    assert [(play["deal"], play["moves_made"]) for play in plays] == [("5", 0), ("5", 2)]


# ---------------------------------------------------------------------------------------------- looks
def screens(table: Table) -> Iterator[str]:
    """What there is to see of deals and files."""
    page = table.page
    dialog = page.get_by_role("dialog")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    table.resume("spider-pauk", "daily")
    table.press(page.locator("#share"))
    expect(dialog).to_be_visible()
    yield "a link"
    table.resume("small-harp", "daily", ["sw"])
    table.resume("big-harp", "pysol:1", ["sw"])
    table.resume("klondike", "klondike / t1: * / s: 2c 7h", ["sw"])
    table.resume("klondike", deck_text(Deal("ours", 5).deck(load_game("klondike").rules)), ["sw"])
    table.open("#/")
    page.locator("#plays .picture").first.wait_for()
    table.press(page.locator("#all-plays"))
    field, said = page.locator("#deal"), page.locator("#deal-said")
    for text, tone in (
        ("2H AS TH 0C\n9S", "wrong"),
        ("klondike\nt1: *", "right"),
        ("12345", "right"),
    ):
        field.fill(text)
        expect(said).to_have_attribute("data-tone", tone)
        expect(said).not_to_be_empty()
        yield f"typed {text!r}"
    field.fill("")
    expect(said).to_be_empty()
    table.press(page.locator("#days"))
    expect(dialog).to_be_visible()
    yield "calendar"
    page.keyboard.press("Escape")
    page.evaluate(DROP, ["two.ppn", '[Game "klondike"] [Deal "1"] sw *\n' * 2])
    expect(dialog).to_be_visible()
    yield "taken"
    page.keyboard.press("Escape")
    page.evaluate(DROP, ["broken.ppn", '[Game "klondike"'])
    expect(dialog).to_be_visible()
    yield "refused"


@pytest.mark.parametrize(
    ("lang", "dark", "small"),
    [
        ("ru", False, True),
        pytest.param("en", True, False, marks=pytest.mark.soak),
        pytest.param("en", False, True, marks=pytest.mark.soak),
        pytest.param("ru", True, False, marks=pytest.mark.soak),
    ],
)
def test_choosing_is_for_everybody(sit: Sit, lang: str, dark: bool, small: bool) -> None:
    """axe finds nothing, nothing is cut or wider than the screen, and one language is spoken."""
    table = sit(lang, dark=dark, touch=small, viewport=SMALL if small else None)
    table.watch.allow("422")
    wrong: list[str] = []
    for screen in screens(table):
        texts: list[str] = table.ask("texts()")
        # What is wrong is quoted as it was typed, and notation is Latin.
        texts = [
            text.replace("PySolFC", "") for text in texts if "ppn" not in text and "0C" not in text
        ]
        texts = [
            text for text in texts if screen != "refused" or ("[" not in text and "]" not in text)
        ]
        wrong += [f"{screen}: {text!r} is foreign" for text in foreign(texts, lang)]
        wrong += [f"{screen}: {fault}" for fault in table.ask("cut()")]
        wrong += [f"{screen}: {fault}" for fault in faults(table.page)]
        if table.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{screen}: is wider than the screen")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def test_a_deal_is_chosen_by_keys_alone(sit: Sit) -> None:
    table = sit("en")
    page = table.page
    page.locator("#games input").first.wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'game'"):
            break
    page.keyboard.press("ArrowDown")
    expect(page.locator("#chosen-name")).to_have_text("Big Harp")
    for wanted in (
        "variants-chosen",
        "deal",
        "winnable",
        "start-play",
        "daily",
        "days",
        "game-rules",
        "open-file",
    ):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == wanted
    page.locator("#days").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator(".month .before").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".month .before")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#days")).to_be_focused()
    page.locator("#deal").focus()
    page.keyboard.type("777")
    page.keyboard.press("Enter")
    table.quiet()
    assert [(play["game"], play["deal"]) for play in table.get("plays")] == [("big-harp", "777")]


# ---------------------------------------------------------------------------------------------- files
def test_a_game_is_saved_and_opened_again(sit: Sit, tmp_path: Path) -> None:
    mine, other = sit("ru"), sit("en")
    mine.resume("small-harp", "5", ["sw", "sw", "sw"])
    with mine.page.expect_download() as coming:
        mine.choose("save")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.name == "arfa-small-harp-5.ppn"
    other.page.locator("#open-file").wait_for()
    with other.page.expect_file_chooser() as chooser:
        other.page.locator("#open-file").click()
    chooser.value.set_files(file)
    other.until("document.body.dataset.view === 'play'")
    assert other.quiet() == mine.look()
    assert other.get("plays")[0]["moves_made"] == 3
    with other.page.expect_download() as coming:
        other.choose("save")
    again = tmp_path / "again.ppn"
    coming.value.save_as(again)
    assert again.read_bytes() == file.read_bytes()


DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize("lang", RUSSIAN)
def test_files_are_dropped_on_the_page(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.watch.allow("422")
    page = table.page
    page.locator("#games input").first.wait_for()
    good = '[Game "klondike"] [Deal "1"]\nsw sw *\n'
    page.evaluate(DROP, ["broken.ppn", good + "[Game"])
    expect(page.locator("dialog")).to_contain_text("broken.ppn")
    expect(page.locator("dialog")).to_contain_text({"ru": "Строка 3", "en": "Line 3"}[lang])
    assert table.get("plays") == []
    page.locator("dialog button.main").click()
    page.evaluate(DROP, ["two.ppn", good * 2])
    buttons = page.locator("dialog .taken button")
    expect(buttons).to_have_count(2)
    buttons.first.click()
    table.quiet()
    assert len(table.get("plays")) == 2
    # A deal of another program goes where deals are typed.
    page.evaluate(DROP, ["deal.json", '{"deck": "AS"}'])
    expect(page.locator("#deal")).to_have_value('{"deck": "AS"}')
    expect(page.locator("#deal-said")).to_have_attribute("data-tone", "wrong")
