// Written by tools/make_deck.py: change that, not this.
// Rank outlines from DejaVu Sans Condensed Bold; their licence is in deck.LICENSE.txt.

/**
 * How the pack looks.
 * @typedef {object} Look
 * @property {"lat" | "rus"} indices letters of the ranks: A J Q K or Т В Д К
 * @property {2 | 4} colours two colours, or one for each suit
 * @property {boolean} dark for a dark table: the paper shines less
 * @property {boolean} pips for big cards: as many pips as the number says
 * @property {"top" | "bottom" | "left" | "right"} side where the index is: what another card leaves free in a fan
 */

/** @type {Record<string, string>} */
const SUITS = {"C": "M50 4A21 21 0 0 1 67 38A21 21 0 1 1 56 71C57 83 61 91 70 96H30C39 91 43 83 44 71A21 21 0 1 1 33 38A21 21 0 0 1 50 4Z", "D": "M50 3C60 21 74 38 89 50C74 62 60 79 50 97C40 79 26 62 11 50C26 38 40 21 50 3Z", "H": "M50 94C25 69 5 53 5 31A22 22 0 0 1 50 24A22 22 0 0 1 95 31C95 53 75 69 50 94Z", "S": "M50 4C69 30 95 44 95 65A20 20 0 0 1 56 73C57 84 61 91 70 96H30C39 91 43 84 44 73A20 20 0 0 1 5 65C5 44 31 30 50 4Z"};
const LATIN = ["M19 23.7H8.4L6.8 29H0L9.7 0H17.7L27.4 29H20.6ZM10.1 18.3H17.2L13.7 6.8Z", "M7.5 24H19V29.5H0V24L9.5 14.7Q10.8 13.4 11.4 12.2Q12 11 12 9.6Q12 7.6 10.8 6.4Q9.6 5.1 7.5 5.1Q5.9 5.1 4.1 5.9Q2.2 6.6 .1 8.1V1.7Q2.3 .9 4.6 .4Q6.8 0 8.9 0Q13.6 0 16.2 2.3Q18.8 4.6 18.8 8.7Q18.8 11.1 17.7 13.1Q16.6 15.2 13.1 18.6Z", "M14.3 13.9Q16.9 14.6 18.3 16.5Q19.7 18.4 19.7 21.3Q19.7 25.6 16.7 27.8Q13.7 30.1 8 30.1Q6 30.1 4 29.7Q2 29.4 0 28.7V22.9Q1.9 23.9 3.7 24.5Q5.6 25 7.4 25Q10.1 25 11.5 24Q12.9 22.9 12.9 21Q12.9 19 11.5 18Q10 17 7.2 17H4.5V12.2H7.3Q9.8 12.2 11.1 11.3Q12.3 10.4 12.3 8.6Q12.3 6.9 11.1 6Q9.9 5.1 7.7 5.1Q6.1 5.1 4.4 5.5Q2.8 5.9 1.1 6.7V1.2Q3.1 .6 5.1 .3Q7 0 8.9 0Q14 0 16.5 1.9Q19.1 3.7 19.1 7.4Q19.1 10 17.9 11.6Q16.6 13.2 14.3 13.9Z", "M11.6 6.2 4.2 18.3H11.6ZM10.5 0H17.9V18.3H21.7V23.7H17.9V29H11.6V23.7H0V17.3Z", "M1 0H17.8V5.5H6.4V10Q7.2 9.8 7.9 9.6Q8.7 9.5 9.6 9.5Q14.3 9.5 17 12.1Q19.7 14.8 19.7 19.5Q19.7 24.2 16.8 26.9Q13.9 29.6 8.7 29.6Q6.5 29.6 4.3 29.1Q2.2 28.6 0 27.6V21.8Q2.1 23.1 4 23.8Q6 24.5 7.7 24.5Q10.1 24.5 11.5 23.1Q12.9 21.8 12.9 19.5Q12.9 17.2 11.5 15.9Q10.1 14.6 7.7 14.6Q6.2 14.6 4.6 15Q2.9 15.4 1 16.3Z", "M10.7 15.2Q9 15.2 8.1 16.4Q7.2 17.7 7.2 20.3Q7.2 22.8 8.1 24.1Q9 25.3 10.7 25.3Q12.5 25.3 13.4 24.1Q14.3 22.8 14.3 20.3Q14.3 17.7 13.4 16.4Q12.5 15.2 10.7 15.2ZM19.1 1.2V6.6Q17.4 5.7 15.9 5.3Q14.5 4.9 13.1 4.9Q10.1 4.9 8.4 6.7Q6.7 8.6 6.4 12.3Q7.6 11.3 8.9 10.8Q10.3 10.4 11.8 10.4Q15.9 10.4 18.3 13Q20.8 15.6 20.8 19.8Q20.8 24.4 18 27.2Q15.3 30 10.7 30Q5.6 30 2.8 26.2Q0 22.4 0 15.4Q0 8.2 3.3 4.1Q6.5 0 12.2 0Q14 0 15.7 .3Q17.4 .6 19.1 1.2Z", "M0 0H19.7V4.2L9.5 29H2.9L12.6 5.5H0Z", "M10.3 16.5Q8.4 16.5 7.4 17.7Q6.4 18.8 6.4 21Q6.4 23.1 7.4 24.3Q8.4 25.4 10.3 25.4Q12.2 25.4 13.2 24.3Q14.2 23.1 14.2 21Q14.2 18.8 13.2 17.7Q12.2 16.5 10.3 16.5ZM5.4 14.1Q3 13.3 1.8 11.6Q.6 10 .6 7.5Q.6 3.8 3 1.9Q5.5 0 10.3 0Q15 0 17.5 1.9Q19.9 3.8 19.9 7.5Q19.9 10 18.7 11.6Q17.5 13.3 15.2 14.1Q17.8 14.9 19.2 16.7Q20.5 18.6 20.5 21.4Q20.5 25.7 17.9 27.9Q15.4 30.1 10.3 30.1Q5.2 30.1 2.6 27.9Q0 25.7 0 21.4Q0 18.6 1.4 16.7Q2.7 14.9 5.4 14.1ZM7 8.3Q7 10 7.8 10.9Q8.7 11.9 10.3 11.9Q11.9 11.9 12.7 10.9Q13.6 10 13.6 8.3Q13.6 6.5 12.7 5.6Q11.9 4.7 10.3 4.7Q8.7 4.7 7.8 5.6Q7 6.6 7 8.3Z", "M1.7 28.8V23.5Q3.3 24.3 4.8 24.7Q6.3 25.2 7.7 25.2Q10.7 25.2 12.4 23.3Q14.1 21.4 14.4 17.8Q13.2 18.8 11.8 19.2Q10.5 19.7 8.9 19.7Q4.9 19.7 2.5 17.1Q0 14.5 0 10.3Q0 5.6 2.7 2.8Q5.5 0 10.1 0Q15.2 0 18 3.8Q20.8 7.7 20.8 14.6Q20.8 21.8 17.5 25.9Q14.2 30 8.5 30Q6.7 30 5 29.7Q3.3 29.4 1.7 28.8ZM10 14.9Q11.8 14.9 12.7 13.6Q13.6 12.3 13.6 9.8Q13.6 7.3 12.7 6Q11.8 4.7 10 4.7Q8.3 4.7 7.4 6Q6.5 7.3 6.5 9.8Q6.5 12.3 7.4 13.6Q8.3 14.9 10 14.9Z", "M.2 24.4H6.1V5.6L0 7V1.9L6.1 .5H12.5V24.4H18.4V29.5H.2ZM35.3 15Q35.3 9.6 34.4 7.3Q33.5 5.1 31.3 5.1Q29.1 5.1 28.2 7.3Q27.3 9.6 27.3 15Q27.3 20.5 28.2 22.7Q29.1 25 31.3 25Q33.4 25 34.4 22.7Q35.3 20.5 35.3 15ZM42 15.1Q42 22.3 39.2 26.2Q36.4 30.1 31.3 30.1Q26.1 30.1 23.3 26.2Q20.6 22.3 20.6 15.1Q20.6 7.8 23.3 3.9Q26.1 0 31.3 0Q36.4 0 39.2 3.9Q42 7.8 42 15.1Z", "M5.3 0H12V20.5Q12 24.8 9.4 26.9Q6.7 29 1.4 29H0V24.6H1Q3.1 24.6 4.2 23.5Q5.3 22.5 5.3 20.5Z", "M14.1 24.7H13.6Q7.2 24.7 3.6 21.4Q0 18.2 0 12.4Q0 6.6 3.6 3.3Q7.1 0 13.4 0Q19.8 0 23.3 3.3Q26.8 6.5 26.8 12.4Q26.8 16.4 25 19.3Q23.1 22.2 19.6 23.6L24.8 29H18.4ZM13.4 4.4Q10.4 4.4 8.7 6.5Q7 8.6 7 12.4Q7 16.2 8.6 18.2Q10.3 20.2 13.4 20.2Q16.5 20.2 18.2 18.2Q19.9 16.1 19.9 12.4Q19.9 8.6 18.2 6.5Q16.5 4.4 13.4 4.4Z", "M0 0H6.7V10.6L16.4 0H24.3L11.7 13.7L25.5 29H17.1L6.7 17.6V29H0Z"];
/** @type {Record<number, string>} */
const RUSSIAN = {"1": "M0 0H24V5.7H15.4V29H8.7V5.7H0Z", "11": "M10.5 11.2Q12 11.2 12.9 10.5Q13.7 9.7 13.7 8.2Q13.7 6.7 12.9 5.9Q12 5.1 10.5 5.1H6.7V11.2ZM10.7 23.9Q12.7 23.9 13.7 23Q14.8 22 14.8 20.1Q14.8 18.2 13.7 17.3Q12.7 16.3 10.7 16.3H6.7V23.9ZM16.9 13.5Q19.1 14.2 20.3 16.1Q21.5 17.9 21.5 20.7Q21.5 24.9 18.9 26.9Q16.4 29 11.2 29H0V0H10.1Q15.5 0 18 1.8Q20.4 3.7 20.4 7.7Q20.4 9.8 19.5 11.3Q18.6 12.8 16.9 13.5Z", "12": "M9.9 19.2H17.2V4.7H11.5V6.1Q11.5 16.3 9.9 19.2ZM2 19.2Q3.8 18.1 4.3 16.5Q4.8 14.9 4.8 4.5V0H23.9V19.2H27.6V29H22.5V23.9H5.1V29H0V19.2Z", "13": "M0 0H6.7V12L17.3 0H24.9L14.5 11.8L25.5 29H18L10.2 16.6L6.7 20.6V29H0Z"};
/** @type {Record<number, string[]>} */
const HATS = {"11": ["M8 54C8 28 30 15 55 19C74 22 87 33 92 54ZM6 58H94V70H6Z", "M30 26C40 2 66-6 94-4C92 6 86 13 75 16C81 17 85 18 88 21C71 33 48 36 30 26Z"], "12": ["M15 54L5 20L29 37L36 8L50 33L64 8L71 37L95 20L85 54ZM13 58H87V70H13Z", "M-1 13a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM29 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM57 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM87 13a7 7 0 1 1 14 0a7 7 0 1 1-14 0Z"], "13": ["M10 54L2 14L28 32L41 10H59L72 32L98 14L90 54ZM9 58H91V70H9Z", "M46-14H54V-7H61V1H54V9H46V1H39V-7H46ZM25 64L32 59L39 64L32 69ZM43 64L50 59L57 64L50 69ZM61 64L68 59L75 64L68 69Z"]};
/** @type {Record<number, number[][]>} */
const PIPS = {"2": [[50, 60], [50, 114]], "3": [[50, 56], [50, 87], [50, 118]], "4": [[28, 60], [72, 60], [28, 114], [72, 114]], "5": [[28, 60], [72, 60], [50, 87], [28, 114], [72, 114]], "6": [[28, 56], [72, 56], [28, 87], [72, 87], [28, 118], [72, 118]], "7": [[28, 56], [72, 56], [50, 71], [28, 87], [72, 87], [28, 118], [72, 118]], "8": [[28, 56], [72, 56], [50, 71], [28, 87], [72, 87], [50, 103], [28, 118], [72, 118]], "9": [[28, 54], [72, 54], [28, 76], [72, 76], [50, 87], [28, 98], [72, 98], [28, 120], [72, 120]], "10": [[28, 54], [72, 54], [50, 65], [28, 76], [72, 76], [28, 98], [72, 98], [50, 109], [28, 120], [72, 120]]};
/** @type {Record<string, string>} */
const TWO = { C: "#111", D: "#c00d0d", H: "#c00d0d", S: "#111" };
/** @type {Record<string, string>} */
const FOUR = { C: "#008060", D: "#0024b2", H: "#900", S: "#111" };
const RANKS = "A23456789TJQK";

/** @param {string} paper @param {string} inside */
const card = (paper, inside) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">' +
  `<rect x=".8" y=".8" width="98.4" height="138.4" rx="8" fill="${paper}" stroke="#0006" stroke-width="1.6"/>` +
  `${inside}</svg>`;

/** @param {Look} look */
const paper = (look) => (look.dark ? "#e4dfd3" : "#fffefa");

/** @param {string} d @param {number} x @param {number} y @param {number | string} k @param {string} [more] */
const put = (d, x, y, k, more = "") =>
  `<path d="${d}" transform="translate(${x} ${y})scale(${k})"${more}/>`;

/**
 * The picture of an open card as SVG text.
 * @param {string} face rank and suit, "9S"
 * @param {Look} look
 */
export function face(face, look) {
  const rank = RANKS.indexOf(face[0]) + 1;
  const suit = face[1];
  const d = SUITS[suit];
  const index = (look.indices === "rus" && RUSSIAN[rank]) || LATIN[rank - 1];
  // What is below the strip is drawn around its middle, 50 87; beside an index at the side it is smaller.
  let body = "";
  if (rank > 10) {
    const [cloth, gold] = HATS[rank];
    body = put(d, 23, 80, 0.54) + put(cloth, 23, 48, 0.54) + put(gold, 23, 48, 0.54, ' fill="#c8901a"');
  } else if (look.pips && (look.side === "top" || look.side === "bottom") && rank > 1) {
    const k = rank < 4 ? 0.3 : rank < 9 ? 0.24 : 0.21;
    for (const [x, y] of PIPS[rank]) {
      const turn = y > 87 ? -1 : 1; // the lower half stands on its head, as on every pack
      body += put(d, x - 50 * k * turn, y - 50 * k * turn, k * turn);
    }
  } else {
    const k = rank === 1 && look.pips ? 0.74 : 0.66;
    body = put(d, 50 - 50 * k, 87 - 50 * k, k);
  }
  let corner = put(index, 6, 6, 1) + put(d, 62, 4.5, 0.32);
  if (look.side === "bottom") {
    corner = `<g transform="translate(0 99)">${corner}</g>`;
    body = `<g transform="translate(0 -33)">${body}</g>`;
  } else if (look.side !== "top") {
    const x = look.side === "left" ? 5 : 61;
    const narrow = rank === 10 ? 0.74 : 0.95;
    corner = put(index, x, 6, `${narrow} 1`) + put(d, x, 41, 0.32);
    body = `<g transform="translate(${look.side === "left" ? 27 : -1} 32)scale(.74)">${body}</g>`;
  }
  const colour = (look.colours === 4 ? FOUR : TWO)[suit];
  return card(paper(look), `<g fill="${colour}">${corner}${body}</g>`);
}

/**
 * The picture of a card that lies face down.
 * @param {Look} look
 */
export function back(look) {
  const ink = look.dark ? "#22385e" : "#27508f";
  return card(
    paper(look),
    `<rect x="6" y="6" width="88" height="128" rx="5" fill="${ink}"/>` +
      '<g fill="none" stroke="#fff" stroke-linejoin="round"><path d="M11 11H89V129H11Z' +
      'M11 30L30 11M70 11L89 30M89 110L70 129M30 129L11 110" stroke-opacity=".45" stroke-width="1.6"/>' +
      '<path d="M39 38V100M46 41V92M53 45V82M60 45V72M67 41V61" stroke-opacity=".7" stroke-width="1.6"/>' +
      '<path d="M37 106C27 86 26 58 33 36C41 28 46 43 56 43S69 32 77 40C78 46 76 49 72 53L40 107" stroke="#eec95c" stroke-width="5.5"/></g>',
  );
}

/**
 * The outline of a suit alone, as SVG text.
 * @param {string} suit "C", "D", "H" or "S"
 * @param {string} colour
 */
export const pip = (suit, colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="${colour}" d="${SUITS[suit]}"/></svg>`;
