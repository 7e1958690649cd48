// The place of a pile: what is seen and heard where no card lies, and of a stock all that is seen.

import { make, setAttribute, setText } from "./dom.js";
import { picture, suitPicture } from "./faces.js";
import { t } from "./i18n.js";
import { pileName } from "./names.js";

/** @import { Pile, PilePlace } from "./types.js" */

export class PlaceView {
  /** What was drawn last. */
  drawn = "";

  /** @param {PilePlace} info @param {string} key what the name of its element begins with */
  constructor(info, key) {
    this.info = info;
    this.element = make("div", `pile ${info.kind}`);
    this.element.id = `${key}pile-${info.id}`;
    this.element.dataset.pile = info.id;
    this.element.setAttribute("role", "group");
    this.button = make("button", "place");
    this.button.type = "button";
    this.button.tabIndex = -1;
    this.image = make("img");
    this.image.alt = "";
    this.image.draggable = false;
    this.image.hidden = true;
    this.count = make("span", "count");
    this.button.append(this.image, this.count);
    this.element.append(this.button);
  }

  /** @param {{x: number, y: number}} spot */
  moveTo({ x, y }) {
    this.element.style.transform = `translate(${x}px,${y}px)`;
  }

  /** @param {PilePlace} info */
  rename(info) {
    this.info = info;
    this.drawn = "";
    setAttribute(this.element, "aria-label", pileName(info));
  }

  /**
   * @param {Pile} pile
   * @param {number | null | undefined} redeals how often the stock can be dealt again; null: without limit
   */
  draw({ kind, cards, hidden = 0 }, redeals) {
    const spent = kind === "stock" && !hidden && redeals !== undefined;
    const url = hidden ? picture(null, "top") : this.info.suit ? suitPicture(this.info.suit) : null;
    setAttribute(this.image, "src", url);
    setAttribute(this.image, "hidden", url ? null : "");
    this.element.classList.toggle("full", hidden > 0);
    setText(this.count, hidden ? `${hidden}` : spent ? sign(redeals) : "");
    setAttribute(this.button, "aria-hidden", cards.length ? "true" : null);
    const what = hidden
      ? t("n.cards", { n: hidden })
      : spent
        ? t(redeals === null ? "redeals.any" : redeals ? "redeals.left" : "redeals.none", { n: redeals ?? 0 })
        : t("empty");
    setAttribute(this.button, "aria-label", `${pileName(this.info)}: ${what}`);
  }
}

/** @param {number | null} redeals */
const sign = (redeals) => (redeals === null ? "↻" : redeals ? `↻${redeals}` : "✕");
