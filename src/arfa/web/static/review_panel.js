// What is said of one move: its chances, what would have been better, what was tried beside it, and another try.

import * as api from "./api.js";
import { make, setText } from "./dom.js";
import { t } from "./i18n.js";
import { words as marks } from "./review_moves.js";
import { percent } from "./telling.js";

/** @import { Review, ReviewedMove } from "./types.js" */

/** A difference in points, with its sign. @param {number} value ten-thousandths */
export const points = (value) => {
  const whole = Math.round(value / 100);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
};

export class Panel {
  #title = make("h3");
  #text = make("p");
  #signs = make("p", "said");
  #best = make("details", "best");
  #list = make("ol");
  #asides = make("div", "asides");
  #again = make("button", "button main");

  /** @param {Review} review @param {(why: unknown) => void} failed @param {(at: number) => void} go */
  constructor(review, failed, go) {
    this.review = review;
    this.failed = failed;
    this.go = go;
    this.node = 0;
    this.element = make("section", "panel move");
    const said = make("div");
    said.setAttribute("role", "status");
    said.append(this.#title);
    this.#best.append(make("summary", "", t("review.best")), this.#list);
    this.#again.type = "button";
    this.#again.textContent = t("review.try");
    this.#again.addEventListener("click", () => void this.#retry(this.node).catch(failed));
    const row = make("div", "row");
    row.append(this.#again);
    this.element.append(said, this.#text, this.#signs, this.#best, this.#asides, row);
  }

  /** A position in words. @param {number} at */
  words(at) {
    const { moves } = this.review;
    return at ? t("review.move", { n: at, of: moves.length, move: moves[at - 1].label }) : t("review.begin");
  }

  /** @param {number} at */
  set(at) {
    const one = this.review.moves[at - 1];
    setText(this.#title, this.words(at));
    setText(this.#text, one ? this.#worth(one) : this.review.start === null ? "" : t("review.start", { share: share(this.review.start) }));
    setText(this.#signs, one ? marks(one) : "");
    this.#signs.hidden = !this.#signs.textContent;
    this.#best.hidden = !one?.best.length;
    this.#list.replaceChildren(...(one?.best ?? []).map((advice) => {
      const item = make("li");
      item.append(make("b", "", advice.label), ` — ${share(advice.chance)}`);
      if (advice.move === one.move) item.append(make("em", "", ` ${t("review.chosen")}`));
      item.append(make("span", "dim", `${advice.reasons.join("; ")}.`));
      return item;
    }));
    this.#draw(one);
    const node = (one ?? this.review.moves[0])?.node ?? null;
    this.#again.hidden = node === null;
    this.node = node ?? 0;
  }

  /** @param {ReviewedMove} one */
  #worth({ figures }) {
    if (!figures) return "";
    const { before, before_error, after, skill, luck, looked } = figures;
    const worth = t("review.worth", {
      before: share(before),
      error: Math.round(before_error / 100),
      after: share(after),
      skill: points(skill),
      luck: points(luck),
    });
    return Math.round(looked / 100) ? `${worth} ${t("review.looked", { n: points(looked) })}` : worth;
  }

  /** What was tried at this move and taken back. @param {ReviewedMove | undefined} one */
  #draw(one) {
    const asides = one?.asides ?? [];
    const list = make("ul");
    for (const { node, label, moves, chance } of asides) {
      const item = make("li");
      item.append(make("b", "", label), ` — ${share(chance)}`, make("span", "dim", t("review.aside", { n: moves })));
      if (node !== null) {
        const there = make("button", "", t("review.there"));
        there.type = "button";
        there.addEventListener("click", () => void this.#retry(node).catch(this.failed));
        item.append(there);
      }
      list.append(item);
    }
    this.#asides.hidden = !asides.length;
    this.#asides.replaceChildren(make("h4", "", t("review.asides")), list);
  }

  /** Go back to a position of the play; nothing that was tried is lost. @param {number} node */
  async #retry(node) {
    const { play, version } = this.review;
    if (!play) return;
    const go = (/** @type {number} */ at) => api.act(play, { version: at, action: "goto", node });
    try {
      await go(version).catch((why) => {
        // It may have gone on elsewhere, or have been gone back already.
        if (why instanceof api.Refused && why.state) return why.state.node === node ? why.state : go(why.state.version);
        throw why;
      });
    } catch (why) {
      if (!(why instanceof api.Refused && why.code === "goto-here")) throw why;
    }
    location.hash = `#/play/${encodeURIComponent(play)}`;
  }
}

/** @param {number} value ten-thousandths */
const share = (value) => percent(value / 10000);
