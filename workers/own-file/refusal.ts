import { type ErrorTag, FormatlabError, toErrorRecord } from '../model/errors';

/** Why a file of the user's can't be read, and what to do about it. `format` is what it was read as. */
export function refusal(
  message: string,
  remedy: string,
  extra: { tag?: ErrorTag; format?: string; cause?: unknown } = {},
): FormatlabError {
  const { tag = 'malformedInput', format, cause } = extra;
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
    },
    { cause },
  );
}

/** Any other failure of a library while it read `format`, with the library's words as the cause; a refusal stays as it is, and so does running out of memory. Other errors of ours keep their words. */
export function asRefusal(thrown: unknown, format: string, message: string, remedy: string): FormatlabError {
  if (thrown instanceof FormatlabError && thrown.record.stage === 'import') return thrown;
  // The model's own words name the column; they know nothing of the user's file.
  if (thrown instanceof FormatlabError && thrown.record.tag !== 'outOfMemory') {
    const { tag, message: says, remedy: helps = remedy } = thrown.record;
    return refusal(says, helps, { tag, format, cause: thrown });
  }
  const record = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import', format });
  return record.tag === 'outOfMemory'
    ? new FormatlabError(record, { cause: thrown })
    : refusal(message, remedy, { format, cause: thrown });
}
