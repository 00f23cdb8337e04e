/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  // The crate has brotli's sources without the file of its licence.
  upstream: { name: 'brotli', version: '1.2.0', license: 'MIT', licenseFile: null },
  crate: 'compu-brotli-sys',
  sources: ['brotli/c/common/*.c', 'brotli/c/dec/*.c', 'brotli/c/enc/*.c'],
  includes: ['brotli/c/include', 'brotli/c'],
  // 64-bit registers behind 32-bit pointers; the encoder's SSE2 matcher through glue/sse2, since x86-64's blocks come of it.
  defines: { BROTLI_BUILD_64_BIT: true, __SSE2__: true },
  flags: ['-Iglue/sse2'],
  patches: ['brotli-unaligned-reads.patch', 'brotli-two-pass.patch', 'brotli-bucket-walk.patch'],
};
