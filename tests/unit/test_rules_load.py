"""Rule files: what is read, what is refused and in which words, and how variants combine."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from arfa.rules.file import GameFile
from arfa.rules.load import RuleError, choose, game_ids, load_file, load_game, parse_file
from arfa.texts import LANGUAGES, say
from tools import make_schema

MINE = """\
id = "mine"
name = { ru = "Мой", en = "Mine" }
about = { ru = "Проба.", en = "A trial." }

[rules]
deal = { kind = "rows", lengths = [1, 2, 3, 4] }
deck = { ranks = 4 }

[rules.tableau]
columns = 4
build = { match = "alternate-colour" }

[[rules.foundations]]

[rules.stock]
kind = "waste"

[variants.redeals]
name = { ru = "пересдач", en = "redeals" }
about = { ru = "Сколько.", en = "How many." }
rules = { stock = { redeals = "$" } }
parameter = { min = 0, max = 9 }
excludes = ["row"]

[variants.draw-2]
name = { ru = "по две", en = "draw two" }
about = { ru = "По две.", en = "Two at a time." }
rules = { stock = { draw = 2 } }

[variants.row]
name = { ru = "ряд", en = "row" }
about = { ru = "Ряд.", en = "A row." }
rules = { stock = { kind = "row", size = 3 } }
layout = { placings = { row = { piles = ["r"], x = 0, y = 1 } } }

[variants.cover]
name = { ru = "накрывая", en = "covering" }
about = { ru = "Накрывая.", en = "Covering." }
rules = { stock = { mode = "cover" } }
requires = ["row"]

[variants.draw-1]
name = { ru = "по одной", en = "draw one" }
about = { ru = "По одной.", en = "One at a time." }
rules = { stock = { draw = 1 } }

[layout]
width = 5
height = 3

[layout.placings]
stock = { piles = ["s", "w"], x = 0, y = 0, dx = 1.1 }
columns = { piles = ["t1..t4"], x = 0, y = 1, dx = 1.1, fan = "down" }
"""


def _mine(old: str = "", new: str = "") -> GameFile:
    assert old in MINE
    return parse_file(MINE.replace(old, new, 1) if old else MINE, "mine.toml")


# ---------------------------------------------------------------------------------------------- reading
def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE, "utf-8")
    spec = load_file(path, ["redeals=2"])
    assert spec.name == "mine+redeals=2"
    assert spec.rules.deck.ranks == 4
    assert spec.layout.placings["columns"].piles == ("t1", "t2", "t3", "t4")
    assert spec.title("ru") == "Мой: пересдач 2"
    assert spec.title("en") == "Mine: redeals 2"


@pytest.mark.parametrize("name", game_ids())
def test_patiences_of_the_package(name):
    spec = load_game(name)
    assert spec.name == spec.id == name
    assert re.fullmatch("[0-9a-f]{16}", spec.rules_hash)
    for lang in LANGUAGES:
        assert spec.title(lang) == spec.file.name[lang]
        assert all(
            variant.name[lang] and variant.about[lang] for variant in spec.file.variants.values()
        )


def test_patiences_come_in_the_order_of_their_codes():
    codes = [load_game(name).file.code for name in game_ids()]
    assert codes == sorted(codes)


# ---------------------------------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("old", "new", "field", "found", "allowed"),
    [
        ("kind = \"waste\"", "kind = \"hand\"", "rules.stock", "-", "'waste', 'cycle'"),
        ("columns = 4", "columns = 99", "rules.tableau.columns", "99", "at most 16"),
        ("columns = 4", "columns = \"four\"", "rules.tableau.columns", '"four"', "a whole number"),
        ("columns = 4", "columns = true", "rules.tableau.columns", "true", "a whole number"),
        ("columns = 4", "columns = nan", "rules.tableau.columns", "NaN", "a whole number"),
        ("alternate-colour", "rainbow", "rules.tableau.build.match", '"rainbow"', "'alternate-colour'"),
        ("columns = 4", "columns = 4\ncolour = 1", "rules.tableau.colour", "1", "build, columns, groups"),
        ("[layout]", "[extra]\na = 1\n[layout]", "extra", "-", "about, code, id, layout"),
        ("width = 5\n", "", "layout.width", "-", "must be given"),
        ("{ ranks = 4 }", "{ ranks = 14 }", "rules.deck.ranks", "14", "at most 13"),
        ("{ ranks = 4 }", "{ suits = \"CC\" }", "rules.deck", "-", "each suit once"),
        ("[1, 2, 3, 4]", "[1, 2, 3]", "rules", "-", "3 lengths are given for 4 columns"),
        ("[1, 2, 3, 4]", "[9, 9, 9, 9]", "rules", "-", "they take 36 cards, the deck has 16"),
        ("[1, 2, 3, 4]", "[1, 2, 3, -4]", "rules.deal", "-4", "at least 0"),
        ("{ ranks = 4 }", "{ ranks = 4, without = \"aces\" }", "rules", "-", "only a grid has gaps"),
        ("id = \"mine\"", "id = \"Моя игра\"", "id", '"Моя игра"', "a text of the form ^[a-z]"),
        ("en = \"Mine\"", "de = \"Mein\"", "name.en", "-", "must be given"),
        ("max = 9", "max = \"many\"", "variants.redeals.parameter.max", '"many"', "a whole number"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_with_what_was_found_and_what_is_allowed(
    old, new, field, found, allowed
):
    with pytest.raises(RuleError) as caught:
        _mine(old, new)
    message = caught.value.message
    assert message.code == "rule-field"
    assert message.values["file"] == "mine.toml"
    assert re.search("[а-яё]{3}", say(message, "ru").split("требуется")[1])
    assert message.values["field"].startswith(field)
    assert message.values["found"] == found
    assert allowed in say(message, "en")
    for part in ("mine.toml", field, allowed):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("{ draw = 2 }", "{ draw = 77 }", "stock.waste.draw"),
        ("{ draw = 2 }", "{ drew = 2 }", "stock.waste.drew"),
        ("{ mode = \"cover\" }", "{ mode = \"hide\" }", "stock.row.mode"),
        ("{ redeals = \"$\" }", "{ draw = \"$\" }", "stock.waste.draw"),
    ],
)  # fmt: skip
def test_a_variant_that_cannot_be_applied_is_an_error_of_the_file(old, new, field):
    with pytest.raises(RuleError) as caught:
        _mine(old, new)
    assert caught.value.message.code == "rule-field"
    assert caught.value.message.values["file"].startswith("mine+")
    assert caught.value.message.values["field"] == field


def test_cards_laid_before_the_deal_are_not_dealt():
    """The columns share out what is left of the deck when the bases have been laid."""
    dealt = MINE.replace("[[rules.foundations]]", "[[rules.foundations]]\ndealt = true")
    assert parse_file(dealt.replace("[1, 2, 3, 4]", "[3, 3, 3, 3]"), "mine.toml").rules.stock
    with pytest.raises(RuleError, match="they take 13 cards, the deck has 12"):
        parse_file(dealt.replace("[1, 2, 3, 4]", "[3, 3, 3, 4]"), "mine.toml")


def test_a_grid_has_a_row_for_each_sequence():
    """With more or fewer rows than that the patience could never be won."""
    grid = """
[rules]
deck = { ranks = 3, suits = "CDHS" }
deal = { kind = "grid" }
grid = { rows = 4, places = 3 }
"""
    head, _, rest = MINE.partition("[rules]")
    mine = head + grid + "[layout]" + rest.partition("[layout]")[2]
    assert parse_file(mine, "mine.toml").rules.grid
    for rows, places in ((3, 4), (6, 2), (2, 6)):
        with pytest.raises(RuleError, match="as many rows as sequences"):
            parse_file(mine.replace("4, places = 3", f"{rows}, places = {places}"), "mine.toml")


def test_how_many_more_errors_there_are():
    with pytest.raises(RuleError) as caught:
        parse_file('id = "x"', "x.toml")
    assert caught.value.message.values["more"] == 3
    assert caught.value.message.values["field"] == "name"


def test_a_file_that_is_no_toml():
    with pytest.raises(RuleError) as caught:
        parse_file("id = \n", "broken.toml")
    message = caught.value.message
    assert message.code == "toml-broken"
    assert message.values["file"] == "broken.toml"
    assert "line 1" in message.values["why"]


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "bytes.toml"):
        with pytest.raises(RuleError) as caught:
            load_file(path)
        assert caught.value.message.code == "file-unreadable"
        assert caught.value.message.values["file"] == str(path)
        assert str(path) in str(caught.value)


# ---------------------------------------------------------------------------------------------- variants
KNOWN = "redeals, draw-2, row, cover, draw-1"


@pytest.mark.parametrize(
    ("words", "code", "values"),
    [
        (["purple"], "variant-unknown", {"game": "mine", "name": "purple", "known": KNOWN}),
        (["draw-2=3"], "variant-no-number", {"game": "mine", "name": "draw-2"}),
        (["redeals"], "variant-number", {"game": "mine", "name": "redeals", "min": 0, "max": 9, "found": "-"}),
        (["redeals=10"], "variant-number", {"game": "mine", "name": "redeals", "min": 0, "max": 9, "found": "10"}),
        (["redeals=-1"], "variant-number", {"game": "mine", "name": "redeals", "min": 0, "max": 9, "found": "-1"}),
        (["redeals=٣"], "variant-number", {"game": "mine", "name": "redeals", "min": 0, "max": 9, "found": "٣"}),
        (["redeals=2", "row"], "variant-excludes", {"game": "mine", "name": "redeals", "other": "row"}),
        (["row", "redeals=2"], "variant-excludes", {"game": "mine", "name": "redeals", "other": "row"}),
        (["cover"], "variant-requires", {"game": "mine", "name": "cover", "other": "row"}),
    ],
)  # fmt: skip
def test_variants_that_cannot_be_chosen(words, code, values):
    with pytest.raises(RuleError) as caught:
        choose(_mine(), words)
    assert caught.value.message.code == code
    assert dict(caught.value.message.values) == values
    assert str(caught.value)


def test_variants_are_named_in_the_order_of_the_file():
    game = _mine()
    one, other = (
        choose(game, ["draw-2", "redeals=3"]),
        choose(game, [" redeals=03", "draw-2", "draw-2"]),
    )
    assert one.name == other.name == "mine+redeals=3+draw-2"
    assert one == other
    assert one.rules.model_dump()["stock"] == {
        "kind": "waste",
        "draw": 2,
        "redeals": 3,
        "draw_when_stuck": False,
    }


def test_a_table_with_a_kind_replaces_the_old_one():
    rules = choose(_mine(), ["row"]).rules
    assert rules.stock is not None
    assert rules.stock.model_dump() == {"kind": "row", "size": 3, "mode": "accumulate"}
    assert choose(_mine(), ["row", "cover"]).rules.stock != rules.stock


def test_a_variant_changes_the_layout():
    assert "row" not in choose(_mine(), []).layout.placings
    assert choose(_mine(), ["row"]).layout.placings["row"].piles == ("r",)


def test_a_variant_that_changes_nothing_is_no_part_of_the_name():
    assert choose(_mine(), ["draw-1"]).name == "mine"
    assert load_game("klondike+draw-1").name == "klondike"


def test_equal_rules_have_equal_hashes():
    game = _mine()
    assert choose(game, []).rules_hash == choose(game, ["draw-1"]).rules_hash
    assert choose(game, []).rules_hash != choose(game, ["draw-2"]).rules_hash
    renamed = _mine('en = "Mine"', 'en = "Other"')
    assert choose(renamed, []).rules_hash == choose(game, []).rules_hash


@pytest.mark.parametrize("name", ["", "smallharp", "small harp", "SMALL-HARP", "x" * 90, "+mercy"])
def test_a_patience_that_does_not_exist(name):
    with pytest.raises(RuleError) as caught:
        load_game(name)
    assert caught.value.message.code == "game-unknown"
    assert len(caught.value.message.values["name"]) <= 40
    assert "small-harp" in str(caught.value)


@pytest.mark.parametrize("name", game_ids())
def test_every_variant_of_the_package_can_be_chosen(name):
    game = load_game(name).file
    for key, variant in game.variants.items():
        words = [
            *variant.requires,
            key if variant.parameter is None else f"{key}={variant.parameter.max}",
        ]
        spec = load_game("+".join([name, *words]))
        assert load_game(spec.name) == spec
        for other in variant.excludes:
            assert other in game.variants, f"{name}: {key} excludes {other}, which does not exist"


# ---------------------------------------------------------------------------------------------- schema
SCHEMA = json.loads(files("arfa.games").joinpath("schema.json").read_text("utf-8"))
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
SILENT = {"$schema", "$defs", "title", "description", "default", "discriminator"}


def faults(value: Any, schema: dict[str, Any], at: str = "") -> list[str]:
    """Where a value breaks a schema; it knows what our schema uses, and refuses anything else."""
    found: list[str] = []
    for word, want in schema.items():
        match word:
            case "$ref":
                found += faults(value, SCHEMA["$defs"][want.removeprefix("#/$defs/")], at)
            case "anyOf" | "oneOf":
                fitting = [part for part in want if not faults(value, part, at)]
                if not fitting or (word == "oneOf" and len(fitting) > 1):
                    found.append(f"{at}: {len(fitting)} fit")
            case "type":
                if not isinstance(value, TYPES[want]) or (
                    isinstance(value, bool) and want != "boolean"
                ):
                    found.append(f"{at}: no {want}")
            case "const" | "enum":
                if value not in (want if word == "enum" else [want]):
                    found.append(f"{at}: {value}")
            case "required":
                found += [f"{at}.{key}: missing" for key in want if key not in value]
            case "properties":
                for key in want.keys() & value.keys():
                    found += faults(value[key], want[key], f"{at}.{key}")
            case "additionalProperties":
                known = schema.get("properties", {})
                for key in value.keys() - known.keys():
                    if want is False:
                        found.append(f"{at}.{key}: unknown")
                    elif want is not True:
                        found += faults(value[key], want, f"{at}.{key}")
            case "items":
                for i, item in enumerate(value):
                    found += faults(item, want, f"{at}[{i}]")
            case "pattern":
                if isinstance(value, str) and not re.search(want, value):
                    found.append(f"{at}: {value}")
            case "minimum" | "maximum":
                if isinstance(value, int | float) and (
                    value < want if word == "minimum" else value > want
                ):
                    found.append(f"{at}: {value}")
            case _:
                assert word in SILENT, word
        if found and word == "type":
            return found
    return found


def _typed_first(schema: Any) -> Any:
    """The type before everything else, so that the rest may rely on it."""
    if isinstance(schema, list):
        return [_typed_first(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: _typed_first(value) for key, value in schema.items()}
    return {"type": inner["type"], **inner} if isinstance(inner.get("type"), str) else inner


SCHEMA = _typed_first(SCHEMA)


def test_the_schema_is_current():
    assert make_schema.SCHEMA.read_text("utf-8") == make_schema.text(), (
        "run python tools/make_schema.py"
    )


@pytest.mark.parametrize("name", game_ids())
def test_every_patience_fits_the_schema(name):
    text = files("arfa.games").joinpath(f"{name}.toml").read_text("utf-8")
    assert faults(tomllib.loads(text), SCHEMA) == []


def test_a_file_of_ones_own_fits_the_schema():
    assert faults(tomllib.loads(MINE), SCHEMA) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind = \"waste\"", "kind = \"hand\""),
        ("columns = 4", "columns = 99"),
        ("columns = 4", "columns = \"four\""),
        ("columns = 4", "columns = 4\ncolour = 1"),
        ("alternate-colour", "rainbow"),
        ("width = 5\n", ""),
        ("id = \"mine\"", "id = \"Mine\""),
        ("[layout]", "[extra]\na = 1\n[layout]"),
    ],
)  # fmt: skip
def test_the_schema_finds_what_the_loader_finds(old, new):
    assert faults(tomllib.loads(MINE.replace(old, new, 1)), SCHEMA)


def test_every_field_of_the_rule_language_is_explained():
    """A table that says what it is where it is defined need not say it again where it is used."""
    for name, part in {"GameFile": SCHEMA, **SCHEMA["$defs"]}.items():
        assert part.get("description"), name
        for field, schema in part["properties"].items():
            assert field == "kind" or schema.get("description") or "$ref" in schema, (
                f"{name}.{field}"
            )
