// The service over HTTP.  Three things can come of a request: an answer, a refusal with its reason in words
// (Refused), or nothing (Lost), after which nobody knows whether it arrived.

import { language, t } from "./i18n.js";
import { chosen } from "./settings.js";
import { fetched } from "./start.js";

/** @import { Days, GameInfo, Lesson, PlayInfo, State, Understood, Wish } from "./types.js" */

const PATIENCE_MS = 12000;

/** The service said no, and why. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} text for the player
   * @param {State | null} state the state that the service holds, when ours is stale
   * @param {{ruled?: boolean, place?: {line: number, column: number} | null}} [more] whether the rule text says why; where
   *   a text that was sent is wrong, from 1
   */
  constructor(status, code, text, state, { ruled = false, place = null } = {}) {
    super(text);
    this.status = status;
    this.code = code;
    this.state = state;
    this.rule = ruled ? code : "";
    this.place = place;
  }
}

/** No answer: the line or the service is down. */
export class Lost extends Error {}

/**
 * @param {string} path
 * @param {object | Blob} [body] makes it a POST
 * @param {{method?: string, patience?: number, signal?: AbortSignal}} [but]
 */
export async function request(path, body, { method, patience = PATIENCE_MS, signal = AbortSignal.timeout(patience) } = {}) {
  const url = new URL(`api/${path}`, document.baseURI);
  url.searchParams.set("lang", language());
  /** @type {RequestInit} */
  const how = { method, signal, headers: { Accept: "application/json" } };
  if (body) {
    how.method ??= "POST";
    how.headers = { ...how.headers, "Content-Type": "application/json" };
    how.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  let answer;
  let data;
  try {
    answer = await (body || method ? fetch(url, how) : fetched(url, how));
    data = await answer.json().catch((why) => {
      if (why instanceof SyntaxError) return null; // an answer, but not ours
      throw why;
    });
  } catch {
    throw new Lost();
  }
  if (answer.ok && (data !== null || answer.status === 204)) return data;
  throw refusal(answer, data);
}

/** What is wrong. @param {Response} answer @param {any} data */
export function refusal(answer, data) {
  if ([429, 502, 503, 504].includes(answer.status)) return new Lost();
  const { code = "unknown", rule = false, text = t("error.server", { status: answer.status }), line, column } =
    data?.error ?? {};
  const sentence = /[.!?…]$/.test(text) ? text : `${text}.`;
  const state = data?.state ?? data?.error?.state ?? null;
  return new Refused(answer.status, code, sentence, state, { ruled: rule, place: line ? { line, column } : null });
}

const part = encodeURIComponent;

/** @returns {Promise<GameInfo[]>} */
export const games = () => request("games");

/** The rules with small tables. @param {string} name @returns {Promise<Lesson>} */
export const lesson = (name) => request(`games/${part(name)}/lesson`);

/**
 * What a text asks for, before anything is dealt.
 * @param {string} game
 * @param {string} deal
 * @returns {Promise<Understood>}
 */
export const check = (game, deal) => request("deals/check", { game, deal, winnable: chosen().winnable });

/**
 * The deals of the day of a month.
 * @param {string} game
 * @param {string} [month] "2026-11"; the present one
 * @returns {Promise<Days>}
 */
export const days = (game, month = "") => request(`daily/${part(game)}?month=${part(month)}`);

/** @returns {Promise<PlayInfo[]>} */
export const plays = () => request("plays");

/** @param {string} id @returns {Promise<State>} */
export const play = (id) => request(`plays/${part(id)}`);

/**
 * Deal.
 * @param {string | null} game null where the deal names it
 * @param {string | null} deal null for one at random
 * @param {boolean} [other] whether the deal may name another patience
 * @param {boolean} [winnable] whether one at random should be proved to come out; of another it is said that it is not
 * @returns {Promise<State>}
 */
export const start = (game, deal, other = false, winnable = deal === null && chosen().winnable) =>
  request("plays", { game, deal, other, winnable });

/**
 * @param {string} id
 * @param {Wish} what
 * @returns {Promise<State>}
 */
export const act = (id, what) => request(`plays/${part(id)}/actions`, what);
