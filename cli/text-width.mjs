const segmenter = new Intl.Segmenter('en');

/** Characters that take two cells of a terminal. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation})/u;

/** @param {string} grapheme */
const cellsOf = (grapheme) => (wide.test(grapheme) ? 2 : 1);

const graphemes = (/** @type {string} */ text) => [...segmenter.segment(text)].map(({ segment }) => segment);

/**
 * How many cells of a terminal a text takes.
 * @param {string} text
 */
export const widthOf = (text) => graphemes(text).reduce((cells, grapheme) => cells + cellsOf(grapheme), 0);

/**
 * The text in at most `cells` cells, with an ellipsis where it is cut.
 * @param {string} text
 * @param {number} cells
 */
export function cut(text, cells) {
  if (widthOf(text) <= cells) return text;
  let left = cells - 1;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    left -= cellsOf(grapheme);
    if (left < 0) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/**
 * The text in exactly `cells` cells.
 * @param {string} text
 * @param {number} cells
 * @param {boolean} [isRight] true for figures, which end below one another
 */
export function padded(text, cells, isRight = false) {
  const short = cut(text, cells);
  const space = ' '.repeat(cells - widthOf(short));
  return isRight ? `${space}${short}` : `${short}${space}`;
}
