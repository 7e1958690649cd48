// The games that were begun: how they stand, and the way back to them.

import * as api from "./api.js";
import { dealText } from "./deals.js";
import { byId, make } from "./dom.js";
import { language, t } from "./i18n.js";
import { pictureOf } from "./picture.js";

/** @import { PlayInfo } from "./types.js" */

/** Games that are shown without being asked for. */
const SHOWN = 3;

/** How long ago something was. @param {string} when */
function ago(when) {
  const minutes = Math.round((Date.parse(when) - Date.now()) / 60000);
  if (Number.isNaN(minutes)) return "";
  const say = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes > -60) return say.format(minutes, "minute");
  if (minutes > -60 * 24) return say.format(Math.round(minutes / 60), "hour");
  return say.format(Math.round(minutes / 60 / 24), "day");
}

/** Pictures are drawn when they come into sight: each costs a question. */
const sight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    api.play(/** @type {HTMLElement} */ (target).dataset.play ?? "").then(
      (state) => target.replaceChildren(pictureOf(state)),
      () => undefined, // the link says itself what is wrong when it is followed
    );
  }
});

/** The latest ones, and all when asked. @param {PlayInfo[]} plays @param {number} [most] */
export function draw(plays, most = SHOWN) {
  const all = byId("all-plays");
  all.hidden = plays.length <= most;
  all.textContent = t("unfinished.all", { n: plays.length });
  all.onclick = () => {
    draw(plays, Infinity);
    /** @type {HTMLElement | null} */ (document.querySelector(`#plays li:nth-child(${most + 1}) a`))?.focus();
  };
  sight.disconnect();
  byId("plays").replaceChildren(...plays.slice(0, most).map(entry));
}

/** @param {PlayInfo} play */
function entry({ id, name, deal, day, moves_made, status, updated }) {
  const item = make("li");
  const link = make("a");
  link.href = `#/play/${encodeURIComponent(id)}`;
  const frame = make("span", "frame");
  frame.dataset.play = id;
  sight.observe(frame);
  const about = [t("n.moves", { n: moves_made }), ...(status === "playing" ? [] : [t(`status.${status}`)]), ago(updated)];
  const text = make("span", "text");
  text.append(
    make("b", "", name),
    make("span", "deal-name", dealText(day ? `daily:${day}` : deal)),
    make("small", "", about.filter(Boolean).join(" · ")),
  );
  link.append(frame, text);
  item.append(link);
  return item;
}
