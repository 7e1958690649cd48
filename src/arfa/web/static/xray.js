// X-ray: whether this very deal can still be won, hidden cards and all; and what can be said without it of a game that
// seems to be stuck.

import { Lost, Refused, request } from "./api.js";
import { ask, show } from "./dialogs.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { isMercy } from "./moves.js";

/** @import { Table } from "./table.js" */
/** @import { Looked } from "./types.js" */

const PATIENCE_MS = 30000;

/** A shape for each light, that needs no colour. */
const SHAPES = {
  winnable: '<circle cx="24" cy="24" r="20"/><path d="M14 25l7 7 13-15"/>',
  lost: '<path d="M16 4h16l12 12v16L32 44H16L4 32V16z"/><path d="M16 16l16 16M32 16L16 32"/>',
  stuck: '<path d="M5 5h38v38H5z"/><path d="M14 24h20"/>',
  unknown: '<path d="M24 3l21 21-21 21L3 24z"/><path d="M19 19a5 5 0 1 1 7 4.5c-2 1-2 2-2 4M24 33v.5"/>',
};

/** @param {Looked} light */
function sign({ light }) {
  const box = make("span", "light");
  box.dataset.light = light;
  box.setAttribute("aria-hidden", "true");
  const drawing = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${SHAPES[light]}</svg>`,
    "image/svg+xml",
  );
  box.append(document.importNode(drawing.documentElement, true));
  return box;
}

/** @param {Looked} light */
const words = ({ light, length }) =>
  light === "winnable" && length ? t("xray.winnable", { n: length }) : light === "winnable" ? t("status.won.text") : t(`xray.${light}`);

/**
 * Say what it means, look, and show what was seen; null where it was not wanted after all.
 * @param {Table} table
 * @returns {Promise<Looked | null>}
 */
export async function xray({ play, leave }) {
  if (!play?.settled) return null;
  const { id, version, clean } = play.state;
  const note = clean ? `${t("xray.note")} ${t("xray.clean")}` : t("xray.note");
  const wanted = await ask(t("xray"), note, [
    { value: "", label: t("cancel") },
    { value: "look", label: t("xray.look"), main: true },
  ]);
  if (!wanted) return null;
  const said = make("div", "xray");
  said.setAttribute("role", "status");
  said.append(make("p", "", t("xray.wait")));
  const gone = new AbortController();
  const closed = show(t("xray"), [said], [{ value: "", label: t("done"), main: true }]).then(() => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE_MS)]);
  /** @type {Looked | null} */
  let light = null;
  try {
    light = /** @type {Looked} */ (await request(`plays/${encodeURIComponent(id)}/xray`, { version }, { signal }));
    play.state.clean = light.clean;
    said.replaceChildren(sign(light), make("p", "", words(light)));
  } catch (why) {
    if (gone.signal.aborted) return null;
    if (!(why instanceof Lost || why instanceof Refused)) leave.failed(why);
    said.replaceChildren(make("p", "", why instanceof Refused ? why.message : t("xray.offline")));
  }
  await closed;
  return light;
}

/**
 * Tell whether the game is stuck, as far as the player can know it.
 * @param {Table} table
 * @param {boolean} hopeless whether it is certain for everybody that there is no win
 * @returns {Promise<boolean>} whether X-ray is wanted
 */
export async function stuck({ play }, hopeless) {
  if (!play) return false;
  const { status, mercy, moves } = play.state;
  const n = moves.filter((move) => !isMercy(move)).length;
  // What everybody can see needs no X-ray.
  const known = status !== "playing";
  const text = known ? t(mercy ? "mercy" : `status.${status}.text`) : hopeless ? t("stuck.hopeless") : t("stuck.no", { n });
  const what = await ask(t("stuck"), known || hopeless ? text : `${text} ${t("stuck.xray")}`, [
    ...(known || hopeless ? [] : [{ value: "xray", label: t("xray.more") }]),
    { value: "", label: t("close"), main: true },
  ]);
  return what === "xray";
}
