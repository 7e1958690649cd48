// Motion for its own sake.  Nothing waits for it, any input ends it, and whoever wants stillness is spared it.

import { make } from "./dom.js";
import { isStill, paced } from "./settings.js";

/** @import { Board } from "./board.js" */
/** @import { CardView } from "./card.js" */

const DEAL_MS = 250;
const DEAL_ALL_MS = 850;
const PASS_MS = 340;
const AWAY_MS = 90;

/** Deal the cards that lie there one by one, as if from the stock. @param {Board} board */
export function deal({ cards, hand }) {
  if (isStill()) return;
  const order = [...cards.values()].sort((a, b) => a.index - b.index);
  const stagger = Math.min(14, paced(DEAL_ALL_MS) / order.length);
  order.forEach(({ element, x, y }, i) =>
    element.animate(
      [{ transform: `translate(${hand.x}px,${hand.y}px)` }, { transform: `translate(${x}px,${y}px)` }],
      { duration: paced(DEAL_MS), delay: i * stagger, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
    ),
  );
}

/**
 * Cards of a pile that is held in the hand pass from below to the top, one by one; then the next one is shown.
 * @param {HTMLElement} root
 * @param {string} url the picture of a back
 * @param {{x: number, y: number}} from where the pile lies
 * @param {number} n how many pass
 * @param {HTMLElement} opened the card that comes out below them
 * @param {{x: number, y: number}} to where it comes
 */
export function pass(root, url, from, n, opened, to) {
  if (isStill() || !n) return;
  const each = paced(PASS_MS);
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) => `translate(${from.x + dx}px,${from.y + dy}px)`;
  const { offsetWidth: w, offsetHeight: h } = opened;
  for (let i = 0; i < n; i++) {
    const ghost = make("div", "card ghost");
    ghost.append(Object.assign(make("img"), { src: url, alt: "" }));
    root.append(ghost);
    // Out from under the pile, and over it.
    const way = ghost.animate(
      [
        { transform: at(w * 0.1, h * 0.04), zIndex: -1 },
        { transform: at(w * 0.62, h * 0.12), zIndex: -1, offset: 0.45 },
        { transform: at(w * 0.5, -h * 0.05), zIndex: 1000000, offset: 0.55 },
        { transform: at(0, 0), zIndex: 1000000 },
      ],
      { duration: each, delay: (i * each) / 2, easing: "ease-in-out", fill: "backwards" },
    );
    way.onfinish = way.oncancel = () => ghost.remove();
  }
  opened.animate(
    [{ transform: at(0, 0), zIndex: -1 }, { transform: at(w * 0.5, h * 0.06), zIndex: -1, offset: 0.6 }, { transform: `translate(${to.x}px,${to.y}px)` }],
    { duration: each, delay: ((n + 1) * each) / 2, fill: "backwards", easing: "ease-out" },
  );
}

/**
 * Cards that went away together are seen to go one after the other.
 * @param {{view: CardView, x: number, y: number}[]} all where each came from
 */
export function away(all) {
  if (isStill()) return;
  all.forEach(({ view: { element, x: toX, y: toY }, x, y }, i) =>
    element.animate([{ transform: `translate(${x}px,${y}px)` }, { transform: `translate(${toX}px,${toY}px)` }], {
      duration: paced(AWAY_MS * 2),
      delay: paced(AWAY_MS * i),
      easing: "cubic-bezier(.2,.8,.2,1)",
      fill: "backwards",
    }),
  );
}

/** Until everything lies where it is to lie. @param {HTMLElement} root */
export async function landed(root) {
  await Promise.all(root.getAnimations({ subtree: true }).map(({ finished }) => finished)).catch(() => {});
}

/** Have done with everything that is only motion. @param {HTMLElement} root */
export function finish(root) {
  for (const animation of root.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSTransition)) animation.finish();
}
