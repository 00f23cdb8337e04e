/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  upstream: { name: 'zstd', version: '1.5.7', license: 'BSD-3-Clause', licenseFile: 'zstd/LICENSE' },
  crate: 'zstd-sys',
  sources: ['zstd/lib/common/*.c', 'zstd/lib/compress/*.c', 'zstd/lib/decompress/*.c', 'zstd/lib/dictBuilder/*.c'],
  includes: ['zstd/lib'],
  defines: {
    ZSTD_DISABLE_ASM: true,
    ZSTD_LEGACY_SUPPORT: 0,
    ZSTD_TRACE: 0,
    XXH_NAMESPACE: 'ZSTD_',
    // WASM has no prefetch instruction, so the decoder variant that works ahead would only cost time, and so would computing addresses for it.
    ZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT: true,
    NO_PREFETCH: true,
  },
  patches: [
    'zstd-64-bit-registers.patch',
    'zstd-row-match-simd128.patch',
    'zstd-shift-masks.patch',
    'zstd-huffman-addresses.patch',
    'zstd-tree-search.patch',
    'zstd-row-search.patch',
    'zstd-row-touch-ahead.patch',
    'zstd-huffman-tree.patch',
    'zstd-huffman-products.patch',
  ],
};
