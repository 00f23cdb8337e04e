import { FormatlabError, type Stage } from '../model/errors';
import type { TrialRequest } from '../model/protocol/measure';

/** The error for a cell whose file or values are wrong. */
export function verificationFailure(request: TrialRequest, stage: Stage, message: string): FormatlabError {
  const codec = request.candidate.codec === null ? {} : { codec: request.candidate.codec.id };
  return new FormatlabError({
    tag: 'verificationFailed',
    stage,
    message: message.slice(0, 2_000),
    format: request.candidate.format,
    ...codec,
  });
}
