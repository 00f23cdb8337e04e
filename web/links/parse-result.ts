import { FormatlabError } from '../../workers/model/errors';
import { parseWithSchema } from '../../workers/model/parse';
import { type RunResult, resultFormat, resultVersion, runResultSchema } from '../../workers/model/result';
import { commandResultFormat, commandResultSchema } from './command-result';
import { newerVersionMessage } from './newer-version';
import { tellSituation } from './told-situation';

/**
 * Parses results from links and files. Every function here throws a FormatlabError with the tag `malformedInput` or
 * `tooLarge` and a sentence for the page.
 */

export const resultFileLimitBytes = 64 * 1024 * 1024;

function malformed(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'parse', message });
}

/**
 * Parses a result of this version and checks that its parts match: every cell belongs to a dataset and a candidate of
 * the plan.
 */
export function parseRunResult(value: unknown, what = 'result'): RunResult {
  refuseOthers(value, what);
  const result = parseWithSchema(runResultSchema, value, what);
  const { plan, datasets, cells, noiseFloor } = result;
  if (datasets.length !== plan.datasets.length) {
    throw malformed(`The ${what} has ${datasets.length} datasets, but its plan has ${plan.datasets.length}.`);
  }
  const seen = new Set<string>();
  for (const { dataset, candidate } of noiseFloor === null ? cells : [...cells, noiseFloor]) {
    if (dataset >= plan.datasets.length || candidate >= plan.candidates.length) {
      throw malformed(
        `The ${what} has a cell of dataset ${dataset + 1} and candidate ${candidate + 1}, which its plan lacks.`,
      );
    }
  }
  for (const cell of cells) {
    const { dataset, candidate } = cell;
    if (
      cell.status === 'completed' &&
      cell.sample !== undefined &&
      (cell.sizeBytes === null || cell.sample.fixedBytes > cell.sizeBytes)
    )
      throw malformed(
        `The ${what} has a cell of dataset ${dataset + 1} and candidate ${candidate + 1} whose sample has more fixed bytes than its file has bytes.`,
      );
    const place = `${dataset}/${candidate}`;
    if (seen.has(place))
      throw malformed(`The ${what} has two cells of dataset ${dataset + 1} and candidate ${candidate + 1}.`);
    seen.add(place);
  }
  return result;
}

function refuseOthers(value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null || !('format' in value))
    throw malformed(
      `This is not a ${what} of Formatlab: the property “format” with the value “${resultFormat}” is missing.`,
    );
  if (value.format !== resultFormat)
    throw malformed(
      `This is not a ${what} of Formatlab: its format is ${JSON.stringify(value.format).slice(0, 100)}, not “${resultFormat}”.`,
    );
  if ('version' in value && typeof value.version === 'number' && value.version > resultVersion)
    throw malformed(newerVersionMessage);
}

/** The result of a command is its run; the situation that it answered for is kept beside it. */
function parseRunOrAnswer(value: unknown): RunResult {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== commandResultFormat)
    return parseRunResult(value, 'result');
  const written = parseWithSchema(commandResultSchema, value, 'result of a command');
  const { answer, error, exitCode } = written;
  if (answer === null)
    throw malformed(
      `It holds no results: the command ended with exit code ${exitCode}.${error === null ? '' : ` ${error.message}`}`,
    );
  const result = parseRunResult(answer.result, 'result');
  tellSituation(result, answer.situation);
  return result;
}

/**
 * Parses the result in a file's text.
 *
 * @throws {FormatlabError} whose message contains the name of the file. Nothing of the file is kept then.
 */
export function parseResultFile(text: string, fileName: string): RunResult {
  if (text.length > resultFileLimitBytes) throw tooLargeError(text.length, fileName);
  if (text.trim() === '') throw malformed(`${fileName} is empty.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const cutOff = !/[}\]]\s*$/.test(text);
    throw malformed(
      `${fileName} is not JSON${cutOff ? '; it seems to be cut off' : ''}: ${error instanceof Error ? error.message : String(error)}`.slice(
        0,
        500,
      ),
    );
  }
  try {
    return parseRunOrAnswer(value);
  } catch (error) {
    if (error instanceof FormatlabError) throw malformed(`${fileName}: ${error.message}`.slice(0, 2_000));
    throw error;
  }
}

function tooLargeError(sizeBytes: number, fileName: string): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'parse',
    message: `${fileName} has ${(sizeBytes / 1e6).toFixed(0)} MB; the limit for a result file is ${(resultFileLimitBytes / 1e6).toFixed(0)} MB.`,
  });
}

/** As {@link parseResultFile}, for a chosen file. A file that is too large is refused before it is read. */
export async function readResultFile(file: File): Promise<RunResult> {
  if (file.size > resultFileLimitBytes) throw tooLargeError(file.size, file.name);
  return parseResultFile(await file.text(), file.name);
}
