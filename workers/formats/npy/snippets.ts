import type { FormatSnippets } from '../../snippets/snippets-of';
import { npySnippets, npzSnippets } from './snippets/numpy';

export const snippets: FormatSnippets = {
  npy: npySnippets,
  npz: npzSnippets,
};
