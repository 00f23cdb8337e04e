import { rustFlags } from '../rust/flags.mjs';

/**
 * The readers and writers of CSV, JSON and MessagePack, which are formats rather than codecs, so that their exports are their own (rust/interchange/src).
 * @type {import('../build/recipe').RustRecipe}
 */
export default {
  kind: 'rust',
  package: 'formatlab-interchange',
  upstream: { name: 'csv-core', version: '0.1.13', license: 'Unlicense OR MIT', licenseFile: 'LICENSE-MIT' },
  contains: ['jiter 0.19.0', 'rmp 0.8.15', 'ryu-js 1.0.3', 'itoa 1.0.19'],
  flags: rustFlags,
};
