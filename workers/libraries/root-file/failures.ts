import { type ErrorTag, FormatlabError, type Stage } from '../../model/errors';

/** An error about a damaged ROOT file, with the offset. */
export function malformedRoot(message: string, offset: number | null, cause?: unknown): FormatlabError {
  return rootFailure(
    'malformedInput',
    'decode',
    offset === null ? message : `${message} (at byte ${offset.toLocaleString('en')} of the file)`,
    cause,
  );
}

export function rootFailure(tag: ErrorTag, stage: Stage, message: string, cause?: unknown): FormatlabError {
  return new FormatlabError(
    { tag, stage, format: 'root', message: `ROOT: ${message}.` },
    cause === undefined ? undefined : { cause },
  );
}
