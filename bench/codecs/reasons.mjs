/** By 'codec/implementation'; at most 500 characters each, as workers/model/codec-bench.ts has it. */

/**
 * What native has and WASM lacks, by the direction in which it counts: it excuses a factor in that direction only. That bytes are copied into WASM is no such
 * reason: those copies stand beside the figures.
 */
export const reasons = {
  'zstd/native': { decompress: 'Natively zstd decodes Huffman streams in an assembly loop and picks BMI2 variants of the rest at run time; WASM has neither.' },
  'gzip/libdeflate': { decompress: 'Natively libdeflate decodes with BMI2 shifts and makes CRC-32 by carry-less multiplication, both picked at run time; WASM has neither.' },
  'deflate/libdeflate': { decompress: 'Natively libdeflate decodes with BMI2 shifts and makes Adler-32 in vectors of 256 or 512 bits, both picked at run time; WASM has neither.' },
  'deflate-raw/libdeflate': { decompress: 'Natively libdeflate decodes with BMI2 shifts, picked at run time; WASM has none.' },
  'blosc/native': {
    compress: 'Natively c-blosc shuffles in AVX2’s vectors of 256 bits; WASM’s have 128.',
    decompress: 'Natively c-blosc unshuffles in AVX2’s vectors of 256 bits; WASM’s have 128.',
  },
  'xz/native': { decompress: 'On x86-64 the inner loop of liblzma’s decoder is inline assembly, and CRC64 is made by carry-less multiplication; WASM has upstream’s C for both.' },
  'lzma/native': { decompress: 'On x86-64 the inner loop of liblzma’s decoder is inline assembly; WASM has upstream’s C.' },
};

/** As the fixture has them: one text for an implementation. */
export const reasonTexts = Object.fromEntries(Object.entries(reasons).map(([key, texts]) => [key, [...new Set(Object.values(texts))].join(' ')]));

/** Why sizes are not the native library's. */
const zlibLike = 'Another search for matches than zlib’s, at levels of the same name.';
export const sizeReasons = {
  'lz4/lz4js': 'Its own search for matches, with another hash; it is compared with LZ4’s level 1.',
  'lz4-block/lz4js': 'Its own search for matches, with another hash; it is compared with LZ4’s level 1.',
  'snappy/snappyjs': 'Its own search for matches: it looks at each place where snap skips further the longer it finds nothing.',
  ...Object.fromEntries(['gzip', 'deflate', 'deflate-raw'].flatMap((codec) => [
    [`${codec}/fflate`, `${zlibLike} Its scale of levels is its own.`],
    [`${codec}/pako`, 'Its default hash is of four bytes, as Chromium’s zlib has it, which finds other matches.'],
    [`${codec}/compression-stream`, 'Chromium’s own zlib, which hashes four bytes with SIMD and finds other matches.'],
  ])),
};
