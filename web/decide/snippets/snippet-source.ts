import { createContext } from 'react';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { OwnFileType } from '../../../workers/model/plan';
import type { DelimitedReading } from '../../../workers/model/reading-options';

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

/** The file that the user has open. Null if there is none, or it is several files. */
export const SnippetSourceContext = createContext<SnippetSource | null>(null);

/** The open file, if the data are its own: those of another file or of an example have other columns. */
export const sourceOf = (open: SnippetSource | null, schema: DatasetSchema): SnippetSource | undefined =>
  open !== null && JSON.stringify(open.schema) === JSON.stringify(schema) ? open : undefined;
