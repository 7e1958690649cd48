// One card on the table: a button with a picture.

import { make, setAttribute } from "./dom.js";
import { t } from "./i18n.js";
import { cardName } from "./names.js";
import { paced } from "./settings.js";

const FLIP_MS = 120;
let made = 0;

export class CardView {
  id = "";
  pile = "";
  index = 0;
  /** @type {string | null | undefined} */
  face = undefined;
  x = NaN;
  y = NaN;
  z = 0;

  constructor() {
    this.element = make("button", "card");
    this.element.type = "button";
    this.element.tabIndex = -1;
    this.element.id = `card-${++made}`;
    this.image = make("img");
    this.image.alt = "";
    this.image.draggable = false;
    this.element.append(this.image);
  }

  /** @param {string} id what the service calls it */
  identify(id) {
    this.id = id;
    this.element.dataset.card = id;
  }

  /** @param {string} pile @param {number} index */
  lie(pile, index) {
    this.pile = pile;
    this.index = index;
  }

  /**
   * @param {string | null} face null: its back
   * @param {string} url its picture
   * @param {boolean} flip whether it is seen to turn over
   */
  show(face, url, flip) {
    setAttribute(this.image, "src", url);
    if (this.face === face) return;
    const turned = this.face === null || (face === null && this.face !== undefined);
    this.face = face;
    setAttribute(this.element, "data-face", face);
    if (flip && turned)
      this.image.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
        duration: paced(FLIP_MS),
        easing: "ease-out",
      });
  }

  /**
   * Both are written at once: every write costs a style pass.
   * @param {number} x
   * @param {number} y
   * @param {number} [z]
   */
  moveTo(x, y, z = this.z) {
    if (this.x === x && this.y === y && this.z === z) return;
    this.x = x;
    this.y = y;
    this.z = z;
    this.element.style.cssText = `z-index:${z};transform:translate(${x}px,${y}px)`;
  }

  /** Where the pointer has it, until it is put down. @param {number} dx @param {number} dy */
  carry(dx, dy) {
    this.element.style.transform = `translate(${this.x + dx}px,${this.y + dy}px)`;
  }

  /** Back to where it lies. */
  putDown() {
    this.carry(0, 0);
  }

  /** @param {number} z */
  raise(z) {
    this.z = z;
    this.element.style.zIndex = String(z);
  }

  /**
   * What a screen reader says: the card, then its pile and its place there.  The words for pile and place are
   * elements that all cards share, so a move changes few labels.
   * @param {boolean} heard whether it is spoken of at all
   * @param {number} closed how many closed cards it stands for
   * @param {string} words ids of the elements with pile and place
   */
  name(heard, closed, words) {
    setAttribute(this.element, "aria-hidden", heard ? null : "true");
    if (!heard) {
      // What was turned down again keeps nothing of its face.
      if (this.face === null) setAttribute(this.element, "aria-label", null);
      return;
    }
    const own = this.face ? cardName(this.face) : t("n.closed", { n: closed });
    setAttribute(this.element, "aria-label", `${own},`);
    setAttribute(this.element, "aria-labelledby", `${this.element.id} ${words}`);
  }

  /** Whether it lies deep in a heap. @param {boolean} on */
  bury(on) {
    if (this.element.classList.contains("under") !== on) this.element.classList.toggle("under", on);
  }

  /** @param {boolean} on */
  lifted(on) {
    if (this.element.classList.contains("lifted") === on) return;
    this.element.classList.toggle("lifted", on);
    setAttribute(this.element, "aria-pressed", on ? "true" : null);
  }
}
