import type { ClockScope, InnerCodecMeta } from '../../model/entry';

/** ROOT's levels are 1 to 9 for every algorithm; the defaults are those of its own settings 101, 404, 505 and 207. */
const innerCodec = (id: string, label: string, family: string, level: number): InnerCodecMeta => ({
  id,
  label,
  family,
  granularity: 'page',
  levels: { min: 1, max: 9, default: level },
});

/** What compresses baskets and pages alike. */
export const rootCodecs = {
  lz4: innerCodec('lz4', 'LZ4', 'lz4', 4),
  zstd: innerCodec('zstd', 'Zstandard', 'zstd', 5),
  zlib: innerCodec('zlib', 'zlib', 'deflate', 1),
  lzma: innerCodec('lzma', 'LZMA', 'lzma', 7),
} as const;

/** What the clocks of a table's operations include, for trees and RNTuples. */
export const tableClock = {
  encode: ['convert', 'allocate', 'encode'],
  decode: ['allocate', 'decode', 'convert'],
  project: ['allocate', 'decode', 'convert'],
  lookup: ['allocate', 'decode', 'convert'],
  warmLookup: ['allocate', 'convert'],
} as const satisfies Record<string, readonly ClockScope[]>;
