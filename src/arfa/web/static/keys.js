// The keyboard on the board.  The board is one stop of Tab; arrows go from card to card and from pile to pile.
// Single letters work only here, where nothing else is typed.

import { finish } from "./motion.js";

/** @import { Board } from "./board.js" */
/** @import { Target } from "./drag.js" */
/** @import { Hand } from "./hand.js" */
/** @import { PilePlace } from "./types.js" */

/**
 * @typedef {object} Commands
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} help
 * @property {() => void} type
 * @property {(key: string, at: Target) => void} [also] the keys that ask for more than a move: `MORE`
 */

const MORE = "abctimh";
/** How much of a screen one turn of it is. */
const PAGE = 0.8;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Keys by their place, so that a Russian keyboard works as it is. @type {Record<string, string>} */
const LETTERS = Object.fromEntries([..."SFZYMNABCTIWH"].map((letter) => [`Key${letter}`, letter.toLowerCase()]));

/** The columns, or the rows of a grid, by the keys above the letters. */
const NUMBERS = [..."1234567890"].map((n) => `Digit${n}`).concat("Minus", "Equal");

/** @param {PilePlace} info */
const isColumn = ({ id, kind }) => kind === "column" || (kind === "cell" && /^[a-z]0$/.test(id));

export class Keys {
  /** @type {HTMLElement | null} */
  #current = null;

  /**
   * @param {Board} board
   * @param {() => Hand | null} hand
   * @param {Commands} commands
   */
  constructor(board, hand, commands) {
    this.board = board;
    this.hand = hand;
    this.commands = commands;
    board.root.addEventListener("keydown", (event) => this.#key(event));
    board.root.addEventListener("focusin", (event) => this.#rove(/** @type {HTMLElement} */ (event.target)));
    addEventListener("keydown", (event) => this.#global(event));
  }

  /** Where focus may rest on a pile, deepest first. @param {string} pile @returns {HTMLElement[]} */
  #stops(pile) {
    const cards = [...this.board.cards.values()]
      .filter((view) => view.pile === pile && view.element.getAttribute("aria-hidden") === null)
      .sort((a, b) => a.index - b.index)
      .map((view) => view.element);
    const place = this.board.places.get(pile);
    return cards.length || !place ? cards : [place.button];
  }

  /** @param {HTMLElement} element */
  #pileOf(element) {
    const { card } = element.dataset;
    if (card !== undefined) return this.board.cards.get(card)?.pile;
    return /** @type {HTMLElement | null} */ (element.closest("[data-pile]"))?.dataset.pile;
  }

  /** Make an element the board's one stop of Tab. @param {HTMLElement} element */
  #rove(element) {
    if (element === this.#current) return;
    if (this.#current) this.#current.tabIndex = -1;
    element.tabIndex = 0;
    this.#current = element;
  }

  /** See that the board can be reached with Tab, and that focus is on something that is there. */
  settle() {
    const lost = !this.#current?.isConnected || this.#current.getAttribute("aria-hidden") === "true";
    if (!lost) return;
    const had = this.#current === document.activeElement;
    const pile = this.#current?.isConnected ? this.#pileOf(this.#current) : undefined;
    const piles = [...this.board.places.keys()];
    const columns = piles.filter((id) => this.board.places.get(id)?.info.kind === "column");
    const next = this.#stops(pile ?? columns[0] ?? piles[0]).at(-1);
    if (!next) return;
    this.#rove(next);
    if (had) next.focus({ preventScroll: true });
  }

  /** Give the board the focus. */
  focus() {
    this.#focus(this.#current ?? undefined);
  }

  /** @param {HTMLElement | undefined} element */
  #focus(element) {
    element?.focus({ preventScroll: true });
  }

  /** Move a table about that is bigger than the screen. @param {KeyboardEvent} event */
  #turn(event) {
    const { frame } = this.board;
    const way = { PageUp: -1, PageDown: 1 }[event.key];
    if (!way || !frame?.classList.contains("panned")) return;
    event.preventDefault();
    if (event.shiftKey) frame.scrollBy(way * frame.clientWidth * PAGE, 0);
    else frame.scrollBy(0, way * frame.clientHeight * PAGE);
  }

  /**
   * The nearest pile in a direction.
   * @param {string} from
   * @param {[number, number]} way
   */
  #neighbour(from, [wx, wy]) {
    const { spots } = this.board.geometry;
    const here = spots[from];
    let best = null;
    let least = Infinity;
    for (const [id, { x, y }] of Object.entries(spots)) {
      const ahead = (x - here.x) * wx + (y - here.y) * wy;
      const aside = Math.abs((x - here.x) * wy) + Math.abs((y - here.y) * wx);
      if (id === from || ahead <= 2 || aside > 2.5 * ahead) continue;
      const far = ahead + 2 * aside;
      if (far < least) [least, best] = [far, id];
    }
    return best;
  }

  /** @param {string} key */
  #walk(key) {
    const element = this.#current;
    const pile = element && this.#pileOf(element);
    if (!element || !pile) return;
    const way = ARROWS[key];
    const stops = this.#stops(pile);
    const at = stops.indexOf(element);
    const { fan } = this.board.geometry.spots[pile];
    /** @type {Record<string, [number, number]>} */
    const ways = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0], none: [0, 0] };
    const along = way[0] * ways[fan][0] + way[1] * ways[fan][1];
    const next = along && stops[at + along];
    if (next) return this.#focus(next);
    const other = this.#neighbour(pile, way);
    if (other) this.#focus(this.#stops(other).at(-1));
  }

  /**
   * Go to a pile.
   * @param {(info: PilePlace) => boolean} which
   * @param {number} [n] which of them
   */
  #jump(which, n = 0) {
    const found = [...this.board.places.values()].filter(({ info }) => which(info))[n];
    if (found) this.#focus(this.#stops(found.info.id).at(-1));
  }

  /** Go round the piles where what is held may be put. */
  #nextTarget() {
    const hand = this.hand();
    const lit = hand?.held ? [...hand.legal().keys()] : [];
    const pile = this.#current && this.#pileOf(this.#current);
    const next = lit[(lit.indexOf(pile ?? "") + 1) % lit.length];
    if (next) this.#focus(this.#stops(next).at(-1));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const hand = this.hand();
    const target = /** @type {HTMLElement} */ (event.target);
    if (!hand || event.ctrlKey || event.metaKey || event.altKey) return;
    finish(this.board.root);
    const pile = this.#pileOf(target);
    const { card } = target.dataset;
    const stops = pile ? this.#stops(pile) : [];
    const key = event.key.length > 1 || event.key === " " ? event.key : (LETTERS[event.code] ?? event.key);
    const choose = () => {
      const [held] = hand.held?.ids ?? [];
      hand.choose({ card, pile });
      // What was put down is what one is with.
      if (held !== undefined && !hand.held) this.#focus(this.board.cards.get(held)?.element);
    };
    /** @type {Record<string, () => void>} */
    const does = {
      Enter: choose,
      " ": choose,
      Escape: () => hand.putBack(),
      Home: () => this.#focus(stops[0]),
      End: () => this.#focus(stops.at(-1)),
      s: () => hand.deal(),
      f: () => hand.toFoundation(card),
      n: () => this.#nextTarget(),
      w: () => this.#jump(({ kind }) => ["waste", "open", "row"].includes(kind)),
      z: () => (event.shiftKey ? this.commands.redo() : this.commands.undo()),
      ".": () => card !== undefined && hand.smart(card),
      "?": () => this.commands.help(),
      ":": () => this.commands.type(),
    };
    const { also } = this.commands;
    if (also) for (const letter of MORE) does[letter] = () => also(letter, { card, pile });
    const column = event.shiftKey ? -1 : NUMBERS.indexOf(event.code);
    if (column >= 0) does[key] = () => this.#jump(isColumn, column);
    const act = key in ARROWS ? () => this.#walk(key) : does[key] ?? (event.code === "Period" ? does["."] : null);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Undo, redo and turning from anywhere but a field; arrows find the board. @param {KeyboardEvent} event */
  #global(event) {
    if (event.target === document.body && event.key in ARROWS && this.hand()) return this.focus();
    if (event.altKey || !this.hand()) return;
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea, dialog")) return;
    if (!(event.ctrlKey || event.metaKey)) return this.#turn(event);
    const key = LETTERS[event.code] ?? event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.commands.redo();
    else this.commands.undo();
  }
}
