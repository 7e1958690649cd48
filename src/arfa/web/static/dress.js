// The dress of a part of the page that is loaded when it is wanted: `<name>.css`.

import { make } from "./dom.js";

/**
 * Load it, once; what is shown before it is there is seen undressed.
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
    link.onerror = (why) => {
      link.remove(); // to be asked for again
      failed(why);
    };
    document.head.append(link);
  });
}
