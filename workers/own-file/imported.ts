import type { ChosenType } from '../model/chosen-type';
import type { Dataset } from '../model/dataset';
import type { RefusedColumn } from '../model/errors';
import type { FileSettings } from '../model/file-settings';
import type { FileSample, MalformedChoice } from '../model/plan';
import type { ReadingOptions } from '../model/reading-options';
import type { OwnFileReport, DetectedReading } from '../model/protocol/coordinator';
import type { CutInfo } from './sample/cut';

type AnyBadRow = OwnFileReport['badRows'][number];
/** A row that is left out, and its line. */
export type BadRow = AnyBadRow & { readonly line: number };

/** The result of reading one file of any type. */
export interface ImportResult {
  readonly dataset: Dataset;
  readonly dialect: string | null;
  /** The first `listedBadRows` bad rows, in the order of their lines; those without a line last. */
  readonly badRows: readonly AnyBadRow[];
  readonly badRowCount: number;
  readonly notes: readonly string[];
  readonly possibleTypes: readonly (readonly ChosenType[])[];
  readonly found?: DetectedReading;
  /** How the file was written, as far as the reader of its type states it. */
  readonly facts?: FileSettings['facts'];
  /** The columns of the file that `dataset` lacks because no type can hold their values, in order. */
  readonly refusedColumns?: readonly RefusedColumn[];
  /** The sample that the reader took of the file itself. Absent if it read all that it was given. */
  readonly cut?: CutInfo;
}

/** The maximum number of bad rows that are listed; others are only counted. */
export const listedBadRows = 100;

/** A result without bad rows. */
export function importResult(dataset: Dataset, notes: readonly string[] = []): ImportResult {
  return { dataset, dialect: null, badRows: [], badRowCount: 0, notes, possibleTypes: [] };
}

export interface ReadOptions {
  readonly fileName: string;
  /** The column types that the user chose, in order; null for the reader's own. */
  readonly columnTypes: readonly ChosenType[] | null;
  /** The user's other reading options. */
  readonly reading: ReadingOptions;
  /** What to do with a molecule that cannot be read. */
  readonly malformed: MalformedChoice;
  /** Whether `found` is to say what other choices would do. */
  readonly countsEffects: boolean;
  /** How a reader takes a sample of a file that no other one cuts. Null or absent if it reads all. */
  readonly sample?: FileSample | null;
  /** False if the text that is read has other lines than the file, as a sample or several files have. */
  readonly hasOwnLines?: boolean;
  /** The line of the file in which a line of the text stands, if it has other lines; null if that is not known. */
  readonly lineInFile?: (line: number) => Promise<number | null>;
  /** `share` is how much of the bytes were read, from 0 to 1, in a stage that reads all of them. */
  readonly onStage: (stage: string, share?: number) => void;
  /** Called with the result before the effects of other choices are counted, which takes longer than reading. They are in the final result. */
  readonly onRead: (read: ImportResult) => Promise<void>;
}
