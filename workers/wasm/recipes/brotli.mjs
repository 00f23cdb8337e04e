/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  // The crate has brotli's sources without its licence file.
  upstream: { name: 'brotli', version: '1.2.0', license: 'MIT', licenseFile: null },
  crate: 'compu-brotli-sys',
  sources: ['brotli/c/common/*.c', 'brotli/c/dec/*.c', 'brotli/c/enc/*.c'],
  includes: ['brotli/c/include', 'brotli/c'],
  // 64-bit registers with 32-bit pointers. The encoder's SSE2 matcher goes through glue/sse2, because the blocks of x86-64 depend on it.
  defines: { BROTLI_BUILD_64_BIT: true, __SSE2__: true },
  flags: ['-Iglue/sse2'],
  patches: [
    'brotli-unaligned-reads.patch',
    'brotli-two-pass.patch',
    'brotli-bucket-walk.patch',
    'brotli-decoder-loop.patch',
  ],
};
