// The view of a play: the board with what stands around it, and what the buttons do.

import { Board } from "./board.js";
import { byId, icon, make, setAttribute, setText } from "./dom.js";
import { listen } from "./drag.js";
import { Hand } from "./hand.js";
import { t } from "./i18n.js";
import { Keys } from "./keys.js";
import { deal } from "./motion.js";
import { isLifting, specials } from "./moves.js";
import { Play } from "./play.js";
import { chosen, onChoice } from "./settings.js";
import { also, say } from "./status.js";

/** @import { Analyst } from "./analyst.js" */
/** @import { Clock } from "./clock.js" */
/** @import { Target } from "./drag.js" */
/** @import { State } from "./types.js" */

/** What comes after a game, and dialogs, are for later than the first card. */
const anew = () => import("./anew.js");

/** @typedef {{play: (state: State) => Promise<void>, chooser: () => void, gone: (why: unknown) => void, failed: (why: unknown) => void,
 *   keep: (state: State) => void}} Leave */

export class Table {
  /** @type {Play | null} */
  play = null;
  /** @type {Hand | null} */
  hand = null;
  #lost = false;
  #celebrated = false;
  /** Where every card lay in the state before. @type {{version: number, lie: Map<string, string>} | null} */
  #lay = null;
  /** @type {Clock | null} */
  clock = null;
  /** Thinks along, once that was wanted. @type {Analyst | null} */
  analyst = null;

  /** @param {Leave} leave where to go from here */
  constructor(leave) {
    this.leave = leave;
    this.board = new Board(byId("board"));
    listen(this.board.root, this.board, {
      take: (card) => this.hand?.take(card) ?? null,
      stay: (card) => this.hand?.stay(card),
      start: (grip) => this.hand?.start(grip),
      over: (grip, dx, dy) => this.hand?.over(grip, dx, dy),
      drop: (grip, dx, dy) => this.hand?.drop(grip, dx, dy),
      cancel: () => this.hand?.cancel(),
      tap: (target, again) => this.hand?.tap(target, again),
      closer: (target) => this.hand?.closer(target) ?? false,
      hover: (target) => this.hand?.hover(target),
    });
    this.keys = new Keys(this.board, () => this.hand, {
      undo: () => this.act("undo"),
      redo: () => this.act("redo"),
      help: () => void this.help(),
      type: () => this.type(true),
      also: (key, at) => this.#also(key, at),
    });
    this.#buttons();
    onChoice(() => this.#draw());
    new ResizeObserver(() => this.#resize()).observe(this.board.frame ?? this.board.root);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
  }

  #buttons() {
    /** @param {string} id @param {() => unknown} act */
    const on = (id, act) =>
      byId(id).addEventListener("click", () => void Promise.resolve(act()).catch(this.leave.failed));
    on("undo", () => this.act("undo"));
    on("redo", () => this.act("redo"));
    on("auto", () => this.act("auto"));
    on("finish", () => this.act("finish"));
    on("hint", () => this.#also("h", {}));
    on("new-deal", async () => (await anew()).newDeal(this));
    on("rules", () => this.#rules());
    on("share", () => this.share());
    on("typed-close", () => this.type(false));
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (byId("typed-move"));
      const text = field.value.trim();
      if (text) this.play?.settle(() => this.play?.move(text, null));
      field.value = "";
    });
    byId("typed").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.type(false);
    });
  }

  /**
   * Sit down at a play.
   * @param {State} state
   * @param {boolean} fresh whether it was dealt just now
   * @param {boolean} [old] whether it is only what was seen last, since nobody answers
   */
  open(state, fresh, old = false) {
    this.close();
    const play = new Play(state, {
      answered: ({ said, tone, rule }) => this.#answered(said, tone, rule),
      shown: () => this.board.render(play.shown),
      busy: (busy) => {
        document.body.toggleAttribute("data-busy", busy);
        if (busy) this.analyst?.stop();
      },
      lost: (lost) => this.#line(lost),
      gone: (why) => this.leave.gone(why),
    });
    this.play = play;
    this.hand = new Hand(play, this.board, say);
    this.#celebrated = state.status === "won";
    this.board.open(state);
    this.#lay = null;
    this.#trace();
    if (fresh) deal(this.board);
    this.#light();
    this.#draw();
    if (fresh) this.keys.focus();
    if (old) {
      void play.reconnect();
      return say(t("lost.kept"), "refused");
    }
    this.leave.keep(state);
    say(state.said || (fresh ? t("dealt") : t("resumed")));
  }

  /** Leave the play; it stays with the service as it is. */
  close() {
    this.play?.close();
    this.play = this.hand = null;
    this.clock?.stop();
    this.analyst?.look();
    this.#line(false);
    delete document.body.dataset.busy;
    delete document.body.dataset.version;
  }

  /** See whether the play went on elsewhere. */
  refresh() {
    this.play?.refresh().catch(this.leave.failed);
  }

  /** Everything has to be written anew: language, pictures or their place. */
  redraw() {
    const { play } = this;
    if (!play) return;
    this.board.rename(play.state);
    this.board.resize(play.shown);
    this.#light();
    this.#draw();
    this.refresh();
  }

  #resize() {
    if (!this.play || !this.board.moved) return;
    this.board.resize(this.play.shown);
    this.#light();
  }

  /** Light what there is to light: where what is held may go, or what mercy allows. */
  #light() {
    const { hand } = this;
    if (hand?.held) hand.pick(hand.held);
    else hand?.light();
  }

  /** @param {"undo" | "redo" | "auto" | "finish"} action */
  act(action) {
    const { play } = this;
    if (!play) return;
    this.hand?.letGo();
    play.settle(() => {
      const { can_undo, can_redo, can_finish } = play.state;
      const can = { undo: can_undo, redo: can_redo, auto: isLifting(play.state), finish: can_finish }[action];
      if (can) play.act(action);
      else say(t(`nothing_to_${action}`));
    });
  }

  /** Go to a position that there has been. @param {number} node */
  goTo(node) {
    const { play } = this;
    this.hand?.letGo();
    play?.settle(() => play.state.node !== node && play.act("goto", node));
  }

  /** Open or close the field for typed moves. @param {boolean} open */
  type(open) {
    document.body.classList.toggle("typing", open);
    if (open) byId("typed-move").focus();
    else this.keys.focus();
  }

  /** What was tried, and bookmarks in it. @param {boolean} [marking] whether a bookmark is what is wanted */
  async course(marking) {
    await (await import("./course.js")).open(this, marking);
  }

  /** @param {string} key @param {Target} at what has the focus */
  #also(key, at) {
    if (key === "a") return this.act("auto");
    const done = key === "b" ? this.course(true) : import("./reading.js").then(({ answer }) => answer(key, this, at));
    done.catch(this.leave.failed);
  }

  /** Have somebody think along. */
  async think() {
    const { Analyst } = await import("./analyst.js");
    return (this.analyst ??= new Analyst(this));
  }

  /** How to play. */
  help() {
    return import("./dialogs.js").then((it) => it.help()).catch(this.leave.failed);
  }

  /** Pass the deal on. */
  share() {
    const { play } = this;
    if (play) import("./share.js").then(({ share }) => share(play.state)).catch(this.leave.failed);
  }

  /** @param {boolean} lost */
  #line(lost) {
    if (lost === this.#lost) return;
    this.#lost = lost;
    document.body.classList.toggle("offline", lost);
    say(t(lost ? "lost" : "found"));
  }

  /** The rules, opened where a refusal is explained, if there was one. @param {string} [reason] */
  async #rules(reason) {
    const { dialog } = await import("./rules.js");
    if (this.play) await dialog(this.play.state.game, { reason });
  }

  /** @param {string} said @param {"said" | "refused" | "stale"} tone @param {string} [rule] the code of a refusal */
  #answered(said, tone, rule) {
    const { play, hand } = this;
    if (!play || !hand) return;
    this.leave.keep(play.state);
    this.board.render(play.shown, play.state);
    this.#trace();
    this.#light();
    this.#draw();
    const { status } = play.state;
    if (tone === "refused") {
      say(said, tone);
      if (rule) also(t("rules.why"), () => void this.#rules(rule).catch(this.leave.failed));
    }
    else say(said || t(status === "won" ? "status.won.text" : tone === "stale" ? "stale" : "done"), tone, this.#notice());
    if (tone !== "refused" && this.#notice()) also(t("review.do"), () => (location.hash = `#/review/${play.state.id}`));
    anew().catch(() => null); // it may be wanted when the line is down
    if (status === "won" && !this.#celebrated) void anew().then(({ won }) => won(this)).catch(this.leave.failed);
    this.#celebrated = status === "won";
  }

  #draw() {
    const { play } = this;
    if (!play) return;
    const { name, deal: dealt, counts, can_undo, can_redo, version } = play.state;
    document.body.dataset.version = String(version);
    const title = `${name} — ${t("brand")}`;
    if (document.title !== title) document.title = title;
    setText(byId("name"), name);
    setText(byId("code"), dealt.code || dealt.text || t("from_position"));
    setText(byId("moves"), t("n.moves", { n: counts.moves }));
    setAttribute(byId("undo"), "aria-disabled", String(!can_undo));
    setAttribute(byId("redo"), "aria-disabled", String(!can_redo));
    setAttribute(byId("auto"), "aria-disabled", String(!isLifting(play.state)));
    setAttribute(byId("finish"), "hidden", play.state.can_finish ? null : "");
    void this.#wind().catch(this.leave.failed);
    if (chosen().chance) void this.think().catch(this.leave.failed);
    this.analyst?.look();
    this.#offers();
    const notice = byId("notice");
    setAttribute(notice, "hidden", this.#notice() ? null : "");
    setText(notice, this.#notice());
    this.keys.settle();
  }

  /** Mark what was moved last. */
  #trace() {
    const { piles, version } = /** @type {Play} */ (this.play).state;
    /** @type {string[]} */
    const moved = [];
    /** @type {Map<string, string>} */
    const lie = new Map();
    for (const [pile, { cards }] of Object.entries(piles))
      for (const [id] of cards) {
        lie.set(id, pile);
        if (this.#lay && this.#lay.lie.get(id) !== pile) moved.push(id);
      }
    if (this.#lay?.version === version) return;
    this.#lay = { version, lie };
    this.board.trace(moved);
  }

  /** Keep the time.  Before the first move there is none, and nothing to be loaded for it. */
  async #wind() {
    if (!this.clock && !chosen().timer && !this.play?.state.started) return;
    const { Clock } = await import("./clock.js");
    this.clock ??= new Clock();
    if (this.play) this.clock.set(this.play.state);
    this.clock.wind();
  }

  /** What to tell a player who is stuck. */
  #notice() {
    const { status, mercy } = /** @type {Play} */ (this.play).state;
    if (status === "playing" || status === "won") return "";
    return t(mercy ? "mercy" : `status.${status}.text`);
  }

  /** Moves that no pile stands for are offered as buttons. */
  #offers() {
    const moves = this.play ? specials(this.play.state) : [];
    const box = byId("offers");
    setAttribute(box, "hidden", moves.length ? null : "");
    if (!moves.length && !box.childElementCount) return;
    const buttons = moves.map(({ text, label }) => {
      const button = make("button");
      button.type = "button";
      button.append(icon("cards"), make("span", "", label));
      button.addEventListener("click", () => this.play?.settle(() => this.play?.move(text, null)));
      return button;
    });
    box.replaceChildren(...buttons);
  }
}
