// The chances of a game from move to move, drawn by hand as SVG: an area with its band, what the cards gave and took,
// marks, and a strip that says what the cards allowed.  Its figures stand in the table of the page as well.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Light, Review } from "./types.js" */

const NS = "http://www.w3.org/2000/svg";
const WHOLE = 10000;
const HEIGHT = 168;
const [LEFT, RIGHT, TOP, FLOOR] = [44, 10, 22, 146];
const STRIP = 20;
const SPIKE = 200; // less is no more than noise, and not drawn

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 */
function node(tag, attributes = {}, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 10) / 10) : value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** What signs look like, in a square of 16: they differ in shape, not in colour alone. @type {Record<string, string>} */
const SIGNS = {
  lucky: "M8 9C4 9 3 4 6 3.5 7.5 3 8 5 8 6 8 5 8.5 3 10 3.5 13 4 12 9 8 9ZM8 9C4 9 3 13 5.5 13.5 7.5 13.5 8 11 8 9 8 11 8.5 13.5 10.5 13.5 13 13 12 9 8 9ZM8 9V15.5",
  unlucky: "M2 8C2 4 5 2 8 2S14 4 14 8C13 7 11.5 7 10.7 8 10 7 6 7 5.3 8 4.5 7 3 7 2 8ZM8 7.5V13C8 15 5.5 15 5.5 13",
  lost: "M8 1.5A6.5 6.5 0 1 1 7.99 1.5ZM4.5 8H11.5",
  winnable: "M3 8.5L6.5 12L13 4.5",
  unwinnable: "M4 4L12 12M12 4L4 12",
  unknown: "M5.5 6C5.5 3.5 10.5 3.5 10.5 6 10.5 8 8 7.8 8 10M8 12.5V12.6",
};

/** The drawing of a sign. @param {string} kind */
export function sign(kind) {
  const svg = node("svg", { class: `sign ${kind}`, width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" });
  svg.append(node("path", { d: SIGNS[kind] }));
  return svg;
}

export class Timeline {
  #drawn = 0;
  #cursor = node("line", { class: "cursor", y1: TOP - 8, y2: FLOOR });
  #dot = node("circle", { class: "dot", r: 4.5 });
  #at = 0;

  /**
   * @param {Review} review
   * @param {string} summary what is to be seen, in words
   * @param {(at: number) => void} pick a position was pointed at
   */
  constructor(review, summary, pick) {
    this.review = review;
    const { start, moves } = review;
    /** The chances of all positions. */
    this.values = [start ?? 0, ...moves.map(({ figures }) => figures?.after ?? 0)];
    this.errors = [review.start_error, ...moves.map(({ figures }) => figures?.after_error ?? 0)];
    this.element = make("div", "drawing");
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", summary);
    const point = (/** @type {PointerEvent} */ event) => {
      const across = event.clientX - this.element.getBoundingClientRect().left;
      const n = Math.round(((across - LEFT) / (this.#drawn - LEFT - RIGHT)) * moves.length);
      pick(Math.min(moves.length, Math.max(0, n)));
    };
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.element.setPointerCapture(event.pointerId);
      point(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) point(event);
    });
    this.watch = new ResizeObserver(() => {
      const width = Math.floor(this.element.clientWidth);
      if (width === this.#drawn || width < 100) return;
      this.#drawn = width;
      this.element.replaceChildren(this.#draw(width));
      this.set(this.#at);
    });
    this.watch.observe(this.element);
  }

  /** Where a position lies across. @param {number} n */
  #x(n) {
    return LEFT + ((this.#drawn - LEFT - RIGHT) * n) / Math.max(1, this.review.moves.length);
  }

  /** @param {number} value */
  #y(value) {
    return FLOOR - ((FLOOR - TOP) * Math.min(WHOLE, Math.max(0, value))) / WHOLE;
  }

  /** Say which position is shown. @param {number} at */
  set(at) {
    this.#at = at;
    const x = String(this.#x(at));
    for (const end of ["x1", "x2"]) this.#cursor.setAttribute(end, x);
    this.#dot.setAttribute("cx", x);
    this.#dot.setAttribute("cy", String(this.#y(this.values[at])));
  }

  /** @param {number} width */
  #draw(width) {
    const { verdicts, start } = this.review;
    const height = (start === null ? 8 : HEIGHT) + (verdicts ? STRIP + 6 : 0);
    const svg = node("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    if (start !== null) svg.append(...this.#grid(width), ...this.#area(), ...this.#spikes(), ...this.#marks());
    if (verdicts) svg.append(this.#hatch(), ...this.#strip(verdicts, start === null ? 4 : HEIGHT));
    svg.append(this.#cursor);
    if (start !== null) svg.append(this.#dot);
    return svg;
  }

  /** @param {number} width */
  *#grid(width) {
    for (const share of [0, 0.5, 1]) {
      const y = Math.round(this.#y(share * WHOLE)) + 0.5;
      yield node("line", { class: share ? "grid" : "axis", x1: LEFT, x2: width - RIGHT, y1: y, y2: y });
      yield node("text", { class: "number", x: LEFT - 6, y: y + 4 }, `${share * 100} %`);
    }
    const last = this.review.moves.length;
    yield node("text", { class: "tick", "text-anchor": "start", x: LEFT, y: FLOOR + 16 }, "0");
    yield node("text", { class: "tick", "text-anchor": "end", x: width - RIGHT, y: FLOOR + 16 }, String(last));
  }

  *#area() {
    const line = this.values.map((value, n) => `${this.#x(n).toFixed(1)} ${this.#y(value).toFixed(1)}`);
    const upper = this.values.map((value, n) => `${this.#x(n).toFixed(1)} ${this.#y(value + this.errors[n]).toFixed(1)}`);
    const lower = this.values.map((value, n) => `${this.#x(n).toFixed(1)} ${this.#y(value - this.errors[n]).toFixed(1)}`);
    const [first, last] = [this.#x(0).toFixed(1), this.#x(this.values.length - 1).toFixed(1)];
    yield node("path", { class: "area", d: `M${first} ${FLOOR}L${line.join("L")}L${last} ${FLOOR}Z` });
    yield node("path", { class: "band", d: `M${upper.join("L")}L${lower.reverse().join("L")}Z` });
    yield node("path", { class: "chance", d: `M${line.join("L")}` });
  }

  /** What the cards gave and took: from the chance of the move to that after it. */
  *#spikes() {
    for (const { number, figures } of this.review.moves) {
      if (!figures || Math.abs(figures.luck) < SPIKE) continue;
      const kind = figures.luck > 0 ? "up" : "down";
      const x = this.#x(number);
      yield node("line", { class: `spike ${kind}`, x1: x, x2: x, y1: this.#y(figures.chosen), y2: this.#y(figures.after) });
    }
  }

  /** Marks stand above, each over its move; where they would lie on each other, only their ticks do. */
  *#marks() {
    let free = 0;
    for (const { number, mark, lost_here } of this.review.moves) {
      if (!mark && !lost_here) continue;
      const x = this.#x(number);
      const kind = lost_here ? "gone" : mark === "!" ? "good" : mark === "?!" ? "doubtful" : "bad";
      yield node("line", { class: `tickmark ${kind}`, x1: x, x2: x, y1: TOP - 6, y2: lost_here ? FLOOR : TOP + 2 });
      if (x < free) continue;
      if (lost_here) {
        const lost = sign("lost");
        lost.setAttribute("x", String(x - 8));
        lost.setAttribute("y", "0");
        yield lost;
      } else yield node("text", { class: `glyph ${kind}`, x, y: TOP - 9 }, mark ?? "");
      free = x + 18;
    }
  }

  #hatch() {
    const hatch = node("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse" });
    hatch.append(node("path", { class: "hatch", d: "M0 6L6 0" }));
    return hatch;
  }

  /** What the cards allowed. @param {Light[]} verdicts @param {number} top */
  *#strip(verdicts, top) {
    for (const [kind, from, to] of runs(verdicts)) {
      const x = Math.max(LEFT, this.#x(from - 0.5));
      const width = Math.min(this.#drawn - RIGHT, this.#x(to + 0.5)) - x;
      yield node("rect", { class: `light ${kind}`, x, y: top, width, height: STRIP });
      if (kind === "unwinnable") yield node("rect", { fill: "url(#hatch)", x, y: top, width, height: STRIP });
      if (width < 18) continue;
      const drawn = sign(kind);
      drawn.setAttribute("x", String(x + 2));
      drawn.setAttribute("y", String(top + 2));
      yield drawn;
      const text = t(`review.light.${kind}`);
      if (width > 24 + 7.5 * text.length) yield node("text", { class: "label", x: x + 22, y: top + 14 }, text);
    }
  }

  /** Leave the page. */
  close() {
    this.watch.disconnect();
  }
}

/** Positions in a row that are alike. @param {Light[]} verdicts @returns {[Light, number, number][]} */
export function runs(verdicts) {
  /** @type {[Light, number, number][]} */
  const found = [];
  verdicts.forEach((kind, n) => {
    const last = found.at(-1);
    if (last?.[0] === kind) last[2] = n;
    else found.push([kind, n, n]);
  });
  return found;
}
