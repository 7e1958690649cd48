// What was tried in a play: its tree, with bookmarks in it.  Loaded when it is opened first.

import * as api from "./api.js";
import { show } from "./dialogs.js";
import { icon, make } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./status.js";

/** @import { Bookmark, Course, CourseNode } from "./types.js" */
/** @import { Table } from "./table.js" */

const SLOTS = 9;

/** @param {string} id @returns {Promise<Course>} */
const tried = (id) => api.request(`plays/${encodeURIComponent(id)}/course`);

/**
 * Set a bookmark, or take it away.
 * @param {string} id
 * @param {number} slot
 * @param {{node: number, name: string}} [mark]
 * @returns {Promise<{bookmarks: Bookmark[]}>}
 */
const bookmark = (id, slot, mark) =>
  api.request(`plays/${encodeURIComponent(id)}/bookmarks/${slot}`, mark, { method: mark ? "PUT" : "DELETE" });

/** @typedef {CourseNode & {next: Branch[], made: number, here: boolean}} Branch a node with what was tried from it */

/** @param {Course} course @returns {Branch} the deal, with everything behind it */
function grown({ node, nodes }) {
  const root = { node: 0, parent: -1, moves: "", words: t("course.deal"), next: /** @type {Branch[]} */ ([]), made: 0, here: true };
  /** @type {Map<number, Branch>} */
  const known = new Map([[0, root]]);
  for (const one of nodes) {
    const parent = /** @type {Branch} */ (known.get(one.parent));
    const branch = { ...one, next: [], made: parent.made + one.moves.split(" ").length, here: false };
    known.set(one.node, branch);
    parent.next.push(branch);
  }
  for (let at = known.get(node); at && at !== root; at = known.get(at.parent)) at.here = true;
  return root;
}

/** How many positions there are from here on, and the last of the line. @param {Branch} branch */
function extent(branch) {
  let [n, last] = [0, branch];
  const todo = [branch];
  for (let at = todo.pop(); at; at = todo.pop()) {
    n++;
    last = at.made > last.made ? at : last;
    todo.push(...at.next);
  }
  return { n, last };
}

/** Which way the line goes on: where the play is, or what was tried last. @param {Branch} branch */
const onwards = ({ next }) => next.find(({ here }) => here) ?? next.at(-1);

class Dialog {
  /** @param {Table} table @param {string} id @param {Course} course */
  constructor(table, id, course) {
    this.table = table;
    this.id = id;
    this.course = course;
    this.marks = make("div", "bookmarks");
    this.tree = make("div", "course");
  }

  /** @param {HTMLElement} inside @param {string | number} value */
  #close(inside, value) {
    inside.closest("dialog")?.close(`go:${value}`);
  }

  /** @param {Bookmark[]} bookmarks */
  #drawMarks(bookmarks) {
    this.course.bookmarks = bookmarks;
    const list = make("ul", "menu");
    for (const { slot, node, name } of bookmarks) {
      const item = make("li", "bookmark");
      const go = make("button");
      go.type = "button";
      go.dataset.slot = String(slot);
      go.append(make("b", "", String(slot)), make("span", "", name || t("bookmark.n", { n: slot })));
      go.addEventListener("click", () => this.#close(go, node));
      const drop = make("button", "close");
      drop.type = "button";
      drop.setAttribute("aria-label", t("bookmark.drop", { n: slot }));
      drop.append(icon("close"));
      drop.addEventListener("click", () => void this.#change(() => bookmark(this.id, slot)));
      item.append(go, drop);
      list.append(item);
    }
    const taken = new Set(bookmarks.map(({ slot }) => slot));
    const free = Array.from({ length: SLOTS }, (_, i) => i + 1).find((slot) => !taken.has(slot));
    const here = bookmarks.find(({ node }) => node === this.course.node);
    const form = make("form", "mark-here");
    const label = make("label", "", here ? t("bookmark.rename") : t("bookmark.here"));
    label.htmlFor = "bookmark-name";
    const field = make("input");
    field.id = "bookmark-name";
    field.maxLength = 80;
    field.autocomplete = "off";
    field.value = here?.name ?? "";
    const slot = here?.slot ?? free;
    field.placeholder = slot ? t("bookmark.n", { n: slot }) : "";
    const set = make("button", "main", t("bookmark.set"));
    form.append(label, field, set);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (slot) void this.#change(() => bookmark(this.id, slot, { node: this.course.node, name: field.value }));
    });
    const parts = bookmarks.length ? [list] : [];
    this.marks.replaceChildren(make("h3", "", t("bookmarks")), ...parts, slot ? form : make("p", "", t("bookmark.full")));
  }

  /** @param {() => Promise<{bookmarks: Bookmark[]}>} ask */
  async #change(ask) {
    try {
      this.#drawMarks((await ask()).bookmarks);
      this.#drawTree();
      const field = this.marks.querySelector("input");
      if (document.activeElement === document.body) field?.focus();
    } catch (why) {
      this.table.leave.failed(why);
    }
  }

  #drawTree() {
    const root = grown(this.course);
    const named = new Map(this.course.bookmarks.map((mark) => [mark.node, mark]));
    /** A line with what branches off it. @param {Branch} first */
    const line = (first) => {
      const list = make("ol", "line");
      for (let at = /** @type {Branch | undefined} */ (first); at; at = onwards(at)) {
        list.append(this.#row(at, named.get(at.node)));
        const main = onwards(at);
        for (const other of at.next) if (other !== main) list.append(this.#branch(other, line));
      }
      return list;
    };
    this.tree.replaceChildren(make("h3", "", t("course")), line(root));
  }

  /** @param {Branch} at @param {Bookmark | undefined} mark */
  #row(at, mark) {
    const item = make("li");
    const go = make("button");
    go.type = "button";
    go.dataset.node = String(at.node);
    if (at.node === this.course.node) go.setAttribute("aria-current", "true");
    go.append(make("b", "", at.node ? `${at.made}.` : ""), make("span", "", at.words));
    if (at.moves) go.append(make("code", "", at.moves));
    if (mark) go.append(make("em", "", mark.name || t("bookmark.n", { n: mark.slot })));
    go.addEventListener("click", () => this.#close(go, at.node));
    item.append(go);
    return item;
  }

  /** @param {Branch} first @param {(first: Branch) => HTMLElement} line */
  #branch(first, line) {
    const item = make("li", "branch");
    const details = make("details");
    const { n, last } = extent(first);
    details.append(make("summary", "", t("course.branch", { n, last: last.made })));
    // It may be long: it is written when it is opened.
    details.addEventListener("toggle", () => details.open && details.childElementCount === 1 && details.append(line(first)));
    item.append(details);
    return item;
  }

  /** @param {boolean} marking whether a bookmark is what is wanted */
  async open(marking) {
    this.#drawMarks(this.course.bookmarks);
    this.#drawTree();
    const content = make("div", "tries");
    content.append(this.marks, this.tree);
    // A digit goes to a bookmark, where no name is typed.
    content.addEventListener("keydown", (event) => {
      const slot = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (!slot || event.target instanceof HTMLInputElement) return;
      /** @type {HTMLElement | null} */ (this.marks.querySelector(`[data-slot="${slot}"]`))?.click();
    });
    const answer = show(t("course"), [content]);
    const field = this.marks.querySelector("input");
    if (marking && field) field.focus();
    else {
      const here = /** @type {HTMLElement | null} */ (this.tree.querySelector("[aria-current]"));
      here?.focus({ preventScroll: true });
      here?.scrollIntoView({ block: "center" });
    }
    const [what, node] = (await answer).split(":");
    if (what !== "go") return;
    if (Number(node) === this.course.node) return say(t("course.here"));
    this.table.goTo(Number(node));
  }
}

/**
 * Show what was tried, and go to what is chosen.
 * @param {Table} table
 * @param {boolean} [marking] whether a bookmark is what is wanted
 */
export async function open(table, marking = false) {
  const { play } = table;
  if (!play) return;
  const course = await tried(play.state.id);
  if (table.play === play) await new Dialog(table, play.state.id, course).open(marking);
}
