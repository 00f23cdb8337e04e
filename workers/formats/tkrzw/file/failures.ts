import { DamagedInput } from '../../../model/damaged-input';
import { type ErrorRecord, FormatlabError, type Stage } from '../../../model/errors';

/** The ids of the two formats that use Tkrzw. */
export type TkrzwFormat = 'hashdbm' | 'treedbm';

/** An error about a damaged file; `what` describes the offset's content, without a full stop. */
export const damagedTkrzwFile = (format: TkrzwFormat, byte: number, problem: string, remedy?: string) =>
  new DamagedInput(problem, {
    place: { byte },
    message: `Byte offset ${byte.toLocaleString('en')}: ${problem}.`,
    tag: 'decodeFailed',
    format,
    remedy,
  });

/** An error about a requested key that is not in the database. */
export function noSuchKey(format: TkrzwFormat, key: string): FormatlabError {
  return tkrzwFailure(format, 'malformedInput', 'lookup', `There is no record with the key “${key.slice(0, 200)}”.`);
}

export function tkrzwFailure(
  format: TkrzwFormat,
  tag: ErrorRecord['tag'],
  stage: Stage,
  message: string,
  remedy?: string,
): FormatlabError {
  return new FormatlabError({ tag, stage, format, message, ...(remedy === undefined ? {} : { remedy }) });
}

/** Adds the offset to an error that a codec or another part threw. */
export function withOffset(format: TkrzwFormat, offset: number, what: string, thrown: unknown): unknown {
  if (!(thrown instanceof FormatlabError)) return thrown;
  return new FormatlabError(
    {
      ...thrown.record,
      format,
      message: `Byte offset ${offset.toLocaleString('en')}: ${what}. ${thrown.record.message}`,
    },
    { cause: thrown },
  );
}
