import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from './command-error.mjs';
import { clean } from './literals.mjs';

/** @import { CommandResult } from '../web/links/command-result' */

/**
 * @param {string} file
 * @throws {CommandError} if it can’t be read
 */
export function checkFile(file) {
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
 * Refuses before anything is measured what could not be written afterwards.
 * @param {string} file
 * @throws {CommandError} if its folder is missing, or may not be written to
 */
export function checkPlace(file) {
  if (file === '-') return;
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new CommandError(
      `${clean(file, '')} can’t be written: ${existsSync(folder) ? 'its folder may not be written to' : 'its folder does not exist'}.`,
      'Name a file in a folder that this user may write to.',
      exitCodes.wrongUse,
    );
  }
}

/**
 * Writes a result, or prints it for the name “-”.
 * @param {string} file
 * @param {string} text
 */
export function writeOutput(file, text) {
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
 * @param {Pick<CommandResult, 'exitCode'> & Partial<CommandResult>} told
 */
export const resultJson = ({ exitCode, answer = null, checks = null, error = null }) =>
  `${JSON.stringify({ format: 'formatlab.command', version: 1, exitCode, answer, checks, error }, null, 1)}\n`;

/**
 * @param {CommandError} error
 * @returns {import('../workers/model/errors').ErrorRecord}
 */
export const recordOf = ({ record, message, remedy }) =>
  record ?? { tag: 'unsupported', stage: 'load', message, remedy };

/**
 * Writes a recipe. One of an earlier command is replaced, and no other file unless it was named for it.
 * @param {string} file
 * @param {import('../workers/model/recipe').Recipe} recipe
 * @param {boolean} isNamed
 * @returns {string} the file's name
 */
export function writeRecipe(file, recipe, isNamed) {
  if (!isNamed && existsSync(file) && !readFileSync(file, 'utf8').includes('"formatlab.recipe"'))
    throw new CommandError(
      `${clean(file, '')} exists and is no recipe, so that it was not replaced.`,
      'Name the recipe: --recipe FILE',
      exitCodes.undecided,
    );
  writeOutput(file, `${JSON.stringify(recipe, null, 2)}\n`);
  return file;
}
