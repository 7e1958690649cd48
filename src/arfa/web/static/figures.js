// The shapes of statistics as the service sends them; types only, nothing runs here.

/** @typedef {"day" | "week" | "month" | "year"} Unit */
/** @typedef {"won" | "lost" | "open" | "again" | "aside" | "looked"} Result */
/** @typedef {{won: boolean, length: number, first: string, last: string}} Run */
/** @typedef {{deals: number, won: number, lost: number, unknown: number}} Share */
/** @typedef {{deals: number, unmeasured: number, won: number, least: number, most: number, low: number, high: number}} Expected */

/**
 * How many moves, or seconds, wins took.
 * @typedef {object} Spread
 * @property {number} least
 * @property {string} least_play
 * @property {number} median
 * @property {number} most
 * @property {{low: number, high: number, wins: number}[]} bins
 */

/**
 * @typedef {object} Figures
 * @property {number} played
 * @property {number} won
 * @property {number} lost
 * @property {number} open
 * @property {number} clean
 * @property {number} again
 * @property {number} aside
 * @property {number} seconds
 * @property {number} mercy
 * @property {number} breaches
 * @property {null | {share: number, low: number, high: number}} rate
 * @property {{current: Run | null, longest_won: number, longest_lost: number, latest: Run[]}} streaks
 * @property {Spread | null} moves
 * @property {Spread | null} times
 * @property {Expected} expected
 * @property {Unit} unit
 * @property {{begin: string, played: number, won: number}[]} periods
 */

/** @typedef {{game: string, name: string, family: string, winnable: Share | null, figures: Figures}} PatienceFigures */
/** @typedef {{total: Figures, patiences: PatienceFigures[]}} Statistics */

/**
 * A play in the list.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} game
 * @property {string} name
 * @property {string} deal
 * @property {Result} result
 * @property {string} origin
 * @property {number} moves
 * @property {number} seconds
 * @property {string} updated
 * @property {number | null} won_moves
 * @property {number | null} won_seconds
 * @property {boolean | null} won_clean
 */

/** @typedef {{plays: Entry[], total: number, after: string | null}} Page */
/** @typedef {{added: number, extended: number, known: number, different: number, other_rules: number}} Restored */

export {};
