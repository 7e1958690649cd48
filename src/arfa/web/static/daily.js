// The calendar of the deals of the day.

import * as api from "./api.js";
import { dayText } from "./chooser.js";
import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { language, t } from "./i18n.js";

/** @import { Days } from "./types.js" */

const MARKS = { new: "", begun: "…", won: "★", late: "✓" };

/** The day of the week that a week begins with here, Sunday being 0. */
const weekBegins = () => (language() === "ru" ? 1 : 0);

/** A month earlier or later. @param {string} month its first day @param {number} by */
function shifted(month, by) {
  const date = new Date(month);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/**
 * Show the calendar of a patience; a day that was begun is gone on with, another is dealt.
 * @param {string} game
 * @param {(day: string) => unknown} deal
 */
export async function calendar(game, deal) {
  const box = make("div", "calendar");
  /** @param {string} [month] @param {string} [focused] which button was pressed */
  const draw = async (month, focused) => {
    const days = await api.days(game, month);
    box.replaceChildren(...sheet(days, (by, which) => void draw(shifted(days.month, by), which)));
    /** @type {HTMLElement | null} */ (box.querySelector(`button.${focused}:not(:disabled)`))?.focus();
    return days;
  };
  const { name } = await draw();
  const chosen = await show(`${t("daily")}: ${name}`, [box]);
  if (/^\d/.test(chosen)) await deal(chosen);
  else if (chosen) location.hash = chosen;
}

/**
 * @param {Days} days
 * @param {(by: number, which: string) => void} turn to another month
 * @returns {Node[]}
 */
function sheet({ month, today, first, days, streak, best }, turn) {
  const head = make("div", "month");
  for (const [by, sign, which] of /** @type {[number, string, string][]} */ ([[-1, "‹", "before"], [1, "›", "after"]])) {
    const button = make("button", which, sign);
    button.type = "button";
    button.setAttribute("aria-label", t(`daily.${which}`));
    button.disabled = by < 0 ? month <= first : shifted(month, 1) > today.slice(0, 7);
    button.addEventListener("click", () => turn(by, which));
    head.append(button);
  }
  head.firstElementChild?.after(make("b", "", dayText(month, { month: "long", year: "numeric" })));

  const grid = make("div", "days");
  for (let n = 0; n < 7; n++) {
    const day = new Date(Date.UTC(2023, 0, 1 + weekBegins() + n)).toISOString(); // the first was a Sunday
    const name = make("span", "week", dayText(day, { weekday: "short" }));
    name.setAttribute("aria-hidden", "true");
    grid.append(name);
  }
  const blanks = (new Date(month).getUTCDay() - weekBegins() + 7) % 7;
  days.forEach(({ day, status, play }, at) => {
    const button = make("button", "day");
    button.type = "button";
    button.dataset.status = status;
    button.append(make("span", "", String(at + 1)), make("small", "", MARKS[status]));
    button.setAttribute("aria-label", `${dayText(day)}: ${t(`daily.${status}`)}`);
    if (day === today) button.setAttribute("aria-current", "date");
    if (!at) button.dataset.blanks = String(blanks);
    button.addEventListener("click", () =>
      button.closest("dialog")?.close(play ? `#/play/${encodeURIComponent(play)}` : day),
    );
    grid.append(button);
  });
  const said = [t("daily.streak", { n: streak }), ...(best > streak ? [t("daily.best", { n: best })] : [])];
  const key = make("p", "about", t("daily.key"));
  const change = new Date(today);
  change.setUTCDate(change.getUTCDate() + 1);
  const at = new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" }).format(change);
  return [head, grid, make("p", "streak", said.join(" ")), key, make("p", "about", t("daily.when", { time: at }))];
}
