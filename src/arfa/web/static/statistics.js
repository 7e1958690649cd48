// The page of statistics: all patiences together, or one of them.  The service counts; here it is shown.

import { request } from "./api.js";
import { columns, figure, shares } from "./charts.js";
import { byId, make } from "./dom.js";
import { addWords, has, t } from "./i18n.js";
import { Archive } from "./archive.js";
import { History } from "./history.js";
import { date, day, duration, percent, span } from "./telling.js";

/** @import { Figures, PatienceFigures, Spread, Statistics, Share } from "./figures.js" */

/** Load the dress of this page, once. */
function dress() {
  return new Promise((done, failed) => {
    if (document.querySelector("#statistics-css")) return done(null);
    const link = make("link");
    link.id = "statistics-css";
    link.rel = "stylesheet";
    link.href = new URL("statistics.css", import.meta.url).href;
    link.onload = done;
    link.onerror = failed;
    document.head.append(link);
  });
}

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
  const [found] = await Promise.all([request(`player/statistics?zone=${zone}&offset=${offset}`), addWords("statistics"), dress()]);
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

/** What is known of a patience. @param {Share | null} share */
function known(share) {
  if (!share) return t("stat.winnable.none");
  const { deals, won, unknown } = share;
  const words = { deals, low: percent(won / deals, 1), high: percent((won + unknown) / deals, 1) };
  return t(words.low === words.high ? "stat.winnable" : "stat.winnable.range", words);
}

/** The share of wins of each patience, as far as chance lets it be known. @param {PatienceFigures[]} patiences */
function rates(patiences) {
  const lines = patiences.map(({ name, winnable, figures: { rate, won, lost } }) => ({
    label: name,
    share: rate?.share ?? null,
    low: rate?.low ?? 0,
    high: rate?.high ?? 1,
    mark: /** @type {[number, number] | null} */ (
      winnable && [winnable.won / winnable.deals, (winnable.won + winnable.unknown) / winnable.deals]
    ),
    title: [
      name,
      rate
        ? t("stat.rate.line", { share: percent(rate.share), won, all: won + lost, low: percent(rate.low), high: percent(rate.high) })
        : t("stat.rate.none"),
      known(winnable),
    ].join(". "),
  }));
  return figure({
    heading: t("stat.rate"),
    summary: lines.length === 1 ? lines[0].title.slice(lines[0].label.length + 2) : t("stat.rate.summary"),
    chart: shares(lines, percent),
    legend: [
      ["share", t("stat.legend.share")],
      ["interval", t("stat.legend.interval")],
      ["could", t("stat.legend.could")],
    ],
    fold: t("stat.table"),
    head: ["stat.patience", "stat.won", "stat.lost", "stat.share", "stat.interval", "stat.winnable.head"].map((key) => t(key)),
    rows: patiences.map(({ name, winnable, figures: { won, lost, rate } }) => [
      name,
      String(won),
      String(lost),
      rate ? percent(rate.share) : "—",
      rate ? span(percent(rate.low), percent(rate.high)) : "—",
      winnable ? span(percent(winnable.won / winnable.deals, 1), percent((winnable.won + winnable.unknown) / winnable.deals, 1)) : "—",
    ]),
  });
}

/** Deals and wins over time. @param {Figures} figures */
function periods({ unit, periods: all, played, won }) {
  const told = all.map(({ begin, ...counts }) => ({ when: date(begin, unit), tick: day(begin, unit), ...counts }));
  return figure({
    heading: t(`stat.by.${unit}`),
    summary: t("stat.by.summary", { played, won }),
    chart: columns(
      told.map(({ when, tick, played: whole, won: part }) => ({
        tick,
        whole,
        part,
        title: t("stat.by.column", { when, played: whole, won: part }),
      })),
      (n) => t("stat.n", { n }),
    ),
    legend: [
      ["part", t("stat.legend.won")],
      ["whole", t("stat.legend.played")],
    ],
    fold: t("stat.table"),
    head: [t(`stat.unit.${unit}`), t("stat.played"), t("stat.won")],
    rows: told.filter(({ played: n }) => n).map(({ when, played: n, won: wins }) => [when, String(n), String(wins)]),
  });
}

/**
 * How many moves, or how long, wins took.
 * @param {"moves" | "times"} kind
 * @param {Spread} spread
 * @param {(n: number) => string} say
 */
function spread(kind, { least, median, most, bins, least_play }, say) {
  const short = kind === "times" ? duration : (/** @type {number} */ n) => t("stat.n", { n });
  // What is counted in whole numbers ends one before the next bin begins.
  const range = (/** @type {{low: number, high: number}} */ { low, high }) =>
    kind === "moves" ? span(short(low), short(high - 1)) : t("stat.from_to", { from: short(low), to: short(high) });
  const chart = figure({
    heading: t(`stat.${kind}`),
    summary: t("stat.spread", { least: say(least), median: say(median), most: say(most) }),
    chart: columns(
      bins.map((bin) => ({
        tick: short(bin.low),
        whole: bin.wins,
        part: bin.wins,
        title: `${range(bin)}: ${t("stat.wins.n", { n: bin.wins })}`,
      })),
      (n) => t("stat.n", { n }),
      true,
    ),
    fold: t("stat.table"),
    head: [t(`stat.${kind}`), t("stat.won")],
    rows: bins.map((bin) => [range(bin), String(bin.wins)]),
  });
  const best = make("a", "back", t(`stat.${kind}.best`));
  best.href = `#/play/${encodeURIComponent(least_play)}`;
  chart.append(best);
  return chart;
}

/** Wins and losses in a row. @param {Figures} figures */
function streaks({ streaks: { latest, longest_won, longest_lost } }) {
  const told = latest.map(({ won, length, first, last }) => ({
    words: t(won ? "stat.wins" : "stat.losses", { n: length }),
    when: span(date(first, "day"), date(last, "day")),
    height: won ? length : -length,
    tick: day(last, "day"),
  }));
  return figure({
    heading: t("stat.streaks"),
    summary: t("stat.streaks.summary", { won: longest_won, lost: longest_lost }),
    chart: columns(
      told.map(({ words, when, height, tick }) => ({ tick, whole: height, part: Math.max(height, 0), title: `${words}. ${when}` })),
      (n) => t("stat.n", { n }),
    ),
    legend: [
      ["part", t("stat.legend.wins")],
      ["lost", t("stat.legend.losses")],
    ],
    fold: t("stat.table"),
    head: [t("stat.streak.head"), t("stat.when")],
    rows: told.map(({ words, when }) => [words, when]).reverse(),
  });
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
