// The variants of a patience: what can be chosen, what excludes what, and what was chosen last of each patience.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/** @import { GameInfo, VariantInfo } from "./types.js" */

/** The chosen variants with their numbers. @typedef {Map<string, number | null>} Picked */

const KEY = "arfa.variants";

export class Variants {
  /** Of each patience. @type {Map<string, Picked>} */
  #picked = new Map();
  #open = false;

  /**
   * @param {HTMLElement} root
   * @param {(why: string) => void} changed says what else a choice has changed
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    try {
      for (const name of JSON.parse(localStorage.getItem(KEY) ?? "[]")) this.#read(String(name));
    } catch {
      // nothing to go by
    }
  }

  /** Choose what a full name says: `big-harp+draw-3`. @param {string} name */
  restore(name) {
    this.#read(name);
    this.#keep();
  }

  /** @param {string} name */
  #read(name) {
    const [game, ...variants] = name.split("+");
    this.#picked.set(
      game,
      new Map(variants.map((text) => text.split("=")).map(([id, n]) => [id, n === undefined ? null : Number(n)])),
    );
  }

  #keep() {
    const names = [...this.#picked].map(([game, picked]) => full(game, [...picked]));
    try {
      localStorage.setItem(KEY, JSON.stringify(names));
    } catch {
      // it will not be remembered
    }
  }

  /** The full name of a patience with what is chosen of it. @param {GameInfo} game */
  name(game) {
    const picked = this.#of(game);
    return full(
      game.id,
      game.variants.filter(({ id }) => picked.has(id)).map(({ id }) => [id, picked.get(id) ?? null]),
    );
  }

  /** What is chosen of a patience, without what it has no longer. @param {GameInfo} game */
  #of(game) {
    const picked = this.#picked.get(game.id) ?? new Map();
    this.#picked.set(game.id, picked);
    for (const id of picked.keys()) if (!game.variants.some((variant) => variant.id === id)) picked.delete(id);
    return picked;
  }

  /** @param {GameInfo} game */
  draw(game) {
    this.root.hidden = !game.variants.length;
    if (this.root.hidden) return void this.root.replaceChildren();
    const picked = this.#of(game);
    const names = game.variants
      .filter(({ id }) => picked.has(id))
      .map(({ id, name }) => (picked.get(id) == null ? name : `${name} ${picked.get(id)}`));
    const box = make("details");
    box.open = this.#open || names.length > 0;
    box.addEventListener("toggle", () => (this.#open = box.open));
    box.append(make("summary", "", t("variants", { names: names.join(", ") || t("variants.none") })));
    for (const variant of game.variants) box.append(this.#row(game, variant, picked));
    this.root.replaceChildren(box);
  }

  /** @param {GameInfo} game @param {VariantInfo} variant @param {Picked} picked */
  #row(game, variant, picked) {
    const { id, name, about, parameter } = variant;
    const row = make("div", "variant");
    const label = make("label", "check");
    const input = make("input");
    input.type = "checkbox";
    input.value = id;
    input.checked = picked.has(id);
    input.addEventListener("change", () => {
      const before = new Set(picked.keys());
      if (input.checked) add(game, id, picked);
      else remove(game, id, picked);
      this.#done(game, explained(game, id, before, picked), `input[value="${CSS.escape(id)}"]`);
    });
    const text = make("span", "text");
    text.append(make("b", "", name), make("span", "about", about));
    const apart = rivals(game, variant).map((other) => other.name);
    if (apart.length) text.append(make("span", "about", t("variants.excludes", { names: apart.join(", ") })));
    const needed = game.variants.filter((other) => variant.requires.includes(other.id)).map((other) => other.name);
    if (needed.length) text.append(make("span", "about", t("variants.requires", { names: needed.join(", ") })));
    label.append(input, text);
    row.append(label);
    if (parameter && picked.has(id)) {
      const number = make("select");
      number.name = id;
      number.setAttribute("aria-label", name);
      for (let n = parameter.min; n <= parameter.max; n++) {
        const option = make("option", "", String(n));
        option.selected = n === picked.get(id);
        number.append(option);
      }
      number.addEventListener("change", () => {
        picked.set(id, Number(number.value));
        this.#done(game, "", `select[name="${CSS.escape(id)}"]`);
      });
      row.append(number);
    }
    return row;
  }

  /** @param {GameInfo} game @param {string} why @param {string} focused */
  #done(game, why, focused) {
    this.#open = true;
    this.#keep();
    this.draw(game);
    /** @type {HTMLElement | null} */ (this.root.querySelector(focused))?.focus();
    this.changed(why);
  }
}

/** @param {string} game @param {[string, number | null][]} variants */
const full = (game, variants) => [game, ...variants.map(([id, n]) => (n === null ? id : `${id}=${n}`))].join("+");

/** What cannot be chosen together with a variant. @param {GameInfo} game @param {VariantInfo} variant */
const rivals = (game, variant) =>
  game.variants.filter((other) => variant.excludes.includes(other.id) || other.excludes.includes(variant.id));

/** Choose a variant, with what it needs and without what it excludes. @param {GameInfo} game @param {string} id @param {Picked} picked */
function add(game, id, picked) {
  const variant = game.variants.find((other) => other.id === id);
  if (!variant || picked.has(id)) return;
  picked.set(id, variant.parameter?.min ?? null);
  for (const other of rivals(game, variant)) remove(game, other.id, picked);
  for (const needed of variant.requires) add(game, needed, picked);
}

/** @param {GameInfo} game @param {string} id @param {Picked} picked */
function remove(game, id, picked) {
  if (!picked.delete(id)) return;
  for (const other of game.variants) if (other.requires.includes(id)) remove(game, other.id, picked);
}

/**
 * What a choice has changed besides, in words; "" when nothing.
 * @param {GameInfo} game
 * @param {string} id what was chosen or given up
 * @param {Set<string>} before
 * @param {Picked} now
 */
function explained(game, id, before, now) {
  /** @param {(one: VariantInfo) => boolean} which */
  const names = (which) =>
    game.variants
      .filter((one) => one.id !== id && which(one))
      .map((one) => one.name)
      .join(", ");
  const name = game.variants.find((one) => one.id === id)?.name ?? id;
  const gone = names((one) => before.has(one.id) && !now.has(one.id));
  const come = names((one) => !before.has(one.id) && now.has(one.id));
  return [
    gone && t(now.has(id) ? "variants.gone" : "variants.gone_too", { name, names: gone }),
    come && t("variants.come", { name, names: come }),
  ]
    .filter(Boolean)
    .join(" ");
}
