// Charts, drawn by hand as SVG.  A chart is a function from a width to a drawing: text keeps its size on every screen,
// and the drawing is made anew when the width changes.  What it shows stands in a table beneath it as well.

import { make } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";
const LETTER = 7; // about the width of one, at 12 px
const HEIGHT = 170;

/**
 * A column of a chart.
 * @typedef {object} Column
 * @property {string} tick what stands beneath it, if there is room
 * @property {string} title what it shows, in words
 * @property {number} whole its height; below the line when it is negative
 * @property {number} [part] how much of it is filled
 */

/**
 * A line of a chart of shares.
 * @typedef {object} Line
 * @property {string} label
 * @property {string} title
 * @property {number | null} share
 * @property {number} low
 * @property {number} high
 * @property {[number, number] | null} mark from where to where something else lies
 */

/** @typedef {(width: number) => SVGElement} Chart */

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 */
function node(tag, attributes = {}, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @param {number} width @param {number} height */
const canvas = (width, height) => node("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });

/**
 * Round numbers from below the lowest, or 0, to above the highest.
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const rough = Math.max(high - low, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 1);
  const [first, last] = [Math.floor(Math.min(low, 0) / step), Math.max(1, Math.ceil(high / step))];
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

/**
 * Columns side by side; those of a negative height hang down.
 * @param {Column[]} all
 * @param {(n: number) => string} say how a number is written
 * @param {boolean} [edges] whether the ticks belong to the left edges of the columns
 * @returns {Chart}
 */
export function columns(all, say, edges = false) {
  return (width) => {
    // Where there is no room for all of them, the latest are the ones that count.
    const shown = all.slice(-Math.floor((width - 40) / 5));
    const heights = shown.map(({ whole }) => whole);
    const values = ticks(Math.min(...heights), Math.max(...heights));
    const [bottom, top] = [-values[0], values[values.length - 1]];
    const left = Math.max(...[top, bottom].map((n) => say(n).length)) * LETTER + 10;
    const floor = HEIGHT - 24;
    const unit = (floor - 10) / (top + bottom);
    const zero = 10 + top * unit;
    const step = (width - left - 4) / shown.length;
    const thick = Math.min(step - Math.min(2, step / 4), 46);
    const svg = canvas(width, HEIGHT);
    for (const value of values) {
      const y = Math.round(zero - value * unit) + 0.5;
      svg.append(node("line", { class: value ? "grid" : "axis", x1: left, x2: width, y1: y, y2: y }));
      svg.append(node("text", { class: "number", x: left - 6, y: y + 4 }, say(Math.abs(value))));
    }
    let free = edges ? 0 : left - 4;
    shown.forEach(({ tick, title, whole, part = 0 }, n) => {
      const x = left + n * step + (step - thick) / 2;
      const group = node("g");
      group.append(node("title", {}, title));
      group.append(bar(whole < 0 ? "lost" : "whole", x, thick, zero, whole * unit));
      if (part) group.append(bar("part", x, thick, zero, part * unit));
      // The whole height can be pointed at, however low the column is.
      group.append(node("rect", { class: "reach", x: left + n * step, y: 4, width: step, height: floor - 4 }));
      svg.append(group);
      const half = (tick.length * LETTER) / 2;
      const middle = Math.min(left + (n + (edges ? 0 : 0.5)) * step, width - half);
      if (!tick || middle - half < free) return;
      svg.append(node("text", { class: "tick", x: middle, y: HEIGHT - 6 }, tick));
      free = middle + half + LETTER;
    });
    return svg;
  };
}

/** @param {string} kind @param {number} x @param {number} width @param {number} zero @param {number} height */
const bar = (kind, x, width, zero, height) =>
  node("rect", { class: kind, x, width, y: zero - Math.max(height, 0), height: Math.abs(height) });

/**
 * Shares of a hundred, each as a point with the interval that it may well lie in, and a mark.
 * @param {Line[]} lines
 * @param {(share: number) => string} say
 * @returns {Chart}
 */
export function shares(lines, say) {
  const tall = 46;
  return (width) => {
    const height = lines.length * tall + 22;
    const svg = canvas(width, height);
    const [left, right] = [8, width - 8];
    const at = (/** @type {number} */ share) => left + share * (right - left);
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
      svg.append(node("line", { class: part ? "grid" : "axis", x1: at(part), x2: at(part), y1: 4, y2: height - 18 }));
      svg.append(node("text", { class: "tick", x: at(part), y: height - 4, "text-anchor": anchor }, say(part)));
    }
    lines.forEach(({ label, title, share, low, high, mark }, n) => {
      const y = n * tall + 32;
      const group = node("g");
      group.append(node("title", {}, title));
      group.append(node("text", { class: "label", x: left + 4, y: y - 14 }, fitted(label, right - left - 8)));
      if (mark) {
        const [from, to] = mark.map(at);
        if (to - from > 1) group.append(node("line", { class: "could", x1: from, x2: to, y1: y, y2: y }));
        for (const x of to - from > 1 ? [from, to] : [from])
          group.append(node("path", { class: "could", d: `M${x} ${y - 7}l5 7-5 7-5-7z` }));
      }
      if (share !== null) {
        group.append(node("line", { class: "interval", x1: at(low), x2: at(high), y1: y, y2: y }));
        for (const x of [at(low), at(high)])
          group.append(node("line", { class: "interval", x1: x, x2: x, y1: y - 5, y2: y + 5 }));
        group.append(node("circle", { class: "share", cx: at(share), cy: y, r: 5 }));
      }
      group.append(node("rect", { class: "reach", x: 0, y: n * tall + 4, width, height: tall }));
      svg.append(group);
    });
    return svg;
  };
}

/** A text that is not wider than there is room. @param {string} text @param {number} room */
const fitted = (text, room) => (text.length * LETTER <= room ? text : `${text.slice(0, Math.floor(room / LETTER) - 1)}…`);

/**
 * A chart with its heading, what it says in a sentence, and the same as a table.
 * @param {object} what
 * @param {string} what.heading
 * @param {string} what.summary
 * @param {Chart} what.chart
 * @param {[string, string][]} [what.legend] kinds of marks and what they mean
 * @param {string} what.fold what opens the table
 * @param {string[]} what.head
 * @param {string[][]} what.rows
 */
export function figure({ heading, summary, chart, legend = [], fold, head, rows }) {
  const whole = make("figure", "chart");
  const caption = make("figcaption");
  caption.append(make("h3", "", heading), make("p", "", summary));
  const drawing = make("div", "drawing");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", `${heading}. ${summary}`);
  whole.append(caption, drawing);
  if (legend.length) {
    const list = make("ul", "legend");
    for (const [kind, text] of legend) {
      const item = make("li");
      item.append(sample(kind), make("span", "", text));
      list.append(item);
    }
    whole.append(list);
  }
  whole.append(table(heading, fold, head, rows));
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(drawing.clientWidth);
    if (width === drawn || width < 60) return;
    drawn = width;
    drawing.replaceChildren(chart(width));
  }).observe(drawing);
  return whole;
}

/** What a mark looks like. @param {string} kind */
function sample(kind) {
  const svg = canvas(22, 16);
  if (kind === "share") svg.append(node("circle", { class: kind, cx: 11, cy: 8, r: 5 }));
  else if (kind === "interval")
    for (const d of ["M2 8h18", "M2 3v10", "M20 3v10"]) svg.append(node("path", { class: kind, d }));
  else if (kind === "could") svg.append(node("path", { class: kind, d: "M11 1l5 7-5 7-5-7z" }));
  else svg.append(node("rect", { class: kind, x: 4, y: 2, width: 14, height: 12 }));
  return svg;
}

/**
 * @param {string} heading
 * @param {string} fold
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(heading, fold, head, rows) {
  const folded = make("details");
  folded.append(make("summary", "", fold));
  const box = make("div", "scroll");
  box.tabIndex = 0; // what can be scrolled must be reached by the keyboard
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", heading);
  const grid = make("table");
  const top = make("tr");
  for (const text of head) {
    const cell = make("th", "", text);
    cell.scope = "col";
    top.append(cell);
  }
  grid.append(make("thead"), make("tbody"));
  grid.tHead?.append(top);
  for (const [first, ...others] of rows) {
    const line = make("tr");
    const name = make("th", "", first);
    name.scope = "row";
    line.append(name, ...others.map((text) => make("td", "", text)));
    grid.tBodies[0].append(line);
  }
  box.append(grid);
  folded.append(box);
  return folded;
}
