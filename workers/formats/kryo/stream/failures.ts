import { type ErrorTag, FormatlabError, type Stage } from '../../../model/errors';

export function kryoFailure(
  tag: ErrorTag,
  stage: Stage,
  message: string,
  offset: number | null = null,
): FormatlabError {
  const place = offset === null ? '' : ` (at byte ${offset.toLocaleString('en')} of the file)`;
  return new FormatlabError({ tag, stage, format: 'kryo', message: `Kryo: ${message}${place}.` });
}
