// The variants of a patience: what can be chosen, and what excludes what.  Loaded when somebody looks at them.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Picked } from "./chooser.js" */
/** @import { GameInfo, VariantInfo } from "./types.js" */

/**
 * A row for each variant of a patience.
 * @param {HTMLElement} root where they stand
 * @param {GameInfo} game
 * @param {Picked} picked what is chosen; it changes with the choices
 * @param {(why: string) => void} changed says what else a choice has changed
 */
export function draw(root, game, picked, changed) {
  /** @param {string} why @param {string} focused */
  const done = (why, focused) => {
    draw(root, game, picked, changed);
    /** @type {HTMLElement | null} */ (root.querySelector(focused))?.focus();
    changed(why);
  };
  root.replaceChildren(...game.variants.map((variant) => row(game, variant, picked, done)), odds(game, picked));
}

/** How often it comes out so, as far as that is known; without variants it stands beside the patience. @param {GameInfo} game @param {Picked} picked */
function odds(game, picked) {
  const chosen = game.variants.filter(({ id }) => picked.has(id)).map(({ id }) => [id, picked.get(id) ?? []].flat().join("="));
  return make("p", "about odds", chosen.length ? game.odds[[game.id, ...chosen].join("+")] : "");
}

/**
 * @param {GameInfo} game
 * @param {VariantInfo} variant
 * @param {Picked} picked
 * @param {(why: string, focused: string) => void} done
 */
function row(game, variant, picked, done) {
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
    done(explained(game, id, before, picked), `input[value="${CSS.escape(id)}"]`);
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
      done("", `select[name="${CSS.escape(id)}"]`);
    });
    row.append(number);
  }
  return row;
}

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
