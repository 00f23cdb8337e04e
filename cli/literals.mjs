import { unsafeCharacters } from '../web/explore/command/unsafe-characters.mjs';

const unsafe = new RegExp(unsafeCharacters, 'gu');

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
