import type { ClockScope, InnerCodecMeta } from '../../../model/entry';

/** ROOT's levels: 1 to 9 for every algorithm. The defaults are those of ROOT's settings 101, 404, 505 and 207. */
const innerCodec = (id: string, label: string, family: string, level: number): InnerCodecMeta => ({
  id,
  label,
  family,
  granularity: 'page',
  levels: { min: 1, max: 9, default: level },
});

/** The inner codecs of baskets and pages. */
export const rootCodecs = {
  lz4: innerCodec('lz4', 'LZ4', 'lz4', 4),
  zstd: innerCodec('zstd', 'zstd', 'zstd', 5),
  zlib: innerCodec('zlib', 'zlib', 'deflate', 1),
  lzma: innerCodec('lzma', 'LZMA', 'lzma', 7),
} as const;

/** The clock scopes of a table's operations, for trees and RNTuples. */
export const tableClockScopes = {
  encode: ['convert', 'allocate', 'encode'],
  decode: ['allocate', 'decode', 'convert'],
  project: ['allocate', 'decode', 'convert'],
  lookup: ['allocate', 'decode', 'convert'],
  warmLookup: ['allocate', 'convert'],
} as const satisfies Record<string, readonly ClockScope[]>;
