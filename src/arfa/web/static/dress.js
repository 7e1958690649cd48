// The dress of pages that are loaded when they are opened.

import { make } from "./dom.js";

/**
 * Load a style sheet, once.
 * @param {string} name
 */
export function dress(name) {
  const id = `${name}-css`;
  return new Promise((done, failed) => {
    if (document.getElementById(id)) return done(null);
    const link = make("link");
    link.id = id;
    link.rel = "stylesheet";
    link.href = new URL(`${name}.css`, import.meta.url).href;
    link.onload = done;
    link.onerror = failed;
    document.head.append(link);
  });
}
