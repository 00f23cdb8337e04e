import type { FormatSnippets } from '../../snippets/snippets-of';
import { hdf5Snippets } from './snippets/hdf5';

export const snippets: FormatSnippets = {
  hdf5: hdf5Snippets,
};
