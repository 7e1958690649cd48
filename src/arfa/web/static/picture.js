// Small pictures of tables: of a patience as it is dealt, of a game as it was left.  A few paths each, whatever lies there.

/** @import { Fan, SketchPile, State } from "./types.js" */

const HEIGHT = 1.4; // of a card by its width
const NS = "http://www.w3.org/2000/svg";
/** How much of a covered card is seen, in its own heights or widths. */
const STEP = { up: 0.27, down: 0.12, side: 0.3 };
const RED = /[DH]$/;

/** @param {number} n */
const round = (n) => Math.round(n * 100) / 100;

/** @param {number} x @param {number} y @param {number} w @param {number} h */
const box = (x, y, w, h) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`;

/**
 * What is seen of the cards of a pile: only the strips that no other card covers, so that nothing shines through.
 * @param {SketchPile} pile
 * @returns {{face: string, x: number, y: number, w: number, h: number}[]}
 */
function strips({ x, y, fan, cards }) {
  const faces = cards.match(/../g) ?? [];
  if (fan === "none") faces.splice(0, faces.length - 1);
  const upright = fan === "down" || fan === "up";
  const back = fan === "up" || fan === "left" ? -1 : 1;
  let at = 0;
  return faces.map((face, i) => {
    const step = (upright ? HEIGHT : 1) * (upright ? (face === "??" ? STEP.down : STEP.up) : STEP.side);
    const last = i === faces.length - 1;
    const left = upright ? x : x + at + (!last && back < 0 ? 1 - step : 0);
    const top = upright ? y * HEIGHT + at + (!last && back < 0 ? HEIGHT - step : 0) : y * HEIGHT;
    at += back * step;
    return { face, x: left, y: top, w: last || upright ? 1 : step, h: last || !upright ? HEIGHT : step };
  });
}

/**
 * Draw a table.
 * @param {SketchPile[]} piles
 */
export function picture(piles) {
  const paths = { place: "", back: "", face: "", red: "", black: "" };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  /** @param {{x: number, y: number, w: number, h: number}} it */
  const reach = (it) => {
    left = Math.min(left, it.x);
    top = Math.min(top, it.y);
    right = Math.max(right, it.x + it.w);
    bottom = Math.max(bottom, it.y + it.h);
  };
  for (const pile of piles) {
    const seen = strips(pile);
    if (!seen.length) {
      const it = { x: pile.x, y: pile.y * HEIGHT, w: 1, h: HEIGHT };
      reach(it);
      paths.place += box(it.x + 0.06, it.y + 0.06, 0.88, HEIGHT - 0.12);
    }
    for (const { face, ...it } of seen) {
      reach(it);
      const strip = box(it.x, it.y, it.w, it.h);
      if (face === "??") paths.back += strip;
      else {
        paths.face += strip;
        const pip = box(it.x + 0.1, it.y + 0.1, Math.min(0.34, it.w - 0.14), Math.min(0.22, it.h - 0.14));
        paths[RED.test(face) ? "red" : "black"] += pip;
      }
    }
  }
  const svg = document.createElementNS(NS, "svg");
  const rim = 0.3;
  svg.setAttribute("viewBox", [left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim].map(round).join(" "));
  svg.setAttribute("class", "picture");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, d] of Object.entries(paths)) {
    if (!d) continue;
    const path = document.createElementNS(NS, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** A play as it stands. @param {State} state */
export const pictureOf = ({ layout, piles }) =>
  picture(
    layout.piles.map(({ id, x, y, fan }) => {
      const { cards, hidden } = piles[id];
      return { x, y, fan, cards: hidden ? "??" : cards.map(([, face]) => face ?? "??").join("") };
    }),
  );
