import type { CodecMeta } from './entry';
import { type ErrorRecord, FormatlabError } from './errors';

/** The errors that codecs throw, so that the same fault has the same message in every library. */

function levelRangeOf(meta: CodecMeta, implementationId: string) {
  const implementation = meta.implementations.find(({ id }) => id === implementationId);
  if (implementation === undefined)
    throw new Error(`${meta.id}/meta.ts does not list the implementation ${implementationId}.`);
  return { levels: implementation.levels, owner: `${meta.label} (${implementation.label})` };
}

function invalidLevel(codec: string, message: string): FormatlabError {
  return new FormatlabError({ tag: 'invalidPlan', stage: 'encode', codec, message });
}

/**
 * Returns the level if `meta` allows it. It never clamps.
 * @throws `invalidPlan` if the level is missing, not an integer, or out of range.
 */
export function requireLevel(meta: CodecMeta, implementationId: string, level: number | null): number {
  const { levels, owner } = levelRangeOf(meta, implementationId);
  if (levels === null) throw new Error(`${owner} has no levels to require.`);
  if (level === null || !Number.isInteger(level) || level < levels.min || level > levels.max) {
    throw invalidLevel(
      meta.id,
      `${owner}: level ${level ?? 'none'} is out of range; it must be a whole number from ${levels.min} to ${levels.max}.`,
    );
  }
  return level;
}

/**
 * Checks that no level is given to an implementation without levels.
 * @throws `invalidPlan` if there is one.
 */
export function requireNoLevel(meta: CodecMeta, implementationId: string, level: number | null): void {
  if (level !== null)
    throw invalidLevel(
      meta.id,
      `${levelRangeOf(meta, implementationId).owner} has no levels, but level ${level} was requested.`,
    );
}

/** The error for input that would decompress to more than `limitBytes`. */
export function overLimitError(codec: string, limitBytes: number): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'decode',
    codec,
    message: `The ${codec} data decompresses to more than the limit of ${limitBytes.toLocaleString('en')} bytes.`,
    remedy: 'Do not trust this file: it claims to hold more than it should. If you made it, use less data.',
  });
}

/** The error for input that the codec did not write: truncated, altered, or followed by other bytes. */
export function damagedDataError(codec: string, message: string, thrown?: unknown): FormatlabError {
  const record: ErrorRecord = {
    tag: 'decodeFailed',
    stage: 'decode',
    codec,
    message: `The ${codec} data is damaged: ${message}`,
  };
  if (thrown === undefined) return new FormatlabError(record);
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return new FormatlabError({ ...record, cause: cause.slice(0, 2_000) || 'no message' }, { cause: thrown });
}

/** The error for a library that failed to compress or to allocate memory. */
export function compressFailedError(
  codec: string,
  message: string,
  tag: 'encodeFailed' | 'outOfMemory' = 'encodeFailed',
): FormatlabError {
  return new FormatlabError({ tag, stage: 'encode', codec, message });
}
