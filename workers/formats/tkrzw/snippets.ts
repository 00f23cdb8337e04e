import type { FormatSnippets } from '../../snippets/snippets-of';
import { tkrzwSnippets } from './snippets/tkrzw';

export const snippets: FormatSnippets = {
  hashdbm: (request, _, isWrapped) => (isWrapped ? [] : tkrzwSnippets(request)),
  treedbm: (request, _, isWrapped) => (isWrapped ? [] : tkrzwSnippets(request)),
};
