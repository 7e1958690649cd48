// The time at play.  The service counts it, from the first move on; between two answers the page goes on by itself, and
// like the service it does not count longer pauses: a hidden page, or two minutes without a touch.

import { byId, setText } from "./dom.js";
import { chosen } from "./settings.js";

/** @import { State } from "./types.js" */

const PAUSE_MS = 120000;
const TICK_MS = 1000;

/** A span of time as a clock shows it. @param {number} seconds */
export function clockText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clock {
  /** The state that it goes by. */
  #of = "";
  /** What the service has counted. */
  #told = 0;
  /** What has passed since, in ms. */
  #more = 0;
  #at = 0;
  #touched = 0;
  #timer = 0;
  #running = false;

  constructor() {
    for (const what of ["pointerdown", "pointermove", "keydown", "wheel"])
      addEventListener(what, () => (this.#touched = performance.now()), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.#step());
  }

  /** Go by what the service has counted. @param {State} state */
  set({ id, version, seconds = 0, started = false, status }) {
    if (this.#of === `${id} ${version}`) return;
    this.#of = `${id} ${version}`;
    this.#told = seconds;
    this.#more = 0;
    this.#running = started && status !== "won";
    this.#at = this.#touched = performance.now();
  }

  /** Nobody plays. */
  stop() {
    this.#running = false;
    this.#of = "";
    this.wind();
  }

  /** The seconds at play so far. */
  get seconds() {
    return this.#told + Math.min(this.#more, PAUSE_MS) / 1000;
  }

  /** Show the time or not, as is wished; it ticks only while it is seen. */
  wind() {
    clearInterval(this.#timer);
    this.#timer = 0;
    if (chosen().timer && this.#running) this.#timer = setInterval(() => this.#step(), TICK_MS);
    this.#show();
  }

  #step() {
    const now = performance.now();
    if (this.#running && !document.hidden && now - this.#touched < PAUSE_MS) this.#more += now - this.#at;
    this.#at = now;
    this.#show();
  }

  #show() {
    setText(byId("time"), chosen().timer ? clockText(this.seconds) : "");
  }
}
