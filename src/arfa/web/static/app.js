// The page: which view is shown, by the address; language and looks.

import * as api from "./api.js";
import { Chooser } from "./chooser.js";
import { byId } from "./dom.js";
import { LANGUAGES, language, preferred, setLanguage, t } from "./i18n.js";
import { choose, chosen, followTheme, onChoice } from "./settings.js";
import { say } from "./status.js";
import { Table } from "./table.js";

/** @import { State } from "./types.js" */

/** @param {"choose" | "page" | "play" | "rules"} view */
function show(view) {
  document.body.dataset.view = view === "page" ? "choose" : view; // such a page is dressed like the choice
  byId("chooser").hidden = view !== "choose";
  byId("page").hidden = view !== "page";
  byId("play").hidden = view !== "play";
  byId("tools").hidden = view !== "play";
  byId("rulebook").hidden = view !== "rules";
  if (view === "play") return;
  document.title = t("title");
  byId("name").textContent = t("brand");
}

/** Whether a part of the page could not be loaded; browsers word it differently. @param {unknown} why */
const isUnloaded = (why) => why instanceof TypeError && /import/i.test(why.message);

/** Say what went wrong. @param {unknown} why */
function failed(why) {
  if (why instanceof api.Refused) say(why.message, "refused");
  else if (why instanceof api.Lost || isUnloaded(why)) say(t("lost.once"), "refused");
  else {
    say(t("error.page"), "refused");
    throw why;
  }
}

/**
 * The address of a play.  It names the deal as well: whoever else follows it comes to the same deal.
 * @param {State} state
 */
const addressOf = ({ id, deal }) => `#/play/${encodeURIComponent(id)}${deal.link?.replace("#/deal/", "/") ?? ""}`;

/**
 * Go to a play that was dealt just now.
 * @param {State} state
 * @param {"pushState" | "replaceState"} how whether the address before stays in the history
 */
function sit(state, how) {
  history[how](null, "", addressOf(state));
  show("play");
  table.open(state, true);
}

const table = new Table({
  play: (state) => sit(state, "pushState"),
  chooser: () => {
    location.hash = "#/";
  },
  gone: (why) => {
    failed(why);
    location.hash = "#/";
  },
  failed,
});

const chooser = new Chooser((state) => sit(state, "pushState"), failed);

/** Try to show it once more in a while. */
function again() {
  const address = location.hash;
  say(t("lost.retry"), "refused");
  setTimeout(() => location.hash === address && void route(), 2000);
}

/** A part of the address as it was meant; a broken one stays as it is. @param {string} text */
function unquoted(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Leaves the page of rules that is open. */
let shut = () => {};

/**
 * The rules of a patience; an address may go on to a sentence of them.
 * @param {string} game
 * @param {number} sentence
 * @param {() => boolean} wanted whether they are still asked for
 */
async function read(game, sentence, wanted) {
  const { page } = await import("./rules.js");
  const play = async () => sit(await api.start(game, null), "pushState");
  const book = await page(byId("rulebook"), game, { sentence }, () => void play().catch(failed));
  if (!wanted()) return book.close();
  table.close();
  shut = book.close;
  show("rules");
  document.title = `${book.lesson.name} — ${t("rules")} — ${t("brand")}`;
  book.show();
}

/** How often the address was followed: an answer that comes late is for an address that was left. */
let turn = 0;

/** Pages that are loaded when they are asked for. */
const PAGES = /** @type {Record<string, () => Promise<{open: (rest: string, failed: (why: unknown) => void) => Promise<(root: HTMLElement) => void>}>>} */ ({
  statistics: () => import("./statistics.js"),
});

/**
 * Turn to a page.
 * @param {string} name
 * @param {string} rest of the address
 * @param {number} mine
 */
async function turnTo(name, rest, mine) {
  try {
    const page = await PAGES[name]().catch(() => {
      throw new api.Lost();
    });
    const draw = await page.open(rest, failed);
    if (mine !== turn) return;
    table.close();
    show("page");
    draw(byId("page"));
  } catch (why) {
    if (mine !== turn) return;
    failed(why);
    if (why instanceof api.Lost) again();
  }
}

/** Show what the address says. */
async function route() {
  const mine = ++turn;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
  shut();
  shut = () => {};
  const [, page, rested = ""] = /^#\/(\w+)(?:\/(.*))?$/.exec(location.hash) ?? [];
  if (Object.hasOwn(PAGES, page ?? "")) return turnTo(page, unquoted(rested), mine);
  const [, what, rest = ""] = /^#\/(play|deal|rules)\/(.+)$/.exec(location.hash) ?? [];
  try {
    if (what === "rules") {
      const [, game, sentence] = /^(.*?)(?:\/(\d+))?$/.exec(unquoted(rest)) ?? [];
      return await read(game, sentence === undefined ? -1 : Number(sentence), () => mine === turn);
    }
    if (what) {
      const [id, ...deal] = rest.split("/");
      let fresh = what === "deal";
      const state = fresh
        ? await api.start(null, location.hash)
        : await api.play(unquoted(id)).catch((why) => {
            // It is another player's; the deal is everybody's.
            if (!deal.length || !(why instanceof api.Refused) || why.status !== 404) throw why;
            fresh = true;
            return api.start(null, `#/deal/${deal.join("/")}`);
          });
      if (mine !== turn) return;
      if (fresh) return sit(state, "replaceState");
      history.replaceState(null, "", addressOf(state));
      show("play");
      return table.open(state, false);
    }
  } catch (why) {
    if (mine !== turn) return;
    failed(why);
    if (why instanceof api.Lost) return again();
    history.replaceState(null, "", "#/"); // there is nothing at that address
  }
  table.close();
  show("choose");
  try {
    await chooser.open();
  } catch (why) {
    failed(why);
    if (why instanceof api.Lost) again();
  }
}

/** Put a language to use. @param {string} lang */
async function speak(lang) {
  await setLanguage(lang);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]")))
    button.setAttribute("aria-pressed", String(button.dataset.lang === lang));
}

/** Change the language of everything that is shown. @param {string} lang */
async function change(lang) {
  choose({ lang });
  if (lang === language()) return;
  await speak(lang);
  say("");
  if (document.body.dataset.view === "play") return table.redraw();
  await route();
}

onChoice((changed) => {
  if (["indices", "colours", "mirror", "big", "back"].some((wish) => wish in changed)) table.redraw();
});

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]")))
  button.addEventListener("click", () => change(button.dataset.lang ?? language()).catch(failed));
const settings = () =>
  import("./preferences.js").then((dialog) => dialog.settings(change, () => table.type(true))).catch(failed);
byId("settings").addEventListener("click", () => void settings());
for (const id of ["menu", "more"])
  byId(id).addEventListener("click", () => void import("./menu.js").then((menu) => menu.open({ table, settings, failed })).catch(failed));
addEventListener("hashchange", () => void route());
// A file that is dropped anywhere is opened, rather than taken by the browser for another page.
addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  const files = [...(event.dataTransfer?.files ?? [])];
  if (!files.length) return;
  event.preventDefault();
  import("./records.js").then(({ open }) => open(files)).catch(failed);
});

const wanted = chosen().lang;
await speak(wanted && LANGUAGES.includes(wanted) ? wanted : preferred());
followTheme(() => table.redraw());
await route();
