import { formatBytes, formatCount } from './figures';

/** Counts with such names are of bytes that are read of the file, and what for: `bytesReadForOneColumn`. */
const bytesRead = 'bytesRead';

/** What is in a file, in words: `246,469 records, 43,143 leaf pages`; null where the format tells nothing. */
export function countsText(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts)
    .filter(([name]) => !name.startsWith(bytesRead))
    .map(([name, count]) => `${formatCount(count)} ${count === 1 ? singular(countName(name)) : countName(name)}`);
  return parts.length === 0 ? null : parts.join(', ');
}

/** How much of a file is read, in words: `12.4 kB to open`, `402 kB for one column`; none where the format does not count it. */
export const bytesReadParts = (counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts)
    .filter(([name]) => name.startsWith(bytesRead))
    .map(([name, bytes]) => `${formatBytes(bytes)} ${countName(name.slice(bytesRead.length))}`);

/** `leafPages` as `leaf pages`: counts are named by what they count, in the plural. */
export const countName = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

const singular = (words: string) => words.replace(/ies$/, 'y').replace(/s$/, '');
