// Geometry: how big the cards are, where each pile lies and how its cards spread.  Pure arithmetic, all in CSS pixels.

/** @import { Card, Fan, PilePlace, Piles, State } from "./types.js" */

const RATIO = 1.4; // height of a card by its width
const WIDEST = 116;
const READABLE = 0.26; // of a card's height: the strip with its index
const LEAST_DOWN = 4; // px that a face-down card still shows
const LONGEST_RUN = 13; // face-up cards that a column is expected to get
const FINGER = 24; // px that a finger can hit
/** Cards beyond the first that columns about a body are given room for: more when one has outgrown it. */
const ROOMS = [5, 8, 12, 17, 24];

/**
 * Where a pile lies; `room` is how far its last card may lie from its first.
 * @typedef {{x: number, y: number, fan: Fan, room: number, kind: import("./types.js").Kind}} Spot
 */

/**
 * @typedef {object} Geometry
 * @property {number} width of a card
 * @property {number} height of a card
 * @property {Record<string, Spot>} spots
 * @property {{up: number, down: number} | null} rooms for how many cards beyond the first there is room above and below a
 *   body; null where there is none
 */

/** @typedef {{width: number, height: number, piles: PilePlace[]}} Plan a layout as the service describes it */

/**
 * Lay the table out.
 * @param {State} state
 * @param {{width: number, height: number}} box
 * @param {boolean} mirror stock on the right
 * @returns {Geometry}
 */
export function measure(state, box, mirror) {
  const { layout, piles } = state;
  const hanging = isHanging(layout);
  const flat = fit(mirror && hanging ? mirrored(layout) : layout, piles, box);
  if (!hanging || box.width < 1.4 * box.height || box.height > 520) return flat;
  const rails = withRails(layout);
  const railed = fit(mirror ? mirrored(rails) : rails, piles, box);
  return railed.width > flat.width ? railed : flat;
}

/** @param {Plan} plan */
const hangs = (plan) => plan.piles.filter((pile) => pile.kind === "column" && pile.fan === "down");

/** Whether the columns hang down below everything else, as in all patiences of the Harp kind. @param {Plan} plan */
function isHanging(plan) {
  const columns = hangs(plan);
  if (!columns.length) return false;
  const y = columns[0].y;
  return plan.piles.every((pile) => (columns.includes(pile) ? pile.y === y : pile.y + 1 <= y));
}

/**
 * On a low screen the piles above the columns go to their sides.
 * @param {Plan} plan
 * @returns {Plan}
 */
function withRails(plan) {
  const columns = hangs(plan);
  const rest = plan.piles.filter((pile) => !columns.includes(pile));
  const bases = rest.filter((pile) => pile.kind === "foundation");
  const hand = rest.filter((pile) => pile.kind !== "foundation");
  const step = 1.06;
  const first = Math.min(...columns.map((pile) => pile.x));
  const last = Math.max(...columns.map((pile) => pile.x));
  const start = step + 0.16;
  const edge = start + last - first + step + 0.16;
  /** @type {PilePlace[]} */
  const piles = [
    ...hand.map((pile, i) => ({
      ...pile,
      x: 0,
      y: i * step,
      fan: /** @type {Fan} */ (pile.fan === "none" ? "none" : "down"),
    })),
    ...columns.map((pile) => ({ ...pile, x: pile.x - first + start, y: 0 })),
    ...bases.map((pile, i) => ({ ...pile, x: edge + Math.floor(i / 4) * step, y: (i % 4) * step })),
  ];
  const tall = Math.max(...piles.map((pile) => pile.y + 1));
  return { width: Math.max(...piles.map((pile) => pile.x + 1)), height: tall, piles };
}

/**
 * For the left hand: everything but the columns changes sides.
 * @param {Plan} plan
 * @returns {Plan}
 */
function mirrored(plan) {
  const columns = hangs(plan);
  const other = { left: "right", right: "left", up: "up", down: "down", none: "none" };
  return {
    ...plan,
    piles: plan.piles.map((pile) =>
      columns.includes(pile)
        ? pile
        : { ...pile, x: plan.width - 1 - pile.x, fan: /** @type {Fan} */ (other[pile.fan]) },
    ),
  };
}

/**
 * The smallest distance of neighbours in a row or a column of piles, as far as they do not overlap.
 * @param {PilePlace[]} piles
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
 * @param {{width: number, height: number}} box
 * @returns {Geometry}
 */
function fit(plan, piles, box) {
  // Small screens cannot spare the gaps that the plan has between cards.
  const squeeze = (/** @type {number} */ size, /** @type {number} */ small, /** @type {number} */ least) =>
    size < small && least < Infinity ? Math.min(1, 1.03 / least) : 1;
  const fx = squeeze(box.width, 640, pitch(plan.piles, "x", "y"));
  const fy = squeeze(box.height, 460, pitch(plan.piles, "y", "x"));
  const columns = hangs(plan);
  const hanging = isHanging(plan) || columns.some((pile) => pile.y === 0);
  const upward = plan.piles.some((pile) => pile.fan === "up");
  const above = upward ? grown(plan, piles, "up") : 0;
  const below = upward ? grown(plan, piles, "down") : 0;
  const down = Math.max(0, ...columns.map(({ id }) => piles[id]?.cards.filter(([, face]) => face === null).length ?? 0));
  const top = Math.max(0, ...columns.map((pile) => pile.y)) * fy;

  const across = (/** @type {number} */ w) => ((plan.width - 1) * fx + 1) * w;
  const body = (/** @type {number} */ h) => ((plan.height - 1) * fy + 1) * h;
  const needed = (/** @type {number} */ w) => {
    const h = Math.round(w * RATIO);
    if (upward) return body(h) + (above + below) * READABLE * h; // what hangs from a body grows on both sides
    if (!hanging) return body(h);
    return Math.max(body(h), (top + 1 + READABLE * (LONGEST_RUN - 1)) * h + LEAST_DOWN * down);
  };
  let width = Math.min(WIDEST, Math.floor(box.width / ((plan.width - 1) * fx + 1)));
  const least = upward ? FINGER : 12;
  while (width > least && needed(width) > box.height) width--;
  const height = Math.round(width * RATIO);

  const left = Math.max(0, (box.width - across(width)) / 2);
  const spare = Math.max(0, box.height - body(height));
  const from = upward ? (spare * above) / (above + below) : hanging ? 0 : Math.min(spare / 3, height / 2);
  /** @type {Record<string, Spot>} */
  const spots = {};
  for (const { id, x, y, fan, kind } of plan.piles)
    spots[id] = {
      x: Math.round(left + x * fx * width),
      y: Math.round(from + y * fy * height),
      fan,
      kind,
      room: 0,
    };
  for (const spot of Object.values(spots)) spot.room = room(spot, Object.values(spots), width, height, box);
  return { width, height, spots, rooms: upward ? { up: above, down: below } : null };
}

/**
 * Whether a column about a body has become longer than it was expected to be, so that everything has to be measured anew.
 * Columns that become shorter change nothing: the table is not to go up and down with every move.
 * @param {State} state
 * @param {Geometry} geometry
 */
export function outgrown({ layout, piles }, { rooms }) {
  return rooms !== null && (grown(layout, piles, "up") > rooms.up || grown(layout, piles, "down") > rooms.down);
}

/**
 * For how many cards beyond the first the columns of a fan want room.
 * @param {Plan} plan
 * @param {Piles} piles
 * @param {Fan} fan
 */
function grown(plan, piles, fan) {
  const columns = plan.piles.filter((pile) => pile.kind === "column" && pile.fan === fan);
  const most = Math.max(0, ...columns.map(({ id }) => (piles[id]?.cards.length ?? 0) - 1));
  return ROOMS.find((room) => room >= most) ?? most;
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
export function spread({ width, height }, spot, cards) {
  const { fan, room: space, kind } = spot;
  if (fan === "none") return cards.map(() => ({ x: spot.x, y: spot.y }));
  const level = fan === "left" || fan === "right";
  // Of a waste only the last three are of interest.
  const fanned = kind === "waste" ? Math.max(0, cards.length - 3) : 0;
  const steps = cards.slice(fanned, -1).map(([, face]) => face !== null);
  const ups = steps.filter(Boolean).length;
  const downs = steps.length - ups;
  let up = level ? width * 0.42 : Math.max(height * 0.28, Math.min(FINGER + 2, height * 0.62));
  let down = level ? width * 0.14 : Math.max(LEAST_DOWN, height * 0.13);
  // Too long: first the backs close up, then the faces, and only then the backs altogether.
  if (ups * up + downs * down > space && downs)
    down = Math.max(Math.min(LEAST_DOWN, space / steps.length), (space - ups * up) / downs);
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
  /** @type {{pile: string, overlap: number, legal: boolean}[]} */
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
    const overlap = allowed ? over(near.x, near.y) : over(0, 0);
    if (overlap > 0) hit.push({ pile, overlap, legal: allowed });
  }
  hit.sort((a, b) => b.overlap - a.overlap);
  const full = width * height;
  const own = hit.find(({ pile }) => pile === home)?.overlap ?? 0;
  const best = hit.find((target) => target.legal && target.pile !== home);
  if (best && (best.overlap > own || best.overlap > 0.35 * full)) return best.pile;
  const other = hit.find(({ pile }) => pile !== home);
  return other && other.overlap > own && other.overlap > 0.2 * full ? other.pile : null;
}
