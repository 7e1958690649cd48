"""Deals: numbered shuffles of our own, PySolFC's numbered boards, exact orders, decks as text, share codes."""

from arfa.deals.code import decode, encode
from arfa.deals.deal import Deal
from arfa.deals.errors import CodeError, DealError
from arfa.deals.text import deck_text, parse_deck

__all__ = ["CodeError", "Deal", "DealError", "deck_text", "decode", "encode", "parse_deck"]
