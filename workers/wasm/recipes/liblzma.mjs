const folders = ['common', 'lzma', 'lz', 'check', 'delta', 'rangecoder', 'simple'].map(
  (name) => `xz/src/liblzma/${name}`,
);

/**
 * The codecs xz and lzma are one module.
 * @type {import('../build/recipe').CRecipe}
 */
export default {
  kind: 'c',
  upstream: { name: 'liblzma', version: '5.8.4', license: '0BSD', licenseFile: 'xz/COPYING.0BSD' },
  crate: 'liblzma-sys',
  sources: folders.map((folder) => `${folder}/*.c`),
  // Leaves out threads, the programs that generate tables, the small-code variants, and code that queries the system.
  exclude: [
    'common/*_mt',
    'common/hardware_*',
    '*/*_tablegen',
    'check/crc32_small',
    'check/crc64_small',
    'check/crc_clmul_consts_gen',
  ].map((name) => `xz/src/liblzma/${name}.c`),
  includes: ['.', 'xz/src/common', 'xz/src/liblzma/api', ...folders],
  // config.h is the crate's. The defines that it lacks are those that a configure script sets on x86-64 for unaligned reads.
  // They also select the range decoder's variant that a patch adds: without branches in bit trees, whose bits are unpredictable.
  defines: { HAVE_CONFIG_H: true, TUKLIB_FAST_UNALIGNED_ACCESS: true, LZMA_RANGE_DECODER_CONFIG: '0x200' },
  patches: [
    'liblzma-64-bit-compare.patch',
    'liblzma-small-inputs.patch',
    'liblzma-range-decoder.patch',
    'liblzma-crc64-slices.patch',
    'liblzma-index-records.patch',
  ],
};
