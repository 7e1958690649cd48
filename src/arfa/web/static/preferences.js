// The settings as a dialog, with a few cards that show at once how the pack will look.

import { back, face } from "./deck.js";
import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { language, t } from "./i18n.js";
import { choose, chosen, tone } from "./settings.js";
import { LANGUAGES } from "./start.js";

/** @import { Settings } from "./settings.js" */

/**
 * A group of radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} options value and label
 * @param {string} value
 * @param {(value: string) => void} changed
 */
function radios(name, legend, options, value, changed) {
  const set = make("fieldset", "radios");
  set.append(make("legend", "", legend));
  for (const [option, text] of options) {
    const label = make("label");
    if (name === "lang") label.lang = option; // each language calls itself by its own name
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = option;
    input.checked = option === value;
    input.addEventListener("change", () => changed(option));
    label.append(input, make("span", "", text));
    set.append(label);
  }
  return set;
}

/** @param {string} text @param {boolean} value @param {(value: boolean) => void} changed */
function checkbox(text, value, changed) {
  const label = make("label", "check");
  const input = make("input");
  input.type = "checkbox";
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  label.append(input, make("span", "", text));
  return label;
}

/**
 * A choice among the values of a setting; the texts are `name.value`.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {string} title a key of the texts
 * @param {Settings[Name][]} values
 */
const choice = (name, title, values) =>
  radios(
    name,
    t(title),
    values.map((value) => [String(value), t(`${name}.${value}`)]),
    String(chosen()[name]),
    (text) => {
      const value = values.find((one) => String(one) === text);
      if (value !== undefined) choose({ [name]: value });
    },
  );

/** Cards as they are drawn now. */
function sample() {
  const box = make("div", "sample");
  box.setAttribute("aria-hidden", "true");
  const { indices, colours, back: pattern, big: large } = chosen();
  const now = tone();
  const look = /** @type {const} */ ({ indices, colours, tone: now, pips: true, side: "top", ratio: 1.4, large });
  for (const svg of [...["KS", "QH", "JD", "TC", "AS"].map((card) => face(card, look)), back({ pattern, tone: now })]) {
    const image = make("img");
    image.alt = "";
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    box.append(image);
  }
  return box;
}

/**
 * @param {(lang: string) => Promise<void>} speak changes the language
 * @param {() => void} type begins to type a move
 * @returns {Promise<void>}
 */
export async function settings(speak, type) {
  const now = chosen();
  let cards = sample();
  const content = make("div", "settings");
  content.append(
    cards,
    radios("lang", t("settings.lang"), LANGUAGES.map((lang) => [lang, t(`lang.${lang}`)]), language(), (lang) =>
      document.querySelector("dialog")?.close(`lang:${lang}`),
    ),
    choice("theme", "settings.theme", ["auto", "light", "dark", "contrast"]),
    choice("indices", "settings.indices", ["lat", "rus"]),
    choice("colours", "settings.colours", [2, 4]),
    choice("back", "settings.back", ["harp", "waves", "lattice", "plain"]),
    choice("speed", "settings.speed", ["off", "fast", "normal", "slow"]),
    choice("auto", "settings.auto", ["off", "safe", "all"]),
    checkbox(t("settings.big"), now.big, (big) => choose({ big })),
    checkbox(t("settings.mirror"), now.mirror, (mirror) => choose({ mirror })),
    checkbox(t("settings.one_tap"), now.oneTap, (oneTap) => choose({ oneTap })),
    checkbox(t("settings.timer"), now.timer, (timer) => choose({ timer })),
    checkbox(t("settings.chance"), now.chance, (chance) => choose({ chance })),
  );
  content.addEventListener("change", () => {
    const anew = sample();
    cards.replaceWith(anew);
    cards = anew;
  });
  const what = await show(t("settings"), [content], [
    ...(document.body.dataset.view === "play" ? [{ value: "type", label: t("type_move") }] : []),
    { value: "", label: t("done"), main: true },
  ]);
  if (what === "type") return type();
  if (!what.startsWith("lang:")) return;
  await speak(what.slice(5));
  return settings(speak, type); // the same in the other language
}
