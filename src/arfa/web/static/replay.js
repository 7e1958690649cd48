// The table of a game that is looked at again: a picture, in which every card goes its way when the move changes.

import { make, setAttribute, setText } from "./dom.js";
import { picture, sized, suitPicture } from "./faces.js";
import { measure, spread } from "./layout.js";

/** @import { Geometry } from "./layout.js" */
/** @import { Pile, Piles, Review } from "./types.js" */

const SWIPE = 36; // px

export class Replay {
  /** @type {Map<string, {element: HTMLElement, image: HTMLImageElement}>} */
  #cards = new Map();
  /** @type {Map<string, {element: HTMLElement, image: HTMLImageElement, count: HTMLElement}>} */
  #grounds = new Map();
  /** @type {Geometry | null} */
  #geometry = null;

  /**
   * @param {Review} review
   * @param {Piles[]} all the piles at each position
   * @param {(by: number) => void} turn a finger turns over moves
   */
  constructor(review, all, turn) {
    this.layout = review.layout;
    this.all = all;
    this.at = 0;
    this.root = make("div", "felt");
    this.root.setAttribute("role", "img");
    for (const { id, kind } of this.layout.piles) {
      const [element, image] = [make("div", `ground ${kind}`), make("img")];
      const count = make("span", "count");
      image.alt = "";
      element.append(image, count);
      this.root.append(element);
      this.#grounds.set(id, { element, image, count });
    }
    let from = 0;
    this.root.addEventListener("pointerdown", ({ clientX }) => (from = clientX));
    this.root.addEventListener("pointerup", ({ clientX }) => {
      if (Math.abs(clientX - from) > SWIPE) turn(clientX < from ? 1 : -1);
    });
    this.watch = new ResizeObserver(() => this.#fit());
    this.watch.observe(this.root);
  }

  /** What the table is made for: rows of their greatest length, all else as it was dealt. */
  #fullest() {
    const piles = { ...this.all[0] };
    for (const { id, kind } of this.layout.piles)
      if (kind === "row") for (const now of this.all) if (now[id].cards.length > piles[id].cards.length) piles[id] = now[id];
    return piles;
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    const state = /** @type {import("./types.js").State} */ ({ layout: this.layout, piles: this.#fullest() });
    const geometry = measure(state, { width: width - 12, height: height - 12 }, { mirror: false, big: false });
    for (const spot of Object.values(geometry.spots)) {
      spot.x += 6;
      spot.y += 6;
    }
    this.#geometry = geometry;
    sized(geometry.width, geometry.height);
    this.root.style.setProperty("--w", `${geometry.width}px`);
    this.root.style.setProperty("--h", `${geometry.height}px`);
    this.show(this.at, this.root.ariaLabel ?? "");
  }

  /**
   * Show a position.
   * @param {number} at
   * @param {string} words what it is, for those who do not see it
   */
  show(at, words) {
    this.at = at;
    setAttribute(this.root, "aria-label", words);
    const geometry = this.#geometry;
    if (!geometry) return;
    const [piles, before] = [this.all[at], this.all[Math.max(0, at - 1)]];
    /** @type {Set<string>} */
    const gone = new Set(this.#cards.keys());
    for (const { id, suit } of this.layout.piles) {
      this.#ground(id, piles[id], suit ?? null, geometry);
      const spot = geometry.spots[id];
      const lay = new Set(before[id].cards.map(([card]) => card));
      spread(geometry, spot, piles[id].cards).forEach((place, n) => {
        const [card, face] = piles[id].cards[n];
        const { element, image } = this.#card(card);
        setAttribute(image, "src", picture(face, spot.side));
        setAttribute(element, "data-shows", face); // for tests: pictures are hard to read
        element.style.transform = `translate(${place.x}px,${place.y}px)`;
        element.style.zIndex = String(spot.layer * 100 + n + 1);
        element.classList.toggle("moved", at > 0 && !lay.has(card));
        element.classList.toggle("under", spot.fan === "none" && n < piles[id].cards.length - 2);
        gone.delete(card);
      });
    }
    for (const card of gone) {
      this.#cards.get(card)?.element.remove();
      this.#cards.delete(card);
    }
  }

  /** @param {string} id */
  #card(id) {
    let found = this.#cards.get(id);
    if (!found) {
      found = { element: make("div", "card"), image: make("img") };
      found.image.alt = "";
      found.element.append(found.image);
      this.root.append(found.element);
      this.#cards.set(id, found);
    }
    return found;
  }

  /** @param {string} id @param {Pile} pile @param {string | null} suit @param {Geometry} geometry */
  #ground(id, { hidden = 0 }, suit, { spots }) {
    const ground = /** @type {{element: HTMLElement, image: HTMLImageElement, count: HTMLElement}} */ (this.#grounds.get(id));
    const url = hidden ? picture(null, "top") : suit ? suitPicture(suit) : null;
    setAttribute(ground.image, "src", url);
    setAttribute(ground.image, "hidden", url ? null : "");
    ground.element.classList.toggle("full", hidden > 0);
    setText(ground.count, hidden ? String(hidden) : "");
    ground.element.style.transform = `translate(${spots[id].x}px,${spots[id].y}px)`;
  }

  /** Leave the page. */
  close() {
    this.watch.disconnect();
  }
}
