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
 * How many cards lie there, for a pile whose cards are not all to be seen.
 * @param {number} n
 */
export const cards = (n) => t("n.cards", { n });
