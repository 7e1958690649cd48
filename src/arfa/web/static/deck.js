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
const SUITS = {"C":"M50 4A21 21 0 0 1 67 38A21 21 0 1 1 56 71C57 83 61 91 70 96H30C39 91 43 83 44 71A21 21 0 1 1 33 38A21 21 0 0 1 50 4Z","D":"M50 3C60 21 74 38 89 50C74 62 60 79 50 97C40 79 26 62 11 50C26 38 40 21 50 3Z","H":"M50 94C25 69 5 53 5 31A22 22 0 0 1 50 24A22 22 0 0 1 95 31C95 53 75 69 50 94Z","S":"M50 4C69 30 95 44 95 65A20 20 0 0 1 56 73C57 84 61 91 70 96H30C39 91 43 84 44 73A20 20 0 0 1 5 65C5 44 31 30 50 4Z"};
const LATIN = ["M19 23.5H8.5L7 29H0L9.5 0H17.5L27.5 29H20.5ZM10 18.5H17L13.5 7Z","M7.5 24H19V29.5H0V24L9.5 14.5Q11 13.5 11.5 12Q12 11 12 9.5Q12 7.5 11 6.5Q9.5 5 7.5 5Q6 5 4 6Q2 6.5 0 8V1.5Q2.5 1 4.5 .5Q7 0 9 0Q13.5 0 16 2.5Q19 4.5 19 8.5Q19 11 17.5 13Q16.5 15 13 18.5Z","M14.5 14Q17 14.5 18.5 16.5Q19.5 18.5 19.5 21.5Q19.5 25.5 16.5 28Q13.5 30 8 30Q6 30 4 29.5Q2 29.5 0 28.5V23Q2 24 3.5 24.5Q5.5 25 7.5 25Q10 25 11.5 24Q13 23 13 21Q13 19 11.5 18Q10 17 7 17H4.5V12H7.5Q10 12 11 11.5Q12.5 10.5 12.5 8.5Q12.5 7 11 6Q10 5 7.5 5Q6 5 4.5 5.5Q3 6 1 6.5V1Q3 .5 5 .5Q7 0 9 0Q14 0 16.5 2Q19 3.5 19 7.5Q19 10 18 11.5Q16.5 13 14.5 14Z","M11.5 6 4 18.5H11.5ZM10.5 0H18V18.5H21.5V23.5H18V29H11.5V23.5H0V17.5Z","M1 0H18V5.5H6.5V10Q7 10 8 9.5Q8.5 9.5 9.5 9.5Q14.5 9.5 17 12Q19.5 15 19.5 19.5Q19.5 24 17 27Q14 29.5 8.5 29.5Q6.5 29.5 4.5 29Q2 28.5 0 27.5V22Q2 23 4 24Q6 24.5 7.5 24.5Q10 24.5 11.5 23Q13 22 13 19.5Q13 17 11.5 16Q10 14.5 7.5 14.5Q6 14.5 4.5 15Q3 15.5 1 16.5Z","M10.5 15Q9 15 8 16.5Q7 17.5 7 20.5Q7 23 8 24Q9 25.5 10.5 25.5Q12.5 25.5 13.5 24Q14.5 23 14.5 20.5Q14.5 17.5 13.5 16.5Q12.5 15 10.5 15ZM19 1V6.5Q17.5 5.5 16 5.5Q14.5 5 13 5Q10 5 8.5 6.5Q6.5 8.5 6.5 12.5Q7.5 11.5 9 11Q10.5 10.5 12 10.5Q16 10.5 18.5 13Q21 15.5 21 20Q21 24.5 18 27Q15.5 30 10.5 30Q5.5 30 3 26Q0 22.5 0 15.5Q0 8 3.5 4Q6.5 0 12 0Q14 0 15.5 .5Q17.5 .5 19 1Z","M0 0H19.5V4L9.5 29H3L12.5 5.5H0Z","M10.5 16.5Q8.5 16.5 7.5 17.5Q6.5 19 6.5 21Q6.5 23 7.5 24.5Q8.5 25.5 10.5 25.5Q12 25.5 13 24.5Q14 23 14 21Q14 19 13 17.5Q12 16.5 10.5 16.5ZM5.5 14Q3 13.5 2 11.5Q.5 10 .5 7.5Q.5 4 3 2Q5.5 0 10.5 0Q15 0 17.5 2Q20 4 20 7.5Q20 10 18.5 11.5Q17.5 13.5 15 14Q18 15 19 16.5Q20.5 18.5 20.5 21.5Q20.5 25.5 18 28Q15.5 30 10.5 30Q5 30 2.5 28Q0 25.5 0 21.5Q0 18.5 1.5 16.5Q2.5 15 5.5 14ZM7 8.5Q7 10 8 11Q8.5 12 10.5 12Q12 12 12.5 11Q13.5 10 13.5 8.5Q13.5 6.5 12.5 5.5Q12 4.5 10.5 4.5Q8.5 4.5 8 5.5Q7 6.5 7 8.5Z","M1.5 29V23.5Q3.5 24.5 5 24.5Q6.5 25 7.5 25Q10.5 25 12.5 23.5Q14 21.5 14.5 18Q13 19 12 19Q10.5 19.5 9 19.5Q5 19.5 2.5 17Q0 14.5 0 10.5Q0 5.5 2.5 3Q5.5 0 10 0Q15 0 18 4Q21 7.5 21 14.5Q21 22 17.5 26Q14 30 8.5 30Q6.5 30 5 29.5Q3.5 29.5 1.5 29ZM10 15Q12 15 12.5 13.5Q13.5 12.5 13.5 10Q13.5 7.5 12.5 6Q12 4.5 10 4.5Q8.5 4.5 7.5 6Q6.5 7.5 6.5 10Q6.5 12.5 7.5 13.5Q8.5 15 10 15Z","M0 24.5H6V5.5L0 7V2L6 .5H12.5V24.5H18.5V29.5H0ZM35.5 15Q35.5 9.5 34.5 7.5Q33.5 5 31.5 5Q29 5 28 7.5Q27.5 9.5 27.5 15Q27.5 20.5 28 22.5Q29 25 31.5 25Q33.5 25 34.5 22.5Q35.5 20.5 35.5 15ZM42 15Q42 22.5 39 26Q36.5 30 31.5 30Q26 30 23.5 26Q20.5 22.5 20.5 15Q20.5 8 23.5 4Q26 0 31.5 0Q36.5 0 39 4Q42 8 42 15Z","M5.5 0H12V20.5Q12 25 9.5 27Q6.5 29 1.5 29H0V24.5H1Q3 24.5 4 23.5Q5.5 22.5 5.5 20.5Z","M14 24.5H13.5Q7 24.5 3.5 21.5Q0 18 0 12.5Q0 6.5 3.5 3.5Q7 0 13.5 0Q20 0 23.5 3.5Q27 6.5 27 12.5Q27 16.5 25 19.5Q23 22 19.5 23.5L25 29H18.5ZM13.5 4.5Q10.5 4.5 8.5 6.5Q7 8.5 7 12.5Q7 16 8.5 18Q10.5 20 13.5 20Q16.5 20 18 18Q20 16 20 12.5Q20 8.5 18 6.5Q16.5 4.5 13.5 4.5Z","M0 0H6.5V10.5L16.5 0H24.5L11.5 13.5L25.5 29H17L6.5 17.5V29H0Z"];
/** @type {Record<number, string>} */
const RUSSIAN = {"1":"M0 0H24V5.5H15.5V29H8.5V5.5H0Z","11":"M10.5 11Q12 11 13 10.5Q13.5 9.5 13.5 8Q13.5 6.5 13 6Q12 5 10.5 5H6.5V11ZM10.5 24Q12.5 24 13.5 23Q15 22 15 20Q15 18 13.5 17.5Q12.5 16.5 10.5 16.5H6.5V24ZM17 13.5Q19 14 20.5 16Q21.5 18 21.5 20.5Q21.5 25 19 27Q16.5 29 11 29H0V0H10Q15.5 0 18 2Q20.5 3.5 20.5 7.5Q20.5 10 19.5 11.5Q18.5 13 17 13.5Z","12":"M10 19H17V4.5H11.5V6Q11.5 16.5 10 19ZM2 19Q4 18 4.5 16.5Q5 15 5 4.5V0H24V19H27.5V29H22.5V24H5V29H0V19Z","13":"M0 0H6.5V12L17.5 0H25L14.5 12L25.5 29H18L10 16.5L6.5 20.5V29H0Z"};
/** How wide they are. */
const WIDTHS = [[27,19,20,22,20,21,20,20,21,42,12,27,26], [24,22,28,26]];
/** @type {Record<number, string[]>} */
const HATS = {"11":["M8 54C8 28 30 15 55 19C74 22 87 33 92 54ZM6 58H94V70H6Z","M30 26C40 2 66-6 94-4C92 6 86 13 75 16C81 17 85 18 88 21C71 33 48 36 30 26Z"],"12":["M15 54L5 20L29 37L36 8L50 33L64 8L71 37L95 20L85 54ZM13 58H87V70H13Z","M-1 13a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM29 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM57 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0ZM87 13a7 7 0 1 1 14 0a7 7 0 1 1-14 0Z"],"13":["M10 54L2 14L28 32L41 10H59L72 32L98 14L90 54ZM9 58H91V70H9Z","M46-14H54V-7H61V1H54V9H46V1H39V-7H46ZM25 64L32 59L39 64L32 69ZM43 64L50 59L57 64L50 69ZM61 64L68 59L75 64L68 69Z"]};
/** @type {Record<number, string[][]>} */
const COURTS = {"11":[["hair","M33 54C29 66 30 78 34 85H66C70 78 71 66 67 54Z"],["skin","M36 66A14 17 0 0 0 64 66V56H36Z"],["cloth","M29 57C26 46 37 41 54 42C69 43 75 50 72 57C57 51 43 51 29 57Z"],["gold","M30 58Q50 51 71 58L70 61Q50 55 31 61ZM61 46C64 36 80 33 92 37C86 46 74 50 64 50Z"],["cloth","M13 133C14 109 26 99 40 94H60C74 99 86 109 87 133Z"],["skin","M44 80H56V95L50 103L44 95Z"],["ivory","M39 92L50 106L61 92L68 97L55 115L50 108L45 115L32 97Z"],["gold","M48 116H52V120H48ZM48 124H52V128H48ZM22 133L27 112L30 113L26 133ZM78 133L73 112L70 113L74 133Z"]],"12":[["hair","M28 64C26 48 37 43 50 43S74 48 72 64C72 78 80 86 77 104H23C20 86 28 78 28 64Z"],["skin","M36 66A14 17 0 0 0 64 66V56H36Z"],["gold","M32 55L28 41L40 48L50 38L60 48L72 41L68 55Q50 48 32 55Z"],["cloth","M34 55Q50 49 66 55V58Q50 52 34 58Z"],["cloth","M13 133C14 112 25 104 39 99C43 110 57 110 61 99C75 104 86 112 87 133Z"],["skin","M44 80H56V96C58 100 60 100 61 99C57 112 43 112 39 99C40 100 42 100 44 96Z"],["gold","M38 99Q50 116 62 99L64 101Q50 121 36 101ZM50 113L54 118L50 124L46 118ZM30 133L35 111L38 112L34 133ZM70 133L65 111L62 112L66 133Z"]],"13":[["hair","M33 54H67C70 66 69 76 66 82H34C31 76 30 66 33 54Z"],["skin","M36 66A14 17 0 0 0 64 66V56H36Z"],["cloth","M11 133C12 108 24 98 38 94H62C76 98 88 108 89 133Z"],["ivory","M37 91C32 99 27 103 21 105L27 115C36 112 44 114 50 121C56 114 64 112 73 115L79 105C73 103 68 99 63 91Z"],["ink","M29 106H31V110H29ZM37 104H39V108H37ZM61 104H63V108H61ZM69 106H71V110H69ZM49 111H51V115H49Z"],["hair","M35 66C37 77 42 75 50 74.5C58 75 63 77 65 66C69 86 60 97 50 102C40 97 31 86 35 66Z"],["skin","M44 79.5Q50 83 56 79.5Q50 78 44 79.5Z"],["gold","M31 57L26 41L38 49L50 38L62 49L74 41L69 57ZM46 38A4 4 0 1 1 54 38M47 124H53V133H47Z"],["cloth","M32.5 52.5H67.5L66.5 55.5H33.5Z"]]};
const FEATURES = "M42 67H47M53 67H58M50 67V73";
/** @type {Record<number, number[][]>} */
const PIPS = {"2":[[50,60],[50,114]],"3":[[50,56],[50,87],[50,118]],"4":[[28,60],[72,60],[28,114],[72,114]],"5":[[28,60],[72,60],[50,87],[28,114],[72,114]],"6":[[28,56],[72,56],[28,87],[72,87],[28,118],[72,118]],"7":[[28,56],[72,56],[50,71],[28,87],[72,87],[28,118],[72,118]],"8":[[28,56],[72,56],[50,71],[28,87],[72,87],[50,103],[28,118],[72,118]],"9":[[28,54],[72,54],[28,76],[72,76],[50,87],[28,98],[72,98],[28,120],[72,120]],"10":[[28,54],[72,54],[50,65],[28,76],[72,76],[28,98],[72,98],[50,109],[28,120],[72,120]]};
/** @type {Record<string, string>} */
const TWO = { C: "#111", D: "#c00d0d", H: "#c00d0d", S: "#111" };
/** @type {Record<string, string>} */
const FOUR = { C: "#008060", D: "#0024b2", H: "#900", S: "#111" };
/** @type {Record<string, Record<string, string>>} */
const BACKS = {"harp":{"light":"#27508f","dark":"#22385e"},"waves":{"light":"#8c2433","dark":"#5e1f2b"},"lattice":{"light":"#1f6b4a","dark":"#1c4a3a"},"plain":{"light":"#4d5563","dark":"#3a414d"}};
/** @type {Record<string, string>} */
const PATTERNS = {"waves":"M0 8A8 8 0 0 1 16 8M-8 16A8 8 0 0 1 8 16M8 16A8 8 0 0 1 24 16M4 8A4 4 0 0 1 12 8M-4 16A4 4 0 0 1 4 16M12 16A4 4 0 0 1 20 16","lattice":"M0 8L8 0L16 8L8 16ZM6 8L8 6L10 8L8 10Z","plain":""};
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
      put("M37 106C27 86 26 58 33 36C41 28 46 43 56 43S69 32 77 40C78 46 76 49 72 53L40 107", 35, 71.5, 0.28, ' fill="none" stroke="#eec95c" stroke-width="8" stroke-linejoin="round"');
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
        '<path d="M39 38V100M46 41V92M53 45V82M60 45V72M67 41V61" stroke-opacity=".7" stroke-width="1.6"/><path d="M37 106C27 86 26 58 33 36C41 28 46 43 56 43S69 32 77 40C78 46 76 49 72 53L40 107" stroke="#eec95c" stroke-width="5.5"/>'
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
