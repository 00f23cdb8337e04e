/** By 'codec/implementation'; at most 500 characters each, as workers/model/codec-bench.ts has it. */

/**
 * What native has and WASM lacks, by the direction in which it counts, and how many times as long native takes without it (the fastest passes of `plain` in
 * build-native.mjs over those of the usual program, on a Xeon with AVX-512). It excuses a factor in that direction only, and only where native without it, measured beside
 * in the same run, is no further ahead than the limit: so it is no excuse for what only the browser's compiler makes slow. Nor are the copies into WASM, which stand beside
 * the figures.
 * @type {Readonly<Record<string, Partial<Record<import('../../workers/model/protocol/codec-loop').CodecDirection, string>>>>}
 */
export const slowdownReasons = {
  'zstd/native': {
    compress:
      'Natively zstd fetches rows of its tables ahead of their use, for which WASM has no instruction (ours loads many rows together), and picks BMI2 variants of its Huffman coder at run time. Without both native takes 0.9 to 2.4 times as long, most where the lazy levels look for matches in megabytes of counting integers.',
    decompress:
      'Natively zstd decodes Huffman streams in an assembly loop and picks BMI2 variants of the rest at run time; WASM has neither. Without them native takes 0.96 to 1.14 times as long.',
  },
  'gzip/libdeflate': {
    decompress:
      'Natively libdeflate makes CRC-32 by carry-less multiplication and decodes with BMI2 shifts, both picked at run time; WASM has neither. Without them native takes 1.1 to 4.5 times as long, the more the better the data compresses.',
  },
  'deflate/libdeflate': {
    decompress:
      'Natively libdeflate decodes with BMI2 shifts and makes Adler-32 in vectors of 256 or 512 bits, both picked at run time; WASM has neither.',
  },
  'deflate-raw/libdeflate': {
    decompress:
      'Natively libdeflate decodes with BMI2 shifts, picked at run time; WASM has none. Without them native takes 1.0 to 1.3 times as long.',
  },
  'blosc/native': {
    compress:
      'Natively c-blosc shuffles in AVX2’s vectors of 256 bits; WASM’s have 128. Without them native takes 1.0 to 1.4 times as long, most where it shuffles bits.',
    decompress:
      'Natively c-blosc unshuffles in AVX2’s vectors of 256 bits; WASM’s have 128. Without them native takes 1.0 to 1.5 times as long.',
  },
  'xz/native': {
    decompress:
      'On x86-64 the inner loop of liblzma’s decoder is inline assembly, and CRC64 is made by carry-less multiplication; WASM has C for both. Without them native takes 1.2 to 1.6 times as long.',
  },
  'lzma/native': {
    decompress:
      'On x86-64 the inner loop of liblzma’s decoder is inline assembly; WASM has C. Without it native takes 1.1 to 1.8 times as long.',
  },
};

/** As the fixture has them: one text for an implementation. */
export const slowdownReasonTexts = Object.fromEntries(
  Object.entries(slowdownReasons).map(([key, texts]) => [key, [...new Set(Object.values(texts))].join(' ')]),
);

/** Why sizes are not the native library's. */
const zlibLike = 'Another search for matches than zlib’s, at levels of the same name.';
/** @type {Readonly<Record<string, string>>} */
export const sizeDifferenceReasons = {
  'lz4/lz4js': 'Its own search for matches, with another hash; it is compared with LZ4’s level 1.',
  'lz4-block/lz4js': 'Its own search for matches, with another hash; it is compared with LZ4’s level 1.',
  'snappy/snappyjs':
    'Its own search for matches: it looks at each place where snap skips further the longer it finds nothing.',
  ...Object.fromEntries(
    ['gzip', 'deflate', 'deflate-raw'].flatMap((codec) => [
      [`${codec}/fflate`, `${zlibLike} Its scale of levels is its own.`],
      [`${codec}/pako`, 'Its default hash is of four bytes, as Chromium’s zlib has it, which finds other matches.'],
      [
        `${codec}/compression-stream`,
        'Chromium’s own zlib, which hashes four bytes with SIMD and finds other matches.',
      ],
    ]),
  ),
};
