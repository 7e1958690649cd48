"""Decks line by line, answered line by line: a file or a pipe, answered before its end is there.

A thread reads, so that as many decks are solved together as are waiting, and a single one at once.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import cache
from io import UnsupportedOperation
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, NamedTuple, Unpack

import click

from arfa.cards import Card, card_text
from arfa.cli.failures import BAD, YES, CommandError, sentence
from arfa.cli.language import language
from arfa.cli.solving.entries import entry
from arfa.deals import Deal, parse_deck
from arfa.engine.game import Game
from arfa.errors import ArfaError, Message
from arfa.solver import Limits, Result, solve_many
from arfa.texts import say

BATCH = 1024
"""How many decks are solved together at most."""
LONGEST = 10_000
"""How many bytes a line may have."""
_WAITING = 4 * BATCH
_FLUSH = 0.02


class Item(NamedTuple):
    """A line of the input: a deck, or what is wrong with it."""

    number: int
    """The number of the line, from 1."""
    deck: tuple[Card, ...] | None
    fault: ArfaError | None = None


class Stream:
    """Reads decks, has them solved, and writes an answer for each."""

    def __init__(
        self,
        game: Game,
        *,
        line: bool,
        threads: int | None,
        progress: bool,
        **limits: Unpack[Limits],
    ) -> None:
        self.game, self.line, self.threads, self.limits = game, line, threads, limits
        self.pack = list(game.pack())
        self.answered = self.faults = 0
        self.progress = progress
        self._flushed = 0.0

    def run(self, file: IO[bytes]) -> int:
        """Answer every line of a file; the exit code says whether each of them was a deck."""
        lines: Queue[tuple[int, bytes] | None] = Queue(_WAITING)
        reader = Thread(target=_read, args=(file, lines), daemon=True)
        reader.start()
        for batch in _batches(lines):
            self._solve([self._item(number, line) for number, line in batch])
        if self.progress:
            click.echo(err=True)
        return BAD if self.faults else YES

    # -- decks ----------------------------------------------------------------------------------------------

    def _item(self, number: int, line: bytes) -> Item:
        try:
            return Item(number, self._deck(line))
        except ArfaError as error:
            return Item(number, None, error)

    def _deck(self, line: bytes) -> tuple[Card, ...]:
        """The deck of a line: its cards, a deal in any other form, or a JSON object that has a ``deck``."""
        if len(line) > LONGEST:
            raise CommandError("cli-solve-line-long", limit=LONGEST)
        deck = tuple(_cards().get(word, -1) for word in line.split())
        if sorted(deck) == self.pack:
            return deck
        try:
            text = line.decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            raise CommandError("cli-solve-line-text", place=error.start + 1) from error
        rules = self.game.rules
        if text.startswith("{"):
            return parse_deck(_of_object(text), rules)
        if len(text.split()) > 1:
            return parse_deck(text, rules)
        return Deal.parse(text, self.game.spec).deck(rules)

    # -- answers --------------------------------------------------------------------------------------------

    def _solve(self, items: list[Item]) -> None:
        decks = [item.deck for item in items if item.deck is not None]
        waiting = iter(items)

        def answer(_: int, result: Result) -> None:
            for item in waiting:
                if item.fault is None:
                    self._write(item, entry(result, line=self.line))
                    return
                self._complain(item)

        if decks:
            solve_many(
                self.game, decks, line=self.line, threads=self.threads, done=answer, **self.limits
            )
        for item in waiting:
            self._complain(item)
        self._flush(now=True)

    def _complain(self, item: Item) -> None:
        self.faults += 1
        assert item.fault is not None
        message = _at(item.fault.message, item.number)
        said = sentence(say(message, language()))
        fault = {"code": message.code, "message": said, "line": item.number}
        self._write(item, {"error": fault})

    def _write(self, item: Item, found: dict[str, Any]) -> None:
        found = {"number": item.number, **found}
        sys.stdout.write(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.answered += 1
        self._flush()

    def _flush(self, *, now: bool = False) -> None:
        clock = time.monotonic()
        if now or clock - self._flushed > _FLUSH:
            self._flushed = clock
            sys.stdout.flush()
            if self.progress:
                click.echo(f"\r{self.answered}", err=True, nl=False)


def _at(message: Message, number: int) -> Message:
    """The message with the place in the file, where it names one in the line."""
    places = {name: number for name in ("line", "first_line") if name in message.values}
    return Message(message.code, **{**message.values, **places})


@cache
def _cards() -> dict[bytes, Card]:
    return {card_text(c).encode(): c for c in range(52)}


def _of_object(text: str) -> str:
    """The deck of a JSON object as text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError("cli-solve-json", why=str(error)[:80]) from error
    deck = found.get("deck") if isinstance(found, dict) else None
    if isinstance(deck, list) and all(isinstance(c, str) for c in deck):
        return " ".join(deck)
    if isinstance(deck, str):
        return deck
    raise CommandError("cli-solve-json-deck")


def _read(file: IO[bytes], lines: Queue[tuple[int, bytes] | None]) -> None:
    """Put the lines of a file into a queue, numbered; those that are empty or remarks are left out."""
    number = 0
    try:
        for line in _lines(file):
            number += 1
            if line.strip() and not line.startswith(b"#"):
                lines.put((number, line))
    finally:
        if file is not sys.stdin.buffer:
            file.close()
        lines.put(None)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; what is too long is cut, so that no line can fill the memory."""
    while line := file.readline(LONGEST + 1):
        end = line
        while not end.endswith(b"\n") and len(end) == LONGEST + 1:
            end = file.readline(LONGEST + 1)
        yield line


def _batches(
    lines: Queue[tuple[int, bytes] | None],
) -> Iterator[list[tuple[int, bytes]]]:
    """The lines as they come: as many together as are waiting."""
    while True:
        item = lines.get()
        batch: list[tuple[int, bytes]] = []
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH:
                break
            try:
                item = lines.get_nowait()
            except Empty:
                break
        if batch:
            yield batch
        if item is None:
            return


def open_decks(name: str) -> IO[bytes]:
    """The file of that name, or the standard input for ``-``.  Raises :class:`CommandError`."""
    if name == "-":
        try:  # a reader of its own: at the end Python waits for the lock of that of sys.stdin, which may hang in a pipe
            return open(sys.stdin.fileno(), "rb", closefd=False)
        except UnsupportedOperation:  # no file stands behind it
            return sys.stdin.buffer
    try:
        return open(name, "rb")  # noqa: PTH123  (it is closed by _read)
    except (OSError, ValueError) as error:
        raise CommandError("cli-unreadable", file=name[:80], why=str(error)) from error
