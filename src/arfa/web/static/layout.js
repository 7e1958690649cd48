// Geometry: how big the cards are, where each pile lies and how its cards spread.  Pure arithmetic, all in CSS pixels.

import { hangs, plans, ROW_LINE } from "./plans.js";

/** @import { Box, Plan, Planned, Rooms } from "./plans.js" */
/** @import { Card, Fan, Piles, State } from "./types.js" */

const RATIO = 1.4; // height of a card by its width
const WIDEST = 116;
const LEAST_DOWN = 4; // px that a face-down card still shows
const LONGEST_RUN = 13; // face-up cards that a column is expected to get
const FINGER = 24; // px that a finger can hit
/** What a face-down card shows, of its height: as much as there is room for, but not a little more with each move. */
const DOWNS = [0.36, 0.27, 0.2, 0.14, 0.09];
const SMALLEST = 24; // px: cards that are smaller make the table bigger than the screen
const BIG = 1.45; // how much bigger big cards are
export const STRIP = 0.26; // of a card's height: its index
/** How wide a card may be, and how much of its height the strip with its index takes. @typedef {{widest: number, strip: number}} Print */
/** @type {Record<"usual" | "big" | "enlarged", Print>} */
const PRINTS = {
  usual: { widest: WIDEST, strip: STRIP },
  enlarged: { widest: 1.2 * WIDEST, strip: STRIP },
  big: { widest: 1.2 * WIDEST, strip: 0.335 },
};
/** Where the index of a card is seen in a fan. */
export const SIDES = { none: "top", down: "top", up: "bottom", right: "left", left: "right" };

/**
 * Where a pile lies; `room` is how far its last card may lie from its first, `layer` what lies above what where piles
 * overlap, `side` where the index of its cards is seen.
 * @typedef {{x: number, y: number, fan: Fan, room: number, kind: import("./types.js").Kind, layer: number,
 *   side: "top" | "bottom" | "left" | "right"}} Spot
 */

/**
 * @typedef {object} Geometry
 * @property {number} width of a card
 * @property {number} height of a card
 * @property {Box} size of the table: more than the screen has when the cards are big
 * @property {Box} least size that it can do with
 * @property {number} strip of a card's height: what its index takes
 * @property {Record<string, Spot>} spots
 * @property {Rooms} rooms
 */

/**
 * Lay the table out.
 * @param {State} state
 * @param {Box} box
 * @param {{mirror: boolean, big: boolean}} wishes stock on the other side; big cards, whatever it costs
 * @returns {Geometry}
 */
export function measure(state, box, { mirror, big }) {
  const fitted = best(state, box, mirror, PRINTS.usual);
  if (!big) return fitted.width < SMALLEST ? enlarged(state, box, mirror, PRINTS.enlarged, SMALLEST / fitted.width) : fitted;
  // First to the side only: to look for cards in two directions is more trouble than in one.
  const wider = best(state, { ...box, width: box.width * BIG }, mirror, PRINTS.big);
  if (wider.width < fitted.width * BIG * 0.9) return enlarged(state, box, mirror, PRINTS.big, BIG);
  return best(state, held(box, wider.least), mirror, PRINTS.big);
}

/**
 * A table that the screen has no room for.
 * @param {State} state
 * @param {Box} box
 * @param {boolean} mirror
 * @param {Print} print
 * @param {number} by how much bigger it is
 */
function enlarged(state, box, mirror, print, by) {
  const { least } = best(state, { width: box.width * by, height: box.height * by }, mirror, print);
  return best(state, held(box, least), mirror, print);
}

/** A box that holds two. @param {Box} one @param {Box} other @returns {Box} */
const held = (one, other) => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
});

/**
 * The plan with the biggest cards; for a little more no plan is preferred to a plainer one.
 * @param {State} state
 * @param {Box} box
 * @param {boolean} mirror
 * @param {Print} print
 */
function best(state, box, mirror, print) {
  const all = plans(state, box, mirror).map((plan) => fit(plan, state.piles, box, print));
  return all.reduce((one, other) => (other.width > one.width * 1.05 ? other : one));
}

/**
 * The smallest distance of neighbours in a row or a column of piles, as far as they do not overlap.
 * @param {Planned[]} piles
 * @param {"x" | "y"} along
 * @param {"x" | "y"} across
 */
function pitch(piles, along, across) {
  let least = Infinity;
  for (const a of piles)
    for (const b of piles) {
      const far = b[along] - a[along];
      if (Math.abs(a[across] - b[across]) < 1 && far >= 1 && far < least) least = far;
    }
  return least;
}

/**
 * The biggest cards with which a plan fits into a box.
 * @param {Plan} plan
 * @param {Piles} piles
 * @param {Box} box
 * @param {Print} print
 * @returns {Geometry}
 */
function fit(plan, piles, box, { widest: most, strip }) {
  // Small screens cannot spare the gaps that the plan has between cards.
  const squeeze = (/** @type {number} */ size, /** @type {number} */ small, /** @type {number} */ least) =>
    size < small && least < Infinity ? Math.min(1, 1.03 / least) : 1;
  const fx = squeeze(box.width, 640, pitch(plan.piles, "x", "y"));
  const fy = squeeze(box.height, 560, pitch(plan.piles, "y", "x"));
  const acrossUnits = (plan.width - 1) * fx + 1;
  const bodyUnits = (plan.height - 1) * fy + 1;
  const columns = hangs(plan);
  const { up, down } = plan.kind === "body" && plan.rooms.up < Infinity ? plan.rooms : { up: 0, down: 0 };
  const closed = Math.max(0, ...columns.map(({ id }) => piles[id]?.cards.filter(([, face]) => face === null).length ?? 0));
  const top = Math.max(0, ...columns.map((pile) => pile.y)) * fy;

  const needed = (/** @type {number} */ w) => {
    const h = Math.round(w * RATIO);
    if (plan.kind !== "hanging") return bodyUnits * h + (up + down) * strip * h;
    return Math.max(bodyUnits * h, (top + 1 + strip * (LONGEST_RUN - 1)) * h + LEAST_DOWN * closed);
  };
  let width = Math.min(Math.round(most), Math.floor(box.width / acrossUnits));
  const widest = width;
  while (width > 12 && needed(width) > box.height) width--;
  let height = Math.round(width * RATIO);
  if (plan.kind === "grid") {
    // Nothing covers anything here: rather than be small, cards are as slim or as low as the screen wants them.
    const tall = Math.floor(box.height / bodyUnits);
    if (width === widest) height = Math.min(tall, Math.round(width * Math.max(RATIO, Math.min(2.3, 60 / width))));
    else width = Math.max(width, Math.min(widest, 40, Math.round(tall / 0.95)));
  }

  const across = acrossUnits * width;
  const least = { width: Math.ceil(across), height: Math.ceil(plan.kind === "grid" ? bodyUnits * height : needed(width)) };
  const left = Math.max(0, (box.width - across) / 2);
  const spare = Math.max(0, box.height - bodyUnits * height);
  const hung = { hanging: 0, body: up + down ? (spare * up) / (up + down) : spare / 2, grid: spare / 3, other: spare / 3 };
  const from = plan.kind === "body" ? hung.body : Math.min(hung[plan.kind], height / 2);
  /** @type {Record<string, Spot>} */
  const spots = {};
  for (const { id, x, y, fan, kind, layer = 0, side } of plan.piles)
    spots[id] = {
      x: Math.round(left + x * fx * width),
      y: Math.round(from + y * fy * height),
      fan,
      kind,
      room: 0,
      layer,
      side: /** @type {Spot["side"]} */ (SIDES[side ?? fan]),
    };
  for (const spot of Object.values(spots)) spot.room = room(spot, Object.values(spots), width, height, box);
  return { width, height, spots, rooms: plan.rooms, size: box, least, strip };
}

/**
 * How far a fan can grow before it meets another pile or the edge.
 * @param {Spot} spot
 * @param {Spot[]} all
 * @param {number} w
 * @param {number} h
 * @param {{width: number, height: number}} box
 */
function room(spot, all, w, h, box) {
  const { x, y, fan } = spot;
  if (fan === "none") return 0;
  const level = fan === "left" || fan === "right";
  const beside = all.filter((other) =>
    other === spot ? false : level ? Math.abs(other.y - y) < h : Math.abs(other.x - x) < w,
  );
  const gap = 4;
  const free = {
    down: [box.height - h - y, ...beside.filter((o) => o.y > y).map((o) => o.y - gap - h - y)],
    up: [y, ...beside.filter((o) => o.y < y).map((o) => y - (o.y + h + gap))],
    right: [box.width - w - x, ...beside.filter((o) => o.x > x).map((o) => o.x - gap - w - x)],
    left: [x, ...beside.filter((o) => o.x < x).map((o) => x - (o.x + w + gap))],
  };
  return Math.max(0, Math.min(...free[fan]));
}

/**
 * How far each card of a pile lies from the first.
 * @param {Geometry} geometry
 * @param {Spot} spot
 * @param {Card[]} cards
 * @returns {{x: number, y: number}[]}
 */
export function spread({ width, height, strip }, spot, cards) {
  const { fan, room: space, kind } = spot;
  if (fan === "none") return cards.map(() => ({ x: spot.x, y: spot.y }));
  const level = fan === "left" || fan === "right";
  if (kind === "row") return lines(width, height, spot, cards.length);
  // Of a waste only the last three are of interest.
  const fanned = kind === "waste" ? Math.max(0, cards.length - 3) : 0;
  const steps = cards.slice(fanned, -1).map(([, face]) => face !== null);
  const ups = steps.filter(Boolean).length;
  const downs = steps.length - ups;
  let up = level ? width * 0.5 : Math.max(height * (strip + 0.02), Math.min(FINGER + 2, height * 0.62));
  let down = level ? width * 0.14 : 0;
  if (!level) {
    // Too long: first the backs close up, then the faces, and only then the backs altogether.
    const sizes = DOWNS.map((part) => part * height);
    const most = space > 7 * height ? 0 : 1; // on a screen that is not high they would have to close up at once
    down = sizes.slice(most).find((size) => ups * up + downs * size <= space) ?? 0;
    if (downs && !down) down = Math.max(Math.min(LEAST_DOWN, space / steps.length), (space - ups * up) / downs);
  }
  if (ups * up + downs * down > space && ups) up = Math.max(0, (space - downs * down) / ups);
  let at = 0;
  const sign = fan === "left" || fan === "up" ? -1 : 1;
  return cards.map((_, i) => {
    if (i > fanned) at += steps[i - fanned - 1] ? up : down;
    const off = Math.round(at) * sign;
    return { x: spot.x + (level ? off : 0), y: spot.y + (level ? 0 : off) };
  });
}

/**
 * A row that goes on in a second line.
 * @param {number} width
 * @param {number} height
 * @param {Spot} spot
 * @param {number} n
 */
function lines(width, height, { x, y, room: space }, n) {
  const step = Math.min(width * 0.42, n > 1 ? space : 0);
  const most = step ? Math.floor(space / step + 1e-6) + 1 : 1;
  return Array.from({ length: n }, (_, i) => ({
    x: Math.round(x + (i % most) * step),
    y: Math.round(y + Math.floor(i / most) * ROW_LINE * height),
  }));
}

/** So much of a card on a pile leaves no doubt which is meant. */
const CLEAR = 0.65;

/**
 * The pile that a dragged card is dropped on.  Legal ones are preferred, and near is near enough.
 * @param {{x: number, y: number}} card where its upper left corner is
 * @param {Geometry} geometry
 * @param {Record<string, {x: number, y: number}>} ends where the last card of each pile lies
 * @param {(pile: string) => boolean} legal
 * @param {string} home where the card came from
 * @returns {string | null} null: it is put back
 */
export function aim(card, { width, height, spots }, ends, legal, home) {
  const near = { x: width * 0.3, y: height * 0.2 };
  /** @type {{pile: string, overlap: number, exact: number, legal: boolean}[]} */
  const hit = [];
  for (const [pile, spot] of Object.entries(spots)) {
    const end = ends[pile] ?? spot;
    // A column takes a card anywhere along its length, and below it.
    const x0 = Math.min(spot.x, end.x);
    const x1 = Math.max(spot.x, end.x) + width;
    const y0 = Math.min(spot.y, end.y);
    const y1 = Math.max(spot.y, end.y) + height + (spot.fan === "down" ? spot.room : 0);
    const over = (/** @type {number} */ mx, /** @type {number} */ my) =>
      Math.max(0, Math.min(card.x + width, x1 + mx) - Math.max(card.x, x0 - mx)) *
      Math.max(0, Math.min(card.y + height, y1 + my) - Math.max(card.y, y0 - my));
    const allowed = legal(pile);
    const exact = over(0, 0);
    const overlap = allowed ? over(near.x, near.y) : exact;
    if (overlap > 0) hit.push({ pile, overlap, exact, legal: allowed });
  }
  hit.sort((a, b) => b.overlap - a.overlap);
  const full = width * height;
  // Where most of the card lies, there it was laid: if it may not, that is to be said, not mended.
  const laid = hit.filter(({ pile, exact }) => pile !== home && exact > CLEAR * full);
  const meant = laid.find((target) => target.legal) ?? laid[0];
  if (meant) return meant.pile;
  const own = hit.find(({ pile }) => pile === home)?.overlap ?? 0;
  const best = hit.find((target) => target.legal && target.pile !== home);
  if (best && (best.overlap > own || best.overlap > 0.35 * full)) return best.pile;
  const other = hit.find(({ pile }) => pile !== home);
  return other && other.overlap > own && other.overlap > 0.2 * full ? other.pile : null;
}
