import type { FormatSnippets } from '../../snippets/snippets-of';
import { arrowSnippets } from './snippets/arrow';

export const snippets: FormatSnippets = {
  arrow: arrowSnippets,
};
