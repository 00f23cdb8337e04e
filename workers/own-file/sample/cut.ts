import type { FileSample } from '../../model/plan';
import type { DatasetSample } from '../../model/result';

/** What is known of a part of a file before it is read. */
export type CutInfo = Omit<DatasetSample, 'fileBytes'>;

/** A part of a file, as a file of the same type. */
export interface CutSample extends CutInfo {
  /** What the unchanged reader of the type reads. Its parts may be slices of the user's file. */
  readonly file: Blob;
  /** The line of the user's file in which a line of the sample stands, both from 1; null if that is not known. Absent if the file is no text. */
  readonly lineInFile?: (line: number) => Promise<number | null>;
  /** The bytes of the whole file, if the one that was cut is a sample itself. */
  readonly wholeBytes?: number;
  /** Whether the units are so large that rows of them are kept once they are read. */
  readonly hasLargeUnits?: boolean;
  /** Whether the values are not stored as in the user's file, such as without its compression: then it is not timed in its place. */
  readonly isStoredOtherwise?: boolean;
}

/** A file is read whole if a sample would leave out only a small part of it. */
const wholeUpTo = 1.5;

/** Whether data of so many decoded bytes are read whole. */
export const isReadWhole = (decodedBytes: number, { targetBytes }: FileSample): boolean =>
  decodedBytes <= wholeUpTo * targetBytes;

/** Reads the places of a file that it needs. Null if the file is read whole, since it is small. */
export type Cut = (file: Blob, sample: FileSample) => Promise<CutSample | null>;
