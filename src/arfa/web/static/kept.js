// The table that was seen last, kept by the browser for when the page is opened without a connection: what the service sent
// to this player and nothing else.  It is only shown; what is true is known to the service.

/** @import { State } from "./types.js" */

const KEY = "arfa.table";
/** So long after the last action it is written down, so that no action waits for it. */
const LATER_MS = 400;

/** @type {State | null} */
let latest = null;
let timer = 0;

function write() {
  clearTimeout(timer);
  if (!latest) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    forget(); // there is no room for it: an older one would be wrong
  }
  latest = null;
}

addEventListener("pagehide", write);
document.addEventListener("visibilitychange", () => document.hidden && write());

/** Keep a state that the service has sent. @param {State} state */
export function keep(state) {
  latest = state;
  clearTimeout(timer);
  timer = setTimeout(write, LATER_MS);
}

/** What is kept of a play. @param {string} id @returns {State | null} */
export function kept(id) {
  if (latest?.id === id) return latest;
  try {
    const state = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return state?.id === id ? state : null;
  } catch {
    return null;
  }
}

/** Keep nothing; with a test, nothing that fails it. @param {(id: string) => boolean} [stays] */
export function forget(stays = () => false) {
  try {
    const state = latest ?? JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (state && stays(state.id)) return;
    latest = null;
    clearTimeout(timer);
    localStorage.removeItem(KEY);
  } catch {
    // there is no storage, so there is nothing in it
  }
}
