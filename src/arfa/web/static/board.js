// The table: every card is one element that is moved by `transform`, whatever pile it lies in, so that it can travel
// from anywhere to anywhere.  The board is told what lies where and writes only what differs from what it wrote last.

import { CardView } from "./card.js";
import { make, setAttribute, setText } from "./dom.js";
import { picture, sized } from "./faces.js";
import { t } from "./i18n.js";
import { measure, spread } from "./layout.js";
import { away, pass } from "./motion.js";
import { pileName } from "./names.js";
import { PlaceView } from "./place.js";
import { outgrown } from "./plans.js";
import { NAMELESS } from "./play.js";
import { chosen, isStill } from "./settings.js";

/** @import { Geometry } from "./layout.js" */
/** @import { Pile, Piles, State } from "./types.js" */

const MOVE_MS = 160;
/** What lies in a higher layer lies above all of the lower ones, whenever it came there. */
const LAYER = 20000;

/** @typedef {"legal" | "hot" | "mercy" | "hint"} Mark */

export class Board {
  /** @type {Map<string, CardView>} */
  cards = new Map();
  /** @type {Map<string, PlaceView>} */
  places = new Map();
  /** @type {Geometry} */
  geometry = {
    width: 0,
    height: 0,
    size: { width: 0, height: 0 },
    least: { width: 0, height: 0 },
    strip: 0,
    spots: {},
    rooms: { up: 0, down: 0, side: 0, row: 0 },
  };
  /** Where the last card of each pile lies. @type {Record<string, {x: number, y: number}>} */
  ends = {};
  /** @type {State | null} */
  #state = null;
  /** @type {Map<string, {element: HTMLElement, at: string}>} */
  #marks = new Map();
  #words = make("div");
  #box = { width: 0, height: 0 };
  #trace = make("div", "trace");
  /** @type {string[]} */
  #traced = [];
  #top = 0;
  #still = true;
  /** The language that the piles are named in. */
  #lang = "";

  /**
   * @param {HTMLElement} root
   * @param {{key?: string, fit?: typeof measure}} [how] what the names of its elements begin with, where it is not the
   *   only board of the page, and how it is fitted into its room
   */
  constructor(root, { key = "", fit = measure } = {}) {
    this.root = root;
    /** What the table is moved about in when the cards are big. @type {HTMLElement | null} */
    this.frame = root.closest(".pans");
    this.key = key;
    this.fit = fit;
    this.#words.hidden = true;
    // On a table that is moved about the focus is followed.
    root.addEventListener("focusin", ({ target }) => {
      if (this.frame?.classList.contains("panned"))
        /** @type {Element} */ (target).scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  /** Lay out another play. @param {State} state */
  open(state) {
    this.root.replaceChildren(this.#words, this.#trace);
    this.trace([]);
    this.#words.replaceChildren();
    this.cards.clear();
    this.places.clear();
    this.#marks.clear();
    this.ends = {};
    this.#top = 0;
    this.#state = state;
    for (const info of state.layout.piles) {
      const place = new PlaceView(info, this.key);
      this.places.set(info.id, place);
      this.root.append(place.element);
    }
    this.root.classList.toggle("passing", state.layout.piles.some(({ passing }) => passing));
    this.rename(state);
    this.resize(state.piles);
  }

  /** The piles may be called something else: another language. @param {State} state */
  rename(state) {
    this.#lang = state.lang;
    for (const info of state.layout.piles) {
      this.places.get(info.id)?.rename(info);
      this.#word(`name-${info.id}`, `${pileName(info)},`);
    }
  }

  /** The room that there is, in pixels. */
  #room() {
    if (!this.frame) return { width: this.root.clientWidth, height: this.root.clientHeight };
    const { clientWidth, clientHeight } = this.frame;
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(this.frame);
    return {
      width: clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
      height: clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
    };
  }

  /** Whether the room is another one than the table was fitted into. */
  get moved() {
    const { width, height } = this.#room();
    return width !== this.#box.width || height !== this.#box.height;
  }

  /** Fit the table into the room that there is. @param {Piles} shown */
  resize(shown) {
    const box = (this.#box = this.#room());
    if (!this.#state || box.width <= 0) return;
    const big = chosen().big && this.frame !== null;
    this.geometry = this.fit(this.#state, box, { mirror: chosen().mirror, big });
    const { width, height, spots, size } = this.geometry;
    const { style } = this.root;
    style.setProperty("--w", `${width}px`);
    style.setProperty("--h", `${height}px`);
    const over = this.frame !== null && (size.width > box.width || size.height > box.height);
    this.frame?.classList.toggle("panned", over);
    if (this.frame) {
      style.width = over ? `${size.width}px` : "";
      style.height = over ? `${size.height}px` : "";
    }
    sized(width, height);
    for (const [id, place] of this.places) place.moveTo(spots[id]);
    this.redraw(shown);
  }

  /** Draw everything anew, at once. @param {Piles} shown */
  redraw(shown) {
    for (const place of this.places.values()) place.drawn = "";
    for (const view of this.cards.values()) view.z = 0;
    this.#top = 0;
    this.#still = true;
    this.root.classList.add("still");
    this.render(shown);
    void this.root.offsetWidth; // the jump is done before motion is switched on again
    this.root.classList.remove("still");
    this.#still = false;
    this.trace(this.#traced);
  }

  /**
   * Show what lies where.
   * @param {Piles} shown
   * @param {State} [state] the confirmed state, when it is a new one
   */
  render(shown, state) {
    if (state) this.#state = state;
    if (state && state.lang !== this.#lang) this.rename(state);
    if (state && outgrown(state, this.geometry.rooms)) this.resize(shown);
    const redeals = this.#state?.counts.redeals_left;
    /** @type {[string, Pile][]} */
    const changed = [];
    for (const [id, pile] of Object.entries(shown)) {
      const place = this.places.get(id);
      const drawn = `${JSON.stringify(pile)}${pile.kind === "stock" ? redeals : ""}`;
      if (!place || place.drawn === drawn) continue;
      place.drawn = drawn;
      place.draw(pile, redeals);
      changed.push([id, pile]);
    }
    if (!changed.length) return;
    sized(this.geometry.width, this.geometry.height); // another board may have been drawn meanwhile
    const present = new Set(Object.values(shown).flatMap(({ cards }) => cards.map(([id]) => id)));
    this.#welcome(changed, present);
    const gone = this.#still ? [] : this.#going(changed);
    for (const [id, pile] of changed) this.#lay(id, pile);
    if (gone.length > 1) away(gone);
    for (const view of this.cards.values()) if (!present.has(view.id)) this.#leave(view);
  }

  /**
   * Make the cards that were not here before; they come from the stock.
   * @param {[string, Pile][]} changed
   * @param {Set<string>} present
   */
  #welcome(changed, present) {
    const stock = this.#stock();
    let fresh = false;
    for (const [pile, { cards }] of changed)
      for (const [id] of cards) {
        if (this.cards.has(id)) continue;
        // A card that left the stock before its name was known has a picture already; an ace may have gone on.
        const guest = [...this.cards.values()].find((view) => view.id.startsWith(NAMELESS) && !present.has(view.id));
        const view = guest ?? new CardView();
        this.cards.delete(view.id);
        this.cards.set(id, view);
        view.identify(id);
        if (guest) continue;
        const { x, y } = this.geometry.spots[stock ?? pile];
        view.moveTo(x, y);
        if (!this.#still) view.show(null, picture(null, "top"), false);
        this.root.append(view.element);
        fresh = true;
        const n = this.places.get(pile)?.info.passing;
        if (n && stock && !this.#still)
          pass(this.root, picture(null, "top"), { x, y }, n, view.element, this.geometry.spots[pile]);
      }
    if (fresh && !this.#still) void this.root.offsetWidth; // so that they are seen to start from there
  }

  /** The cards that are on their way to foundations, the lowest first. @param {[string, Pile][]} changed */
  #going(changed) {
    const gone = changed.flatMap(([id, { kind, cards }]) =>
      kind !== "foundation"
        ? []
        : cards.flatMap(([card], depth) => {
            const view = this.cards.get(card);
            return view && view.pile !== id ? [{ view, depth, x: view.x, y: view.y }] : [];
          }),
    );
    return gone.sort((a, b) => a.depth - b.depth);
  }

  /** @param {string} id @param {Pile} pile */
  #lay(id, { cards, kind }) {
    const { key } = this;
    const spot = this.geometry.spots[id];
    const at = spread(this.geometry, spot, cards);
    const closed = cards.filter(([, face]) => face === null).length;
    const fanned = spot.fan !== "none" && kind !== "waste";
    const flip = !this.#still && !isStill();
    let below = 0;
    /** @type {string[]} */
    const owned = [];
    cards.forEach(([card, face], i) => {
      const view = this.cards.get(card);
      if (!view) return;
      view.lie(id, i);
      view.show(face, picture(face, spot.side), flip);
      const stays = view.z > below && Math.floor(view.z / LAYER) === spot.layer;
      view.moveTo(at[i].x, at[i].y, stays ? view.z : spot.layer * LAYER + ++this.#top);
      below = view.z;
      // Cards under others are passed over in silence: those of a heap, and of the closed ones all but the first.
      const heard = fanned ? face !== null || i === 0 : i === cards.length - 1;
      // A place of a grid holds one card: "1 of 1" would be said a hundred times.
      const words = face && kind !== "cell"
        ? `${key}name-${id} ${this.#word(`place-${i + 1}`, t("place", { n: i + 1 }))} ${key}of-${id}`
        : `${key}pile-${id}`;
      view.name(heard, closed, words);
      view.bury(!fanned && i < cards.length - 2);
      if (heard) owned.push(view.element.id);
    });
    this.ends[id] = at.at(-1) ?? spot;
    this.#word(`of-${id}`, t("of", { n: cards.length }));
    const group = this.places.get(id)?.element;
    if (group) setAttribute(group, "aria-owns", owned.join(" ") || null);
  }

  /** A card went back to the stock. @param {CardView} view */
  #leave(view) {
    this.cards.delete(view.id);
    const stock = this.#stock();
    if (document.activeElement === view.element && stock) this.places.get(stock)?.button.focus();
    if (!stock || this.#still || isStill()) {
      view.element.remove();
      return;
    }
    const { x, y } = this.geometry.spots[stock];
    view.show(null, picture(null, "top"), true);
    view.moveTo(x, y);
    view.name(false, 0, "");
    setTimeout(() => view.element.remove(), MOVE_MS + 20);
  }

  /** The stock, if the patience has one. */
  #stock() {
    return this.#state?.layout.piles.find((pile) => pile.kind === "stock")?.id;
  }

  /** An element whose text cards take into their names. @param {string} id @param {string} text */
  #word(id, text) {
    const name = `${this.key}${id}`;
    let span = document.getElementById(name);
    if (!span) {
      span = make("span");
      span.id = name;
      this.#words.append(span);
    }
    setText(span, text);
    return name;
  }

  /** Where the cards are dealt from. */
  get hand() {
    const stock = this.#stock();
    return stock ? this.geometry.spots[stock] : { x: this.root.clientWidth / 2, y: this.root.clientHeight };
  }

  /** Which cards are picked up. @param {string[]} ids */
  lift(ids) {
    for (const view of this.cards.values()) view.lifted(ids.includes(view.id));
  }

  /**
   * Take cards along with the pointer.
   * @param {string[]} ids
   * @param {number} dx
   * @param {number} dy
   */
  carry(ids, dx, dy) {
    for (const id of ids) this.cards.get(id)?.carry(dx, dy);
  }

  /** Whether an open card lies under others, so that not all of it is seen. @param {string} id */
  covered(id) {
    const card = this.cards.get(id);
    if (!card?.face) return false;
    return [...this.cards.values()].some(({ pile, index }) => pile === card.pile && index > card.index);
  }

  /** The pointer takes hold of cards: nothing lies above them. @param {string[]} ids */
  grab(ids) {
    for (const id of ids) {
      const view = this.cards.get(id);
      view?.raise(++this.#top);
      view?.element.classList.add("held");
    }
  }

  /** The pointer lets go; they glide to where they lie. @param {string[]} ids */
  release(ids) {
    for (const id of ids) {
      const view = this.cards.get(id);
      if (!view) continue;
      view.element.classList.remove("held");
      view.putDown();
      const place = this.places.get(view.pile);
      if (place) place.drawn = ""; // what lies over what has to be put right
    }
  }

  /** Mark the cards that were moved last. @param {string[]} ids none: nothing is marked */
  trace(ids) {
    this.#traced = ids;
    const views = ids.flatMap((id) => this.cards.get(id) ?? []);
    const [first] = views;
    const last = views.at(-1);
    const { style } = this.#trace;
    if (!first || !last || views.some(({ pile }) => pile !== first.pile)) {
      if (style.cssText) style.cssText = "";
      return;
    }
    const { width, height } = this.geometry;
    const [x, y] = [Math.min(first.x, last.x), Math.min(first.y, last.y)];
    const size = `width:${Math.abs(last.x - first.x) + width}px;height:${Math.abs(last.y - first.y) + height}px`;
    style.cssText = `display:block;transform:translate(${x}px,${y}px);${size}`;
  }

  /** Light the piles where something may go. @param {Map<string, Mark>} wanted */
  mark(wanted) {
    for (const [pile, { element }] of this.#marks)
      if (!wanted.has(pile)) {
        element.remove();
        this.#marks.delete(pile);
      }
    for (const [pile, kind] of wanted) {
      const { x, y } = this.ends[pile] ?? this.geometry.spots[pile];
      const at = `translate(${x}px,${y}px)`;
      let mark = this.#marks.get(pile);
      if (!mark) {
        mark = { element: make("div"), at: "" };
        this.#marks.set(pile, mark);
        this.root.append(mark.element);
      }
      if (mark.at !== at) mark.element.style.transform = mark.at = at;
      setAttribute(mark.element, "class", `mark ${kind}`);
    }
  }
}
