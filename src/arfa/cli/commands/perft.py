"""``arfa perft``: how many lines of moves and how many positions a game has, move by move (``docs/perft.md``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import click

from arfa.cards import Card
from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import deal_of, deal_option
from arfa.cli.failures import NO, YES, CommandError, Usage
from arfa.cli.files import must_read
from arfa.cli.language import tr
from arfa.cli.names import NameOrText, choose
from arfa.deals import deck_text, parse_deck
from arfa.engine import perft
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.load import GameSpec

COUNTS = ("paths", "states", "space")
"""What a block of a vector file may count."""


class Block(NamedTuple):
    """A block of a vector file: a deal and what was counted from its start."""

    line: int
    """Where it begins."""
    spec: GameSpec
    deck: tuple[Card, ...]
    counts: dict[str, tuple[int, ...]]


@make_command("perft")
@argument("name", "cli-word-name", type=NameOrText(), required=False)
@argument("depth", "cli-word-depth", type=Whole(0, 1000), required=False)
@deal_option
@option("--verify", "file", help="cli-perft-verify", metavar="cli-word-file")
@lang_option
def command(name: str | None, depth: int | None, deal: str | None, file: str | None) -> int:
    """Print a block of counts, or check the blocks of a file; the exit code says whether they are right."""
    if file is not None:
        if name is not None and name.isdecimal() and depth is None:  # the only word is the depth
            depth = int(name[:6])
            name = None
        game = choose(name).spec.id if name is not None else None
        return _verify([b for b in blocks(must_read(file)) if game in (None, b.spec.id)], depth)
    if name is None or depth is None:
        raise Usage("cli-perft-what")
    chosen = choose(name)
    dealt = deal_of(chosen, deal or (None if chosen.deal else "1"))
    deck = dealt.deck(chosen.spec.rules)
    position = Game(chosen.spec).start(deck)
    click.echo(f"game {chosen.spec.name}\ndeck {deck_text(deck)}")
    for word in ("paths", "states"):
        click.echo(" ".join([word, *map(str, counted(position, word, depth))]))
    return YES


def counted(position: Position, word: str, depth: int) -> tuple[int, ...]:
    """What a word of a block says of a position; for ``space``, ``depth`` is the largest size that is counted."""
    if word == "paths":
        return perft.paths(position, depth)
    if word == "states":
        return perft.states(position, depth)
    size = perft.space(position, depth)
    return () if size is None else (size,)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a vector file.  Raises :class:`CommandError` with the line where it cannot be read."""
    found: dict[str, str] = {}
    begin = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        word, _, value = line.partition(" ")
        if word and not word.startswith("#"):
            begin = begin if found else number
            found[word] = value
        elif not word and found:
            yield _block(begin, found)
            found = {}


def _block(line: int, found: dict[str, str]) -> Block:
    if "game" not in found or "deck" not in found:
        raise CommandError("cli-perft-block", line=str(line))
    counts = {}
    for word in COUNTS:
        if word in found:
            if not re.fullmatch(r"[0-9]{1,4000}( [0-9]{1,4000})*", found[word]):
                raise CommandError("cli-perft-numbers", line=str(line), word=word)
            counts[word] = tuple(map(int, found[word].split()))
    spec = choose(found["game"]).spec
    return Block(line, spec, parse_deck(found["deck"], spec.rules), counts)


def _verify(found: list[Block], depth: int | None) -> int:
    """Count again what the blocks say, as far as ``depth``; say of each whether it is right."""
    wrong = 0
    for block in found:
        position = Game(block.spec).start(block.deck)
        faults = list(_faults(position, block, depth))
        wrong += bool(faults)
        click.echo(f"{'-' if faults else '+'} {block.spec.name}")
        for fault in faults:
            click.echo(f"  {fault}")
    click.echo(tr("cli-perft-wrong", n=wrong) if wrong else tr("cli-perft-right", n=len(found)))
    return NO if wrong or not found else YES


def _faults(position: Position, block: Block, depth: int | None) -> Iterator[str]:
    """What is counted differently, as a line each."""
    for word, said in block.counts.items():
        end = (
            said[0]
            if word == "space"
            else min(len(said) - 1, depth if depth is not None else len(said))
        )
        if word == "space" and depth is not None:
            continue
        true = counted(position, word, end)
        for d, (a, b) in enumerate(zip(said, true or (-1,), strict=False)):
            if a != b:
                yield tr(
                    "cli-perft-fault",
                    word=word,
                    depth=str(d),
                    found=str(a),
                    true=str(b) if b >= 0 else f">{a}",
                )
                break
