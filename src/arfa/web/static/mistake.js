// The place where a text that was typed is wrong.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/**
 * A button that marks the word in its field.
 * @param {HTMLTextAreaElement} field
 * @param {{line: number, column: number}} place from 1
 */
export function pointer(field, { line, column }) {
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  const word = /^[^\s,;/]*/.exec(field.value.slice(start))?.[0] ?? "";
  const button = make("button", "plain", t("deal.show_place"));
  button.type = "button";
  button.addEventListener("click", () => {
    field.focus();
    field.setSelectionRange(start, start + Math.max(1, word.length));
  });
  return button;
}
