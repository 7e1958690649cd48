// Pictures of cards as blob addresses, made once for each look.

import { back, face, pip } from "./deck.js";
import { chosen, isDark } from "./settings.js";

/** @import { Fan } from "./types.js" */

const BIG = 56; // px from which the pips of a number card can be told apart

/** Where the index of a card is seen in a fan. */
const SIDES = /** @type {const} */ ({ none: "top", down: "top", up: "bottom", right: "left", left: "right" });

/** @type {Map<string, string>} */
const made = new Map();
let big = false;

/** @param {string} key @param {() => string} draw */
function address(key, draw) {
  let url = made.get(key);
  if (!url) {
    url = URL.createObjectURL(new Blob([draw()], { type: "image/svg+xml" }));
    made.set(key, url);
  }
  return url;
}

/**
 * The picture of a card.
 * @param {string | null} card null: face down
 * @param {Fan} fan what the cards on top leave free
 */
export function picture(card, fan) {
  const { indices, colours } = chosen();
  const dark = isDark();
  const side = SIDES[fan];
  const look = { indices, colours, dark, pips: big, side };
  const style = `${indices}${colours}${dark}${big}`;
  return card
    ? address(`${card}${side}${style}`, () => face(card, look))
    : address(`back${dark}`, () => back(look));
}

/** The picture of a suit alone, for an empty foundation. @param {string} suit */
export const suitPicture = (suit) => address(`pip${suit}`, () => pip(suit, "#fff"));

/** Say how wide the cards are; true if their pictures have to change. @param {number} width */
export function sized(width) {
  const before = big;
  big = width >= BIG;
  return before !== big;
}
