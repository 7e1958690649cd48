"""What went wrong for users of other solvers (numbered rows of public reports), each for its whole kind of fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arfa.cli.solving.entries import entry
from arfa.cli.solving.tell import Teller
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.notation.importers import import_text
from arfa.rules.load import load_game
from arfa.rules.spec import (
    BuildSpec,
    ColumnsDeal,
    ColumnsStock,
    DeckSpec,
    FoundationSpec,
    Rules,
    TableauSpec,
)
from arfa.solver import Proof, Result, Verdict, brute_force, solve, solve_many, steps, tidy
from arfa.texts import LANGUAGES, card_name
from tests.command_line import run
from tests.conformance.random_rules import game_of
from tools.vectors import all_names, deck_of

FORMATS = Path(__file__).parents[1] / "vectors" / "formats"
SHORT = all_names(small=True)


def start(name: str, number: int) -> Position:
    """The beginning of a numbered deal."""
    return Game.named(name).start(deck_of(name, number))


# -- row 5: what the solver says can be played --------------------------------------------------------------


@pytest.mark.parametrize("name", SHORT[::6])
def test_row_5_every_move_of_a_line_is_among_the_legal_moves(name: str) -> None:
    for number in range(4):
        position = start(name, number)
        result = solve(position)
        for line in (result.line, tidy(position, result.line) if result.line else ()):
            at = position.copy()
            for move in line:
                assert move in at.legal_moves()
                at.push(move)
            assert at.is_won or not line


# -- rows 14 and 45: a line that a person can follow --------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["klondike", "small-harp", "klondike+draw-3"])
def test_rows_14_and_45_groups_are_told_whole(name: str, lang: str) -> None:
    """First card, last card, how many, and the card that they go to: nobody can take it for the top card alone."""
    groups = 0
    for number in range(1, 6):
        position = start(name, number)
        at = position.copy()
        for step in steps(position, solve(position).line):
            for move in step.moves:
                if move.count > 1:
                    groups += 1
                    words = step.words(lang)
                    pile = at.cards(move.src)
                    assert words.startswith(str(move.count))
                    for c in (pile[-move.count], pile[-1]):
                        assert card_name(c, lang, "gen") in words
                    if at.cards(move.dst):
                        assert card_name(at.cards(move.dst)[-1], lang, "acc") in words
                at.push(move)
    assert groups > 10


# -- row 15: a table with too few piles ---------------------------------------------------------------------


SIXTEEN = """
id = "sixteen"
name = { ru = "Шестнадцать", en = "Sixteen" }
about = { ru = "Коротко.", en = "Short." }
[rules]
deck = { ranks = 4 }
deal = { kind = "rows", lengths = [4, 3, 2, 1, 0, 0, 0] }
stock = { kind = "waste" }
tableau = { columns = 7, build = { match = "alternate-colour" } }
[[rules.foundations]]
[layout]
width = 1
height = 1
placings = {}
"""


def test_row_15_too_few_columns_are_counted_and_empty_ones_may_be_added(tmp_path: Path) -> None:
    whole = FORMATS / "solvitaire-137.json"
    data = json.loads(whole.read_text("utf-8"))
    four, rules = tmp_path / "four.json", tmp_path / "sixteen.toml"
    four.write_text(json.dumps({**data, "tableau piles": data["tableau piles"][:4]}))
    rules.write_text(SIXTEEN, "utf-8")
    for lang in LANGUAGES:
        result = run("solve", str(rules), str(four), lang=lang)
        assert result.exit_code == 2
        assert " 4 " in result.stderr
        assert " 7" in result.stderr
    result = run("solve", str(rules), str(whole), "--json")
    assert json.loads(result.stdout)["verdict"] == "winnable"


# -- row 41: worrying back decides --------------------------------------------------------------------------


def test_row_41_one_worry_back_wins_and_without_it_the_deal_is_proved_lost() -> None:
    text = (FORMATS / "klondike-solver-10.txt").read_text("utf-8")
    deck = import_text(text).deck
    assert deck is not None
    strict, free = Game.named("klondike"), Game.named("klondike+worry-back")
    lost = solve(strict.start(deck))
    assert lost.verdict is Verdict.UNWINNABLE
    assert lost.proof in (Proof.EXHAUSTED, Proof.RELAXATION)
    assert lost.states < 1000
    won = solve(free.start(deck))
    assert won.verdict is Verdict.WINNABLE
    line = tidy(free.start(deck), won.line)
    back = [move for move in line if move.src.startswith("f")]
    assert back
    assert brute_force(strict.start(deck)).verdict is Verdict.UNWINNABLE


def test_row_41_for_short_decks_of_every_patience_that_has_the_variant() -> None:
    """A deal that worrying back wins and strict play loses is told apart, whatever the program."""
    apart = 0
    for name in ("klondike+draw-3+small-5x4", "small-harp+small-5x4", "black-harp+small-6x4"):
        strict = solve_many(name, range(150))
        free = solve_many(load_game(f"{name}+worry-back").name, range(150))
        for number, (a, b) in enumerate(zip(strict, free, strict=True)):
            assert (a.verdict, b.verdict) != (Verdict.WINNABLE, Verdict.UNWINNABLE)
            if a.verdict is not b.verdict:
                apart += 1
                assert brute_force(start(name, number)).verdict is a.verdict
    assert apart


# -- row 43: of a lost deal nothing more is said ------------------------------------------------------------


def test_row_43_no_maximum_is_claimed_for_what_was_not_won() -> None:
    results = solve_many("small-harp+small-5x4", range(30))
    results.append(solve(start("harp-9+redeals=0", 1), states=300))
    for result in results:
        if result.verdict is not Verdict.WINNABLE:
            assert result.line == ()
            assert "line" not in entry(result, line=True)
            assert set(entry(result, line=True)) == {
                "verdict",
                "proof",
                "ran_out",
                "states",
                "generated",
                "seconds",
                "memory",
            }


# -- row 44: the verdict at once ----------------------------------------------------------------------------


def test_row_44_winnable_is_said_before_the_line_is_made_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    answer, shorten = Teller.answer, tidy

    def answered(self: Teller, result: Result) -> None:
        answer(self, result)
        done.append(f"answered {result.verdict.value}")

    def tidied(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
        done.append("tidied")
        return shorten(position, line)

    monkeypatch.setattr(Teller, "answer", answered)
    monkeypatch.setattr("arfa.cli.commands.solve.tidy", tidied)
    result = run("solve", "small-harp+small-5x4", "3")
    assert result.exit_code == 0
    assert done == ["answered winnable", "tidied"]


def test_row_44_the_time_to_the_verdict_is_recorded() -> None:
    assert solve(start("small-harp+small-5x4", 3)).seconds > 0
    found = json.loads(run("solve", "small-harp+small-5x4", "3", "--json").stdout)
    assert found["seconds"] >= 0


# -- row 47: what was cut short is no loss ------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in SHORT if n.count("+") == 1][::2])
def test_row_47_a_search_that_was_cut_short_never_says_lost_of_a_won_deal(name: str) -> None:
    """Whatever the budget, a verdict is the true one or none at all; each step of the way is looked at."""
    for number in range(6):
        true = brute_force(start(name, number), states=50_000)
        if true.verdict is Verdict.UNKNOWN:
            continue
        whole = solve(start(name, number))
        assert whole.verdict is true.verdict
        for states in {1, 2, 3, 5, whole.states // 2, whole.states - 1} - {0}:
            cut = solve(start(name, number), states=states)
            assert cut.verdict in (true.verdict, Verdict.UNKNOWN)
            assert (cut.verdict is Verdict.UNKNOWN) == (cut.ran_out == "states")


# -- row 48: deals that can be won, each with its line ------------------------------------------------------


def test_row_48_winnable_deals_come_with_a_line_that_replays() -> None:
    results = solve_many("small-harp", range(1, 60), line=True)
    won = [n for n, result in enumerate(results, 1) if result.verdict is Verdict.WINNABLE]
    assert len(won) > 40
    for number in won[:20]:
        at = start("small-harp", number)
        for move in results[number - 1].line:
            at.push(move)
        assert at.is_won


# -- row 49: a game half played -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["small-harp+small-5x4", "klondike+draw-3+small-5x4", "harp-9+small-5x2"]
)
def test_row_49_any_position_of_a_game_has_its_verdict(name: str) -> None:
    """And so the move after which no win exists is found: before it the game is won, from it on lost for good."""
    turned = 0
    for number in range(12):
        position = start(name, number)
        verdicts = [solve(position).verdict]
        for _ in range(40):
            moves = [m for m in position.legal_moves() if m.dst != "f"] or position.legal_moves()
            if not moves:
                break
            position.push(moves[len(position.history) * 7 % len(moves)])
            verdicts.append(solve(Position.parse(str(position))).verdict)
        assert Verdict.UNKNOWN not in verdicts
        lost_from = next(
            (n for n, v in enumerate(verdicts) if v is Verdict.UNWINNABLE), len(verdicts)
        )
        assert set(verdicts[:lost_from]) <= {Verdict.WINNABLE}
        assert set(verdicts[lost_from:]) <= {Verdict.UNWINNABLE}
        turned += 0 < lost_from < len(verdicts)
    assert turned


# -- row 36: a run is split so that the deal may go on --------------------------------------------------------


def test_row_36_splitting_a_run_into_the_space_is_no_dead_end() -> None:
    """Nothing is gained by it but a full table, and that is what the deal waits for."""
    game = game_of(
        Rules(
            deck=DeckSpec(ranks=6, suits="CHS"),
            deal=ColumnsDeal(kind="columns", lengths=(4, 4, 4, 0)),
            tableau=TableauSpec(columns=4, build=BuildSpec(match="same-suit"), spaces="any"),
            foundations=(FoundationSpec(),),
            stock=ColumnsStock(kind="columns", spaces="refused"),
        )
    )
    runs = "t1: 6C 5C 4C 3C / t2: 6H 5H 4H 3H / t3: 6S 5S 4S 3S / t4: --"
    position = Position.parse(f"{runs} / s: 2H AH 2S AS 2C AC", game)
    assert not position.is_stuck()
    assert position.outcome() is Outcome.PLAYING
    assert Move("s", "t") not in position.legal_moves()
    result = solve(position)
    assert result.verdict is brute_force(position).verdict is Verdict.WINNABLE
    before = result.line[: result.line.index(Move("s", "t"))]
    assert any(move.count < 4 for move in before), "a whole run only moves the space elsewhere"
    for move in result.line:
        position.push(move)
    assert position.is_won
    # Where nothing can be split either, it is a dead end although cards are left to be dealt.
    single = Position.parse("t1: 6C / t2: 6H / t3: 6S / t4: -- / s: *", game)
    assert single.is_stuck()
