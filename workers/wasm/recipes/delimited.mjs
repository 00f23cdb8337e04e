import { rustFlags } from '../rust/flags.mjs';

/**
 * The reader of users' delimited text (workers/formats/csv/open/scan). It is no format that is measured: csv-core in the module interchange is.
 * @type {import('../build/recipe').RustRecipe}
 */
export default {
  kind: 'rust',
  package: 'formatlab-delimited',
  upstream: { name: 'memchr', version: '2.8.3', license: 'Unlicense OR MIT', licenseFile: 'LICENSE-MIT' },
  flags: rustFlags,
};
