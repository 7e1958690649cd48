// Hints in three grades, one each time that one is asked for: where to look, the move, and why.  They are the service's;
// here they are told in words and shown on the table.

import { Lost, Refused, request } from "./api.js";
import { byId } from "./dom.js";
import { language, t } from "./i18n.js";
import { percent } from "./percent.js";
import { also, say } from "./status.js";

/** @import { Play } from "./play.js" */
/** @import { Table } from "./table.js" */
/** @import { Hint } from "./types.js" */

/** The last grade. */
const WHY = 3;
/** So long nothing is said of it that a hint is being looked for. */
const WAIT_MS = 400;

/** @param {string} text of the service */
const sentence = (text) => {
  const said = text.replace(/: ./, (it) => it.toLowerCase()); // the name of a move can begin a line, and here it does not
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}${/[.!?…]$/.test(said) ? "" : "."}`;
};

export class Hints {
  /** The position that the hints are about. */
  #at = "";
  /** As far as it was asked for. */
  #wanted = 0;
  /** What was answered last. @type {Hint | null} */
  #told = null;
  #grade = 0;
  #asking = false;
  /** Plays in which it was said what a hint costs. @type {Set<string>} */
  #warned = new Set();
  /** @type {Element[]} */
  #marked = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {Play} play */
  #place({ state }) {
    return `${state.id} ${state.version} ${language()}`;
  }

  /** Ask for a hint, or for more of it. */
  ask() {
    const { play } = this.table;
    play?.settle(() => this.table.play === play && this.#ask(play));
  }

  /** @param {Play} play */
  #ask(play) {
    const { id, status, clean, mercy } = play.state;
    // Where there is nothing to think about nothing is asked, so that it does not count.
    if (status !== "playing" && !mercy) return say(t(`status.${status}.text`));
    if (clean && !this.#warned.has(id)) {
      this.#warned.add(id);
      say(t("hint.note"));
      return also(t("hint.show"), () => this.ask());
    }
    const at = this.#place(play);
    if (at !== this.#at) this.#begin(at);
    this.#wanted = Math.min(WHY, Math.max(this.#wanted, this.#grade) + 1);
    if (this.#told && (this.#grade === WHY || this.#told.from === null)) return this.#tell(play, this.#told);
    if (!this.#asking) void this.#fetch(play, at).catch(this.table.leave.failed);
  }

  /** More is known of the cards now, so what was answered is of no use any more. */
  forget() {
    this.#begin("");
  }

  /** @param {string} at */
  #begin(at) {
    this.clear();
    this.#at = at;
    this.#wanted = this.#grade = 0;
    this.#told = null;
  }

  /** Get what is wanted. @param {Play} play @param {string} at */
  async #fetch(play, at) {
    this.#asking = true;
    const timer = setTimeout(() => this.#is(play, at) && say(t("hint.wait")), WAIT_MS);
    try {
      while (this.#is(play, at) && this.#grade < this.#wanted) {
        const grade = this.#wanted;
        const { id, version } = play.state;
        /** @type {Hint} */
        const told = await request(`plays/${encodeURIComponent(id)}/hint`, { version, grade });
        if (!this.#is(play, at)) return;
        play.state.clean = told.clean;
        this.#told = told;
        this.#grade = told.from === null ? WHY : grade;
        clearTimeout(timer);
        this.#tell(play, told);
      }
    } catch (why) {
      clearTimeout(timer);
      if (!this.#is(play, at)) return;
      this.#wanted = this.#grade;
      if (why instanceof Lost) return say(t("hint.lost"), "refused");
      if (!(why instanceof Refused)) throw why;
      if (why.status === 409) return this.table.refresh(); // it was played on elsewhere
      say(why.message, "refused");
    } finally {
      clearTimeout(timer);
      this.#asking = false;
      // It was asked for in another position meanwhile.
      const now = this.table.play;
      if (now && !this.#is(play, at) && this.#is(now, this.#at) && this.#grade < this.#wanted)
        void this.#fetch(now, this.#at).catch(this.table.leave.failed);
    }
  }

  /** Whether a position still lies on the table. @param {Play} play @param {string} at */
  #is = (play, at) => this.table.play === play && this.#place(play) === at && this.#at === at && play.settled;

  /** @param {Play} play @param {Hint} told */
  #tell(play, told) {
    const said = [sentence(told.said)];
    if (told.note) said.push(sentence(told.note));
    for (const reason of told.reasons ?? []) said.push(sentence(reason));
    if (told.after !== null && told.after !== undefined) said.push(chances(told.before ?? told.after, told.after));
    say(said.join(" "));
    this.#show(play, told);
    if (told.from === null || this.#grade >= WHY) return;
    also(t(`hint.more.${this.#grade + 1}`), () => this.ask());
  }

  // ------------------------------------------------------------------ on the table

  /** @param {Play} play @param {Hint} told */
  #show({ shown }, { from, to, cards }) {
    this.clear();
    if (from === null) return;
    const { board } = this.table;
    const elements = cards.flatMap((id) => board.cards.get(id)?.element ?? []);
    const source = board.places.get(from)?.element;
    // What no pile stands for has a button in the bar.
    this.#mark("hint-from", ...(elements.length ? elements : [source ?? byId("offers")]));
    if (!to || to === from || !shown[to]) return;
    const [last] = shown[to].cards.at(-1) ?? [];
    const target = last === undefined ? undefined : board.cards.get(last)?.element;
    const place = target ?? board.places.get(to)?.element;
    if (place) this.#mark("hint-to", place);
  }

  /** @param {"hint-from" | "hint-to"} kind @param {Element[]} elements */
  #mark(kind, ...elements) {
    for (const element of elements) element.classList.add(kind);
    this.#marked.push(...elements);
  }

  /** Put the lights out. */
  clear() {
    for (const element of this.#marked) element.classList.remove("hint-from", "hint-to");
    this.#marked = [];
  }

  /** Another position may lie on the table. */
  look() {
    const { play } = this.table;
    if (!play || this.#place(play) !== this.#at) this.clear();
    else if (this.#told && !this.#marked.length) this.#show(play, this.#told); // nothing came of what was done
  }
}

/** @param {number} before @param {number} after */
function chances(before, after) {
  const [then, now] = [percent(before), percent(after)];
  return after > before && then !== now ? t("hint.chances", { before: then, after: now }) : t("hint.chance", { after: now });
}
