import type { ChosenType } from '../chosen-type';
import type { DatasetSchema } from '../dataset';
import type { Environment } from '../environment';
import type { FileSettings } from '../file-settings';
import type { MoleculeFile, MoleculeSketch } from '../molecules/sketch';
import type { Candidate, DatasetSpec, MalformedChoice, OwnFileType, Plan } from '../plan';
import type { DateFormat, DelimitedReading, Encoding, ReadingOptions, TimestampFormat } from '../reading-options';
import type { CellResult, DatasetInfo, RunResult } from '../result';

/** What the page asks of the coordinator worker, which owns the plan, the order of rounds and the measuring workers. */
export interface CoordinatorCalls {
  /**
   * Runs a plan. Aborting it resolves (not rejects) within 200 ms with what was measured; cells without a finished round are `cancelled`, and
   * `finishedAt` is null. `ownFile` is the user's file where the plan's dataset is one. One run at a time: a second waits for the first.
   */
  run: { in: { plan: Plan; ownFile: Blob | null; machineLabel: string | null }; out: RunResult; progress: RunEvent };
  /** One cell's encoded file, made anew. */
  encodedFile: {
    in: { plan: Plan; dataset: number; candidate: number; ownFile: Blob | null };
    out: EncodedFile;
    progress: never;
  };
  /** The dataset in its canonical byte form (what the SHA-256 is of). */
  datasetFile: { in: { plan: Plan; dataset: number; ownFile: Blob | null }; out: EncodedFile; progress: never };
  /** Reads a file of the user's: its type where null, its columns, its bad rows. Nothing of it is kept. */
  inspectFile: {
    in: {
      file: Blob;
      fileName: string;
      type: OwnFileType | null;
      columnTypes: readonly ChosenType[] | null;
      malformed: MalformedChoice;
      reading: ReadingOptions;
    };
    out: OwnFileReport;
    progress: { stage: string };
  };
  /** Molecules `from` (inclusive) to `to` (exclusive, at most the dataset's) of what the spec tells, to be looked at. */
  molecules: {
    in: { spec: DatasetSpec; ownFile: Blob | null; from: number; to: number };
    out: readonly MoleculeSketch[];
    progress: never;
  };
  /** One of its molecules alone as a file of each candidate, in their order. */
  moleculeFiles: {
    in: { spec: DatasetSpec; ownFile: Blob | null; molecule: number; candidates: readonly Candidate[] };
    out: readonly MoleculeFile[];
    progress: never;
  };
  /** Whether the page is hidden: a worker can't see it. A trial that was under way is thrown away, and the run waits. */
  visibility: { in: { hidden: boolean }; out: null; progress: never };
}

export interface EncodedFile {
  readonly file: Blob;
  readonly fileName: string;
  readonly mediaType: string;
}

export type RunEvent =
  /** `plan` is the plan as checked, every default filled in. */
  | { readonly type: 'started'; readonly startedAt: string; readonly plan: Plan; readonly environment: Environment }
  | { readonly type: 'dataset'; readonly index: number; readonly info: DatasetInfo }
  /** The cell as it stands after another round; it replaces what came before for the same dataset and candidate. */
  | { readonly type: 'cell'; readonly cell: CellResult }
  | { readonly type: 'progress'; readonly progress: RunProgress }
  | { readonly type: 'warning'; readonly message: string };

export interface RunProgress {
  readonly round: number;
  readonly rounds: number;
  readonly dataset: number;
  readonly candidate: number;
  readonly doneTrials: number;
  readonly totalTrials: number;
  /** Estimated from what has passed; null until there is something to estimate from. */
  readonly remainingMs: number | null;
  /** 'paused' while the tab is hidden. */
  readonly state: 'running' | 'paused';
}

export interface OwnFileReport {
  readonly type: OwnFileType;
  readonly schema: DatasetSchema;
  readonly itemCount: number;
  readonly dataBytes: number;
  readonly sha256: string;
  /** How a text file was read, in words: 'comma, quoted by ", header in line 1, UTF-8'; null for binary files. */
  readonly dialect: string | null;
  /** Rows left out, the first 100, with what was wrong. */
  readonly badRows: readonly { readonly line: number; readonly message: string }[];
  readonly badRowCount: number;
  /** What could not be kept as it stood (time zones, decimals, nested values). */
  readonly notes: readonly string[];
  /** First rows as text, for the preview; null is a null. */
  readonly preview: readonly (readonly (string | null)[])[];
  /** Types a column of the file could be read as instead, by `fileColumns`, the present one first. Empty where types can't be changed. */
  readonly possibleTypes: readonly (readonly ChosenType[])[];
  /** How the file is written; null of plain bytes. */
  readonly settings: FileSettings | null;
  /** The candidate that writes as the file is written; null where none does. */
  readonly candidate: Candidate | null;
  /** Of a table: all columns of the file, those left out among them; empty for other data. */
  readonly fileColumns: readonly { readonly name: string; readonly type: string; readonly isRead: boolean }[];
  /** Of a table: rows before any were left out by choice. */
  readonly fileRows: number;
  readonly found: ReadingFound;
}

/** What reading found out: the options in use, and what each other choice would do, counted over the whole file unless said. */
export interface ReadingFound {
  /** Of text alone. */
  readonly encoding?: Encoding;
  /** Of delimited text alone. */
  readonly delimited?: {
    readonly options: DelimitedReading;
    /** For each delimiter, over the file's first lines: fields of the first, and lines with another number of them. */
    readonly delimiters: readonly {
      readonly delimiter: DelimitedReading['delimiter'];
      readonly fields: number;
      readonly otherLines: number;
    }[];
    readonly firstLines: number;
    /** Values that are one of the known words or of the chosen ones. */
    readonly nullWords: readonly { readonly word: string; readonly inText: number; readonly inOthers: number }[];
    /** Values with a mark in them that are numbers in this style. */
    readonly numbers: readonly (Pick<DelimitedReading, 'decimalMark' | 'thousands'> & { readonly values: number })[];
    readonly dates: readonly { readonly format: DateFormat | TimestampFormat; readonly values: number }[];
  };
  /** By file column and type that it could have: rows that would be left out, and values that would be altered. */
  readonly typeEffects?: readonly Readonly<Partial<Record<ChosenType, TypeEffect>>>[];
}

export interface TypeEffect {
  readonly leftOut: number;
  readonly altered: number;
}
