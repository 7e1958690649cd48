// All plays as a file, and back; and the end of everything that is kept.

import { Refused, request } from "./api.js";
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { forget } from "./kept.js";
import { say } from "./status.js";

/** @import { Restored } from "./figures.js" */

const PATIENCE_MS = 120000; // the referee follows every move of the file

export class Archive {
  #said = make("p", "dim");

  /**
   * @param {boolean} any whether there is anything to be saved or deleted
   * @param {() => Promise<void>} again shows the page anew
   * @param {(why: unknown) => void} failed
   */
  constructor(any, again, failed) {
    this.again = again;
    this.failed = failed;
    this.element = make("section", "panel");
    const file = make("input");
    file.type = "file";
    file.accept = ".json,application/json";
    file.hidden = true;
    file.addEventListener("change", () => void this.#take(file));
    const save = make("a", "button", t("stat.export"));
    save.href = new URL("api/player/export", document.baseURI).href;
    save.download = "arfa-plays.json";
    const take = make("button", "", t("stat.import"));
    take.type = "button";
    take.addEventListener("click", () => file.click());
    const end = make("button", "", t("stat.end"));
    end.type = "button";
    end.addEventListener("click", () => void this.#end());
    const row = make("div", "row");
    if (any) row.append(save, take, end, file);
    else row.append(take, file);
    this.element.append(make("h3", "", t("stat.data")), make("p", "", t("stat.data.text")), row, this.#said);
  }

  /** @param {HTMLInputElement} input */
  async #take(input) {
    const file = input.files?.[0];
    input.value = ""; // the same file may be chosen again
    if (!file) return;
    this.#said.textContent = t("stat.importing");
    try {
      const body = new Blob([file], { type: "application/json" });
      /** @type {Restored} */
      const done = await request("player/import", body, { patience: PATIENCE_MS });
      const parts = Object.entries(done).filter(([, n]) => n);
      const text = parts.map(([name, n]) => t(`stat.imported.${name}`, { n })).join(" ") || t("stat.imported.nothing");
      await this.again();
      say(text);
    } catch (why) {
      this.#said.textContent = why instanceof Refused ? why.message : "";
      this.failed(why);
    }
  }

  async #end() {
    const sure = await ask(t("stat.end.title"), t("stat.end.text"), [
      { value: "", label: t("cancel"), main: true },
      { value: "end", label: t("stat.end.sure") },
    ]);
    if (sure !== "end") return;
    try {
      await request("player", undefined, { method: "DELETE" });
      forget();
      await this.again();
      say(t("stat.ended"));
    } catch (why) {
      this.failed(why);
    }
  }
}
