// Plans: what becomes of the layout of a patience on a screen of a certain shape.  All in widths and heights of a card.

/** @import { Card, Fan, PilePlace, Piles, State } from "./types.js" */

const STEP = 1.06; // from card to card where there is little room
const WIDE_STEP = 1.12;
const TWINS = 0.5; // how far a foundation lies from its twin that it half covers
const ROW_STEP = 0.42; // from card to card of an extra row
export const ROW_LINE = 0.56; // from line to line of an extra row: rank and suit at the side of a card are free
export const SIDE_STEP = 0.3; // what a card lying under another shows of its side
/** Cards beyond the first that columns about a body are given room for: more when one has outgrown it. */
const ROOMS = [5, 8, 12, 17, 24];
const SIDE_ROOMS = [7, 9, 12, 17, 24];

/** @typedef {{width: number, height: number}} Box */

/**
 * A pile of a plan: `layer` says what lies above what where piles overlap, `side` where its index is seen.
 * @typedef {PilePlace & {layer?: number, side?: Fan}} Planned
 */

/**
 * For how many cards beyond the first there is room: above, below and beside a body, and in an extra row.
 * @typedef {{up: number, down: number, side: number, row: number}} Rooms
 */

/**
 * `hanging`: columns hang down below everything else; `body`: columns lie about a body; `grid`: a place for each card.
 * @typedef {{kind: "hanging" | "body" | "grid" | "other", width: number, height: number, piles: Planned[], rooms: Rooms}} Plan
 */

const ENOUGH = { up: Infinity, down: Infinity, side: Infinity, row: Infinity };

/**
 * The plans for a screen, the plainest first.
 * @param {State} state
 * @param {Box} box
 * @param {boolean} mirror for the left hand
 * @returns {Plan[]}
 */
export function plans({ layout, piles }, box, mirror) {
  const kind = kindOf(layout);
  const plain = { ...layout, kind, rooms: ENOUGH };
  if (kind === "body") {
    const upright = aboutBody(plain, piles, mirror);
    return box.width > box.height ? [upright, sideways(plain, box, mirror)] : [upright];
  }
  if (kind !== "hanging") return [plain];
  const roomy = withRow(plain, piles);
  const flat = mirror ? mirrored(roomy) : roomy;
  const pairs = paired(flat);
  const waste = flat.piles.find((pile) => pile.kind === "waste");
  const isTight = waste && waste.fan !== "none" && pairs !== flat && crowded(flat, waste);
  const found = isTight ? [pairs] : [flat, pairs];
  // On a low screen the piles above the columns go to their sides.
  if (box.width >= 1.4 * box.height && box.height <= 520) {
    const rails = withRails(roomy);
    found.push(mirror ? mirrored(rails) : rails);
  }
  return found;
}

/** @param {{piles: PilePlace[]}} plan */
export const hangs = ({ piles }) => piles.filter((pile) => pile.kind === "column" && pile.fan === "down");

/** @param {{piles: PilePlace[]}} plan @returns {Plan["kind"]} */
function kindOf(plan) {
  if (plan.piles.some((pile) => pile.fan === "up")) return "body";
  if (plan.piles.every((pile) => pile.kind === "cell")) return "grid";
  const columns = hangs(plan);
  if (!columns.length) return "other";
  const { y } = columns[0];
  return plan.piles.every((pile) => (columns.includes(pile) ? pile.y === y : pile.y + 1 <= y)) ? "hanging" : "other";
}

/** Whether a fan has no room for three cards. @param {Plan} plan @param {Planned} fan */
const crowded = ({ piles }, fan) =>
  piles.some((pile) => pile !== fan && pile.y === fan.y && Math.abs(pile.x - fan.x) < 1.9 && pile.kind === "foundation");

/**
 * The extra row: one fan that goes on in a second line when it is full, or piles side by side, in two lines and
 * overlapping when there are many.
 * @param {Plan} plan
 * @param {Piles} piles
 * @returns {Plan}
 */
function withRow(plan, piles) {
  const rows = plan.piles.filter((pile) => pile.kind === "row");
  if (!rows.length) return plan;
  /** @type {Map<Planned, Planned>} */
  const moved = new Map();
  let extra = 0;
  let room = Infinity;
  if (rows.length === 1) {
    const most = Math.floor((plan.width - 1 - rows[0].x) / ROW_STEP) + 1;
    const lines = Math.max(1, Math.ceil((piles[rows[0].id]?.cards.length ?? 0) / most));
    room = lines * most - 1;
    extra = (lines - 1) * ROW_LINE;
  } else {
    const most = Math.max(Math.floor((plan.width - 1) / WIDE_STEP) + 1, Math.ceil(rows.length / 2));
    const dx = Math.min(WIDE_STEP, (plan.width - 1) / (most - 1));
    rows.forEach((pile, i) => {
      const place = { ...pile, x: (i % most) * dx, y: pile.y + Math.floor(i / most) * STEP };
      moved.set(pile, dx < 1 ? { ...place, layer: i % most, side: "right" } : place);
    });
    extra = (Math.ceil(rows.length / most) - 1) * STEP;
  }
  for (const pile of hangs(plan)) moved.set(pile, { ...pile, y: pile.y + extra });
  return {
    ...plan,
    height: plan.height + extra,
    piles: plan.piles.map((pile) => moved.get(pile) ?? pile),
    rooms: { ...ENOUGH, row: room },
  };
}

/**
 * Two foundations of a suit take the room of one and a half, so that the columns alone say how wide the table is.
 * @param {Plan} plan
 * @returns {Plan}
 */
function paired(plan) {
  const bases = plan.piles.filter((pile) => pile.kind === "foundation");
  const suits = [...new Set(bases.map(({ suit }) => suit))];
  if (suits.includes(null) || suits.includes(undefined) || bases.length !== 2 * suits.length) return plan;
  const columns = hangs(plan);
  const first = Math.min(...columns.map((pile) => pile.x));
  const width = Math.max(...columns.map((pile) => pile.x)) - first + 1;
  const onRight = plan.piles[0].x < plan.width / 2;
  const pair = WIDE_STEP + TWINS + 0.08;
  const start = onRight ? width - 1 - TWINS - pair * (suits.length - 1) : 0;
  /** @param {Planned} pile @returns {Planned} */
  const place = (pile) => {
    if (columns.includes(pile)) return { ...pile, x: pile.x - first };
    if (pile.kind === "row") return pile;
    if (pile.kind !== "foundation") return onRight ? pile : { ...pile, x: pile.x - plan.width + width };
    const layer = bases.find(({ suit }) => suit === pile.suit) === pile ? 0 : 1;
    return { ...pile, x: start + pair * suits.indexOf(pile.suit) + TWINS * layer, layer };
  };
  return { ...plan, width, piles: plan.piles.map(place) };
}

/**
 * What is dealt from to the left of the columns, foundations to the right.
 * @param {Plan} plan
 * @returns {Plan}
 */
function withRails(plan) {
  const columns = hangs(plan);
  const rows = plan.piles.filter((pile) => pile.kind === "row");
  const bases = plan.piles.filter((pile) => pile.kind === "foundation");
  const hand = plan.piles.filter((pile) => ![...columns, ...rows, ...bases].includes(pile));
  const first = Math.min(...columns.map((pile) => pile.x));
  const last = Math.max(...columns.map((pile) => pile.x));
  const up = rows.length ? Math.min(...rows.map((pile) => pile.y)) : columns[0].y;
  const start = STEP + 0.16;
  const edge = start + last - first + STEP + 0.16;
  /** @type {Planned[]} */
  const piles = [
    ...hand.map((pile, i) => ({
      ...pile,
      x: 0,
      y: i * STEP,
      fan: /** @type {Fan} */ (pile.fan === "none" ? "none" : "down"),
    })),
    ...rows.map((pile) => ({ ...pile, x: Math.max(0, pile.x - first) + start, y: pile.y - up })),
    ...columns.map((pile) => ({ ...pile, x: pile.x - first + start, y: pile.y - up })),
    ...bases.map((pile, i) => ({ ...pile, x: edge + Math.floor(i / 4) * STEP, y: (i % 4) * STEP })),
  ];
  const tall = Math.max(...piles.map((pile) => pile.y + 1));
  return { ...plan, width: Math.max(...piles.map((pile) => pile.x + 1)), height: tall, piles };
}

/**
 * For the left hand: everything but columns and rows changes sides.
 * @param {Plan} plan
 * @returns {Plan}
 */
function mirrored(plan) {
  const columns = hangs(plan);
  const other = { left: "right", right: "left", up: "up", down: "down", none: "none" };
  return {
    ...plan,
    piles: plan.piles.map((pile) =>
      columns.includes(pile) || pile.kind === "row"
        ? pile
        : { ...pile, x: plan.width - 1 - pile.x, fan: /** @type {Fan} */ (other[pile.fan]) },
    ),
  };
}

/**
 * Columns about a body, each in the direction that the source says.
 * @param {Plan} plan
 * @param {Piles} piles
 * @param {boolean} mirror
 * @returns {Plan}
 */
function aboutBody(plan, piles, mirror) {
  const rooms = {
    up: roomFor(plan, piles, ["up"]),
    down: roomFor(plan, piles, ["down"]),
    side: roomFor(plan, piles, ["left", "right"]),
    row: Infinity,
  };
  const { first, last } = edges(plan);
  const side = rooms.side * SIDE_STEP;
  const width = last - first + 1 + 2 * side;
  return { ...plan, width, rooms, piles: about(plan, side - first, mirror ? width - 1 : 0) };
}

/**
 * On a low screen the columns above and below the body lie on their sides, too, so that the cards can be bigger.
 * @param {Plan} plan
 * @param {Box} box
 * @param {boolean} mirror
 * @returns {Plan}
 */
function sideways(plan, box, mirror) {
  const { first, last } = edges(plan);
  const levels = [...new Set(plan.piles.filter((pile) => pile.kind !== "stock").map(({ y }) => y))].sort((a, b) => a - b);
  const height = (levels.length - 1) * STEP + 1;
  const narrow = last - first + 1;
  const width = Math.max(narrow + 14 * SIDE_STEP, (1.4 * height * box.width) / box.height);
  const middle = (first + last) / 2;
  const piles = about(plan, (width - narrow) / 2 - first, mirror ? width - 1 : 0).map((pile, i) => {
    const { kind, x, fan } = plan.piles[i];
    const lies = fan === "up" || fan === "down";
    return {
      ...pile,
      y: kind === "stock" ? 0 : levels.indexOf(pile.y) * STEP,
      fan: /** @type {Fan} */ (lies ? (x < middle ? "left" : "right") : fan),
    };
  });
  return { ...plan, width, height, piles };
}

/** The outermost piles beside a body. @param {Plan} plan */
function edges({ piles }) {
  const beside = piles.filter((pile) => pile.fan === "left" || pile.fan === "right").map(({ x }) => x);
  return { first: Math.min(...beside), last: Math.max(...beside) };
}

/** All piles moved along, but for the stock in its corner. @param {Plan} plan @param {number} by @param {number} corner */
const about = ({ piles }, by, corner) =>
  piles.map((pile) => ({ ...pile, x: pile.kind === "stock" ? corner : pile.x + by }));

/**
 * For how many cards beyond the first the columns of a fan want room.
 * @param {{piles: PilePlace[]}} plan
 * @param {Piles} piles
 * @param {Fan[]} fans
 */
function roomFor(plan, piles, fans) {
  const columns = plan.piles.filter((pile) => pile.kind === "column" && fans.includes(pile.fan));
  const most = Math.max(0, ...columns.map(({ id }) => (piles[id]?.cards.length ?? 0) - 1));
  return (fans.includes("left") ? SIDE_ROOMS : ROOMS).find((room) => room >= most) ?? most;
}

/**
 * Whether a column about a body, or a row, has become longer than it was expected to be, so that everything has to be
 * measured anew.  What becomes shorter changes nothing: the table is not to go up and down with every move.
 * @param {State} state
 * @param {Rooms} rooms
 */
export function outgrown({ layout, piles }, { up, down, side, row }) {
  const longest = Math.max(0, ...layout.piles.map(({ id, kind }) => (kind === "row" ? piles[id].cards.length - 1 : 0)));
  if (longest > row) return true;
  if (up === Infinity) return false;
  return (
    roomFor(layout, piles, ["up"]) > up ||
    roomFor(layout, piles, ["down"]) > down ||
    roomFor(layout, piles, ["left", "right"]) > side
  );
}
