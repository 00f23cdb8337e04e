import * as v from 'valibot';

/** What went wrong, as a word a program can act on. */
export const errorTags = [
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

export const errorTagSchema = v.picklist(errorTags);
export const stageSchema = v.picklist(stages);

/** An error as plain data: it crosses workers, storage and links unchanged. `message` says what was wrong, `remedy` what to do. */
export const errorRecordSchema = v.strictObject({
  tag: errorTagSchema,
  stage: stageSchema,
  message: v.pipe(v.string(), v.maxLength(2_000)),
  remedy: v.optional(v.pipe(v.string(), v.maxLength(500))),
  format: v.optional(v.pipe(v.string(), v.maxLength(100))),
  codec: v.optional(v.pipe(v.string(), v.maxLength(100))),
  cause: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
});

export type ErrorTag = v.InferOutput<typeof errorTagSchema>;
export type Stage = v.InferOutput<typeof stageSchema>;
export type ErrorRecord = v.InferOutput<typeof errorRecordSchema>;

/** The one error class of the project; anything else that is thrown is wrapped by {@link toErrorRecord}. */
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

/** Any thrown value as a record. A RangeError or trap about memory becomes `outOfMemory` whatever `fallback` says. */
export function toErrorRecord(
  thrown: unknown,
  fallback: Pick<ErrorRecord, 'tag' | 'stage'> & Partial<ErrorRecord>,
): ErrorRecord {
  if (thrown instanceof FormatlabError) return thrown.record;
  const message = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 2_000) || 'no message';
  if (outOfMemoryMessage.test(message)) {
    return {
      ...fallback,
      tag: 'outOfMemory',
      message,
      remedy: 'Choose fewer rows, or close other tabs, and run again.',
    };
  }
  return { message, ...fallback };
}
