import { formatFolders } from './metadata';

/**
 * How a library asks for parts of a format's files over a network, from `network-reads.ts` in the formats' folders. Only the part of the page
 * that shows it loads this.
 */
const modules = import.meta.glob<string>(['../formats/*/network-reads.ts', '../formats/*/*/network-reads.ts'], {
  eager: true,
  import: 'networkReads',
});

/** The sentences on these formats, each once, in the order of the formats. */
export function networkReadsOf(formatIds: readonly string[]): string[] {
  const sentences = formatIds.flatMap((id) => modules[`../formats/${formatFolders.get(id)}/network-reads.ts`] ?? []);
  return [...new Set(sentences)];
}
