"""``arfa solve``: what it understands, what it answers, exit codes, both languages, decks by the pipe."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arfa import Deal, Game, Move, Position
from arfa.deals import deck_text
from arfa.notation import of_position
from arfa.solver import Verdict, solve, solve_many
from arfa.texts import LANGUAGES
from tests.command_line import run
from tools.vectors import deck_of

FORMATS = Path(__file__).parents[1] / "vectors" / "formats"
SMALL = "small-harp+small-5x4"
VERDICTS = [result.verdict for result in solve_many(SMALL, range(30))]
WON, LOST = VERDICTS.index(Verdict.WINNABLE), VERDICTS.index(Verdict.UNWINNABLE)
HARD = "harp-9+redeals=0"


def answers(text: str) -> list[dict[str, object]]:
    """The JSON objects of the lines of a text."""
    return [json.loads(line) for line in text.splitlines()]


def is_won(position: Position, line: object) -> bool:
    assert isinstance(line, list)
    for text in line:
        position.push(Move.parse(text))
    return position.is_won


# -- one deal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "won", "lost"),
    [("en", "Winnable.", "Cannot be won."), ("ru", "Сходится.", "Не сходится.")],
)
def test_the_verdict_and_its_exit_code(lang: str, won: str, lost: str) -> None:
    result = run("solve", SMALL, str(WON), lang=lang)
    assert result.exit_code == 0
    assert result.stdout.count(won) == 1
    assert " t1 " in result.stdout  # the board
    result = run("solve", SMALL, str(LOST), lang=lang)
    assert result.exit_code == 1
    assert result.stdout.count(lost) == 1
    result = run("solve", HARD, "1", "--states", "1000", lang=lang)
    assert result.exit_code == 4
    assert re.search("1[,\u00a0]0[0-9]{2}", result.stdout)


def test_the_line_is_told_with_groups_and_what_turns_up() -> None:
    stdout = run("solve", "small-harp", "12345").stdout
    assert "Nine of diamonds onto the ten of clubs" in stdout
    assert (
        "2 cards, the eight of spades down to the seven of hearts, onto the nine of diamonds"
        in stdout
    )
    assert "jack of diamonds turns up" in stdout
    assert stdout.index("Winnable.") < stdout.index("A win in")
    assert "onto the" not in run("solve", "small-harp", "12345", "--no-line").stdout


def test_json_says_it_all() -> None:
    (found,) = answers(run("solve", SMALL, str(WON), "--json").stdout)
    game = Game.named(SMALL)
    assert found["game"] == SMALL
    assert found["deal"] == str(WON)
    assert (found["verdict"], found["proof"], found["ran_out"]) == ("winnable", "line", None)
    assert is_won(game.start(deck_of(SMALL, WON)), found["line"])
    (found,) = answers(run("solve", SMALL, str(LOST), "--json").stdout)
    assert found["verdict"] == "unwinnable"
    assert found["proof"] in ("exhausted", "relaxation")
    assert "line" not in found
    assert "line" not in answers(run("solve", SMALL, str(WON), "--json", "--no-line").stdout)[0]


def test_a_shorter_line() -> None:
    usual = answers(run("solve", SMALL, str(WON), "--json").stdout)[0]["line"]
    short = answers(run("solve", SMALL, str(WON), "--json", "--short").stdout)[0]["line"]
    assert isinstance(usual, list)
    assert isinstance(short, list)
    assert len(short) <= len(usual)


def test_step_by_step_shows_every_board() -> None:
    """In a pipe nobody is asked for the Enter key."""
    stdout = run("solve", SMALL, str(WON), "--steps").stdout
    lines = run("solve", SMALL, str(WON)).stdout
    steps = lines.count("\n", lines.index("A win in")) - 1
    assert stdout.count(" t1 ") >= steps


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fewest_breaches_and_redeals(lang: str) -> None:
    deck = "AS 2D 4H AC 4S 3S 3C 2S 4D AH 4C 2H 2C AD 3D 3H"
    name = "small-harp+draw-when-stuck+mercy+small-4x4"
    result = run("solve", name, deck, "--fewest", "breaches", lang=lang)
    assert result.exit_code == 0
    assert ": 1" in result.stdout
    (found,) = answers(run("solve", name, deck, "--fewest", "breaches", "--json").stdout)
    assert found["fewest"] == {"of": "breaches", "found": 1, "least": 1}
    assert found["breaches"] == 1
    (found,) = answers(run("solve", SMALL, str(WON), "--fewest", "redeals", "--json").stdout)
    assert found["fewest"] == {"of": "redeals", "found": 0, "least": 0}


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "0.5"],
        ["--seconds", "0,5"],
        ["--memory", "64M"],
        ["--memory", "2g"],
        ["--memory", "100000000"],
    ],
)
def test_limits_in_usual_writing(words: list[str]) -> None:
    assert run("solve", SMALL, str(WON), "--no-line", *words).exit_code == 0


def test_seconds_and_memory_bound_the_search() -> None:
    (found,) = answers(run("solve", HARD, "1", "--seconds", "0.1", "--json").stdout)
    assert (found["verdict"], found["ran_out"]) == ("unknown", "seconds")
    (found,) = answers(run("solve", HARD, "1", "--memory", "4M", "--json").stdout)
    assert found["ran_out"] in ("memory", "states")


def test_progress_goes_to_the_error_stream() -> None:
    result = run("solve", HARD, "1", "--seconds", "0.3", "--progress", "--json")
    assert len(answers(result.stdout)) == 1
    assert any(character.isdigit() for character in result.stderr)
    result = run("solve", SMALL, "--decks", "-", "--progress", stdin="1\n2\n")
    assert len(answers(result.stdout)) == 2
    assert "2" in result.stderr


# -- what may be solved -------------------------------------------------------------------------------------


def test_a_deck_a_share_code_and_another_numbering() -> None:
    deck = deck_text(deck_of("klondike", 3))
    by_number = answers(run("solve", "klondike", "3", "--json").stdout)[0]
    assert answers(run("solve", "klondike", deck, "--json").stdout)[0]["line"] == by_number["line"]
    code = str(answers(run("deal", "klondike", "3", "--json").stdout)[0]["code"])
    by_code = answers(run("solve", code, "--json").stdout)[0]
    assert (by_code["deal"], by_code["line"]) == ("3", by_number["line"])
    assert run("solve", "klondike", "pysol:5", "--no-line").exit_code in (0, 1)


def test_variants_are_added() -> None:
    (found,) = answers(
        run(
            "solve", "klondike", "3", "--variant", "draw-3", "--variant", "worry-back", "--json"
        ).stdout
    )
    assert found["game"] == "klondike+draw-3+worry-back"
    result = run("solve", "klondike", "3", "--variant", "nonsense")
    assert result.exit_code == 2
    assert "nonsense" in result.stderr


def test_a_position_typed_or_in_a_file(tmp_path: Path) -> None:
    text = "klondike / f: TC KD KH KS / t1: KC / t2: QC / t3: JC"
    (found,) = answers(run("solve", text, "--json").stdout)
    assert found["line"] == ["t3f", "t2f", "t1f"]
    file = tmp_path / "end.ppn"
    file.write_text(text)
    assert answers(run("solve", str(file), "--json").stdout)[0]["line"] == found["line"]
    assert answers(run("solve", "klondike", str(file), "--json").stdout)[0]["line"] == found["line"]
    assert answers(run("solve", "-", "--json", stdin=text).stdout)[0]["line"] == found["line"]


def test_a_record_is_solved_from_its_last_position_or_any_other(tmp_path: Path) -> None:
    game = Game.named(SMALL)
    position = game.start(deck_of(SMALL, WON))
    line = solve(position).line
    for move in line[:5]:
        position.push(move)
    file = tmp_path / "game.ppn"
    file.write_text(str(of_position(position, deal=Deal("ours", WON))))
    (found,) = answers(run("solve", str(file), "--json").stdout)
    assert found["position"] == str(position)
    assert is_won(position, found["line"])
    (found,) = answers(run("solve", str(file), "--to", "0", "--json").stdout)
    assert found["position"] == str(game.start(deck_of(SMALL, WON)))
    result = run("solve", "klondike", str(file))
    assert result.exit_code == 2
    result = run("solve", str(file), "--to", "6")
    assert (result.exit_code, result.stderr) == (2, "arfa: The record has 5 moves, not 6.\n")
    result = run("solve", str(file), "--to", "6", lang="ru")
    assert (result.exit_code, result.stderr) == (2, "arfa: В записи 5 ходов, а не 6.\n")


@pytest.mark.parametrize(
    "what",
    [
        (SMALL, "3"),
        (SMALL,),
        (SMALL, "--decks", "-"),
        ("klondike / f: TC KD KH KS / t1: KC / t2: QC / t3: JC",),
        (str(FORMATS / "klondike-solver-10.txt"),),
    ],
)
def test_only_a_record_has_moves_to_go_to(what: tuple[str, ...]) -> None:
    result = run("solve", *what, "--to", "1", stdin="")
    assert result.exit_code == 2
    assert "--to takes a position out of a record, and this is none." in result.stderr
    result = run("solve", *what, "--to", "1", stdin="", lang="ru")
    assert result.exit_code == 2
    assert "--to берёт положение из записи партии, а это не запись." in result.stderr


@pytest.mark.parametrize("name", ["klondike-solver-10.txt", "lonelybot-print.txt"])
def test_deals_of_other_programs(name: str) -> None:
    result = run("solve", str(FORMATS / name), "--no-line", "--states", "100000")
    assert result.exit_code in (0, 1, 4)
    assert "stock is the first one turned" in result.stderr


def test_a_won_position_needs_no_move() -> None:
    result = run("solve", "klondike+small-4x4 / f: 4C 4D 4H 4S")
    assert result.exit_code == 0
    assert "no move is needed" in result.stdout


def test_all_variants() -> None:
    found = answers(run("solve", "big-harp+small-5x2", "3", "--all-variants", "--json").stdout)
    names = [entry["game"] for entry in found]
    assert names[0] == "big-harp+small-5x2"
    assert {"big-harp+draw-3+small-5x2", "big-harp+extra-row+row-cover+small-5x2"} <= set(names)
    assert len(set(names)) == len(names) > 10
    for entry in found:
        game = Game.named(str(entry["game"]))
        assert entry["verdict"] == solve(game.start(deck_of(game.name, 3))).verdict.value
    result = run("solve", SMALL, str(WON), "--all-variants", lang="ru")
    assert result.exit_code == 0
    assert "Сходится" in result.stdout
    assert "строгая часть" in result.stdout.lower() or "Арфа малая" in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "nothing-like-it", "1"],
        ["solve", SMALL, "a deal"],
        ["solve", SMALL, "there/is/no.file"],
        ["solve", SMALL, "1", "--seconds", "soon"],
        ["solve", SMALL, "1", "--memory", "12 apples"],
        ["solve", SMALL, "1", "--jsonl"],
        ["solve", SMALL, "1", "--decks", "-"],
        ["solve", SMALL, "--decks", "there/is/no.file"],
    ],
)
def test_what_cannot_be_understood(words: list[str]) -> None:
    for lang in LANGUAGES:
        result = run(*words, lang=lang)
        assert result.exit_code == 2
        assert result.stderr
        assert "Traceback" not in result.stderr


# -- decks by the thousand ----------------------------------------------------------------------------------


def test_a_deck_a_line_an_answer_a_line(tmp_path: Path) -> None:
    decks = [deck_of(SMALL, n) for n in range(30)]
    text = "".join(deck_text(deck) + "\n" for deck in decks)
    result = run(
        "solve", "small-harp", "--variant", "small-5x4", "--decks", "-", "--jsonl", stdin=text
    )
    assert result.exit_code == 0
    found = answers(result.stdout)
    assert [entry["verdict"] for entry in found] == [verdict.value for verdict in VERDICTS]
    assert [entry["number"] for entry in found] == list(range(1, 31))
    for entry in found:
        assert {"verdict", "proof", "states", "seconds"} <= entry.keys()
        assert "line" not in entry
    file = tmp_path / "decks.txt"
    file.write_text(text)
    with_lines = answers(
        run("solve", SMALL, "--decks", str(file), "--line", "--threads", "2").stdout
    )
    for deck, entry in zip(decks, with_lines, strict=True):
        assert ("line" in entry) == (entry["verdict"] == "winnable")
        if "line" in entry:
            assert is_won(Game.named(SMALL).start(deck), entry["line"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_line_is_an_error_among_the_answers(lang: str) -> None:
    good = deck_text(deck_of(SMALL, WON))
    lines = [
        good,
        "XX " + good[3:],
        "",
        "# a remark",
        good[:-3],
        "5",
        "{}",
        f'{{"deck": "{good}"}}',
        good[3:] + " AS",
    ]
    result = run("solve", SMALL, "--decks", "-", stdin="\n".join(lines), lang=lang)
    assert result.exit_code == 2
    found = answers(result.stdout)
    assert [entry["number"] for entry in found] == [1, 2, 5, 6, 7, 8, 9]
    assert ["error" in entry for entry in found] == [False, True, True, False, True, False, True]
    error = found[1]["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["line"]) == ("deck-text-card", 2)
    assert ("Line 2, column 1" in error["message"]) == (lang == "en")
    assert "Traceback" not in result.stderr


def test_garbage_is_answered_as_garbage() -> None:
    good = deck_text(deck_of(SMALL, WON)).encode()
    data = b"\n".join([b"\xff\xfe", b"A" * 50_000, b"{" * 5000, b'{"deck": 5}', b"\x00", good])
    done = subprocess.run(
        [sys.executable, "-m", "arfa", "solve", SMALL, "--decks", "-"],
        input=data,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    found = answers(done.stdout.decode())
    assert ["error" in entry for entry in found] == [True] * 5 + [False]
    assert b"Traceback" not in done.stderr


def test_the_first_answer_comes_before_the_input_ends() -> None:
    """On a pipe, deck by deck."""
    with subprocess.Popen(
        [sys.executable, "-m", "arfa", "solve", SMALL, "--decks", "-", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number in range(5):
            program.stdin.write(deck_text(deck_of(SMALL, number)) + "\n")
            program.stdin.flush()
            found = json.loads(program.stdout.readline())
            assert found["verdict"] == VERDICTS[number].value
        program.stdin.close()
        assert program.stdout.read() == ""
        assert program.wait(30) == 0


@pytest.mark.parametrize("interrupted", [False, True])
def test_it_ends_in_peace_while_the_input_still_hangs(interrupted: bool) -> None:
    """When the reader has seen enough, and by Ctrl-C; whoever writes the decks has not closed the pipe yet."""
    with subprocess.Popen(
        [sys.executable, "-m", "arfa", "solve", SMALL, "--decks", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write("1\n")
        program.stdin.flush()
        assert json.loads(program.stdout.readline())["number"] == 1
        if interrupted:
            program.send_signal(signal.SIGINT)
        else:
            program.stdout.close()
            program.stdin.write("2\n3\n")
            program.stdin.flush()
        assert program.wait(60) == (130 if interrupted else 1)
        program.stdin.close()
        assert program.stderr.read().strip() == ""
