// Times, days and shares in words.

import { language, t } from "./i18n.js";

/** @import { Unit } from "./figures.js" */

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: digits }).format(share);

/** From one to the other, if they differ. @param {string} from @param {string} to */
export const span = (from, to) => (from === to ? from : `${from} – ${to}`);

/** Seconds, told with the two largest units. @param {number} seconds */
export function duration(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const key = h ? (m ? "hm" : "h") : m ? (s ? "ms" : "m") : "s";
  return t(`stat.time.${key}`, { h, m, s }).replaceAll(" ", "\u00a0"); // not to be torn apart at the end of a line
}

/** A date without a time is a day of the player's own calendar. @param {string} text */
const moment = (text) => (text.length === 10 ? new Date(`${text}T12:00:00`) : new Date(text));

/**
 * A day, week, month or year in full.
 * @param {string} begin its first day
 * @param {Unit} unit
 */
export function date(begin, unit) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { year: "numeric" };
  if (unit !== "year") how.month = "long";
  if (unit === "day" || unit === "week") how.day = "numeric";
  const text = new Intl.DateTimeFormat(language(), how).format(moment(begin));
  return unit === "week" ? t("stat.week", { date: text }) : text;
}

/** The same as short as it can be. @param {string} begin @param {Unit} unit */
export function day(begin, unit) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = unit === "year" ? { year: "numeric" } : unit === "month" ? { month: "short" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language(), how).format(moment(begin));
}

/** A moment: day and time. @param {string} text */
export const when = (text) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
