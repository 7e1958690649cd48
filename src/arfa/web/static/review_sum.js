// What a game under review comes to, in large figures and as a table of its moves.

import { make } from "./dom.js";
import { t } from "./i18n.js";
import { words } from "./review_moves.js";
import { points } from "./review_panel.js";
import { percent } from "./telling.js";
import { runs } from "./timeline.js";

/** @import { Review } from "./types.js" */

/** @param {number} value ten-thousandths */
const share = (value) => percent(value / 10000);

/** The sum in whole points.  It is exact to the hundredth; what rounding leaves is put to luck, so that it adds up. @param {Review} review */
export function sum({ start, skill, end }) {
  const [first, lost, last] = [start ?? 0, skill, end ?? 0].map((value) => Math.round(value / 100));
  return { start: first, skill: lost, luck: last - first - lost, end: last };
}

/** How the game ended: a key of the texts. @param {Review} review */
const ended = ({ over, won }) => (won ? "won" : over ? "lost" : "open");

/**
 * The figures in large letters.
 * @param {Review} review
 * @param {(at: number) => void} go
 */
export function summary(review, go) {
  const all = make("dl", "tiles");
  /** @param {string} key @param {string | HTMLElement} value @param {string} [note] */
  const tile = (key, value, note = "") => {
    const box = make("div");
    box.dataset.tile = key;
    const figure = make("dd");
    figure.append(typeof value === "string" ? make("b", "", value) : value);
    box.append(make("dt", "", t(`review.sum.${key}`)), figure);
    if (note) box.append(make("dd", "note", note));
    all.append(box);
  };
  /** @param {number} at */
  const link = (at) => {
    const made = make("button", "plain", t("review.at", { n: at }));
    made.type = "button";
    made.addEventListener("click", () => go(at));
    return made;
  };
  const { start, start_error, lost_at, turning_point, given_up, verdicts } = review;
  if (start !== null) {
    const shown = sum(review);
    tile("start", `${shown.start} %`, t("review.error", { n: Math.round(start_error / 100) }));
    tile("skill", points(shown.skill * 100), Math.round(given_up / 100) ? t("review.given_up", { n: points(given_up) }) : "");
    tile("luck", points(shown.luck * 100));
    tile("end", `${shown.end} %`, t(`review.${ended(review)}`));
  } else tile("end", t(`review.${ended(review)}`));
  if (turning_point !== null) tile("turning", link(turning_point));
  if (lost_at !== null) tile("lost", link(lost_at));
  const box = make("section", "sums");
  box.append(all);
  if (start === null) box.append(make("p", "dim", t("review.nobody")));
  if (verdicts && lost_at === null && verdicts[0] === "unwinnable") box.append(make("p", "", t("review.lost_from_start")));
  return box;
}

/** What the chart shows, in words. @param {Review} review */
export function told(review) {
  const { start, end, verdicts, lost_at, turning_point, moves } = review;
  const parts = start === null ? [] : [t("review.told", { n: moves.length, start: share(start), end: share(end ?? 0) })];
  if (turning_point !== null) parts.push(t("review.told.turning", { n: turning_point }));
  if (lost_at !== null) parts.push(t("review.told.lost", { n: lost_at }));
  if (verdicts)
    parts.push(t("review.told.xray", {
      runs: runs(verdicts)
        .map(([kind, from, to]) => t("review.told.run", { from, to, light: t(`review.light.${kind}`) }))
        .join(", "),
    }));
  return parts.join(" ");
}

/** The same as a table, for everyone who would rather read or copy it. @param {Review} review */
export function figures(review) {
  const { moves, start, verdicts } = review;
  const folded = make("details", "panel");
  folded.id = "review-figures";
  folded.append(make("summary", "", t("review.figures")));
  const box = make("div", "scroll figures");
  box.tabIndex = 0; // what can be scrolled must be reached by the keyboard
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", t("review.figures"));
  const grid = make("table");
  const head = make("tr");
  const fair = start === null ? [] : ["before", "after", "skill", "luck"];
  for (const key of ["number", "move", ...fair, "signs", ...(start === null ? [] : ["better"]), ...(verdicts ? ["xray"] : [])]) {
    const cell = make("th", "", t(`review.col.${key}`));
    cell.scope = "col";
    head.append(cell);
  }
  grid.append(make("thead"), make("tbody"));
  grid.tHead?.append(head);
  for (const one of moves) {
    const row = make("tr");
    const name = make("th", "", String(one.number));
    name.scope = "row";
    const cells = [one.label];
    if (one.figures) {
      const { before, after, skill, luck } = one.figures;
      cells.push(...[before, after].map((value) => percent(value / 10000, 1)), ...[skill, luck].map(tenths));
    }
    cells.push(words(one) || "—");
    const [best] = one.best;
    const bad = one.mark && one.mark !== "!" && best && best.move !== one.move;
    if (start !== null) cells.push(bad ? `${best.label} (${share(best.chance)})` : "—");
    if (verdicts) cells.push(t(`review.light.${verdicts[one.number]}`));
    row.append(name, ...cells.map((text) => make("td", "", text)));
    grid.tBodies[0].append(row);
  }
  box.append(grid);
  folded.append(make("p", "dim", t("review.marks")), box);
  return folded;
}

/** @param {number} value ten-thousandths */
function tenths(value) {
  const text = (Math.abs(value) / 100).toFixed(1);
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text;
}
