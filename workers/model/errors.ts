import * as v from 'valibot';

/** The kind of an error, for programs to act on. */
const errorTags = [
  'invalidPlan',
  'unsupported',
  'malformedInput',
  'tooLarge',
  'outOfMemory',
  'workerCrashed',
  'timedOut',
  'cancelled',
  'encodeFailed',
  'decodeFailed',
  'verificationFailed',
  'storageFailed',
  'internal',
] as const;

/** The step during which an error occurred. */
export const stages = [
  'parse',
  'load',
  'generate',
  'import',
  'setUp',
  'encode',
  'decode',
  'project',
  'lookup',
  'store',
  'retrieve',
  'verify',
  'warmUp',
  'sample',
] as const;

const errorTagSchema = v.picklist(errorTags);
export const stageSchema = v.picklist(stages);

/** A column of a user's file that cannot be read, by its index from 0. `reason` completes a sentence about the column. */
const refusedColumnSchema = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: v.pipe(v.string(), v.maxLength(200)),
  reason: v.pipe(v.string(), v.maxLength(500)),
});
export type RefusedColumn = v.InferOutput<typeof refusedColumnSchema>;

/** One of several datasets in a user's file: its name there, and what it holds in words ('1,000 × 3 float64'). */
const filePartSchema = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(200)),
  holds: v.pipe(v.string(), v.maxLength(200)),
});
export type FilePart = v.InferOutput<typeof filePartSchema>;
/** The maximum number of datasets in a user's file. */
export const maxFileParts = 10_000;

/**
 * One of several files that can't be read with the others, by its index from 0, and why. `group` is the index of the first of the files that it
 * agrees with; it is absent for a file that can't be read at all.
 */
const differingFileSchema = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  path: v.pipe(v.string(), v.maxLength(300)),
  reason: v.pipe(v.string(), v.maxLength(500)),
  group: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type DifferingFile = v.InferOutput<typeof differingFileSchema>;

/**
 * An error as plain data, which can be sent to workers and kept in storage and links. `message` says what was wrong, `remedy` what to do.
 */
export const errorRecordSchema = v.strictObject({
  tag: errorTagSchema,
  stage: stageSchema,
  message: v.pipe(v.string(), v.maxLength(2_000)),
  remedy: v.optional(v.pipe(v.string(), v.maxLength(500))),
  format: v.optional(v.pipe(v.string(), v.maxLength(100))),
  codec: v.optional(v.pipe(v.string(), v.maxLength(100))),
  cause: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  /** If a user's file can be read without some of its columns: these columns. */
  refusedColumns: v.exactOptional(v.pipe(v.array(refusedColumnSchema), v.minLength(1), v.maxLength(10_000))),
  /** If a user's file holds several datasets, of which the user must choose one: all of them, in the order of their numbers. */
  parts: v.exactOptional(v.pipe(v.array(filePartSchema), v.minLength(1), v.maxLength(maxFileParts))),
  /** If several files can't be read as one dataset: all that differ from the largest group of files that can. */
  differingFiles: v.exactOptional(v.pipe(v.array(differingFileSchema), v.minLength(1), v.maxLength(10_000))),
  /** If those are files of one archive: the numbers of all its files that were to be read together, by which `differingFiles` names them, too. */
  archiveFiles: v.exactOptional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.minLength(1), v.maxLength(10_000)),
  ),
});

export type ErrorTag = v.InferOutput<typeof errorTagSchema>;
export type Stage = v.InferOutput<typeof stageSchema>;
export type ErrorRecord = v.InferOutput<typeof errorRecordSchema>;

/**
 * The error that leaves a worker or a module of the page; {@link toErrorRecord} makes its record of all other thrown values. `DamagedInput` is its
 * kind for damaged files. The readers of some formats throw classes of their own as signals, which they catch themselves.
 */
export class FormatlabError extends Error {
  readonly record: ErrorRecord;

  constructor(record: ErrorRecord, options?: ErrorOptions) {
    super(record.message, options);
    this.name = 'FormatlabError';
    this.record = record;
  }
}

const outOfMemoryMessage =
  /out of memory|allocation failed|memory allocation of|Invalid (typed array|array buffer) length|could not allocate|memory access out of bounds|Cannot enlarge memory/i;

/** How browsers and the page's build say that code, or a style sheet of it, did not arrive. */
const loadFailureMessage =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** What the user can do if a part of the page did not load. */
export const loadFailureRemedy =
  'Check the connection and try again. If the page has been open for long, a newer version may have replaced it: reload the page.';

/** True if a part of the page could not be loaded: the connection failed, or a newer version of the page has replaced it. */
export function isLoadFailure(thrown: unknown): boolean {
  if (thrown instanceof FormatlabError) return isLoadFailure(thrown.cause);
  return thrown instanceof Error && loadFailureMessage.test(thrown.message);
}

/** Browsers throw some errors without a message. Their names tell what happened. */
const namedErrors: Readonly<Record<string, string>> = {
  QuotaExceededError: 'The browser’s storage for this site is full.',
  NotReadableError: 'The file can’t be read. It may have been changed, moved or deleted.',
  NotFoundError: 'It is no longer there.',
  NotAllowedError: 'The browser does not allow it.',
  SecurityError: 'The browser does not allow it.',
};

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown) || 'no message';
  const { message, name } = thrown;
  if (message.trim() !== '') return message;
  return (Object.hasOwn(namedErrors, name) ? namedErrors[name] : undefined) ?? (name === 'Error' ? 'no message' : name);
}

/**
 * Converts any thrown value to a record. A RangeError or WASM trap about memory becomes `outOfMemory`, whatever `fallback` says. Code that did
 * not load is named as such.
 */
export function toErrorRecord(
  thrown: unknown,
  fallback: Pick<ErrorRecord, 'tag' | 'stage'> & Partial<ErrorRecord>,
): ErrorRecord {
  if (thrown instanceof FormatlabError) return thrown.record;
  const message = messageOf(thrown).slice(0, 2_000);
  if (outOfMemoryMessage.test(message)) {
    return {
      ...fallback,
      tag: 'outOfMemory',
      message,
      remedy: 'Choose fewer rows, or close other tabs, and run again.',
    };
  }
  if (isLoadFailure(thrown)) {
    const part = /(?:https?:\/\/[^/\s]+)?(\/\S+\.(?:js|css))/.exec(message)?.[1];
    return {
      ...fallback,
      stage: 'load',
      message: `A part of the page could not be loaded${part === undefined ? '' : `: ${part}`}.`,
      remedy: loadFailureRemedy,
      cause: message,
    };
  }
  return { message, ...fallback };
}
