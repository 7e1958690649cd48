// What a player has chosen; kept by the browser.

const KEY = "arfa.settings";

/**
 * @typedef {object} Settings
 * @property {string | null} lang null: as the browser says
 * @property {"auto" | "light" | "dark"} theme
 * @property {"lat" | "rus"} indices
 * @property {2 | 4} colours
 * @property {boolean} oneTap a tapped card with one place to go goes there at once
 * @property {boolean} mirror stock on the other side, for the left hand
 */

/** @type {Settings} */
const DEFAULTS = { lang: null, theme: "auto", indices: "lat", colours: 2, oneTap: true, mirror: false };

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS }; // storage switched off or spoilt
  }
}

const settings = load();
/** @type {Set<(changed: Partial<Settings>) => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export const chosen = () => settings;

/** @param {Partial<Settings>} changed */
export function choose(changed) {
  Object.assign(settings, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // it holds until the page is closed
  }
  for (const listener of listeners) listener(changed);
}

/** @param {(changed: Partial<Settings>) => void} listener */
export const onChoice = (listener) => void listeners.add(listener);

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the table is dark now. */
export const isDark = () => (settings.theme === "auto" ? darkness.matches : settings.theme === "dark");

/** Whether things should jump instead of move. */
export const isStill = () => stillness.matches;

/** Put the theme on the page, now and whenever it changes. @param {() => void} changed */
export function followTheme(changed) {
  const apply = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    changed();
  };
  darkness.addEventListener("change", apply);
  onChoice((what) => what.theme && apply());
  apply();
}
