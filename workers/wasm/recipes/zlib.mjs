/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  upstream: { name: 'zlib', version: '1.3.2', license: 'Zlib', licenseFile: 'src/zlib/LICENSE' },
  crate: 'libz-sys',
  sources: ['src/zlib/*.c'],
  // Leaves out gzip files and stdio, which are not used.
  exclude: ['src/zlib/gz*.c', 'src/zlib/compress.c', 'src/zlib/uncompr.c', 'src/zlib/infback.c'],
  includes: ['src/zlib'],
  patches: ['zlib-inflate.patch', 'zlib-longest-match.patch', 'zlib-deflate.patch', 'zlib-checksums.patch'],
  defines: { STDC: true },
};
