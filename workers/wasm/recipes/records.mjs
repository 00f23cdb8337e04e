import { rustFlags } from '../rust/flags.mjs';

/**
 * The reader of users' JSON (workers/formats/json/open/reader). It is no format that is measured: jiter in the module interchange is.
 * @type {import('../build/recipe').RustRecipe}
 */
export default {
  kind: 'rust',
  package: 'formatlab-records',
  upstream: { name: 'memchr', version: '2.8.3', license: 'Unlicense OR MIT', licenseFile: 'LICENSE-MIT' },
  contains: ['ryu-js 1.0.3'],
  flags: rustFlags,
};
