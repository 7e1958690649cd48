"""Several records in one text, and lines that grow with what was said on the way."""

from __future__ import annotations

import pytest

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.notation import RecordError, grow, of_position, read_record, read_records
from arfa.notation.reader import MAX_RECORDS

ONE = '[Game "klondike"] [Deal "1"] sw sw (sw) *\n'
TWO = '[Game "gaps"] [Deal "2"] *\n'
SW = Move.parse("sw")


def test_records_stand_one_behind_another() -> None:
    found = read_records(ONE + "\n" + TWO + ONE.replace("*", ""))
    assert [record.game_name for record in found] == ["klondike", "gaps", "klondike"]
    assert found[0] == found[2] == read_record(ONE)
    assert read_records(ONE) == [read_record(ONE)]
    assert read_records("\n".join(str(record) for record in found)) == found


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (ONE + "sw", (2, 1)),
        (ONE + "[Game", (2, 1)),
        (
            ONE + TWO.replace("*", "") + TWO,
            (3, 1),
        ),  # without moves and result they are tags of one record
        (ONE + TWO.replace("gaps", "no-such"), (2, 1)),
        (ONE + '[Game "klondike"] [Deal "1"]\nsw (sw\n' + TWO, (4, 1)),
        (ONE * MAX_RECORDS + ONE, (MAX_RECORDS + 1, 1)),
        ("", (1, 1)),
    ],
)
def test_one_that_is_wrong_makes_all_of_it_wrong(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert (caught.value.line, caught.value.column) == place


def test_remarks_behind_a_result_belong_to_no_record() -> None:
    remark = "; two games are missing\n;[and {this\n\n"
    assert read_records(ONE + remark + ONE + remark) == read_records(ONE + ONE)
    assert read_record(ONE + remark) == read_record(ONE)
    with pytest.raises(RecordError) as caught:
        read_record(ONE + "; a remark\nsw")
    assert caught.value.reason.code == "record-after-result"


def test_a_single_record_ends_where_its_text_ends() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(ONE + ONE)
    assert caught.value.reason.code == "record-after-result"


def test_what_is_said_belongs_to_the_position_of_that_moment() -> None:
    line = grow(["begin", SW, "one", SW, "two", None, "one", "again", None, SW])
    assert line.comments == ("begin",)
    node = line.nodes[0]
    assert node.comments == ("one", "again")
    assert line.nodes[1].move is None
    assert line.nodes[1].variations[0].nodes[0].comments == ("two",)
    game = Game.named("klondike")
    deal = Deal("ours", 1)
    position = game.start(deal.deck(game.rules))
    position.push(SW)
    text = str(of_position(position, deal=deal, line=line))
    assert "{begin} 1. sw {one} {again} -- (2. sw {two}) unfinished" in " ".join(text.split())
    assert str(read_record(text)) == text
