import type { DamageAt } from '../../../libraries/bytes/byte-reader';
import { damagedFileRemedy, damageOf } from '../../../model/damaged-input';
import { type ErrorTag, FormatlabError, type Stage } from '../../../model/errors';

/** The error for a damaged ROOT file; a number is the byte of the file. */
export const malformedRoot = damageOf({ format: 'root', subject: 'ROOT:', remedy: damagedFileRemedy });

export function rootFailure(
  tag: ErrorTag,
  stage: Stage,
  message: string,
  cause?: unknown,
  remedy?: string,
): FormatlabError {
  return new FormatlabError(
    { tag, stage, format: 'root', message: `ROOT: ${message}.`, ...(remedy === undefined ? {} : { remedy }) },
    cause === undefined ? undefined : { cause },
  );
}

/**
 * Makes the errors for damage in bytes at `fileOffset` of the file. If they were decompressed, `decompressed` is the word for their compressed form,
 * which begins there.
 */
export const damageIn =
  (what: string, fileOffset: number, decompressed: string | null): DamageAt =>
  (problem, at) =>
    decompressed === null
      ? malformedRoot(`${what} ${problem}`, fileOffset + at)
      : malformedRoot(
          `${what} ${problem}, ${at.toLocaleString('en')} bytes into its decompressed ${decompressed}`,
          fileOffset,
        );
