// Answers that come piece by piece: server-sent events, each a line of JSON.  They are read with fetch and not by the
// browser's own EventSource, which asks again when an answer is complete, and does not tell a refusal from a lost line.

import { Lost, Refused } from "./api.js";
import { language } from "./i18n.js";

/**
 * The events of an address, as they come.  It ends with the answer; an answer that breaks off is `Lost`.
 * @template T
 * @param {string} path behind `api/`
 * @param {AbortSignal} signal hangs up; then it just ends
 * @returns {AsyncGenerator<T, void>}
 */
export async function* events(path, signal) {
  const url = new URL(`api/${path}`, document.baseURI);
  url.searchParams.set("lang", language());
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "text/event-stream" } });
    if (!answer.ok) {
      const told = await answer.json().catch(() => null);
      throw new Refused(answer.status, told?.error?.code ?? "", told?.error?.text ?? "", null);
    }
    if (!answer.body) return;
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const data = part.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5)] : []));
        if (data.length) yield JSON.parse(data.join("\n"));
      }
    }
  } catch (why) {
    if (signal.aborted) return;
    throw why instanceof Refused || why instanceof SyntaxError ? why : new Lost();
  }
}
