import blosc from './blosc.mjs';

/**
 * The filters of HDF5's chunks in one memory: c-blosc and what its recipe compiles (zlib, LZ4, zstd, the shuffles), libdeflate's decompressor and our LZF.
 * @type {import('../build/recipe').CRecipe}
 */
export default {
  ...blosc,
  contains: [...(blosc.contains ?? []), 'libdeflate 1.26'],
  withCrates: [...(blosc.withCrates ?? []), 'libdeflate-sys'],
  sources: [
    ...blosc.sources,
    ...['adler32', 'deflate_decompress', 'utils', 'zlib_decompress'].map(
      (name) => `libdeflate-sys/libdeflate/lib/${name}.c`,
    ),
  ],
  includes: [...(blosc.includes ?? []), 'libdeflate-sys/libdeflate'],
  patches: [
    ...(blosc.patches ?? []),
    ...['words', 'decompress', 'positions', 'chains', 'checksums'].map((name) => ({
      file: `libdeflate-${name}.patch`,
      crate: 'libdeflate-sys',
    })),
  ],
};
