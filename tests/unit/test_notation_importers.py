"""Formats of other programs: read, written, and told from each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arfa.cards import card_text
from arfa.deals import Deal, deck_text
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.errors import ArfaError, DeckError
from arfa.notation import FormatError, RecordError, read_record
from arfa.notation.importers import FORMATS, export, import_text, recast
from arfa.rules.load import choose, parse_file
from arfa.texts import LANGUAGES, say
from tests.scale import scale
from tests.unit.notation_games import FORMATS as TEXTS
from tests.unit.notation_games import NAMES, VECTORS, random_game, records, seeds

KLONDIKE, SMALL, BIG = (Game.named(n) for n in ("klondike", "small-harp", "big-harp"))


def _oracle(name: str) -> Iterator[str]:
    yield from (VECTORS / "oracle" / f"{name}-verdicts.jsonl").read_text("utf-8").splitlines()


def _vector(name: str) -> str:
    return (TEXTS / name).read_text("utf-8")


# ---------------------------------------------------------------------------------------------- oracle deals
def test_every_oracle_deal_goes_into_klondike_and_the_small_harp_and_back():
    for n, line in enumerate(_oracle("klondike")):
        text = json.loads(line)["deck"]
        deal = import_text(line, game="klondike")
        assert deal.format == "deck"
        assert deal.deck is not None
        assert export("deck", KLONDIKE, deal.deck) == text + "\n"
        mirrored = recast(deal.deck, KLONDIKE, SMALL)
        left, right = KLONDIKE.layout(deal.deck), SMALL.layout(mirrored)
        for j in range(1, 8):  # column j of Klondike is column 8 - j of the Small Harp
            assert left.piles[KLONDIKE.index[f"t{j}"]] == right.piles[SMALL.index[f"t{8 - j}"]]
        assert left.piles[KLONDIKE.index["s"]] == right.piles[SMALL.index["s"]]
        assert recast(mirrored, SMALL, KLONDIKE) == deal.deck
        if n % scale(20, 1):
            continue
        for name in ("klondike-solver", "lonelybot", "solvitaire"):
            for game, deck in ((KLONDIKE, deal.deck), (SMALL, mirrored)):
                written = export(name, game, deck)
                assert import_text(written, game="klondike").deck == deal.deck
                assert import_text(written, game="small-harp").deck == mirrored
                again = import_text(written, game=game)
                assert again.format == name
                assert again.deck is not None
                assert export(name, game, again.deck) == written


def test_every_oracle_deal_goes_into_the_big_harp_and_back():
    for line in _oracle("big-harp"):
        text = json.loads(line)["deck"]
        deal = import_text(line, game="big-harp")
        assert deal.deck is not None
        assert export("deck", BIG, deal.deck) == text + "\n"
        written = export("solvitaire", BIG, deal.deck)
        again = import_text(written)
        assert again.deck is not None
        assert (again.game, again.deck) == (BIG, deal.deck)
        assert export("solvitaire", BIG, again.deck) == written


# ---------------------------------------------------------------------------------------------- which end of the stock
def _stock_note(text: str, **how: str) -> tuple[str, str]:
    """What a reading says of the stock, and the first card that is turned then."""
    read = import_text(text, **how)
    position = read.start()
    first = position.push(next(m for m in position.legal_moves() if str(m) == "sw"))[0]
    return read.notes[0].code, card_text(first.card)


def test_each_reading_says_which_end_of_the_stock_is_drawn_first():
    assert _stock_note(_vector("lonelybot-print.txt")) == ("import-stock-last", "QC")
    assert _stock_note(export("solvitaire", KLONDIKE, Deal("ours", 1).deck(KLONDIKE.rules)))[0] == (
        "import-stock-last"
    )
    # MinimalKlondike's README: "the 7C is the first card to be turned over".
    assert _stock_note(_vector("minimal-klondike.txt").split()[0]) == ("import-stock-first", "7C")
    line = next(_oracle("klondike"))  # "card 28 is the first stock card turned"
    first = json.loads(line)["deck"].split()[28]
    assert _stock_note(line, game="klondike") == ("import-deck-first", first)
    assert _stock_note("klondike / t1: * / s: 5c 7s") == ("import-stock-last", "7S")
    record = '[Game "klondike"][Deal "1"]'
    assert _stock_note(record)[0] == "import-deck-first"
    for code in ("import-stock-last", "import-stock-first", "import-deck-first"):
        assert f'"{code}"' in "".join(
            path.read_text("utf-8")
            for path in (VECTORS.parents[1] / "src/arfa/notation/importers").glob("*.py")
        )


# ---------------------------------------------------------------------------------------------- published examples
def test_what_lonelybot_prints():
    text = _vector("lonelybot-print.txt")
    read = import_text(text)
    assert (read.format, read.game.name) == ("lonelybot", "klondike")
    assert str(read.start()).startswith(
        "klondike / f: -- -- -- -- / t1: KC / t2: 6s 8C / t3: 9s Ah 5S / t4: 5d Js 5h QD"
    )
    assert read.deck is not None
    assert export("lonelybot", KLONDIKE, read.deck) == text


def test_the_moves_of_minimal_klondike_lead_to_the_board_of_its_readme():
    read = import_text(_vector("minimal-klondike.txt"))
    assert read.record is not None
    assert str(read.record.position()) == (
        "klondike / f: -- AD AH -- / t1: 7D / t2: Th 9D / t3: 2h 5c 5D / t4: 4d 3s QH"
        " / t5: 9s 4s Ac Kc QS JD TS 9H / t6: Ks 7s 8h 9c 6S 5H 4C 3H / t7: Jc Js Qd 8d AS"
        " / s: Qc 3d 2d Tc 2c 2s 6d Jh 5s 8c 4h 6c 3c 6h 7h / w: 7C KD KH TD 8S"
    )


@pytest.mark.parametrize("name", ["minimal-klondike-6.txt", "klondike-solver-5.txt"])
def test_lines_that_win_win(name):
    read = import_text(_vector(name))
    assert read.record is not None
    assert read.record.result == "won"
    assert read.record.position().is_won
    again = read_record(str(read.record))
    assert again == read.record
    assert read.notes[-1].code == "import-played"
    assert read.notes[-1].values["game"] == read.game.name


def test_a_line_of_klondike_is_played_in_the_small_harp():
    """Mirrored, and without the moves of aces, which go up there by themselves."""
    read = import_text(_vector("minimal-klondike-6.txt"), game="small-harp+worry-back")
    assert read.record is not None
    assert read.record.position().is_won
    assert [note.code for note in read.notes] == ["import-stock-first", "import-mirrored"]


def test_a_deck_that_is_won_only_by_worrying_back():
    """Field report 41: the deck as it was published; its line is a matter of the solver."""
    text = _vector("klondike-solver-10.txt")
    read = import_text(text)
    assert read.deck is not None
    assert export("klondike-solver", KLONDIKE, read.deck) == text
    start = read.start()
    assert start.cards("t5")[0] == 26 + 12  # KH
    assert start.cards("t4") == (26, 39, 26 + 3, 2)


def test_sixteen_cards_in_seven_columns():
    """Field report 15: with four columns for seven, both numbers are said; with empty ones added, it is won."""
    whole = _vector("solvitaire-137.json")
    four = whole.replace('["AS"],\n    [],\n    [],\n    []', '["AS"]')
    for game in (None, "klondike"):
        with pytest.raises(FormatError) as caught:
            import_text(four, game=game)
        assert caught.value.reason.code == "import-columns"
        assert (caught.value.reason.values["n"], caught.value.reason.values["wanted"]) == (4, 7)
        for lang in LANGUAGES:
            assert "4" in say(caught.value.message, lang)
            assert "7" in say(caught.value.message, lang)
    toml = (
        'id = "sixteen"\nname = { ru = "Шестнадцать", en = "Sixteen" }\nabout = { ru = "Коротко.", en = "Short." }\n'
        "[rules]\ndeck = { ranks = 4 }\ndeal = { kind = 'rows', lengths = [4, 3, 2, 1, 0, 0, 0] }\n"
        "[rules.tableau]\ncolumns = 7\nbuild = { match = 'alternate-colour' }\n[[rules.foundations]]\n"
        "[rules.stock]\nkind = 'waste'\n[layout]\nwidth = 1\nheight = 1\nplacings = {}\n"
    )
    read = import_text(whole, game=Game(choose(parse_file(toml, "sixteen.toml"), [])))
    assert read.deck is not None
    seen, todo = set(), [read.start()]
    while todo and not todo[-1].is_won:
        position = todo.pop()
        for move in position.legal_moves():
            after = position.copy()
            after.push(move)
            if after.key() not in seen:
                seen.add(after.key())
                todo.append(after)
    assert todo


# ---------------------------------------------------------------------------------------------- lonelybot's solutions
def _as_lonelybot(position: Position, old: bool) -> str:
    """The moves of a game of Klondike as lonelybot writes them."""
    replay = Position(position.game, position.plies[0].before)
    words = []
    for move in position.history:
        if move.src == "s":
            words.append("Deck Deck A♠" if old else "=")
        elif move != Move("w", "s"):  # a draw from the empty stock turns the waste over
            c = replay.cards(move.src)[-move.count]
            suit = "♣♦♥♠"[c // 13]
            card = f"{'A23456789TJQK'[c % 13]}{suit}".replace("T", "10")
            words.append(
                f"{_old(move.src, suit)} {_old(move.dst, suit)} {card}"
                if old
                else f"{card}:{_new(move.src, suit)}▸{_new(move.dst, suit)}"
            )
        replay.push(move)
    return (", " if old else "  ").join(words)


def _old(pile: str, suit: str) -> str:
    if pile == "w":
        return "Deck"
    return f"Pile({int(pile[1:]) - 1})" if pile[0] == "t" else f"Stack({'♥♦♣♠'.index(suit)})"


def _new(pile: str, suit: str) -> str:
    return "D" if pile == "w" else pile[1:] if pile[0] == "t" else suit


@settings(max_examples=scale(25, 500))
@given(
    seeds,
    st.integers(1, 60),
    st.booleans(),
    st.sampled_from(["klondike", "klondike+draw-3+worry-back"]),
)
def test_what_lonelybot_solves(seed, length, old, name):
    game, random = Game.named(name), Random(seed)
    deck = Deal("ours", seed).deck(game.rules)
    position = game.start(deck)
    for _ in range(length):
        position.push(random.choice(position.legal_moves()))
        if position.history[-1] == Move("w", "s"):
            position.push(Move("s", "w"))
    assume(any(move.src[0] != "s" and move != Move("w", "s") for move in position.history))
    statistics = "Run in 0.1811 ms\nStatistic\nTotal visit: 119\nMax depth search: 88\n"
    short = "Solvable in 9 moves\n\nPS A♦, R 5♠, PS A♠,\n\n"
    line = _as_lonelybot(position, old)
    text = f"{export('lonelybot', KLONDIKE, deck)}{statistics}{short}{line}\n"
    read = import_text(text, game=name)
    assert read.format == "lonelybot"
    assert read.record is not None
    assert read.record.position() == position
    assert read.record.moves == position.history


# ---------------------------------------------------------------------------------------------- our own formats
@settings(max_examples=scale(30, 300))
@given(records(30))
def test_records_and_positions_are_formats_too(record):
    read = import_text(str(record))
    assert (read.format, read.record, read.game.name) == ("record", record, record.game_name)
    assert export("record", read.game, record) == str(record)
    text = export("position", read.game, record)
    again = import_text(text)
    assert again.format == "position"
    assert again.start() == record.position()
    assert import_text(export("record", read.game, record.position())).start() == record.start()


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_of_any_patience(name):
    game = Game.named(name)
    deck = Deal("ours", 9).deck(game.rules)
    text = export("deck", game, deck)
    assert import_text(text, game=game).deck == deck
    assert import_text(json.dumps({"id": 1, "deck": text.strip()}), game=game).deck == deck
    assert import_text(export("record", game, deck)).deck == deck
    assert import_text(export("position", game, deck), game=game).start() == game.start(deck)
    with pytest.raises(FormatError):
        import_text(text)


@settings(max_examples=scale(40, 500))
@given(seeds, st.integers(0, 80), st.sampled_from(["klondike", "small-harp", "big-harp", "harp-9"]))
def test_positions_in_the_middle_of_a_game(seed, length, name):
    position, _ = random_game(name, seed, length)
    if position.state.redeals:
        return  # Solvitaire counts none
    text = export("solvitaire", position.game, position)
    read = import_text(text, game=name)
    assert read.start() == position
    assert export("solvitaire", read.game, read.start()) == text


def test_a_position_chooses_a_patience_by_its_columns():
    position, _ = random_game("klondike", 4, 40)
    assert import_text(export("solvitaire", KLONDIKE, position)).game.name == "klondike"
    position, _ = random_game("big-harp", 4, 40)
    assert import_text(export("solvitaire", BIG, position)).game.name == "big-harp"


def test_a_position_without_marks_lies_open():
    text = (
        '{"tableau piles": [["KH","QS"],["5C"],[],[],[],[],[]], "stock": [], "waste": ["3C","4C"],'
        '"foundations": [["AC","2C"],%s]}'
    )
    homes = [[f"{r}{s}" for r in "A 2 3 4 5 6 7 8 9 10 J Q K".split()] for s in "DHS"]
    homes[1].remove("KH")
    homes[2] = homes[2][:-2]
    waste = '["3C","4C","6C","7C","8C","9C","10C","JC","QC","KC","KS"]'
    whole = (text % json.dumps(homes)[1:-1]).replace('["3C","4C"]', waste)
    read = import_text(whole)
    assert [note.code for note in read.notes] == [
        "import-stock-last",
        "import-all-up",
        "import-waste-last",
    ]
    assert read.position is not None
    assert read.position.face_down("t1") == 0
    assert card_text(read.position.cards("w")[-1]) == "KS"
    # Solvitaire numbers its ranks as well.
    assert (
        import_text(whole.replace('"KH"', '"13H"').replace('"AC"', '"1C"')).start() == read.start()
    )


def test_a_board_that_fits_several_patiences():
    deck = Deal("ours", 1).deck(Game.named("harp-9").rules)
    read = import_text(export("solvitaire", Game.named("harp-9"), deck))
    assert read.game.name == "double-klondike"  # by the plain rules, as other programs play
    assert read.notes[1].code == "import-chosen"
    assert read.notes[1].values["others"] == "harp-9, gargantua"
    assert import_text(export("solvitaire", read.game, read.deck or ()), game="harp-9").deck == deck
    for lang in LANGUAGES:
        assert "harp-9" in say(read.notes[1], lang)


# ---------------------------------------------------------------------------------------------- faults
GOOD = _vector("lonelybot-print.txt")
DIGITS = _vector("minimal-klondike.txt").split()[0]
FAULTS = [
    ("hello", "import-unknown", (0, 0)),
    ("", "import-unknown", (0, 0)),
    (deck_text(range(52)), "import-needs-game", (0, 0)),
    ('{"tableau piles": NaN}', "import-json-text", (1, 19)),
    ('{"tableau piles": 1e999}', "import-json-text", (1, 19)),
    ('{"tableau piles": [["5C\n"]]}', "import-json-text", (1, 21)),
    ('{"tableau piles": [["\\x"]]}', "import-json-text", (1, 21)),
    ('{"tableau piles": [["5C"]', "import-json-mark", (1, 26)),
    ('{"tableau piles": [["5C"]] "stock": []}', "import-json-mark", (1, 28)),
    ('{"tableau piles": [[}', "import-json-text", (1, 21)),
    ('{"tableau piles": ' + "[" * 50_000, "import-json-deep", (1, 22)),
    ('{"tableau piles": [],\n"tableau piles": []}', "import-json-twice", (2, 1)),
    ('{"tableau piles": []' + "".join(f',"k{n}": []' for n in range(30)) + "}", "import-json-keys", (1, 202)),
    ('{"tableau piles": "5C"}', "import-json-list", (1, 19)),
    ('{"tableau piles": ["5C"]}', "import-json-list", (1, 20)),
    ('{"tableau piles": [[["5C"]]]}', "import-card", (1, 21)),
    ('{"tableau piles": [["5X"]]}', "import-card", (1, 21)),
    ('{"tableau piles": [["14C"]]}', "import-card", (1, 21)),
    ('{"tableau piles": [["5C"]], "hole": ["AS"]}', "import-key", (1, 37)),
    ('{"stock": [], "x": "tableau"}', "import-key", (1, 20)),
    ('{"stock": ["5C"], "waste": [], "foundations": []} "tableau piles"', "import-no-tableau", (1, 1)),
    (GOOD.replace('"KC"', '"QD"'), "import-card-again", (5, 17)),
    (GOOD.replace('["KC"],', "[],"), "import-missing", (0, 0)),
    (GOOD.replace('["KC"],\n', ""), "import-columns", (0, 0)),
    (GOOD.replace('"9s","Ah","5S"', '"9S","Ah","5S"').replace("[[]", '[["AH"]'), "import-card-again", (10, 17)),
    (DIGITS[:-3], "import-digits", (1, 154)),
    (DIGITS + "1", "import-digits", (1, 158)),
    (DIGITS + "011", "import-digits", (1, 160)),
    ("0" * 156, "import-digits-card", (1, 1)),
    (DIGITS[:150] + "142" + DIGITS[153:], "import-digits-card", (1, 151)),
    (DIGITS[:150] + "015" + DIGITS[153:], "import-digits-card", (1, 151)),
    (DIGITS[:150] + DIGITS[:3] + DIGITS[153:], "import-card-again", (1, 151)),
    (DIGITS + "\n@@ hello", "import-line-word", (2, 4)),
    (DIGITS + "\n@@ DR9999", "import-line-word", (2, 4)),
    (DIGITS + "\n@@ FG", "import-line-move", (2, 4)),
    (DIGITS + "\nNEW", "import-line-move", (2, 1)),
    (DIGITS + "\n" + "@" * 9000, "import-line-long", (0, 0)),
    (DIGITS + "\n" + "@" * 200_000, "text-too-long", (0, 0)),
    ("{" + "x" * 200_000 + '"tableau piles"', "text-too-long", (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "place"), FAULTS, ids=range(len(FAULTS)))
def test_faults(text, code, place):
    with pytest.raises(FormatError) as caught:
        import_text(text)
    assert (caught.value.reason.code, (caught.value.line, caught.value.column)) == (code, place)
    for lang in LANGUAGES:
        assert say(caught.value.message, lang)


def test_what_lies_otherwise_than_dealt_is_a_position():
    moved = GOOD.replace(',"QC"]', "]").replace('["KC"]', '["KC","QC"]')
    turned = GOOD.replace('"8C"', '"8c"')
    assert import_text(GOOD).position is None
    assert import_text(moved).position is not None
    with pytest.raises(FormatError) as caught:
        import_text(turned.replace('"6s","8c"', '"6S","8c"'))
    assert caught.value.reason.code == "import-face"
    opened = import_text(GOOD.replace('"6s"', '"6S"'))
    assert opened.position is not None
    assert opened.position.face_down("t2") == 0


def test_nothing_stands_behind_a_deal_but_a_solution():
    with pytest.raises(FormatError) as caught:
        import_text(GOOD + "[]", format="solvitaire")
    assert caught.value.reason.code == "import-json-more"
    assert import_text(GOOD + "Impossible", game="klondike").record is None
    middle = export("solvitaire", KLONDIKE, random_game("klondike", 4, 30)[0])
    with pytest.raises(FormatError) as caught:
        import_text(middle + "=  =  A♠:1▸♠\n")
    assert caught.value.reason.code == "import-line-middle"


def test_faults_of_a_position():
    position, _ = random_game("klondike", 4, 60)
    text = export("solvitaire", KLONDIKE, position)
    assert '"AS"' in text or '"As"' in text
    upside_down = '{"tableau piles": [["KH","Qs"],[],[],[],[],[],[]], "waste": ["5C"]}'
    with pytest.raises(FormatError) as caught:
        import_text(upside_down)
    assert caught.value.reason.code == "import-missing"
    rest = [
        f"{r}{s}"
        for s in "CDHS"
        for r in "A 2 3 4 5 6 7 8 9 10 J Q K".split()
        if r + s not in ("KH", "QS", "5C")
    ]
    full = upside_down.replace('"waste"', f'"stock": {json.dumps(rest)}, "waste"')
    with pytest.raises(FormatError) as caught:
        import_text(full)
    assert caught.value.reason.code == "import-face"
    homes = full.replace('"5C"]}', "]").replace('"Qs"', '"QS"') + ', "foundations": [["5C"]]}'
    with pytest.raises(FormatError) as caught:
        import_text(homes)
    assert caught.value.reason.code == "import-foundation"


def test_what_a_format_cannot_say_is_refused():
    position, _ = random_game("klondike", 4, 10)
    for name in ("klondike-solver", "lonelybot", "deck"):
        with pytest.raises(FormatError) as caught:
            export(name, KLONDIKE, position)
        assert caught.value.reason.code == "export-deals-only"
    big = Deal("ours", 1).deck(BIG.rules)
    for name in ("klondike-solver", "lonelybot"):
        with pytest.raises(ArfaError):
            export(name, BIG, big)
    gaps = Game.named("gaps")
    for name in ("klondike-solver", "lonelybot", "solvitaire"):
        with pytest.raises(FormatError) as caught:
            export(name, gaps, Deal("ours", 1).deck(gaps.rules))
        assert caught.value.reason.code == "import-no-board"
    with pytest.raises(FormatError) as caught:
        export("solvitaire", gaps, random_game("gaps", 1, 3)[0])
    assert caught.value.reason.code == "import-no-board"
    with pytest.raises(FormatError) as caught:
        export("xml", KLONDIKE, position)
    assert caught.value.reason.code == "import-format"
    with pytest.raises(FormatError) as caught:
        import_text("klondike / s: *", format="xml")
    assert caught.value.reason.code == "import-format"


def test_a_board_of_another_shape_is_refused_with_both_numbers():
    one = Deal("ours", 1).deck(KLONDIKE.rules)
    with pytest.raises(FormatError) as caught:
        recast(one, KLONDIKE, BIG)
    assert (caught.value.reason.code, caught.value.reason.values["n"]) == ("import-columns", 7)
    two = Deal("ours", 1).deck(BIG.rules)
    with pytest.raises(FormatError) as caught:
        recast(
            Deal("ours", 1).deck(Game.named("harp-9").rules),
            Game.named("harp-9"),
            Game.named("klondike"),
        )
    assert caught.value.reason.code == "import-columns"
    with pytest.raises(FormatError) as caught:
        recast(two, BIG, Game.named("spider-pauk"))
    assert caught.value.reason.code == "import-no-board"
    with pytest.raises(FormatError) as caught:
        recast(
            Deal("ours", 1).deck(Game.named("klondike+small-4x4").rules),
            Game.named("klondike+small-4x4"),
            Game.named("klondike+small-5x4"),
        )
    assert caught.value.reason.code == "import-column"
    with pytest.raises(DeckError):
        recast(one[:-1], KLONDIKE, SMALL)


def test_a_named_format_is_taken_at_its_word():
    for name in FORMATS:
        with pytest.raises(ArfaError):
            import_text("hello", format=name, game="klondike")
    with pytest.raises(RecordError):
        import_text("klondike / s: *", format="record")
    with pytest.raises(ArfaError):
        import_text("klondike / s: *", game="solitaire")
