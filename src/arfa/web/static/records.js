// Games as files: saved as records in PPN, and opened again.

import * as api from "./api.js";
import { ask, show } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./status.js";

/** @import { PlayInfo } from "./types.js" */

/** What the service reads at most, in bytes. */
const LARGEST = 8 * 1024 * 1024;
/** What fits into the field for deals. */
const SHORT = 20000;
const PATIENCE_MS = 180000; // many moves are to be followed

/**
 * Take over the records of a file.
 * @param {File} file
 * @returns {Promise<{plays: PlayInfo[], comments_left: number}>}
 */
const take = (file) => api.request("records", file, { patience: PATIENCE_MS });

/** Save a file of the service. @param {string} path */
function save(path) {
  const link = make("a");
  link.href = new URL(`api/${path}`, document.baseURI).href;
  link.download = ""; // its name comes with it
  link.click();
}

/** Save a play with all that was tried in it. @param {string} id */
export function savePlay(id) {
  save(`plays/${encodeURIComponent(id)}/record`);
  say(t("records.saved"));
}

/** Save all plays in one file. */
export function saveAll() {
  save("records");
  say(t("records.saved"));
}

/**
 * Let files be chosen and open them.
 * @param {(why: unknown) => void} failed
 * @param {boolean} [review] whether they are to be looked at, rather than gone on with
 */
export function choose(failed, review) {
  const field = make("input");
  field.type = "file";
  field.accept = ".ppn,.txt,text/plain";
  field.multiple = true;
  field.addEventListener("change", () => void open([...(field.files ?? [])], review).catch(failed));
  field.click();
}

/**
 * Open files: records become plays; another text is put where deals are typed.
 * @param {File[]} files
 * @param {boolean} [review] whether they are to be looked at
 */
export async function open(files, review = false) {
  /** @type {PlayInfo[]} */
  const taken = [];
  let left = 0;
  for (const file of files) {
    if (file.size > LARGEST) return void (await refuse(file, t("records.large")));
    const head = (await file.slice(0, 4096).text()).replace(/^\uFEFF/, "").trimStart();
    if (files.length === 1 && !head.startsWith("[") && file.size <= SHORT) return type(await file.text());
    say(t("records.reading", { file: file.name }));
    try {
      const { plays, comments_left } = await take(file);
      taken.push(...plays);
      left += comments_left;
    } catch (why) {
      if (!(why instanceof api.Refused)) throw why;
      say("");
      return void (await refuse(file, why.message));
    }
  }
  if (!taken.length) return;
  const said = [t("records.taken", { n: taken.length }), ...(left ? [t("records.left", { n: left })] : [])].join(" ");
  const where = review ? "review" : "play";
  if (taken.length > 1 || left) await list(taken, said, where);
  else location.hash = `#/${where}/${encodeURIComponent(taken[0].id)}`; // one look tells that it is there
}

/** @param {File} file @param {string} why */
const refuse = (file, why) => ask(t("records.refused", { file: file.name }), why, [{ value: "", label: t("close"), main: true }]);

/** What came out of the files, to choose from. @param {PlayInfo[]} plays @param {string} said @param {string} where */
async function list(plays, said, where) {
  const items = make("ul", "taken");
  for (const { id, name, moves_made, status } of plays) {
    const button = make("button", "plain", `${name} · ${t("n.moves", { n: moves_made })}${status === "won" ? " ✓" : ""}`);
    button.type = "button";
    button.addEventListener("click", () => button.closest("dialog")?.close(id));
    const item = make("li");
    item.append(button);
    items.append(item);
  }
  const chosen = await show(t("records.open"), [make("p", "", said), items]);
  location.hash = chosen ? `#/${where}/${encodeURIComponent(chosen)}` : "#/";
}

/** Put a text where deals are typed: the service says there what it is. @param {string} text */
function type(text) {
  const field = /** @type {HTMLTextAreaElement} */ (byId("deal"));
  field.value = text;
  location.hash = "#/";
  field.dispatchEvent(new Event("input"));
  field.focus();
}
