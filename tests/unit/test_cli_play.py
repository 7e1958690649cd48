"""``arfa play``: moves, commands, refusals, mercy, the end, and that nothing is lost."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import Result

from arfa import Deal, Game
from arfa.cards import card_text
from arfa.cli.table.keeping import write_atomically
from arfa.cli.table.typed import ACTIONS, STOCK, other_layout, understand
from arfa.notation import Record, read_move, read_record
from arfa.texts import LANGUAGES, catalogue
from tests.command_line import run
from tests.scale import scale

STUCK = (
    "t1f t2f t4t3 t2t3 t3t4.2 t4t3.2 t3t4.2 sw wf t4t2.2 t2t3.2 t3t4.2 t4t2.2 t2t4.2 t4t3.2 sw t3t2.2 wt4 t4t3 t2t4.2"
    " t3t2 t4t3.2 t2t4 t3t4 t3f sw wf t4t3.2 sw t3t4.2 sw wf t4f t4t3 t3t4 sw wf"
).split()
"""Moves into a dead end of small-harp+small-4x4, deal 1, with two empty columns."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where games are kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "arfa" / "terminal"


def play(*words: str, lines: Sequence[str], lang: str = "en") -> Result:
    return run("play", *words, stdin="".join(f"{line}\n" for line in lines), lang=lang)


def kept(folder: Path) -> Record:
    """The only record that is kept."""
    (path,) = folder.iterdir()
    return read_record(path.read_text("utf-8"))


# ---------------------------------------------------------------------------------------------- moves
def test_moves_in_every_writing(folder):
    """Deal 1 of Small Harp: the seven of hearts fits on two eights, the first card of the stock is an ace."""
    result = play("small-harp", "--deal", "1", lines=["sw", "7H-8C", "draw", "d", "t4 t6", "quit"])
    assert result.exit_code == 0
    assert "Ace of clubs" in result.stdout
    assert [str(move) for move in kept(folder).moves] == ["sw", "t1t3", "sw", "sw", "t4t6"]


def test_moves_typed_with_the_russian_layout(folder):
    assert (
        play("small-harp", "--deal", "1", lines=["ыц", "е1е3", "7Р-8Ы"], lang="ru").exit_code == 0
    )
    assert [str(move) for move in kept(folder).moves] == ["sw", "t1t3", "t3t5"]
    assert other_layout("t7t3.4") is None
    assert other_layout("е7е3ю4") == "t7t3.4"


def test_refusals_say_why_in_the_language(folder):
    russian = play("small-harp", "--deal", "1", lines=["t1t2"], lang="ru").stdout
    assert "Красная семёрка ложится на чёрную восьмёрку" in russian
    english = play("small-harp", "--deal", "1", lines=["t1t2", "t1t9", "nonsense"]).stdout
    assert "A red seven goes on a black eight" in english
    assert "Type ? to see" in english
    assert not folder.exists() or not [*folder.iterdir()]


def test_a_game_played_to_its_end(folder):
    """A won game, move by move as its record says."""
    source = Path(__file__).parent.parent / "vectors" / "wins" / "small-harp.txt"
    deck, line = source.read_text("ascii").splitlines()[1:3]
    result = play("small-harp", "--deal", deck, lines=line.split(), lang="ru")
    assert result.exit_code == 0
    assert f"Пасьянс сошёлся за {len(line.split())} ход" in result.stdout
    assert kept(folder).result == "won"
    assert run("play", "--resume").exit_code == 2  # a game that was won is not gone on with


# ---------------------------------------------------------------------------------------------- commands
def test_every_word_means_one_thing():
    seen: dict[str, str] = {}
    for name in (*ACTIONS, *STOCK):
        for lang in LANGUAGES:
            for word in catalogue(lang)[f"cli-play-words-{name}"].split():
                assert seen.setdefault(word.casefold(), name) == name, word
    moves = {"draw", "deal", "turn", "pass", "redeal"}
    assert {word for word in moves if understand(word).action != "move"} == set()
    assert understand("  Undo 3 ") == ("undo", "3")
    assert understand("ОТМЕНА") == ("undo", "")
    assert understand("взять") == ("move", "draw")
    assert understand("t1t2") == ("move", "t1t2")
    assert understand(" ") == ("", "")


def test_help_tells_of_every_command():
    for lang in LANGUAGES:
        text = catalogue(lang)["cli-play-help"]
        for name in set(ACTIONS) - {"help"}:
            words = catalogue(lang)[f"cli-play-words-{name}"].split()
            assert any(re.search(rf"(?<!\w){word}(?!\w)", text) for word in words), name


def test_undo_redo_restart(folder):
    lines = ["sw", "sw", "sw", "undo 2", "redo", "u", "u", "u", "r 9", "r", "restart", "redo 2"]
    text = play("small-harp", "--deal", "1", lines=lines).stdout
    for said in (
        "2 moves taken back.",
        "1 move made again.",
        "There is no move to take back.",
        "3 moves made again.",
        "There is no move to make again.",
        "Back at the deal, 3 moves taken back",
    ):
        assert said in text
    assert len(kept(folder).moves) == 2


def test_what_was_taken_back_is_kept_too(folder):
    play("small-harp", "--deal", "1", lines=["sw", "sw", "t1t3", "undo 2"])
    assert len(kept(folder).moves) == 1
    assert "2 moves made again." in play("--resume", lines=["redo 5"]).stdout
    assert [str(move) for move in kept(folder).moves] == ["sw", "sw", "t1t3"]


def test_a_new_move_forgets_what_was_taken_back_unless_it_is_the_same(folder):
    play(
        "small-harp",
        "--deal",
        "1",
        lines=["sw", "sw", "sw", "undo 3", "sw", "redo", "undo 2", "t1t3", "redo"],
    )
    assert [str(move) for move in kept(folder).moves] == ["t1t3"]


def test_looking_around(folder):
    lines = [
        "?",
        "moves",
        "look t1",
        "look s",
        "look zz",
        "number",
        "rules",
        "save",
        "board",
        "sw",
        "sw",
        "look w",
    ]
    text = play("small-harp", "--deal", "1", lines=lines, lang="en").stdout
    assert "  t1t5  7H-8S  Seven of hearts" in text
    assert "t1: (6) 7H" in text
    assert "w: 9S" in text
    assert "24 cards lie face down" in text
    assert "zz" in text
    assert "SMALL HARP" in text
    assert str(folder) in " ".join(text.split())


def test_saving_and_loading(folder, tmp_path):
    record, other = tmp_path / "mine.ppn", tmp_path / "notes.txt"
    other.write_text("shopping list")
    lines = [
        "sw",
        f"save {record}",
        f"save {other}",
        f"save {tmp_path}/no/such/folder/x",
        "undo",
        f"load {record}",
    ]
    text = play("small-harp", "--deal", "1", lines=[*lines, "load nowhere"]).stdout
    assert len(read_record(record.read_text()).moves) == 1
    assert other.read_text() == "shopping list"
    flat = " ".join(text.split())
    assert "choose another name" in flat
    assert "cannot be kept" in flat
    assert "There is no file nowhere." in flat
    assert run("play", str(record), stdin="quit\n").exit_code == 0


def test_another_deal_at_the_same_table(folder):
    text = play("gaps", "--deal", "1", lines=["new 77", "new x", "new"]).stdout
    assert "deal 77" in text
    assert not [*folder.iterdir()]  # none of them was played


# ---------------------------------------------------------------------------------------------- stuck and mercy
def test_a_dead_end_is_recognised_and_mercy_is_offered(folder):
    text = play(
        "small-harp+small-4x4", "--deal", "1", lines=[*STUCK[:-1], "mercy", STUCK[-1]], lang="ru"
    ).stdout
    before, _, after = text.rpartition(f"Ваш ход: {STUCK[-1]}")
    assert "Тупик" not in before
    assert "Снисхождение — для тех, кто в тупике" in before
    said = " ".join(after.split())
    assert "Тупик" in said
    assert "Строго говоря, вы проиграли" in said
    assert "наберите «снисхождение»" in said


def test_mercy_goes_on_with_the_same_game(folder):
    text = play(
        "small-harp+small-4x4", "--deal", "1", lines=[*STUCK, "mercy", "t1t2!", "moves", "q"]
    ).stdout
    assert "for instance t1t2!" in " ".join(text.split())
    record = kept(folder)
    assert record.game_name == "small-harp+mercy+small-4x4"
    assert [str(move) for move in record.moves] == [*STUCK, "t1t2!"]
    assert "rule broken 1 time" in text.casefold()


def test_a_win_by_mercy_is_said_to_be_none(folder):
    game = Game.named("small-harp+mercy+small-4x4")
    position = game.start(Deal("ours", 1).deck(game.rules))
    for word in [*STUCK, "t1t2!"]:
        position.push(read_move(word, position))
    lines = [*STUCK, "mercy", "t1t2!"]
    while not position.is_won:
        moves = position.legal_moves()
        up = [move for move in moves if move.dst in game.slots]
        move = (up or moves)[0]
        lines.append(str(move))
        position.push_legal(move)
        assert len(lines) < 90
    text = " ".join(
        play("small-harp+small-4x4", "--deal", "1", lines=lines, lang="ru").stdout.split()
    )
    assert "строго говоря, вы проиграли: правило нарушено 1 раз." in text
    assert kept(folder).result == "won with 1 breach"


# ---------------------------------------------------------------------------------------------- nothing is lost
def test_resume_goes_on_with_the_game_left_last(folder):
    play("small-harp", "--deal", "1", lines=["sw"])
    play("gaps", "--deal", "2", lines=["moves"])  # not a move was made
    play("klondike", "--deal", "3", lines=["sw", "sw"])
    (folder / "20990101-000000-000000-broken.ppn").write_text("[Format")
    assert "Klondike" in play("--resume", lines=[]).stdout.splitlines()[0]
    assert "Small Harp" in play("small-harp", "--resume", lines=["sw"]).stdout.splitlines()[0]
    assert "Small Harp" in play("--resume", lines=[]).stdout.splitlines()[0]  # it was left last now
    assert "Klondike" in play("klondike+draw-3", "--resume", lines=[]).stdout.splitlines()[0]
    result = play("fig288", "--resume", lines=[])
    assert result.exit_code == 2
    assert "There is no unfinished game in" in result.stderr


def test_a_game_by_a_rule_file_of_ones_own_is_resumed(folder, tmp_path, monkeypatch):
    text = files("arfa.games").joinpath("klondike.toml").read_text("utf-8")
    (tmp_path / "my own.toml").write_text(text.replace('id = "klondike"', 'id = "mine"'))
    monkeypatch.chdir(tmp_path)
    assert play("my own.toml+draw-3", "--deal", "3", lines=["sw", "sw"]).exit_code == 0
    monkeypatch.chdir("/")
    result = play("--resume", lines=["sw"])
    assert result.exit_code == 0, result.output
    (path,) = folder.iterdir()
    assert '[Game "mine+draw-3"]' in path.read_text()
    assert "sw sw sw unfinished" in path.read_text()
    assert run("replay", str(path)).exit_code == 1


def test_a_folder_that_cannot_be_written_is_said(tmp_path, monkeypatch):
    (tmp_path / "arfa").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = play("gaps", lines=[])
    assert result.exit_code == 2
    assert "The game cannot be kept" in result.stderr


def test_a_file_is_replaced_as_a_whole(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, "old")

    def fail(handle):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_killed_at_any_moment_every_move_that_was_answered_is_there(tmp_path):
    """Moves go in one by one; the program is killed at a random one of them, after its answer was read."""
    chance = random.Random(5)
    for _ in range(scale(2, 25)):
        home = tmp_path / str(chance.random())
        environment = {**os.environ, "XDG_DATA_HOME": str(home), "ARFA_LANG": "en", "NO_COLOR": "1"}
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "arfa", "play", "small-harp", "--deal", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        answered, last = 0, chance.randint(1, 12)
        while answered < last:
            process.stdin.write("sw\n")
            process.stdin.flush()
            for line in process.stdout:
                if line == f"{answered + 1} move{'s' if answered else ''}\n":
                    answered += 1
                    break
        process.kill()
        process.communicate()
        (path,) = (home / "arfa" / "terminal").glob("[!.]*")
        assert len(read_record(path.read_text()).moves) >= answered


def test_no_face_down_card_is_ever_printed(folder):
    """All that is printed in a game names only cards that the player may know by then."""
    game = Game.named("small-harp")
    position = game.start(Deal("ours", 1).deck(game.rules))
    known = {
        card_text(c) for p in game.pile_names for c in position.cards(p)[position.face_down(p) :]
    }
    twins = {card_text(c) for c in game.pack()} - known
    lines = ["moves", "board", "look t1", "look s", "t2t3", "9C-f", "7C-8D"]
    text = play("small-harp", "--deal", "1", lines=lines).stdout
    shown = text.replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS"))
    shown = re.sub("Your move:.*", "", shown)
    assert {
        card for card in twins if re.search(rf"(?<![A-Z0-9]){card}(?![A-Z0-9])", shown)
    } == set()
