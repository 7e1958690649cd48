"""Which sentence of the rule text a refusal rests on.

An example of a sentence names the code of its refusal, and the tests play it: so the examples are the map.  A reason
that no example shows belongs to a part of the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from arfa.rules.load import GameSpec

MISTAKES = frozenset(
    (
        "action-count",
        "destination-wrong",
        "gap-source",
        "group-too-many",
        "pile-unknown",
        "redeal-won",
        "redeal-word",
        "same-pile",
        "source-empty",
        "source-wrong",
        "stock-none",
    )
)
"""Refusals that say that the move names something which is not there: no rule forbids it."""

_PARTS = (
    (
        "columns",
        "build gap-behind-gap gap-behind-king gap-front gap-taken gap-wants group-broken group-face-down group-king "
        "group-single group-strict",
    ),
    ("spaces columns", "space"),
    (
        "foundations",
        "foundation-base foundation-complete foundation-full foundation-single foundation-suit foundation-wants "
        "group-foundation worry-ace worry-never",
    ),
    (
        "stock redeal end",
        "columns-empty cycle-closed cycle-forced cycle-open deal-space draw-not-stuck group-hand stock-empty "
        "waste-empty",
    ),
    ("phases", "deal-phase groups-closed groups-limit transfer-phase"),
    ("columns phases", "transfer-never"),
    ("redeal phases", "groups-all-dealt groups-left"),
    ("redeal stock end", "redeal-never redeal-none-left redeal-stock-left stock-empty-redeal"),
    (
        "mercy spaces columns",
        "mercy-group mercy-not-stuck mercy-off mercy-space mercy-space-used mercy-spent",
    ),
)
"""Where a reason belongs that no example shows: the first of these parts that a text has.  ``build`` and ``space``
stand for all reasons that begin so, since their codes are put together of the words of the rules."""

_WHERE = {code: tuple(parts.split()) for parts, codes in _PARTS for code in codes.split()}

_LIKE = {
    "build-both": "build-colour",
    "build-king": "build-rank",
    "foundation-suit": "foundation-wants",
}
"""Reasons that the example of another shows as well."""

REASONS = frozenset(_WHERE) - {"build", "space"}
"""The reasons that are written out."""


def is_rule(code: str) -> bool:
    """Whether a code is that of a refusal for which a rule can be shown."""
    return _parts(code) is not None


def sentence_for(spec: GameSpec, code: str) -> int | None:
    """The number, within the text of the patience, of the sentence that forbids what was refused."""
    parts = _parts(code)
    if parts is None:
        return None
    text, held = spec.file.text, list(_held(spec))
    for part in parts:
        own = [i for i in held if text[i].part == part]
        for i in own:
            if any(e.reason in (code, _LIKE.get(code)) for e in text[i].examples):
                return i
        if own:
            return own[0]
    return None


def _parts(code: str) -> tuple[str, ...] | None:
    word = code.partition("-")[0]
    return _WHERE.get(word if word in ("build", "space") else code)


def _held(spec: GameSpec) -> Iterator[int]:
    """The numbers of the sentences that hold for the chosen variants."""
    chosen = {id(sentence) for sentence in spec.sentences()}
    return (i for i, sentence in enumerate(spec.file.text) if id(sentence) in chosen)
