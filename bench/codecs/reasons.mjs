/** Texts by 'codec/implementation', of at most 500 characters each (workers/model/codec-bench.ts). */

/**
 * Features of the native library that WASM lacks, by direction, and how many times as long native takes without them (the fastest passes of the build `plain` in
 * build-native.mjs, divided by those of the usual build, on a Xeon with AVX-512). A reason excuses a factor in its direction only, and only if the factor to the native
 * library without these features, measured in the same run, is within the limit. It therefore does not excuse slowness that the browser's compiler causes, nor the
 * copies into WASM, which are recorded separately.
 * @type {Readonly<Record<string, Partial<Record<import('../../workers/model/protocol/codec-loop').CodecDirection, string>>>>}
 */
export const slowdownReasons = {
  'zstd/native': {
    compress:
      'Native zstd prefetches rows of its tables, for which WASM has no instruction (our build loads many rows together), and selects BMI2 variants of its Huffman coder at run time. Without both, native zstd takes 0.9 to 2.4 times as long, most where the lazy levels search for matches in megabytes of counting integers.',
    decompress:
      'Native zstd decodes Huffman streams in an assembly loop and selects BMI2 variants of the rest at run time; WASM has neither. Without them, native zstd takes 0.96 to 1.14 times as long.',
  },
  'gzip/libdeflate': {
    decompress:
      'Native libdeflate computes CRC-32 by carry-less multiplication and decodes with BMI2 shifts, both selected at run time; WASM has neither. Without them, native libdeflate takes 1.1 to 4.5 times as long, most for data that compresses well.',
  },
  'deflate/libdeflate': {
    decompress:
      'Native libdeflate decodes with BMI2 shifts and computes Adler-32 in vectors of 256 or 512 bits, both selected at run time; WASM has neither.',
  },
  'deflate-raw/libdeflate': {
    decompress:
      'Native libdeflate decodes with BMI2 shifts, selected at run time; WASM has none. Without them, native libdeflate takes 1.0 to 1.3 times as long.',
  },
  'blosc/native': {
    compress:
      'Native c-blosc shuffles in AVX2’s vectors of 256 bits; WASM’s have 128. Without AVX2, native c-blosc takes 1.0 to 1.4 times as long, most where it shuffles bits.',
    decompress:
      'Native c-blosc unshuffles in AVX2’s vectors of 256 bits; WASM’s have 128. Without AVX2, native c-blosc takes 1.0 to 1.5 times as long.',
  },
  'xz/native': {
    decompress:
      'On x86-64, the inner loop of liblzma’s decoder is inline assembly, and CRC64 is computed by carry-less multiplication; the WASM build uses C for both. Without them, native liblzma takes 1.2 to 1.6 times as long.',
  },
  'lzma/native': {
    decompress:
      'On x86-64, the inner loop of liblzma’s decoder is inline assembly; the WASM build uses C. Without the assembly, native liblzma takes 1.1 to 1.8 times as long.',
  },
};

/** One text for each implementation, as the fixture stores them. */
export const slowdownReasonTexts = Object.fromEntries(
  Object.entries(slowdownReasons).map(([key, texts]) => [key, [...new Set(Object.values(texts))].join(' ')]),
);

/** Why the sizes differ from the native library's. */
const zlibLike = 'It searches for matches differently from zlib at the level of the same name.';
/** @type {Readonly<Record<string, string>>} */
export const sizeDifferenceReasons = {
  'lz4/lz4js': 'It searches for matches in its own way, with another hash. It is compared with LZ4’s level 1.',
  'lz4-block/lz4js': 'It searches for matches in its own way, with another hash. It is compared with LZ4’s level 1.',
  'snappy/snappyjs': 'It searches for matches at every position; snap skips further the longer it finds none.',
  ...Object.fromEntries(
    ['gzip', 'deflate', 'deflate-raw'].flatMap((codec) => [
      [`${codec}/fflate`, `${zlibLike} Its levels have their own scale.`],
      [
        `${codec}/pako`,
        'Its default hash covers four bytes, as in Chromium’s zlib, and finds other matches than zlib’s.',
      ],
      [
        `${codec}/compression-stream`,
        'It is Chromium’s own zlib, which hashes four bytes with SIMD and finds other matches.',
      ],
    ]),
  ),
};
