/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  upstream: { name: 'libdeflate', version: '1.26', license: 'MIT', licenseFile: 'libdeflate/COPYING' },
  crate: 'libdeflate-sys',
  sources: ['libdeflate/lib/*.c'],
  includes: ['libdeflate'],
  patches: [
    'libdeflate-words.patch',
    'libdeflate-decompress.patch',
    'libdeflate-positions.patch',
    'libdeflate-chains.patch',
    'libdeflate-checksums.patch',
  ],
  // With link-time optimization, wasi-libc's stack protector would add a constructor that asks the system for random bytes. libdeflate is as fast without it.
  flags: ['-fno-lto'],
};
