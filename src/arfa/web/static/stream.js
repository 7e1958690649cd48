// Answers that come bit by bit: server-sent events, each with JSON as its data.

import { Lost, refusal, Refused } from "./api.js";
import { language } from "./i18n.js";

/**
 * Ask, and hear of everything that comes.  When nobody listens any more, the service stops as well.
 * @param {string} path
 * @param {(data: any) => void} heard
 * @param {AbortSignal} signal
 */
export async function listen(path, heard, signal) {
  const url = new URL(`api/${path}`, document.baseURI);
  url.searchParams.set("lang", language());
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "text/event-stream" } });
    if (!answer.ok || !answer.body) throw refusal(answer, await answer.json().catch(() => null));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (rest + part.value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = JSON.parse(event.replace(/^data: /, ""));
        if (data.error) throw new Refused(422, data.error.code, data.error.text, null);
        heard(data);
      }
    }
  } catch (why) {
    if (signal.aborted || why instanceof Refused || why instanceof Lost) throw why;
    throw new Lost(); // the line broke
  }
}
