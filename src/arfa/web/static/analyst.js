// Thinks along with a play: the chances, hints, and what X-ray shows.  It is loaded when one of them is wanted first, and
// each of them when it is.  The service does the thinking; here is what is asked, and what is seen and heard of it.

import { dress } from "./dress.js";
import { addWords } from "./i18n.js";
import { chosen } from "./settings.js";

/** @import { Bar } from "./chance.js" */
/** @import { Hints } from "./hints.js" */
/** @import { Table } from "./table.js" */
/** @import { Looked } from "./types.js" */

export class Analyst {
  /** @type {Bar | null} */
  bar = null;
  /** @type {Hints | null} */
  #hints = null;
  /** What X-ray has shown, and of which position. @type {{at: string, light: Looked} | null} */
  #shown = null;
  #ready = Promise.all([addWords("analyst"), dress("analyst").catch(() => undefined)]);

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.#ready.catch(() => undefined); // whoever waits for it is told
    this.look();
  }

  /** What a position is called here; another one where nothing is played. */
  get #at() {
    const { play } = this.table;
    return play ? `${play.state.id} ${play.state.version}` : "";
  }

  /** Look at the table: another position may lie there, another play, or none. */
  look() {
    this.#hints?.look();
    if (chosen().chance) void this.#watch().catch(this.table.leave.failed);
    else this.bar?.close();
  }

  async #watch() {
    const { Bar } = await import("./chance.js");
    await this.#ready;
    this.bar ??= new Bar(this);
    if (chosen().chance) this.bar.look();
  }

  /** Something is done: what was asked about the table as it was is of no use any more. */
  stop() {
    this.bar?.stop();
    this.#hints?.clear();
  }

  /** Ask for a hint, or for more of it. */
  async hint() {
    const { Hints } = await import("./hints.js");
    await this.#ready;
    this.#hints ??= new Hints(this.table);
    this.#hints.ask();
  }

  /** What X-ray has shown of this position. */
  get light() {
    return this.#shown?.at === this.#at ? this.#shown.light : null;
  }

  /** Look through the cards, if that is still wanted when it was said what it means. */
  async xray() {
    const { xray } = await import("./xray.js");
    await this.#ready;
    const at = this.#at;
    const light = await xray(this.table);
    if (!light) return;
    this.#shown = { at, light };
    this.#hints?.forget();
    this.look();
  }

  /** Whether this is a dead end. */
  async stuck() {
    const { stuck } = await import("./xray.js");
    await this.#ready;
    if (await stuck(this.table, this.bar?.hopeless ?? false)) await this.xray();
  }

  /** The chances in words, if they are shown. */
  get words() {
    return chosen().chance ? this.bar?.words ?? "" : "";
  }
}
