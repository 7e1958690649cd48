// Dialogs: questions, help, and the end of a play.

import { byId, icon, make } from "./dom.js";
import { has, t } from "./i18n.js";

/**
 * @typedef {object} Choice
 * @property {string} value
 * @property {string} label
 * @property {boolean} [main]
 */

/**
 * Show a dialog and wait for what is chosen; "" when it is closed without a choice.
 * @param {string} title
 * @param {Node[]} content
 * @param {Choice[]} [choices]
 * @returns {Promise<string>}
 */
export function show(title, content, choices = []) {
  const dialog = make("dialog");
  const heading = make("h2", "", title);
  heading.id = "dialog-title";
  dialog.setAttribute("aria-labelledby", heading.id);
  const close = make("button", "close");
  close.type = "button";
  close.setAttribute("aria-label", t("close"));
  close.title = t("close");
  close.append(icon("close"));
  const head = make("header");
  head.append(heading, close);
  const body = make("div", "body");
  body.append(...content);
  dialog.append(head, body);
  return new Promise((done) => {
    if (choices.length) {
      const foot = make("footer");
      for (const { value, label, main } of choices) {
        const button = make("button", main ? "main" : "", label);
        button.type = "button";
        button.value = value;
        button.addEventListener("click", () => dialog.close(value));
        foot.append(button);
      }
      dialog.append(foot);
    }
    close.addEventListener("click", () => dialog.close(""));
    // A press beside the dialog closes it.
    dialog.addEventListener("pointerdown", (event) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const inside =
        event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
      if (event.target === dialog && !inside) dialog.close("");
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue);
    });
    byId("dialogs").append(dialog);
    dialog.returnValue = "";
    dialog.showModal();
    if (body.scrollHeight > body.clientHeight) {
      // What can be scrolled must be reached by the keyboard.
      body.tabIndex = 0;
      body.setAttribute("role", "region");
      body.setAttribute("aria-labelledby", heading.id);
    }
  });
}

/** @param {string} title @param {string} text @param {Choice[]} choices */
export const ask = (title, text, choices) => show(title, [make("p", "", text)], choices);

/** How to play: by hand and by keys. */
export function help() {
  /** @type {Node[]} */
  const content = [make("h3", "", t("help.hand")), make("p", "", t("help.hand.text")), make("h3", "", t("help.keys"))];
  const list = make("dl", "keys");
  for (let n = 1; has(`help.key.${n}`); n++) {
    const [keys, what] = t(`help.key.${n}`).split(" — ");
    list.append(make("dt", "", keys), make("dd", "", what));
  }
  content.push(list, make("h3", "", t("help.typed")), make("p", "", t("help.typed.text")));
  return show(t("help"), content);
}
