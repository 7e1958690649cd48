// Looking things up among the legal moves that came with a state.  No rule is known here: a move is legal when it
// is listed, and everything else is asked of the service.

/** @import { Mark } from "./board.js" */
/** @import { Carry } from "./play.js" */
/** @import { Move, PilePlace, Piles, State } from "./types.js" */

/**
 * A card with those that lie on it, ready to be moved.
 * @typedef {object} Lift
 * @property {string} pile where they lie
 * @property {string} src the pile as a move names it
 * @property {string[]} ids deepest first
 */

/** Whether a move breaks the rules by mercy. @param {Move} move */
export const isMercy = (move) => move.text.endsWith("!");

/**
 * The pile that a card lies in, and how deep.
 * @param {Piles} piles
 * @param {string} card
 * @returns {{pile: string, index: number} | null}
 */
export function find(piles, card) {
  for (const [pile, { cards }] of Object.entries(piles)) {
    const index = cards.findIndex(([id]) => id === card);
    if (index >= 0) return { pile, index };
  }
  return null;
}

/**
 * What comes along when a card is picked up; null when it cannot be picked up at all.
 * @param {Piles} piles
 * @param {string} card
 * @returns {Lift | null}
 */
export function lift(piles, card) {
  const at = find(piles, card);
  if (!at) return null;
  const { kind, cards } = piles[at.pile];
  if (cards[at.index][1] === null) return null;
  if (kind === "row") return liftOfRow(piles, at, card);
  const taken = kind === "column" ? cards.slice(at.index) : cards.slice(-1);
  if (taken[0][0] !== card) return null;
  return { pile: at.pile, src: at.pile, ids: taken.map(([id]) => id) };
}

/**
 * A card of the extra row.  Moves name it by its place there, whether the row is one pile or a pile for each place.
 * @param {Piles} piles
 * @param {{pile: string, index: number}} at
 * @param {string} card
 * @returns {Lift | null}
 */
function liftOfRow(piles, { pile, index }, card) {
  const alone = !/\d$/.test(pile);
  if (!alone && index < piles[pile].cards.length - 1) return null;
  return { pile, src: alone ? `${pile}${index + 1}` : pile, ids: [card] };
}

/** Whether a move takes its cards from something that lies on the table. @param {Piles} piles @param {Move} move */
const fromPile = (piles, { src }) =>
  Boolean(piles[src]) || piles[src.replace(/\d+$/, "")]?.kind === "row";

/**
 * The pile where a move ends, or null when it is none or several.
 * @param {State} state
 * @param {Move} move
 */
export function landing({ piles, layout }, { src, dst, count }) {
  if (piles[dst]) return dst;
  const family = Object.keys(piles).filter((id) => id.startsWith(dst) && /^\d+$/.test(id.slice(dst.length)));
  if (!family.length || piles[family[0]].kind !== "foundation") return null;
  // A move "to the foundations": guess which, the service will say.
  const suit = piles[src]?.cards.at(-count)?.[1]?.[1];
  const own = layout.piles.find((place) => family.includes(place.id) && place.suit === suit);
  return (
    family.find((id) => piles[id].cards.at(-1)?.[1]?.[1] === suit) ??
    own?.id ??
    family.find((id) => !piles[id].cards.length) ??
    null
  );
}

/** What was looked up already: it is asked for with every frame of a drag. @type {WeakMap<State, Map<string, Map<string, Move>>>} */
const known = new WeakMap();

/**
 * The moves of some cards by the pile where they end; ordinary ones win over moves of mercy.
 * @param {State} state
 * @param {Lift} lifted
 * @returns {Map<string, Move>}
 */
export function targets(state, lifted) {
  let all = known.get(state);
  if (!all) known.set(state, (all = new Map()));
  const key = `${lifted.src} ${lifted.ids.length}`;
  let found = all.get(key);
  if (!found) all.set(key, (found = ended(state, lifted)));
  return found;
}

/** @param {State} state @param {Lift} lifted */
function ended(state, lifted) {
  /** @type {Map<string, Move>} */
  const found = new Map();
  for (const move of state.moves) {
    if (move.src !== lifted.src || move.count !== lifted.ids.length) continue;
    const pile = landing(state, move);
    const before = pile && found.get(pile);
    if (pile && (!before || isMercy(before))) found.set(pile, move);
  }
  return found;
}

/**
 * The move for a drop on a pile.  Any foundation stands for all: the player means "away with it".
 * @param {State} state
 * @param {Lift} lifted
 * @param {string} pile
 * @returns {Move | null}
 */
export function moveTo(state, lifted, pile) {
  const all = targets(state, lifted);
  const exact = all.get(pile);
  if (exact) return exact;
  if (state.piles[pile]?.kind !== "foundation") return null;
  return toFoundation(state, lifted);
}

/** @param {State} state @param {Lift} lifted @returns {Move | null} */
export function toFoundation(state, lifted) {
  for (const [pile, move] of targets(state, lifted))
    if (state.piles[pile].kind === "foundation" && !isMercy(move)) return move;
  return null;
}

/**
 * Where some cards may sensibly go, best first: a foundation, a column whose building turns a card up, another
 * building, one empty place of many alike.  Moves of mercy are never done without being asked for.
 * @param {State} state
 * @param {Lift} lifted
 * @returns {Move[]}
 */
export function sensible(state, lifted) {
  const from = state.piles[lifted.pile];
  const below = from.cards[from.cards.findIndex(([id]) => id === lifted.ids[0]) - 1];
  const turns = below !== undefined && below[1] === null;
  /** @type {{rank: number, move: Move}[]} */
  const found = [];
  for (const [id, move] of targets(state, lifted)) {
    const { kind, cards } = state.piles[id];
    if (isMercy(move) || kind === "stock") continue;
    const empty = kind !== "foundation" && !cards.length;
    const rank = kind === "foundation" ? 0 : empty ? 3 : turns ? 1 : 2;
    // Foundations are alike, and so are empty columns; the places of a grid are not.
    if ((rank === 0 || (rank === 3 && kind === "column")) && found.some((other) => other.rank === rank)) continue;
    found.push({ rank, move });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ move }) => move);
}

/**
 * The move that pressing the stock means: one that takes from it, or else one that brings cards back to it.
 * @param {State} state
 * @param {string} stock
 * @returns {Move | null}
 */
export const pressed = ({ moves, piles }, stock) =>
  moves.find((move) => move.src === stock) ??
  moves.find((move) => move.dst === stock && piles[move.src]?.kind !== "column") ??
  null;

/**
 * What to ask the service when pressing the stock is no legal move, so that it says why.
 * @param {State} state
 * @param {string} stock
 */
export function askStock({ piles }, stock) {
  const partner = Object.keys(piles).find((id) => ["waste", "open", "row"].includes(piles[id].kind));
  if (!partner) return `${stock}t`;
  if (piles[partner].kind === "row") return `${stock}${partner.replace(/\d+$/, "")}`;
  return piles[stock].hidden ? `${stock}${partner}` : `${partner}${stock}`;
}

/**
 * A move written down that may not be legal.
 * @param {Piles} piles
 * @param {Lift} lifted
 * @param {string} pile
 */
export function written(piles, lifted, pile) {
  const to = piles[pile]?.kind === "foundation" ? pile.replace(/^f\d+$/, "f") : pile;
  return `${lifted.src}${to}${lifted.ids.length > 1 ? `.${lifted.ids.length}` : ""}`;
}

/**
 * Moves that are not from pile to pile (a redeal of the whole table): they are offered as buttons.
 * @param {State} state
 */
export const specials = ({ moves, piles }) => moves.filter((move) => !fromPile(piles, move));

/** The first pile of a kind, if there is one. @param {Piles} piles @param {PilePlace["kind"]} kind */
export const pileOf = (piles, kind) => Object.keys(piles).find((id) => piles[id].kind === kind);

/**
 * What is seen of pressing the stock before the answer: cards that go back to it, or one that comes out of it.
 * @param {State} state
 * @param {string} stock
 * @param {Move} move
 * @returns {Carry | null}
 */
export function pressing({ piles }, stock, { src, dst }) {
  if (dst === stock && piles[src]) return { ids: piles[src].cards.map(([id]) => id), to: stock };
  const drawn = src === stock && ["waste", "open"].includes(piles[dst]?.kind);
  return drawn ? { ids: [], to: dst, stock } : null;
}

/**
 * The piles to be lit for what is held, or might be.
 * @param {State} state
 * @param {Lift} lifted
 * @param {{plain?: Mark, hot?: string | null}} [how] how legal places are lit, and the pile under the pointer
 * @returns {Map<string, Mark>}
 */
export function lit(state, lifted, { plain = "legal", hot = null } = {}) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const [pile, move] of targets(state, lifted))
    marks.set(pile, pile === hot ? "hot" : isMercy(move) ? "mercy" : plain);
  return marks;
}

/**
 * The piles to be lit while nothing is held: the stock when nothing else is left, and what mercy allows to move.
 * @param {State} state
 */
export function litAtRest({ moves, piles, status, mercy }) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  const stock = pileOf(piles, "stock");
  const only = status === "playing" && moves.every(({ src, dst }) => src === stock || dst === stock);
  if (stock && only && moves.length) marks.set(stock, "hint");
  if (mercy) for (const move of moves) if (isMercy(move) && piles[move.src]) marks.set(move.src, "mercy");
  return marks;
}

/** Whether a card can go to a foundation. @param {State} state */
export const isLifting = ({ moves, piles }) =>
  moves.some(({ src, dst }) => piles[dst]?.kind === "foundation" && piles[src]?.kind !== "foundation");
