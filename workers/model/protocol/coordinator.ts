import type { Leading } from '../leading';
import type { ChosenType } from '../chosen-type';
import type { DatasetSchema } from '../dataset';
import type { ByteMap } from '../byte-map';
import type { FilePart } from '../errors';
import type { SearchEvent, SearchPermissions, SearchResult } from '../column-search';
import type { Environment } from '../environment';
import type { FittedTable } from '../fitted-table';
import type { FileSettings } from '../file-settings';
import type { MoleculeFile, MoleculeSketch } from '../molecules/sketch';
import type { Candidate, DatasetSpec, FileSample, MalformedChoice, OwnFileType, Plan } from '../plan';
import type {
  DateFormat,
  DelimitedReading,
  TextEncodingLabel,
  ReadingOptions,
  TimestampFormat,
} from '../reading-options';
import type { RemotePlace, Traffic } from '../remote/remote-file';
import type { FetchedPart, RemoteTable } from '../remote/remote-table';
import type { RewriteRecipe, RewrittenFile } from '../rewrite';
import type { CellResult, DatasetInfo, DatasetSample, RunResult } from '../result';
import type { FileSet, UserData } from '../user-data';
import type { ValueFacts } from '../value-facts';
import type { ReadFile } from './read-file';

/** The calls from the page to the coordinator worker. The coordinator owns the plan, the order of rounds and the measuring workers. */
export interface CoordinatorCalls {
  /**
   * Runs a plan. If aborted, it resolves (not rejects) within 200 ms with the cells measured so far: cells without a finished round are
   * `cancelled`, and `finishedAt` is null. `ownFile` is the user's file if the plan needs one. Only one run at a time: a second call waits
   * for the first.
   */
  run: {
    /** `asksForLeading`: the run asks after its first rounds what can still change the answer, and the page answers by `lead`. */
    in: OwnFileInput & {
      plan: Plan;
      machineLabel: string | null;
      asksForLeading: boolean;
      /** An earlier part of the run, which goes on; null for a new run. It must be of the same plan, data, browser and libraries. */
      before: RunResult | null;
      /** How much of the plan's budget a search has taken, in milliseconds, before the run begins. */
      spentMs: number;
      /** The further time in milliseconds of a run that has ended, and may have further candidates. Null if the rest of the plan is measured. */
      addedMs: number | null;
    };
    out: RunResult;
    progress: RunEvent | { readonly type: 'leadingWanted' };
  };
  /** What can still change the answer, for a run that asks for it. */
  lead: { in: Leading; out: null; progress: never };
  /** Encodes one cell's file again, for download. */
  encodedFile: {
    in: OwnFileInput & { plan: Plan; dataset: number; candidate: number };
    out: EncodedFile;
    progress: never;
  };
  /** The dataset in canonical byte form, of which the SHA-256 is taken. */
  datasetFile: { in: OwnFileInput & { plan: Plan; dataset: number }; out: EncodedFile; progress: never };
  /** Reads a user's file and reports its type (guessed if null), its columns and its bad rows. */
  inspectFile: {
    in: {
      file: UserData;
      fileName: string;
      type: OwnFileType | null;
      columnTypes: readonly ChosenType[] | null;
      malformed: MalformedChoice;
      reading: ReadingOptions;
      /** How the file is sampled if it is large; null if all of it is to be read. */
      sample: FileSample | null;
    };
    out: InspectedFile;
    /** The report comes before the effects of other choices are counted; only the final one has them. */
    /** `share` is how much of the file's bytes were read in a stage that reads all of them; absent in others. */
    progress: { stage: string; share?: number } | InspectedFile;
  };
  /** Finds out what each byte of a file is for. */
  byteMap: { in: { file: Blob }; out: ByteMap; progress: never };
  /** Fetches the metadata of a file at an address, after the user asked for it. */
  remoteTable: { in: { format: string; place: RemotePlace }; out: RemoteTable; progress: Traffic };
  /** Fetches columns and row groups of such a file, as a file of their own. `fraction` is the share of it that was fetched. */
  remotePart: {
    in: { format: string; place: RemotePlace; footer: Uint8Array<ArrayBuffer>; part: FetchedPart };
    out: Blob;
    progress: Traffic & { readonly fraction: number };
  };
  /** Estimates the parameters of the workload “Table” from the user's table. */
  fitTable: { in: OwnFileInput & { plan: Plan; dataset: number }; out: FittedTable; progress: never };
  /** Tries the Parquet settings of each column of a table. Progress tells each trial, so that a caller who aborts has what was measured. */
  searchColumns: {
    in: OwnFileInput & { plan: Plan; dataset: number; budgetMs: number; permissions: SearchPermissions };
    out: SearchResult;
    progress: SearchEvent;
  };
  /** Writes a table with the settings of a recipe. The file is decoded and compared with the table, value by value, before it is returned. */
  rewriteTable: {
    in: OwnFileInput & { plan: Plan; dataset: number; recipe: RewriteRecipe };
    out: RewrittenFile;
    progress: never;
  };
  /** How many values of a file of delimited text equal a word. `reading` are the options that the user chose, and `report` says how the file is read with them. */
  countWord: {
    in: {
      file: UserData;
      fileName: string;
      reading: ReadingOptions;
      /** The sample that was read. Null or absent if all of the file was. */
      sample?: FileSample | null;
      report: Pick<OwnFileReport, 'fileColumns' | 'found'>;
      word: string;
    };
    out: WordCount;
    progress: never;
  };
  /** Molecules `from` (inclusive) to `to` (exclusive, capped at the dataset's count) of a dataset, for display. */
  molecules: {
    in: { spec: DatasetSpec; ownFile: Blob | null; from: number; to: number };
    out: readonly MoleculeSketch[];
    progress: never;
  };
  /** One molecule of the dataset, encoded alone by each candidate, in the order of the candidates. */
  moleculeFiles: {
    in: { spec: DatasetSpec; ownFile: Blob | null; molecule: number; candidates: readonly Candidate[] };
    out: readonly MoleculeFile[];
    progress: never;
  };
  /**
   * Tells the worker whether the page is hidden, which a worker cannot see. If so, the engine discards the current trial and pauses the
   * run.
   */
  visibility: { in: { hidden: boolean }; out: null; progress: never };
}

/** The user's file, if a dataset of the plan needs one, and what was read from it before, if the page has kept it. */
export interface OwnFileInput {
  readonly ownFile: UserData | null;
  readonly read: ReadFile | null;
}

/** `read` is null if the dataset is too large to keep. */
export interface InspectedFile {
  readonly report: OwnFileReport;
  readonly read: ReadFile | null;
}

/** A file for download. */
export interface EncodedFile {
  readonly file: Blob;
  readonly fileName: string;
  readonly mediaType: string;
}

/** An event of a run, in the order in which they occur. */
export type RunEvent =
  /** `plan` is the checked plan with every default filled in. */
  | { readonly type: 'started'; readonly startedAt: string; readonly plan: Plan; readonly environment: Environment }
  /** Instead of `started`: an earlier run goes on, with what it has measured. */
  | { readonly type: 'resumed'; readonly result: RunResult }
  /** Times of the drift kernel before and after a round. */
  | { readonly type: 'kernel'; readonly beforeMs: number; readonly afterMs: number }
  | { readonly type: 'spent'; readonly budgetSpentMs: number }
  | { readonly type: 'dataset'; readonly index: number; readonly info: DatasetInfo }
  /** The cell after another round. It replaces the previous state of the same dataset and candidate. */
  | { readonly type: 'cell'; readonly cell: CellResult }
  | { readonly type: 'progress'; readonly progress: RunProgress }
  | { readonly type: 'warning'; readonly message: string };

/** How far a run has come. */
export interface RunProgress {
  readonly round: number;
  /** With a budget, the number of rounds after which the next verdict is taken. */
  readonly rounds: number;
  /** True if the round measures the leading candidates alone. */
  readonly isLeading: boolean;
  readonly dataset: number;
  readonly candidate: number;
  readonly doneTrials: number;
  readonly totalTrials: number;
  /** Estimated from the elapsed time; null until there is enough to estimate from. With a budget, what is left of it. */
  readonly remainingMs: number | null;
  /** The whole budget in milliseconds; absent without one. */
  readonly budgetMs?: number;
  /** The state is `paused` while the tab is hidden. */
  readonly state: 'running' | 'paused';
}

/** The properties of a user's file, reported to the page after reading. */
export interface OwnFileReport {
  readonly type: OwnFileType;
  readonly schema: DatasetSchema;
  readonly itemCount: number;
  readonly dataBytes: number;
  readonly sha256: string;
  /** How much of the file was read; null if all of it was. */
  readonly sample: DatasetSample | null;
  /** How a text file was read, in words: 'comma, quoted by ", header in line 1, UTF-8'; null for binary files. */
  readonly dialect: string | null;
  /** The first 100 rows that were left out, each with the reason. `line` is null if the reader does not know it. */
  readonly badRows: readonly { readonly line: number | null; readonly message: string }[];
  readonly badRowCount: number;
  /** Values that could not be kept as they are in the file (time zones, decimals, nested values). */
  readonly notes: readonly string[];
  /** The first rows as text, for the preview. null stands for a null. */
  readonly preview: readonly (readonly (string | null)[])[];
  /**
   * For each of `fileColumns`, the types that it could have, the current one first. Empty if types cannot be changed. The report before the
   * effects are counted may lack some.
   */
  readonly possibleTypes: readonly (readonly ChosenType[])[];
  /** The settings with which the file was written; null for plain bytes. */
  readonly settings: FileSettings | null;
  /** The candidate with the same settings as the file; null if there is none. */
  readonly candidate: Candidate | null;
  /** All columns of the file, including those that are left out. Empty if the file holds no table. */
  readonly fileColumns: readonly {
    readonly name: string;
    /** Empty if the column cannot be read. */
    readonly type: string;
    readonly isRead: boolean;
    /** Why the column cannot be read, to complete a sentence about it; absent if it can. */
    readonly refusal?: string;
  }[];
  /** For a table: the number of rows before the user's choice of rows. */
  readonly fileRows: number;
  readonly found: DetectedReading;
  /**
   * For each file, what the values of its columns have in common, for the columns of a table of which there is something to say. Empty if it is not
   * known which rows of several files are whose.
   */
  readonly valueFacts: readonly (readonly ValueFacts[])[];
}

/**
 * What the reader detected: the options in use, and the effect of each alternative. `encodings`, `quotes`, `numbers` and `typeEffects` are counted
 * after the file is read, and absent until then. Counts cover the whole file unless stated otherwise.
 */
export interface DetectedReading {
  /** For files that may hold several datasets: all of them, and the number of the one that was read. */
  readonly parts?: { readonly parts: readonly FilePart[]; readonly chosen: number };
  /** For several files: what each holds, and the columns that their folders may give. */
  readonly files?: FilesFound;
  /** For sheets of a workbook: whether the first row names the columns. */
  readonly header?: boolean;
  /** For text files only: the text encoding in use. */
  readonly encoding?: TextEncodingLabel;
  /** For text files only: the effect of each encoding, relative to the current reading. */
  readonly encodings?: EncodingEffects;
  /** The dialect and its alternatives, for delimited text only. */
  readonly delimited?: {
    readonly options: DelimitedReading;
    /**
     * For each delimiter, over the first lines of the file: the number of fields in the first line, and the number of lines that differ
     * from it.
     */
    readonly delimiters: readonly {
      readonly delimiter: DelimitedReading['delimiter'];
      readonly fields: number;
      readonly otherLines: number;
    }[];
    readonly firstLines: number;
    /**
     * The effect of each quote character, with the current delimiter and header. Null if the reader fails with that quote; absent until it
     * is counted.
     */
    readonly quotes?: Readonly<Record<DelimitedReading['quote'], QuoteEffect | null>>;
    /** The delimiter itself, which may be none of `options`. */
    readonly layout: { readonly delimiter: string };
    /** What stands behind backslashes in fields in quotes. Null if no backslash stands before a quote. */
    readonly escapes: EscapeCounts | null;
    /** How many values equal each known or chosen null word. */
    readonly nullWords: readonly ({ readonly word: string } & WordCount)[];
    /** How many values with a decimal or thousands mark are numbers in each style; absent until they are counted. */
    readonly numbers?: readonly (Pick<DelimitedReading, 'decimalMark' | 'thousands'> & { readonly values: number })[];
    readonly dates: readonly { readonly format: DateFormat | TimestampFormat; readonly values: number }[];
  };
  /** For each column of the file and each type that it could have: the rows that would be left out, and the values that would change. */
  readonly typeEffects?: readonly Readonly<Partial<Record<ChosenType, TypeEffect>>>[];
}

/** How many fields in quotes are broken under each escape of quotes, and what stands behind the backslashes in them. */
export interface EscapeCounts {
  /** Fields whose closing quote is followed by other text, or which do not end. */
  readonly broken: Readonly<Record<DelimitedReading['quoteEscape'], number>>;
  /** Backslashes before a quote. */
  readonly escapedQuotes: number;
  /** Pairs of backslashes. */
  readonly pairs: number;
  /** Backslashes before other characters. */
  readonly others: number;
}

/** The files that were read as one dataset, in their order. */
export interface FilesFound {
  readonly files: readonly FilePart[];
  /** The files that hold no data, or that the user left out. `reason` completes a sentence about the file. */
  readonly leftOut: FileSet['leftOut'];
  /** The columns in the folders' names, and why they can't be had, as a sentence; null if no folder is named like `year=2024`. */
  readonly partitions: {
    readonly names: readonly string[];
    readonly areRead: boolean;
    readonly problem: string | null;
  } | null;
}

/** The effect of a column type: rows left out and values changed. */
export interface TypeEffect {
  readonly leftOut: number;
  readonly altered: number;
}

/** How many values equal a word, in columns of text and in the other columns. */
export interface WordCount {
  readonly inText: number;
  readonly inOthers: number;
}

/** The effect of a quote: rows as they are read now that would be others, and lines that would be left out because their fields do not fit. */
export interface QuoteEffect {
  readonly changedRows: number;
  readonly leftOut: number;
}

/** The effect of each encoding on a text file. */
export interface EncodingEffects {
  /** How many bytes from the start of the file were counted. All, unless much of the file is outside ASCII. */
  readonly countedBytes: number;
  readonly isWholeFile: boolean;
  readonly effects: Readonly<Record<TextEncodingLabel, EncodingEffect>>;
}

/** The effect of an encoding: lines that would read differently, null for every line, and characters that cannot be decoded. */
export interface EncodingEffect {
  readonly changedLines: number | null;
  readonly unreadable: number;
}
