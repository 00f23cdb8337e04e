import type { FormatSnippets, SnippetsOf } from '../snippets/snippets-of';

/** The lines that write and read files of each format in other tools, from `snippets.ts` in the formats' folders. Only parts that show them load this. */
const modules = import.meta.glob<FormatSnippets>(['../formats/*/snippets.ts', '../formats/*/*/snippets.ts'], {
  eager: true,
  import: 'snippets',
});

/** By the formats' ids. A format that is missing here has no snippet: molecules, and layouts of our own. */
export const snippetsByFormat: ReadonlyMap<string, SnippetsOf> = new Map(
  Object.values(modules).flatMap((each) => Object.entries(each)),
);
