// Deals in words.

import { dayText } from "./chooser.js";
import { t } from "./i18n.js";

/** @param {string} deal "12345", "pysol:1", "perm:67", "daily:2026-11-30"; empty for a position */
export function dealText(deal) {
  const [scheme, number] = deal.split(":");
  if (!number) return deal ? t("deal.of", { deal }) : t("from_position");
  if (scheme === "daily") return t("daily.of", { day: dayText(number, { dateStyle: "long" }) });
  return scheme === "perm" ? t("deal.exact") : t("deal.pysol", { deal: number });
}
