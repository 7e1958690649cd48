// The page of statistics: all patiences together, or one of them.  The service counts; here it is shown.

import { request } from "./api.js";
import { byId, make } from "./dom.js";
import { dress } from "./dress.js";
import { addWords, t } from "./i18n.js";
import { Archive } from "./archive.js";
import { History } from "./history.js";
import { periods, rates, spread, streaks } from "./plots.js";
import { duration, percent } from "./telling.js";

/** @import { Figures, PatienceFigures, Statistics } from "./figures.js" */

/**
 * Load what is to be shown; what comes back draws it.
 * @param {string} game a patience with its variants, or nothing for all
 * @param {(why: unknown) => void} failed
 */
export async function open(game, failed) {
  // Days are those of the player's clock, which may have been another one in the summer.
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  const offset = -new Date().getTimezoneOffset();
  /** @type {[Statistics, unknown, unknown]} */
  const [found] = await Promise.all([request(`player/statistics?zone=${zone}&offset=${offset}`), addWords("statistics"), dress("statistics")]);
  const history = new History(game, failed);
  await history.load();
  return (/** @type {HTMLElement} */ root) => {
    const one = found.patiences.find((each) => each.game === game);
    const again = async () => (await open(game, failed))(root);
    const archive = new Archive(history.any, again, failed);
    const title = one ? one.name : t("statistics");
    document.title = `${title} — ${t("brand")}`;
    const heading = make("h2", "", title);
    heading.tabIndex = -1;
    root.setAttribute("aria-label", t("statistics"));
    /** @type {Node[]} */
    const content = [];
    if (one) content.push(back(), heading, ...ofOne(one));
    else if (game) content.push(back(), heading, make("p", "", t("stat.never")));
    else if (found.patiences.length) content.push(heading, ...ofAll(found));
    else content.push(heading, nothing());
    history.changed = again;
    content.push(history.element);
    if (!game) content.push(archive.element);
    root.replaceChildren(...content);
    byId("page").parentElement?.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  };
}

function back() {
  const link = make("a", "back", t("stat.all"));
  link.href = "#/statistics";
  return link;
}

/** Nothing was played yet. */
function nothing() {
  const box = make("div", "panel");
  const go = make("a", "button main", t("stat.empty.go"));
  go.href = "#/";
  const row = make("div", "row");
  row.append(go);
  box.append(make("h3", "", t("stat.empty.title")), make("p", "", t("stat.empty")), row);
  return box;
}

/** @param {Statistics} all @returns {Node[]} */
function ofAll({ total, patiences }) {
  const charts = make("div", "charts");
  charts.append(rates(patiences), periods(total));
  if (total.streaks.latest.length > 1) charts.append(streaks(total));
  return [tiles(total, patiences.length === 1), could(total), charts, list(patiences)];
}

/** @param {PatienceFigures} one @returns {Node[]} */
function ofOne(one) {
  const { figures } = one;
  const charts = make("div", "charts");
  charts.append(rates([one]), periods(figures));
  if (figures.moves) charts.append(spread("moves", figures.moves, (n) => t("n.moves", { n })));
  if (figures.times) charts.append(spread("times", figures.times, duration));
  if (figures.streaks.latest.length > 1) charts.append(streaks(figures));
  return [tiles(figures, true), could(figures), charts];
}

/**
 * The figures in large letters.
 * @param {Figures} figures
 * @param {boolean} alike whether they are all of one patience, so that moves and times can be compared
 */
function tiles(figures, alike) {
  const { played, won, lost, open, clean, again, aside, rate, streaks, moves, times, mercy, breaches } = figures;
  const all = make("dl", "tiles");
  /** @param {string} key @param {string | number} value @param {string} [note] */
  const tile = (key, value, note = "") => {
    const box = make("div");
    const figure = make("dd");
    figure.append(typeof value === "number" ? make("b", "", t("stat.n", { n: value })) : make("b", "words", value));
    box.append(make("dt", "", t(`stat.${key}`)), figure);
    if (note) box.append(make("dd", "note", note));
    all.append(box);
  };
  const left = [again && t("stat.again.note", { n: again }), aside && t("stat.aside.note", { n: aside })];
  tile("played", played, left.filter(Boolean).join(", "));
  tile("won", won, rate ? t("stat.won.note", { share: percent(rate.share) }) : "");
  tile("lost", lost, open ? t("stat.open.note", { n: open }) : "");
  tile("clean", clean, t("stat.clean.note"));
  if (streaks.current) {
    const { won: good, length } = streaks.current;
    tile("streak", t(good ? "stat.wins" : "stat.losses", { n: length }), t("stat.streak.note", { n: streaks.longest_won }));
  }
  if (alike && moves) tile("moves.least", moves.least, t("stat.median", { value: t("n.moves", { n: moves.median }) }));
  if (alike && times) tile("times.least", duration(times.least), t("stat.median", { value: duration(times.median) }));
  if (mercy) tile("mercy", mercy, t("stat.mercy.note", { n: breaches }));
  tile("seconds", duration(figures.seconds));
  return all;
}

/** How many of these deals could be won at all. @param {Figures} figures */
function could({ expected }) {
  const { deals, unmeasured, won, least, most, low, high } = expected;
  const box = make("section", "panel");
  box.append(make("h3", "", t("stat.could.title")));
  if (deals) {
    const [from, to] = [Math.round(least), Math.round(most)];
    const words = { deals, won, from, to, low: Math.floor(low), high: Math.ceil(high) };
    const text = [t(from === to ? "stat.could" : "stat.could.range", words)];
    if (deals >= 20 && words.low < words.high) text.push(t("stat.could.spread", words));
    text.push(t("stat.could.won", words));
    box.append(make("p", "", text.join(" ")), make("p", "dim", t("stat.could.note")));
  }
  if (unmeasured) box.append(make("p", "dim", t("stat.could.unmeasured", { n: unmeasured })));
  return box;
}

/** The patiences, each with a way to its own page. @param {PatienceFigures[]} patiences */
function list(patiences) {
  const box = make("section", "panel");
  const scroll = make("div", "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", t("stat.patiences"));
  const table = make("table");
  const head = make("tr");
  for (const key of ["patience", "played", "won", "lost", "clean", "streak.longest"]) {
    const cell = make("th", "", t(`stat.${key}`));
    cell.scope = "col";
    head.append(cell);
  }
  table.createTHead().append(head);
  const body = table.createTBody();
  for (const { game, name, figures } of patiences) {
    const link = make("a", "", name);
    link.href = `#/statistics/${encodeURIComponent(game)}`;
    const first = make("th");
    first.scope = "row";
    first.append(link);
    const line = make("tr");
    const { played, won, lost, clean, streaks: runs } = figures;
    line.append(first, ...[played, won, lost, clean, runs.longest_won].map((n) => make("td", "", t("stat.n", { n }))));
    body.append(line);
  }
  scroll.append(table);
  box.append(make("h3", "", t("stat.patiences")), scroll, make("p", "dim", t("stat.counting")));
  return box;
}
