"""The rule text with its examples: small tables on which a reader tries what a sentence says.

Nothing is kept: the page sends the moves made so far, and gets the table that they lead to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from arfa.cards import suit
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.engine.view import view
from arfa.errors import Message
from arfa.notation.examples import Stage, moved_together, named, stage
from arfa.notation.reasons import REASONS, sentence_for
from arfa.rules.file import Example, Sentence
from arfa.rules.load import GameSpec, load_game
from arfa.texts import card_name, say
from arfa.web.labels import label, news_of, pile_label
from arfa.web.lesson_schemas import (
    ExampleTable,
    Lesson,
    SmallTable,
    TaughtPart,
    TaughtSentence,
    Trial,
)
from arfa.web.schemas import Plan, SourceNoteText
from arfa.web.state import choice_of, counts_of, piles_of, plan_of, standing
from arfa.web.table import Sight


@lru_cache(maxsize=64)
def lesson_json(name: str, lang: str) -> str:
    """The rules of a patience under its one name, as JSON: it is long, and always the same."""
    return lesson(name, lang).model_dump_json(exclude_unset=True)


def lesson(name: str, lang: str) -> Lesson:
    """The rules of a patience with its variants and their examples.  Raises :class:`~arfa.rules.load.RuleError`."""
    spec = load_game(name)
    held = {id(sentence) for sentence in spec.sentences()}
    reasons = _reasons(spec)
    parts: dict[str, list[TaughtSentence]] = {}
    for number, sentence in enumerate(spec.file.text):
        if id(sentence) in held:
            taught = _taught(spec, number, sentence, reasons.get(number, []), lang)
            parts.setdefault(sentence.part, []).append(taught)
    title = spec.file.source_title
    return Lesson(
        game=spec.name,
        name=spec.title(lang),
        about=spec.file.about[lang],
        source_title=None if title is None else title[lang],
        parts=[
            TaughtPart(title=say(Message(f"part-{part}"), lang), sentences=sentences)
            for part, sentences in parts.items()
        ],
        source_notes=[
            SourceNoteText(ref=note.ref, text=(note.ru if lang == "ru" else note.en).strip())
            for note in spec.file.notes
        ],
    )


def tried(name: str, example: str, moves: Sequence[str], lang: str) -> SmallTable:
    """The small table of an example (``12.0``) after some moves.

    Raises ``ExampleUnknown``, ``RuleError``, ``MoveError`` and ``IllegalMove``, each with its reason.
    """
    spec = load_game(name)
    found = named(spec, example)
    staged = stage(spec, found)
    names = Identities.from_position(staged.position)
    for move in moves:
        staged.position.push(Move.parse(move))
    return _table(staged, names, found, lang)


def _reasons(spec: GameSpec) -> dict[int, list[str]]:
    """For each sentence the codes of the refusals that it explains."""
    tableau = spec.rules.tableau
    built = {"build-both", "build-colour", "build-king", "build-rank"}
    if tableau is not None:
        build = tableau.build
        built |= {f"build-{build.match}-{build.direction}", f"space-{tableau.spaces}"}
    found: dict[int, list[str]] = {}
    for code in sorted(REASONS | built):
        number = sentence_for(spec, code)
        if number is not None:
            found.setdefault(number, []).append(code)
    return found


def _taught(
    spec: GameSpec, number: int, sentence: Sentence, reasons: list[str], lang: str
) -> TaughtSentence:
    return TaughtSentence(
        id=number,
        text=(sentence.ru if lang == "ru" else sentence.en).strip(),
        ref=list(sentence.ref),
        reasons=reasons,
        examples=[
            _example(spec, f"{number}.{n}", e, lang) for n, e in enumerate(sentence.examples)
        ],
        **({"quote": sentence.quote} if sentence.quote else {}),
    )


def _example(spec: GameSpec, name: str, example: Example, lang: str) -> ExampleTable:
    staged = stage(spec, example)
    return ExampleTable(
        id=name,
        caption=example.ru if lang == "ru" else example.en,
        situation=situation(staged, lang),
        table=_table(staged, Identities.from_position(staged.position), example, lang),
        trials=[
            _trial(staged.position, text, lang) for text in (example.legal, example.illegal) if text
        ],
    )


def _trial(position: Position, text: str, lang: str) -> Trial:
    game, state, move = position.game, position.state, Move.parse(text)
    why = position.refusal(move)
    words = say(_wish(game, state, move, lang), lang)
    trial = Trial(
        text=text,
        label=words,
        src=_pile(game, move.src),
        dst=_end(game, state, move),
        at=_place(game, state, move),
        count=move.count,
    )
    return trial if why is None else trial.model_copy(update={"why": say(why, lang)})


def _place(game: Game, state: State, move: Move) -> int:
    """Where in its pile the deepest card lies that a move takes; of an extra row any card may be taken."""
    pile = _pile(game, move.src)
    number = move.src.removeprefix(pile)
    if pile != move.src and number.isdigit():
        return int(number) - 1
    return len(state.piles[game.index[pile]]) - move.count if pile in game.index else -1


def _wish(game: Game, state: State, move: Move, lang: str) -> Message:
    """A move as a person would ask for it, legal or not; no hidden card is named."""
    if move == REDEAL:
        return label(game, state, move)
    if game.stock.owns(move):
        passes = move.src == "o"
        known = not passes or move.src in dict(game.stock.hand(state))
        return label(game, state, move) if known else Message("web-try-pass")
    column = game.column_number.get(move.src)
    pile = state.piles[game.index[move.src]] if move.src in game.index else ()
    open_cards = len(pile) - (0 if column is None else state.down[column])
    hand = dict(game.stock.hand(state))
    hidden = move.src not in hand and open_cards < move.count
    several = move.count != 1 and column is None
    if hidden or several or game.kind(move.dst) not in ("foundation", "cell", "column"):
        here, there = (
            pile_label(game, name, lang) if name in game.index else name
            for name in (_pile(game, move.src), _pile(game, move.dst))
        )
        return Message("web-try-cards", n=move.count, here=here, there=there)
    if game.kind(move.dst) == "foundation" and (move.dst not in game.slots or move.count > 1):
        c = hand.get(move.src, pile[-move.count] if pile else -1)
        slot = game.index.get(move.dst)
        if slot is None:
            return Message("web-try-run-base", card=c, n=move.count - 1)
        return Message("web-try-base", card=c, suit=game.suits[slot])
    return label(game, state, move)


def _pile(game: Game, name: str) -> str:
    """The pile that a move names, as the page knows it."""
    if name in game.index or not game.hand_letter or name[:1] != game.hand_letter:
        return name
    return game.hand_letter


def _end(game: Game, state: State, move: Move) -> str:
    """The pile where a move would end: of foundations that of the suit."""
    if move.dst not in game.slots or move.src not in game.index:
        return _pile(game, move.dst)
    pile = state.piles[game.index[move.src]]
    own = game.slots[move.dst].get(suit(pile[-1]), ()) if pile else ()
    return game.pile_names[own[0]] if own else ""


def situation(staged: Stage, lang: str) -> str:
    """The cards that are to be seen, in words, pile by pile."""
    game = staged.position.game
    seen = {pile.name: pile for pile in view(staged.position)}
    told = []
    for name in staged.shown:
        cards = seen[name].cards
        if game.kind(name) == "stock":
            words = say(Message("web-see-count", n=len(cards)), lang) if cards else ""
        else:
            down = sum(card is None for card in cards)
            cards = cards[-1:] if game.kind(name) == "foundation" else cards
            words = ", ".join(
                [say(Message("web-see-down", n=down), lang)] * bool(down)
                + [card_name(card, lang) for card in cards if card is not None]
            )
        if words or game.kind(name) not in ("foundation", "cell"):
            words = words or say(Message("web-see-empty"), lang)
            told.append(f"{pile_label(game, name, lang)}: {words[:1].lower()}{words[1:]}")
    return "".join(f"{words[:1].upper()}{words[1:]}. " for words in told).rstrip()


def _table(staged: Stage, names: Identities, example: Example, lang: str) -> SmallTable:
    position, game = staged.position, staged.position.game
    sight = Sight(position, names.of(position))
    piles = piles_of(game, sight)
    said = ""
    if position.plies:
        ply = position.plies[-1]
        sentences = [label(game, ply.before, ply.move), *news_of(game, (ply,), sight.piles, lang)]
        said = " ".join(f"{say(sentence, lang)}." for sentence in sentences)
    return SmallTable(
        version=len(position.plies),
        game=game.name,
        lang=lang,
        layout=_near(plan_of(game, lang), staged.shown),
        piles={name: piles[name] for name in staged.shown},
        moves=[choice_of(game, sight, move, lang) for move in staged.offered()],
        # With most of the cards out of play, how the game stands means nothing unless the example is about that.
        status=standing(position.outcome().value if example.outcome else ""),
        mercy=any(move.mercy for move in staged.offered()),
        breaches=position.breaches,
        counts=counts_of(game, sight, len(position.plies)),
        said=said,
    )


def _near(plan: Plan, shown: Collection[str]) -> Plan:
    """The layout with only the piles that are shown, moved together."""
    piles = [pile for pile in plan.piles if pile.id in shown]
    places = moved_together({pile.id: (pile.x, pile.y) for pile in piles})
    moved = [
        pile.model_copy(update={"x": places[pile.id][0], "y": places[pile.id][1]}) for pile in piles
    ]
    width, height = (round(max(place[i] for place in places.values()) + 1, 4) for i in (0, 1))
    return Plan(width=width, height=height, piles=moved)
