"""Records: a game as a value, written in one form, read only if every move of it is legal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfa.cards import card_text
from arfa.deals import Deal, deck_text, encode
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove, Position
from arfa.errors import ArfaError
from arfa.notation import (
    Line,
    Node,
    Record,
    RecordError,
    grow,
    human,
    of_position,
    read_record,
    write_record,
)
from arfa.notation.record import MAX_DEPTH, MAX_NODES, MAX_WORDS, check_size, walk
from arfa.notation.tree import Log
from arfa.notation.writer import WIDTH
from arfa.rules.load import choose, parse_file
from tests.scale import scale
from tests.unit.notation_games import NAMES, VECTORS, names, random_game, records, seeds


# ---------------------------------------------------------------------------------------------- there and back
@settings(max_examples=scale(60, 2000))
@given(records())
def test_a_record_is_read_as_it_was_written(record):
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert hash(again) == hash(record)
    assert write_record(again) == text == str(record)
    noted = write_record(record, notes=True)
    assert read_record(noted) == record
    for line in (text + noted).splitlines():
        assert len(line) <= WIDTH or " " not in line.strip("[(")


@pytest.mark.parametrize("name", NAMES)
def test_every_patience_has_records(name):
    position, log = random_game(name, 7, 40, undo=0.2)
    record = of_position(position, deal=Deal("ours", 7), line=grow(log))
    again = read_record(str(record))
    assert again == record
    assert again.position() == position
    assert again.position().history == position.history
    assert again.start() == position.game.start(Deal("ours", 7).deck(position.game.rules))


@settings(max_examples=scale(40, 1000))
@given(names, seeds, st.integers(1, 40), st.randoms(use_true_random=False))
def test_moves_in_any_writing(name, seed, length, random):
    position, log = random_game(name, seed, length)
    start = position.game.start(Deal("ours", seed).deck(position.game.rules))
    words = []
    for number, move in enumerate(position.history, 1):
        writings = [
            str(move),
            human(start, move),
            str(move).upper(),
            f"{move}?!",
            f"{number}.{move}",
        ]
        text = random.choice(
            writings[:2] if str(move).islower() and len(str(move)) == 2 else writings
        )
        words.append(
            text + random.choice([" ", "\n", "\t", f" {number + 1}... ", " {a remark} ", " $5 "])
        )
        start.push(move)
    assert log == list(position.history)
    text = f'[Game "{name.upper()}"][deal "{seed}"]' + "".join(words)
    record = read_record(text.replace(name.upper(), name))
    assert record.moves == position.history
    assert read_record(str(record)) == record


def test_wins_of_other_days_are_read():
    for path in sorted((VECTORS / "wins").glob("*.txt")):
        lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        for deck, moves in list(zip(lines[::2], lines[1::2], strict=True))[:2]:
            text = f'[Game "{path.stem}"] [Deck "{deck}"] {moves}'
            record = read_record(text)
            assert record.result == "won"
            assert record.position().is_won
            assert read_record(str(record)) == record
            with pytest.raises(RecordError) as caught:
                read_record(text.replace(" [Deck", '[Result "stuck"] [Deck'))
            assert caught.value.reason.code == "record-result-false"


# ---------------------------------------------------------------------------------------------- the exact form
DECK = deck_text(Deal("ours", 5).deck(Game.named("small-harp").rules))
HEAD = """[Format "PPN 1"]
[Game "small-harp"]
[Rules "{rules}"]
[RuleVersion "{version}"]
[Deal "5"]
[Deck "{first}
{second}"]
[Date "2026-11-29"]
[Player "Анна \\"Арфа\\" \\\\"]
[Result "unfinished"]
[Mood "good"]
"""


def test_the_exact_form():
    spec = Game.named("small-harp").spec
    lax = (
        '[Mood "good"] [ Player "Анна \\"Арфа\\" \\\\" ] [date "2026-11-29"]\n[GAME "small-harp"]'
        '[Deal "0005"]\n;a game\nt6t5 ! sw{ back\n} (sw sw) sw -- (  sw )\t*'
    )
    record = read_record(lax)
    text = str(record)
    head, _, moves = text.partition("\n\n")
    assert f"{head}\n" == HEAD.format(
        rules=spec.rules_hash, version=spec.file.version, first=DECK[:89], second=DECK[90:]
    )
    assert moves == "{a game} 1. t6t5 $1 sw {back} (2. sw sw) 3. sw -- (4. sw) unfinished\n"
    assert read_record(text) == record
    with pytest.raises(
        RecordError
    ) as caught:  # a mark on a move is mercy, which is not played here
        read_record(lax.replace("t6t5 !", "t6t5!"))
    assert caught.value.reason.values["why"].code == "mercy-off"


def test_numbers_stand_where_the_eye_needs_them():
    game = Game.named("small-harp")
    position = game.start(Deal("ours", 5).deck(game.rules))
    for _ in range(22):
        position.push(Move("s", "w"))
    record = of_position(position, deal=Deal("ours", 5))
    moves = str(record).split("\n\n")[1]
    assert moves.startswith("1. sw sw sw")
    assert "10. sw" in moves
    assert "20. sw" in moves
    assert "11." not in moves


# ---------------------------------------------------------------------------------------------- trees
def test_a_log_grows_into_a_line_with_variations():
    a, b, c, d = (Move("t1", f"t{n}") for n in (2, 3, 4, 5))
    undo = None

    def shape(log: Log) -> str:
        return _shape(grow(log))

    assert shape([]) == ""
    assert shape([a, b]) == "a b"
    assert shape([undo, a, undo, a]) == "a"  # redo adds nothing
    assert shape([a, b, undo, c]) == "a c (b)"
    assert shape([a, b, undo]) == "a - (b)"
    assert shape([a, b, undo, undo]) == "- (a b)"
    assert shape([a, b, c, undo, undo, d]) == "a d (b c)"
    assert shape([a, b, undo, c, undo, d]) == "a d (b) (c)"
    assert shape([a, b, c, undo, d, undo, undo, undo]) == "- (a b d (c))"
    assert shape([a, undo, b, c, undo, undo, a, d]) == "a (b c) d"


def _shape(line: Line) -> str:
    names: dict[Move | None, str] = {Move("t1", f"t{n}"): "abcd"[n - 2] for n in (2, 3, 4, 5)}
    names[None] = "-"
    words = []
    for node in line.nodes:
        words.append(names[node.move])
        words += [f"({_shape(variation)})" for variation in node.variations]
    return " ".join(words)


@settings(max_examples=scale(40, 1000))
@given(names, seeds, st.integers(0, 80))
def test_a_tree_holds_all_that_was_played(name, seed, length):
    position, log = random_game(name, seed, length, undo=0.3)
    line = grow(log)
    assert line.moves == position.history
    paths = {(*path, node.move) for path, node in walk(line) if node.move is not None}
    played: set[tuple[Move, ...]] = set()
    here: list[Move] = []
    for move in log:
        if move is None:
            here.pop()
        else:
            here.append(move)
            played.add(tuple(here))
    assert paths == played


def test_branches_deeper_than_can_be_nested_are_kept():
    """Each undo of one move and two moves on nests the old branch one deeper."""
    game = Game.named("small-harp")
    position = game.start(Deal("ours", 5).deck(game.rules))
    log: list[Move | None] = []
    depth = MAX_DEPTH + 20
    for _ in range(depth):  # one branch off a branch off a branch ...
        log += [Move("s", "w") if position.cards("s") else Move("w", "s")]
        position.push(log[-1])  # type: ignore[arg-type]
        other = next(m for m in [*position.legal_moves()] if m.src != "s")
        log += [other, None]
    log += [None] * depth
    record = of_position(
        game.start(Deal("ours", 5).deck(game.rules)), deal=Deal("ours", 5), line=grow(log)
    )
    assert read_record(str(record)) == record
    deep = Line((Node(Move("s", "w")),))
    for _ in range(depth):
        deep = Line((Node(Move("s", "w"), variations=(deep,)),))
    with pytest.raises(RecordError) as caught:
        check_size(deep)
    assert caught.value.reason.code == "record-deep"


# ---------------------------------------------------------------------------------------------- making one
def test_a_position_without_a_deck_is_recorded_from_itself():
    position = Position.parse("small-harp / t1: 5s KD / t2: QS / s: *")
    position.push(Move("t2", "t1"))
    record = of_position(position)
    assert (
        record.tag("Position")
        == "small-harp / f: -- -- -- -- / t1: 5s KD / t2: QS"
        + str(record.start()).partition("t2: QS")[2]
    )
    assert read_record(str(record)).position() == position
    assert read_record(str(record)) == record


def test_what_does_not_belong_together_is_refused():
    game = Game.named("small-harp")
    position = game.start(Deal("ours", 5).deck(game.rules))
    position.push(Move("s", "w"))
    for wrong in (
        lambda: of_position(position, deal=Deal("ours", 6)),
        lambda: of_position(position, line=Line()),
        lambda: Record(()),
        lambda: Record((("Format", "PPN 1"),)),
        lambda: Record((*of_position(position).tags, ("Game", "x"))),
        lambda: Record((*of_position(position).tags, ("no name", "x"))),
        lambda: Record(of_position(position).tags, Line((Node(None), Node(Move("s", "w"))))),
        lambda: Record(of_position(position).tags, Line((Node(Move("s", "w"), glyphs=(256,)),))),
        lambda: Record(
            of_position(position).tags, Line((Node(Move("s", "w"), variations=(Line(),)),))
        ),
        lambda: Record(of_position(position).tags, Line((Node(Move("s", "w")),) * (MAX_NODES + 1))),
        lambda: Record(of_position(position).tags, Line((), ("word",) * (MAX_WORDS + 1))),
        lambda: write_record(of_position(position, tags={"Player": "x" * (1 << 20)})),
    ):
        with pytest.raises(RecordError):
            wrong()
    record = Record(of_position(position).tags, Line((Node(Move("w", "s")),)))
    with pytest.raises(IllegalMove):
        record.position()
    with pytest.raises(IllegalMove):
        write_record(record, notes=True)


def test_tags_can_be_set_and_taken_away():
    position = Game.named("klondike").start(Deal("ours", 1).deck(Game.named("klondike").rules))
    record = of_position(position, deal=Deal("ours", 1), tags={"Verdict": "won", "Proof": "t1t2"})
    other = record.with_tags({"Verdict": "", "Player": "Анна"})
    assert other.tag("Verdict", "?") == "?"
    assert [name for name, _ in other.tags][-3:] == ["Player", "Result", "Proof"]
    assert record.moves == ()
    assert record.game_name == "klondike"


def test_a_patience_of_ones_own():
    toml = (
        'id = "mine"\nname = { ru = "Моя", en = "Mine" }\nabout = { ru = "Своя.", en = "Own." }\n'
        "[rules]\ndeal = { kind = 'rows', lengths = [1, 2] }\ndeck = { ranks = 2 }\n"
        "[rules.tableau]\ncolumns = 2\nbuild = { match = 'any' }\n[[rules.foundations]]\n"
        "[rules.stock]\nkind = 'waste'\n[layout]\nwidth = 1\nheight = 1\nplacings = {}\n"
    )
    game = Game(choose(parse_file(toml, "mine.toml"), []))
    position = game.start(sorted(game.pack()))
    position.push(position.legal_moves()[0])
    record = of_position(position, deck=sorted(game.pack()))
    assert read_record(str(record), game) == record
    assert read_record(write_record(record, notes=True, game=game), game) == record
    with pytest.raises(RecordError):
        read_record(str(record))
    with pytest.raises(RecordError) as caught:
        read_record(str(record), Game.named("klondike"))
    assert caught.value.reason.code == "record-game"


def test_how_a_game_can_be_dealt():
    spec = Game.named("klondike").spec
    deck = Deal("ours", 3).deck(spec.rules)
    for value in ("3", "#3", encode(spec, Deal("ours", 3)), deck_text(deck)):
        record = read_record(f'[Game "klondike"][Deal "{value}"] 1. sw')
        assert record.tag("Deck") == deck_text(deck)
        assert read_record(str(record)) == record
    words = " ".join(card_text(c).replace("T", "10").lower() for c in deck)
    assert read_record(f'[Game "klondike+draw-1"][Deck "{words}"]').game_name == "klondike"


def test_results():
    won = Position.parse("small-harp+mercy / f: KC KD KH QS / t1: KS / mercy: t1 t2")
    won.push(Move("t1", "f"))
    record = of_position(won)
    assert record.result == "won with 2 breaches"
    assert str(record).endswith("won with 2 breaches\n")
    assert read_record(str(record)) == record
    assert read_record(str(record).replace("2 breaches", "2  BREACHES")) == record
    once = Position.parse("small-harp+mercy-max=2 / f: KC KD KH QS / t1: KS / breaches: 1")
    once.push(Move("t1", "f"))
    assert of_position(once).result == "won with 1 breach"
    stuck = Position.parse("small-harp / t1: * 2H / s: --")
    assert of_position(stuck).result == "stuck"
    assert (
        read_record(str(of_position(stuck)).replace("stuck", "unfinished")).result == "unfinished"
    )


def test_no_error_of_a_record_is_anything_but_an_error_of_this_package():
    for text in ("", "[", "[Game", "1. e4 e5", "\x00", '[Game "small-harp"]', "()", "{", "$"):
        with pytest.raises(ArfaError):
            read_record(text)


def test_what_is_written_can_be_stored_anywhere():
    position = Game.named("klondike").start(Deal("ours", 1).deck(Game.named("klondike").rules))
    line = Line((Node(None, comments=("a\x00b\ud800\u2028c\ufeff",)),), ("\x1b[31m",))
    record = of_position(position, line=line, tags={"Player": "\x07Анна\ud800"})
    text = str(record)
    assert text.encode("utf-8").decode("utf-8") == text
    assert text.replace("\n", " ").isprintable()
    assert record.line.nodes[0].comments == ("a b c",)
    assert record.tag("Player") == "Анна"
    assert read_record(text) == record
