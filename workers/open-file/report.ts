import { type Dataset, itemCount, schemaOf, type Table } from '../model/dataset';
import type { OwnFileType } from '../model/plan';
import type { OwnFileReport } from '../model/protocol/coordinator';
import type { ReadingOptions } from '../model/reading-options';
import type { DatasetSample } from '../model/result';
import type { UserData } from '../model/user-data';
import { valueFactsOf, valueFactsOfFiles } from '../model/value-facts';
import type { ImportResult } from '../own-file/imported';
import { narrowTable } from './narrow';
import type { Packing } from '../own-file/packed/packings';
import { previewOf } from './preview';
import { fileColumnsOf } from '../own-file/refused-columns';
import { shareEqual } from './share-equal';
import type { DetectedWriting } from '../own-file/settings/file-writing';

/** The dataset in the user's file, and the report that the page shows. */
export interface OwnFileResult {
  readonly dataset: Dataset;
  readonly report: Omit<OwnFileReport, 'sha256' | 'dataBytes' | 'sample'>;
  /** How the whole file is compressed; null if it is not. */
  readonly packing: Packing | null;
  /** How many files were read as one dataset; null if it was a single one. */
  readonly fileCount: number | null;
  /** The sample that was read, and the file that it was read from; null if all of the user's file was read. */
  readonly sample: ReadSample | null;
}

interface ReadSample {
  readonly info: DatasetSample;
  /** Null for a file of which the reader itself took the sample. */
  readonly file: UserData | null;
}

/** The dataset with the columns and rows that the user chose, and the report on it. */
export function reportOn(
  read: ImportResult,
  {
    type,
    writing,
    firstNotes,
    reading,
    rowCounts,
    onlyData = false,
  }: {
    readonly type: OwnFileType;
    readonly writing: DetectedWriting | null;
    readonly firstNotes: readonly string[];
    readonly reading: ReadingOptions;
    /** For several files, how many rows each has; null if this is not known. */
    readonly rowCounts?: readonly number[] | null;
    /** True if nobody reads what the values have in common. */
    readonly onlyData?: boolean;
  },
): Pick<OwnFileResult, 'dataset' | 'report'> {
  const { dialect, badRows, badRowCount, possibleTypes } = read;
  const notes = [...read.notes];
  const whole = read.dataset.kind === 'table' ? read.dataset : null;
  const refused = read.refusedColumns ?? [];
  const dataset = whole === null ? read.dataset : narrowTable(whole, reading, refused, type, notes);
  return {
    dataset,
    report: {
      type,
      schema: schemaOf(dataset),
      itemCount: itemCount(dataset),
      dialect,
      badRows,
      badRowCount,
      notes: [...firstNotes, ...notes],
      preview: previewOf(dataset),
      possibleTypes: shareEqual(possibleTypes),
      settings: writing?.settings ?? (read.facts === undefined ? null : { writer: null, facts: [...read.facts] }),
      candidate: writing?.candidate ?? null,
      fileColumns: whole === null ? [] : fileColumnsOf(whole, refused, reading.leftOutColumns ?? []),
      fileRows: whole?.rowCount ?? 0,
      found: read.found ?? {},
      valueFacts: whole === null || onlyData ? [] : valueFactsByFile(whole, rowCounts),
    },
  };
}

const valueFactsByFile = (table: Table, rowCounts: readonly number[] | null | undefined) =>
  rowCounts === undefined ? [valueFactsOf(table)] : rowCounts === null ? [] : valueFactsOfFiles(table, rowCounts);
