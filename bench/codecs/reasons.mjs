/** By 'codec/implementation'; at most 500 characters each, as workers/model/codec-bench.ts has it. */

/** Why our factor is what it is, where native has wider vectors or instructions that WASM lacks. */
export const reasons = {};

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
