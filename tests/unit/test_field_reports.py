"""What went wrong for players of other programs (numbered rows of public reports), each for its whole kind of fault.

Rows 8, 25 and 37 are also checked for every patience and variant in tests/conformance.
"""

from __future__ import annotations

import itertools

import pytest

from arfa.cards import RANKS, card, card_text, rank
from arfa.deals.shuffle import Xoshiro256
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import IllegalMove, Position
from arfa.rules.load import load_game
from arfa.rules.spec import (
    BuildSpec,
    ColumnsDeal,
    ColumnsStock,
    DeckSpec,
    FoundationSpec,
    Rules,
    TableauSpec,
    WasteStock,
)
from arfa.solver import Verdict, brute_force
from arfa.texts import say
from tests.conformance.random_rules import game_of
from tests.conformance.walks import choose, game_at_random
from tools.vectors import all_names, deck_of

FULL = all_names(small=False)


def refused(position: Position, move: str) -> str:
    """Why a move is refused; it changes nothing and leaves no undo step, and there are words for it."""
    before, depth = position.state, len(position.history)
    with pytest.raises(IllegalMove) as caught:
        position.push(Move.parse(move))
    assert position.state is before
    assert len(position.history) == depth
    assert Move.parse(move) not in position.legal_moves()
    for lang in ("ru", "en"):
        assert say(caught.value.message, lang)
    return caught.value.message.code


def foundation(game: Game, suit: str, letter: str = "f") -> str:
    """The name of the first foundation of a suit."""
    return game.pile_names[game.slots[letter]["CDHS".index(suit)][0]]


# -- row 1: cards from a foundation back to a column --------------------------------------------------------


@pytest.mark.rule("0.6")
@pytest.mark.parametrize("name", [n for n in FULL if load_game(n).rules.grid is None])
def test_row_1_worrying_back_is_one_flag_for_all(name: str) -> None:
    game = Game.named(name)
    tableau = game.rules.tableau
    assert tableau is not None
    if tableau.build.match != "alternate-colour":
        pytest.skip("columns are built otherwise")
    position = Position.parse(f"{name} / f: 5H / t1: 6S / s: *")
    move = f"{foundation(game, 'H')}t1"
    if game.rules.worry_back:
        assert Move.parse(move) in position.legal_moves()
        position.push(Move.parse(move))
        assert [card_text(c) for c in position.cards("t1")] == ["6S", "5H"]
    else:
        assert refused(position, move) == "worry-never"


@pytest.mark.parametrize(
    ("game", "short", "number"),
    [
        ("black-harp", "small-6x4", 106),
        ("small-harp", "small-6x4", 20),
        ("harp-9", "small-5x2", 33),
    ],
)
def test_row_1_the_search_reads_the_same_flag(game: str, short: str, number: int) -> None:
    """These deals are lost without the flag and won with it, by a line that uses it."""
    off = brute_force(Game.named(f"{game}+{short}").start(deck_of(f"{game}+{short}", number)))
    assert off.verdict is Verdict.UNWINNABLE
    name = f"{game}+worry-back+{short}"
    on = brute_force(Game.named(name).start(deck_of(name, number)))
    assert on.verdict is Verdict.WINNABLE
    assert any(move.src[0] == "f" for move in on.line)


# -- row 2: a finished foundation gives nothing back --------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in FULL if not load_game(n).rules.worry_back])
def test_row_2_a_finished_set_stays(name: str) -> None:
    game = Game.named(name)
    if game.rules.grid is not None:
        pytest.skip("no foundations")
    letter = next(iter(game.slots))
    piles = {letter: "KS"} if letter == "f" else {"a": "KS KH KC KD", "k": "KS KH KC KD"}
    fields = " / ".join(f"{key}: {tops}" for key, tops in piles.items())
    column = game.pile_names[game.columns[0]]
    position = Position.parse(f"{name} / {fields} / {column}: *")
    pile = foundation(game, "S", letter)
    assert len(position.cards(pile)) == 13
    for destination in (*(game.pile_names[i] for i in game.columns), *game.slots, "s"):
        assert refused(position, f"{pile}{destination}")


# -- rows 3 and 4: dealing onto the columns while one is empty ----------------------------------------------


def spider_like(spaces: str) -> Game:
    """Ten columns in suit, a stock that deals onto them."""
    return game_of(
        Rules(
            deck=DeckSpec(decks=2),
            deal=ColumnsDeal(kind="columns", lengths=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5)),
            tableau=TableauSpec(columns=10, build=BuildSpec(match="same-suit"), spaces="any"),
            foundations=(FoundationSpec(per_suit=2),),
            stock=ColumnsStock(kind="columns", spaces=spaces),  # type: ignore[arg-type]
        )
    )


@pytest.mark.parametrize("empty", range(1, 11))
def test_rows_3_and_4_an_empty_column_and_the_deal(empty: int) -> None:
    full = [n for n in range(1, 11) if n != empty]
    cards = iter("KC QC KD QD KH QH KS QS JC JD JH JS".split())
    columns = " / ".join(f"t{n}: {next(cards)}" for n in full) + f" {next(cards)}"
    text = f"{columns} / s: *"
    strict = Position.parse(text, spider_like("refused"))
    assert refused(strict, "st") == "deal-space"
    why = strict.refusal(Move.parse("st"))
    assert why is not None
    assert f"column {empty}" in say(why, "en")
    assert f"столбец {empty}" in say(why, "ru")
    strict.push(Move(f"t{full[-1]}", f"t{empty}"))
    relaxed = Position.parse(text, spider_like("dealt"))
    for position in (strict, relaxed):
        before = [len(position.cards(f"t{n}")) for n in range(1, 11)]
        left = len(position.cards("s"))
        position.push(Move.parse("st"))
        assert [len(position.cards(f"t{n}")) for n in range(1, 11)] == [n + 1 for n in before]
        assert len(position.cards("s")) == left - 10


# -- row 6: groups without order ----------------------------------------------------------------------------


@pytest.mark.parametrize(("groups", "legal"), [("any", True), ("run", False), ("single", False)])
def test_row_6_unordered_groups_move_where_the_rules_say_so(groups: str, legal: bool) -> None:
    game = game_of(
        Rules(
            deal=ColumnsDeal(kind="columns", lengths=(26, 26)),
            tableau=TableauSpec(
                columns=2,
                build=BuildSpec(match="alternate-colour"),
                groups=groups,  # type: ignore[arg-type]
            ),
            foundations=(FoundationSpec(),),
        )
    )
    position = Position.parse("t1: kc 8S 2D KH 7C / t2: ?* 9H", game)
    if legal:
        position.push(Move.parse("t1t2.4"))
        assert [card_text(c) for c in position.cards("t2")[-5:]] == ["9H", "8S", "2D", "KH", "7C"]
        assert position.face_down("t1") == 0
        assert refused(position, "t2t1.26") == "group-face-down"
    else:
        assert refused(position, "t1t2.4") in ("group-broken", "group-single")


# -- row 8: the deal is what the text says ------------------------------------------------------------------


@pytest.mark.rule("1.a.2", "2.a", "3.a.1", "4.a.1", "T2.1", "5.2.3", "6.rules")
@pytest.mark.parametrize(
    ("name", "columns", "stock"),
    [
        ("small-harp", [7, 6, 5, 4, 3, 2, 1], 24),
        ("big-harp", [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 49),
        ("black-harp", [1, 2, 3, 4, 5, 6, 7], 24),
        ("harp-9", [1, 2, 3, 4, 5, 6, 7, 8, 9], 59),
        ("klondike", [1, 2, 3, 4, 5, 6, 7], 24),
        ("double-klondike", [1, 2, 3, 4, 5, 6, 7, 8, 9], 59),
        ("gargantua", [1, 2, 3, 4, 5, 6, 7, 8, 9], 59),
        ("spider-pauk", [1] * 12, 84),
        ("fig288", None, 0),
        ("gaps", None, 0),
    ],
)
def test_row_8_cards_and_faces(name: str, columns: list[int] | None, stock: int) -> None:
    game = Game.named(name)
    position = Position(game, game.layout(deck_of(name, 1)))
    if columns is None:
        gaps = sum(not position.cards(cell) for cell in game.pile_names)
        assert gaps == {"fig288": 8, "gaps": 4}[name]
        return
    names = [game.pile_names[i] for i in game.columns]
    assert [len(position.cards(t)) for t in names] == columns
    assert [position.face_down(t) for t in names] == [n - 1 for n in columns]
    assert len(position.cards("s")) == position.face_down("s") == stock
    if "w" in game.index:
        assert position.cards("w") == ()
    if "o" in game.index:
        assert position.cards("o") == ()


# -- row 12: up from aces, down from kings ------------------------------------------------------------------

PAIRS = list(itertools.product(range(1, 14), repeat=2))


@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize("letter", ["a", "k"])
def test_row_12_every_top_and_every_card_offered(letter: str) -> None:
    """All 13 x 13 pairs in each direction; one that is taken comes back by undo."""
    taken = set()
    for top, offered in PAIRS:
        other = "k" if letter == "a" else "a"
        base = "K" if other == "k" else "A"
        left = {card_text(card(r, 3)): 2 for r in range(1, 14)}
        used = range(1, top + 1) if letter == "a" else range(top, 14)
        for r in used:
            left[card_text(card(r, 3))] -= 1
        left[f"{base}S"] -= 1
        word = card_text(card(offered, 3))
        if left[word] < 1:
            continue  # no such card is left
        own = f"{letter}: {RANKS[top - 1]}S"
        position = Position.parse(f"spider-pauk / {own} / {other}: {base}S / u2: * / u1: {word}")
        before = position.state
        move = Move.parse(f"u1{letter}")
        if position.refusal(move) is None:
            taken.add((top, offered))
            position.push(move)
            assert position.cards(f"{letter}1")[-1] == card(offered, 3)
            position.pop()
        else:
            assert refused(position, f"u1{letter}") in ("foundation-wants", "foundation-full")
        assert position.state == before
    step = 1 if letter == "a" else -1
    assert taken == {(top, top + step) for top in range(1, 14) if 1 <= top + step <= 13}


@pytest.mark.rule("1.a.3")
def test_row_12_one_deck_up_in_suit() -> None:
    taken = set()
    for top, offered in PAIRS:
        if offered <= top:
            continue  # it lies on the foundation already
        position = Position.parse(
            f"small-harp / f: {RANKS[top - 1]}S / t1: ?* {RANKS[offered - 1]}S / s: --"
        )
        if position.refusal(Move.parse("t1f")) is None:
            taken.add((top, offered))
    assert taken == {(top, top + 1) for top in range(1, 13)}


@pytest.mark.rule("6.rules", "T6.4")
def test_row_12_behind_a_card_goes_the_next_of_its_suit() -> None:
    taken = set()
    spades = range(39, 52)
    for left, offered in itertools.product(spades, range(52)):
        if left == offered or rank(left) == 1 or rank(offered) == 1:
            continue  # the aces have been taken away
        row = f"b: {card_text(left)} -- {card_text(offered)} *"
        position = Position.parse(f"gaps / {row} / a: * / c: * / d: *")
        if position.refusal(Move.parse("b2b1")) is None:
            taken.add((left, offered))
    assert taken == {(c, c + 1) for c in spades if 1 < rank(c) < 13}


# -- rows 13, 16, 17: spaces, draws, passes -----------------------------------------------------------------


def klondike_like(spaces: str, draw: int, redeals: object) -> Game:
    """Klondike with other spaces, draws and redeals."""
    rules = load_game("klondike").rules
    assert rules.tableau is not None
    return game_of(
        rules.model_copy(
            update={
                "tableau": rules.tableau.model_copy(update={"spaces": spaces}),
                "stock": WasteStock(kind="waste", draw=draw, redeals=redeals),  # type: ignore[arg-type]
            }
        )
    )


MATRIX = list(itertools.product(["king", "any", "none"], [1, 3], [0, 1, 2, "unlimited"]))


@pytest.mark.parametrize(("spaces", "draw", "redeals"), MATRIX)
def test_row_13_a_matrix_of_rules_on_one_position(spaces: str, draw: int, redeals: object) -> None:
    """t1 is empty; a king and a queen lie open on other cards, a king is on top of the waste."""
    game = klondike_like(spaces, draw, redeals)
    text = "t2: 2c KS / t3: 3c QH / t4: 4c 9D / t5: 5c 6C / t6: 6d 2D / t7: 7c 2S / s: * / w: 8H KC"
    position = Position.parse(text, game)
    into_space = [m for m in position.legal_moves() if m.dst == "t1"]
    # Kings from t2 and the waste; any: six columns and the waste; none: nothing.
    assert len(into_space) == {"king": 2, "any": 7, "none": 0}[spaces]
    between = [m for m in position.legal_moves() if m.dst[0] == "t" and m.dst != "t1"]
    assert [str(m) for m in between] == ["t3t2"]
    assert Move.parse("sw") in position.legal_moves()
    assert len(position.legal_moves()) == len(into_space) + 1 + 1
    if spaces != "any":
        assert refused(position, "t5t1") == f"space-{spaces}"


@pytest.mark.rule("V1", "D1", "4.a.3", "T4.3")
@pytest.mark.parametrize(("spaces", "draw", "redeals"), MATRIX)
def test_rows_13_and_17_n_redeals_are_n_plus_one_passes(
    spaces: str, draw: int, redeals: object
) -> None:
    game = klondike_like(spaces, draw, redeals)
    position = game.start(deck_of("klondike", 6))
    draws, turned = 0, 0
    while position.refusal(Move.parse("sw")) is None or position.refusal(Move.parse("ws")) is None:
        if position.refusal(Move.parse("sw")) is None:
            position.push(Move.parse("sw"))
            draws += 1
        else:
            position.push(Move.parse("ws"))
            turned += 1
        if turned == 7:
            break
    if redeals == "unlimited":
        assert turned == 7
        assert position.state.redeals == 0  # not counted where it does not matter
    else:
        assert isinstance(redeals, int)
        assert turned == redeals
        assert draws == (redeals + 1) * (24 // draw)


@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    ("name", "redeals"),
    [
        *((f"harp-9+redeals={n}", n) for n in range(10)),
        *((f"klondike+redeals={n}", n) for n in (0, 1, 2)),
        *((f"big-harp+draw-3+redeals={n}", n) for n in (0, 1, 2)),
        ("harp-9", 3),
        ("gargantua", 1),
        ("gargantua+draw-3", 1),
        ("big-harp+grosse-harfe", 0),
    ],
)
def test_rows_16_and_17_the_last_pass_is_the_last(name: str, redeals: int) -> None:
    """After the last pass there is no redeal, and the refusal says why."""
    position = Game.named(name).start(deck_of(name, 3))
    for used in range(redeals + 1):
        assert position.state.redeals == used
        while position.cards("s"):
            assert refused(position, "ws") == "redeal-stock-left"
            position.push(Move.parse("sw"))
        assert refused(position, "sw") == "stock-empty-redeal"
        if used < redeals:
            position.push(Move.parse("ws"))
    assert refused(position, "ws") == "redeal-none-left"
    assert not any(m.src in ("s", "w") and m.dst in ("s", "w") for m in position.legal_moves())


def test_row_16_nothing_at_all_is_left_to_turn() -> None:
    position = Position.parse("harp-9 / f: KC KD KH KS QC KD KH KS / t1: KC / s: --")
    assert refused(position, "sw") == "stock-empty"
    assert refused(position, "ws") == "stock-empty"


# -- row 19: a reshuffle is part of the position ------------------------------------------------------------


@pytest.mark.parametrize("name", ["gaps+redeals=2", "fig288+redeals=2", "gaps+redeals=1"])
def test_row_19_a_redeal_done_again_gives_the_same_board(name: str) -> None:
    game = Game.named(name)
    for number in range(5):
        *_, position = game_at_random(game, number, 12)
        position = Position(game, position.state)
        if position.refusal(REDEAL) is not None:
            continue
        text = str(position)
        position.push(REDEAL)
        board = position.state
        assert position.pop() == REDEAL
        assert str(position) == text
        position.push(REDEAL)
        assert position.state == board
        reloaded = Position.parse(text)
        reloaded.push(REDEAL)
        assert reloaded.state == board
        assert sorted(c for pile in board.piles for c in pile) == sorted(
            c for pile in reloaded.state.piles for c in pile
        )


def test_row_19_what_is_in_its_place_stays_and_a_gap_is_left_behind_it() -> None:
    position = Position.parse(
        "gaps+redeals=1 / a: 2C 3C 4C 9H * / b: 2H -- * / c: 3D -- * / d: -- * / "
    )
    position.push(REDEAL)
    shown = [[position.cards(f"{row}{place}") for place in range(13)] for row in "abcd"]
    assert [card_text(shown[0][n][0]) for n in range(3)] == ["2C", "3C", "4C"]
    assert not shown[0][3]
    assert card_text(shown[1][0][0]) == "2H"
    assert not shown[1][1]
    assert not shown[2][0]
    assert not shown[3][0]
    assert sum(not place for row in shown for place in row) == 4


# -- row 20: small and empty wastes -------------------------------------------------------------------------


@pytest.mark.rule("1.a.8", "A3")
@pytest.mark.parametrize("name", ["small-harp", "big-harp+draw-3", "harp-9", "klondike+draw-3"])
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_row_20_turning_over_a_small_waste(name: str, cards: int) -> None:
    words = "2C 7D 9S 4H".split()[:cards]
    position = Position.parse(f"{name} / t1: ?* / t2: KS / w: {' '.join(words)}")
    shown = [card_text(c) for c in position.cards("w")]
    assert shown == words
    position.push(Move.parse("ws"))
    assert position.cards("w") == ()
    assert [card_text(c) for c in reversed(position.cards("s"))] == words  # they come as they came
    draw = getattr(position.game.rules.stock, "draw", 1)
    position.push(Move.parse("sw"))
    assert [card_text(c) for c in position.cards("w")] == words[:draw]
    for _ in range(2):
        position.pop()
    assert [card_text(c) for c in position.cards("w")] == words


@pytest.mark.parametrize("name", ["small-harp", "big-harp+draw-3", "harp-9"])
def test_row_20_turning_over_an_empty_waste(name: str) -> None:
    position = Position.parse(f"{name} / t1: ?* / t2: KS")
    assert refused(position, "ws") == "stock-empty"
    assert refused(position, "sw") == "stock-empty"


@pytest.mark.rule("5.2.5", "T5.7")
def test_row_20_gathering_when_there_is_little_or_nothing() -> None:
    one = Position.parse("spider-pauk+small-4x2 / a: 4S 4H / k: AS 2H / u1: AH")
    one.push(Move.parse("ts"))
    assert one.cards("u1") == (card(1, 2),)
    none = Position.parse("spider-pauk+small-4x2 / a: 4S 4H / k: AS AH")
    assert none.is_won
    assert refused(none, "ts") == "columns-empty"


# -- row 23: undo of a draw ---------------------------------------------------------------------------------


@pytest.mark.rule("V1")
@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 7])
@pytest.mark.parametrize("name", ["big-harp+draw-3", "klondike+draw-3", "small-harp"])
def test_row_23_a_draw_undone_and_done_again(name: str, left: int) -> None:
    stock = "2C 7D 9S 4H JC 3D TS".split()[:left]
    position = Position.parse(
        f"{name} / t1: ?* / t2: KS / s: {' '.join(w.lower() for w in stock)} / w: 5C"
    )
    before = position.state
    while position.cards("s"):
        position.push(Move.parse("sw"))
        drawn, hashed = position.cards("w"), hash(position)
        position.pop()
        position.push(Move.parse("sw"))
        assert position.cards("w") == drawn
        assert hash(position) == hashed
    assert [card_text(c) for c in position.cards("w")] == ["5C", *reversed(stock)]
    while position.history:
        position.pop()
    assert position.state == before


@pytest.mark.rule("3.1", "C3")
@pytest.mark.parametrize("size", range(1, 9))
def test_row_23_the_cyclic_pile_across_its_boundary(size: int) -> None:
    pile = "2C 7D 9S 4H JC 3D TS 6H".split()[:size]
    position = Position.parse(
        f"black-harp / t1: ?* / t2: KS / s: {' '.join(w.lower() for w in pile)}"
    )
    states = [position.state]
    for _ in range(3 * size):
        for move in ("so", "os"):
            position.push(Move.parse(move))
            after = position.state
            position.pop()
            assert position.state == states[-1]
            position.push(Move.parse(move))
            assert position.state == after
            states.append(after)
    for state in reversed(states[:-1]):
        position.pop()
        assert position.state == state


# -- row 25: undo gives back the same game ------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in FULL if "+" not in n])
def test_row_25_two_hundred_moves_and_back(name: str) -> None:
    game, random = Game.named(name), Xoshiro256.seeded(25)
    position = game.start(deck_of(name, 25))
    trail = []
    for _ in range(200):
        moves = position.legal_moves()
        if not moves:
            break
        trail.append((position.state, moves))
        position.push(choose(moves, game, random))
    for state, moves in reversed(trail):
        position.pop()
        assert position.state == state
        assert position.legal_moves() == moves
    assert position == game.start(deck_of(name, 25))


# -- row 29: what follows by itself belongs to the move -----------------------------------------------------


@pytest.mark.rule("1.a.3", "1.a.5")
@pytest.mark.parametrize(
    ("text", "move", "rises"),
    [
        (
            "small-harp / t1: as ah ac 5D / t2: 6C / s: *",
            "t1t2",
            3,
        ),  # a column of aces under a card
        ("small-harp / t1: as 5D / t2: 6C / s: *", "t1t2", 1),
        ("small-harp / t1: KS / s: * as", "sw", 1),  # drawn
        ("small-harp / t1: as 2S / f: -- / t2: 3D / s: *", "t1t2", 1),
        ("big-harp / t1: as as 5D / t2: 6C / s: *", "t1t2", 2),  # both twins
        ("big-harp+extra-row+row-size=3 / t1: KS / s: * ac 5d as", "sx", 2),  # dealt
        ("black-harp / t1: ?* KS / s: 2c 3c as 4d", "so", 1),  # opened
    ],
)
def test_row_29_one_undo_takes_it_all_back(text: str, move: str, rises: int) -> None:
    position = Position.parse(text)
    before = position.state
    seen = position.push(Move.parse(move))
    assert sum(s.rises for s in seen) == rises
    assert position.history == (Move.parse(move),)
    after = position.state
    position.pop()
    assert position.state == before
    position.push(Move.parse(move))
    assert position.state == after


# -- row 35: a win is seen however it comes -----------------------------------------------------------------


@pytest.mark.rule("1.a.9", "3.a.4", "4.a.4", "5.2.6", "6.rules")
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("small-harp / f: KC KD KH QS / t1: KS", "t1f"),
        ("small-harp / f: KC KD KH QS / w: KS", "wf"),
        ("black-harp / f: KC KD KH QS / o: KS", "of"),
        ("harp-9 / f: KC KD KH KS KC KD KH QS / t5: KS", "t5f"),
        ("big-harp+extra-row / f: KC KD KH KS KC KD KH QS / x: KS", "x1f"),
        ("big-harp+mercy / f: KC KD KH KS KC KD KH QS / t1: KS", "t1f"),
        ("spider-pauk / a: KS KH KC KD / k: AS AH AC 2D / u1: AD", "u1k"),
        ("spider-pauk / a: KS KH KC QD / k: AS AH AC AD / u1: KD", "u1a"),
        (
            "gaps+small-4x4 / a: 2C 3C 4C -- / b: 2D 3D 4D -- / c: 2H 3H 4H -- / d: 2S 3S -- 4S",
            "d3d2",
        ),
        (
            "fig288+small-3x2 / a: AH 2H 3H -- / b: AH 2H 3H -- / c: AS 2S 3S -- / d: AS 2S -- 3S",
            "d3d2",
        ),
    ],
)
def test_row_35_the_last_card_wins_from_wherever_it_comes(text: str, move: str) -> None:
    position = Position.parse(text)
    assert position.outcome() is not Outcome.WON
    position.push(Move.parse(move))
    assert position.is_won
    assert position.outcome() is Outcome.WON
    assert not position.is_stuck()
    position.pop()
    assert position.outcome() is not Outcome.WON
    position.push(Move.parse(move))
    again = Position.parse(str(position))
    assert (position.outcome(), again.outcome()) == (Outcome.WON, Outcome.WON)


def test_row_35_a_card_in_a_foundation_of_the_wrong_row_is_no_win() -> None:
    position = Position.parse(
        "gaps+small-4x4 / a: 2C 3C 4C -- / b: 2D 3D 4D -- / c: 2H 3H 4H -- / d: -- 2S 3S 4S"
    )
    assert not position.is_won
    assert position.outcome() is Outcome.PLAYING


# -- row 37: stuck ------------------------------------------------------------------------------------------


@pytest.mark.rule("1.2.stuck", "1.2.no_move")
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        # Two red nines for one black eight: it goes from one to the other and back, and nothing comes of it.
        ("small-harp / t1: kc 9H 8S / t2: kd 9D / t3: kh 9C / t4: ks 9S / t5: ac ad ah as *", Outcome.STUCK),
        # The same, and under the eight lies a card that goes up.
        ("small-harp / f: 8H / t1: kc 9H 8S / t2: kd 9D / t3: kh 9C / t4: ks 9S / t5: ?* ", Outcome.PLAYING),
        # A king that begins its column walks from space to space.
        ("small-harp / t1: KS / t2: kc 9H / t3: kd 9D / t4: ac ?* 9C", Outcome.STUCK),
        # A king that lies on cards does not: they turn up.
        ("small-harp / t1: 2s KS / t2: kc 9H / t3: kd 9D / t4: ac ?* 9C", Outcome.PLAYING),
        # Nothing moves at all.
        ("harp-9 / t1: kc 9H / t2: kd 9D / t3: kh 9H / t4: ac ?* 9D"
         " / t5: 2c 9C / t6: 2c 9C / t7: 2d 9S / t8: 2d 9S / t9: 3c 3C", Outcome.NO_MOVE),
    ],
)  # fmt: skip
def test_row_37_pointless_moves_keep_nothing_alive(text: str, outcome: Outcome) -> None:
    position = Position.parse(text)
    assert position.outcome() is outcome
    if outcome is Outcome.STUCK:
        assert position.legal_moves()
