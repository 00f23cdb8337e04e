/**
 * Frames and raw blocks (the codecs lz4 and lz4-block) are one module.
 * @type {import('../build/recipe').CRecipe}
 */
export default {
  kind: 'c',
  upstream: { name: 'LZ4', version: '1.10.0', license: 'BSD-2-Clause', licenseFile: 'liblz4/lib/LICENSE' },
  crate: 'lz4-sys',
  sources: ['liblz4/lib/lz4.c', 'liblz4/lib/lz4hc.c', 'liblz4/lib/lz4frame.c', 'liblz4/lib/xxhash.c'],
  includes: ['liblz4/lib'],
  // Enables the fast decoding loop, which upstream uses on x86-64.
  defines: { LZ4_FAST_DEC_LOOP: 1, XXH_NAMESPACE: 'LZ4_' },
  patches: ['lz4-64-bit-registers.patch'],
};
