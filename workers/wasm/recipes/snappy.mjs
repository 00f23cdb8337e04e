import { rustFlags } from '../rust/flags.mjs';

/** @type {import('../build/recipe').RustRecipe} */
export default {
  kind: 'rust',
  package: 'formatlab-snappy',
  upstream: { name: 'snap', version: '1.1.2', license: 'BSD-3-Clause', licenseFile: 'COPYING' },
  flags: rustFlags,
};
