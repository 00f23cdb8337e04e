import { tuning } from './tuning';

/** Quantiles of the record size: one value for each 4096th of the records, ascending, interpolated between the points in `tuning.sizes`. */
const sizes = ((): Uint16Array => {
  const table = new Uint16Array(4_096);
  const bends = tuning.sizes as [number, number][];
  for (const [bend, [to, high]] of bends.entries()) {
    const [from, low] = bends[bend - 1] ?? [to, high];
    for (let at = from; at < to; at += 1) table[at] = low + Math.floor(((high - low) * (at - from)) / (to - from));
  }
  return table;
})();

/** The target size of a record in bytes, from a random word. The record exceeds it by part of an item. */
export const targetRecordBytes = (random: number): number => sizes[random >>> 20] as number;
