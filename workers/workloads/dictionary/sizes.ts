import { tuning } from './tuning';

/** The size for each 4096th of the records, in ascending order: `tuning.sizes` are its bends. */
const sizes = ((): Uint16Array => {
  const table = new Uint16Array(4_096);
  const bends = tuning.sizes as [number, number][];
  for (const [bend, [to, high]] of bends.entries()) {
    const [from, low] = bends[bend - 1] ?? [to, high];
    for (let at = from; at < to; at += 1) table[at] = low + Math.floor(((high - low) * (at - from)) / (to - from));
  }
  return table;
})();

/** The size in bytes that a record reaches or passes by part of an item, from a random word. */
export const sizeOf = (random: number): number => sizes[random >>> 20] as number;
