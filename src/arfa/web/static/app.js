// The page: which view is shown, by the address; language and looks.

import * as api from "./api.js";
import { byId } from "./dom.js";
import { language, setLanguage, t } from "./i18n.js";
import { choose, followTheme, onChoice } from "./settings.js";
import { prepare } from "./start.js";
import { say } from "./status.js";

/** @import { Chooser } from "./chooser.js" */
/** @import { Table } from "./table.js" */
/** @import { PlayInfo, State } from "./types.js" */

/** What is wanted next is fetched when what is wanted now is there. */
const SOON_MS = 500;
/** What may be wanted another day waits until nobody waits for anything. */
const LATER_MS = 6000;

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

/** Whether it may be had when it is asked for once more. @param {unknown} why */
const isLost = (why) => why instanceof api.Lost || isUnloaded(why);

/** Say what went wrong. @param {unknown} why */
function failed(why) {
  if (why instanceof api.Refused) say(why.message, "refused");
  else if (isLost(why)) say(t("lost.once"), "refused");
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

/** The views come when they are asked for: neither waits for the other. @type {Table | null} */
let table = null;
/** @type {Chooser | null} */
let chooser = null;

/** @returns {Promise<Table>} */
async function seated() {
  const made = await import("./table.js");
  return (table ??= new made.Table({
    play: (state) => sit(state, "pushState"),
    chooser: () => {
      location.hash = "#/";
    },
    gone: (why) => {
      failed(why);
      location.hash = "#/";
    },
    failed,
    keep: (state) => keeper?.keep(state),
  }));
}

/** Keeps the table that was seen last; from a while after the beginning. @type {typeof import("./kept.js") | null} */
let keeper = null;
/** The plays of this player, once the service has listed them. @type {Set<string> | null} */
let own = null;

/** Be ready to be opened without a connection. */
async function prepareForLoss() {
  keeper = await import("./kept.js");
  if (own) keeper.forget((id) => own?.has(id) ?? true);
  if (table?.play) keeper.keep(table.play.state);
  // Where there is none, as on an address without https, the page needs its connection.
  await navigator.serviceWorker?.register("worker.js", { updateViaCache: "none" });
  navigator.serviceWorker?.controller?.postMessage("settled");
}

/** What was seen last of a play, when the service cannot be asked. @param {string} id */
const lastSeen = async (id) => (await import("./kept.js").catch(() => null))?.kept(id) ?? null;

/** What is not there any more is not to be shown again. @param {(id: string) => boolean} stays */
const forget = async (stays) => (await import("./kept.js")).forget(stays);

/** @returns {Promise<Chooser>} */
async function choosing() {
  const made = await import("./chooser.js");
  // Another player may have come to this browser: what is kept of a play goes when the play is none of theirs.
  const listed = (/** @type {PlayInfo[]} */ plays) => {
    own = new Set(plays.map(({ id }) => id));
    keeper?.forget((id) => own?.has(id) ?? true);
  };
  return (chooser ??= new made.Chooser((state) => sit(state, "pushState"), failed, listed));
}

/**
 * Go to a play that was dealt just now.
 * @param {State} state
 * @param {"pushState" | "replaceState"} how whether the address before stays in the history
 */
async function sit(state, how) {
  const mine = turn;
  const at = await seated();
  if (mine !== turn) return; // somewhere else was gone to meanwhile
  history[how](null, "", addressOf(state));
  show("play");
  at.open(state, true);
  performance.mark("shown");
}

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

/** Leaves the page that is open. */
let shut = () => {};

/** How often the address was followed: an answer that comes late is for an address that was left. */
let turn = 0;

/**
 * Turn to a page that is neither the choice nor a table.
 * @param {"review" | "rules" | "statistics"} page
 * @param {string} rest of the address
 * @param {number} mine
 */
async function turnTo(page, rest, mine) {
  try {
    const pages = await import("./pages.js");
    await pages[page](rest, {
      wanted: () => mine === turn,
      failed,
      show: (view) => {
        table?.close();
        show(view);
      },
      deal: async (game) => sit(await api.start(game, null), "pushState"),
      left: (what) => {
        shut = what;
      },
    });
  } catch (why) {
    if (mine !== turn) return;
    failed(why);
    if (isLost(why)) return again();
    if (page !== "rules") return;
    history.replaceState(null, "", "#/"); // there is nothing at that address
    await route();
  }
}

/** Show what the address says. */
async function route() {
  const mine = ++turn;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
  shut();
  shut = () => {};
  const [, page, rested = ""] = /^#\/(\w+)(?:\/(.*))?$/.exec(location.hash) ?? [];
  if (page === "statistics" || page === "review" || (page === "rules" && rested)) return turnTo(page, unquoted(rested), mine);
  const [, what, rest = ""] = /^#\/(play|deal)\/(.+)$/.exec(location.hash) ?? [];
  try {
    if (what) {
      const [id, ...deal] = rest.split("/");
      let fresh = what === "deal";
      let old = false;
      const seat = seated();
      seat.catch(() => undefined); // what the service says of the play comes first
      const state = fresh
        ? await api.start(null, location.hash)
        : await api.play(unquoted(id)).catch(async (why) => {
            const seen = why instanceof api.Lost ? await lastSeen(unquoted(id)) : null;
            if (seen) {
              old = true;
              return seen;
            }
            if (why instanceof api.Refused) void forget((one) => one !== unquoted(id)).catch(() => undefined);
            // It is another player's; the deal is everybody's.
            if (!deal.length || !(why instanceof api.Refused) || why.status !== 404) throw why;
            fresh = true;
            return api.start(null, `#/deal/${deal.join("/")}`);
          });
      if (mine !== turn) return;
      if (fresh) return await sit(state, "replaceState");
      const at = await seat;
      if (mine !== turn) return;
      history.replaceState(null, "", addressOf(state));
      show("play");
      at.open(state, false, old);
      return void performance.mark("shown");
    }
  } catch (why) {
    if (mine !== turn) return;
    failed(why);
    if (isLost(why)) return again();
    history.replaceState(null, "", "#/"); // there is nothing at that address
  }
  table?.close();
  show("choose");
  try {
    await (await choosing()).open();
    performance.mark("chosen");
    setTimeout(prepare, SOON_MS, "play"); // a table is what is wanted next
  } catch (why) {
    failed(why);
    if (isLost(why)) again();
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
  if (document.body.dataset.view === "play") return table?.redraw();
  await route();
}

onChoice((changed) => {
  if (["indices", "colours", "mirror", "big", "back"].some((wish) => wish in changed)) table?.redraw();
});

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]")))
  button.addEventListener("click", () => change(button.dataset.lang ?? language()).catch(failed));
const settings = () =>
  import("./preferences.js").then((dialog) => dialog.settings(change, () => table?.type(true))).catch(failed);
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

await speak(document.documentElement.lang);
followTheme(() => table?.redraw());
await route();
setTimeout(() => void prepareForLoss().catch(() => undefined), LATER_MS); // without it all else works
