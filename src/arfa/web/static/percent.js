// Shares as they are told of chances: rounded, but never to a certainty that there is not.

import { percent as whole } from "./telling.js";

/**
 * A chance: "≈ 62 %", "< 1 %"; without a sign where it is exact.
 * @param {number} share
 * @param {boolean} [exact]
 */
export function percent(share, exact = false) {
  if (exact) return whole(share);
  if (share < 0.005) return `< ${whole(0.01)}`;
  if (share > 0.995) return `> ${whole(0.99)}`;
  return `≈ ${whole(share)}`;
}
