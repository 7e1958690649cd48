"""From a play to what is told to its player.  The only source of cards is :func:`arfa.engine.view.view`."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeGuard, get_args

from arfa.cards import SUITS, card_text
from arfa.deals import CodeError, Deal, DealError, encode
from arfa.deals.daily import day_of
from arfa.engine.game import Game
from arfa.engine.identities import first_card
from arfa.engine.moves import Move
from arfa.engine.view import PileView
from arfa.errors import Message
from arfa.rules.load import RuleError, load_game
from arfa.store import Play, Session
from arfa.texts import say
from arfa.web.labels import label_text, pile_label, said
from arfa.web.schemas import (
    Counts,
    DealName,
    Kind,
    MoveChoice,
    PilePlace,
    PileState,
    Plan,
    PlayInfo,
    State,
    Status,
)
from arfa.web.table import Sight

_HANDS: dict[str, Kind] = {"waste": "waste", "cycle": "open", "row": "row"}


def state_of(session: Session, sight: Sight, lang: str) -> State:
    """All that a player is told of a play."""
    play, course = session.play, session.course
    game = course.game
    return State(
        id=play.id,
        version=play.version,
        game=game.name,
        name=game.spec.title(lang),
        lang=lang,
        deal=deal_name(game.name, play.deal),
        layout=plan_of(game, lang),
        piles=piles_of(game, sight),
        moves=[choice_of(game, sight, move, lang) for move in sight.offered],
        status=standing(sight.status),
        mercy=sight.mercy,
        breaches=course.position.breaches,
        counts=counts_of(game, sight, course.made),
        can_undo=course.made > 0,
        can_redo=course.can_redo,
        can_finish=bool(sight.finish),
        node=course.at.version,
        seconds=play.seconds,
        started=play.started is not None,
        clean=play.clean,
        proved=None if play.proof is None else bool(play.proof),
        said=_said(session, sight, lang),
    )


def _said(session: Session, sight: Sight, lang: str) -> str:
    """What the last action did; of a deal that was wanted to be winnable, whether it is."""
    text, proof = said(session.course, sight.piles, lang), session.play.proof
    if session.course.last is not None or proof is None:
        return text
    return f"{text} {say(Message('drawn-proved' if proof else 'drawn-asked-unproved'), lang)}."


def info_of(play: Play, lang: str) -> PlayInfo:
    """A play for a list."""
    known = None
    try:
        name = load_game(play.game).title(lang)
        known = deal_name(play.game, play.deal)
    except (RuleError, DealError):  # it was begun when there was such a patience
        name = play.game
    return PlayInfo(
        id=play.id,
        game=play.game,
        name=name,
        deal=play.deal if known is None else known.text,
        day=None if known is None else known.day,
        moves_made=play.moves,
        status=standing(play.status),
        won=play.won is not None or play.status == "won",
        updated=play.updated,
    )


def standing(word: str) -> Status:
    """How a play stands, as a word of the API."""
    return word if _is_status(word) else "playing"


def _is_status(word: str) -> TypeGuard[Status]:
    return word in get_args(Status)


@lru_cache(maxsize=1000)
def deal_name(game: str, deal: str) -> DealName:
    """How a deal can be had again; an empty text stands for a position."""
    if not deal:
        return DealName(code=None, text="", day=None, link=None)
    day = day_of(deal)
    spec = load_game(game)
    found = Deal.parse(deal, spec)
    try:
        code = encode(spec, found)
    except CodeError:  # a short deck for tests
        code = None
    # The address of a deal of the day says which, so that whoever follows it plays the day as well.
    name = f"{game}/{found if day is None else deal}" if day or code is None else code
    return DealName(code=code, text=str(found), day=day, link=f"#/deal/{name}")


@lru_cache(maxsize=200)
def plan_of(game: Game, lang: str) -> Plan:
    """The layout, with the piles that this patience has."""
    layout = game.spec.layout
    piles = []
    for placing in layout.placings.values():
        for n, name in enumerate(placing.piles):
            i = game.index.get(name)
            if i is not None:
                piles.append(
                    PilePlace(
                        id=name,
                        x=round(placing.x + n * placing.dx, 4),
                        y=round(placing.y + n * placing.dy, 4),
                        fan=placing.fan,
                        passing=placing.passing,
                        kind=_kind(game, name),
                        label=pile_label(game, name, lang),
                        suit=SUITS[game.suits[i]] if i in game.suits else None,
                    )
                )
    return Plan(width=layout.width, height=layout.height, piles=piles)


def _kind(game: Game, name: str) -> Kind:
    match game.kind(name):
        case "foundation":
            return "foundation"
        case "column":
            return "column"
        case "stock":
            return "stock"
        case "cell":
            return "cell"
        case _:
            stock = game.rules.stock
            return _HANDS[stock.kind] if stock is not None else "open"


@lru_cache(maxsize=200)
def _kinds(game: Game) -> dict[str, Kind]:
    return {name: _kind(game, name) for name in game.pile_names}


def piles_of(game: Game, sight: Sight) -> dict[str, PileState]:
    """The piles as they look, each card with its name."""
    kinds = _kinds(game)
    return {
        pile.name: _pile(kinds[pile.name], pile, names)
        for pile, names in zip(sight.piles, sight.names.state.piles, strict=True)
    }


def _pile(kind: Kind, pile: PileView, names: tuple[int, ...]) -> PileState:
    if kind == "stock":
        return PileState(kind=kind, cards=[], hidden=len(pile.cards))
    return PileState(
        kind=kind,
        cards=[
            (str(name), None if card is None else card_text(card))
            for name, card in zip(names, pile.cards, strict=True)
        ],
    )


def choice_of(game: Game, sight: Sight, move: Move, lang: str) -> MoveChoice:
    """A legal move for the page."""
    dst = move.dst
    if dst in game.slots:
        card = first_card(game, sight.state, move)
        slot = game.building.slot_for(sight.state, dst, card)
        dst = dst if slot is None else game.pile_names[slot]
    return MoveChoice(
        text=str(move),
        src=move.src,
        dst=dst,
        count=move.count,
        label=label_text(game, sight.state, move, lang),
    )


def counts_of(game: Game, sight: Sight, made: int) -> Counts:
    """The figures of a play."""
    rules = game.rules
    limit = rules.grid.redeals if rules.grid is not None else getattr(rules.stock, "redeals", None)
    if limit is None or (rules.grid is not None and not limit):
        return Counts(moves=made)
    if limit == "unlimited":
        return Counts(moves=made, redeals_left=None)
    return Counts(moves=made, redeals_left=limit - sight.state.redeals)
