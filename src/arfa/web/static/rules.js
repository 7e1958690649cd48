// "The source says": the rules of a patience as a page of a book, a small table beside every sentence.

import * as api from "./api.js";
import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { dress } from "./dress.js";
import { t } from "./i18n.js";
import { chosen, onChoice } from "./settings.js";
import { frame, paint, size } from "./small.js";
import { Tryout } from "./tryout.js";

/** @import { Geometry } from "./layout.js" */
/** @import { Example, Lesson, Move, TaughtSentence, Trial } from "./types.js" */

/**
 * What to begin with: a sentence, or the one that explains a refusal.
 * @typedef {{sentence?: number, reason?: string}} Place
 */

/** @type {Tryout | null} */
let tryout = null;

/** The style of the book; it is fetched with it, and the book can be read without. */
const styled = dress("rules").catch(() => undefined);

/**
 * The rules over the table, which stays as it is.
 * @param {string} game
 * @param {Place} [place]
 */
export async function dialog(game, place = {}) {
  const [lesson] = await Promise.all([api.lesson(game), styled]);
  const book = write(lesson);
  const closed = show(lesson.name, [book.root]);
  book.root.closest("dialog")?.classList.add("book");
  book.draw();
  book.turn(place);
  await closed;
  book.close();
}

/**
 * The rules as a page of their own.
 * @param {HTMLElement} root what the page is put into
 * @param {string} game
 * @param {Place} place
 * @param {() => void} play deals this patience
 */
export async function page(root, game, place, play) {
  const [lesson] = await Promise.all([api.lesson(game), styled]);
  const book = write(lesson, true);
  const head = make("header", "book-head");
  const title = make("h2", "", lesson.name);
  const deal = make("button", "main", t("start"));
  deal.type = "button";
  deal.addEventListener("click", play);
  head.append(title, deal);
  root.replaceChildren(head, book.root);
  return { lesson, show: () => (book.draw(), book.turn(place)), close: book.close };
}

/** @param {Lesson} lesson @param {boolean} [linked] whether every sentence has a link to itself */
function write(lesson, linked = false) {
  const root = make("article", "rules");
  root.append(make("p", "about", lesson.about));
  root.append(make("p", "source", t("rules.tables")));
  if (lesson.source_title) root.append(make("p", "source", t("rules.source", { title: lesson.source_title })));
  /** @type {Figure[]} */
  const figures = [];
  for (const { title, sentences } of lesson.parts) {
    const part = make("section", "part");
    part.append(make("h3", "", title));
    for (const sentence of sentences) part.append(paragraph(lesson.game, sentence, figures, linked));
    root.append(part);
  }
  if (lesson.source_notes.length) {
    const list = make("ul", "notes");
    for (const { text } of lesson.source_notes) list.append(make("li", "", text));
    const part = make("section", "part");
    part.append(make("h3", "", t("source_notes")), list);
    root.append(part);
  }
  const draw = () => {
    watchNear();
    const look = `${document.documentElement.dataset.theme} ${JSON.stringify(chosen())}`;
    // Read everything before anything is written: each change of turn costs a layout.
    const widths = figures.map((figure) => figure.root.clientWidth);
    figures.forEach((figure, i) => figure.draw(widths[i], look));
    tryout?.redraw();
  };
  /** @type {IntersectionObserver | null} */
  let near = null;
  /** Pictures are drawn when they come near: there are many. */
  const watchNear = () => {
    const pane = root.closest("main, .body");
    if (near || !pane) return;
    near = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          const figure = figures.find((one) => one.root === target);
          if (!figure) continue;
          figure.near = isIntersecting;
          if (isIntersecting) figure.paint();
        }
      },
      { root: pane, rootMargin: "600px 0px" },
    );
    for (const figure of figures) near.observe(figure.root);
  };
  const watch = new ResizeObserver(draw);
  watch.observe(root);
  const forget = onChoice(draw);
  return {
    root,
    draw,
    close() {
      watch.disconnect();
      near?.disconnect();
      forget();
      tryout?.close();
    },
    /** Go to a sentence. @param {Place} place */
    turn({ sentence, reason }) {
      const all = lesson.parts.flatMap((part) => part.sentences);
      const found = all.find(({ id, reasons }) => id === sentence || (reason && reasons.includes(reason)));
      const target = found && root.querySelector(`#rule-${found.id}`);
      if (!(target instanceof HTMLElement)) return;
      target.classList.add("found");
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      const pane = target.closest("main, .body"); // the page around it stays where it is
      if (pane) pane.scrollTop += target.getBoundingClientRect().top - pane.getBoundingClientRect().top - 16;
    },
  };
}

/** @param {string} game @param {TaughtSentence} sentence @param {Figure[]} figures @param {boolean} linked */
function paragraph(game, { id, text, quote, examples }, figures, linked) {
  const root = make("div", "sentence");
  root.id = `rule-${id}`;
  const words = make("div", "words");
  words.append(make("p", "", text));
  if (linked) {
    const link = make("a", "link", "¶");
    link.href = `#/rules/${encodeURIComponent(game)}/${id}`;
    link.title = t("rules.link");
    link.setAttribute("aria-label", link.title);
    root.append(link);
  }
  if (quote) {
    const inside = quote.replace(/[«“]/g, "„").replace(/[»”]/g, "“");
    const cited = make("blockquote", "", `«${inside}»`);
    cited.lang = "ru";
    words.append(cited);
  }
  root.append(words);
  if (examples.length) {
    const tables = make("div", "tables");
    for (const example of examples) {
      const figure = new Figure(game, example);
      figures.push(figure);
      tables.append(figure.root);
    }
    root.append(tables);
  }
  return root;
}

/** An example: a picture, what there is to try, and what came of it. */
class Figure {
  #look = "";
  /** Whether it is near what is seen. */
  near = false;
  painted = false;
  /** @type {Geometry | null} */
  geometry = null;

  /** @param {string} game @param {Example} example */
  constructor(game, example) {
    this.game = game;
    this.example = example;
    this.root = make("figure", example.table.layout.width > 6.7 ? "wide" : "");
    this.picture = frame(example.situation);
    this.caption = make("figcaption", "", example.caption);
    if (example.deal) this.caption.append(" ", make("span", "deal", t("rules.deal", { deal: example.deal })));
    this.trials = make("ul", "trials");
    for (const trial of example.trials) this.trials.append(this.#trial(trial));
    this.tools = make("p", "tools");
    this.offers = make("span", "offers");
    this.heard = make("p", "heard");
    this.heard.setAttribute("role", "status");
    this.idle();
    this.root.append(this.picture, this.heard, this.caption, this.trials, this.tools);
  }

  /** @param {Trial} trial */
  #trial(trial) {
    const item = make("li", trial.why === undefined ? "yes" : "no");
    const button = make("button", "", trial.label);
    button.type = "button";
    button.prepend(make("span", "sr", `${t(trial.why === undefined ? "try.yes" : "try.no")} `));
    button.addEventListener("click", () => {
      this.#wake();
      tryout?.again(() => tryout?.attempt(trial));
    });
    item.append(button);
    if (trial.why !== undefined) item.append(make("span", "why", `${trial.why}.`));
    return item;
  }

  /** Make room for the picture, if its width or its look has changed. @param {number} width @param {string} look */
  draw(width, look) {
    const now = `${width} ${look}`;
    if (!width || now === this.#look) return;
    this.#look = now;
    this.geometry = size(this.picture, this.example.table, width);
    this.painted = false;
    if (this.near) this.paint();
  }

  /** Draw the picture; it is time to when it comes near. */
  paint() {
    if (this.painted || !this.geometry) return;
    this.painted = true;
    paint(this.picture, this.example.table, this.example.trials, this.geometry);
  }

  /** Bring the table to life. */
  #wake() {
    tryout ??= new Tryout();
    if (tryout.root.parentElement === this.root) return;
    const say = (/** @type {string} */ text, tone = "said") => {
      this.heard.textContent = text;
      this.heard.dataset.tone = tone;
    };
    const button = (/** @type {string} */ label, /** @type {() => void} */ act) => {
      const element = make("button", "", t(label));
      element.type = "button";
      element.addEventListener("click", act);
      return element;
    };
    this.tools.replaceChildren(
      button("undo", () => tryout?.act("undo")),
      button("redo", () => tryout?.act("redo")),
      button("restart", () => tryout?.again()),
      this.offers,
    );
    tryout.open(this.game, this.example, this, say);
  }

  /** Moves that no pile stands for. @param {Move[]} moves */
  offer(moves) {
    const buttons = moves.map((move) => {
      const element = make("button", "", move.label);
      element.type = "button";
      element.addEventListener("click", () => tryout?.special(move));
      return element;
    });
    this.offers.replaceChildren(...buttons);
  }

  /** Only a picture. */
  idle() {
    this.heard.textContent = "";
    const wake = make("button", "", t("try"));
    wake.type = "button";
    wake.addEventListener("click", () => {
      this.#wake();
      tryout?.keys.focus();
    });
    this.tools.replaceChildren(wake);
  }
}
