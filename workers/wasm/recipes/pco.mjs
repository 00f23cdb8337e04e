import { rustFlags } from '../rust/flags.mjs';

/** @type {import('../build/recipe').RustRecipe} */
export default {
  kind: 'rust',
  package: 'formatlab-pco',
  upstream: { name: 'pco', version: '1.1.0', license: 'Apache-2.0', licenseFile: null },
  flags: rustFlags,
  patches: [{ file: 'pco-bins-simd128.patch', crate: 'pco' }],
};
