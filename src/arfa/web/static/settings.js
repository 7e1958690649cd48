// What a player has chosen; kept by the browser.

const KEY = "arfa.settings";

/** @typedef {"harp" | "waves" | "lattice" | "plain"} Back the pattern of the backs */
/** @typedef {"off" | "fast" | "normal" | "slow"} Speed of all motion */
/** @typedef {"off" | "safe" | "all"} Auto */

/**
 * @typedef {object} Settings
 * @property {string | null} lang null: as the browser says
 * @property {"auto" | "light" | "dark" | "contrast"} theme
 * @property {"lat" | "rus"} indices
 * @property {2 | 4} colours
 * @property {boolean} oneTap a tapped card with one place to go goes there at once
 * @property {boolean} mirror stock on the other side, for the left hand
 * @property {boolean} big cards and indices bigger than the screen has room for
 * @property {Back} back
 * @property {Speed} speed
 * @property {Auto} auto which cards go to the foundations by themselves
 * @property {boolean} timer whether the time is shown
 * @property {boolean} winnable whether cards at random should be such as are proved to come out
 * @property {boolean} chance whether the chances are shown
 */

/** @type {Settings} */
const DEFAULTS = {
  lang: null,
  theme: "auto",
  indices: "lat",
  colours: 2,
  oneTap: true,
  mirror: false,
  big: false,
  back: "harp",
  speed: "normal",
  auto: "off",
  timer: false,
  winnable: false,
  chance: false,
};

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

/** @param {(changed: Partial<Settings>) => void} listener @returns {() => void} ends it */
export function onChoice(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");

/** How the table looks now. @returns {"light" | "dark" | "contrast"} */
export function tone() {
  if (settings.theme !== "auto") return settings.theme;
  return contrast.matches ? "contrast" : darkness.matches ? "dark" : "light";
}

/** Whether things should jump instead of move. */
export const isStill = () => stillness.matches || settings.speed === "off";

const PACES = { off: 0, fast: 0.5, normal: 1, slow: 2.2 };

/** How long something takes that takes so long at the usual speed. @param {number} ms */
export const paced = (ms) => ms * PACES[settings.speed];

/** Put theme and speed on the page, now and whenever they change. @param {() => void} changed */
export function followTheme(changed) {
  const { dataset, style } = document.documentElement;
  const apply = () => {
    dataset.theme = tone();
    changed();
  };
  const wishes = () => {
    style.setProperty("--pace", String(PACES[settings.speed]));
    dataset.hand = settings.mirror ? "left" : "right";
  };
  for (const wish of [darkness, contrast]) wish.addEventListener("change", apply);
  onChoice((what) => {
    wishes();
    if (what.theme) apply();
  });
  wishes();
  apply();
}
