import type { FormatSnippets } from '../../snippets/snippets-of';
import { csvSnippets } from './snippets/csv';

export const snippets: FormatSnippets = {
  csv: csvSnippets,
};
