"""``arfa games``, ``rules``, ``deal``, ``show``, ``schema``."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from arfa import Deal, Position
from arfa.cli.page import paragraphs, wrapped
from arfa.deals import encode, parse_deck
from arfa.rules.load import game_ids, load_game
from tests.command_line import run


# ---------------------------------------------------------------------------------------------- games
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_games_lists_every_patience_and_variant(lang):
    text = run("games", lang=lang).stdout
    for game in game_ids():
        file = load_game(game).file
        assert f"{game}  {file.name[lang]}" in text
        for key, variant in file.variants.items():
            assert (f"+{key}" in text) or variant.small
    assert "+small-" not in text
    assert "+small-4x4" in run("games", "--all", lang=lang).stdout
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_games_tells_all_about_one():
    text = " ".join(run("games", "big-harp").stdout.split())
    assert "Not with draw-3, grosse-harfe, redeals, draw-when-stuck." in text
    assert "Only with extra-row." in text
    assert "N: 1–49." in text
    assert "klondike" not in text


def test_games_as_json():
    entries = json.loads(run("games", "--json", lang="ru").stdout)
    assert [entry["id"] for entry in entries] == list(game_ids())
    harp = entries[1]
    assert harp["name"] == "Арфа большая"
    assert harp["decks"] == 2
    assert [v["id"] for v in harp["variants"]][:3] == ["draw-3", "extra-row", "row-size"]
    assert harp["variants"][2]["parameter"] == {"min": 1, "max": 49}


# ---------------------------------------------------------------------------------------------- rules
@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("game", game_ids())
def test_rules_show_what_can_be_tried(game, lang):
    """Every example has its table, its words and its moves; what is refused, its reason."""
    spec = load_game(game)
    page = run("rules", game, "--examples", lang=lang).stdout
    said = " ".join(page.split())
    for sentence in spec.sentences():
        for example in sentence.examples:
            assert " ".join((example.ru if lang == "ru" else example.en).split()) in said
            assert not example.legal or f": {example.legal}." in said
            assert not example.illegal or f": {example.illegal} — " in said
    assert all(len(line) <= 72 for line in page.splitlines())
    assert not any(line.endswith(" ") for line in page.splitlines())


def test_a_small_table_has_only_the_piles_that_matter():
    page = run("rules", "small-harp", "--examples", lang="en").stdout
    before = page.split("A black jack goes on a red queen")[0]
    table = [line.split() for line in before.rstrip().splitlines()[-2:]]
    assert table == [["t1", "t2", "t3"], ["Q♦", "J♠", "10♠"]]


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("game", game_ids())
def test_rules_hold_the_whole_text(game, lang):
    """Every sentence and every note, once, word for word."""
    spec = load_game(game)
    page = run("rules", game, lang=lang).stdout
    said = " ".join(page.split())
    texts = [(s.ru, s.en) for s in spec.sentences()] + [(n.ru, n.en) for n in spec.file.notes]
    for russian, english in texts:
        text = " ".join((russian if lang == "ru" else english).split())
        assert said.count(text) == 1, text


def test_rules_are_those_of_the_variant():
    plain, three = run("rules", "klondike").stdout, run("rules", "klondike+draw-3").stdout
    assert plain != three
    assert "draw three" in three.split("\n")[2]


def test_a_page_of_rules_is_set_like_a_page():
    for columns, widest in (("80", 70), ("40", 38), ("200", 70)):
        lines = run("rules", "black-harp", lang="ru", COLUMNS=columns).stdout.splitlines()
        assert max(map(len, lines)) <= widest
        assert not any(line.lstrip().startswith("—") for line in lines)
        assert not any(re.search(r" [а-я]$", line) for line in lines)
        assert lines[1].strip() == "ЧЁРНАЯ АРФА"
        assert sum(line.startswith("   ") and line[3:4].isupper() for line in lines) >= 9
    assert "\x1b" not in "".join(lines)


def test_sentences_run_on_into_paragraphs():
    assert list(paragraphs(["One.", "Two.", "Three."])) == ["One. Two. Three."]
    long = [f"{n} " + "word " * 40 for n in range(9)]
    parts = list(paragraphs(long))
    assert 2 <= len(parts) <= 6
    assert " ".join(parts) == " ".join(" ".join(s.split()) for s in long)
    assert list(paragraphs([])) == []


def test_lines_break_where_a_book_would():
    assert wrapped("один — два", 6) == ["один —", "два"]
    assert wrapped("слово и слово", 9) == ["слово", "и слово"]
    assert wrapped("", 10) == [""]


# ---------------------------------------------------------------------------------------------- deal
def test_deal_prints_the_deck():
    deck = run("deal", "small-harp", "12345", "--text").stdout
    rules = load_game("small-harp").rules
    assert parse_deck(deck, rules) == Deal("ours", 12345).deck(rules)
    assert len(deck.splitlines()) == 1


def test_deal_prints_codes_and_takes_them():
    code = run("deal", "big-harp+mercy", "77", "--code").stdout.strip()
    assert code == encode(load_game("big-harp+mercy"), Deal("ours", 77))
    by_name = run("deal", "big-harp+mercy", "77", "--text").stdout
    assert run("deal", code, "--text").stdout == by_name
    assert run("deal", "big-harp+mercy", code.lower(), "--text").stdout == by_name
    assert "77" in run("show", code).stdout.splitlines()[0]
    assert run("deal", "small-harp", code).exit_code == 2


def test_deal_as_json_lines():
    lines = run("deal", "klondike", "pysol:1", "--count", "2", "--json").stdout.splitlines()
    first, second = map(json.loads, lines)
    assert (first["game"], first["deal"], second["deal"]) == ("klondike", "pysol:1", "pysol:2")
    assert len(first["deck"]) == 52
    assert first["code"] == encode(load_game("klondike"), Deal("pysol", 1))


def test_random_deals_differ():
    codes = run("deal", "gaps", "--count", "20", "--code").stdout.split()
    assert len(set(codes)) == 20


def test_a_short_deck_has_no_code_and_says_its_number():
    assert run("deal", "small-harp+small-4x4", "5", "--code").stdout == "5\n"
    assert json.loads(run("deal", "small-harp+small-4x4", "5", "--json").stdout)["code"] is None


def test_deal_to_be_read():
    first, *deck = run("deal", "small-harp", "5", lang="ru").stdout.splitlines()
    assert first.startswith("Арфа малая · расклад 5 · код ")
    assert len(" ".join(deck).split()) == 52


# ---------------------------------------------------------------------------------------------- show
def test_show_by_name_position_file_and_standard_input(tmp_path):
    ppn = run("show", "spider-pauk", "--deal", "9", "--ppn").stdout.strip()
    rules = load_game("spider-pauk").rules
    assert str(Position.parse(ppn).game.start(Deal("ours", 9).deck(rules))) == ppn
    board = run("show", "spider-pauk", "--deal", "9").stdout.partition("\n\n")[2]
    file = tmp_path / "saved.ppn"
    file.write_text(ppn)
    for shown in (run("show", ppn), run("show", str(file)), run("show", "-", stdin=ppn)):
        assert shown.exit_code == 0
        assert shown.stdout.partition("\n\n")[2] == board


def test_show_hides_what_lies_face_down():
    closed = run("show", "klondike", "--deal", "1").stdout
    opened = run("show", "klondike", "--deal", "1", "--open").stdout
    assert (
        len(re.findall("[♣♦♥♠]", closed)) == 7 + 4
    )  # the cards in play, and the signs of the foundations
    assert len(re.findall("[♣♦♥♠]", opened)) == 28 + 4 + 1
    assert opened.splitlines()[-1].startswith("s: ")


def test_a_rule_file_of_ones_own_is_accepted_wherever_a_name_is(tmp_path):
    own = tmp_path / "mine.toml"
    text = files("arfa.games").joinpath("klondike.toml").read_text("utf-8")
    own.write_text(text.replace('id = "klondike"', 'id = "mine"').replace("code = 6", "code = 0"))
    name = f"{own}+draw-3"
    assert run("show", name, "--deal", "3").exit_code == 0
    assert run("deal", name, "3", "--text").stdout == run("deal", "klondike", "3", "--text").stdout
    assert run("deal", name, "3", "--code").stdout == "3\n"
    assert run("rules", name).exit_code == 0
    assert "mine" in run("games", str(own)).stdout
    assert run("perft", name, "2").exit_code == 0
    result = run("show", f"{own}+draw-7")
    assert result.exit_code == 2
    assert "Did you mean draw-3" in result.stderr
    own.write_text(text.replace("columns = 7", "columns = 99"))
    result = run("show", str(own))
    assert result.exit_code == 2
    assert "columns" in result.stderr


@pytest.mark.parametrize(
    "name", ["Арфа малая", "арфа  МАЛАЯ", "Small Harp", "small_harp", "SMALL-HARP"]
)
def test_titles_are_names_too(name):
    assert (
        run("deal", name, "1", "--text").stdout == run("deal", "small-harp", "1", "--text").stdout
    )


def test_black_harp_may_be_written_without_its_dots():
    assert run("deal", "черная арфа+open-next", "1", "--code").stdout == (
        run("deal", "black-harp+open-next", "1", "--code").stdout
    )


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"x" * 5_000_000, b"\x00", b""])
def test_a_file_that_is_no_text_of_ours(tmp_path, data):
    file = tmp_path / "file"
    file.write_bytes(data)
    for command in ("show", "replay", "import"):
        result = run(command, str(file))
        assert result.exit_code == 2
        assert result.stderr.startswith("arfa: ")
        assert len(result.stderr) < 1000


# ---------------------------------------------------------------------------------------------- schema
def test_schema():
    schema = json.loads(run("schema").stdout)
    assert schema["properties"]["rules"]
    assert run("schema").stdout == files("arfa.games").joinpath("schema.json").read_text("utf-8")
