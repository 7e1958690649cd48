// A play: the state that the service has confirmed, the actions that are on their way, and what is shown meanwhile.
//
// Actions go out one at a time, each with the version that it was made for, so none can be done twice.  What the
// player does in the meantime waits in line.  If an answer is lost the same action is sent again until one comes: had
// the first arrived after all, the version tells.

import * as api from "./api.js";
import { find } from "./moves.js";
import { chosen } from "./settings.js";

/** @import { Action, Piles, State } from "./types.js" */

const RETRY_MS = [500, 1000, 2000, 4000, 8000];

/**
 * Cards that an action moves, as far as that is known before the answer.
 * @typedef {object} Carry
 * @property {string[]} ids none where a card comes from the stock that has no name yet
 * @property {string} to
 * @property {string} [stock] the stock that a card comes from
 */

/** Cards that have left the stock and are not known yet have names of this kind. */
export const NAMELESS = "~";

/**
 * @typedef {object} Intent
 * @property {Action} [action]
 * @property {string} [move]
 * @property {number} [node] where to go
 * @property {Carry | null} [carry]
 * @property {() => void} [run] done on this side when its turn comes
 */

/**
 * What the table wants to know.
 * @typedef {object} Watcher
 * @property {(how: {said: string, tone: "said" | "refused" | "stale", rule?: string}) => void} answered a state or a refusal came
 * @property {() => void} shown what is shown changed ahead of an answer
 * @property {(busy: boolean) => void} busy
 * @property {(lost: boolean) => void} lost the line went down or came back
 * @property {(why: api.Refused) => void} gone the play cannot be gone on with
 */

export class Play {
  /** @type {Intent[]} */
  #line = [];
  #sending = false;
  #running = false;
  #closed = false;

  /**
   * @param {State} state
   * @param {Watcher} watcher
   * @param {{act: typeof api.act, play: typeof api.play}} service
   */
  constructor(state, watcher, service = api) {
    this.state = state;
    this.watcher = watcher;
    this.service = service;
    /** What the player sees: the confirmed piles with the actions under way done to them. */
    this.shown = state.piles;
  }

  /** Whether the listed moves belong to what is shown. */
  get settled() {
    return !this.#line.length;
  }

  /**
   * Make a move, or ask why it is none.
   * @param {string} move
   * @param {Carry | null} carry null where nothing can be shown yet
   */
  move(move, carry) {
    this.#enqueue({ action: "move", move, carry });
  }

  /** @param {Exclude<Action, "move">} action @param {number} [node] where to go */
  act(action, node) {
    this.#enqueue({ action, node });
  }

  /** Do something as soon as the moves belong to what is shown. @param {() => void} run */
  settle(run) {
    if (this.settled) run();
    else this.#enqueue({ run });
  }

  /** Fetch the state anew: another window may have played on, or the language changed. */
  async refresh() {
    if (!this.settled) return;
    const { version, lang } = this.state;
    const state = await this.service.play(this.state.id).catch((why) => {
      if (why instanceof api.Lost) return null;
      throw why;
    });
    if (!state || !this.settled || this.#closed) return;
    if (state.version === version && state.lang === lang) return;
    this.#accept(state, state.version === version ? "said" : "stale");
  }

  /** What is shown was kept from before, since nobody answered: ask until somebody does. */
  async reconnect() {
    this.watcher.lost(true);
    for (let tries = 0; !this.#closed; tries++) {
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
      if (!this.settled) return; // an action asks as well, and is answered with the state
      try {
        const state = await this.service.play(this.state.id);
        if (this.#closed) return;
        this.watcher.lost(false);
        if (this.settled) this.#accept(state, "said");
        return;
      } catch (why) {
        if (why instanceof api.Lost) continue;
        if (!this.#closed && why instanceof api.Refused) this.watcher.gone(why);
        return;
      }
    }
  }

  /** Send nothing more and say nothing more. */
  close() {
    this.#closed = true;
  }

  /** @param {Intent} intent */
  #enqueue(intent) {
    // What a waiting intent turns into keeps its place in the line.
    if (this.#running) this.#line.unshift(intent);
    else this.#line.push(intent);
    if (intent.carry) {
      this.#project();
      this.watcher.shown();
    }
    if (!this.#sending) void this.#drain();
  }

  async #drain() {
    this.#sending = true;
    while (this.#line.length && !this.#closed) {
      const intent = this.#line[0];
      if (intent.run) {
        this.#line.shift();
        this.#running = true;
        intent.run();
        this.#running = false;
        continue;
      }
      this.watcher.busy(true);
      await this.#send(intent);
    }
    this.#sending = false;
    if (!this.#closed) this.watcher.busy(false);
  }

  /** @param {Intent} intent */
  async #send({ action = "move", move, node, carry }) {
    const sent = this.state.version;
    const { auto } = chosen();
    const what = { version: sent, action, move, node, auto: move && auto !== "off" ? auto : undefined };
    for (let tries = 0; !this.#closed; tries++) {
      try {
        const state = await this.service.act(this.state.id, what);
        this.watcher.lost(false);
        this.#line.shift();
        return this.#accept(state, "said");
      } catch (why) {
        if (why instanceof api.Lost) {
          this.watcher.lost(true);
          await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
          continue;
        }
        if (!(why instanceof api.Refused)) throw why;
        this.watcher.lost(false);
        return this.#refused(why, why.state?.version === sent + 1 && this.#isDone(why.state, action, carry ?? null, node));
      }
    }
  }

  /**
   * Whether a state shows an action done: then the request had arrived and only its answer was lost, here or on the
   * way (a browser repeats a request by itself when a kept connection breaks).
   * @param {State} state
   * @param {Action} action
   * @param {Carry | null} carry
   * @param {number} [node]
   */
  #isDone(state, action, carry, node) {
    const now = state.counts.moves;
    const more = now - this.state.counts.moves;
    const right = { move: more > 0, redo: more > 0, auto: more > 0, undo: more < 0 };
    const done = { ...right, restart: !now, finish: state.status === "won", goto: state.node === node }[action];
    if (!done) return false;
    return !carry?.ids.length || isAt(state.piles, carry);
  }

  /**
   * @param {api.Refused} why
   * @param {boolean} done whether the action was accepted all the same
   */
  #refused(why, done) {
    const { state } = why;
    if (state && done) {
      this.#line.shift();
      return this.#accept(state, "said");
    }
    // What waits behind was meant for a table that has not come about.
    this.#line = [];
    if (state) return this.#accept(state, "stale", why.message);
    this.#project();
    if (why.status === 404 || why.status === 401 || why.status === 403) return this.watcher.gone(why);
    this.watcher.answered({ said: why.message, tone: "refused", rule: why.rule });
  }

  /**
   * @param {State} state
   * @param {"said" | "stale"} tone
   * @param {string} [said]
   */
  #accept(state, tone, said = state.said) {
    this.state = state;
    this.#project();
    if (!this.#closed) this.watcher.answered({ said, tone });
  }

  #project() {
    /** @type {Piles} */
    let piles = this.state.piles;
    for (const { carry } of this.#line) if (carry) piles = carried(piles, carry);
    this.shown = piles;
  }
}

/**
 * The piles after cards were carried from one to another; nothing is turned up.
 * @param {Piles} piles
 * @param {Carry} carry
 * @returns {Piles}
 */
function carried(piles, { ids, to, stock }) {
  if (stock && piles[stock]?.hidden) {
    const { hidden = 0 } = piles[stock];
    /** @type {[string, null]} */
    const card = [`${NAMELESS}${hidden}`, null];
    return {
      ...piles,
      [stock]: { ...piles[stock], hidden: hidden - 1 },
      [to]: { ...piles[to], cards: [...piles[to].cards, card] },
    };
  }
  const from = find(piles, ids[0])?.pile;
  if (!from || !piles[to] || from === to) return piles;
  const moved = piles[from].cards.filter(([id]) => ids.includes(id));
  const rest = piles[from].cards.filter(([id]) => !ids.includes(id));
  const target = piles[to];
  return {
    ...piles,
    [from]: { ...piles[from], cards: rest },
    [to]:
      target.kind === "stock"
        ? { ...target, hidden: (target.hidden ?? 0) + moved.length }
        : { ...target, cards: [...target.cards, ...moved] },
  };
}

/** Whether carried cards have come to where they were to go. @param {Piles} piles @param {Carry} carry */
const isAt = (piles, { ids, to }) => {
  const at = find(piles, ids[0]);
  return at ? at.pile === to : piles[to]?.kind === "stock";
};

/** Wait, but no longer than until the browser is on line again. @param {number} ms */
const pause = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
    addEventListener("online", done, { once: true });
  });
