// Pictures of cards as addresses, made once for each look.  The picture is in its address: a blob has to be made known to
// the browser first, which takes longer than to draw it.

import { back, face, pip } from "./deck.js";
import { chosen, tone } from "./settings.js";

/** @import { Look } from "./deck.js" */

const BIG = 56; // px from which the pips of a number card can be told apart

/** @type {Map<string, string>} */
const made = new Map();
let big = false;
/** The height of a card by its width. */
let ratio = 1.4;

/** @param {string} key @param {() => string} draw */
function address(key, draw) {
  let url = made.get(key);
  if (!url) {
    url = `data:image/svg+xml,${draw().replace(/[#%<>"]/g, encodeURIComponent)}`;
    made.set(key, url);
  }
  return url;
}

/**
 * The picture of a card.
 * @param {string | null} card null: face down
 * @param {Look["side"]} side where its index is
 */
export function picture(card, side) {
  const { indices, colours, back: pattern, big: large } = chosen();
  const now = tone();
  if (!card) return address(`back${pattern}${now}`, () => back({ pattern, tone: now }));
  const look = { indices, colours, tone: now, pips: big, side, ratio, large };
  return address(`${card}${Object.values(look)}`, () => face(card, look));
}

/** The picture of a suit alone, for an empty foundation. @param {string} suit */
export const suitPicture = (suit) => address(`pip${suit}`, () => pip(suit, "#fff"));

/** Say how big the cards are. @param {number} width @param {number} height */
export function sized(width, height) {
  big = width >= BIG;
  // Small cards of a grid have a shape of their own; a pixel more or less makes no other picture.
  ratio = Math.abs(height / width - 1.4) < 0.15 ? 1.4 : Math.round((height / width) * 10) / 10;
}
