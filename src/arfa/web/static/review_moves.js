// The list of the moves of a game under review, with their marks.

import { make } from "./dom.js";
import { t } from "./i18n.js";
import { percent } from "./telling.js";
import { sign } from "./timeline.js";

/** @import { Review, ReviewedMove } from "./types.js" */

/** What a mark is called: a key of the texts. */
const NAMES = { "!": "good", "?!": "doubtful", "?": "mistake", "??": "blunder" };

/** The signs of a move, each with its words. @param {ReviewedMove} one */
export function signs({ mark, fortune, lost_here }) {
  /** @type {[Element, string][]} */
  const found = [];
  if (mark) found.push([make("b", `glyph ${NAMES[mark]}`, mark), t(`review.${NAMES[mark]}`)]);
  if (fortune) found.push([sign(fortune > 0 ? "lucky" : "unlucky"), t(fortune > 0 ? "review.lucky" : "review.unlucky")]);
  if (lost_here) found.push([sign("lost"), t("review.lost_here")]);
  return found;
}

/** What is said of a move, in a few words. @param {ReviewedMove} one */
export const words = (one) => signs(one).map(([, text]) => text).join(", ");

export class Moves {
  /** @type {HTMLButtonElement[]} */
  #rows = [];
  #at = -1;

  /** @param {Review} review @param {(at: number) => void} go */
  constructor({ moves, start }, go) {
    this.element = make("section", "panel moves");
    this.element.append(make("h3", "", t("review.moves")));
    this.list = make("ol");
    const begin = this.#row(t("review.begin"), start, () => go(0));
    const items = moves.map((one) => {
      const row = this.#row(`${one.number}. ${one.label}`, one.figures && one.figures.after, () => go(one.number));
      const marks = make("span", "signs");
      for (const [drawn, text] of signs(one)) {
        const box = make("span");
        box.title = text;
        drawn.setAttribute("aria-hidden", "true");
        box.append(drawn, make("span", "sr", ` ${text}`));
        marks.append(box);
      }
      row.firstElementChild?.after(marks);
      return row;
    });
    this.list.append(...[begin, ...items].map((row) => {
      const item = make("li");
      item.append(row);
      return item;
    }));
    this.element.append(this.list);
  }

  /** @param {string} text @param {number | null} chance @param {() => void} go */
  #row(text, chance, go) {
    const row = make("button");
    row.type = "button";
    row.tabIndex = -1; // the arrows go from move to move; one of them is reached by Tab
    row.append(make("span", "text", text));
    if (chance !== null) row.append(make("span", "chance", percent(chance / 10000)));
    row.addEventListener("click", go);
    this.#rows.push(row);
    return row;
  }

  /** @param {number} at */
  set(at) {
    const [before, row] = [this.#rows[this.#at], this.#rows[at]];
    before?.removeAttribute("aria-current");
    if (before) before.tabIndex = -1;
    row.setAttribute("aria-current", "true");
    row.tabIndex = 0;
    if (document.activeElement === before) row.focus({ preventScroll: true });
    this.#at = at;
    // Only the list is scrolled, never the page.
    const { list } = this;
    const [top, height] = [row.offsetTop - list.offsetTop, row.offsetHeight];
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
      list.scrollTop = top - (list.clientHeight - height) / 2;
  }
}
