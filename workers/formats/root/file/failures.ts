import { type ErrorTag, FormatlabError, type Stage } from '../../../model/errors';

const damagedFileRemedy = 'Copy or download the file again, or write it again with the program that made it.';

/** An error about a damaged ROOT file, with the offset. */
export function malformedRoot(message: string, offset: number | null, cause?: unknown): FormatlabError {
  return rootFailure(
    'malformedInput',
    'decode',
    offset === null ? message : `${message} (at byte ${offset.toLocaleString('en')} of the file)`,
    cause,
    damagedFileRemedy,
  );
}

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
