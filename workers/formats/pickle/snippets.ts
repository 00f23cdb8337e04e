import type { FormatSnippets } from '../../snippets/snippets-of';
import { pickleSnippets } from './snippets/pickle';

export const snippets: FormatSnippets = {
  pickle: pickleSnippets,
};
