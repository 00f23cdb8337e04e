import { type ErrorRecord, FormatlabError, type Stage } from '../../model/errors';

/** The two kinds of database: entries' ids. */
export type TkrzwFormat = 'hashdbm' | 'treedbm';

/** A file is not what Tkrzw writes; `what` says what stands at the offset, without a full stop. */
export function damagedAt(format: TkrzwFormat, offset: number, what: string, remedy?: string): FormatlabError {
  return failure(format, 'decodeFailed', 'decode', `Byte offset ${offset.toLocaleString('en')}: ${what}.`, remedy);
}

/** A key that a look-up asked for is not in the database. */
export function noSuchKey(format: TkrzwFormat, key: string): FormatlabError {
  return failure(format, 'malformedInput', 'lookup', `There is no record with the key “${key.slice(0, 200)}”.`);
}

export function failure(
  format: TkrzwFormat,
  tag: ErrorRecord['tag'],
  stage: Stage,
  message: string,
  remedy?: string,
): FormatlabError {
  return new FormatlabError({ tag, stage, format, message, ...(remedy === undefined ? {} : { remedy }) });
}

/** What a codec or another part threw while it worked on what lies at the offset, with the offset said first. */
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
