// The page that looks at a game again: its table at every move, what each move was worth, how much was luck, and where
// the deal was lost.  The service judges; here it is shown.  `#/review/PLAY/12` is the game after its 12th move.

import { Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { dress } from "./dress.js";
import { addWords, t } from "./i18n.js";
import { Moves } from "./review_moves.js";
import { Panel } from "./review_panel.js";
import { figures, summary, told } from "./review_sum.js";
import { Replay } from "./replay.js";
import { listen } from "./stream.js";
import { say } from "./status.js";
import { Timeline } from "./timeline.js";

/** @import { Piles, Review } from "./types.js" */

const PACE_MS = 800;
const WRITTEN_MS = 300; // browsers do not let an address change all the time

/**
 * Load what the page needs; what comes back draws it, and then gives back what leaves it.
 * @param {string} rest of the address: the play, and a move
 * @param {(why: unknown) => void} failed
 */
export async function open(rest, failed) {
  const [id, at = ""] = rest.split("/");
  await Promise.all([addWords("review"), dress("statistics").then(() => dress("review"))]);
  return (/** @type {HTMLElement} */ root) => {
    const page = new Page(root, id, at, failed);
    void page.load();
    return () => page.close();
  };
}

class Page {
  #left = new AbortController();
  #playing = 0;
  #written = 0;
  /** @type {Review | null} */
  #review = null;
  /** What shows one of the positions. @type {((at: number) => void)[]} */
  #views = [];
  /** @type {(() => void)[]} */
  #closing = [];
  #at = 0;

  /**
   * @param {HTMLElement} root
   * @param {string} id of the play
   * @param {string} wanted the move that is to be shown first
   * @param {(why: unknown) => void} failed
   */
  constructor(root, id, wanted, failed) {
    this.root = make("div", "review");
    root.replaceChildren(this.root);
    this.id = id;
    this.wanted = wanted;
    this.failed = failed;
    root.setAttribute("aria-label", t("review"));
    document.title = `${t("review")} — ${t("brand")}`;
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#left.signal });
  }

  /** Leave the page. */
  close() {
    this.#left.abort();
    this.#play(false);
    clearTimeout(this.#written);
    for (const close of this.#closing) close();
  }

  /** Ask for the review; it takes a few seconds. */
  async load() {
    const heading = make("h2", "", t("review"));
    heading.tabIndex = -1;
    const bar = make("progress");
    bar.setAttribute("aria-label", t("review.working"));
    const text = make("p", "dim", t("review.working"));
    this.root.replaceChildren(this.#back(), heading, text, bar);
    byId("page").parentElement?.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
    say("");
    try {
      await listen(
        `plays/${encodeURIComponent(this.id)}/review`,
        ({ done, of, review }) => {
          if (review) this.#review = review;
          else {
            [bar.value, bar.max] = [done, of];
            setText(text, t("review.progress", { done, of }));
          }
        },
        this.#left.signal,
      );
      if (this.#review) this.#show(this.#review);
    } catch (why) {
      if (this.#left.signal.aborted) return;
      if (why instanceof Refused) return this.root.replaceChildren(this.#back(), heading, make("p", "refused", why.message));
      const again = button(t("review.again"), () => void this.load());
      this.root.replaceChildren(this.#back(), heading, make("p", "refused", t("review.line_lost")), again);
    }
  }

  #back() {
    const link = make("a", "back", t("review.back"));
    link.href = `#/play/${encodeURIComponent(this.id)}`;
    return link;
  }

  /** @param {Review} review */
  #show(review) {
    document.title = `${review.name} — ${t("review")} — ${t("brand")}`;
    const heading = make("h2", "", t("review.of", { name: review.name }));
    heading.tabIndex = -1;
    const replay = new Replay(review, tables(review), (by) => this.go(this.#at + by));
    const moves = new Moves(review, (at) => this.go(at));
    const panel = new Panel(review, this.failed, (at) => this.go(at));
    const line = new Timeline(review, told(review), (at) => this.go(at));
    const table = figures(review);
    const slider = this.#slider(review);
    line.element.setAttribute("aria-details", table.id);
    const chart = make("section", "panel timeline");
    chart.append(make("h3", "", t("review.timeline")), line.element, slider, this.#tools(), legend(review));
    const left = make("div", "stage");
    left.append(replay.root, chart, panel.element);
    const columns = make("div", "columns");
    columns.append(left, moves.element);
    this.root.replaceChildren(this.#back(), heading, summary(review, (at) => this.go(at)), columns, table, this.#files(review));
    this.#closing = [() => replay.close(), () => line.close()];
    this.#views = [
      (at) => replay.show(at, t("review.table", { n: at })),
      (at) => line.set(at),
      (at) => moves.set(at),
      (at) => panel.set(at),
      (at) => {
        slider.value = String(at);
        slider.setAttribute("aria-valuetext", panel.words(at));
      },
    ];
    const first = this.wanted === "" ? (review.lost_at ?? review.turning_point ?? review.moves.length) : Number(this.wanted);
    this.#set(Math.min(review.moves.length, Math.max(0, first | 0)));
    heading.focus({ preventScroll: true });
    performance.mark("reviewed");
  }

  /** @param {Review} review */
  #slider(review) {
    const slider = make("input");
    slider.type = "range";
    slider.min = "0";
    slider.max = String(review.moves.length);
    slider.setAttribute("aria-label", t("review.slider"));
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    return slider;
  }

  /** The buttons beneath the chart. */
  #tools() {
    const row = make("div", "row tools");
    /** @param {string} key @param {string} text @param {() => void} act */
    const add = (key, text, act) => {
      const made = button(text, act);
      made.setAttribute("aria-label", t(`review.${key}`));
      made.title = t(`review.${key}`);
      row.append(made);
      return made;
    };
    add("mark.before", "⇤", () => this.#jump(-1));
    add("before", "←", () => this.go(this.#at - 1));
    const play = add("play", "▶", () => this.#play(!this.#playing));
    play.dataset.play = "";
    add("next", "→", () => this.go(this.#at + 1));
    add("mark.next", "⇥", () => this.#jump(1));
    return row;
  }

  /** What can be taken along. @param {Review} review */
  #files(review) {
    const row = make("div", "row");
    const save = make("a", "button", t("review.save"));
    save.href = new URL(`api/plays/${encodeURIComponent(this.id)}/review/record?lang=${review.lang}`, document.baseURI).href;
    save.download = ""; // its name comes with it
    const share = button(t("review.share"), () => void import("./share.js").then((it) => it.copy(it.address(this.#address()), t("review.shared"))).catch(this.failed));
    row.append(save, share);
    const box = make("section", "panel");
    box.append(make("h3", "", t("review.files")), row, make("p", "dim", t("review.share.note")));
    return box;
  }

  #address() {
    return `#/review/${encodeURIComponent(this.id)}/${this.#at}`;
  }

  /** Show another position. @param {number} at */
  go(at) {
    const last = this.#review?.moves.length ?? 0;
    const to = Math.min(last, Math.max(0, at));
    if (to !== this.#at) this.#set(to);
    if (to === last) this.#play(false);
  }

  /** @param {number} at */
  #set(at) {
    this.#at = at;
    for (const show of this.#views) show(at);
    clearTimeout(this.#written);
    this.#written = setTimeout(() => {
      // Who has just left, and is not seen to have left yet, is not brought back.
      if (location.hash.startsWith(`#/review/${encodeURIComponent(this.id)}`)) history.replaceState(null, "", this.#address());
    }, WRITTEN_MS);
  }

  /** To the next move with a mark, or the one before. @param {1 | -1} way */
  #jump(way) {
    const marked = (this.#review?.moves ?? []).filter((one) => one.mark || one.fortune || one.lost_here).map((one) => one.number);
    const next = way > 0 ? marked.find((n) => n > this.#at) : marked.findLast((n) => n < this.#at);
    if (next !== undefined) this.go(next);
  }

  /** @param {boolean} on */
  #play(on) {
    clearInterval(this.#playing);
    this.#playing = 0;
    if (on && this.#at === (this.#review?.moves.length ?? 0)) this.#set(0);
    if (on) this.#playing = setInterval(() => this.go(this.#at + 1), PACE_MS);
    const made = this.root.querySelector("[data-play]");
    if (!made) return;
    setText(made, on ? "❚❚" : "▶");
    made.setAttribute("aria-label", t(on ? "review.pause" : "review.play"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#review || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog")) return;
    const on = /** @type {HTMLElement} */ (event.target);
    const isOwn = on.matches("select, textarea, input:not([type=range])") || on.closest(".scroll.figures");
    if (isOwn || (event.key === " " && on.matches("button, a, summary"))) return;
    const act = {
      ArrowLeft: () => this.go(this.#at - 1),
      ArrowRight: () => this.go(this.#at + 1),
      ArrowUp: () => this.#jump(-1),
      ArrowDown: () => this.#jump(1),
      Home: () => this.go(0),
      End: () => this.go(this.#review?.moves.length ?? 0),
      " ": () => this.#play(!this.#playing),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== " ") this.#play(false);
    act();
  }
}

/** The piles at every position; those that stay as they are are the same. @param {Review} review */
function tables({ piles, moves }) {
  /** @type {Piles[]} */
  const all = [piles];
  for (const one of moves) all.push({ ...all[all.length - 1], ...one.piles });
  return all;
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = make("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** What the drawing means. @param {Review} review */
function legend({ start, verdicts }) {
  const list = make("ul", "legend");
  const keys = [...(start === null ? [] : ["area", "band", "up", "down"]), ...(verdicts ? [] : ["xray"])];
  for (const key of keys) {
    const item = make("li", key);
    item.append(make("i"), make("span", "", t(`review.legend.${key}`)));
    list.append(item);
  }
  return list;
}
