"""``arfa rules``: how a patience is played, as a page to read."""

from __future__ import annotations

from arfa.cli.base import command as make_command
from arfa.cli.base import lang_option, option
from arfa.cli.board import small_board
from arfa.cli.language import language, tr
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import Page, paragraphs
from arfa.cli.screen import console, signs
from arfa.engine.moves import Move
from arfa.notation.examples import stage
from arfa.rules.file import Sentence
from arfa.rules.load import GameSpec

_INNER = str.maketrans({"«": "„", "“": "„", "»": "“", "”": "“"})
"""Marks of quotation within a quotation."""


@make_command("rules")
@name_argument()
@option("--examples", is_flag=True, help="cli-rules-examples")
@lang_option
def command(chosen: Chosen, examples: bool) -> None:
    """Print the rules."""
    print_rules(Page(console()), chosen.spec, examples=examples)


def print_rules(page: Page, spec: GameSpec, *, examples: bool = False) -> None:
    """The rule text of a patience with its variants, part by part, and what is said of its source.

    With ``examples``, the small tables of every sentence follow it.
    """
    lang = language()
    page.gap()
    page.title(spec.file.name[lang])
    if spec.chosen:
        page.under_title(spec.title(lang).removeprefix(spec.file.name[lang]).removeprefix(": "))
    page.gap()
    page.paragraph(spec.file.about[lang], "italic")
    parts: dict[str, list[Sentence]] = {}
    for sentence in spec.sentences():
        parts.setdefault(sentence.part, []).append(sentence)
    for part, sentences in parts.items():
        page.heading(tr(f"part-{part}"))
        if examples:
            for sentence in sentences:
                print_sentence(page, spec, sentence)
        else:
            for paragraph in paragraphs(s.ru if lang == "ru" else s.en for s in sentences):
                page.paragraph(paragraph)
    if spec.file.notes:
        page.heading(tr("part-notes"))
        for number, note in enumerate(spec.file.notes, 1):
            page.note(f"{number:>2}.", note.ru if lang == "ru" else note.en)
    page.gap()


def print_sentence(page: Page, spec: GameSpec, sentence: Sentence) -> None:
    """A sentence with its examples: the table, what is to be seen, what is allowed and what is not, and why."""
    lang = language()
    page.paragraph(sentence.ru if lang == "ru" else sentence.en)
    if sentence.quote:
        page.note("   ", f"«{sentence.quote.translate(_INNER)}»")
    for example in sentence.examples:
        staged = stage(spec, example)
        page.gap()
        page.picture(small_board(staged, page.width, signs=signs()))
        page.gap()
        page.note("   ", example.ru if lang == "ru" else example.en)
        if example.legal:
            page.note(" + ", tr("cli-rules-allowed", move=example.legal))
        if example.illegal:
            why = staged.position.refusal(Move.parse(example.illegal))
            assert why is not None, "the tests play every example"
            page.note(" - ", tr("cli-rules-refused", move=example.illegal, why=why))
    page.gap()
