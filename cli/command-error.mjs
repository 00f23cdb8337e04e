import { clean } from './literals.mjs';

/** The codes that `docs/command-line.md` describes. */
export const exitCodes = /** @type {const} */ ({
  done: 0,
  grew: 1,
  undecided: 2,
  wrongUse: 3,
  noBrowser: 4,
  badFile: 5,
  stopped: 130,
});

/** An error that says what to do. */
export class CommandError extends Error {
  /**
   * @param {string} message what was wrong
   * @param {string} remedy what to do
   * @param {import('../web/links/command-result').CommandResult['exitCode']} exitCode
   * @param {import('../workers/model/errors').ErrorRecord | null} record the page’s error, where it is one
   */
  constructor(message, remedy, exitCode, record = null) {
    super(message);
    this.remedy = remedy;
    this.exitCode = exitCode;
    this.record = record;
  }
}

/** @param {unknown} error */
export function printError(error) {
  if (error instanceof CommandError) console.error(clean(`${error.message}\n${error.remedy}`));
  else console.error(clean(error instanceof Error ? (error.stack ?? error.message) : String(error), '\n'));
}

/**
 * The error that the page told, with an exit code of its own for files.
 * @param {import('../workers/model/errors').ErrorRecord} record
 */
export function errorOfPage(record) {
  const { tag, stage, message, remedy, parts = [] } = record;
  const ofFile = stage === 'import' || tag === 'tooLarge';
  const named = parts.slice(0, 20).map(({ name, holds }, index) => `  --read part=${index}   ${name}: ${holds}`);
  const advice =
    parts.length > 0
      ? `The file has several parts. Name one of them:\n${named.join('\n')}`
      : (remedy ??
        (ofFile
          ? 'Open the file on the page, which shows how it is read, and copy the command there.'
          : 'Run the command again. If it fails again, open the file on the page, which shows more.'));
  const usage = tag === 'invalidPlan' || (tag === 'malformedInput' && stage === 'parse');
  const exitCode = usage ? exitCodes.wrongUse : ofFile ? exitCodes.badFile : exitCodes.undecided;
  return new CommandError(message, advice, exitCode, record);
}
