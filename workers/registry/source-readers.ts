import type { FileSourceReaders, ReadableSource, SnippetSource, SourceReaders } from '../snippets/snippet-source';

/** The lines of other tools that read users' files, from `source-readers.ts` in the formats' folders. Only parts of the page that show them load this. */
const modules = import.meta.glob<FileSourceReaders>('../formats/*/source-readers.ts', {
  eager: true,
  import: 'sourceReaders',
});
const readers: ReadonlyMap<string, SourceReaders> = new Map(
  Object.values(modules).flatMap((each) => Object.entries(each)),
);

/** The user's file with the lines that read it. */
export const readableSource = (source: SnippetSource | undefined): ReadableSource | undefined =>
  source === undefined ? undefined : { ...source, readers: readers.get(source.type) ?? {} };
