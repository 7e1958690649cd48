"""Games to be written down: every patience, every variant, played at random."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import strategies as st

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.notation import Line, Node, Record, grow, of_position
from arfa.rules.load import game_ids, load_game

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
FORMATS = VECTORS / "formats"
"""Texts of other programs."""


def _all_names() -> list[str]:
    names = []
    for game in game_ids():
        names.append(game)
        file = load_game(game).file
        for key, variant in file.variants.items():
            number = variant.parameter
            word = key if number is None else f"{key}={number.min}"
            names.append(load_game("+".join([game, *variant.requires, word])).name)
    return sorted(set(names))


NAMES = _all_names()
"""The patiences and each of their variants."""
MORE = ["small-harp+mercy+worry-back", "big-harp+extra-row+row-cover+mercy", "harp-9+worry-back"]
"""Some variants together."""

names = st.sampled_from(NAMES + MORE)
seeds = st.integers(0, 2**32)


def random_game(
    name: str, seed: int, length: int, undo: float = 0.0
) -> tuple[Position, list[Move | None]]:
    """A position after a random game, and its log, in which None is an undo."""
    game, random = Game.named(name), Random(seed)
    position = game.start(Deal("ours", seed).deck(game.rules))
    log: list[Move | None] = []
    for _ in range(length):
        if position.history and random.random() < undo:
            for _ in range(random.randint(1, 6)):
                if position.history:
                    position.pop()
                    log.append(None)
        moves = position.legal_moves()
        if not moves:
            break
        onward = [m for m in moves if m.src != "s"] if random.random() < 0.6 else moves
        log.append(random.choice(onward or moves))
        position.push_legal(log[-1])  # type: ignore[arg-type]
    return position, log


TEXTS = st.text(
    st.one_of(st.characters(), st.sampled_from('{}"\\;()[]$!?\n\t «»\x00\u2028\ud800')), max_size=40
)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(lambda t: t[0] == "X"),
    TEXTS,
    max_size=3,
)


def decorated(line: Line, draw: st.DrawFn, depth: int = 0) -> Line:
    """The same moves with judgements and comments strewn over them."""
    nodes = []
    for node in line.nodes:
        rare = draw(st.integers(0, 9)) == 0
        nodes.append(
            Node(
                node.move,
                tuple(draw(st.lists(st.integers(0, 255), max_size=2))) if rare else (),
                tuple(draw(st.lists(TEXTS, max_size=2))) if rare else (),
                tuple(decorated(v, draw, depth + 1) for v in node.variations),
            )
        )
    comments = draw(st.lists(TEXTS, max_size=1)) if depth < 2 else []
    return Line(tuple(nodes), tuple(comments))


@st.composite
def records(draw: st.DrawFn, length: int = 60) -> Record:
    """Records of random games with variations, comments, judgements and tags of one's own."""
    seed = draw(seeds)
    position, log = random_game(draw(names), seed, draw(st.integers(0, length)), undo=0.15)
    line = decorated(grow(log), draw)
    tags = draw(TAGS) | ({"Player": draw(TEXTS)} if draw(st.booleans()) else {})
    how = draw(st.sampled_from(["deal", "deck", "position"]))
    deal = Deal("ours", seed)
    rules = position.game.rules
    return of_position(
        position,
        deal=deal if how == "deal" else None,
        deck=deal.deck(rules) if how == "deck" else None,
        line=line,
        tags={k: v for k, v in tags.items() if v.strip()},
    )
