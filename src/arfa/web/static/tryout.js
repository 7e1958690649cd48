// The live small table.  There is one, and it goes to whatever example is being tried.  It is played like the big
// table, by the same board, hand and keys; what is different is the service: it keeps nothing, so the moves made so far
// are kept here and sent along.

import * as api from "./api.js";
import { Board } from "./board.js";
import { make } from "./dom.js";
import { listen } from "./drag.js";
import { Hand } from "./hand.js";
import { t } from "./i18n.js";
import { Keys } from "./keys.js";
import * as moves from "./moves.js";
import { Play } from "./play.js";
import { fit, lay } from "./small.js";

/** @import { Example, Move, SmallTable, State, Trial } from "./types.js" */

/** @typedef {(text: string, tone?: "said" | "refused" | "stale") => void} Say */

/**
 * Where the table goes.
 * @typedef {object} Place
 * @property {HTMLElement} picture whose place it takes
 * @property {() => void} idle the picture is there again
 * @property {(moves: Move[]) => void} offer moves that no pile stands for, such as a redeal of the whole table
 */

export class Tryout {
  /** @type {Hand | null} */
  hand = null;
  /** @type {Play | null} */
  play = null;
  /** The moves made, and after them those taken back. @type {string[]} */
  #line = [];
  #game = "";
  /** @type {Example | null} */
  #example = null;
  /** @type {Say} */
  #say = () => {};
  /** @type {() => void} */
  #leave = () => {};
  /** @type {(moves: Move[]) => void} */
  #offer = () => {};

  constructor() {
    this.root = make("div", "felt live");
    this.root.setAttribute("role", "group");
    this.board = new Board(this.root, { key: "try-", fit });
    listen(this.root, this.board, {
      take: (card) => this.hand?.take(card) ?? null,
      stay: (card) => this.hand?.stay(card),
      start: (grip) => this.hand?.start(grip),
      over: (grip, dx, dy) => this.hand?.over(grip, dx, dy),
      drop: (grip, dx, dy) => this.hand?.drop(grip, dx, dy),
      cancel: () => this.hand?.cancel(),
      tap: (target, again) => this.hand?.tap(target, again),
    });
    // With nothing in hand, Escape is for whatever the table lies in.
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.hand?.held) event.stopImmediatePropagation();
    });
    const nothing = () => {};
    this.keys = new Keys(this.board, () => this.hand, {
      undo: () => this.act("undo"),
      redo: () => this.act("redo"),
      help: nothing,
      type: nothing,
    });
    new ResizeObserver(() => this.#resize()).observe(this.root);
  }

  /**
   * Put an example on the table; the one before is told that it is left.
   * @param {string} game
   * @param {Example} example
   * @param {Place} place
   * @param {Say} say
   */
  open(game, example, place, say) {
    this.close();
    this.#game = game;
    this.#example = example;
    this.#line = [];
    this.#say = say;
    this.#leave = () => {
      this.root.replaceWith(place.picture);
      place.idle();
    };
    this.#offer = (list) => place.offer(list);
    this.root.setAttribute("aria-label", t("try.table"));
    this.root.style.height = place.picture.style.height;
    place.picture.replaceWith(this.root);
    const state = this.#state(example.table);
    const play = new Play(
      state,
      {
        answered: ({ said, tone }) => this.#answered(said, tone),
        shown: () => this.board.render(play.shown),
        busy: () => {},
        lost: (lost) => lost && say(t("lost.once"), "refused"),
        gone: (why) => say(why.message, "refused"),
      },
      { act: (_, wish) => this.#act(wish), play: async () => state },
    );
    this.play = play;
    this.hand = new Hand(play, this.board, say);
    this.board.open(state);
    this.#light();
    this.keys.settle();
    this.#offer(moves.specials(state));
  }

  /** Make a move that no pile stands for. @param {Move} move */
  special({ text }) {
    this.hand?.letGo();
    this.play?.settle(() => this.play?.move(text, null));
  }

  /** It looks different now. */
  redraw() {
    if (this.play) this.board.redraw(this.play.shown);
  }

  /** Leave the table; its picture comes back. */
  close() {
    this.play?.close();
    this.play = this.hand = null;
    this.#leave();
    this.#leave = () => {};
  }

  /** Make a move, or see it refused: the cards go there and spring back. @param {Trial} trial */
  attempt({ text, src, dst, at, count, why }) {
    const { play } = this;
    if (!play) return;
    this.hand?.letGo();
    play.settle(() => {
      const cards = play.state.piles[src]?.cards.slice(Math.max(0, at), at + count) ?? [];
      const seen = cards.length === count && cards.every(([, face]) => face !== null) && play.state.piles[dst];
      play.move(text, seen && dst !== src ? { ids: cards.map(([id]) => id), to: dst } : null);
      if (why === undefined) this.keys.settle();
    });
  }

  /** Back to the beginning, and then do something. @param {() => void} [next] */
  again(next = () => {}) {
    const { play } = this;
    if (!play) return;
    this.hand?.letGo();
    play.settle(() => {
      if (play.state.version) play.act("restart");
      play.settle(next);
    });
  }

  /** @param {"undo" | "redo"} action */
  act(action) {
    const { play } = this;
    if (!play) return;
    this.hand?.letGo();
    play.settle(() => {
      if (action === "undo" ? play.state.can_undo : play.state.can_redo) play.act(action);
      else this.#say(t(action === "undo" ? "nothing_to_undo" : "nothing_to_redo"));
    });
  }

  /** Do what an action says, by asking what its moves lead to. @param {{action: string, move?: string}} wish */
  async #act({ action, move }) {
    const at = this.play?.state.version ?? 0;
    const line = action === "move" && move ? [...this.#line.slice(0, at), move] : this.#line;
    const made = { move: at + 1, undo: at - 1, redo: at + 1 }[action] ?? 0;
    const { id } = /** @type {Example} */ (this.#example);
    const address = `games/${encodeURIComponent(this.#game)}/lesson/${encodeURIComponent(id)}`;
    /** @type {SmallTable} */
    const table = await api.request(address, { moves: line.slice(0, made) });
    this.#line = line;
    const state = this.#state(table);
    return action === "undo" || action === "restart" ? { ...state, said: t(`try.${action}`) } : state;
  }

  /** @param {SmallTable} table @returns {State} */
  #state(table) {
    const deal = { code: null, text: "" };
    const undone = this.#line.length > table.version;
    return /** @type {State} */ ({ ...table, id: "", name: "", deal, can_undo: table.version > 0, can_redo: undone });
  }

  /** @param {string} said @param {"said" | "refused" | "stale"} tone */
  #answered(said, tone) {
    const { play } = this;
    if (!play) return;
    this.board.render(play.shown, play.state);
    this.#light();
    this.keys.settle();
    this.#offer(moves.specials(play.state));
    const { status } = play.state;
    const end = tone !== "refused" && status !== "playing" ? ` ${t(`try.${status}`)}` : "";
    this.#say(`${said}${end}`, tone);
  }

  #light() {
    const { hand } = this;
    if (hand?.held) hand.pick(hand.held);
    else hand?.light();
  }

  #resize() {
    const { play } = this;
    if (!play || !this.root.clientWidth || !this.#example) return;
    this.root.style.height = `${lay(this.#example.table, this.root.clientWidth).height}px`;
    this.board.resize(play.shown);
    this.#light();
  }
}
