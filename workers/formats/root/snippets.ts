import type { FormatSnippets } from '../../snippets/snippets-of';
import { rootSnippets } from './snippets/root';

export const snippets: FormatSnippets = {
  root: rootSnippets,
  rntuple: rootSnippets,
};
