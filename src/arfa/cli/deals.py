"""Which deal a call means, and how deals are named to a person."""

from __future__ import annotations

from arfa.cli.base import Function, option
from arfa.cli.language import language, tr
from arfa.cli.names import Chosen
from arfa.deals import CodeError, Deal, encode
from arfa.rules.load import GameSpec


def deal_option(function: Function) -> Function:
    """The option ``--deal``."""
    return option("--deal", help="cli-opt-deal", metavar="cli-word-deal")(function)


def deal_of(chosen: Chosen, word: str | None) -> Deal:
    """The deal that a word names, or the one of the share code that named the patience, or a random one.

    Raises :class:`~arfa.deals.DealError` or :class:`~arfa.errors.DeckError`.
    """
    if word is not None:
        return Deal.parse(word, chosen.spec)
    return chosen.deal or Deal.random()


def code_of(spec: GameSpec, deal: Deal) -> str | None:
    """The share code; None where there is none (a rule file of one's own, a short deck)."""
    try:
        return encode(spec, deal)
    except CodeError:
        return None


def headline(spec: GameSpec, deal: Deal | None) -> str:
    """«Арфа малая · расклад 12345 · код B7KM-2P»."""
    words = [spec.title(language())]
    if deal is not None:
        if deal.scheme != "exact":
            words.append(tr("cli-deal-number", deal=str(deal)))
        code = code_of(spec, deal)
        if code is not None and deal.scheme != "exact":
            words.append(tr("cli-deal-code", share=code))
    return " · ".join(w[:1].lower() + w[1:] if i else w for i, w in enumerate(words))
