// The menu: what is wanted less often than the buttons of the bar.  It is loaded when it is opened first, and so is
// what its entries need.

import { show } from "./dialogs.js";
import { icon, make } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Table } from "./table.js" */

/**
 * What an entry has to do with.
 * @typedef {object} Desk
 * @property {Table | null} table none where no table was opened
 * @property {() => unknown} settings opens the settings
 * @property {(why: unknown) => void} failed says what went wrong
 */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} icon of the page's sprite: `i-…`
 * @property {string} label a key of the texts
 * @property {"play" | "any"} view where it makes sense: at a play alone, or also where patiences are chosen
 * @property {(desk: Desk) => unknown} run what it does once the menu is closed; its failure is told
 */

/** Look at a play again. @param {string} id */
function review(id) {
  location.hash = `#/review/${encodeURIComponent(id)}`;
}

/** In groups, with a line between them. @type {Entry[][]} */
const GROUPS = [
  [
    { id: "course", icon: "tree", label: "course", view: "play", run: ({ table }) => table?.course() },
    { id: "bookmarks", icon: "bookmark", label: "bookmarks", view: "play", run: ({ table }) => table?.course(true) },
    { id: "review", icon: "review", label: "review.do", view: "play", run: ({ table }) => table?.play && review(table.play.state.id) },
  ],
  [
    {
      id: "stuck",
      icon: "help",
      label: "stuck",
      view: "play",
      run: async ({ table }) => (await table?.think())?.stuck(),
    },
    {
      id: "xray",
      icon: "eye",
      label: "xray",
      view: "play",
      run: async ({ table }) => (await table?.think())?.xray(),
    },
  ],
  [
    {
      id: "restart",
      icon: "restart",
      label: "restart",
      view: "play",
      run: async ({ table }) => table && (await import("./anew.js")).restart(table),
    },
    {
      id: "about",
      icon: "cards",
      label: "about",
      view: "play",
      run: async ({ table }) => table?.play && (await import("./about.js")).about(table.play.state),
    },
  ],
  [
    { id: "share", icon: "share", label: "share", view: "play", run: ({ table }) => table?.share() },
    {
      id: "save",
      icon: "save",
      label: "records.save",
      view: "play",
      run: async ({ table }) => table?.play && (await import("./records.js")).savePlay(table.play.state.id),
    },
    { id: "save-all", icon: "save", label: "records.save_all", view: "any", run: async () => (await import("./records.js")).saveAll() },
    {
      id: "open",
      icon: "open",
      label: "records.open",
      view: "any",
      run: async ({ failed }) => (await import("./records.js")).choose(failed),
    },
    {
      id: "review-file",
      icon: "review",
      label: "records.review",
      view: "any",
      run: async ({ failed }) => (await import("./records.js")).choose(failed, true),
    },
  ],
  [
    {
      id: "statistics",
      icon: "chart",
      label: "statistics",
      view: "any",
      run: () => {
        location.hash = "#/statistics";
      },
    },
    { id: "settings", icon: "settings", label: "settings", view: "any", run: ({ settings }) => settings() },
    { id: "help", icon: "help", label: "help", view: "any", run: async () => (await import("./dialogs.js")).help() },
  ],
];

/**
 * Open the menu and do what is chosen.
 * @param {Desk} desk
 */
export async function open(desk) {
  const playing = document.body.dataset.view === "play";
  const shown = GROUPS.map((group) => group.filter(({ view }) => playing || view === "any")).filter((it) => it.length);
  const lists = shown.map((group) => {
    const list = make("ul", "menu");
    for (const entry of group) {
      const button = make("button");
      button.type = "button";
      button.dataset.entry = entry.id;
      button.append(icon(entry.icon), make("span", "", t(entry.label)));
      button.addEventListener("click", () => button.closest("dialog")?.close(entry.id));
      const item = make("li");
      item.append(button);
      list.append(item);
    }
    return list;
  });
  const id = await show(t("menu"), lists);
  const entry = shown.flat().find((one) => one.id === id);
  try {
    await entry?.run(desk);
  } catch (why) {
    desk.failed(why);
  }
}
