/** @type {import('../build/recipe').CRecipe} */
export default {
  kind: 'c',
  upstream: { name: 'bzip2', version: '1.0.8', license: 'bzip2-1.0.6', licenseFile: 'bzip2-1.0.8/LICENSE' },
  crate: 'bzip2-sys',
  sources: ['blocksort', 'bzlib', 'compress', 'crctable', 'decompress', 'huffman', 'randtable'].map(
    (name) => `bzip2-1.0.8/${name}.c`,
  ),
  includes: ['bzip2-1.0.8'],
  defines: { BZ_NO_STDIO: true },
  patches: ['bzip2-code-lengths.patch'],
};
