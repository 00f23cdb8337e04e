import type { FormatSnippets } from '../../snippets/snippets-of';
import { jsonSnippets } from './snippets/json';

export const snippets: FormatSnippets = {
  json: jsonSnippets,
};
