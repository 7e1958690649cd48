// The shapes of what the service sends (see the service's OpenAPI); types only, nothing runs here.

/** @typedef {"foundation" | "column" | "stock" | "waste" | "open" | "row" | "cell"} Kind */
/** @typedef {"none" | "down" | "right" | "left" | "up"} Fan */

/**
 * Where a pile lies, in card widths and heights.
 * @typedef {object} PilePlace
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {Fan} fan
 * @property {Kind} kind
 * @property {string} [label] its name for people
 * @property {string | null} [suit] of a foundation that takes one suit
 * @property {number} [passing] how many cards are seen to pass from the bottom of the stock to its top before one comes here
 */

/** @typedef {[id: string, face: string | null]} Card a card of a pile; the face of a hidden card is null */

/**
 * @typedef {object} Pile
 * @property {Kind} kind
 * @property {Card[]} cards deepest first
 * @property {number} [hidden] cards that are only counted
 */

/** @typedef {Record<string, Pile>} Piles */

/**
 * A legal move.
 * @typedef {object} Move
 * @property {string} text as it is written down, "t7t3.4"
 * @property {string} src
 * @property {string} dst
 * @property {number} count
 * @property {string} label for people
 */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {number} version
 * @property {string} game id with variants, "big-harp+draw-3"
 * @property {string} name for people
 * @property {string} lang
 * @property {DealName} deal
 * @property {{width: number, height: number, piles: PilePlace[]}} layout
 * @property {Piles} piles
 * @property {Move[]} moves every legal move: all that the page knows of the rules
 * @property {"playing" | "won" | "stuck" | "no_move"} status
 * @property {boolean} mercy whether moves of mercy are among the moves
 * @property {number} breaches
 * @property {{moves: number, redeals_left?: number | null} & Record<string, number | null | undefined>} counts
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {boolean} [can_finish] whether nothing is left but to carry the cards away
 * @property {number} [node] the name of the position in the tree of the play
 * @property {number} [seconds] at play, up to the last action
 * @property {boolean} [started] whether the first move was made
 * @property {boolean} [clean] whether nothing was taken back and no help was asked for
 * @property {boolean | null} [proved] whether it was proved when it was dealt that it can come out; null where nobody asked
 * @property {string} said what the last action did
 */

/**
 * How a deal can be had again.
 * @typedef {object} DealName
 * @property {string | null} code a short deck has none
 * @property {string} text "12345", "pysol:1"; empty for a play that began with a position
 * @property {string | null} day of a deal of the day
 * @property {string | null} link "#/deal/F05-C0E"; null for a position
 */

/**
 * @typedef {object} VariantInfo
 * @property {string} id
 * @property {string} name
 * @property {string} about
 * @property {string[]} excludes
 * @property {string[]} requires
 * @property {null | {min: number, max: number}} parameter
 */

/** @typedef {{x: number, y: number, fan: Fan, cards: string}} SketchPile two letters a card, "??" for one face down */

/**
 * A patience in the list.
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} name
 * @property {string} about
 * @property {string | null} source where it is described; null for those that are here to compare with
 * @property {number} decks
 * @property {{width: number, height: number, piles: SketchPile[]}} sketch some deal of it
 * @property {VariantInfo[]} variants
 * @property {Record<string, string>} odds how often it comes out, in a sentence, by the full name with variants
 */

/**
 * What a text asks for.
 * @typedef {object} Understood
 * @property {"random" | "number" | "pysol" | "exact" | "daily" | "position" | "record"} kind
 * @property {string} game
 * @property {string} name
 * @property {DealName | null} deal
 * @property {string} said
 * @property {string[]} notes
 */

/**
 * What is known of a deal to whoever sees all cards.
 * @typedef {object} DealFacts
 * @property {string[]} said a sentence each
 * @property {{game: string, name: string, verdict: "winnable" | "unwinnable" | "unknown", said: string}[]} variants what comes of
 *   it by other rules
 * @property {boolean} clean
 */

/** @typedef {{day: string, status: "new" | "begun" | "won" | "late", play: string | null}} Day */
/** @typedef {{game: string, name: string, today: string, month: string, first: string, days: Day[], streak: number, best: number}} Days */
/** @typedef {{id: string, game: string, name: string, deal: string, day: string | null, moves_made: number, status: string, won: boolean, updated: string}} PlayInfo */
/** @typedef {Pick<State, "version" | "game" | "lang" | "layout" | "piles" | "moves" | "status" | "mercy" | "breaches" | "counts" | "said">} SmallTable */
/** @typedef {{text: string, label: string, src: string, dst: string, at: number, count: number, why?: string}} Trial a move to be tried */
/** @typedef {{id: string, caption: string, situation: string, deal?: string, table: SmallTable, trials: Trial[]}} Example */
/** @typedef {{id: number, text: string, quote?: string, reasons: string[], examples: Example[]}} TaughtSentence */
/**
 * The rules of a patience, each sentence with what can be tried.
 * @typedef {object} Lesson
 * @property {string} game
 * @property {string} name
 * @property {string} about
 * @property {string} [source_title]
 * @property {{title: string, sentences: TaughtSentence[]}[]} parts
 * @property {{text: string}[]} source_notes
 */
/** @typedef {{slot: number, node: number, name: string, at: string}} Bookmark */
/** @typedef {{node: number, parent: number, moves: string, words: string}} CourseNode */
/** @typedef {{node: number, nodes: CourseNode[], bookmarks: Bookmark[]}} Course */
/** @typedef {"winnable" | "unwinnable" | "unknown"} Light what the cards allow */
/** @typedef {{move: string, label: string, chance: number, reasons: string[]}} Advice */
/** @typedef {{node: number | null, move: string, label: string, moves: number, chance: number}} Aside a branch that was taken back */
/** @typedef {{looked: number, before: number, before_error: number, chosen: number, after: number, after_error: number, skill: number, luck: number}} Worth */
/**
 * A move under review; all chances are ten-thousandths.
 * @typedef {object} ReviewedMove
 * @property {number} number from 1
 * @property {string} move
 * @property {string} label
 * @property {number | null} node from where it can be tried again
 * @property {Worth | null} figures null where nobody plays these rules without seeing
 * @property {"!" | "?!" | "?" | "??" | null} mark
 * @property {-1 | 0 | 1} fortune
 * @property {boolean} lost_here
 * @property {Advice[]} best
 * @property {Aside[]} asides
 * @property {Piles} piles those that look different after it
 */
/**
 * @typedef {object} Review
 * @property {string | null} play
 * @property {number} version
 * @property {string} game
 * @property {string} name
 * @property {string} lang
 * @property {DealName | null} deal
 * @property {State["layout"]} layout
 * @property {Piles} piles before the first move
 * @property {State["status"]} status
 * @property {boolean} over
 * @property {boolean} won
 * @property {number | null} start
 * @property {number} start_error
 * @property {number} skill
 * @property {number} luck
 * @property {number} given_up
 * @property {number | null} end
 * @property {Light[] | null} verdicts null as long as it is not to be told
 * @property {number | null} lost_at
 * @property {number | null} turning_point
 * @property {ReviewedMove[]} moves
 */
/** @typedef {"move" | "undo" | "redo" | "restart" | "goto" | "auto" | "finish"} Action */
/** @typedef {{version: number, action: Action, move?: string, node?: number, auto?: "safe" | "all"}} Wish */
/** @typedef {{value: number, low: number, high: number}} Share from 0 to 1, with its 95 % interval */
/**
 * How good the chances are.
 * @typedef {object} Estimate
 * @property {"fair" | "open" | "none"} kind by what can be seen; by the solver, since nothing is hidden; nobody knows
 * @property {number | null} value from 0 to 1
 * @property {number | null} low
 * @property {number | null} high
 * @property {boolean} exact
 * @property {boolean} final whether no better one follows
 * @property {Share | null} sighted in what share of the deals that look so there is a win at all
 */
/**
 * @typedef {object} Hint
 * @property {string | null} from the pile to look at; null: no move is known to help
 * @property {string[]} cards to be moved
 * @property {string} said
 * @property {boolean} clean
 * @property {string | null} [note] that there is no win, where X-ray has shown it
 * @property {string | null} [to]
 * @property {string[] | null} [reasons]
 * @property {number | null} [before] the chance before the move
 * @property {number | null} [after] and with it
 */
/** @typedef {{light: "winnable" | "lost" | "stuck" | "unknown", length: number | null, clean: boolean}} Looked what X-ray has shown */

export {};
