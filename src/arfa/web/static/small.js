// Small tables: how big their cards are, and their picture.  A picture and the live table that takes its place have the
// same geometry, so that nothing jumps when it comes to life.

import { make } from "./dom.js";
import { picture, sized, suitPicture } from "./faces.js";
import { SIDES, spread, STRIP } from "./layout.js";

/** @import { Geometry, Spot } from "./layout.js" */
/** @import { Card, Move, PilePlace, Piles, SmallTable, Trial } from "./types.js" */

const RATIO = 1.4; // height of a card by its width
const WIDEST = 50;
const LEAST = 20;
const MARGIN = 6; // px around everything, for lights and shadows
const ENDLESS = { up: Infinity, down: Infinity, side: Infinity, row: Infinity };

/** @typedef {{layout: SmallTable["layout"], piles: Piles, moves: Move[]}} Laid */

/**
 * Lay a small table out in a width.
 * @param {Laid} table
 * @param {number} room px
 * @returns {{geometry: Geometry, height: number}}
 */
export function lay(table, room) {
  let width = WIDEST;
  let found = at(table, width);
  while (width > LEAST && found.across > room) found = at(table, --width);
  const { geometry, across, down } = found;
  const shift = Math.max(0, Math.floor((room - across) / 2));
  for (const spot of Object.values(geometry.spots)) spot.x += shift;
  return { geometry, height: down };
}

/**
 * As a board wants to be fitted.
 * @param {Laid} table
 * @param {{width: number, height: number}} box
 */
export const fit = (table, box) => lay(table, box.width).geometry;

/**
 * @param {Laid} table
 * @param {number} width of a card
 */
function at({ layout, piles, moves }, width) {
  const growth = Math.max(1, ...moves.map(({ count }) => count)); // columns are given room for what may come
  const height = Math.round(width * RATIO);
  /** @type {Record<string, Spot>} */
  const spots = {};
  for (const { id, x, y, fan, kind } of layout.piles) {
    const side = /** @type {Spot["side"]} */ (SIDES[fan]);
    spots[id] = { x: x * width, y: y * height, fan, kind, side, layer: 0, room: Infinity };
  }
  const none = { width: 0, height: 0 };
  /** @type {Geometry} */
  const geometry = { width, height, spots, rooms: ENDLESS, size: none, least: none, strip: STRIP };
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const [id, spot] of Object.entries(spots)) {
    const cards = piles[id]?.cards ?? [];
    const ends = [spot, ...spread(geometry, spot, [...cards, ...more(spot, cards, growth)])];
    left = Math.min(left, ...ends.map(({ x }) => x));
    top = Math.min(top, ...ends.map(({ y }) => y));
    right = Math.max(right, ...ends.map(({ x }) => x + width));
    bottom = Math.max(bottom, ...ends.map(({ y }) => y + height));
  }
  for (const spot of Object.values(spots)) {
    spot.x = Math.round(spot.x - left + MARGIN);
    spot.y = Math.round(spot.y - top + MARGIN);
  }
  const across = right - left + 2 * MARGIN;
  const down = Math.round(bottom - top + 2 * MARGIN);
  for (const spot of Object.values(spots)) {
    const ahead = { down: down - spot.y - height, up: spot.y, left: spot.x, right: across - spot.x - width, none: 0 };
    spot.room = Math.max(0, ahead[spot.fan] - MARGIN);
  }
  return { geometry, across, down };
}

/** Cards that a column may get. @param {Spot} spot @param {Card[]} cards @param {number} n @returns {Card[]} */
const more = ({ fan, kind }, cards, n) =>
  fan === "none" || kind !== "column" || !cards.length ? [] : Array.from({ length: n }, () => ["", "2C"]);

/**
 * The frame of a picture: it says what there is to be seen, and has its size, before anything is drawn.
 * @param {string} words
 */
export function frame(words) {
  const root = make("div", "felt");
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", words);
  return root;
}

/**
 * Give a frame its size.
 * @param {HTMLElement} root
 * @param {Laid} table
 * @param {number} room px
 */
export function size(root, table, room) {
  const { geometry, height } = lay(table, room);
  root.style.height = `${height}px`;
  root.style.setProperty("--w", `${geometry.width}px`);
  root.style.setProperty("--h", `${geometry.height}px`);
  return geometry;
}

/**
 * Draw a small table into its frame, with an arrow for every move that can be tried.
 * @param {HTMLElement} root
 * @param {SmallTable} table
 * @param {Trial[]} trials
 * @param {Geometry} geometry
 */
export function paint(root, table, trials, geometry) {
  sized(geometry.width, geometry.height);
  /** @type {Element[]} */
  const drawn = [];
  /** @type {Record<string, {x: number, y: number}[]>} */
  const places = {};
  for (const place of table.layout.piles) {
    drawn.push(ground(place, table, geometry));
    const spot = geometry.spots[place.id];
    const { cards } = table.piles[place.id];
    const where = spread(geometry, spot, cards);
    places[place.id] = where.length ? where : [spot];
    // Of a heap only the upper cards are drawn.
    const first = spot.fan === "none" && place.kind !== "row" ? Math.max(0, cards.length - 2) : 0;
    cards.forEach(([, face], i) => i >= first && drawn.push(thing("card", where[i], picture(face, spot.side))));
  }
  for (const trial of trials) drawn.push(...arrow(trial, places, geometry));
  root.replaceChildren(...drawn);
}

/** @param {PilePlace} place @param {SmallTable} table @param {Geometry} geometry */
function ground({ id, kind, suit }, { piles }, { spots }) {
  const { hidden = 0 } = piles[id];
  const url = hidden ? picture(null, "top") : suit ? suitPicture(suit) : "";
  const element = thing(`ground ${kind}${hidden ? " full" : ""}`, spots[id], url);
  if (hidden) element.append(make("span", "count", String(hidden)));
  return element;
}

/** @param {string} kind @param {{x: number, y: number}} spot @param {string} url */
function thing(kind, { x, y }, url) {
  const element = make("div", kind);
  element.style.transform = `translate(${x}px,${y}px)`;
  if (url) {
    const image = make("img");
    image.alt = "";
    image.src = url;
    element.append(image);
  }
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * From the card that is to move to where it is to go.
 * @param {Trial} trial
 * @param {Record<string, {x: number, y: number}[]>} places
 * @param {Geometry} geometry
 */
function arrow({ src, dst, at, why }, places, { width, height }) {
  const from = places[src]?.[at] ?? places[src]?.[0];
  const to = places[dst]?.at(-1);
  if (!from || !to) return [];
  const kind = why === undefined ? "yes" : "no";
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `arrow ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  const [x0, y0] = [from.x + width * 0.5, from.y + Math.min(height / 2, 15)];
  const [x1, y1] = [to.x + width * 0.5, to.y + height * (kind === "yes" ? 0.68 : 0.45)];
  const far = Math.hypot(x1 - x0, y1 - y0);
  if (far < 4) return [];
  // A little bent, so that two of them that go the same way are two.
  const bend = (kind === "yes" ? -0.16 : 0.16) * far;
  const [mx, my] = [(x0 + x1) / 2 - ((y1 - y0) / far) * bend, (y0 + y1) / 2 + ((x1 - x0) / far) * bend];
  line.setAttribute("d", `M${x0} ${y0}Q${mx} ${my} ${x1} ${y1}`);
  const turn = Math.atan2(y1 - my, x1 - mx);
  const head = document.createElementNS(SVG, "path");
  const tip = (/** @type {number} */ angle) =>
    `${x1 - 9 * Math.cos(turn + angle)} ${y1 - 9 * Math.sin(turn + angle)}`;
  head.setAttribute("d", kind === "yes" ? `M${tip(0.5)}L${x1} ${y1}L${tip(-0.5)}` : cross(x1, y1));
  head.setAttribute("class", "head");
  svg.append(line, head);
  return [svg];
}

/** @param {number} x @param {number} y */
const cross = (x, y) => `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`;
