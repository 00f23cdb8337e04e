import { damageOf } from '../../../model/damaged-input';
import { type ErrorTag, FormatlabError, type Stage } from '../../../model/errors';

export function kryoFailure(tag: ErrorTag, stage: Stage, message: string): FormatlabError {
  return new FormatlabError({ tag, stage, format: 'kryo', message: `Kryo: ${message}.` });
}

export const damagedKryo = damageOf({ format: 'kryo', subject: 'Kryo:' });
