// The player's hand: what is picked up, where it may go, and what a tap, a drop or a key means.  It knows no rule; it
// looks things up among the listed moves and asks the service about everything else.

import { t } from "./i18n.js";
import { aim } from "./layout.js";
import * as moves from "./moves.js";
import { picked } from "./names.js";
import { chosen } from "./settings.js";

/** @import { Board } from "./board.js" */
/** @import { Holder, Target } from "./drag.js" */
/** @import { Lift } from "./moves.js" */
/** @import { Play } from "./play.js" */
/** @import { Move } from "./types.js" */

const NEXT_MS = 1000;
const FINGER = 24; // px that can be told apart by a finger

/** @implements {Holder} */
export class Hand {
  /** @type {Lift | null} */
  held = null;
  /** Whether the tap before this one moved something. */
  #acted = false;
  /** A card that a tap sent on its way: where it has been, and when that was. @type {{card: string, been: Set<string>, at: number} | null} */
  #sent = null;

  /** @param {Play} play @param {Board} board @param {(text: string) => void} say */
  constructor(play, board, say) {
    this.play = play;
    this.board = board;
    this.say = say;
  }

  // ------------------------------------------------------------------ picking up and putting down

  /** @param {Lift} lift @param {string} [said] */
  pick(lift, said) {
    this.held = lift;
    this.board.lift(lift.ids);
    this.#lightFor(lift);
    if (said) this.say(said);
  }

  /** What is held is put back, and said so. */
  putBack() {
    if (!this.held) return;
    this.letGo();
    this.say(t("put_back"));
  }

  /** Nothing is held any more. */
  letGo() {
    this.held = null;
    this.board.lift([]);
    this.light();
  }

  /** Light what there is to light while nothing is held. */
  light() {
    this.board.mark(this.play.settled ? moves.litAtRest(this.play.state) : new Map());
  }

  /** Where what is held may be put. */
  legal() {
    return this.held && this.play.settled ? moves.targets(this.play.state, this.held) : new Map();
  }

  /** @param {Lift} lift @param {string | null} [hot] the pile under the pointer */
  #lightFor(lift, hot = null) {
    this.board.mark(this.play.settled ? moves.lit(this.play.state, lift, { hot }) : new Map());
  }

  /** @param {string} card @returns {Lift | null} */
  #lift(card) {
    return moves.lift(this.play.shown, card);
  }

  // ------------------------------------------------------------------ moving

  /** @param {Lift} lift @param {Move} move */
  #go(lift, move) {
    this.letGo();
    this.#acted = true;
    const to = moves.landing(this.play.state, move);
    this.play.move(move.text, to ? { ids: lift.ids, to } : null);
  }

  /** Put cards on a pile, or hear why not. @param {Lift} lift @param {string} pile */
  put(lift, pile) {
    const { play } = this;
    if (pile === lift.pile) return this.putBack();
    const move = play.settled ? moves.moveTo(play.state, lift, pile) : null;
    if (move) return this.#go(lift, move);
    this.letGo();
    this.#acted = true;
    // With an answer still to come the list of moves is out of date: show it as meant, the service decides.
    play.move(moves.written(play.shown, lift, pile), play.settled ? null : { ids: lift.ids, to: pile });
  }

  /** Press the stock: draw, deal or turn over, whichever it is now. @param {string} stock */
  press(stock) {
    this.play.settle(() => {
      const { play } = this;
      this.letGo();
      this.#acted = true;
      const move = moves.pressed(play.state, stock);
      if (!move) return play.move(moves.askStock(play.state, stock), null);
      play.move(move.text, moves.pressing(play.state, stock, move));
    });
  }

  /** Deal: press the stock, or do what the patience has instead of one. */
  deal() {
    const { state } = this.play;
    const stock = moves.pileOf(state.piles, "stock");
    const [special] = moves.specials(state);
    if (stock && (moves.pressed(state, stock) || !special)) this.press(stock);
    else if (special) this.play.move(special.text, null);
    else this.say(t("no_stock"));
  }

  /** Away to a foundation with what is held or with a card. @param {string | undefined} card */
  toFoundation(card) {
    this.play.settle(() => {
      const lift = this.held ?? (card === undefined ? null : this.#lift(card));
      if (!lift) return;
      const move = moves.toFoundation(this.play.state, lift);
      if (move) return this.#go(lift, move);
      const base = moves.pileOf(this.play.state.piles, "foundation");
      if (base) this.put(lift, base);
    });
  }

  /** The best sensible move of a card, without choosing. @param {string} card */
  smart(card) {
    this.play.settle(() => {
      const lift = this.held ?? this.#lift(card);
      if (!lift) return;
      if (!this.#sendOn(lift, moves.sensible(this.play.state, lift), true)) this.say(t("no_moves"));
    });
  }

  // ------------------------------------------------------------------ taps and keys

  /** @param {Target} target @param {boolean} again the second tap of a double one */
  tap(target, again) {
    const stock = target.pile !== undefined && this.play.shown[target.pile]?.kind === "stock";
    if (again && !stock) {
      // The first tap already did something: the second must not hit what came to light there.
      if (this.#acted) return;
      if (target.card !== undefined && (!this.held || this.held.ids.includes(target.card)))
        return this.toFoundation(target.card);
    }
    this.#acted = false;
    if (target.card === undefined && target.pile === undefined) return this.putBack();
    this.play.settle(() => this.choose(target, true));
  }

  /**
   * Pick up, put down or press: what Enter and a tap do.
   * @param {Target} target
   * @param {boolean} [tapped] a tap on a card that was sent just now sends it on
   */
  choose({ card, pile }, tapped = false) {
    const { play } = this;
    const at = card === undefined ? null : moves.find(play.shown, card);
    const where = at?.pile ?? pile;
    if (where === undefined || !play.shown[where]) return;
    if (play.shown[where].kind === "stock") {
      if (this.held && moves.targets(play.state, this.held).has(where)) return this.put(this.held, where);
      return this.press(where);
    }
    if (this.held) {
      const lift = card === undefined ? null : this.#lift(card);
      // Another card of the same pile: a longer or a shorter part of it is meant.
      if (where === this.held.pile && lift && lift.ids[0] !== this.held.ids[0]) return this.#pickUp(lift);
      return this.put(this.held, where);
    }
    if (card === undefined) return this.say(t("nothing_here"));
    const lift = this.#lift(card);
    if (!lift) return this.stay(card);
    const choices = moves.sensible(play.state, lift);
    // What has come to a foundation does not leave it by a slip of the finger.
    const willing = chosen().oneTap && play.shown[where].kind !== "foundation";
    if (!tapped) this.#sent = null;
    if (willing && this.#sendOn(lift, choices, choices.length === 1)) return;
    this.#pickUp(lift);
  }

  /**
   * Send a card where it may go; asked again soon after, it goes to the next place.
   * @param {Lift} lift
   * @param {Move[]} choices
   * @param {boolean} sure whether it goes at all when it was not sent just now
   */
  #sendOn(lift, choices, sure) {
    const [card] = lift.ids;
    const now = performance.now();
    const soon = this.#sent?.card === card && now - this.#sent.at < NEXT_MS;
    const been = soon && this.#sent ? this.#sent.been : /** @type {Set<string>} */ (new Set());
    been.add(lift.pile);
    const fresh = choices.find((move) => !been.has(moves.landing(this.play.state, move) ?? ""));
    if (!fresh) been.clear(); // it has been everywhere: round again
    const next = fresh ?? choices[0];
    if (!next || !(soon || sure)) return false;
    this.#sent = { card, been, at: now };
    this.#go(lift, next);
    return true;
  }

  /** Pick up a card with all that lies on it. @param {string} card */
  grasp(card) {
    this.play.settle(() => {
      const lift = this.#lift(card);
      if (lift) this.#pickUp(lift);
    });
  }

  // ------------------------------------------------------------------ looking closer

  /** How many pixels of a card its neighbour leaves to be seen; nothing where it is not covered. @param {string | undefined} card */
  #seen(card) {
    const view = card === undefined ? undefined : this.board.cards.get(card);
    const next = view && this.play.shown[view.pile].cards[view.index + 1];
    const over = next && this.board.cards.get(next[0]);
    return view?.face && over ? Math.max(Math.abs(over.x - view.x), Math.abs(over.y - view.y)) : null;
  }

  /** It was looked at for long: where cards are too close to be hit, they come in a list. @param {Target} target */
  closer({ card }) {
    const view = card === undefined ? undefined : this.board.cards.get(card);
    if (!view || this.held || (this.#seen(card) ?? FINGER) >= FINGER) return false;
    import("./magnifier.js").then(({ magnify }) => magnify(this, view.pile)).catch(() => this.say(t("lost.once")));
    return true;
  }

  /** The mouse rests on a card: show where it may go. @param {Target | null} target */
  hover(target) {
    if (this.held || !this.play.settled) return;
    const lift = target?.card === undefined ? null : this.#lift(target.card);
    if (!lift) return this.light();
    this.board.mark(moves.lit(this.play.state, lift, { plain: "hint" }));
  }

  /** @param {Lift} lift */
  #pickUp(lift) {
    const { state, shown } = this.play;
    const face = shown[lift.pile].cards.find(([id]) => id === lift.ids[0])?.[1];
    this.pick(lift, picked(face, lift.ids.length, moves.targets(state, lift).size));
  }

  // ------------------------------------------------------------------ drags

  /** @param {string} card */
  take(card) {
    return this.#lift(card)?.ids ?? null;
  }

  /** Say why a card cannot be taken. @param {string} card */
  stay(card) {
    const at = moves.find(this.play.shown, card);
    if (at) this.say(t(this.play.shown[at.pile].cards[at.index][1] ? "covered" : "face_down"));
  }

  /** @param {{card: string}} grip */
  start({ card }) {
    const lift = this.#lift(card);
    if (lift) this.pick(lift);
  }

  /** @param {{card: string}} grip @param {number} dx @param {number} dy */
  #aimed({ card }, dx, dy) {
    const view = this.board.cards.get(card);
    if (!view || !this.held) return null;
    const legal = this.legal();
    const { geometry, ends } = this.board;
    return aim({ x: view.x + dx, y: view.y + dy }, geometry, ends, (pile) => legal.has(pile), this.held.pile);
  }

  /** @param {{card: string}} grip @param {number} dx @param {number} dy */
  over(grip, dx, dy) {
    if (this.held) this.#lightFor(this.held, this.#aimed(grip, dx, dy));
  }

  /** @param {{card: string}} grip @param {number} dx @param {number} dy */
  drop(grip, dx, dy) {
    const lift = this.held;
    const pile = this.#aimed(grip, dx, dy);
    if (lift && pile) this.put(lift, pile);
    else this.letGo();
    this.board.render(this.play.shown);
  }

  /** The drag came to nothing. */
  cancel() {
    this.letGo();
    this.board.render(this.play.shown);
  }
}
