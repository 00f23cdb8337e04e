import type { PythonCodec } from './python';
import type { Snippet, SnippetRequest } from './snippet';

/** The lines that write and read files of a format, by tool. `codec` is the file's in Python; null if there is none, or Python has none. */
export type SnippetsOf = (request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean) => readonly Snippet[];

/** What `snippets.ts` in a format's folder exports, by the ids of the folder's formats. */
export type FormatSnippets = Readonly<Record<string, SnippetsOf>>;
