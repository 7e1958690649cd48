"""``arfa replay``, ``import``, ``perft``: what exit codes say, and that nothing half right goes through."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arfa import Deal, Game
from arfa.deals import deck_text
from arfa.engine.perft import paths, space, states
from arfa.notation import of_position, read_move
from arfa.notation.importers import FORMATS
from arfa.rules.load import load_game
from arfa.texts import LANGUAGES, catalogue
from tests.command_line import run

VECTORS = Path(__file__).parent.parent / "vectors"


def record_of(name: str, number: int, moves: str) -> str:
    """The record of a numbered deal with these moves."""
    game = Game.named(name)
    deal = Deal("ours", number)
    position = game.start(deal.deck(game.rules))
    for move in moves.split():
        position.push(read_move(move, position))
    return str(of_position(position, deal=deal))


@pytest.fixture
def won(tmp_path):
    """The file of a game that was won, and how many moves it took."""
    deck, line = (VECTORS / "wins" / "spider-pauk.txt").read_text("ascii").splitlines()[1:3]
    game = Game.named("spider-pauk")
    position = game.start(Deal.parse(deck, game.rules).deck(game.rules))
    for move in line.split():
        position.push(read_move(move, position))
    assert position.is_won
    file = tmp_path / "won.ppn"
    file.write_text(str(of_position(position)))
    return str(file), len(line.split())


# ---------------------------------------------------------------------------------------------- replay
def test_replay_of_a_win(won):
    file, n = won
    result = run("replay", file)
    assert result.exit_code == 0
    assert f"The game has come out, in {n} moves!" in result.stdout
    assert result.stdout.count(" u1 ") == 1


def test_replay_of_an_unfinished_game(tmp_path):
    file = tmp_path / "game.ppn"
    file.write_text(record_of("small-harp", 1, "sw t1t3"))
    result = run("replay", str(file), lang="ru")
    assert result.exit_code == 1
    assert "Партия не закончена; сделано 2 хода." in result.stdout
    assert run("replay", "-", stdin=file.read_text()).exit_code == 1


def test_replay_step_by_step(tmp_path):
    file = tmp_path / "game.ppn"
    file.write_text(record_of("small-harp", 1, "sw t1t3 sw"))
    text = run("replay", str(file), "--step").stdout
    assert text.count("f1    f2") == 4
    for line in ("1. sw  draw", "2. t1t3  7H-8C  Seven of hearts", "3. sw  draw"):
        assert line in text
    text = run("replay", str(file), "--step", "--to", "1").stdout
    assert text.count("f1    f2") == 2
    assert "2. t1t3" not in text
    assert " s 24 " in run("replay", str(file), "--to", "0").stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sw t1t3", "sw t1t2", "A red seven goes on a black eight"),
        ("unfinished", "won", 'The result is given as "won"'),
    ],
)
def test_a_record_that_did_not_happen(tmp_path, old, new, said):
    text = record_of("small-harp", 1, "sw t1t3")
    assert old in text
    file = tmp_path / "game.ppn"
    file.write_text(text.replace(old, new))
    result = run("replay", str(file))
    assert result.exit_code == 3
    assert said.casefold() in result.stderr.casefold()
    assert result.stdout == ""


@pytest.mark.parametrize(
    "text", ["", "[Game", '[Game "gaps"]\n', "{", "(((((((", '[Format "PPN 9"]', "\x00" * 99]
)
def test_a_text_that_is_no_record(tmp_path, text):
    file = tmp_path / "game.ppn"
    file.write_text(text)
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith("arfa: ")


def test_show_draws_the_end_of_a_record(tmp_path):
    file = tmp_path / "game.ppn"
    file.write_text(record_of("small-harp", 1, "sw t1t3"))
    assert " s 23 " in run("show", str(file)).stdout
    assert run("show", str(file), "--ppn").stdout.startswith("small-harp / f: AC")


# ---------------------------------------------------------------------------------------------- import
def test_import_says_how_a_deal_was_read_and_writes_it():
    deck = run("deal", "klondike", "5", "--text").stdout
    result = run("import", "-", "--game", "klondike", "--to", "solvitaire", stdin=deck)
    assert result.exit_code == 0
    assert result.stderr.strip()
    again = run("import", "-", "--game", "klondike", "--to", "deck", stdin=result.stdout)
    assert again.stdout == deck
    assert "tableau piles" in json.loads(result.stdout)
    assert "Russian" not in result.stderr
    assert (
        run("import", "-", "--game", "klondike", "--to", "deck", stdin=deck, lang="ru").stderr
        != result.stderr
    )


def test_import_to_a_code_that_names_the_same_deal():
    deck = run("deal", "small-harp", "5", "--text").stdout
    code = run("import", "-", "--game", "small-harp", "--to", "code", stdin=deck).stdout.strip()
    assert run("deal", code, "--text").stdout == deck


@pytest.mark.parametrize("name", ["klondike-solver-10.txt", "lonelybot-print.txt"])
def test_import_of_the_texts_of_other_programs(name):
    result = run("import", str(VECTORS / "formats" / name))
    assert result.exit_code == 0, result.stderr
    shown = run("show", "-", stdin=result.stdout)
    assert shown.exit_code == 0, shown.stderr


def test_import_of_a_position_has_no_code():
    position = run("show", "small-harp", "--deal", "3", "--ppn").stdout
    assert run("import", "-", stdin=position).stdout == position
    result = run("import", "-", "--to", "code", stdin=position)
    assert result.exit_code == 2
    assert "Only a deal has a share code" in result.stderr


def test_import_names_every_format():
    for lang in LANGUAGES:
        for name in FORMATS:
            assert name in catalogue(lang)["cli-import-help"]
    assert "klondike-solver" in run("import", "x", "--from", "excel").stderr


# ---------------------------------------------------------------------------------------------- perft
def test_perft_counts_what_the_library_counts():
    lines = run("perft", "small-harp+small-4x4", "5", "--deal", "2").stdout.splitlines()
    spec = load_game("small-harp+small-4x4")
    deck = Deal("ours", 2).deck(spec.rules)
    position = Game(spec).start(deck)
    assert lines == [
        "game small-harp+small-4x4",
        f"deck {deck_text(deck)}",
        "paths " + " ".join(map(str, paths(position, 5))),
        "states " + " ".join(map(str, states(position, 5))),
    ]


def test_perft_takes_the_first_deal_unless_one_is_named():
    assert run("perft", "gaps", "2").stdout == run("perft", "gaps", "2", "--deal", "1").stdout
    code = run("deal", "gaps", "9", "--code").stdout.strip()
    assert run("perft", code, "2").stdout == run("perft", "gaps", "2", "--deal", "9").stdout
    assert run("perft").exit_code == 2
    assert run("perft", "gaps").exit_code == 2


def test_perft_verifies_a_file(tmp_path):
    file = tmp_path / "vectors.txt"
    blocks = [run("perft", name, "3").stdout for name in ("gaps", "small-harp+small-4x4")]
    right = "# counted by hand\n\n" + "\n".join(blocks) + "space 5\n"
    spec = load_game("small-harp+small-4x4")
    size = space(Game(spec).start(Deal("ours", 1).deck(spec.rules)), 10**6)
    file.write_text(right.replace("space 5", f"space {size}"))
    result = run("perft", "--verify", str(file))
    assert result.exit_code == 0
    assert result.stdout == "+ gaps\n+ small-harp+small-4x4\nAll counts are right: 2 deals.\n"
    assert run("perft", "small-harp", "--verify", str(file), "1").stdout.count("+ small") == 1
    file.write_text(right.replace("states 1 ", "states 2 ", 1))
    result = run("perft", "--verify", str(file))
    assert result.exit_code == 1
    assert "- gaps\n  Counted anew, states at depth 0: 1, and the file says 2\n" in result.stdout
    assert "Counted anew, space at depth 0: >5, and the file says 5" in result.stdout
    assert run("perft", "harp-9", "--verify", str(file)).exit_code == 1  # nothing was checked


@pytest.mark.parametrize(
    "text", ["game gaps\npaths 1\n", "deck AS\n", "game gaps\ndeck AS\n", "game nil\ndeck AS"]
)
def test_perft_of_a_file_that_is_none(tmp_path, text):
    file = tmp_path / "vectors.txt"
    file.write_text(text)
    assert run("perft", "--verify", str(file)).exit_code == 2
    file.write_text(run("perft", "gaps", "1").stdout.replace("paths 1", "paths one"))
    assert "line 1" in run("perft", "--verify", str(file)).stderr.casefold()


def test_the_vectors_of_the_package_can_be_verified():
    file = VECTORS / "perft" / "small-harp.txt"
    assert run("perft", "--verify", str(file), "2").exit_code == 0
