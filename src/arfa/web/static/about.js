// What is known of a deal to whoever sees all cards: whether it can come out, how hard it is, what would come of it by
// other rules.  In a game that is not over it is told only to those who want it all the same.

import { Refused, request } from "./api.js";
import { ask, show } from "./dialogs.js";
import { make } from "./dom.js";
import { addWords, t } from "./i18n.js";

/** @import { DealFacts, State } from "./types.js" */

/** Many questions are put to the solver. */
const PATIENCE_MS = 30000;

/**
 * Tell about the deal of a play.
 * @param {State} state
 */
export async function about({ id, version, status }) {
  await addWords("about");
  const path = `plays/${encodeURIComponent(id)}/about`;
  if (status === "won") return tell(request(path, undefined, { patience: PATIENCE_MS }));
  const answer = await ask(t("about"), t("about.going_on"), [
    { value: "", label: t("cancel") },
    { value: "yes", label: t("about.all_the_same"), main: true },
  ]);
  if (answer) await tell(request(path, { version }, { patience: PATIENCE_MS }));
}

/** @param {Promise<DealFacts>} asked */
async function tell(asked) {
  const box = make("div");
  box.setAttribute("aria-live", "polite");
  box.append(make("p", "", t("about.looking")));
  const closed = show(t("about"), [box]);
  try {
    const { said, variants } = await asked;
    box.replaceChildren(...said.map((text) => make("p", "", text)));
    if (variants.length) box.append(otherwise(variants));
  } catch (why) {
    box.replaceChildren(make("p", "", why instanceof Refused ? why.message : t("lost.once")));
  }
  await closed;
}

/** @param {DealFacts["variants"]} variants */
function otherwise(variants) {
  const table = make("table", "otherwise");
  table.append(make("caption", "", t("about.variants")));
  const body = make("tbody");
  for (const { name, verdict, said } of variants) {
    const row = make("tr");
    row.dataset.verdict = verdict;
    const head = make("th", "", name);
    head.scope = "row";
    row.append(head, make("td", "", said));
    body.append(row);
  }
  table.append(body);
  return table;
}
