import type { FormatSnippets } from '../../snippets/snippets-of';
import { parquetSnippets } from './snippets/parquet';

export const snippets: FormatSnippets = {
  parquet: parquetSnippets,
};
