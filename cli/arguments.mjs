import { parseArgs } from 'node:util';
import { CommandError, exitCodes } from './command-error.mjs';

/** With fewer rounds, a check decides nothing. */
const leastCheckRounds = 10;

export const help = `Formatlab measures in which storage format, with which codec, a file should be kept.

  npx formatlab FILE…                            measures the files as one dataset, and answers
  npx formatlab apply RECIPE FILE… --out FOLDER  writes the files anew by a recipe
  npx formatlab check FILE… --against BASELINE   tells whether a file or its time to be read grew

  --for SITUATION     what will be done with the data: archive, download, cache, analytics, "look-up store",
                      message; changes follow after commas: --for download,reads:50
  --budget SECONDS    how long it measures: 15, 30, 120, 600, or untilDecided
  --view TEXT         what the page shows, as its “Copy as command” tells; generated data need no file
  --type TYPE         the file's type, such as csv, where it is not found out
  --read NAME=VALUE   how the file is read, such as decimalMark=comma; may be repeated
  --json FILE         writes the answer and every sample, for the page to open; “-” prints it
  --md FILE, --html FILE
                      writes the answer as Markdown or as a page
  --recipe FILE       where the recipe goes (FILE's name with .formatlab-recipe.json, in this folder)
  --chrome PATH       the Chrome or Chromium to use. Otherwise CHROME_PATH, then an installed one
  --no-sandbox        switches Chrome's sandbox off, which root has to
  --quiet             tells no progress
  --help, --version

apply: Python with pyarrow writes the files, with all options of the recipe's Python file (--plan,
--in-place, --jobs …). Without it, and for other files, the browser writes them. FORMATLAB_PYTHON names
another Python. --json FILE tells what became of each file.

check: BASELINE is a file, a folder with files of the same names, or a recipe by which the same data
are written again.
  --tolerance BYTES   how many bytes a file may grow (1)
  --rounds N          how often each file is read in turns at most, until it is decided (96)
  --bench FILE        writes the figures as github-action-benchmark reads them
  --json, --md and the other options as above; in GitHub Actions, a summary goes to the job's page

Exit codes: 0 answered, nothing grew; 1 check found a growth; 2 nothing decided; 3 wrong use;
4 no browser; 5 a file that can't be read; 130 stopped.
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
  recipe: { type: 'string' },
  against: { type: 'string' },
  tolerance: { type: 'string' },
  rounds: { type: 'string' },
  bench: { type: 'string' },
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
 *   recipeFile: string | null,
 *   browser: BrowserChoice,
 *   isQuiet: boolean,
 * }} AnswerCommand
 */

/**
 * @typedef {{
 *   command: 'check',
 *   files: readonly string[],
 *   against: string,
 *   request: import('../web/headless/check').CheckRequest,
 *   outputs: Readonly<Partial<Record<'json' | 'md' | 'bench', string>>>,
 *   browser: BrowserChoice,
 *   isQuiet: boolean,
 * }} CheckCommand
 */

/** @typedef {{ command: 'apply', recipe: string, words: readonly string[], browser: BrowserChoice, isQuiet: boolean }} ApplyCommand */

const wrongUse = (/** @type {string} */ message, /** @type {string} */ remedy) =>
  new CommandError(message, remedy, exitCodes.wrongUse);

/**
 * @param {readonly string[]} words the command line after the program's name
 * @returns {AnswerCommand | ApplyCommand | CheckCommand | { command: 'help' } | { command: 'version' }}
 * @throws {CommandError} with the exit code of wrong use
 */
export function readArguments(words) {
  if (words[0] === 'apply') return applyCommand(words.slice(1));
  const { values, positionals: files } = parsed(words);
  if (values.help || words.length === 0) return { command: 'help' };
  if (values.version) return { command: 'version' };
  const [first, ...rest] = files;
  if (first === 'check') return checkCommand(rest, values);
  if (files.length === 0 && values.view === undefined)
    throw wrongUse('No file is named.', 'Name the file to measure: npx formatlab orders.csv');
  for (const name of /** @type {const} */ (['against', 'tolerance', 'rounds', 'bench']))
    if (values[name] !== undefined)
      throw wrongUse(`--${name} belongs to check.`, 'npx formatlab check FILE --against BASELINE');
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
    outputs: outputsOf(values, /** @type {const} */ (['json', 'md', 'html'])),
    recipeFile: values.recipe ?? null,
    browser: browserOf(values),
    isQuiet: values.quiet === true,
  };
}

/**
 * The options but those of the browser are Python's.
 * @param {readonly string[]} words
 * @returns {ApplyCommand | { command: 'help' }}
 */
function applyCommand(words) {
  if (words.includes('--help')) return { command: 'help' };
  const place = words.indexOf('--chrome');
  const chromePath = place < 0 ? null : (words[place + 1] ?? null);
  const ofBrowser = (/** @type {number} */ at) => place >= 0 && (at === place || at === place + 1);
  const [recipe, ...rest] = words.filter((word, at) => word !== '--no-sandbox' && word !== '--quiet' && !ofBrowser(at));
  if (recipe === undefined || recipe.startsWith('-') || rest.length === 0)
    throw wrongUse(
      'apply needs a recipe and files.',
      'npx formatlab apply formatlab-recipe.json *.parquet --out smaller',
    );
  return {
    command: 'apply',
    recipe,
    words: rest,
    browser: { chromePath, isSandboxed: !words.includes('--no-sandbox') },
    isQuiet: words.includes('--quiet'),
  };
}

/** @typedef {ReturnType<typeof parsed>['values']} Values */

/**
 * @param {readonly string[]} files
 * @param {Values} values
 * @returns {CheckCommand}
 */
function checkCommand(files, values) {
  const { against } = values;
  if (files.length === 0 || against === undefined)
    throw wrongUse(
      'check needs a file and its baseline.',
      'npx formatlab check orders.parquet --against baseline.parquet',
    );
  for (const name of /** @type {const} */ (['for', 'budget', 'view', 'type', 'read', 'html', 'recipe']))
    if (values[name] !== undefined)
      throw wrongUse(`check does not take --${name}.`, 'npx formatlab --help names its options.');
  return {
    command: 'check',
    files,
    against,
    request: {
      toleranceBytes: wholeNumber('tolerance', values.tolerance ?? '1', 0),
      rounds: wholeNumber('rounds', values.rounds ?? '96', leastCheckRounds),
    },
    outputs: outputsOf(values, /** @type {const} */ (['json', 'md', 'bench'])),
    browser: browserOf(values),
    isQuiet: values.quiet === true,
  };
}

/**
 * @template {'json' | 'md' | 'html' | 'bench'} T
 * @param {Values} values
 * @param {readonly T[]} kinds
 * @returns {Partial<Record<T, string>>}
 */
function outputsOf(values, kinds) {
  const given = kinds.flatMap((kind) => {
    const file = values[kind];
    return file === undefined ? [] : [/** @type {const} */ ([kind, file])];
  });
  if (given.filter(([, file]) => file === '-').length > 1)
    throw wrongUse('Two results can’t share the standard output.', 'Give one of them the name of a file.');
  return /** @type {Partial<Record<T, string>>} */ (Object.fromEntries(given));
}

/**
 * @param {Values} values
 * @returns {BrowserChoice}
 */
const browserOf = (values) => ({ chromePath: values.chrome ?? null, isSandboxed: values['no-sandbox'] !== true });

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
function wholeNumber(name, text, least) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least)
    throw wrongUse(`--${name} is “${text}”.`, `Give a whole number of at least ${least}.`);
  return value;
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
