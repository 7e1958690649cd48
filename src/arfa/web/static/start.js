// What cannot wait for the other modules, so it needs none of them and runs as soon as it is there: the language and the
// looks that were chosen, and, by the address, what is to be fetched while the modules are on their way.

export const LANGUAGES = ["ru", "en"];
const PATIENCE_MS = 12000;

/**
 * Answers that were asked for before there was anybody to take them, by their address; each is taken once.
 * @type {Map<string, Promise<Response>>}
 */
const early = new Map();

/**
 * Fetch, or take what is on its way already.
 * @param {URL} url
 * @param {RequestInit} [how]
 */
export function fetched(url, how) {
  const answer = early.get(url.href);
  early.delete(url.href);
  return answer ?? fetch(url, how);
}

/** What a view needs beside the modules that every view needs, which the page itself names. */
const MODULES = {
  choose: ["chooser", "picture"],
  play: [
    ...["table", "board", "card", "deck", "drag", "faces", "hand", "keys"],
    ...["layout", "motion", "moves", "names", "place", "plans", "play"],
  ],
};

/** Have the modules of a view fetched, all at once. @param {"choose" | "play"} view */
export function prepare(view) {
  for (const name of MODULES[view].splice(0)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.fetchPriority = "low"; // the first picture needs none of them
    link.href = `${name}.js`;
    document.head.append(link);
  }
}

/** @type {{lang?: string | null, theme?: string}} */
let chosen = {};
try {
  chosen = JSON.parse(localStorage.getItem("arfa.settings") ?? "{}") ?? {};
} catch {
  // storage switched off or spoilt
}

const { dataset } = document.documentElement;
const wish = (/** @type {string} */ text) => matchMedia(text).matches;
const own = wish("(prefers-contrast: more), (forced-colors: active)")
  ? "contrast"
  : wish("(prefers-color-scheme: dark)")
    ? "dark"
    : "light";
dataset.theme = chosen.theme && chosen.theme !== "auto" ? chosen.theme : own;
const tags = [chosen.lang ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
const lang = tags.find((tag) => LANGUAGES.includes(tag)) ?? "en";
if (document.documentElement.lang !== lang) {
  document.documentElement.lang = lang; // the page came in the language of the browser
  document.getElementById("loading")?.replaceChildren();
}

/** @param {string} path @param {string} accept */
const ask = (path, accept) => {
  const url = new URL(path, document.baseURI).href;
  const answer = fetch(url, { headers: { Accept: accept }, signal: AbortSignal.timeout(PATIENCE_MS) });
  answer.catch(() => undefined); // whoever takes it is told
  early.set(url, answer);
};
ask(`i18n/${lang}.json`, "*/*");
const [, page = "", rest = ""] = /^#\/(\w+)\/?([^/]*)/.exec(location.hash) ?? [];
if (page === "play" || page === "deal") {
  if (page === "play") ask(`api/plays/${rest}?lang=${lang}`, "application/json");
  prepare("play");
} else if (!page) {
  for (const what of ["games", "plays"]) ask(`api/${what}?lang=${lang}`, "application/json");
  prepare("choose");
}
