// What things on the table are called.

import { has, t } from "./i18n.js";

/** @import { PilePlace } from "./types.js" */

/** @param {string} face "9S" */
export const cardName = (face) => t("card", { rank: t(`rank.${face[0]}`), suit: t(`suit.${face[1]}`) });

/** @param {PilePlace} place */
export function pileName({ id, kind, label, suit }) {
  if (label) return label;
  const n = id.replace(/^\D+/, "");
  if (kind === "cell") return t("pile.cell", { row: id[0], n: Number(n) });
  if (suit) return t("pile.base", { suit: t(`suit.${suit}`) });
  const key = `pile.${kind}`;
  return n && has(`${key}.n`) ? t(`${key}.n`, { n }) : t(key);
}

/**
 * What was picked up, and how many places there are for it.
 * @param {string | null | undefined} face of the deepest card
 * @param {number} n how many cards it is
 * @param {number} places
 */
export function picked(face, n, places) {
  const said = t(n > 1 ? "picked_run" : "picked", { card: face ? cardName(face) : "", n: n - 1 });
  return `${said[0].toUpperCase()}${said.slice(1)} ${places ? t("places", { n: places }) : t("no_places")}`;
}

/**
 * How many cards lie there, for a pile whose cards are not all to be seen.
 * @param {number} n
 */
export const cards = (n) => t("n.cards", { n });
