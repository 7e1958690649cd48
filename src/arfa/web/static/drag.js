// Pointer input on the board: tells taps from drags and moves what is dragged.  What may be taken and what a drop
// means is decided by the hand.

import { finish } from "./motion.js";

/**
 * @typedef {object} Grip
 * @property {string[]} ids the cards that go along
 * @property {string} card the one that was taken hold of
 */

/**
 * @typedef {object} Holder
 * @property {(card: string) => string[] | null} take what comes along with a card, null where it stays
 * @property {(card: string) => void} stay a card that stays was pulled at
 * @property {(grip: Grip) => void} start
 * @property {(grip: Grip, dx: number, dy: number) => void} over
 * @property {(grip: Grip, dx: number, dy: number) => void} drop
 * @property {(grip: Grip) => void} cancel
 * @property {(target: Target, again: boolean) => void} tap
 * @property {(target: Target) => boolean} [closer] something was looked at for long; whether it is shown close up
 * @property {(target: Target | null) => void} [hover] the mouse rests on something; null: no more
 */

/** @typedef {{card?: string, pile?: string}} Target what is under the pointer */

const TOUCH_SLOP = 6;
const MOUSE_SLOP = 3;
const HOVER_MS = 120;
const DOUBLE_MS = 350;
const DOUBLE_SLOP = 16;
const LOOK_MS = 350; // what is held so long is looked at
const SLOW_TAP_MS = 1000; // and what is held longer was not meant to be tapped
const EDGE = 36; // px from the edge of a table that can be moved about, where it moves along with what is dragged
const EDGE_STEP = 10;

/** @param {EventTarget | null} element @returns {Target} */
function targetOf(element) {
  if (!(element instanceof Element)) return {};
  const card = /** @type {HTMLElement | null} */ (element.closest("[data-card]"))?.dataset.card;
  const pile = /** @type {HTMLElement | null} */ (element.closest("[data-pile]"))?.dataset.pile;
  return { card, pile };
}

/**
 * @param {HTMLElement} root the board
 * @param {{carry: (ids: string[], dx: number, dy: number) => void, grab: (ids: string[]) => void,
 *   release: (ids: string[]) => void, covered: (id: string) => boolean}} board
 * @param {Holder} holder
 */
export function listen(root, board, holder) {
  /** What the board is moved about in when the cards are big. @type {Element | null} */
  const frame = root.closest(".pans");
  const scrolled = () => ({ left: frame?.scrollLeft ?? 0, top: frame?.scrollTop ?? 0 });
  /** @type {{id: number, x: number, y: number, from: {left: number, top: number}, since: number, slop: number, target: Target, stays: boolean} | null} */
  let press = null;
  /** @type {Grip | null} */
  let grip = null;
  let dx = 0;
  let dy = 0;
  let tick = 0;
  let pointer = { x: 0, y: 0 };
  /** The card that is looked at. @type {Element | null} */
  let looked = null;
  let waiting = 0;
  let resting = 0;
  /** What the mouse rests on. @type {Target | null} */
  let rested = null;
  let last = { time: 0, x: 0, y: 0 };

  /** Whether the table is moved about by its cloth: fingers do that by themselves. @param {PointerEvent} event */
  const pans = ({ pointerType }) =>
    pointerType === "mouse" && press?.target.pile === undefined && press?.target.card === undefined && frame?.classList.contains("panned");

  /** How far what is dragged has come on the table. */
  function measure() {
    if (!press) return;
    const { left, top } = scrolled();
    dx = pointer.x - press.x + left - press.from.left;
    dy = pointer.y - press.y + top - press.from.top;
  }

  /** Move the table along when something is dragged to its edge; true while it moves. */
  function follow() {
    if (!frame?.classList.contains("panned")) return false;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const before = scrolled();
    const by = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at < low + EDGE ? -EDGE_STEP : at > high - EDGE ? EDGE_STEP : 0;
    frame.scrollBy(by(pointer.x, left, right), by(pointer.y, top, bottom));
    const after = scrolled();
    return before.left !== after.left || before.top !== after.top;
  }

  function step() {
    tick = 0;
    if (!grip) return;
    if (follow()) tick = requestAnimationFrame(step);
    measure();
    board.carry(grip.ids, dx, dy);
    holder.over(grip, dx, dy);
  }

  /** Raise a card above what lies on it, or let the raised one sink back. @param {Target} [target] */
  function look(target) {
    clearTimeout(waiting);
    looked?.classList.remove("looked");
    looked = target?.card !== undefined && board.covered(target.card) ? root.querySelector(`[data-card="${target.card}"]`) : null;
    looked?.classList.add("looked");
  }

  /** Where the mouse rests without a button. @param {Target | null} target */
  function rest(target) {
    if (target?.card === rested?.card && target?.pile === rested?.pile) return;
    clearTimeout(resting);
    if (rested) holder.hover?.(null);
    rested = target;
    if (target?.card !== undefined) resting = setTimeout(() => holder.hover?.(target), HOVER_MS);
  }

  /** @param {"drop" | "cancel"} how */
  function end(how) {
    look();
    cancelAnimationFrame(tick);
    tick = 0;
    const held = grip;
    const pressed = press;
    press = grip = null;
    if (pressed && root.hasPointerCapture(pressed.id)) root.releasePointerCapture(pressed.id);
    if (!held) return;
    board.release(held.ids);
    if (how === "drop") holder.drop(held, dx, dy);
    else holder.cancel(held);
  }

  root.addEventListener("pointerdown", (event) => {
    finish(root);
    rest(null);
    if (event.button === 2 && !press) return look(targetOf(event.target));
    if (press || !event.isPrimary || event.button !== 0) return;
    press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      from: scrolled(),
      since: event.timeStamp,
      slop: event.pointerType === "mouse" ? MOUSE_SLOP : TOUCH_SLOP,
      target: targetOf(event.target),
      stays: false,
    };
    root.setPointerCapture(event.pointerId);
    look();
    const { target } = press;
    waiting = setTimeout(() => look(target), LOOK_MS);
  });

  root.addEventListener("pointerleave", () => rest(null));
  root.addEventListener("pointermove", (event) => {
    if (!press && event.pointerType === "mouse" && !event.buttons) rest(targetOf(event.target));
    if (!press || event.pointerId !== press.id) return;
    pointer = { x: event.clientX, y: event.clientY };
    if (pans(event)) return frame?.scrollTo(press.from.left + press.x - pointer.x, press.from.top + press.y - pointer.y);
    measure();
    if (!grip) {
      if (press.stays || Math.hypot(dx, dy) <= press.slop) return;
      look();
      const { card } = press.target;
      const ids = card === undefined ? null : holder.take(card);
      press.stays = !ids;
      if (card === undefined) return;
      if (!ids) return holder.stay(card);
      grip = { ids, card };
      board.grab(ids);
      holder.start(grip);
    }
    tick ||= requestAnimationFrame(step);
  });

  root.addEventListener("pointerup", (event) => {
    if (event.button === 2) {
      if (looked) holder.closer?.(targetOf(looked));
      return look();
    }
    if (!press || event.pointerId !== press.id) return;
    const { target, slop, x, y, since } = press;
    const looking = looked !== null;
    const slow = looking && event.timeStamp - since > SLOW_TAP_MS;
    pointer = { x: event.clientX, y: event.clientY };
    measure();
    if (grip) return end("drop");
    end("cancel");
    if ((looking && holder.closer?.(target)) || slow) return;
    // What cannot be dragged is pressed, even by a hand that shakes a little.
    if (Math.hypot(event.clientX - x, event.clientY - y) > 4 * slop) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < DOUBLE_SLOP;
    const again = near && event.timeStamp - last.time < DOUBLE_MS;
    last = again ? { time: 0, x: 0, y: 0 } : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    holder.tap(target, again);
  });

  root.addEventListener("pointercancel", (event) => {
    if (press && event.pointerId === press.id) end("cancel");
  });
  root.addEventListener("lostpointercapture", (event) => {
    if (press && event.pointerId === press.id) end("cancel");
  });
  addEventListener("blur", () => end("cancel"));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && grip) {
      end("cancel");
      event.stopPropagation();
    }
  }, true);

  // A click that no pointer made is the doing of a screen reader or of a key.
  let pointed = -Infinity;
  root.addEventListener("pointerup", (event) => (pointed = event.timeStamp), true);
  root.addEventListener("click", (event) => {
    if (event.detail === 0 || event.timeStamp - pointed > 600) holder.tap(targetOf(event.target), false);
  });
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  root.addEventListener("dragstart", (event) => event.preventDefault());
}
