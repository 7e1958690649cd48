// The bar of the chances: a share, how sure it is, and where it was before the move.  What the service has found out so
// far is drawn as it comes; until there is something the last value stays, dimmed.

import { Refused } from "./api.js";
import { ask as question } from "./dialogs.js";
import { byId, make, setAttribute, setText } from "./dom.js";
import { events } from "./events.js";
import { t } from "./i18n.js";
import { percent } from "./percent.js";

/** @import { Analyst } from "./analyst.js" */
/** @import { Estimate } from "./types.js" */

/** Moves that follow each other at once are not all asked about. */
const SOON_MS = 80;
const RETRY_MS = [1000, 3000, 10000, 30000];
/** A fall by so much is told without being asked. */
const FALL = 0.15;

/** What is said of each light of X-ray beside the bar. */
const SIGNS = { winnable: "✓", lost: "✗", stuck: "■", unknown: "?" };

/** The sign of what the solver says where nothing is hidden. @param {number | null} value */
const verdict = (value) => (value === null ? "unknown" : value ? "winnable" : "lost");

/** @param {number} share */
const points = (share) => Math.round(100 * share);

/** A chance in words for a screen reader. @param {Estimate} estimate */
function inWords({ kind, value, low, high, exact, sighted }) {
  if (kind === "none") return t("chance.none");
  if (kind === "open") return t(`chance.open.${verdict(value)}`);
  if (value === null) return t("chance.waiting");
  if (exact) return t(value ? "chance.sure" : "chance.hopeless");
  const within = Math.max(1, points(Math.max((high ?? value) - value, value - (low ?? value))));
  const n = points(value);
  const said = n <= 0 ? t("chance.least") : n >= 100 ? t("chance.most") : t("chance.about", { n, within });
  return sighted ? `${said}; ${t("chance.sighted", { n: points(sighted.value) })}` : said;
}

/** The same as short as it can be. @param {Estimate} estimate */
function inShort({ kind, value, exact }) {
  if (kind === "none") return t("chance.none.short");
  if (kind === "open") return `${SIGNS[verdict(value)]} ${t(`chance.open.${verdict(value)}.short`)}`;
  return value === null ? "…" : percent(value, exact);
}

export class Bar {
  /** The play, and the version of it, that the bar is about. */
  #play = "";
  #version = -1;
  /** What was told last. @type {Estimate | null} */
  #told = null;
  /** Whether that is about this version. */
  #fresh = false;
  /** What was known before the move. @type {Estimate | null} */
  #before = null;
  /** Whether that was announced. */
  #announced = false;
  /** Hangs up. @type {AbortController | null} */
  #line = null;
  #tries = 0;
  #timer = 0;
  #lost = false;

  /** @param {Analyst} analyst */
  constructor(analyst) {
    this.analyst = analyst;
    this.root = make("div", "chance");
    this.root.id = "chance";
    this.meter = make("div", "meter");
    this.text = make("b", "share");
    this.rail = make("span", "rail");
    for (const part of ["fill", "band", "ghost"]) this.rail.append(make("i", part));
    this.meter.append(this.text, this.rail);
    this.news = make("p", "sr");
    this.news.setAttribute("role", "status");
    this.about = make("button", "about");
    this.about.type = "button";
    this.about.addEventListener("click", () => void this.explain().catch(analyst.table.leave.failed));
    this.root.append(this.meter, this.about, this.news);
    for (const [what, where] of /** @type {const} */ ([["visibilitychange", document], ["online", window]]))
      where.addEventListener(what, () => this.root.isConnected && (document.hidden ? this.stop() : this.look()));
  }

  /** Look at the table, and ask about what lies there. */
  look() {
    const { play } = this.analyst.table;
    if (!play) return this.close();
    const { id, version, status } = play.state;
    if (!this.root.isConnected) byId("menu").before(this.root);
    if (id !== this.#play) this.#forget(id);
    if (version !== this.#version) {
      this.stop();
      if (this.#fresh) this.#before = this.#told;
      this.#fresh = this.#announced = this.#lost = false;
      this.#version = version;
      this.#tries = 0;
    }
    if (status === "won" && !this.#fresh) this.#hear({ kind: "fair", value: 1, low: 1, high: 1, exact: true, final: true, sighted: null });
    this.#draw();
    const done = this.#fresh && this.#told?.final;
    if (!done && !this.#line && play.settled && !document.hidden) void this.#listen();
  }

  /** Ask no more for now: something is done. */
  stop() {
    clearTimeout(this.#timer);
    this.#line?.abort();
    this.#line = null;
    this.#draw();
  }

  /** Take the bar away. */
  close() {
    this.stop();
    this.root.remove();
    this.#forget("");
  }

  /** @param {string} play */
  #forget(play) {
    this.stop();
    this.#play = play;
    this.#version = -1;
    this.#told = this.#before = null;
    this.#fresh = false;
    setText(this.news, "");
  }

  async #listen() {
    const line = (this.#line = new AbortController());
    const { signal } = line;
    await new Promise((done) => setTimeout(done, SOON_MS));
    if (signal.aborted) return;
    try {
      const address = `plays/${encodeURIComponent(this.#play)}/chance?version=${this.#version}`;
      for await (const estimate of events(address, signal)) {
        if (signal.aborted) return;
        this.#hear(/** @type {Estimate} */ (estimate));
      }
    } catch (why) {
      if (signal.aborted) return;
      const refused = why instanceof Refused && ![409, 429, 503].includes(why.status);
      this.#lost = !(why instanceof Refused);
      if (why instanceof Refused && why.status === 409) this.analyst.table.refresh(); // it was played on elsewhere
      if (refused) this.#tries = RETRY_MS.length; // what is refused once is refused again
    }
    if (signal.aborted) return;
    this.#line = null;
    this.#draw();
    if ((this.#fresh && this.#told?.final) || this.#tries >= RETRY_MS.length) return;
    this.#timer = setTimeout(() => this.root.isConnected && this.look(), RETRY_MS[this.#tries++]);
  }

  /** @param {Estimate} estimate */
  #hear(estimate) {
    this.#told = estimate;
    this.#fresh = true;
    this.#lost = false;
    this.#draw();
    const { value, final, exact } = estimate;
    const before = this.#before;
    if (!final || this.#announced || value === null || !before || before.value === null) return;
    this.#announced = true;
    const fell = before.value - value >= FALL;
    setText(this.news, fell ? t("chance.fell", { before: percent(before.value, before.exact), after: percent(value, exact) }) : "");
  }

  /** The chances in a sentence or two. */
  get words() {
    const { light } = this.analyst;
    const said = this.#told && this.#fresh ? inWords(this.#told) : t(this.#lost ? "chance.lost" : "chance.waiting");
    return light ? `${said}; ${t(`xray.${light.light}.short`)}` : said;
  }

  /** Whether it is certain for everybody that there is no win. */
  get hopeless() {
    const told = this.#fresh ? this.#told : null;
    return told !== null && told.exact && told.value === 0;
  }

  #draw() {
    if (!this.root.isConnected) return;
    const told = this.#told;
    const { light } = this.analyst;
    const known = told?.value ?? null;
    const state = this.#lost ? "lost" : this.#fresh ? (told?.final ? "final" : "better") : "waiting";
    setAttribute(this.root, "data-state", state);
    setAttribute(this.root, "data-kind", told?.kind ?? "waiting");
    const text = this.#lost ? t("chance.lost.short") : told ? inShort(told) : "…";
    setText(this.text, light ? `${text} ${SIGNS[light.light]}` : text);
    const { style } = this.rail;
    const bare = known === null;
    this.rail.classList.toggle("bare", bare);
    const at = { value: known, low: told?.low ?? known, high: told?.high ?? known, before: this.#before?.value ?? null };
    for (const [name, share] of Object.entries(at)) {
      const width = share === null ? "" : `${Math.round(1000 * share) / 10}%`;
      if (style.getPropertyValue(`--${name}`) !== width) style.setProperty(`--${name}`, width);
    }
    this.rail.classList.toggle("moved", at.before !== null && !bare);
    const { words } = this;
    // A meter without a value is none.
    setAttribute(this.meter, "role", bare ? "img" : "meter");
    setAttribute(this.meter, "aria-label", bare ? `${t("chance")}: ${words}` : t("chance"));
    // What is not certain is neither nothing nor all.
    const now = known === null || told?.exact ? points(known ?? 0) : Math.min(99, Math.max(1, points(known)));
    for (const [name, value] of Object.entries({ valuemin: "0", valuemax: "100", valuenow: `${now}`, valuetext: words }))
      setAttribute(this.meter, `aria-${name}`, bare ? null : value);
    setAttribute(this.about, "aria-label", t("chance.more"));
    setAttribute(this.root, "title", words);
  }

  /** What the bar shows, in full. */
  async explain() {
    const words = `${this.words.slice(0, 1).toUpperCase()}${this.words.slice(1)}.`;
    const { analyst } = this;
    const kind = this.#told?.kind ?? "fair";
    const text = kind === "none" ? words : `${words} ${t(`chance.means.${kind}`)}`;
    const what = await question(t("chance"), text, [
      { value: "xray", label: t("xray") },
      { value: "", label: t("close"), main: true },
    ]);
    if (what) await analyst.xray();
  }
}
