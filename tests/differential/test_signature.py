"""The searches look at exactly the states that they looked at when the vectors were made (tools/signature.py)."""

from __future__ import annotations

import pytest

from arfa.rules.load import game_ids
from tools import signature, vectors


@pytest.mark.parametrize("game", game_ids())
def test_the_signature_is_the_same(game: str) -> None:
    known = vectors.read("signature", game)
    made = list(signature.blocks(game))
    assert [block["game"] for block in made] == [block["game"] for block in known]
    for block, old in zip(made, known, strict=True):
        assert block == old, (
            f"the search of {block['game']} has changed; if that was meant: "
            f"python tools/make_vectors.py --kind signature --game {game}"
        )
