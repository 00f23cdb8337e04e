import { noCodecId } from '../../figures/candidate-names';

const families = [
  ['zstd', /zstd|zstandard/i],
  ['lz4', /\blz4/i],
  ['deflate', /gzip|zlib|deflate|pigz|miniz|zopfli|\bgz\b|\bzip\b|isa-?l/i],
  ['snappy', /snappy/i],
  ['brotli', /brotli|\bbr\b/i],
  ['lzma', /lzma|\bxz\b|7-?z/i],
  ['bzip2', /bzip2?|\bbz2\b/i],
  ['blosc', /blosc/i],
  ['pco', /\bpco(dec)?\b/i],
  ['fsst', /fsst/i],
] as const satisfies readonly (readonly [string, RegExp])[];

/** The codec family that a system's name contains, which determines its hue; `none` if it contains none. */
export const familyOf = (label: string): string =>
  families.find(([, pattern]) => pattern.test(label))?.[0] ?? noCodecId;
