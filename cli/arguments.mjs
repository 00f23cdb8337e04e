import { parseArgs } from 'node:util';
import { CommandError, exitCodes } from './command-error.mjs';

export const help = `Formatlab measures in which storage format, with which codec, a file should be kept.

  npx formatlab FILE…                     measures the files as one dataset, and answers

  --for SITUATION     what will be done with the data: archive, download, cache, analytics, look-up store, message;
                      changes follow after commas: --for download,reads:50
  --budget SECONDS    how long it measures: 15, 30, 120, 600, or untilDecided
  --view TEXT         what the page shows, as “Copy as command” writes it
  --type TYPE         the file's type, such as csv, where it is not found out
  --read NAME=VALUE   how the file is read, such as decimalMark=comma; may be repeated
  --json FILE         writes the answer and every sample; the page opens this file. “-” is the standard output
  --md FILE, --html FILE
                      writes the answer as Markdown or as a page
  --chrome PATH       the Chrome or Chromium to use. Otherwise CHROME_PATH, then an installed one
  --no-sandbox        switches Chrome's sandbox off, which root has to
  --quiet             tells no progress
  --help, --version

Exit codes: 0 answered; 2 nothing decided; 3 wrong use; 4 no browser; 5 a file that can't be read; 130 stopped.
The file never leaves this computer.`;

const options = /** @type {const} */ ({
  for: { type: 'string' },
  budget: { type: 'string' },
  view: { type: 'string' },
  type: { type: 'string' },
  read: { type: 'string', multiple: true },
  json: { type: 'string' },
  md: { type: 'string' },
  html: { type: 'string' },
  chrome: { type: 'string' },
  'no-sandbox': { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
});

/**
 * What the browser is started with.
 * @typedef {{ chromePath: string | null, isSandboxed: boolean }} BrowserChoice
 */
/**
 * @typedef {{
 *   command: 'answer',
 *   files: readonly string[],
 *   request: import('../web/headless/answer').AnswerRequest,
 *   outputs: Readonly<Partial<Record<'json' | 'md' | 'html', string>>>,
 *   browser: BrowserChoice,
 *   isQuiet: boolean,
 * }} AnswerCommand
 */

const wrongUse = (/** @type {string} */ message, /** @type {string} */ remedy) =>
  new CommandError(message, remedy, exitCodes.wrongUse);

/**
 * @param {readonly string[]} words the command line after the program's name
 * @returns {AnswerCommand | { command: 'help' } | { command: 'version' }}
 * @throws {CommandError} with the exit code of wrong use
 */
export function readArguments(words) {
  const { values, positionals: files } = parsed(words);
  if (values.help || words.length === 0) return { command: 'help' };
  if (values.version) return { command: 'version' };
  if (files.length === 0) throw wrongUse('No file is named.', 'Name the file to measure: npx formatlab orders.csv');
  const outputs = Object.fromEntries(
    ['json', 'md', 'html'].flatMap((name) => {
      const file = values[/** @type {'json' | 'md' | 'html'} */ (name)];
      return file === undefined ? [] : [[name, file]];
    }),
  );
  if (Object.values(outputs).filter((file) => file === '-').length > 1)
    throw wrongUse('Two results can’t share the standard output.', 'Give one of them the name of a file.');
  return {
    command: 'answer',
    files,
    request: {
      view: values.view ?? null,
      situation: values.for ?? null,
      budget: values.budget === undefined ? null : wordOf(values.budget),
      type: values.type ?? null,
      reading: Object.fromEntries((values.read ?? []).map(readingOption)),
    },
    outputs,
    browser: { chromePath: values.chrome ?? null, isSandboxed: values['no-sandbox'] !== true },
    isQuiet: values.quiet === true,
  };
}

/** @param {readonly string[]} words */
function parsed(words) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error), 'npx formatlab --help names all options.');
  }
}

/** @param {string} text */
function readingOption(text) {
  const place = text.indexOf('=');
  if (place <= 0)
    throw wrongUse(`--read is “${text}”, which has no name and value.`, 'Write it as in --read decimalMark=comma');
  return [text.slice(0, place), wordOf(text.slice(place + 1))];
}

/**
 * A number, true, false or a list where the text is one in JSON, and otherwise the text.
 * @param {string} text
 * @returns {unknown}
 */
function wordOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
