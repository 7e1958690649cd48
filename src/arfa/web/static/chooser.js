// Choosing: a patience, its variants, a deal; or a play that was begun.

import * as api from "./api.js";
import { byId, make } from "./dom.js";
import { language, t } from "./i18n.js";

/** @import { GameInfo, PlayInfo, State, VariantInfo } from "./types.js" */

const KEY = "arfa.last";

/** The part of a pasted link that names the deal. @param {string} text */
const dealOf = (text) => (/#\/deal\/([^\s/]+)/.exec(text)?.[1] ?? text).trim();

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
  /** The variants chosen of each patience, with their numbers. @type {Map<string, Map<string, number | null>>} */
  #picked = new Map();
  #game = "";
  #opened = false;

  /**
   * @param {(state: State) => void} started
   * @param {(why: unknown) => void} failed
   */
  constructor(started, failed) {
    this.started = started;
    this.failed = failed;
    byId("start").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#start();
    });
    const deal = /** @type {HTMLTextAreaElement} */ (byId("deal"));
    deal.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      void this.#start();
    });
    deal.addEventListener("input", () => deal.setAttribute("rows", deal.value.includes("\n") ? "5" : "1"));
    this.#restore();
  }

  /** Show what there is to choose. */
  async open() {
    const [games, plays] = await Promise.all([api.games(), api.plays()]);
    this.#games = games;
    if (!games.some(({ id }) => id === this.#game)) this.#game = games[0]?.id ?? "";
    this.#drawGames();
    this.#drawPlays(plays.filter(({ status }) => status !== "won"));
  }

  /** The full name of what is chosen: `big-harp+draw-3`. */
  #name() {
    const game = this.#games.find(({ id }) => id === this.#game);
    const picked = this.#picked.get(this.#game);
    const parts = (game?.variants ?? [])
      .filter(({ id }) => picked?.has(id))
      .map(({ id }) => (picked?.get(id) == null ? id : `${id}=${picked.get(id)}`));
    return [this.#game, ...parts].join("+");
  }

  #restore() {
    try {
      const [game, ...variants] = (localStorage.getItem(KEY) ?? "").split("+");
      this.#game = game;
      this.#picked.set(
        game,
        new Map(variants.map((text) => text.split("=")).map(([id, n]) => [id, n === undefined ? null : Number(n)])),
      );
    } catch {
      // nothing to go by
    }
  }

  async #start() {
    const text = /** @type {HTMLTextAreaElement} */ (byId("deal")).value;
    const button = /** @type {HTMLButtonElement} */ (byId("start-play"));
    button.disabled = true;
    try {
      const state = await api.start(this.#name(), dealOf(text) || null);
      try {
        localStorage.setItem(KEY, this.#name());
      } catch {
        // it will not be remembered
      }
      this.started(state);
    } catch (why) {
      this.failed(why);
    } finally {
      button.disabled = false;
    }
  }

  #drawGames() {
    const list = byId("games");
    list.replaceChildren(
      ...this.#games.map((game) => {
        const item = make("div", "game");
        const label = make("label");
        const input = make("input");
        input.type = "radio";
        input.name = "game";
        input.value = game.id;
        input.checked = game.id === this.#game;
        input.addEventListener("change", () => {
          this.#game = game.id;
          this.#drawVariants();
        });
        const text = make("span", "text");
        const title = make("span", "title");
        title.append(make("b", "", game.name), make("small", "", t("n.decks", { n: game.decks })));
        text.append(title, make("span", "about", game.about));
        label.append(input, text);
        item.append(label);
        item.dataset.game = game.id;
        return item;
      }),
    );
    this.#drawVariants();
  }

  /** The variants hang under the patience that is chosen. */
  #drawVariants() {
    for (const old of document.querySelectorAll("#games .variants")) old.remove();
    const game = this.#games.find(({ id }) => id === this.#game);
    if (!game?.variants.length) return;
    const picked = this.#picked.get(game.id) ?? new Map();
    this.#picked.set(game.id, picked);
    for (const id of picked.keys()) if (!game.variants.some((variant) => variant.id === id)) picked.delete(id);
    const names = game.variants
      .filter(({ id }) => picked.has(id))
      .map(({ id, name }) => (picked.get(id) == null ? name : `${name} ${picked.get(id)}`));
    const box = make("details", "variants");
    box.open = this.#opened;
    box.addEventListener("toggle", () => (this.#opened = box.open));
    box.append(make("summary", "", t("variants", { names: names.join(", ") || t("variants.none") })));
    for (const variant of game.variants) box.append(this.#variant(game, variant, picked));
    document.querySelector(`#games [data-game="${CSS.escape(game.id)}"]`)?.append(box);
  }

  /**
   * @param {GameInfo} game
   * @param {VariantInfo} variant
   * @param {Map<string, number | null>} picked
   */
  #variant(game, { id, name, about, parameter }, picked) {
    const row = make("div", "variant");
    const label = make("label", "check");
    const input = make("input");
    input.type = "checkbox";
    input.value = id;
    input.checked = picked.has(id);
    input.addEventListener("change", () => {
      if (input.checked) this.#add(game, id, picked);
      else this.#remove(game, id, picked);
      this.#drawVariants();
      /** @type {HTMLElement | null} */ (document.querySelector(`#games input[value="${CSS.escape(id)}"]`))?.focus();
    });
    const text = make("span", "text");
    text.append(make("b", "", name), make("span", "about", about));
    label.append(input, text);
    row.append(label);
    if (parameter && picked.has(id)) {
      const number = make("select");
      number.setAttribute("aria-label", name);
      for (let n = parameter.min; n <= parameter.max; n++) {
        const option = make("option", "", String(n));
        option.selected = n === picked.get(id);
        number.append(option);
      }
      number.addEventListener("change", () => {
        picked.set(id, Number(number.value));
        this.#drawVariants();
        /** @type {HTMLElement | null} */ (document.querySelector(`#games select[name="${CSS.escape(id)}"]`))?.focus();
      });
      number.name = id;
      row.append(number);
    }
    return row;
  }

  /** Choose a variant, with what it needs and without what it excludes. @param {GameInfo} game @param {string} id @param {Map<string, number | null>} picked */
  #add(game, id, picked) {
    const variant = game.variants.find((other) => other.id === id);
    if (!variant || picked.has(id)) return;
    picked.set(id, variant.parameter?.min ?? null);
    for (const other of game.variants)
      if (variant.excludes.includes(other.id) || other.excludes.includes(id)) this.#remove(game, other.id, picked);
    for (const needed of variant.requires) this.#add(game, needed, picked);
  }

  /** @param {GameInfo} game @param {string} id @param {Map<string, number | null>} picked */
  #remove(game, id, picked) {
    if (!picked.delete(id)) return;
    for (const other of game.variants) if (other.requires.includes(id)) this.#remove(game, other.id, picked);
  }

  /** The latest ones, and all when asked. @param {PlayInfo[]} plays @param {number} [most] */
  #drawPlays(plays, most = 3) {
    byId("unfinished").hidden = !plays.length;
    const all = byId("all-plays");
    all.hidden = plays.length <= most;
    all.textContent = t("unfinished.all", { n: plays.length });
    all.onclick = () => {
      this.#drawPlays(plays, Infinity);
      document.querySelector(`#plays li:nth-child(${most + 1}) a`)?.scrollIntoView({ block: "nearest" });
    };
    byId("plays").replaceChildren(
      ...plays.slice(0, most).map(({ id, name, deal, moves_made, status, updated }) => {
        const item = make("li");
        const link = make("a");
        link.href = `#/play/${encodeURIComponent(id)}`;
        const about = [t("n.moves", { n: moves_made }), ...(status === "playing" ? [] : [t(`status.${status}`)]), ago(updated)];
        link.append(make("b", "", name), make("code", "", deal), make("small", "", about.filter(Boolean).join(" · ")));
        item.append(link);
        return item;
      }),
    );
  }
}
