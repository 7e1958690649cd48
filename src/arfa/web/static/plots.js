// The charts of the page of statistics: what each of them shows, in words, as a drawing and as a table.

import { columns, figure, shares } from "./charts.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { date, day, duration, percent, span } from "./telling.js";

/** @import { Figures, PatienceFigures, Share, Spread } from "./figures.js" */

/** What is known of a patience. @param {Share | null} share */
function known(share) {
  if (!share) return t("stat.winnable.none");
  const { deals, won, unknown } = share;
  const words = { deals, low: percent(won / deals, 1), high: percent((won + unknown) / deals, 1) };
  return t(words.low === words.high ? "stat.winnable" : "stat.winnable.range", words);
}

/** The share of wins of each patience, as far as chance lets it be known. @param {PatienceFigures[]} patiences */
export function rates(patiences) {
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
export function periods({ unit, periods: all, played, won }) {
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
export function spread(kind, { least, median, most, bins, least_play }, say) {
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
export function streaks({ streaks: { latest, longest_won, longest_lost } }) {
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
