"""Words for people: grammar in both languages, and the messages that carry it."""

from __future__ import annotations

import pickle

import pytest

from arfa import texts
from arfa.cards import parse_card
from arfa.errors import ArfaError, CardError, Message
from arfa.texts import (
    LANGUAGES,
    card_name,
    catalogue,
    coloured_rank,
    pile_name,
    plural_form,
    rank_name,
    say,
    suit_name,
)

NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25)


def _in(monkeypatch: pytest.MonkeyPatch, lang: str, template: str) -> None:
    """Let the code ``x`` have this template."""
    monkeypatch.setattr(texts, "catalogue", lambda _: {**catalogue(lang), "x": template})


# ---------------------------------------------------------------------------------------------- grammar
@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "0 ходов"),
        (1, "1 ход"),
        (2, "2 хода"),
        (4, "4 хода"),
        (5, "5 ходов"),
        (11, "11 ходов"),
        (12, "12 ходов"),
        (14, "14 ходов"),
        (21, "21 ход"),
        (22, "22 хода"),
        (25, "25 ходов"),
        (101, "101 ход"),
        (111, "111 ходов"),
        (112, "112 ходов"),
        (-1, "-1 ход"),
    ],
)
def test_russian_numbers(monkeypatch, n, words):
    _in(monkeypatch, "ru", "{n:ход|хода|ходов}")
    assert say(Message("x", n=n), "ru") == words


@pytest.mark.parametrize(
    ("n", "words"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (21, "21 moves")]
)
def test_english_numbers(monkeypatch, n, words):
    _in(monkeypatch, "en", "{n:move|moves}")
    assert say(Message("x", n=n), "en") == words


def test_which_form_a_number_takes():
    assert [plural_form(n, "ru") for n in NUMBERS] == [2, 0, 1, 2, 2, 0, 1, 2]
    assert [plural_form(n, "en") for n in NUMBERS] == [1, 0, 1, 1, 1, 1, 1, 1]


def test_cases_of_cards():
    nine, jack = parse_card("9S"), parse_card("JH")
    assert [card_name(nine, "ru", case) for case in ("nom", "acc", "gen")] == [
        "девятка пик",
        "девятку пик",
        "девятки пик",
    ]
    assert [card_name(jack, "ru", case) for case in ("nom", "acc", "gen")] == [
        "валет червей",
        "валета червей",
        "валета червей",
    ]
    assert {card_name(nine, "en", case) for case in ("nom", "acc", "gen")} == {"nine of spades"}


def test_cases_of_ranks_and_suits():
    assert rank_name(1, "ru") == "туз"
    assert rank_name(7, "ru", "acc") == "семёрку"
    assert rank_name(12, "ru", "gen") == "дамы"
    assert rank_name(13, "en", "acc") == "king"
    assert [suit_name(s, "ru") for s in range(4)] == ["треф", "бубен", "червей", "пик"]
    assert [suit_name(s, "en") for s in range(4)] == ["clubs", "diamonds", "hearts", "spades"]
    assert (
        len(
            {
                rank_name(r, lang, case)
                for lang in LANGUAGES
                for r in range(1, 14)
                for case in ("nom",)
            }
        )
        == 26
    )


def test_colours_agree_with_ranks():
    assert coloured_rank(9, True, "ru") == "красная девятка"
    assert coloured_rank(9, True, "ru", "acc") == "красную девятку"
    assert coloured_rank(13, False, "ru") == "чёрный король"
    assert coloured_rank(13, False, "ru", "acc") == "чёрного короля"
    assert coloured_rank(10, False, "ru", "gen") == "чёрной десятки"
    assert coloured_rank(9, True, "en", "acc") == "red nine"


def test_grammar_goes_by_the_name_of_the_field(monkeypatch):
    _in(
        monkeypatch,
        "ru",
        "{card:acc}, {card_below}, {card:class-acc}, {parent:acc}, {rank:gen}, {suit}, {text}",
    )
    message = Message(
        "x",
        card=parse_card("9H"),
        card_below=parse_card("JS"),
        parent=(10, False),
        rank=12,
        suit=3,
        text="9H",
    )
    assert say(message, "ru") == (
        "Девятку червей, валет пик, красную девятку, чёрную десятку, дамы, пик, 9H"
    )


def test_a_message_in_a_message(monkeypatch):
    _in(monkeypatch, "en", "no: {why}")
    assert say(Message("x", why=Message("card-unknown", text="?")), "en").startswith(
        'No: "?" is not'
    )


def test_piles_are_named_by_their_letter_or_whole():
    assert pile_name("t3", "ru") == "столбец 3"
    assert pile_name("t3", "en") == "column 3"
    assert pile_name("s", "ru", "acc") == "колоду"
    assert pile_name("ä9", "ru") == "ä9"
    # A card of a row is told from the row.
    assert pile_name("x3", "ru") == "дополнительный ряд, карта 3"
    assert pile_name("x3", "ru", "acc") == "дополнительный ряд, карту 3"
    assert pile_name("x3", "en") == "the extra row, card 3"
    for case in ("nom", "acc"):
        assert pile_name("x", "ru", case) == "дополнительный ряд"
        assert pile_name("x", "en", case) == "the extra row"


def test_there_is_no_third_language():
    with pytest.raises(KeyError):
        catalogue("de")


# ---------------------------------------------------------------------------------------------- messages
def test_a_message_is_a_value():
    message = Message("deck-count", n=51, wanted=52)
    assert message == Message("deck-count", wanted=52, n=51)
    assert hash(message) == hash(Message("deck-count", wanted=52, n=51))
    assert message != Message("deck-count", n=50, wanted=52)
    assert message != "deck-count"
    assert eval(repr(message)) == message
    assert pickle.loads(pickle.dumps(message)) == message  # noqa: S301
    with pytest.raises(AttributeError):
        message.code = "other"
    with pytest.raises(TypeError):
        message.values["n"] = 1  # type: ignore[index]


def test_an_error_speaks_english_by_itself_and_survives_pickling():
    error = CardError("card-unknown", text="XX")
    assert isinstance(error, ArfaError)
    assert str(error).startswith('"XX" is not a card')
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert again.message == error.message
    assert str(again) == str(error)
