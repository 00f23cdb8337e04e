import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSite } from './browser.mjs';
import { CommandError, exitCodes } from './command-error.mjs';
import { clean } from './literals.mjs';
import { createProgressLine } from './progress-line.mjs';
import { htmlReport, markdownReport } from './reports.mjs';
import { serveSite } from './site.mjs';
import { cardLines, terminalOf } from './terminal-card.mjs';

/** @import { AnswerCommand } from './arguments.mjs' */
/** @import { CommandAnswer, CommandResult } from '../web/links/command-result' */

/**
 * Measures the files and tells the answer.
 * @param {AnswerCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function answer({ files, request, outputs, browser, isQuiet }) {
  for (const file of files) checkFile(file);
  const progress = createProgressLine(process.stderr, isQuiet);
  /** @type {CommandAnswer} */
  let found;
  try {
    found = await withSite(
      { browser, onProgress: progress.tell, onStop: progress.clear },
      /** @param {import('./browser.mjs').SitePage} page */
      async (page) => {
        await page.chooseFiles(files.map((file) => resolve(file)));
        return page.call('answer', [request]);
      },
    );
  } catch (error) {
    progress.clear();
    if (error instanceof CommandError && outputs.json !== undefined)
      writeOutput(outputs.json, resultJson({ exitCode: error.exitCode, answer: null, error: recordOf(error) }));
    throw error;
  }
  progress.clear();
  const exitCode = found.card.headline === null ? exitCodes.undecided : exitCodes.done;
  if (!Object.values(outputs).includes('-')) console.log(cardLines(found.card, terminalOf(process.stdout)).join('\n'));
  const reports = {
    json: () => resultJson({ exitCode, answer: found, error: null }),
    md: () => markdownReport(found),
    html: () => htmlReport(found),
  };
  for (const [kind, file] of Object.entries(outputs))
    writeOutput(file, reports[/** @type {keyof typeof reports} */ (kind)]());
  return exitCode;
}

/**
 * Does some work with the site in a browser, which ends with it, and at once if the user stops the command.
 * @template T
 * @param {{
 *   browser: import('./arguments.mjs').BrowserChoice,
 *   onProgress: Parameters<typeof openSite>[2],
 *   onStop: () => void,
 * }} options
 * @param {(page: import('./browser.mjs').SitePage) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSite({ browser, onProgress, onStop }, work) {
  const site = await serveSite();
  /** @type {import('./browser.mjs').SitePage | null} */
  let page = null;
  const stop = () => {
    page?.end();
    onStop();
    console.error('Stopped. Nothing was written.');
    process.exit(exitCodes.stopped);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    page = await openSite(new URL('headless.html', site.url).href, browser, onProgress);
    return await work(page);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    page?.end();
    await site.close();
  }
}

/** @param {string} file */
function checkFile(file) {
  const refuse = (/** @type {string} */ message, /** @type {string} */ remedy) => {
    throw new CommandError(`${clean(file, '')} ${message}`, remedy, exitCodes.badFile);
  };
  let found;
  try {
    found = statSync(file);
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') refuse('does not exist.', 'Check its name and the folder in which the command runs.');
    if (code === 'EACCES') refuse('may not be read by this user.', 'Give this user the right to read it.');
    throw error;
  }
  if (!found.isFile()) refuse('is not a file.', 'Name the files in it: npx formatlab folder/*.parquet');
  if (found.size === 0) refuse('is empty.', 'Name a file with data.');
}

/**
 * Writes a result, or prints it for the name “-”.
 * @param {string} file
 * @param {string} text
 */
function writeOutput(file, text) {
  if (file === '-') {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new CommandError(
      `${clean(file, '')} can’t be written: ${code === 'ENOSPC' ? 'no space is left on its disk' : message}`,
      code === 'ENOSPC'
        ? 'Free some space, or name a file on another disk.'
        : 'Name a file in a folder that this user may write to.',
      exitCodes.undecided,
    );
  }
}

/**
 * What is written with --json.
 * @param {Pick<CommandResult, 'exitCode' | 'answer' | 'error'>} told
 */
const resultJson = ({ exitCode, answer, error }) =>
  `${JSON.stringify({ format: 'formatlab.command', version: 1, exitCode, answer, error }, null, 1)}\n`;

/**
 * @param {CommandError} error
 * @returns {import('../workers/model/errors').ErrorRecord}
 */
const recordOf = ({ record, message, remedy }) => record ?? { tag: 'unsupported', stage: 'load', message, remedy };
