import { type ErrorTag, FormatlabError } from '../model/errors';

/** An error that says why a file has no map. */
export const malformed = (message: string, cause?: unknown): FormatlabError =>
  failure('malformedInput', message, cause);

export function failure(tag: ErrorTag, message: string, cause?: unknown): FormatlabError {
  return new FormatlabError({ tag, stage: 'import', message: message.slice(0, 2_000) }, { cause });
}
