// The list of plays: what each counts as, the way back to it, and its deletion.

import { request } from "./api.js";
import { dealText } from "./deals.js";
import { ask } from "./dialogs.js";
import { icon, make } from "./dom.js";
import { t } from "./i18n.js";
import { forget } from "./kept.js";
import { say } from "./status.js";
import { duration, when } from "./telling.js";

/** @import { Entry, Page, Result } from "./figures.js" */

/** @type {("" | Result)[]} */
const RESULTS = ["", "won", "lost", "open", "again", "aside", "looked"];

export class History {
  #list = make("ul", "history");
  #more = make("button", "", t("stat.more"));
  #count = make("p", "dim");
  /** @type {string | null} */
  #after = "";
  #result = "";

  /**
   * @param {string} game the patience whose plays are listed; all when empty
   * @param {(why: unknown) => void} failed
   */
  constructor(game, failed) {
    this.game = game;
    this.failed = failed;
    this.element = make("section", "panel");
    /** Whether there are plays at all. */
    this.any = false;
    /** Called when a play was deleted. @type {() => Promise<void>} */
    this.changed = async () => {};
    this.#more.type = "button";
    this.#more.addEventListener("click", () => void this.#next());
  }

  /** Load the beginning. */
  async load() {
    const page = await this.#page();
    this.any = page.total > 0;
    this.element.hidden = !this.any;
    this.#more.textContent = t("stat.more");
    const label = make("label", "row");
    const choice = make("select");
    for (const value of RESULTS) {
      const option = make("option", "", t(`stat.show.${value || "all"}`));
      option.value = value;
      choice.append(option);
    }
    choice.addEventListener("change", () => void this.#filter(/** @type {"" | Result} */ (choice.value)));
    label.append(make("span", "", t("stat.show")), choice);
    this.element.replaceChildren(make("h3", "", t("stat.plays")), label, this.#count, this.#list, this.#more);
    this.#show(page);
  }

  /** @returns {Promise<Page>} */
  #page() {
    const query = new URLSearchParams({ game: this.game, limit: "20" });
    if (this.#result) query.set("result", this.#result);
    if (this.#after) query.set("after", this.#after);
    return request(`player/plays?${query}`);
  }

  /** @param {string} result */
  async #filter(result) {
    this.#result = result;
    this.#after = "";
    try {
      const page = await this.#page();
      this.#list.replaceChildren();
      this.#show(page);
    } catch (why) {
      this.failed(why);
    }
  }

  async #next() {
    try {
      const page = await this.#page();
      const last = this.#list.lastElementChild;
      this.#show(page);
      // The button may be gone; the focus goes to the first of what it has brought.
      /** @type {HTMLElement | null | undefined} */ (last?.nextElementSibling?.querySelector("a"))?.focus();
    } catch (why) {
      this.failed(why);
    }
  }

  /** @param {Page} page */
  #show({ plays, total, after }) {
    this.#after = after;
    this.#more.hidden = !after;
    this.#count.textContent = total ? t("stat.plays.n", { n: total }) : t("stat.plays.none");
    this.#list.append(...plays.map((play) => this.#item(play)));
  }

  /** @param {Entry} play */
  #item(play) {
    const { id, name, deal, result, moves, seconds, updated, won_moves, won_seconds, won_clean } = play;
    const item = make("li");
    const link = make("a", "", name);
    link.href = `#/play/${encodeURIComponent(id)}`;
    link.setAttribute("aria-label", t(result === "won" ? "stat.look" : "stat.resume", { name, deal: dealText(deal) }));
    const text = make("div", "text");
    const line = make("div");
    line.append(link, " ", make("span", `result ${result}`, t(`stat.result.${result}`)));
    const about = [
      dealText(deal),
      t("n.moves", { n: won_moves ?? moves }),
      result !== "looked" && duration(won_seconds ?? seconds),
      won_clean && t("stat.cleanly"),
      when(updated),
    ];
    text.append(line, make("small", "", about.filter(Boolean).join(" · ")));
    const remove = make("button");
    remove.type = "button";
    remove.title = t("stat.delete");
    remove.setAttribute("aria-label", t("stat.delete.play", { name, deal: dealText(deal) }));
    remove.append(icon("close"));
    remove.addEventListener("click", () => void this.#remove(play));
    item.append(text, remove);
    return item;
  }

  /** @param {Entry} play */
  async #remove({ id, name, deal }) {
    const sure = await ask(t("stat.delete.title"), t("stat.delete.text", { name, deal: dealText(deal) }), [
      { value: "", label: t("cancel"), main: true },
      { value: "delete", label: t("stat.delete") },
    ]);
    if (sure !== "delete") return;
    try {
      await request(`plays/${encodeURIComponent(id)}`, undefined, { method: "DELETE" });
      forget((one) => one !== id);
      await this.changed();
      say(t("stat.deleted"));
    } catch (why) {
      this.failed(why);
    }
  }
}
