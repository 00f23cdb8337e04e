import type { FileSample, OwnFileType } from '../../model/plan';
import type { CutSample } from '../../own-file/sample/cut';
import { readerOf } from '../roles';

/**
 * Cuts a sample from a user's file: pieces spread over the file, one of each stratum, in the order of the file (rule 31 of docs/measurement.md). Null if the
 * file is read whole: because it is small, or because files of its type can't be cut.
 * @throws FormatlabError that says what is wrong with a damaged file.
 */
export async function cutSample(file: Blob, type: OwnFileType, sample: FileSample): Promise<CutSample | null> {
  return (await readerOf(type).cut?.(file, sample)) ?? null;
}

/** Whether a sample of a file of the type is cut before it is read. */
export const canBeCut = (type: OwnFileType): boolean => readerOf(type).cut !== undefined;

/** Whether a file of the type can be measured by a sample, whatever its size. */
export const hasSamplesOfAnySize = (type: OwnFileType): boolean =>
  canBeCut(type) || readerOf(type).readsSamples === true;
