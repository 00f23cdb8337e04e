/**
 * Control characters, and the marks that turn the direction of what follows: with them, a file's name could change what a terminal or a page shows
 * beside it.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A text from outside, such as a file's name, for the terminal. Two names that differ stay different.
 * @param {string} text
 * @param {string} [kept] characters that stay, such as line ends
 */
export const clean = (text, kept = '\n') => text.replace(unsafe, (found) => (kept.includes(found) ? found : '\ufffd'));

/** @param {string} text */
export const html = (text) =>
  clean(text, '').replace(/[&<>"']/gu, (found) => `&#${/** @type {number} */ (found.codePointAt(0))};`);

/**
 * A text that Markdown shows as it is, also in a cell of a table.
 * @param {string} text
 */
export const markdown = (text) =>
  clean(text, '').replace(
    // Outside words, so that figures stay readable: what begins a list or a heading, and what GitHub makes a link.
    /[\\`*_{}[\]<>#|~&$@]|^\s*[-+]|(?<=^\s*\d+)[.)]|:(?=\/\/)|(?<=www)\./gu,
    '\\$&',
  );
