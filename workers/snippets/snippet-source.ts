import type { DatasetSchema } from '../model/dataset';
import type { OwnFileType } from '../model/plan';
import type { DelimitedReading } from '../model/reading-options';

/** The user's file as the lines of a tool read it, with the page's own reading options. */
export interface SnippetSource {
  readonly fileName: string;
  readonly type: OwnFileType;
  /** Of delimited text: the options in use. Null of other files. */
  readonly text: (DelimitedReading & { readonly separator: string }) | null;
  /** The name of the sheet, table or dataset that was read. Null if the file holds only one, or it has no name. */
  readonly part: string | null;
  /** Of a sheet: whether its first row names the columns. */
  readonly header: boolean;
  /** True if not all columns of the file are read. */
  readonly isSelected: boolean;
  readonly schema: DatasetSchema;
}

/** Lines before those that write a file, with their imports. */
export interface SourceLines {
  readonly imports: readonly string[];
  readonly lines: readonly string[];
}

/** An argument that may take several lines: what opens it, its items, and what closes it. */
export interface Group {
  readonly open: string;
  readonly items: readonly string[];
  readonly close: string;
}

/** DuckDB's function that reads a file, and its arguments. */
interface DuckdbReader {
  readonly reader: string;
  readonly values: readonly (string | Group)[];
}

/**
 * The lines of each tool that read a user's file of one type: `source-readers.ts` in the format's folder. A tool is absent, or gives null, if it has no
 * reader of such a file.
 */
export interface SourceReaders {
  /** Into `df`. */
  readonly pandas?: (source: SnippetSource) => SourceLines | null;
  /** Into `table`; where it is absent, pandas reads the file. */
  readonly pyarrow?: (source: SnippetSource) => SourceLines | null;
  /** Of a file that is one array, into `array`. */
  readonly numpy?: (source: SnippetSource) => SourceLines;
  /** Of a file that is read as bytes, into `content`. */
  readonly content?: (source: SnippetSource) => SourceLines;
  readonly duckdb?: (source: SnippetSource) => DuckdbReader | null;
  readonly r?: (source: SnippetSource) => readonly string[] | null;
  readonly julia?: (source: SnippetSource) => readonly string[] | null;
  readonly spark?: (source: SnippetSource) => readonly string[] | null;
}

/** What `source-readers.ts` exports, by the ids of the folder's types of file. */
export type FileSourceReaders = Readonly<Record<string, SourceReaders>>;

/** A user's file with the lines that read it. */
export interface ReadableSource extends SnippetSource {
  readonly readers: SourceReaders;
}
