import type { ChosenType } from '../chosen-type';
import type { Candidate, DatasetSpec } from '../plan';
import type { DatasetInfo } from '../result';
import type { UserData } from '../user-data';

/** What reads the user's file itself in a run: the decoder of a candidate, or the reader that opened it, named within a sentence. */
export type UserFileReader =
  | { readonly by: 'decoder'; readonly candidate: Candidate }
  | { readonly by: 'opener'; readonly name: string };

/** A dataset in canonical form. `fileReaders`: what is to be timed on the user's file itself, in the order in which it is tried. */
export interface MadeDataset {
  readonly blob: Blob;
  readonly info: Extract<DatasetInfo, { status: 'ready' }>;
  readonly fileReaders: readonly UserFileReader[];
  /** For a sample: the file that holds it, which is timed in place of the user's. Absent if the user's file was read whole. */
  readonly sampleFile?: UserData;
}

/** The dataset that was read from a user's file, so that a run need not read the file again. */
export interface ReadFile {
  /** From `datasetKey`. */
  readonly key: string;
  readonly made: MadeDataset;
}

type OwnFileSpec = Extract<DatasetSpec, { source: 'ownFile' }>;
interface FileReading
  extends Pick<OwnFileSpec, 'source' | 'type' | 'sha256' | 'malformed' | 'reading' | 'fileCount' | 'sample'> {
  readonly columnTypes: readonly ChosenType[] | null;
}

/**
 * Identifies a dataset by how it is made: a user's file by the SHA-256 of its data and by the options with which it was read, since these decide
 * the notes on what was lost. Null if the SHA-256 is not known.
 */
export function datasetKey(spec: Exclude<DatasetSpec, OwnFileSpec> | FileReading): string | null {
  if (spec.source === 'workload') return JSON.stringify(spec);
  const { type, sha256, columnTypes, malformed = 'fatal', reading = {}, fileCount, sample } = spec;
  if (sha256 === null) return null;
  const read = [type, sha256, columnTypes, malformed, Object.entries(reading).sort(), fileCount ?? null];
  return JSON.stringify([...read, sample === undefined ? null : [sample.seed, sample.targetBytes]]);
}

/**
 * The largest dataset, in bytes, that the page keeps from reading a file to its runs. It keeps one for each open file. A larger one is read again,
 * since measuring holds several copies of it.
 */
export const keptDatasetLimitBytes = 256 * 1_048_576;
