// The one place where the page says what happens, for eyes and for screen readers.

import { byId, make } from "./dom.js";

/** A moment, so that a screen reader has told of the focus before it hears the news. */
const LATER_MS = 50;

let timer = 0;
/** What the words last said can be asked about. @type {HTMLButtonElement | null} */
let question = null;

/**
 * @param {string} text
 * @param {"said" | "refused" | "stale"} [tone]
 * @param {string} [shown] words that stand elsewhere for the eyes and are only to be heard
 */
export function say(text, tone = "said", shown = "") {
  const status = byId("status");
  clearTimeout(timer);
  question = null;
  // What no longer holds, such as words of another language, goes at once.
  if (!text) return status.replaceChildren();
  timer = setTimeout(() => {
    // The same words twice are news twice.
    if (status.textContent === text) status.textContent = "";
    status.textContent = text;
    if (question) status.append(question);
    if (shown) status.append(make("span", "sr", ` ${shown}`));
    if (status.dataset.tone !== tone) status.dataset.tone = tone;
  }, LATER_MS);
}

/**
 * A button behind the words that are just being said.
 * @param {string} label
 * @param {() => void} act
 */
export function also(label, act) {
  const button = make("button");
  button.type = "button";
  button.dataset.label = label; // drawn by the style: the status itself is its words and nothing else
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  question = button;
}
