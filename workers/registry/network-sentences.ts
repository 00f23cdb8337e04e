import { formatFolders } from './metadata';

/**
 * How a library asks for parts of a format's files over a network, from `network-sentence.ts` in the formats' folders. Only the part of the page
 * that shows it loads this.
 */
const modules = import.meta.glob<string>(['../formats/*/network-sentence.ts', '../formats/*/*/network-sentence.ts'], {
  eager: true,
  import: 'networkSentence',
});

/** The sentences on these formats, each once, in the order of the formats. */
export function networkSentencesOf(formatIds: readonly string[]): string[] {
  const sentences = formatIds.flatMap((id) => modules[`../formats/${formatFolders.get(id)}/network-sentence.ts`] ?? []);
  return [...new Set(sentences)];
}
