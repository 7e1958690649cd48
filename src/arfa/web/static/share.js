// A deal passed on: by the sharing of the system where there is one at hand, by the clipboard, or by hand.

import { show } from "./dialogs.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./status.js";

/** @import { DealName } from "./types.js" */

/** The whole address of a deal. @param {string} link */
export const address = (link) => location.href.replace(/#.*$/, "") + link;

/**
 * Give a deal away.
 * @param {{name: string, deal: DealName}} what
 */
export async function share({ name, deal }) {
  if (!deal.link) return void say(t("share.position"));
  const url = address(deal.link);
  // Where there is a finger there is a system that knows whom to send things to; elsewhere a link is pasted.
  if (matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function") {
    try {
      return await navigator.share({ title: name, text: t("share.text", { name }), url });
    } catch (why) {
      if (why instanceof DOMException && why.name === "AbortError") return; // thought better of it
    }
  }
  await copy(url, t("share.copied", { code: deal.code ?? deal.text }));
}

/**
 * Copy an address, or show it to be copied by hand.
 * @param {string} url
 * @param {string} done what is said when it is copied
 */
export async function copy(url, done) {
  try {
    await navigator.clipboard.writeText(url);
    say(done);
  } catch {
    await byHand(url); // not allowed, or the page is not secure
  }
}

/** @param {string} url */
function byHand(url) {
  const label = make("label", "by-hand", t("share.by_hand"));
  const field = make("input");
  field.type = "text";
  field.readOnly = true;
  field.value = url;
  field.autofocus = true;
  field.addEventListener("focus", () => field.select());
  label.append(field);
  return show(t("share"), [label]);
}
