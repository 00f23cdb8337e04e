const zlib = ['adler32', 'compress', 'crc32', 'deflate', 'inffast', 'inflate', 'inftrees', 'trees', 'uncompr', 'zutil'];
const zstd = ['common', 'compress', 'decompress'];

/**
 * With the compressors of upstream's default build, which does not contain snappy.
 * @type {import('../build/recipe').CRecipe}
 */
export default {
  kind: 'c',
  // The crate has c-blosc's sources without its licence file.
  upstream: { name: 'c-blosc', version: '1.21.6', license: 'BSD-3-Clause', licenseFile: null },
  contains: ['BloscLZ 2.5.1', 'LZ4 1.10.0', 'zlib 1.3.2', 'zstd 1.5.7'],
  crate: 'blosc-src',
  withCrates: ['libz-sys', 'lz4-sys', 'zstd-sys'],
  sources: [
    'c-blosc/blosc/*.c',
    'lz4-sys/liblz4/lib/lz4.c',
    'lz4-sys/liblz4/lib/lz4hc.c',
    ...zlib.map((name) => `libz-sys/src/zlib/${name}.c`),
    ...zstd.map((folder) => `zstd-sys/zstd/lib/${folder}/*.c`),
  ],
  exclude: ['c-blosc/blosc/*-avx2.c'],
  includes: ['c-blosc/blosc', 'lz4-sys/liblz4/lib', 'libz-sys/src/zlib', 'zstd-sys/zstd/lib'],
  // SHUFFLE_SSE2_ENABLED enables upstream's SSE2 shuffles through glue/sse2. getenv is replaced, because a page has no environment (glue/blosc.c).
  defines: {
    SHUFFLE_SSE2_ENABLED: true,
    HAVE_LZ4: true,
    HAVE_ZLIB: true,
    HAVE_ZSTD: true,
    getenv: 'formatlab_getenv',
    LZ4_FAST_DEC_LOOP: 1,
    XXH_NAMESPACE: 'ZSTD_',
    ZSTD_DISABLE_ASM: true,
    ZSTD_LEGACY_SUPPORT: 0,
    ZSTD_TRACE: 0,
    ZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT: true,
    NO_PREFETCH: true,
  },
  flags: ['-Iglue/sse2'],
  // The patches of the modules zlib, lz4 and zstd, for the same reasons.
  patches: [
    'blosc-wasm.patch',
    { file: 'lz4-64-bit-registers.patch', crate: 'lz4-sys' },
    ...['inflate', 'longest-match', 'deflate', 'checksums'].map((name) => ({
      file: `zlib-${name}.patch`,
      crate: 'libz-sys',
    })),
    ...['64-bit-registers', 'row-match-simd128', 'shift-masks', 'huffman-addresses', 'tree-search', 'row-search'].map(
      (name) => ({ file: `zstd-${name}.patch`, crate: 'zstd-sys' }),
    ),
  ],
};
