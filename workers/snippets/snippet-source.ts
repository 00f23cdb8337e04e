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
