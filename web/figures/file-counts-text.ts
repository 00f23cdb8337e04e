import { formatBytes, formatCount } from './figures';

/** Prefix of the counts of bytes read from the file. The rest of the name is the purpose: `bytesReadForOneColumn`. */
const bytesRead = 'bytesRead';

/** Prefix of the counts of requests and bytes over a network: see `network-reads.ts`. */
export const networkPrefix = 'network';

/** The counts of a file's parts as text: `246,469 records, 43,143 leaf pages`. Null if the format reports none. */
export function fileCountsText(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts)
    .filter(([name]) => !name.startsWith(bytesRead) && !name.startsWith(networkPrefix))
    .map(([name, count]) => `${formatCount(count)} ${count === 1 ? singular(countName(name)) : countName(name)}`);
  return parts.length === 0 ? null : parts.join(', ');
}

/** How many bytes of the file each purpose reads: `12.4 kB to open`, `402 kB for one column`. Empty if the format does not count them. */
export const bytesReadTexts = (counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts)
    .filter(([name]) => name.startsWith(bytesRead))
    .map(([name, bytes]) => `${formatBytes(bytes)} ${countName(name.slice(bytesRead.length))}`);

/** Converts the name of a count to words: `leafPages` to `leaf pages`. The names are plurals. */
export const countName = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

const singular = (words: string) => words.replace(/ies$/, 'y').replace(/s$/, '');
