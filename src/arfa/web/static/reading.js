// What the table says when it is asked: for who does not see it, or wants to be sure.

import { clockText } from "./clock.js";
import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import * as moves from "./moves.js";
import { cardName, pileName } from "./names.js";
import { say } from "./status.js";

/** @import { Target } from "./drag.js" */
/** @import { Play } from "./play.js" */
/** @import { Table } from "./table.js" */
/** @import { Card, PilePlace } from "./types.js" */

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The cards of a pile in words, deepest first; closed ones are counted. @param {Card[]} cards @param {number} [hidden] */
function cardsText(cards, hidden = 0) {
  const closed = hidden + cards.filter(([, face]) => face === null).length;
  const open = cards.flatMap(([, face]) => (face ? [cardName(face)] : []));
  const all = closed ? [t("n.closed", { n: closed }), ...open] : open;
  return all.length ? all.join(", ") : t("empty");
}

/** One pile, all of it. @param {Play} play @param {PilePlace} place */
function pileText({ shown }, place) {
  const { cards, hidden } = shown[place.id];
  return `${capital(pileName(place))}: ${cardsText(cards, hidden)}.`;
}

/** The last card of every pile where one lies. @param {Play} play */
function topsText({ shown, state }) {
  const found = [];
  for (const place of state.layout.piles) {
    const { cards, kind } = shown[place.id];
    if (!cards.length && kind !== "column") continue;
    found.push(`${capital(pileName(place))}: ${cardsText(cards.slice(-1))}.`);
  }
  return found.join(" ");
}

/** How the play stands. @param {Table} table @param {Play} play */
function statusText(table, { state }) {
  const { name, counts, status, can_finish, moves: all } = state;
  const stock = Object.values(state.piles).find(({ kind }) => kind === "stock");
  const said = [`${name}.`, `${t("n.moves", { n: counts.moves })}.`, t("won.time", { time: clockText(table.clock?.seconds ?? 0) })];
  if (stock) said.push(t("in_stock", { n: stock.hidden ?? 0 }));
  said.push(status === "playing" ? t("possible", { n: all.length }) : t(`status.${status}.text`));
  if (can_finish) said.push(t("finish.offer"));
  const chances = table.analyst?.words;
  if (chances) said.push(`${capital(chances)}.`);
  return said.join(" ");
}

/**
 * Where a card may go, to choose from.  A list of the browser's own: it can be typed into.
 * @param {Table} table
 * @param {Play} play
 * @param {string | undefined} card
 */
async function destinations(table, play, card) {
  const { hand } = table;
  const lift = hand?.held ?? (card === undefined ? null : moves.lift(play.shown, card));
  const found = lift ? [...moves.targets(play.state, lift)] : [];
  const face = lift && play.shown[lift.pile].cards.find(([id]) => id === lift.ids[0])?.[1];
  if (!hand || !lift || !face || !found.length) return say(t("no_moves"));
  const list = make("select", "destinations");
  list.size = Math.min(Math.max(found.length, 2), 10);
  list.setAttribute("aria-label", t("destinations"));
  for (const [pile, move] of found) {
    const option = make("option", "", capital(move.label));
    option.value = pile;
    list.append(option);
  }
  list.selectedIndex = 0;
  const close = () => list.closest("dialog")?.close(list.value);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would press what has the focus next
    close();
  });
  list.addEventListener("dblclick", close);
  list.autofocus = true;
  const go = [{ value: "go", label: t("go"), main: true }];
  const what = await show(capital(cardName(face)), [list], go);
  const pile = what === "go" ? list.value : what;
  if (pile && table.play === play) hand.put(lift, pile);
}

/**
 * Answer a key of the board.
 * @param {string} key c: the pile, t: all tops, i: how it stands, m: where the card may go, h: a hint
 * @param {Table} table
 * @param {Target} at what has the focus
 */
export function answer(key, table, { card, pile }) {
  const { play } = table;
  if (!play) return;
  const place = play.state.layout.piles.find(({ id }) => id === pile);
  if (key === "c" && place) return say(pileText(play, place));
  if (key === "t") return say(topsText(play));
  if (key === "i") return say(statusText(table, play));
  if (key === "h") return table.think().then((analyst) => analyst.hint());
  if (key === "m") return destinations(table, play, card);
}
