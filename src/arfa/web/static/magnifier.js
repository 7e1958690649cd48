// A column close up: for cards that overlap so much that a finger cannot tell them apart (WCAG 2.5.8).

import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { picture } from "./faces.js";
import { t } from "./i18n.js";
import * as moves from "./moves.js";
import { cardName, pileName } from "./names.js";

/** @import { Hand } from "./hand.js" */

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Show the open cards of a pile as a list, and pick up what is chosen with all that lies on it.
 * @param {Hand} hand
 * @param {string} pile
 */
export async function magnify(hand, pile) {
  const { play } = hand;
  const place = play.state.layout.piles.find(({ id }) => id === pile);
  const { cards } = play.shown[pile];
  const closed = cards.filter(([, face]) => face === null).length;
  const list = make("ul", "menu magnified");
  if (closed) list.append(make("li", "closed", t("n.closed", { n: closed })));
  for (const [id, face] of cards) {
    if (!face) continue;
    const lift = moves.lift(play.shown, id);
    const places = lift ? moves.targets(play.state, lift).size : 0;
    const button = make("button");
    button.type = "button";
    button.value = id;
    button.disabled = !lift;
    const image = make("img");
    image.src = picture(face, "top");
    image.alt = "";
    const words = make("span", "text");
    words.append(make("b", "", capital(cardName(face))), make("small", "", places ? t("places", { n: places }) : t("no_moves")));
    button.append(image, words);
    button.addEventListener("click", () => button.closest("dialog")?.close(id));
    const item = make("li");
    item.append(button);
    list.append(item);
  }
  const chosen = await show(place ? capital(pileName(place)) : "", [list]);
  if (chosen) hand.grasp(chosen);
}
