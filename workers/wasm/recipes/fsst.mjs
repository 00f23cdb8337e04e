import { rustFlags } from '../rust/flags.mjs';

/** @type {import('../build/recipe').RustRecipe} */
export default {
  kind: 'rust',
  package: 'formatlab-fsst',
  upstream: { name: 'fsst-rs', version: '0.7.0', license: 'Apache-2.0', licenseFile: 'LICENSE' },
  flags: rustFlags,
};
