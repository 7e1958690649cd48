// Words for people: one flat catalogue a language, `{name}` fields and `{n:ход|хода|ходов}` plurals.

import { fetched } from "./start.js";

/** The order in which a catalogue lists the forms of a noun after a number. */
const FORMS = /** @type {Record<string, Intl.LDMLPluralRule[]>} */ ({
  ru: ["one", "few", "many"],
  en: ["one", "other"],
});

let current = "en";
/** @type {Record<string, string>} */
let catalogue = {};
/** They take long to be made, so they are made when a number is to be said. @type {Intl.PluralRules | null} */
let rules = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;
const plural = (/** @type {number} */ n) => (rules ??= new Intl.PluralRules(current)).select(n);
const format = (/** @type {number} */ n) => (numbers ??= new Intl.NumberFormat(current)).format(n);

/** The language in use. */
export const language = () => current;

/** Parts of the catalogue that are loaded with what needs them: `i18n/<part>.<lang>.json`. @type {Set<string>} */
const parts = new Set();

/** @param {string} name @returns {Promise<Record<string, string>>} */
async function load(name) {
  const answer = await fetched(new URL(`i18n/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue: ${name}`);
  return answer.json();
}

/** Load a part of the catalogue, now and in every language that is chosen later. @param {string} part */
export async function addWords(part) {
  if (parts.has(part)) return;
  Object.assign(catalogue, await load(`${part}.${current}`));
  parts.add(part);
}

/**
 * Load a language and put it to use.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  const loaded = await Promise.all([load(lang), ...[...parts].map((part) => load(`${part}.${lang}`))]);
  catalogue = Object.assign({}, ...loaded);
  current = lang;
  rules = numbers = null;
  document.documentElement.lang = lang;
  translate(document);
}

/**
 * A text of the catalogue.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return (catalogue[key] ?? key).replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, forms) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms === undefined) return typeof value === "number" ? format(value) : value;
    const words = forms.split("|");
    const at = FORMS[current].indexOf(plural(Number(value)));
    return `${format(Number(value))} ${words[at] ?? words[words.length - 1]}`;
  });
}

/** Whether the catalogue has a key. @param {string} key */
export const has = (key) => key in catalogue;

/**
 * Fill in the texts of fixed elements: `data-t` is the text, `data-t-label` the accessible name and the tool tip.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t]")))
    element.textContent = t(element.dataset.t ?? "");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t-label]"))) {
    const text = t(element.dataset.tLabel ?? "");
    element.setAttribute("aria-label", text);
    if (element.matches("button, a")) element.title = text;
  }
}
