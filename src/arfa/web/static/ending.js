// A patience has come out: the cards dance, and what it took is told.

import { clockText } from "./clock.js";
import { ask } from "./dialogs.js";
import { t } from "./i18n.js";
import { finish } from "./motion.js";
import { isStill, paced } from "./settings.js";

/** @import { Board } from "./board.js" */
/** @import { State } from "./types.js" */

/** It never lasts longer, however slow everything else is. */
const MOST_MS = 5500;
const FALL_MS = 1500;
const STEPS = 28;

/**
 * The cards jump off their piles one after the other and bounce away; any input ends it.
 * @param {Board} board
 */
export async function cascade({ root, cards, geometry }) {
  if (isStill()) return;
  const order = [...cards.values()].sort((a, b) => b.index - a.index || a.x - b.x);
  const fall = Math.min(paced(FALL_MS), MOST_MS / 2);
  const stagger = Math.min(paced(110), (MOST_MS - fall) / order.length);
  const floor = root.clientHeight - geometry.height;
  const last = order.map((view, i) => {
    const way = i % 2 ? 1 : -1;
    const animation = view.image.animate(bounce(view.y, floor, way * (0.5 + ((i * 7) % 10) / 10) * root.clientWidth), {
      duration: fall,
      delay: i * stagger,
      fill: "both",
    });
    view.element.style.zIndex = String(1000000 + order.length - i);
    return animation;
  });
  const skipped = new AbortController();
  const skip = new Promise((done) => {
    for (const what of ["pointerdown", "keydown", "wheel"])
      addEventListener(what, done, { capture: true, passive: true, signal: skipped.signal });
  });
  await Promise.race([skip, Promise.all(last.map(({ finished }) => finished)).catch(() => {})]);
  skipped.abort();
  finish(root);
  for (const animation of last) animation.cancel(); // back they are, as they lie
  for (const view of order) view.raise(view.z);
}

/**
 * The way of a card that falls, bounces and leaves sideways.
 * @param {number} y where it begins
 * @param {number} floor
 * @param {number} far how far it gets sideways
 */
function bounce(y, floor, far) {
  /** @type {Keyframe[]} */
  const frames = [];
  const drop = Math.max(floor - y, 40);
  let height = 0;
  let speed = 0;
  const gravity = (8 * drop) / (STEPS * STEPS) * 4;
  for (let i = 0; i <= STEPS; i++) {
    frames.push({ translate: `${(far * i) / STEPS}px ${height}px`, opacity: i > STEPS - 5 ? (STEPS - i) / 5 : 1 });
    speed += gravity;
    height += speed;
    if (height > drop) {
      height = drop;
      speed *= -0.72;
    }
  }
  return frames;
}

/**
 * What it took; "" when it is only to be looked at.
 * @param {State} state
 */
export function tell({ name, counts, breaches, seconds = 0, clean }) {
  const text = [t("won.text", { name, moves: counts.moves })];
  if (seconds) text.push(t("won.time", { time: clockText(seconds) }));
  if (breaches) text.push(t("won.breaches", { n: breaches }));
  else if (clean) text.push(t("won.clean"));
  return ask(t("won"), text.join(" "), [
    { value: "look", label: t("won.look") },
    { value: "about", label: t("about") },
    { value: "review", label: t("review.do") },
    { value: "choose", label: t("other_game") },
    { value: "same", label: t("same_deal") },
    { value: "again", label: t("deal_again"), main: true },
  ]);
}
