// Choosing: a patience with its variants, and a deal of it; or a game that was begun.

import * as api from "./api.js";
import { byId, make, setAttribute } from "./dom.js";
import { language, t } from "./i18n.js";
import { picture, pictureOf } from "./picture.js";
import { say } from "./status.js";
import { Variants } from "./variants.js";

/** @import { GameInfo, PlayInfo, State, Understood } from "./types.js" */

const KEY = "arfa.last";
const CHECK_MS = 300;
/** Games that are shown with a picture without being asked for. */
const SHOWN = 3;
/** Where there is room, what was chosen lies beside the patiences; else under the one that was chosen. */
const beside = matchMedia("(min-width: 900px)");

/** The date of UTC: days change for everybody at once. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A date in words. @param {string} day @param {Intl.DateTimeFormatOptions} [how] */
export const dayText = (day, how = { day: "numeric", month: "long" }) =>
  new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...how }).format(Date.parse(day));

/** How long ago something was. @param {string} when */
function ago(when) {
  const minutes = Math.round((Date.parse(when) - Date.now()) / 60000);
  if (Number.isNaN(minutes)) return "";
  const say = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes > -60) return say.format(minutes, "minute");
  if (minutes > -60 * 24) return say.format(Math.round(minutes / 60), "hour");
  return say.format(Math.round(minutes / 60 / 24), "day");
}

export class Chooser {
  /** @type {GameInfo[]} */
  #games = [];
  /** @type {PlayInfo[]} */
  #plays = [];
  #game = "";
  /** What was asked of the service last, and its answer. @type {{game: string, text: string, found: Understood | null}} */
  #checked = { game: "", text: "", found: null };
  #timer = 0;

  /**
   * @param {(state: State) => void} started
   * @param {(why: unknown) => void} failed
   */
  constructor(started, failed) {
    this.started = started;
    this.failed = failed;
    this.deal = /** @type {HTMLTextAreaElement} */ (byId("deal"));
    this.variants = new Variants(byId("variants"), (why) => {
      if (why) say(why);
      this.#drawDeal();
    });
    byId("start").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#start();
    });
    this.deal.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || this.deal.value.includes("\n")) return;
      event.preventDefault();
      void this.#start();
    });
    this.deal.addEventListener("input", () => this.#typed());
    byId("daily").addEventListener("click", () => void this.#daily());
    byId("days").addEventListener("click", () => {
      import("./daily.js").then(({ calendar }) => calendar(this.#name(), (day) => this.#day(day))).catch(this.failed);
    });
    byId("game-rules").addEventListener("click", () => {
      import("./dialogs.js").then(({ rules }) => rules(this.#name())).catch(this.failed);
    });
    beside.addEventListener("change", () => this.#place());
    try {
      const last = localStorage.getItem(KEY) ?? "";
      this.#game = last.split("+")[0];
      this.variants.restore(last);
    } catch {
      // nothing to go by
    }
  }

  /** Show what there is to choose. */
  async open() {
    const [games, plays] = await Promise.all([api.games(), api.plays()]);
    this.#games = games;
    this.#plays = plays;
    if (!games.some(({ id }) => id === this.#game)) this.#game = games[0]?.id ?? "";
    this.#drawGames();
    // What was never begun is dealt anew as easily as it is found here.
    this.#drawPlays(plays.filter(({ status, moves_made }) => status !== "won" && moves_made > 0));
    if (this.deal.value.trim()) void this.#check();
  }

  get #info() {
    return this.#games.find(({ id }) => id === this.#game);
  }

  /** The full name of what is chosen: `big-harp+draw-3`. */
  #name() {
    return this.#info ? this.variants.name(this.#info) : this.#game;
  }

  /** @param {string} name a patience with its variants */
  #choose(name) {
    const id = name.split("+")[0];
    this.variants.restore(name);
    this.#game = id;
    const radio = /** @type {HTMLInputElement | null} */ (document.querySelector(`#games input[value="${CSS.escape(id)}"]`));
    if (radio) radio.checked = true;
    this.#drawChosen();
  }

  // ------------------------------------------------------------------ dealing

  async #start() {
    const button = /** @type {HTMLButtonElement} */ (byId("start-play"));
    const text = this.deal.value;
    button.disabled = true;
    try {
      if (!text.trim()) return await this.#begin(this.#name(), null);
      const found = await this.#check();
      if (!found) return this.deal.focus(); // it was said what is wrong
      await this.#begin(found.game, text);
      this.deal.value = "";
      this.#typed();
    } catch (why) {
      this.failed(why);
    } finally {
      button.disabled = false;
    }
  }

  /** @param {string} game @param {string | null} deal */
  async #begin(game, deal) {
    const state = await api.start(game, deal);
    this.variants.restore(state.game);
    this.#game = state.game.split("+")[0];
    try {
      localStorage.setItem(KEY, state.game);
    } catch {
      // it will not be remembered
    }
    this.started(state);
  }

  /** The play of the deal of a day, if it was begun. @param {string} day */
  #played(day) {
    const name = this.#name();
    return this.#plays.find((play) => play.day === day && play.game === name);
  }

  async #daily() {
    const play = this.#played(today());
    if (play) location.hash = `#/play/${encodeURIComponent(play.id)}`;
    else await this.#begin(this.#name(), "daily").catch(this.failed);
  }

  /** Play the deal of another day. @param {string} day */
  #day(day) {
    return this.#begin(this.#name(), `daily:${day}`).catch(this.failed);
  }

  #typed() {
    const { deal } = this;
    deal.rows = Math.min(8, Math.max(1, deal.value.split("\n").length, Math.ceil(deal.value.length / 60)));
    clearTimeout(this.#timer);
    if (deal.value.trim()) this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
    else this.#tell("");
  }

  /** Have the service say what was typed. @returns {Promise<Understood | null>} null when it is wrong */
  async #check() {
    clearTimeout(this.#timer);
    const [game, text] = [this.#name(), this.deal.value];
    if (this.#checked.found && this.#checked.game === game && this.#checked.text === text) return this.#checked.found;
    /** @type {{game: string, text: string, found: Understood | null}} */
    const mine = { game, text, found: null };
    this.#checked = mine;
    try {
      const found = await api.check(game, text);
      if (mine !== this.#checked) return null; // something else was typed meanwhile
      mine.found = found;
      this.#tell("right", found.said, found.notes);
      return found;
    } catch (why) {
      if (!(why instanceof api.Refused)) {
        this.failed(why);
        return null;
      }
      if (mine === this.#checked) this.#tell("wrong", why.message, [], why.place);
      return null;
    }
  }

  /**
   * Say below the field what it holds.
   * @param {"" | "right" | "wrong"} tone
   * @param {string} [said]
   * @param {string[]} [notes]
   * @param {{line: number, column: number} | null} [place] where it is wrong
   */
  #tell(tone, said = "", notes = [], place = null) {
    const box = byId("deal-said");
    box.dataset.tone = tone;
    box.replaceChildren(...(said ? [make("p", "", said)] : []), ...notes.map((note) => make("p", "note", `${note}.`)));
    setAttribute(this.deal, "aria-invalid", tone === "wrong" ? "true" : null);
    if (!place) return;
    const lines = this.deal.value.split("\n");
    const start = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
    const word = /^[^\s,;/]*/.exec(this.deal.value.slice(start))?.[0] ?? "";
    const button = make("button", "plain", t("deal.show_place"));
    button.type = "button";
    button.addEventListener("click", () => {
      this.deal.focus();
      this.deal.setSelectionRange(start, start + Math.max(1, word.length));
    });
    box.append(button);
  }

  // ------------------------------------------------------------------ drawing

  #drawGames() {
    chosen().remove(); // it is put back under what is chosen
    const own = this.#games.filter(({ source }) => source !== null);
    const kin = this.#games.filter(({ source }) => source === null);
    byId("games").replaceChildren(
      ...own.map((game) => this.#tile(game)),
      make("h3", "kin", t("choose.kin")),
      ...kin.map((game) => this.#tile(game)),
    );
    this.#drawChosen();
  }

  /** @param {GameInfo} game */
  #tile(game) {
    const item = make("div", "game");
    item.dataset.game = game.id;
    const label = make("label");
    const input = make("input");
    input.type = "radio";
    input.name = "game";
    input.value = game.id;
    input.checked = game.id === this.#game;
    input.addEventListener("change", () => {
      this.#game = game.id;
      this.#drawChosen();
    });
    const text = make("span", "text");
    const title = make("span", "title");
    title.append(make("b", "", game.name), make("small", "", t("n.decks", { n: game.decks })));
    text.append(title, make("span", "about", game.about));
    label.append(input, picture(game.sketch.piles), text);
    item.append(label);
    return item;
  }

  /** What was chosen, and what can be done with it. */
  #drawChosen() {
    const game = this.#info;
    if (!game) return;
    this.#place();
    byId("chosen-name").textContent = game.name;
    byId("chosen-source").textContent = game.source ? t("choose.source", { source: game.source }) : "";
    this.variants.draw(game);
    this.#drawDeal();
  }

  /** Put what was chosen where it belongs. */
  #place() {
    const panel = chosen();
    const under = document.querySelector(`#games [data-game="${CSS.escape(this.#game)}"]`);
    if (beside.matches || !under) {
      if (panel.parentElement !== byId("start")) byId("start").append(panel);
    } else if (panel.parentElement !== under) under.append(panel);
  }

  #drawDeal() {
    const day = today();
    const play = this.#played(day);
    const status = play ? (play.status === "won" ? "won" : "begun") : "new";
    const small = make("small", "", `${dayText(day)} · ${t(`daily.${status}`)}`);
    byId("daily").replaceChildren(make("span", "", t("daily")), small);
    byId("daily").dataset.status = status;
    if (this.deal.value.trim()) void this.#check();
  }

  /** The latest ones, and all when asked. @param {PlayInfo[]} plays @param {number} [most] */
  #drawPlays(plays, most = SHOWN) {
    byId("unfinished").hidden = !plays.length;
    const all = byId("all-plays");
    all.hidden = plays.length <= most;
    all.textContent = t("unfinished.all", { n: plays.length });
    all.onclick = () => {
      this.#drawPlays(plays, Infinity);
      const next = /** @type {HTMLElement | null} */ (document.querySelector(`#plays li:nth-child(${most + 1}) a`));
      next?.focus();
    };
    byId("plays").replaceChildren(...plays.slice(0, most).map((play, i) => this.#play(play, i < SHOWN)));
  }

  /** @param {PlayInfo} play @param {boolean} pictured */
  #play({ id, name, deal, day, moves_made, status, updated }, pictured) {
    const item = make("li");
    const link = make("a");
    link.href = `#/play/${encodeURIComponent(id)}`;
    const frame = make("span", "frame");
    const about = [t("n.moves", { n: moves_made }), ...(status === "playing" ? [] : [t(`status.${status}`)]), ago(updated)];
    const text = make("span", "text");
    text.append(
      make("b", "", name),
      make("code", "", day ? t("daily.of", { day: dayText(day) }) : deal || t("from_position")),
      make("small", "", about.filter(Boolean).join(" · ")),
    );
    link.append(frame, text);
    item.append(link);
    if (pictured)
      api.play(id).then(
        (state) => frame.replaceChildren(pictureOf(state)),
        () => undefined, // the link says itself what is wrong when it is followed
      );
    return item;
  }
}

/** The panel keeps its place in memory while it is nowhere on the page. @type {HTMLElement | null} */
let panel = null;
const chosen = () => (panel ??= byId("chosen"));
