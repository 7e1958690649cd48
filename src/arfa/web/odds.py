"""How often a patience comes out, in a sentence: for who sees all cards, and for a careful player who does not."""

from __future__ import annotations

from arfa.errors import Message
from arfa.rules.load import RuleError, load_game
from arfa.store.winnable import Share, shares
from arfa.texts import say

_MOST, _NEARLY_ALL, _FEW = 0.95, 0.995, 0.05
"""Beyond these, tenths would say "all", or "none", of what is only nearly so."""


def odds(share: Share, lang: str) -> str:
    """The sentence, in tenths: few shares are known better, and nobody remembers more."""
    can, player = _can_be_won(share), share.player
    if player is None:
        said = Message("odds", can=can)
    elif player < _FEW:
        said = Message("odds-player-few", can=can)
    elif player >= _MOST:
        said = Message("odds-player-most", can=can)
    else:
        said = Message("odds-player", can=can, n=_tenths(player))
    return say(said, lang)


def odds_of(game: str, lang: str) -> dict[str, str]:
    """The sentences of a patience with each choice of variants that was measured by the rules as they are now."""
    found = {}
    for share in shares().values():
        if share.game.partition("+")[0] != game:
            continue
        try:
            spec = load_game(share.game)
        except RuleError:  # a variant that is no more
            continue
        if spec.rules_hash == share.rules:
            found[spec.name] = odds(share, lang)
    return found


def _can_be_won(share: Share) -> Message:
    low, high = _tenths(share.least), _tenths(share.most)
    if share.least >= _NEARLY_ALL:
        return Message("odds-all")
    if share.least >= _MOST:
        return Message("odds-most")
    if share.most < _FEW:
        return Message("odds-few")
    if share.least < _FEW:
        return Message("odds-up-to", n=high)
    if low < high:
        return Message("odds-between", low=low, high=high)
    return Message("odds-about", n=low)


def _tenths(share: float) -> int:
    return max(1, round(10 * share))
