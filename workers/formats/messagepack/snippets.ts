import type { FormatSnippets } from '../../snippets/snippets-of';
import { messagePackSnippets } from './snippets/messagepack';

export const snippets: FormatSnippets = {
  messagepack: messagePackSnippets,
};
