// Written by tools/make_deck.py: change that, not this.
// Rank outlines from DejaVu Sans Condensed Bold; their licence is in deck.LICENSE.txt.

/**
 * How the pack looks.
 * @typedef {object} Look
 * @property {"lat" | "rus"} indices letters of the ranks: A J Q K or Т В Д К
 * @property {2 | 4} colours two colours, or one for each suit
 * @property {Tone} tone
 * @property {boolean} pips for big cards
 * @property {"top" | "bottom" | "left" | "right"} side where the index is: what is seen in a fan
 * @property {number} ratio height by width
 * @property {boolean} large the index is bigger
 */

/** @typedef {"light" | "dark" | "contrast"} Tone */

/** @type {Record<string, string>} */
const SUITS = %(suits)s;
const LATIN = %(latin)s;
/** @type {Record<number, string>} */
const RUSSIAN = %(russian)s;
/** How wide they are. */
const WIDTHS = [%(latin_widths)s, %(russian_widths)s];
/** @type {Record<number, string[]>} */
const HATS = %(hats)s;
/** @type {Record<number, string[][]>} */
const COURTS = %(courts)s;
const FEATURES = "%(features)s";
/** @type {Record<number, number[][]>} */
const PIPS = %(pips)s;
/** @type {Record<string, string>} */
const TWO = { C: "#111", D: "#c00d0d", H: "#c00d0d", S: "#111" };
/** @type {Record<string, string>} */
const FOUR = { C: "#008060", D: "#0024b2", H: "#900", S: "#111" };
/** @type {Record<string, Record<string, string>>} */
const BACKS = %(backs)s;
/** @type {Record<string, string>} */
const PATTERNS = %(patterns)s;
const PAPER = { light: "#fffefa", dark: "#e4dfd3", contrast: "#fff" };
const GOLD = "#c8901a";
/** @type {Record<string, string>} */
const DYES = { gold: "#d6a02a", ivory: "#f3ead4", ink: "#111" };
const HAIR = ["#7a4a1f", "#a5642a", "#6f6a60"]; // of a jack, a queen, a king
const RANKS = "A23456789TJQK";

/** @param {Tone} tone @param {number} height @param {string} inside */
const card = (tone, height, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}">` +
  `<rect x=".8" y=".8" width="98.4" height="${height - 1.6}" rx="8" fill="${PAPER[tone]}" stroke="${tone === "contrast" ? "#000" : "#0006"}" stroke-width="1.6"/>` +
  `${inside}</svg>`;

/** @param {string} d @param {number} x @param {number} y @param {number | string} k @param {string} [more] */
const put = (d, x, y, k, more = "") =>
  `<path d="${d}" transform="translate(${x} ${y})scale(${k})"${more}/>`;

/** @param {number} rank @param {string} colour @param {string} suit */
function somebody(rank, colour, suit) {
  /** @type {Record<string, string>} */
  const dyes = { ...DYES, cloth: colour, skin: "#f0cfa8", hair: HAIR[rank - 11] };
  return (
    `<path d="M9 133V44Q9 40 13 40H87Q91 40 91 44V133Z" fill="none" stroke="${colour}" stroke-opacity=".3"/>` +
    COURTS[rank].map(([dye, d]) => `<path d="${d}" fill="${dyes[dye]}"/>`).join("") +
    `<path d="${FEATURES}" fill="none" stroke="#3a2a1c" stroke-width="1.8" stroke-linecap="round"/>` +
    put(suit, 12, 43, 0.17) +
    put(suit, 71, 112, 0.17, ` fill="${DYES.ivory}"`)
  );
}

/**
 * The picture of an open card as SVG text.
 * @param {string} face rank and suit, "9S"
 * @param {Look} look
 */
export function face(face, look) {
  const rank = RANKS.indexOf(face[0]) + 1;
  const suit = face[1];
  const d = SUITS[suit];
  const russian = look.indices === "rus" && RUSSIAN[rank];
  const index = russian || LATIN[rank - 1];
  const wide = russian ? WIDTHS[1][rank === 1 ? 0 : rank - 10] : WIDTHS[0][rank - 1];
  const colour = look.colours === 2 ? TWO[suit] : suit === "C" && look.tone === "dark" ? "#006a4e" : FOUR[suit];
  const height = 100 * look.ratio;
  // Where every suit has its colour, red suits lie on a ground of their own: what goes on what is a matter of red and black.
  const tint = look.colours === 4 && "DH".includes(suit) ? '#ffd9cf' : null;
  /** @param {string} inside @param {string} ground */
  const whole = (inside, ground) =>
    card(look.tone, height, (tint ? `<path d="${ground}" fill="${tint}"/>` : "") + `<g fill="${colour}">${inside}</g>`);
  if (look.ratio !== 1.4) {
    const slim = look.ratio > 1.4;
    const k = Math.min(slim ? 2 : 1.6, (slim ? 82 : 54) / wide);
    return whole(
      slim
        ? put(index, 50 - (wide * k) / 2, 14, `${k} 2`) + put(d, 13, 72 + (height - 158) / 3, 0.74)
        : put(index, 8, 8, `${k} 1.6`) + put(d, 50, height - 50, 0.44),
      `M2 9Q2 2 9 2H91Q98 2 98 9V${height - 2}H2Z`,
    );
  }
  // What is below the strip is drawn around its middle, 50 87; beside an index at the side it is smaller.
  const upright = look.side === "top" || look.side === "bottom";
  let body = "";
  if (rank > 10 && look.pips && upright && !look.large) body = somebody(rank, colour, d);
  else if (rank > 10) {
    const [cloth, gold] = HATS[rank];
    body = put(d, 23, 80, 0.54) + put(cloth, 23, 48, 0.54) + put(gold, 23, 48, 0.54, ` fill="${GOLD}"`);
  } else if (look.pips && upright && rank > 1) {
    const k = rank < 4 ? 0.3 : rank < 9 ? 0.24 : 0.21;
    for (const [x, y] of PIPS[rank]) {
      const turn = y > 87 ? -1 : 1; // the lower half stands on its head, as on every pack
      body += put(d, x - 50 * k * turn, y - 50 * k * turn, k * turn);
    }
  } else if (rank === 1 && look.pips && upright) {
    body =
      put(d, 11, 48, 0.78) + put(d, 21.5, 59, 0.57, ` fill="none" stroke="${PAPER[look.tone]}" stroke-width="2.4"`) +
      put("%(harp)s", 35, 71.5, 0.28, ' fill="none" stroke="#eec95c" stroke-width="8" stroke-linejoin="round"');
  } else body = put(d, 17, 54, 0.66);
  const k = look.large ? 1.3 : 1;
  let corner = put(index, 6, 6, wide * k > 53 ? `${53 / wide} ${k}` : k) + put(d, 62, 4.5, look.large ? 0.36 : 0.32);
  let ground = `M2 9Q2 2 9 2H91Q98 2 98 9V${look.large ? 45 : 37}H2Z`;
  if (look.large) body = `<g transform="translate(7.5 24)scale(.85)">${body}</g>`;
  if (look.side === "bottom") {
    const by = look.large ? 90 : 99;
    corner = `<g transform="translate(0 ${by})">${corner}</g>`;
    ground = `M2 ${look.large ? 95 : 103}H98V131Q98 138 91 138H9Q2 138 2 131Z`;
    body = `<g transform="translate(0 ${look.large ? -44 : -33})">${body}</g>`;
  } else if (look.side !== "top") {
    const left = look.side === "left";
    const narrow = Math.min(0.95, 30 / wide);
    const x = left ? 5 : 95 - wide * narrow;
    corner = put(index, x, 6, `${narrow} 1`) + put(d, left ? 5 : 63, 41, 0.32);
    ground = left ? "M9 2H38V138H9Q2 138 2 131V9Q2 2 9 2Z" : "M91 2H62V138H91Q98 138 98 131V9Q98 2 91 2Z";
    body = `<g transform="translate(${left ? 27 : -1} 32)scale(.74)">${body}</g>`;
  }
  return whole(corner + body, ground);
}

/**
 * The picture of a card that lies face down.
 * @param {{pattern: string, tone: Tone}} look
 */
export function back({ pattern, tone }) {
  const lines = PATTERNS[pattern];
  const inside =
    lines === undefined
      ? '<path d="M11 11H89V129H11ZM11 30L30 11M70 11L89 30M89 110L70 129M30 129L11 110" stroke-opacity=".45" stroke-width="1.6"/>' +
        '<path d="%(strings)s" stroke-opacity=".7" stroke-width="1.6"/><path d="%(harp)s" stroke="#eec95c" stroke-width="5.5"/>'
      : `<pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse" x="2" y="6"><path d="${lines}" stroke="#fff" stroke-opacity=".5" stroke-width="1.4"/></pattern>` +
        '<path d="M10 10H90V130H10Z" fill="url(#p)" stroke="#eec95c" stroke-opacity=".8" stroke-width="1.6"/>';
  const ink = (BACKS[pattern] ?? BACKS.harp)[tone === "dark" ? "dark" : "light"];
  return card(
    tone,
    140,
    `<rect x="6" y="6" width="88" height="128" rx="5" fill="${ink}"/>` +
      `<g fill="none" stroke="#fff" stroke-linejoin="round">${inside}</g>`,
  );
}

/**
 * The outline of a suit alone, as SVG text.
 * @param {string} suit "C", "D", "H" or "S"
 * @param {string} colour
 */
export const pip = (suit, colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="${colour}" d="${SUITS[suit]}"/></svg>`;
