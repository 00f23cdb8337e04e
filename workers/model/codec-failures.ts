import type { CodecMeta } from './entry';
import { type ErrorRecord, FormatlabError } from './errors';

/** What every codec says when it refuses, so that the same fault reads the same whichever library met it. */

function levelRangeOf(meta: CodecMeta, implementationId: string) {
  const implementation = meta.implementations.find(({ id }) => id === implementationId);
  if (implementation === undefined)
    throw new Error(`${meta.id}/meta.ts does not list the implementation ${implementationId}.`);
  return { levels: implementation.levels, owner: `${meta.label} (${implementation.label})` };
}

function invalidLevel(codec: string, message: string): FormatlabError {
  return new FormatlabError({ tag: 'invalidPlan', stage: 'encode', codec, message });
}

/** The level where `meta` allows it; throws `invalidPlan` where it is missing, not whole or out of range. Never clamps. */
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

/** Throws `invalidPlan` where a level is given to an implementation that has none. */
export function requireNoLevel(meta: CodecMeta, implementationId: string, level: number | null): void {
  if (level !== null)
    throw invalidLevel(
      meta.id,
      `${levelRangeOf(meta, implementationId).owner} has no levels, but level ${level} was asked for.`,
    );
}

/** The input would decompress to more than `limitBytes`. */
export function overLimit(codec: string, limitBytes: number): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'decode',
    codec,
    message: `The ${codec} data decompresses to more than the ${limitBytes.toLocaleString('en')} bytes that were allowed.`,
    remedy: 'Do not trust this file: it holds more than it should. If it is yours, choose a smaller one.',
  });
}

/** The input is not what the codec writes: truncated, altered, or followed by something else. */
export function damaged(codec: string, message: string, thrown?: unknown): FormatlabError {
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

/** A library refused to compress, or could not get the memory. */
export function compressFailed(
  codec: string,
  message: string,
  tag: 'encodeFailed' | 'outOfMemory' = 'encodeFailed',
): FormatlabError {
  return new FormatlabError({ tag, stage: 'encode', codec, message });
}
