// "The source says": the rules of a patience as a page of a book, a small table beside every sentence.

import * as api from "./api.js";
import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { chosen, onChoice } from "./settings.js";
import { paint } from "./small.js";
import { Tryout } from "./tryout.js";

/** @import { Example, Lesson, Move, TaughtSentence, Trial } from "./types.js" */

/**
 * What to begin with: a sentence, or the one that explains a refusal.
 * @typedef {{sentence?: number, reason?: string}} Place
 */

/** @type {Tryout | null} */
let tryout = null;

/** The style of the book; it is fetched with it. */
const styled = new Promise((done) => {
  const link = make("link");
  link.rel = "stylesheet";
  link.href = new URL("rules.css", import.meta.url).href;
  link.addEventListener("load", done);
  link.addEventListener("error", done); // it can be read without
  document.head.append(link);
});

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
  const book = write(lesson);
  const head = make("header", "book-head");
  const title = make("h2", "", lesson.name);
  const deal = make("button", "main", t("start"));
  deal.type = "button";
  deal.addEventListener("click", play);
  head.append(title, deal);
  root.replaceChildren(head, book.root);
  return { lesson, show: () => (book.draw(), book.turn(place)), close: book.close };
}

/** @param {Lesson} lesson */
function write(lesson) {
  const root = make("article", "rules");
  root.append(make("p", "about", lesson.about));
  root.append(make("p", "source", t("rules.tables")));
  if (lesson.source_title) root.append(make("p", "source", t("rules.source", { title: lesson.source_title })));
  /** @type {Figure[]} */
  const figures = [];
  for (const { title, sentences } of lesson.parts) {
    const part = make("section", "part");
    part.append(make("h3", "", title));
    for (const sentence of sentences) part.append(paragraph(lesson.game, sentence, figures));
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
    for (const figure of figures) figure.draw();
    tryout?.redraw();
  };
  const watch = new ResizeObserver(draw);
  watch.observe(root);
  const forget = onChoice(draw);
  return {
    root,
    draw,
    close() {
      watch.disconnect();
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

/** @param {string} game @param {TaughtSentence} sentence @param {Figure[]} figures */
function paragraph(game, { id, text, quote, examples }, figures) {
  const root = make("div", "sentence");
  root.id = `rule-${id}`;
  const words = make("div", "words");
  words.append(make("p", "", text));
  if (quote) {
    const cited = make("blockquote", "", `«${quote}»`);
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

  /** @param {string} game @param {Example} example */
  constructor(game, example) {
    this.game = game;
    this.example = example;
    this.root = make("figure", example.table.layout.width > 6.7 ? "wide" : "");
    this.picture = make("div", "felt");
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

  /** The picture, if its width or its look has changed. */
  draw() {
    const width = this.root.clientWidth;
    const look = `${width} ${document.documentElement.dataset.theme} ${JSON.stringify(chosen())}`;
    if (!width || look === this.#look) return;
    this.#look = look;
    const { table, trials, situation } = this.example;
    const next = paint(table, trials, situation, width);
    this.picture.replaceWith(next);
    this.picture = next;
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
