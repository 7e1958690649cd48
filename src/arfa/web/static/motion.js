// Motion for its own sake.  Nothing waits for it, any input ends it, and whoever wants stillness is spared it.

import { isStill } from "./settings.js";

/** @import { Board } from "./board.js" */

const DEAL_MS = 250;
const DEAL_ALL_MS = 850;

/** Deal the cards that lie there one by one, as if from the stock. @param {Board} board */
export function deal({ cards, hand }) {
  if (isStill()) return;
  const order = [...cards.values()].sort((a, b) => a.index - b.index);
  const stagger = Math.min(14, DEAL_ALL_MS / order.length);
  order.forEach(({ element, x, y }, i) =>
    element.animate(
      [{ transform: `translate(${hand.x}px,${hand.y}px)` }, { transform: `translate(${x}px,${y}px)` }],
      { duration: DEAL_MS, delay: i * stagger, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
    ),
  );
}

/** The cards of a patience that has come out make a wave. @param {Board} board */
export function celebrate({ cards, geometry }) {
  if (isStill()) return;
  const height = `0 ${-geometry.height * 0.4}px`;
  const order = [...cards.values()].sort((a, b) => a.x - b.x || a.z - b.z);
  order.forEach(({ image }, i) =>
    image.animate([{ translate: "0 0" }, { translate: height, offset: 0.4 }, { translate: "0 0" }], {
      duration: 600,
      delay: i * 14,
      easing: "ease-in-out",
    }),
  );
}

/** Have done with everything that is only motion. @param {HTMLElement} root */
export function finish(root) {
  for (const animation of root.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSTransition)) animation.finish();
}
