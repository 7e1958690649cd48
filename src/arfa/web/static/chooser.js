// Choosing: a patience with its variants, and a deal of it; or a game that was begun.

import * as api from "./api.js";
import { byId, make, setAttribute } from "./dom.js";
import { language, t } from "./i18n.js";
import { picture } from "./picture.js";
import { choose, chosen as settings } from "./settings.js";
import { say } from "./status.js";

/** @import { GameInfo, PlayInfo, State } from "./types.js" */

/** The variants that are chosen of a patience, with their numbers. @typedef {Map<string, number | null>} Picked */

const KEY = "arfa.last";
const VARIANTS = "arfa.variants";
const CHECK_MS = 300;
/** Where there is room, what was chosen lies beside the patiences; else under the one that was chosen. */
const beside = matchMedia("(min-width: 900px)");

/** The date of UTC: days change for everybody at once. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A date in words. @param {string} day @param {Intl.DateTimeFormatOptions} [how] */
export const dayText = (day, how = { day: "numeric", month: "long" }) =>
  new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...how }).format(Date.parse(day));

export class Chooser {
  /** @type {GameInfo[]} */
  #games = [];
  /** @type {PlayInfo[]} */
  #plays = [];
  #game = "";
  /** Of each patience. @type {Map<string, Picked>} */
  #picked = new Map();
  #opened = false;
  /** How often the service was asked what was typed: an answer that comes late is about something else. */
  #checks = 0;
  #opens = 0;
  #timer = 0;

  /**
   * @param {(state: State) => Promise<void>} started
   * @param {(why: unknown) => void} failed
   * @param {(plays: PlayInfo[]) => void} listed told of all the plays that the player has
   */
  constructor(started, failed, listed) {
    this.started = started;
    this.failed = failed;
    this.listed = listed;
    this.deal = /** @type {HTMLTextAreaElement} */ (byId("deal"));
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
    const winnable = /** @type {HTMLInputElement} */ (byId("winnable"));
    winnable.checked = settings().winnable;
    winnable.addEventListener("change", () => {
      choose({ winnable: winnable.checked });
      this.#drawDeal();
    });
    byId("daily").addEventListener("click", () => void this.#daily());
    byId("days").addEventListener("click", () => {
      import("./daily.js").then(({ calendar }) => calendar(this.#name(), (day) => this.#day(day))).catch(this.failed);
    });
    byId("game-rules").addEventListener("click", () => {
      import("./rules.js").then(({ dialog }) => dialog(this.#name())).catch(this.failed);
    });
    byId("open-file").addEventListener("click", () => {
      import("./records.js").then(({ choose }) => choose(this.failed)).catch(this.failed);
    });
    beside.addEventListener("change", () => this.#place());
    this.#remember();
  }

  // ------------------------------------------------------------------ what is chosen

  /** What was chosen last, of each patience. */
  #remember() {
    try {
      for (const name of JSON.parse(localStorage.getItem(VARIANTS) ?? "[]")) this.#choose(String(name));
      this.#choose(localStorage.getItem(KEY) ?? "");
    } catch {
      // nothing to go by
    }
  }

  #keep() {
    try {
      localStorage.setItem(VARIANTS, JSON.stringify([...this.#picked].map(([id, picked]) => full(id, [...picked]))));
      localStorage.setItem(KEY, this.#name());
    } catch {
      // it will not be remembered
    }
  }

  /** Choose a patience with its variants. @param {string} name `big-harp+draw-3` */
  #choose(name) {
    const [id, ...variants] = name.split("+");
    this.#game = id;
    const words = variants.map((text) => text.split("="));
    this.#picked.set(id, new Map(words.map(([key, n]) => [key, n === undefined ? null : Number(n)])));
  }

  get #info() {
    return this.#games.find(({ id }) => id === this.#game);
  }

  /** What is chosen of a patience, without what it has no longer. @param {GameInfo} game */
  #variants(game) {
    const picked = this.#picked.get(game.id) ?? new Map();
    this.#picked.set(game.id, picked);
    for (const id of picked.keys()) if (!game.variants.some((variant) => variant.id === id)) picked.delete(id);
    return picked;
  }

  /** The full name of what is chosen, the variants in the order of the patience. */
  #name() {
    const game = this.#info;
    if (!game) return this.#game;
    const picked = this.#variants(game);
    const listed = game.variants.filter(({ id }) => picked.has(id));
    return full(game.id, listed.map(({ id }) => [id, picked.get(id) ?? null]));
  }

  /** Show what there is to choose. */
  async open() {
    const mine = ++this.#opens;
    const [games, plays] = await Promise.all([api.games(), api.plays()]);
    if (mine !== this.#opens) return; // asked for again meanwhile, maybe in another language
    // What was never begun is dealt anew as easily as it is found here.
    const begun = plays.filter(({ won, moves_made }) => !won && moves_made > 0);
    this.listed(plays);
    const unfinished = begun.length ? await import("./unfinished.js") : null;
    // All of it appears at once, so that nothing is pushed about.
    this.#games = games;
    this.#plays = plays;
    if (!games.some(({ id }) => id === this.#game)) this.#game = games[0]?.id ?? "";
    byId("unfinished").hidden = !unfinished;
    unfinished?.draw(begun);
    this.#drawGames();
    if (this.deal.value.trim()) void this.#check();
  }

  // ------------------------------------------------------------------ dealing

  async #start() {
    const button = /** @type {HTMLButtonElement} */ (byId("start-play"));
    const text = this.deal.value;
    button.disabled = true;
    clearTimeout(this.#timer); // dealing says it as well
    try {
      await this.#begin(this.#name(), text.trim() ? text : null, true, settings().winnable);
      this.deal.value = "";
      this.#typed();
    } catch (why) {
      if (!text.trim() || !(why instanceof api.Refused)) return this.failed(why);
      this.#tell("wrong", why.message, [], why.place);
      this.deal.focus();
    } finally {
      button.disabled = false;
    }
  }

  /**
   * @param {string} game
   * @param {string | null} deal
   * @param {boolean} [other] whether it may name another patience
   * @param {boolean} [winnable]
   */
  async #begin(game, deal, other = false, winnable = false) {
    const state = await api.start(game, deal, other, winnable);
    this.#choose(state.game);
    this.#keep();
    await this.started(state);
  }

  /** The play of the deal of a day, if it was begun. @param {string} day */
  #played(day) {
    const name = this.#name();
    const plays = this.#plays.filter((play) => play.day === day && play.game === name);
    return plays.find(({ won }) => won) ?? plays[0];
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
    deal.rows = 1; // as high as what is typed, up to a limit
    deal.rows = Math.min(8, Math.max(1, Math.floor(deal.scrollHeight / (parseFloat(getComputedStyle(deal).lineHeight) || 24))));
    clearTimeout(this.#timer);
    if (deal.value.trim()) this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
    else {
      this.#checks++;
      this.#tell("");
    }
  }

  /** Have the service say what was typed. */
  async #check() {
    clearTimeout(this.#timer);
    const mine = ++this.#checks;
    try {
      const { said, notes } = await api.check(this.#name(), this.deal.value);
      if (mine === this.#checks) this.#tell("right", said, notes);
    } catch (why) {
      if (mine !== this.#checks) return; // something else was typed meanwhile
      if (why instanceof api.Refused) this.#tell("wrong", why.message, [], why.place);
      else this.failed(why);
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
    const told = box.firstChild;
    if (!place) return;
    import("./mistake.js")
      .then(({ pointer }) => box.firstChild === told && box.append(pointer(this.deal, place)))
      .catch(this.failed);
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
      // The panel has left its place above, and everything below it has moved.
      if (!beside.matches) item.scrollIntoView({ block: "start" });
    });
    const text = make("span", "text");
    const title = make("span", "title");
    title.append(make("b", "", game.name), make("small", "", t("n.decks", { n: game.decks })));
    text.append(title, make("span", "about", game.about), make("span", "about", game.odds[game.id]));
    label.append(input, picture(game.sketch.piles), text);
    item.append(label);
    return item;
  }

  /** What was chosen, and what can be done with it. */
  #drawChosen() {
    const game = this.#info;
    if (!game) return;
    this.#place();
    chosen().hidden = false;
    byId("chosen-name").textContent = game.name;
    byId("chosen-source").textContent = game.source ? t("choose.source", { source: game.source }) : "";
    this.#drawVariants(game);
    this.#drawDeal();
  }

  /** @param {GameInfo} game */
  #drawVariants(game) {
    const box = /** @type {HTMLDetailsElement} */ (byId("variants"));
    const picked = this.#variants(game);
    box.hidden = !game.variants.length;
    box.open = !box.hidden && (this.#opened || picked.size > 0);
    const names = () =>
      game.variants
        .filter(({ id }) => picked.has(id))
        .map(({ id, name }) => (picked.get(id) == null ? name : `${name} ${picked.get(id)}`))
        .join(", ");
    const tell = () => {
      byId("variants-chosen").textContent = t("variants", { names: names() || t("variants.none") });
    };
    tell();
    const rows = byId("variants-rows");
    rows.replaceChildren();
    const draw = async () => {
      const variants = await import("./variants.js");
      if (game !== this.#info) return; // another was chosen meanwhile
      variants.draw(rows, game, picked, (why) => {
        tell();
        this.#keep();
        if (why) say(why);
        this.#drawDeal();
      });
    };
    box.ontoggle = () => {
      this.#opened = box.open;
      if (box.open && !rows.childElementCount) draw().catch(this.failed);
    };
    if (box.open) draw().catch(this.failed);
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
    const status = play?.won ? "won" : play?.moves_made ? "begun" : "new";
    const small = make("small", "", `${dayText(day)} · ${t(`daily.${status}`)}`);
    byId("daily").replaceChildren(make("span", "", t("daily")), small);
    byId("daily").dataset.status = status;
    const help = byId("deal-help");
    help.dataset.t = settings().winnable ? "deal.help.winnable" : "deal.help";
    help.textContent = t(help.dataset.t);
    if (this.deal.value.trim()) void this.#check();
  }
}

/** @param {string} game @param {[string, number | null][]} variants */
const full = (game, variants) => [game, ...variants.map(([id, n]) => (n === null ? id : `${id}=${n}`))].join("+");

/** The panel keeps its place in memory while it is nowhere on the page. @type {HTMLElement | null} */
let panel = null;
const chosen = () => (panel ??= byId("chosen"));
