import { DamagedInput } from '../model/damaged-input';
import { type ErrorTag, FormatlabError } from '../model/errors';

/** The error for a damaged file that has no map, in a whole sentence. */
export const malformed = (sentence: string, cause?: unknown): DamagedInput =>
  new DamagedInput(sentence.replace(/\.$/, ''), { stage: 'import', subject: '', cause });

export function failure(tag: ErrorTag, message: string, cause?: unknown): FormatlabError {
  return new FormatlabError({ tag, stage: 'import', message: message.slice(0, 2_000) }, { cause });
}
