/** By 'codec/implementation'; at most 500 characters each, as workers/model/codec-bench.ts has it. */

/** Why our factor is what it is, where native has wider vectors or instructions that WASM lacks. */
const copies = 'The browser’s time has the copy of each block into WASM memory and of its result out, and a call across that border; the native library reads and writes where its caller has the data. Where a codec does little more than copy (data that don’t compress, long matches), that is most of the time: “kernel” in the report, copyMs in the file, tell the copies apart.';
const deflateReason = (checksum) => `Natively libdeflate picks at run time what WASM has not: BMI2 shifts in its decoder${checksum}. ${copies}`;
export const reasons = {
  'zstd/native': `Natively zstd picks BMI2 variants at run time and decodes Huffman streams in an assembly loop; WASM has neither. ${copies}`,
  'lz4/native': copies,
  'lz4-block/native': copies,
  'gzip/libdeflate': deflateReason(', CRC-32 by carry-less multiplication'),
  'deflate/libdeflate': deflateReason(', Adler-32 in wider vectors'),
  'deflate-raw/libdeflate': deflateReason(''),
  'blosc/native': `Natively shuffles run in AVX2’s vectors of 256 bits, here in 128. ${copies}`,
  'snappy/native': copies,
  'xz/native': 'Natively CRC64 is made by carry-less multiplication, and on x86-64 the LZMA decoder’s inner loop is inline assembly without branches; WASM has neither.',
  'lzma/native': 'On x86-64 the LZMA decoder’s inner loop is inline assembly without branches; WASM has the C.',
};

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
