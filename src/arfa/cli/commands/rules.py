"""``arfa rules``: how a patience is played, as a page to read."""

from __future__ import annotations

from itertools import groupby

from arfa.cli.base import command as make_command
from arfa.cli.base import lang_option
from arfa.cli.language import language, tr
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import Page, paragraphs
from arfa.cli.screen import console
from arfa.rules.load import GameSpec


@make_command("rules")
@name_argument()
@lang_option
def command(chosen: Chosen) -> None:
    """Print the rules."""
    print_rules(Page(console()), chosen.spec)


def print_rules(page: Page, spec: GameSpec) -> None:
    """The rule text of a patience with its variants, part by part, and what is said of its source."""
    lang = language()
    page.gap()
    page.title(spec.file.name[lang])
    if spec.chosen:
        page.under_title(spec.title(lang).removeprefix(spec.file.name[lang]).removeprefix(": "))
    page.gap()
    page.paragraph(spec.file.about[lang], "italic")
    parts: dict[str, list[str]] = {}
    for part, sentences in groupby(spec.sentences(), key=lambda s: s.part):
        parts.setdefault(part, []).extend(s.ru if lang == "ru" else s.en for s in sentences)
    for part, texts in parts.items():
        page.heading(tr(f"part-{part}"))
        for paragraph in paragraphs(texts):
            page.paragraph(paragraph)
    if spec.file.notes:
        page.heading(tr("part-notes"))
        for number, note in enumerate(spec.file.notes, 1):
            page.note(f"{number:>2}.", note.ru if lang == "ru" else note.en)
    page.gap()
