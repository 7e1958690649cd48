// The pages that are neither the choice nor a table: they are loaded when they are asked for.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

/**
 * What a page has to do with.
 * @typedef {object} Desk
 * @property {() => boolean} wanted whether it is still asked for
 * @property {(why: unknown) => void} failed says what went wrong
 * @property {(view: "page" | "rules") => void} show
 * @property {(game: string) => Promise<void>} deal sits down at a game of it
 * @property {(shut: () => void) => void} left takes what is to be done when the page is left
 */

/** The rules of a patience; an address may go on to a sentence of them. @param {string} rest @param {Desk} desk */
export async function rules(rest, { wanted, failed, show, deal, left }) {
  const [, game, sentence] = /^(.*?)(?:\/(\d+))?$/.exec(rest) ?? [];
  const { page } = await import("./rules.js");
  const at = { sentence: sentence === undefined ? -1 : Number(sentence) };
  const book = await page(byId("rulebook"), game, at, () => void deal(game).catch(failed));
  if (!wanted()) return book.close();
  left(book.close);
  show("rules");
  document.title = `${book.lesson.name} — ${t("rules")} — ${t("brand")}`;
  book.show();
}

/** @param {string} rest @param {Desk} desk */
export async function statistics(rest, { wanted, failed, show }) {
  const draw = await (await import("./statistics.js")).open(rest, failed);
  if (!wanted()) return;
  show("page");
  draw(byId("page"));
}

/** A game under review. @param {string} rest @param {Desk} desk */
export async function review(rest, { wanted, failed, show, left }) {
  const draw = await (await import("./review.js")).open(rest, failed);
  if (!wanted()) return;
  show("page");
  left(draw(byId("page")));
}
