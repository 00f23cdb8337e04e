import { createContext } from 'react';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { SnippetSource } from '../../../workers/snippets/snippet-source';

/** The file that the user has open. Null if there is none, or it is several files. */
export const SnippetSourceContext = createContext<SnippetSource | null>(null);

/** The open file, if the data are its own: those of another file or of an example have other columns. */
export const sourceOf = (open: SnippetSource | null, schema: DatasetSchema): SnippetSource | undefined =>
  open !== null && JSON.stringify(open.schema) === JSON.stringify(schema) ? open : undefined;
