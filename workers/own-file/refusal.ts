import type { DamagedInput } from '../model/damaged-input';
import {
  type DifferingFile,
  type ErrorTag,
  type FilePart,
  FormatlabError,
  type RefusedColumn,
  toErrorRecord,
} from '../model/errors';

/** An error that says why a user's file cannot be read, and what to do. `format` is the format that the file was read as. */
export function unreadableFileError(
  message: string,
  remedy: string,
  extra: {
    tag?: ErrorTag;
    format?: string;
    cause?: unknown;
    refusedColumns?: readonly RefusedColumn[];
    parts?: readonly FilePart[];
    differingFiles?: readonly DifferingFile[];
  } = {},
): FormatlabError {
  const { tag = 'malformedInput', format, cause, refusedColumns, parts, differingFiles } = extra;
  const causeText =
    cause === undefined ? undefined : (cause instanceof Error ? cause.message : String(cause)).slice(0, 2_000);
  return new FormatlabError(
    {
      tag,
      stage: 'import',
      message: message.slice(0, 2_000),
      remedy: remedy.slice(0, 500),
      ...(format === undefined ? {} : { format }),
      ...(causeText ? { cause: causeText } : {}),
      ...(refusedColumns === undefined ? {} : { refusedColumns: [...refusedColumns] }),
      ...(parts === undefined ? {} : { parts: [...parts] }),
      ...(differingFiles === undefined ? {} : { differingFiles: [...differingFiles] }),
    },
    { cause },
  );
}

/**
 * The error that tells the user of damage in a file of `format`. `where` follows the problem, such as “ (stripe 2)”. `remedy` is for damage that has
 * none of its own.
 */
export function damagedFileError(
  thrown: DamagedInput,
  { format, remedy, where = '' }: { readonly format: string; readonly remedy: string; readonly where?: string },
): FormatlabError {
  const message = `${thrown.subject ?? 'It'} ${thrown.problem}${where}, so it can’t be read.`.trimStart();
  return unreadableFileError(message, thrown.record.remedy ?? remedy, { format, cause: thrown.cause });
}

/** Browsers throw a RangeError, and Firefox an InternalError, if functions call each other more often than fits in the stack. */
const isTooDeep = (thrown: unknown) =>
  thrown instanceof Error && /call stack size exceeded|too much recursion/iu.test(thrown.message);

/**
 * Wraps a library's failure to read `format`, with the library's message as the cause. Existing refusals are returned unchanged. Other
 * FormatlabErrors keep their message. A lack of memory is no fault of the file, and the error says so.
 */
export function toUnreadableFileError(
  thrown: unknown,
  format: string,
  message: string,
  remedy: string,
): FormatlabError {
  if (thrown instanceof FormatlabError && thrown.record.stage === 'import') return thrown;
  // The model's message names the column, but not the user's file.
  if (thrown instanceof FormatlabError && thrown.record.tag !== 'outOfMemory') {
    const { tag, message: says, remedy: helps = remedy } = thrown.record;
    return unreadableFileError(says, helps, { tag, format, cause: thrown });
  }
  if (isTooDeep(thrown))
    return unreadableFileError(
      'Its values are nested so deeply, one inside the other, that this browser can’t follow them.',
      'Write it again with fewer levels, or measure its bytes as they are.',
      { tag: 'unsupported', format, cause: thrown },
    );
  const record = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import', format });
  return record.tag === 'outOfMemory'
    ? unreadableFileError(
        'The browser gave the reader of this file no memory.',
        'Close other tabs or reload this page, then open the file again. If that does not help, use a part of it.',
        { tag: 'outOfMemory', format, cause: thrown },
      )
    : unreadableFileError(message, remedy, { format, cause: thrown });
}
