// The page: which view is shown, by the address; language and looks.

import * as api from "./api.js";
import { Chooser } from "./chooser.js";
import * as dialogs from "./dialogs.js";
import { byId } from "./dom.js";
import { LANGUAGES, language, preferred, setLanguage, t } from "./i18n.js";
import { choose, chosen, followTheme, onChoice } from "./settings.js";
import { say } from "./status.js";
import { Table } from "./table.js";

/** @import { State } from "./types.js" */

/** @param {"choose" | "play"} view */
function show(view) {
  document.body.dataset.view = view;
  byId("chooser").hidden = view !== "choose";
  byId("play").hidden = view !== "play";
  byId("tools").hidden = view !== "play";
  if (view === "play") return;
  document.title = t("title");
  byId("name").textContent = t("brand");
}

/** Say what went wrong. @param {unknown} why */
function failed(why) {
  if (why instanceof api.Refused) {
    say(why.message, "refused");
    if (why.status === 404 && document.body.dataset.view === "play") location.hash = "#/";
  } else if (why instanceof api.Lost) say(t("lost.once"), "refused");
  else {
    say(t("error.page"), "refused");
    throw why;
  }
}

/**
 * Go to a play that was dealt just now.
 * @param {State} state
 * @param {"pushState" | "replaceState"} how whether the address before stays in the history
 */
function sit(state, how) {
  history[how](null, "", `#/play/${encodeURIComponent(state.id)}`);
  show("play");
  table.open(state, true);
}

const table = new Table({
  play: (state) => sit(state, "pushState"),
  chooser: () => {
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

/** Show what the address says. */
async function route() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
  const [, what, rest = ""] = /^#\/(play|deal)\/(.+)$/.exec(location.hash) ?? [];
  const name = decodeURIComponent(rest);
  try {
    if (what === "play") {
      const state = await api.play(name);
      show("play");
      return table.open(state, false);
    }
    if (what === "deal") return sit(await api.start(null, name), "replaceState");
  } catch (why) {
    failed(why);
    if (why instanceof api.Lost) return again();
  }
  table.close();
  show("choose");
  try {
    await chooser.open();
    document.body.classList.remove("offline");
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
  show("choose");
  await chooser.open().catch(failed);
}

onChoice((changed) => {
  if ("indices" in changed || "colours" in changed || "mirror" in changed) table.redraw();
});

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]")))
  button.addEventListener("click", () => change(button.dataset.lang ?? language()).catch(failed));
byId("settings").addEventListener("click", () => void dialogs.settings(change, () => table.type(true)).catch(failed));
addEventListener("hashchange", () => void route());

const wanted = chosen().lang;
await speak(wanted && LANGUAGES.includes(wanted) ? wanted : preferred());
followTheme(() => table.redraw());
await route();
