import type { Finding } from '../../../model/byte-map';
import { bytesText, minShare, percent, smallSaving, sum } from '../../../byte-map/finding-words';
import { dictionaryUse, type Leaf, type MappedColumnChunk } from './columns';
import { count } from '../file/page-header';

/** From this share on, metadata is more than it should be. */
const largeMetadataShare = 0.05;

/** What stands out in the metadata of the columns. */
export function findingsOf(
  leaves: readonly Leaf[],
  chunks: ReadonlyMap<string, readonly MappedColumnChunk[]>,
  fileBytes: number,
  footerBytes: number,
): Finding[] {
  const findings: Finding[] = [];
  if (footerBytes > largeMetadataShare * fileBytes)
    findings.push({
      column: null,
      text: `The footer takes ${bytesText(footerBytes)}, ${percent(footerBytes / fileBytes)} of the file: there are many row groups or columns for so few bytes.`,
    });
  for (const leaf of leaves) {
    const own = chunks.get(leaf.name) ?? [];
    const say = (text: string | null) => {
      if (text !== null) findings.push({ column: leaf.name, text });
    };
    say(overflowText(own));
    if (sum(own.map(({ column }) => count(column.total_compressed_size, leaf.name))) < minShare * fileBytes) continue;
    say(uncompressedText(own));
    say(incompressibleText(own));
    say(uselessDictionaryText(own));
  }
  return findings;
}

function overflowText(chunks: readonly MappedColumnChunk[]): string | null {
  const overflowed = chunks.filter((chunk) => areCounted(chunk) && dictionaryUse(chunk) === 'overflowed');
  if (overflowed.length === 0) return null;
  const dictionaryBytes = sum(overflowed.map(({ pages }) => pages.dictionary?.bytes ?? 0));
  const pages = overflowed.flatMap(({ pages: { encodings } }) => [...encodings]);
  const plain = sum(pages.filter(([encoding]) => !encoding.endsWith('_DICTIONARY')).map(([, each]) => each ?? 0));
  const all = sum(pages.map(([, each]) => each ?? 0));
  const isOnly = chunks.length === 1;
  const place = isOnly
    ? ''
    : ` in ${overflowed.length.toLocaleString('en')} of ${chunks.length.toLocaleString('en')} row groups`;
  const [they, them] = overflowed.length === 1 ? ['It takes', 'it'] : ['These dictionaries take', 'them'];
  const pagesText = `${plain.toLocaleString('en')} of ${all.toLocaleString('en')} pages${isOnly ? '' : ' there'} ${plain === 1 ? 'stores' : 'store'}`;
  return `The dictionary reached its size limit${place}. ${they} ${bytesText(dictionaryBytes)}, and ${pagesText} values without ${them}.`;
}

/** The encodings of a chunk whose pages are not known include those of its levels. */
const areCounted = ({ pages }: MappedColumnChunk) => [...pages.encodings.values()].every((count) => count !== null);

function uncompressedText(chunks: readonly MappedColumnChunk[]): string | null {
  const plain = chunks.filter(({ column }) => column.codec === 'UNCOMPRESSED');
  if (plain.length === 0) return null;
  return `${bytesText(sum(plain.map(({ column }) => Number(column.total_compressed_size))))} are stored without compression.`;
}

function incompressibleText(chunks: readonly MappedColumnChunk[]): string | null {
  const packed = chunks.filter(({ column }) => column.codec !== 'UNCOMPRESSED');
  const compressed = sum(packed.map(({ column }) => Number(column.total_compressed_size)));
  const uncompressed = sum(packed.map(({ column }) => Number(column.total_uncompressed_size)));
  if (packed.length === 0 || compressed < 0.95 * uncompressed) return null;
  const codec = [...new Set(packed.map(({ column }) => column.codec))].join(' and ');
  return smallSaving(codec, uncompressed, compressed);
}

/** A dictionary with about as many entries as the column has values repeats nothing. */
function uselessDictionaryText(chunks: readonly MappedColumnChunk[]): string | null {
  const withDictionary = chunks.filter(
    (chunk) => chunk.pages.dictionary?.values != null && dictionaryUse(chunk) === 'whole',
  );
  const entries = sum(withDictionary.map(({ pages }) => pages.dictionary?.values ?? 0));
  const values = sum(withDictionary.map(({ pages }) => pages.values));
  if (values === 0 || entries < 0.5 * values || values < 100) return null;
  return `The dictionaries have ${entries.toLocaleString('en')} entries for ${values.toLocaleString('en')} values, so most values are stored once in the dictionary and again as an index.`;
}
